"""Small steps over many individuals that NumPy's own words do at several times the price for a few."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU


def pair(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Points (..., 2) of equally shaped ``x`` and ``y``."""
    points = np.empty((*x.shape, 2))
    points[..., 0] = x
    points[..., 1] = y
    return points


def unit(angle: np.ndarray) -> np.ndarray:
    """Unit vectors (..., 2) along ``angle`` radians."""
    return pair(np.cos(angle), np.sin(angle))


def limit(values: np.ndarray, low: np.ndarray | float, high: np.ndarray | float) -> np.ndarray:
    """``values`` held within ``low`` and ``high``."""
    return np.minimum(np.maximum(values, low), high)


def wrap(angle: np.ndarray) -> np.ndarray:
    """The same directions in [-pi, pi)."""
    return (angle + math.pi) % TAU - math.pi
