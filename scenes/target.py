"""The target that creatures chase: a figure-eight that gives way to a pointer and comes back.

Articles 000/004: one horizontal swing per two vertical ones; with a pointer on the board the target
is blended towards it, and back to the eight when it leaves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from scenes.board import HEIGHT, WIDTH, Board
from scenes.motion import follow, lerp

HALF_WIDTH = 185.0
"""Board px from the centre of the eight to its side, on the published board."""
HALF_HEIGHT = 105.0
BLEND_IN = 6.0
"""How fast the target gives way to a pointer, per second."""
BLEND_OUT = 2.2
"""How fast it comes back to the eight, per second."""

Pace = Callable[[float], float]
"""Turns along the eight for a share of the lap's time, both 0..1."""


def even(share: float) -> float:
    """The pace of an even swing: turns go as time goes."""
    return share


def figure_eight(turns: float, board: Board | None = None) -> tuple[float, float]:
    """Board place on the eight after ``turns`` laps. 0 is the centre, moving right."""
    b = board or Board()
    cx, cy = b.center
    u = 2 * math.pi * (turns % 1.0)
    return (
        cx + HALF_WIDTH * b.width / WIDTH * math.sin(u),
        cy + HALF_HEIGHT * b.height / HEIGHT * math.sin(2 * u),
    )


@lru_cache(64)
def lap_share(board: Board) -> float:
    """Length of the eight on ``board``, as a share of the published one's: a lap takes as much longer.

    So the target goes at its published speed on every board; on a wall nobody could follow it else.
    """
    return _length(board) / _length(Board())


def _length(board: Board, steps: int = 400) -> float:
    path = [figure_eight(k / steps, board) for k in range(steps + 1)]
    return sum(math.dist(a, b) for a, b in pairwise(path))


class Target:
    """Where the head wants to be: ``x``, ``y`` board px. ``lap``: seconds per eight, swung at a ``pace``."""

    def __init__(self, lap: float, tick_seconds: float, board: Board, pace: Pace = even) -> None:
        self.pace = pace
        self.published_ticks = self.lap_ticks = lap / tick_seconds
        self.dt = tick_seconds
        self.ticks = 0.0
        self.board = board
        self.pointers: dict[int, tuple[float, float]] = {}
        self.reset()

    @property
    def board(self) -> Board:
        return self._board

    @board.setter
    def board(self, board: Board) -> None:
        """Another board: the target keeps its share of the lap."""
        self._board = board
        before = self.lap_ticks
        self.lap_ticks = self.published_ticks * lap_share(board)
        self.ticks *= self.lap_ticks / before

    def reset(self) -> None:
        self.ticks = 0
        self.share = 0.0
        self.held = self.board.center
        self.x, self.y = figure_eight(0.0, self.board)

    @property
    def watched(self) -> bool:
        """Whether any pointer is on the board."""
        return bool(self.pointers)

    def eight(self, ahead: float = 0.0) -> tuple[float, float]:
        """The place on the eight now, or ``ahead`` seconds later."""
        ticks = self.ticks + ahead / self.dt
        return figure_eight(self.pace(math.fmod(ticks, self.lap_ticks) / self.lap_ticks), self.board)

    def course(self, ahead: float = 0.1) -> float:
        """Direction of the eight now, radians: from its place now to that ``ahead`` seconds later."""
        (ax, ay), (bx, by) = self.eight(), self.eight(ahead)
        return math.atan2(by - ay, bx - ax)

    def tick(self) -> tuple[float, float]:
        """One step. The eight is read at the end of the step, as the published figures were."""
        self.ticks += 1
        if self.pointers:
            self.held = list(self.pointers.values())[-1]
            self.share = lerp(self.share, 1.0, follow(BLEND_IN, self.dt))
        else:
            self.share = lerp(self.share, 0.0, follow(BLEND_OUT, self.dt))
        ex, ey = self.eight()
        self.x = lerp(ex, self.held[0], self.share)
        self.y = lerp(ey, self.held[1], self.share)
        return self.x, self.y

    def move(self, pointer: int, x: float, y: float) -> None:
        """A pointer is at (x, y); the latest one to come leads. Off the board it lets go."""
        if self.board.holds(x, y):
            self.pointers[pointer] = (x, y)
        else:
            self.leave(pointer)

    def leave(self, pointer: int) -> None:
        self.pointers.pop(pointer, None)
