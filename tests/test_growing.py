"""A picture grows from its frame into the screen and back: no jump at either end, nothing left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gl_objects
import numpy as np
import pytest
from conftest import Dot, FakeClock, difference
from golden import check_golden

from kernels import runtime
from scenes import registry
from scenes.board import extended, view
from scenes.panels import inner_view
from scenes.scene import Setting
from scenes.theme import THEMES
from scenes.wall import Wall
from viewer import cast, growing, still
from viewer.context import let_go
from viewer.gallery import Gallery
from viewer.keys import Stroke
from viewer.painter import Painter
from viewer.player import Player
from viewer.show import Show
from viewer.stage import Stage

pytestmark = pytest.mark.gl
SIZE = (640, 360)


class Screen:
    """A show with a wall, painted as the loop paints it."""

    def __init__(
        self, ctx: Any, clock: FakeClock, names: tuple[str, ...], size: tuple[int, int] = SIZE
    ) -> None:
        self.clock, self.painter, self.size = clock, Painter(ctx), size
        self.texture = ctx.texture(size, 4)
        self.target = ctx.framebuffer([self.texture])
        wall = (registry.WALL, *names)
        self.show = Show(wall, make, Setting(language="en"), pytest.fail, clock)
        self.show.prepaint = nothing
        self.stage = Stage(self.show, None, now=clock)
        self.stage.resize(size, size)
        self.stage.begin()
        for _ in range(3000):
            self.frame()
            if self.show.gallery and not self.show.gallery.empty():
                break
        self.play(2.0)

    def frame(self, seconds: float = 1 / 60) -> Any:
        self.clock.pass_seconds(seconds)
        return self.stage.frame()

    def play(self, seconds: float) -> None:
        for _ in range(round(seconds * 60)):
            self.frame()

    def paint(self, layers: Any) -> np.ndarray:
        self.target.clear(0.0, 0.0, 0.0, 1.0)
        transition, player = self.stage.transition, self.show.player
        if transition and transition.picture and transition.grow:
            growing.paint(self.painter, transition, layers[0], player, self.target)
        else:
            picture, on = layers[0]
            self.painter.paint(picture, on, self.target, owner=player)
        width, height = self.size
        read = np.frombuffer(self.target.read(components=3), np.uint8).reshape(height, width, 3)
        return read[::-1].copy()

    def open(self, tile: int) -> None:
        self.gallery.scene._wanted = tile

    @property
    def gallery(self) -> Gallery:
        assert self.show.gallery
        return self.show.gallery

    def release(self) -> None:
        self.painter.release()
        let_go(self.target)
        self.texture.release()


def make(name: str, setting: Setting) -> Any:
    return Dot(None, setting) if name.startswith("dot") else cast.make(name, setting)


def nothing(player: Player) -> Iterator[None]:
    yield


@pytest.fixture
def screen(ctx: Any, clock: FakeClock) -> Iterator[Screen]:
    runtime.start("cpu")
    made = Screen(ctx, clock, ("snake", "pile", "pond"))
    yield made
    made.release()


def test_it_starts_as_it_hung_and_ends_as_the_scene(screen: Screen) -> None:
    for tile in range(3):
        there_and_back(screen, tile)


def there_and_back(screen: Screen, tile: int) -> None:
    screen.gallery.move(0, 1.0, 1.0)  # somebody is there: nothing calls for a touch
    screen.play(1.0)
    wall = screen.gallery
    before = screen.paint(screen.frame())
    _, (x, y, w, h) = inner_view(screen.stage.view, wall.scene.box(tile), wall.scene.plan.shape)
    screen.open(tile)
    first = screen.paint(screen.frame(0.0))
    assert screen.stage.transition
    assert screen.stage.transition.share == 0.0
    inner = np.s_[y + 3 : y + h - 3, x + 3 : x + w - 3]
    assert difference(before[inner], first[inner]) < 4.0
    assert difference(before, first) < 1.5, "and nothing else jumps"
    for _ in range(4):
        screen.frame(0.1)
    assert screen.stage.transition
    shown = screen.paint(screen.frame(0.0499))
    assert screen.stage.transition
    screen.frame(0.001)
    assert screen.stage.transition is None
    alone = screen.paint(screen.frame(0.0))
    assert difference(shown, alone) < 1.0
    assert shown.std() > 5

    screen.stage.key(Stroke("wall"))
    start = screen.paint(screen.frame(0.0))
    assert difference(start, alone) < 3.0, "the way back begins with the scene as it was"
    for _ in range(4):
        screen.frame(0.1)
    last = screen.paint(screen.frame(0.0499))
    assert screen.stage.transition
    screen.frame(0.001)
    assert screen.stage.transition is None
    home = screen.paint(screen.frame())
    assert difference(last, home) < 3.0


@pytest.mark.parametrize("size", [(1200, 300), (300, 1200), (640, 360)])
def test_on_every_screen_it_starts_where_it_hung(ctx: Any, clock: FakeClock, size: tuple[int, int]) -> None:
    screen = Screen(ctx, clock, ("dot1", "dot2"), size)
    try:
        wall, on = screen.gallery, screen.stage.view
        x, y, width, height = wall.scene.box(1)
        screen.open(1)
        screen.frame(0.0)
        assert screen.stage.transition
        grow = screen.stage.transition.grow
        assert grow
        full = screen.stage.view
        start, _, edges = grow.lies(full, 0.0)
        assert edges == pytest.approx((*on.to_pixels(x, y), *on.to_pixels(x + width, y + height)))
        assert start.to_pixels(*full.board.center) == pytest.approx(
            on.to_pixels(x + width / 2, y + height / 2)
        )
        assert start.scale == pytest.approx(on.scale * width / wall.scene.plan.shape.width)
        assert grow.lies(full, 1.0)[:2] == (full, (0, 0, *size))
    finally:
        screen.release()


def test_a_hundred_times_there_and_back_leaves_nothing_behind(ctx: Any, clock: FakeClock) -> None:
    screen = Screen(ctx, clock, ("dot1", "dot2", "dot3"), (320, 180))

    def often(times: int) -> None:
        for turn in range(times):
            screen.open(turn % 3)
            screen.frame(0.0)
            screen.paint(screen.frame(0.2))
            screen.frame(0.5)
            screen.stage.key(Stroke("wall"))
            screen.frame(0.0)
            screen.paint(screen.frame(0.2))
            screen.frame(0.5)

    try:
        often(9)
        before = gl_objects.live(screen.painter.ctx)
        often(100)
        after = gl_objects.live(screen.painter.ctx)
        assert all(after[kind] <= before[kind] + 2 for kind in before), (before, after)
    finally:
        screen.release()


@pytest.mark.golden
@pytest.mark.parametrize("theme", ["day", "night"])
def test_paper_frames_and_captions_look_as_they_did(ctx: Any, theme: str) -> None:
    for name in registry.names():
        registry.scene_class(name)  # titles are shown of what has been read
    size = (960, 540)
    board = extended(*size)
    wall = Wall(None, Setting(board=board, theme=THEMES[theme], language="ja"))
    wall.fit(view(*size).scale, 0.0)
    wall.turn_by(1 if theme == "night" else 0)
    wall.key("right")
    wall.key("down")
    for _ in range(120):
        wall.tick()
    painter = Painter(ctx)
    try:
        pixels = still.render(wall.picture(), size, board=board, painter=painter)
    finally:
        painter.release()
    check_golden(f"wall_{theme}", pixels)
