"""Paints letters from distance fields: one draw call a layer, each dark copy just beneath its own letter."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from scenes.picture import Glyphs
from viewer.painter.atlas import FieldAtlas
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders
from viewer.painter.store import Styles

COLUMNS = (
    ("in_place", 4),
    ("in_form", 4),
    ("in_fill", 4),
    ("in_under", 4),
    ("in_box", 4),
    ("in_field", 4),
    ("in_extent", 4),
)
_VERTICES = 12
"""Two rectangles an instance."""


class _Slot:
    """The instances of one layer, and what they were made from."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.styles = Styles(ctx, COLUMNS)
        self.layer: Glyphs | None = None
        self.generation = -1
        self.fields: NDArray[np.float32] = np.zeros((0, 11), np.float32)

    def release(self) -> None:
        self.styles.release()


class GlyphPainter(LayerPainter):
    """All letters of all layers share one atlas of fields."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.program: Any = shaders.program("glyph")
        self.atlas = FieldAtlas(ctx)
        self.slots = Slots(lambda: _Slot(ctx))

    def prepare(self, layer: Glyphs, frame: Frame) -> None:
        """Have the fields at hand; instances wait for ``paint``, when no field moves any more."""
        sizes: dict[Any, float] = {}
        for glyph, size in zip(layer.glyph, (np.abs(layer.size).max(axis=1) * frame.scale).tolist()):
            sizes[glyph] = max(size, sizes.get(glyph, 0.0))
        if sizes:
            self.atlas.need(sizes, frame.number)

    def paint(self, layer: Glyphs, frame: Frame) -> None:
        count = len(layer.glyph)
        if count == 0 or self.atlas.texture is None:
            return
        slot = self.slots.of(frame.key(layer), frame.number)
        if slot.layer is not layer or slot.generation != self.atlas.generation:
            self._send(slot, layer)
        self.atlas.texture.use(0)
        slot.styles.vao(self.program).render(moderngl.TRIANGLES, vertices=_VERTICES, instances=count)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.atlas.release()

    def _send(self, slot: _Slot, layer: Glyphs) -> None:
        old, generation = slot.layer, self.atlas.generation
        if old is None or old.glyph != layer.glyph or slot.generation != generation:
            slot.fields = np.array([self._place(glyph) for glyph in layer.glyph], np.float32)
        slot.layer = None  # until all of it is up: an upload may fail
        slot.styles.send(
            len(layer.glyph),
            (
                (0, 2, layer.center),
                (2, 3, np.cos(layer.angle)),
                (3, 4, np.sin(layer.angle)),
                (4, 6, layer.size),
                (6, 8, layer.offset),
                (8, 12, layer.fill),
                (12, 16, layer.under),
                (16, 27, slot.fields),
                (27, 28, layer.softness),
            ),
        )
        slot.layer, slot.generation = layer, generation

    def _place(self, glyph: Any) -> tuple[float, ...]:
        """Columns 16 to 26: the outline's box, the field's place in atlas and letter, its extent."""
        entry = self.atlas.entry(glyph)
        return (*glyph.box, entry.x, entry.y, *entry.box[:2], *entry.size, entry.rows)
