"""The caterpillar's feet: pairs that stand on the bark and lift one after the other as the wave passes."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from scenes.caterpillar_body import THICKNESS, Crawlers
from scenes.steps import Feet

FOOTED = np.array([1, 2, 3, 6, 7, 8, 9, 12])
"""Joints with a pair of feet: three behind the head, four under the belly, the claspers at the end."""
BESIDE = 0.94 * THICKNESS
"""Px from the trail at which a foot of a caterpillar of size 1 stands."""
TRIGGER = 8.0
"""Px that a joint may get away from its foot, ahead or behind, before the foot steps."""
LEAD = 5.0
"""Px beyond its joint at which a foot comes down."""
SLOW = 4.0
"""Speed of a joint, px/s, below which its foot comes down right beside it."""
STEP_TIME = 0.12
"""Seconds that a step takes."""


class Pairs:
    """Feet of crawlers. ``feet.place`` (count, 16, 2) board px: right and left of each of ``FOOTED``.

    ``way`` (count, 8): px along the trail at which each pair stands, or will stand when it comes down.
    """

    def __init__(self, count: int) -> None:
        self.feet = Feet(count, 2 * len(FOOTED))
        self._place = np.zeros((count, len(FOOTED)), runtime.real())
        self._found = np.zeros((count, len(FOOTED), 3), runtime.real())

    def stand(self, body: Crawlers) -> None:
        """Set all feet down beside the body as it lies."""
        self.way = body.way(FOOTED)
        goals = self._homes(body, np.zeros_like(self.way), np.ones(self.way.shape, bool))
        self.feet.stand(goals)

    def tick(self, body: Crawlers, dt: float) -> None:
        """One step: feet that were left behind go on, all others stay where they are."""
        feet = self.feet
        way = body.way(FOOTED)
        # Left and right step together, as caterpillars do.
        who = (np.abs(way - self.way) > TRIGGER) & (feet.phase[:, ::2] >= 1.0)
        if who.any():
            speed = body.speed[:, FOOTED]
            ahead = speed * STEP_TIME + LEAD * np.sign(speed) * (np.abs(speed) > SLOW)
            # No farther than the head has been: beyond it there is no trail yet.
            ahead = np.minimum(ahead, body.end()[:, None] - way)
            self.way[who] = (way + ahead)[who]
            feet.lift(who.repeat(2, axis=1), self._homes(body, ahead, who))
        feet.tick(np.full((len(way), 1), dt / STEP_TIME))

    def _homes(self, body: Crawlers, ahead: np.ndarray, who: np.ndarray) -> np.ndarray:
        """Where feet belong (count, 16, 2) once their joints are ``ahead`` (count, 8) px farther along: those
        of the mask ``who`` (count, 8); the other places mean nothing."""
        self._place[:] = body.place[:, FOOTED] + ahead
        body.read(self._place, self._found)
        x, y, bearing = np.asarray(self._found[who], float).T
        beside = BESIDE * np.repeat(body.size, len(FOOTED)).reshape(who.shape)[who]
        off = np.stack([-np.sin(bearing), np.cos(bearing)], -1) * beside[:, None]
        homes = np.zeros((*who.shape, 2, 2))
        middle = np.stack([x, y], -1)
        # Right, then left.
        homes[who] = np.stack([middle + off, middle - off], axis=1)
        return homes.reshape(len(who), -1, 2)
