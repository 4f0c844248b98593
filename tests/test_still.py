"""Stills: any size by tiles, no seam, straight alpha."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from test_painter_layers import DAY, ground, some

from scenes import registry
from scenes.board import view
from scenes.picture import Picture, discs, ribbons
from viewer import context, still
from viewer.painter import Painter

pytestmark = pytest.mark.gl


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    made = Painter(ctx)
    yield made
    made.release()


def picture() -> Picture:
    t = np.linspace(0, 2 * np.pi, 20)
    eight = np.stack([240 + 170 * np.sin(t), 150 + 90 * np.sin(2 * t)], -1)
    shadow = ribbons("shadow", eight + 6, 14.0, DAY.shadow, softness=5.0)
    return Picture(
        (ground(), shadow, ribbons("eight", eight, 14.0, DAY.coral, ink=DAY.ink, ink_width=2.2), *some(9))
    )


@pytest.mark.parametrize("size", [(700, 430), (333, 1000)])
@pytest.mark.parametrize("tile", [64, 101, 256])
def test_tiles_are_bit_for_bit_the_whole(painter: Painter, size: tuple[int, int], tile: int) -> None:
    whole = still.render(picture(), size, painter=painter)
    parts = still.render(picture(), size, painter=painter, tile=tile)
    assert whole.shape == (size[1], size[0], 4)
    np.testing.assert_array_equal(whole, parts)


def test_a_still_beyond_the_texture_limit(painter: Painter) -> None:
    limit = painter.ctx.info["GL_MAX_TEXTURE_SIZE"]
    size = (limit + 900, 12)
    pixels = still.render(Picture(tuple(some(3))), size, painter=painter)
    assert pixels.shape == (12, limit + 900, 4)


@pytest.mark.parametrize("size", [(0, 0), (0, 5), (5, 0)])
def test_no_area_is_an_empty_picture(painter: Painter, size: tuple[int, int]) -> None:
    assert still.render(picture(), size, painter=painter).size == 0


def test_transparent_leaves_the_ground_out_and_keeps_colours_straight(painter: Painter) -> None:
    half = np.array([*DAY.coral[:3], 0.5], np.float32)
    layers = Picture((ground(), discs("disc", [[240, 150]], [[60, 60]], half)))
    pixels = still.render(layers, (480, 300), painter=painter, transparent=True)
    assert not pixels[:40].any()
    want = np.round(DAY.coral[:3] * 255).astype(int)
    assert abs(int(pixels[150, 240, 3]) - 128) <= 1
    assert np.abs(pixels[150, 240, :3].astype(int) - want).max() <= 2
    assert (still.render(layers, (480, 300), painter=painter)[..., 3] == 255).all()


def test_a_background_lies_under_what_is_left_open(painter: Painter) -> None:
    pixels = still.render(Picture(()), (8, 5), painter=painter, background=(1.0, 0.5, 0.0, 1.0))
    assert (pixels == [255, 128, 0, 255]).all()


def test_a_context_of_its_own_is_made_and_given_back() -> None:
    pixels = still.render(Picture((ground(),)), (16, 10))
    assert (pixels[..., 3] == 255).all()


def test_grain_lies_still_on_the_board(painter: Painter) -> None:
    """At twice the size the same grain is seen, finer: scaled down it is the same picture."""
    small = still.render(Picture((ground(),)), (960, 600), painter=painter)[..., :3].astype(float)
    large = still.render(Picture((ground(),)), (1920, 1200), painter=painter)[..., :3].astype(float)
    half = large.reshape(600, 2, 960, 2, 3).mean(axis=(1, 3))
    assert np.abs(half - small).mean() < 1.0
    a, b = half[..., 0] - half[..., 0].mean(), small[..., 0] - small[..., 0].mean()
    assert (a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()) > 0.9


@pytest.mark.parametrize("name", ["koi", "pond", "water", "pile"])
@pytest.mark.parametrize("tile", [133, 250])
def test_tiles_of_a_scene_are_the_whole(painter: Painter, name: str, tile: int) -> None:
    """Of odd sizes too: markings and waters ask their neighbours. Water may round by a level."""
    scene = registry.scene_class(name)()
    for _ in range(200):
        scene.tick()
    seen = scene.picture()
    whole = still.render(seen, (601, 375), painter=painter).astype(int)
    parts = still.render(seen, (601, 375), painter=painter, tile=tile)
    assert np.abs(whole - parts).max() <= (1 if name == "pond" else 0)


def test_tiles_come_in_order_and_cover_once(painter: Painter) -> None:
    seen = np.zeros((130, 170), int)
    for x, y, part in still.tiles(picture(), view(170, 130), painter, tile=48):
        seen[y : y + part.shape[0], x : x + part.shape[1]] += 1
    assert (seen == 1).all()


def test_figures_are_painted_at_the_published_size() -> None:
    assert still.published_painter(context.headless())(picture()).shape == (300, 480, 4)
