"""Paints discs: ellipses with exact edges, one rectangle each."""

from __future__ import annotations

import moderngl

from scenes.picture import Discs
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders
from viewer.painter.store import Styles, changes

COLUMNS = (("place", 4), ("angle", 1), ("fill", 4), ("ink", 4), ("line", 2))
ARRAYS = (
    ("center", 0, 2),
    ("size", 2, 4),
    ("angle", 4, 5),
    ("fill", 5, 9),
    ("ink", 9, 13),
    ("ink_width", 13, 14),
    ("softness", 14, 15),
)
"""Array of the layer, and the columns of COLUMNS that it fills (first, past the last)."""


class _Slot:
    def __init__(self, ctx: moderngl.Context) -> None:
        self.styles = Styles(ctx, COLUMNS)
        self.layer: Discs | None = None

    def release(self) -> None:
        self.styles.release()


class DiscPainter(LayerPainter):
    """One draw call a layer."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.program = shaders.program("disc")
        self.slots = Slots(lambda: _Slot(ctx))

    def paint(self, layer: Discs, frame: Frame) -> None:
        m = len(layer.center)
        if m == 0:
            return
        slot = self.slots.of(frame.key(layer), frame.number)
        if slot.layer is not layer:
            changed = changes(ARRAYS, layer, slot.layer if slot.styles.count == m else None)
            slot.layer = None  # until all of it is up: an upload may fail
            if changed:
                slot.styles.send(m, changed)
            slot.layer = layer
        slot.styles.vao(self.program).render(moderngl.TRIANGLES, vertices=6, instances=m)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
