"""What the walkers chase, drawn small: a ladybird on the sand, a firefly over the hills."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.theme import Theme, fade, mix

# Local space: looks along +x, board px.
SHELL = np.array([[6.0, 0.0], [4.6, 3.6], [0.0, 5.6], [-4.4, 4.4], [-6.4, 0.0], [-4.4, -4.4], [0.0, -5.6],
                  [4.6, -3.6]])  # fmt: skip
DOTS = np.array([[1.8, 2.6], [1.8, -2.6], [-2.6, 2.3], [-2.6, -2.3], [3.7, 0.0]])
SEAM = np.array([[4.6, 0.0], [0.0, 0.0], [-5.6, 0.0]])
HEAD = np.array([[6.2, 0.0], [7.0, 1.5], [7.0, -1.5]])
LEGS = np.array([[3.4, 4.0], [-0.4, 5.2], [-3.6, 4.0]])
FEELERS = np.array([[[7.6, 0.9], [9.6, 2.0], [10.6, 3.6]], [[7.6, -0.9], [9.6, -2.0], [10.6, -3.6]]])
STRIDE_TICKS = 11
GAIT = np.array([0.0, 0.5, 0.0, 0.5, 0.0, 0.5])
FALL = np.array([1.2, 2.2])

WING = np.array([[1.4, 0.6], [0.6, 5.6], [-2.6, 10.2], [-6.4, 10.4], [-6.2, 6.2], [-2.6, 2.0]])
MIRROR = np.array([1.0, -1.0])
BODY = np.array([[4.6, 0.0], [1.4, 0.0], [-3.0, 0.0], [-8.6, 0.0]])
SHIMMER_TICKS = 6
GLOW_TICKS = 96
HOVER_TICKS = 138
HEIGHT = 13.0
"""Board px that the firefly flies above the ground."""


def _turn(heading: float) -> np.ndarray:
    """Matrix (2, 2) that carries local row vectors onto the board."""
    c, s = math.cos(heading), math.sin(heading)
    return np.array([[c, s], [-s, c]])


class Ladybird:
    """A coral ladybird that hurries on six legs."""

    def __init__(self, theme: Theme) -> None:
        dark = theme.ink if theme.name == "day" else theme.paper
        ink = theme.ink
        self.shadow = discs("lure shadow", np.zeros((1, 2)), [[6.6, 5.8]], theme.shadow, softness=1.6)
        self.legs = ribbons("lure legs", np.zeros((6, 3, 2)), [0.75, 0.75, 0.4], ink)
        self.feelers = ribbons("lure feelers", FEELERS, [0.45, 0.45, 0.7], ink)
        self.head = discs(
            "lure head", HEAD, np.array([[3.0], [0.8], [0.8]]), [dark, theme.milk, theme.milk],
            ink=ink, ink_width=np.array([0.8, 0.0, 0.0]),
        )  # fmt: skip
        self.shell = shapes(
            "lure body", SHELL, theme.coral, ink=ink, ink_width=1.2, shade=theme.shade(theme.coral, 0.16)
        )
        self.seam = ribbons("lure seam", SEAM, [0.3, 0.6, 0.35], fade(dark, 0.9))
        self.dots = discs("lure dots", DOTS, np.full((5, 1), 1.15), fade(dark, 0.9))
        self.light = discs("lure light", np.zeros((1, 2)), [[1.5, 0.8]], theme.light(theme.coral, 0.7))

    def at(self, x: float, y: float, heading: float, ticks: int, walks: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, looking along ``heading`` radians."""
        stride = np.sin(TAU * (ticks % STRIDE_TICKS / STRIDE_TICKS + GAIT)) if walks else np.zeros(6)
        turn, place = _turn(heading), np.array([x, y])
        roots = np.concatenate([LEGS, LEGS * MIRROR])
        splay = np.array([1.6, 0.2, -1.8, 1.6, 0.2, -1.8])
        out = np.concatenate([np.full(3, 2.6), np.full(3, -2.6)])
        knee = roots + np.stack([splay * 0.6 + stride * 0.8, out * 0.7], -1)
        toe = roots + np.stack([splay * 1.3 + stride * 1.6, out * 1.25], -1)
        legs = np.stack([roots, knee, toe], axis=1) @ turn + place
        return (
            pose(self.shadow, center=(place + FALL)[None], angle=[heading]),
            pose(self.legs, points=legs),
            pose(self.feelers, points=FEELERS @ turn + place),
            pose(self.head, center=HEAD @ turn + place),
            pose(self.shell, points=(SHELL @ turn + place)[None], center=place[None]),
            pose(self.seam, points=(SEAM @ turn + place)[None]),
            pose(self.dots, center=DOTS @ turn + place),
            pose(self.light, center=(place + np.array([-1.8, -2.6]))[None]),
        )


