"""A distance field built in bands, so that a picture can be shown between two of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernels.glyph_field import distance_field
from scenes.glyphs import PAD, Box, Glyph

STEP = 12_000
"""Samples of a band, about; a millisecond or two of one core."""
BLOCK = 32
"""Rows of a band are a multiple of this: the kernel works in blocks of so many."""


class FieldWork:
    """The field of ``glyph`` at ``rows`` per em, float16 over ``box``: complete when ``step`` says so."""

    def __init__(self, glyph: Glyph, rows: int) -> None:
        self.glyph = glyph
        self.rows = rows
        self.box, shape = glyph.grid(rows, PAD)
        self.field: NDArray[np.float16] = np.empty(shape, np.float16)
        self._done = 0
        self._band = max(STEP // shape[1] // BLOCK, 1) * BLOCK

    def step(self) -> bool:
        """Build the next band. Returns whether the field is complete."""
        rows, columns = self.field.shape
        first, last = self._done, min(self._done + self._band, rows)
        x0, y0, x1, _ = self.box
        box: Box = (x0, y0 + first / self.rows, x1, y0 + last / self.rows)
        self.field[first:last] = distance_field(self.glyph.curves, box, (last - first, columns))
        self._done = last
        return last == rows
