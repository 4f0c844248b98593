"""What flies about when something breaks: chips that fall and lie, and dust that hangs for a moment."""

from __future__ import annotations

import math

import numpy as np

from scenes.letter_ink import Numbers
from scenes.motion import TAU, make_rng
from scenes.picture import Discs, Shapes, discs, shapes
from scenes.theme import Color

CHIPS, PUFFS = 120, 48
PUFF_TICKS = 20
BOUNCE, SLIDE = 0.28, 0.6
CORNERS = 4
SLOW = 0.3
"""Board px a tick; chips slower than this on the floor lie."""


class Debris:
    """Chips (CHIPS, 9): x, y, angle, speeds, spin, floor, size, whether it is there; dust (PUFFS, 5): x, y,
    sideways speed, radius, age. The oldest make room for new ones."""

    def __init__(self, gravity: float, dust: Color) -> None:
        self.gravity = gravity
        self.dust = np.asarray(dust, float)
        self.begin()

    def begin(self) -> None:
        """A clean floor."""
        self.rng = make_rng(4790)
        self.chip = np.zeros((CHIPS, 9))
        self.tone = np.zeros((CHIPS, 4))
        turn = TAU * (np.arange(CORNERS) + 0.5) / CORNERS
        far = np.array([[0.55 + 0.6 * self.rng() for _ in turn] for _ in range(CHIPS)])
        self.form = np.stack([np.cos(turn), 0.8 * np.sin(turn)], -1)[None] * far[..., None]
        self.puff = np.zeros((PUFFS, 5))
        self.puff[:, 4] = PUFF_TICKS
        self.next_chip = self.next_puff = 0
        self._chips: tuple[Numbers, Shapes] | None = None
        self._puffs: tuple[bool, Discs] | None = None

    def clear(self) -> None:
        """No dust in the air, all chips gone."""
        self.chip[:, 8] = 0
        self.puff[:, 4] = PUFF_TICKS

    def burst(self, x: float, y: float, wide: float, speed: float, tone: Color, count: int) -> None:
        """``count`` chips fly up from a strip of the floor at (x, y), ``wide`` board px to either side."""
        rng = self.rng
        for _ in range(count):
            side = 2 * rng() - 1
            self.chip[self.next_chip] = (
                x + wide * side,
                y - 2.0 - 3.0 * rng(),
                TAU * rng(),
                speed * (0.22 * side + 0.16 * (rng() - 0.5)),
                -speed * (0.12 + 0.34 * rng()),
                0.7 * (rng() - 0.5),
                y + 8.0 * (rng() - 0.4),
                0.7 + 1.5 * rng() ** 2,
                1.0,
            )
            self.tone[self.next_chip] = tone
            self.next_chip = (self.next_chip + 1) % CHIPS

    def raise_dust(self, x: float, y: float, wide: float, speed: float, count: int) -> None:
        """``count`` puffs of dust from a landing at (x, y) with ``speed`` px a tick."""
        rng = self.rng
        force = min(speed / 16.0, 1.0)
        for _ in range(count):
            side = 2 * rng() - 1
            size = 2.6 + 4.0 * rng() + 6.0 * force
            self.puff[self.next_puff] = x + wide * side, y - 1.5 * rng(), side * (0.4 + 2.0 * force), size, 0
            self.next_puff = (self.next_puff + 1) % PUFFS

    def tick(self) -> None:
        """One step."""
        p, c = self.puff, self.chip
        p[:, 4] = np.minimum(p[:, 4] + 1, PUFF_TICKS)
        p[:, 0] += p[:, 2]
        p[:, 2] *= 0.92
        p[:, 1] -= 0.10
        flying = (c[:, 8] > 0) & ((c[:, 1] < c[:, 6]) | (c[:, 4] != 0) | (c[:, 3] != 0))
        if not flying.any():
            return
        c[flying, 4] += self.gravity
        c[flying, :3] += c[flying, 3:6]
        down = flying & (c[:, 1] >= c[:, 6])
        c[down, 1] = c[down, 6]
        c[down, 4] *= -BOUNCE
        c[down, 3] *= SLIDE
        c[down, 5] *= SLIDE
        lies = down & (np.abs(c[:, 4]) < 2 * SLOW) & (np.abs(c[:, 3]) < SLOW)
        c[lies, 3:6] = 0.0

    def chips(self) -> Shapes:
        """The chips as they are now; the same object while none moves."""
        if self._chips is None or self._chips[0].tobytes() != self.chip.tobytes():
            self._chips = self.chip.copy(), self._chip_shapes()
        return self._chips[1]

    def puffs(self) -> Discs:
        """The dust as it is now; the same object while there is none."""
        if self._puffs is None or (self.puff[:, 4] < PUFF_TICKS).any() or self._puffs[0]:
            there = bool((self.puff[:, 4] < PUFF_TICKS).any())
            self._puffs = there, self._puff_discs()
        return self._puffs[1]

    def _chip_shapes(self) -> Shapes:
        c = self.chip
        cos, sin = np.cos(c[:, 2]), np.sin(c[:, 2])
        turn = np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)], -2)
        loop = np.einsum("mkc,mcd->mkd", self.form * np.maximum(c[:, 7], 0.1)[:, None, None], turn)
        center = c[:, :2] - [0.0, 0.6]
        tone = self.tone * [1, 1, 1, 0] + np.array([0, 0, 0, 1]) * c[:, 8:9]
        return shapes(
            "chips",
            loop + center[:, None],
            tone,
            corner=1.0,
            center=center,
            shade=tone * [0.7, 0.7, 0.72, 0.8],
        )

    def _puff_discs(self) -> Discs:
        p = self.puff
        age = p[:, 4] / PUFF_TICKS
        grow = 1 - (1 - age) ** 2
        fill = np.repeat(self.dust[None], PUFFS, axis=0)
        # Clear at its first moment, so that a place that is used again is not seen to move there.
        fill[:, 3] = 0.62 * np.sin(age**0.55 * math.pi) * (age < 1)
        radius = np.maximum(p[:, 3] * (0.35 + 0.85 * grow), 0.1)
        size = radius[:, None] * np.array([1.15, 0.7])
        return discs("dust", p[:, :2], size, fill, softness=0.55 * radius)
