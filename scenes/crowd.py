"""Many of one kind: each individual has a size, a place on the path, and a little room of its own."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from kernels.crowd import ElbowRoom
from scenes.board import HEIGHT, WIDTH
from scenes.motion import TAU, make_rng
from scenes.target import HALF_HEIGHT, HALF_WIDTH, Target

GOLDEN = math.pi * (3 - math.sqrt(5))
"""Angle between neighbours of a sunflower, which fills a disc evenly whatever their number."""
STREAM = np.array([120.0, 90.0])
"""Board px over which many individuals spread about the path."""


class Crowd:
    """``count`` individuals that follow one target. The first is the published one: size 1, no lag.

    ``size`` (count,): share of the published size. ``seed`` (count,): a number of each one's own, 0..1.
    ``lag`` (count,): seconds behind the first on the path, spread over its ``lap`` seconds. ``room``: px
    that heads of size 1 keep from one another. ``smallest``: the least size. ``pace``: how the target swings
    along the path, for arrays of shares of the lap; evenly if None.
    """

    def __init__(
        self,
        count: int,
        *,
        room: float,
        lap: float,
        smallest: float = 0.6,
        seed: int = 31,
        pace: Callable[[np.ndarray], np.ndarray] | None = None,
    ) -> None:
        self.pace = pace
        rng = make_rng(seed)
        draws = np.array([[rng(), rng(), rng()] for _ in range(count)])
        # A thousand do not fit at full size: the herd's share of the board stays bounded.
        crowding = min(1.0, math.sqrt(12 / max(count, 1)))
        self.size = (smallest + (1 - smallest) * draws[:, 0]) * crowding
        self.seed = draws[:, 1]
        k = np.arange(count)
        self.lag = (k * GOLDEN / TAU + 0.08 * draws[:, 2]) % 1.0 * lap
        self.reach = room * 0.55 * crowding * np.sqrt(k + 0.6)
        self.turn = GOLDEN * k
        # Few keep to the path; many make it a broad stream.
        stream = min(1.0, count / 40)
        self.drift = stream * (draws[:, 1:] - 0.5) * STREAM
        self.size[0], self.lag[0], self.drift[0] = crowding, 0.0, 0.0
        self.room = room * self.size
        self.elbows = ElbowRoom(self.room)

    def take_tempo(self) -> np.ndarray:
        """Let size set the pace, and give it (count,): a share of the published pace.

        A small walker is quick for its length, but slow in px (Froude): its steps take less time, a lap more.
        """
        tempo = np.sqrt(self.size)
        self.lag /= tempo[0]
        return tempo

    def path(self, target: Target, ahead: float = 0.0) -> np.ndarray:
        """Each one's place on the figure-eight (count, 2) now, or ``ahead`` seconds later."""
        board = target.board
        # On a longer eight they spread along all of it too.
        lag = self.lag * (target.lap_ticks / target.published_ticks)
        ticks = target.ticks + (ahead - lag) / target.dt
        share = np.fmod(ticks, target.lap_ticks) / target.lap_ticks
        u = TAU * (share if self.pace is None else self.pace(share))
        swing = np.stack(
            [
                HALF_WIDTH / WIDTH * board.width * np.sin(u),
                HALF_HEIGHT / HEIGHT * board.height * np.sin(2 * u),
            ],
            -1,
        )
        return swing + board.center + self.drift

    def aims(self, target: Target, heads: np.ndarray, turn: float = 0.0) -> np.ndarray:
        """Where each one wants to be (count, 2): on the path or about the pointer, clear of the others.

        ``heads`` (count, 2): where they are. ``turn``: radians by which the gathering round the pointer is
        turned. One individual alone gets exactly the target.
        """
        if len(self.size) == 1:
            return np.array([[target.x, target.y]])
        wish = self.path(target)
        angle = self.turn + turn
        held = np.stack([np.cos(angle), np.sin(angle)], -1) * self.reach[:, None] + target.held
        wish += (held - wish) * target.share
        return wish + self.elbows.find(heads) * self.room[:, None]
