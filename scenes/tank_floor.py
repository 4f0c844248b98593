"""The bottom of the tank: sand, pebbles, a few blades of weed and a shell to find."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from scenes.board import Board
from scenes.motion import make_rng
from scenes.picture import Layer, discs, floats, ribbons, shapes
from scenes.theme import Color, Theme, fade, mix

SAND = 17.0
"""Board px of sand at its lowest."""


def deep_water(theme: Theme) -> Color:
    """The tone of the water at the bottom."""
    if theme.name == "day":
        return theme.shade(mix(mix(theme.milk, theme.water, 1.75), theme.lavender, 0.22), 0.14)
    return theme.shade(mix(theme.water, theme.lavender, 0.14), 0.35)


def tank_floor(theme: Theme, board: Board) -> list[Layer]:
    """Layers that never change, from back to front."""
    rng = make_rng(4850)
    deep = deep_water(theme)
    far = mix(theme.sand, deep, 0.55)
    near = mix(theme.sand, deep, 0.30)
    base = board.height

    def top(x: float, lift: float, phase: float) -> float:
        return base - SAND - lift - 3.0 * math.sin(x / 61 + phase) - 1.8 * math.sin(x / 23 + 2 * phase)

    layers: list[Layer] = []
    count = max(int(board.width / 24), 8)
    xs = np.linspace(-10, board.width + 10, count)
    for name, lift, phase, tone in (("far sand", 7.0, 1.1, far), ("sand", 0.0, 3.0, near)):
        # Pieces between neighbouring points: each is convex, and together they make one bank.
        parts = []
        for x0, x1 in pairwise(xs):
            a, b = x0 - 0.3, x1 + 0.3
            parts.append([(a, top(x0, lift, phase)), (b, top(x1, lift, phase)), (b, base + 9), (a, base + 9)])
        layers.append(shapes(name, np.array(parts), tone, corner=1.0))
        if name == "far sand":
            layers.append(_weed(theme, board, top, deep))
    pebbles, sizes, tones, angles = [], [], [], []
    for _ in range(int(board.width / 9)):
        x = board.width * rng()
        pebbles.append((x, top(x, 0.0, 3.0) + 2.0 + 9.0 * rng()))
        size = 1.2 + 3.2 * rng() ** 2
        sizes.append((size, size * (0.55 + 0.2 * rng())))
        angles.append(0.5 * (rng() - 0.5))
        tones.append(
            mix(
                mix(theme.sand, (theme.lavender, theme.sage, theme.coral, theme.milk)[int(4 * rng())], 0.35),
                deep,
                0.28,
            )
        )
    ink = [fade(theme.shade(t, 0.4), 0.7) for t in tones]
    layers.append(
        discs("pebbles", pebbles, sizes, np.array(tones), angle=angles, ink=np.array(ink), ink_width=0.5)
    )
    layers.append(_shell(theme, board.width * 0.83, top(board.width * 0.83, 0.0, 3.0) + 3.0, deep))
    return layers


def _weed(theme: Theme, board: Board, top: Callable[[float, float, float], float], deep: Color) -> Layer:
    rng = make_rng(4860)
    blades, radii, tones = [], [], []
    t = np.linspace(0.0, 1.0, 9)
    clumps = [board.width * s for s in (0.07, 0.115, 0.46, 0.91, 0.955)]
    for x0 in clumps:
        for _ in range(3):
            x, high, lean = x0 + 16 * (rng() - 0.5), 22 + 34 * rng(), 14 * (rng() - 0.5)
            sway = 4.0 * np.sin(3.4 * t + 6 * rng()) * t
            blades.append(np.stack([x + lean * t**1.6 + sway, top(x, 5.0, 1.1) + 6 - high * t], -1))
            radii.append(
                (1.7 + 0.9 * rng()) * (1 - t) ** 0.6 * (0.55 + 0.45 * np.sin(np.pi * np.minimum(t * 1.4, 1)))
            )
            tones.append(mix(theme.shade(theme.sage, 0.18), deep, 0.42))
    return ribbons("weed", floats(blades), np.array(radii), np.array(tones))


def _shell(theme: Theme, x: float, y: float, deep: Color) -> Layer:
    """A small ribbed shell, half in the sand."""
    ribs = np.linspace(-1.15, 1.15, 6)
    fan = [[(x, y + 1.5), (x + 7.0 * math.sin(a), y - 7.0 * math.cos(a))] for a in ribs]
    radius = np.repeat([[0.7, 1.75]], len(fan), axis=0)
    tone = mix(mix(theme.coral, theme.milk, 0.55), deep, 0.16)
    return ribbons("shell", floats(fan), radius, tone, ink=fade(theme.shade(tone, 0.4), 0.8), ink_width=0.5)
