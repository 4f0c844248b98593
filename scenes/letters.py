"""Layers of letters that are more than printed: soft ones, broken ones, and ones that stand in water.

All draw from the letter's own distance field, so their edges are as sharp as print at any size, holes
included. Shapes: m instances; ``em`` places are those of the letter's outline (``scenes.glyphs.Glyph``:
y down, origin in the middle of its layout box). Colours are float32 (m, 4), not premultiplied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scenes.glyphs import PAD, Glyph
from scenes.picture import NO_COLOR, Floats, Glyphs, Layer, floats, glyphs
from scenes.skins import Finish

NODES = 16
"""Nodes of a lattice across and down, where a scene does not say otherwise: steps of about 0.1 em."""


@dataclass(frozen=True, kw_only=True)
class SoftGlyphs(Layer):
    """Letters bent by a lattice: where its nodes go the letter goes, smoothly in between.

    ``glyph``: m outlines. ``lattice`` (m, r, c, 2): board places of the nodes whose em places at rest are
    those of ``rest_lattice``; between nodes the letter follows a Catmull-Rom surface through them.
    ``size`` (m,): board px per em at rest, which decides how fine the field is.
    ``fill`` (m, 4); ``under`` (m, 4), ``offset`` (m, 2) board px, ``softness`` (m,) board px: the dark copy,
    as ``Glyphs`` have it; its blur reaches 0.15 em at most. ``finish``: how it takes the light, or None.
    Where a lattice folds over itself the letter lies twice; a scene keeps it from folding.
    """

    glyph: tuple[Any, ...]
    lattice: Floats
    size: Floats
    fill: Floats
    under: Floats
    offset: Floats
    softness: Floats
    finish: Finish | None = None


@dataclass(frozen=True, kw_only=True)
class Shards(Glyphs):
    """Pieces of letters. As ``Glyphs``, one instance a piece, and:

    ``about`` (m, 2): em place of the letter that lies at ``center`` and about which the piece turns.
    ``cell`` (m, k, 2): em places of the corners of a convex polygon, either way round, the last one repeated
    to fill up: what lies in it belongs to the piece. ``edge`` (m, 4): tone of the broken face, inside the cut
    sides (not along the letter's own outline), ``edge_width`` (m,) board px wide.
    """

    about: Floats
    cell: Floats
    edge: Floats
    edge_width: Floats


@dataclass(frozen=True, kw_only=True)
class DippedGlyphs(Glyphs):
    """Letters that stand in a liquid. As ``Glyphs``, and for the layer as a whole:

    ``line`` (k,): board y of the surface at k places evenly from x = ``span[0]`` to ``span[1]`` (2,) board
    px, smooth between them, level beyond. ``tint`` (4,): tone over what lies below. ``shift`` (2,): board px
    by which what lies below appears moved.
    """

    line: Floats
    span: Floats
    tint: Floats
    shift: Floats


def rest_lattice(glyph: Glyph, rows: int = NODES, columns: int = NODES) -> NDArray[np.float64]:
    """Em places (rows, columns, 2) of the nodes of an unbent letter.

    Nodes [1, 1] and [-2, -2] lie at the corners of the outline's box grown by 0.15 em; one more ring lies
    outside, for the smooth surface. Raises ValueError for fewer than four rows or columns.
    """
    if rows < 4 or columns < 4:
        raise ValueError(f"a lattice needs 4 x 4 nodes at least, not {rows} x {columns}")
    x0, y0, x1, y1 = glyph.box
    x = x0 - PAD + (x1 - x0 + 2 * PAD) * (np.arange(columns) - 1) / (columns - 3)
    y = y0 - PAD + (y1 - y0 + 2 * PAD) * (np.arange(rows) - 1) / (rows - 3)
    return np.stack(np.meshgrid(x, y), axis=-1)


def placed(em: ArrayLike, at: ArrayLike, angle: float, size: float, about: ArrayLike = (0.0, 0.0)) -> Floats:
    """Board places (..., 2) of ``em`` places on a letter of ``size`` px per em, turned clockwise by ``angle``
    so that the em place ``about`` comes to lie at ``at``."""
    away = (np.asarray(em, float) - np.asarray(about, float)) * size
    c, s = np.cos(angle), np.sin(angle)
    turned = np.stack([c * away[..., 0] - s * away[..., 1], s * away[..., 0] + c * away[..., 1]], axis=-1)
    return (turned + np.asarray(at, float)).astype(np.float32)


def soft_glyphs(
    name: str,
    glyph: Iterable[Any],
    lattice: ArrayLike,
    size: ArrayLike,
    fill: ArrayLike,
    *,
    under: ArrayLike = NO_COLOR,
    offset: ArrayLike = (1.4, 2.8),
    softness: ArrayLike = 0.0,
    finish: Finish | None = None,
) -> SoftGlyphs:
    """Soft letters with every argument broadcast. Raises ValueError for a lattice of another shape."""
    plain = glyphs(name, glyph, (0, 0), _column(size), fill, under=under, offset=offset, softness=softness)
    nodes, m = floats(lattice), len(plain.glyph)
    if nodes.ndim != 4 or len(nodes) != m or nodes.shape[3] != 2 or min(nodes.shape[1:3]) < 4:
        raise ValueError(f"a lattice of {m} letters is ({m}, 4 or more, 4 or more, 2), not {nodes.shape}")
    return SoftGlyphs(
        name=name,
        glyph=plain.glyph,
        lattice=nodes,
        size=np.ascontiguousarray(plain.size[:, 0]),
        fill=plain.fill,
        under=plain.under,
        offset=plain.offset,
        softness=plain.softness,
        finish=finish,
    )


def shards(
    name: str,
    glyph: Iterable[Any],
    center: ArrayLike,
    size: ArrayLike,
    fill: ArrayLike,
    cell: ArrayLike,
    *,
    about: ArrayLike = (0.0, 0.0),
    edge: ArrayLike = NO_COLOR,
    edge_width: ArrayLike = 1.0,
    **others: Any,
) -> Shards:
    """Pieces with every argument broadcast; ``others`` as in ``glyphs``. Raises ValueError for odd cells."""
    plain = glyphs(name, glyph, center, _column(size), fill, **others)
    corners, m = floats(cell), len(plain.glyph)
    if corners.ndim != 3 or len(corners) != m or corners.shape[2] != 2 or corners.shape[1] < 3:
        raise ValueError(f"cells of {m} pieces are ({m}, 3 or more, 2), not {corners.shape}")
    return Shards(
        **vars(plain),
        about=floats(np.broadcast_to(np.asarray(about, np.float32), (m, 2))),
        cell=corners,
        edge=floats(np.broadcast_to(np.asarray(edge, np.float32), (m, 4))),
        edge_width=floats(np.broadcast_to(np.asarray(edge_width, np.float32), (m,))),
    )


def dipped(
    plain: Glyphs, line: ArrayLike, span: ArrayLike, tint: ArrayLike, shift: ArrayLike = (0.0, 0.0)
) -> DippedGlyphs:
    """Letters of ``glyphs`` in a liquid. Raises ValueError where the line has fewer than two places."""
    surface = floats(line).reshape(-1)
    if len(surface) < 2:
        raise ValueError("a water line needs two places at least")
    return DippedGlyphs(
        **vars(plain), line=surface, span=floats(span), tint=floats(tint), shift=floats(shift)
    )


def _column(size: ArrayLike) -> NDArray[np.float32]:
    """Sizes (m,) as (m, 1), which ``glyphs`` broadcasts across and down; others as they are."""
    values = np.asarray(size, np.float32)
    return values[:, None] if values.ndim == 1 else values
