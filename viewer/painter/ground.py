"""Paints the ground: one triangle over the whole rectangle."""

from __future__ import annotations

from typing import Any

import moderngl

from scenes.picture import Ground
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter
from viewer.painter.programs import Shaders


class GroundPainter(LayerPainter):
    """Gradient, patches and grain, all computed from the board position in ground.frag."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.program = shaders.program("ground")
        self.vao = ctx.vertex_array(self.program, [])
        self._layer: Ground | None = None
        self._height = 0.0

    def paint(self, layer: Ground, frame: Frame) -> None:
        height = frame.view.board.height
        if layer is not self._layer or height != self._height:
            self._layer, self._height = layer, height
            program: Any = self.program
            program["top"].value = tuple(map(float, layer.top))
            program["bottom"].value = tuple(map(float, layer.bottom))
            program["patch_color"].value = tuple(map(float, layer.patch))
            size = max(float(layer.patch_size), 1e-3)
            program["measures"].value = (size, layer.grain, layer.seed, max(height, 1e-3))
        self.vao.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        self.vao.release()
