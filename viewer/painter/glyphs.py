"""Paints letters from distance fields: one draw call a layer, each dark copy just beneath its own letter."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from scenes.glyphs import PAD
from scenes.letters import DippedGlyphs, Shards, SoftGlyphs
from scenes.picture import Glyphs
from viewer.painter.atlas import FieldAtlas
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.pixels import PixelAtlas
from viewer.painter.programs import Form, Shaders
from viewer.painter.store import Folded, Styles

COLUMNS = (
    ("in_place", 4),
    ("in_form", 4),
    ("in_fill", 4),
    ("in_under", 4),
    ("in_box", 4),
    ("in_field", 4),
    ("in_extent", 4),
    ("in_near", 4),
    ("in_far", 4),
    ("in_core", 4),
    ("in_gloss", 4),
    ("in_finish", 4),
    ("in_edge", 4),
    ("in_edge_width", 1),
    ("in_picture", 3),
)
FINISH = (
    ("near", 28, 32),
    ("far", 32, 36),
    ("core", 36, 40),
    ("gloss", 40, 44),
    ("bevel", 44, 45),
    ("depth", 45, 46),
    ("glossed", 46, 47),
    ("band", 47, 48),
)
"""Array of a finish, and the columns of COLUMNS that it fills (first, past the last)."""
_TRIANGLES = 6
"""Vertices of a rectangle; an instance has one for the dark copy and one for the face."""
_ATLAS, _EXTRA, _PIXELS = 0, 1, 2

Letters = Glyphs | SoftGlyphs
FORMS: dict[type[Any], Form] = {
    Glyphs: Form.PRINT,
    SoftGlyphs: Form.SOFT,
    Shards: Form.SHARD,
    DippedGlyphs: Form.DIPPED,
}


class _Slot:
    """The instances of one layer, and what they were made from."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.styles = Styles(ctx, COLUMNS)
        self.extra = Folded(ctx)
        self.layer: Letters | None = None
        self.generation: tuple[int, int] = (-1, -1)
        self.fields: NDArray[np.float32] = np.zeros((0, 11), np.float32)
        self.pictures: NDArray[np.float32] = np.zeros((0, 3), np.float32)
        self.colored = False

    def release(self) -> None:
        self.styles.release()
        self.extra.release()


