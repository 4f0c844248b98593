"""Grass that leans before a gust is there, breathes with the wind, and gives way to what lands in it."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.breeze import NUMBERS, PHASE, STAGE, gust_at, value_noise
from kernels.expect import expect
from kernels.flutter import FLOOR, HALF_HEIGHT, HALF_WIDTH, X, Y
from kernels.launch import TURNS, launch

LEAN, SPEED = range(2)
"""Columns of ``state``: px that a tuft's tips lean to the right, and px a tick."""
EARLY = 11.0
"""Ticks by which grass feels a gust before a letter above it does."""
BREATH = 1.8
"""px that grass leans in the usual wind, at most."""
BOW = 17.0
"""px that it leans in a gust of strength 1, before it can lean no more."""
RUN = 0.0055
"""Lattice cells by which the wind's waves in the grass differ from one px to the next: they run along it."""
PART = 9.0
"""px that it gives way to a letter."""
STIFF, LOSS = 0.055, 0.20


def step_grass(
    place: np.ndarray,
    state: np.ndarray,
    body: np.ndarray,
    gusts: np.ndarray,
    lattice: np.ndarray,
    numbers: np.ndarray,
) -> None:
    """One tick of every tuft, in place.

    ``place`` (m, 3): foot x, y, and height, px. ``state`` (m, 2): ``LEAN``, ``SPEED``. ``body`` (n, 12) as in
    ``kernels.flutter``; ``gusts``, ``lattice`` and ``numbers`` as in ``kernels.breeze``. All float of
    ``runtime.real()``. Raises ValueError for what does not fit.
    """
    expect(
        place.dtype,
        place=(place, (len(place), 3)),
        state=(state, (len(place), 2)),
        body=(body, (len(body), 12)),
        gusts=(gusts, (len(gusts), 2)),
        lattice=(lattice, (len(lattice),)),
        numbers=(numbers, (len(NUMBERS),)),
    )
    kernel = _serial if len(place) <= TURNS else _parallel
    launch(kernel, place, state, body, gusts, lattice, numbers)


@ti.func
def _parted(place: ti.template(), body: ti.template(), i: ti.i32):
    """How far the letters near a tuft push its tips aside, px."""
    push = place[i, 0] * 0
    for j in range(body.shape[0]):
        dx = place[i, 0] - body[j, X]
        reach = body[j, HALF_WIDTH] + 5.0
        if ti.abs(dx) < reach:
            above = body[j, FLOOR] - body[j, Y] - body[j, HALF_HEIGHT]
            if above < 10.0 and ti.abs(place[i, 1] - body[j, FLOOR]) < 14.0:
                near = 1 - ti.max(above, 0.0) / 10.0
                push += ti.select(dx < 0, -PART, PART) * near * ti.min(ti.abs(dx) / 6.0, 1.0)
    return push


@ti.func
def _one(
    place: ti.template(),
    state: ti.template(),
    body: ti.template(),
    gusts: ti.template(),
    lattice: ti.template(),
    numbers: ti.template(),
    i: ti.i32,
):
    x, y = place[i, 0], place[i, 1]
    blow = gust_at(gusts, numbers, x, EARLY)
    wave = value_noise(lattice, numbers[PHASE] * 9.0 - x * RUN - (y - numbers[STAGE]) * 0.02) * 2 - 1
    bow = BOW * blow / (1 + 0.5 * ti.abs(blow))
    want = (BREATH * wave + bow) * ti.min(place[i, 2] / 14.0, 1.6) + _parted(place, body, i)
    state[i, SPEED] += (want - state[i, LEAN]) * STIFF - state[i, SPEED] * LOSS
    state[i, LEAN] += state[i, SPEED]


@ti.kernel
def _serial(
    place: ti.types.ndarray(),
    state: ti.types.ndarray(),
    body: ti.types.ndarray(),
    gusts: ti.types.ndarray(),
    lattice: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(place.shape[0]):
        _one(place, state, body, gusts, lattice, numbers, i)


@ti.kernel
def _parallel(
    place: ti.types.ndarray(),
    state: ti.types.ndarray(),
    body: ti.types.ndarray(),
    gusts: ti.types.ndarray(),
    lattice: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    for i in range(place.shape[0]):
        _one(place, state, body, gusts, lattice, numbers, i)
