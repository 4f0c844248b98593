"""Fallen leaves that give way to feet and settle again, and one that is still falling."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.nearest import nearest_body
from scenes.hills import Hills
from scenes.motion import TAU, make_rng, smoothstep
from scenes.picture import Layer, pose, ribbons, shapes
from scenes.scene import CREATURE_TICK
from scenes.strewn import more
from scenes.theme import Theme, fade, mix
from scenes.vectors import carry, raised, unit

COUNT = 30
DRIFTS = ((0.10, 0.16), (0.88, 0.86), (0.93, 0.20), (0.14, 0.86), (0.52, 0.97), (0.50, 0.03))
"""Where leaves gather, as shares of the board."""
REACH, PUSH = 9.0, 9.0
"""Board px within which a foot is felt, and that a leaf gives way at most."""
STIFFNESS, DAMPING = 26.0, 6.0
FALL_TICKS = 900
LANDED, FADED = 0.55, 0.85
"""Shares of the falling leaf's time at which it lies on the ground, and begins to fade."""
SHADOW_FALL = np.array([1.2, 2.0])
DROP = 150.0
"""Board px from where the falling leaf starts."""


def _loop(kind: int) -> np.ndarray:
    """Outline (12, 2) of a leaf that points along +x, board px: beech, ginkgo or oak."""
    if kind == 0:
        x = np.array([9.5, 6.0, 2.0, -2.0, -6.0, -8.2, -9.0, -8.2, -6.0, -2.0, 2.0, 6.0])
        y = np.array([0.0, 2.7, 4.3, 4.4, 3.0, 1.3, 0.0, -1.3, -3.0, -4.4, -4.3, -2.7])
        return np.stack([x, y], -1)
    if kind == 1:
        angle = np.array([0.0, 0.22, 0.55, 0.88, 1.1, 1.25, math.pi, -1.25, -1.1, -0.88, -0.55, -0.22])
        far = np.array([8.2, 10.6, 10.8, 10.6, 9.8, 6.8, 3.2, 6.8, 9.8, 10.6, 10.8, 10.6])
        return np.stack([np.cos(angle) * far - 3.0, np.sin(angle) * far], -1)
    side = np.array([[6.6, 4.4], [4.6, 2.6], [1.2, 6.2], [-1.4, 2.8], [-5.4, 4.8]])
    return np.concatenate([[[10.0, 0.0]], side, [[-8.6, 0.0]], side[::-1] * [1.0, -1.0]])


