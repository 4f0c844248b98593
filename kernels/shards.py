"""Shards that fly, fall, topple and lie (article 003, letters 06)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.cutting import DIRECTIONS
from kernels.expect import expect
from kernels.launch import launch

X, Y, ANGLE, VX, VY, SPIN, FLOOR, STATE, RADIUS, DOWN = range(10)
"""Columns of a shard: px, radians clockwise, speeds per tick; the y on which it lands; what it does; the
radius of a disc of its area; ticks for which it has not left the floor."""
ATTACHED, FLYING, LYING = range(3)
"""What a shard does: it is part of its letter, it flies or slides, it lies still."""
GRAVITY, BOUNCE, SLIDE, MOST_SPIN, LEFT, RIGHT, CEILING = range(7)
"""Numbers of a step: px/tick²; shares of the speed down and across that the floor leaves; the most spin; the
walls' x and the ceiling's y."""
WALL_KEEPS = 0.4
SETTLED = 1.3
"""px a tick; slower bounces end."""
SLOW, SLOW_SPIN = 0.3, 0.006
"""px and radians a tick below which a shard on the floor lies still."""
FLAT = 0.16
"""Radians either way by which it is told whether a shard lies on a flat side."""
TIRED = 11
"""Ticks on the floor after which it lies still in any case."""
CALM, HEAPED = 1.2, 30
"""px a tick below which a shard on others tires, and ticks of it after which it lies."""
BLOW = 0.6
"""px a tick; a blow that gives more wakes what lies."""
TOPPLE = 0.6
"""Share of its weight with which a shard on an edge topples to a flat side."""


def step_shards(shards: np.ndarray, reach: np.ndarray, numbers: np.ndarray) -> None:
    """One tick of every flying shard, in place.

    ``shards`` (m, 10), see X to DOWN. ``reach`` (m, 2 * DIRECTIONS) px: how far each reaches from its middle
    when unturned, and how far to the side, as ``kernels.cutting`` tells it. ``numbers`` (7,), see GRAVITY to
    CEILING. All float of ``runtime.real()``. Raises ValueError for shapes or types that do not fit.
    """
    m = len(shards)
    expect(
        shards.dtype,
        shards=(shards, (m, 10)),
        reach=(reach, (m, 2 * DIRECTIONS)),
        numbers=(numbers, (7,)),
    )
    launch(_step_shards, shards, reach, numbers)


def collide(shards: np.ndarray, order: np.ndarray) -> None:
    """Push shards that overlap apart, as discs of their areas, in place; those at rest are woken by a blow.

    ``shards`` (m, 10), ``order`` int32 (m,): their indices from left to right, so that only neighbours are
    tried. Raises ValueError for shapes or types that do not fit.
    """
    expect(shards.dtype, shards=(shards, (len(shards), 10)))
    expect(np.int32, order=(order, (len(shards),)))
    launch(_collide, shards, order)


@ti.func
def _reach(reach: ti.template(), i: ti.i32, turn):
    """How far a shard reaches in the direction ``turn`` as it lies in it, and how that grows as it turns."""
    step = 2 * ti.math.pi / DIRECTIONS
    at = turn / step
    at -= ti.floor(at / DIRECTIONS) * DIRECTIONS
    d = ti.min(ti.cast(ti.floor(at), ti.i32), DIRECTIONS - 1)
    t, q = at - d, (d + 1) % DIRECTIONS
    side = reach[i, DIRECTIONS + d] * (1 - t) + reach[i, DIRECTIONS + q] * t
    return reach[i, d] * (1 - t) + reach[i, q] * t, -side


@ti.func
def _on_floor(
    shards: ti.template(), reach: ti.template(), numbers: ti.template(), i: ti.i32, low, grows, far
):
    """``low``: how far below its middle it reaches, ``grows``: more of it as it turns; ``far``: at most."""
    shards[i, Y] = shards[i, FLOOR] - low
    if shards[i, VY] > 0:
        shards[i, VY] *= -numbers[BOUNCE]
        if -shards[i, VY] < SETTLED:
            shards[i, VY] = 0.0
    shards[i, VX] *= numbers[SLIDE]
    shards[i, SPIN] *= numbers[SLIDE]
    topples = ti.abs(shards[i, SPIN]) < 0.7 * numbers[MOST_SPIN]
    if topples:
        # As a rod of that length does.
        spin = shards[i, SPIN] - TOPPLE * numbers[GRAVITY] * 3 * grows / ti.max(far * far, 1.0)
        shards[i, SPIN] = ti.math.clamp(spin, -0.7 * numbers[MOST_SPIN], 0.7 * numbers[MOST_SPIN])
    shards[i, DOWN] += 1
    # On a flat side neither way round lets it sink any further.
    before, _b = _reach(reach, i, ti.math.pi / 2 - shards[i, ANGLE] - FLAT)
    after, _a = _reach(reach, i, ti.math.pi / 2 - shards[i, ANGLE] + FLAT)
    flat = ti.min(before, after) > low - 0.02 * low - 0.1
    slow = ti.abs(shards[i, VX]) < SLOW and (flat or ti.abs(shards[i, SPIN]) < SLOW_SPIN)
    if shards[i, VY] == 0 and ((slow and shards[i, DOWN] > 2) or shards[i, DOWN] > TIRED):
        shards[i, STATE] = LYING
        shards[i, VX] = 0.0
        shards[i, SPIN] = 0.0


@ti.kernel
def _step_shards(shards: ti.types.ndarray(), reach: ti.types.ndarray(), numbers: ti.types.ndarray()):
    ti.loop_config(serialize=True)
    for i in range(shards.shape[0]):
        if shards[i, STATE] == FLYING:
            most = numbers[MOST_SPIN]
            shards[i, SPIN] = ti.math.clamp(shards[i, SPIN], -most, most)
            shards[i, VY] += numbers[GRAVITY]
            shards[i, X] += shards[i, VX]
            shards[i, Y] += shards[i, VY]
            shards[i, ANGLE] += shards[i, SPIN]
            left, _l = _reach(reach, i, ti.math.pi - shards[i, ANGLE])
            right, _r = _reach(reach, i, -shards[i, ANGLE])
            up, _u = _reach(reach, i, -ti.math.pi / 2 - shards[i, ANGLE])
            if shards[i, X] < numbers[LEFT] + left:
                shards[i, X] = numbers[LEFT] + left
                shards[i, VX] = ti.abs(shards[i, VX]) * WALL_KEEPS
            elif shards[i, X] > numbers[RIGHT] - right:
                shards[i, X] = numbers[RIGHT] - right
                shards[i, VX] = -ti.abs(shards[i, VX]) * WALL_KEEPS
            if shards[i, Y] < numbers[CEILING] + up:
                shards[i, Y] = numbers[CEILING] + up
                shards[i, VY] = ti.abs(shards[i, VY]) * WALL_KEEPS
            # In a heap shards lie on others.
            still = shards[i, VX] ** 2 + shards[i, VY] ** 2 < CALM * CALM
            if still and shards[i, DOWN] > HEAPED:
                shards[i, STATE] = LYING
                shards[i, VX] = 0.0
                shards[i, VY] = 0.0
                shards[i, SPIN] = 0.0
            low, grows = _reach(reach, i, ti.math.pi / 2 - shards[i, ANGLE])
            if shards[i, Y] + low > shards[i, FLOOR]:
                _on_floor(shards, reach, numbers, i, low, grows, ti.max(left, right, up, low))
            elif not still:
                shards[i, DOWN] = 0.0


@ti.func
def _push(shards: ti.template(), i: ti.i32, nx, ny, push, give):
    """Shard i gives way along (nx, ny): pushed by px, and so much faster. What is slow in a heap tires."""
    if shards[i, STATE] == FLYING:
        shards[i, X] += push * nx
        shards[i, Y] += push * ny
        shards[i, VX] += give * nx
        shards[i, VY] += give * ny
        if shards[i, VX] ** 2 + shards[i, VY] ** 2 < CALM * CALM:
            shards[i, DOWN] += 1
            shards[i, SPIN] *= 0.8


@ti.kernel
def _collide(shards: ti.types.ndarray(), order: ti.types.ndarray()):
    ti.loop_config(serialize=True)
    for _ in range(1):
        m = order.shape[0]
        widest = shards[order[0], RADIUS]
        for a in range(m):
            widest = ti.max(widest, shards[a, RADIUS])
        for a in range(m):
            i, b = order[a], a + 1
            if shards[i, STATE] == ATTACHED:
                b = m
            while b < m and shards[order[b], X] - shards[i, X] < shards[i, RADIUS] + widest:
                j = order[b]
                b += 1
                dx, dy = shards[j, X] - shards[i, X], shards[j, Y] - shards[i, Y]
                room = shards[i, RADIUS] + shards[j, RADIUS]
                far = ti.sqrt(dx * dx + dy * dy)
                if shards[j, STATE] != ATTACHED and far < room:
                    nx, ny = dx / ti.max(far, 1e-6), dy / ti.max(far, 1e-6)
                    if far <= 1e-6:
                        nx = _side_of_twins(i, j)
                    push = 0.4 * ti.max(room - far - 0.5, 0.0)
                    near = (shards[i, VX] - shards[j, VX]) * nx + (shards[i, VY] - shards[j, VY]) * ny
                    give = 0.5 * ti.max(near, 0.0)
                    if give > BLOW:
                        for k in ti.static(range(2)):
                            other = i if k == 0 else j
                            if shards[other, STATE] == LYING:
                                shards[other, STATE] = FLYING
                                shards[other, DOWN] = 0.0
                    _push(shards, i, -nx, -ny, push, give)
                    _push(shards, j, nx, ny, push, give)


@ti.func
def _side_of_twins(i: ti.i32, j: ti.i32):
    """To which side two shards in one place part."""
    return 1.0 if i < j else -1.0
