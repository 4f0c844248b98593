"""Wind made visible: fine strokes that run along it, some with a curl, and fade in and out."""

from __future__ import annotations

import numpy as np

from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ribbons, floats, pose, ribbons
from scenes.theme import Color

SLOTS = 18
POINTS = 25
WINDOW = 0.6
"""Share of its way that is drawn at once."""
CURL_FROM, CURL_FOR = 0.42, 0.36
"""Shares of the way at which a curl begins, and that it takes."""
PAUSE = 0.85
"""Share of its speed that a stroke loses while it curls."""
DATA = 9
X, Y, LONG, WAY, AGE, LIFE, CURL, WAVE, THICK = range(DATA)


class Streaks:
    """``color``: of a stroke at its strongest."""

    def __init__(self, color: Color) -> None:
        self.color = color
        blank = np.zeros((SLOTS, POINTS, 2))
        self.layer = ribbons("streaks", blank, np.zeros((SLOTS, POINTS)), color)
        self.begin()

    def begin(self) -> None:
        """No stroke is in the air."""
        self.data = np.zeros((SLOTS, DATA))
        self.data[:, LIFE] = 1.0
        self.data[:, AGE] = 2.0
        self.next = 0
        self.rng: Rng = make_rng(88)
        self.nothing = self._pose()

    def add(
        self, x: float, y: float, long: float, way: float, life: float, curl: float, thick: float
    ) -> None:
        """A stroke from (x, y), ``long`` board px to the side of ``way`` (1 or -1), over ``life`` ticks.

        ``curl``: radius of its curl, board px, 0 for none. The oldest gives way if there are too many.
        """
        self.data[self.next] = x, y, long, way, 0.0, life, curl, self.rng(), thick
        self.next = (self.next + 1) % SLOTS

    def tick(self) -> None:
        """One step of every stroke."""
        self.data[:, AGE] += 1

    def layer_now(self) -> Ribbons:
        """The strokes now."""
        return self._pose() if (self.data[:, AGE] < self.data[:, LIFE]).any() else self.nothing

    def _pose(self) -> Ribbons:
        d = self.data
        share = np.clip(d[:, AGE] / d[:, LIFE], 0.0, 1.0)[:, None]
        s = np.linspace(0.0, 1.0, POINTS)
        head = share * (1 + WINDOW)
        along = np.clip(head - WINDOW + WINDOW * s, 0.0, 1.0)
        t = np.clip((along - CURL_FROM) / CURL_FOR, 0.0, 1.0)
        turn = TAU * t * t * (3 - 2 * t)
        curl = d[:, CURL, None]
        # While it curls it hardly goes on, or the curl would be drawn out into a spike.
        halt = PAUSE * CURL_FOR * (curl > 0)
        on = (along - halt * t) / (1 - halt)
        x = d[:, X, None] + d[:, WAY, None] * (d[:, LONG, None] * on + curl * np.sin(turn))
        wave = np.sin(TAU * (1.1 * along + d[:, WAVE, None]))
        y = d[:, Y, None] + 5.0 * wave - curl * (1 - np.cos(turn))
        alive = (share < 1.0) * np.sin(np.pi * share) ** 0.6
        fill = np.repeat(np.asarray(self.color, float)[None], SLOTS, axis=0)
        fill[:, 3] *= alive[:, 0]
        radius = d[:, THICK, None] * np.sin(np.pi * s) ** 0.8 * (alive > 0)
        return pose(self.layer, points=floats(np.stack([x, y], -1)), radius=radius, fill=fill)
