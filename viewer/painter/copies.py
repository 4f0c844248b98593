"""A copy of the target for layers that look through to what lies below them (water)."""

from __future__ import annotations

import moderngl

from viewer.context import let_go


class SceneCopy:
    """One texture as large as the last target, made on first use and again when the size changes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.texture: moderngl.Texture | None = None
        self.framebuffer: moderngl.Framebuffer | None = None

    def take(self, target: moderngl.Framebuffer) -> moderngl.Texture:
        """Copy the colour of ``target``, multisampled or not. Make a framebuffer current afterwards."""
        size = (target.width, target.height)
        if self.texture is None or self.texture.size != size:
            self.release()
            self.texture = self.ctx.texture(size, 4)
            self.texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
            self.texture.repeat_x = self.texture.repeat_y = False
            self.framebuffer = self.ctx.framebuffer([self.texture])
        assert self.framebuffer is not None
        self.ctx.copy_framebuffer(self.framebuffer, target)
        return self.texture

    def release(self) -> None:
        if self.framebuffer is not None:
            let_go(self.framebuffer)
        if self.texture is not None:
            self.texture.release()
        self.framebuffer = self.texture = None
