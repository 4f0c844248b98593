"""Scenes that give way to one another: made ready meanwhile, asked for, blended, and told of the mouse."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, get_args

import numpy as np
import pytest
from conftest import Dot, FakeClock, wait_for
from hypothesis import given
from hypothesis import strategies as st

from scenes import registry
from scenes.board import Board, view
from scenes.labels import Line
from scenes.picture import Ground, Picture, discs
from scenes.scene import Scene, Setting
from scenes.theme import THEMES
from viewer.aside import Aside
from viewer.canvas import Canvas
from viewer.hud import Hud
from viewer.keys import Stroke
from viewer.painter import Painter
from viewer.painter.ahead import ahead
from viewer.painter.wipe import DROPS, ink_drops
from viewer.player import Player
from viewer.show import Show
from viewer.stage import Stage
from viewer.transition import TIMES, Kind

PAINTED = 3
"""Steps that painting a scene unseen takes here."""


def paint(player: Player) -> Iterator[None]:
    for _ in range(PAINTED):
        yield


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def stage(clock: FakeClock, said: list[str]) -> Stage:
    names = ["dot0", "dot1", "dot2"]
    show = Show(names, lambda name, setting: Dot(None, setting), Setting(language="en"), said.append, clock)
    show.prepaint = paint
    hud = Hud(THEMES["day"], "en", True, lambda text, language: Line())
    made = Stage(show, hud, now=clock)
    made.resize((960, 600), (960, 600))
    made.begin()
    made.frame()
    return made


def frames(stage: Stage, clock: FakeClock, count: int) -> None:
    for _ in range(count):
        clock.pass_seconds(0.02)
        stage.frame()


def until(stage: Stage, clock: FakeClock, ready: Callable[[], Any]) -> int:
    """Frames until it is so."""
    for count in range(500):
        if ready():
            return count
        frames(stage, clock, 1)
    raise AssertionError("it never came to that")


def test_the_old_scene_goes_on_and_a_sign_says_what_comes(
    stage: Stage, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, hud = stage.show.player, stage.hud
    assert hud
    stage.key(Stroke("next_scene"))
    stage.frame()
    assert stage.show.player is first
    assert hud.status == "", "nothing is known before its module has been read, and nothing waits for that"
    monkeypatch.setattr(registry, "known", {"dot1": Dot}.get)
    stage.frame()
    assert hud.status == f"Next: {Dot.title['en']}"
    ticks = first.scene.ticks
    frames(stage, clock, 1)
    if stage.show.player is first:
        assert first.scene.ticks > ticks
    until(stage, clock, lambda: stage.show.index == 1)
    assert hud.status == "" or stage.frame()


def test_a_scene_that_was_made_ready_comes_at_once(stage: Stage, clock: FakeClock) -> None:
    until(stage, clock, lambda: 1 in stage.show._players)
    waiting = stage.show._players[1]
    assert waiting.scene.ticks == 0, "at its first moment"
    stage.key(Stroke("next_scene"))
    assert stage.show.player is waiting
    stage.key(Stroke("previous_scene"))
    assert stage.show.index == 0, "and so does one that was on before"


def test_asked_twice_is_the_one_after_and_asked_back_is_none(stage: Stage, clock: FakeClock) -> None:
    stage.key(Stroke("next_scene"))
    stage.key(Stroke("next_scene"))
    assert stage.show.asked == (2, 1)
    stage.key(Stroke("next_scene"))
    assert stage.show.asked is None
    stage.key(Stroke("pick_scene", number=2))
    until(stage, clock, lambda: stage.show.index == 2)


def test_one_that_cannot_be_made_is_told_and_passed_over(stage: Stage, clock: FakeClock, said: Any) -> None:
    def make(name: str, setting: Setting) -> Scene:
        if name == "dot1":
            raise ValueError("no font has the letter")
        return Dot(None, setting)

    stage.show._make = make
    stage.key(Stroke("next_scene"))
    until(stage, clock, lambda: stage.show.index == 2)
    assert said == ["dot1 cannot be shown: no font has the letter"]


def test_it_comes_on_by_itself_when_its_time_is_over(stage: Stage, clock: FakeClock) -> None:
    frames(stage, clock, round(21 / 0.02))
    assert stage.show.index == 1
    frames(stage, clock, round(20.5 / 0.02))
    assert stage.show.index == 2


def test_both_live_while_one_gives_way(stage: Stage, clock: FakeClock) -> None:
    first = stage.show.player
    until(stage, clock, lambda: 1 in stage.show._players)
    stage.key(Stroke("next_scene"))
    shares, ticks = [], first.scene.ticks
    stage.frame()
    while stage.transition:
        shares.append(stage.transition.share)
        assert stage.transition.before is first
        assert stage.transition.picture
        frames(stage, clock, 1)
    assert shares[0] == 0
    assert np.all(np.diff(shares) > 0)
    assert len(shares) == TIMES["ripple"] // 20_000_000
    assert first.scene.ticks > ticks + 30
    assert stage.show.player.scene.ticks > 30


@pytest.mark.parametrize("calm", [False, True])
def test_a_cut_where_motion_is_reduced_or_no_time_is_given(
    stage: Stage, clock: FakeClock, calm: bool
) -> None:
    if calm:
        stage.show.place(Setting(calm=True, board=stage.show.setting.board))
    else:
        stage.way = "cut"
    stage.key(Stroke("next_scene"))
    until(stage, clock, lambda: stage.show.index == 1)
    stage.frame()
    assert stage.transition is None


@pytest.mark.parametrize(("rested", "origin"), [(0.1, (0.25, 0.8)), (30.0, (0.5, 0.5))])
def test_it_begins_where_somebody_pressed(
    stage: Stage, clock: FakeClock, rested: float, origin: tuple[float, float]
) -> None:
    until(stage, clock, lambda: 1 in stage.show._players)
    stage.mouse_press(240.0, 480.0)
    stage.mouse_release(240.0, 480.0)
    clock.pass_seconds(rested)
    stage.key(Stroke("next_scene"))
    stage.frame()
    assert stage.transition
    assert stage.transition.origin == pytest.approx(origin)


def test_the_show_says_how_long_it_takes_and_a_scene_how_it_comes(
    stage: Stage, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.way, stage.lasts = "ink", 50_000_000
    stage.key(Stroke("next_scene"))
    until(stage, clock, lambda: stage.transition)
    assert stage.transition
    assert (stage.transition.kind, stage.transition.duration) == ("ink", 50_000_000)
    monkeypatch.setattr(Show, "way", "crossfade")
    frames(stage, clock, 10)
    stage.key(Stroke("next_scene"))
    until(stage, clock, lambda: stage.transition)
    assert (stage.transition.kind, stage.transition.duration) == ("crossfade", TIMES["crossfade"])


def test_what_goes_lies_on_the_window_as_it_is_now(stage: Stage, clock: FakeClock) -> None:
    """A resize between two frames, and a change with the next: what was seen last was of another size."""
    until(stage, clock, lambda: 1 in stage.show._players)
    stage.resize((16, 1), (16, 1))
    frames(stage, clock, 3)
    stage.resize((800, 500), (800, 500))
    stage.key(Stroke("next_scene"))
    stage.frame()
    assert stage.transition
    assert (stage.transition.fit.width, stage.transition.fit.height) == (800, 500)
    stage.resize((640, 400), (640, 400))
    assert stage.transition is None, "and one that is under way ends"


@pytest.mark.parametrize(("rested", "told"), [(1.0, True), (30.0, False)])
def test_the_next_scene_hears_of_a_mouse_that_moved_lately(
    stage: Stage, clock: FakeClock, rested: float, told: bool
) -> None:
    until(stage, clock, lambda: 1 in stage.show._players)
    stage.mouse_move(480.0, 300.0)
    clock.pass_seconds(rested)
    stage.key(Stroke("next_scene"))
    stage.frame()
    heard: Any = stage.show.player.scene
    assert [what[0] for what in heard.heard if what[0] != "leave"] == ["move"] * told


def test_a_mouse_that_left_is_told_to_nobody(stage: Stage, clock: FakeClock) -> None:
    until(stage, clock, lambda: 1 in stage.show._players)
    stage.mouse_move(480.0, 300.0)
    stage.mouse_leave()
    stage.key(Stroke("next_scene"))
    stage.frame()
    heard: Any = stage.show.player.scene
    assert heard.heard == []


def test_escape_lets_go_of_a_button_and_then_belongs_to_the_scene(stage: Stage) -> None:
    assert stage.hud
    heard: Any = stage.show.player.scene
    stage.key(Stroke("next_focus"))
    stage.key(Stroke("scene", "escape"))
    assert (stage.hud.focus, stage.hud.ring, heard.heard) == ("board", False, [])
    stage.key(Stroke("scene", "escape"))
    assert heard.heard == [("key", "escape")]


class TestAside:
    def test_it_goes_on_only_while_it_is_waited_for(self) -> None:
        seen: list[int] = []

        def note(i: int) -> None:
            seen.append(i)

        def act() -> str:
            for i in range(20_000):
                note(i)
            return "made"

        aside = Aside(act)
        rounds = 0
        while not aside.work(0.0005):
            rounds += 1
            before = len(seen)
            time.sleep(0.001)
            assert len(seen) == before
        assert rounds > 1
        assert aside.result == "made"

    def test_it_has_things_done_by_the_one_that_waits(self) -> None:
        aside: Aside = Aside(lambda: aside.ask(threading.get_ident))
        assert aside.work(10.0)
        assert aside.result == threading.get_ident()

    def test_what_it_raises_is_raised_where_it_is_waited_for(self) -> None:
        aside = Aside(lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            aside.work(10.0)


def test_kernels_are_prepared_aside_and_launched_here(clock: FakeClock) -> None:
    """A real creature, whose kernels run on the CPU's thread only; the one that plays goes on meanwhile."""
    from kernels import runtime

    runtime.start("cpu")
    names = ("snake", "octopus")
    show = Show(names, lambda name, s: registry.scene_class(name)(setting=s), Setting(), pytest.fail, clock)
    show.prepaint = paint
    show.step(1)
    assert show.index == 0

    def gave_way() -> bool:
        clock.pass_seconds(0.02)
        show.frame()
        return show.index != 0

    wait_for(gave_way, 120, "the octopus")
    assert show.player.scene.name == "octopus"
    clock.pass_seconds(0.02)
    show.frame()
    assert not show.player.failure


