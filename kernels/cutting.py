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
CORNERS = 18
"""Most corners of a cell: a box has four, and each of up to 14 other seeds cuts one more."""
LEAST = 8 / 255
"""Coverage from which a sample belongs to a piece (the article's alpha of 8)."""
EMPTY = -1


def cut(field: np.ndarray, frame: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """The pieces of a letter: what is nearest to one seed and hangs together.

    ``field`` float32 (rows, columns): signed distance, negative inside; ``frame`` float64 (3,): place of the
    first sample and the step between samples, in the field's unit. ``seeds`` float64 (k, 2). Returns float64
    (p, CUT), see SEED to REACH; a seed without samples has no piece. Every sample belongs to one piece, so
    areas sum to the letter's. Raises ValueError for shapes or types that do not fit.
    """
    expect(np.float32, field=(field, field.shape))
    expect(np.float64, frame=(frame, (3,)), seeds=(seeds, (len(seeds), 2)))
    label = np.empty(field.shape, np.int32)
    share = np.empty(field.shape, np.float32)
    launch(_label, field, frame.astype(np.float32), seeds.astype(np.float32), label, share)
    piece, seed = _together(label)
    row, column = np.nonzero(label != EMPTY)
    place = frame[:2] + np.stack([column, row], -1) * frame[2]
    count, weight = len(seed), share[row, column].astype(np.float64)
    table = np.zeros((count, CUT))
    table[:, SEED] = seed
    table[:, AREA] = np.bincount(piece, weight, count)
    for axis in range(2):
        table[:, MIDDLE_X + axis] = np.bincount(piece, weight * place[:, axis], count) / table[:, AREA]
    table[:, AREA] *= frame[2] ** 2
    _reaches(table, piece, place)
    return table


def _together(label: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pieces of the samples that have a label, by rows: each one's number, and of each piece its label.

    Neighbours of one label hang together. Every sample points to the first that it knows of its piece; those
    that point to one another agree, and what they point to is followed, until all have found the first.
    """
    taken = label != EMPTY
    number = np.cumsum(taken).reshape(label.shape) - 1
    pairs = []
    for one, other in (((slice(None), slice(0, -1)), (slice(None), slice(1, None))),
                       ((slice(0, -1), slice(None)), (slice(1, None), slice(None)))):  # fmt: skip
        same = taken[one] & (label[one] == label[other])
        pairs.append(np.stack([number[one][same], number[other][same]]))
    a, b = np.concatenate(pairs, axis=1)
    first = np.arange(int(taken.sum()))
    while True:
        low = np.minimum(first[a], first[b])
        found = first.copy()
        np.minimum.at(found, first[a], low)
        np.minimum.at(found, first[b], low)
        found = found[found]
        if (found == first).all():
            break
        first = found
    firsts, piece = np.unique(first, return_inverse=True)
    return piece.reshape(-1), label[taken][firsts]


def _reaches(table: np.ndarray, piece: np.ndarray, place: np.ndarray) -> None:
    """How far each piece reaches from its middle, and how far to the side what reaches so far lies."""
    order = np.argsort(piece, kind="stable")
    piece, away = piece[order], place[order] - table[piece[order]][:, [MIDDLE_X, MIDDLE_Y]]
    starts = np.searchsorted(piece, np.arange(len(table)))
    turn = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    ways = np.stack([np.cos(turn), np.sin(turn)], -1)
    for d, (c, s) in enumerate(ways):
        far = away[:, 0] * c + away[:, 1] * s
        most = np.maximum.reduceat(far, starts)
        at = np.flatnonzero(far == most[piece])
        ends = at[np.searchsorted(piece[at], np.arange(len(table)))]
        table[:, REACH + d] = most
        table[:, REACH + DIRECTIONS + d] = away[ends, 1] * c - away[ends, 0] * s


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
    work = np.zeros((n * k, CORNERS + 1, 2), np.float32)
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


@ti.kernel
def _label(
    field: ti.types.ndarray(),
    frame: ti.types.ndarray(),
    seeds: ti.types.ndarray(),
    label: ti.types.ndarray(),
    share: ti.types.ndarray(),
):
    """The nearest seed of every sample with ink, and how much of its cell the letter covers, about."""
    for row, column in ti.ndrange(field.shape[0], field.shape[1]):
        covered = ti.math.clamp(0.5 - field[row, column] / frame[2], 0.0, 1.0)
        share[row, column] = covered
        label[row, column] = EMPTY
        if covered > LEAST:
            label[row, column] = _nearest(seeds, frame[0] + column * frame[2], frame[1] + row * frame[2])


@ti.kernel
def _cells(
    seeds: ti.types.ndarray(),
    boxes: ti.types.ndarray(),
    made: ti.types.ndarray(),
    work: ti.types.ndarray(),
):
    for i, k in ti.ndrange(seeds.shape[0], seeds.shape[1]):
        w = i * seeds.shape[1] + k
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
                        work[w, kept, 0] = made[i, k, c, 0]
                        work[w, kept, 1] = made[i, k, c, 1]
                        kept += 1
                    if (a < 0 and b > 0) or (a > 0 and b < 0):
                        t = a / (a - b)
                        work[w, kept, 0] = made[i, k, c, 0] + t * (made[i, k, q, 0] - made[i, k, c, 0])
                        work[w, kept, 1] = made[i, k, c, 1] + t * (made[i, k, q, 1] - made[i, k, c, 1])
                        kept += 1
                count = ti.min(kept, CORNERS)
                for c in range(count):
                    made[i, k, c, 0] = work[w, c, 0]
                    made[i, k, c, 1] = work[w, c, 1]
        for c in range(CORNERS):
            if count == 0:
                made[i, k, c, 0] = seeds[i, k, 0]
                made[i, k, c, 1] = seeds[i, k, 1]
            elif c >= count:
                made[i, k, c, 0] = made[i, k, count - 1, 0]
                made[i, k, c, 1] = made[i, k, count - 1, 1]
