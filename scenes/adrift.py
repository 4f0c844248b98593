"""Small leaves in the same wind as the letters: they flutter down, lie a while, and fade for new ones."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.flutter import (
    ANGLE,
    DOWN,
    FLOOR,
    HALF_HEIGHT,
    HALF_WIDTH,
    SLOPE,
    SPIN,
    VX,
    VY,
    WISH,
    X,
    Y,
    step_flutter,
)
from scenes.board import HEIGHT, WIDTH, Board
from scenes.motion import Rng, make_rng
from scenes.picture import Layer, pose, ribbons, shapes
from scenes.ridge import Ridge
from scenes.theme import Theme, fade, mix

COUNT = 7
"""Leaves on the published board; a wider one has more, a little fewer for its width."""
LIE_TICKS = 420
FADE_TICKS = 50
LEAF = np.array([
    [6.8, 0.0], [4.6, -2.3], [1.2, -3.4], [-2.6, -2.7], [-5.4, 0.0], [-2.6, 2.7], [1.2, 3.4], [4.6, 2.3],
])  # fmt: skip
"""Outline of a leaf that points along +x, board px."""
VEIN = np.array([[5.2, 0.0], [-1.0, 0.25], [-5.4, 0.0], [-9.0, 1.4]])


class Adrift:
    """Leaves over ``ridge``; ``body`` (k, 12) as in ``kernels.flutter``."""

    def __init__(self, theme: Theme, board: Board, ridge: Ridge) -> None:
        self.board, self.ridge = board, ridge
        self.count = round(COUNT * max(board.width / WIDTH, 1.0) ** 0.7)
        self.row = np.arange(self.count) % len(ridge.base)
        day = theme.name == "day"
        gold, green = mix(theme.coral, theme.butter, 0.5), mix(theme.sage, theme.butter, 0.5)
        colors = (theme.coral, theme.butter, gold, green)
        tone = np.array([mix(colors[i % 4], theme.paper, 0.10 if day else 0.35) for i in range(self.count)])
        shade = np.array([theme.shade(c, 0.16) for c in tone.astype(np.float32)])
        vein = np.array([fade(theme.shade(c, 0.45), 0.9) for c in tone.astype(np.float32)])
        blank = np.zeros((self.count, len(LEAF), 2))
        self.leaf = shapes(
            "leaves", blank, tone, corner=[0.9, 0, 0, 0, 0.4, 0, 0, 0], shade=shade,
            ink=fade(theme.ink, 0.45), ink_width=0.5,
        )  # fmt: skip
        self.vein = ribbons("leaf veins", np.zeros((self.count, 4, 2)), [0.2, 0.4, 0.5, 0.35], vein)
        self.begin()

    def begin(self) -> None:
        """Some lie in the grass, the others are in the air."""
        self.rng: Rng = make_rng(61)
        n, rng = self.count, self.rng
        self.body = np.zeros((n, 12), runtime.real())
        self.size = np.array([0.75 + 0.45 * rng() for _ in range(n)])
        self.body[:, HALF_WIDTH] = 3.0 * self.size
        self.body[:, HALF_HEIGHT] = 2.2 * self.size
        self.turn = np.zeros(n)
        self.roll = np.array([6.28 * rng() for _ in range(n)])
        self.age = np.zeros(n)
        self.lain = np.zeros(n)
        for i in range(n):
            self._launch(i, rng())
            if i % 3 == 0:
                self.body[i, DOWN] = 1
                self.lain[i] = LIE_TICKS * rng()
                self.age[i] = FADE_TICKS
        self._feel()

    def _launch(self, i: int, share: float) -> None:
        """Leaf i somewhere in the air, a ``share`` of the way down from the top of the board."""
        b, rng = self.body[i], self.rng
        stage = self.board.height - HEIGHT
        b[X] = self.board.width * rng()
        b[Y] = (stage - 20.0) * (stage > 40) - 12.0 * (stage <= 40) + share * 190.0
        b[VX] = b[VY] = b[SPIN] = 0.0
        b[ANGLE] = 1.6 * (rng() - 0.5)
        b[DOWN] = 0
        b[WISH] = b[X]
        self.turn[i] = 6.28 * rng()
        self.age[i] = self.lain[i] = 0

    def settle(self) -> None:
        """All lie in the grass."""
        self._feel()
        b = self.body
        b[:, DOWN], b[:, ANGLE] = 1, b[:, SLOPE]
        b[:, Y] = b[:, FLOOR] - b[:, HALF_HEIGHT]
        self.turn, self.lain = np.zeros(self.count), np.zeros(self.count)
        self.age = np.full(self.count, float(FADE_TICKS))

    def _feel(self) -> None:
        # Leaves lie a little below the letters' line, in the grass.
        self.body[:, FLOOR] = self.ridge.height(self.row, self.body[:, X]) + 3.0
        self.body[:, SLOPE] = self.ridge.slope(self.row, self.body[:, X])

    def tick(self, gusts: np.ndarray, lattice: np.ndarray, numbers: np.ndarray) -> None:
        """One tick of every leaf; arrays as in ``kernels.flutter``."""
        b = self.body
        step_flutter(b, gusts, lattice, numbers)
        down = b[:, DOWN] > 0
        b[down, WISH] = b[down, X]
        self._feel()
        self.age += 1
        self.lain = np.where(down, self.lain + 1, 0.0)
        # In the air a leaf rolls about its own middle line, the faster the more it drifts.
        self.roll += np.where(down, 0.0, 0.05 + 0.05 * np.abs(b[:, VX]))
        flat = np.round(self.turn / np.pi) * np.pi
        self.turn += np.where(down, 0.12 * (flat - self.turn), 0.012 * b[:, VX])
        for i in np.flatnonzero(self.lain > LIE_TICKS + FADE_TICKS):
            self._launch(int(i), 0.0)

    def layers(self) -> tuple[Layer, Layer]:
        """The leaves now."""
        b = self.body
        flat = np.where(b[:, DOWN] > 0, 0.62, np.abs(np.cos(self.roll)) * 0.9 + 0.1)
        a = b[:, ANGLE] + self.turn
        c, s = np.cos(a)[:, None], np.sin(a)[:, None]
        center = b[:, [X, Y]]

        def laid(points: np.ndarray) -> np.ndarray:
            x = points[:, 0] * self.size[:, None]
            y = points[:, 1] * (self.size * flat)[:, None]
            return np.stack([x * c - y * s, x * s + y * c], -1) + center[:, None]

        seen = np.clip(self.age / FADE_TICKS, 0, 1) * np.clip(1 - (self.lain - LIE_TICKS) / FADE_TICKS, 0, 1)
        return (
            pose(self.leaf, points=laid(LEAF), center=center, fill=_alpha(self.leaf.fill, seen),
                 ink=_alpha(self.leaf.ink, seen), shade=_alpha(self.leaf.shade, seen)),
            pose(self.vein, points=laid(VEIN), fill=_alpha(self.vein.fill, seen)),
        )  # fmt: skip


def _alpha(colors: np.ndarray, share: np.ndarray) -> np.ndarray:
    out = np.array(colors, float)
    out[:, 3] *= share
    return out
