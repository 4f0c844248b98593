"""How the pile looks: letters in four pastels on a wooden shelf, their shadows, and dust at hard landings."""

from __future__ import annotations

from scenes.board import Board
from scenes.landing import LandingDust, spots
from scenes.letter_ink import LetterInk, Numbers
from scenes.picture import Layer, Picture, named
from scenes.shelf import Walls, shelf
from scenes.theme import Theme


class PileLook:
    """The pile's layers. ``floor`` and ``walls`` board px."""

    def __init__(self, theme: Theme, board: Board, floor: float, walls: Walls, ink: LetterInk) -> None:
        self.theme = theme
        self.floor = floor
        self.ink = ink
        self.behind, self.shelf = shelf(theme, board, floor, walls)
        self.dust = LandingDust(theme.light(theme.sand, 0.6), floor)

    @property
    def quiet(self) -> bool:
        """Whether nothing moves beside the letters."""
        return self.ink.gone is None and self.dust.quiet

    def picture(self, place: Numbers, angle: Numbers, half: Numbers, *, cut: bool) -> Picture:
        """The whole picture; ``place`` (n, 2), ``angle`` (n,), ``half`` (n, 2) sides of the boxes."""
        layers: list[Layer] = [
            *self.behind,
            self.ink.cast("cast", place, angle),
            *self.shelf,
            spots(self.theme, self.floor, place, angle, half),
            self.dust.layer(),
            *self.ink.leaving(),
            self.ink.rims("rims", place, angle),
            self.ink.letters("letters", place, angle),
        ]
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(self.ink.glyphs, place)]
        return Picture(tuple(layers), cut=cut, alt={"letters": words}, scenery=named(self.behind, self.shelf))
