"""Two-bone legs: the knee by the law of cosines (articles 000/004, scenes 03 and 07)."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import TURNS, launch

SLACK = 0.001
"""Px by which a guarded distance stays inside what the two bones can span, so that acos has an answer."""


def solve_knees(
    hip: np.ndarray,
    foot: np.ndarray,
    bones: np.ndarray,
    guard: bool,
    knee: np.ndarray,
    drawn: np.ndarray,
    cosine: np.ndarray,
) -> None:
    """Bend every leg so that its foot reaches as far as its bones let it.

    ``hip``, ``foot`` (legs, 2) px. ``bones`` (legs, 3): thigh and shin, px, and 1 or -1, the side to which
    the knee goes. ``guard``: cut the distance to what the bones span; without it a foot out of reach gives
    NaN, as the article shows. Filled: ``knee`` and ``drawn`` (the foot that the bones reach) (legs, 2) px,
    ``cosine`` (legs,) of the angle at the hip. All float of ``runtime.real()``.
    Raises ValueError for shapes or types that do not fit.
    """
    legs = len(hip)
    expect(
        hip.dtype,
        hip=(hip, (legs, 2)),
        foot=(foot, (legs, 2)),
        bones=(bones, (legs, 3)),
        knee=(knee, (legs, 2)),
        drawn=(drawn, (legs, 2)),
        cosine=(cosine, (legs,)),
    )
    kernel = _solve_serial if legs <= TURNS else _solve_parallel
    launch(kernel, hip, foot, bones, int(guard), knee, drawn, cosine)


@ti.func
def _solve_one(
    hip: ti.template(),
    foot: ti.template(),
    bones: ti.template(),
    guard: ti.i32,
    knee: ti.template(),
    drawn: ti.template(),
    cosine: ti.template(),
    i: ti.i32,
):
    a, b = bones[i, 0], bones[i, 1]
    dx, dy = foot[i, 0] - hip[i, 0], foot[i, 1] - hip[i, 1]
    d = ti.sqrt(dx * dx + dy * dy)
    if guard != 0:
        d = ti.min(ti.max(d, ti.abs(a - b) + SLACK), a + b - SLACK)
    cosine[i] = (a * a + d * d - b * b) / (2 * a * d)
    angle = ti.atan2(dy, dx) + bones[i, 2] * ti.acos(cosine[i])
    knee[i, 0] = hip[i, 0] + ti.cos(angle) * a
    knee[i, 1] = hip[i, 1] + ti.sin(angle) * a
    shin = ti.atan2(foot[i, 1] - knee[i, 1], foot[i, 0] - knee[i, 0])
    drawn[i, 0] = knee[i, 0] + ti.cos(shin) * b
    drawn[i, 1] = knee[i, 1] + ti.sin(shin) * b


@ti.kernel
def _solve_serial(
    hip: ti.types.ndarray(),
    foot: ti.types.ndarray(),
    bones: ti.types.ndarray(),
    guard: ti.i32,
    knee: ti.types.ndarray(),
    drawn: ti.types.ndarray(),
    cosine: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(hip.shape[0]):
        _solve_one(hip, foot, bones, guard, knee, drawn, cosine, i)


@ti.kernel
def _solve_parallel(
    hip: ti.types.ndarray(),
    foot: ti.types.ndarray(),
    bones: ti.types.ndarray(),
    guard: ti.i32,
    knee: ti.types.ndarray(),
    drawn: ti.types.ndarray(),
    cosine: ti.types.ndarray(),
):
    for i in range(hip.shape[0]):
        _solve_one(hip, foot, bones, guard, knee, drawn, cosine, i)
