"""Measures the published figures of tilt (article 003, letters 07), on six Korean tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels.tiles import HALF_HEIGHT, HALF_WIDTH, VX, X, Y
from scenes.figures import Judged, experiment
from scenes.scene import Setting
from scenes.tilt import TICK_MS, Tilt, TiltParams
from scenes.word import Letter, row

KOREAN = (1.0,) * 6
"""Widths, em, of the six letters."""
SIGHTED = 25.9
"""Degrees at which the article looks."""
SWINGS = 800
"""Ticks of two full swings."""
REST = 600
"""Ticks after which tiles have come to rest."""


class StandIn(Tilt):
    """Tilt with the tiles of the article's Korean word, whose letters are not given."""

    def lay_out(self) -> list[Letter]:
        glyph = super().lay_out()[0].glyph
        em, places = row(KOREAN, 1000.0, self.em)
        return [Letter(glyph, 240.0 + x, 150.0, em, 0.9 * em, em) for x in places]


@dataclass
class Swing:
    """What two swings of the box gave: ms, px in the box."""

    wall: int = 0
    right: float = 0.0
    left: float = 0.0
    deepest: float = 0.0
    span: float = 0.0
    """Between the outermost means up to the look to the left."""


def swing(name: str) -> Swing:
    """Let the box rock by itself with the numbers of the named experiment."""
    scene = StandIn(TiltParams(**experiment("tilt", name)))
    scene.touched = True  # no demo loop
    found, means, before = Swing(), [], 0.0
    edge = scene.params.half_width - scene.tiles[:, HALF_WIDTH]
    for tick in range(1, SWINGS + 1):
        scene.tick()
        mean = float(scene.tiles[:, X].mean())
        means.append(mean)
        found.deepest = max(found.deepest, scene.overlap)
        if not found.wall and (np.abs(scene.tiles[:, X]) >= edge - 1e-9).any():
            found.wall = round(tick * TICK_MS)
        if not found.right and before < SIGHTED <= scene.tilt:
            found.right = mean
        if not found.left and before > -SIGHTED >= scene.tilt:
            found.left, found.span = mean, float(np.ptp(means))
        before = scene.tilt
    return found


def measure() -> dict[str, Any]:
    """Every figure of ``tilt.toml`` that is not taken from frames."""
    outside, inside = swing("default"), swing("inside")
    calm = StandIn(setting=Setting(calm=True))
    share = inside.span / outside.span
    return {
        "tilt.07.a": outside.right,
        "tilt.07.b": outside.left,
        "tilt.07.ab": abs(outside.right) > abs(outside.left),
        "tilt.07.c": outside.wall,
        "tilt.07.d": _rest(),
        "tilt.07.d.any": outside.deepest,
        "tilt.07.e": calm.tilt,
        "tilt.07.f": _kept("inside"),
        "tilt.07.f.swing": Judged(share, share < 0.6 and inside.left > 0),
        "tilt.07.rub": _kept("default"),
    }


def _rest() -> float:
    """Overlap left when tiles lie still under the resting tilt, px."""
    scene = StandIn(setting=Setting(calm=True))
    for _ in range(REST):
        scene.step()
    return scene.overlap


def _kept(name: str) -> float:
    """Share of its speed along the floor that one tile keeps in a tick in a level box."""
    scene = StandIn(TiltParams(**experiment("tilt", name)))
    scene.tiles = scene.tiles[:1].copy()
    scene.tiles[0, Y] = scene.params.half_height - scene.tiles[0, HALF_HEIGHT]
    scene.tiles[0, VX] = 4.0
    scene.asked = 0.0
    scene.step()
    return float(scene.tiles[0, VX] / 4.0)
