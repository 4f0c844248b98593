"""The base line of a headline: a taut cord a row that rises when letters leave and bows when they land."""

from __future__ import annotations

import math

import numpy as np

from scenes.letter_ink import Numbers

MODES = np.array([1.0, 2.0])
"""Half waves along the cord; more of them would only tremble."""
PULL = np.array([0.078, 0.24])
"""1/tick² of each mode back to its rest."""
DRAG = np.array([0.15, 0.22])
"""1/tick; share of a mode's speed lost."""
ARCH = 2.2
"""Board px by which a cord that carries nothing stands higher in its middle than a full one."""
POINTS = 49
STILL = 2e-3
"""Board px, and px a tick, below which a cord counts as still."""


class BaseLine:
    """One cord a row between x ``left`` and ``right``; ``row`` (n,) and ``x`` (n,): where letters stand.

    ``bow`` (rows, 2) and ``speed``: board px, and px a tick, of each mode, downward. A row that carries all
    its letters is straight.
    """

    def __init__(self, row: np.ndarray, x: Numbers, left: float, right: float) -> None:
        self.row = row
        self.rows = int(row.max()) + 1
        self.shape = np.sin(math.pi * MODES * ((x - left) / (right - left))[:, None])
        self.slope = np.cos(math.pi * MODES * ((x - left) / (right - left))[:, None])
        self.slope *= math.pi * MODES / (right - left)
        u = np.linspace(0.0, 1.0, POINTS)
        self.along = left + (right - left) * u
        self.waves = np.sin(math.pi * MODES * u[:, None])
        self.count = np.bincount(row, minlength=self.rows)
        self.begin()

    def begin(self) -> None:
        """Every row is full and still."""
        self.bow = np.zeros((self.rows, len(MODES)))
        self.speed = np.zeros_like(self.bow)
        self.quiet = True

    def step(self, standing: Numbers, pushes: Numbers) -> None:
        """One tick. ``standing`` (n,): share of each letter's weight on its cord; ``pushes`` (n,): px a tick
        that landings give."""
        load = np.bincount(self.row, standing, self.rows) / self.count
        rest = np.zeros_like(self.bow)
        rest[:, 0] = -ARCH * (1 - load)
        for k in range(len(MODES)):
            self.speed[:, k] += np.bincount(self.row, pushes * self.shape[:, k], self.rows)
        self.speed += (rest - self.bow) * PULL - self.speed * DRAG
        self.bow = self.bow + self.speed
        off = max(float(np.abs(self.bow - rest).max()), float(np.abs(self.speed).max()))
        self.quiet = off < STILL
        if self.quiet:
            self.bow, self.speed = rest, np.zeros_like(rest)

    def under(self) -> tuple[Numbers, Numbers]:
        """How far each letter's cord hangs down beneath it, board px, and its slope there, radians."""
        bow = self.bow[self.row]
        return (bow * self.shape).sum(axis=1), np.arctan((bow * self.slope).sum(axis=1))

    def points(self, heights: Numbers) -> Numbers:
        """(rows, POINTS, 2) board px of cords that lie at ``heights`` (rows,) when straight."""
        y = heights[:, None] + self.bow @ self.waves.T
        return np.stack([np.broadcast_to(self.along, y.shape), y], -1)
