"""Contacts of true outlines: points of one body inside the distance field of another, or beyond a wall.

Of neighbouring points that are inside, the two at the ends and the deepest in between carry the contact.
"""

# pyright: reportInvalidTypeForm=false, reportIndexIssue=false, reportArgumentType=false, reportOptionalCall=false

import taichi as ti

from kernels.bodies import ANGLE, AT, COS, EM, FLOOR, SHAPE, SIN, X, Y, note
from kernels.shapes import (
    COLUMNS_OF,
    COUNT,
    FIELD,
    HEADER,
    LEFT,
    PER_EM,
    POINT,
    POINTS,
    RADIUS,
    ROWS,
    THICK,
    TOP,
)

_EQUAL = 1e-3
"""px; depths that differ by less count as equal: of points on one straight side only the ends are noted."""


@ti.func
def _head(body: ti.template(), i: ti.i32):
    return ti.cast(body[i, SHAPE], ti.i32) * HEADER


@ti.func
def _number(shapes: ti.template(), at: ti.i32):
    return ti.cast(shapes[at], ti.i32)


@ti.func
def thickness(body: ti.template(), shapes: ti.template(), i: ti.i32):
    """Px: half the thickness of body i where it is thickest."""
    return shapes[_head(body, i) + THICK] * body[i, EM]


@ti.func
def _point(body: ti.template(), shapes: ti.template(), i: ti.i32, k: ti.i32):
    """Where point k of body i's outline is, and its offset from the centre."""
    at = _number(shapes, _head(body, i) + POINTS) + POINT * k
    u, v = shapes[at] * body[i, EM], shapes[at + 1] * body[i, EM]
    c, s = body[i, COS], body[i, SIN]
    return ti.Vector([body[i, X] + u * c - v * s, body[i, Y] + u * s + v * c])


@ti.func
def _distance(body: ti.template(), shapes: ti.template(), j: ti.i32, p):
    """Px from p to the outline of body j, negative inside, and the direction in which it grows."""
    head = _head(body, j)
    dx, dy = (p[0] - body[j, X]) / body[j, EM], (p[1] - body[j, Y]) / body[j, EM]
    c, s = body[j, COS], body[j, SIN]
    u, v = dx * c + dy * s, dy * c - dx * s
    distance, way = body[j, EM], p * 0
    x, y = (u - shapes[head + LEFT]) * shapes[head + PER_EM], (v - shapes[head + TOP]) * shapes[head + PER_EM]
    column, row = ti.cast(ti.floor(x), ti.i32), ti.cast(ti.floor(y), ti.i32)
    columns, rows = _number(shapes, head + COLUMNS_OF), _number(shapes, head + ROWS)
    within = u * u + v * v < shapes[head + RADIUS] ** 2 and column >= 0 and row >= 0
    if within and column + 1 < columns and row + 1 < rows:
        at = _number(shapes, head + FIELD) + row * columns + column
        f00, f10 = shapes[at], shapes[at + 1]
        f01, f11 = shapes[at + columns], shapes[at + columns + 1]
        tx, ty = x - column, y - row
        distance = ((f00 * (1 - tx) + f10 * tx) * (1 - ty) + (f01 * (1 - tx) + f11 * tx) * ty) * body[j, EM]
        gx = (f10 - f00) * (1 - ty) + (f11 - f01) * ty
        gy = (f01 - f00) * (1 - tx) + (f11 - f10) * tx
        size = ti.sqrt(gx * gx + gy * gy)
        if size > 0:
            way = ti.Vector([gx * c - gy * s, gx * s + gy * c]) / size
    return distance, way


@ti.func
def _carries(shapes: ti.template(), first: ti.i32, k: ti.i32):
    """Whether point k, among those whose depths are written down, is an end or the deepest of its run."""
    at = first + POINT * k
    depth = shapes[at + 4]
    before = shapes[first + POINT * _number(shapes, at + 2) + 4]
    after = shapes[first + POINT * _number(shapes, at + 3) + 4]
    return depth > 0 and (before <= 0 or after <= 0 or (depth > after + _EQUAL and depth >= before - _EQUAL))


@ti.func
def outline_walls(
    body: ti.template(),
    found: ti.template(),
    work: ti.template(),
    rules: ti.template(),
    shapes: ti.template(),
    i: ti.i32,
):
    """Contacts of body i's outline with the walls."""
    head = _head(body, i)
    first, count = _number(shapes, head + POINTS), _number(shapes, head + COUNT)
    reach = shapes[head + RADIUS] * body[i, EM]
    for wall in range(4):
        n = ti.Vector([body[i, X] * 0, 0])
        gap = n[0]
        if wall == 0:
            n[1], gap = -1, rules[AT.floor] - body[i, Y]
        elif wall == 1:
            n[0], gap = 1, body[i, X] - rules[AT.left]
        elif wall == 2:
            n[0], gap = -1, rules[AT.right] - body[i, X]
        else:
            n[1], gap = 1, body[i, Y] - rules[AT.top]
        if gap < reach:
            middle = ti.Vector([body[i, X], body[i, Y]])
            for k in range(count):
                shapes[first + POINT * k + 4] = -gap - (_point(body, shapes, i, k) - middle).dot(n)
            for k in range(count):
                if _carries(shapes, first, k):
                    work[FLOOR] |= wall == 0
                    p = _point(body, shapes, i, k)
                    note(found, work, i, -1, p, n, shapes[first + POINT * k + 4], wall * count + k)


@ti.func
def outline_pair(
    body: ti.template(),
    found: ti.template(),
    work: ti.template(),
    shapes: ti.template(),
    i: ti.i32,
    j: ti.i32,
):
    """Contacts of body i's outline inside body j."""
    head = _head(body, i)
    first, count = _number(shapes, head + POINTS), _number(shapes, head + COUNT)
    inside = 0
    for k in range(count):
        distance, _way = _distance(body, shapes, j, _point(body, shapes, i, k))
        shapes[first + POINT * k + 4] = -distance
        inside += distance < 0
    if inside > 0:
        for k in range(count):
            if _carries(shapes, first, k):
                p = _point(body, shapes, i, k)
                distance, way = _distance(body, shapes, j, p)
                if way[0] != 0 or way[1] != 0:
                    note(found, work, i, j, p, way, -distance, k)


@ti.func
def outline_reach(body: ti.template(), shapes: ti.template(), i: ti.i32):
    """How far body i reaches left, up, right and down of its centre, px."""
    c, s = ti.cos(body[i, ANGLE]), ti.sin(body[i, ANGLE])
    head = _head(body, i)
    first, count = _number(shapes, head + POINTS), _number(shapes, head + COUNT)
    low, high = ti.Vector([body[i, EM] * 0, 0]), ti.Vector([body[i, EM] * 0, 0])
    for k in range(count):
        u, v = shapes[first + POINT * k], shapes[first + POINT * k + 1]
        p = ti.Vector([u * c - v * s, u * s + v * c]) * body[i, EM]
        low, high = ti.min(low, p), ti.max(high, p)
    return -low, high
