"""Which letter a pointer means."""

from __future__ import annotations

import math

import numpy as np

from scenes.letter_ink import Numbers


def nearest(center: Numbers, angle: Numbers, half: Numbers, x: float, y: float) -> tuple[int, float]:
    """The letter at (x, y) or nearest to it, and how far outside its box the place is, board px.

    ``center`` (n, 2) board px, ``angle`` (n,) radians clockwise, ``half`` (n, 2) board px: half sizes of
    boxes. Of several boxes at the place the one that it lies deepest in.
    """
    dx, dy = x - center[:, 0], y - center[:, 1]
    c, s = np.cos(angle), np.sin(angle)
    u = np.abs(dx * c + dy * s) - half[:, 0]
    v = np.abs(dy * c - dx * s) - half[:, 1]
    outside = np.hypot(np.maximum(u, 0), np.maximum(v, 0))
    i = int(np.argmin(outside + np.minimum(np.maximum(u, v), 0) * 1e-3))
    return i, float(outside[i]) if math.isfinite(outside[i]) else math.inf
