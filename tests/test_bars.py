"""Beside a board lies one flat colour with a clean edge; nothing of a scene is drawn outside of its board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scenes import registry
from scenes.board import FITS, MAX_ASPECT, Board, Fit, View, extended, view
from scenes.picture import Ground, Picture
from scenes.scene import Scene, Setting
from scenes.theme import THEMES
from viewer import still
from viewer.painter import Painter
from viewer.painter.ground import bar_color

SIZES = [(480, 120), (333, 301), (90, 400), (701, 57)]


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    made = Painter(ctx)
    yield made
    made.release()


def make(name: str, board: Board, theme: str = "day") -> Scene:
    scene = registry.scene_class(name)(setting=Setting(board=board, theme=THEMES[theme]))
    for _ in range(40):
        scene.tick()
    return scene


def check_bars(pixels: np.ndarray, picture: Picture, where: View) -> None:
    """All pixels beside the board have the bar's colour, and the board reaches to its own edge."""
    ground = next(layer for layer in picture.layers if isinstance(layer, Ground))
    bar = np.round(np.array(bar_color(ground)[:3]) * 255)
    x0, y0, x1, y1 = where.shown
    beside = np.ones(pixels.shape[:2], bool)
    beside[y0:y1, x0:x1] = False
    off = np.abs(pixels[..., :3].astype(int) - bar).max(axis=-1)
    assert beside.any()
    assert off[beside].max() <= 1, f"{int((off[beside] > 1).sum())} pixels of the scene lie on the bars"
    rim = np.concatenate([off[y0, x0:x1], off[y1 - 1, x0:x1], off[y0:y1, x0], off[y0:y1, x1 - 1]])
    assert np.median(rim) > 3, "the picture does not reach its edge"
    assert (pixels[..., 3] == 255).all()


@pytest.mark.gl
@pytest.mark.parametrize("name", registry.names())
def test_a_contained_board_has_flat_bars(painter: Painter, name: str) -> None:
    """Stills, whole and in tiles that do not end where the board does, day and night."""
    for theme in ("day", "night"):
        picture = make(name, Board(), theme).picture()
        for size in SIZES if theme == "day" else SIZES[:1]:
            where = view(*size, "contain")
            whole = still.render(picture, size, fit="contain", painter=painter)
            check_bars(whole, picture, where)
            parts = still.render(picture, size, fit="contain", painter=painter, tile=130)
            check_bars(parts, picture, where)


@pytest.mark.gl
@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("size", [(1300, 60), (40, 700)])
def test_beyond_the_widest_board_there_are_bars(painter: Painter, name: str, size: tuple[int, int]) -> None:
    """A living picture, painted again and again over what was there: the ground is a copy by then."""
    where = view(*size)
    scene = make(name, where.board)
    target = painter.ctx.framebuffer([painter.ctx.texture(size, 4)])
    for _ in range(3):
        scene.tick()
        target.clear(1.0, 0.0, 1.0, 1.0)
        picture = scene.picture()
        painter.paint(picture, where, target, owner=0)
        raw = np.frombuffer(target.read(components=4), np.uint8).reshape(size[1], size[0], 4)
        check_bars(raw[::-1], picture, where)
    target.color_attachments[0].release()
    target.release()


@pytest.mark.gl
def test_a_transparent_still_has_transparent_bars(painter: Painter) -> None:
    picture = make("pond", Board()).picture()
    pixels = still.render(picture, (480, 120), fit="contain", painter=painter, transparent=True)
    x0, _, x1, _ = view(480, 120, "contain").shown
    assert not pixels[:, :x0, 3].any()
    assert not pixels[:, x1:, 3].any()


@pytest.mark.gl
@pytest.mark.parametrize("size", [(480, 120), (120, 480)])
def test_a_covering_board_has_none(painter: Painter, size: tuple[int, int]) -> None:
    """``cover`` is the middle of the whole board, pixel for pixel."""
    picture = make("snake", Board()).picture()
    covered = still.render(picture, size, fit="cover", painter=painter)
    where = view(*size, "cover")
    whole = (round(480 * where.scale), round(300 * where.scale))
    full = still.render(picture, whole, fit="contain", painter=painter)
    left, top = -round(where.left), -round(where.top)
    part = full[top : top + size[1], left : left + size[0]]
    assert np.abs(covered[..., :3].astype(int) - part[..., :3]).mean() < 1.0
    assert where.shown == (0, 0, *size)


@pytest.mark.parametrize("fit", FITS)
def test_what_is_shown_lies_inside_the_rectangle(fit: Fit) -> None:
    for size in ((0, 0), (1, 1), (3840, 600), (1900, 100), (100, 1100), (1921, 1079)):
        seen = view(*size, fit)
        x0, y0, x1, y1 = seen.shown
        assert 0 <= x0 <= x1 <= size[0]
        assert 0 <= y0 <= y1 <= size[1]
        fills = (x0, y0, x1, y1) == (0, 0, *size)
        aspect = max(size) / max(min(size), 1)
        if fit == "cover" or (fit == "extend" and aspect <= MAX_ASPECT):
            assert fills
        moved = replace(seen, left=-1e6)
        assert moved.shown[0] == moved.shown[2] == 0, "a board beside the rectangle shows nothing"


def test_boards_grow_to_the_same_aspect_both_ways() -> None:
    assert extended(8000, 1000) == extended(20000, 1000)
    assert extended(1000, 8000) == extended(1000, 20000)
    wide, tall = extended(20000, 1000), extended(1000, 20000)
    assert (wide.width / wide.height, tall.height / tall.width) == (MAX_ASPECT, MAX_ASPECT)
