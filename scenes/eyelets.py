"""Where a letter cut from a plate is pierced, so that two strings from one point hold it level."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from scenes.glyphs import Glyph

STEPS = 8
"""Straight parts that stand for one curve."""
COLUMNS = 33
DEEP = 0.065
"""em below the upper edge at which a hole sits, where the stroke is thick enough."""
NARROW = 0.2
"""em; a letter narrower than this has both holes in its middle."""
WISH = (0.24, 0.76)
"""Shares of the letter's width at which the holes would rather be."""


@lru_cache(maxsize=2048)
def eyelets(glyph: Glyph) -> np.ndarray:
    """The left and the right hole (2, 2), em about the origin of the letter's box.

    Each lies in the highest ink of its half, near a quarter of the width. Read-only.
    """
    x0, y0, x1, _ = glyph.box
    width = x1 - x0
    x = x0 + width * (np.arange(COLUMNS) + 0.5) / COLUMNS
    top, below = _upper(glyph, x)
    if not np.isfinite(top).any():
        found = np.array([[x0 + w * width, y0] for w in WISH])
    else:
        found = np.array([_hole(x, top, below, side, x0, width) for side in range(2)])
        if width < NARROW:
            found[:] = found.mean(axis=0)
    found.setflags(write=False)
    return found


def _hole(
    x: np.ndarray, top: np.ndarray, below: np.ndarray, side: int, x0: float, width: float
) -> list[float]:
    share = (x - x0) / width
    own = (share < 0.45) if side == 0 else (share > 0.55)
    cost = np.where(own & np.isfinite(top), top, np.inf) + 0.9 * np.abs(share - WISH[side]) * width
    if not np.isfinite(cost).any():
        cost = np.where(np.isfinite(top), top, np.inf)
    best = int(np.argmin(cost))
    return [float(x[best]), float(top[best] + min(DEEP, 0.5 * (below[best] - top[best])))]


def _upper(glyph: Glyph, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Upper and lower edge of the highest stroke at each of ``x`` (k,); inf where there is no ink."""
    t = np.linspace(0.0, 1.0, STEPS + 1)[:, None]
    a, b, c = (glyph.curves[:, None, k].astype(float) for k in range(3))
    line = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
    p, q = line[:, :-1].reshape(-1, 2), line[:, 1:].reshape(-1, 2)
    run = q[:, 0] - p[:, 0]
    crossing = (p[:, 0] <= x[:, None]) != (q[:, 0] <= x[:, None])
    share = (x[:, None] - p[:, 0]) / np.where(run == 0, 1.0, run)
    y = np.where(crossing, p[:, 1] + share * (q[:, 1] - p[:, 1]), np.inf)
    y = np.partition(y, 1, axis=1)
    return y[:, 0], y[:, 1]
