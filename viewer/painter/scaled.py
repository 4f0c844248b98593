"""Paints what moves at a share of the resolution, and brings it to the screen's size.

What stands still is kept at the screen's own, and letters are painted at it, those of pictures within the
picture as well. Only tiles on which something was painted are enlarged.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Any

import moderngl

from scenes.board import View
from scenes.letters import DippedGlyphs, Shards, SoftGlyphs
from scenes.panels import Panel, Panels
from scenes.picture import Glyphs, Layer, Picture, Water
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


def runs(layers: Iterable[Layer]) -> Iterator[tuple[bool, tuple[Layer, ...]]]:
    """Layers from below to above, in runs: whether they are to be crisp, and which they are.

    Pictures within the picture are cut into such runs as well, and those of all pictures go together.
    """
    parts = (part for layer in layers for part in _parts(layer))
    for crisp, run in groupby(parts, lambda part: part[0]):
        yield crisp, tuple(layer for _, layer in run)


def _parts(layer: Layer) -> Iterator[tuple[bool, Layer]]:
    if not isinstance(layer, Panels):
        yield isinstance(layer, LETTERS), layer
        return
    cut = [_cut(panel) if panel else [] for panel in layer.panels]
    for number, panels in enumerate(zip_longest(*cut)):
        yield number % 2 == 1, replace(layer, panels=panels)


def _cut(panel: Panel) -> list[Panel | None]:
    """The runs of a panel, in turns not crisp (None where it begins with letters) and crisp."""
    layers = panel.picture.layers
    if any(isinstance(layer, Water) for layer in layers):  # all that it looks through to is painted with it
        return [replace(panel, part=0)]
    found: list[Panel | None] = []
    for crisp, run in groupby(layers, lambda layer: isinstance(layer, LETTERS)):
        if crisp and not found:
            found.append(None)
        found.append(replace(panel, picture=Picture(tuple(run)), part=len(found)))
    return found


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
