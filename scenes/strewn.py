"""Where things lie on a board of any size: evenly strewn with chance, in drifts, or along an edge.

The published board is laid out by hand. What these add lies beyond it, so that a board eight times as wide as
high is as full as the small one, at a cost that grows with its area.
"""

from __future__ import annotations

import math

import numpy as np

from scenes.board import HEIGHT, WIDTH, Board
from scenes.motion import TAU, Rng


def area(board: Board) -> float:
    """How many published boards fit into this one."""
    return board.width * board.height / (WIDTH * HEIGHT)


def strewn(board: Board, gap: float, rng: Rng, margin: float = 0.0) -> np.ndarray:
    """Places (k, 2) board px about ``gap`` px apart, each somewhere in its cell of a grid over the board.

    ``margin``: px beyond the board that are strewn too.
    """
    wide, high = board.width + 2 * margin, board.height + 2 * margin
    columns, rows = max(math.ceil(wide / gap), 1), max(math.ceil(high / gap), 1)
    places = [
        ((column + 0.14 * (row % 2) + 0.86 * rng()) / columns, (row + 0.07 + 0.86 * rng()) / rows)
        for row in range(rows)
        for column in range(columns)
    ]
    return np.array(places) * [wide, high] - margin


def apart(places: np.ndarray, taken: np.ndarray, gap: float) -> np.ndarray:
    """Those of ``places`` (k, 2) that lie at least ``gap`` px from all ``taken`` (m, 2)."""
    if not len(taken) or not len(places):
        return places
    away = np.hypot(*(places[:, None] - np.asarray(taken)[None]).transpose(2, 0, 1))
    return places[away.min(axis=1) >= gap]


def more(board: Board, taken: np.ndarray, gap: float, rng: Rng) -> np.ndarray:
    """Places (k, 2) where a board has room beside the ``taken`` ones: none on a board of the usual shape."""
    return apart(strewn(board, gap, rng), taken, gap)


def parts(length: float, usual: float) -> int:
    """Into how many parts, each about ``usual`` px, a side of ``length`` px falls: 1 up to 1.5 of them."""
    return max(1, round(length / usual))


def drift(places: np.ndarray, board: Board, wave: float, phase: float = 0.0) -> np.ndarray:
    """How thick growth is at ``places`` (..., 2): smooth, about -1..1, the same about the board's centre.

    ``wave``: px from one drift to the next. Three waves that do not fit each other: nothing repeats.
    """
    x, y = np.moveaxis((places - np.array(board.center)) * (TAU / wave), -1, 0)
    return 0.45 * (
        np.sin(0.91 * x + 0.33 * y + phase)
        + np.sin(-0.47 * x + 0.83 * y + 1.7 * phase + 1.0)
        + np.sin(0.29 * x - 1.13 * y + 2.3 * phase + 4.0)
    )
