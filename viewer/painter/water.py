"""Paints water: the picture below it, bent by the surface and lit through it."""

from __future__ import annotations

import math
from typing import Any

import moderngl
import numpy as np

from scenes.picture import Water
from viewer.canvas import Canvas
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders

REACH = 10.0
"""Board px: water shows nothing of the floor that lies farther away than this (see ``margin``)."""
WEB_TILE = 280.0
"""Board px across one tile of the web of light."""
WEB_TEXELS = (256, 2048)
"""Least and greatest texels across it; the size follows the screen."""

_FLOOR, _SURFACE, _WEB = 0, 1, 2
_HEIGHT, _PREVIOUS = 0, 1


def margin(scale: float) -> int:
    """Pixels that a tile of a larger picture needs beyond its border for the water to be seamless."""
    return math.ceil(REACH * scale) + 1


def web_texels(scale: float) -> int:
    """Texels across the web's tile at ``scale`` pixels per board px: about one for two pixels."""
    wanted = WEB_TILE * scale / 2
    return min(max(2 ** round(math.log2(max(wanted, 1.0))), WEB_TEXELS[0]), WEB_TEXELS[1])


class _Sheet:
    """The textures of one water layer: heights now and a tick ago, what they do to light, the web's tile."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.layer: Water | None = None
        self.surface = Canvas(ctx, moderngl.LINEAR, (4, "f2"))
        self.web = Canvas(ctx, moderngl.LINEAR, (1, "f2"), repeats=True)
        self.heights: tuple[moderngl.Texture, ...] = ()
        self.carried: tuple[Any, ...] = ()
        """The tick and the arrays that ``heights`` hold; none until both are up."""

    def fit(self, size: tuple[int, int], texels: int) -> None:
        """Make the textures anew where the grid or the web's tile has another size."""
        if not self.heights or self.heights[0].size != size:
            self.layer = None
            self._release_heights()
            self.heights = self.ctx.texture(size, 1, dtype="f4"), self.ctx.texture(size, 1, dtype="f4")
        for canvas, wanted in ((self.surface, size), (self.web, (texels, texels))):
            if canvas.framebuffer is None or canvas.framebuffer.size != wanted:
                self.layer = None
                canvas.of_size(wanted)

    def release(self) -> None:
        self.surface.release()
        self.web.release()
        self._release_heights()
        self.layer = None

    def _release_heights(self) -> None:
        for texture in self.heights:
            texture.release()
        self.heights = self.carried = ()


class WaterPainter(LayerPainter):
    """Three passes: one a cell, one a texel of the web's tile, and one over the whole picture."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.programs: list[Any] = [
            shaders.program("water", fragment) for fragment in ("water_surface", "water_web", "water")
        ]
        self.vaos = [ctx.vertex_array(program, []) for program in self.programs]
        surface, _, water = self.programs
        surface["height"].value, surface["previous"].value = _HEIGHT, _PREVIOUS
        water["floor_picture"].value, water["surface_grid"].value = _FLOOR, _SURFACE
        water["web_tile"].value = _WEB
        self.sheets: Slots[_Sheet] = Slots(lambda: _Sheet(ctx))
        from viewer import bridge  # not before: it brings Taichi, and a window opens before that

        self._plain = bridge.Carrier(ctx)
        self._carrier: bridge.Carrier | None = None

    def prepare(self, layer: Water, frame: Frame) -> None:
        sheet = self.sheets.of(frame.key(layer), frame.number)
        rows, columns = layer.height.shape
        sheet.fit((columns, rows), web_texels(frame.scale))
        if sheet.layer is layer:
            return
        sheet.layer = None  # until all of it is up: an upload may fail
        now, before = sheet.heights
        wanted = layer.stamp, layer.height, layer.previous
        if not sheet.carried or any(a is not b for a, b in zip(sheet.carried, wanted)):
            sheet.carried = ()
            self._upload(layer.height, now)
            self._upload(layer.previous, before)
            sheet.carried = wanted

        self.ctx.enable_only(moderngl.NOTHING)
        surface, web, _ = self.programs
        turns = tuple(f(math.tau * float(phase)) for phase in layer.drift for f in (math.cos, math.sin))
        sheet.surface.of_size((columns, rows)).use()
        now.use(_HEIGHT)
        before.use(_PREVIOUS)
        surface["measures"].value = (layer.moment, layer.refract, layer.cell)
        surface["turns"].value = turns
        self.vaos[0].render(moderngl.TRIANGLES, vertices=3)
        texels = web_texels(frame.scale)
        sheet.web.of_size((texels, texels)).use()
        web["turns"].value = turns
        web["size"].value = float(texels)
        self.vaos[1].render(moderngl.TRIANGLES, vertices=3)
        sheet.layer = layer

    def _upload(self, array: Any, texture: moderngl.Texture) -> None:
        if self._carrier is None and not isinstance(array, np.ndarray):
            from viewer import bridge

            self._carrier = bridge.carrier(self.ctx)  # the device runs by now: it made the array
        (self._carrier or self._plain).upload(array, texture)

    def paint(self, layer: Water, frame: Frame) -> None:
        sheet = self.sheets.of(frame.key(layer), frame.number)
        floor = frame.scene_so_far()
        floor.use(_FLOOR)
        assert sheet.surface.texture is not None
        assert sheet.web.texture is not None
        sheet.surface.texture.use(_SURFACE)
        sheet.web.texture.use(_WEB)
        water = self.programs[2]
        x, y, width, height = frame.gl_shown
        water["bounds"].value = (x + 0.5, y + 0.5, x + width - 0.5, y + height - 0.5)
        water["measures"].value = (layer.cell, REACH, WEB_TILE, 0.0)
        water["tint"].value = tuple(map(float, layer.tint))
        water["light"].value = tuple(map(float, layer.light))
        self.vaos[2].render(moderngl.TRIANGLES, vertices=3)

    def sweep(self, frame: Frame) -> None:
        self.sheets.sweep(frame.number)

    def release(self) -> None:
        self.sheets.release()
        if self._carrier is not None:
            self._carrier.release()
        for vao in self.vaos:
            vao.release()
