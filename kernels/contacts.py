"""A tick of boxes that fall, hit corner first, spin, stack and come to rest (article 003, "01").

Contacts are corners of a box beyond a wall or inside another box. The axis along which the two boxes overlap
least is the normal for all their corners: with an axis of its own for each corner, letters end up nested in
one another, their corners pushing to opposite sides. Contacts are solved by sequential impulses with
accumulated clamping in the published order, so one thread does it all: a tick of ten boxes takes a tenth of
a millisecond, of two hundred a few.

Two things are ours: fast ticks take more sub-steps, so that nothing passes through anything, and a box
that stays in its place is laid still until something touches it.
"""

# pyright: reportInvalidTypeForm=false, reportIndexIssue=false, reportArgumentType=false, reportOptionalCall=false

from types import SimpleNamespace

import taichi as ti

from kernels.rules import Rules

COLUMNS = 14
X, Y, ANGLE, VX, VY, SPIN, HALF_WIDTH, HALF_HEIGHT, INV_MASS, INV_INERTIA = range(10)
"""Columns of a box in ``body``: px, rad clockwise, speeds per tick, masses in px² / 900."""
PLACE_X, PLACE_Y, PLACE_ANGLE, STAYED = range(10, COLUMNS)
"""The place where a box has been staying, and for how many ticks."""

FOUND = 12
DEPTH, TARGET, A, B = 4, 7, 10, 11
"""Columns of a contact: place 0-1, normal 2-3, depth, impulses along and across 5-6, target speed, lightness
along and across 8-9, the two boxes."""


_AT = SimpleNamespace(**{name: i for i, name in enumerate(Rules.__dataclass_fields__)})
_TRAVEL = 0.6
"""The farthest that a box goes in a sub-step, as a share of the smallest half side: beyond a whole one the
shallow side of a penetration would be the far one."""


@ti.func
def _free(body: ti.template(), rules: ti.template(), i: ti.i32):
    """Whether box i is neither a wall (-1) nor laid still."""
    free = i >= 0
    if free:
        free = body[i, STAYED] < rules[_AT.lone_ticks]
    return free


@ti.func
def _corner(body: ti.template(), i: ti.i32, k: ti.i32):
    """Corner k of box i: upper left, upper right, lower right, lower left of the upright box."""
    u = body[i, HALF_WIDTH] if k == 1 or k == 2 else -body[i, HALF_WIDTH]
    v = body[i, HALF_HEIGHT] if k >= 2 else -body[i, HALF_HEIGHT]
    c, s = ti.cos(body[i, ANGLE]), ti.sin(body[i, ANGLE])
    return ti.Vector([body[i, X] + u * c - v * s, body[i, Y] + u * s + v * c])


@ti.func
def _velocity(body: ti.template(), i: ti.i32, p):
    """Velocity of box i at the point p; a wall (-1) stands."""
    v = p * 0
    if i >= 0:
        v[0] = body[i, VX] - body[i, SPIN] * (p[1] - body[i, Y])
        v[1] = body[i, VY] + body[i, SPIN] * (p[0] - body[i, X])
    return v


@ti.func
def _give(body: ti.template(), rules: ti.template(), i: ti.i32, p, j):
    """Impulse j on box i at p."""
    if _free(body, rules, i):
        body[i, VX] += j[0] * body[i, INV_MASS]
        body[i, VY] += j[1] * body[i, INV_MASS]
        body[i, SPIN] += ((p[0] - body[i, X]) * j[1] - (p[1] - body[i, Y]) * j[0]) * body[i, INV_INERTIA]


@ti.func
def _lightness(body: ti.template(), rules: ti.template(), i: ti.i32, p, d):
    """How readily box i yields at p in direction d: 0 for what stands."""
    k = p[0] * 0
    if _free(body, rules, i):
        arm = (p[0] - body[i, X]) * d[1] - (p[1] - body[i, Y]) * d[0]
        k = body[i, INV_MASS] + arm * arm * body[i, INV_INERTIA]
    return k


@ti.func
def _stays(body: ti.template(), rules: ti.template(), i: ti.i32):
    """Whether box i is still where it was last put down."""
    dx, dy = body[i, X] - body[i, PLACE_X], body[i, Y] - body[i, PLACE_Y]
    turn = (body[i, ANGLE] - body[i, PLACE_ANGLE]) * (body[i, HALF_WIDTH] + body[i, HALF_HEIGHT])
    limit = rules[_AT.creep]
    return dx * dx + dy * dy + turn * turn < limit * limit


