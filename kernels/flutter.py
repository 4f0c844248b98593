"""Letters that glide and flutter like leaves, and come to lie on the ground in order (article 003, "08")."""

# pyright: reportInvalidTypeForm=false

import math

import numpy as np
import taichi as ti

from kernels.breeze import (
    DAMPING,
    DRAG,
    FLUTTER,
    FOLLOW,
    GLIDE,
    GRAVITY,
    GUST,
    LEFT,
    LIFT,
    NUMBERS,
    RIGHT,
    TOP,
    gust_at,
    wind_at,
)
from kernels.expect import expect
from kernels.launch import launch

X, Y, VX, VY, ANGLE, SPIN, DOWN, WISH, HALF_WIDTH, HALF_HEIGHT, FLOOR, SLOPE = range(12)
"""Columns of ``body``. ``down``: 1 while it lies on the ground. ``wish``: where along the ground it wants to
lie. ``floor``: height of the ground below it; ``slope``: radians that the ground there turns it."""
MOST_SPEED = 30.0
MOST_SPIN = 0.6
MOST_BRAKE = 0.9
"""Share of its speed that the drag takes in a tick at most: a hard flick must not turn round by it."""
RUB = 0.15
"""How fast what lies takes on the speed with which it slides to its wish, as a share of the way in a tick."""
SLIDE, MOST_SLIDE = 0.05, 1.5
RISE_UP, SETTLE = 0.05, 0.24
"""Pull to lie level on the ground, 1/tick², and share of its turning that the ground takes."""
LEAN = 0.10
"""Radians by which it leans for each px a tick of sliding."""
REBOUND = 0.3


def step_flutter(body: np.ndarray, gusts: np.ndarray, lattice: np.ndarray, numbers: np.ndarray) -> None:
    """One tick of every letter, in place.

    ``body`` (n, 12): columns above, px and ticks. ``gusts`` (m, 2), ``lattice`` (k,) in 0..1 and ``numbers``
    (18,) as in ``kernels.breeze``. All float of ``runtime.real()``. Raises ValueError for what does not fit.
    """
    expect(
        body.dtype,
        body=(body, (len(body), 12)),
        gusts=(gusts, (len(gusts), 2)),
        lattice=(lattice, (len(lattice),)),
        numbers=(numbers, (len(NUMBERS),)),
    )
    launch(_step, body, gusts, lattice, numbers)


@ti.func
def _wrap(a):
    return a - 2 * math.pi * ti.floor((a + math.pi) / (2 * math.pi))


@ti.func
def _fly(
    body: ti.template(), gusts: ti.template(), lattice: ti.template(), numbers: ti.template(), i: ti.i32
):
    """The article's tick: wind, drag by the square of speed, glide by tilt, a tilt that lags the drift."""
    vx, vy, a = body[i, VX], body[i, VY], body[i, ANGLE]
    blow = gust_at(gusts, numbers, body[i, X], 0.0)
    brake = ti.min(numbers[DRAG] * ti.sqrt(vx * vx + vy * vy), MOST_BRAKE)
    wind = wind_at(lattice, numbers, body[i, Y], 0.0)
    vx += wind - brake * vx - ti.sin(a) * numbers[GLIDE] * numbers[GRAVITY] + blow * numbers[GUST]
    vy += numbers[GRAVITY] - brake * vy - ti.abs(blow) * numbers[LIFT]
    fast = ti.max(ti.sqrt(vx * vx + vy * vy) / MOST_SPEED, 1.0)
    w = body[i, SPIN]
    w += (vx / fast * numbers[FLUTTER] - a) * numbers[FOLLOW] - w * numbers[DAMPING]
    w = ti.min(ti.max(w, -MOST_SPIN), MOST_SPIN)
    body[i, VX], body[i, VY], body[i, SPIN] = vx / fast, vy / fast, w
    body[i, ANGLE] = a + w


@ti.func
def _lie(body: ti.template(), i: ti.i32):
    """On the ground it slides to its wish, leaning a little, and stands up."""
    want = ti.min(ti.max((body[i, WISH] - body[i, X]) * SLIDE, -MOST_SLIDE), MOST_SLIDE)
    vx = body[i, VX] + (want - body[i, VX]) * RUB
    off = _wrap(body[i, SLOPE] + LEAN * vx - body[i, ANGLE])
    w = body[i, SPIN] + off * RISE_UP - body[i, SPIN] * SETTLE
    body[i, VX], body[i, VY], body[i, SPIN] = vx, 0 * vx, w
    body[i, ANGLE] = _wrap(body[i, ANGLE] + w)


@ti.func
def _keep(body: ti.template(), numbers: ti.template(), i: ti.i32):
    """Between the sides, below the top, and on the ground once it is reached."""
    low, high = numbers[LEFT] + body[i, HALF_WIDTH], numbers[RIGHT] - body[i, HALF_WIDTH]
    x = ti.max(ti.min(body[i, X], high), low)
    if x != body[i, X]:
        body[i, X] = x
        body[i, VX] *= -REBOUND
    if body[i, Y] < numbers[TOP] and body[i, VY] < 0:
        body[i, Y] = numbers[TOP]
        body[i, VY] *= 0
    c, s = ti.abs(ti.cos(body[i, ANGLE])), ti.abs(ti.sin(body[i, ANGLE]))
    level = body[i, FLOOR] - body[i, HALF_WIDTH] * s - body[i, HALF_HEIGHT] * c
    if body[i, DOWN] > 0 or body[i, Y] >= level:
        body[i, Y] = level
        body[i, VY] *= 0
        body[i, DOWN] = 1


@ti.kernel
def _step(
    body: ti.types.ndarray(),
    gusts: ti.types.ndarray(),
    lattice: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(body.shape[0]):
        if body[i, DOWN] > 0:
            blow = ti.abs(gust_at(gusts, numbers, body[i, X], 0.0))
            if blow * numbers[LIFT] > numbers[GRAVITY]:
                body[i, DOWN] = 0
        if body[i, DOWN] > 0:
            _lie(body, i)
        else:
            _fly(body, gusts, lattice, numbers, i)
        body[i, X] += body[i, VX]
        body[i, Y] += body[i, VY]
        _keep(body, numbers, i)
