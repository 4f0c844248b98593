"""Bodies that touch by their true outlines: their mass, their rim, their hollows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernels.bodies import ANGLE, VY, B, X, Y
from kernels.boxes import Boxes
from kernels.glyph_field import distance_field
from kernels.rules import Rules
from kernels.shapes import Outline, outline

ROOM = Rules(floor=276.0, left=8.0, right=472.0, top=-900.0)


def loop(half: float, *, hole: bool = False) -> np.ndarray:
    """A square's four sides as quadratics (4, 3, 2), the other way round for a hole."""
    p = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    p = p[::-1] if hole else p
    q = np.roll(p, -1, axis=0)
    return np.stack([p, (p + q) / 2, q], axis=1)


def shape(*loops: np.ndarray) -> Outline:
    curves = np.concatenate(loops).astype(np.float32)
    box = (-0.75, -0.75, 0.75, 0.75)
    return outline(curves, distance_field(curves, box, (96, 96)), box, 0.06)


def test_an_outline_knows_its_mass_and_follows_its_rim():
    ring = shape(loop(0.5), loop(0.4, hole=True))
    assert ring.area == pytest.approx(1 - 0.64, rel=1e-5)
    assert ring.moment == pytest.approx((1 - 0.8**4) / 6, rel=1e-5)
    np.testing.assert_allclose(ring.center, 0, atol=1e-6)
    np.testing.assert_allclose(ring.extent, 0.5, atol=1e-6)
    far = np.abs(ring.points[:, :2]).max(axis=1)
    assert set(np.round(far, 4).tolist()) == {0.4, 0.5}
    after = ring.points[ring.points[:, 3].astype(int), :2]
    assert np.hypot(*(after - ring.points[:, :2]).T).max() < 0.061


def test_outlines_touch_where_the_ink_is_and_not_in_their_holes():
    ring, grain = shape(loop(0.5), loop(0.4, hole=True)), shape(loop(0.5))
    boxes = Boxes(np.ones((2, 2)), ROOM, shapes=[ring, grain], em=[100.0, 20.0])
    boxes.body[:, [X, Y]] = [[240, 226], [240, 215]]
    boxes.tick()
    assert not np.any(boxes.contacts()[:, B] == 0)  # the grain is still in the air within the ring
    for _ in range(400):
        boxes.tick()
    assert boxes.still.all()
    np.testing.assert_allclose(boxes.body[0, [X, Y]], [240, 226], atol=0.5)
    np.testing.assert_allclose(boxes.body[1, [X, Y]], [240, 256], atol=0.7)  # upon the ring's inner side
    boxes.body[1, VY] = -400.0  # thrown up, it does not pass through either
    boxes.wake()
    for _ in range(200):
        boxes.tick()
        assert np.all(np.abs(boxes.body[1, [X, Y]] - boxes.body[0, [X, Y]]) < 50)


def test_an_outlines_origin_is_not_its_centre_of_mass():
    half = shape(loop(0.5) * [0.5, 1.0] + [0.2, 0.0])
    boxes = Boxes(np.ones((1, 2)), ROOM, shapes=[half], em=[100.0])
    boxes.body[0, ANGLE] = math.pi / 2
    boxes.put(np.array([[240.0, 100.0]]))
    np.testing.assert_allclose(boxes.origins(), [[240, 100]], atol=1e-4)
    np.testing.assert_allclose(boxes.body[0, [X, Y]], [240, 120], atol=1e-3)
