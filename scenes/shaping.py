"""From a word to shaped clusters: one for every letter that a reader would count.

The whole word is shaped at once, so that Arabic letters join and Indic syllables form; what comes out is
split at grapheme clusters again. Graphemes that a font must draw as one ligature stay one cluster.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import regex
from fontTools.pens.recordingPen import RecordingPen

from scenes.bidi import levels, visual
from scenes.colorfonts import color_faces, has_colors
from scenes.fontfiles import Face, hb
from scenes.fonts import find, stand_ins
from scenes.openface import invisible, open_face
from scenes.texterrors import MissingLetter, is_emoji

FEATURES = {"kern": False, "liga": False, "clig": False, "dlig": False}
"""Letters are measured one by one (article 003), so nothing may depend on a Latin neighbour."""
BLANKS = "\u2800\u3164\u115f\u1160\uffa0"
"""Letters of Unicode that are drawn as nothing: they take room like spaces."""
WIDEST = 1.0
"""em that an emoji may be wide."""
SPACE = 0.25
"""em; the width of a space in a face that has none."""


@dataclass(frozen=True)
class Cluster:
    """One letter. ``glyphs``: (glyph id, x, y) in em from its own pen start, y up. ``advance``: em.

    ``level``: odd where it is read from right to left (``scenes.bidi``). ``space``: takes room but has no
    body (and no glyphs). ``colored``: shown in the colours of its glyphs; ``scale``: em of the letter per em
    that these are placed in.
    """

    text: str
    face: Face
    glyphs: tuple[tuple[int, float, float], ...]
    advance: float
    level: int
    space: bool
    colored: bool = False
    scale: float = 1.0


@dataclass(frozen=True)
class _Grapheme:
    text: str
    start: int
    face: Face
    colored: bool
    script: str
    level: int


def shape(word: str, font: str | None = None, language: str = "ja") -> list[Cluster]:
    """Clusters of a word in reading order. Raises the kinds of ``TextError``.

    Line breaks and tabs count as spaces; marks that cannot be seen on their own count as nothing.
    """
    text = "".join(c for c in unicodedata.normalize("NFC", word) if c.isspace() or not _control(c))
    main = find(font, language)
    pieces = regex.findall(r"\X", text)
    starts, at = [], 0
    for piece in pieces:
        starts.append(at)
        at += len(piece)
    given = bool(font and font.strip())
    graphemes = _describe(pieces, starts, main, given, language)
    clusters: list[Cluster] = []
    for _, run in groupby(graphemes, lambda g: (g.face, g.colored, g.script, g.level, is_space(g.text))):
        clusters += _shape_run(text, list(run), language)
    return clusters


def _control(character: str) -> bool:
    return unicodedata.category(character) == "Cc"


def reading_to_place(clusters: list[Cluster]) -> list[int]:
    """Indices of the clusters from left to right on the board."""
    return visual([cluster.level for cluster in clusters])


def is_space(cluster: str) -> bool:
    """Whether a cluster takes room but has no body."""
    return cluster.isspace() or all(c in BLANKS for c in cluster)


def _describe(
    pieces: list[str], starts: list[int], main: Face, given: bool, language: str
) -> list[_Grapheme]:
    found: list[_Grapheme] = []
    script = "Zyyy"
    for piece, start, level in zip(pieces, starts, levels(pieces)):
        if not is_space(piece) and all(invisible(c) for c in piece):
            continue
        own = _script(piece)
        script = script if own in ("Zyyy", "Zinh") else own
        face, colored = (main, False) if is_space(piece) else _face_for(piece, main, given, language)
        found.append(_Grapheme(piece, start, face, colored, script, level))
    return found


@lru_cache(maxsize=4096)
def _script(piece: str) -> str:
    buffer = hb.Buffer()
    buffer.add_str(piece)
    buffer.guess_segment_properties()
    return buffer.script or "Zyyy"


@lru_cache(maxsize=4096)
def _face_for(piece: str, main: Face, given: bool, language: str) -> tuple[Face, bool]:
    """The face that shows a grapheme, and whether in its colours.

    Emoji are coloured, and what no font has as an outline, too. A face that was ``given`` comes first.
    """
    emoji = is_emoji(piece)
    if emoji and given and _paints(main, piece):
        return main, True
    if emoji and not (given and _draws(main, piece)):
        for face in color_faces():
            if _paints(face, piece):
                return face, True
    if _draws(main, piece):
        return main, False
    stands = stand_ins(piece, language)
    for face in stands:
        if _draws(face, piece):
            return face, False
    for face in color_faces():
        if _paints(face, piece):
            return face, True
    if stands:
        raise MissingLetter(
            piece, f"{stands[0]} has it, but neither as an outline nor in colours that can be read"
        )
    raise MissingLetter(piece)


def _paints(face: Face, piece: str) -> bool:
    """Whether a face has colours for a grapheme."""
    glyphs = _plain_glyphs(face, piece)
    return all(glyphs) and any(has_colors(face, glyph) for glyph in glyphs)


def _draws(face: Face, piece: str) -> bool:
    """Whether a face draws something for every glyph it needs, with no "not defined" box among them."""
    glyphs = _plain_glyphs(face, piece)
    return all(glyphs) and any(outline_of(open_face(face).font, glyph) for glyph in glyphs)


@lru_cache(maxsize=4096)
def _plain_glyphs(face: Face, piece: str) -> tuple[int, ...]:
    """The glyphs of a grapheme by itself; (0,) where the face lacks a letter of it."""
    opened = open_face(face)
    if not opened.has(piece):
        return (0,)
    buffer = hb.Buffer()
    buffer.add_str(piece)
    buffer.guess_segment_properties()
    hb.shape(opened.font, buffer, FEATURES)
    return tuple(info.codepoint for info in buffer.glyph_infos)


def outline_of(font: Any, glyph: int) -> list[Any]:
    """The drawing of a glyph as fontTools pen calls (name, points), in font units. Empty for blanks."""
    pen = RecordingPen()
    font.draw_glyph_with_pen(glyph, pen)
    return pen.value


def _shape_run(text: str, run: list[_Grapheme], language: str) -> list[Cluster]:
    first, last = run[0], run[-1]
    opened = open_face(first.face)
    em = opened.upem
    if is_space(first.text):
        return [Cluster(g.text, g.face, (), _room(g.text, opened), g.level, True) for g in run]
    buffer = hb.Buffer()
    buffer.add_codepoints([ord(c) for c in text], first.start, last.start + len(last.text) - first.start)
    buffer.direction = "rtl" if first.level % 2 else "ltr"
    if first.script != "Zyyy":
        buffer.script = first.script
    buffer.language = language
    buffer.guess_segment_properties()
    hb.shape(opened.font, buffer, FEATURES)

    starts = [g.start for g in run]
    glyphs: dict[int, list[tuple[int, float, float]]] = {}
    advances: dict[int, float] = {}
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions):
        owner = bisect_right(starts, info.cluster) - 1
        pen = advances.get(owner, 0.0)
        if info.codepoint == 0:
            raise MissingLetter(run[owner].text, f"{first.face} cannot join it to its neighbours")
        glyphs.setdefault(owner, []).append((info.codepoint, pen + place.x_offset / em, place.y_offset / em))
        advances[owner] = pen + place.x_advance / em
    clusters = []
    owners = sorted(glyphs)
    for owner, following in zip(owners, [*owners[1:], len(run)]):
        # graphemes without a glyph of their own were drawn in one ligature with this one
        letters = "".join(g.text for g in run[owner:following])
        advance = advances[owner]
        # emoji are drawn wider than an em: made as wide as a kanji, they stand well beside it
        scale = min(1.0, WIDEST / advance) if first.colored and advance > 0 else 1.0
        drawn = tuple(glyphs[owner])
        clusters.append(
            Cluster(letters, first.face, drawn, advance * scale, first.level, False, first.colored, scale)
        )
    return clusters


def _room(space: str, opened: Any) -> float:
    glyph = opened.font.get_nominal_glyph(ord(space[0])) or opened.font.get_nominal_glyph(0x20)
    return opened.font.get_glyph_h_advance(glyph) / opened.upem if glyph else SPACE
