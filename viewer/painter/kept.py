"""Keeps what stands still: the lowest layers of a picture, from its ground up, as one texture.

A floor, a rug, hills and their shadows are most of the work of many pictures, and they are the same objects
tick after tick. From the second paint on they are copied. A still in tiles never asks for the same part
twice and pays for no copy. What was kept of pictures shown before stays for a while, so that a scene that
comes again is painted no second time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

import moderngl

from viewer.canvas import Canvas
from viewer.painter.frame import Frame
from viewer.painter.layer import KEEP_PAINTS
from viewer.painter.programs import Shaders
from viewer.standing import Layers, still

PATIENCE = 30
"""Paints for which a further layer must stay the same before it is kept too: what blinks is not."""

MOST_BYTES = 256 << 20
"""Texture memory beyond which pictures that are not shown now are forgotten, those unused longest first."""


class Kept(Canvas):
    """What was painted last for one owner, and its ``count`` lowest layers as they were painted."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx)
        self.count = 0
        self.used = 0
        """The paint that last showed it."""
        self._last: Layers = ()
        self._seen: Any = None
        self._least = self._paints = 0

    @property
    def bytes(self) -> int:
        return 4 * self.texture.width * self.texture.height if self.texture is not None else 0

    def knows(self, layers: Layers, seen: Any) -> bool:
        """Whether what is kept can be shown for a picture of these layers."""
        return 0 < self.count <= (still(layers, self._last) if seen == self._seen else 0)

    def know(self, layers: Layers, count: int, seen: Any) -> None:
        """The ``count`` lowest of ``layers`` have been painted here, seen as ``seen``."""
        self.count, self._last, self._seen = count, layers, seen
        self._least, self._paints = len(layers), 0

    def plan(self, layers: Layers, seen: Any) -> int:
        """How many of the lowest ``layers`` should be kept, seen as ``seen`` (view and rectangle)."""
        same = still(layers, self._last) if seen == self._seen else 0
        self._last, self._seen = layers, seen
        if same < self.count or not self.count:
            self._least, self._paints = len(layers), 0
            return same
        self._least, self._paints = min(self._least, same), self._paints + 1
        if self._paints < PATIENCE:
            return self.count
        least, self._least, self._paints = self._least, len(layers), 0
        return max(least, self.count)


class Keeper:
    """The kept layers of every owner. ``draw`` paints layers into a frame."""

    def __init__(
        self, ctx: moderngl.Context, shaders: Shaders, draw: Callable[[Layers, Frame], None]
    ) -> None:
        self.ctx = ctx
        self.draw = draw
        self.program: Any = shaders.program("bake", "kept")
        self.vao = ctx.vertex_array(self.program, [])
        self._kept: dict[Hashable, Kept] = {}  # those used last come last

    def paint(self, layers: Layers, frame: Frame) -> Layers:
        """Copy what stands still to the target; returns the layers that remain to be painted."""
        kept = self.of(frame.owner, frame.number)
        size = frame.region[2:]
        count = kept.plan(layers, (frame.view, frame.origin, size))
        if count != kept.count:
            kept.count = 0  # until all of it is painted: that may fail
            if count:
                inner = replace(frame, target=kept.of_size(size), region=(0, 0, *size))
                self.draw(layers[:count], inner)
            else:
                kept.release()
            kept.count = count
        if not count:
            return layers
        assert kept.texture is not None
        frame.target.use()
        self.ctx.viewport = self.ctx.scissor = frame.gl_viewport
        self.ctx.enable_only(moderngl.NOTHING)
        kept.texture.use(0)
        self.program["corner"].value = frame.gl_viewport[:2]
        self.vao.render(moderngl.TRIANGLES, vertices=3)
        return layers[count:]

    def of(self, owner: Hashable, number: int) -> Kept:
        """What is kept for ``owner``, used now. ``number``: this paint's."""
        kept = self._kept.pop(owner, None) or Kept(self.ctx)
        self._kept[owner] = kept
        kept.used = number
        return kept

    def sweep(self, frame: Frame) -> None:
        """Forget what has not been shown for a while and is more than there is room for, or nothing."""
        total = sum(kept.bytes for kept in self._kept.values())
        for owner, kept in list(self._kept.items()):
            if frame.number - kept.used > KEEP_PAINTS and (total > MOST_BYTES or not kept.bytes):
                total -= kept.bytes
                self._kept.pop(owner).release()

    def release(self) -> None:
        for kept in self._kept.values():
            kept.release()
        self._kept.clear()
        self.vao.release()
