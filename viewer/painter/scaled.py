"""Paints what moves at a share of the resolution, and brings it to the screen's size.

What stands still is kept at the screen's own, and letters are painted at it, as are pictures within the
picture that have any. Only tiles on which something was painted are enlarged.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import moderngl

from scenes.board import View
from scenes.letters import DippedGlyphs, Shards, SoftGlyphs
from scenes.panels import Panels
from scenes.picture import Glyphs, Layer
from viewer.canvas import Canvas
from viewer.painter.frame import Frame
from viewer.painter.layer import KEEP_PAINTS
from viewer.painter.programs import ENLARGE_TILE, Shaders

LETTERS = (Glyphs, SoftGlyphs, Shards, DippedGlyphs)


def scaled(view: View, share: float) -> View:
    """How the same board lies on a picture of ``share`` times the size, in whole pixels.

    Both have their upper left corner in common.
    """
    width, height = (max(int(side * share + 0.5), 1) for side in (view.width, view.height))
    return replace(
        view,
        width=width,
        height=height,
        scale=view.scale * share,
        left=view.left * share,
        top=view.top * share,
    )


def runs(layers: Iterable[Layer]) -> Iterator[tuple[bool, Iterator[Layer]]]:
    """Layers in their order, by whether they are to be crisp. Pictures within the picture that have letters
    and those that have none become two layers."""
    return groupby((part for layer in layers for part in _parted(layer)), _is_crisp)


def _is_crisp(layer: Layer) -> bool:
    if isinstance(layer, Panels):
        inner = (part for panel in layer.panels if panel for part in panel.picture.layers)
        return any(map(_is_crisp, inner))
    return isinstance(layer, LETTERS)


def _parted(layer: Layer) -> Iterator[Layer]:
    if not isinstance(layer, Panels):
        yield layer
        return
    crisp = [panel is not None and any(map(_is_crisp, panel.picture.layers)) for panel in layer.panels]
    for wanted in sorted(set(crisp)):
        mine = (panel if its is wanted else None for panel, its in zip(layer.panels, crisp))
        yield replace(layer, panels=tuple(mine))


class Scaled:
    """The small picture, the map of its tiles, and the programs."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self.ctx = ctx
        self.shaders = shaders
        self.small = Canvas(ctx)
        self.covered = Canvas(ctx, moderngl.NEAREST, (1, "f1"))
        self._drawn: list[tuple[Any, moderngl.VertexArray]] = []
        self._used = 0
        """The paint that last took part in it."""

    def begin(self, frame: Frame, share: float, part: Hashable) -> Frame:
        """The same frame on the small picture, on which nothing is yet. ``part``: which of the picture's."""
        view = scaled(frame.view, share)
        small = self.small.of_size((view.width, view.height))
        small.use()
        self.ctx.scissor = None  # else only that part is cleared which was painted last, of another size
        small.clear()
        self._used = frame.number
        return replace(frame, view=view, target=small, region=(0, 0, *small.size), owner=(part, frame.owner))

    def enlarge(self, frame: Frame, share: float) -> None:
        """Lay the small picture over all of ``frame``'s target."""
        self.warm()
        assert self.small.framebuffer is not None
        assert self.small.texture is not None
        (search, all), (program, tile) = self._drawn
        width, height = self.small.framebuffer.size
        tiles = -(-width // ENLARGE_TILE), -(-height // ENLARGE_TILE)
        ctx, target = self.ctx, frame.target
        ctx.scissor = None
        ctx.enable_only(moderngl.NOTHING)
        self.covered.of_size(tiles).use()
        ctx.viewport = (0, 0, *tiles)
        self.small.texture.use(0)
        search["small"].value = 0
        all.render(moderngl.TRIANGLES, vertices=3)
        assert self.covered.texture is not None
        self.covered.texture.use(1)
        target.use()
        ctx.viewport = (0, 0, target.width, target.height)
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]
        ctx.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        program["small"].value, program["covered"].value = 0, 1
        program["share"].value = share
        program["rows"].value = float(height)
        program["reach"].value = float(target.width), float(target.height)
        tile.render(moderngl.TRIANGLES, vertices=6, instances=tiles[0] * tiles[1])

    def warm(self) -> None:
        """Have the programs ready."""
        if not self._drawn:
            made = [self.shaders.program("bake", "covered"), self.shaders.program("enlarge")]
            self._drawn = [(program, self.ctx.vertex_array(program, [])) for program in made]

    def sweep(self, number: int) -> None:
        """Release the textures if no paint has needed them for a while. ``number``: this paint's."""
        if number - self._used > KEEP_PAINTS:
            self.small.release()
            self.covered.release()

    def release(self) -> None:
        """Release every GL object but the programs, which are the painter's."""
        self.small.release()
        self.covered.release()
        for _, drawn in self._drawn:
            drawn.release()
        self._drawn.clear()
