"""A letter in colour: the outline of its picture, and its pixels at any size.

The outline is traced once from the picture's opacity, and from then on the letter is a letter like any other:
it falls, breaks, bends and casts its shadow by that outline. Only its face is filled with pixels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scenes.colorfonts import Placed, bounds_of, native_rows, paint
from scenes.contours import outline
from scenes.fontfiles import Face

TRACED_ROWS = 256
"""Texels per em of the picture that a scalable emoji's outline is traced from."""
LIMITS = (512, 1024)
"""Most texels per em of pixels: bitmaps (enlarged smoothly) and scalable emoji."""
MARGIN = 3
"""Texels around the outline's box that pixels cover, so that filtering at the edge finds colours."""
FULL = 0.95
"""A texel this near to the greatest opacity around it shows a colour of its own, not an edge's mixture."""
FAINT = 0.04
"""Opacity below which a texel counts as empty."""
_AROUND = 2
_PASSES = 8

Box = tuple[float, float, float, float]


class Colors:
    """What a coloured letter is filled with.

    Its em is ``scale`` times the font's; its origin lies at ``middle``, em of the font from the pen, y
    down.
    """

    __slots__ = ("_face", "_glyphs", "_middle", "_native", "_scale")

    def __init__(self, face: Face, glyphs: Placed, scale: float, middle: tuple[float, float]) -> None:
        self._face, self._glyphs = face, glyphs
        self._scale, self._middle = scale, middle
        self._native = native_rows(face, glyphs)

    def rows_for(self, size: float) -> int:
        """Texels per em to show a letter at ``size`` framebuffer px per em: a power of two."""
        limit, rows = LIMITS[self._native is None], 64
        while rows < min(0.85 * size, limit):
            rows *= 2
        return rows

    def pixels(self, rows: int, box: Box) -> NDArray[np.uint8]:
        """RGBA (rows, columns, 4), not premultiplied, edges filled up with the colours that lie inside.

        ``box``: the letter's outline's, em; covered with MARGIN more texels on every side.
        """
        x0, y0, x1, y1 = box
        columns, down = (int(np.ceil((b - a) * rows)) + 2 * MARGIN for a, b in ((x0, x1), (y0, y1)))
        left, top = x0 - MARGIN / rows, y0 - MARGIN / rows
        area = (left, top, left + columns / rows, top + down / rows)
        return filled(paint(self._face, self._glyphs, self._in_font(area), (down, columns)))

    def _in_font(self, box: Box) -> Box:
        (mx, my), k = self._middle, self._scale
        return box[0] / k + mx, box[1] / k + my, box[2] / k + mx, box[3] / k + my


def colored(face: Face, glyphs: Placed, scale: float) -> tuple[Colors, NDArray[np.float64]]:
    """Colours of a cluster, and its outline (k, 3, 2) in em about the picture's middle, y down.

    ``scale``: the letter's em per em of the font. The outline is empty where the font's picture is.
    """
    rows = native_rows(face, glyphs) or TRACED_ROWS
    x0, y0, x1, y1 = bounds_of(face, glyphs)
    columns, down = (int(np.ceil((b - a) * rows)) + 2 for a, b in ((x0, x1), (y0, y1)))
    left, top = x0 - 1 / rows, y0 - 1 / rows
    picture = paint(face, glyphs, (left, top, left + columns / rows, top + down / rows), (down, columns))
    curves = outline(coverage(picture[..., 3])) / rows + [left, top]
    middle = np.zeros(2)
    if len(curves):
        middle = (curves.min(axis=(0, 1)) + curves.max(axis=(0, 1))) / 2
    return Colors(face, glyphs, scale, (float(middle[0]), float(middle[1]))), (curves - middle) * scale


def coverage(alpha: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much of each texel the shape covers (0..1), from opacity: glass counts as much as what is solid."""
    least = np.where(_core(alpha), alpha, 255)
    for _ in range(_AROUND):
        least = _extreme(least, np.minimum)
    share = (alpha / np.maximum(least, 1)).clip(0, 1).astype(np.float32)
    return np.where(_edge(alpha), share, np.float32(1))


def filled(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Premultiplied RGBA as plain RGBA, in which edges, and what lies beyond, take what lies next to them."""
    known = _core(picture[..., 3])
    color = picture.astype(np.float32)
    color[..., :3] *= (255 / np.maximum(color[..., 3:], 1)) * known[..., None]
    color[..., 3] *= known
    rows, columns = known.shape
    for _ in range(_PASSES):
        wide = np.pad(known, 1)
        beside = wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
        y, x = np.nonzero(beside & ~known)
        if not len(y):
            break
        total, count = np.zeros((len(y), 4), np.float32), np.zeros((len(y), 1), np.float32)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                ny, nx = (y + dy).clip(0, rows - 1), (x + dx).clip(0, columns - 1)
                there = known[ny, nx][:, None]
                total += color[ny, nx] * there
                count += there
        color[y, x] = total / np.maximum(count, 1)
        known[y, x] = True
    return np.round(color).clip(0, 255).astype(np.uint8)


def _core(alpha: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which texels show a colour of their own, and not a mixture with the emptiness beside them."""
    greatest: Any = alpha
    for _ in range(_AROUND):
        greatest = _extreme(greatest, np.maximum)
    return ~_empty(alpha) & ((alpha >= FULL * greatest) | ~_edge(alpha))


def _edge(alpha: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which texels are empty or close to empty ones."""
    near: Any = np.pad(_empty(alpha), _AROUND, constant_values=True)
    for _ in range(_AROUND):
        near = _extreme(near, np.maximum)
    return near[_AROUND:-_AROUND, _AROUND:-_AROUND]


def _empty(alpha: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return alpha <= 255 * FAINT


def _extreme(values: NDArray[Any], pick: Any) -> NDArray[Any]:
    """Each texel's extreme over itself and its eight neighbours."""
    wide = np.pad(values, 1, mode="edge")
    across = pick(pick(wide[:, :-2], wide[:, 1:-1]), wide[:, 2:])
    return pick(pick(across[:-2], across[1:-1]), across[2:])
