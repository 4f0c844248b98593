"""The outline of a letter: closed loops of quadratic curves in em, with overlaps removed.

Everything made of a letter (distance field, shadow, mesh, shards) starts from this one outline.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import numpy as np
import pathops
from fontTools.cu2qu import curve_to_quadratic
from fontTools.pens.basePen import decomposeQuadraticSegment
from numpy.typing import NDArray

from scenes.colorglyphs import Colors, colored
from scenes.openface import open_face
from scenes.shaping import Cluster, outline_of
from scenes.texterrors import MissingLetter

CUBIC_ERROR = 1e-4
"""em; how far a quadratic may stray from the cubic it stands for (0.2 px on a letter of 2000 px)."""
PAD = 0.15
"""em around the outline that a distance field covers, so that shadows can soften outward."""
_SAME_AREA = 1e-6
"""em^2; below it an outline had no overlaps to remove."""

ROWS = (128, 2048)
"""Fewest and most rows per em of a field that ``rows_for`` asks for."""

Box = tuple[float, float, float, float]
log = logging.getLogger(__name__)


class Glyph:
    """A letter's outline, the same object for the same letter of the same face.

    ``curves`` float32 (k, 3, 2): quadratic segments (start, control, end) in em, y down, origin at the centre
    of the letter's layout box; loops are closed to the bit, filled by nonzero winding, and run the way that
    makes their area positive (outer loops clockwise as seen). Straight sides are quadratics with the
    control half way. ``box`` (x0, y0, x1, y1): tight bounds, em. ``advance``: em. ``text``: the cluster.

    The origin lies half way along the advance (half way across the ink for letters without one) and on the
    line that fillText's middle baseline means; see ``openface._middle``. ``colors``: what an emoji's outline
    is filled with (its origin is the middle of the picture); None for letters, which are filled with ink.
    """

    __slots__ = ("__weakref__", "_fields", "advance", "box", "colors", "curves", "text")

    def __init__(
        self, text: str, curves: NDArray[np.float32], advance: float, colors: Colors | None = None
    ) -> None:
        self.text = text
        self.colors = colors
        self.curves = curves
        self.curves.setflags(write=False)
        self.advance = advance
        self.box = bounds(curves)
        self._fields: dict[tuple[int, float], tuple[NDArray[np.float32], Box]] = {}

    def __repr__(self) -> str:
        return f"Glyph({self.text!r}, {len(self.curves)} curves)"

    def field(
        self, rows_per_em: int, pad: float = PAD, *, keep: bool = True
    ) -> tuple[NDArray[np.float32], Box]:
        """Signed distance in em (negative inside), float32 (rows, columns), and the box that it covers.

        Samples lie at the centres of square cells of 1 / rows_per_em em; the box is the outline's, grown
        by ``pad`` em and then to whole cells about the origin. Kept for the next call if ``keep`` (fields are
        large: who has a store of its own does without).
        """
        key = (rows_per_em, pad)
        made = self._fields.get(key)
        if made is None:
            from kernels.glyph_field import distance_field

            box, shape = self.grid(rows_per_em, pad)
            field = distance_field(self.curves, box, shape)
            field.setflags(write=False)
            made = field, box
            if keep:
                self._fields[key] = made
        return made

    def grid(self, rows_per_em: int, pad: float = PAD) -> tuple[Box, tuple[int, int]]:
        """The box that a field of so many rows per em covers, and its samples (rows, columns)."""
        x0, y0, x1, y1 = self.box
        low = np.floor((np.array([x0, y0]) - pad) * rows_per_em)
        high = np.ceil((np.array([x1, y1]) + pad) * rows_per_em)
        columns, rows = (high - low).astype(int)
        (bx0, by0), (bx1, by1) = low / rows_per_em, high / rows_per_em
        return (float(bx0), float(by0), float(bx1), float(by1)), (int(rows), int(columns))


def rows_for(size: float) -> int:
    """Rows per em that a field needs to be shown at ``size`` framebuffer px per em: a power of two.

    Below 0.7 rows a pixel corners go visibly round. The area is right much earlier: on the densest kanji
    128 rows are 0.5 % off and 256 rows 0.1 %, at any size.
    """
    rows = ROWS[0]
    while rows < min(0.7 * size, ROWS[1]):
        rows *= 2
    return rows


def glyph_of(cluster: Cluster) -> Glyph:
    """The outline of a shaped cluster. Raises MissingLetter where there is nothing to draw."""
    if cluster.colored:
        return _picture(cluster.text, cluster.face, cluster.glyphs, cluster.advance, cluster.scale)
    return _glyph(cluster.text, cluster.face, cluster.glyphs, cluster.advance)


@lru_cache(maxsize=512)
def _picture(
    text: str, face: Any, glyphs: tuple[tuple[int, float, float], ...], advance: float, scale: float
) -> Glyph:
    colors, curves = colored(face, glyphs, scale)
    if not len(curves):
        raise MissingLetter(text, f"{face} draws nothing for it")
    return Glyph(text, _running_right(curves), advance, colors)


@lru_cache(maxsize=4096)
def _glyph(text: str, face: Any, glyphs: tuple[tuple[int, float, float], ...], advance: float) -> Glyph:
    opened = open_face(face)
    em = opened.upem
    pen = _QuadraticPen(em)
    path = pathops.Path()
    for number, x, y in glyphs:
        for name, points in outline_of(opened.font, number):
            moved = [(px + x * em, py + y * em) for px, py in points]
            getattr(pen, name)(*moved)
            getattr(path.getPen(), name)(*moved)
    curves = _without_overlaps(text, pen.curves(), path, em)
    if not len(curves):
        raise MissingLetter(text, f"{face} draws nothing for it")
    x0, _, x1, _ = bounds(curves)
    middle = advance / 2 if advance > 0 else (x0 + x1) / 2
    curves = (curves - [middle, opened.middle]) * [1.0, -1.0]
    return Glyph(text, _running_right(curves), advance)


def _running_right(curves: NDArray[Any]) -> NDArray[np.float32]:
    """Curves the way round that makes their area positive."""
    if area(curves) < 0:
        curves = curves[::-1, ::-1]
    return np.ascontiguousarray(curves, np.float32)


def _without_overlaps(text: str, curves: NDArray[Any], path: pathops.Path, em: int) -> NDArray[Any]:
    """The union of all loops; the font's own curves where they do not overlap (most letters)."""
    try:
        path.simplify(fix_winding=True, keep_starting_points=False)
    except pathops.PathOpsError as error:
        log.warning("letter %r: overlaps could not be removed (%s); inner edges may show", text, error)
        return curves
    pen = _QuadraticPen(em)
    calls = {"LINE": pen.lineTo, "QUAD": pen.qCurveTo, "CUBIC": pen.curveTo}
    for verb, points in path:
        if verb == pathops.PathVerb.MOVE:
            pen.moveTo(points[0])
        elif verb == pathops.PathVerb.CLOSE:
            pen.closePath()
        else:
            calls[verb.name](*points)
    pen.closePath()
    simple = pen.curves()
    return curves if abs(abs(area(simple)) - abs(area(curves))) < _SAME_AREA else simple


