"""The pond around the fish: sand and 48 pebbles below, lotus leaves with veins and a flower above."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ground, Layer, discs, pose, ribbons, shapes
from scenes.stacked import stacked
from scenes.strewn import area, more, parts
from scenes.theme import OUTLINE, Theme, fade, mix

PEBBLES = 48
"""On a published board; a larger one has more."""
LEAF_POINTS = 26
NOTCH = 0.2
"""Half opening of a leaf's notch, radians."""
VEINS = 9
SWAY_TICKS = 660
"""Ticks of one slow sway of a leaf."""

LEAF_FALL = np.array([8.0, 15.0])
"""Board px from a leaf to its shadow on the floor."""

# Place as shares of the board's half size from its centre, radius in board px, where the notch looks.
LEAVES = (
    (-0.86, -0.78, 40.0, 0.5),
    (-0.52, -1.02, 24.0, 1.9),
    (0.90, 0.80, 44.0, 3.9),
    (0.58, 1.02, 22.0, 4.9),
    (0.98, 0.22, 18.0, 2.9),
    (-0.98, -0.16, 17.0, 0.2),
)
FLOWER_AT = (0.74, 0.74)
BUD_AT = (-0.73, -0.74)
DRIFTS = ((0.16, 0.80), (0.36, 0.62), (0.60, 0.16), (0.86, 0.30), (0.74, 0.90))
"""Where the pebbles gather, as shares of the board."""


