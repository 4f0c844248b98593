"""Laying a word out as bodies, by the rules of article 003, and the words that scenes show by default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scenes.board import Board
from scenes.glyphs import Glyph, glyph_of
from scenes.lines import PITCH, units, wrap
from scenes.shaping import Cluster, reading_to_place, shape
from scenes.texterrors import TextError

MIN_WIDTH = 0.34
"""em; no box is narrower, or it would be a rod."""
HEIGHT = 0.9
"""em; the height of every box."""
GAP = 0.1
"""em between neighbours, spaces included."""
SIZE = 74.0
"""Board px per em before shrinking (the pile's)."""
LIMIT = 400.0
"""Board px that a row may be wide on the published board (the pile's)."""
SMALLEST = 24.0
"""Board px per em; a word that one row would make smaller than this is set in several rows."""
DEPTH = 150.0
"""Board px that several rows may take down the board."""
READABLE = 4.0
"""Board px per em; below it nobody reads a letter."""

WORDS = {
    "pile": {"ja": "つみかさね", "ko": "차곡차곡 쌓기", "en": "GRAVITY"},
    "rope": {"ja": "ぶらさがり", "ko": "줄에 매달려", "en": "DANGLE"},
    "jelly": {"ja": "ぷにぷに", "ko": "말랑말랑", "en": "WOBBLE"},
    "dodge": {"ja": "こんにちは", "ko": "안녕하세요", "en": "HELLO"},
    "water": {"ja": "なつのみず", "ko": "여름의 물결", "en": "SUMMER"},
    "shatter": {"ja": "こなごな", "ko": "산산조각", "en": "PIECES"},
    "tilt": {"ja": "カートに入れる", "ko": "장바구니 담기", "en": "ADD TO CART"},
    "wind": {"ja": "あきのかぜ", "ko": "가을바람", "en": "BREEZE"},
    "hero": {"ja": "もういちど", "ko": "다시 한번 더", "en": "ONCE MORE"},
}
"""Default words. Japanese: the article's. Korean: as many letters as the article counts."""


class EmptyWord(TextError):
    """A word without a single letter."""


class LongWord(TextError):
    """A word with more letters than the board can show."""


@dataclass(frozen=True)
class Letter:
    """One body, in board pixels: centre and size of its box, and px per em (``size``)."""

    glyph: Glyph
    x: float
    y: float
    width: float
    height: float
    size: float


def default_word(scene: str, language: str) -> str:
    """The word that a scene shows when none is given. Raises KeyError for a scene without words."""
    words = WORDS[scene]
    return words.get(language, words["en"])


def layout(
    word: str,
    *,
    limit: float = LIMIT,
    size: float = SIZE,
    font: str | None = None,
    language: str = "ja",
    board: Board | None = None,
    depth: float = DEPTH,
) -> list[Letter]:
    """Letters of a word in reading order, centred on the board: in one row, a long sentence in several.

    ``limit``: board px that a row may be wide; ``size``: board px per em that is shrunk to fit; ``depth``:
    board px that rows may take down the board. Spaces take room but have no letter. Right-to-left words
    start at the right. Raises EmptyWord, LongWord, and the other kinds of ``TextError``.
    """
    clusters = shape(word, font, language)
    if all(cluster.space for cluster in clusters):
        raise EmptyWord(
            f"word {word!r} has no letters: give at least one, for example --word {_example(language)}"
        )
    widths = [c.advance if c.space else box_width(c.advance) for c in clusters]
    em, rows = _rows(clusters, widths, limit, size, depth)
    cx, cy = (board or Board()).center
    place: dict[int, tuple[float, float]] = {}
    for line, items in enumerate(rows):
        order = [items[i] for i in reading_to_place([clusters[i] for i in items])]
        y = cy + (line - (len(rows) - 1) / 2) * PITCH * em
        for i, x in zip(order, centers([widths[i] for i in order], em)):
            place[i] = cx + x, y
    return [
        Letter(glyph_of(c), *place[i], widths[i] * em, HEIGHT * em, em)
        for i, c in enumerate(clusters)
        if not c.space
    ]


def glyphs_of(word: str, font: str | None = None, language: str = "ja") -> Iterator[Glyph]:
    """The letters of a word one by one, so that those of a long one can be made between two pictures.

    ``layout`` finds them ready then. Raises as it does.
    """
    for cluster in shape(word, font, language):
        if not cluster.space:
            yield glyph_of(cluster)


def _rows(
    clusters: list[Cluster], widths: list[float], limit: float, size: float, depth: float
) -> tuple[float, list[list[int]]]:
    """Px per em, and the clusters of each row."""
    em, _ = row(widths, limit, size)
    texts, spaces = [c.text for c in clusters], [c.space for c in clusters]
    if em >= SMALLEST or sum(not s for s in spaces) < 2:
        return em, [list(range(len(clusters)))]
    em, rows = wrap(units(texts), widths, spaces, GAP, limit=limit, depth=depth, size=size)
    if em < READABLE:
        count = sum(not s for s in spaces)
        raise LongWord(
            f"a word of {count} letters does not fit: each would be {em:.1f} px high, and nobody reads one "
            f"below {READABLE:g}. Give at most about {int(count * (em / READABLE) ** 2)} letters"
        )
    return em, rows


def box_width(advance: float) -> float:
    """Width of a letter's box, em, from its advance."""
    return max(advance, MIN_WIDTH)


def row(widths: Sequence[float], limit: float, size: float) -> tuple[float, list[float]]:
    """Px per em, and each item's centre in board px from the row's middle, from widths in em, left to right.

    Items are letters and spaces alike. The row is shrunk as a whole until it fits ``limit``.
    """
    em = min(size, limit / (sum(widths) + GAP * (len(widths) - 1)))
    return em, centers(widths, em)


def centers(widths: Sequence[float], em: float) -> list[float]:
    """Each item's centre in board px from the row's middle, at ``em`` px per em."""
    found, at = [], -(sum(widths) + GAP * (len(widths) - 1)) / 2
    for width in widths:
        found.append((at + width / 2) * em)
        at += width + GAP
    return found


def _example(language: str) -> str:
    return WORDS["dodge"].get(language, WORDS["dodge"]["en"])
