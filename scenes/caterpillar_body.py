"""The caterpillar's body: joints on the trail of the head, driven by a shrinking wave (articles 000/004, 05).

A joint is known by its place on the trail alone, so the body goes where the head went and nowhere else.
Lengths are those of a caterpillar of size 1; ``size`` carries them onto the board. One row an individual.
"""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.crawl import crawl
from kernels.trail import read_trail
from scenes.motion import TAU, follow
from scenes.params import Params, number
from scenes.vectors import wrap

JOINTS = 14
THICKNESS = 16.0
SLIMMEST, STOUTEST = 0.85, 1.4
STEP = 2.0
"""Px between samples of the trail."""
SAMPLES = 256
TIGHTEST = 27.0
"""Least radius of the trail, px: a caterpillar bends, it does not turn on the spot."""
STOP, EASE = 27.0, 40.0
"""Px from the target at which it stands, and over which it slows before. Standing farther off than it can
turn, it never circles what it wants."""
HOLD = 14.0
"""How fast a body that stands still comes to rest, 1/s: feet that do not crawl grip."""
DRIVE_EASE = 5.0


class CaterpillarParams(Params):
    """Numbers of the caterpillar, as published; what was not was found by experiment."""

    count: int = number(1, 1, 1000, "", "how many caterpillars")
    rest_gap: float = number(13.0, 6.0, 20.0, "px", "distance between neighbouring joints at rest")
    wave_speed: float = number(11.0, 0.0, 30.0, "rad/s", "speed of the shrinking wave")
    wave_depth: float = number(0.5, 0.0, 0.9, "", "share of a gap by which it shrinks at most")
    wave_k: float = number(0.58, 0.0, 2.0, "rad", "how much later the wave comes at each next joint")
    spring_k: float = number(600.0, 10.0, 1200.0, "1/s²", "spring between neighbouring joints")
    seg_damp: float = number(12.0, 0.0, 18.0, "1/s", "damping between neighbouring joints")
    friction_fwd: float = number(1.2, 0.0, 60.0, "1/s", "rate at which a joint loses speed going forwards")
    friction_back: float = number(28.0, 0.0, 60.0, "1/s", "the same, slipping backwards; equal, it stays put")
    lap: float = number(30.0, 2.0, 120.0, "s", "time of one figure-eight")


