"""Which bodies can touch: each one's neighbours on a grid of hashed cells, listed anew only when needed.

A list holds for as long as no body has moved more than half a margin since it was made, so nothing that
touches is ever missing, and each list is in rising order: what is found is, to the bit and in order, what
trying all pairs finds.
"""

# pyright: reportInvalidTypeForm=false, reportIndexIssue=false, reportArgumentType=false, reportOptionalCall=false

import taichi as ti

from kernels.bodies import AT, HALF_HEIGHT, HALF_WIDTH, HEAD, LISTED, SEEN_X, SEEN_Y, X, Y

PARTNERS = 24
"""Room for neighbours of a body; where they do not fit (a heap pressed together), all pairs are tried."""


def room(n: int) -> int:
    """Length of the integer work space for n bodies: its head, cells, chains, starts and neighbours."""
    return HEAD + 2 * n + n + n + 1 + PARTNERS * n


@ti.func
def first_of(work: ti.template(), n: ti.i32, i: ti.i32):
    """Where the neighbours of body i begin, or 0 where every body is one."""
    at = 0
    if work[LISTED] == 1:
        at = work[HEAD + 3 * n + i]
    return at


@ti.func
def end_of(work: ti.template(), n: ti.i32, i: ti.i32):
    """One beyond ``first_of``'s last neighbour."""
    at = n
    if work[LISTED] == 1:
        at = work[HEAD + 3 * n + i + 1]
    return at


@ti.func
def neighbour(work: ti.template(), n: ti.i32, at: ti.i32):
    """The body at place ``at`` between ``first_of`` and ``end_of``."""
    j = at
    if work[LISTED] == 1:
        j = work[HEAD + 4 * n + 1 + at]
    return j


@ti.func
def radius(body: ti.template(), i: ti.i32):
    """How far body i reaches from its centre."""
    w, h = body[i, HALF_WIDTH], body[i, HALF_HEIGHT]
    return ti.sqrt(w * w + h * h)


@ti.func
def near(body: ti.template(), i: ti.i32, j: ti.i32, margin):
    """Whether the circles around two bodies come closer than the margin."""
    dx, dy = body[i, X] - body[j, X], body[i, Y] - body[j, Y]
    reach = radius(body, i) + radius(body, j) + margin
    return dx * dx + dy * dy < reach * reach


@ti.func
def _bucket(column: ti.i32, row: ti.i32, n: ti.i32):
    return ((column * 73856093) ^ (row * 19349663)) % (2 * n)


@ti.func
def _cell(v, side):
    return ti.cast(ti.floor(v / side), ti.i32)


@ti.func
def keep_lists(body: ti.template(), work: ti.template(), rules: ti.template(), largest):
    """List neighbours anew if any body has moved too far for the lists that are there."""
    n, margin = body.shape[0], rules[AT.margin] * largest
    strayed = margin * 0
    for i in range(n):
        dx, dy = body[i, X] - body[i, SEEN_X], body[i, Y] - body[i, SEEN_Y]
        strayed = ti.max(strayed, dx * dx + dy * dy)
    # Rounding must not decide: lists are thrown away a little early.
    if work[LISTED] != 1 or strayed * 4.1 > margin * margin:
        work[LISTED] = 0
        if margin > 0:
            _list(body, work, margin, 2 * largest + margin)


@ti.func
def _list(body: ti.template(), work: ti.template(), margin, side):
    n = body.shape[0]
    cells, chain, starts, lists = HEAD, HEAD + 2 * n, HEAD + 3 * n, HEAD + 4 * n + 1
    for k in range(2 * n):
        work[cells + k] = -1
    for i in range(n):
        body[i, SEEN_X], body[i, SEEN_Y] = body[i, X], body[i, Y]
        bucket = cells + _bucket(_cell(body[i, X], side), _cell(body[i, Y], side), n)
        work[chain + i] = work[bucket]
        work[bucket] = i
    at, fits = 0, 1
    for i in range(n):
        work[starts + i] = at
        column, row = _cell(body[i, X], side), _cell(body[i, Y], side)
        for cell in range(9):
            cx, cy = column + cell % 3 - 1, row + cell // 3 - 1
            j = work[cells + _bucket(cx, cy, n)]
            while j >= 0:
                # Cells share buckets: only those of this very cell count, or some would be met twice.
                mine = _cell(body[j, X], side) == cx and _cell(body[j, Y], side) == cy
                if j != i and mine and near(body, i, j, margin):
                    if at < PARTNERS * n:
                        place = at
                        while place > work[starts + i] and work[lists + place - 1] > j:
                            work[lists + place] = work[lists + place - 1]
                            place -= 1
                        work[lists + place] = j
                        at += 1
                    else:
                        fits = 0
                j = work[chain + j]
    work[starts + n] = at
    work[LISTED] = fits