class _QuadraticPen:
    """A fontTools pen that keeps quadratics in em, y up; loops are closed, empty segments dropped."""

    def __init__(self, em: int) -> None:
        self.em = em
        self.segments: list[Any] = []
        self.start: Any = None
        self.last: Any = None

    def curves(self) -> NDArray[np.float64]:
        """Float64 (k, 3, 2)."""
        return np.array(self.segments, float).reshape(-1, 3, 2) / self.em

    def moveTo(self, point: Any) -> None:
        self.closePath()
        self.start = self.last = point

    def lineTo(self, point: Any) -> None:
        if point != self.last:
            middle = ((self.last[0] + point[0]) / 2, (self.last[1] + point[1]) / 2)
            self._add(middle, point)

    def qCurveTo(self, *points: Any) -> None:
        for control, end in decomposeQuadraticSegment(points):
            self._add(control, end)

    def curveTo(self, *points: Any) -> None:
        spline = curve_to_quadratic((self.last, *points), CUBIC_ERROR * self.em)
        if spline is None:  # more than cu2qu's hundred pieces: no real letter
            self.lineTo(points[-1])
        else:
            self.qCurveTo(*spline[1:-1], points[-1])

    def closePath(self) -> None:
        if self.start is not None:
            self.lineTo(self.start)
        self.start = self.last = None

    endPath = closePath

    def _add(self, control: Any, end: Any) -> None:
        if not self.last == control == end:
            self.segments.append((self.last, control, end))
        self.last = end


def bounds(curves: NDArray[Any]) -> Box:
    """Tight bounds (x0, y0, x1, y1) of quadratics (k, 3, 2)."""
    a, b, c = curves[:, 0].astype(float), curves[:, 1].astype(float), curves[:, 2].astype(float)
    bend = a - 2 * b + c
    t = np.divide(a - b, bend, out=np.zeros_like(a), where=bend != 0).clip(0, 1)
    turn = a + 2 * t * (b - a) + t * t * bend
    every = np.concatenate([a, c, turn])
    (x0, y0), (x1, y1) = every.min(axis=0), every.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def area(curves: NDArray[Any]) -> float:
    """Signed area of closed loops of quadratics (k, 3, 2): positive where they run from +x towards +y."""
    a, b, c = np.moveaxis(np.asarray(curves, float), 1, 0)

    def cross(p: Any, q: Any) -> Any:
        return p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]

    return float(np.sum((cross(a, b) + cross(b, c)) / 3 + cross(a, c) / 6))
