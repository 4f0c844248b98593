"""Paints liquids: one triangle over the board, all of it told by the surface's line (liquid.frag)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np

from scenes.liquid import Liquid
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders
from viewer.painter.store import Folded


class _Slot(Folded):
    """The surface of one layer on the graphics processor."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx)
        self.line: Any = None


class LiquidPainter(LayerPainter):
    """``Liquid`` layers."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.program: Any = shaders.program("ground", "liquid")
        self.vao = ctx.vertex_array(self.program, [])
        self.slots = Slots(lambda: _Slot(ctx))

    def prepare(self, layer: Liquid, frame: Frame) -> None:
        slot = self.slots.of(frame.key(layer), frame.number)
        if layer.line is slot.line:
            return
        slot.line = None  # until it is uploaded: that may fail
        room = slot.room(len(layer.line))
        room[:, 0] = layer.line
        slot.send()
        slot.line = layer.line

    def paint(self, layer: Liquid, frame: Frame) -> None:
        slot = self.slots.of(frame.key(layer), frame.number)
        assert slot.texture is not None
        program, count = self.program, len(layer.line)
        left, right = map(float, layer.span)
        program["line"].value = (left, (count - 1) / max(right - left, 1e-6), float(count))
        for name in ("top", "deep", "rim", "light", "far"):
            program[name].value = tuple(map(float, getattr(layer, name)))
        program["measures"].value = (
            max(float(layer.depth), 1e-3),
            float(layer.rim_width),
            float(layer.back),
            float(layer.level),
        )
        program["phase"].value = tuple(map(float, np.remainder(layer.angle, 2 * np.pi)))
        slot.texture.use(0)
        program["extra"].value = 0
        self.vao.render(moderngl.TRIANGLES, vertices=3)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.vao.release()
