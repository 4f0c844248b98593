"""Paints shapes: closed outlines, baked to arcs by loop.frag once a change, one rectangle each."""

from __future__ import annotations

from typing import Any

import moderngl

from scenes.picture import Shapes
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders
from viewer.painter.store import Baked, Baker, Folded, Styles, changes

LOOP_TEXELS = 4
"""Texels of a baked side (lib/loop.glsl)."""
COLUMNS = (("fill", 4), ("ink", 4), ("shade", 4), ("line", 2))
ARRAYS = (("fill", 0, 4), ("ink", 4, 8), ("shade", 8, 12), ("ink_width", 12, 13), ("softness", 13, 14))
"""Array of the layer, and the columns of COLUMNS that it fills (first, past the last)."""


class _Slot:
    def __init__(self, ctx: moderngl.Context) -> None:
        self.points = Folded(ctx)
        self.loops = Baked(ctx)
        self.styles = Styles(ctx, COLUMNS)
        self.layer: Shapes | None = None
        self.shaded = False

    def release(self) -> None:
        self.points.release()
        self.loops.release()
        self.styles.release()


class ShapePainter(LayerPainter):
    """One draw call a layer, and one small bake when its points have changed. Needs three points a shape."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.bake = Baker(ctx, shaders, "loop")
        self.slots = Slots(lambda: _Slot(ctx))
        self._programs = [shaders.program("shape", SHADED=shaded) for shaded in (0, 1)]
        self._sides: list[Any] = [program["sides"] for program in self._programs]

    def prepare(self, layer: Shapes, frame: Frame) -> None:
        slot = self.slots.of(frame.key(layer), frame.number)
        old = slot.layer
        m, n = layer.points.shape[:2]
        if old is layer or m == 0 or n < 3:
            return
        slot.layer = None  # until all of it is up: an upload may fail
        if old is None or old.points is not layer.points or old.corner is not layer.corner:
            room = slot.points.room(m * n)
            room[:, :2] = layer.points.reshape(-1, 2)
            room.reshape(m, n, 4)[:, :, 2] = layer.corner
            slot.points.send()
            self.bake.run(slot.points, slot.loops, n, m, m * n * LOOP_TEXELS)
        changed = changes(ARRAYS, layer, old if slot.styles.count == m else None)
        if changed:
            slot.styles.send(m, changed)
            slot.shaded = bool(layer.shade[:, 3].any())
        slot.layer = layer

    def paint(self, layer: Shapes, frame: Frame) -> None:
        m, n = layer.points.shape[:2]
        if m == 0 or n < 3:
            return
        slot = self.slots.of(frame.key(layer), frame.number)
        assert slot.loops.texture is not None
        slot.loops.texture.use(0)
        self._sides[slot.shaded].value = n
        vao = slot.styles.vao(self._programs[slot.shaded])
        vao.render(moderngl.TRIANGLES, vertices=6, instances=m)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.bake.release()
