"""The program's own words, set in a line: which outlines, and where along it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scenes.fonts import TextError
from scenes.glyphs import glyph_of
from scenes.scene import Language
from scenes.shaping import reading_to_place, shape

SPACING = 0.03
"""em between letters: bold type set small reads better a little apart."""

KEPT = 200
"""Lines that are kept; beyond it all are set anew."""


@dataclass(frozen=True)
class Line:
    """A line of text in em: ``glyph`` outlines, ``center`` of each from the line's left end, ``width``."""

    glyph: tuple[Any, ...] = ()
    center: tuple[float, ...] = ()
    width: float = 0.0


Typeset = Callable[[str, Language], Line]


class Lines:
    """Lines in one language, each set when it is first asked for and kept."""

    def __init__(self, typeset: Typeset, language: Language) -> None:
        self._typeset = typeset
        self._language: Language = language
        self._set: dict[str, Line] = {}

    def __call__(self, text: str) -> Line:
        if text not in self._set:
            if len(self._set) > KEPT:
                self._set.clear()
            self._set[text] = self._typeset(text, self._language)
        return self._set[text]


def typeset(text: str, language: Language) -> Line:
    """A line in the system's font. Raises TextError where no font has a letter."""
    clusters = shape(text, None, language)
    glyph, center, at = [], [], 0.0
    for index in reading_to_place(clusters):
        cluster = clusters[index]
        if not cluster.space:
            glyph.append(glyph_of(cluster))
            center.append(at + cluster.advance / 2)
        at += cluster.advance + SPACING
    return Line(tuple(glyph), tuple(center), max(at - SPACING, 0.0))


def typeset_or_nothing(text: str, language: Language) -> Line:
    """A line, or an empty one where there is no font for it: buttons keep their icons then."""
    try:
        return typeset(text, language)
    except TextError:
        return Line()
