"""A copy of the target for layers that look through to what lies below them (water)."""

from __future__ import annotations

import moderngl

from viewer.canvas import Canvas


class SceneCopy(Canvas):
    """One texture as large as the last target."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx, moderngl.LINEAR)

    def take(self, target: moderngl.Framebuffer) -> moderngl.Texture:
        """Copy the colour of ``target``, multisampled or not. Make a framebuffer current afterwards."""
        self.ctx.copy_framebuffer(self.of_size((target.width, target.height)), target)
        assert self.texture is not None
        return self.texture
