"""Letters that glide and flutter like leaves, and come to lie on the ground in order (article 003, "08")."""

# pyright: reportInvalidTypeForm=false

import math

import numpy as np
import taichi as ti

from kernels.breeze import (
    DAMPING,
    DRAG,
    ELBOW,
    FLUTTER,
    FOLLOW,
    GLIDE,
    GRAVITY,
    GUST,
    LEE,
    LEFT,
    LIFT,
    LUFF,
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
lie, in the air where it belongs in the word. ``floor``: height of the ground below it; ``slope``: radians
that the ground there turns it."""
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
CEILING, HUSH = 60.0, 0.3
"""Px of height over which a rising letter loses more and more of its speed, up to this share of it in a tick,
and gusts lift it less and less: the word stays in the picture."""
NEXT_CEILING = 0.31
"""Share of all ``CEILINGS`` by which the next letter's lies lower, wrapped: they do not meet in a line."""
CEILINGS = (22.0, 96.0)
"""Px below the upper edge of the board of the highest ceiling, and from it to the lowest one."""
REACH = 1.1
"""Share of their sizes within which two letters in the air make room for one another."""
UNLIKE = 0.35
"""Share of a gust by which letters feel it differently, so that it scatters them."""
ROOM = 90.0
"""Px before the end of its way where a gust blows on less and less: letters reach the lee side by side."""
EDDY, MOST_EDDY = 0.012, 0.30
"""Once a gust has passed, the air behind it flows back: px/tick² for each px from a letter's wish, and the
most of it. It brings a word together again that was blown apart."""


def step_flutter(body: np.ndarray, gusts: np.ndarray, lattice: np.ndarray, numbers: np.ndarray) -> None:
    """One tick of every letter, in place.

    ``body`` (n, 12): columns above, px and ticks. ``gusts`` (m, 2), ``lattice`` (k,) in 0..1 and ``numbers``
    (21,) as in ``kernels.breeze``. All float of ``runtime.real()``. Raises ValueError for what does not fit.
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
    blow *= 1 + UNLIKE * ti.sin(2.4 * i + 0.5)
    off = body[i, X] - body[i, WISH]
    room = ti.min(ti.max((numbers[LUFF] - off if blow > 0 else off - numbers[LEE]) / ROOM, 0.0), 1.0)
    ceiling = CEILINGS[0] + CEILINGS[1] * (i * NEXT_CEILING - ti.floor(i * NEXT_CEILING))
    below = ti.min(ti.max((body[i, Y] - ceiling) / CEILING, 0.0), 1.0)
    brake = ti.min(numbers[DRAG] * ti.sqrt(vx * vx + vy * vy), MOST_BRAKE)
    wind = wind_at(lattice, numbers, body[i, Y], 0.0)
    vx += wind - brake * vx - ti.sin(a) * numbers[GLIDE] * numbers[GRAVITY] + blow * room * numbers[GUST]
    vy += numbers[GRAVITY] - brake * vy - ti.abs(blow) * below * numbers[LIFT]
    if vy < 0:
        vy *= 1 - HUSH * (1 - below)
    if numbers[ELBOW] > 0:
        vx -= ti.min(ti.max(off * EDDY, -MOST_EDDY), MOST_EDDY) / (1 + 4 * ti.abs(blow))
    fast = ti.max(ti.sqrt(vx * vx + vy * vy) / MOST_SPEED, 1.0)
    w = body[i, SPIN]
    w += (vx / fast * numbers[FLUTTER] - a) * numbers[FOLLOW] - w * numbers[DAMPING]
    w = ti.min(ti.max(w, -MOST_SPIN), MOST_SPIN)
    body[i, VX], body[i, VY], body[i, SPIN] = vx / fast, vy / fast, w
    body[i, ANGLE] = a + w


@ti.func
def _make_room(body: ti.template(), numbers: ti.template(), i: ti.i32):
    """Letters that a gust has blown together part again, sideways first: a word is read side by side."""
    for j in range(i):
        dx, dy = body[i, X] - body[j, X], body[i, Y] - body[j, Y]
        wide = REACH * (body[i, HALF_WIDTH] + body[j, HALF_WIDTH])
        high = REACH * (body[i, HALF_HEIGHT] + body[j, HALF_HEIGHT])
        if body[j, DOWN] == 0 and ti.abs(dx) < wide and ti.abs(dy) < high:
            near = numbers[ELBOW] * (1 - ti.abs(dx) / wide) * (1 - ti.abs(dy) / high)
            way = ti.select(dx < 0, -near, near)
            lift = ti.select(dy < 0, -0.5 * near, 0.5 * near)
            body[i, VX] += way
            body[j, VX] -= way
            body[i, VY] += lift
            body[j, VY] -= lift


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
            if numbers[ELBOW] > 0:
                _make_room(body, numbers, i)
        body[i, X] += body[i, VX]
        body[i, Y] += body[i, VY]
        _keep(body, numbers, i)
