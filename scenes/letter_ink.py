"""How letters are printed: four pastels, a dark copy that gives thickness, a light rim, a shadow behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scenes.motion import smoothstep
from scenes.picture import Glyphs, glyphs, pose
from scenes.theme import Theme, fade
from scenes.word import Letter

OFFSET = (1.4, 2.8)
"""Board px by which the dark copy lies to the right and below (article 003)."""
FULL = 50.0
"""Board px per em from which letters have their full thickness; smaller ones would drown in it."""
RIM = (-0.7, -0.8)
"""Board px; where the light copy peeks out."""
CAST = (7.0, 9.0)
"""Board px by which a letter's shadow falls on what is behind it."""
CAST_SOFTNESS = 4.0
LEAVE_TICKS = 12
"""Ticks in which the letters of before fade while the new ones hang still."""

Numbers = NDArray[np.floating]


class LetterInk:
    """Glyph layers of the same n letters at other places each tick.

    ``place`` (n, 2) board px of the boxes' centres, ``angle`` (n,) radians clockwise, ``scale`` (n,) or one
    number: size as a share of the letter's own. Also keeps the letters that are leaving after a restart.
    """

    def __init__(self, theme: Theme, letters: list[Letter]) -> None:
        n = len(letters)
        self.glyphs: tuple[Any, ...] = tuple(letter.glyph for letter in letters)
        self.em = np.array([letter.size for letter in letters])
        self.thick = np.clip(self.em / FULL, 0.3, 1.0)[:, None]
        self.fill = np.array([theme.pastels[i % 4] for i in range(n)])
        self.under = self.fill * np.array([0.5, 0.5, 0.5, 1.0])
        self.rim = np.array([theme.light(c, 0.55) for c in self.fill.astype(np.float32)])
        self.shade = theme.faint(0.75)
        self.clear = fade(theme.ink, 0.0)
        self.gone: tuple[Numbers, Numbers] | None = None
        self.gone_age = 0
        self._made: dict[str, tuple[tuple[Any, ...], Glyphs]] = {}

    def letters(
        self,
        name: str,
        place: Numbers,
        angle: ArrayLike,
        *,
        share: float = 1.0,
        scale: ArrayLike = 1.0,
        offset: ArrayLike = OFFSET,
    ) -> Glyphs:
        """The letters themselves on their dark copies; ``share`` of their opacity."""

        def make() -> Glyphs:
            alpha, under = np.array([1, 1, 1, share]), np.array([1, 1, 1, share**4])
            return glyphs(
                name,
                self.glyphs,
                place,
                self._size(scale),
                self.fill * alpha,
                angle=angle,
                under=self.under * under,  # gone first, or it would shine through
                offset=np.asarray(offset) * self.thick,
            )

        return self._print(name, (share, scale, offset), make, place, angle)

    def copy(
        self,
        name: str,
        place: Numbers,
        angle: ArrayLike,
        color: ArrayLike,
        offset: ArrayLike,
        softness: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
    ) -> Glyphs:
        """Another print of the letters in one colour, ``offset`` board px aside, blurred by ``softness``."""

        def make() -> Glyphs:
            return glyphs(
                name,
                self.glyphs,
                place,
                self._size(scale),
                self.clear,
                angle=angle,
                under=color,
                offset=np.asarray(offset) * self.thick,
                softness=np.asarray(softness) * self.thick[:, 0],
            )

        return self._print(name, (color, offset, softness, scale), make, place, angle)

    def _print(
        self,
        name: str,
        looks: tuple[Any, ...],
        make: Callable[[], Glyphs],
        place: Numbers,
        angle: ArrayLike,
    ) -> Glyphs:
        """The layer that ``make`` gives; the last one of that name, only posed, while its looks are the same
        objects as then."""
        looked, layer = self._made.get(name, ((), None))
        if layer is not None and all(a is b for a, b in zip(looked, looks, strict=True)):
            return pose(layer, center=place, angle=angle)
        layer = make()
        self._made[name] = looks, layer
        return layer

    def rims(self, name: str, place: Numbers, angle: ArrayLike, scale: ArrayLike = 1.0) -> Glyphs:
        """A thin light on the edges that look to the upper left; goes beneath ``letters``."""
        return self.copy(name, place, angle, self.rim, RIM, scale=scale)

    def cast(self, name: str, place: Numbers, angle: ArrayLike, scale: ArrayLike = 1.0) -> Glyphs:
        """The letters' soft shadow on what is behind them."""
        return self.copy(name, place, angle, self.shade, CAST, CAST_SOFTNESS, scale)

    def leave(self, place: Numbers, angle: Numbers) -> None:
        """These letters are about to be replaced: they fade where they are."""
        self.gone, self.gone_age = (np.array(place), np.array(angle)), 0

    def stay(self) -> None:
        """Nothing is leaving any more."""
        self.gone = None

    def shift(self, dx: float, dy: float) -> None:
        """Move what is leaving by an offset in board px."""
        if self.gone is not None:
            self.gone = self.gone[0] + (dx, dy), self.gone[1]

    def tick(self) -> None:
        """One step of fading."""
        if self.gone is not None:
            self.gone_age += 1
            if self.gone_age > LEAVE_TICKS:
                self.gone = None

    def leaving(self) -> list[Glyphs]:
        """The fading letters of before; none if nothing is leaving."""
        if self.gone is None:
            return []
        return [self.letters("leaving", *self.gone, share=1 - smoothstep(self.gone_age / LEAVE_TICKS))]

    def _size(self, scale: ArrayLike) -> Numbers:
        return (self.em * np.asarray(scale))[:, None]
