"""The stream around the koi: its bed, a cherry twig over the water, and petals and light afloat."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.nearest import nearest_body
from scenes.blossom import PETAL, PETAL_CORNERS, Blossoms, tints, turned
from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.scene import CREATURE_TICK
from scenes.stacked import stacked
from scenes.stream_bed import bed
from scenes.strewn import area, parts
from scenes.theme import Theme, mix

FLOW = np.array([7.5, 2.0])
"""Board px/s of the current."""
PETALS = 6
"""Afloat on a published board, as the glints are; more on a larger one."""
GLINTS = 11
MARGIN = 46.0
"""Board px beyond the board at which what floats comes round again."""
SHADE = 30.0
"""Board px over which things fade in beyond the edge."""
FLOAT_FALL = np.array([2.6, 4.6])
TWIG_FALL = np.array([20.0, 34.0])
"""Board px from the twig, high above, to its shadow on the sand."""
PUSH = 46.0
"""Board px/s at which a passing body carries petals along at most."""
REACH = 30.0
DRAG = 1.6
BREEZE_TICKS = 540
GLINT_TICKS = 300
"""Ticks that a streak of light lives."""

# Twig from the upper right corner, board px to the left of it and down.
STEM = np.array([[-6.0, 30.0], [34.0, 36.0], [66.0, 28.0], [98.0, 33.0], [126.0, 24.0], [150.0, 27.0]])
SHOOTS = (
    np.array([[66.0, 28.0], [82.0, 46.0], [104.0, 57.0], [122.0, 60.0]]),
    np.array([[34.0, 36.0], [48.0, 54.0], [58.0, 76.0], [60.0, 92.0]]),
    np.array([[98.0, 33.0], [112.0, 16.0], [130.0, 6.0], [140.0, 2.0]]),
)
FLOWERS = (
    (24.0, 25.0, 15.0, 0.2, 0.2), (47.0, 44.0, 13.5, 1.4, 0.7), (60.0, 92.0, 12.5, 2.2, 0.9),
    (73.0, 20.0, 13.0, 0.9, 0.5), (92.0, 44.0, 15.5, 2.8, 0.1), (124.0, 61.0, 11.5, 1.9, 0.8),
    (104.0, 25.0, 12.0, 0.4, 0.9), (138.0, 6.0, 10.5, 2.5, 0.6), (9.0, 44.0, 12.0, 1.1, 0.9),
)  # fmt: skip
BUDS = ((152.0, 27.0, 4.4), (112.0, 60.0, 3.6), (66.0, 80.0, 3.4), (122.0, 13.0, 3.4), (82.0, 33.0, 3.0))


class Stream:
    """Still layers ``bed``, and what floats: ``petal`` (k, 2) board px, its speed and turn."""

    def __init__(self, theme: Theme, board: Board, seed: int = 202) -> None:
        self.theme, self.board = theme, board
        rng = make_rng(seed)
        self.petals_afloat, self.glints_afloat = (round(n * area(board)) for n in (PETALS, GLINTS))
        self.bed, self.rocks = bed(theme, board, rng)
        self._float(rng)
        self._glint(rng)
        self._twig()

    def _float(self, rng: Rng) -> None:
        theme = self.theme
        real = runtime.real()
        self.start = np.array([[rng(), rng()] for _ in range(self.petals_afloat)])
        self.reach = np.array([8.0 + 3.0 * rng() for _ in range(self.petals_afloat)])
        self.start_turn = np.array([TAU * rng() for _ in range(self.petals_afloat)])
        self.spin = np.array([(rng() - 0.5) * 0.5 for _ in range(self.petals_afloat)])
        self.near, self.away = np.zeros(self.petals_afloat, real), np.zeros((self.petals_afloat, 2), real)
        pale, rosy, line = tints(theme)
        self.petal_fill = np.array([mix(pale, rosy, rng()) for _ in range(self.petals_afloat)])
        self.petal_ink = np.tile(line, (self.petals_afloat, 1))
        loop = np.zeros((self.petals_afloat, len(PETAL), 2))
        self.petal_shadows = shapes("shadows", loop, theme.shadow, corner=PETAL_CORNERS, softness=2.0)
        self.petals = shapes(
            "petals", loop, self.petal_fill, corner=PETAL_CORNERS, ink=self.petal_ink, ink_width=0.7
        )
        self.scatter()

    def scatter(self) -> None:
        """Petals back at their first places, at rest."""
        span = np.array([self.board.width, self.board.height]) + 2 * MARGIN
        self.petal = np.ascontiguousarray(self.start * span - MARGIN, runtime.real())
        self.speed = np.tile(FLOW, (self.petals_afloat, 1))
        self.turn = self.start_turn.copy()

    def _glint(self, rng: Rng) -> None:
        self.glint_at = np.array([[rng(), rng()] for _ in range(self.glints_afloat)])
        self.glint_phase = (
            np.arange(self.glints_afloat) + 0.6 * np.array([rng() for _ in range(self.glints_afloat)])
        ) / self.glints_afloat
        self.glint_long = np.array([12.0 + 16.0 * rng() for _ in range(self.glints_afloat)])
        self.glint_color = self.theme.light(self.theme.water, 0.85)
        clear = self.glint_color * np.array([1, 1, 1, 0], np.float32)
        self.glints = ribbons("glints", np.zeros((self.glints_afloat, 4, 2)), [0.05, 0.7, 0.6, 0.05], clear)

    def _twig(self) -> None:
        theme = self.theme
        bark = mix(theme.ink, theme.coral, 0.3) if theme.name == "day" else mix(theme.paper, theme.coral, 0.4)
        twigs = _twigs(self.board)
        # All have as many points: the tip of a short one stands for several.
        lines = [
            np.concatenate([line, line[-1:].repeat(len(STEM) - len(line), 0)]) for line in (STEM, *SHOOTS)
        ]
        self.stem = np.stack([_hung(line, twigs) for line in lines], axis=1).reshape(-1, *STEM.shape)
        edge = np.minimum(self.stem, [self.board.width, self.board.height] - self.stem).min(axis=-1)
        # A stem sways with its flowers and stays where it comes in.
        self.stem_give = np.clip(edge / 30.0, 0, 1)[..., None]
        faint = theme.faint(0.7)
        widths = ([4.6, 4.0, 3.3, 2.6, 1.9, 1.2], *[[2.4, 1.9, 1.5, 0.9, 0.9, 0.9]] * len(SHOOTS))
        width = np.tile(np.array(widths), (len(twigs), 1))
        self.stem_shadows = ribbons("twig shadows", self.stem, width, faint, softness=4.0)
        self.stems = ribbons("twig", self.stem, width, bark)
        flower = np.array(FLOWERS)
        self.flower_at = _hung(flower[:, :2], twigs).reshape(-1, 2)
        flower = np.tile(flower, (len(twigs), 1))
        self.flower_turn = flower[:, 3]
        self.flowers = Blossoms("twig", theme, flower[:, 2], flower[:, 4], 1.1)
        self.shadows = stacked("petal shadows", self.petal_shadows, self.flowers.shadow)
        bud = np.array(BUDS)
        self.bud_at = _hung(bud[:, :2], twigs).reshape(-1, 2)
        bud = np.tile(bud, (len(twigs), 1))
        _, rosy, line = tints(theme)
        buds = discs(
            "buds", self.bud_at, np.stack([bud[:, 2], bud[:, 2] * 0.82], 1), mix(rosy, theme.coral, 0.4),
            ink=line, ink_width=1.0,
        )  # fmt: skip
        self.hearts = stacked("twig hearts", buds, self.flowers.hearts)

    def tick(self, points: np.ndarray, radius: np.ndarray) -> None:
        """Petals drift and give way to bodies under them: ``points`` (k, 2), ``radius`` (k,) board px."""
        dt = CREATURE_TICK
        nearest_body(self.petal, points, radius, REACH, self.near, self.away)
        push = self.away * (PUSH * self.near)[:, None]
        self.speed += ((FLOW + push) - self.speed) * (1 - math.exp(-DRAG * dt))
        self.petal += (self.speed * dt).astype(self.petal.dtype)
        self.turn += (self.spin + self.speed[:, 1] * 0.012 * np.sign(self.spin)) * dt
        span = np.array([self.board.width, self.board.height]) + 2 * MARGIN
        self.petal[:] = np.remainder(self.petal + MARGIN, span) - MARGIN

    def shift(self, dx: float, dy: float) -> None:
        """Move what floats by an offset in board px."""
        self.petal += np.array([dx, dy])

    def afloat(self, ticks: int, breathe: bool) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """Layers on the sand (shadows of what is above) and on the water, now."""
        loops = turned(PETAL - [0.5, 0.0], self.turn) * self.reach[:, None, None] + self.petal[:, None]
        edge = np.minimum(self.petal, [self.board.width, self.board.height] - self.petal).min(axis=1)
        seen = np.clip(1 + (edge + 8.0) / SHADE, 0, 1)
        fill, ink = self.petal_fill.copy(), self.petal_ink.copy()
        fill[:, 3] *= seen
        ink[:, 3] *= seen
        sway = math.sin(TAU * (ticks % BREEZE_TICKS) / BREEZE_TICKS) if breathe else 0.0
        swing = np.array([0.45, 0.8]) * sway
        flower_shadow, petals, hearts = self.flowers.at(
            self.flower_at + swing, self.flower_turn + 0.02 * sway, TWIG_FALL
        )
        stems = self.stem + swing * self.stem_give
        below = (
            pose(
                self.shadows,
                points=np.concatenate([loops + FLOAT_FALL, flower_shadow.points]),
                center=np.concatenate([self.petal + FLOAT_FALL, flower_shadow.center]),
            ),
            pose(self.stem_shadows, points=stems + TWIG_FALL),
        )
        above = (
            self._streaks(ticks if breathe else 40),
            *self.rocks,
            pose(self.petals, points=loops, center=self.petal, fill=fill, ink=ink),
            pose(self.stems, points=stems),
            petals,
            pose(self.hearts, center=np.concatenate([self.bud_at + swing, hearts.center])),
        )
        return below, above

    def _streaks(self, ticks: int) -> Layer:
        """Light on the water: short streaks that fade in, go with the current and fade out."""
        t = (ticks / GLINT_TICKS + self.glint_phase) % 1.0
        seconds = t * GLINT_TICKS * CREATURE_TICK
        at = self.glint_at * [self.board.width, self.board.height] + FLOW * 1.6 * seconds[:, None]
        bow = np.array([[-1.0, 0.0], [-0.3, -0.06], [0.35, 0.02], [1.0, 0.1]])
        grow = np.sin(math.pi * t)
        points = at[:, None] + bow * (self.glint_long * (0.6 + 0.4 * grow))[:, None, None]
        fill = np.tile(self.glint_color, (self.glints_afloat, 1))
        fill[:, 3] = 0.5 * grow
        return pose(self.glints, points=points, fill=fill)


def _twigs(board: Board) -> list[tuple[float, float, float, float]]:
    """Where twigs hang in: the upper right corner, and further along the long edges of a large board.

    Place of the edge, radians by which the twig is turned down, 1 or -1 for growing to the left or right.
    """
    rows = [(board.width, 0.0, 0.0, 1.0)]
    wide, tall = parts(board.width, 980.0), parts(board.height, 800.0)
    rows += [((k + 0.42) * board.width / wide, -44.0, 0.95, (-1.0) ** k) for k in range(wide - 1)]
    rows += [
        (0.0 if k % 2 else board.width, k * board.height / tall, 0.0, -1.0 if k % 2 else 1.0)
        for k in range(1, tall)
    ]
    return rows


def _hung(line: np.ndarray, twigs: list[tuple[float, float, float, float]]) -> np.ndarray:
    """Places (n, 2) given to the left and down, on every twig: (len(twigs), n, 2) board px."""
    made = []
    for x, y, turn, side in twigs:
        c, s = math.cos(turn), math.sin(turn)
        left, down = line[:, 0], line[:, 1]
        made.append(np.stack([x + side * (s * down - c * left), y + s * left + c * down], -1))
    return np.array(made)
