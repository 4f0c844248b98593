"""The beat of a jellyfish's bell: how wide it is, and how far squeezed at a moment (articles 000/004, 06)."""

from __future__ import annotations

import math

import numpy as np

RIM = 30.0
"""Half width of an open bell of size 1, board px."""
NARROW = 0.3
"""Share of that width that a full squeeze takes away."""
CLOSING = 0.3
"""Share of a cycle in which the bell closes: 360 ms of 1.2 s."""


def squeeze_at(phase: np.ndarray) -> np.ndarray:
    """How far bells are squeezed, 0 open to 1, at a phase in cycles: they close fast and open slowly."""
    share = phase % 1.0
    closing = share < CLOSING
    turn = np.where(closing, share / CLOSING, 1.0 + (share - CLOSING) / (1.0 - CLOSING))
    return 0.5 - 0.5 * np.cos(math.pi * turn)
