"""Measures the published figures of the pile (article 003, letters 01) on six Korean boxes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels.bodies import ANGLE, SPIN, VX, VY, X, Y
from kernels.boxes import Boxes
from kernels.rules import Rules
from scenes.figures import Judged, experiment
from scenes.figures.settling import settled
from scenes.pile import Pile, PileParams
from scenes.scene import LETTER_TICK, Setting
from scenes.word import LIMIT, SIZE, Letter, layout, row

KOREAN = (1.0,) * 6
"""Widths, em, of the six letters; in a row without a space for the fall, with one of 0.3 em for the size."""
SLOW = 0.2
"""A letter slower than this, px per tick, is at rest."""
LONG = 900
"""Ticks after which a pile that has not come to rest is given up."""
TICK_MS = round(1000 * LETTER_TICK)


class StandIn(Pile):
    """The pile with the boxes of the article's Korean word, whose letters are not given."""

    def lay_out(self) -> list[Letter]:
        glyph: Any = None
        em, places = row(KOREAN, LIMIT, 58.0)
        cx, cy = self.board.center
        return [Letter(glyph, cx + x, cy, w * em, 0.9 * em, em) for x, w in zip(places, KOREAN)]


@dataclass
class Fall:
    """What a fall of the stand-in gave; times in ms, spin in deg per tick, angles in deg."""

    first: int = 0
    spin: float = 0.0
    fall: float = 0.0
    rest: int = 0
    height: float = 0.0
    angles: tuple[float, ...] = ()
    start: int = 0
    """The tick after the last one in which nothing had moved since the drop."""


def fall(name: str) -> Fall:
    """Drop the stand-in with the numbers of the named experiment and watch it until all lies still."""
    scene = StandIn(PileParams(**experiment("pile", name)))
    scene.touched = True  # no demo loop
    found = Fall()
    before = scene.boxes.body[:, [X, Y]].copy()
    for tick in range(1, LONG + 1):
        scene.tick()
        body, now = scene.boxes.body, tick * TICK_MS
        if not found.start and np.any(body[:, [X, Y]] != before):
            found.start = now
        if not found.first and scene.boxes.on_floor:
            found.first = now
        found.spin = max(found.spin, math.degrees(np.abs(body[:, SPIN]).max()))
        found.fall = max(found.fall, float(body[:, VY].max()))
        if scene.boxes.speed().max() >= SLOW or not found.first:
            found.rest = now + TICK_MS
        if scene.at_rest:
            break
    found.height = scene.height
    found.angles = tuple(float(a) for a in np.degrees(scene.boxes.body[:, ANGLE]) % 360)
    return found


def measure() -> dict[str, Any]:
    """Every figure of ``pile.toml`` that is not taken from frames."""
    default, again, heavy = fall("default"), fall("default"), fall("heavy")
    em, _ = row([*KOREAN[:4], 0.3, *KOREAN[4:]], LIMIT, SIZE)
    ja = layout("つみかさね", language="ja")[0]
    return {
        "pile.01.a": default.first,
        "pile.01.b": default.spin,
        "pile.01.c": default.rest,
        "pile.01.d": default.height,
        "pile.01.e": _angles(default.angles),
        "pile.01.f.ko": [em, em * KOREAN[0], em * 0.9],
        "pile.01.f.ja": [ja.size, ja.width, ja.height],
        "pile.01.g": heavy.first,
        "pile.01.h": Judged(heavy.spin, 14 <= heavy.spin <= 30 and heavy.spin > default.spin),
        "pile.01.i": Judged(heavy.rest, heavy.rest > default.rest),
        "pile.01.j": heavy.height,
        "pile.01.k": heavy.fall,
        "pile.01.l": _collided(19.2, 41.3),
        "pile.01.lead": default.start - TICK_MS,
        "pile.01.demo": _demo(),
        "pile.01.settle": settled(StandIn()),
        "pile.01.same": default == again,
        "pile.01.slow": not _bounces(1.1) and _bounces(3.0),
        "pile.01.cross": _crossed() == 0,
    }


def _angles(angles: tuple[float, ...]) -> Judged:
    off = [abs((a + 45) % 90 - 45) for a in angles]
    first = abs((angles[0] + 180) % 360 - 180)
    return Judged([round(a) for a in angles], sum(o <= 5 for o in off) >= 3 and first <= 3)


def _demo() -> int:
    """ms until an untouched pile is dropped again."""
    scene = StandIn(setting=Setting())
    while True:
        scene.tick()
        if scene.age == 0:
            return scene.ticks * TICK_MS


def _room(gravity: float = 0.45) -> Rules:
    return Rules(floor=276.0, left=8.0, right=472.0, top=-1000.0, gravity=gravity)


def _bounces(speed: float) -> bool:
    """Whether a level box without weight leaves the floor again after landing at ``speed`` px per tick."""
    boxes = Boxes(np.array([[58.0, 52.2]]), _room(gravity=0.0))
    boxes.body[0, [X, Y, VY]] = 240.0, 276.0 - 26.1 - speed / 4, speed
    boxes.tick()
    return bool(boxes.body[0, VY] < -0.05)


def _collided(one: float, other: float) -> float:
    """Mass of a box of one width as a share of another's, from their speeds around a collision."""
    boxes = Boxes(np.array([[one, 49.6], [other, 49.6]]), _room(gravity=0.0))
    boxes.body[:, [X, Y]] = [[200.0, 150.0], [260.0, 150.0]]
    boxes.body[0, VX] = before = 6.0
    while boxes.body[1, VX] == 0:
        boxes.tick()
    return float(boxes.body[1, VX] / (before - boxes.body[0, VX]))


def _crossed() -> int:
    """Contacts between two long boxes crossed like a plus."""
    boxes = Boxes(np.array([[80.0, 20.0], [20.0, 80.0]]), _room(gravity=0.0))
    boxes.body[:, [X, Y]] = 240.0, 100.0
    boxes.tick()
    return len(boxes.contacts())
