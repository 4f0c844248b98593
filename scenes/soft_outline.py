"""A letter as a soft body: the points of its outline, and what rides on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scenes.cage import mean_values
from scenes.glyphs import Glyph
from scenes.letters import rest_lattice

POINTS = 28
"""Points of an outline, one a ray (article 003)."""
FIELD = 128
"""Rows per em of the field in which rays look for the outline."""
STEP = 1 / 256
"""em between two looks along a ray."""
NARROW = 0.07
"""em; no point lies nearer to the middle, or the outline of a thin letter would have no inside."""
EVEN = 0.2
"""Share that each of its neighbours has in how a point carries the letter."""
BEADS = 6
"""Bubbles that ride in a letter."""
DEEP = 0.035
"""em from the edge within which there are none, and no highlight."""
LIGHT = np.array([0.4472136, 0.8944272])
"""The way the light goes: from the upper left."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class SoftOutline:
    """What the physics and the look need of one letter; em, about the middle of its layout box.

    ``points`` (28, 2): the outline, clockwise from the right. ``nodes`` (r * r, 28), ``beads`` (BEADS, 28),
    ``spot`` (2, 28): how much of each point is in a node of the lattice, a bubble, the ends of the wet
    highlight; rows sum to 1. ``area``: of the polygon.
    """

    points: Numbers
    nodes: Numbers
    beads: Numbers
    spot: Numbers
    area: float


@lru_cache(maxsize=1024)
def soft_outline(glyph: Glyph, lattice: int) -> SoftOutline:
    """The soft outline of a letter with ``lattice`` nodes either way; kept, for letters come again."""
    field, box = glyph.field(FIELD)
    points = _rays(field, box, glyph)
    nodes = rest_lattice(glyph, lattice, lattice).reshape(-1, 2)
    beads, spot = _inner(field, box)
    x, y = points.T
    area = 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return SoftOutline(points, carried(points, nodes), carried(points, beads), carried(points, spot), area)


def carried(points: Numbers, places: Numbers) -> Numbers:
    """How much of each outline point (k, 2) is in each of ``places`` (m, 2): (m, k), rows sum to 1.

    Stretching, shearing, turning are followed exactly. What an outline does beyond that is evened out between
    neighbours and spread by mean value coordinates of the outline's smooth envelope: with the outline itself,
    which leaps from stroke to stroke, a letter would be torn where its points are crowded.
    """
    even = np.column_stack([points, np.ones(len(points))])
    fit = np.linalg.pinv(even)
    beyond = np.eye(len(points)) - even @ fit
    smooth = (1 - 2 * EVEN) * np.eye(len(points))
    for side in (-1, 1):
        smooth += EVEN * np.roll(np.eye(len(points)), side, axis=1)
    spread = mean_values(_envelope(points), places)
    return np.column_stack([places, np.ones(len(places))]) @ fit + spread @ smooth @ beyond


def _envelope(points: Numbers) -> Numbers:
    """A smooth outline around the points, at the same angles from their rays' origin."""
    turn = 2 * np.pi * np.arange(len(points)) / len(points)
    way = np.stack([np.cos(turn), np.sin(turn)], -1)
    # The rays to the right and down leave their origin along the axes.
    middle = np.array([points[len(points) // 4, 0], points[0, 1]])
    radius = ((points - middle) * way).sum(axis=1)
    for _ in range(3):
        around = np.stack([np.roll(radius, k) for k in (-2, -1, 0, 1, 2)])
        radius = np.maximum(radius, 0.6 * around.max(axis=0) + 0.4 * around.mean(axis=0))
    for _ in range(4):
        radius = 0.25 * np.roll(radius, 1) + 0.5 * radius + 0.25 * np.roll(radius, -1)
    return middle + way * radius[:, None]


def _rays(field: NDArray[np.float32], box: tuple[float, float, float, float], glyph: Glyph) -> Numbers:
    """Where each ray from the middle of the ink leaves it for the last time, (28, 2) em."""
    x0, y0, x1, y1 = glyph.box
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    turn = 2 * np.pi * np.arange(POINTS) / POINTS
    way = np.stack([np.cos(turn), np.sin(turn)], -1)
    far = np.arange(1, int(0.5 * np.hypot(x1 - x0, y1 - y0) / STEP) + 2) * STEP
    places = middle + way[:, None] * far[None, :, None]
    rows, columns = field.shape
    u = (places[..., 0] - box[0]) / (box[2] - box[0]) * columns
    v = (places[..., 1] - box[1]) / (box[3] - box[1]) * rows
    known = (u >= 0) & (u < columns) & (v >= 0) & (v < rows)
    at = np.where(known, field[v.astype(int).clip(0, rows - 1), u.astype(int).clip(0, columns - 1)], 1.0)
    inside = at < 0
    last = len(far) - 1 - np.argmax(inside[:, ::-1], axis=1)
    radius = far[last] - at[np.arange(POINTS), last]
    found = inside.any(axis=1)
    # A ray that meets no ink (between the strokes of 二) goes as far as its neighbours do.
    if not found.all():
        known_at = np.flatnonzero(found) if found.any() else np.array([0])
        radius = np.interp(np.arange(POINTS), known_at, radius[known_at], period=POINTS)
    return middle + way * np.maximum(radius, NARROW)[:, None]


def _inner(field: NDArray[np.float32], box: tuple[float, float, float, float]) -> tuple[Numbers, Numbers]:
    """Places in the thick of the strokes: of bubbles (BEADS, 2) and of the wet highlight's ends (2, 2)."""
    rows, columns = np.nonzero(field < -min(DEEP, 0.6 * -float(field.min())))
    x = box[0] + (columns + 0.5) / field.shape[1] * (box[2] - box[0])
    y = box[1] + (rows + 0.5) / field.shape[0] * (box[3] - box[1])
    places = np.stack([x, y], -1)
    # A walk by the golden section over the ink: even, without order to the eye, the same every time.
    pick = ((np.arange(BEADS) * 0.618034 + 0.37) % 1.0 * len(places)).astype(int)
    first = places[np.argmin(places @ LIGHT)]
    near = places[np.hypot(*(places - first).T) < 0.13]
    second = near[np.argmax((near - first) @ np.array([LIGHT[1], -LIGHT[0]]))]
    return places[pick], np.stack([first, second])
