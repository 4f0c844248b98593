"""Distance fields of letters, side by side in one texture, each as fine as its letter is large on screen."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import moderngl
import numpy as np
from numpy.typing import NDArray

from scenes.glyphs import ROWS, Box, Glyph, rows_for
from viewer.painter.bands import FieldWork
from viewer.painter.packed import STALE_PAINTS, Packed

SIDES = (512, 4096, 8192)
"""Least side of the texture in texels, the greatest as long as letters that are not shown can go, and the
greatest; powers of two. 4096 squared are 32 MiB."""
LEAST_ROWS = 256
"""Rows per em that even the smallest letter gets: with fewer, dense kanji are half a percent off."""
COARSEST = 0.55
"""Rows per screen px below which a field is built anew; one built for a letter has at least 0.7."""
FINEST = 4
"""How many times finer than needed a field may be before it is built anew."""
COARSE, MANY = (64, 32), 40
"""Rows per em with which letters are first shown in a hurry: of a few, and of more than so many."""
SOON = 1200
"""Paints for which a letter that is foreseen is kept."""


@dataclass
class Entry:
    """A letter's field: ``rows`` per em over ``box`` (em); its first texel lies at ``x``, ``y``."""

    field: NDArray[np.float16]
    box: Box
    rows: int
    wanted: int
    """Rows that its size asked for; more than ``rows`` where the texture had no room."""
    largest: float
    """Framebuffer px per em that it was shown at, and the paint of that."""
    largest_at: int
    used: int
    """The paint that last showed it."""
    coarse: bool = False
    """Built in a hurry: to be built anew."""
    x: int = 0
    y: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Texels across and down."""
        return self.field.shape[1], self.field.shape[0]

    def serves(self, size: float, number: int) -> bool:
        """Whether it may stay for a letter that paint ``number`` shows at ``size`` framebuffer px per em.

        The largest size of late counts: a letter may be shown small and large by turns.
        """
        if size >= self.largest or number - self.largest_at > STALE_PAINTS:
            self.largest, self.largest_at = size, number
        self.used = number
        wanted = rows_wanted(self.largest)
        if self.coarse:
            return False
        if self.rows < self.wanted <= wanted:
            return True
        return min(COARSEST * self.largest, ROWS[1]) <= self.rows <= FINEST * wanted


class FieldAtlas(Packed[Entry]):
    """One R16F texture of fields. ``generation`` changes whenever a field moves or is replaced.

    ``hurried``: letters are shown with coarse fields, or those that they have, and wait for ``refine``.
    """

    SIDES = SIDES
    FORM = 1, "f2"
    WHAT = "letters"

    def __init__(self, ctx: moderngl.Context, greatest_side: int = SIDES[2]) -> None:
        super().__init__(ctx, greatest_side)
        self.hurried = False
        self.built = 0
        """Fields built so far."""
        self._waiting: dict[Glyph, FieldWork] = {}

    def entry(self, glyph: Glyph) -> Entry:
        """The field of a letter that ``need`` was told of in this paint."""
        return self._entries[glyph]

    def need(self, sizes: Mapping[Glyph, float], number: int) -> None:
        """Have fields ready for letters shown at ``sizes`` framebuffer px per em in paint ``number``."""
        self._number = number
        fresh = []
        coarse = _coarse_rows(sum(glyph not in self._entries for glyph in sizes))
        for glyph, size in sizes.items():
            entry = self._entries.get(glyph)
            if entry is not None and entry.serves(size, number):
                continue
            rows = rows_wanted(size)
            if not self.hurried:
                self._entries[glyph] = entry = self._build(glyph, rows, rows, size, number)
                fresh.append(entry)
                continue
            if entry is None:
                entry = self._build(glyph, coarse, coarse, size, number)
                self._entries[glyph] = entry = replace(entry, coarse=True)
                fresh.append(entry)
            rows, work = rows_wanted(entry.largest), self._waiting.get(glyph)
            if work is None or work.rows != rows:
                self._waiting[glyph] = FieldWork(glyph, rows)
        self._take_in(fresh)

    def foresee(self, glyphs: Sequence[Glyph], seconds: float) -> bool:
        """Have coarse fields ready for letters that will soon be shown, in about ``seconds``.

        Returns whether all are there; else call it again.
        """
        until, fresh = time.perf_counter() + seconds, []
        coarse = _coarse_rows(len(glyphs))
        missing = [glyph for glyph in dict.fromkeys(glyphs) if glyph not in self._entries]
        while missing and (not fresh or time.perf_counter() < until):
            glyph = missing.pop(0)
            entry = self._build(glyph, coarse, coarse, 1.0, self._number)
            self._entries[glyph] = entry = replace(entry, coarse=True, used=self._number + SOON)
            fresh.append(entry)
        self._take_in(fresh)
        return not missing

    def refine(self, seconds: float) -> bool:
        """Work on waiting fields for about ``seconds``. Returns whether any letter has a finer one now."""
        until, fresh = time.perf_counter() + seconds, []
        while self._waiting:
            glyph, work = next(iter(self._waiting.items()))
            entry = self._entries.get(glyph)
            if entry is None:
                del self._waiting[glyph]
                continue
            if work.step():
                del self._waiting[glyph]
                self.built += 1
                finer = replace(
                    entry, field=work.field, box=work.box, rows=work.rows, wanted=work.rows, coarse=False
                )
                self._entries[glyph] = finer
                fresh.append(finer)
            if time.perf_counter() >= until:
                break
        self._take_in(fresh)
        return bool(fresh)

    def _build(self, glyph: Glyph, rows: int, wanted: int, size: float, number: int) -> Entry:
        field, box = glyph.field(rows, keep=False)
        self.built += 1
        return Entry(field.astype(np.float16), box, rows, wanted, size, number, number)

    def _coarser(self, glyph: Glyph, entry: Entry, rows: int) -> Entry:
        return self._build(glyph, rows, entry.wanted, entry.largest, self._number)

    def _write(self, entry: Entry) -> None:
        assert self.texture is not None
        self.texture.write(entry.field, viewport=(entry.x, entry.y, *entry.size), alignment=2)


def _coarse_rows(letters: int) -> int:
    return COARSE[letters > MANY]


def rows_wanted(size: float) -> int:
    """Rows per em to build for a letter shown at ``size`` framebuffer px per em."""
    return max(rows_for(size), LEAST_ROWS)