@ti.func
def _note(found: ti.template(), report: ti.template(), a: ti.i32, b: ti.i32, p, n, depth):
    """Write down one contact: the corner p of box a, beyond a wall (b -1) or inside box b, pushed along n."""
    k = report[0]
    if k < found.shape[0]:
        for axis in ti.static(range(2)):
            found[k, axis], found[k, 2 + axis], found[k, 5 + axis] = p[axis], n[axis], 0
        found[k, DEPTH], found[k, A], found[k, B] = depth, a, b
        report[0] = k + 1


@ti.func
def _reach(body: ti.template(), i: ti.i32, n):
    """How far box i reaches from its centre in direction n."""
    c, s = ti.cos(body[i, ANGLE]), ti.sin(body[i, ANGLE])
    return body[i, HALF_WIDTH] * ti.abs(n[0] * c + n[1] * s) + body[i, HALF_HEIGHT] * ti.abs(
        n[1] * c - n[0] * s
    )


@ti.func
def _inside(body: ti.template(), i: ti.i32, p):
    """Whether the point p lies inside box i."""
    dx, dy = p[0] - body[i, X], p[1] - body[i, Y]
    c, s = ti.cos(body[i, ANGLE]), ti.sin(body[i, ANGLE])
    return ti.abs(dx * c + dy * s) < body[i, HALF_WIDTH] and ti.abs(dy * c - dx * s) < body[i, HALF_HEIGHT]


@ti.func
def _shallow_axis(body: ti.template(), i: ti.i32, j: ti.i32):
    """The axis along which two boxes overlap least, from j to i, and by how much (negative: apart)."""
    offset = ti.Vector([body[i, X] - body[j, X], body[i, Y] - body[j, Y]])
    best, least = (
        offset * 0,
        body[i, HALF_WIDTH] + body[i, HALF_HEIGHT] + body[j, HALF_WIDTH] + body[j, HALF_HEIGHT],
    )
    for axis in range(ti.cast(4, ti.i32)):
        angle = body[j, ANGLE] if axis < 2 else body[i, ANGLE]
        n = ti.Vector([ti.cos(angle), ti.sin(angle)])
        if axis % 2 == 1:
            n = ti.Vector([-n[1], n[0]])
        along = offset.dot(n)
        overlap = _reach(body, i, n) + _reach(body, j, n) - ti.abs(along)
        if overlap < least:
            least, best = overlap, n * (1 if along >= 0 else -1)
    return best, least


@ti.func
def _find(
    body: ti.template(),
    found: ti.template(),
    report: ti.template(),
    rules: ti.template(),
):
    """All contacts in the published order: walls box by box, then each box's corners in every other box."""
    report[0] = 0
    for i in range(body.shape[0]):
        for k in range(4):
            p = _corner(body, i, k)
            for wall in range(4):
                n, depth = p * 0, p[0]
                if wall == 0:
                    n[1], depth = -1, p[1] - rules[_AT.floor]
                elif wall == 1:
                    n[0], depth = 1, rules[_AT.left] - p[0]
                elif wall == 2:
                    n[0], depth = -1, p[0] - rules[_AT.right]
                else:
                    n[1], depth = 1, rules[_AT.top] - p[1]
                if depth > 0:
                    report[2] |= wall == 0
                    _note(found, report, i, -1, p, n, depth)
    for i in range(body.shape[0]):
        for j in range(body.shape[0]):
            dx, dy = body[i, X] - body[j, X], body[i, Y] - body[j, Y]
            reach = body[i, HALF_WIDTH] + body[i, HALF_HEIGHT] + body[j, HALF_WIDTH] + body[j, HALF_HEIGHT]
            if i != j and dx * dx + dy * dy < reach * reach:
                n, overlap = _shallow_axis(body, i, j)
                if overlap > 0:
                    middle = ti.Vector([body[j, X], body[j, Y]])
                    face = _reach(body, j, n)
                    for k in range(4):
                        p = _corner(body, i, k)
                        if _inside(body, j, p):
                            _note(found, report, i, j, p, n, ti.min(face - (p - middle).dot(n), overlap))


