"""Soft bodies held together by matching their shape (article 003, letters 03).

Each body is a closed outline of points. In a tick it is told how the shape at rest lies best on the points
(Müller and others 2005, "Meshless deformations based on shape matching"), and every point is drawn to its
place in that shape, turned back upright by a part; lost area pushes outward along the outline's normals.
"""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

X, Y, VX, VY = range(4)
"""Columns of a point: px, px per tick."""
CX, CY, TURN, AREA, HEIGHT, WIDTH, FLOOR, HIT, ON, LOW, HIGH, LEFT, RIGHT = range(13)
"""Columns of a body: mean of its points, the angle of the shape on them; area, height and width at rest; the
y on which it lands; its speed where it first touched in this tick (else 0), whether it touches the floor; its
lowest and highest y now, and its leftmost and rightmost x."""
STATE = 13
(
    SPRING,
    UPRIGHT,
    PRESSURE,
    GRAVITY,
    DAMP,
    LIMIT,
    BOUNCE,
    SLIDE,
    WALL_LEFT,
    WALL_RIGHT,
    CEILING,
    FASTEST,
    TOUCHING,
) = range(13)
"""Numbers of a step: pull to the shape; share of the turn that is taken back; push for lost area; weight;
share of the speed lost; share of its height that a body may lose; shares of the speed kept down and across at
the floor; the walls' x, the ceiling's y; the most speed px/tick; whether bodies touch (1) or not."""
NUMBERS = 13
WALL_KEEPS = 0.3
"""Share of its speed with which a point comes back from a wall."""
STICK = 12.0
"""px²/tick; a point that would slide on the floor more slowly than this by its body's height stays. Without
it bodies creep for ever, small ones the faster."""
GRIP = 0.2
"""Share of its sideways speed as a whole that a body on the floor loses in a tick: words stay in order."""
SLIM = 0.75
"""Width over height from which a body stands by itself. Slimmer ones take more of their turn back, as if it
were taken back several times in a tick: else an l lies down where a に stands."""
PART = 2.5
"""px by which bodies are parted in a tick if all points of one are inside the other."""
GIVE = 0.5
"""Share of a penetration by which a point that is inside another body is moved out in a tick; the side that
it left takes the other half."""


def step_jelly(points: np.ndarray, rest: np.ndarray, bodies: np.ndarray, numbers: np.ndarray) -> None:
    """One tick of n bodies of k points, in place.

    ``points`` (n, k, 4), see X to VY; outlines run clockwise as seen (y down) and are star-shaped at rest.
    ``rest`` (n, k, 2) px: the same points of the shape at rest, their mean at the origin (elsewhere the shape
    pulls the whole body along: what the article warns of). ``bodies`` (n, 13), see CX to RIGHT. ``numbers``
    (13,), see SPRING to TOUCHING. All float of ``runtime.real()``. Raises ValueError for shapes or types that
    do not fit, or fewer than three points.
    """
    if points.ndim != 3 or points.shape[1] < 3:
        raise ValueError(f"points must be (bodies, 3 or more, 4), not {points.shape}")
    n, k = points.shape[:2]
    expect(
        points.dtype,
        points=(points, (n, k, 4)),
        rest=(rest, (n, k, 2)),
        bodies=(bodies, (n, STATE)),
        numbers=(numbers, (NUMBERS,)),
    )
    launch(_step_jelly, points, rest, bodies, numbers)


@ti.func
def _pose(points: ti.template(), rest: ti.template(), bodies: ti.template(), i: ti.i32):
    """Where the body is and how its shape lies on the points."""
    k = points.shape[1]
    cx, cy = points[i, 0, X] * 0, points[i, 0, X] * 0
    for j in range(k):
        cx += points[i, j, X]
        cy += points[i, j, Y]
    cx /= k
    cy /= k
    num, den = cx * 0, cx * 0
    for j in range(k):
        dx, dy = points[i, j, X] - cx, points[i, j, Y] - cy
        num += rest[i, j, 0] * dy - rest[i, j, 1] * dx
        den += rest[i, j, 0] * dx + rest[i, j, 1] * dy
    bodies[i, CX] = cx
    bodies[i, CY] = cy
    bodies[i, TURN] = ti.atan2(num, den)


@ti.func
def _area(points: ti.template(), i: ti.i32):
    k = points.shape[1]
    twice = points[i, 0, X] * 0
    for j in range(k):
        m = (j + 1) % k
        twice += points[i, j, X] * points[i, m, Y] - points[i, m, X] * points[i, j, Y]
    return twice / 2


