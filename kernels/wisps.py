"""Strokes of wind: each runs along a wavy way, some with a curl, and only a part of it is seen at a time."""

# pyright: reportInvalidTypeForm=false

import math

import numpy as np
import taichi as ti

from kernels.expect import expect
from kernels.launch import launch

X, Y, LONG, WAY, AGE, LIFE, CURL, WAVE, THICK = range(9)
"""Columns of ``data``: start; px of its way, and 1 or -1 for its side; ticks it has had and has; radius of
its curl, 0 for none; where its wave begins, turns; half its thickness."""
WINDOW = 0.6
"""Share of its way that is drawn at once."""
CURL_FROM, CURL_FOR = 0.42, 0.36
"""Shares of the way at which a curl begins, and that it takes."""
PAUSE = 0.85
"""Share of its speed that a stroke loses while it curls, or the curl would be drawn out into a spike."""
SWELL = 5.0
"""px of the way's wave."""


def lay_wisps(data: np.ndarray, points: np.ndarray, radius: np.ndarray, share: np.ndarray) -> None:
    """Fills ``points`` (m, n, 2), ``radius`` (m, n) px and ``share`` (m,): opacity, 0 out of its life.

    ``data`` (m, 9): columns above. All float of ``runtime.real()``. Raises ValueError for what does not fit.
    """
    m, n = points.shape[:2]
    expect(
        data.dtype,
        data=(data, (m, 9)),
        points=(points, (m, n, 2)),
        radius=(radius, (m, n)),
        share=(share, (m,)),
    )
    launch(_lay, data, points, radius, share)


@ti.kernel
def _lay(
    data: ti.types.ndarray(),
    points: ti.types.ndarray(),
    radius: ti.types.ndarray(),
    share: ti.types.ndarray(),
):
    ti.loop_config(serialize=True)
    for i in range(data.shape[0]):
        lived = ti.min(data[i, AGE] / data[i, LIFE], 1.0)
        share[i] = 0 * lived
        if lived < 1 and lived > 0:
            share[i] = ti.sin(math.pi * lived) ** 0.6
        last = points.shape[1] - 1
        curl = data[i, CURL]
        halt = ti.select(curl > 0, PAUSE * CURL_FOR, 0.0)
        for k in range(points.shape[1]):
            s = k / (last + 0 * lived)
            along = ti.min(ti.max(lived * (1 + WINDOW) - WINDOW + WINDOW * s, 0.0), 1.0)
            t = ti.min(ti.max((along - CURL_FROM) / CURL_FOR, 0.0), 1.0)
            turn = 2 * math.pi * t * t * (3 - 2 * t)
            on = (along - halt * t) / (1 - halt)
            points[i, k, 0] = data[i, X] + data[i, WAY] * (data[i, LONG] * on + curl * ti.sin(turn))
            wave = ti.sin(2 * math.pi * (1.1 * along + data[i, WAVE]))
            points[i, k, 1] = data[i, Y] + SWELL * wave - curl * (1 - ti.cos(turn))
            radius[i, k] = 0 * s
            if share[i] > 0:
                radius[i, k] = data[i, THICK] * ti.max(ti.sin(math.pi * s), 0.0) ** 0.8
