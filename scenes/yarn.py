"""A ball of wool that really rolls, trailing its thread: what the pet chases."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.creature import normals
from scenes.motion import TAU
from scenes.picture import Layer, discs, pose, ribbons
from scenes.theme import Theme, mix

RADIUS = 12.0
THREAD_JOINTS = 24
THREAD_GAP = 6.5
WINDS = 13
"""Turns of the thread that are drawn on the ball."""
WIND_POINTS = 13
LOW = 40.0
"""Board px from the top above which the ball would lie on the wall."""


def _winds() -> np.ndarray:
    """Points (WINDS, WIND_POINTS, 3) of strands on the unit ball: three bundles of near-parallel circles."""
    strands = []
    bundles = (((0.0, 0.2, 1.0), 5), ((1.0, 0.35, 0.1), 4), ((-0.4, 1.0, 0.3), 4))
    for axis, many in bundles:
        z = np.array(axis) / np.linalg.norm(axis)
        x = np.cross(z, [0.3, 0.9, -0.4])
        x /= np.linalg.norm(x)
        y = np.cross(z, x)
        for k in range(many):
            level = (k - (many - 1) / 2) * 0.30
            turn = 0.9 * k + TAU * 0.62 * np.arange(WIND_POINTS) / (WIND_POINTS - 1)
            ring = math.sqrt(1 - level * level)
            strands.append(ring * (np.cos(turn)[:, None] * x + np.sin(turn)[:, None] * y) + level * z)
    return np.array(strands)


class Yarn:
    """The ball lies at ``x``, ``y`` board px; ``roll`` moves it, ``lay`` puts it down without a roll."""

    def __init__(self, theme: Theme) -> None:
        self.winds = _winds()
        wool = theme.coral
        strand = theme.shade(wool, 0.30)
        real = runtime.real()
        self.thread = np.zeros((1, THREAD_JOINTS, 2), real)
        self.gap = np.full(1, THREAD_GAP, real)
        self.bend = np.full(1, 0.55, real)
        self.back = np.full(1, math.nan, real)
        self.curl = self._curl()
        # Wool that was wound keeps its kinks, wherever it is drawn along.
        i = np.arange(THREAD_JOINTS)
        self.kinks = np.minimum(i / 5, 1.0) * (2.4 * np.sin(0.95 * i) + 1.5 * np.sin(0.41 * i + 1.0))
        self.spin = np.eye(3)
        self.shadow = discs(
            "lure shadow", [[0.0, 0.0]], [[RADIUS * 0.95, RADIUS * 0.5]], theme.shadow, softness=2.6
        )
        self.trail = ribbons("lure thread", self.curl, 1.15, theme.shade(wool, 0.14))
        self.ball = discs("lure ball", [[0.0, 0.0]], [[RADIUS, RADIUS]], wool, ink=theme.ink, ink_width=1.9)
        self.light = discs(
            "lure light", [[0.0, 0.0]], [[3.6, 2.2]], mix(theme.light(wool, 0.55), wool, 0.35), angle=-0.7
        )
        self.strands = ribbons(
            "lure strands", np.zeros((WINDS, WIND_POINTS, 2)), np.zeros(WIND_POINTS), strand
        )

    @staticmethod
    def _curl() -> np.ndarray:
        """How the thread lies (n, 2) behind a ball at rest, ending in a curl."""
        angle, at, points = 0.35, np.zeros(2), [np.zeros(2)]
        for i in range(1, THREAD_JOINTS):
            angle += 0.34 * math.sin(0.42 * i) - (0.16 if i > 14 else 0.0)
            at = at + THREAD_GAP * np.array([math.cos(angle), math.sin(angle)])
            points.append(at)
        return np.array(points)

    def lay(self, x: float, y: float) -> None:
        """Put the ball down, its thread curled behind it."""
        self.x, self.y = x, max(y, LOW)
        self.spin = np.eye(3)
        self.thread[0] = self.curl + np.array([self.x, self.y + RADIUS * 0.75])

    def roll(self, x: float, y: float) -> None:
        """Roll to (x, y): the ball turns as far as it goes, and the thread follows."""
        y = max(y, LOW)
        dx, dy = x - self.x, y - self.y
        self.x, self.y = x, y
        angle = math.hypot(dx, dy) / RADIUS
        if angle < 1e-9:
            return
        ax, ay = -dy / (angle * RADIUS), dx / (angle * RADIUS)
        self.spin = _turn_about(ax, ay, angle) @ self.spin
        # Rounding must not make the ball grow over months: its axes are squared up every time.
        self.spin = 1.5 * self.spin - 0.5 * self.spin @ self.spin.T @ self.spin
        self.thread[0, 0] = self.x, self.y + RADIUS * 0.75
        follow_chain(self.thread, self.gap, self.bend, self.back)

    def layers(self, x: float, y: float, held: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y). ``held``: calm; the thread keeps its curl wherever the ball is."""
        y = max(y, LOW)
        place = np.array([x, y])
        thread = self.curl + place + np.array([0.0, RADIUS * 0.75]) if held else self.thread[0]
        if not held:
            thread = thread + normals(thread)[1] * self.kinks[:, None]
        seen = self.winds @ self.spin.T
        flat = seen[..., :2] * RADIUS * 0.9 + place
        width = 0.85 * np.clip(seen[..., 2] * 2.2, 0, 1)
        return (
            pose(self.trail, points=thread[None]),
            pose(self.shadow, center=[place + np.array([2.2, RADIUS * 0.82])]),
            pose(self.ball, center=[place]),
            pose(self.strands, points=flat, radius=width),
            pose(self.light, center=[place + np.array([-3.6, -4.4])]),
        )


def _turn_about(ax: float, ay: float, angle: float) -> np.ndarray:
    """Rotation (3, 3) about the unit axis (ax, ay, 0): x right, y down, z toward us."""
    c, s = math.cos(angle), math.sin(angle)
    t = 1 - c
    return np.array(
        [
            [t * ax * ax + c, t * ax * ay, s * ay],
            [t * ax * ay, t * ay * ay + c, -s * ax],
            [-s * ay, s * ax, c],
        ]
    )
