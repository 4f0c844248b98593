"""Measures the published figures of water (article 003, letters 05), on the article's Japanese word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernels import runtime
from kernels.columns import ANGLE, ENTRY, HEIGHT, SHARE, SPIN, VY, WET, X, Y, step_columns
from scenes.figures import experiment
from scenes.scene import LETTER_TICK, Setting
from scenes.water import CALM, Water, WaterParams

WATCHED = 900
"""Ticks that the article watches."""


@dataclass
class Fall:
    """What a fall of the word gave: ms, px a tick, px."""

    times: list[int] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    deepest: float = 0.0
    droplets: int = 0
    shares: tuple[float, ...] = ()
    stepped: bool = True
    calm: int = WATCHED + 1


def fall(name: str) -> Fall:
    """Let the word fall with the numbers of the named experiment and watch it for 14.4 s."""
    scene = Water(WaterParams(**experiment("water", name)), Setting(language="ja"))
    scene.touched = True  # no demo loop
    found, come = Fall(), np.zeros(len(scene.letters), bool)
    for tick in range(1, WATCHED + 1):
        scene.tick()
        b = scene.bodies
        for i in np.flatnonzero((b[:, ENTRY] > 0) & ~come):
            come[i] = True
            found.times.append(round(tick * 1000 * LETTER_TICK))
            found.speeds.append(float(b[i, ENTRY]))
        found.deepest = max(found.deepest, -float(scene.water[:, HEIGHT].min()))
        found.droplets = max(found.droplets, scene.drops.flying)
        steps = b[:, SHARE] * 20
        found.stepped &= bool(np.allclose(steps, np.round(steps), atol=1e-6))
        if found.calm > WATCHED and b[:, WET].all() and (np.abs(b[:, VY]) < CALM).all():
            found.calm = tick
    found.shares = tuple(float(s) for s in scene.shares)
    return found


def measure() -> dict[str, Any]:
    """Every figure of ``water.toml`` that is not taken from frames."""
    seen = fall("default")
    return {
        "water.05.a": [min(seen.times), max(seen.times)],
        "water.05.b": [min(seen.speeds), max(seen.speeds)],
        "water.05.c": seen.deepest,
        "water.05.d": seen.droplets,
        "water.05.e": list(seen.shares),
        "water.05.e.mean": float(np.mean(seen.shares)),
        "water.05.e.steps": seen.stepped,
        "water.05.f": _even(),
        "water.05.g": seen.calm,
        "water.05.h": _reach(),
    }


def _even() -> float:
    """Share at which a letter that is held still neither sinks nor rises, found by halving its lift."""
    scene = Water()
    force = []
    for y in (-10000.0, 10000.0):  # wholly out of the water, and wholly under
        scene.start()
        b = scene.bodies
        b[:, [ANGLE, SPIN, VY]] = 0
        b[:, WET] = 1  # no splash
        b[:, X], b[:, Y] = 240.0, y
        scene.water[:] = 0
        scene.params.drag = 0.0
        _still(scene)
        force.append(float(b[0, VY]))
    return force[0] / (force[0] - force[1])


def _still(scene: Water) -> None:
    """One tick of floating alone, without the floor and the walls."""
    from kernels.columns import float_bodies

    p = scene.params
    numbers = np.array([p.gravity, p.water_density, p.drag, p.spin_drag, 0.0], runtime.real())
    float_bodies(scene.bodies, scene.samples, scene.water, scene.surface, numbers)


def _reach() -> int:
    """Columns to either side that differ a tick after one was raised."""
    scene = Water()
    water = np.zeros_like(scene.water)
    water[30, HEIGHT] = 1.0
    step_columns(water, np.zeros_like(water), scene.surface, scene.params.passes)
    moved = np.flatnonzero(water[:, HEIGHT])
    return int(max(30 - moved.min(), moved.max() - 30))
