"""Measures the published figures of wind (article 003, letters 08), on its Korean word of four letters."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kernels.flutter import ANGLE, DOWN, VX, VY, X, Y
from kernels.grass import LEAN
from scenes.figures import Judged, experiment
from scenes.scene import Setting
from scenes.wind import Wind, WindParams

LONG = 420
"""Ticks that letters are given to come to the ground."""
FELT = 0.1
"""px a tick, or px of lean, from which a gust counts as felt."""


def scene(name: str, **more: Any) -> Wind:
    """Wind with the numbers of the named experiment, past its lead and out of its demo."""
    made = Wind(WindParams(**experiment("wind", name) | more), Setting(language="ko"))
    made.touched = True
    for _ in range(made.lead_ticks):
        made.tick()
    return made


def fall(name: str) -> tuple[float, float, int]:
    """Fastest fall, px per tick; largest tilt, deg; how often the first letter turns back: all in the air."""
    made = scene(name)
    fastest, tilt, turns, way = 0.0, 0.0, 0, 0.0
    for _ in range(LONG):
        made.tick()
        b = made.body[made.body[:, DOWN] == 0]
        if not len(b):
            break
        fastest, tilt = max(fastest, float(b[:, VY].max())), max(tilt, float(np.abs(b[:, ANGLE]).max()))
        now = float(np.sign(made.body[0, VX]))
        if made.body[0, DOWN] == 0 and now:
            turns += way * now < 0
            way = now
    return fastest, math.degrees(tilt), turns


def terminal(name: str) -> float:
    """Speed of a letter that has fallen for long with neither wind nor tilt, px per tick."""
    made = scene(name, wind_strength=0.0, start_tilt=0.0)
    made.body[:, Y] -= 2000.0
    for _ in range(300):
        made.tick()
    return float(made.body[0, VY])


def measure() -> dict[str, Any]:
    """Every figure of ``wind.toml`` that is not taken from frames."""
    fastest, tilt, turns = fall("default")
    loose = fall("loose")[1]
    return {
        "wind.08.a": fastest,
        "wind.08.b": tilt,
        "wind.08.c": turns,
        "wind.08.d": Judged(loose, loose > 110 and loose > 1.5 * tilt),
        "wind.08.e": terminal("thin"),
        "wind.08.grass": _first(),
        "wind.08.order": _ordered(),
    }


def _landed(name: str = "default") -> Wind:
    made = scene(name)
    for _ in range(LONG):
        made.tick()
    return made


def _first() -> bool:
    """Whether for every letter the tuft below it has bent before the gust moves the letter."""
    made = _landed()
    ridge = made.look.ridge
    tufts = [int(np.abs(ridge.place[: ridge.tufts, 0] - x).argmin()) for x in made.body[:, X]]
    before = ridge.state[tufts, LEAN].copy()
    made.key("right")
    bent, moved = np.full(len(tufts), LONG), np.full(len(tufts), LONG)
    for tick in range(90):
        made.tick()
        # Beyond what the usual wind does in the meantime.
        bent = np.minimum(bent, np.where(np.abs(ridge.state[tufts, LEAN] - before) > 6.0, tick, LONG))
        moved = np.minimum(moved, np.where(np.abs(made.body[:, VX]) > FELT, tick, LONG))
    return bool((bent < moved).all() and (moved < LONG).all())


def _ordered() -> bool:
    """Whether letters lie in order after the fall, and after each of three gusts."""
    made = _landed()
    good = _in_row(made)
    for key in ("right", "right", "left"):
        made.key(key)
        for _ in range(LONG):
            made.tick()
        good = good and _in_row(made)
    return good


def _in_row(made: Wind) -> bool:
    near = np.diff(made.body[:, X]) - np.diff(made.home)
    return bool((made.body[:, DOWN] > 0).all() and (near > -1.0).all())
