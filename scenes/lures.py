"""What the creatures chase, drawn small: a butterfly over the meadow, a dragonfly over the pond."""

from __future__ import annotations

import cmath
import math

import numpy as np

from scenes.carried import to_plane
from scenes.motion import TAU
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.stacked import stacked
from scenes.theme import Theme, fade, mix

# Local space: heading up (y is toward the tail), board px.
WING = np.array(
    [[0.0, -1.0], [3.0, -6.0], [9.0, -11.0], [14.5, -10.5], [16.0, -5.0], [12.4, 0.2],
     [12.6, 4.6], [9.6, 9.2], [5.0, 9.4], [1.2, 6.0]]
)  # fmt: skip
"""Right wing of the butterfly; the first point is the joint."""
BLADE = np.array([0.0, 3.5, 7.0, 10.0, 11.7]).astype(np.complex64)
BLADE_GIRTH = np.array([0.35, 1.45, 1.75, 1.5, 0.5])
"""One of the dragonfly's four wings: a line from its joint, and its half widths."""
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
    """A coral dragonfly whose four clear wings shimmer. All of it is one layer."""

    SPINE = np.array([-4.6j, -2.6j, 0.5j, 6.0j, 12.0j], np.complex64)
    SPINE_GIRTH = np.array([1.7, 1.5, 1.7, 1.0, 0.7])
    EYES = np.array([[-1.3 - 4.9j], [1.3 - 4.9j]], np.complex64)
    TILTS = ((-0.16, -2.2, 1.0, 1.0), (0.26, 0.4, 0.9, -1.0))
    """Of fore and hind wings: tilt in radians, place along the body, size, and sense of the beat."""

    def __init__(self, theme: Theme) -> None:
        wings, body, eyes = np.zeros((4, 5, 2)), np.zeros((1, 5, 2)), np.zeros((2, 5, 2))
        glass = fade(mix(theme.milk, theme.water, 0.35), 0.72)
        self.layer = stacked(
            "lure",
            ribbons("wing shadows", wings, BLADE_GIRTH, theme.faint(0.8), softness=1.8),
            ribbons("body shadow", body, self.SPINE_GIRTH * 0.85, theme.shadow, softness=1.6),
            ribbons("wings", wings, BLADE_GIRTH, glass, ink=fade(theme.ink, 0.75), ink_width=0.7),
            ribbons("body", body, self.SPINE_GIRTH, theme.coral, ink=theme.ink, ink_width=0.7),
            ribbons("head", eyes, 1.25, theme.ink),
        )

    def at(self, x: float, y: float, heading: float, ticks: int, flutter: bool) -> tuple[Layer, ...]:
        """It at (x, y) board px, looking along ``heading`` radians."""
        beat = math.sin(TAU * (ticks % SHIMMER_TICKS) / SHIMMER_TICKS) if flutter else 0.0
        z = np.empty((12, 5), np.complex64)
        for k, (tilt, shift, size, sense) in enumerate(self.TILTS):
            wing = BLADE * (size * cmath.exp(1j * (tilt + 0.14 * beat * sense))) + 1j * shift
            z[5 + 2 * k], z[6 + 2 * k] = wing, -wing.conj()
        z[9], z[10:] = self.SPINE, self.EYES
        z[5:] *= cmath.exp(1j * (heading + math.pi / 2))
        z[5:] += complex(x, y)
        z[:5] = z[5:10] + complex(*LIFT)
        return (pose(self.layer, points=to_plane(z)),)
