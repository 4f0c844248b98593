"""Small motion helpers of the articles: clamp, lerp, follow, wrap, seeded noise and random numbers."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

TAU = 2 * math.pi
Rng = Callable[[], float]
"""Draws of a seeded sequence in [0, 1)."""


def clamp(x: float, low: float, high: float) -> float:
    """``x`` held within ``low`` and ``high``."""
    return low if x < low else high if x > high else x


def lerp(a: float, b: float, t: float) -> float:
    """The number a share ``t`` of the way from ``a`` to ``b``."""
    return a + (b - a) * t


def follow(rate: float, dt: float) -> float:
    """Share of the way covered in ``dt`` seconds by an exponential approach of ``rate`` per second."""
    return 1 - math.exp(-rate * dt)


def wrap_angle(a: float) -> float:
    """The same direction in [-pi, pi)."""
    return (a + math.pi) % TAU - math.pi


def smoothstep(t: float) -> float:
    """0 to 1 over ``t`` from 0 to 1, with no speed at either end."""
    t = clamp(t, 0.0, 1.0)
    return t * t * (3 - 2 * t)


def smooth_noise(t: np.ndarray | float, seed: np.ndarray | float = 0.0) -> np.ndarray:
    """A restless number in [-1, 1] that changes smoothly with ``t``; seeds that differ wander apart.

    Two sines whose periods never meet; the main one goes round once in a turn (2 pi) of ``t``. Both arguments
    may be arrays.
    """
    t, seed = np.asarray(t), np.asarray(seed)
    return 0.6 * np.sin(t + 2.1 * seed) + 0.4 * np.sin(2.3 * t + 4.7 * seed + 1.3)


def make_rng(seed: int) -> Rng:
    """Seeded random numbers in [0, 1): mulberry32, which fits the published starts of article 003."""
    state = seed & 0xFFFFFFFF

    def draw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFFFFFF
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & 0xFFFFFFFF)) & 0xFFFFFFFF
        return ((t ^ (t >> 14)) & 0xFFFFFFFF) / 4294967296

    return draw
