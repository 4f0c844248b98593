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
STEP_TIME = 0.15
"""Seconds that a step takes."""


class Pairs:
    """Feet of crawlers. ``feet.place`` (count, 16, 2) board px: right and left of each of ``FOOTED``."""

    def __init__(self, count: int) -> None:
        self.feet = Feet(count, 2 * len(FOOTED))
        self._place = np.zeros((count, len(FOOTED)), runtime.real())
        self._found = np.zeros((count, len(FOOTED), 3), runtime.real())

    def stand(self, body: Crawlers) -> None:
        """Set all feet down beside the body as it lies."""
        self.feet.stand(self._homes(body, 0.0))

    def tick(self, body: Crawlers, dt: float) -> None:
        """One step: feet that were left behind go on, all others stay where they are."""
        feet, count = self.feet, len(body.size)
        standing = feet.place.reshape(count, -1, 2, 2)
        # How far each joint is past its two feet, along the body.
        off = (body.points[:, FOOTED, None] - standing) * body.along[:, FOOTED, None]
        lag = np.abs(off[..., 0] + off[..., 1]).max(axis=-1)
        # Left and right step together, as caterpillars do.
        who = (lag > TRIGGER * body.size[:, None]) & (feet.phase[:, ::2] >= 1.0)
        if who.any():
            speed = np.asarray(body.speed[:, FOOTED], float)
            ahead = speed * STEP_TIME + LEAD * np.sign(speed) * (np.abs(speed) > SLOW)
            feet.lift(who.repeat(2, axis=1), self._homes(body, ahead))
        feet.tick(np.full((count, 1), dt / STEP_TIME))

    def _homes(self, body: Crawlers, ahead: np.ndarray | float) -> np.ndarray:
        """Where feet belong (count, 16, 2) once their joints are ``ahead`` (count, 8) px farther along."""
        self._place[:] = body.place[:, FOOTED] + ahead
        body.read(self._place, self._found)
        x, y, bearing = (np.asarray(self._found[..., k], float) for k in range(3))
        beside = BESIDE * body.size[:, None]
        homes = np.empty((len(x), len(FOOTED), 2, 2))
        # Right, then left.
        for side, sign in enumerate((1.0, -1.0)):
            homes[:, :, side, 0] = x - sign * beside * np.sin(bearing)
            homes[:, :, side, 1] = y + sign * beside * np.cos(bearing)
        return homes.reshape(len(x), -1, 2)
