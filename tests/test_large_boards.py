"""Boards eight times as wide as high, or as high as wide: full to both ends, at a cost that grows by area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scenes import registry
from scenes.board import Board, extended
from scenes.hills import Hills
from scenes.picture import Ground, Picture, Water
from scenes.scene import CREATURE_TICK, Scene, Setting
from scenes.strewn import area, more, strewn
from scenes.target import HALF_WIDTH, Target
from scenes.theme import THEMES
from viewer import still
from viewer.painter import Painter

SIZES = {"wide": (1600, 200), "tall": (150, 1200)}
PARTS = 6


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    made = Painter(ctx)
    yield made
    made.release()


def make(name: str, board: Board) -> Scene:
    scene = registry.scene_class(name)(setting=Setting(board=board, theme=THEMES["day"]))
    scene.tick()
    return scene


@pytest.mark.gl
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize(
    "name", [n for n in registry.names() if registry.scene_class(n).group == "creatures"]
)
def test_every_part_of_a_large_board_has_something_to_find(painter: Painter, name: str, shape: str) -> None:
    """Each sixth along the board differs from bare ground, whoever lives there left out."""
    size = SIZES[shape]
    picture = make(name, extended(*size)).picture()
    place = tuple(
        layer for layer in picture.layers if layer.name in picture.scenery or isinstance(layer, Ground)
    )
    place = tuple(layer for layer in place if not isinstance(layer, Water))
    bare = tuple(layer for layer in place if isinstance(layer, Ground))
    full, empty = (still.render(Picture(layers), size, painter=painter) for layers in (place, bare))
    found = np.abs(full.astype(int) - empty)[..., :3].max(axis=-1) > 10
    for part in np.array_split(found, PARTS, axis=1 if shape == "wide" else 0):
        assert part.sum() > 12, f"{name}: nothing but ground in one of {PARTS} parts"


def things(picture: Picture) -> int:
    """How many texels of instances a picture holds: what it costs to make, to upload and to draw."""
    total = 0
    for layer in picture.layers:
        points = getattr(layer, "points", getattr(layer, "center", None))
        total += 0 if points is None else points.size
    return total


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("size", list(SIZES.values()))
def test_cost_grows_with_the_area_at_most(name: str, size: tuple[int, int]) -> None:
    board = extended(*size)
    small, large = (things(make(name, b).picture()) for b in (Board(), board))
    assert large <= 1.6 * area(board) * small


def test_strewn_places_fill_a_board_and_grow_with_it() -> None:
    draws = iter(np.random.default_rng(3).random(100_000))
    wide = extended(8000, 1000)
    places = strewn(wide, 50.0, lambda: float(next(draws)))
    assert (places >= 0).all()
    assert (places <= [wide.width, wide.height]).all()
    assert len(places) == pytest.approx(wide.width * wide.height / 50.0**2, rel=0.1)
    counts = np.histogram(places[:, 0], bins=8)[0]
    assert counts.max() < 1.2 * counts.min()
    room = more(wide, places[::9], 60.0, lambda: float(next(draws)))
    assert np.hypot(*(room[:, None] - places[::9][None]).transpose(2, 0, 1)).min() >= 60.0


def test_the_hills_of_a_small_board_lie_in_the_middle_of_every_large_one() -> None:
    small = Hills(THEMES["day"], Board())
    spots = np.array([[x, y] for x in (20.0, 130.0, 240.0, 333.0, 470.0) for y in (10.0, 150.0, 290.0)])
    for size in (*SIZES.values(), (4000, 1000), (1000, 4000)):
        large = Hills(THEMES["day"], extended(*size))
        offset = np.array(large.board.center) - small.board.center
        np.testing.assert_allclose(large.height(spots + offset), small.height(spots), atol=0.35)


@pytest.mark.parametrize(
    "size", [(480, 300), (1920, 1080), (1080, 1920), (3200, 1080), (8000, 1000), (1000, 8000)]
)
def test_the_target_is_as_fast_on_every_board(size: tuple[int, int]) -> None:
    """The published lap on the published board; elsewhere as much longer as the eight is."""
    speeds = []
    for board in (Board(), extended(*size)):
        target = Target(7.0, CREATURE_TICK, board)
        path = np.array([target.tick() for _ in range(round(target.lap_ticks))])
        speeds.append(np.hypot(*np.diff(path, axis=0).T).mean() / CREATURE_TICK)
    assert speeds[1] == pytest.approx(speeds[0], rel=0.01)
    assert Target(7.0, CREATURE_TICK, Board()).lap_ticks * CREATURE_TICK == 7.0


def test_a_target_keeps_its_share_of_the_lap_when_its_board_changes() -> None:
    target = Target(7.0, CREATURE_TICK, Board())
    for _ in range(100):
        target.tick()
    before = target.eight()[0] - 240
    wide = extended(8000, 1000)
    target.board = wide
    assert (target.eight()[0] - wide.center[0]) / wide.width == pytest.approx(before / 480)
    assert abs(before) < HALF_WIDTH
    target.board = replace(wide, width=480.0)
    assert target.ticks == pytest.approx(100)
