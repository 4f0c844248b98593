"""Tiles that slide in a box, pushed apart along the shallow axis (article 003, letters 07)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

X, Y, VX, VY, HALF_WIDTH, HALF_HEIGHT, ON_FLOOR, AT_WALL = range(8)
"""Columns of a tile."""
GRAVITY_X, GRAVITY_Y, PUSH, CARRY, EXCHANGE, BOUNCE, FRICTION, BOX_HALF_WIDTH, BOX_HALF_HEIGHT = range(9)
"""Numbers of a step."""


def slide(tiles: np.ndarray, numbers: np.ndarray, rounds: int, friction_inside: bool = False) -> None:
    """One tick of every tile, in place.

    ``tiles`` (n, 8): centre px from the box's, speed px/tick, half sizes px, and whether it lay on the floor
    or another tile (ON_FLOOR) or touched a wall or a neighbour (AT_WALL) in this tick. ``numbers`` (9,):
    gravity px/tick² as the box sees it, share of an overlap that is pushed out (half by each), share of the
    approach that two tiles give each other (2: they swap), share kept at a wall, friction, half sizes of the
    box px. ``rounds``: how often pairs and walls are gone through. Friction slows what lies or touches once
    a tick; ``friction_inside``: in every round, as it was first built. All float of ``runtime.real()``.
    Raises ValueError for shapes or types that do not fit.
    """
    expect(tiles.dtype, tiles=(tiles, (len(tiles), 8)), numbers=(numbers, (9,)))
    launch(_slide, tiles, numbers, rounds, int(friction_inside))


@ti.func
def _push_apart(tiles: ti.template(), numbers: ti.template(), i: ti.i32, j: ti.i32):
    dx, dy = tiles[j, X] - tiles[i, X], tiles[j, Y] - tiles[i, Y]
    over_x = tiles[i, HALF_WIDTH] + tiles[j, HALF_WIDTH] - ti.abs(dx)
    over_y = tiles[i, HALF_HEIGHT] + tiles[j, HALF_HEIGHT] - ti.abs(dy)
    if over_x > 0 and over_y > 0:
        beside = over_x < over_y
        axis = 0 if beside else 1
        side = 1.0 if (dx if beside else dy) >= 0 else -1.0
        share = (over_x if beside else over_y) * numbers[PUSH] * 0.5
        tiles[i, X + axis] -= side * share
        tiles[j, X + axis] += side * share
        tiles[i, VX + axis] -= side * share * numbers[CARRY]
        tiles[j, VX + axis] += side * share * numbers[CARRY]
        approach = (tiles[i, VX + axis] - tiles[j, VX + axis]) * side
        if approach > 0:
            given = approach * numbers[EXCHANGE] * 0.5 * side
            tiles[i, VX + axis] -= given
            tiles[j, VX + axis] += given
        if beside:
            tiles[i, AT_WALL] = 1.0
            tiles[j, AT_WALL] = 1.0
        elif dy >= 0:
            tiles[i, ON_FLOOR] = 1.0
        else:
            tiles[j, ON_FLOOR] = 1.0


@ti.func
def _keep_inside(tiles: ti.template(), numbers: ti.template(), i: ti.i32):
    for axis in ti.static(range(2)):
        limit = numbers[BOX_HALF_WIDTH + axis] - tiles[i, HALF_WIDTH + axis]
        if ti.abs(tiles[i, X + axis]) > limit:
            side = 1.0 if tiles[i, X + axis] > 0 else -1.0
            tiles[i, X + axis] = side * limit
            if tiles[i, VX + axis] * side > 0:
                tiles[i, VX + axis] *= -numbers[BOUNCE]
            if ti.static(axis == 0):
                tiles[i, AT_WALL] = 1.0
            elif side > 0:
                tiles[i, ON_FLOOR] = 1.0


@ti.func
def _rub(tiles: ti.template(), numbers: ti.template(), i: ti.i32):
    if tiles[i, ON_FLOOR] > 0:
        tiles[i, VX] *= 1 - numbers[FRICTION]
    if tiles[i, AT_WALL] > 0:
        tiles[i, VY] *= 1 - numbers[FRICTION]


@ti.kernel
def _slide(tiles: ti.types.ndarray(), numbers: ti.types.ndarray(), rounds: ti.i32, inside: ti.i32):
    ti.loop_config(serialize=True)
    for _ in range(1):
        n = tiles.shape[0]
        for i in range(n):
            tiles[i, ON_FLOOR] = 0.0
            tiles[i, AT_WALL] = 0.0
            tiles[i, VX] += numbers[GRAVITY_X]
            tiles[i, VY] += numbers[GRAVITY_Y]
            tiles[i, X] += tiles[i, VX]
            tiles[i, Y] += tiles[i, VY]
        for _round in range(rounds):
            for i in range(n):
                for j in range(i + 1, n):
                    _push_apart(tiles, numbers, i, j)
            for i in range(n):
                _keep_inside(tiles, numbers, i)
                if inside > 0:
                    _rub(tiles, numbers, i)
        if inside == 0:
            for i in range(n):
                _rub(tiles, numbers, i)
