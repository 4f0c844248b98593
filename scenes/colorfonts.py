"""Emoji in colour: which fonts have them, and their pixels.

Layers and gradients (COLR, versions 0 and 1) are painted by HarfBuzz at the size that is wanted, and so stay
sharp; bitmaps (CBDT, sbix) are PNG pictures of one size, resampled.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scenes.fontfiles import Face, hb, system_faces
from scenes.openface import Opened, open_face
from scenes.texterrors import BrokenFont

Pixels = NDArray[np.uint8]
Placed = Sequence[tuple[int, float, float]]
"""Glyphs of a cluster: (glyph id, x, y), em from the pen's start, y up."""
Box = tuple[float, float, float, float]
Kind = Literal["layers", "bitmaps"]

PREFERRED = ("Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", "Twitter Color Emoji", "Twemoji")


@lru_cache(maxsize=256)
def kind_of(face: Face) -> Kind | None:
    """How a face has its colours; None for one without."""
    harf = open_face(face).font.face
    if harf.has_color_paint or harf.has_color_layers:
        return "layers"
    return "bitmaps" if harf.has_color_png else None


@lru_cache(maxsize=1)
def color_faces() -> tuple[Face, ...]:
    """The machine's faces with emoji in colour: those that stay sharp first, then the known families."""

    def colored(face: Face) -> bool:
        try:
            return kind_of(face) is not None and open_face(face).has("😀")
        except BrokenFont:
            return False

    # by name first: opening every face of a machine takes seconds
    named = [f for f in system_faces() if "emoji" in f.family.lower() or f.family in PREFERRED]
    rank = {name: i for i, name in enumerate(PREFERRED)}
    return tuple(
        sorted(
            filter(colored, named),
            key=lambda f: (kind_of(f) != "layers", rank.get(f.family, len(rank)), f.path, f.index),
        )
    )


def has_colors(face: Face, glyph: int) -> bool:
    """Whether a glyph of a face is drawn in colour."""
    opened = open_face(face)
    if kind_of(face) == "layers":
        return bool(opened.font.face.glyph_has_color_paint(glyph) or _layers(opened, glyph))
    return kind_of(face) == "bitmaps" and _png(opened, glyph) is not None


def native_rows(face: Face, glyphs: Placed) -> float | None:
    """Texels per em of a face's bitmaps; None where it is painted at any size."""
    if kind_of(face) == "layers":
        return None
    opened = open_face(face)
    pictures = [(_png(opened, number), number) for number, _, _ in glyphs]
    return max((p.height / _extents(opened, number).height for p, number in pictures if p), default=None)


@dataclass(frozen=True)
class _Extents:
    left: float
    top: float
    width: float
    height: float


def paint(
    face: Face, glyphs: Placed, box: tuple[float, float, float, float], shape: tuple[int, int]
) -> Pixels:
    """Premultiplied RGBA (rows, columns, 4) of a cluster.

    ``box`` (x0, y0, x1, y1): em from the pen's start, y down, covered by ``shape`` (rows, columns) texels.
    """
    opened = open_face(face)
    work = _paint_layers if kind_of(face) == "layers" else _paint_bitmaps
    return work(opened, glyphs, box, shape)


def bounds_of(face: Face, glyphs: Placed) -> Box:
    """A box (em from the pen's start, y down) that holds all colours of a cluster."""
    opened = open_face(face)
    corners = []
    for number, x, y in glyphs:
        e = _extents(opened, number)
        corners.append((x + e.left, -y - e.top, x + e.left + e.width, -y - e.top + e.height))
    x0, y0, x1, y1 = np.array(corners).T
    return float(x0.min()), float(y0.min()), float(x1.max()), float(y1.max())


def _extents(opened: Opened, glyph: int) -> _Extents:
    e, em = opened.font.get_glyph_extents(glyph), opened.upem
    if e is None:
        return _Extents(0.0, 0.0, 0.0, 0.0)
    return _Extents(e.x_bearing / em, e.y_bearing / em, e.width / em, -e.height / em)


def _layers(opened: Opened, glyph: int) -> bool:
    return bool(opened.font.face.has_color_layers and opened.font.face.get_glyph_color_layers(glyph))


def _paint_layers(opened: Opened, glyphs: Placed, box: Any, shape: tuple[int, int]) -> Pixels:
    rows, columns = shape
    x0, y0, x1, y1 = box
    across, down = columns / (x1 - x0), rows / (y1 - y0)
    brush = hb.RasterPaint()
    brush.extents = hb.RasterExtents(x_origin=0, y_origin=0, width=columns, height=rows, stride=0)
    em = opened.upem
    for number, x, y in glyphs:
        brush.transform = (across / em, 0, 0, down / em, (x - x0) * across, (y + y1) * down)
        brush.paint_glyph_or_fail(opened.font, number)
    image = brush.render()
    held = np.frombuffer(image.buffer, np.uint8).reshape(rows, image.extents.stride // 4, 4)
    return np.ascontiguousarray(held[::-1, :columns, [2, 1, 0, 3]])


def _paint_bitmaps(opened: Opened, glyphs: Placed, box: Box, shape: tuple[int, int]) -> Pixels:
    rows, columns = shape
    x0, y0, x1, y1 = box
    page = np.zeros((rows, columns, 4), np.float32)
    for number, x, y in glyphs:
        picture, e = _png(opened, number), _extents(opened, number)
        if picture is None or e.width <= 0 or e.height <= 0:
            continue
        # the texels of the picture that the box covers, between its own if need be
        sx, sy = picture.width / e.width, picture.height / e.height
        left, top = (x0 - x - e.left) * sx, (y0 + y + e.top) * sy
        right, bottom = left + (x1 - x0) * sx, top + (y1 - y0) * sy
        room = int(max(-left, -top, right - picture.width, bottom - picture.height, 0)) + 2
        framed = Image.new("RGBa", (picture.width + 2 * room, picture.height + 2 * room))
        framed.paste(picture, (room, room))
        area = left + room, top + room, right + room, bottom + room
        laid = np.asarray(framed.resize((columns, rows), Image.Resampling.LANCZOS, box=area), np.float32)
        page = laid + page * (1 - laid[..., 3:] / 255)
    return np.round(page).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=512)
def _decoded(face: Face, glyph: int) -> Image.Image | None:
    blob = open_face(face).font.get_glyph_color_png(glyph)
    if blob is None or not blob.data:
        return None
    try:
        return Image.open(io.BytesIO(blob.data)).convert("RGBA").convert("RGBa")
    except OSError:
        return None  # sbix may hold other formats


def _png(opened: Opened, glyph: int) -> Image.Image | None:
    return _decoded(opened.face, glyph)
