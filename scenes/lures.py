"""What the creatures chase, drawn small: a butterfly over the meadow, a dragonfly over the pond."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.theme import Theme, fade, mix

# Local space: heading up (y is toward the tail), board px.
WING = np.array(
    [[0.0, -1.0], [3.0, -6.0], [9.0, -11.0], [14.5, -10.5], [16.0, -5.0], [12.4, 0.2],
     [12.6, 4.6], [9.6, 9.2], [5.0, 9.4], [1.2, 6.0]]
)  # fmt: skip
"""Right wing of the butterfly; the first point is the joint."""
BLADE = np.array([[0.0, 0.0], [4.0, -1.9], [9.5, -1.7], [12.0, 0.0], [9.0, 1.3], [4.0, 0.9]])
"""One of the dragonfly's four wings."""
MIRROR = np.array([-1.0, 1.0])
BEAT_TICKS = 21
SHIMMER_TICKS = 12
LIFT = np.array([5.0, 11.0])
"""Where the shadow falls, board px."""


def _turn(heading: float) -> np.ndarray:
    """Matrix (2, 2) that carries local row vectors onto the board."""
    c, s = math.cos(heading + math.pi / 2), math.sin(heading + math.pi / 2)
    return np.array([[c, s], [-s, c]])


class Butterfly:
    """A butterfly with butter wings."""

    SPINE = np.array([[0.0, -5.5], [0.0, 0.0], [0.0, 7.0]])
    FEELERS = np.array([[[0.0, -5.5], [1.6, -9.2], [4.6, -12.0]], [[0.0, -5.5], [-1.6, -9.2], [-4.6, -12.0]]])

    def __init__(self, theme: Theme) -> None:
        corner = np.zeros(len(WING))
        corner[[0, 5]] = 1.0, 0.6
        pair = np.stack([WING, WING * MIRROR])
        self.shadow = shapes("lure shadow", pair, theme.shadow, corner=corner, softness=2.2)
        self.wings = shapes(
            "lure wings",
            pair,
            theme.butter,
            corner=corner,
            ink=theme.ink,
            ink_width=0.9,
            shade=theme.shade(theme.butter, 0.14),
        )
        self.spots = discs("lure spots", np.zeros((2, 2)), np.full((2, 1), 1.9), theme.coral)
        self.body = ribbons("lure body", self.SPINE, [0.9, 1.2, 0.5], theme.ink)
        self.feelers = ribbons("lure feelers", self.FEELERS, [0.45, 0.45, 0.75], theme.ink)

    def at(self, x: float, y: float, heading: float, ticks: int, flutter: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, looking along ``heading`` radians; at rest its wings are open."""
        beat = math.sin(TAU * (ticks % BEAT_TICKS) / BEAT_TICKS) if flutter else 0.4
        turn, ground = _turn(heading), np.array([x, y])
        place = ground + np.array([0.0, -1.2 * beat if flutter else 0.0])
        right = WING * (0.74 + 0.26 * beat, 1.0)
        wings = np.stack([right, right * MIRROR]) @ turn
        center = wings[:, 1:].mean(axis=1) * 0.8
        return (
            pose(self.shadow, points=wings * 0.9 + ground + LIFT, center=center * 0.9 + ground + LIFT),
            pose(self.wings, points=wings + place, center=center + place),
            pose(self.spots, center=wings[:, 3] * 0.68 + place),
            pose(self.body, points=(self.SPINE @ turn + place)[None]),
            pose(self.feelers, points=self.FEELERS @ turn + place),
        )


class Dragonfly:
    """A coral dragonfly whose four clear wings shimmer."""

    SPINE = np.array([[0.0, -4.6], [0.0, -2.6], [0.0, 0.5], [0.0, 6.0], [0.0, 12.0]])
    EYES = np.array([[-1.3, -4.9], [1.3, -4.9]])
    TILTS = ((-0.16, -2.2, 1.0, 1.0), (0.26, 0.4, 0.9, -1.0))
    """Of fore and hind wings: tilt in radians, place along the body, size, and sense of the beat."""

    def __init__(self, theme: Theme) -> None:
        loop = np.zeros((4, len(BLADE), 2))
        faint = theme.faint(0.8)
        self.shadow = shapes("lure shadow", loop, faint, softness=1.8)
        self.body_shadow = ribbons(
            "lure body shadow", self.SPINE, [1.2, 1.6, 1.4, 0.8, 0.5], theme.shadow, softness=1.6
        )
        self.wings = shapes(
            "lure wings",
            loop,
            fade(mix(theme.milk, theme.water, 0.35), 0.72),
            ink=fade(theme.ink, 0.75),
            ink_width=0.7,
        )
        self.body = ribbons(
            "lure body", self.SPINE, [1.7, 1.5, 1.7, 1.0, 0.7], theme.coral, ink=theme.ink, ink_width=0.7
        )
        self.eyes = discs("lure head", self.EYES, np.full((2, 1), 1.25), theme.ink)

    def at(self, x: float, y: float, heading: float, ticks: int, flutter: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, looking along ``heading`` radians."""
        beat = math.sin(TAU * (ticks % SHIMMER_TICKS) / SHIMMER_TICKS) if flutter else 0.0
        turn, place = _turn(heading), np.array([x, y])
        wings = []
        for tilt, shift, size, sense in self.TILTS:
            a = tilt + 0.14 * beat * sense
            c, s = math.cos(a), math.sin(a)
            wing = BLADE @ np.array([[c, s], [-s, c]]) * size
            wings += [wing + np.array([0.0, shift]), wing * MIRROR + np.array([0.0, shift])]
        loop = np.stack(wings) @ turn + place
        center = loop.mean(axis=1)
        spine = (self.SPINE @ turn + place)[None]
        return (
            pose(self.shadow, points=loop + LIFT, center=center + LIFT),
            pose(self.body_shadow, points=spine + LIFT),
            pose(self.wings, points=loop, center=center),
            pose(self.body, points=spine),
            pose(self.eyes, center=self.EYES @ turn + place),
        )
