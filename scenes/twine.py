"""Twisted cords as strokes: a smooth cord through its joints, and the grooves between its strands.

A cord that turns about itself shows it: the grooves travel along it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from scenes.picture import Layer, pose, ribbons
from scenes.theme import Color, Theme, fade, mix

MOST_STROKES = 420
"""Grooves drawn at once; with more cords each shows fewer."""
PITCH = 2.15
"""Radii of the cord from one groove to the next."""


class Twine:
    """Cords of ``length`` (n,) board px through ``joints`` points each, ``radius`` (n,) board px thick."""

    def __init__(self, theme: Theme, length: np.ndarray, radius: np.ndarray, joints: int) -> None:
        n = len(length)
        per_link = 4 if n <= 24 else 2 if n <= 90 else 1
        self.basis, self.slope = spline(joints, per_link)
        self.length, self.radius = length, radius
        gap = max(float((PITCH * radius).max()), float(length.sum()) / MOST_STROKES)
        self.count = np.maximum(length / gap, 1.0)
        self.strokes = int(np.ceil(self.count.max()))
        day = theme.name == "day"
        self.tone: Color = mix(theme.sand, theme.milk, 0.35) if day else mix(theme.sand, theme.milk, 0.55)
        dense = len(self.basis)
        blank = np.zeros((n, dense, 2))
        thick = radius[:, None]
        self.shadow = ribbons("cord shadows", blank, thick * 1.1, theme.faint(0.7), softness=2.6)
        rim = theme.shade(self.tone, 0.62) if day else fade(mix(theme.paper, theme.ink, 0.12), 1.0)
        self.cord = ribbons("cords", blank, thick, self.tone, ink=rim, ink_width=0.32 * radius)
        side = np.repeat(radius, self.strokes)[:, None]
        self.groove = ribbons(
            "cord grooves", np.zeros((n * self.strokes, 3, 2)), side * [0.14, 0.24, 0.14], fade(rim, 0.85)
        )
        self.full = side * np.array([0.14, 0.24, 0.14])

    def layers(self, points: np.ndarray, twist: np.ndarray) -> tuple[Layer, Layer, Layer]:
        """Shadow, cord and grooves. ``points`` (n, joints, 2) board px; ``twist`` (n,) turns of the cord."""
        line = self.basis @ points
        way = self.slope @ points
        way /= np.maximum(np.hypot(way[..., 0], way[..., 1]), 1e-9)[..., None]
        # Grooves at equal gaps, all moved on by the twist; one that reaches an end has grown thin there.
        at = (np.arange(self.strokes) + (twist % 1.0)[:, None]) / self.count[:, None]
        thin = np.clip(np.minimum(at, 1 - at) * self.count[:, None] * 1.4, 0.0, 1.0)
        where = np.clip(at, 0.0, 1.0) * (len(self.basis) - 1)
        k = np.minimum(where.astype(int), len(self.basis) - 2)
        part = (where - k)[..., None]
        row = np.arange(len(points))[:, None]
        middle = line[row, k] * (1 - part) + line[row, k + 1] * part
        along = way[row, k] * (1 - part) + way[row, k + 1] * part
        across = np.stack([-along[..., 1], along[..., 0]], -1)
        r = self.radius[:, None, None]
        reach = (0.95 * along + 0.62 * across) * r
        strokes = np.stack([middle - reach, middle + 0.1 * r * along, middle + reach], axis=2)
        return (
            pose(self.shadow, points=line + np.array([5.0, 7.0]) * min(1.0, float(self.radius[0]) / 2)),
            pose(self.cord, points=line),
            pose(self.groove, points=strokes.reshape(-1, 3, 2), radius=self.full * thin.reshape(-1, 1)),
        )


@lru_cache(maxsize=8)
def spline(joints: int, per_link: int) -> tuple[np.ndarray, np.ndarray]:
    """Matrices (d, joints) that give places and directions on the natural cubic spline through the joints.

    ``per_link`` samples a link, ends included: d = (joints - 1) * per_link + 1.
    """
    n = joints
    bend = np.zeros((n, n))
    system, right = np.eye(n), np.zeros((n, n))
    for i in range(1, n - 1):
        system[i, i - 1 : i + 2] = 1.0, 4.0, 1.0
        right[i, i - 1 : i + 2] = 6.0, -12.0, 6.0
    bend = np.linalg.solve(system, right)
    u = np.linspace(0.0, n - 1.0, (n - 1) * per_link + 1)
    k = np.minimum(u.astype(int), n - 2)
    t = (u - k)[:, None]
    unit = np.eye(n)
    low, high, bl, bh = unit[k], unit[k + 1], bend[k], bend[k + 1]
    s = 1 - t
    place = s * low + t * high + ((s**3 - s) * bl + (t**3 - t) * bh) / 6
    way = high - low + ((1 - 3 * s**2) * bl + (3 * t**2 - 1) * bh) / 6
    return place, way
