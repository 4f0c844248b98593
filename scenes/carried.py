"""Outlines carried by frames: one product of matrices lays the fins or rings of a thousand individuals.

Points of the board are complex numbers here, x + iy: a turn is then a product.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def carriers(loops: Sequence[np.ndarray]) -> np.ndarray:
    """Matrices (len(loops), 2 + 2 axes, 2 n): frames times one of them are the n points of a loop.

    A loop is (n, axes). A frame is where the loop's origin lies and what its axes are, complex numbers taken
    as two each: six numbers for a plain outline. Keep a product below 2**18 steps (rows x 6 x 2 n): above
    that BLAS wakes its threads, which spin for longer than the work takes.
    """
    rows = np.array([[np.ones(len(loop)), *np.asarray(loop).T] for loop in loops])
    return (
        np.einsum("kjn,cd->kjcnd", rows, np.eye(2))
        .reshape(len(loops), 2 * rows.shape[1], -1)
        .astype(np.float32)
    )


def to_complex(points: np.ndarray) -> np.ndarray:
    """Points (..., 2) as complex64 (...)."""
    return np.ascontiguousarray(points, np.float32).view(np.complex64)[..., 0]


def to_plane(z: np.ndarray) -> np.ndarray:
    """Complex points (...) as float32 (..., 2)."""
    z = np.ascontiguousarray(z, np.complex64)
    return z.view(np.float32).reshape(*z.shape, 2)
