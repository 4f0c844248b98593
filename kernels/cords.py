"""Cords on hooks with a rigid plate at each tip: Verlet, weighted links, discs that push (003, "02")."""

# pyright: reportInvalidTypeForm=false

import math

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch

REST, HALF_WIDTH, HALF_HEIGHT, HANG = range(4)
"""Columns of ``cord``: px of a link; half sizes of the plate; px from the tip to the plate's centre."""
ANGLE, SPIN, VX, VY = range(4)
"""Columns of ``plate``: radians to the right of straight down, radians a tick, the tip's px a tick."""
FROM_X, FROM_Y, TO_X, TO_Y, ON = range(5)
"""Columns of ``discs``: where one was a tick ago, where it is, how far it is open: 0 not there, 1 wholly."""
NUMBERS = (
    "gravity",
    "damping",
    "passes",
    "tip_weight",
    "radius",
    "plate_length",
    "plate_damping",
    "plate_push",
)
GRAVITY, DAMPING, PASSES, TIP, RADIUS, LENGTH, PLATE_DAMPING, PUSH = range(len(NUMBERS))
MOST_SPEED = 1.05
"""Joints are no faster than this share of the speed that swings a cord up to level: no push throws a letter
over its bar."""
MOST_SPIN = 0.2
"""Radians a tick; less than turns a plate right over."""
QUICK = 4.0
"""px a tick; a disc faster than this takes joints along."""
TURN_NOW, TURN_ON, TUG = 0.4, 0.12, 0.15
"""Shares of a push on a plate that turn it, that speed it up, and that move its tip."""


def step_cords(
    points: np.ndarray,
    before: np.ndarray,
    cord: np.ndarray,
    plate: np.ndarray,
    discs: np.ndarray,
    numbers: np.ndarray,
) -> None:
    """One tick of every cord and its plate, in place.

    ``points``, ``before`` (count, joints, 2) px: joints now and a tick ago, the hook at joint 0, which stays.
    ``cord``, ``plate`` (count, 4), ``discs`` (m, 5): columns as above. ``numbers`` (8,): ``NUMBERS`` in px
    and ticks; ``tip_weight`` is the inverse mass of the last joint, that of others being 1. Each pass moves
    the discs a share of their way, pushes joints out of them, and refits the links from the hook down; so no
    flick jumps over a cord. All float of ``runtime.real()``. Raises ValueError for what does not fit.
    """
    count = len(points)
    if points.ndim != 3 or points.shape[1] < 2:
        raise ValueError(f"points must be (count, joints, 2) with two joints or more, not {points.shape}")
    expect(
        points.dtype,
        points=(points, (count, points.shape[1], 2)),
        before=(before, points.shape),
        cord=(cord, (count, 4)),
        plate=(plate, (count, 4)),
        discs=(discs, (len(discs), 5)),
        numbers=(numbers, (len(NUMBERS),)),
    )
    launch(_serial if count <= TURNS else _parallel, points, before, cord, plate, discs, numbers)


@ti.func
def _free(points: ti.template(), before: ti.template(), numbers: ti.template(), rest, c: ti.i32):
    """Every joint but the hook goes on as it went, and falls."""
    length = rest * (points.shape[1] - 1)
    most = MOST_SPEED * ti.sqrt(2 * ti.max(numbers[GRAVITY], 0.01) * length)
    for i in range(1, points.shape[1]):
        vx, vy = points[c, i, 0] - before[c, i, 0], points[c, i, 1] - before[c, i, 1]
        fast = ti.max(ti.sqrt(vx * vx + vy * vy) / most, 1.0)
        keep = (1 - numbers[DAMPING]) / fast
        for axis in ti.static(range(2)):
            before[c, i, axis] = points[c, i, axis]
        points[c, i, 0] += vx * keep
        points[c, i, 1] += vy * keep + numbers[GRAVITY]


@ti.func
def _links(points: ti.template(), rest, tip, c: ti.i32):
    """Refit every link once, each end giving way by its inverse mass."""
    last = points.shape[1] - 1
    for k in range(last):
        dx, dy = points[c, k + 1, 0] - points[c, k, 0], points[c, k + 1, 1] - points[c, k, 1]
        d = ti.max(ti.sqrt(dx * dx + dy * dy), 0.0001)
        wa, wb = 1.0 + 0 * d, 1.0 + 0 * d
        if k == 0:
            wa *= 0
        if k + 1 == last:
            wb = tip
        if wa + wb > 0:
            off = (d - rest) / d / (wa + wb)
            points[c, k, 0] += dx * off * wa
            points[c, k, 1] += dy * off * wa
            points[c, k + 1, 0] -= dx * off * wb
            points[c, k + 1, 1] -= dy * off * wb


