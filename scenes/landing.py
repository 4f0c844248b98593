"""What falling letters do to the floor: soft shadows beneath them, and dust where corners strike it hard."""

from __future__ import annotations

import math

import numpy as np

from scenes.letter_ink import Numbers
from scenes.motion import make_rng
from scenes.picture import Discs, discs, pose
from scenes.theme import Color, Theme

PUFFS = 48
PUFF_TICKS = 30
HARD = 3.4
"""Approach, px per tick, from which a landing raises dust."""
SEED = 4722


def spots(theme: Theme, floor: float, place: Numbers, angle: Numbers, half: Numbers) -> Discs:
    """Shadows on the floor: wide and faint under a letter in the air, tight and dark under one at rest.

    ``floor``: board px, the line on which letters lie; ``place`` (n, 2) board px and ``angle`` (n,) of their
    boxes, ``half`` (n, 2) half their width and height.
    """
    c, s = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    across = half[:, 0] * c + half[:, 1] * s
    down = half[:, 0] * s + half[:, 1] * c
    high = np.maximum(floor - (place[:, 1] + down), 0.0)
    near = 1 / (1 + high / 26.0)
    fill = np.repeat(theme.shadow[None].astype(float), len(place), axis=0)
    fill[:, 3] *= 0.2 + 1.35 * near**1.5
    fill[:, 3] *= np.clip((floor - high) / floor, 0, 1)
    center = np.stack([place[:, 0] + 2.0 + 0.06 * high, np.full(len(place), floor + 1.6)], -1)
    size = np.stack([across * (0.92 + 0.25 * (1 - near)), 2.6 + 1.2 * (1 - near)], -1)
    return discs("shadows", center, size, fill, softness=2.2 + 3.0 * (1 - near))


class LandingDust:
    """Puffs over a floor at board y ``floor``, in one colour."""

    def __init__(self, color: Color, floor: float) -> None:
        self.color = color
        self.floor = floor
        self._layer = discs("dust", np.zeros((PUFFS, 2)), 0.1, color)
        self.clear()

    def clear(self) -> None:
        """No dust in the air."""
        self.puffs = np.zeros((PUFFS, 6))  # x, y, sideways speed, final radius, age, whether alive
        self.next_puff = 0
        self.rng = make_rng(SEED)
        self._settled: Discs | None = None

    @property
    def quiet(self) -> bool:
        """Whether all dust has settled."""
        return not self.puffs[:, 5].any()

    def tick(self) -> None:
        """One step of spreading."""
        alive = self.puffs[:, 5] > 0
        self.puffs[alive, 4] += 1
        self.puffs[alive, 0] += self.puffs[alive, 2]
        self.puffs[alive, 2] *= 0.93
        self.puffs[alive, 1] -= 0.08
        self.puffs[self.puffs[:, 4] > PUFF_TICKS, 5] = 0

    def raise_at(self, hits: Numbers) -> None:
        """Raise dust where corners struck the floor hard: ``hits`` as in ``kernels.boxes``."""
        for x, y, speed, kind in hits.tolist():
            if kind == 1 and speed > HARD:
                force = min((speed - HARD) / 12.0, 1.0)
                for _ in range(3 + round(3 * force)):
                    side = 2 * self.rng() - 1
                    self.puffs[self.next_puff] = (
                        x + 5 * side,
                        min(y, self.floor) - 0.5 - 1.5 * self.rng(),
                        side * (0.7 + 1.6 * force),
                        3.5 + 4.0 * self.rng() + 5.0 * force,
                        0,
                        1,
                    )
                    self.next_puff = (self.next_puff + 1) % PUFFS

    def layer(self) -> Discs:
        """The dust in the air."""
        if self.quiet:
            if self._settled is None:
                self._settled = self._pose()
            return self._settled
        self._settled = None
        return self._pose()

    def _pose(self) -> Discs:
        age = self.puffs[:, 4] / PUFF_TICKS
        grow = 1 - (1 - np.clip(age, 0, 1)) ** 2
        fill = np.repeat(self.color[None].astype(float), PUFFS, axis=0)
        # A puff is clear at its first moment, so that a place that is used again is not seen to move there.
        fill[:, 3] = self.puffs[:, 5] * np.sin(np.clip(age, 0, 1) ** 0.6 * math.pi) * 0.9
        radius = np.maximum(self.puffs[:, 3] * (0.35 + 0.65 * grow), 0.1)
        size = radius[:, None] * np.array([1.0, 0.8])
        return pose(self._layer, center=self.puffs[:, :2], size=size, fill=fill, softness=0.4 * radius)
