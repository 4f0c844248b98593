"""Measures the published figures of jelly (article 003, letters 03)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels.jelly import TURN
from scenes.figures import Judged, experiment
from scenes.jelly import DROPS, Jelly, JellyParams
from scenes.letter_ink import Numbers
from scenes.scene import Setting

KOREAN = "물렁물렁"
"""A word of as many letters as the article's Korean one, which is not given."""
LONG = 700
"""Ticks after which letters have come to rest."""
SLOW, FAST = 47.0, 281.0
"""Board px of fall that end at 6.04 and at 13.13 px a tick."""
AIR = 18
"""Ticks for which the farthest drops are in the air for sure."""


@dataclass
class Fall:
    """What became of each of the letters: first landing px/tick, least height, most and last turn, deg."""

    landed: Numbers
    least: Numbers
    turned: Numbers
    ended: Numbers


def fall(name: str, word: str = KOREAN, language: Any = "ko", drops: tuple[float, ...] = DROPS) -> Fall:
    """Let the word drop with the numbers of the named experiment."""

    class Dropped(Jelly):
        """Jelly from other heights."""

        @property
        def drops(self) -> Numbers:
            """(n,) board px."""
            return np.array(drops)

    made = Dropped(JellyParams(**experiment("jelly", name)), Setting(word=word, language=language))
    made.touched = True
    n = len(made.letters)
    seen = Fall(np.zeros(n), np.ones(n), np.zeros(n), np.zeros(n))
    for _ in range(LONG):
        made.tick()
        new = (seen.landed == 0) & (made.hits > 0)
        seen.landed[new] = made.hits[new]
        seen.least = np.minimum(seen.least, made.heights)
        seen.ended = np.degrees(np.abs(made.bodies[:, TURN]))
        seen.turned = np.maximum(seen.turned, seen.ended)
    return seen


def drift(name: str) -> float:
    """Most sideways speed of letters in the air, px/tick."""
    made = Jelly(JellyParams(**experiment("jelly", name)), Setting(word=KOREAN, language="ko"))
    most = 0.0
    for _ in range(made.lead_ticks + AIR):
        made.tick()
        most = max(most, float(np.abs(made.speed[2:, 0]).max()))
    return most


def measure() -> dict[str, Any]:
    """Every figure of ``jelly.toml`` that is not taken from frames."""
    usual, japanese = fall("default"), fall("default", "ぷにぷに", "ja")
    soft = fall("soft", drops=(SLOW, SLOW, FAST, FAST))
    hard = fall("default", drops=(900.0, 900.0, 1400.0, 1400.0))
    lying = fall("lying")
    centred, off = drift("default"), drift("off_center")
    turned = [float(lying.turned.max()), float(usual.turned.max())]
    slow = float(soft.least[0])
    return {
        "jelly.03.a": usual.landed,
        "jelly.03.b": usual.least,
        "jelly.03.b.japanese": bool(
            (np.diff(japanese.least) <= 1e-9).all() and (japanese.least >= 0.58 - 1e-6).all()
        ),
        "jelly.03.c": slow,
        "jelly.03.d": float(soft.least[2]),
        "jelly.03.soft": float(usual.least[0]) - slow,
        "jelly.03.e": float(hard.least.min()),
        "jelly.03.lying": Judged(turned, turned[0] >= 2 * turned[1] and usual.ended.max() < 5.0),
        "jelly.03.drift": Judged([off, centred], off > 1.0 and centred < 1e-6),
    }
