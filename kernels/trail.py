"""Reading places off trails: what lies so many px along the way that a head went (000/004, scene 05)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch


def read_trail(
    trail: np.ndarray, newest: np.ndarray, place: np.ndarray, step: float, found: np.ndarray
) -> None:
    """Points of every trail at given places along it, between its samples.

    ``trail`` (count, samples, 3): x, y px and unwrapped bearing rad of each sample, a ring: sample number n
    is at n modulo ``samples``. ``newest`` (count,) int32: number of the newest sample.
    ``place`` (count, k) px along the trail, whose samples are ``step`` px apart; what lies beyond either end
    is held at it. Filled: ``found`` (count, k, 3). Float of ``runtime.real()``. Raises ValueError for shapes
    or types that do not fit.
    """
    if place.ndim != 2 or trail.ndim != 3:
        raise ValueError(f"trail and place must have 3 and 2 axes, not {trail.shape} and {place.shape}")
    count = len(place)
    expect(
        trail.dtype,
        trail=(trail, (count, trail.shape[1], 3)),
        place=(place, place.shape),
        found=(found, (*place.shape, 3)),
    )
    expect(np.int32, newest=(newest, (count,)))
    launch(_serial if count <= TURNS else _parallel, trail, newest, place, step, found)


@ti.func
def _one(
    trail: ti.template(), newest: ti.template(), place: ti.template(), step, found: ti.template(), c: ti.i32
):
    samples = trail.shape[1]
    last = newest[c]
    end = last % samples
    for i in range(place.shape[1]):
        k = ti.min(ti.max(place[c, i] / step, last - (samples - 2) + place[c, i] * 0), last + place[c, i] * 0)
        low = ti.floor(k, ti.i32)
        share = k - low
        # No division a place: all of them lie less than a turn of the ring before its end.
        a, b = end - (last - low), end - (last - ti.min(low + 1, last))
        a += samples * ti.cast(a < 0, ti.i32)
        b += samples * ti.cast(b < 0, ti.i32)
        for axis in ti.static(range(3)):
            found[c, i, axis] = trail[c, a, axis] + (trail[c, b, axis] - trail[c, a, axis]) * share


@ti.kernel
def _serial(
    trail: ti.types.ndarray(),
    newest: ti.types.ndarray(),
    place: ti.types.ndarray(),
    step: float,
    found: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for c in range(place.shape[0]):
        _one(trail, newest, place, step, found, c)


@ti.kernel
def _parallel(
    trail: ti.types.ndarray(),
    newest: ti.types.ndarray(),
    place: ti.types.ndarray(),
    step: float,
    found: ti.types.ndarray(),
):
    for c in range(place.shape[0]):
        _one(trail, newest, place, step, found, c)
