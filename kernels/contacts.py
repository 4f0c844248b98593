"""A tick of boxes that fall, hit corner first, spin, stack and come to rest (article 003, "01").

Contacts are corners of a box beyond a wall or inside another box. The axis along which the two boxes overlap
least is the normal for all their corners: with an axis of its own for each corner, letters end up nested in
one another, their corners pushing to opposite sides. Contacts are solved by sequential impulses with
accumulated clamping in the published order, so one thread does it all.

Three things are ours: fast ticks take more sub-steps, so that nothing passes through anything; a box that
stays in its place is laid still until something touches it; and only neighbours are tried.
"""

# pyright: reportInvalidTypeForm=false, reportIndexIssue=false, reportArgumentType=false, reportOptionalCall=false

import taichi as ti

from kernels.bodies import (
    AT,
    CONTACTS,
    COS,
    FLOOR,
    HALF_HEIGHT,
    HALF_WIDTH,
    PARTS,
    SIN,
    SPIN,
    VX,
    VY,
    X,
    Y,
    corner_of,
    is_free,
    note,
    turn_all,
)
from kernels.impulses import (
    box_reach,
    fastest_corner,
    hold,
    lay_still,
    limited_speed,
    meet,
    part,
    recall,
    remember,
    solve,
)
from kernels.neighbours import end_of, first_of, keep_lists, near, neighbour, radius
from kernels.outlines import outline_pair, outline_reach, outline_walls, thickness
from kernels.rules import CROSSED, OUTLINES

TRAVEL = 0.6
"""The farthest that a box goes in a sub-step, as a share of the smallest half side: beyond a whole one the
shallow side of a penetration would be the far one."""
STROKE = 0.7
"""Share of an outline's thickest half that takes the place of the smallest half side: strokes vary."""


@ti.func
def _reach(body: ti.template(), i: ti.i32, n):
    """How far box i reaches from its centre in direction n."""
    c, s = body[i, COS], body[i, SIN]
    return body[i, HALF_WIDTH] * ti.abs(n[0] * c + n[1] * s) + body[i, HALF_HEIGHT] * ti.abs(
        n[1] * c - n[0] * s
    )


@ti.func
def _inside(body: ti.template(), i: ti.i32, p):
    """Whether the point p lies inside box i."""
    dx, dy = p[0] - body[i, X], p[1] - body[i, Y]
    c, s = body[i, COS], body[i, SIN]
    return ti.abs(dx * c + dy * s) < body[i, HALF_WIDTH] and ti.abs(dy * c - dx * s) < body[i, HALF_HEIGHT]


@ti.func
def _shallow_axis(body: ti.template(), i: ti.i32, j: ti.i32):
    """The axis along which two boxes overlap least, from j to i, and by how much (not above 0: apart)."""
    offset = ti.Vector([body[i, X] - body[j, X], body[i, Y] - body[j, Y]])
    best, least = (
        offset * 0,
        body[i, HALF_WIDTH] + body[i, HALF_HEIGHT] + body[j, HALF_WIDTH] + body[j, HALF_HEIGHT],
    )
    for axis in range(ti.cast(4, ti.i32)):
        if least > 0:
            owner = j if axis < 2 else i
            n = ti.Vector([body[owner, COS], body[owner, SIN]])
            if axis % 2 == 1:
                n = ti.Vector([-n[1], n[0]])
            along = offset.dot(n)
            overlap = _reach(body, i, n) + _reach(body, j, n) - ti.abs(along)
            if overlap < least:
                least, best = overlap, n * (1 if along >= 0 else -1)
    return best, least


@ti.func
def _walls(body: ti.template(), found: ti.template(), work: ti.template(), rules: ti.template(), i: ti.i32):
    """Contacts of box i's corners with the walls."""
    r = radius(body, i)
    x, y = body[i, X], body[i, Y]
    inside = x - r > rules[AT.left] and x + r < rules[AT.right]
    if not (inside and y - r > rules[AT.top] and y + r < rules[AT.floor]):
        for k in range(4):
            p = corner_of(body, i, k)
            for wall in range(4):
                n, depth = p * 0, p[0]
                if wall == 0:
                    n[1], depth = -1, p[1] - rules[AT.floor]
                elif wall == 1:
                    n[0], depth = 1, rules[AT.left] - p[0]
                elif wall == 2:
                    n[0], depth = -1, p[0] - rules[AT.right]
                else:
                    n[1], depth = 1, rules[AT.top] - p[1]
                if depth > 0:
                    work[FLOOR] |= wall == 0
                    note(found, work, i, -1, p, n, depth, 4 * k + wall)


@ti.func
def _pair(body: ti.template(), found: ti.template(), work: ti.template(), i: ti.i32, j: ti.i32):
    """Contacts of box i's corners inside box j."""
    n, overlap = _shallow_axis(body, i, j)
    if overlap > 0:
        middle = ti.Vector([body[j, X], body[j, Y]])
        face = _reach(body, j, n)
        for k in range(4):
            p = corner_of(body, i, k)
            if _inside(body, j, p):
                note(found, work, i, j, p, n, ti.min(face - (p - middle).dot(n), overlap), k)


