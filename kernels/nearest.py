"""Which of many round bodies is nearest to each place: what bends a tuft of grass or startles a leaf."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch


def nearest_body(
    places: np.ndarray,
    points: np.ndarray,
    radius: np.ndarray,
    reach: float,
    near: np.ndarray,
    away: np.ndarray,
) -> None:
    """The nearest side of the discs around ``points`` as seen from each place.

    ``places`` (places, 2), ``points`` (points, 2) px; ``radius`` (points,) px of the disc around each point.
    ``reach``: px beyond a side at which it is no longer felt. Filled: ``near`` (places,), 0 out of reach to
    1 at or inside a side; ``away`` (places, 2), unit vector from that disc's middle to the place, 0 when out
    of reach. All float of ``runtime.real()``. Raises ValueError for shapes or types that do not fit.
    """
    m, k = len(places), len(points)
    expect(
        places.dtype,
        places=(places, (m, 2)),
        points=(points, (k, 2)),
        radius=(radius, (k,)),
        near=(near, (m,)),
        away=(away, (m, 2)),
    )
    launch(_serial if m <= TURNS else _parallel, places, points, radius, reach, near, away)


@ti.func
def _one(
    places: ti.template(),
    points: ti.template(),
    radius: ti.template(),
    reach,
    near: ti.template(),
    away: ti.template(),
    i: ti.i32,
):
    best, bx, by = reach + places[i, 0] * 0, places[i, 0] * 0, places[i, 0] * 0
    for j in range(points.shape[0]):
        dx, dy = places[i, 0] - points[j, 0], places[i, 1] - points[j, 1]
        feel = best + radius[j]
        # Most are far: a square root only for those that could be nearer than the best so far.
        if dx * dx + dy * dy < feel * feel:
            gap = ti.sqrt(dx * dx + dy * dy) - radius[j]
            if gap < best:
                best, bx, by = gap, dx, dy
    near[i] = 0
    away[i, 0] = 0
    away[i, 1] = 0
    d = ti.sqrt(bx * bx + by * by)
    if d > 0:
        near[i] = ti.min(1 - best / reach, 1 + 0 * best)
        away[i, 0] = bx / d
        away[i, 1] = by / d


@ti.kernel
def _serial(
    places: ti.types.ndarray(),
    points: ti.types.ndarray(),
    radius: ti.types.ndarray(),
    reach: float,
    near: ti.types.ndarray(),
    away: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(places.shape[0]):
        _one(places, points, radius, reach, near, away, i)


@ti.kernel
def _parallel(
    places: ti.types.ndarray(),
    points: ti.types.ndarray(),
    radius: ti.types.ndarray(),
    reach: float,
    near: ti.types.ndarray(),
    away: ti.types.ndarray(),
):
    for i in range(places.shape[0]):
        _one(places, points, radius, reach, near, away, i)
