"""Breaking a sentence into rows, for words so long that one row would be too small to read.

Where a row may end is said by Unicode's line breaking (UAX 14, by uniseg); Korean breaks between words
only. Which of those places are taken, and how large the letters are, is chosen here: as large as the room
allows, with rows as even as can be.
"""

from __future__ import annotations

from collections.abc import Sequence

PITCH = 1.15
"""em from one row to the next."""
_STEPS = 40
"""Halvings of the search for the size: far below a hundredth of a pixel."""


def units(texts: Sequence[str]) -> list[list[int]]:
    """Indices of clusters that a row may not separate, in reading order."""
    from uniseg.linebreak import line_break_boundaries  # a table of some size: only for those who wrap

    ends = set(line_break_boundaries("".join(texts)))
    made: list[list[int]] = [[]]
    at = 0
    for i, text in enumerate(texts):
        made[-1].append(i)
        at += len(text)
        after = texts[i + 1] if i + 1 < len(texts) else ""
        if at in ends and after and not (_hangul(text) and _hangul(after)):
            made.append([])
    return made


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
    pieces = _pieces(words, widths, gap, limit, size)

    def rows(em: float) -> list[list[int]]:
        return _fill(pieces, widths, spaces, gap, limit / em)

    low, high = 0.0, size
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _fits(rows(middle), widths, gap, middle, limit, depth):
            low = middle
        else:
            high = middle
    em = low
    count = len(rows(em))
    narrow, wide = 0.0, limit / em
    for _ in range(_STEPS):
        middle = (narrow + wide) / 2
        even = _fill(pieces, widths, spaces, gap, middle)
        if len(even) <= count and max(_width(row, widths, gap) for row in even) <= middle + 1e-9:
            wide = middle
        else:
            narrow = middle
    return em, _fill(pieces, widths, spaces, gap, wide)


def _pieces(
    words: Sequence[Sequence[int]], widths: Sequence[float], gap: float, limit: float, size: float
) -> list[list[int]]:
    """Words, those that would not fit a row by themselves cut at every letter."""
    longest = sum(_width(list(word), widths, gap) for word in words) ** 0.5 * 1.6
    made: list[list[int]] = []
    for word in words:
        if _width(list(word), widths, gap) > max(longest, limit / size):
            made += [[i] for i in word]
        else:
            made.append(list(word))
    return made


def _fill(
    pieces: Sequence[Sequence[int]],
    widths: Sequence[float],
    spaces: Sequence[bool],
    gap: float,
    room: float,
) -> list[list[int]]:
    """Rows as a typist fills them, each no wider than ``room`` em if its pieces allow."""
    rows: list[list[int]] = []
    row: list[int] = []
    for piece in pieces:
        if row and _width(_trim([*row, *piece], spaces), widths, gap) > room + 1e-9:
            rows.append(_trim(row, spaces))
            row = []
        row = [*row, *piece]
    rows.append(_trim(row, spaces))
    return [row for row in rows if row]


def _trim(row: list[int], spaces: Sequence[bool]) -> list[int]:
    start, end = 0, len(row)
    while start < end and spaces[row[start]]:
        start += 1
    while end > start and spaces[row[end - 1]]:
        end -= 1
    return row[start:end]


def _width(row: Sequence[int], widths: Sequence[float], gap: float) -> float:
    return sum(widths[i] for i in row) + gap * max(len(row) - 1, 0)


def _fits(
    rows: list[list[int]], widths: Sequence[float], gap: float, em: float, limit: float, depth: float
) -> bool:
    wide = max(_width(row, widths, gap) for row in rows) * em
    return wide <= limit + 1e-6 and len(rows) * PITCH * em <= depth


def _hangul(text: str) -> bool:
    return "\uac00" <= text[0] <= "\ud7a3"
