"""A cage bends what lies in and around it: mean value coordinates of a polygon.

Source: Hormann and Floater 2006, "Mean value coordinates for arbitrary planar polygons": they are defined
everywhere in the plane, reproduce every affine map exactly, and are smooth away from the corners.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scenes.glyphs import Glyph
from scenes.letters import NODES, rest_lattice
from scenes.picture import Floats

_NUDGE = np.array([1.3e-7, 2.1e-7])
"""em; no node lies exactly on a side of the cage, where the formula has no value."""


class Cage:
    """Carries a letter's lattice along with the points of its outline.

    ``rest`` (n, 2): em places of the outline's points at rest, a polygon that does not cross itself.
    """

    def __init__(self, glyph: Glyph, rest: ArrayLike, rows: int = NODES, columns: int = NODES) -> None:
        self.shape = rows, columns
        nodes = rest_lattice(glyph, rows, columns).reshape(-1, 2)
        self.weights = mean_values(np.asarray(rest, float), nodes)
        """(rows * columns, n): the share that each point has in each node; rows sum to 1."""

    def lattice(self, points: ArrayLike) -> Floats:
        """Nodes (rows, columns, 2) for the outline's points (n, 2) as they are now, in their unit."""
        return (self.weights @ np.asarray(points, float)).reshape(*self.shape, 2).astype(np.float32)


def mean_values(polygon: NDArray[np.floating], places: NDArray[np.floating]) -> NDArray[np.float64]:
    """Mean value coordinates (k, n) of ``places`` (k, 2) in a polygon (n, 2), either way round.

    Raises ValueError for a polygon of fewer than three points.
    """
    if len(polygon) < 3:
        raise ValueError(f"a cage needs three points at least, not {len(polygon)}")
    away = polygon[None] - (places + _NUDGE)[:, None]
    following = np.roll(away, -1, axis=1)
    far, far_next = np.linalg.norm(away, axis=2), np.linalg.norm(following, axis=2)
    cross = away[..., 0] * following[..., 1] - away[..., 1] * following[..., 0]
    dot = (away * following).sum(axis=2)
    cross = np.where(np.abs(cross) < 1e-14, 1e-14, cross)
    half = (far * far_next - dot) / cross  # tangent of half the angle at which a side is seen
    weights = (half + np.roll(half, 1, axis=1)) / far
    return weights / weights.sum(axis=1, keepdims=True)
