"""A texture to paint on that follows a size."""

from __future__ import annotations

import moderngl

from viewer.context import let_go

PEEP = (16, 16)
"""Framebuffer px that are painted unseen, to have everything ready for the rest."""


class Canvas:
    """A framebuffer with one texture, made on first use and again when the size changes.

    ``filter``: how the texture is read, moderngl.LINEAR or NEAREST; it is clamped at its edges, or it
    ``repeats``. ``form``: components and their type, RGBA8 by default.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        filter: int = moderngl.NEAREST,
        form: tuple[int, str] = (4, "f1"),
        repeats: bool = False,
    ) -> None:
        self.ctx = ctx
        self.filter, self.form, self.repeats = filter, form, repeats
        self.texture: moderngl.Texture | None = None
        self.framebuffer: moderngl.Framebuffer | None = None

    def of_size(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        """The framebuffer at ``size`` px, both at least 1."""
        if self.framebuffer is None or self.framebuffer.size != size:
            self.release()
            components, dtype = self.form
            self.texture = self.ctx.texture(size, components, dtype=dtype)
            self.texture.filter = (self.filter, self.filter)
            self.texture.repeat_x = self.texture.repeat_y = self.repeats
            self.framebuffer = self.ctx.framebuffer([self.texture])
        return self.framebuffer

    def release(self) -> None:
        if self.framebuffer is not None:
            let_go(self.framebuffer)
        if self.texture is not None:
            self.texture.release()
        self.framebuffer = self.texture = None
