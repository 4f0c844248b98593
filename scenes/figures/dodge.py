"""Measures the published figures of dodge (article 003, letters 04), on the article's own Japanese word."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scenes.dodge import TICK_MS, VIRTUAL, Dodge, DodgeParams
from scenes.figures import Judged, experiment
from scenes.picture import Glyphs
from scenes.scene import Setting

ABOVE = 40.0
"""Board px above the middle letter at which the pointer rests."""
HOME = 0.5
"""Board px from home at which a letter counts as being back."""
LONG = 400
"""Ticks that a resting pointer is given to push letters as far as it does."""


def scene(name: str, **more: float) -> Dodge:
    """Dodge with the numbers of the named experiment, past its lead."""
    made = Dodge(DodgeParams(**experiment("dodge", name) | more))
    for _ in range(made.lead_ticks):
        made.tick()
    return made


def eight(name: str) -> np.ndarray:
    """Most displacement of each letter in one round of the demo's pointer, board px."""
    made = scene(name)
    most = np.zeros(len(made.letters))
    for _ in range(math.ceil(2 * math.pi / made.params.path_speed / TICK_MS)):
        made.live()
        made.age += 1
        made.step()
        most = np.maximum(most, made.displacement)
    return most


def rest(name: str) -> tuple[float, int]:
    """How far a pointer at rest above the middle pushes its neighbour, px, and ms until all are home."""
    made = scene(name)
    middle = made.home[len(made.home) // 2]
    made.move(0, float(middle[0]), float(middle[1]) - ABOVE)
    for _ in range(LONG):
        made.tick()
    pushed = float(made.displacement[len(made.home) // 2 + 1])
    made.leave(0)
    last = 0
    for tick in range(1, LONG + 1):
        made.tick()
        if made.displacement.max() > HOME:
            last = tick
    return pushed, round((last + 1) * TICK_MS)


def push(distance: float) -> float:
    """Speed that a pointer ``distance`` px from a letter gives it in one tick, before damping."""
    made = scene("default", damping=0.0)
    x, y = made.home[0]
    made.move(0, float(x) - distance, float(y))
    made.step()
    return float(np.hypot(*made.speed[0]))


def measure() -> dict[str, Any]:
    """Every figure of ``dodge.toml`` that is not taken from frames."""
    narrow, wide = eight("default"), eight("wide")
    pushed, back = rest("default")
    pushed_wide, back_wide = rest("wide")
    return {
        "dodge.04.a": narrow[len(narrow) // 2],
        "dodge.04.b": max(narrow[0], narrow[-1]),
        "dodge.04.c": back,
        "dodge.04.d": max(wide[0], wide[-1]),
        "dodge.04.e": pushed,
        "dodge.04.f": pushed_wide,
        "dodge.04.g": Judged(back_wide, 752 <= back_wide <= 816 and back_wide > back),
        "dodge.04.h.edge": push(90.0 - 1e-3),
        "dodge.04.h.cap": max(push(d) for d in (12.0, 12.5, 15.0, 20.0, 40.0)),
        "dodge.04.grown": _grown(),
        "dodge.04.calm": _calm(),
    }


def _grown() -> float:
    """Size of a letter 200 px from home, as a share of its own."""
    made = scene("default")
    made.center = made.center + np.array([0.0, 200.0])
    layer = made.picture().layer("letters")
    assert isinstance(layer, Glyphs)
    return float(layer.size[0, 0] / made.letters[0].size)


def _calm() -> bool:
    made = Dodge(setting=Setting(calm=True))
    for _ in range(300):
        made.tick()
    return VIRTUAL not in made.pointers and bool(made.displacement.max() == 0)
