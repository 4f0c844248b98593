"""Arms that reach: FABRIK, pulling from the tip and then back from the root (articles 000/004, scene 04)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch


def reach_chains(
    points: np.ndarray, root: np.ndarray, aim: np.ndarray, gap: np.ndarray, iterations: int
) -> None:
    """Bring the tip of every chain to its aim, in place, its root nailed down.

    ``points`` (count, joints, 2) px, root at joint 0. ``root``, ``aim`` (count, 2) px. ``gap`` (count,) px.
    ``iterations`` of tip-to-root and root-to-tip passes. An aim beyond the chain's length is met by laying
    it straight toward it. Joints that fall together are taken as 1 px apart, so nothing divides by 0.
    All float of ``runtime.real()``. Raises ValueError for shapes or types that do not fit.
    """
    count = len(points)
    if points.ndim != 3 or points.shape[1] < 2:
        raise ValueError(f"points must be (count, joints, 2) with two joints or more, not {points.shape}")
    expect(
        points.dtype,
        points=(points, (count, points.shape[1], 2)),
        root=(root, (count, 2)),
        aim=(aim, (count, 2)),
        gap=(gap, (count,)),
    )
    kernel = _reach_serial if count <= TURNS else _reach_parallel
    launch(kernel, points, root, aim, gap, iterations)


@ti.func
def _pull(points: ti.template(), c: ti.i32, i: ti.i32, j: ti.i32, gap):
    """Put joint i at the gap from joint j, on the line between them."""
    dx, dy = points[c, i, 0] - points[c, j, 0], points[c, i, 1] - points[c, j, 1]
    d = ti.sqrt(dx * dx + dy * dy)
    if d == 0:
        d += 1
    points[c, i, 0] = points[c, j, 0] + dx / d * gap
    points[c, i, 1] = points[c, j, 1] + dy / d * gap


@ti.func
def _reach_one(
    points: ti.template(),
    root: ti.template(),
    aim: ti.template(),
    gap: ti.template(),
    iterations: ti.i32,
    c: ti.i32,
):
    last = points.shape[1] - 1
    dx, dy = aim[c, 0] - root[c, 0], aim[c, 1] - root[c, 1]
    far = ti.sqrt(dx * dx + dy * dy)
    if far >= gap[c] * last:
        for i in range(points.shape[1]):
            points[c, i, 0] = root[c, 0] + dx / far * gap[c] * i
            points[c, i, 1] = root[c, 1] + dy / far * gap[c] * i
    else:
        for _ in range(iterations):
            points[c, last, 0] = aim[c, 0]
            points[c, last, 1] = aim[c, 1]
            for k in range(last):
                _pull(points, c, last - 1 - k, last - k, gap[c])
            points[c, 0, 0] = root[c, 0]
            points[c, 0, 1] = root[c, 1]
            for k in range(last):
                _pull(points, c, k + 1, k, gap[c])


@ti.kernel
def _reach_serial(
    points: ti.types.ndarray(),
    root: ti.types.ndarray(),
    aim: ti.types.ndarray(),
    gap: ti.types.ndarray(),
    iterations: ti.i32,
):
    ti.loop_config(serialize=True)
    for c in range(points.shape[0]):
        _reach_one(points, root, aim, gap, iterations, c)


@ti.kernel
def _reach_parallel(
    points: ti.types.ndarray(),
    root: ti.types.ndarray(),
    aim: ti.types.ndarray(),
    gap: ti.types.ndarray(),
    iterations: ti.i32,
):
    for c in range(points.shape[0]):
        _reach_one(points, root, aim, gap, iterations, c)