@ti.func
def _crossing(body: ti.template(), found: ti.template(), work: ti.template(), i: ti.i32, j: ti.i32):
    """Contacts of two boxes that overlap with no corner of either inside the other.

    Their sides then cross in four or more places; those lie on the overlap's rim, and are pushed apart along
    the axis of the least overlap, each by its share of it.
    """
    n, overlap = _shallow_axis(body, i, j)
    corners = 0
    if overlap > 0:
        for k in range(4):
            corners += _inside(body, j, corner_of(body, i, k))
            corners += _inside(body, i, corner_of(body, j, k))
    if overlap > 0 and corners == 0:
        for k in range(4):
            p = corner_of(body, i, k)
            d = corner_of(body, i, (k + 1) % 4) - p
            for m in range(4):
                q = corner_of(body, j, m)
                e = corner_of(body, j, (m + 1) % 4) - q
                across = d[0] * e[1] - d[1] * e[0]
                if across != 0:
                    along = ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / across
                    other = ((q[0] - p[0]) * d[1] - (q[1] - p[1]) * d[0]) / across
                    if along >= 0 and along <= 1 and other >= 0 and other <= 1:
                        note(found, work, i, j, p + d * along, n, overlap / 4, 4 + 4 * k + m)


@ti.func
def find(
    body: ti.template(),
    found: ti.template(),
    work: ti.template(),
    rules: ti.template(),
    shapes: ti.template(),
    mode: ti.template(),
):
    """All contacts in the published order: walls body by body, then each body's corners in every other."""
    count = body.shape[0]
    work[CONTACTS] = 0
    for i in range(count):
        if ti.static(mode == OUTLINES):
            outline_walls(body, found, work, rules, shapes, i)
        else:
            _walls(body, found, work, rules, i)
    for i in range(count):
        for at in range(first_of(work, count, i), end_of(work, count, i)):
            j = neighbour(work, count, at)
            if i != j and near(body, i, j, 0):
                if ti.static(mode == OUTLINES):
                    outline_pair(body, found, work, shapes, i, j)
                else:
                    _pair(body, found, work, i, j)
                    if ti.static(mode == CROSSED) and i < j:
                        _crossing(body, found, work, i, j)


@ti.func
def _measures(body: ti.template(), shapes: ti.template(), mode: ti.template()):
    """Half of the thinnest body's smallest side (of outlines: most of its thickest half), and the reach of
    the largest body."""
    thinnest, largest = radius(body, 0), radius(body, 0)
    for i in range(body.shape[0]):
        thin = ti.min(body[i, HALF_WIDTH], body[i, HALF_HEIGHT])
        if ti.static(mode == OUTLINES):
            thin = STROKE * thickness(body, shapes, i)
        thinnest, largest = ti.min(thinnest, thin), ti.max(largest, radius(body, i))
    return thinnest, largest


@ti.kernel
def advance(
    body: ti.types.ndarray(),
    hits: ti.types.ndarray(),
    found: ti.types.ndarray(),
    work: ti.types.ndarray(),
    rules: ti.types.ndarray(),
    shapes: ti.types.ndarray(),
    mode: ti.template(),
):
    """One tick, in place. ``body`` (n, 28) and ``rules`` as in ``kernels.bodies``; ``hits`` (n, 4) is filled
    (see ``Boxes``); ``found`` (twice the room for contacts, 21) is work space that keeps the last sub-step's;
    ``work`` int32 (``kernels.neighbours.room(n)``,) takes the tick's counts and keeps the lists of
    neighbours. ``mode``: what touches, see ``kernels.rules``; outlines are those of ``shapes``
    (``kernels.shapes.pack``)."""
    ti.loop_config(serialize=True)
    for _once in range(1):
        for i in range(body.shape[0]):
            for axis in ti.static(range(4)):
                hits[i, axis] = 0
        thinnest, largest = _measures(body, shapes, mode)
        travel = TRAVEL * thinnest
        most = ti.min(rules[AT.max_speed], travel * rules[AT.most_parts])
        left = thinnest * 0 + 1
        dt_before = left / rules[AT.substeps]
        work[PARTS], work[FLOOR] = 0, 0
        while left > 1e-6:
            fastest = rules[AT.gravity]
            for i in range(body.shape[0]):
                fastest = ti.max(fastest, rules[AT.gravity] + limited_speed(body, rules, i, most))
            dt = ti.min(ti.min(left, 1 / rules[AT.substeps]), travel / fastest)
            for i in range(body.shape[0]):
                if is_free(body, rules, i):
                    body[i, VX] += rules[AT.sideways] * dt
                    body[i, VY] += rules[AT.gravity] * dt
                    for axis in ti.static(range(3)):
                        body[i, axis] += body[i, VX + axis] * dt
            turn_all(body)
            keep_lists(body, work, rules, largest)
            remember(found, work)
            find(body, found, work, rules, shapes, mode)
            meet(body, hits, found, work, rules)
            if rules[AT.carry] > 0:
                recall(body, found, work, rules[AT.carry] * dt / dt_before)
            dt_before = dt
            solve(body, found, work, rules)
            part(body, found, work, rules)
            kept = ti.pow(1 - rules[AT.spin_damping], 2 * dt)
            for i in range(body.shape[0]):
                if is_free(body, rules, i):
                    body[i, SPIN] *= kept
                    if hits[i, 3] > 0 and fastest_corner(body, i) < rules[AT.resting_below]:
                        for axis in ti.static(range(3)):
                            body[i, VX + axis] *= 1 - rules[AT.rocking]
                    if ti.static(mode == OUTLINES):
                        before, beyond = outline_reach(body, shapes, i)
                        hold(body, rules, i, before, beyond, travel)
                    else:
                        reach = box_reach(body, i)
                        hold(body, rules, i, reach, reach, travel)
            left -= dt
            work[PARTS] += 1
        lay_still(body, rules)