def test_what_stands_still_is_painted_ahead_as_it_would_be_later(ctx: Any) -> None:
    """Band by band, to the texel; and the first paint finds it there."""
    painter, canvas, board = Painter(ctx), Canvas(ctx), Board()
    where, size = view(240, 150, board=board), (240, 150)
    theme = THEMES["day"]
    ground = Ground(name="ground", top=theme.paper, bottom=theme.sage, patch=theme.sand)
    stone = discs("stone", [(200.0, 120.0)], [[90.0, 60.0]], theme.coral)
    moving = discs("moving", [(90.0, 60.0)], [[20.0, 20.0]], theme.ink)
    picture = Picture((ground, stone, moving))

    def shown(owner: str) -> np.ndarray:
        target = canvas.of_size(size)
        target.clear()
        painter.paint(picture, where, target, owner=owner)
        return np.frombuffer(target.read(components=4), np.uint8)

    plain = shown("plain")
    assert len(list(ahead(painter, picture, where, size, "ahead", 2))) > 3
    kept = painter._keeper.of("ahead", 0)
    assert kept.count == 2
    drawn: list[int] = []
    draw = painter._keeper.draw
    painter._keeper.draw = lambda layers, frame: (drawn.append(len(layers)), draw(layers, frame))[1]
    assert np.array_equal(shown("ahead"), plain)
    assert drawn == [], "nothing of what stands still was painted again"
    canvas.release()
    painter.release()


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_a_crossfade_is_the_mean_of_both_and_never_blank(ctx: Any, share: float) -> None:
    painter, canvas = Painter(ctx), Canvas(ctx)
    target = canvas.of_size((8, 8))
    target.clear(0.8, 0.2, 0.4, 1.0)
    painter.wipe.of_size((8, 8)).clear(0.2, 0.6, 0.4, 1.0)
    painter.wipe.lay("crossfade", share, target)
    got = np.frombuffer(target.read(components=4), np.uint8).reshape(-1, 4)
    wanted = 255 * (np.array([0.8, 0.2, 0.4, 1]) * (1 - share) + np.array([0.2, 0.6, 0.4, 1]) * share)
    assert np.abs(got - wanted).max() <= 1.01
    canvas.release()
    painter.release()


