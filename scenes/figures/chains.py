"""What the figures of the snake and of the koi read off a chain of joints."""

from __future__ import annotations

import numpy as np

from scenes.vectors import wrap


def head_to_tail(points: np.ndarray) -> float:
    """Distance of the first and the last of joints (n, 2), px."""
    return float(np.hypot(*(points[0] - points[-1])))


def largest_bend(points: np.ndarray) -> float:
    """Largest bend between neighbouring segments of joints (n, 2), radians."""
    step = np.diff(points, axis=0)
    return float(np.abs(wrap(np.diff(np.arctan2(step[:, 1], step[:, 0])))).max())


def gap_error(points: np.ndarray, gap: float) -> float:
    """Largest difference from ``gap`` of neighbouring joints (n, 2), px."""
    step = np.diff(points, axis=0)
    return float(np.abs(np.hypot(step[:, 0], step[:, 1]) - gap).max())


def far_pairs(points: np.ndarray, radius: np.ndarray, apart: int = 3) -> tuple[int, float]:
    """Pairs of joints, ``apart`` or more apart, nearer than their radii's sum; and the nearest pair, px."""
    i, j = np.triu_indices(len(points), apart)
    distance = np.hypot(*(points[i] - points[j]).T)
    return int((distance < radius[i] + radius[j]).sum()), float(distance.min())
