"""Pictures within a picture: what the tiles of the gallery wall show."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from scenes.board import Board, View
from scenes.picture import Floats, Layer, Picture

Region = tuple[int, int, int, int]
"""x, y of the upper left corner, width, height: px of a picture, y down."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One nested picture, the board that it lives on, and whose it is (``Painter.paint``).

    ``part``: which part of that picture, counted from below, where it is painted in several.
    """

    picture: Picture
    board: Board
    owner: Hashable
    part: int | None = None


@dataclass(frozen=True, kw_only=True)
class Panels(Layer):
    """Nested pictures, clipped to their boxes. ``box`` (m, 4): x, y, width, height, board px.

    ``panels``: what is in each box, None for nothing. A board of another shape fills its box, centred.
    """

    box: Floats
    panels: tuple[Panel | None, ...]


def inner_view(outer: View, box: Sequence[float] | Floats, board: Board) -> tuple[View, Region]:
    """How ``board`` lies on the picture that ``outer`` is laid on, and the pixels of the box, clipped to it.

    ``box``: x, y, width, height on the outer board.
    """
    x, y, width, height = map(float, box)
    left, top = outer.to_pixels(x, y)
    right, bottom = outer.to_pixels(x + width, y + height)
    scale = max((right - left) / board.width, (bottom - top) / board.height)
    inner = View(
        board,
        outer.width,
        outer.height,
        scale,
        (left + right - board.width * scale) / 2,
        (top + bottom - board.height * scale) / 2,
    )
    return inner, whole(outer, left, top, right, bottom)


def whole(outer: View, left: float, top: float, right: float, bottom: float) -> Region:
    """A rectangle in whole pixels, clipped to the picture; no width or height where nothing is left of it."""
    x0, x1 = (min(max(round(at), 0), outer.width) for at in (left, right))
    y0, y1 = (min(max(round(at), 0), outer.height) for at in (top, bottom))
    return x0, y0, max(x1 - x0, 0), max(y1 - y0, 0)
