"""A line for the operator over the picture: small, dark on butter, at the upper edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenes.labels import Line, typeset_or_nothing
from scenes.picture import Layer, Picture, glyphs, ribbons
from scenes.theme import THEMES, fade
from viewer.pill import liked_scale

TEXT = 13.0
"""Window units per em at a scale of 1."""
PLATE = 13.0
"""Half the plate's height, in the same units."""
MOST = 144
"""Letters of a line at most; the whole message stands in the log."""


class Notice:
    """One line of text. ``line``: its letters, ready to be painted."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._drawn: tuple[tuple[int, int], Picture] | None = None

    def picture(self, width: int, height: int) -> Picture:
        """Layers in window units; the same object while the window's size stays."""
        if self._drawn is None or self._drawn[0] != (width, height):
            self._drawn = (width, height), Picture(tuple(self._layers(width, height)))
        return self._drawn[1]

    def _layers(self, width: int, height: int) -> Iterator[Layer]:
        line, theme = self.line, THEMES["day"]
        if not line.glyph or min(width, height) < 4 * PLATE:
            return
        scale = liked_scale(width, height)
        size = min(TEXT * scale, (width - 4 * PLATE) / max(line.width, 1.0))
        plate = PLATE * size / TEXT
        x, y = (width - line.width * size) / 2, 2 * plate
        ends = [[x, y], [x + line.width * size, y]]
        yield ribbons("notice plate", ends, plate, fade(theme.butter, 0.94))
        yield glyphs("notice", line.glyph, [(x + at * size, y) for at in line.center], size, theme.ink)


def setting(text: str) -> Iterator[Any]:
    """Make the letters of a notice ready one by one, so that none of them holds up a frame."""
    for letter in dict.fromkeys(shortened(text)):
        yield from typeset_or_nothing(letter, "en").glyph


def notice(text: str) -> Notice:
    """The notice of a text, cut to one line; the icon-free plate stays away where no font has its letters."""
    return Notice(typeset_or_nothing(shortened(text), "en"))


def shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST else f"{line[: MOST - 1]}…"
