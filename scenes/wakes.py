"""Marks on water that grow and fade: crescents shed by tails, rings where something touched."""

from __future__ import annotations

import numpy as np

from scenes.picture import Layer, discs, pose, ribbons
from scenes.stacked import stacked
from scenes.theme import Theme

ARC_TICKS = 78
RING_TICKS = 62
RINGS = 24
MOST_ARCS = 256
ARCS_EACH = 8
"""Crescents that one fish may leave at a time."""
SPREAD = np.linspace(-1.0, 1.0, 7)
BOW = np.array([0.0, 0.55, 0.9, 1.0, 0.9, 0.55, 0.0])
"""Thickness along a crescent, as a share of its middle."""
LEE = np.array([1.1, 2.0])
"""Board px from a crest to its dark side."""
OPENING = 0.95
"""Half the angle that a crescent spans, radians."""


class Wakes:
    """Crescents and rings on a surface, from a pool of fixed size: they cannot pile up."""

    def __init__(self, theme: Theme, count: int) -> None:
        self.most = min(ARCS_EACH * count, MOST_ARCS)
        self.color = theme.light(theme.water, 0.8) if theme.name == "day" else theme.light(theme.water, 0.35)
        clear = self.color * np.array([1, 1, 1, 0], np.float32)
        self.deep = theme.shade(theme.water, 0.3)
        line = np.zeros((self.most, len(SPREAD), 2))
        self.arcs = stacked(
            "wake arcs",
            ribbons("lee", line, 0.05, self.deep * [1, 1, 1, 0]),
            ribbons("crest", line, 0.05, clear),
        )
        self.rings = discs("wake rings", np.zeros((RINGS, 2)), np.full((RINGS, 1), 0.1), clear, ink=clear)
        self.clear()

    def clear(self) -> None:
        """Still water."""
        self.arc_place = np.zeros((self.most, 2))
        self.arc_angle = np.zeros(self.most)
        self.arc_size = np.zeros(self.most)
        self.arc_age = np.full(self.most, ARC_TICKS)
        self.ring_place = np.zeros((RINGS, 2))
        self.ring_size = np.zeros(RINGS)
        self.ring_age = np.full(RINGS, RING_TICKS)

    def shift(self, dx: float, dy: float) -> None:
        """Move every mark by an offset in board px."""
        self.arc_place += (dx, dy)
        self.ring_place += (dx, dy)

    def shed(self, places: np.ndarray, angles: np.ndarray, sizes: np.ndarray) -> None:
        """New crescents at ``places`` (k, 2) that open toward ``angles`` (k,) radians; ``sizes`` (k,), 1 for
        a fish of size 1. What finds no free place in the pool is left out: nothing pops away."""
        free = np.flatnonzero(self.arc_age >= ARC_TICKS)[: len(places)]
        n = len(free)
        self.arc_place[free], self.arc_angle[free] = places[:n], angles[:n]
        self.arc_size[free], self.arc_age[free] = sizes[:n], 0

    def touch(self, places: np.ndarray, size: float) -> None:
        """New rings that grow to ``size`` board px about ``places`` (k, 2)."""
        free = np.flatnonzero(self.ring_age >= RING_TICKS)[: len(places)]
        self.ring_place[free], self.ring_size[free] = places[: len(free)], size
        self.ring_age[free] = 0

    def tick(self) -> None:
        """One step older."""
        self.arc_age = np.minimum(self.arc_age + 1, ARC_TICKS)
        self.ring_age = np.minimum(self.ring_age + 1, RING_TICKS)

    def layers(self) -> tuple[Layer, ...]:
        """Crescents, lee sides first, and rings; the same objects while the water is still."""
        arcs, rings = self.arcs, self.rings
        if (self.arc_age < ARC_TICKS).any():
            t = self.arc_age / ARC_TICKS
            radius = self.arc_size * (6.0 + 24.0 * t)
            angle = self.arc_angle[:, None] + SPREAD * OPENING * (1 - 0.25 * t)[:, None]
            out = np.stack([np.cos(angle), np.sin(angle)], -1)
            thick = np.maximum(BOW * (self.arc_size * 2.3 * (1 - t))[:, None], 0.05)
            points = self.arc_place[:, None] + out * radius[:, None, None]
            arcs = pose(
                arcs,
                points=np.concatenate([points + LEE, points]),
                radius=np.concatenate([thick * 0.8, thick]),
                fill=np.concatenate([_fade(self.deep, t, 0.4), _fade(self.color, t, 0.9)]),
            )
        if (self.ring_age < RING_TICKS).any():
            t = self.ring_age / RING_TICKS
            grown = np.maximum(self.ring_size * (1 - (1 - t) ** 2), 0.1)
            tone = _fade(self.color, t, 0.8)
            rings = pose(
                rings, center=self.ring_place, size=np.stack([grown, grown], -1), ink=tone,
                ink_width=np.minimum(1.7 * (1 - 0.6 * t), grown),
            )  # fmt: skip
        return arcs, rings


def _fade(color: np.ndarray, t: np.ndarray, most: float) -> np.ndarray:
    """``color`` for each share of a life ``t`` (m,): comes quickly, goes slowly."""
    tone = np.tile(color, (len(t), 1))
    tone[:, 3] = most * np.clip(t * 12, 0, 1) * (1 - t) ** 1.2
    return tone
