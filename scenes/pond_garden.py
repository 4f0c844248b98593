"""The pond around the fish: sand and 48 pebbles below, lotus leaves with veins and a flower above."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ground, Layer, discs, ribbons, shapes
from scenes.theme import OUTLINE, Theme, fade, mix

PEBBLES = 48
LEAF_POINTS = 26
NOTCH = 0.2
"""Half opening of a leaf's notch, radians."""
VEINS = 9
SWAY_TICKS = 660
"""Ticks of one slow sway of a leaf."""

# Place as shares of the board's half size from its centre, radius in board px, where the notch looks.
LEAVES = (
    (-0.86, -0.78, 40.0, 0.5),
    (-0.52, -1.02, 24.0, 1.9),
    (0.90, 0.80, 44.0, 3.9),
    (0.58, 1.02, 22.0, 4.9),
    (0.98, 0.22, 18.0, 2.9),
    (-0.98, -0.16, 17.0, 0.2),
)
FLOWER_AT = (0.66, 0.72)
BUD_AT = (-0.70, -0.52)


class Garden:
    """Still things below the water, and leaves that ride on it.

    ``leaf_place`` (k, 2) and ``leaf_radius`` (k,) board px are the leaves at rest.
    """

    def __init__(self, theme: Theme, board: Board, seed: int = 48) -> None:
        self.theme = theme
        self.board = board
        cx, cy = board.center
        half = np.array([cx, cy])
        self.leaf_place = np.array([[x, y] for x, y, *_ in LEAVES]) * half + half
        self.leaf_radius = np.array([r for *_, r, _ in LEAVES])
        self.leaf_turn = np.array([t for *_, t in LEAVES])
        rng = make_rng(seed)
        self.leaf_phase = np.array([rng() for _ in LEAVES])
        self.loop, self.corner = _leaf_loop(rng)
        tones = [theme.sage, mix(theme.sage, theme.butter, 0.18), mix(theme.sage, theme.water, 0.25)]
        self.leaf_fill = np.array([tones[i % 3] for i in range(len(LEAVES))])
        self.still = self._floor(rng)

    def _floor(self, rng: Rng) -> tuple[Layer, ...]:
        theme, board = self.theme, self.board
        ground = Ground(
            name="ground",
            top=mix(theme.sand, theme.paper, 0.30),
            bottom=theme.sand,
            patch=fade(mix(theme.sand, theme.water, 0.4), 0.5),
            patch_size=130.0,
            grain=0.6,
        )
        tones = (
            mix(theme.sand, theme.ink, 0.16),
            mix(theme.sand, theme.lavender, 0.34),
            mix(theme.sand, theme.paper, 0.55),
            mix(theme.sand, theme.sage, 0.4),
            mix(theme.sand, theme.coral, 0.25),
        )
        place, radius, fill = [], [], []
        while len(place) < PEBBLES:
            # Pebbles gather in drifts: a third of the floor stays bare sand.
            x, y = rng() * board.width, rng() * board.height
            drift = math.sin(3.1 * x / board.width * TAU / 2 + 0.6) + math.cos(
                2.2 * y / board.height * TAU / 2 - 0.4
            )
            if rng() > 0.22 + 0.34 * (drift + 2) / 2:
                continue
            r = 2.4 + 6.5 * rng() ** 2.2
            if all(math.hypot(x - px, y - py) > r + pr + 0.5 for (px, py), pr in zip(place, radius)):
                place.append((x, y))
                radius.append(r)
                fill.append(tones[int(rng() * len(tones))])
        angles = TAU * np.arange(9) / 9
        loops = []
        for r in radius:
            wobble = np.array([0.82 + 0.3 * rng() for _ in angles])
            turn, flat = TAU * rng(), 0.66 + 0.2 * rng()
            x, y = np.cos(angles) * r * wobble, np.sin(angles) * r * wobble * flat
            loops.append(
                np.stack(
                    [x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)], -1
                )
            )
        stones = np.array(loops) + np.array(place)[:, None]
        fills = np.array(fill)
        shade = np.array([theme.shade(c, 0.13) for c in fills])
        return (
            ground,
            shapes("pebble shadows", stones + np.array([1.2, 2.2]), theme.shadow, softness=1.6),
            shapes("pebbles", stones, fills, shade=shade, ink=fade(theme.ink, 0.5), ink_width=0.9),
        )

    def leaves_at(self, ticks: int, breathe: bool, heights: np.ndarray, slopes: np.ndarray) -> np.ndarray:
        """Leaf outlines (k, n, 2): a slow sway, lifted by ``heights`` (k,), slid by ``slopes`` (k, 2)."""
        turn = (
            np.sin(TAU * ((ticks % SWAY_TICKS) / SWAY_TICKS + self.leaf_phase))
            if breathe
            else np.zeros(len(self.leaf_phase))
        )
        drift = np.cos(TAU * ((ticks % SWAY_TICKS) / SWAY_TICKS + 1.7 * self.leaf_phase)) if breathe else turn
        angle = self.leaf_turn + 0.07 * turn
        self.angle = angle
        grow = self.leaf_radius * (1 + np.clip(heights, -3, 3) * 0.006)
        c, s = np.cos(angle), np.sin(angle)
        rot = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
        self.center = self.leaf_place + np.stack([2.2 * drift, 1.2 * turn], -1) + np.clip(slopes, -2, 2) * 1.6
        return np.einsum("kij,nj->kni", rot, self.loop) * grow[:, None, None] + self.center[:, None]

    def below(self, loops: np.ndarray) -> tuple[Layer, ...]:
        """What the leaves throw on the floor."""
        tone = fade(self.theme.shadow, float(self.theme.shadow[3]) * 1.1)
        return (
            shapes(
                "leaf shadows",
                loops + np.array([8.0, 15.0]),
                tone,
                center=self.center + np.array([8.0, 15.0]),
                softness=5.0,
            ),
        )

    def above(self, loops: np.ndarray, ticks: int, breathe: bool) -> tuple[Layer, ...]:
        """Leaves, veins, flower and bud over the water."""
        theme = self.theme
        back = np.stack([-np.cos(self.angle), -np.sin(self.angle)], -1) * self.leaf_radius[:, None] * 0.16
        shade = np.array([theme.shade(c, 0.12) for c in self.leaf_fill])
        rim = shapes(
            "leaf rims",
            loops + np.array([1.0, 2.0]),
            fade(theme.ink, 0.16),
            corner=self.corner,
            center=self.center + back + np.array([1.0, 2.0]),
            softness=1.4,
        )
        leaf = shapes(
            "leaves",
            loops,
            self.leaf_fill,
            corner=self.corner,
            center=self.center + back,
            ink=theme.ink,
            ink_width=OUTLINE,
            shade=shade,
        )
        return rim, leaf, self._veins(), *self._flower(ticks, breathe)

    def _veins(self) -> Layer:
        a = self.angle[:, None] + NOTCH + (TAU - 2 * NOTCH) * (np.arange(VEINS) + 0.5)[None, :] / VEINS
        out = np.stack([np.cos(a), np.sin(a)], -1)
        reach = self.leaf_radius[:, None, None]
        bow = np.stack([-out[..., 1], out[..., 0]], -1) * 0.03 * reach
        center = self.center[:, None]
        lines = np.stack(
            [center + out * reach * 0.08, center + out * reach * 0.45 + bow, center + out * reach * 0.82],
            axis=2,
        )
        tone = np.array([self.theme.shade(c, 0.3) for c in self.leaf_fill])
        return ribbons("veins", lines.reshape(-1, 3, 2), [0.95, 0.7, 0.2], np.repeat(tone, VEINS, axis=0))

    def _flower(self, ticks: int, breathe: bool) -> tuple[Layer, ...]:
        theme = self.theme
        half = np.array(self.board.center)
        sway = math.sin(TAU * (ticks % SWAY_TICKS) / SWAY_TICKS) if breathe else 0.0
        place = np.array(FLOWER_AT) * half + half + np.array([1.6 * sway, 0.8 * sway])
        bud = np.array(BUD_AT) * half + half + np.array([-1.2 * sway, 0.7 * sway])
        petals, fills = [], []
        rings = ((9, 22.0, 0.0, 0.55), (8, 17.0, 0.32, 0.25), (6, 11.0, 0.1, 0.05))
        pink = mix(theme.coral, theme.milk, 0.45)
        for count, reach, twist, tint in rings:
            for k in range(count):
                petals.append(_petal(place, reach, twist + TAU * k / count + 0.03 * sway))
                fills.append(mix(theme.milk, pink, 0.35 + tint))
        for k, (reach, tint) in enumerate(((13.0, 0.6), (12.0, 0.45), (12.0, 0.5))):
            petals.append(_petal(bud, reach, -0.9 + (k - 1) * 0.5 * (-1 if k else 1)))
            fills.append(mix(theme.milk, pink, 0.4 + tint))
        corner = np.zeros(6)
        corner[[0, 3]] = 1.0
        fill = np.array(fills)
        shadow = shapes(
            "petal shadows",
            np.array(petals) + np.array([2.0, 3.6]),
            fade(theme.shadow, float(theme.shadow[3]) * 0.35),
            softness=2.4,
        )
        petal = shapes(
            "petals",
            np.array(petals),
            fill,
            corner=corner,
            ink=fade(theme.shade(theme.coral, 0.55), 1.0),
            ink_width=1.2,
            shade=np.array([theme.shade(c, 0.1) for c in fill]),
        )
        ring = TAU * np.arange(10) / 10 + 0.2
        dots = place + np.stack([np.cos(ring), np.sin(ring)], -1) * 4.3
        heart = discs(
            "flower heart",
            np.concatenate([[place], dots]),
            np.concatenate([[[3.4, 3.4]], np.full((10, 2), 0.95)]),
            np.concatenate([[theme.butter], np.tile(theme.shade(theme.butter, 0.12), (10, 1))]),
            ink=theme.ink,
            ink_width=np.concatenate([[0.9], np.zeros(10)]),
        )
        return shadow, petal, heart


def _petal(root: np.ndarray, reach: float, angle: float) -> np.ndarray:
    """One petal (6, 2): root, two sides, a pointed tip."""
    shape = np.array([[0.0, 0.0], [0.38, 0.2], [0.75, 0.21], [1.0, 0.0], [0.75, -0.21], [0.38, -0.2]]) * reach
    c, s = math.cos(angle), math.sin(angle)
    return root + np.stack([shape[:, 0] * c - shape[:, 1] * s, shape[:, 0] * s + shape[:, 1] * c], -1)


def _leaf_loop(rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """A round leaf (n, 2) of radius 1 whose notch looks along +x, and its corners (n,)."""
    angle = NOTCH + (TAU - 2 * NOTCH) * np.arange(LEAF_POINTS - 1) / (LEAF_POINTS - 2)
    radius = np.array([0.96 + 0.06 * rng() for _ in angle])
    loop = np.stack([np.cos(angle), np.sin(angle)], -1) * radius[:, None]
    corner = np.zeros(LEAF_POINTS)
    corner[[0, LEAF_POINTS - 2, LEAF_POINTS - 1]] = (0.5, 0.5, 1.0)
    return np.concatenate([loop, [[0.03, 0.0]]]), corner
