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
SMALLEST_EIGHT, LARGEST_EIGHT = 0.3, 0.5
"""Sizes of the eights that more individuals than the published few swing along, as shares of the first's."""
SPREAD = np.array([0.7548776662, 0.5698402910])
"""Steps of a sequence that fills a square evenly, whatever its length (the plastic number's)."""
ROOMY = 4
"""Individuals that the board has room for at full size."""
SHORE = 20.0
"""Board px that their paths keep from the edges."""
TURNS = sorted(np.linspace(-math.pi, math.pi, 24, endpoint=False), key=abs)


class Crowd:
    """``count`` individuals that follow one target. The first is the published one: size 1, no lag.

    ``size`` (count,): share of the published size. ``seed`` (count,): a number of each one's own, 0..1.
    ``lag`` (count,): seconds behind the first on the path, spread over its ``lap`` seconds. ``room``: px
    that heads of size 1 keep from one another. ``smallest``: the least size. ``pace``: how the target swings
    along the path, for arrays of shares of the lap; evenly if None. ``published``: how many the article
    has; of more, all but the first swing along eights of their own, smaller, elsewhere and mirrored.
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
        published: int = 1,
    ) -> None:
        self.pace = pace
        rng = make_rng(seed)
        draws = np.array([[rng(), rng(), rng()] for _ in range(count)])
        # A dozen do not fit at full size, and a thousand still less.
        crowding = min(1.0, (ROOMY / max(count, 1)) ** 0.4)
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
        self._spread(count if count > published else 1, seed)
        self.room = room * self.size
        self.elbows = ElbowRoom(self.room)

    def _spread(self, count: int, seed: int) -> None:
        """Give all of ``count`` but the first an eight of their own; one is alone on the common one."""
        self.scale, self.middle = np.ones((len(self.size), 2)), np.zeros((len(self.size), 2))
        self.apart = count > 1
        if not self.apart:
            return
        rng = make_rng(seed + 1)
        share = SMALLEST_EIGHT + (LARGEST_EIGHT - SMALLEST_EIGHT) * np.array([rng() for _ in range(count)])
        mirror = np.array([[1.0 if rng() < 0.5 else -1.0 for _ in range(2)] for _ in range(count)])
        spot = 2 * ((0.5 + np.arange(count)[:, None] * SPREAD) % 1.0) - 1
        self.middle[1:] = ((1 - 0.6 * share)[:, None] * spot)[1:]
        self.scale[1:] = (share[:, None] * mirror)[1:]

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
        half = np.array([HALF_WIDTH / WIDTH * board.width, HALF_HEIGHT / HEIGHT * board.height])
        swing = np.stack([half[0] * np.sin(u), half[1] * np.sin(2 * u)], -1)
        if not self.apart:
            return swing + board.center + self.drift
        place = swing * self.scale + self.middle * half + board.center + self.drift
        place[1:] = np.clip(place[1:], SHORE, np.array([board.width, board.height]) - SHORE)
        return place

    def headings(self, target: Target, length: float) -> np.ndarray:
        """Directions (count,) along the path now, radians, turned so far that bodies lie on the board.

        ``length``: board px of a body of size 1 behind its place on the path. One alone looks along +x.
        """
        if len(self.size) == 1:
            return np.zeros(1)
        start, board = self.path(target), target.board
        to = self.path(target, 0.2) - start
        want = np.arctan2(to[:, 1], to[:, 0])
        turn, found = np.zeros(len(want)), np.zeros(len(want), bool)
        far = np.array([board.width, board.height]) - SHORE
        for more in TURNS:
            way = np.stack([np.cos(want + more), np.sin(want + more)], -1)
            tail = start - way * (length * self.size)[:, None]
            fits = ~found & ((tail >= SHORE) & (tail <= far)).all(axis=1)
            turn[fits], found = more, found | fits
        return want + turn

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