@ti.func
def _pull(
    points: ti.template(), rest: ti.template(), bodies: ti.template(), numbers: ti.template(), i: ti.i32
):
    """Speeds from the shape, the lost area and weight; then the points move."""
    k = points.shape[1]
    slim = ti.max(SLIM * bodies[i, HEIGHT] / ti.max(bodies[i, WIDTH], 1e-6), 1.0)
    turn = bodies[i, TURN] * (1 - numbers[UPRIGHT]) ** (slim * slim)
    c, s = ti.cos(turn), ti.sin(turn)
    lost = (bodies[i, AREA] - _area(points, i)) / bodies[i, AREA]
    push = lost * numbers[PRESSURE] * 2
    for j in range(k):
        before, after = (j + k - 1) % k, (j + 1) % k
        tx = points[i, after, X] - points[i, before, X]
        ty = points[i, after, Y] - points[i, before, Y]
        size = ti.max(ti.sqrt(tx * tx + ty * ty), 1e-6)
        gx = bodies[i, CX] + rest[i, j, 0] * c - rest[i, j, 1] * s
        gy = bodies[i, CY] + rest[i, j, 0] * s + rest[i, j, 1] * c
        points[i, j, VX] += (gx - points[i, j, X]) * numbers[SPRING] + push * ty / size
        points[i, j, VY] += (gy - points[i, j, Y]) * numbers[SPRING] - push * tx / size + numbers[GRAVITY]
    for j in range(k):
        vx, vy = points[i, j, VX] * (1 - numbers[DAMP]), points[i, j, VY] * (1 - numbers[DAMP])
        speed = ti.sqrt(vx * vx + vy * vy)
        keep = ti.min(1.0, numbers[FASTEST] / ti.max(speed, 1e-6))
        points[i, j, VX] = vx * keep
        points[i, j, VY] = vy * keep
        points[i, j, X] += vx * keep
        points[i, j, Y] += vy * keep


@ti.func
def _measure(points: ti.template(), bodies: ti.template(), i: ti.i32):
    left, right, high, low = points[i, 0, X], points[i, 0, X], points[i, 0, Y], points[i, 0, Y]
    for j in range(points.shape[1]):
        left = ti.min(left, points[i, j, X])
        right = ti.max(right, points[i, j, X])
        high = ti.min(high, points[i, j, Y])
        low = ti.max(low, points[i, j, Y])
    bodies[i, LEFT] = left
    bodies[i, RIGHT] = right
    bodies[i, HIGH] = high
    bodies[i, LOW] = low


@ti.func
def _land(points: ti.template(), bodies: ti.template(), numbers: ti.template(), i: ti.i32):
    """Floor, walls and ceiling."""
    k = points.shape[1]
    speed, along, touched = points[i, 0, VY] * 0, points[i, 0, VX] * 0, 0
    for j in range(k):
        speed += points[i, j, VY] / k
        along += points[i, j, VX] / k
    for j in range(k):
        if points[i, j, Y] > bodies[i, FLOOR]:
            points[i, j, Y] = bodies[i, FLOOR]
            points[i, j, VY] *= -numbers[BOUNCE]
            if ti.abs(points[i, j, VX]) * bodies[i, HEIGHT] < STICK:
                points[i, j, X] -= points[i, j, VX]
                points[i, j, VX] *= 0
            points[i, j, VX] *= numbers[SLIDE]
            touched = 1
        if points[i, j, Y] < numbers[CEILING]:
            points[i, j, Y] = numbers[CEILING]
            points[i, j, VY] *= -WALL_KEEPS
        if points[i, j, X] < numbers[WALL_LEFT]:
            points[i, j, X] = numbers[WALL_LEFT]
            points[i, j, VX] *= -WALL_KEEPS
        elif points[i, j, X] > numbers[WALL_RIGHT]:
            points[i, j, X] = numbers[WALL_RIGHT]
            points[i, j, VX] *= -WALL_KEEPS
    if touched == 1:
        for j in range(k):
            points[i, j, VX] -= GRIP * along
    bodies[i, HIT] = speed if touched == 1 and bodies[i, ON] == 0 else speed * 0
    bodies[i, ON] = ti.cast(touched, float)


@ti.func
def _unsquash(points: ti.template(), bodies: ti.template(), numbers: ti.template(), i: ti.i32):
    """What is flatter than it may be is stretched from the floor up; what is narrower, from the wall."""
    _measure(points, bodies, i)
    least, now = (1 - numbers[LIMIT]) * bodies[i, HEIGHT], bodies[i, LOW] - bodies[i, HIGH]
    if now < least and now > 1e-4:
        low, grow = bodies[i, LOW], least / now
        for j in range(points.shape[1]):
            points[i, j, Y] = low - (low - points[i, j, Y]) * grow
            if points[i, j, VY] > 0:
                points[i, j, VY] *= 0.5
        bodies[i, HIGH] = low - least
    thin, wide = (1 - numbers[LIMIT]) * bodies[i, WIDTH], bodies[i, RIGHT] - bodies[i, LEFT]
    if wide < thin and wide > 1e-4:
        side = bodies[i, LEFT]
        if numbers[WALL_RIGHT] - bodies[i, RIGHT] < bodies[i, LEFT] - numbers[WALL_LEFT]:
            side = bodies[i, RIGHT]
        for j in range(points.shape[1]):
            points[i, j, X] = side + (points[i, j, X] - side) * (thin / wide)
        bodies[i, LEFT] = side + (bodies[i, LEFT] - side) * (thin / wide)
        bodies[i, RIGHT] = side + (bodies[i, RIGHT] - side) * (thin / wide)


