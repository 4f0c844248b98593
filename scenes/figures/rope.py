"""Measures the published figures of rope (article 003, letters 02), on five letters of the article's size."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kernels.cords import ANGLE
from scenes.figures import Judged, experiment
from scenes.figures.settling import settled
from scenes.rope import SLOW, Rope, RopeParams
from scenes.scene import LETTER_TICK

TICK_MS = round(1000 * LETTER_TICK)
LONG = 560
"""Ticks for which a release is watched."""
LATE = slice(470, 520)
"""Ticks at the end of which nothing moves if the air damps."""


def scene(name: str, **more: Any) -> Rope:
    """Rope with the numbers of the named experiment, past its lead and out of its demo."""
    made = Rope(RopeParams(**experiment("rope", name) | more))
    made.touched = True
    for _ in range(made.lead_ticks):
        made.tick()
    return made


def release(name: str) -> tuple[float, float, int, np.ndarray]:
    """Most stretch, %; most tilt of the last letter, deg; ms until slow; the last cord's (LONG,) speeds."""
    made = scene(name)
    stretch, tilt, last = 0.0, 0.0, 0
    speeds = np.zeros(LONG)
    for k in range(LONG):
        made.tick()
        stretch = max(stretch, made.stretch)
        tilt = max(tilt, abs(math.degrees(made.plate[-1, ANGLE])))
        speeds[k] = np.hypot(*(made.points[-1] - made.before[-1]).T).max()
        if made.speed >= SLOW:
            last = made.age
    return 100 * stretch, tilt, (last + 1) * TICK_MS, speeds


def measure() -> dict[str, Any]:
    """Every figure of ``rope.toml`` that is not taken from frames."""
    stretch, tilt, calm, _ = release("default")
    long_stretch, long_tilt, _, _ = release("segments")
    fast = float(release("undamped")[3][LATE].max())
    return {
        "rope.02.a": stretch,
        "rope.02.b": tilt,
        "rope.02.c": calm,
        "rope.02.d": long_stretch,
        "rope.02.e": Judged(long_tilt, abs(long_tilt - 39.1) <= 1.5 and 3 <= long_tilt - tilt <= 8),
        "rope.02.lengths": _along(Rope().points),
        "rope.02.disc": disc(),
        "rope.02.undamped": Judged(fast, fast > 0.5),
        "rope.02.settle": settled(Rope()),
    }


def _along(points: np.ndarray) -> np.ndarray:
    """Lengths (n,) px of cords (n, joints, 2)."""
    return np.hypot(*np.diff(points, axis=1).transpose(2, 0, 1)).sum(-1)


def disc() -> Judged:
    """Nearest that a joint comes to the middle of a disc dragged slowly through the cords."""
    made = scene("default", disc_push=0.0)
    x, y = made.hooks[0] + (-40.0, 30.0)
    made.press(0, float(x), float(y))
    nearest = math.inf
    for k in range(120):
        at = np.array([x + 2.4 * k, y])
        made.move(0, *at.tolist())
        made.tick()
        if k > 8:
            nearest = min(nearest, float(np.hypot(*(made.points[:, 1:] - at).reshape(-1, 2).T).min()))
    return Judged(nearest, nearest > 0.9 * made.params.disc_radius)
