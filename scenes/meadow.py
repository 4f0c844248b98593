"""A pale meadow: tufts in drifts that bend as a body passes and breathe in a slow breeze, some in flower."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.nearest import nearest_body
from scenes.board import Board
from scenes.meadow_floor import PATH_HALF, away_from_path, floor
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Layer, discs, pose, ribbons
from scenes.scene import CREATURE_TICK
from scenes.strewn import drift, strewn
from scenes.theme import Theme, mix

SPACING = 23.0
"""Board px between tufts, where they stand thick."""
VERGE = 13.0
"""Board px between the tall tufts along the lower edge."""
BLADES = 5
FLOWERING = 0.32
"""Share of the tufts in a flowery drift that carry a flower."""
PETALS = 6
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
        self.still = floor(theme, board, make_rng(seed + 1))
        base, height = self._sow(board, rng)
        self.base = base.astype(runtime.real())
        m = len(base)
        self.near = np.zeros(m, runtime.real())
        self.away = np.zeros((m, 2), runtime.real())
        self.lean = np.zeros((m, 2))
        self.speed = np.zeros((m, 2))
        lean, long = (
            np.array([[rng(), rng()] for _ in range(m * BLADES)]).reshape(m, BLADES, 2).transpose(2, 0, 1)
        )
        fan = 0.8 * (lean - 0.5) + (np.arange(BLADES) - (BLADES - 1) / 2) * 0.42
        reach = height[:, None] * (0.72 + 0.4 * long)
        # The middle blade is the tallest: a flower stands on it.
        reach[:, BLADES // 2] *= 1.18
        self.blade = np.stack([np.sin(fan) * reach, -np.cos(fan) * reach], -1)
        self.phase = np.array([rng() for _ in range(m)])
        thick = (0.07 * height[:, None] ** 0.85 + 0.62).repeat(BLADES, axis=0)
        self.grass = ribbons(
            "grass", np.zeros((m * BLADES, 3, 2)), thick * [1.0, 0.74, 0.1], self._tones(theme, height, rng)
        )
        self._bloom(theme, board, rng)

    @staticmethod
    def _sow(board: Board, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
        """Places (m, 2) and heights (m,) of tufts: in drifts with clearings between, none on the path."""
        place = strewn(board, SPACING, rng, 4.0)
        thick = drift(place, board, 250.0)
        chance = np.array([[rng(), rng()] for _ in place])
        clear = away_from_path(place, board) - PATH_HALF
        keep = (chance[:, 0] < np.clip(0.16 + 0.75 * thick, 0.05, 0.88)) & (clear > 3.0)
        height = (5.0 + 5.0 * chance[:, 1]) * (1 + 0.35 * np.clip(thick, 0, 1))
        # Along the lower edge the grass stands near the eye.
        x = np.arange(0.5, board.width / VERGE)
        draw = np.array([[rng(), rng(), rng()] for _ in x])
        verge = np.stack([(x + 0.9 * (draw[:, 0] - 0.5)) * VERGE, board.height + 2.0 + 5.0 * draw[:, 1]], -1)
        wave = drift(verge, board, 190.0, 2.0)
        stand = (draw[:, 2] < 0.35 + 0.6 * wave) & (away_from_path(verge, board) > PATH_HALF + 2.0)
        tall = 12.0 + 10.0 * draw[:, 1] + 7.0 * np.clip(wave, 0, 1)
        places = np.concatenate([place[keep], verge[stand]])
        heights = np.concatenate([height[keep], tall[stand]])
        order = np.argsort(places[:, 1], kind="stable")
        return places[order], heights[order]

    @staticmethod
    def _tones(theme: Theme, height: np.ndarray, rng: Rng) -> np.ndarray:
        if theme.name == "day":
            tones = (mix(theme.sage, theme.ink, 0.10), theme.sage, mix(theme.sage, theme.paper, 0.25))
        else:
            tones = tuple(
                mix(mix(theme.sage, theme.water, 0.35), theme.paper, share) for share in (0.34, 0.46, 0.58)
            )
        near = height > 14.0
        picks = [tones[int(rng() * (2 if n else 3))] for n in near]
        return np.repeat(np.array(picks, np.float32), BLADES, axis=0)

    def _bloom(self, theme: Theme, board: Board, rng: Rng) -> None:
        """Flowers on some tufts, each drift in a colour of its own."""
        draw = np.array([[rng(), rng(), rng()] for _ in self.base])
        field = drift(self.base, board, 330.0, 0.7)
        kind = drift(self.base, board, 520.0, 3.1)
        self.flowering = np.flatnonzero(draw[:, 0] < FLOWERING * np.clip(1.5 * field + 0.55, 0.0, 2.2))
        m = len(self.flowering)
        colors = (theme.milk, mix(theme.butter, theme.milk, 0.25), mix(theme.lavender, theme.milk, 0.3))
        dim = 0.0 if theme.name == "day" else 0.42
        pick = np.digitize(kind[self.flowering], [0.0, 0.45])
        petal = np.array([mix(c, theme.paper, dim) for c in colors])[pick]
        heart = np.array([theme.butter, theme.coral, theme.butter])
        heart = np.array([mix(c, theme.paper, dim) for c in heart])[pick]
        size = 2.0 + 1.0 * draw[self.flowering, 1]
        turn = TAU * np.arange(PETALS) / PETALS + TAU * draw[self.flowering, 2][:, None]
        # Flowers look up and a little toward us.
        flat = np.array([1.0, 0.74])
        self.petal = np.stack([np.cos(turn), np.sin(turn)], -1) * flat * (1.12 * size[:, None, None])
        ink = theme.shade(theme.sage, 0.35) if theme.name == "day" else theme.paper
        self.petals = discs(
            "petals", np.zeros((m * PETALS, 2)), np.repeat(size, PETALS)[:, None] * [0.78, 0.52],
            np.repeat(petal, PETALS, 0), angle=np.arctan2(self.petal[..., 1], self.petal[..., 0]).reshape(-1),
            ink=ink * np.array([1, 1, 1, 0.55], np.float32), ink_width=0.45,
        )  # fmt: skip
        self.hearts = discs("flower hearts", np.zeros((m, 2)), np.stack([size * 0.62, size * 0.5], -1), heart)

    def tick(self, points: np.ndarray, radius: np.ndarray) -> None:
        """Bend away from bodies, spring back where nobody is. One 1/60 s.

        ``points`` (k, 2) and ``radius`` (k,) board px, float of ``runtime.real()``.
        """
        nearest_body(self.base, points, radius, REACH, self.near, self.away)
        want = self.away * (PUSH * self.near * self.near * (3 - 2 * self.near))[:, None]
        self.speed += ((want - self.lean) * STIFFNESS - self.speed * DAMPING) * CREATURE_TICK
        self.lean += self.speed * CREATURE_TICK

    def growth(self, ticks: int, breathe: bool) -> tuple[Layer, ...]:
        """The tufts as strokes, and the flowers on them, now."""
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
        flower = (self.base + tip[:, BLADES // 2])[self.flowering]
        return (
            pose(self.grass, points=points),
            pose(self.petals, center=(self.petal + flower[:, None]).reshape(-1, 2)),
            pose(self.hearts, center=flower),
        )
