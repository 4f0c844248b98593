"""The share of the resolution follows what frames cost: it converges, it rests, it does not swing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.resolution import REST, SETTLING, STEPS, Resolution

ROOM = 1 / 60


def play(
    cost: Callable[[float, float], float], seconds: float, resolution: Resolution | None = None
) -> tuple[Resolution, list[tuple[float, float]]]:
    """Frames of a processor that needs ``cost`` (share, time) seconds for one. When the share changed, to
    what; from the first share on."""
    found, now = resolution or Resolution(), 100.0
    changes = [(0.0, found.share)]
    while now < 100.0 + seconds:
        took = cost(found.share, now - 100.0)
        now += max(took, ROOM)
        found.frame(took, ROOM, now)
        if found.share != changes[-1][1]:
            changes.append((now - 100.0, found.share))
    return found, changes


def rises(changes: list[tuple[float, float]]) -> list[float]:
    return [at for (_, before), (at, share) in pairwise(changes) if share > before]


fixed_part = st.floats(0.0, 2.0)
by_pixels = st.floats(0.0, 6.0)


@settings(deadline=None, max_examples=60)
@given(fixed_part, by_pixels)
def test_a_steady_load_is_answered_once_and_for_all(fixed: float, pixels: float) -> None:
    """Within five seconds, by the highest of the steps that keep the rate, or the lowest."""

    def cost(share: float, now: float) -> float:
        return (fixed + pixels * share**2) * ROOM

    found, changes = play(cost, 150.0)
    last = changes[-1][0]
    if found.share < 1:
        assert cost(1.0, 0) > 0.95 * ROOM, "what is fast enough is not touched"
        assert cost(found.share, 0) <= 0.95 * ROOM or found.share == STEPS[-1]
    elif cost(1.0, 0) > 0.95 * ROOM:
        assert cost(STEPS[-1], 0) > 0.9 * cost(1.0, 0) * 0.999, "given up only where it would not help"
    if found.share == STEPS[-1] or fixed + pixels <= 0.95:
        assert last < 6
    assert len(rises(changes)) <= 8


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.floats(1.0, 25.0), fixed_part, by_pixels), min_size=1, max_size=8),
    st.integers(0, 2**32 - 1),
)
def test_whatever_comes_it_rises_at_most_once_in_ten_seconds(
    loads: list[tuple[float, float, float]], seed: int
) -> None:
    """Also with noise and with spikes."""
    rng = np.random.default_rng(seed)
    ends = np.cumsum([load[0] for load in loads])

    def cost(share: float, now: float) -> float:
        _, fixed, pixels = loads[min(int(np.searchsorted(ends, now)), len(loads) - 1)]
        spike = 8.0 if rng.random() < 0.02 else 1.0
        return (fixed + pixels * share**2) * ROOM * spike * float(rng.uniform(0.8, 1.25))

    found, changes = play(cost, float(ends[-1]))
    assert found.share in STEPS
    up = [b for a, b in pairwise(rises(changes)) if b - a < REST]
    # Giving up what does not help is a rise as well; that is at most once a minute, right after a fall.
    assert len(up) <= 1 + len(loads)


@settings(deadline=None, max_examples=40)
@given(st.floats(0.05, 0.6), st.integers(0, 2**32 - 1))
def test_single_slow_frames_change_nothing(usual: float, seed: int) -> None:
    rng = np.random.default_rng(seed)

    def cost(share: float, now: float) -> float:
        return usual * ROOM * (20.0 if rng.random() < 0.05 else 1.0)

    _, changes = play(cost, 40.0)
    assert len(changes) == 1


@pytest.mark.parametrize("steep", [2.0, 4.0])
def test_it_falls_when_a_load_comes_and_recovers_when_it_goes(steep: float) -> None:
    found, changes = play(lambda share, now: (steep if 5 < now < 25 else 0.5) * share**2 * ROOM, 60.0)
    assert found.share == 1.0
    assert min(share for _, share in changes) ** 2 * steep <= 1 or min(s for _, s in changes) == STEPS[-1]
    fall, rise = changes[1][0], changes[-1][0]
    assert fall < 6.5
    assert 25 < rise < 25 + 2 * REST


def test_a_step_that_was_too_much_is_tried_again_ever_later() -> None:
    """Dearer than by the pixels: each rise fails though it looked easy."""
    cliff = {1.0: 2.0, 0.85: 1.4, 0.7: 0.3, 0.6: 0.2, 0.5: 0.2}
    _, changes = play(lambda share, now: cliff[share] * ROOM, 600.0)
    up = rises(changes)
    assert len(up) >= 2
    assert np.diff(up).min() >= REST
    early = sum(at < 300 for at in up)
    assert len(up) - early <= early / 2


def test_time_in_which_nothing_was_painted_is_no_rest() -> None:
    """Another scene was on, or the window hidden: what is dearer than by its pixels must not swing then."""
    cliff = {1.0: 2.0, 0.85: 1.4, 0.7: 0.3, 0.6: 0.2, 0.5: 0.2}
    found = Resolution()
    for visit in range(20):
        start, now = found.share, 1000.0 * visit
        while now < 1000.0 * visit + REST - 1:
            took = cliff[found.share] * ROOM
            now += max(took, ROOM)
            found.frame(took, ROOM, now)
            assert visit == 0 or found.share == start
    assert found.share <= 0.7


def test_slow_frames_before_a_pause_and_few_after_it_are_not_taken_together() -> None:
    found, now = Resolution(), 0.0
    for cost in [0.0] * SETTLING + [3 * ROOM] * 4:
        now += ROOM
        found.frame(cost, ROOM, now)
    for frame in range(SETTLING + 4):
        found.frame(3 * ROOM, ROOM, now + 60.0 + frame * ROOM)
    assert found.share == 1.0, "a scene that comes may stutter for some frames"


@pytest.mark.parametrize("slow", [0.3, 1.5, 4.0])
def test_the_slowest_frames_are_answered_as_well(slow: float) -> None:
    found, _ = play(lambda share, now: slow * share**2, 20 * slow)
    assert found.share == STEPS[-1]


def test_where_pixels_are_not_what_takes_time_the_picture_keeps_them() -> None:
    found, changes = play(lambda share, now: (1.9 + 0.1 * share**2) * ROOM, 50.0)
    assert found.share == 1.0
    assert len(changes) <= 3


def test_a_fixed_share_stays() -> None:
    found, changes = play(lambda share, now: 9 * ROOM, 5.0, Resolution(fixed=0.8))
    assert found.share == 0.8
    assert len(changes) == 1


@pytest.mark.parametrize("start", [0.5, 0.7, 0.71])
def test_it_begins_where_the_scene_before_had_come_to(start: float) -> None:
    assert Resolution(start).share == pytest.approx(start, abs=0.02)
