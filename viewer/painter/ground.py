"""Paints the ground: one triangle over the board, and flat bars beside it."""

from __future__ import annotations

from typing import Any

import moderngl

from scenes.picture import Ground
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter
from viewer.painter.programs import Shaders

BAR_DEPTH = 0.86
"""A bar's brightness, as a share of its scene's ground: a quiet mount that leaves the picture the light."""


def bar_color(ground: Ground) -> tuple[float, float, float, float]:
    """The colour of the bars beside a board with this ground: its middle tone, darker. Opaque."""
    red, green, blue = (ground.top[:3] + ground.bottom[:3]) * (0.5 * BAR_DEPTH)
    return float(red), float(green), float(blue), 1.0


class GroundPainter(LayerPainter):
    """Gradient, patches and grain, all computed from the board position in ground.frag."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.program: Any = shaders.program("ground")
        self.vao = ctx.vertex_array(self.program, [])
        self._layer: Ground | None = None
        self._height = 0.0

    def paint(self, layer: Ground, frame: Frame) -> None:
        bars = frame.bars()
        for part in bars:
            frame.target.clear(*bar_color(layer), viewport=part)
        if bars:
            frame.begin()
        self._draw(layer, frame.view.board.height)

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

    def release(self) -> None:
        self.vao.release()
