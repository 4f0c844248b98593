"""The caterpillar's ground: birch bark seen close, with curls of its paper and leafy twigs from the edges."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ground, Layer, discs, pose, ribbons, shapes
from scenes.strewn import more, parts
from scenes.theme import Theme, fade, mix

PORES = 62
"""Lenticels, the short dark lines across birch bark, on the published board."""
SWAY_TICKS = 600
LEAF_FALL = np.array([6.0, 11.0])
TEETH = 9
# Twigs: corner (x, y as shares of the board), then points toward the middle, board px.
TWIGS = (
    ((0.0, 0.0), ((-8.0, 34.0), (26.0, 30.0), (58.0, 18.0), (88.0, 16.0))),
    ((1.0, 1.0), ((10.0, -30.0), (-26.0, -34.0), (-60.0, -24.0), (-96.0, -28.0), (-122.0, -20.0))),
)
# Leaves: twig, place along it (0..1), turn, length.
LEAVES = (
    (0, 0.30, 1.35, 44.0), (0, 0.62, -0.85, 40.0), (0, 0.80, 0.95, 36.0), (0, 1.0, 0.12, 40.0),
    (1, 0.22, -1.95, 40.0), (1, 0.44, 2.25, 44.0), (1, 0.66, -2.3, 42.0), (1, 0.84, 2.45, 34.0),
    (1, 1.0, 3.0, 42.0),
)  # fmt: skip
NIBBLED = (3, 6)
"""Leaves whose rim somebody has been at."""
VEINS = 4


class Bark:
    """Layers ``still`` of the bark, and leaves that breathe over it."""

    def __init__(self, theme: Theme, board: Board, seed: int = 505) -> None:
        self.theme, self.board = theme, board
        rng = make_rng(seed)
        self.still = (*_paper(theme, board, rng), *_pores(theme, board, rng), *_curls(theme, board, rng))
        self._grow(rng)

    def _grow(self, rng: Rng) -> None:
        theme = self.theme
        loop, corner = _birch_leaf()
        self.twig, loops, base, reach, turn = [], [], [], [], []
        for kind, root, lean in _twigs(self.board):
            c, s = math.cos(lean), math.sin(lean)
            line = np.array(TWIGS[kind][1]) @ np.array([[c, s], [-s, c]]) + root
            self.twig.append(line)
            for k, (twig, share, angle, long) in enumerate(LEAVES):
                if twig != kind:
                    continue
                loops.append(_nibbled(loop, rng) if k in NIBBLED else loop)
                base.append(_along(line, share))
                reach.append(long)
                turn.append(angle + lean)
        count = len(loops)
        self.loop, self.base, self.reach = np.array(loops), np.array(base), np.array(reach)
        self.turn, self.phase = np.array(turn), np.array([rng() for _ in loops])
        tones = (theme.sage, mix(theme.sage, theme.butter, 0.22), mix(theme.sage, theme.water, 0.22))
        fill = np.array([tones[k % 3] for k in range(count)])
        vein = np.array([theme.shade(c, 0.3) for c in fill])
        wood = mix(theme.sand, mix(theme.coral, theme.ink, 0.55), 0.7)
        zeros = np.zeros_like(self.loop)
        self.leaf_shadows = shapes("leaf shadows", zeros, theme.shadow, softness=4.0)
        self.leaves = shapes(
            "leaves", zeros, fill, corner=corner, ink=theme.ink, ink_width=1.7,
            shade=np.array([theme.shade(c, 0.12) for c in fill]),
        )  # fmt: skip
        rib = np.array([[-0.16, 0.0], [0.3, 0.012], [0.9, 0.0]])
        side = [
            np.array([[x, 0.0], [x + 0.09, 0.08 * s], [x + 0.19, 0.18 * s * (1.2 - x)]])
            for x in (0.14, 0.34, 0.54, 0.72)
            for s in (1, -1)
        ]
        self.vein = np.array([rib, *side])
        lines = np.zeros((count * len(self.vein), 3, 2))
        width = np.concatenate([[[1.3, 1.0, 0.3]], np.tile([[0.7, 0.6, 0.2]], (len(side), 1))])
        self.veins = ribbons(
            "leaf veins", lines, np.tile(width, (count, 1)), np.repeat(vein, len(self.vein), axis=0)
        )
        self.wood = tuple(
            layer
            for k, line in enumerate(self.twig)
            for layer in (
                ribbons(
                    f"twig shadow {k}", line + LEAF_FALL, np.linspace(4.6, 1.6, len(line)), theme.shadow,
                    softness=3.4,
                ),
                ribbons(
                    f"twig {k}", line, np.linspace(5.0, 1.5, len(line)), wood, ink=theme.ink, ink_width=1.5
                ),
            )
        )  # fmt: skip

    def foliage(self, ticks: int, breathe: bool) -> tuple[Layer, ...]:
        """Twigs and leaves, now: they sway a little about their stalks, if they ``breathe``."""
        sway = np.sin(TAU * ((ticks % SWAY_TICKS) / SWAY_TICKS + self.phase)) * breathe
        angle = self.turn + 0.035 * sway
        c, s = np.cos(angle) * self.reach, np.sin(angle) * self.reach
        carry = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
        stalk = self.base + 0.16 * carry[:, 0]
        loops = self.loop @ carry + stalk[:, None]
        center = stalk + carry[:, 0] * 0.42
        veins = self.vein.reshape(-1, 2) @ carry + stalk[:, None]
        return (
            pose(self.leaf_shadows, points=loops + LEAF_FALL, center=center + LEAF_FALL),
            *self.wood,
            pose(self.leaves, points=loops, center=center),
            pose(self.veins, points=veins.reshape(-1, 3, 2)),
        )


def _twigs(board: Board) -> list[tuple[int, np.ndarray, float]]:
    """Kind, root and turn in radians of each twig: two in corners, more along a large board's long edges."""
    wide, high = board.width, board.height
    rows = [(kind, np.array(TWIGS[kind][0]) * [wide, high], 0.0) for kind in (0, 1)]
    across, down = parts(wide, 620.0), parts(high, 560.0)
    for k in range(1, across):
        x = (k + 0.22 * math.sin(2.4 * k)) * wide / across
        rows.append((0, np.array([x, -26.0]), 0.95) if k % 2 == 0 else (1, np.array([x, high + 26.0]), 0.95))
    for k in range(1, down):
        y = (k + 0.2 * math.sin(2.4 * k)) * high / down
        rows.append((0, np.array([0.0, y]), 0.0) if k % 2 == 0 else (1, np.array([wide, y]), 0.0))
    return rows


