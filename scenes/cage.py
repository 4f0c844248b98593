"""A cage bends what lies in and around it: mean value coordinates of a polygon.

Source: Hormann and Floater 2006, "Mean value coordinates for arbitrary planar polygons": they are defined
everywhere in the plane, reproduce every affine map exactly, and are smooth away from the corners.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_NUDGE = np.array([1.3e-7, 2.1e-7])
"""em; no node lies exactly on a side of the cage, where the formula has no value."""


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
