"""A pale meadow whose tufts bend as a body passes and breathe in a slow breeze."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.nearest import nearest_body
from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Discs, Ground, Layer, Ribbons, discs, pose, ribbons
from scenes.scene import CREATURE_TICK
from scenes.theme import Theme, fade, mix

SPACING = 42.0
"""Board px between tufts before they are scattered."""
BLADES = 5
REACH = 12.0
"""Board px beyond a body's side at which grass feels it."""
PUSH = 16.0
"""Board px that a blade's tip gives way at most."""
STIFFNESS = 70.0
DAMPING = 9.0
BREEZE_TICKS = 420
"""Ticks of one slow breath of the breeze."""


class Meadow:
    """Grass state: ``base`` (m, 2) board px, ``lean`` and ``speed`` (m, 2) of each tuft's tips."""

    def __init__(self, theme: Theme, board: Board, seed: int = 71) -> None:
        rng = make_rng(seed)
        base, size = [], []
        rows, columns = math.ceil(board.height / SPACING), math.ceil(board.width / SPACING)
        for row in range(rows):
            for column in range(columns):
                x = (column + 0.5 * (row % 2) + 0.9 * (rng() - 0.5)) * board.width / columns
                y = (row + 0.5 + 0.9 * (rng() - 0.5)) * board.height / rows
                grow = rng()
                if rng() < 0.62:
                    base.append((x, y))
                    size.append(5.0 + 7.5 * grow)
        self.base = np.array(base, runtime.real())
        m = len(base)
        self.near = np.zeros(m, runtime.real())
        self.away = np.zeros((m, 2), runtime.real())
        self.lean = np.zeros((m, 2))
        self.speed = np.zeros((m, 2))
        fan = np.array(
            [
                [rng() - 0.5 + (b - (BLADES - 1) / 2) * 0.42, 0.72 + 0.4 * rng()]
                for _ in range(m)
                for b in range(BLADES)
            ]
        )
        fan = fan.reshape(m, BLADES, 2)
        height = np.array(size)[:, None]
        self.blade = np.stack(
            [np.sin(fan[..., 0]) * height * fan[..., 1], -np.cos(fan[..., 0]) * height * fan[..., 1]], -1
        )
        self.phase = np.array([rng() for _ in range(m)])
        tones = self._blade_colors(theme, m, rng)
        self.grass = ribbons("grass", np.zeros((m * BLADES, 3, 2)), [1.15, 0.85, 0.12], tones)
        self.still = self._still(theme, board, rng)

    @staticmethod
    def _blade_colors(theme: Theme, m: int, rng: Rng) -> np.ndarray:
        tones = (mix(theme.sage, theme.ink, 0.10), theme.sage, mix(theme.sage, theme.paper, 0.25))
        picks = [tones[int(rng() * 3)] for _ in range(m)]
        return np.repeat(np.array(picks, np.float32), BLADES, axis=0)

    @staticmethod
    def _still(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
        ground = Ground(
            name="ground",
            top=mix(theme.paper, theme.sage, 0.30),
            bottom=mix(theme.paper, theme.sage, 0.44),
            patch=fade(mix(theme.paper, theme.butter, 0.40), 0.34),
            patch_size=150.0,
        )
        spots = [
            (rng() * board.width, rng() * board.height, 0.8 + 0.9 * rng())
            for _ in range(int(board.width * board.height / 5200))
        ]
        place = np.array([s[:2] for s in spots])
        radius = np.array([s[2] for s in spots])
        tone = np.where(
            np.arange(len(spots))[:, None] % 3 == 0,
            mix(theme.paper, theme.butter, 0.55),
            mix(theme.paper, theme.sage, 0.12),
        )
        flowers: Discs = discs("flowers", place, np.stack([radius, radius * 0.8], 1), tone)
        return ground, flowers

    def tick(self, points: np.ndarray, radius: np.ndarray) -> None:
        """Bend away from bodies, spring back where nobody is. One 1/60 s.

        ``points`` (k, 2) and ``radius`` (k,) board px, float of ``runtime.real()``.
        """
        nearest_body(self.base, points, radius, REACH, self.near, self.away)
        want = self.away * (PUSH * self.near * self.near * (3 - 2 * self.near))[:, None]
        self.speed += ((want - self.lean) * STIFFNESS - self.speed * DAMPING) * CREATURE_TICK
        self.lean += self.speed * CREATURE_TICK

    def blades(self, ticks: int, breathe: bool) -> Ribbons:
        """The tufts as strokes, one layer."""
        turn = (ticks % BREEZE_TICKS) / BREEZE_TICKS if breathe else 0.0
        sway = 1.1 * np.sin(TAU * (turn + self.phase)) if breathe else np.zeros(len(self.base))
        tip = self.blade + self.lean[:, None, :]
        tip[..., 0] += sway[:, None]
        # A bent blade keeps its length: it lies down instead of stretching.
        length = np.hypot(self.blade[..., 0], self.blade[..., 1])
        tip *= (length / np.maximum(np.hypot(tip[..., 0], tip[..., 1]), 1e-6))[..., None]
        base = np.broadcast_to(self.base[:, None, :], tip.shape)
        middle = base + 0.55 * (0.45 * tip + 0.55 * self.blade)
        points = np.stack([base, middle, base + tip], axis=2).reshape(-1, 3, 2)
        return pose(self.grass, points=points)
