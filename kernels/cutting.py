"""Letters cut into pieces: what of a letter is nearest to each of a few seeds (article 003, letters 06)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

DIRECTIONS = 16
"""Directions, evenly round from the right and clockwise, in which it is told how far a piece reaches."""
SEED, AREA, MIDDLE_X, MIDDLE_Y, REACH = range(5)
"""Columns of a piece: the seed that it is nearest to, its area, its middle, and from REACH on how far it
reaches from there in each direction; then how far to the side, a quarter turn clockwise, that place lies."""
CUT = REACH + 2 * DIRECTIONS
MOST = 96
"""Most pieces of a letter; what is over belongs to the last one."""
CORNERS = 18
"""Most corners of a cell: a box has four, and each of up to 14 other seeds cuts one more."""
LEAST = 8 / 255
"""Coverage from which a sample belongs to a piece (the article's alpha of 8)."""
UNSEEN, EMPTY = -1, -2


def cut(field: np.ndarray, frame: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """The pieces of a letter: what is nearest to one seed and hangs together.

    ``field`` float32 (rows, columns): signed distance, negative inside; ``frame`` float64 (3,): place of the
    first sample and the step between samples, in the field's unit. ``seeds`` float64 (k, 2). Returns float64
    (p, CUT), see SEED to REACH; a seed without samples has no piece. Every sample belongs to one piece, so
    areas sum to the letter's. Raises ValueError for shapes or types that do not fit.
    """
    expect(np.float32, field=(field, field.shape))
    expect(np.float64, frame=(frame, (3,)), seeds=(seeds, (len(seeds), 2)))
    table = np.zeros((MOST, CUT), np.float32)
    turn = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    ways = np.stack([np.cos(turn), np.sin(turn)], -1).astype(np.float32)
    label = np.empty((2, *field.shape), np.int16)
    stack = np.empty(field.size, np.int32)
    launch(_cut, field, frame.astype(np.float32), seeds.astype(np.float32), ways, label, table, stack)
    return table[table[:, AREA] > 0].astype(np.float64)


def cells(seeds: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Corners (n, k, CORNERS, 2) of the convex cells nearest to each of ``seeds`` (n, k, 2) of n letters,
    within ``boxes`` (n, 4): left, top, right, bottom. The last corner is repeated to fill up; a seed outside
    its box may have none, all its corners are then the seed. float64, any unit.
    Raises ValueError for shapes or types that do not fit, or more than 15 seeds a letter.
    """
    n, k = seeds.shape[:2]
    expect(np.float64, seeds=(seeds, (n, k, 2)), boxes=(boxes, (n, 4)))
    if k > CORNERS - 3:
        raise ValueError(f"{k} seeds a letter: cells have room for the corners that {CORNERS - 3} make")
    made = np.zeros((n, k, CORNERS, 2), np.float32)
    work = np.zeros((CORNERS + 1, 2), np.float32)
    launch(_cells, seeds.astype(np.float32), boxes.astype(np.float32), made, work)
    return made.astype(np.float64)


@ti.func
def _nearest(seeds: ti.template(), x, y):
    best, far = 0, x * 0 + 1e12
    for k in range(seeds.shape[0]):
        dx, dy = x - seeds[k, 0], y - seeds[k, 1]
        if dx * dx + dy * dy < far:
            best, far = k, dx * dx + dy * dy
    return best


@ti.func
def _share(field: ti.template(), row, column, step):
    """How much of a sample's cell the letter covers, about."""
    return ti.math.clamp(0.5 - field[row, column] / step, 0.0, 1.0)


@ti.func
def _flood(label: ti.template(), stack: ti.template(), row: ti.i32, column: ti.i32, piece: ti.i32):
    """Everything of one seed that hangs together with a sample belongs to ``piece``."""
    rows, columns = label.shape[1], label.shape[2]
    seed, top = label[0, row, column], 1
    stack[0] = row * columns + column
    label[1, row, column] = ti.cast(piece, ti.i16)
    while top > 0:
        top -= 1
        r, c = stack[top] // columns, stack[top] % columns
        for way in range(4):
            y = r + (1 if way == 0 else (-1 if way == 1 else 0))
            x = c + (1 if way == 2 else (-1 if way == 3 else 0))
            y, x = ti.math.clamp(y, 0, rows - 1), ti.math.clamp(x, 0, columns - 1)
            if label[0, y, x] == seed and label[1, y, x] == UNSEEN:
                label[1, y, x] = ti.cast(piece, ti.i16)
                stack[top] = y * columns + x
                top += 1


@ti.kernel
def _cut(
    field: ti.types.ndarray(),
    frame: ti.types.ndarray(),
    seeds: ti.types.ndarray(),
    ways: ti.types.ndarray(),
    label: ti.types.ndarray(),
    table: ti.types.ndarray(),
    stack: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for _ in range(1):
        step = frame[2]
        rows, columns = field.shape[0], field.shape[1]
        for row in range(rows):
            for column in range(columns):
                label[0, row, column] = EMPTY
                label[1, row, column] = UNSEEN
                if _share(field, row, column, step) > LEAST:
                    k = _nearest(seeds, frame[0] + column * step, frame[1] + row * step)
                    label[0, row, column] = ti.cast(k, ti.i16)
        found = 0
        for row in range(rows):
            for column in range(columns):
                if label[0, row, column] != EMPTY and label[1, row, column] == UNSEEN:
                    piece = ti.min(found, MOST - 1)
                    table[piece, SEED] = ti.cast(label[0, row, column], float)
                    _flood(label, stack, row, column, piece)
                    found += 1
        for row in range(rows):
            for column in range(columns):
                if label[0, row, column] != EMPTY:
                    k, share = ti.cast(label[1, row, column], ti.i32), _share(field, row, column, step)
                    table[k, AREA] += share
                    table[k, MIDDLE_X] += share * column
                    table[k, MIDDLE_Y] += share * row
        for k in range(table.shape[0]):
            if table[k, AREA] > 0:
                table[k, MIDDLE_X] = frame[0] + step * table[k, MIDDLE_X] / table[k, AREA]
                table[k, MIDDLE_Y] = frame[1] + step * table[k, MIDDLE_Y] / table[k, AREA]
                table[k, AREA] *= step * step
        for row in range(1, rows - 1):
            for column in range(1, columns - 1):
                k = ti.cast(label[1, row, column], ti.i32)
                inner = label[1, row, column - 1] == k and label[1, row, column + 1] == k
                inner = inner and label[1, row - 1, column] == k and label[1, row + 1, column] == k
                if k >= 0 and not inner and field[row, column] < 0.5 * step:
                    dx = frame[0] + column * step - table[k, MIDDLE_X]
                    dy = frame[1] + row * step - table[k, MIDDLE_Y]
                    for d in range(DIRECTIONS):
                        far = dx * ways[d, 0] + dy * ways[d, 1]
                        if far > table[k, REACH + d]:
                            table[k, REACH + d] = far
                            table[k, REACH + DIRECTIONS + d] = dy * ways[d, 0] - dx * ways[d, 1]


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
