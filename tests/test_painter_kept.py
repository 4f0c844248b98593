"""What stands still is painted once and copied, and nobody can tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest
from test_painter_faults import water
from test_painter_layers import DAY, ground, paint, some

from kernels import runtime
from scenes.picture import Layer, discs
from viewer.painter import Painter
from viewer.painter.kept import PATIENCE
from viewer.standing import still

pytestmark = pytest.mark.gl


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    runtime.start("cpu")
    made = Painter(ctx)
    yield made
    made.release()


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry a draw call."""
    calls: list[int] = []
    plain = moderngl.VertexArray.render

    def counted(self: Any, *args: Any, **kwargs: Any) -> None:
        calls.append(1)
        plain(self, *args, **kwargs)

    monkeypatch.setattr(moderngl.VertexArray, "render", counted)
    return calls


def moving(tick: int) -> Layer:
    return discs("moving", [[40.0 + tick, 75.0]], [[12.0, 9.0]], DAY.coral)


def alone(painter: Painter, *layers: Layer) -> np.ndarray:
    """What a painter that has seen nothing paints."""
    fresh = Painter(painter.ctx)
    pixels = paint(fresh, *layers)
    fresh.release()
    return pixels


def test_scenery_costs_one_copy_and_looks_the_same(painter: Painter, draws: list[int]) -> None:
    scenery = (ground(), *some(5))
    for tick in range(6):
        picture = (*scenery, moving(tick))
        draws.clear()
        pixels = paint(painter, *picture)
        if tick > 1:
            assert len(draws) == 2  # the copy and what moves
        np.testing.assert_array_equal(pixels, alone(painter, *picture))


def test_what_blinks_is_left_out_and_comes_back_when_it_is_calm(painter: Painter, draws: list[int]) -> None:
    scenery, lid = (ground(), *some(3)[:1]), some(2, " lid")
    counts = []
    for tick in range(3 * PATIENCE):
        if tick in (10, 12, 14):
            lid = some(2, " lid")
        picture = (*scenery, *lid, moving(tick))
        draws.clear()
        pixels = paint(painter, *picture)
        counts.append(len(draws))
        if tick in (9, 10, 11, 12, 13, 40, 80):
            np.testing.assert_array_equal(pixels, alone(painter, *picture))
    assert counts[9] == 2
    assert counts[11] == counts[13] == counts[20] == 5  # the copy, three of the lid, what moves
    assert counts[-1] == 2


def test_owners_sizes_and_changes_are_told_apart(painter: Painter) -> None:
    first, second = (ground(), *some(3)), (ground(), *some(4))
    want = [paint(painter, *first), paint(painter, *second)]
    for _ in range(4):
        for owner, layers, pixels in (("a", first, want[0]), ("b", second, want[1])):
            np.testing.assert_array_equal(paint(painter, *layers, owner=owner), pixels)
    small = paint(painter, *first, size=(120, 75))
    np.testing.assert_array_equal(paint(painter, *first, size=(120, 75), owner="a"), small)
    np.testing.assert_array_equal(paint(painter, *first, owner="a"), want[0])
    np.testing.assert_array_equal(paint(painter, *second, owner="a"), want[1])


def test_water_and_what_lies_above_it_are_not_kept(painter: Painter) -> None:
    layers = (ground(), *some(3), water(1), moving(0))
    assert still(layers, layers) == 4
    want = alone(painter, *layers)
    for _ in range(4):
        np.testing.assert_array_equal(paint(painter, *layers), want)


def test_nothing_is_kept_without_an_opaque_ground(painter: Painter) -> None:
    layers = tuple(some(3))
    assert still(layers, layers) == 0
    assert still((), ()) == 0
    want = alone(painter, *layers)
    for _ in range(3):
        np.testing.assert_array_equal(paint(painter, *layers), want)