def _along(line: np.ndarray, share: float) -> np.ndarray:
    at = share * (len(line) - 1)
    k = min(int(at), len(line) - 2)
    return line[k] + (line[k + 1] - line[k]) * (at - k)


def _birch_leaf() -> tuple[np.ndarray, np.ndarray]:
    """A leaf (n, 2) of length 1 along +x with a toothed rim, and its corners (n,)."""
    u = np.linspace(0.0, 1.0, TEETH * 2 + 1)
    wide = 0.40 * np.sin(math.pi * np.clip(u, 0, 1) ** 0.62) ** 0.85 * (1 - 0.25 * u)
    tooth = np.where(np.arange(len(u)) % 2 == 1, 0.93, 1.03)
    upper = np.stack([u, wide * tooth], -1)
    lower = upper[-2:0:-1] * [1, -1]
    loop = np.concatenate([upper, lower])
    corner = np.full(len(loop), 0.35)
    corner[[0, TEETH * 2]] = 0.5, 1.0
    return loop, corner


def _nibbled(loop: np.ndarray, rng: Rng) -> np.ndarray:
    """The leaf with two scallops out of its rim."""
    loop = loop.copy()
    heart = np.array([0.42, 0.0])
    for start in (5 + int(rng() * 3), 24 + int(rng() * 3)):
        for off, deep in ((-1, 0.18), (0, 0.44), (1, 0.5), (2, 0.3)):
            k = (start + off) % len(loop)
            loop[k] = heart + (loop[k] - heart) * (1 - deep)
    return loop


