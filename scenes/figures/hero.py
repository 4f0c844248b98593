"""Measures the published figures of hero (article 003, letters 09) on five Korean boxes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scenes.figures import Judged, experiment
from scenes.hero import TICK_MS, Hero, HeroParams
from scenes.motion import TAU
from scenes.scene import Setting
from scenes.word import LIMIT, Letter, row

COUNT = 5
HOME = 0.5
"""Board px; mean distance from the row within which it counts as restored."""
LONG = 320
"""Ticks that are watched."""
TURNS = 3


class StandIn(Hero):
    """Hero with the boxes of the article's Korean word, whose letters are not given."""

    def lay_out(self) -> list[Letter]:
        glyph: Any = None
        em, places = row((1.0,) * COUNT, LIMIT, self.em)
        cx, cy = self.board.center
        return [Letter(glyph, cx + x, cy, em, 0.9 * em, em) for x in places]


@dataclass
class Run:
    """What one collapse and return gave: times in ms, distances in px."""

    collapse: int = 0
    most: float = 0.0
    calls: list[int] = field(default_factory=list)
    home: int = 0
    above: float = 0.0


def scene(name: str) -> StandIn:
    """The stand-in with the numbers of the named experiment."""
    return StandIn(HeroParams(**experiment("hero", name)))


def watch(name: str) -> Run:
    """One collapse and return, from the start, with no loop."""
    made, found = scene(name), Run()
    made.touched = True
    for tick in range(1, LONG + 1):
        made.tick()
        now = round(tick * TICK_MS)
        if not found.collapse and not made.waiting:
            found.collapse = now
        away = float(made.displacement.mean())
        found.most = max(found.most, away)
        if away > HOME:
            found.home = now + round(TICK_MS)
        if found.collapse:
            found.calls += [now] * (made.called - len(found.calls))
            above = made.home[: made.called, 1] - made.center[: made.called, 1]
            found.above = max([found.above, *above.tolist()])
    return found


def measure() -> dict[str, Any]:
    """Every figure of ``hero.toml`` that is not taken from frames."""
    default, soft, stiff = watch("default"), watch("soft"), watch("stiff")
    return {
        "hero.09.a": default.collapse,
        "hero.09.b": default.most,
        "hero.09.c": default.calls[0],
        "hero.09.c.all": default.calls,
        "hero.09.d": default.home,
        "hero.09.e": default.above,
        "hero.09.soft": Judged(soft.home, 2064 <= soft.home <= 2256 and soft.home > default.home),
        "hero.09.stiff": Judged(stiff.home, 1744 <= stiff.home <= 1936 and stiff.home < default.home),
        "hero.09.turns": [_turned("default"), _turned("unwound")],
        "hero.09.under": watch("under").above > 1.0,
        "hero.09.through": _through(),
        "hero.09.loop": _loop(),
        "hero.09.calm": _calm(),
    }


def _turned(name: str) -> int:
    """Whole turns that the first letter, lying on the floor after three of them, makes on its way home."""
    made = scene(name)
    made.touched = True
    while not made.called or made.waiting:
        if made.age == made.lead_ticks + 30:
            made.boxes.body[0, 2] = TURNS * TAU
        made.tick()
    before = float(made.angle[0])
    for _ in range(LONG):
        made.tick()
    return abs(round((before - float(made.angle[0])) / TAU))


def _through() -> bool:
    """Whether a letter on its way home goes through one that lies, and leaves it where it is."""
    made = scene("default")
    made.press(0, 0.0, 0.0)
    while made.called < 1:
        made.tick()
    made.center[0] = made.center[1] + np.array([0.0, 5.0])
    beneath = made.center[1].copy()
    made.tick()
    return bool(np.abs(made.center[1] - beneath).max() < 1.5 and made.displacement[0] > 0)


def _loop() -> int:
    """ms until an untouched headline starts over."""
    made = scene("default")
    while True:
        made.tick()
        if made.age == 0:
            return round(made.ticks * TICK_MS)


def _calm() -> bool:
    made = StandIn(setting=Setting(calm=True))
    still = True
    for _ in range(500):
        made.tick()
        still = still and bool(made.displacement.max() == 0)
    return still
