"""Ticks from a clock: exact after a month, bounded after a stop, smooth in between."""

from __future__ import annotations

import pytest
from conftest import FakeClock

from viewer.clock import SECOND, TickClock

CREATURES = (1 / 60, 0.05)
LETTERS = (0.016, 0.1)


def test_the_first_look_finds_no_time_passed(clock: FakeClock) -> None:
    ticks = TickClock(*CREATURES, clock)
    clock.pass_seconds(3)
    assert ticks.advance() == 0


@pytest.mark.parametrize("hz", [24, 60, 144, 240, 1000])
@pytest.mark.parametrize(("tick", "debt"), [CREATURES, LETTERS])
def test_the_same_ticks_at_every_refresh_rate(clock: FakeClock, hz: int, tick: float, debt: float) -> None:
    ticks = TickClock(tick, debt, clock)
    start = clock.ns
    ticks.advance()
    for frame in range(1, 10 * hz + 1):
        clock.ns = start + frame * SECOND // hz
        ticks.advance()
    assert ticks.ticks == round(10 / tick)


@pytest.mark.parametrize(("tick", "debt", "most"), [(*CREATURES, 3), (*LETTERS, 6)])
@pytest.mark.parametrize("gap", [0.2, 60.0, 86_400.0 * 365])
def test_a_stop_is_caught_up_only_so_far(
    clock: FakeClock, tick: float, debt: float, most: int, gap: float
) -> None:
    ticks = TickClock(tick, debt, clock)
    ticks.advance()
    clock.pass_seconds(gap)
    assert ticks.advance() == most
    assert 0 <= ticks.share < 1
    assert ticks.advance() == 0


def test_a_hold_swallows_the_time(clock: FakeClock) -> None:
    ticks = TickClock(*CREATURES, clock)
    ticks.advance()
    clock.pass_seconds(0.008)
    ticks.advance()
    share = ticks.share
    ticks.hold()
    clock.pass_seconds(100)
    assert ticks.advance() == 0
    assert ticks.share == share


def test_the_share_grows_evenly_between_ticks(clock: FakeClock) -> None:
    ticks = TickClock(*CREATURES, clock)
    ticks.advance()
    shares = []
    for _ in range(4):
        clock.ns += SECOND // 240
        ticks.advance()
        shares.append(ticks.share)
    assert shares == pytest.approx([0.25, 0.5, 0.75, 1.0], abs=1e-6) or shares == pytest.approx(
        [0.25, 0.5, 0.75, 0.0], abs=1e-6
    )


def test_a_month_later_it_is_as_exact_as_in_the_first_second(clock: FakeClock) -> None:
    """Fault 11: no float time that loses its fine steps after days."""
    early = TickClock(*CREATURES, clock)
    first = [(early.advance(), early.share) for _ in _frames(clock)]
    clock.ns += 30 * 86_400 * SECOND
    late = TickClock(*CREATURES, clock)
    late.ticks = 30 * 86_400 * 60
    assert [(late.advance(), late.share) for _ in _frames(clock)] == first
    assert late.ticks - 30 * 86_400 * 60 == early.ticks


def _frames(clock: FakeClock) -> range:
    def steps():
        for _ in range(500):
            clock.ns += 6_944_444
            yield

    return steps()  # type: ignore[return-value]


def test_a_clock_that_goes_back_is_no_time(clock: FakeClock) -> None:
    ticks = TickClock(*CREATURES, clock)
    ticks.advance()
    clock.ns -= SECOND
    assert ticks.advance() == 0
