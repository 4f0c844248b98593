"""The gallery wall: where pictures hang, what lives in them, what opens, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from conftest import Dot, FakeClock
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes import registry
from scenes.board import extended
from scenes.panels import Panels
from scenes.scene import Setting
from scenes.wall import Wall
from scenes.wall_grid import Space, plan
from viewer import hanging
from viewer.gallery import Gallery
from viewer.keys import Stroke
from viewer.player import Player
from viewer.show import Show
from viewer.stage import Stage

GROUPS = ["creatures"] * 9 + ["letters"] * 9


@settings(max_examples=60, deadline=None)
@given(st.integers(220, 7680), st.integers(140, 4320), st.integers(1, 24), st.floats(0.5, 6.0))
def test_pictures_hang_inside_and_apart_at_any_size(width: int, height: int, count: int, zoom: float) -> None:
    board = extended(width, height)
    hung = plan((GROUPS * 2)[:count], Space(board, zoom))
    assert sorted(index for page in hung.pages for index in page) == list(range(count))
    for page in hung.pages:
        boxes = np.array([hung.boxes[index] for index in page])
        assert (boxes[:, 2:] > 0).all()
        assert (boxes[:, :2] >= 0).all()
        assert (boxes[:, 0] + boxes[:, 2] <= board.width + 1e-6).all()
        for i in range(len(boxes)):
            for j in range(i):
                (ax, ay, aw, ah), (bx, by, bw, bh) = boxes[i], boxes[j]
                apart = ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
                assert apart, f"{page[i]} and {page[j]} overlap"


def test_creatures_and_words_have_a_page_each_and_share_a_long_wall() -> None:
    assert [len(page) for page in plan(GROUPS, Space(extended(1920, 1080))).pages] == [9, 9]
    assert [len(page) for page in plan(GROUPS, Space(extended(3840, 1080))).pages] == [18]


def test_what_hangs_lives_as_it_would_alone() -> None:
    time = hanging.Time()
    gallery = hanging.hang_all(Setting(language="en"), {}, pytest.fail, time)
    hanging.moment(gallery, time, 1.6)
    for tile, name in ((0, "snake"), (7, "pet")):
        player = gallery.player_of(tile)
        assert player
        assert player.scene.name == name
        assert player.scene.ticks in (95, 96), "a tick is owed at the first frame"
    other_page = gallery.player_of(9)
    assert other_page
    assert other_page.scene.ticks == 0, "nobody sees it"
    gallery.scene.turn_by(1)
    gallery.scene.at = 1.0
    hanging.moment(gallery, time, 1.6)
    assert other_page.scene.ticks in (99, 100), "words have ticks of their own length"


@pytest.fixture
def stage(clock: FakeClock) -> Stage:
    names = (registry.WALL, "dot1", "dot2", "dot3")

    def make(name: str, setting: Setting) -> Any:
        return Wall(None, setting) if name == registry.WALL else Dot(None, setting)

    def paint(player: Player) -> Iterator[None]:
        yield

    said: list[str] = []
    show = Show(names, make, Setting(language="en"), said.append, clock)
    show.prepaint = paint
    made = Stage(show, None, now=clock)
    made.resize((960, 600), (960, 600))
    made.begin()
    for _ in range(400):
        clock.pass_seconds(0.02)
        made.frame()
        if show.gallery and not show.gallery.empty():
            break
    return made


def play(stage: Stage, clock: FakeClock, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        clock.pass_seconds(0.02)
        stage.frame()


def gallery_of(stage: Stage) -> Gallery:
    assert stage.show.gallery
    return stage.show.gallery


def middle(stage: Stage, tile: int) -> tuple[float, float]:
    """Of a picture, in window units."""
    x, y, width, height = gallery_of(stage).scene.box(tile)
    px, py = stage.view.to_pixels(x + width / 2, y + height / 2)
    return px / stage.ratio[0], py / stage.ratio[1]


def test_a_pointer_reaches_the_scene_in_the_frame(stage: Stage, clock: FakeClock) -> None:
    x, y = middle(stage, 1)
    stage.mouse_move(x, y)
    player = gallery_of(stage).player_of(1)
    assert player
    heard: Any = player.scene
    kind, _, at, down = heard.heard[-1]
    assert kind == "move"
    assert (at, down) == pytest.approx(player.scene.board.center, abs=2)
    other: Any = gallery_of(stage).player_of(0)
    assert other.scene.heard == []


def test_a_press_opens_that_picture_and_the_very_scene_goes_on(stage: Stage, clock: FakeClock) -> None:
    player = gallery_of(stage).player_of(2)
    assert player
    ticks = player.scene.ticks
    stage.mouse_press(*middle(stage, 2))
    stage.mouse_release(*middle(stage, 2))
    clock.pass_seconds(0.02)
    stage.frame()
    assert stage.show.player is player
    assert stage.transition
    assert stage.transition.grow
    assert stage.transition.grow.tile == 2
    play(stage, clock, 1.0)
    assert stage.transition is None
    assert player.scene.ticks > ticks + 40, "it never stood still"
    assert player.scene.board == stage.show.setting.board
    stage.key(Stroke("wall"))
    play(stage, clock, 1.0)
    assert stage.show.gallery
    assert gallery_of(stage).player_of(2) is player
    assert player.scene.ticks > ticks + 80, "and goes on in its frame"


def test_a_drag_opens_nothing_and_keys_walk_and_enter(stage: Stage, clock: FakeClock) -> None:
    x, y = middle(stage, 1)
    stage.mouse_press(x, y)
    stage.mouse_move(x - 60, y)
    stage.mouse_release(x - 60, y)
    play(stage, clock, 0.2)
    assert stage.show.gallery, "nothing opened"
    stage.mouse_leave()
    for key in ("right", "right"):
        stage.key(Stroke("scene", key))
    wall = gallery_of(stage).scene
    assert wall.ring
    wanted = gallery_of(stage).player_of(wall.focus)
    stage.key(Stroke("activate_reset"))
    play(stage, clock, 0.1)
    assert stage.show.player is wanted


def test_nobody_for_a_while_and_the_wall_is_back(stage: Stage, clock: FakeClock) -> None:
    stage.mouse_press(*middle(stage, 0))
    stage.mouse_release(*middle(stage, 0))
    play(stage, clock, 1.0)
    assert not stage.show.gallery
    play(stage, clock, stage.show.return_after + 1.0)
    assert stage.show.gallery


def test_a_picture_that_fails_costs_the_others_nothing(stage: Stage, clock: FakeClock) -> None:
    gallery = gallery_of(stage)
    bad, good = gallery.player_of(0), gallery.player_of(1)
    assert bad
    assert good
    scene: Any = bad.scene
    scene.fail_at = scene.ticks + 2
    before = good.scene.ticks
    play(stage, clock, 0.5)
    assert bad.failure
    assert gallery.scene.failed[0]
    assert good.scene.ticks > before + 20
    picture = gallery.frame()
    panels = next(layer for layer in picture.layers if isinstance(layer, Panels))
    assert all(panels.panels), "the last good picture stays"


def test_an_open_picture_survives_resizes_while_it_grows(stage: Stage, clock: FakeClock) -> None:
    stage.mouse_press(*middle(stage, 1))
    stage.mouse_release(*middle(stage, 1))
    for size in ((1, 1), (0, 0), (480, 300), (300, 900), (2000, 200), (960, 600)):
        stage.resize(size, size)
        play(stage, clock, 0.06)
    play(stage, clock, 1.0)
    assert not stage.show.player.failure
    stage.key(Stroke("wall"))
    for size in ((1, 1), (700, 300), (960, 600)):
        stage.resize(size, size)
        play(stage, clock, 0.06)
    play(stage, clock, 1.0)
    assert stage.show.gallery
    assert not stage.show.player.failure


@pytest.mark.gl
def test_a_still_of_the_wall_shows_every_picture(tmp_path: Any) -> None:
    from PIL import Image

    from viewer import poster

    file = tmp_path / "wall.png"
    size = 960, 600
    setting = Setting(language="en")
    poster.write(file, "wall", setting, {}, at=1.0, size=size, fit="extend", transparent=False, arch="cpu")
    pixels = np.asarray(Image.open(file).convert("RGB")).astype(int)
    time = hanging.Time()
    gallery = hanging.hang_all(Setting(language="en"), {}, pytest.fail, time)
    for tile in range(9):
        x, y, width, height = (round(2 * side) for side in gallery.scene.box(tile))
        assert pixels[y + 4 : y + height - 4, x + 4 : x + width - 4].std() > 4, registry.names()[tile]
