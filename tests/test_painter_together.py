"""Layers of points are baked together, and what lies still is left alone: no picture shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest
from test_painter_layers import DAY, ground, paint

from scenes.picture import Layer, pose, ribbons, shapes
from viewer.painter import Painter, arcs

pytestmark = pytest.mark.gl


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    made = Painter(ctx)
    yield made
    made.release()


class Count:
    """Draws, targets and uploads since the last ``take``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found = {"draws": 0, "writes": 0}
        self._watch(monkeypatch, moderngl.VertexArray, "render", "draws")
        self._watch(monkeypatch, moderngl.Texture, "write", "writes")

    def _watch(self, monkeypatch: pytest.MonkeyPatch, kind: type, name: str, key: str) -> None:
        plain = getattr(kind, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self.found[key] += 1
            return plain(*args, **kwargs)

        monkeypatch.setattr(kind, name, call)

    def take(self) -> tuple[int, int]:
        found = self.found["draws"], self.found["writes"]
        self.found.update(draws=0, writes=0)
        return found


def strand(k: int, turn: int, m: int = 2, n: int = 5) -> Layer:
    """Ribbons number ``k``, somewhere else at every ``turn``."""
    t = np.arange(n)
    y = 12.0 + 9 * k + 5 * np.sin(0.7 * t + 0.3 * turn + np.arange(m)[:, None])
    points = np.stack([np.broadcast_to(20.0 + 160 * t / n, y.shape) + 2 * k, y], -1)
    return ribbons(f"strand {k}", points, 2.0 + 0.4 * t, DAY.coral, ink=DAY.ink, ink_width=1.0)


def leaf(k: int, turn: int, n: int = 6) -> Layer:
    ring = 2 * np.pi * np.arange(n) / n + 0.1 * turn
    loop = 11 * np.stack([np.cos(ring), np.sin(ring)], -1) + (30 + 26 * k, 125)
    return shapes(f"leaf {k}", loop, DAY.sage, ink=DAY.ink, ink_width=1.0)


def scene(turn: int, still: tuple[int, ...] = (), kept: dict[int, Layer] | None = None) -> list[Layer]:
    """Six strands, one of several rows of texels, and five leaves; those in ``still`` are of ``kept``."""
    made = [strand(k, turn, m=20 if k == 3 else 2, n=16 if k == 3 else 2 + 2 * k) for k in range(6)]
    made += [leaf(k, turn, n=3 + k) for k in range(5)]
    return [kept[k] if kept is not None and k in still else layer for k, layer in enumerate(made)]


def alone(painter: Painter, layers: list[Layer]) -> np.ndarray:
    """The same picture by layers that are baked one by one: each is painted first in a picture of its own."""
    owner = object()
    pixels = np.zeros(0)
    for count in range(1, len(layers) + 1):
        pixels = paint(painter, *layers[:count], owner=owner)
    return pixels


def test_layers_that_move_take_one_upload_and_one_draw_a_bake(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint(painter, *scene(0))
    count = Count(monkeypatch)
    for turn in range(1, 4):
        paint(painter, *scene(turn))
        # Eleven layers, two bakes of ribbons and one of shapes; points of ribbons and points of shapes.
        assert count.take() == (11 + 3, 2)


def test_together_is_the_same_picture_as_one_by_one(painter: Painter) -> None:
    for turn in (0, 5):
        layers = scene(turn)
        np.testing.assert_array_equal(paint(painter, *layers), alone(painter, layers))


def test_what_lies_still_is_baked_no_more_and_stays_where_it_is(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Layers that rest for a while and move on; each picture is that of an owner whose layers are all new."""
    monkeypatch.setattr(arcs, "PATIENCE", 2)
    kept = dict(enumerate(scene(0)))
    still = (1, 3, 7)
    writes = []
    for turn in range(9):
        resting = still if turn < 6 else (7,)
        layers = scene(turn, resting, kept)
        with monkeypatch.context() as patch:
            count = Count(patch)
            got = paint(painter, *layers)
            writes.append(count.take())
        np.testing.assert_array_equal(got, paint(painter, *layers, owner=turn))
    assert writes[1] == (14, 2)
    assert writes[3] == (14 + 5, 2 + 3)  # each of the three once on its own
    assert set(writes[4:]) == {(14, 2)}


def test_a_picture_in_which_nothing_moves_bakes_nothing(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = scene(0)
    first = paint(painter, *layers)
    count = Count(monkeypatch)
    np.testing.assert_array_equal(paint(painter, *layers), first)
    assert count.take() == (11, 0)


def test_layers_that_come_and_go_are_baked_anew_when_they_are_back(painter: Painter) -> None:
    """A layer that was not shown may have lost its arcs to those of the others."""
    layers = scene(0)
    whole = paint(painter, *layers)
    for turn in range(1, 4):
        paint(painter, *scene(turn)[2:])
        np.testing.assert_array_equal(paint(painter, *layers), whole)


def test_other_colours_alone_are_no_new_arcs(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    layers = scene(0)
    paint(painter, *layers)
    other = [pose(layer, fill=np.tile(DAY.milk, (len(layer.fill), 1))) for layer in layers]  # type: ignore[attr-defined]
    count = Count(monkeypatch)
    got = paint(painter, *other)
    assert count.take() == (11, 0)
    np.testing.assert_array_equal(got, paint(painter, *other, owner="another"))


def test_two_owners_do_not_take_each_others_arcs(painter: Painter) -> None:
    first, second = scene(0), scene(9)
    a, b = paint(painter, *first, owner=1), paint(painter, *second, owner=2)
    for _ in range(3):
        np.testing.assert_array_equal(paint(painter, *first, owner=1), a)
        np.testing.assert_array_equal(paint(painter, *second, owner=2), b)


def test_layers_of_the_kept_ground_and_those_above_it_do_not_take_each_others_arcs(painter: Painter) -> None:
    """The lowest layers are painted apart, in the same paint, and painted again when fewer are still."""
    under = ground()
    kept = dict(enumerate(scene(0)))
    for turn in range(6):
        still = (0, 1, 2, 3) if turn < 3 else (0, 1)
        layers = [under, *scene(turn, still, kept)]
        got = paint(painter, *layers)
        np.testing.assert_array_equal(got, paint(painter, *layers, owner=turn))
