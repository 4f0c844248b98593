"""What contacts do: sequential impulses, overlaps parted, what stays laid still (article 003, "01")."""

# pyright: reportInvalidTypeForm=false, reportIndexIssue=false, reportArgumentType=false, reportOptionalCall=false

import taichi as ti

from kernels.bodies import (
    ANGLE,
    ARM,
    AT,
    BEFORE,
    CONTACTS,
    DEPTH,
    FEATURE,
    GIVE,
    HALF_HEIGHT,
    HALF_WIDTH,
    INV_INERTIA,
    INV_MASS,
    PLACE_X,
    SPIN,
    STAYED,
    TARGET,
    VX,
    VY,
    A,
    B,
    X,
    Y,
    is_free,
    stays,
    velocity_at,
)


@ti.func
def meet(
    body: ti.template(), hits: ti.template(), found: ti.template(), work: ti.template(), rules: ti.template()
):
    """How fast each contact closes: what it shall bounce with, what it wakes, how hard it is."""
    for k in range(work[CONTACTS]):
        p, n = ti.Vector([found[k, 0], found[k, 1]]), ti.Vector([found[k, 2], found[k, 3]])
        a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
        v = velocity_at(body, a, p) - velocity_at(body, b, p)
        approach = -(v[0] * n[0] + v[1] * n[1])
        fast = approach > rules[AT.bounce_above]
        found[k, TARGET] = 0
        if fast:
            found[k, TARGET] = rules[AT.restitution] * approach
        # What lies still wakes when it is hit, or when a neighbour has begun to leave its place.
        free_a = is_free(body, rules, a)
        if b >= 0 and free_a != is_free(body, rules, b):
            mover = a if free_a else b
            sleeper = b if free_a else a
            if fast or not stays(body, rules, mover):
                body[sleeper, STAYED] = 0
        if approach > hits[a, 2] or hits[a, 3] == 0:
            hits[a, 0], hits[a, 1], hits[a, 2], hits[a, 3] = p[0], p[1], ti.max(approach, 0), 3
            if b < 0:
                hits[a, 3] = 1 if n[1] < 0 else 2
    for k in range(work[CONTACTS]):
        _weigh(body, found, rules, k)


@ti.func
def _weigh(body: ti.template(), found: ti.template(), rules: ti.template(), k: ti.i32):
    """How readily a contact's bodies yield, along its normal and across."""
    n = ti.Vector([found[k, 2], found[k, 3]])
    found[k, 8], found[k, 9] = 0, 0
    for end in range(2):
        i = ti.cast(found[k, A + end], ti.i32)
        mass, inertia, along, across = n[0] * 0, n[0] * 0, n[0] * 0, n[0] * 0
        if i >= 0:
            rx, ry = found[k, 0] - body[i, X], found[k, 1] - body[i, Y]
            along, across = rx * n[1] - ry * n[0], rx * n[0] + ry * n[1]
        if is_free(body, rules, i):
            mass, inertia = body[i, INV_MASS], body[i, INV_INERTIA]
        found[k, ARM + 2 * end], found[k, ARM + 2 * end + 1] = along, across
        found[k, GIVE + 2 * end], found[k, GIVE + 2 * end + 1] = mass, inertia
        found[k, 8] += mass + along * along * inertia
        found[k, 9] += mass + across * across * inertia


@ti.func
def _closing(body: ti.template(), found: ti.template(), k: ti.i32, a: ti.i32, b: ti.i32, d, side):
    """Speed of body a at contact k relative to b, in direction d (0 along the normal, 1 across)."""
    speed = body[a, VX] * d[0] + body[a, VY] * d[1] + body[a, SPIN] * found[k, ARM + side]
    if b >= 0:
        speed -= body[b, VX] * d[0] + body[b, VY] * d[1] + body[b, SPIN] * found[k, ARM + 2 + side]
    return speed


@ti.func
def _give(body: ti.template(), found: ti.template(), k: ti.i32, a: ti.i32, b: ti.i32, d, side, j):
    """Impulse j in direction d on body a, and its opposite on b."""
    push = j * found[k, GIVE]
    body[a, VX] += push * d[0]
    body[a, VY] += push * d[1]
    body[a, SPIN] += j * found[k, GIVE + 1] * found[k, ARM + side]
    if b >= 0:
        push = j * found[k, GIVE + 2]
        body[b, VX] -= push * d[0]
        body[b, VY] -= push * d[1]
        body[b, SPIN] -= j * found[k, GIVE + 3] * found[k, ARM + 2 + side]


@ti.func
def solve(body: ti.template(), found: ti.template(), work: ti.template(), rules: ti.template()):
    """Rounds of impulses: first the push, which never pulls, then friction below its share of the push."""
    for _ in range(ti.cast(rules[AT.rounds], ti.i32)):
        for k in range(work[CONTACTS]):
            if found[k, 8] > 0:  # two bodies that both lie still have nothing to settle
                a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
                d = ti.Vector([found[k, 2], found[k, 3]])
                for side in range(2):
                    before = found[k, 5 + side]
                    speed = _closing(body, found, k, a, b, d, side)
                    after = before - speed / found[k, 8 + side]
                    if side == 0:
                        after = ti.max(after + found[k, TARGET] / found[k, 8], 0)
                    else:
                        limit = rules[AT.friction] * found[k, 5]
                        after = ti.min(ti.max(after, -limit), limit)
                    found[k, 5 + side] = after
                    _give(body, found, k, a, b, d, side, after - before)
                    d = ti.Vector([-d[1], d[0]])


