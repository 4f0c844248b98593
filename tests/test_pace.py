"""The pace of a window: whose frames count, what a resize does, how long it waits; and what measures them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Dot

from scenes.picture import Picture
from viewer import gauge as gauging
from viewer import pace as pacing
from viewer.canvas import Canvas
from viewer.gauge import LATE, SILENT, Gauge
from viewer.pace import Pace
from viewer.painter import Painter
from viewer.player import Player
from viewer.resolution import REST

HZ = 50


class Machine:
    """A window, its screen, and a processor that needs ``cost(share)`` s a frame. Time passes by frames."""

    def __init__(self, ctx: Any, monkeypatch: pytest.MonkeyPatch, fixed: float | None = None) -> None:
        self.now = 100.0
        self.ctx, self.refresh_hz, self.picture_size = ctx, HZ, (1000, 600)
        self.cost: Callable[[float], float] = lambda share: 0.0
        fake = SimpleNamespace(monotonic=lambda: self.now, sleep=self.sleep)
        monkeypatch.setattr(pacing, "time", fake)
        self.pace = Pace(self, fixed)  # type: ignore[arg-type]
        self.known: float | None = None
        self.pace.gauge = SimpleNamespace(software=True, take=lambda: self.known)  # type: ignore[assignment]

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def frame(self, player: Player, other: float = 0.0, counts: bool = True) -> None:
        self.pace.begin()
        self.known = self.cost(self.pace.share_of(player))
        self.now += self.known + other
        self.pace.wait(player if counts else None)

    def play(self, player: Player, seconds: float = 1.5, other: float = 0.0, counts: bool = True) -> float:
        """Frames for so long, each with ``other`` s of other work. Returns the share after them."""
        end = self.now + seconds
        while self.now < end:
            self.frame(player, other, counts)
        return self.pace.share_of(player)


@pytest.fixture
def machine(ctx: Any, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(ctx, monkeypatch)


def player() -> Player:
    return Player(Dot(), print)


def heavy(share: float) -> float:
    return 2.0 / HZ * share**2


def test_no_more_frames_than_the_screen_shows(machine: Machine) -> None:
    scene, frames = player(), 0
    begun = machine.now
    while machine.now < begun + 2:
        machine.frame(scene)
        frames += 1
    assert 2 * HZ <= frames <= 2 * HZ * 1.02 + 4


def test_after_a_pause_no_frame_is_caught_up_with(machine: Machine) -> None:
    scene = player()
    machine.play(scene)
    machine.now += 60.0  # hidden
    begun = machine.now
    for _ in range(10):
        machine.frame(scene)
    assert machine.now - begun >= 0.9 * 8 / HZ


def test_it_falls_to_what_the_screen_needs_and_rises_again(machine: Machine) -> None:
    scene = player()
    machine.cost = heavy
    assert machine.play(scene) == 0.6
    machine.refresh_hz = HZ // 2
    assert machine.play(scene, REST + 2) < 1, "exactly in time is not easy"
    machine.cost = lambda share: heavy(share) / 2
    assert machine.play(scene, REST + 2) == 1.0


def test_on_processors_that_do_all_painting_has_what_the_rest_leaves(machine: Machine) -> None:
    scene = player()
    machine.cost = lambda share: 0.7 / HZ * share**2
    assert machine.play(scene) == 1.0
    assert machine.play(scene, 2.0, other=0.5 / HZ) < 1


def test_frames_of_two_scenes_say_nothing_of_one(machine: Machine) -> None:
    scene = player()
    machine.cost = heavy
    assert machine.play(scene, 5.0, counts=False) == 1.0


def test_a_scene_that_comes_begins_as_the_one_before_and_both_share_one_size(machine: Machine) -> None:
    first, second = player(), player()
    machine.cost = heavy
    machine.play(first)
    assert machine.pace.share_of(second, first) == 0.6
    machine.cost = lambda share: 1.2 / HZ * share**2
    machine.play(second, REST + 3)
    assert machine.pace.share_of(second) == 0.7
    assert machine.pace.share_of(first, second) == machine.pace.share_of(second, first) == 0.6
    assert machine.pace.share_of(second) == 0.7, "each goes on at its own"


def test_scenes_that_are_gone_are_not_kept(machine: Machine) -> None:
    for _ in range(5):
        machine.play(player(), 0.1)
    assert len(machine.pace._known) <= 1


@pytest.mark.parametrize(
    ("size", "share"), [((1001, 600), 0.6), ((2000, 1200), 0.5), ((500, 300), 1.0), ((1, 1), 1.0)]
)
def test_after_a_resize_it_goes_on_with_as_many_pixels(
    machine: Machine, size: tuple[int, int], share: float
) -> None:
    scene = player()
    machine.cost = heavy
    machine.play(scene)
    machine.picture_size = size
    machine.pace.begin()
    assert machine.pace.share_of(scene) == share


def test_a_strong_machine_keeps_everything_on_a_larger_window(machine: Machine) -> None:
    scene = player()
    machine.play(scene)
    machine.picture_size = (8000, 4000)
    machine.pace.begin()
    assert machine.pace.share_of(scene) == 1.0


def test_a_storm_of_sizes_does_not_bring_full_resolution_back(machine: Machine) -> None:
    scene = player()
    machine.cost = heavy
    machine.play(scene)
    for step in range(200):
        machine.picture_size = 1000 + step % 7, 600 + step % 5
        machine.frame(scene)
        assert machine.pace.share_of(scene) == 0.6


def test_a_fixed_share_stays_whatever_happens(ctx: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    machine, scene = Machine(ctx, monkeypatch, 0.8), player()
    machine.cost = lambda share: 1.0
    assert machine.play(scene, 20.0) == 0.8
    machine.picture_size = (64, 64)
    assert machine.play(scene) == 0.8
    machine.pace.fix(None)
    assert machine.pace.share_of(scene) == 1.0


# what measures


class Timer:
    """A driver's timer that answers ``ns``."""

    def __init__(self, ns: int) -> None:
        self.elapsed = ns

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


