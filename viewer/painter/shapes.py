"""Paints shapes: closed outlines, baked to arcs by loop.frag once a change, one rectangle each."""

from __future__ import annotations

from typing import Any

import moderngl

from scenes.picture import Shapes
from viewer.painter.arcs import ArcPainter, ArcSlot
from viewer.painter.bakes import Bake, Rows
from viewer.painter.frame import Frame
from viewer.painter.programs import Shaders
from viewer.painter.store import changes

LOOP_TEXELS = 4
"""Texels of a baked side (lib/loop.glsl)."""
COLUMNS = (("fill", 4), ("ink", 4), ("shade", 4), ("line", 2))
ARRAYS = (("fill", 0, 4), ("ink", 4, 8), ("shade", 8, 12), ("ink_width", 12, 13), ("softness", 13, 14))
"""Array of the layer, and the columns of COLUMNS that it fills (first, past the last)."""


class ShapePainter(ArcPainter):
    """``Shapes`` layers."""

    COLUMNS = COLUMNS
    BAKES = (Bake("loop", lambda n: n * LOOP_TEXELS),)
    LEAST = 3

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self._programs = [shaders.program("shape", SHADED=shaded) for shaded in (0, 1)]
        self._uniforms: list[Any] = [(program["sides"], program["base"]) for program in self._programs]

    def moved(self, layer: Shapes, old: Shapes) -> bool:
        return old.points is not layer.points or old.corner is not layer.corner

    def fill(self, layer: Shapes, rows: Rows) -> None:
        rows[:, :2] = layer.points.reshape(-1, 2)
        rows.reshape(*layer.points.shape[:2], 4)[:, :, 2] = layer.corner

    def style(self, layer: Shapes, old: Shapes | None, slot: ArcSlot) -> None:
        changed = changes(ARRAYS, layer, old)
        if changed:
            slot.styles.send(len(layer.points), changed)
            slot.variant = int(layer.shade[:, 3].any())

    def paint(self, layer: Shapes, frame: Frame) -> None:
        m, n = layer.points.shape[:2]
        if m == 0 or n < self.LEAST:
            return
        slot = self.slots.of(frame.key(layer), frame.number)
        assert slot.batch is not None
        slot.batch.result.use(0)
        sides, base = self._uniforms[slot.variant]
        sides.value, base.value = n, slot.first
        vao = slot.styles.vao(self._programs[slot.variant])
        vao.render(moderngl.TRIANGLES, vertices=6, instances=m)
