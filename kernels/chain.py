"""Chains that follow their head: every joint keeps its distance to the one before it (000/004, scene 01)."""

# pyright: reportInvalidTypeForm=false

import math
from functools import lru_cache

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch


def follow_chain(
    points: np.ndarray,
    gap: np.ndarray,
    max_bend: np.ndarray,
    back_angle: np.ndarray,
    clipped: np.ndarray | None = None,
) -> None:
    """Lay every chain behind its head again, in place, all individuals at once.

    ``points``   (count, joints, 2), px, the head at joint 0, float of ``runtime.real()``.
    ``gap``      (count,), px between neighbours.
    ``max_bend`` (count,), rad, the most that a segment may turn from the one before; pi or more: no limit.
    ``back_angle`` (count,), rad, direction from the head backwards, which limits the first segment too;
    nan leaves the neck free.
    ``clipped``  (count,) int32 or None, filled: 1 where the limit cut any segment of that individual.
    Raises ValueError for shapes or types that do not fit.
    """
    _check(points, gap=gap, max_bend=max_bend, back_angle=back_angle)
    count = len(points)
    if clipped is None:
        clipped = _unread(count)
    elif clipped.shape != (count,) or clipped.dtype != np.int32:
        raise ValueError(f"clipped must be ({count},) int32, not {clipped.shape} {clipped.dtype}")
    kernel = _follow_serial if count <= TURNS else _follow_parallel
    launch(kernel, points, gap, max_bend, back_angle, clipped)


@lru_cache(maxsize=16)
def _unread(count: int) -> np.ndarray:
    """Flags that nobody asked for, the same array each time so that the launch can be reused."""
    return np.zeros(count, np.int32)


def _check(points: np.ndarray, **each: np.ndarray) -> None:
    if points.ndim != 3 or points.shape[2] != 2:
        raise ValueError(f"points must be (count, joints, 2), not {points.shape}")
    per_one = {name: (values, points.shape[:1]) for name, values in each.items()}
    expect(points.dtype, points=(points, points.shape), **per_one)


@ti.func
def wrap_angle(angle):
    """The same direction in [-pi, pi)."""
    return angle - 2 * math.pi * ti.floor((angle + math.pi) / (2 * math.pi))


@ti.func
def _follow_one(
    points: ti.template(), gap: ti.template(), max_bend: ti.template(), back: ti.template(), c: ti.i32
):
    cut = 0
    before = back[c]
    known = before == before
    limit = max_bend[c]
    for i in range(1, points.shape[1]):
        angle = ti.atan2(points[c, i, 1] - points[c, i - 1, 1], points[c, i, 0] - points[c, i - 1, 0])
        if limit < math.pi and known:
            turn = wrap_angle(angle - before)
            if turn > limit:
                angle = before + limit
                cut = 1
            elif turn < -limit:
                angle = before - limit
                cut = 1
        points[c, i, 0] = points[c, i - 1, 0] + ti.cos(angle) * gap[c]
        points[c, i, 1] = points[c, i - 1, 1] + ti.sin(angle) * gap[c]
        before = angle
        known = True
    return cut


@ti.kernel
def _follow_serial(
    points: ti.types.ndarray(),
    gap: ti.types.ndarray(),
    max_bend: ti.types.ndarray(),
    back: ti.types.ndarray(),
    clipped: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for c in range(points.shape[0]):
        clipped[c] = _follow_one(points, gap, max_bend, back, c)


@ti.kernel
def _follow_parallel(
    points: ti.types.ndarray(),
    gap: ti.types.ndarray(),
    max_bend: ti.types.ndarray(),
    back: ti.types.ndarray(),
    clipped: ti.types.ndarray(),
):
    for c in range(points.shape[0]):
        clipped[c] = _follow_one(points, gap, max_bend, back, c)