class Leaves:
    """Leaves on ``hills``. ``place`` (k, 2) at rest, ``offset`` and ``speed`` (k, 2) board px."""

    def __init__(self, theme: Theme, hills: Hills, seed: int = 11) -> None:
        rng = make_rng(seed)
        board = hills.board
        self.hills = hills
        place, turn, kind, size, tone = [], [], [], [], []
        tints = (
            theme.coral,
            theme.butter,
            mix(theme.coral, theme.butter, 0.5),
            mix(theme.coral, theme.lavender, 0.4),
        )
        if theme.name == "night":
            # Moonlit leaves leave the brightest place to the spider.
            tints = tuple(mix(tint, theme.paper, 0.3) for tint in tints)
        hearts = np.array(DRIFTS) * [board.width, board.height]
        hearts = np.concatenate([hearts, more(board, hearts, 250.0, make_rng(seed + 1))])
        for i in range(COUNT * len(hearts) // len(DRIFTS) + 1):
            if i % 4 == 3:
                x, y = rng() * board.width, rng() * board.height
            else:
                heart = hearts[int(rng() * len(hearts))]
                a, far = TAU * rng(), 58.0 * rng() ** 0.7
                x = heart[0] + 1.4 * far * math.cos(a)
                y = heart[1] + 0.7 * far * math.sin(a)
            place.append((x, y))
            turn.append(TAU * rng())
            kind.append(int(rng() * 3))
            size.append(0.7 + 0.45 * rng())
            tone.append(tints[(kind[-1] * 2 + int(rng() * 2)) % 4] if kind[-1] != 1 else tints[1])
        self.place, self.turn = np.array(place), np.array(turn)
        self.high = hills.height(self.place)
        self.loop = np.array([_loop(k) * s for k, s in zip(kind, size)])
        stalk = np.array([[[9.0, 0.0], [0.0, 0.0], [-13.0, 1.2]], [[4.6, 0.0], [-3.0, 0.0], [-12.0, 1.6]],
                          [[9.0, 0.0], [0.0, 0.0], [-11.0, 1.4]]])  # fmt: skip
        self.stalk = np.array([stalk[k] * s for k, s in zip(kind, size)])
        self.felt = self.place.astype(runtime.real())
        self.near, self.away = np.zeros(len(self.felt), runtime.real()), np.zeros_like(self.felt)
        self._layers(theme, np.array(tone))
        self.forget()

    def _layers(self, theme: Theme, tone: np.ndarray) -> None:
        corner = np.zeros(12)
        corner[0] = 0.8
        shade = np.array([theme.shade(c, 0.14) for c in tone])
        self.shadows = shapes("leaf shadows", self.loop, theme.shadow, softness=1.6)
        self.veins = ribbons(
            "leaf veins",
            self.stalk,
            [0.2, 0.7, 0.6],
            np.array([fade(theme.shade(c, 0.5), 0.9) for c in tone]),
        )
        self.leaves = shapes(
            "leaves", self.loop, tone, corner=corner, ink=fade(theme.ink, 0.75), ink_width=1.1, shade=shade
        )

    def forget(self) -> None:
        """All leaves lie as they fell."""
        self.offset, self.speed = np.zeros_like(self.place), np.zeros_like(self.place)

    def tick(self, feet: np.ndarray, radius: np.ndarray) -> None:
        """Give way to ``feet`` (k, 2) of ``radius`` (k,) px, or settle. One 1/60 s.

        Both are float of ``runtime.real()``.
        """
        nearest_body(self.felt, feet, radius, REACH, self.near, self.away)
        want = self.away * (PUSH * self.near * (2 - self.near))[:, None]
        self.speed += ((want - self.offset) * STIFFNESS - self.speed * DAMPING) * CREATURE_TICK
        self.offset += self.speed * CREATURE_TICK

    def layers(self, ticks: int, breathe: bool) -> tuple[Layer, ...]:
        """The leaves now; the last of them is falling unless motion is reduced."""
        place = self.place + self.offset
        turn = self.turn + 0.09 * (self.offset[:, 0] + self.offset[:, 1])
        high, alpha = 0.0, 1.0
        if breathe:
            place[-1], turn[-1], high, alpha = self._fall(ticks)
        lie = carry(unit(turn))
        self.high[-1] = self.hills.height(place[-1])
        ground = raised(place, self.high)
        seen = ground.copy()
        seen[-1, 1] -= high
        under = ground + SHADOW_FALL
        under[-1] += np.array([0.35, 0.12]) * high
        # A leaf that tumbles is seen from the edge now and then.
        lie[-1] *= np.array([1.0, 1.0 - 0.55 * min(high / 30, 1) * (0.5 + 0.5 * math.sin(0.11 * high))])
        loops = self.loop @ lie
        return (
            pose(self.shadows, points=loops + under[:, None], center=under,
                 fill=self._faded(self.shadows.fill, alpha)),
            pose(self.leaves, points=loops + seen[:, None], center=seen,
                 fill=self._faded(self.leaves.fill, alpha), ink=self._faded(self.leaves.ink, alpha)),
            pose(self.veins, points=self.stalk @ lie + seen[:, None],
                 fill=self._faded(self.veins.fill, alpha)),
        )  # fmt: skip

    def _faded(self, tone: np.ndarray, alpha: float) -> np.ndarray:
        faded = tone.copy()
        faded[-1, 3] *= alpha
        return faded

    def _fall(self, ticks: int) -> tuple[np.ndarray, float, float, float]:
        """Place, turn, height and opacity of the falling leaf: it rocks down, lies a while and fades."""
        cycle, at = divmod(ticks, FALL_TICKS)
        share = at / FALL_TICKS
        board = self.hills.board
        a, b = (cycle * 0.618034 + 0.31) % 1.0, (cycle * 0.754877 + 0.62) % 1.0
        goal = np.array([(0.12 + 0.76 * a) * board.width, (0.15 + 0.70 * b) * board.height])
        left = 1 - min(share / LANDED, 1.0)
        rock = math.sin(13.0 * left) * 26.0 * math.sqrt(left) * min(1.0, 4 * left)
        place = goal + np.array([rock - 60.0 * left, 0.0])
        turn = 5.0 * a + 0.035 * rock + 1.2 * left
        alpha = smoothstep(share / 0.06) * (1 - smoothstep((share - FADED) / (1 - FADED)))
        return place, turn, DROP * left, alpha