@ti.func
def _meet(
    body: ti.template(),
    hits: ti.template(),
    found: ti.template(),
    report: ti.template(),
    rules: ti.template(),
):
    """How fast each contact closes: what it shall bounce with, what it wakes, how hard it is."""
    for k in range(report[0]):
        p, n = ti.Vector([found[k, 0], found[k, 1]]), ti.Vector([found[k, 2], found[k, 3]])
        a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
        v = _velocity(body, a, p) - _velocity(body, b, p)
        approach = -(v[0] * n[0] + v[1] * n[1])
        fast = approach > rules[_AT.bounce_above]
        found[k, TARGET] = 0
        if fast:
            found[k, TARGET] = rules[_AT.restitution] * approach
        # What lies still wakes when it is hit, or when a neighbour has begun to leave its place.
        free_a = _free(body, rules, a)
        if b >= 0 and free_a != _free(body, rules, b):
            mover = a if free_a else b
            sleeper = b if free_a else a
            if fast or not _stays(body, rules, mover):
                body[sleeper, STAYED] = 0
        if approach > hits[a, 2] or hits[a, 3] == 0:
            hits[a, 0], hits[a, 1], hits[a, 2], hits[a, 3] = p[0], p[1], ti.max(approach, 0), 3
            if b < 0:
                hits[a, 3] = 1 if n[1] < 0 else 2
    for k in range(report[0]):
        p, n = ti.Vector([found[k, 0], found[k, 1]]), ti.Vector([found[k, 2], found[k, 3]])
        a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
        for side in range(2):
            found[k, 8 + side] = _lightness(body, rules, a, p, n) + _lightness(body, rules, b, p, n)
            n = ti.Vector([-n[1], n[0]])


@ti.func
def _solve(body: ti.template(), found: ti.template(), report: ti.template(), rules: ti.template()):
    """Rounds of impulses: first the push, which never pulls, then friction below its share of the push."""
    for _ in range(ti.cast(rules[_AT.rounds], ti.i32)):
        for k in range(report[0]):
            p, n = ti.Vector([found[k, 0], found[k, 1]]), ti.Vector([found[k, 2], found[k, 3]])
            a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
            sides = 2 if found[k, 8] > 0 else 0  # two boxes that both lie still have nothing to settle
            for side in range(sides):
                d = n
                if side == 1:
                    d = ti.Vector([-n[1], n[0]])
                v = _velocity(body, a, p) - _velocity(body, b, p)
                speed = v[0] * d[0] + v[1] * d[1]
                before = found[k, 5 + side]
                after = before
                if side == 0:
                    after = ti.max(before + (found[k, TARGET] - speed) / found[k, 8], 0)
                else:
                    limit = rules[_AT.friction] * found[k, 5]
                    after = ti.min(ti.max(before - speed / found[k, 9], -limit), limit)
                found[k, 5 + side] = after
                _give(body, rules, a, p, d * (after - before))
                _give(body, rules, b, p, d * (before - after))


@ti.func
def _part(body: ti.template(), found: ti.template(), report: ti.template(), rules: ti.template()):
    """Move overlapping boxes a little apart, without turning them."""
    for k in range(report[0]):
        a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
        give_a, give_b = found[k, 0] * 0, found[k, 0] * 0
        if _free(body, rules, a):
            give_a = body[a, INV_MASS]
        if _free(body, rules, b):
            give_b = body[b, INV_MASS]
        e = rules[_AT.correction] * ti.max(found[k, DEPTH] - rules[_AT.slop], 0)
        if give_a + give_b > 0:
            e /= give_a + give_b
        for axis in ti.static(range(2)):
            body[a, axis] += found[k, 2 + axis] * e * give_a
            if b >= 0:
                body[b, axis] -= found[k, 2 + axis] * e * give_b


@ti.func
def _hold(body: ti.template(), rules: ti.template(), i: ti.i32, deep):
    """The last word: no corner of box i ends a sub-step farther than ``deep`` beyond a wall."""
    c, s = ti.abs(ti.cos(body[i, ANGLE])), ti.abs(ti.sin(body[i, ANGLE]))
    reach = ti.Vector([body[i, HALF_WIDTH] * c + body[i, HALF_HEIGHT] * s, 0])
    reach[1] = body[i, HALF_WIDTH] * s + body[i, HALF_HEIGHT] * c
    low = ti.Vector([rules[_AT.left], rules[_AT.top]]) + reach - deep
    high = ti.Vector([rules[_AT.right], rules[_AT.floor]]) - reach + deep
    for axis in ti.static(range(2)):
        if body[i, axis] < low[axis]:
            body[i, axis] = low[axis]
            body[i, VX + axis] = ti.max(body[i, VX + axis], 0)
        if body[i, axis] > high[axis]:
            body[i, axis] = high[axis]
            body[i, VX + axis] = ti.min(body[i, VX + axis], 0)


