"""What is shown while kernels compile: a small creature on its eight, moving from the first moment on."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board, View
from scenes.picture import Ground, Picture, discs, ribbons
from scenes.target import figure_eight
from scenes.theme import OUTLINE, Theme, fade

LAP = 2.6
"""Seconds per eight."""
SIZE = 0.2
"""The eight's size, as a share of the scenes' own."""
JOINTS = 16
BEHIND = 0.018
"""Laps between two joints."""


MARGIN = 20.0
"""Board px from its way to the outermost pixel of its body and shadow."""


def loading_part(where: View) -> tuple[int, int, int, int]:
    """The rectangle in which it moves: x, y, width, height in framebuffer px, at least 1x1."""
    whole = Board()
    way = np.array([figure_eight(t / 64, whole) for t in range(64)]) - whole.center
    reach = np.abs(way).max(axis=0) * SIZE + MARGIN
    middle = np.array(where.board.center)
    left, top = np.floor(where.to_pixels(*(middle - reach)))
    right, bottom = np.ceil(where.to_pixels(*(middle + reach)))
    x, y = int(max(left, 0)), int(max(top, 0))
    x, y = min(x, where.width - 1), min(y, where.height - 1)
    return x, y, max(int(min(right, where.width)) - x, 1), max(int(min(bottom, where.height)) - y, 1)


def loading_picture(seconds: float, board: Board, theme: Theme) -> Picture:
    """A worm of pastels on a small eight in the middle of the board, ``seconds`` after the start."""
    turns = seconds / LAP
    at = turns - BEHIND * np.arange(JOINTS)
    cx, cy = board.center
    whole = Board()
    points = np.array([figure_eight(t, whole) for t in at]) - whole.center
    points = points * SIZE + (cx, cy)
    radius = 3.6 + 4.6 * np.sin(np.linspace(0.9, math.pi, JOINTS))
    along = points[0] - points[1]
    along = along / max(float(np.hypot(*along)), 1e-6)
    side = np.array([-along[1], along[0]])
    eyes = [points[0] + along * 0.6 + side * s * 2.4 for s in (-1, 1)]
    patch = fade(theme.sand, 0.25)
    return Picture(
        (
            Ground(name="ground", top=theme.paper, bottom=theme.paper, patch=patch),
            ribbons("shadow", points + np.array([1.4, 2.8]), radius, theme.shadow, softness=2.0),
            ribbons("body", points, radius, theme.coral, ink=theme.ink, ink_width=OUTLINE),
            discs("eyes", eyes, np.full((2, 1), 1.2), theme.ink),
        )
    )
