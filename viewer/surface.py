"""What the painter paints on: a texture of the window's true size, carried to the window in one blit.

moderngl knows the window's own framebuffer only at the size it had first, and a picture kept aside can also
be copied, recorded and looked through (water).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

import moderngl

from viewer.canvas import Canvas
from viewer.glcall import FUNCTION
from viewer.spans import Part

_READ, _DRAW = 0x8CA8, 0x8CA9
_COLOR_BIT, _NEAREST = 0x4000, 0x2600

Resolve = Callable[[bytes], "int | None"]
"""Gives the address of a GL function by name."""


class Surface(Canvas):
    """A framebuffer that follows a size. ``present`` copies it to the window."""

    def __init__(self, ctx: moderngl.Context, resolve: Resolve) -> None:
        super().__init__(ctx)
        self._bind = FUNCTION(None, ctypes.c_uint, ctypes.c_uint)(resolve(b"glBindFramebuffer") or 0)
        self._blit = FUNCTION(None, *[ctypes.c_int] * 8, ctypes.c_uint, ctypes.c_uint)(
            resolve(b"glBlitFramebuffer") or 0
        )

    def present(self, parts: Sequence[Part] = (), window: tuple[int, int] = (0, 0)) -> None:
        """Copy the picture to the window's back buffer; or only ``parts`` of it (px), each to its place in a
        window of that size."""
        if self.framebuffer is None:
            return
        width, height = self.framebuffer.size
        self.ctx.scissor = None
        self._bind(_READ, self.framebuffer.glo)
        self._bind(_DRAW, 0)
        if not parts:
            self._blit(0, 0, width, height, 0, 0, width, height, _COLOR_BIT, _NEAREST)
        for p in parts:
            low, foot = height - p.top - p.height, window[1] - p.y - p.height  # GL counts from below
            source = p.left, low, p.left + p.width, low + p.height
            self._blit(*source, p.x, foot, p.x + p.width, foot + p.height, _COLOR_BIT, _NEAREST)
        self.ctx.screen.use()  # so that nothing stays bound that a resize releases
