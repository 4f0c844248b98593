"""Strands that trail in water: Verlet with a fixed number of link passes (articles 000/004, scene 06)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch


def step_strands(
    points: np.ndarray,
    before: np.ndarray,
    root: np.ndarray,
    gap: np.ndarray,
    keep: float,
    fall: float,
    passes: int,
) -> None:
    """One step of every strand, in place.

    ``points``, ``before`` (count, joints, 2) px: joints now and a step ago, the root at joint 0. ``root``
    (count, 2): where roots are held. ``gap`` (count,) px. ``keep``: share of the last motion that goes on.
    ``fall``: px that each joint sinks (the acceleration times the step squared). ``passes``: rounds of
    fitting the gaps, from the tip to the root, each link moving both ends by half, the root put back after
    each round. All float of ``runtime.real()``. Raises ValueError for shapes or types that do not fit.
    """
    count = len(points)
    if points.ndim != 3 or points.shape[1] < 2:
        raise ValueError(f"points must be (count, joints, 2) with two joints or more, not {points.shape}")
    expect(
        points.dtype,
        points=(points, (count, points.shape[1], 2)),
        before=(before, points.shape),
        root=(root, (count, 2)),
        gap=(gap, (count,)),
    )
    kernel = _strands_serial if count <= TURNS else _strands_parallel
    launch(kernel, points, before, root, gap, keep, fall, passes)


@ti.func
def _strand_one(
    points: ti.template(),
    before: ti.template(),
    root: ti.template(),
    gap: ti.template(),
    keep,
    fall,
    passes: ti.i32,
    c: ti.i32,
):
    last = points.shape[1] - 1
    for i in range(points.shape[1]):
        for axis in ti.static(range(2)):
            now = points[c, i, axis]
            points[c, i, axis] = (
                now + (now - before[c, i, axis]) * keep + (fall if ti.static(axis == 1) else 0)
            )
            before[c, i, axis] = now
    for _ in range(passes):
        for k in range(last):
            i = last - k
            dx, dy = points[c, i, 0] - points[c, i - 1, 0], points[c, i, 1] - points[c, i - 1, 1]
            d = ti.sqrt(dx * dx + dy * dy)
            if d > 0:
                off = (d - gap[c]) / d / 2
                points[c, i, 0] -= dx * off
                points[c, i, 1] -= dy * off
                points[c, i - 1, 0] += dx * off
                points[c, i - 1, 1] += dy * off
        points[c, 0, 0] = root[c, 0]
        points[c, 0, 1] = root[c, 1]


@ti.kernel
def _strands_serial(
    points: ti.types.ndarray(),
    before: ti.types.ndarray(),
    root: ti.types.ndarray(),
    gap: ti.types.ndarray(),
    keep: float,
    fall: float,
    passes: ti.i32,
):
    ti.loop_config(serialize=True)
    for c in range(points.shape[0]):
        _strand_one(points, before, root, gap, keep, fall, passes, c)


@ti.kernel
def _strands_parallel(
    points: ti.types.ndarray(),
    before: ti.types.ndarray(),
    root: ti.types.ndarray(),
    gap: ti.types.ndarray(),
    keep: float,
    fall: float,
    passes: ti.i32,
):
    for c in range(points.shape[0]):
        _strand_one(points, before, root, gap, keep, fall, passes, c)
