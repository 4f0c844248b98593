"""What a rigid body is to the contact solver: the columns of its row, and its speed, give and lightness."""

# pyright: reportInvalidTypeForm=false, reportIndexIssue=false, reportArgumentType=false, reportOptionalCall=false

from types import SimpleNamespace

import taichi as ti

from kernels.rules import Rules

COLUMNS = 28
X, Y, ANGLE, VX, VY, SPIN, HALF_WIDTH, HALF_HEIGHT, INV_MASS, INV_INERTIA = range(10)
"""Columns of a body: centre of mass px, rad clockwise, speeds per tick, half sides, masses in px² / 900."""
PLACE_X, PLACE_Y, PLACE_ANGLE, STAYED = range(10, 14)
"""The place where a body has been staying, and for how many ticks."""
COS, SIN, SEEN_X, SEEN_Y = range(14, 18)
"""Kept by the solver: the angle's cosine and sine, and where the body was when neighbours were listed."""
SHAPE, EM = 18, 19
"""Which outline it has, and board px to the em of that outline (outlines only)."""
CORNERS = 20
"""Kept by the solver: x, y of a box's four corners, from the upper left one clockwise."""

FOUND = 21
DEPTH, TARGET, A, B = 4, 7, 10, 11
ARM, GIVE, FEATURE = 12, 16, 20
"""Columns of a contact: place 0-1, normal 2-3, depth, impulses along and across 5-6, target speed, lightness
along and across 8-9, the two bodies (a wall is -1), arms of both along and across 12-15, inverse mass and
inertia of both 16-19 (0 for what stands), and which corner it is."""

CONTACTS, PARTS, FLOOR, LISTED, BEFORE = range(5)
HEAD = 5
"""Head of the integer work space: contacts found, sub-steps made, whether the floor was touched, and whether
neighbours are listed (1) or every pair has to be tried (0), contacts of the sub-step before. Then the lists:
see ``kernels.neighbours``."""

AT = SimpleNamespace(**{name: i for i, name in enumerate(Rules.__dataclass_fields__)})
"""Where each rule lies in the array."""


@ti.func
def is_free(body: ti.template(), rules: ti.template(), i: ti.i32):
    """Whether body i is neither a wall (-1) nor laid still."""
    free = i >= 0
    if free:
        free = body[i, STAYED] < rules[AT.lone_ticks]
    return free


@ti.func
def turn_all(body: ti.template()):
    """Write down every body's cosine, sine and corners."""
    for i in range(body.shape[0]):
        c, s = ti.cos(body[i, ANGLE]), ti.sin(body[i, ANGLE])
        body[i, COS], body[i, SIN] = c, s
        for k in range(4):
            u = body[i, HALF_WIDTH] if k == 1 or k == 2 else -body[i, HALF_WIDTH]
            v = body[i, HALF_HEIGHT] if k >= 2 else -body[i, HALF_HEIGHT]
            body[i, CORNERS + 2 * k] = body[i, X] + u * c - v * s
            body[i, CORNERS + 2 * k + 1] = body[i, Y] + u * s + v * c


@ti.func
def corner_of(body: ti.template(), i: ti.i32, k: ti.i32):
    """Corner k of box i: upper left, upper right, lower right, lower left of the upright box."""
    return ti.Vector([body[i, CORNERS + 2 * k], body[i, CORNERS + 2 * k + 1]])


@ti.func
def velocity_at(body: ti.template(), i: ti.i32, p):
    """Velocity of body i at the point p; a wall (-1) stands."""
    v = p * 0
    if i >= 0:
        v[0] = body[i, VX] - body[i, SPIN] * (p[1] - body[i, Y])
        v[1] = body[i, VY] + body[i, SPIN] * (p[0] - body[i, X])
    return v


@ti.func
def stays(body: ti.template(), rules: ti.template(), i: ti.i32):
    """Whether body i is still where it was last put down."""
    dx, dy = body[i, X] - body[i, PLACE_X], body[i, Y] - body[i, PLACE_Y]
    turn = (body[i, ANGLE] - body[i, PLACE_ANGLE]) * (body[i, HALF_WIDTH] + body[i, HALF_HEIGHT])
    limit = rules[AT.creep]
    return dx * dx + dy * dy + turn * turn < limit * limit


@ti.func
def note(found: ti.template(), work: ti.template(), a: ti.i32, b: ti.i32, p, n, depth, feature):
    """Write down a contact: the point p of body a, beyond a wall (b -1) or inside body b, pushed along n."""
    k = work[CONTACTS]
    if k < found.shape[0] // 2:  # the second half is for contacts put aside
        for axis in ti.static(range(2)):
            found[k, axis], found[k, 2 + axis], found[k, 5 + axis] = p[axis], n[axis], 0
        found[k, DEPTH], found[k, A], found[k, B] = depth, a, b
        found[k, FEATURE] = feature
        work[CONTACTS] = k + 1
