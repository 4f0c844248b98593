"""Breaking a sentence into rows, for words so long that one row would be too small to read.

Where a row may end is said by Unicode's line breaking (UAX 14, by uniseg); Korean breaks between words
only. Which of those places are taken, and how large the letters are, is chosen here: as large as the room
allows, with rows as even as can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

PITCH = 1.15
"""em from one row to the next."""
_STEPS = 26
"""Halvings of the search for the size: far below a hundredth of a pixel."""
_HELD = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
"""Kana that may not start a row."""


def units(texts: Sequence[str]) -> list[list[int]]:
    """Indices of clusters that a row may not separate, in reading order."""
    ends = _ends("".join(texts))
    made: list[list[int]] = [[]]
    at = 0
    for i, text in enumerate(texts):
        made[-1].append(i)
        at += len(text)
        after = texts[i + 1] if i + 1 < len(texts) else ""
        if at in ends and after and not (_hangul(text) and _hangul(after)):
            made.append([])
    return made


def _ends(text: str) -> set[int]:
    """Where UAX 14 lets a row end. The rules are read a stretch at a time, and not for what needs none."""
    ends, start = set[int](), 0
    for at in range(1, len(text) + 1):
        if at == len(text) or _plainly_ends(text[max(at - 2, start) : at], text[at]):
            ends.update(start + end for end in _ends_within(text[start:at]))
            start = at
    return ends


def _plainly_ends(before: str, after: str) -> bool:
    """Whether a row may end here whatever else there is: in kanji and kana, and after words of letters."""
    if _ideograph(before[-1]) and _ideograph(after):
        return True
    return len(before) == 2 and before[1] == " " and before[0].isalpha() and after.isalnum()


@lru_cache(maxsize=1024)
def _ends_within(text: str) -> tuple[int, ...]:
    word = text.rstrip(" ")
    if len(text) == 1 or (word.isascii() and word.isalpha()):
        return (len(text),)
    from uniseg.linebreak import line_break_boundaries  # a table of some size: only for those who wrap

    return tuple(end for end in line_break_boundaries(text) if end)


def wrap(
    words: Sequence[Sequence[int]],
    widths: Sequence[float],
    spaces: Sequence[bool],
    gap: float,
    *,
    limit: float,
    depth: float,
    size: float,
) -> tuple[float, list[list[int]]]:
    """Px per em and the rows (indices of clusters, no spaces at their ends).

    ``words``: as ``units`` gives them; ``widths`` in em; ``spaces``: which clusters are blank; ``gap``: em
    between neighbours; ``limit`` and ``depth``: board px across and down; ``size``: the most px per em.
    """
    measure = _Measure(widths, spaces, gap)
    pieces = _pieces(words, measure, limit, size)

    def rows(em: float) -> list[tuple[int, int]]:
        return _fill(pieces, measure, limit / em)

    low, high = 0.0, size
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _fits(rows(middle), measure, middle, limit, depth):
            low = middle
        else:
            high = middle
    em = low
    count = len(rows(em))
    narrow, wide = 0.0, limit / em
    for _ in range(_STEPS):
        middle = (narrow + wide) / 2
        even = _fill(pieces, measure, middle)
        if len(even) <= count and max(measure.wide(row) for row in even) <= middle + 1e-9:
            wide = middle
        else:
            narrow = middle
    return em, [list(range(*row)) for row in _fill(pieces, measure, wide)]


Span = tuple[int, int]
"""Clusters of a row or a piece of one: first, past the last."""


class _Measure:
    """How wide stretches of clusters are, em."""

    def __init__(self, widths: Sequence[float], spaces: Sequence[bool], gap: float) -> None:
        self.spaces = spaces
        self._gap = gap
        self._sums = [0.0, *accumulate(widths)]

    def wide(self, span: Span) -> float:
        first, last = span
        return self._sums[last] - self._sums[first] + self._gap * max(last - first - 1, 0)

    def trimmed(self, span: Span) -> Span:
        """Without the spaces at either end."""
        first, last = span
        while first < last and self.spaces[first]:
            first += 1
        while last > first and self.spaces[last - 1]:
            last -= 1
        return first, last


def _pieces(words: Sequence[Sequence[int]], measure: _Measure, limit: float, size: float) -> list[Span]:
    """Words, those that would not fit a row by themselves cut at every letter."""
    spans = [(word[0], word[-1] + 1) for word in words if word]
    longest = max(sum(map(measure.wide, spans)) ** 0.5 * 1.6, limit / size)
    made: list[Span] = []
    for span in spans:
        if measure.wide(span) > longest:
            made += [(i, i + 1) for i in range(*span)]
        else:
            made.append(span)
    return made


def _fill(pieces: Sequence[Span], measure: _Measure, room: float) -> list[Span]:
    """Rows as a typist fills them, each no wider than ``room`` em if its pieces allow."""
    rows: list[Span] = []
    first = last = pieces[0][0]
    for _, end in pieces:
        if last > first and measure.wide(measure.trimmed((first, end))) > room + 1e-9:
            rows.append(measure.trimmed((first, last)))
            first = last
        last = end
    rows.append(measure.trimmed((first, last)))
    return [row for row in rows if row[1] > row[0]]


def _fits(rows: list[Span], measure: _Measure, em: float, limit: float, depth: float) -> bool:
    wide = max(map(measure.wide, rows)) * em
    return wide <= limit + 1e-6 and len(rows) * PITCH * em <= depth


def _ideograph(character: str) -> bool:
    """Kanji and full-sized kana: a row may end between any two of them."""
    return "\u4e00" <= character <= "\u9fff" or (
        ("\u3041" <= character <= "\u3096" or "\u30a1" <= character <= "\u30fa") and character not in _HELD
    )


def _hangul(text: str) -> bool:
    return "\uac00" <= text[0] <= "\ud7a3"
