"""Paints the ground, one triangle over the board, kept as a texture while it stays the same; bars beside it.

The ground stands still for minutes and its noise is the dearest thing of most pictures, so from the
second paint on it is copied. A still in tiles never asks for the same part twice and pays for no copy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import moderngl

from scenes.picture import Ground
from viewer.canvas import Canvas
from viewer.painter.frame import Frame, FrameBlock
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders

BAR_DEPTH = 0.86
"""A bar's brightness, as a share of its scene's ground: a quiet mount that leaves the picture the light."""


def bar_color(ground: Ground) -> tuple[float, float, float, float]:
    """The colour of the bars beside a board with this ground: its middle tone, darker. Opaque."""
    red, green, blue = (ground.top[:3] + ground.bottom[:3]) * (0.5 * BAR_DEPTH)
    return float(red), float(green), float(blue), 1.0


class _Slot(Canvas):
    """What was painted last for one layer, and the copy of it, if it was painted twice."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx)
        self.layer: Ground | None = None
        self.seen: tuple[Any, ...] = ()


class GroundPainter(LayerPainter):
    """Gradient, patches and grain, all computed from the board position in ground.frag."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.program: Any = shaders.program("ground")
        self.vao = ctx.vertex_array(self.program, [])
        self.copier: Any = shaders.program("ground", "ground_kept")
        self.copy_vao = ctx.vertex_array(self.copier, [])
        self.block = FrameBlock(ctx)
        self.slots = Slots(lambda: _Slot(ctx))
        self._layer: Ground | None = None
        self._height = 0.0

    def prepare(self, layer: Ground, frame: Frame) -> None:
        slot = self.slots.of(frame.key(layer), frame.number)
        seen = (frame.view, frame.origin, frame.region[2:])
        same = layer is slot.layer and seen == slot.seen
        slot.layer = None  # until all of it is drawn: that may fail
        if not same:
            slot.release()
        elif slot.texture is None:
            size = frame.region[2:]
            inner = replace(frame, target=slot.of_size(size), region=(0, 0, *size))
            inner.begin()
            self.ctx.enable_only(moderngl.NOTHING)
            self.block.bind(inner)
            self._draw(layer, frame.view.board.height)
        slot.layer, slot.seen = layer, seen

    def paint(self, layer: Ground, frame: Frame) -> None:
        bars = frame.bars()
        for part in bars:
            frame.target.clear(*bar_color(layer), viewport=part)
        if bars:
            frame.begin()
        slot = self.slots.of(frame.key(layer), frame.number)
        if slot.texture is None:
            self._draw(layer, frame.view.board.height)
            return
        slot.texture.use(0)
        self.copier["corner"].value = frame.gl_viewport[:2]
        self.copy_vao.render(moderngl.TRIANGLES, vertices=3)

    def _draw(self, layer: Ground, height: float) -> None:
        if layer is not self._layer or height != self._height:
            self._layer = None
            program = self.program
            program["top"].value = tuple(map(float, layer.top))
            program["bottom"].value = tuple(map(float, layer.bottom))
            program["patch_color"].value = tuple(map(float, layer.patch))
            size = max(float(layer.patch_size), 1e-3)
            program["measures"].value = (size, layer.grain, layer.seed, max(height, 1e-3))
            self._layer, self._height = layer, height
        self.vao.render(moderngl.TRIANGLES, vertices=3)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.vao.release()
        self.copy_vao.release()
        self.block.release()
