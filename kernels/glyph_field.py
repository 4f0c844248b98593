"""The exact signed distance field of an outline made of quadratic Bezier curves.

Distance: to the nearest point of the nearest curve, found by root finding on each curve, not by sampling
it. Sign: nonzero winding, counted along each row of samples. Corners stay as sharp as the samples allow.
Curves far from a block of samples are left out of it by bounds, first for large blocks, then for small ones.
"""

# pyright: reportInvalidTypeForm=false, reportOptionalCall=false

import numpy as np
import taichi as ti

from kernels import runtime

TILE = 8
"""Samples across a small block; curves are culled for these last."""
CPU_BLOCK, GPU_BLOCK = 32, 16
"""Samples across a large block, the work of one thread; multiples of TILE. A GPU wants many short threads (and
Mesa's software one ends a thread's loops after 65,535 rounds, without a word)."""
NEWTON_STEPS = 12
STRAIGHT = 1e-10
"""A curve whose second difference squared is below this share of its chord squared counts as straight."""


def distance_field(
    curves: np.ndarray, box: tuple[float, float, float, float], shape: tuple[int, int]
) -> np.ndarray:
    """Signed distance of a grid of samples to closed loops of quadratics; negative inside.

    ``curves`` (k, 3, 2): start, control, end, in any unit (em), y down; consecutive curves of a loop share
    their ends to the bit, loops fill by nonzero winding. ``box`` (x0, y0, x1, y1) in that unit is covered by
    ``shape`` (rows, columns) equal cells, and samples lie at their centres. Returns float32 (rows, columns)
    in the same unit; without curves everything is infinitely far outside.
    Raises ValueError for shapes that do not fit, an empty box, or numbers that are not finite.
    """
    curves = np.ascontiguousarray(curves, np.float32)
    rows, columns = shape
    x0, y0, x1, y1 = box
    if curves.ndim != 3 or curves.shape[1:] != (3, 2):
        raise ValueError(f"curves must be (k, 3, 2), not {curves.shape}")
    if rows < 1 or columns < 1 or not (x1 > x0 and y1 > y0):
        raise ValueError(f"a field of {rows}x{columns} samples over the box {box} is empty")
    if not (np.isfinite(curves).all() and np.isfinite(box).all()):
        raise ValueError("a field's curves and box must be finite numbers")
    field = np.full((rows, columns), np.inf, np.float32)
    if len(curves) == 0:
        return field
    block = GPU_BLOCK if runtime.ensure().gpu_arrays else CPU_BLOCK
    step = ((x1 - x0) / columns, (y1 - y0) / rows)
    frame = np.array([x0 + step[0] / 2, y0 + step[1] / 2, *step], np.float32)
    blocks = -(-rows // block) * -(-columns // block)
    near = np.zeros((blocks, 2, len(curves)), np.int32)
    _winding(curves, frame, field)
    _distance(curves, frame, near, field, block)
    return field


@ti.func
def _point(curves: ti.template(), k, n):
    return ti.Vector([curves[k, n, 0], curves[k, n, 1]])


@ti.kernel
def _winding(
    curves: ti.types.ndarray(ti.f32, 3),
    frame: ti.types.ndarray(ti.f32, 1),
    field: ti.types.ndarray(ti.f32, 2),
):
    """Fills ``field`` with winding numbers: crossings are noted per row where they happen, then summed up."""
    for row in range(field.shape[0]):
        y = frame[1] + row * frame[3]
        for column in range(field.shape[1]):
            field[row, column] = 0.0
        for k in range(curves.shape[0]):
            y0, y1, y2 = curves[k, 0, 1], curves[k, 1, 1], curves[k, 2, 1]
            if ti.min(y0, y1, y2) <= y and y <= ti.max(y0, y1, y2):
                # Both halves of a curve that turns back meet in the same turning value, and neighbours share
                # their ends, so the half-open test below counts each passage exactly once.
                turn, bend = 1.0, y0 - 2.0 * y1 + y2
                if (y1 - y0) * (y2 - y1) < 0:
                    turn = ti.min(ti.max((y0 - y1) / bend, 0.0), 1.0)
                low = y0
                for half in range(2):
                    high = y2
                    if half == 0 and turn < 1:
                        high = y0 + (y1 - y0) * turn
                    if (low <= y) != (high <= y):
                        t = _crossing(y0, y1, y2, y, high > low)
                        t = ti.min(ti.max(t, half * turn), half + (1.0 - half) * turn)
                        s = 1.0 - t
                        x = s * s * curves[k, 0, 0] + 2.0 * s * t * curves[k, 1, 0] + t * t * curves[k, 2, 0]
                        column = ti.cast(ti.ceil((x - frame[0]) / frame[2]), ti.i32)
                        if column < field.shape[1]:
                            field[row, ti.max(column, 0)] += 1.0 if high > low else -1
                    low = high
                    if turn == 1:
                        break
        winding = 0.0
        for column in range(field.shape[1]):
            winding += field[row, column]
            field[row, column] = winding


@ti.func
def _crossing(y0, y1, y2, y, rising):
    """Where the curve's y passes ``y``, rising or falling: the root of a t^2 + 2 b t + c with that slope."""
    a, b, c = y0 - 2.0 * y1 + y2, y1 - y0, y0 - y
    root = ti.sqrt(ti.max(b * b - a * c, 0.0))
    if not rising:
        root = -root
    # Of the two equal forms, the one that does not cancel.
    t = 0.0
    if b * root >= 0:
        t = -c / (b + root) if b + root != 0 else 0.0
    else:
        t = (root - b) / a if a != 0 else 0.0
    return t


@ti.func
def _near_and_far(curves: ti.template(), k, p):
    """Bounds of a point's distance to a curve: to the box of its controls, and to the nearer of its ends."""
    a, b, c = _point(curves, k, 0), _point(curves, k, 1), _point(curves, k, 2)
    low, high = ti.min(a, b, c), ti.max(a, b, c)
    near = ti.math.length(ti.max(low - p, p - high, 0.0))
    far = ti.sqrt(ti.min((a - p).norm_sqr(), (c - p).norm_sqr()))
    return near, far


@ti.func
def _distance_squared(curves: ti.template(), k, p):
    """Squared distance of a point to a curve.

    With B(t) - p = C + 2 B t + A t^2 the slope of half the squared distance is a cubic that rises, falls and
    rises again: minima lie on its rising stretches. On the first it is concave, so Newton's method
    from its left end cannot overshoot; on the last it is convex, and the right end does the same.
    """
    start = _point(curves, k, 0)
    c = start - p
    b = _point(curves, k, 1) - start
    a = _point(curves, k, 2) - start - 2.0 * b
    best = ti.min(c.norm_sqr(), (_point(curves, k, 2) - p).norm_sqr())
    aa, bb = a.norm_sqr(), b.norm_sqr()
    if aa <= STRAIGHT * bb:
        if bb > 0:
            t = ti.min(ti.max(-c.dot(b) / (2.0 * bb), 0.0), 1.0)
            best = ti.min(best, (c + 2.0 * t * b).norm_sqr())
    else:
        c3, c2, c1, c0 = aa, 3.0 * a.dot(b), 2.0 * bb + a.dot(c), b.dot(c)
        bend = -c2 / (3.0 * c3)
        half = ti.sqrt(ti.max(bend * bend - c1 / (3.0 * c3), 0.0))
        for side in ti.static(range(2)):
            low, high = 0.0, 1.0
            if ti.static(side == 0):
                high = ti.min(bend - half, 1.0)
            else:
                low = ti.max(bend + half, 0.0)
            at_low = ((c3 * low + c2) * low + c1) * low + c0
            at_high = ((c3 * high + c2) * high + c1) * high + c0
            # Ends that are minima of the distance are counted in ``best`` already, or are no minima.
            if low < high and at_low < 0 and at_high > 0:
                t = low if ti.static(side == 0) else high
                for _ in range(NEWTON_STEPS):
                    slope = (3.0 * c3 * t + 2.0 * c2) * t + c1
                    move = 0.0
                    if slope > 0:
                        move = (((c3 * t + c2) * t + c1) * t + c0) / slope
                    t = ti.min(ti.max(t - move, low), high)
                    if ti.abs(move) < 1e-6:
                        break
                best = ti.min(best, (c + (2.0 * b + a * t) * t).norm_sqr())
    return best


@ti.kernel
def _distance(
    curves: ti.types.ndarray(ti.f32, 3),
    frame: ti.types.ndarray(ti.f32, 1),
    near: ti.types.ndarray(ti.i32, 3),
    field: ti.types.ndarray(ti.f32, 2),
    size: ti.i32,
):
    """Turns winding numbers into signed distances. ``near`` is scratch: two lists of curves a block."""
    rows, columns = field.shape[0], field.shape[1]
    across = (columns + size - 1) // size
    tiles = size // TILE
    for block in range(near.shape[0]):
        top, left = block // across * size, block % across * size
        for n in range(curves.shape[0]):
            near[block, 1, n] = n
        coarse = _cull(curves, frame, near, block, 1, 0, curves.shape[0], top, left, size)
        for tile in range(tiles * tiles):
            y0 = top + tile // tiles * TILE
            x0 = left + tile % tiles * TILE
            if y0 < rows and x0 < columns:
                fine = _cull(curves, frame, near, block, 0, 1, coarse, y0, x0, TILE)
                for row in range(y0, ti.min(y0 + TILE, rows)):
                    bound = 1e15
                    for column in range(x0, ti.min(x0 + TILE, columns)):
                        x = frame[0] + column * frame[2]
                        y = frame[1] + row * frame[3]
                        p = ti.Vector([x, y])
                        best = bound * bound
                        for n in range(fine):
                            k = near[block, 1, n]
                            low, _far = _near_and_far(curves, k, p)
                            if low * low < best:
                                best = ti.min(best, _distance_squared(curves, k, p))
                        distance = ti.sqrt(best)
                        field[row, column] = -distance if field[row, column] != 0 else distance
                        # The next sample is one step away, so its distance is at most one step more.
                        bound = (distance + frame[2]) * 1.0001


@ti.func
def _cull(
    curves: ti.template(),
    frame: ti.template(),
    near: ti.template(),
    block,
    source,
    target,
    count,
    top,
    left,
    size,
):
    """Copy those curves of a list that can be nearest to a sample of the block; returns how many there are.

    A sample within ``reach`` of the middle is at most reach + far from the nearest curve, and no sample is
    closer than near - reach to another.
    """
    half = (size - 1) * 0.5
    middle = ti.Vector(
        [
            frame[0] + (left + half) * frame[2],
            frame[1] + (top + half) * frame[3],
        ]
    )
    reach = ti.math.length(ti.Vector([frame[2], frame[3]])) * half
    least = 1e30
    for n in range(count):
        _low, far = _near_and_far(curves, near[block, source, n], middle)
        least = ti.min(least, far)
    limit = (least + 2.0 * reach) * 1.0001
    kept = 0
    for n in range(count):
        k = near[block, source, n]
        low, _far = _near_and_far(curves, k, middle)
        if low <= limit:
            near[block, target, kept] = k
            kept += 1
    return kept