@pytest.mark.parametrize("size", [(97, 61), (61, 97), (16, 16), (640, 40)])
@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_change_begins_with_the_one_picture_and_ends_with_the_other(
    ctx: Any, kind: Kind, size: tuple[int, int]
) -> None:
    painter, canvas = Painter(ctx), Canvas(ctx)
    rng = np.random.default_rng(3)
    old, new = rng.integers(0, 255, (2, size[1], size[0], 4), np.uint8)
    old[..., 3] = new[..., 3] = 255

    def shown(share: float, origin: tuple[float, float]) -> np.ndarray:
        target = canvas.of_size(size)
        painter.wipe.of_size(size)
        assert canvas.texture
        assert painter.wipe.texture
        canvas.texture.write(old)
        painter.wipe.texture.write(new)
        painter.wipe.lay(kind, share, target, origin, 5)
        return np.frombuffer(target.read(components=4), np.uint8).reshape(old.shape).astype(int)

    for origin in ((0.0, 0.0), (0.5, 0.5), (1.0, 0.3)):
        assert np.abs(shown(0.0, origin) - old).max() <= 1
        assert np.abs(shown(1.0, origin) - new).max() <= 1
        half = shown(0.5, origin)
        assert (half[..., 3] == 255).all()
        assert np.abs(half - old).max() > 30
    canvas.release()
    painter.release()


@given(st.integers(1, 8000), st.integers(1, 8000), st.floats(0, 1), st.floats(0, 1), st.integers(0, 500))
def test_ink_reaches_every_corner_and_begins_where_it_should(
    width: int, height: int, x: float, y: float, number: int
) -> None:
    drops, reach = ink_drops((width, height), (x, y), number)
    assert drops.shape == (DROPS, 4)
    assert drops[0] == pytest.approx([x * width, (1 - y) * height, 0, 0], rel=1e-5, abs=1e-3)
    unit = min(width, height) / 300
    for corner in ((0, 0), (width, 0), (0, height), (width, height)):
        far = np.linalg.norm(drops[:, :2] - corner, axis=1) / unit + drops[:, 2]
        assert far.min() <= reach * (1 + 1e-5) + 1e-3
