"""The board (the world's own pixels) and how it lies on a framebuffer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

Fit = Literal["contain", "cover", "extend"]
FITS: tuple[str, ...] = get_args(Fit)

WIDTH = 480
HEIGHT = 300


@dataclass(frozen=True)
class Board:
    """Size of the world in board pixels; x to the right, y down, origin in the upper left corner."""

    width: float = WIDTH
    height: float = HEIGHT

    @property
    def center(self) -> tuple[float, float]:
        return self.width / 2, self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a board position lies on the board."""
        return 0 <= x <= self.width and 0 <= y <= self.height


MAX_ASPECT = 8.0
"""Beyond this aspect (either way) an extended board keeps bars: a scene needs some height."""


def extended(width: int, height: int) -> Board:
    """The board for a display of ``width`` x ``height`` pixels: no bars up to ``MAX_ASPECT`` either way.

    The published 480x300 is kept whole and grown in one direction, so that nothing on it is lost.
    """
    if width <= 0 or height <= 0:
        return Board()
    aspect = min(max(width / height, 1 / MAX_ASPECT), MAX_ASPECT)
    if aspect >= WIDTH / HEIGHT:
        return Board(HEIGHT * aspect, HEIGHT)
    return Board(WIDTH, WIDTH / aspect)


@dataclass(frozen=True)
class View:
    """How a board lies on a rectangle of a framebuffer.

    ``width``, ``height``: the rectangle in framebuffer pixels (y down), 0 allowed.
    ``scale``: framebuffer pixels per board pixel. ``left``, ``top``: framebuffer position of the
    board's origin.
    """

    board: Board
    width: int
    height: int
    scale: float
    left: float
    top: float

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        """Framebuffer pixels to board pixels."""
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """Board pixels to framebuffer pixels."""
        return x * self.scale + self.left, y * self.scale + self.top

    @property
    def shown(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the part of the rectangle that shows the board, in whole pixels.

        What lies outside is bars. Whole pixels keep their edge crisp; 0 <= left <= right <= width.
        """
        right, bottom = self.to_pixels(self.board.width, self.board.height)
        x0, x1 = (min(max(math.floor(x + 0.5), 0), self.width) for x in (self.left, right))
        y0, y1 = (min(max(math.floor(y + 0.5), 0), self.height) for y in (self.top, bottom))
        return x0, y0, x1, y1


def view(width: int, height: int, fit: Fit = "extend", board: Board | None = None) -> View:
    """Lay a board on a framebuffer rectangle.

    ``extend`` grows the board to the rectangle's aspect, ``contain`` shows all of it with bars,
    ``cover`` fills the rectangle and cuts what is over. A rectangle of no area gets a harmless
    scale of 1, so that a minimised window needs no special case anywhere.
    """
    if board is None:
        board = extended(width, height) if fit == "extend" else Board()
    if width <= 0 or height <= 0:
        return View(board, max(width, 0), max(height, 0), 1.0, 0.0, 0.0)
    ratios = width / board.width, height / board.height
    scale = max(ratios) if fit == "cover" else min(ratios)
    left = (width - board.width * scale) / 2
    top = (height - board.height * scale) / 2
    return View(board, width, height, scale, left, top)
