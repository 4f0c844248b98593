"""The colours of emoji, side by side in one texture, each as fine as its letter is large on screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from scenes.colorglyphs import MARGIN
from scenes.glyphs import Glyph
from viewer.painter.shelves import Shelves, largest_first

SIDES = (256, 4096)
"""Least and greatest side of the texture in texels; 4096 squared are 64 MiB."""
STALE_PAINTS = 120
"""Pixels not shown for so many paints make room for others."""
FINEST = 4
"""How many times finer than needed pixels may be before they are made anew: the shader averages four."""
COARSE = 64
"""Texels per em with which an emoji is first shown in a hurry."""
LEAST_ROWS = 8
"""Texels per em below which pixels are not coarsened further."""


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


class PixelAtlas:
    """One RGBA8 texture, not premultiplied. ``generation`` changes whenever pixels move or are replaced.

    ``hurried``: emoji are shown coarse, or as they are, and wait for ``refine``.
    """

    def __init__(self, ctx: moderngl.Context, greatest_side: int = SIDES[1]) -> None:
        self.ctx = ctx
        self.greatest_side = min(greatest_side, int(ctx.info["GL_MAX_TEXTURE_SIZE"]))
        self.hurried = False
        self.generation = 0
        self.texture: moderngl.Texture | None = None
        self._entries: dict[Glyph, Entry] = {}
        self._waiting: dict[Glyph, int] = {}
        self._shelves = Shelves((0, 0))
        self._number = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def waiting(self) -> int:
        """How many emoji wait for finer pixels."""
        return len(self._waiting)

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

    def _take_in(self, fresh: list[Entry]) -> None:
        if not fresh:
            return
        self.generation += 1
        try:
            if all(self._shelves.put(entry) for entry in largest_first(fresh)):
                for entry in fresh:
                    self._write(entry)
            else:
                self._pack_anew(self._number)
        except Exception:
            self.release()  # which pixels are up is not known any more
            raise

    def release(self) -> None:
        if self.texture is not None:
            self.texture.release()
        self.texture = None
        self._entries.clear()
        self._waiting.clear()
        self._shelves = Shelves((0, 0))

    def _pack_anew(self, number: int) -> None:
        """Lay everything out again: without what is not shown, in a larger texture, then coarser."""
        self._entries = {g: e for g, e in self._entries.items() if e.used >= number - STALE_PAINTS}
        while not self._lay_out():
            shown = {g: e for g, e in self._entries.items() if e.used == number}
            if len(shown) < len(self._entries):
                self._entries = shown
            else:
                self._coarsen()
        size = self._shelves.size
        if self.texture is None or self.texture.size != size:
            if self.texture is not None:
                self.texture.release()
            self.texture = self.ctx.texture(size, 4)
            self.texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
            self.texture.repeat_x = self.texture.repeat_y = False
        for entry in self._entries.values():
            self._write(entry)

    def _lay_out(self) -> bool:
        entries = largest_first(self._entries.values())
        width, height = self.texture.size if self.texture else (SIDES[0], SIDES[0])
        while width <= self.greatest_side and height <= self.greatest_side:
            self._shelves = Shelves((width, height))
            if all(self._shelves.put(entry) for entry in entries):
                return True
            width, height = (width * 2, height) if width <= height else (width, height * 2)
        return False

    def _coarsen(self) -> None:
        finest = max(entry.rows for entry in self._entries.values())
        if finest <= LEAST_ROWS:
            raise RuntimeError(f"{len(self._entries)} emoji do not fit a texture of {self.greatest_side} px")
        for glyph, entry in self._entries.items():
            if entry.rows == finest and glyph.colors is not None:
                entry.rows = finest // 2
                entry.pixels = glyph.colors.pixels(entry.rows, glyph.box)

    def _write(self, entry: Entry) -> None:
        assert self.texture is not None
        pixels = np.ascontiguousarray(entry.pixels)
        self.texture.write(pixels, viewport=(entry.x, entry.y, *entry.size), alignment=1)
