"""Makes small fonts for tests: every letter a rectangle or two, with the tables that real fonts have."""

from __future__ import annotations

from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation

Rects = list[tuple[int, int, int, int]]
EM = 1000


def make_font(
    path: Path,
    letters: dict[str, tuple[int, Rects]],
    *,
    family: str = "Test Blocks",
    style: str = "Bold",
    weight: int = 700,
    features: str = "",
    extra: dict[str, tuple[int, Rects]] | None = None,
    widths_grow: bool = False,
    layers: dict[str, list[tuple[str, int]]] | None = None,
    palette: tuple[tuple[float, float, float, float], ...] = (),
) -> Path:
    """A TrueType font. ``letters``: character -> (advance, rectangles), 1000 units an em; glyphs are named
    u + code point. ``extra``: glyphs without a character, for ``features``. ``widths_grow``: variable in
    weight 100..900, each rectangle's right side 400 units further right at 900 than at 100. ``layers``:
    character -> (glyph, colour of the ``palette``) from the back: letters in colour (COLR, version 0)."""
    drawn = {".notdef": (500, [(50, 0, 450, 700)])}
    drawn |= {f"u{ord(c):04X}": shape for c, shape in letters.items()} | (extra or {})
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(drawn))
    builder.setupCharacterMap({ord(c): f"u{ord(c):04X}" for c in letters})
    builder.setupGlyf({name: _glyph(rects) for name, (_, rects) in drawn.items()})
    builder.setupHorizontalMetrics(
        {name: (advance, min((r[0] for r in rects), default=0)) for name, (advance, rects) in drawn.items()}
    )
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": family, "styleName": style})
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWeightClass=weight)
    builder.setupPost()
    if widths_grow:
        builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
        moves = {}
        for name, (_, rects) in drawn.items():
            deltas = [d for _ in rects for d in ((0, 0), (400, 0), (400, 0), (0, 0))]
            moves[name] = [TupleVariation({"wght": (0, 1, 1)}, deltas + [(0, 0)] * 4)]
        builder.setupGvar(moves)
    if layers:
        builder.setupCOLR({f"u{ord(c):04X}": parts for c, parts in layers.items()})
        builder.setupCPAL([palette])
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    builder.save(path)
    return path


def _glyph(rects: Rects):
    pen = TTGlyphPen(None)
    for x0, y0, x1, y1 in rects:
        pen.moveTo((x0, y0))
        for point in ((x1, y0), (x1, y1), (x0, y1)):
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()
