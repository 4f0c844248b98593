"""How hero looks: a headline on a stage, in front of a banner, on a line that bows; echoes homeward."""

from __future__ import annotations

import numpy as np

from scenes.board import Board
from scenes.landing import LandingDust, spots
from scenes.letter_ink import LetterInk, Numbers
from scenes.picture import Glyphs, Layer, Picture, Ribbons, named, pose, ribbons
from scenes.playhouse import Playhouse
from scenes.theme import Theme
from scenes.word import Letter

MARKS = 12
"""The most letters whose places are taped on the boards, and only of a word in one row."""
ECHOES = ((3, 0.30), (6, 0.20), (9, 0.12))
"""Faint copies that follow a returning letter: ticks behind it, and their opacity."""
SOFT = 1.4
"""Board px; their blur."""
FAST = 7.0
"""Board px a tick from which they are seen best."""
LINE = 1.5
"""Board px; half the thickness of the base line under letters of full size."""


class HeroLook:
    """Layers of hero. ``floor`` board px, ``heights`` (rows,) board px of the base lines at rest."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        floor: float,
        letters: list[Letter],
        ink: LetterInk,
        heights: Numbers,
    ) -> None:
        self.theme, self.floor, self.ink = theme, floor, ink
        self.half = np.array([(b.width / 2, b.height / 2) for b in letters])
        top = float(heights.min()) - letters[0].height
        taped = MARKS if len(heights) == 1 else 0
        marks = np.array([b.x for b in letters])[:taped]
        self.house = Playhouse(theme, board, floor, top, float(heights.max()), marks, ink.fill[:taped])
        self.dust = LandingDust(theme.light(theme.sand, 0.6), floor)
        thick = LINE * float(ink.thick[0, 0])
        blank = np.zeros((len(heights), 2, 2))
        self.cord = ribbons("lines", blank, thick, theme.shade(theme.coral, 0.35))
        self.cord_light = ribbons("line lights", blank, 0.3 * thick, theme.light(theme.coral, 0.5))
        self.cord_shadow = ribbons("line shadows", blank, thick, theme.faint(0.9), softness=1.6)
        self.thick = thick
        self.begin(np.zeros((len(letters), 2)), np.zeros(len(letters)))

    def begin(self, place: Numbers, angle: Numbers) -> None:
        """Letters are at ``place`` (n, 2), turned by ``angle`` (n,), and nothing follows them."""
        before = np.column_stack([place, angle])
        self.way = np.repeat(before[None], ECHOES[-1][0] + 1, axis=0)
        self.swift = np.zeros(len(before))

    @property
    def quiet(self) -> bool:
        """Whether nothing moves beside the letters and their line."""
        return self.ink.gone is None and self.dust.quiet and not self.swift.any()

    def tick(self, place: Numbers, angle: Numbers, speed: Numbers, called: int) -> None:
        """One step of dust and echoes. ``speed`` (n, 2); the first ``called`` letters have some."""
        self.dust.tick()
        self.way = np.concatenate([np.column_stack([place, angle])[None], self.way[:-1]])
        want = np.clip(np.hypot(*speed.T) / FAST, 0.0, 1.0)
        want[called:] = 0.0
        self.swift = self.swift + (want - self.swift) * 0.3
        self.swift[self.swift < 4e-3] = 0.0

    def picture(self, place: Numbers, angle: Numbers, cords: Numbers, *, cut: bool) -> Picture:
        """The whole picture. ``place`` (n, 2), ``angle`` (n,); ``cords`` (rows, k, 2) board px."""
        house, ink = self.house, self.ink
        layers: list[Layer] = [
            *house.behind,
            ink.cast("cast", place, angle),
            *house.front,
            *self._lines(cords),
            spots(self.theme, self.floor, place, angle, self.half),
            self.dust.layer(),
            *self._echoes(),
            *ink.leaving(),
            ink.rims("rims", place, angle),
            ink.letters("letters", place, angle),
        ]
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(ink.glyphs, place)]
        return Picture(
            tuple(layers), cut=cut, alt={"letters": words}, scenery=named(house.behind, house.front)
        )

    def _lines(self, cords: Numbers) -> list[Ribbons]:
        radius = np.full(cords.shape[:2], self.thick)
        return [
            pose(self.cord_shadow, points=cords + np.array([2.2, 3.4]), radius=radius),
            pose(self.cord, points=cords, radius=radius),
            pose(self.cord_light, points=cords + np.array([-0.15, -0.45 * self.thick]), radius=0.28 * radius),
        ]

    def _echoes(self) -> list[Glyphs]:
        """Copies of returning letters where they were, none while nobody is on the way."""
        if not self.swift.any():
            return []
        made = []
        for lag, share in reversed(ECHOES):
            tone = self.ink.fill.copy()
            tone[:, 3] = share * self.swift
            way = self.way[lag]
            made.append(self.ink.copy(f"echoes {lag}", way[:, :2], way[:, 2], tone, (0.0, 0.0), SOFT))
        return made
