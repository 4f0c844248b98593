"""What feet leave behind: puffs of dust where they come down, and prints that fade."""

from __future__ import annotations

import numpy as np

from scenes.motion import TAU
from scenes.picture import Discs, Layer, Shapes, discs, pose, shapes
from scenes.theme import Color, fade
from scenes.vectors import carry, unit

SHOWN = 100
"""Individuals whose traces are drawn, the first ones: among more, nobody looks for them."""
PUFF_TICKS = 30
GRAINS = 4
PRINT_TICKS = 330
PRINT_ALPHA = 0.34
RIM = np.array([0.9, 1.3])
"""Board px from a print to its lit rim: light falls from the upper left."""


class Puffs:
    """Dust under the feet of a herd. ``size`` (count,): share of the published size; ``legs`` feet each."""

    def __init__(self, tone: Color, size: np.ndarray, legs: int, reach: float = 7.0) -> None:
        self.size = size[:SHOWN]
        self.legs = legs
        self.tone = np.asarray(tone, float)
        slots = len(self.size) * legs
        turn = TAU * (np.arange(GRAINS)[None, :] / GRAINS + (np.arange(slots) * 0.618 % 1.0)[:, None])
        far = reach * (0.7 + 0.3 * np.cos(5 * turn)) * np.repeat(self.size, legs)[:, None]
        # Seen from above and a little from the front, dust spreads wider across than down, and rises.
        self.way = np.stack([np.cos(turn) * far, (np.sin(turn) * 0.7 - 0.25) * far], -1)
        self.grain = 2.6 * np.repeat(self.size, legs)[:, None] * np.ones(GRAINS)
        self.layer = discs("dust", np.zeros((slots * GRAINS, 2)), np.zeros((slots * GRAINS, 1)), tone)
        self.layer = pose(self.layer, softness=0.5 * self.grain.reshape(-1))
        self.forget()

    def forget(self) -> None:
        """All dust has settled."""
        slots = len(self.size) * self.legs
        self.place = np.zeros((slots, 2))
        self.age = np.full(slots, PUFF_TICKS)
        self.still = self._pose()

    def tick(self, places: np.ndarray, landed: np.ndarray) -> None:
        """Puffs at the feet that ``landed`` (count, legs) at ``places`` (count, legs, 2), board px."""
        self.age = np.minimum(self.age + 1, PUFF_TICKS)
        new = landed[:SHOWN].reshape(-1)
        if new.any():
            self.place[new] = places[:SHOWN].reshape(-1, 2)[new]
            self.age[new] = 0

    def layer_now(self) -> Discs:
        """The dust in the air."""
        return self._pose() if (self.age < PUFF_TICKS).any() else self.still

    def _pose(self) -> Discs:
        share = self.age / PUFF_TICKS
        out = 1 - (1 - share) ** 3
        center = self.place[:, None] + self.way * (0.25 + 0.75 * out)[:, None, None]
        size = self.grain * ((0.45 + 0.75 * out) * (share < 1))[:, None]
        fill = np.empty((len(share), GRAINS, 4))
        fill[..., :3] = self.tone[:3]
        fill[..., 3] = (self.tone[3] * (1 - share) ** 1.6)[:, None]
        size = np.repeat(size.reshape(-1, 1), 2, axis=1)
        return pose(self.layer, center=center.reshape(-1, 2), size=size, fill=fill.reshape(-1, 4))


class Footprints:
    """Pressed prints of feet that fade.

    ``loop`` (n, 2), board px, with its ``corner`` (n,): one print of size 1 that looks along +x.
    """

    def __init__(
        self, loop: np.ndarray, corner: np.ndarray, size: np.ndarray, dark: Color, rim: Color
    ) -> None:
        self.loop = loop
        self.size = size[:SHOWN]
        self.each = int(np.clip(900 // len(self.size), 8, 30))
        blank = np.zeros((len(self.size) * self.each, len(loop), 2))
        self.hollow = shapes("footprints", blank, fade(dark, 0.0), corner=corner)
        self.edge = shapes("footprint rims", blank, fade(rim, 0.0), corner=corner)
        self.dark, self.rim = np.asarray(dark, float), np.asarray(rim, float)
        self.forget()

    def forget(self) -> None:
        """Smooth the sand."""
        herd = len(self.size)
        self.points = np.zeros((herd, self.each, len(self.loop), 2))
        self.place = np.zeros((herd, self.each, 2))
        self.age = np.full((herd, self.each), PRINT_TICKS)
        self.next = np.zeros(herd, int)
        self._settled = self._pose()

    def tick(self, places: np.ndarray, turn: np.ndarray, landed: np.ndarray) -> None:
        """Prints of the feet that have ``landed`` (count, legs) at ``places`` (count, legs, 2) board px.

        ``turn`` (count, legs): where each of them points, radians.
        """
        self.age = np.minimum(self.age + 1, PRINT_TICKS)
        for leg in np.flatnonzero(landed.any(axis=0)):
            who = np.flatnonzero(landed[:, leg])
            slot = self.next[who]
            place = places[who, leg]
            lie = carry(unit(turn[who, leg]) * self.size[who, None])
            self.points[who, slot] = self.loop @ lie + place[:, None]
            self.place[who, slot] = place
            self.age[who, slot] = 0
            self.next[who] = (slot + 1) % self.each

    def layers(self) -> tuple[Layer, ...]:
        """The prints that are still to be seen: lit rims under dark hollows."""
        return self._pose() if (self.age < PRINT_TICKS).any() else self._settled

    def _pose(self) -> tuple[Shapes, Shapes]:
        left = 1 - self.age / PRINT_TICKS
        alpha = (PRINT_ALPHA * left * left * (3 - 2 * left)).reshape(-1)
        points = self.points.reshape(-1, len(self.loop), 2)
        place = self.place.reshape(-1, 2)
        return (
            pose(self.edge, points=points + RIM, center=place + RIM, fill=_tint(self.rim, alpha * 1.5)),
            pose(self.hollow, points=points, center=place, fill=_tint(self.dark, alpha)),
        )


def _tint(color: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    fill = np.empty((len(alpha), 4))
    fill[:, :3] = color[:3]
    fill[:, 3] = alpha
    return fill
