"""Lays the picture of a scene that comes over that of the one that goes."""

from __future__ import annotations

from typing import Any

import moderngl

from viewer.canvas import Canvas
from viewer.painter.programs import Shaders


class Wipe(Canvas):
    """The canvas on which the scene that comes is painted, and the programs that lay it over the other."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx)
        self.shaders = shaders
        self._vaos: dict[str, tuple[Any, moderngl.VertexArray]] = {}

    def warm(self) -> None:
        """Have the programs ready."""
        self._kind("crossfade")

    def lay(self, kind: str, share: float, target: moderngl.Framebuffer) -> None:
        """Lay what was painted on this canvas over ``target``, as far as ``share`` (0..1) says."""
        program, vao = self._kind(kind)
        assert self.texture is not None
        target.use()
        self.ctx.viewport = (0, 0, target.width, target.height)
        self.ctx.scissor = None
        self.ctx.enable_only(moderngl.BLEND)
        self.ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]
        self.ctx.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        self.texture.use(0)
        program["share"].value = share
        vao.render(moderngl.TRIANGLES, vertices=3)

    def _kind(self, kind: str) -> tuple[Any, moderngl.VertexArray]:
        if kind not in self._vaos:
            program: Any = self.shaders.program("bake", kind)
            self._vaos[kind] = program, self.ctx.vertex_array(program, [])
        return self._vaos[kind]

    def release(self) -> None:
        """Release the canvas; the programs stay for the next one."""
        super().release()
