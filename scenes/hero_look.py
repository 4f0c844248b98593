"""How hero looks: a headline on a stage, in front of a banner, on a line that bows; echoes homeward."""

from __future__ import annotations

import numpy as np

from scenes.board import Board
from scenes.hero_line import POINTS
from scenes.landing import LandingDust, spots
from scenes.letter_ink import LetterInk, Numbers
from scenes.picture import Glyphs, Layer, Picture, Ribbons, named, pose, ribbons
from scenes.playhouse import Playhouse
from scenes.theme import Theme
from scenes.word import Letter

MARKS = 12
"""The most letters whose places are taped on the boards, and only of a word in one row."""
ECHOES = ((2, 0.28), (4, 0.19), (6, 0.11))
"""Faint copies that follow a returning letter: ticks behind it, and their opacity."""
SOFT = 1.4
"""Board px; their blur."""
FAST = 7.0
"""Board px a tick from which they are seen best."""
LINE_CAST = np.array([2.2, 3.4])
"""Board px by which the line's shadow falls on the banner."""
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
        blank = np.zeros((len(heights), POINTS, 2))
        self.cord = ribbons("lines", blank, thick, theme.shade(theme.coral, 0.35))
        self.cord_light = ribbons("line lights", blank, 0.28 * thick, theme.light(theme.coral, 0.5))
        self.cord_shadow = ribbons("line shadows", blank, thick, theme.faint(0.9), softness=1.6)
        self.cord_rise = np.array([-0.15, -0.45 * thick])
        nowhere = np.zeros((len(letters), 2))
        self.echoes = [
            ink.copy(f"echoes {lag}", nowhere, nowhere[:, 0], ink.fill, (0.0, 0.0), SOFT) for lag, _ in ECHOES
        ]
        self.begin(nowhere, nowhere[:, 0])

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
        return [
            pose(self.cord_shadow, points=cords + LINE_CAST),
            pose(self.cord, points=cords),
            pose(self.cord_light, points=cords + self.cord_rise),
        ]

    def _echoes(self) -> list[Glyphs]:
        """Copies of returning letters where they were, none while nobody is on the way."""
        if not self.swift.any():
            return []
        made = []
        for layer, (lag, share) in zip(reversed(self.echoes), reversed(ECHOES)):
            tone = self.ink.fill.copy()
            tone[:, 3] = share * self.swift
            way = self.way[lag]
            made.append(pose(layer, center=way[:, :2], angle=way[:, 2], under=tone))
        return made