class Firefly:
    """A firefly that hovers over the ground with a butter glow."""

    def __init__(self, theme: Theme) -> None:
        dark = theme.ink if theme.name == "day" else theme.paper
        glow = fade(mix(theme.butter, theme.milk, 0.25), 0.5 if theme.name == "day" else 0.42)
        self.glow_tone = np.asarray(glow, float)
        self.shadow = discs("lure shadow", np.zeros((1, 2)), [[5.4, 3.4]], theme.shadow, softness=2.4)
        self.glow = discs("lure glow", np.zeros((2, 2)), [[17.0, 17.0], [8.0, 8.0]], glow)
        self.glow = pose(self.glow, softness=[15.0, 6.0])
        self.wings = shapes(
            "lure wings", np.stack([WING, WING * MIRROR]), fade(mix(theme.milk, theme.water, 0.3), 0.75),
            ink=fade(theme.ink, 0.75), ink_width=0.7,
        )  # fmt: skip
        self.tail = ribbons(
            "lure body", BODY[1:], [2.4, 3.3, 2.2], theme.butter, ink=theme.ink, ink_width=0.9
        )
        self.thorax = ribbons("lure thorax", BODY[:2], [1.9, 2.2], dark, ink=theme.ink, ink_width=0.7)
        self.eyes = discs(
            "lure eyes", np.zeros((2, 2)), np.full((2, 1), 1.3), theme.coral, ink=dark, ink_width=0.4
        )

    def at(
        self, x: float, y: float, heading: float, ticks: int, flies: bool, ground: float = 0.0
    ) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, looking along ``heading`` radians, HEIGHT px above the plain.

        ``ground``: height there of what its shadow falls on, board px.
        """
        beat = math.sin(TAU * (ticks % SHIMMER_TICKS) / SHIMMER_TICKS) if flies else 0.2
        bob = math.sin(TAU * (ticks % HOVER_TICKS) / HOVER_TICKS) if flies else 0.0
        pulse = 0.5 + 0.5 * math.sin(TAU * (ticks % GLOW_TICKS) / GLOW_TICKS) if flies else 0.7
        turn, floor = _turn(heading), np.array([x, y + HEIGHT - ground])
        place = np.array([x, y - 2.0 * bob])
        wing = WING * (1.0, 1.0 + 0.22 * beat)
        wings = np.stack([wing, wing * MIRROR]) @ turn + place + np.array([0.0, -0.6])
        lamp = BODY[2] * 1.6 @ turn + place
        fill = np.tile(self.glow_tone, (2, 1))
        fill[:, 3] *= 0.35 + 0.65 * pulse
        return (
            pose(self.shadow, center=(floor + np.array([2.0, 3.0]))[None]),
            pose(self.glow, center=np.stack([lamp, lamp]), fill=fill),
            pose(self.wings, points=wings, center=wings.mean(axis=1)),
            pose(self.tail, points=(BODY[1:] @ turn + place)[None]),
            pose(self.thorax, points=(BODY[:2] @ turn + place)[None]),
            pose(self.eyes, center=np.array([[4.6, 1.5], [4.6, -1.5]]) @ turn + place),
        )