@ti.func
def remember(found: ti.template(), work: ti.template()):
    """Put this sub-step's contacts aside, into the second half of their array."""
    half = found.shape[0] // 2
    work[BEFORE] = work[CONTACTS]
    for k in range(work[CONTACTS]):
        for column in ti.static((5, 6, A, B, FEATURE)):
            found[half + k, column] = found[k, column]


@ti.func
def _order(found: ti.template(), k: ti.i32, m: ti.i32):
    """Which of two contacts is found first: -1 contact k, 1 contact m, 0 they are the same."""
    order = 0
    if (found[k, B] < 0) != (found[m, B] < 0):
        order = -1 if found[k, B] < 0 else 1
    for column in ti.static((A, B, FEATURE)):
        difference = found[k, column] - found[m, column]
        if order == 0 and difference != 0:
            order = -1 if difference < 0 else 1
    return order


@ti.func
def recall(body: ti.template(), found: ti.template(), work: ti.template(), share):
    """Start contacts that were there a sub-step ago with a share of the impulses that they ended with."""
    half = found.shape[0] // 2
    m = half
    for k in range(work[CONTACTS]):
        order = 1
        while m < half + work[BEFORE] and order > 0:
            order = _order(found, k, m)
            m += order > 0
        if order == 0 and found[k, 8] > 0:
            a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
            d = ti.Vector([found[k, 2], found[k, 3]])
            for side in range(2):
                found[k, 5 + side] = share * found[m, 5 + side]
                _give(body, found, k, a, b, d, side, found[k, 5 + side])
                d = ti.Vector([-d[1], d[0]])


@ti.func
def part(body: ti.template(), found: ti.template(), work: ti.template(), rules: ti.template()):
    """Move overlapping bodies a little apart, without turning them."""
    for k in range(work[CONTACTS]):
        a, b = ti.cast(found[k, A], ti.i32), ti.cast(found[k, B], ti.i32)
        give_a, give_b = found[k, GIVE], found[k, GIVE + 2]
        e = rules[AT.correction] * ti.max(found[k, DEPTH] - rules[AT.slop], 0)
        if give_a + give_b > 0:
            e /= give_a + give_b
        for axis in ti.static(range(2)):
            body[a, axis] += found[k, 2 + axis] * e * give_a
            if b >= 0:
                body[b, axis] -= found[k, 2 + axis] * e * give_b


@ti.func
def box_reach(body: ti.template(), i: ti.i32):
    """How far box i reaches left or right, and up or down, of its centre."""
    c, s = ti.abs(ti.cos(body[i, ANGLE])), ti.abs(ti.sin(body[i, ANGLE]))
    across = body[i, HALF_WIDTH] * c + body[i, HALF_HEIGHT] * s
    return ti.Vector([across, body[i, HALF_WIDTH] * s + body[i, HALF_HEIGHT] * c])


@ti.func
def hold(body: ti.template(), rules: ti.template(), i: ti.i32, before, beyond, deep):
    """The last word: body i, which reaches ``before`` and ``beyond`` its centre, ends no sub-step farther
    than ``deep`` beyond a wall."""
    low = ti.Vector([rules[AT.left], rules[AT.top]]) + before - deep
    high = ti.Vector([rules[AT.right], rules[AT.floor]]) - beyond + deep
    for axis in ti.static(range(2)):
        if body[i, axis] < low[axis]:
            body[i, axis] = low[axis]
            body[i, VX + axis] = ti.max(body[i, VX + axis], 0)
        if body[i, axis] > high[axis]:
            body[i, axis] = high[axis]
            body[i, VX + axis] = ti.min(body[i, VX + axis], 0)


@ti.func
def lay_still(body: ti.template(), rules: ti.template()):
    """Count how long each body has stayed in its place, and lay still those that stayed long enough."""
    least = rules[AT.lone_ticks]
    for i in range(body.shape[0]):
        if is_free(body, rules, i):
            stayed = body[i, STAYED] + 1
            if not stays(body, rules, i):
                stayed = 0
            body[i, STAYED] = stayed
            # A place is held for so long only, or the slowest creep would never be laid still.
            if ti.cast(stayed, ti.i32) % ti.cast(rules[AT.creep_ticks], ti.i32) == 0:
                for axis in ti.static(range(3)):
                    body[i, PLACE_X + axis] = body[i, axis]
        least = ti.min(least, body[i, STAYED])
    for i in range(body.shape[0]):
        if least >= rules[AT.still_ticks]:
            body[i, STAYED] = rules[AT.lone_ticks]
        if not is_free(body, rules, i):
            for axis in ti.static(range(3)):
                body[i, VX + axis] = 0


@ti.func
def fastest_corner(body: ti.template(), i: ti.i32):
    """Speed of the fastest corner of body i, or a little more."""
    v = ti.sqrt(body[i, VX] * body[i, VX] + body[i, VY] * body[i, VY])
    return v + ti.abs(body[i, SPIN]) * (body[i, HALF_WIDTH] + body[i, HALF_HEIGHT])


@ti.func
def limited_speed(body: ti.template(), rules: ti.template(), i: ti.i32, most):
    """Hold body i to the greatest speed and spin; returns its speed."""
    speed = ti.sqrt(body[i, VX] * body[i, VX] + body[i, VY] * body[i, VY])
    if speed > most:
        body[i, VX] *= most / speed
        body[i, VY] *= most / speed
        speed = most
    body[i, SPIN] = ti.min(ti.max(body[i, SPIN], -rules[AT.max_spin]), rules[AT.max_spin])
    return speed