@ti.func
def _settle(body: ti.template(), rules: ti.template()):
    """Count how long each box has stayed in its place, and lay still those that stayed long enough."""
    least = rules[_AT.lone_ticks]
    for i in range(body.shape[0]):
        if _free(body, rules, i):
            stayed = body[i, STAYED] + 1
            if not _stays(body, rules, i):
                stayed = 0
            body[i, STAYED] = stayed
            # A place is held for so long only, or the slowest creep would never be laid still.
            if ti.cast(stayed, ti.i32) % ti.cast(rules[_AT.creep_ticks], ti.i32) == 0:
                for axis in ti.static(range(3)):
                    body[i, PLACE_X + axis] = body[i, axis]
        least = ti.min(least, body[i, STAYED])
    for i in range(body.shape[0]):
        if least >= rules[_AT.still_ticks]:
            body[i, STAYED] = rules[_AT.lone_ticks]
        if not _free(body, rules, i):
            for axis in ti.static(range(3)):
                body[i, VX + axis] = 0


@ti.func
def _speed(body: ti.template(), i: ti.i32):
    """Speed of the fastest corner of box i, or a little more."""
    v = ti.sqrt(body[i, VX] * body[i, VX] + body[i, VY] * body[i, VY])
    return v + ti.abs(body[i, SPIN]) * (body[i, HALF_WIDTH] + body[i, HALF_HEIGHT])


@ti.func
def _limited_speed(body: ti.template(), rules: ti.template(), i: ti.i32):
    """Hold box i to the greatest speed and spin; returns its speed."""
    speed = ti.sqrt(body[i, VX] * body[i, VX] + body[i, VY] * body[i, VY])
    if speed > rules[_AT.max_speed]:
        body[i, VX] *= rules[_AT.max_speed] / speed
        body[i, VY] *= rules[_AT.max_speed] / speed
        speed = rules[_AT.max_speed]
    body[i, SPIN] = ti.min(ti.max(body[i, SPIN], -rules[_AT.max_spin]), rules[_AT.max_spin])
    return speed


@ti.kernel
def advance(
    body: ti.types.ndarray(),
    hits: ti.types.ndarray(),
    found: ti.types.ndarray(),
    report: ti.types.ndarray(),
    rules: ti.types.ndarray(),
):
    """One tick, in place. ``body`` (n, 14) and ``rules`` as above; ``hits`` (n, 4) is filled (see ``Boxes``);
    ``found`` (room for contacts, 12) is work space that keeps the last sub-step's; ``report`` (3,) int32
    takes the number of those, the sub-steps made, and whether anything touched the floor."""
    ti.loop_config(serialize=True)
    for _once in range(1):
        thinnest = ti.min(body[0, HALF_WIDTH], body[0, HALF_HEIGHT])
        for i in range(body.shape[0]):
            for axis in ti.static(range(4)):
                hits[i, axis] = 0
            thinnest = ti.min(thinnest, ti.min(body[i, HALF_WIDTH], body[i, HALF_HEIGHT]))
        travel = _TRAVEL * thinnest
        left = thinnest * 0 + 1
        report[1], report[2] = 0, 0
        while left > 1e-6:
            fastest = rules[_AT.gravity]
            for i in range(body.shape[0]):
                fastest = ti.max(fastest, rules[_AT.gravity] + _limited_speed(body, rules, i))
            dt = ti.min(ti.min(left, 1 / rules[_AT.substeps]), travel / fastest)
            for i in range(body.shape[0]):
                if _free(body, rules, i):
                    body[i, VY] += rules[_AT.gravity] * dt
                    for axis in ti.static(range(3)):
                        body[i, axis] += body[i, VX + axis] * dt
            _find(body, found, report, rules)
            _meet(body, hits, found, report, rules)
            _solve(body, found, report, rules)
            _part(body, found, report, rules)
            kept = ti.pow(1 - rules[_AT.spin_damping], 2 * dt)
            for i in range(body.shape[0]):
                if _free(body, rules, i):
                    body[i, SPIN] *= kept
                    if hits[i, 3] > 0 and _speed(body, i) < rules[_AT.resting_below]:
                        for axis in ti.static(range(3)):
                            body[i, VX + axis] *= 1 - rules[_AT.rocking]
                    _hold(body, rules, i, travel)
            left -= dt
            report[1] += 1
        _settle(body, rules)