def frames(gauge: Gauge, count: int) -> list[float | None]:
    found = []
    for _ in range(count):
        with gauge:
            pass
        found.append(gauge.take())
    return found


def driver(ctx: Any, answers: Callable[[], int]) -> Gauge:
    gauge = Gauge(ctx)
    gauge.software, gauge._silent = False, 0
    gauge.ctx = SimpleNamespace(query=lambda time: Timer(answers()), finish=lambda: None)  # type: ignore[assignment]
    return gauge


def test_the_driver_is_asked_some_frames_later_and_its_timers_are_used_again(ctx: Any) -> None:
    made: deque[int] = deque()

    def answer() -> int:
        made.append(2_000_000)
        return made[-1]

    found = frames(driver(ctx, answer), 50)
    assert found == [None] * (LATE - 1) + [0.002] * (51 - LATE)
    assert len(made) == LATE


@pytest.mark.parametrize("answer", [0, gauging.OVERFLOW])
def test_a_driver_that_measures_nothing_is_waited_for_instead(ctx: Any, answer: int) -> None:
    found = frames(driver(ctx, lambda: answer), 2 * SILENT)
    assert found[: SILENT + LATE - 1] == [None] * (SILENT + LATE - 1)
    assert all(seconds is not None and seconds > 0 for seconds in found[SILENT + LATE :])


@pytest.mark.gl
@pytest.mark.parametrize("software", [True, False])
def test_a_larger_picture_is_said_to_take_longer(ctx: Any, software: bool) -> None:
    """By the real driver's timer too; and a fault while painting leaves nothing measured for ever."""
    from scenes.board import view
    from scenes.picture import Ground

    painter, canvas, gauge = Painter(ctx), Canvas(ctx), Gauge(ctx)
    gauge.software, gauge._silent = software, SILENT if software else 0
    theme = Dot().theme
    usual = []
    for size in ((20, 12), (1600, 1000)):
        target, taken = canvas.of_size(size), []
        for count in range(12):
            with gauge:
                ground = Ground(name=f"{count}", top=theme.paper, bottom=theme.sage, patch=theme.sand)
                painter.paint(Picture((ground,)), view(*size), target)
            seconds = gauge.take()
            taken += [seconds] if seconds is not None else []
        usual.append(sorted(taken[LATE:])[len(taken[LATE:]) // 2])
    assert usual[1] > usual[0] > 0
    with pytest.raises(ValueError, match="spilt"), gauge:
        raise ValueError("spilt")
    assert all(seconds is not None for seconds in frames(gauge, LATE + 2)[LATE:])
    assert ctx.error == "GL_NO_ERROR"
    canvas.release()
    painter.release()
