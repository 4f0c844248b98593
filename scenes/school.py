"""A school's fright: a fast flick of a pointer startles the fish near it, and each one startles the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np

from kernels import runtime
from kernels.nearest import nearest_body
from scenes.board import Board
from scenes.scene import CREATURE_TICK

FLICK_SPEED = 1100.0
"""Speed of a pointer, board px/s, from which it frightens."""
FLICK_TICKS = 4
"""Ticks over which a pointer's speed is taken: windows report places in bursts."""
FEAR = 120.0
"""Board px from the pointer's path at which fish are startled."""
HEARING = 125.0
"""Board px over which a fright passes from one fish of size 1 to the next."""
PASS_TICKS = 5
"""Ticks from a fish's fright to that of the fish beside it: the wave that is seen to run through a school."""
FLIGHT_TICKS = 52
CALM_TICKS = 150
"""Ticks after a fright within which a fish is not startled again."""
HASTE = 1.7
"""How much faster than usual it flees at first."""
AGILITY = 2.6
VIGOUR = 5.0
SHORE, BANK = 56.0, 36.0
"""Board px from the edge within which a flight ends, and at which who comes there in haste turns back."""
LOOK, BRAKE = 46.0, 0.72
"""Board px ahead that it sees the bank, and the share of its speed that it loses before it."""
TURNS = sorted(np.linspace(-np.pi, np.pi, 16, endpoint=False), key=abs)
AHEAD = 170.0
"""How far off the place lies to which it flees, board px."""

Places = Mapping[int, tuple[float, float]]


class Flicks:
    """Watches pointers and tells which of them were just flicked."""

    def __init__(self) -> None:
        self.past: dict[int, deque[tuple[float, float]]] = {}

    def tick(self, pointers: Places) -> list[tuple[float, float, float, float]]:
        """Stretches (x, y, x, y) that fast pointers covered of late. ``pointers``: where each one is now."""
        self.past = {pointer: self.past.get(pointer, deque(maxlen=FLICK_TICKS + 1)) for pointer in pointers}
        found = []
        for pointer, place in pointers.items():
            past = self.past[pointer]
            past.append((float(place[0]), float(place[1])))
            (ax, ay), (bx, by) = past[0], past[-1]
            if np.hypot(bx - ax, by - ay) > FLICK_SPEED * FLICK_TICKS * CREATURE_TICK:
                found.append((ax, ay, bx, by))
        return found


class Fright:
    """Which of ``count`` fish flee, and where to. ``size`` (count,): small ones hear less far.

    ``since`` (count,): ticks since the last fright. ``away`` (count, 2): direction of the flight.
    ``hem`` (count,): how much the bank holds it back, 0..1.
    """

    def __init__(self, size: np.ndarray) -> None:
        count = len(size)
        real = runtime.real()
        self.flicks = Flicks()
        # One reach for all: that of the largest, so that the wave runs through the small ones too.
        self.hearing = HEARING * float(size.max(initial=0.0))
        self.since = np.full(count, CALM_TICKS)
        self.away = np.zeros((count, 2))
        self.hem = np.zeros(count)
        self._near = np.zeros(count, real)
        self._from = np.zeros((count, 2), real)
        # The first fright must not wait for the compiler.
        far = np.full((1, 2), 1e6, real)
        nearest_body(self._from.copy(), far, np.zeros(1, real), 1.0, self._near, self._from)

    @property
    def alarm(self) -> np.ndarray:
        """How frightened each one is (count,), 1 at first to 0."""
        return np.clip(1 - self.since / FLIGHT_TICKS, 0, 1)

    def tick(self, heads: np.ndarray, pointers: Places) -> None:
        """One step. ``heads`` (count, 2) board px, float of ``runtime.real()``."""
        self.since = np.minimum(self.since + 1, CALM_TICKS)
        for ax, ay, bx, by in self.flicks.tick(pointers):
            self.startle(heads, (ax, ay), (bx, by))
        tell = self.since == PASS_TICKS
        if tell.any():
            speakers = np.ascontiguousarray(heads[tell])
            radius = np.zeros(len(speakers), heads.dtype)
            places = np.ascontiguousarray(heads)
            nearest_body(places, speakers, radius, self.hearing, self._near, self._from)
            self._flee(self._near > 0, self._from)

    def startle(self, heads: np.ndarray, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Startle whoever is near the stretch from ``start`` to ``end``, board px."""
        a, ab = np.array(start), np.array(end) - np.array(start)
        share = np.clip(((heads - a) @ ab) / max(float(ab @ ab), 1e-9), 0, 1)
        off = np.asarray(heads, float) - (a + share[:, None] * ab)
        distance = np.hypot(off[:, 0], off[:, 1])
        self._flee(distance < FEAR, off / np.maximum(distance, 1e-9)[:, None])

    def _flee(self, who: np.ndarray, away: np.ndarray) -> None:
        who = who & (self.since >= CALM_TICKS)
        self.since[who] = 0
        self.away[who] = away[who]

    def steer(self, heads: np.ndarray, wish: np.ndarray, way: np.ndarray, board: Board) -> np.ndarray:
        """Where each one wants to be (count, 2): at its refuge, or at its ``wish`` (count, 2).

        ``way`` (count, 2): unit vectors along which they swim now. Who comes to the bank in its haste turns
        back there.
        """
        hurried = (self.since < CALM_TICKS)[:, None]
        self.hem = np.zeros(len(heads))
        if not hurried.any():
            return wish
        size = np.array([board.width, board.height])
        ahead = np.asarray(heads, float) + way * LOOK
        over = np.maximum(np.maximum(BANK - ahead, ahead - size + BANK), 0.0).max(axis=1)
        self.hem = np.clip(over / BANK, 0.0, 1.0) * hurried[:, 0]
        goal = np.where(self.alarm[:, None] > 0, self._refuge(np.asarray(heads, float), size), wish)
        return np.where(hurried, np.clip(goal, BANK, size - BANK), goal)

    def _refuge(self, heads: np.ndarray, size: np.ndarray) -> np.ndarray:
        """A place (count, 2) well within the bank, as straight away from what frightened them as may be."""
        refuge = np.clip(heads + self.away * AHEAD, SHORE, size - SHORE)
        found = np.zeros(len(heads), bool)
        for turn in TURNS:
            c, s = np.cos(turn), np.sin(turn)
            place = heads + self.away @ np.array([[c, s], [-s, c]]) * AHEAD
            fits = ~found & ((place >= SHORE) & (place <= size - SHORE)).all(axis=1)
            refuge[fits], found = place[fits], found | fits
        return refuge

    def gains(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Speed, turn and vigour (count,) as ``Koi.tick`` takes them."""
        alarm, hem = self.alarm, self.hem
        haste = np.maximum(alarm, hem)
        speed = (1 + HASTE * alarm) * (1 - BRAKE * hem)
        return speed, 1 + (AGILITY - 1) * haste, 1 + (VIGOUR - 1) * haste
