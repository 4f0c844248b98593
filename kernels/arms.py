"""Flesh on solved arms: a spine from a shoulder to a curling tip, and where the suckers sit (scene 04)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

TURN = 0.10
"""Radians from one point of a tip at rest to the next: it is never quite straight."""
TAPER = 0.10
"""How much shorter each step of the tip is than the one before, as a share of the first."""
SHRINK = 0.22
"""How much a full curl shortens the steps."""
NUMBERS = 3
"""Single numbers at the head of an arm's form."""


def arm_form(curl: float, step: float, cups: float, side: np.ndarray, girth: np.ndarray) -> np.ndarray:
    """What the arms of all have in common, in one array (a kernel may take few): float (3 + arms + points,).

    ``curl``: radians of a full curl from point to point; ``step``: px of its first step at size 1; ``cups``:
    share of the half width at which suckers sit. ``side`` (arms,): 1 or -1, where suckers are and tips curl
    to. ``girth`` (points,): half width along a spine of size 1, px.
    """
    return np.concatenate([[curl, step, cups], side, girth])


def dress_arms(
    joints: np.ndarray,
    body: np.ndarray,
    curl: np.ndarray,
    form: np.ndarray,
    spine: np.ndarray,
    suckers: np.ndarray,
) -> None:
    """The drawn spine of every arm, and its suckers.

    ``joints`` (count, arms, n, 2) px, roots first. ``body`` (count, 3): the centre that shoulders come from,
    px, and the size. ``curl`` (count, arms) 0..1. ``form``: see ``arm_form``. Filled, float32: ``spine``
    (arms, count, points, 2): a shoulder, the joints evened out a little, and points - n - 1 more; ``suckers``
    (arms, count, m, 2), beside the joints from the fourth on. The others float of ``runtime.real()``.
    Raises ValueError for shapes or types that do not fit.
    """
    count, arms, n = joints.shape[:3]
    points, m = spine.shape[2], suckers.shape[2]
    expect(
        joints.dtype,
        joints=(joints, (count, arms, n, 2)),
        body=(body, (count, 3)),
        curl=(curl, (count, arms)),
        form=(form, (NUMBERS + arms + points,)),
    )
    expect(
        np.dtype(np.float32), spine=(spine, (arms, count, points, 2)), suckers=(suckers, (arms, count, m, 2))
    )
    kernel = _dress_serial if count <= 64 else _dress_parallel
    launch(kernel, joints, body, curl, form, spine, suckers)


@ti.func
def _dress_one(
    joints: ti.template(),
    body: ti.template(),
    curl: ti.template(),
    form: ti.template(),
    spine: ti.template(),
    suckers: ti.template(),
    c: ti.i32,
    k: ti.i32,
):
    n, last = joints.shape[2], joints.shape[2] - 1
    side = form[NUMBERS + k]
    for a in ti.static(range(2)):
        out = joints[c, k, 0, a] - body[c, a]
        spine[k, c, 0, a] = body[c, a] + out * (0.8 if ti.static(a == 0) else 0.4)
        spine[k, c, 1, a] = joints[c, k, 0, a]
        spine[k, c, n, a] = joints[c, k, last, a]
        for i in range(1, last):
            beside = joints[c, k, i - 1, a] + joints[c, k, i + 1, a]
            spine[k, c, i + 1, a] = 0.5 * joints[c, k, i, a] + 0.25 * beside
    x, y = joints[c, k, last, 0], joints[c, k, last, 1]
    angle = ti.atan2(y - joints[c, k, last - 2, 1], x - joints[c, k, last - 2, 0])
    bend = side * (TURN + form[0] * curl[c, k])
    step = form[1] * body[c, 2] * (1 - SHRINK * curl[c, k])
    for i in range(n + 1, spine.shape[2]):
        e = i - n - 1
        a = angle + bend * (e + 0.4)
        x += ti.cos(a) * step * (1 - TAPER * e)
        y += ti.sin(a) * step * (1 - TAPER * e)
        spine[k, c, i, 0] = x
        spine[k, c, i, 1] = y
    for i in range(suckers.shape[2]):
        j = i + 4
        dx, dy = spine[k, c, j + 1, 0] - spine[k, c, j - 1, 0], spine[k, c, j + 1, 1] - spine[k, c, j - 1, 1]
        girth = form[NUMBERS + joints.shape[1] + j]
        far = form[2] * girth * body[c, 2] * side / ti.max(ti.sqrt(dx * dx + dy * dy), 1e-6)
        suckers[k, c, i, 0] = spine[k, c, j, 0] - dy * far
        suckers[k, c, i, 1] = spine[k, c, j, 1] + dx * far


@ti.kernel
def _dress_serial(
    joints: ti.types.ndarray(),
    body: ti.types.ndarray(),
    curl: ti.types.ndarray(),
    form: ti.types.ndarray(),
    spine: ti.types.ndarray(),
    suckers: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for c in range(joints.shape[0]):
        for k in range(joints.shape[1]):
            _dress_one(joints, body, curl, form, spine, suckers, c, k)


@ti.kernel
def _dress_parallel(
    joints: ti.types.ndarray(),
    body: ti.types.ndarray(),
    curl: ti.types.ndarray(),
    form: ti.types.ndarray(),
    spine: ti.types.ndarray(),
    suckers: ti.types.ndarray(),
):
    for c, k in ti.ndrange(joints.shape[0], joints.shape[1]):
        _dress_one(joints, body, curl, form, spine, suckers, c, k)
