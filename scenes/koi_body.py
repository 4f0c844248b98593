"""The koi: a chain with a bend limit that steers itself, with fins and a sprung tail (articles 000/004).

Used by the stream (02) and the pond (09); every array has one row per fish.
"""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.motion import TAU, follow
from scenes.params import Params, number
from scenes.vectors import limit, span, unit, wrap

JOINTS = 14
GAP = 13.0
"""Board px between joints of a fish of size 1."""
PUBLISHED_SIZE = 17.0
FIRST_CURVED, LAST_CURVED = 2, 4
"""The joints whose bends the pectoral fins answer, both with those between."""
FIN_MIN, FIN_MAX = 0.15, 1.45


class KoiParams(Params):
    """Numbers of a swimming koi, as published; the wiggle frequency was found by experiment."""

    max_bend: float = number(0.35, 0.05, math.pi, "rad", "greatest bend between neighbours; pi is no limit")
    turn_rate: float = number(3.2, 0.2, 12.0, "rad/s", "how fast the heading may turn")
    swim_speed: float = number(170.0, 10.0, 600.0, "px/s", "speed far from the target")
    slow_radius: float = number(90.0, 5.0, 300.0, "px", "within this distance it slows, to 30 % at least")
    wiggle_amp: float = number(0.24, 0.0, 1.0, "rad", "sideways swing of the heading while it swims")
    wiggle_freq: float = number(0.028, 0.0, 0.2, "rad/px", "wiggle phase per px swum")
    fin_base: float = number(0.55, 0.0, 1.45, "rad", "opening of the pectoral fins when straight")
    fin_gain: float = number(2.2, 0.0, 8.0, "", "how much the bend of joints 2-4 opens the outer fin")
    tail_stiff: float = number(60.0, 1.0, 400.0, "1/s²", "spring of the tail fin")
    tail_damp: float = number(9.0, 0.0, 60.0, "1/s", "damping of the tail fin")


def radii(size: float = PUBLISHED_SIZE) -> np.ndarray:
    """Radius of each joint (14,), board px, of a fish of KOI_SIZE ``size``."""
    u = np.arange(JOINTS) / (JOINTS - 1)
    return np.maximum(size * np.sin(math.pi * (0.25 + 0.75 * u)), 1.5)