class Crawlers:
    """State of caterpillars of ``size`` (count,).

    ``place``, ``speed`` (count, 14): px along the trail and px/s. ``phase``, ``drive`` (count,): the wave's
    radians and depth 0..1. ``points``, ``along`` (count, 14, 2): joints, board px, and unit directions of the
    trail there. ``gap`` (count, 13) px. ``turns`` (count,): whole turns of the ring that keeps the trail.
    """

    turn_length = SAMPLES * STEP
    """Px of trail in one turn of the ring that it is kept in."""

    def __init__(self, params: CaterpillarParams, size: np.ndarray) -> None:
        self.params = params
        self.size = np.asarray(size, float)
        count, real = len(self.size), runtime.real()
        self.place = np.zeros((count, JOINTS), real)
        self.speed = np.zeros((count, JOINTS), real)
        self.phase = np.zeros(count, real)
        self.drive = np.ones(count, real)
        self.numbers = np.zeros(8, real)
        self.trail = np.zeros((count, SAMPLES, 3), real)
        self.newest = np.zeros(count, np.int32)
        self.turns = np.zeros(count, int)
        self._seen = np.zeros((count, JOINTS, 3), real)
        self.points = np.zeros((count, JOINTS, 2))
        self.along = np.zeros((count, JOINTS, 2))
        self.gap = np.zeros((count, JOINTS - 1))

    def lay_straight(self, heads: np.ndarray, heading: np.ndarray) -> None:
        """Straight bodies at rest behind ``heads`` (count, 2) board px, along ``heading`` (count,)."""
        back = np.arange(SAMPLES)[::-1] * STEP
        out = np.stack([np.cos(heading), np.sin(heading)], -1) * self.size[:, None]
        self.pose(heads[:, None] - back[:, None] * out[:, None], np.repeat(heading[:, None], SAMPLES, axis=1))

    def pose(self, trail: np.ndarray, bearing: np.ndarray) -> None:
        """Bodies at rest on trails (count, SAMPLES, 2) board px with ``bearing`` (count, SAMPLES) radians
        (unwrapped), the newest sample last, under the head."""
        self.trail[..., :2], self.trail[..., 2] = trail, bearing
        self.newest[:] = SAMPLES - 1
        self.place[:] = (SAMPLES - 1) * STEP - self.params.rest_gap * np.arange(JOINTS)
        self.speed[:], self.phase[:], self.drive[:] = 0.0, 0.0, 1.0
        self._look()

    def way(self, joints: np.ndarray) -> np.ndarray:
        """How far ``joints`` (k,) have come along their trails since the start: (count, k) px."""
        return self.place[:, joints] + (self.turn_length * self.turns)[:, None]

    def end(self) -> np.ndarray:
        """How far each trail goes (count,) px, as ``way`` counts it."""
        return self.newest * STEP + self.turn_length * self.turns

    def shift(self, dx: float, dy: float) -> None:
        """Move trails and bodies by an offset in board px."""
        self.trail += np.array([dx, dy, 0.0], self.trail.dtype)
        self.points += (dx, dy)

    def carry(self, steps: np.ndarray) -> None:
        """Move each by its own of ``steps`` (count, 2), board px."""
        self.trail[..., :2] += steps[:, None]
        self.points += steps[:, None]

    def tick(self, aims: np.ndarray, dt: float) -> None:
        """One step toward ``aims`` (count, 2) board px."""
        p = self.params
        to = aims - self.points[:, 0]
        far = np.hypot(to[:, 0], to[:, 1]) / self.size
        want = np.clip((far - STOP) / EASE, 0, 1)
        self.drive += ((want - self.drive) * follow(DRIVE_EASE, dt)).astype(self.drive.dtype)
        # A wish that never quite arrives is not a whole crawl: far away it is exactly that.
        self.drive[(want >= 1) & (self.drive > 0.999)] = 1.0
        self.phase[:] = (self.phase + p.wave_speed * dt) % TAU
        self.numbers[:] = (
            p.rest_gap, p.wave_depth, p.wave_k, p.spring_k, p.seg_damp, p.friction_fwd, p.friction_back, dt
        )  # fmt: skip
        crawl(self.place, self.speed, self.phase, self.drive, self.numbers)
        self.speed *= np.exp((self.drive - 1) * HOLD * dt)[:, None]
        self._grow(aims)
        self._look()

    def _grow(self, aims: np.ndarray) -> None:
        """Lay the trail on under heads that came to its end, bending toward their aims."""
        over = self.place[:, 0] > self.newest * STEP
        while over.any():
            who = np.flatnonzero(over)
            end, at = self.newest[who] % SAMPLES, (self.newest[who] + 1) % SAMPLES
            last = np.asarray(self.trail[who, end], float)
            to, bearing = aims[who] - last[:, :2], last[:, 2]
            turn = wrap(np.arctan2(to[:, 1], to[:, 0]) - bearing)
            bearing = bearing + np.clip(turn, -STEP / TIGHTEST, STEP / TIGHTEST)
            step = np.stack([np.cos(bearing), np.sin(bearing)], -1) * (STEP * self.size[who])[:, None]
            self.trail[who, at, :2] = last[:, :2] + step
            self.trail[who, at, 2] = bearing
            self.newest[who] += 1
            over = self.place[:, 0] > self.newest * STEP
        # The trail is a ring: places on it are told from the same turn of it, so they stay small for ever.
        late = self.newest >= 3 * SAMPLES
        self.newest[late] -= SAMPLES
        self.turns[late] += 1
        self.place[late] -= self.turn_length

    def read(self, place: np.ndarray, found: np.ndarray) -> None:
        """Fill ``found`` (count, k, 3) with x, y board px and bearing at ``place`` (count, k) px along the
        trails; what lies beyond either end is held at it."""
        read_trail(self.trail, self.newest, place, STEP, found)

    def _look(self) -> None:
        self.read(self.place, self._seen)
        self.points = np.array(self._seen[..., :2], float)
        bearing = np.asarray(self._seen[..., 2], np.float32)
        self.along = np.empty((*bearing.shape, 2), np.float32)
        np.cos(bearing, out=self.along[..., 0])
        np.sin(bearing, out=self.along[..., 1])
        self.gap = np.asarray(self.place[:, :-1] - self.place[:, 1:], float)

    def thickness(self) -> np.ndarray:
        """Girth (count, 14) of each joint, px: 16 at rest, 22.4 where the body shrinks, 13.6 stretched."""
        gap = self.gap
        around = np.concatenate([gap[:, :1], (gap[:, 1:] + gap[:, :-1]) / 2, gap[:, -1:]], axis=1)
        return girth(around, self.params.rest_gap)


def girth(gap: np.ndarray, rest: float) -> np.ndarray:
    """Thickness, px, of a body where its joints are ``gap`` px apart: it keeps its bulk, within bounds."""
    swell = np.sqrt(rest / np.maximum(gap, 1e-3))
    return THICKNESS * np.clip(swell, SLIMMEST, STOUTEST)
