"""Shapes of grass that leans: blades that bend over their upper half, reeds whose plumes lie in the wind."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.grass import LEAN
from kernels.launch import TURNS, launch

TUFT, TIP_X, TIP_Y, GIVE, FOOT_X, FOOT_Y = range(6)
"""Columns of ``blade``: its tuft; its tip from its foot, upright; px that the tip leans for each of the
tuft's; its foot from the tuft's."""
TUFT_OF_REED, HIGH, BEND = range(3)
"""Columns of ``reed``: its tuft, px to where the plume begins, radians that it bends in still air."""
YIELD = 0.034
"""Radians that a reed bends for each px that its tuft leans."""
LIMIT = 1.3
"""Radians; no reed bends farther, however hard the wind."""
CURVE = 1.7
DROOP = 0.55
"""Radians by which the plume goes on turning to the side that the stem leans to."""
PLUME = 0.30
"""Length of a plume as a share of its stem, beside ``PLUME_LEAST`` px."""
PLUME_LEAST = 6.0


def bend_blades(place: np.ndarray, state: np.ndarray, blade: np.ndarray, out: np.ndarray) -> None:
    """Fills ``out`` (k, 3, 2) px: foot, middle and tip of every blade.

    ``place`` (m, 3) and ``state`` (m, 2) as in ``kernels.grass``; ``blade`` (k, 6): columns above. A blade
    keeps its length. All float of ``runtime.real()``. Raises ValueError for what does not fit.
    """
    m, k = len(place), len(blade)
    expect(
        place.dtype, place=(place, (m, 3)), state=(state, (m, 2)), blade=(blade, (k, 6)), out=(out, (k, 3, 2))
    )
    launch(_blades_serial if k <= TURNS else _blades_parallel, place, state, blade, out)


def bend_reeds(
    place: np.ndarray,
    state: np.ndarray,
    reed: np.ndarray,
    stem: np.ndarray,
    plume: np.ndarray,
    hair: np.ndarray,
) -> None:
    """Fills ``stem`` (n, s, 2), ``plume`` (n, p, 2) and ``hair`` (n, h, 3, 2) px of every reed.

    ``place`` (m, 3) and ``state`` (m, 2) as in ``kernels.grass``; ``reed`` (n, 3): columns above. Hairs leave
    the plume's middle line by turns to either side. All float of ``runtime.real()``. Raises ValueError for
    what does not fit.
    """
    m, n = len(place), len(reed)
    expect(
        place.dtype,
        place=(place, (m, 3)),
        state=(state, (m, 2)),
        reed=(reed, (n, 3)),
        stem=(stem, (n, stem.shape[1], 2)),
        plume=(plume, (n, plume.shape[1], 2)),
        hair=(hair, (n, hair.shape[1], 3, 2)),
    )
    launch(_reeds, place, state, reed, stem, plume, hair)


@ti.func
def _blade(place: ti.template(), state: ti.template(), blade: ti.template(), out: ti.template(), k: ti.i32):
    i = ti.cast(blade[k, TUFT], ti.i32)
    ux, uy = blade[k, TIP_X], blade[k, TIP_Y]
    x = ux + state[i, LEAN] * blade[k, GIVE]
    shrink = ti.sqrt((ux * ux + uy * uy) / ti.max(x * x + uy * uy, 1e-9))
    x, y = x * shrink, uy * shrink
    fx, fy = place[i, 0] + blade[k, FOOT_X], place[i, 1] + blade[k, FOOT_Y]
    out[k, 0, 0], out[k, 0, 1] = fx, fy
    out[k, 1, 0], out[k, 1, 1] = fx + 0.175 * x + 0.325 * ux, fy + 0.175 * y + 0.325 * uy
    out[k, 2, 0], out[k, 2, 1] = fx + x, fy + y


@ti.kernel
def _blades_serial(
    place: ti.types.ndarray(), state: ti.types.ndarray(), blade: ti.types.ndarray(), out: ti.types.ndarray()
):
    ti.loop_config(serialize=True)
    for k in range(blade.shape[0]):
        _blade(place, state, blade, out, k)


@ti.kernel
def _blades_parallel(
    place: ti.types.ndarray(), state: ti.types.ndarray(), blade: ti.types.ndarray(), out: ti.types.ndarray()
):
    for k in range(blade.shape[0]):
        _blade(place, state, blade, out, k)


@ti.kernel
def _reeds(
    place: ti.types.ndarray(),
    state: ti.types.ndarray(),
    reed: ti.types.ndarray(),
    stem: ti.types.ndarray(),
    plume: ti.types.ndarray(),
    hair: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for c in range(reed.shape[0]):
        i = ti.cast(reed[c, TUFT_OF_REED], ti.i32)
        bend = reed[c, BEND] + YIELD * state[i, LEAN]
        bend = CURVE * bend / ti.sqrt(1 + (bend / LIMIT) ** 2)
        joints, parts, hairs = stem.shape[1], plume.shape[1], hair.shape[1]
        x, y = place[i, 0], place[i, 1]
        step = reed[c, HIGH] / (joints - 1)
        stem[c, 0, 0], stem[c, 0, 1] = x, y
        for k in range(1, joints):
            turn = bend * (k / (joints - 1.0)) ** 1.5
            x += ti.sin(turn) * step
            y -= ti.cos(turn) * step
            stem[c, k, 0], stem[c, k, 1] = x, y
        side = ti.min(ti.max(3.0 * bend, -1.0), 1.0)
        step = (PLUME_LEAST + PLUME * reed[c, HIGH]) / (parts - 1)
        plume[c, 0, 0], plume[c, 0, 1] = x, y
        for k in range(1, parts):
            turn = bend + DROOP * side * (0.15 + 1.0 * ((k - 1.0) / (parts - 2.0)) ** 1.3)
            x += ti.sin(turn) * step
            y -= ti.cos(turn) * step
            plume[c, k, 0], plume[c, k, 1] = x, y
        for k in range(hairs):
            along = (k // 2 + 0.5) / (hairs // 2)
            at = 0.3 + along * (parts - 1.9)
            low = ti.cast(at, ti.i32)
            dx, dy = plume[c, low + 1, 0] - plume[c, low, 0], plume[c, low + 1, 1] - plume[c, low, 1]
            x, y = plume[c, low, 0] + (at - low) * dx, plume[c, low, 1] + (at - low) * dy
            out = ti.select(k % 2 == 0, -1.0, 1.0) + 0 * x
            turn = ti.atan2(dx, -dy) + out * (0.62 - 0.3 * along) + 0.10 * side
            step = 4.6 - 0.9 * along
            hair[c, k, 0, 0], hair[c, k, 0, 1] = x, y
            for j in range(1, 3):
                x += ti.sin(turn) * step
                y -= ti.cos(turn) * step
                hair[c, k, j, 0], hair[c, k, j, 1] = x, y
                turn -= 0.45 * out
