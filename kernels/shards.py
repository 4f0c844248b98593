"""Letters cut into shards (nearest of a few seeds), and shards that fly, fall and lie (article 003, 06)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

DIRECTIONS = 16
"""Directions, evenly round from the right and clockwise, in which it is told how far a shard reaches."""
AREA, MIDDLE_X, MIDDLE_Y, REACH = range(4)
"""Columns of a cut: area, middle, and from REACH on how far it reaches from there in each direction."""
CORNERS = 18
"""Most corners of a cell: a box has four, and each of up to 14 other seeds cuts one more."""
LEAST = 8 / 255
"""Coverage from which a sample belongs to a shard (the article's alpha of 8)."""

X, Y, ANGLE, VX, VY, SPIN, FLOOR, STATE, RADIUS, DOWN = range(10)
"""Columns of a shard: px, radians clockwise, speeds per tick; the y on which it lands; what it does; the
radius of a disc of its area; ticks for which it has not left the floor."""
ATTACHED, FLYING, LYING = range(3)
"""What a shard does: it is part of its letter, it flies or slides, it lies still."""
GRAVITY, BOUNCE, SLIDE, MOST_SPIN, LEFT, RIGHT, CEILING = range(7)
"""Numbers of a step: px/tick²; shares of the speed down and across that the floor leaves; the most spin; the
walls' x and the ceiling's y."""
WALL_KEEPS = 0.4
SETTLED = 0.7
"""px a tick; slower bounces end."""
SLOW, SLOW_SPIN = 0.12, 0.02
"""px and radians a tick below which a shard on the floor lies still."""
TIRED = 40
"""Ticks on the floor after which it lies still in any case."""
TOPPLE = 0.5
"""Share of its weight with which a shard on an edge topples to a flat side."""


def cut(field: np.ndarray, frame: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """What of a letter is nearest to each seed.

    ``field`` float32 (rows, columns): signed distance, negative inside; ``frame`` float64 (3,): place of the
    first sample and the step between samples, in the field's unit. ``seeds`` float64 (k, 2). Returns float64
    (k, 3 + DIRECTIONS), see AREA to REACH; a seed without samples has area 0. Every sample belongs to one
    seed, so areas sum to the letter's. Raises ValueError for shapes or types that do not fit.
    """
    expect(np.float32, field=(field, field.shape))
    expect(np.float64, frame=(frame, (3,)), seeds=(seeds, (len(seeds), 2)))
    table = np.zeros((len(seeds), REACH + DIRECTIONS), np.float32)
    launch(_cut, field, frame.astype(np.float32), seeds.astype(np.float32), table)
    return table.astype(np.float64)


def cells(seeds: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Corners (n, k, CORNERS, 2) of the convex cells nearest to each of ``seeds`` (n, k, 2) of n letters,
    within ``boxes`` (n, 4): left, top, right, bottom. The last corner is repeated to fill up; a seed outside
    its box may have none, all its corners are then the seed. float64, any unit.
    Raises ValueError for shapes or types that do not fit, or more than 14 seeds a letter.
    """
    n, k = seeds.shape[:2]
    expect(np.float64, seeds=(seeds, (n, k, 2)), boxes=(boxes, (n, 4)))
    if k > CORNERS - 4 + 1:
        raise ValueError(f"{k} seeds a letter: cells have room for the corners of {CORNERS - 3}")
    made = np.zeros((n, k, CORNERS, 2), np.float32)
    work = np.zeros((CORNERS + 1, 2), np.float32)
    launch(_cells, seeds.astype(np.float32), boxes.astype(np.float32), made, work)
    return made.astype(np.float64)


def step_shards(shards: np.ndarray, reach: np.ndarray, numbers: np.ndarray) -> None:
    """One tick of every flying shard, in place.

    ``shards`` (m, 10), see X to DOWN. ``reach`` (m, DIRECTIONS) px: how far each reaches from its middle when
    unturned, from which it is told where it touches the floor. ``numbers`` (7,), see GRAVITY to CEILING. All
    float of ``runtime.real()``. Raises ValueError for shapes or types that do not fit.
    """
    m = len(shards)
    expect(
        shards.dtype,
        shards=(shards, (m, 10)),
        reach=(reach, (m, DIRECTIONS)),
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
def _nearest(seeds: ti.template(), x, y):
    best, far = 0, x * 0 + 1e12
    for k in range(seeds.shape[0]):
        dx, dy = x - seeds[k, 0], y - seeds[k, 1]
        if dx * dx + dy * dy < far:
            best, far = k, dx * dx + dy * dy
    return best


@ti.kernel
def _cut(
    field: ti.types.ndarray(),
    frame: ti.types.ndarray(),
    seeds: ti.types.ndarray(),
    table: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for _ in range(1):
        step = frame[2]
        for row in range(field.shape[0]):
            y = frame[1] + row * step
            for column in range(field.shape[1]):
                share = ti.math.clamp(0.5 - field[row, column] / step, 0.0, 1.0)
                if share > LEAST:
                    x = frame[0] + column * step
                    k = _nearest(seeds, x, y)
                    table[k, AREA] += share
                    table[k, MIDDLE_X] += share * (x - seeds[k, 0])
                    table[k, MIDDLE_Y] += share * (y - seeds[k, 1])
        for k in range(seeds.shape[0]):
            if table[k, AREA] > 0:
                table[k, MIDDLE_X] = seeds[k, 0] + table[k, MIDDLE_X] / table[k, AREA]
                table[k, MIDDLE_Y] = seeds[k, 1] + table[k, MIDDLE_Y] / table[k, AREA]
                table[k, AREA] *= step * step
        for row in range(field.shape[0]):
            y = frame[1] + row * step
            for column in range(field.shape[1]):
                # Only samples at the edge of the letter or of a piece reach farthest; the others are few
                # enough to be looked at all the same.
                if 0.5 - field[row, column] / step > 0.5:
                    x = frame[0] + column * step
                    k = _nearest(seeds, x, y)
                    for d in range(DIRECTIONS):
                        a = d * (2 * ti.math.pi / DIRECTIONS)
                        far = (x - table[k, MIDDLE_X]) * ti.cos(a) + (y - table[k, MIDDLE_Y]) * ti.sin(a)
                        table[k, REACH + d] = ti.max(table[k, REACH + d], far)


@ti.kernel
def _cells(
    seeds: ti.types.ndarray(),
    boxes: ti.types.ndarray(),
    made: ti.types.ndarray(),
    work: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(seeds.shape[0]):
        for k in range(seeds.shape[1]):
            count = 4
            for c in range(4):
                made[i, k, c, 0] = boxes[i, 0] if c == 0 or c == 3 else boxes[i, 2]
                made[i, k, c, 1] = boxes[i, 1] if c < 2 else boxes[i, 3]
            for other in range(seeds.shape[1]):
                nx, ny = seeds[i, other, 0] - seeds[i, k, 0], seeds[i, other, 1] - seeds[i, k, 1]
                if other != k and (nx != 0 or ny != 0):
                    middle = nx * (seeds[i, other, 0] + seeds[i, k, 0]) + ny * (
                        seeds[i, other, 1] + seeds[i, k, 1]
                    )
                    kept = 0
                    for c in range(count):
                        q = (c + 1) % count
                        a = nx * made[i, k, c, 0] + ny * made[i, k, c, 1] - middle / 2
                        b = nx * made[i, k, q, 0] + ny * made[i, k, q, 1] - middle / 2
                        if a <= 0:
                            work[kept, 0] = made[i, k, c, 0]
                            work[kept, 1] = made[i, k, c, 1]
                            kept += 1
                        if (a < 0 and b > 0) or (a > 0 and b < 0):
                            t = a / (a - b)
                            work[kept, 0] = made[i, k, c, 0] + t * (made[i, k, q, 0] - made[i, k, c, 0])
                            work[kept, 1] = made[i, k, c, 1] + t * (made[i, k, q, 1] - made[i, k, c, 1])
                            kept += 1
                    count = ti.min(kept, CORNERS)
                    for c in range(count):
                        made[i, k, c, 0] = work[c, 0]
                        made[i, k, c, 1] = work[c, 1]
            for c in range(CORNERS):
                if count == 0:
                    made[i, k, c, 0] = seeds[i, k, 0]
                    made[i, k, c, 1] = seeds[i, k, 1]
                elif c >= count:
                    made[i, k, c, 0] = made[i, k, count - 1, 0]
                    made[i, k, c, 1] = made[i, k, count - 1, 1]


@ti.func
def _below(reach: ti.template(), i: ti.i32, angle):
    """How far below its middle a shard reaches at that angle, and how that grows as it turns."""
    step = 2 * ti.math.pi / DIRECTIONS
    at = (ti.math.pi / 2 - angle) / step
    at -= ti.floor(at / DIRECTIONS) * DIRECTIONS
    d = ti.min(ti.cast(ti.floor(at), ti.i32), DIRECTIONS - 1)
    t, q = at - d, (d + 1) % DIRECTIONS
    grows = (reach[i, q] - reach[i, d]) / step
    return reach[i, d] * (1 - t) + reach[i, q] * t, -grows


@ti.func
def _on_floor(shards: ti.template(), reach: ti.template(), numbers: ti.template(), i: ti.i32, low, grows):
    shards[i, Y] = shards[i, FLOOR] - low
    if shards[i, VY] > 0:
        shards[i, VY] *= -numbers[BOUNCE]
        if -shards[i, VY] < SETTLED:
            shards[i, VY] = 0.0
    shards[i, VX] *= numbers[SLIDE]
    shards[i, SPIN] *= numbers[SLIDE]
    r = ti.max(shards[i, RADIUS], 0.5)
    shards[i, SPIN] -= TOPPLE * numbers[GRAVITY] * grows / (r * r)
    shards[i, DOWN] += 1
    slow = ti.abs(shards[i, VX]) < SLOW and ti.abs(shards[i, SPIN]) < SLOW_SPIN
    if shards[i, VY] == 0 and ((slow and shards[i, DOWN] > 3) or shards[i, DOWN] > TIRED):
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
            r = shards[i, RADIUS]
            if shards[i, X] < numbers[LEFT] + r:
                shards[i, X] = numbers[LEFT] + r
                shards[i, VX] = ti.abs(shards[i, VX]) * WALL_KEEPS
            elif shards[i, X] > numbers[RIGHT] - r:
                shards[i, X] = numbers[RIGHT] - r
                shards[i, VX] = -ti.abs(shards[i, VX]) * WALL_KEEPS
            if shards[i, Y] < numbers[CEILING]:
                shards[i, Y] = numbers[CEILING]
                shards[i, VY] = ti.abs(shards[i, VY]) * WALL_KEEPS
            low, grows = _below(reach, i, shards[i, ANGLE])
            if shards[i, Y] + low > shards[i, FLOOR]:
                _on_floor(shards, reach, numbers, i, low, grows)
            elif shards[i, Y] + low < shards[i, FLOOR] - 2.0:
                shards[i, DOWN] = 0.0


@ti.kernel
def _collide(shards: ti.types.ndarray(), order: ti.types.ndarray()):
    ti.loop_config(serialize=True)
    for _ in range(1):
        m = order.shape[0]
        widest = shards[order[0], RADIUS]
        for a in range(m):
            widest = ti.max(widest, shards[a, RADIUS])
        for a in range(m):
            i = order[a]
            if shards[i, STATE] != ATTACHED:
                b = a + 1
                while b < m and shards[order[b], X] - shards[i, X] < shards[i, RADIUS] + widest:
                    j = order[b]
                    b += 1
                    dx, dy = shards[j, X] - shards[i, X], shards[j, Y] - shards[i, Y]
                    room = shards[i, RADIUS] + shards[j, RADIUS]
                    far = ti.sqrt(dx * dx + dy * dy)
                    if shards[j, STATE] != ATTACHED and far < room:
                        nx, ny = dx / ti.max(far, 1e-6), dy / ti.max(far, 1e-6)
                        if far <= 1e-6:
                            nx, ny = _side_of_twins(i, j), nx * 0
                        push = 0.4 * ti.max(room - far - 0.5, 0.0)
                        near = (shards[i, VX] - shards[j, VX]) * nx + (shards[i, VY] - shards[j, VY]) * ny
                        give = 0.5 * ti.max(near, 0.0)
                        if push > 0.6 or give > 0.6:
                            shards[i, STATE] = FLYING
                            shards[j, STATE] = FLYING
                        if shards[i, STATE] == FLYING:
                            shards[i, X] -= push * nx
                            shards[i, Y] -= push * ny
                            shards[i, VX] -= give * nx
                            shards[i, VY] -= give * ny
                        if shards[j, STATE] == FLYING:
                            shards[j, X] += push * nx
                            shards[j, Y] += push * ny
                            shards[j, VX] += give * nx
                            shards[j, VY] += give * ny


@ti.func
def _side_of_twins(i: ti.i32, j: ti.i32):
    """To which side two shards in one place part."""
    return 1.0 if i < j else -1.0
