"""Laying a word out as bodies, by the rules of article 003, and the words that scenes show by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenes.board import Board
from scenes.glyphs import Glyph, glyph_of
from scenes.shaping import reading_to_place, shape
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
) -> list[Letter]:
    """Letters of a word in reading order, in one row centred on the board.

    ``limit``: board px that the row may be wide; ``size``: board px per em that is shrunk to fit. Spaces
    take room but have no letter. Right-to-left words start at the right.
    Raises EmptyWord, and the other kinds of ``TextError``.
    """
    clusters = shape(word, font, language)
    if all(cluster.space for cluster in clusters):
        raise EmptyWord(
            f"word {word!r} has no letters: give at least one, for example --word {_example(language)}"
        )
    places = reading_to_place(clusters)
    widths = [c.advance if c.space else box_width(c.advance) for c in clusters]
    em, centers = row([widths[i] for i in places], limit, size)
    x_of = dict(zip(places, centers))
    cx, cy = (board or Board()).center
    return [
        Letter(glyph_of(c), cx + x_of[i], cy, widths[i] * em, HEIGHT * em, em)
        for i, c in enumerate(clusters)
        if not c.space
    ]


def box_width(advance: float) -> float:
    """Width of a letter's box, em, from its advance."""
    return max(advance, MIN_WIDTH)


def row(widths: Sequence[float], limit: float, size: float) -> tuple[float, list[float]]:
    """Px per em, and each item's centre in board px from the row's middle, from widths in em, left to right.

    Items are letters and spaces alike. The row is shrunk as a whole until it fits ``limit``.
    """
    total = sum(widths) + GAP * (len(widths) - 1)
    em = min(size, limit / total)
    centers, at = [], -total / 2
    for width in widths:
        centers.append((at + width / 2) * em)
        at += width + GAP
    return em, centers


def _example(language: str) -> str:
    return WORDS["dodge"].get(language, WORDS["dodge"]["en"])
