"""A scene played at any refresh rate, paused, failing, and taken over by the next one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from conftest import Dot, FakeClock

from scenes import registry
from scenes.board import Board
from scenes.picture import Discs
from scenes.scene import Scene, Setting
from viewer.clock import SECOND
from viewer.player import Player
from viewer.show import Show


def shown_x(picture) -> float:
    layer = picture.layer("dot")
    assert isinstance(layer, Discs)
    return float(layer.center[0, 0])


def play(player: Player, clock: FakeClock, hz: float, seconds: float) -> list[float]:
    """Where the dot was shown, frame by frame."""
    start, seen = clock.ns, [shown_x(player.frame())]
    for frame in range(1, round(hz * seconds) + 1):
        clock.ns = start + round(frame * SECOND / hz)
        seen.append(shown_x(player.frame()))
    return seen


@pytest.mark.parametrize("hz", [24, 60, 144, 240])
def test_the_same_state_after_the_same_time_at_every_rate(clock: FakeClock, hz: int) -> None:
    """Fault 7."""
    player = Player(Dot(), pytest.fail, clock)
    seen = play(player, clock, hz, 5.0)
    assert player.scene.ticks == 300
    assert player.scene.x == 100 + 2 * 300  # type: ignore[attr-defined]
    # Shown one tick late, evenly: 120 px a second whatever the rate.
    steady = np.diff(seen[round(hz / 10) :])
    assert np.allclose(steady, 120 / hz, atol=1e-3)


def test_reset_cuts_and_nothing_is_drawn_in_between(clock: FakeClock) -> None:
    player = Player(Dot(), pytest.fail, clock)
    play(player, clock, 144, 1.0)
    player.reset()
    assert shown_x(player.frame()) == 100
    clock.ns += SECOND // 144
    assert 100 <= shown_x(player.frame()) <= 102


def test_pause_keeps_the_picture_and_the_state(clock: FakeClock) -> None:
    player = Player(Dot(), pytest.fail, clock)
    play(player, clock, 50, 1.0)
    ticks, x = player.scene.ticks, shown_x(player.frame())
    player.paused = True
    assert set(play(player, clock, 50, 2.0)) == {x}
    assert player.scene.ticks == ticks
    player.paused = False
    assert shown_x(player.frame()) == x, "no jump on return"


def test_what_rests_is_the_same_picture(clock: FakeClock) -> None:
    """So that nobody paints it again."""
    player = Player(Dot(), pytest.fail, clock)
    play(player, clock, 50, 1.0)
    player.paused = True
    shown = player.frame()
    clock.ns += SECOND
    assert player.frame() is shown
    player.paused = False
    player.frame()
    clock.ns += SECOND // 120
    assert player.frame() is not shown


def test_a_paused_scene_can_be_reset(clock: FakeClock) -> None:
    player = Player(Dot(), pytest.fail, clock)
    play(player, clock, 60, 1.0)
    player.paused = True
    player.frame()
    player.reset()
    assert shown_x(player.frame()) == 100


def test_a_hidden_minute_is_no_time(clock: FakeClock) -> None:
    player = Player(Dot(), pytest.fail, clock)
    play(player, clock, 60, 1.0)
    ticks = player.scene.ticks
    player.hold()
    clock.pass_seconds(60)
    player.frame()
    assert player.scene.ticks == ticks


def test_a_stopped_minute_is_three_ticks(clock: FakeClock) -> None:
    """Fault 10: SIGSTOP gives no warning, so only the cap can help."""
    player = Player(Dot(), pytest.fail, clock)
    play(player, clock, 60, 1.0)
    ticks = player.scene.ticks
    clock.pass_seconds(60)
    player.frame()
    assert player.scene.ticks == ticks + 3


def test_a_scene_that_raises_is_contained(clock: FakeClock) -> None:
    said: list[str] = []
    dot = Dot()
    dot.fail_at = 30
    player = Player(dot, said.append, clock)
    seen = play(player, clock, 60, 2.0)
    assert len(said) == 1
    assert "dot failed at tick 30" in said[0]
    assert "the dot fell over" in said[0]
    assert "conftest.py" in said[0]
    assert seen[-1] == seen[40] == 100 + 2 * 29, "the last picture stays"
    player.press(0, 1, 1)
    assert not dot.heard, "a fallen scene hears nothing"
    dot.fail_at = None
    player.reset()
    assert play(player, clock, 60, 0.5)[-1] > 150
    assert len(said) == 1


@pytest.mark.parametrize("act", ["move", "press", "release", "leave", "key"])
def test_a_scene_that_raises_on_input_is_contained(act: str, clock: FakeClock) -> None:
    def raising(*args: object) -> None:
        raise ValueError("no such letter")

    said: list[str] = []
    dot = Dot()
    setattr(dot, act, raising)
    player = Player(dot, said.append, clock)
    args = {"leave": (0,), "key": ("left",)}.get(act, (0, 1.0, 2.0))
    getattr(player, act)(*args)
    assert len(said) == 1
    assert "no such letter" in said[0]
    assert shown_x(player.frame()) == 100


class TestShow:
    def show(self, make: Callable[..., Scene], clock: FakeClock, count: int = 3, dwell: float = 20.0) -> Show:
        self.said: list[str] = []
        return Show([f"s{i}" for i in range(count)], make, Setting(), self.said.append, clock, dwell)

    def run(self, show: Show, clock: FakeClock, seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            clock.pass_seconds(0.02)
            show.frame()

    def test_scenes_take_turns(self, make_dot: Callable[..., Scene], clock: FakeClock) -> None:
        show = self.show(make_dot, clock)
        indices = []
        for _ in range(4):
            self.run(show, clock, 10.0)
            indices.append(show.index)
            self.run(show, clock, 10.2)
        assert indices == [0, 1, 2, 0]

    def test_one_that_is_touched_or_paused_stays(
        self, make_dot: Callable[..., Scene], clock: FakeClock
    ) -> None:
        show = self.show(make_dot, clock)
        for _ in range(5):
            self.run(show, clock, 15.0)
            show.touched()
        assert show.index == 0
        show.player.paused = True
        self.run(show, clock, 60.0)
        assert show.index == 0

    def test_a_single_scene_is_never_left(self, make_dot: Callable[..., Scene], clock: FakeClock) -> None:
        show = self.show(make_dot, clock, count=1)
        self.run(show, clock, 50.0)
        assert show.player.scene.ticks > 2800
        assert show.changes == 1

    def test_coming_back_starts_afresh_and_unpaused(
        self, make_dot: Callable[..., Scene], clock: FakeClock
    ) -> None:
        show = self.show(make_dot, clock)
        first = show.player.scene
        self.run(show, clock, 1.0)
        show.player.paused = True
        show.step(1)
        show.step(-1)
        assert show.player.scene is first, "kept, not made again"
        assert first.ticks == 0
        assert not show.player.paused
        show.pick(2)
        assert show.index == 2
        show.pick(9)
        assert show.index == 2

    def test_a_new_board_reaches_those_that_come_later(
        self, make_dot: Callable[..., Scene], clock: FakeClock
    ) -> None:
        show = self.show(make_dot, clock)
        show.step(1)
        show.place(Setting(board=Board(600, 300)))
        show.step(1)
        assert show.player.scene.board.width == 600
        show.step(1)
        assert show.player.scene.board.width == 600

    def test_a_scene_that_cannot_be_made_is_passed_over(self, clock: FakeClock) -> None:
        def make(name: str, setting: Setting) -> Scene:
            if name == "s1":
                raise ValueError("no font has the letter")
            return Dot(None, setting)

        show = self.show(make, clock)
        show.step(1)
        assert show.index == 2
        show.step(-1)
        assert show.index == 0
        assert self.said == ["s1 cannot be shown: no font has the letter"]

    def test_nothing_to_show_is_said(self, clock: FakeClock) -> None:
        def make(name: str, setting: Setting) -> Scene:
            raise ValueError("no font has the letter")

        with pytest.raises(ValueError, match="no font has the letter"):
            self.show(make, clock, count=1)


def test_a_pointer_left_behind_does_not_haunt_a_scene_that_comes_on_again(clock: FakeClock) -> None:
    """Real creatures: they keep pointers of their own through a reset."""
    show = Show(
        ("snake", "pile"), lambda name, s: registry.scene_class(name)(setting=s), Setting(), print, clock
    )
    show.player.move(0, 50.0, 50.0)
    snake = show.player.scene
    assert snake.touched
    show.step(1)
    show.step(1)
    assert show.player.scene is snake
    assert not snake.target.pointers  # type: ignore[attr-defined]
    assert not snake.touched


def test_a_scene_that_failed_takes_up_the_setting_wanted_meanwhile(clock: FakeClock) -> None:
    player = Player(registry.scene_class("snake")(), lambda _: None, clock)
    player.scene.key = lambda key: 1 / 0  # type: ignore[assignment,method-assign]
    player.key("up")
    wide = Setting(board=Board(960, 300))
    player.place(wide)
    assert player.failure
    player.reset()
    assert not player.failure
    assert player.scene.setting == wide


@pytest.mark.parametrize("what", ["status", "title"])
def test_a_scene_that_fails_at_its_own_words_is_contained(what: str, clock: FakeClock) -> None:
    class Mute(Dot):
        pass

    def raising(_: object) -> str:
        raise KeyError("ko")

    said: list[str] = []
    player = Player(Mute(), said.append, clock)
    setattr(Mute, what, property(raising))
    assert (player.status, player.title("ko")) == ("", "dot" if what == "title" else "점")
    assert player.failure
    assert len(said) == 1
    assert shown_x(player.frame()) == 100


def test_pictures_that_cannot_be_mixed_are_the_fault_of_their_scene(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    player = Player(Dot(), said.append, clock)
    seen = play(player, clock, 50, 1.0)
    monkeypatch.setattr("viewer.player.mix", lambda *_: 1 / 0)
    assert play(player, clock, 50, 0.2)[-1] == seen[-1], "what was shown last stays"
    assert len(said) == 1
    assert "dot failed" in said[0]
