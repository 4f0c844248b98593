"""Pictures of letters side by side in one texture, which grows, drops what is not shown, then coarsens."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import moderngl

from scenes.glyphs import Glyph
from viewer.painter.shelves import Placed, Shelves, largest_first

STALE_PAINTS = 120
"""A letter not shown for so many paints makes room for others."""
LEAST_ROWS = 8
"""Texels per em below which nothing is coarsened further."""

log = logging.getLogger(__name__)


class Packable(Placed, Protocol):
    """A letter's picture: ``rows`` texels per em; ``used``: the paint that last showed it."""

    rows: int
    used: int


E = TypeVar("E", bound=Packable)


class Packed(Generic[E]):
    """Pictures of letters. ``generation`` changes whenever one moves or is replaced."""

    SIDES: ClassVar[tuple[int, int, int]]
    """Least side of the texture in texels, the greatest as long as letters that are not shown can go, and the
    greatest; powers of two."""
    FORM: ClassVar[tuple[int, str]]
    """Components of the texture and their type."""
    WHAT: ClassVar[str]
    """What they are, for messages."""

    def __init__(self, ctx: moderngl.Context, greatest_side: int) -> None:
        self.ctx = ctx
        self.greatest_side = min(greatest_side, int(ctx.info["GL_MAX_TEXTURE_SIZE"]))
        self.generation = 0
        self.texture: moderngl.Texture | None = None
        self._entries: dict[Glyph, E] = {}
        self._waiting: dict[Glyph, Any] = {}
        self._shelves = Shelves((0, 0))
        self._number = 0
        self._said = False

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def waiting(self) -> int:
        """How many letters wait for finer pictures."""
        return len(self._waiting)

    def _coarser(self, glyph: Glyph, entry: E, rows: int) -> E:
        """The same letter with so many rows."""
        raise NotImplementedError

    def _write(self, entry: E) -> None:
        """Upload an entry to its place."""
        raise NotImplementedError

    def _take_in(self, fresh: Sequence[E]) -> None:
        """Put new entries into the texture."""
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
            self.release()  # which pictures are up is not known any more
            raise

    def release(self) -> None:
        if self.texture is not None:
            self.texture.release()
        self.texture = None
        self._entries.clear()
        self._waiting.clear()
        self._shelves = Shelves((0, 0))

    def _pack_anew(self, number: int) -> None:
        """Lay all out again: in a larger texture, then without letters not shown, in the largest texture,
        and at last coarser."""
        self._keep(number - STALE_PAINTS)
        if not self._lay_out(min(self.SIDES[1], self.greatest_side)):
            self._keep(number)
            while not self._lay_out(self.greatest_side):
                self._coarsen()
        size = self._shelves.size
        if self.texture is None or self.texture.size != size:
            if self.texture is not None:
                self.texture.release()
            components, dtype = self.FORM
            self.texture = self.ctx.texture(size, components, dtype=dtype)
            self.texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
            self.texture.repeat_x = self.texture.repeat_y = False
        for entry in self._entries.values():
            self._write(entry)

    def _keep(self, since: int) -> None:
        self._entries = {glyph: entry for glyph, entry in self._entries.items() if entry.used >= since}

    def _lay_out(self, greatest: int) -> bool:
        """Put every entry into the smallest texture, no smaller than the present, that holds them."""
        entries = largest_first(self._entries.values())
        width, height = self.texture.size if self.texture else (self.SIDES[0], self.SIDES[0])
        greatest = max(greatest, width, height)
        while max(width, height) <= greatest:
            self._shelves = Shelves((width, height))
            if all(self._shelves.put(entry) for entry in entries):
                return True
            width, height = (width * 2, height) if width <= height else (width, height * 2)
        return False

    def _coarsen(self) -> None:
        """Halve the rows of the finest: more letters are shown at once than the texture can hold."""
        finest = max(entry.rows for entry in self._entries.values())
        letters = f"{len(self._entries)} {self.WHAT}"
        if finest <= LEAST_ROWS:
            raise RuntimeError(f"{letters} do not fit a texture of {self.greatest_side} px")
        if not self._said:
            self._said = True
            log.warning(
                "%s of %d rows do not fit a texture of %d px: the largest get coarser",
                letters,
                finest,
                self.greatest_side,
            )
        for glyph, entry in list(self._entries.items()):
            if entry.rows == finest:
                self._entries[glyph] = self._coarser(glyph, entry, finest // 2)
