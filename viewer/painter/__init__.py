"""The painter: turns a picture (plain arrays in board px) into GL calls, one draw call a layer.

``Painter(ctx).paint(picture, view, target)``. Each layer kind has a module here and shaders of the same
subject; ``KINDS`` is the table of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import groupby

import moderngl

from scenes.board import View
from scenes.glyphs import Glyph
from scenes.letters import DippedGlyphs, Shards, SoftGlyphs
from scenes.liquid import Liquid
from scenes.panels import Panels
from scenes.picture import Discs, Glyphs, Ground, Layer, Picture, Ribbons, Shapes, Water
from viewer.painter.copies import SceneCopy
from viewer.painter.discs import DiscPainter
from viewer.painter.frame import Frame, FrameBlock, Region
from viewer.painter.glyphs import GlyphPainter
from viewer.painter.ground import GroundPainter
from viewer.painter.kept import Keeper
from viewer.painter.layer import LayerPainter
from viewer.painter.liquids import LiquidPainter
from viewer.painter.panels import paint_panels
from viewer.painter.programs import Shaders
from viewer.painter.ribbons import RibbonPainter
from viewer.painter.scaled import Scaled, runs
from viewer.painter.shapes import ShapePainter
from viewer.painter.water import WaterPainter
from viewer.painter.wipe import Wipe

__all__ = ["KINDS", "Frame", "LayerPainter", "Painter", "Region"]

KINDS: dict[type[Layer], type[LayerPainter]] = {
    Glyphs: GlyphPainter,
    SoftGlyphs: GlyphPainter,
    Shards: GlyphPainter,
    DippedGlyphs: GlyphPainter,
    Liquid: LiquidPainter,
    Ground: GroundPainter,
    Ribbons: RibbonPainter,
    Discs: DiscPainter,
    Shapes: ShapePainter,
    Water: WaterPainter,
}


class Painter:
    """Paints pictures on one context. Shaders are compiled when a layer of their kind first appears."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.shaders = Shaders(ctx)
        self.wipe = Wipe(ctx, self.shaders)
        self._kinds: dict[type[Layer], LayerPainter] = {}
        self._block = FrameBlock(ctx)
        self._copy = SceneCopy(ctx)
        self.scaled = Scaled(ctx, self.shaders)
        self._keeper = Keeper(ctx, self.shaders, self._draw)
        self._number = 0

    def warm(self) -> None:
        """Compile the shaders of every kind now, so that no scene stutters when it first appears."""
        for kind in KINDS:
            self._kind(kind)
        self.wipe.warm()
        self.scaled.warm()

    def paint(
        self,
        picture: Picture,
        view: View,
        target: moderngl.Framebuffer,
        region: Region | None = None,
        *,
        origin: tuple[int, int] = (0, 0),
        owner: Hashable = None,
        nested: bool = False,
        share: float = 1.0,
    ) -> None:
        """Paint over what ``target`` holds (nothing is cleared).

        ``view`` lays the board on the picture; ``region`` is the rectangle of the target to paint (all of
        it by default), whose upper left corner shows the picture's pixel ``origin``. ``owner``: whose
        picture this is, where one painter paints several in turn, so that their still layers stay
        uploaded. A region of no area paints nothing. ``nested``: it is part of the picture being painted.
        ``share`` (0..1]: of the resolution at which what moves is painted, if that fills the target;
        letters and what stands still have it all.
        Raises PanelFault where a picture within the picture is at fault.
        """
        if region is None:
            region = (0, 0, target.width, target.height)
        if region[2] <= 0 or region[3] <= 0 or view.width <= 0 or view.height <= 0:
            return
        self._number += not nested
        frame = Frame(self.ctx, view, target, region, origin, owner, self._number, self._copy)
        layers = picture.layers
        letters = self._letters
        lower = next((i for i, a in enumerate(layers) if isinstance(a, Panels)), len(layers))
        if letters and letters.waiting:  # what is painted coarsely is not kept, nor anything above it
            lower = next((i for i, a in enumerate(layers[:lower]) if letters.is_coarse(a)), lower)
        if share < 1 and region == (0, 0, *target.size) == (0, 0, view.width, view.height):
            self._paint_smaller(layers, lower, frame, share)
        else:
            self._draw_around(self._keeper.paint(layers[:lower], frame) + layers[lower:], frame)
        self.ctx.scissor = None
        if self._number % 64 == 0 and not nested:
            self._keeper.sweep(frame)
            self.scaled.sweep(self._number)
            for painter in set(self._kinds.values()):
                painter.sweep(frame)

    def hurry(self) -> None:
        """From now on no paint waits for letters: new ones are coarse until ``refine`` makes them finer."""
        kind = self._kind(Glyphs)
        assert isinstance(kind, GlyphPainter)
        kind.hurry()

    def refine(self, seconds: float) -> bool:
        """Work for about ``seconds`` on letters that were painted coarsely. Returns whether any is finer now,
        so that the same picture would be painted better."""
        letters = self._letters
        return bool(letters and letters.waiting and letters.refine(seconds))

    def foresee(self, glyphs: Sequence[Glyph], seconds: float) -> bool:
        """Work for about ``seconds`` on letters that will soon be shown. Returns whether all are ready."""
        letters = self._letters
        return letters is None or letters.atlas.foresee(glyphs, seconds)

    @property
    def _letters(self) -> GlyphPainter | None:
        found = self._kinds.get(Glyphs)
        return found if isinstance(found, GlyphPainter) else None

    def _paint_smaller(self, layers: tuple[Layer, ...], lower: int, frame: Frame, share: float) -> None:
        """Paint letters and what is kept as they are, and what lies between them at ``share`` of the
        resolution; water, too, with all that it looks through to."""
        wet = any(isinstance(layer, Water) for layer in layers)
        on = self.scaled.begin(frame, share, "wet") if wet else frame
        rest = self._keeper.paint(layers[:lower], on) + layers[lower:]
        for run, (crisp, part) in enumerate(runs(rest)):
            if crisp:
                self._draw_around(part, replace(frame, owner=("crisp", run, frame.owner)))
            else:
                small, on = on if on is not frame else self.scaled.begin(frame, share, run), frame
                self._draw_around(part, small)
                self.scaled.enlarge(frame, share)

    def _draw_around(self, layers: tuple[Layer, ...], frame: Frame) -> None:
        """Draw layers below and above pictures within the picture, and those in their place."""
        for above, (inner, part) in enumerate(groupby(layers, lambda layer: isinstance(layer, Panels))):
            if inner:
                for layer in part:
                    assert isinstance(layer, Panels)
                    paint_panels(self, layer, frame)
            else:  # what is baked together for one part must not take the place of another's
                self._draw(tuple(part), replace(frame, owner=(frame.owner, above)) if above else frame)

    def _draw(self, layers: tuple[Layer, ...], frame: Frame) -> None:
        jobs = [(self._kind(type(layer)), layer) for layer in layers]
        kinds: dict[LayerPainter, list[Layer]] = {}
        for painter, layer in jobs:
            kinds.setdefault(painter, []).append(layer)
        for painter, its in kinds.items():
            painter.prepare_all(its, frame)
        frame.begin()
        ctx = self.ctx
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]
        ctx.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        self._block.bind(frame)
        for painter, layer in jobs:
            painter.paint(layer, frame)

    def release(self) -> None:
        """Release every GL object of this painter."""
        for painter in set(self._kinds.values()):
            painter.release()
        self._kinds.clear()
        self._block.release()
        self._copy.release()
        self._keeper.release()
        self.scaled.release()
        self.wipe.close()
        self.shaders.release()

    def _kind(self, kind: type[Layer]) -> LayerPainter:
        painter = self._kinds.get(kind)
        if painter is None:
            if kind not in KINDS:
                raise TypeError(
                    f"no painter for layers of kind {kind.__name__}: add one to viewer.painter.KINDS"
                )
            made = KINDS[kind]
            # Kinds with one painter share it, and what it keeps.
            known = (one for one in self._kinds.values() if type(one) is made)
            painter = self._kinds[kind] = next(known, None) or made(self.ctx, self.shaders)
        return painter