class Garden:
    """Still things below the water, and leaves that ride on it.

    ``leaf_place`` (k, 2) and ``leaf_radius`` (k,) board px are the leaves at rest.
    """

    def __init__(self, theme: Theme, board: Board, seed: int = 48) -> None:
        self.theme = theme
        self.board = board
        cx, cy = board.center
        half = np.array([cx, cy])
        leaves = np.array(LEAVES)
        leaves[:, :2] = leaves[:, :2] * half + half
        leaves = np.concatenate([leaves, _along_edges(board, leaves, make_rng(seed + 1))])
        self.leaf_place, self.leaf_radius, self.leaf_turn = leaves[:, :2], leaves[:, 2], leaves[:, 3]
        rng = make_rng(seed)
        self.leaf_phase = np.array([rng() for _ in leaves])
        self.loop, self.corner = _leaf_loop(rng)
        tones = [theme.sage, mix(theme.sage, theme.butter, 0.18), mix(theme.sage, theme.water, 0.25)]
        self.leaf_fill = np.array([tones[i % 3] for i in range(len(leaves))])
        self.still = self._floor(rng)
        self._lotus()

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
        heart = np.array(DRIFTS) * [board.width, board.height]
        heart = np.concatenate([heart, more(board, heart, 235.0, rng)])
        while len(place) < round(PEBBLES * max(1.0, area(board))):
            # Pebbles gather in drifts, the large ones in the middle: the rest of the floor stays bare sand.
            far = math.sqrt(-2 * math.log(1 - rng() * 0.985)) / 2.9
            a, (x, y) = TAU * rng(), heart[int(rng() * len(heart))]
            x, y = x + 66.0 * far * math.cos(a) * 1.25, y + 66.0 * far * math.sin(a) * 0.8
            r = 2.0 + (7.5 * (1 - far) + 1.5) * rng() ** 1.3
            clear = all(math.hypot(x - px, y - py) > 0.9 * (r + pr) for (px, py), pr in zip(place, radius))
            if clear and -r < x < board.width + r and -r < y < board.height + r:
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
        shadows = shapes("shadows", stones + np.array([1.2, 2.2]), theme.shadow, softness=1.6)
        pebbles = shapes("stones", stones, fills, shade=shade, ink=fade(theme.ink, 0.5), ink_width=0.9)
        return ground, stacked("pebbles", shadows, pebbles)

    def _lotus(self) -> None:
        """Layers of leaves, flower and bud, posed every tick by ``layers``."""
        theme, count = self.theme, len(self.leaf_place)
        loops = np.zeros((count, len(self.loop), 2))
        ink = theme.ink
        # Out of focus, a leaf's notch is not seen in its shadow.
        place, round_ = self.leaf_place, self.leaf_radius[:, None]
        self.leaf_shadows = discs("leaf shadows", place, round_, theme.shadow, softness=6.0)
        rims = shapes("rims", loops, fade(ink, 0.16), corner=self.corner, softness=1.4)
        shade = np.array([theme.shade(c, 0.12) for c in self.leaf_fill])
        # The frame of the picture, not who lives in it: its ink is greener and finer than that of the koi.
        edge = np.array([mix(ink, theme.shade(c, 0.5), 0.45) for c in self.leaf_fill])
        leaves = shapes(
            "tops", loops, self.leaf_fill, corner=self.corner, ink=edge, ink_width=0.75 * OUTLINE, shade=shade
        )
        self.leaves = stacked("leaves", rims, leaves)
        vein = np.array([theme.shade(c, 0.3) for c in self.leaf_fill])
        lines = np.zeros((count * VEINS, 3, 2))
        self.veins = ribbons("veins", lines, [0.95, 0.7, 0.2], np.repeat(vein, VEINS, axis=0))
        spoke = NOTCH + (TAU - 2 * NOTCH) * (np.arange(VEINS) + 0.5) / VEINS
        out = np.stack([np.cos(spoke), np.sin(spoke)], -1)
        bow = np.stack([-out[:, 1], out[:, 0]], -1) * 0.03
        self.vein = np.stack([out * 0.08, out * 0.45 + bow, out * 0.82], axis=1).reshape(-1, 2)
        self._petals()

    def _petals(self) -> None:
        theme = self.theme
        pink = mix(theme.coral, theme.milk, 0.45)
        loops, tints = [], []
        rings = ((9, 25.0, 0.0, 0.90), (8, 19.5, 0.32, 0.60), (6, 12.5, 0.1, 0.40))
        for count, reach, twist, tint in rings:
            loops += [_petal(reach, twist + TAU * k / count) for k in range(count)]
            tints += [tint] * count
        self.blooming = len(loops)
        for reach, angle, tint in ((17.0, 0.25, 1.0), (17.0, 1.25, 0.85), (18.0, 0.75, 0.9)):
            loops.append(_petal(reach, angle))
            tints.append(tint)
        self.petal = np.array(loops)
        fill = np.array([mix(theme.milk, pink, t) for t in tints])
        faint = theme.faint(0.35)
        corner = np.zeros(self.petal.shape[1])
        corner[[0, 3]] = 1.0
        shadows = shapes("shadows", self.petal, faint, corner=corner, softness=2.4)
        petals = shapes(
            "tops",
            self.petal,
            fill,
            corner=corner,
            ink=theme.shade(theme.coral, 0.55),
            ink_width=1.2,
            shade=np.array([theme.shade(c, 0.1) for c in fill]),
        )
        self.petals = stacked("petals", shadows, petals)
        ring = TAU * np.arange(10) / 10 + 0.2
        self.seed = np.concatenate([[[0.0, 0.0]], np.stack([np.cos(ring), np.sin(ring)], -1) * 4.3])
        self.heart = discs(
            "flower heart",
            self.seed,
            np.concatenate([[3.4], np.full(10, 0.95)])[:, None],
            np.concatenate([[theme.butter], np.tile(theme.shade(theme.butter, 0.12), (10, 1))]),
            ink=theme.ink,
            ink_width=np.concatenate([[0.9], np.zeros(10)]),
        )
        half = np.array(self.board.center)
        self.flower_at, self.bud_at = np.array(FLOWER_AT) * half + half, np.array(BUD_AT) * half + half

    def layers(
        self, ticks: int, breathe: bool, heights: np.ndarray, slopes: np.ndarray
    ) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """Layers below the water (shadows) and above it, now.

        A slow sway, if they ``breathe``; leaves are lifted by ``heights`` (k,) and slid by ``slopes`` (k, 2).
        """
        turn = TAU * (ticks % SWAY_TICKS) / SWAY_TICKS
        sway = np.sin(turn + TAU * self.leaf_phase) * breathe
        drift = np.cos(turn + 1.7 * TAU * self.leaf_phase) * breathe
        angle = self.leaf_turn + 0.07 * sway
        radius = self.leaf_radius * (1 + np.clip(heights, -3, 3) * 0.006)
        c, s = np.cos(angle) * radius, np.sin(angle) * radius
        carry = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
        place = self.leaf_place + np.stack([2.2 * drift, 1.2 * sway], -1) + np.clip(slopes, -2, 2) * 1.6
        loops = self.loop @ carry + place[:, None]
        # The fan's centre stands off the notch, so that every rim point is seen from it.
        center = place - carry[:, 0] * 0.16
        veins = (self.vein @ carry + place[:, None]).reshape(-1, 3, 2)
        below = (pose(self.leaf_shadows, center=place + LEAF_FALL),)
        rim = np.array([1.0, 2.0])
        above = (
            pose(
                self.leaves,
                points=np.concatenate([loops + rim, loops]),
                center=np.concatenate([center + rim, center]),
            ),
            pose(self.veins, points=veins),
            *self._flower(math.sin(turn) if breathe else 0.0),
        )
        return below, above

    def _flower(self, sway: float) -> tuple[Layer, ...]:
        flower = self.flower_at + np.array([1.6, 0.8]) * sway
        bud = self.bud_at + np.array([-1.2, 0.7]) * sway
        place = np.empty((len(self.petal), 1, 2))
        place[: self.blooming], place[self.blooming :] = flower, bud
        petals = self.petal + place
        center = petals.mean(axis=1)
        fall = np.array([2.0, 3.6])
        return (
            pose(
                self.petals,
                points=np.concatenate([petals + fall, petals]),
                center=np.concatenate([center + fall, center]),
            ),
            pose(self.heart, center=self.seed + flower),
        )


