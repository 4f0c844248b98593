"""The exact signed distance field of an outline made of quadratic Bezier curves.

Distance: to the nearest point of the nearest curve, found by root finding on each curve, not by sampling
it. Sign: nonzero winding, counted along each row of samples. Corners stay as sharp as the samples allow.
Curves far from a block of samples are left out of it by bounds, first for large blocks, then for small ones.
"""

# pyright: reportInvalidTypeForm=false, reportOptionalCall=false

import numpy as np
import taichi as ti

from kernels import runtime
from kernels.launch import launch

TILE = 8
"""Samples across a small block; curves are culled for these last."""
CPU_BLOCK, GPU_BLOCK = 32, 16
"""Samples across a large block, the work of one thread; multiples of TILE. A GPU wants many short threads,
and Mesa's software one ends a thread's loops after 65,535 rounds without a word."""
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
    launch(_winding, curves, frame, field, again=False)
    launch(_distance, curves, frame, near, field, block, again=False)
    return field


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
def _at_least_squared(curves: ti.template(), k, x, y):
    """A lower bound of a point's squared distance to a curve: to the box of its three points."""
    x0, x1, x2 = curves[k, 0, 0], curves[k, 1, 0], curves[k, 2, 0]
    y0, y1, y2 = curves[k, 0, 1], curves[k, 1, 1], curves[k, 2, 1]
    across = ti.max(ti.min(x0, x1, x2) - x, x - ti.max(x0, x1, x2), 0.0)
    down = ti.max(ti.min(y0, y1, y2) - y, y - ti.max(y0, y1, y2), 0.0)
    return across * across + down * down


@ti.func
def _distance_squared(curves: ti.template(), k, x, y):
    """Squared distance of a point to a curve.

    With B(t) - p = C + 2 B t + A t^2 the slope of half the squared distance is a cubic that rises, falls and
    rises again: minima lie on its rising stretches. On the first it is concave, so Newton's method
    from its left end cannot overshoot; on the last it is convex, and the right end does the same.
    """
    x0, y0 = curves[k, 0, 0], curves[k, 0, 1]
    ex, ey = curves[k, 2, 0] - x, curves[k, 2, 1] - y
    cx, cy = x0 - x, y0 - y
    bx, by = curves[k, 1, 0] - x0, curves[k, 1, 1] - y0
    ax, ay = curves[k, 2, 0] - x0 - 2.0 * bx, curves[k, 2, 1] - y0 - 2.0 * by
    best = ti.min(cx * cx + cy * cy, ex * ex + ey * ey) + 0.0
    aa, bb, bc = ax * ax + ay * ay, bx * bx + by * by, bx * cx + by * cy
    if aa <= STRAIGHT * bb:
        if bb > 0:
            t = ti.min(ti.max(-bc / (2.0 * bb), 0.0), 1.0)
            dx, dy = cx + 2.0 * t * bx, cy + 2.0 * t * by
            best = ti.min(best, dx * dx + dy * dy)
    elif aa > 0:
        c3, c2, c1, c0 = aa, 3.0 * (ax * bx + ay * by), 2.0 * bb + ax * cx + ay * cy, bc
        bend = -c2 / (3.0 * c3)
        half = ti.sqrt(ti.max(bend * bend - c1 / (3.0 * c3), 0.0))
        for last in range(2):
            low, high = 0.0, ti.min(bend - half, 1.0)
            if last:
                low, high = ti.max(bend + half, 0.0), 1.0
            if low <= high:
                # Where the slope does not pass 0 inside, an end of the stretch is the candidate. It counts
                # where both stretches meet in the root: a straight curve that turns back on itself.
                t = high if last else low
                if _cubic(c3, c2, c1, c0, low) >= 0:
                    t = low
                elif _cubic(c3, c2, c1, c0, high) <= 0:
                    t = high
                else:
                    for _ in range(NEWTON_STEPS):
                        slope = (3.0 * c3 * t + 2.0 * c2) * t + c1
                        before = t
                        if slope > 0:
                            t = ti.min(ti.max(t - _cubic(c3, c2, c1, c0, t) / slope, low), high)
                        if ti.abs(t - before) < 1e-6:
                            break
                dx, dy = cx + (2.0 * bx + ax * t) * t, cy + (2.0 * by + ay * t) * t
                best = ti.min(best, dx * dx + dy * dy)
    return best


@ti.func
def _cubic(c3, c2, c1, c0, t):
    return ((c3 * t + c2) * t + c1) * t + c0


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
        coarse = curves.shape[0]
        for n in range(coarse):
            near[block, 1, n] = n
        # Round -1 culls all curves for the whole block, the others cull what is left for each tile of it.
        for tile in range(-1, tiles * tiles):
            whole = tile < 0
            y0 = top if whole else top + tile // tiles * TILE
            x0 = left if whole else left + tile % tiles * TILE
            if y0 < rows and x0 < columns:
                source = 1 if whole else 0
                count = _cull(curves, frame, near, block, source, coarse, y0, x0, size if whole else TILE)
                if whole:
                    coarse = count
                else:
                    _fill_tile(curves, frame, near, field, block, count, y0, x0)


@ti.func
def _fill_tile(
    curves: ti.template(),
    frame: ti.template(),
    near: ti.template(),
    field: ti.template(),
    block,
    count,
    y0,
    x0,
):
    for row in range(y0, ti.min(y0 + TILE, field.shape[0])):
        y = frame[1] + row * frame[3]
        bound = 1e15
        for column in range(x0, ti.min(x0 + TILE, field.shape[1])):
            x = frame[0] + column * frame[2]
            best = bound * bound
            for n in range(count):
                k = near[block, 1, n]
                if _at_least_squared(curves, k, x, y) < best:
                    best = ti.min(best, _distance_squared(curves, k, x, y))
            distance = ti.sqrt(best)
            field[row, column] = -distance if field[row, column] != 0 else distance
            # The next sample is one step away, so its distance is at most one step more.
            bound = (distance + frame[2]) * 1.0001


@ti.func
def _cull(
    curves: ti.template(), frame: ti.template(), near: ti.template(), block, source, count, top, left, size
):
    """Copy the curves of a list that can be nearest to a sample of the square to the other list; count them.

    A sample within ``reach`` of the middle is at most reach further than the middle is from the nearest
    end of a curve, and at most reach closer to any curve than the middle is.
    """
    half = (size - 1) * 0.5
    x = frame[0] + (left + half) * frame[2]
    y = frame[1] + (top + half) * frame[3]
    reach = ti.sqrt(frame[2] * frame[2] + frame[3] * frame[3]) * half
    nearest = 1e30
    for n in range(count):
        k = near[block, source, n]
        dx, dy = curves[k, 0, 0] - x, curves[k, 0, 1] - y
        nearest = ti.min(nearest, dx * dx + dy * dy)
    limit = (ti.sqrt(nearest) + 2.0 * reach) * 1.0001
    kept = 0
    for n in range(count):
        k = near[block, source, n]
        if _at_least_squared(curves, k, x, y) <= limit * limit:
            near[block, 1 - source, kept] = k
            kept += 1
    return kept
