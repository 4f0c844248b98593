"""How the pile looks: letters in four pastels on a wooden shelf, their shadows, and dust at hard landings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernels.bodies import ANGLE, HALF_HEIGHT, HALF_WIDTH, X, Y
from scenes.board import Board
from scenes.motion import make_rng, smoothstep
from scenes.picture import Discs, Glyphs, Layer, Picture, discs, glyphs, named
from scenes.shelf import Walls, shelf
from scenes.theme import Theme, fade
from scenes.word import Letter

OFFSET = (1.4, 2.8)
"""Board px by which the dark copy lies to the right and below."""
FULL = 50.0
"""Board px per em from which letters have their full thickness; smaller ones would drown in it."""
RIM = (-0.7, -0.8)
"""Board px; where the light copy peeks out."""
CAST = (7.0, 9.0)
"""Board px by which a letter's shadow falls on the wall behind."""
LEAVE_TICKS = 12
"""Ticks in which the old pile fades while the new word hangs still."""
PUFFS = 48
PUFF_TICKS = 30
HARD = 3.4
"""Approach, px per tick, from which a landing raises dust."""

Bodies = NDArray[np.floating]


class PileLook:
    """The pile's layers. ``letters`` in reading order; ``floor`` and ``walls`` board px."""

    def __init__(self, theme: Theme, board: Board, floor: float, walls: Walls, letters: list[Letter]) -> None:
        self.theme = theme
        self.floor = floor
        self.glyphs: tuple[Any, ...] = tuple(letter.glyph for letter in letters)
        self.em = np.array([letter.size for letter in letters])
        self.thick = np.clip(self.em / FULL, 0.3, 1.0)[:, None]
        n = len(letters)
        self.fill = np.array([theme.pastels[i % 4] for i in range(n)])
        self.under = self.fill * np.array([0.5, 0.5, 0.5, 1.0])
        self.rim = np.array([theme.light(c, 0.55) for c in self.fill.astype(np.float32)])
        self.behind, self.shelf = shelf(theme, board, floor, walls)
        self.dust_color = theme.light(theme.sand, 0.6)
        self.clear()

    def clear(self) -> None:
        """No dust, nothing leaving."""
        self.puffs = np.zeros((PUFFS, 6))  # x, y, sideways speed, final radius, age, whether alive
        self.next_puff = 0
        self.leaving: Bodies | None = None
        self.leave_age = 0
        self.rng = make_rng(4722)

    @property
    def quiet(self) -> bool:
        """Whether nothing moves beside the letters."""
        return self.leaving is None and not self.puffs[:, 5].any()

    def leave(self, body: Bodies) -> None:
        """These letters are about to be replaced: they fade where they are."""
        self.leaving = body.copy()
        self.leave_age = 0

    def tick(self) -> None:
        """One step of fading and dust."""
        if self.leaving is not None:
            self.leave_age += 1
            if self.leave_age > LEAVE_TICKS:
                self.leaving = None
        alive = self.puffs[:, 5] > 0
        self.puffs[alive, 4] += 1
        self.puffs[alive, 0] += self.puffs[alive, 2]
        self.puffs[alive, 2] *= 0.93
        self.puffs[alive, 1] -= 0.08
        self.puffs[self.puffs[:, 4] > PUFF_TICKS, 5] = 0

    def dust(self, hits: Bodies) -> None:
        """Raise dust where corners struck the shelf hard: ``hits`` as in ``kernels.boxes``."""
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

    def picture(self, body: Bodies, *, cut: bool) -> Picture:
        """The whole picture; ``body`` (n, 14) as in ``kernels.boxes``."""
        layers: list[Layer] = [*self.behind, self._cast(body), *self.shelf, self._shadows(body), self._dust()]
        if self.leaving is not None:
            share = 1 - smoothstep(self.leave_age / LEAVE_TICKS)
            layers.append(self._letters("leaving", self.leaving, share))
        layers += [self._rims(body), self._letters("letters", body, 1.0)]
        return Picture(
            tuple(layers),
            cut=cut,
            alt={"letters": [(g.text, float(b[X]), float(b[Y])) for g, b in zip(self.glyphs, body)]},
            scenery=named(self.behind, self.shelf),
        )

    def _letters(self, name: str, body: Bodies, share: float) -> Glyphs:
        alpha, under = np.array([1, 1, 1, share]), np.array([1, 1, 1, share**4])
        return glyphs(
            name,
            self.glyphs,
            body[:, [X, Y]],
            self.em[:, None],
            self.fill * alpha,
            angle=body[:, ANGLE],
            under=self.under * under,  # gone first, or it would shine through
            offset=np.array(OFFSET) * self.thick,
        )

    def _cast(self, body: Bodies) -> Glyphs:
        """The letters' shadow on the wall behind: only the dark copy is seen."""
        shadow = self.theme.faint(0.75)
        return self._copy("cast", body, shadow, CAST, 4.0)

    def _rims(self, body: Bodies) -> Glyphs:
        """A thin light on the edges that look to the upper left."""
        return self._copy("rims", body, self.rim, RIM, 0.0)

    def _copy(self, name: str, body: Bodies, color: ArrayLike, offset: Any, softness: float) -> Glyphs:
        place, clear = body[:, [X, Y]], fade(self.theme.ink, 0.0)
        return glyphs(
            name,
            self.glyphs,
            place,
            self.em[:, None],
            clear,
            angle=body[:, ANGLE],
            under=color,
            offset=np.array(offset) * self.thick,
            softness=softness * self.thick[:, 0],
        )

    def _shadows(self, body: Bodies) -> Discs:
        """Soft spots on the shelf: wide and faint under a letter in the air, tight and dark at rest."""
        c, s = np.abs(np.cos(body[:, ANGLE])), np.abs(np.sin(body[:, ANGLE]))
        across = body[:, HALF_WIDTH] * c + body[:, HALF_HEIGHT] * s
        down = body[:, HALF_WIDTH] * s + body[:, HALF_HEIGHT] * c
        high = np.maximum(self.floor - (body[:, Y] + down), 0.0)
        near = 1 / (1 + high / 26.0)
        fill = np.repeat(self.theme.shadow[None].astype(float), len(body), axis=0)
        fill[:, 3] *= 0.2 + 1.35 * near**1.5
        fill[:, 3] *= np.clip((self.floor - high) / self.floor, 0, 1)
        center = np.stack([body[:, X] + 2.0 + 0.06 * high, np.full(len(body), self.floor + 1.6)], -1)
        size = np.stack([across * (0.92 + 0.25 * (1 - near)), 2.6 + 1.2 * (1 - near)], -1)
        return discs("shadows", center, size, fill, softness=2.2 + 3.0 * (1 - near))

    def _dust(self) -> Discs:
        age = self.puffs[:, 4] / PUFF_TICKS
        grow = 1 - (1 - np.clip(age, 0, 1)) ** 2
        fill = np.repeat(self.dust_color[None].astype(float), PUFFS, axis=0)
        # A puff is clear at its first moment, so that a place that is used again is not seen to move there.
        fill[:, 3] = self.puffs[:, 5] * np.sin(np.clip(age, 0, 1) ** 0.6 * math.pi) * 0.9
        radius = np.maximum(self.puffs[:, 3] * (0.35 + 0.65 * grow), 0.1)
        size = radius[:, None] * np.array([1.0, 0.8])
        return discs("dust", self.puffs[:, :2], size, fill, softness=0.4 * radius)