def _along_edges(board: Board, leaves: np.ndarray, rng: Rng) -> np.ndarray:
    """Families of leaves (k, 4) along the long edges of a large board: place, radius, where the notch looks.

    They keep away from ``leaves`` (m, 4).
    """
    rows = []
    across, down = parts(board.width, 520.0), parts(board.height, 480.0)
    edges = [(k / across, k % 2, 0, 1 - 2 * (k % 2)) for k in range(1, across)]
    edges += [(1 - k % 2, k / down, 2 * (k % 2) - 1, 0) for k in range(1, down)]
    for x, y, *way in edges:
        inward = np.array(way, float)
        at = np.array([x * board.width, y * board.height]) + 110.0 * (rng() - 0.5) * inward[::-1]
        if np.hypot(*(leaves[:, :2] - at).T).min() < 130.0:
            continue
        side = np.array([-inward[1], inward[0]])
        radius = 26.0 + 16.0 * rng()
        family = ((0.0, 0.1, 1.0), (1.5, 0.35, 0.55), (-1.35, -0.05, 0.48))
        for along, into, size in family[: 2 + int(2 * rng())]:
            place = at + radius * (along * side + into * inward)
            rows.append((*place, radius * size, TAU * rng()))
    return np.array(rows).reshape(-1, 4)


def _petal(reach: float, angle: float) -> np.ndarray:
    """One petal (6, 2): root, two sides, a pointed tip."""
    shape = np.array([[0.0, 0.0], [0.38, 0.2], [0.75, 0.21], [1.0, 0.0], [0.75, -0.21], [0.38, -0.2]]) * reach
    c, s = math.cos(angle), math.sin(angle)
    return np.stack([shape[:, 0] * c - shape[:, 1] * s, shape[:, 0] * s + shape[:, 1] * c], -1)


def _leaf_loop(rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """A round leaf (n, 2) of radius 1 whose notch looks along +x, and its corners (n,)."""
    angle = NOTCH + (TAU - 2 * NOTCH) * np.arange(LEAF_POINTS - 1) / (LEAF_POINTS - 2)
    radius = np.array([0.96 + 0.06 * rng() for _ in angle])
    loop = np.stack([np.cos(angle), np.sin(angle)], -1) * radius[:, None]
    corner = np.zeros(LEAF_POINTS)
    corner[[0, LEAF_POINTS - 2, LEAF_POINTS - 1]] = (0.5, 0.5, 1.0)
    return np.concatenate([loop, [[0.03, 0.0]]]), corner
