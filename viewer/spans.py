"""One picture over several screens: which part of it each shows, what lies behind bezels. Arithmetic only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Rect = tuple[int, int, int, int]
"""x, y, width, height in desktop units, y down; x and y may be negative."""


WIDEST_BEZEL = 2000
"""Desktop units that may be hidden between two neighbours."""


@dataclass(frozen=True)
class Part:
    """``width`` by ``height`` of the picture, from (left, top) on, are shown in the window at (x, y)."""

    x: int
    y: int
    width: int
    height: int
    left: int
    top: int


@dataclass(frozen=True)
class Span:
    """A window over screens. ``window``: the smallest rectangle that holds them all; ``picture``: width and
    height with the hidden strips between them; ``parts``: one a screen. Desktop units."""

    window: Rect
    picture: tuple[int, int]
    parts: tuple[Part, ...]

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """A place in the window as one in the picture; off all screens, as on the nearest one."""
        part = min(self.parts, key=lambda p: _away(x, p.x, p.width) ** 2 + _away(y, p.y, p.height) ** 2)
        return x - part.x + part.left, y - part.y + part.top


def span(screens: Sequence[Rect], bezel: tuple[int, int] = (0, 0)) -> Span:
    """Lay one picture over ``screens`` (at least one), with ``bezel`` units of it hidden between neighbours.

    Screens may lie in any way, also apart, at different heights, or over one another.
    """
    left, top = min(s[0] for s in screens), min(s[1] for s in screens)
    right, bottom = max(s[0] + s[2] for s in screens), max(s[1] + s[3] for s in screens)
    columns, rows = _ranks([(s[0], s[2]) for s in screens]), _ranks([(s[1], s[3]) for s in screens])
    parts = tuple(
        Part(
            x=s[0] - left,
            y=s[1] - top,
            width=s[2],
            height=s[3],
            left=s[0] - left + column * bezel[0],
            top=s[1] - top + row * bezel[1],
        )
        for s, column, row in zip(screens, columns, rows)
    )
    picture = max(p.left + p.width for p in parts), max(p.top + p.height for p in parts)
    return Span((left, top, right - left, bottom - top), picture, parts)


def _ranks(sides: Sequence[tuple[int, int]]) -> list[int]:
    """For each (start, length) how many of the others, one beyond another, come before it: bezels passed."""
    ranks = [0] * len(sides)
    for i in sorted(range(len(sides)), key=lambda i: sides[i]):
        ranks[i] = max(
            (ranks[j] + 1 for j, (at, length) in enumerate(sides) if at + length <= sides[i][0]), default=0
        )
    return ranks


def _away(at: float, start: int, length: int) -> float:
    """How far ``at`` is from a stretch, 0 on it."""
    return max(start - at, at - (start + length), 0.0)