def _paper(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    """Bands of bark paper, a little lighter and darker."""
    ground = Ground(
        name="ground",
        top=mix(theme.paper, theme.lavender, 0.10),
        bottom=mix(mix(theme.paper, theme.sand, 0.42), theme.lavender, 0.06),
        patch=fade(mix(theme.paper, theme.lavender, 0.42), 0.34),
        patch_size=120.0,
        grain=0.7,
    )
    bands, beside = max(int(board.height / 34), 3), parts(board.width, 600.0)
    lines, part = [], board.width / beside
    for k in range(bands * beside):
        y = board.height * (k // beside + 0.2 + 0.6 * rng()) / bands
        x, long = part * (k % beside + rng() * 1.2 - 0.1), part * (0.16 + 0.2 * rng())
        u = np.linspace(-1, 1, 5)
        lines.append(np.stack([x + u * long, y + 3.5 * np.sin(2.2 * u + TAU * rng())], -1))
    tone = fade(mix(theme.paper, theme.sand, 0.85), 0.34)
    return ground, ribbons("bark bands", np.array(lines), [0.3, 4.0, 6.0, 4.0, 0.3], tone, softness=3.0)


def _pores(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    """Lenticels: thin lines across the trunk, gathered in rows, with a pale lip below."""
    lines, width = [], []
    u = np.linspace(-1, 1, 5)
    bulge = np.array([0.08, 0.8, 1.0, 0.7, 0.08])
    rows = max(int(board.height / 23), 4)
    each = PORES * board.width / 480 / 13
    for row in range(rows):
        y0 = board.height * (row + 0.5) / rows
        x = board.width * rng() * 0.3
        for _ in range(int(each + 2 * rng())):
            x += board.width / each * (0.45 + 1.0 * rng())
            long = 3.0 + 15.0 * rng() ** 2.2
            y = y0 + 13.0 * (rng() - 0.5)
            lines.append(np.stack([x % board.width + u * long, y + 1.2 * u * (rng() - 0.5)], -1))
            width.append((0.55 + 0.075 * long) * bulge)
    points, thick = np.array(lines), np.array(width)
    day = theme.name == "day"
    dark = fade(mix(theme.ink, theme.lavender, 0.42), 0.42) if day else theme.shade(theme.paper, 0.55)
    lip = fade(theme.light(theme.paper, 0.8), 0.8) if day else fade(theme.light(theme.paper, 0.2), 0.5)
    return (
        ribbons("pore lips", points + np.array([0.5, 1.5]), thick, lip),
        ribbons("pores", points, thick, dark),
    )


def _curls(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    """Places where the paper has peeled: warm inner bark, its curled edge above."""
    spots = np.array([[0.68, 0.13, 40.0, 4.6], [0.20, 0.85, 50.0, 5.4], [0.94, 0.46, 26.0, 3.8]])
    place = spots[:, :2] * [board.width, board.height]
    strips = more(board, place, 260.0, rng)
    size = np.array([[24.0 + 26.0 * rng(), 3.6 + 1.8 * rng()] for _ in strips]).reshape(-1, 2)
    place, size = np.concatenate([place, strips]), np.concatenate([spots[:, 2:], size])
    turn = TAU * np.arange(16) / 16
    bare, edge = [], []
    for (x, y), (long, high) in zip(place, size):
        wobble = np.array([0.8 + 0.35 * rng() for _ in turn])
        loop = np.stack([x + np.cos(turn) * long, y + np.sin(turn) * high * wobble], -1)
        bare.append(loop)
        # The paper rolls back from the upper rim of the bare place.
        edge.append(loop[9:16] - np.array([0.0, 0.6]))
    inner = mix(mix(theme.sand, theme.coral, 0.3), theme.paper, 0.25)
    roll = np.array([0.3, 1.1, 1.7, 2.0, 1.6, 1.0, 0.3])
    points = np.array(edge)
    streak = []
    for (x, y), (long, high) in zip(place, size):
        for k in range(4):
            dx = long * (rng() - 0.5) * 1.1
            u = np.linspace(-1, 1, 3)[:, None]
            streak.append(np.array([x + dx, y + high * 0.25 * (k - 1.2)]) + u * [long * 0.16, 0.4])
    return (
        shapes("bare bark", np.array(bare), inner, ink=fade(theme.shade(inner, 0.5), 0.55), ink_width=1.0),
        ribbons("bare streaks", np.array(streak), [0.1, 0.7, 0.1], theme.shade(inner, 0.22)),
        ribbons("curl shadows", points + np.array([1.6, 4.0]), roll, theme.shadow, softness=1.6),
        ribbons(
            "curls",
            points,
            roll,
            theme.light(theme.paper, 0.5 if theme.name == "day" else 0.25),
            ink=fade(theme.ink, 0.65),
            ink_width=0.9,
        ),
        _lichen(theme, board, rng),
    )


def _lichen(theme: Theme, board: Board, rng: Rng) -> Layer:
    """Small round lichens in two families."""
    hearts = np.array([[0.36, 0.10], [0.64, 0.90]]) * [board.width, board.height]
    hearts = np.concatenate([hearts, more(board, hearts, 290.0, rng)])
    place, size, fill = [], [], []
    tones = (mix(theme.sage, theme.paper, 0.35), mix(theme.butter, theme.paper, 0.3))
    for k in range(13 * len(hearts)):
        a, far = TAU * rng(), 30.0 * rng() ** 0.8
        place.append(hearts[k % len(hearts)] + np.array([1.5 * math.cos(a), 0.7 * math.sin(a)]) * far)
        r = 1.2 + 3.0 * rng() ** 2
        size.append((r, r * 0.8))
        fill.append(fade(tones[k % 2], 0.75))
    return discs("lichen", np.array(place), np.array(size), np.array(fill))
