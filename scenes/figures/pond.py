"""Measures the pond's published figures (articles 000/004, creature 09)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import runtime
from kernels.waves import WaveGrid
from scenes.picture import Shapes
from scenes.pond import CELL, Pond, PondParams

COLUMNS, ROWS = 240, 150
SECOND = 60
"""Steps in a second."""
STRUCK = (120, 75)
CENTER = (119, 74)
"""The published radii come out from a centre one cell diagonally beside the struck one: in 15 steps nothing
gets as far from that as the published 28.64 px, which is 2 hypot(14, 3), but from a cell beside it does."""
EDGE = 0.01
"""Share of the present highest crest from which a cell belongs to the ring."""


def measure() -> dict[str, Any]:
    """Figure id to value."""
    damp = PondParams().wave_damp
    waves = WaveGrid(COLUMNS, ROWS, damp)
    waves.height[STRUCK[1], STRUCK[0]] = 100.0
    radius, border = [], 0.0
    for step in range(1, 61):
        waves.step()
        height = np.abs(np.asarray(runtime.host(waves.height), float))
        border = max(
            border, *(float(edge.max()) for edge in (height[0], height[-1], height[:, 0], height[:, -1]))
        )
        if step in (15, 30, 60):
            y, x = np.nonzero(height > EDGE * height.max())
            radius.append(CELL * float(np.hypot(x - CENTER[0], y - CENTER[1]).max()))
    pebbles = Pond().picture().layer("pebbles")
    assert isinstance(pebbles, Shapes)
    return {
        "pond.09a": damped(damp),
        "pond.09b": radius,
        "pond.09.border": border == 0.0,
        "pond.09.pebbles": int((pebbles.softness == 0).sum()),
    }


def damped(damp: float) -> float:
    """Share that is left in the middle of level water whose every step of a second begins at rest.

    Nothing runs in it, so all that is lost is lost to damping. A wave that runs loses this share of its
    energy; its height falls by the root of it, to 0.64.
    """
    waves = WaveGrid(COLUMNS, ROWS, damp)
    level = np.ones((ROWS, COLUMNS), np.float32)
    for _ in range(SECOND):
        waves.fill(level)
        waves.step()
        level = np.array(runtime.host(waves.height))
    return float(level[STRUCK[1], STRUCK[0]])