@ti.func
def _shove(points: ti.template(), discs: ti.template(), radius, share, c: ti.i32):
    """Joints inside a disc, which has covered a ``share`` of its way in this tick, are put on its rim.

    A disc on its way takes them to its fore side, or a quick one would leave the cord behind it.
    """
    for j in range(discs.shape[0]):
        if discs[j, ON] > 0:
            reach = radius * discs[j, ON]
            mx, my = discs[j, TO_X] - discs[j, FROM_X], discs[j, TO_Y] - discs[j, FROM_Y]
            x, y = discs[j, FROM_X] + mx * share, discs[j, FROM_Y] + my * share
            way = ti.sqrt(mx * mx + my * my)
            for i in range(1, points.shape[1]):
                dx, dy = points[c, i, 0] - x, points[c, i, 1] - y
                d2 = dx * dx + dy * dy
                if d2 < reach * reach:
                    if way > QUICK:
                        along = (dx * mx + dy * my) / way
                        out = ti.sqrt(along * along + reach * reach - d2) - along
                        points[c, i, 0] += mx / way * out
                        points[c, i, 1] += my / way * out
                    else:
                        d = ti.sqrt(d2)
                        if d < 1e-6:
                            dx, dy, d = 1.0 + 0 * d, 0 * d, 1.0 + 0 * d
                        points[c, i, 0] = x + dx / d * reach
                        points[c, i, 1] = y + dy / d * reach


@ti.func
def _swing(points: ti.template(), plate: ti.template(), numbers: ti.template(), x, y, c: ti.i32):
    """The plate as a pendulum whose pivot, the tip, came from (x, y): it lags behind every jerk."""
    last = points.shape[1] - 1
    vx, vy = points[c, last, 0] - x, points[c, last, 1] - y
    ax, ay = vx - plate[c, VX], vy - plate[c, VY]
    plate[c, VX], plate[c, VY] = vx, vy
    a, w, length = plate[c, ANGLE], plate[c, SPIN], numbers[LENGTH]
    pull = (numbers[GRAVITY] - ay) * ti.sin(a) + ax * ti.cos(a)
    w += -pull / length - numbers[PLATE_DAMPING] * w
    w = ti.min(ti.max(w, -MOST_SPIN), MOST_SPIN)
    a += w
    plate[c, SPIN] = w
    plate[c, ANGLE] = a - 2 * math.pi * ti.floor((a + math.pi) / (2 * math.pi))


@ti.func
def _nudge(
    points: ti.template(),
    cord: ti.template(),
    plate: ti.template(),
    discs: ti.template(),
    radius,
    share,
    c: ti.i32,
):
    """Discs turn the plates that they touch, and tug at their tips."""
    last = points.shape[1] - 1
    half_x, half_y, hang = cord[c, HALF_WIDTH], cord[c, HALF_HEIGHT], cord[c, HANG]
    for j in range(discs.shape[0]):
        if discs[j, ON] > 0:
            reach = radius * discs[j, ON]
            sa, ca = ti.sin(plate[c, ANGLE]), ti.cos(plate[c, ANGLE])
            dx, dy = (
                discs[j, TO_X] - points[c, last, 0] - hang * sa,
                discs[j, TO_Y] - points[c, last, 1] - hang * ca,
            )
            # In the plate's own frame: u along its upper edge, v down from the tip.
            u, v = dx * ca - dy * sa, dx * sa + dy * ca
            nu, nv = ti.min(ti.max(u, -half_x), half_x), ti.min(ti.max(v, -half_y), half_y)
            gap = ti.sqrt((u - nu) ** 2 + (v - nv) ** 2)
            pu, pv = 0 * u, 0 * u
            if gap >= reach:
                pass
            elif gap > 1e-6:
                pu, pv = (nu - u) / gap * (reach - gap), (nv - v) / gap * (reach - gap)
            else:
                pu = -(half_x + reach - ti.abs(u))
                if u < 0:
                    pu = -pu
            px, py = (pu * ca + pv * sa) * share, (pv * ca - pu * sa) * share
            rx, ry = nu * ca + (nv + hang) * sa, (nv + hang) * ca - nu * sa
            turn = (px * ry - py * rx) / ti.max(rx * rx + ry * ry, hang * hang)
            plate[c, ANGLE] += TURN_NOW * turn
            plate[c, SPIN] += TURN_ON * turn
            points[c, last, 0] += TUG * px
            points[c, last, 1] += TUG * py


@ti.func
def _one(
    points: ti.template(),
    before: ti.template(),
    cord: ti.template(),
    plate: ti.template(),
    discs: ti.template(),
    numbers: ti.template(),
    c: ti.i32,
):
    last = points.shape[1] - 1
    x, y = points[c, last, 0], points[c, last, 1]
    _free(points, before, numbers, cord[c, REST], c)
    if numbers[PUSH] > 0:
        _nudge(points, cord, plate, discs, numbers[RADIUS], numbers[PUSH], c)
    passes = ti.cast(numbers[PASSES], ti.i32)
    for k in range(passes):  # pyright: ignore[reportArgumentType]
        _shove(points, discs, numbers[RADIUS], (k + 1) / (passes + 0 * x), c)
        _links(points, cord[c, REST], numbers[TIP], c)
    _swing(points, plate, numbers, x, y, c)


@ti.kernel
def _serial(
    points: ti.types.ndarray(),
    before: ti.types.ndarray(),
    cord: ti.types.ndarray(),
    plate: ti.types.ndarray(),
    discs: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for c in range(points.shape[0]):
        _one(points, before, cord, plate, discs, numbers, c)


@ti.kernel
def _parallel(
    points: ti.types.ndarray(),
    before: ti.types.ndarray(),
    cord: ti.types.ndarray(),
    plate: ti.types.ndarray(),
    discs: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    for c in range(points.shape[0]):
        _one(points, before, cord, plate, discs, numbers, c)