class GlyphPainter(LayerPainter):
    """All letters of all layers, of whatever form, share one atlas of fields and one of emoji's colours."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.atlas = FieldAtlas(ctx)
        self.pixels = PixelAtlas(ctx)
        self.slots = Slots(lambda: _Slot(ctx))
        self._programs: dict[tuple[Form, bool, bool], Any] = {}
        self._program(Form.PRINT, False, False)

    def _program(self, form: Form, finish: bool, colored: bool) -> Any:
        key = form, finish, colored
        if key not in self._programs:
            program: Any = self.shaders.program(
                "glyph", FORM=int(form), FINISH=int(finish), COLORED=int(colored)
            )
            self._programs[key] = program
            program["atlas"].value = _ATLAS
            if colored:
                program["pixels"].value = _PIXELS
            if form is not Form.PRINT:
                program["extra"].value = _EXTRA
            if form is Form.SOFT:
                program["pad"].value = PAD
        return self._programs[key]

    def prepare(self, layer: Letters, frame: Frame) -> None:
        """Have the fields at hand; instances wait for ``paint``, when no field moves any more."""
        wanted = np.abs(layer.size)
        if wanted.ndim > 1:
            wanted = wanted.max(axis=1)
        sizes: dict[Any, float] = {}
        for glyph, size in zip(layer.glyph, (wanted * frame.scale).tolist()):
            sizes[glyph] = max(size, sizes.get(glyph, 0.0))
        if sizes:
            self.atlas.need(sizes, frame.number)
            self.pixels.need(sizes, frame.number)

    @property
    def waiting(self) -> bool:
        """Whether letters are shown coarser than they should be."""
        return bool(self.atlas.waiting or self.pixels.waiting)

    def is_coarse(self, layer: Any) -> bool:
        """Whether any letter of that layer is still to become finer."""
        return type(layer) in FORMS and any(map(self._waits, layer.glyph))

    def _waits(self, glyph: Any) -> bool:
        return glyph in self.atlas._waiting or glyph in self.pixels._waiting

    def hurry(self) -> None:
        """From now on new letters are coarse at first and get finer by ``refine``."""
        self.atlas.hurried = self.pixels.hurried = True

    def refine(self, seconds: float) -> bool:
        """Work for about ``seconds`` on letters that wait. Returns whether any is finer now."""
        finer = self.atlas.refine(seconds)
        return finer or (not self.atlas.waiting and self.pixels.refine())

    def paint(self, layer: Letters, frame: Frame) -> None:
        count = len(layer.glyph)
        if count == 0 or self.atlas.texture is None:
            return
        slot = self.slots.of(frame.key(layer), frame.number)
        if slot.layer is not layer or slot.generation != self._generation:
            self._send(slot, layer)
        form = FORMS[type(layer)]
        program = self._program(form, layer.finish is not None, slot.colored)
        self.atlas.texture.use(_ATLAS)
        if slot.colored:
            assert self.pixels.texture is not None
            self.pixels.texture.use(_PIXELS)
        if form is not Form.PRINT:
            assert slot.extra.texture is not None
            slot.extra.texture.use(_EXTRA)
        rectangles = 2
        if isinstance(layer, SoftGlyphs):
            rows, columns = layer.lattice.shape[1:3]
            program["nodes"].value = columns, rows
            rectangles = 2 * (rows - 3) * (columns - 3)
        elif isinstance(layer, Shards):
            program["sides"].value = layer.cell.shape[1]
        elif isinstance(layer, DippedGlyphs):
            left, right = layer.span.tolist()
            places = len(layer.line)
            program["line"].value = left, (places - 1) / max(right - left, 1e-6), places
            program["tint"].value = tuple(layer.tint.tolist())
            program["shift"].value = tuple(layer.shift.tolist())
        vao = slot.styles.vao(program)
        vao.render(moderngl.TRIANGLES, vertices=rectangles * _TRIANGLES, instances=count)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.atlas.release()
        self.pixels.release()

    @property
    def _generation(self) -> tuple[int, int]:
        return self.atlas.generation, self.pixels.generation

    def _send(self, slot: _Slot, layer: Letters) -> None:
        old, generation = slot.layer, self._generation
        if old is None or old.glyph != layer.glyph or slot.generation != generation:
            slot.fields = np.array([self._place(glyph) for glyph in layer.glyph], np.float32)
            slot.pictures = np.array([self.pixels.place(glyph) for glyph in layer.glyph], np.float32)
            slot.colored = bool(slot.pictures.any())
        slot.layer = None  # until all of it is up: an upload may fail
        arrays: list[tuple[int, int, Any]] = [
            (6, 8, layer.offset),
            (8, 12, layer.fill),
            (12, 16, layer.under),
            (16, 27, slot.fields),
            (27, 28, layer.softness),
        ]
        if isinstance(layer, SoftGlyphs):
            arrays += [(0, 4, (0.0, 0.0, 1.0, 0.0)), (4, 6, layer.size[:, None])]
        else:
            c, s = np.cos(layer.angle), np.sin(layer.angle)
            center = layer.center
            if isinstance(layer, Shards):
                x, y = (layer.about * layer.size).T
                center = center - np.stack([c * x - s * y, s * x + c * y], axis=1)
            arrays += [(0, 2, center), (2, 3, c), (3, 4, s), (4, 6, layer.size)]
        if layer.finish is not None:
            arrays += [(first, last, getattr(layer.finish, name)) for name, first, last in FINISH]
        if isinstance(layer, Shards):
            arrays += [(48, 52, layer.edge), (52, 53, layer.edge_width)]
        if slot.colored:
            arrays.append((53, 56, slot.pictures))
        slot.styles.send(len(layer.glyph), arrays)
        extra = _extra(layer)
        if extra is not None and (old is None or _extra(old) is not extra or type(old) is not type(layer)):
            values = extra.reshape(-1, 2 if extra.ndim > 1 else 1)
            slot.extra.room(len(values))[:, : values.shape[1]] = values
            slot.extra.send()
        slot.layer, slot.generation = layer, generation

    def _place(self, glyph: Any) -> tuple[float, ...]:
        """Columns 16 to 26: the outline's box, the field's place in atlas and letter, its extent."""
        entry = self.atlas.entry(glyph)
        return (*glyph.box, entry.x, entry.y, *entry.box[:2], *entry.size, entry.rows)


def _extra(layer: Letters) -> NDArray[np.float32] | None:
    """What a layer brings beside its instances: the nodes, corners or places of its form."""
    if isinstance(layer, SoftGlyphs):
        return layer.lattice
    if isinstance(layer, Shards):
        return layer.cell
    return layer.line if isinstance(layer, DippedGlyphs) else None
