"""Where a lure is drawn: at the target, unless that would put it onto the hunter's face.

The target is where the hunter wants to be, so who arrives stands right on it. What is seen then keeps a
little ahead of the head, and glides there and back. What comes from behind passes over the body as before.
"""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import clamp, follow, smoothstep

RATE = 9.0
"""How fast the drawn lure glides to its place, per second."""
NECK = 26.0
"""Board px behind the face over which a lure that comes from behind is let pass."""
EDGE = 13.0
"""Board px that a lure pushed aside keeps from the board's edges."""
TURNS = np.array(sorted(np.linspace(-2.6, 2.6, 27), key=abs))
"""Radians by which it may go round the head where there is no board ahead."""


class KeepClear:
    """The step ``off`` (2,) board px from the target to where the lure is drawn."""

    def __init__(self) -> None:
        self.off = np.zeros(2)

    def tick(
        self,
        target: np.ndarray,
        face: tuple[np.ndarray, np.ndarray, float, float],
        board: Board,
        dt: float | None,
    ) -> None:
        """One step of ``dt`` seconds; at once if None. ``target`` (2,) board px.

        ``face``: place (2,) board px of the head, unit vector (2,) along which it looks, how far ahead of it
        the middle of the lure has to be, and how far to its side it is clear.
        """
        want = self._want(target, *face, board)
        self.off = self.off + (want - self.off) * (1.0 if dt is None else follow(RATE, dt))

    def _want(
        self, target: np.ndarray, head: np.ndarray, way: np.ndarray, ahead: float, aside: float, board: Board
    ) -> np.ndarray:
        to = target - head
        along = float(to @ way)
        across = float(to @ np.array([-way[1], way[0]]))
        # Full on the face, nothing beside it and nothing behind the neck.
        share = 1 - smoothstep((abs(across) - 0.6 * aside) / (0.7 * aside))
        share *= smoothstep((along + NECK) / NECK)
        missing = (ahead - along) * share
        if missing <= 0:
            return np.zeros(2)
        place = target + way * missing
        if not board.holds(*(place - EDGE)) or not board.holds(*(place + EDGE)):
            place = self._round(head, way, float(np.hypot(*(place - head))), board)
        return place - target

    def _round(self, head: np.ndarray, way: np.ndarray, far: float, board: Board) -> np.ndarray:
        """A place ``far`` px from the head on the board, as straight ahead as may be."""
        angle = math.atan2(way[1], way[0]) + TURNS
        places = head + np.stack([np.cos(angle), np.sin(angle)], -1) * far
        inside = ((places >= EDGE) & (places <= np.array([board.width, board.height]) - EDGE)).all(axis=1)
        place = places[int(np.argmax(inside))]
        return np.array([clamp(place[0], 0, board.width), clamp(place[1], 0, board.height)])
