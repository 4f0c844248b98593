"""Droplets that a splash throws up: they fly, fall back, and each leaves a small ring of light."""

from __future__ import annotations

import numpy as np

from scenes.letter_ink import Numbers
from scenes.motion import make_rng

ROOM = 256
"""Droplets at once; the oldest give way."""
RINGS = 48
RING_TICKS = 34
X, Y, VX, VY, RADIUS, FLYING = range(6)


class Droplets:
    """``drop`` (ROOM, 6): place board px, speed px a tick, radius px, whether it flies. ``ring`` (RINGS, 3):
    x, strength, age in ticks."""

    def __init__(self, seed: int) -> None:
        self.rng = make_rng(seed + 100)
        self.drop = np.zeros((ROOM, 6))
        self.ring = np.zeros((RINGS, 3))
        self.ring[:, 2] = RING_TICKS
        self.next = self.next_ring = 0

    @property
    def flying(self) -> int:
        """How many are in the air."""
        return int(self.drop[:, FLYING].sum())

    @property
    def quiet(self) -> bool:
        """Whether there is nothing of them to be seen."""
        return not self.flying and bool((self.ring[:, 2] >= RING_TICKS).all())

    def splash(self, x: float, y: float, half: float, speed: float, count: float) -> None:
        """Throw up ``count`` droplets for each px a tick of ``speed`` from the surface at (x, y), ``half`` px
        to either side: the faster it was the higher, outward from the middle."""
        rng = self.rng
        for _ in range(min(round(count * speed), ROOM)):
            side = 2 * rng() - 1
            up = speed * (0.22 + 0.30 * rng()) * (1 - 0.35 * abs(side)) + 1.2
            self.drop[self.next] = (
                x + side * half,
                y - 1.0,
                side * (0.5 + 0.10 * speed) + 0.6 * (rng() - 0.5),
                -up,
                0.8 + 1.9 * rng() ** 2,
                1.0,
            )
            self.next = (self.next + 1) % ROOM

    def step(self, gravity: float, line: Numbers, cell: float) -> None:
        """One tick. ``line``: board y of the surface every ``cell`` px."""
        d = self.drop
        up = d[:, FLYING] > 0
        self.ring[:, 2] = np.minimum(self.ring[:, 2] + 1, RING_TICKS)
        if not up.any():
            return
        d[up, VY] += gravity
        d[up, X] += d[up, VX]
        d[up, Y] += d[up, VY]
        surface = np.interp(d[:, X], np.arange(len(line)) * cell, line)
        fallen = np.flatnonzero(up & (d[:, VY] > 0) & (d[:, Y] > surface))
        d[fallen, FLYING] = 0
        for i in fallen:
            self.ring[self.next_ring] = d[i, X], d[i, RADIUS], 0
            self.next_ring = (self.next_ring + 1) % RINGS

    def shift(self, dx: float, dy: float) -> None:
        """Move all by an offset in board px."""
        self.drop[:, [X, Y]] += (dx, dy)
        self.ring[:, 0] += dx
