"""The colours of emoji, side by side in one texture, each as fine as its letter is large on screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import moderngl
import numpy as np
from numpy.typing import NDArray

from scenes.colorglyphs import MARGIN
from scenes.glyphs import Glyph
from viewer.painter.packed import Packed

SIDES = (256, 4096, 4096)
"""Least side of the texture in texels, and the greatest; 4096 squared are 64 MiB."""
FINEST = 4
"""How many times finer than needed pixels may be before they are made anew: the shader averages four."""
COARSE = 64
"""Texels per em with which an emoji is first shown in a hurry."""


@dataclass
class Entry:
    """``rows`` texels per em; ``wanted`` for its size; ``used``: the paint that last showed it."""

    pixels: NDArray[np.uint8]
    rows: int
    wanted: int
    used: int
    x: int = 0
    y: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Texels across and down."""
        return self.pixels.shape[1], self.pixels.shape[0]


class PixelAtlas(Packed[Entry]):
    """One RGBA8 texture, not premultiplied. ``generation`` changes whenever pixels move or are replaced.

    ``hurried``: emoji are shown coarse, or as they are, and wait for ``refine``.
    """

    SIDES = SIDES
    FORM = 4, "f1"
    WHAT = "emoji"

    def __init__(self, ctx: moderngl.Context, greatest_side: int = SIDES[2]) -> None:
        super().__init__(ctx, greatest_side)
        self.hurried = False
        self._waiting: dict[Glyph, int] = {}

    def place(self, glyph: Glyph) -> tuple[float, float, float]:
        """Where a letter's em origin lies in the texture, texels, and texels per em; 0 for one of ink."""
        entry = self._entries.get(glyph)
        if entry is None:
            return 0.0, 0.0, 0.0
        x0, y0, rows = *glyph.box[:2], entry.rows
        return entry.x + MARGIN - x0 * rows, entry.y + MARGIN - y0 * rows, float(rows)

    def need(self, sizes: Mapping[Glyph, float], number: int) -> None:
        """Have pixels ready for letters shown at ``sizes`` framebuffer px per em in paint ``number``."""
        self._number = number
        fresh = []
        for glyph, size in sizes.items():
            if glyph.colors is None:
                continue
            rows, entry = glyph.colors.rows_for(size), self._entries.get(glyph)
            if entry is not None:
                entry.used = number
                if entry.wanted // FINEST < rows <= entry.wanted:
                    continue
            if self.hurried and (entry is not None or rows > COARSE):
                self._waiting[glyph] = rows
                rows = COARSE
            if entry is None or not self.hurried:
                fresh.append(self._make(glyph, rows))
        self._take_in(fresh)

    def refine(self) -> bool:
        """Paint one of those that wait. Returns whether there was one."""
        while self._waiting:
            glyph = next(iter(self._waiting))
            rows = self._waiting.pop(glyph)
            if glyph in self._entries:
                self._take_in([self._make(glyph, rows)])
                return True
        return False

    def _make(self, glyph: Glyph, rows: int) -> Entry:
        assert glyph.colors is not None
        made = Entry(glyph.colors.pixels(rows, glyph.box), rows, rows, self._number)
        self._entries[glyph] = made
        return made

    def _coarser(self, glyph: Glyph, entry: Entry, rows: int) -> Entry:
        assert glyph.colors is not None
        return replace(entry, pixels=glyph.colors.pixels(rows, glyph.box), rows=rows)

    def _write(self, entry: Entry) -> None:
        assert self.texture is not None
        pixels = np.ascontiguousarray(entry.pixels)
        self.texture.write(pixels, viewport=(entry.x, entry.y, *entry.size), alignment=1)