class Koi:
    """State of ``count`` fish: ``points`` (count, 14, 2), ``heading``, ``speed``, ``phase``, ``curve``,
    ``fin_left``, ``fin_right``, ``tail_angle``, ``tail_speed``, ``gap`` (count,); px, rad, px/s, rad/s."""

    def __init__(self, params: KoiParams, size: np.ndarray) -> None:
        self.params = params
        self.size = np.asarray(size, float)
        count = len(self.size)
        self.gap = (GAP * self.size).astype(runtime.real())
        self.points = np.zeros((count, JOINTS, 2), runtime.real())
        self.max_bend = np.full(count, params.max_bend, runtime.real())
        self.back = np.zeros(count, runtime.real())
        self.heading = np.zeros(count)
        self.speed = np.zeros(count)
        self.phase = np.zeros(count)
        self.curve = np.zeros(count)
        self.fin_left = np.full(count, params.fin_base)
        self.fin_right = np.full(count, params.fin_base)
        self.tail_angle = np.zeros(count)
        self.tail_speed = np.zeros(count)
        self.clipped = np.zeros(count, np.int32)

    def lay_straight(self, heads: np.ndarray, heading: np.ndarray, speed: float) -> None:
        """Straight bodies behind ``heads`` (count, 2) that look along ``heading`` (count,) radians."""
        back = -np.stack([np.cos(heading), np.sin(heading)], -1)
        steps = np.arange(JOINTS)[None, :, None] * self.gap[:, None, None]
        self.pose(np.asarray(heads)[:, None, :] + back[:, None, :] * steps, heading)
        self.speed[:] = speed

    def pose(self, points: np.ndarray, heading: np.ndarray) -> None:
        """Take joints (count, 14, 2) as they are, at rest; the tail fin lies in line."""
        self.points[:] = points
        self.heading[:] = heading
        last = self.points[:, -1] - self.points[:, -2]
        self.tail_angle[:] = np.arctan2(last[:, 1], last[:, 0])
        for state in (self.speed, self.phase, self.curve, self.tail_speed):
            state[:] = 0.0
        self.fin_left[:] = self.fin_right[:] = self.params.fin_base

    def tick(
        self,
        targets: np.ndarray,
        dt: float,
        speed_gain: np.ndarray | float = 1.0,
        turn_gain: np.ndarray | float = 1.0,
        vigour: np.ndarray | float = 1.0,
    ) -> None:
        """steerKoi for every fish toward ``targets`` (count, 2).

        ``speed_gain`` scales the swimming speed, ``turn_gain`` how fast it may turn and ``vigour`` how fast
        it takes up a new speed: 1 is a koi as published, more is one in haste.
        """
        p = self.params
        head = self.points[:, 0]
        to = targets - head
        distance = span(to)
        turn = wrap(np.arctan2(to[:, 1], to[:, 0]) - self.heading)
        most = p.turn_rate * turn_gain * dt
        self.heading = wrap(self.heading + limit(turn, -most, most))
        want = p.swim_speed * speed_gain * limit(distance / p.slow_radius, 0.3, 1.0)
        self.speed += (want - self.speed) * (1 - np.exp(-3 * vigour * dt))
        self.phase = (self.phase + self.speed * dt * p.wiggle_freq) % TAU
        move = self.heading + np.sin(self.phase) * p.wiggle_amp
        head += (unit(move) * (self.speed * dt)[:, None]).astype(head.dtype)
        self._follow()
        self._fins(dt)
        self._tail(dt)

    def _follow(self) -> None:
        self.back[:] = self.heading + math.pi
        follow_chain(self.points, self.gap, self.max_bend, self.back, self.clipped)

    def segment_angles(self) -> np.ndarray:
        """Direction (count, 13) of each segment, from joint i to joint i + 1, radians."""
        step = np.diff(self.points, axis=1)
        return np.arctan2(step[..., 1], step[..., 0])

    def bends(self) -> np.ndarray:
        """Signed bend (count, 12) at the inner joints 1..12, radians."""
        return wrap(np.diff(self.segment_angles(), axis=1))

    def _fins(self, dt: float) -> None:
        """The outer pectoral fin of a turn opens wide: the sum of bends at joints 2-4 drives both.

        ``curve`` is positive when the fish turns clockwise on the screen, so its left fin is the outer one.
        """
        p = self.params
        step = (
            self.points[:, FIRST_CURVED : LAST_CURVED + 2]
            - self.points[:, FIRST_CURVED - 1 : LAST_CURVED + 1]
        )
        angle = np.arctan2(step[..., 1], step[..., 0])
        curve = -wrap(angle[:, 1:] - angle[:, :-1]).sum(axis=1)
        self.curve += (curve - self.curve) * follow(10, dt)
        ease = follow(8, dt)
        open_ = self.curve * p.fin_gain
        left = limit(p.fin_base + open_, FIN_MIN, FIN_MAX)
        right = limit(p.fin_base - open_, FIN_MIN, FIN_MAX)
        self.fin_left += (left - self.fin_left) * ease
        self.fin_right += (right - self.fin_right) * ease

    def _tail(self, dt: float) -> None:
        """The tail fin is a damped spring toward the last segment's direction."""
        p = self.params
        last = self.points[:, -1] - self.points[:, -2]
        want = np.arctan2(last[:, 1], last[:, 0])
        self.tail_speed += (p.tail_stiff * wrap(want - self.tail_angle) - p.tail_damp * self.tail_speed) * dt
        self.tail_angle = wrap(self.tail_angle + self.tail_speed * dt)
