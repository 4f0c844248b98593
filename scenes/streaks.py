"""Wind made visible: fine strokes that run along it, some with a curl, and fade in and out."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.wisps import AGE, LIFE, lay_wisps
from scenes.motion import Rng, make_rng
from scenes.picture import Ribbons, floats, pose, ribbons
from scenes.theme import Color

SLOTS = 18
POINTS = 25


class Streaks:
    """``color``: of a stroke at its strongest."""

    def __init__(self, color: Color) -> None:
        self.color = color
        blank = np.zeros((SLOTS, POINTS, 2))
        self.layer = ribbons("streaks", blank, np.zeros((SLOTS, POINTS)), color)
        real = runtime.real()
        self.points, self.radius = np.zeros((SLOTS, POINTS, 2), real), np.zeros((SLOTS, POINTS), real)
        self.share = np.zeros(SLOTS, real)
        self.begin()

    def begin(self) -> None:
        """No stroke is in the air."""
        self.data = np.zeros((SLOTS, 9), runtime.real())
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
        lay_wisps(self.data, self.points, self.radius, self.share)
        fill = np.repeat(np.asarray(self.color, float)[None], SLOTS, axis=0)
        fill[:, 3] *= self.share
        return pose(self.layer, points=floats(self.points), radius=floats(self.radius), fill=fill)
