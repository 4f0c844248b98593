"""A body that crawls by shrinking and stretching on a floor that grips backwards (000/004, scene 05)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch


def crawl(
    place: np.ndarray, speed: np.ndarray, phase: np.ndarray, drive: np.ndarray, numbers: np.ndarray
) -> None:
    """One step of every body along its own trail, in place. The phase must already be that of this step.

    ``place``, ``speed`` (count, joints): arc position px and speed px/s of each joint, head first.
    ``phase`` (count,) radians of the shrinking wave, which runs from tail to head. ``drive`` (count,):
    how deep it goes, 0..1. ``numbers`` (8,): rest gap px, wave depth, radians per joint, spring 1/s²,
    damping 1/s, friction forwards and backwards 1/s, step s. All float of ``runtime.real()``.
    Raises ValueError for shapes or types that do not fit.
    """
    if place.ndim != 2 or place.shape[1] < 2:
        raise ValueError(f"place must be (count, joints) with two joints or more, not {place.shape}")
    count = len(place)
    expect(
        place.dtype,
        place=(place, place.shape),
        speed=(speed, place.shape),
        phase=(phase, (count,)),
        drive=(drive, (count,)),
        numbers=(numbers, (8,)),
    )
    launch(_crawl_serial if count <= TURNS else _crawl_parallel, place, speed, phase, drive, numbers)


@ti.func
def _pull(
    place: ti.template(), speed: ti.template(), phase, drive, numbers: ti.template(), c: ti.i32, i: ti.i32
):
    """Force that draws joint i back to joint i + 1 at the gap of this moment."""
    from_tail = place.shape[1] - 2 - i
    wave = ti.max(ti.sin(phase - from_tail * numbers[2]), 0 * phase)
    gap = numbers[0] * (1 - numbers[1] * drive * wave)
    return numbers[3] * ((place[c, i] - place[c, i + 1]) - gap) + numbers[4] * (speed[c, i] - speed[c, i + 1])


@ti.func
def _crawl_one(
    place: ti.template(),
    speed: ti.template(),
    phase: ti.template(),
    drive: ti.template(),
    numbers: ti.template(),
    c: ti.i32,
):
    last, dt = place.shape[1] - 1, numbers[7]
    ahead = phase[c] * 0
    # A joint may move as soon as the pull behind it is known: no later pull reads it.
    for i in range(place.shape[1]):
        behind = phase[c] * 0
        if i < last:
            behind = _pull(place, speed, phase[c], drive[c], numbers, c, i)
        u = speed[c, i] + (ahead - behind) * dt
        u *= ti.exp(-(numbers[5] if u >= 0 else numbers[6]) * dt)
        speed[c, i] = u
        place[c, i] += u * dt
        ahead = behind


@ti.kernel
def _crawl_serial(
    place: ti.types.ndarray(),
    speed: ti.types.ndarray(),
    phase: ti.types.ndarray(),
    drive: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for c in range(place.shape[0]):
        _crawl_one(place, speed, phase, drive, numbers, c)


@ti.kernel
def _crawl_parallel(
    place: ti.types.ndarray(),
    speed: ti.types.ndarray(),
    phase: ti.types.ndarray(),
    drive: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    for c in range(place.shape[0]):
        _crawl_one(place, speed, phase, drive, numbers, c)
