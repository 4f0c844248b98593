"""Water as a row of columns, and bodies that float by the share of them that is under (article 003, 05)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

X, Y, ANGLE, VX, VY, SPIN, HALF_WIDTH, HALF_HEIGHT, SHARE, WET, ENTRY, TORQUE, SUNK = range(13)
"""Columns of a body: centre px, radians clockwise, speeds per tick, half sizes of its box px, share under
water, whether it is in the water, the speed with which it came in at this tick (0 at others), the turning
push of the water on it, px below the surface at which it floats (0: on it; lower rows hang there)."""
STILLER = 60.0
"""Px of depth in which waves grow weaker by a factor of e for what floats there."""
HEIGHT, RISE = range(2)
"""Columns of the water: px above the level, px per tick upward."""
STIFF, DAMP, SPREAD, CELL, LEVEL = range(5)
"""Numbers of the surface."""
GRAVITY, DENSITY, DRAG, SPIN_DRAG, SPLASH = range(5)
"""Numbers of floating."""


def step_columns(water: np.ndarray, given: np.ndarray, numbers: np.ndarray, passes: int) -> None:
    """One tick of the surface, in place.

    ``water`` (n, 2), see HEIGHT and RISE. ``given`` (n, 2) is overwritten: what each column hands to its left
    and to its right. It is the caller's, as the same arrays make a launch that is known. ``numbers`` (5,):
    pull back to the level per px, share of the speed lost, share of a difference handed to each neighbour, px
    between columns, board y of the level (the last two are not used here). ``passes``: rounds of handing
    over; a wave goes one column further in each.
    Raises ValueError for shapes or types that do not fit.
    """
    expect(water.dtype, water=(water, (len(water), 2)), given=(given, water.shape), numbers=(numbers, (5,)))
    launch(_step_columns, water, given, numbers, passes)


def float_bodies(
    bodies: np.ndarray, samples: np.ndarray, water: np.ndarray, surface: np.ndarray, numbers: np.ndarray
) -> None:
    """One tick of every body, in place; bodies that come into the water push its surface down.

    ``bodies`` (m, 13), see X to SUNK. ``samples`` (m, s, 2) px: places in each body, about its centre and
    unturned, by which it is told how much of it is under. ``water`` (n, 2) and ``surface`` (5,) as for
    ``step_columns``. ``numbers`` (5,): gravity px/tick², density of water against the bodies', share of the
    speed and of the spin that water takes from a body wholly under, share of its speed that a body gives the
    columns under it as it comes in. Raises ValueError for shapes or types that do not fit.
    """
    if samples.ndim != 3:
        raise ValueError(f"samples must be (bodies, samples, 2), not {samples.shape}")
    expect(
        bodies.dtype,
        bodies=(bodies, (len(bodies), 13)),
        samples=(samples, (len(bodies), samples.shape[1], 2)),
        water=(water, (len(water), 2)),
        surface=(surface, (5,)),
        numbers=(numbers, (5,)),
    )
    launch(_float_bodies, bodies, samples, water, surface, numbers)


@ti.func
def _height_at(water: ti.template(), surface: ti.template(), x):
    """Px above the level of the surface at x, straight between columns."""
    last = water.shape[0] - 1
    at = ti.math.clamp(x / surface[CELL], 0.0, ti.cast(last, float))
    k = ti.min(ti.cast(ti.floor(at), ti.i32), last - 1)
    t = at - k
    return water[k, HEIGHT] * (1 - t) + water[k + 1, HEIGHT] * t


@ti.kernel
def _step_columns(
    water: ti.types.ndarray(), given: ti.types.ndarray(), numbers: ti.types.ndarray(), passes: ti.i32
):
    ti.loop_config(serialize=True)
    for _ in range(1):
        n = water.shape[0]
        for k in range(n):
            water[k, RISE] += -numbers[STIFF] * water[k, HEIGHT] - numbers[DAMP] * water[k, RISE]
            water[k, HEIGHT] += water[k, RISE]
        for _pass in range(passes):
            for k in range(n):
                given[k, 0] = 0.0
                given[k, 1] = 0.0
                if k > 0:
                    given[k, 0] = numbers[SPREAD] * (water[k, HEIGHT] - water[k - 1, HEIGHT])
                if k < n - 1:
                    given[k, 1] = numbers[SPREAD] * (water[k, HEIGHT] - water[k + 1, HEIGHT])
            for k in range(n):
                if k > 0:
                    water[k - 1, RISE] += given[k, 0]
                    water[k - 1, HEIGHT] += given[k, 0]
                if k < n - 1:
                    water[k + 1, RISE] += given[k, 1]
                    water[k + 1, HEIGHT] += given[k, 1]


@ti.func
def _splash(bodies: ti.template(), water: ti.template(), surface: ti.template(), share, i: ti.i32):
    """The columns under a body's box take a share of its speed."""
    c, s = ti.abs(ti.cos(bodies[i, ANGLE])), ti.abs(ti.sin(bodies[i, ANGLE]))
    reach = bodies[i, HALF_WIDTH] * c + bodies[i, HALF_HEIGHT] * s
    for k in range(water.shape[0]):
        if ti.abs(k * surface[CELL] - bodies[i, X]) <= reach:
            water[k, RISE] -= bodies[i, VY] * share


@ti.kernel
def _float_bodies(
    bodies: ti.types.ndarray(),
    samples: ti.types.ndarray(),
    water: ti.types.ndarray(),
    surface: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(bodies.shape[0]):
        c, s = ti.cos(bodies[i, ANGLE]), ti.sin(bodies[i, ANGLE])
        under, borne, torque = 0, 0, bodies[i, X] * 0
        below, calmer = surface[LEVEL] + bodies[i, SUNK], ti.exp(-bodies[i, SUNK] / STILLER)
        for k in range(samples.shape[1]):
            rx = samples[i, k, 0] * c - samples[i, k, 1] * s
            ry = samples[i, k, 0] * s + samples[i, k, 1] * c
            height = _height_at(water, surface, bodies[i, X] + rx)
            if bodies[i, Y] + ry > surface[LEVEL] - height:
                under += 1
            if bodies[i, Y] + ry > below - calmer * height:
                borne += 1
                torque -= rx
        share = bodies[i, X] * 0 + under / ti.cast(samples.shape[1], float)
        lift = numbers[GRAVITY] * numbers[DENSITY]
        held = bodies[i, X] * 0 + borne / ti.cast(samples.shape[1], float)
        size = bodies[i, HALF_WIDTH] ** 2 + bodies[i, HALF_HEIGHT] ** 2
        turn = torque / samples.shape[1] * lift / (size / 3)
        bodies[i, VY] += numbers[GRAVITY] - lift * held
        bodies[i, SPIN] += turn
        bodies[i, VX] *= 1 - numbers[DRAG] * share
        bodies[i, VY] *= 1 - numbers[DRAG] * share
        bodies[i, SPIN] *= 1 - numbers[SPIN_DRAG] * share
        bodies[i, X] += bodies[i, VX]
        bodies[i, Y] += bodies[i, VY]
        bodies[i, ANGLE] += bodies[i, SPIN]
        bodies[i, ENTRY] = 0.0
        if under > 0 and bodies[i, WET] == 0:
            bodies[i, WET] = 1.0
            if bodies[i, VY] > 0:
                bodies[i, ENTRY] = bodies[i, VY]
                _splash(bodies, water, surface, numbers[SPLASH], i)
        elif under == 0:
            bodies[i, WET] = 0.0
        bodies[i, SHARE] = share
        bodies[i, TORQUE] = turn