@ti.func
def _inside(points: ti.template(), b: ti.i32, x, y):
    """Whether (x, y) lies in body b."""
    k, odd = points.shape[1], 0
    for j in range(k):
        m = (j + 1) % k
        y0, y1 = points[b, j, Y], points[b, m, Y]
        crosses = (y0 > y) != (y1 > y)
        if crosses and x < points[b, j, X] + (y - y0) / (y1 - y0) * (points[b, m, X] - points[b, j, X]):
            odd = 1 - odd
    return odd


@ti.func
def _press_out(points: ti.template(), a: ti.i32, j: ti.i32, b: ti.i32):
    """Point j of body a is inside body b: it goes half the way to b's nearest side, and the side comes."""
    k = points.shape[1]
    x, y = points[a, j, X], points[a, j, Y]
    best, near, share = x * 0 + 1e18, 0, x * 0
    for m in range(k):
        q = (m + 1) % k
        ex, ey = points[b, q, X] - points[b, m, X], points[b, q, Y] - points[b, m, Y]
        t = ((x - points[b, m, X]) * ex + (y - points[b, m, Y]) * ey) / ti.max(ex * ex + ey * ey, 1e-9)
        t = ti.math.clamp(t, 0.0, 1.0)
        dx, dy = points[b, m, X] + t * ex - x, points[b, m, Y] + t * ey - y
        if dx * dx + dy * dy < best:
            best, near, share = dx * dx + dy * dy, m, t
    q = (near + 1) % k
    dx = points[b, near, X] + share * (points[b, q, X] - points[b, near, X]) - x
    dy = points[b, near, Y] + share * (points[b, q, Y] - points[b, near, Y]) - y
    points[a, j, X] += GIVE * dx
    points[a, j, Y] += GIVE * dy
    points[b, near, X] -= GIVE * (1 - share) * dx
    points[b, near, Y] -= GIVE * (1 - share) * dy
    points[b, q, X] -= GIVE * share * dx
    points[b, q, Y] -= GIVE * share * dy
    # Along the way out they go on together, so that soft bodies do not bounce off each other like steel.
    far = ti.sqrt(best)
    if far > 1e-6:
        nx, ny = dx / far, dy / far
        theirs = (1 - share) * (points[b, near, VX] * nx + points[b, near, VY] * ny)
        theirs += share * (points[b, q, VX] * nx + points[b, q, VY] * ny)
        gap = theirs - (points[a, j, VX] * nx + points[a, j, VY] * ny)
        if gap > 0:
            points[a, j, VX] += 0.5 * gap * nx
            points[a, j, VY] += 0.5 * gap * ny
            for e in ti.static(range(2)):
                at = near if e == 0 else q
                part = (1 - share) if e == 0 else share
                points[b, at, VX] -= 0.5 * gap * part * nx
                points[b, at, VY] -= 0.5 * gap * part * ny


@ti.func
def _part(points: ti.template(), bodies: ti.template(), a: ti.i32, b: ti.i32, caught: ti.i32):
    """Bodies deep in each other part as a whole: points pressed out on both sides would hold them there."""
    k = points.shape[1]
    side = 1.0 if bodies[a, CX] > bodies[b, CX] or (bodies[a, CX] == bodies[b, CX] and a > b) else -1.0
    push = 0.5 * side * PART * caught / k
    for j in range(k):
        points[a, j, X] += push
        points[b, j, X] -= push


@ti.kernel
def _step_jelly(
    points: ti.types.ndarray(),
    rest: ti.types.ndarray(),
    bodies: ti.types.ndarray(),
    numbers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for _ in range(1):
        n = points.shape[0]
        for i in range(n):
            _pose(points, rest, bodies, i)
            _pull(points, rest, bodies, numbers, i)
            _measure(points, bodies, i)
        if numbers[TOUCHING] > 0:
            for a in range(n):
                for b in range(n):
                    apart = bodies[a, RIGHT] < bodies[b, LEFT] or bodies[b, RIGHT] < bodies[a, LEFT]
                    apart = apart or bodies[a, LOW] < bodies[b, HIGH] or bodies[b, LOW] < bodies[a, HIGH]
                    if a != b and not apart:
                        caught = 0
                        for j in range(points.shape[1]):
                            if _inside(points, b, points[a, j, X], points[a, j, Y]) == 1:
                                _press_out(points, a, j, b)
                                caught += 1
                        _part(points, bodies, a, b, caught)
        for i in range(n):
            _land(points, bodies, numbers, i)
            _unsquash(points, bodies, numbers, i)
            for j in range(points.shape[1]):  # what was stretched may reach beyond its box again
                x, y = points[i, j, X], points[i, j, Y]
                points[i, j, X] = ti.math.clamp(x, numbers[WALL_LEFT], numbers[WALL_RIGHT])
                points[i, j, Y] = ti.math.clamp(y, numbers[CEILING], bodies[i, FLOOR])
