"""The outline of a picture: where its opacity passes a level, as closed loops of quadratic curves.

Marching squares with linear interpolation find the loops; points that a straight line explains are dropped
(Ramer, Douglas and Peucker), and what is left becomes a quadratic spline that keeps corners.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STRAY = 0.15
"""Texels that a simplified outline may lie beside the traced one."""
CORNER = np.cos(np.radians(50.0))
"""Cosine of the turn from which a point stays a corner."""
SPECK = 6.0
"""Texels squared; smaller islands and holes are dropped."""

# Sides of a cell: 0 above, 1 right, 2 below, 3 left. For every pattern of its corners (bits: upper left 1,
# upper right 2, lower right 4, lower left 8) the steps from side to side that keep the inside on the right.
_STEPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),),
    2: ((1, 0),),
    3: ((1, 3),),
    4: ((2, 1),),
    5: ((0, 3), (2, 1)),
    6: ((2, 0),),
    7: ((2, 3),),
    8: ((3, 2),),
    9: ((0, 2),),
    10: ((1, 0), (3, 2)),
    11: ((1, 2),),
    12: ((3, 1),),
    13: ((0, 1),),
    14: ((3, 0),),
}


def outline(values: NDArray[np.floating], level: float = 0.5) -> Floats:
    """Curves (k, 3, 2): start, control, end, in texels, y down; texel (0, 0) has its centre at (0.5, 0.5).

    ``values`` (rows, columns), counted as 0 beyond. Loops around what lies above ``level`` run one way and
    loops around holes the other, so that nonzero winding fills them. No curves where nothing is above.
    """
    loops = [_simplify(loop) for loop in loops_of(values, level) if abs(_area(loop)) >= SPECK]
    curves = [_spline(loop) for loop in loops if len(loop) >= 3]
    return np.concatenate(curves) if curves else np.zeros((0, 3, 2))


def loops_of(values: NDArray[np.floating], level: float) -> list[Floats]:
    """The closed lines (n, 2) at which ``values`` pass ``level``, in texels, interpolated."""
    v = np.pad(np.asarray(values, np.float64), 1)
    inside = v > level
    rows, columns = v.shape
    i = inside.astype(np.uint8)
    code = i[:-1, :-1] | i[:-1, 1:] << 1 | i[1:, 1:] << 2 | i[1:, :-1] << 3
    below = rows * columns  # sides that run down are numbered after those that run across
    goes_to: dict[int, int] = {}
    for pattern, steps in _STEPS.items():
        y, x = np.nonzero(code == pattern)
        at = y * columns + x
        number = (at, below + at + 1, at + columns, below + at)
        for start, end in steps:
            goes_to.update(zip(number[start].tolist(), number[end].tolist()))
    loops = []
    while goes_to:
        start, at = goes_to.popitem()
        line = [start]
        while at != start:
            line.append(at)
            at = goes_to.pop(at)
        loops.append(_places(np.array(line), v, level))
    return loops


def _places(sides: NDArray[np.int64], v: Floats, level: float) -> Floats:
    """Where the level is passed on each side of the grid."""
    down = sides >= v.size
    y, x = np.divmod(np.where(down, sides - v.size, sides), v.shape[1])
    a, b = v[y, x], v[np.where(down, y + 1, y), np.where(down, x, x + 1)]
    share = (level - a) / (b - a)
    # the padding moved everything by one; centres lie half a texel in
    return np.stack([x + np.where(down, 0, share), y + np.where(down, share, 0)], axis=1) - 0.5


def _area(loop: Floats) -> float:
    x, y = loop.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def _simplify(loop: Floats) -> Floats:
    """The points of a closed line that are needed to stay within STRAY of it."""
    far = int(np.argmax(np.sum((loop - loop[0]) ** 2, axis=1)))
    closed = np.concatenate([loop, loop[:1]])
    keep = np.zeros(len(closed), bool)
    keep[[0, far, -1]] = True
    spans = [(0, far), (far, len(loop))]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        a, chord = closed[first], closed[last] - closed[first]
        away = closed[first + 1 : last] - a
        length = np.hypot(*chord)
        if length > 0:
            off = np.abs(chord[0] * away[:, 1] - chord[1] * away[:, 0]) / length
        else:
            off = np.hypot(*away.T)
        worst = int(np.argmax(off))
        if off[worst] > STRAY:
            middle = first + 1 + worst
            keep[middle] = True
            spans += [(first, middle), (middle, last)]
    return closed[:-1][keep[:-1]]


def _spline(points: Floats) -> Floats:
    """Quadratics from middle to middle of a polygon's sides, bent round its points; corners stay."""
    before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
    into, out = points - before, after - points
    lengths = np.hypot(*into.T) * np.hypot(*out.T)
    corner = np.sum(into * out, axis=1) < CORNER * lengths
    starts, ends = (before + points) / 2, (points + after) / 2
    curves = []
    for start, point, end, sharp in zip(starts, points, ends, corner):
        if sharp:
            curves += [(start, (start + point) / 2, point), (point, (point + end) / 2, end)]
        else:
            curves.append((start, point, end))
    return np.array(curves)
