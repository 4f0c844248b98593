"""The numbers of the contact solver (article 003, "01"), which ``kernels.contacts`` reads."""

from dataclasses import dataclass

import numpy as np

from kernels import runtime

BOXES, CROSSED, OUTLINES = range(3)
"""What touches: corners of boxes (the published model), also boxes that cross with no corner of either inside
the other, or true outlines."""


@dataclass(frozen=True)
class Rules:
    """Numbers of the solver; px and ticks. ``floor``, ``left``, ``right``, ``top`` are lines on the board."""

    floor: float
    left: float
    right: float
    top: float
    gravity: float = 0.45
    sideways: float = 0.0
    """Gravity to the right, as in a box that turns; px per tick squared."""
    restitution: float = 0.32
    friction: float = 0.55
    bounce_above: float = 1.2
    """Approach, px per tick, up to which a contact does not bounce."""
    correction: float = 0.143
    """Share of a penetration that is taken out in a sub-step."""
    slop: float = 0.082
    """Penetration, px, that is left alone."""
    spin_damping: float = 0.004
    """Share of the spin lost in half a tick."""
    resting_below: float = 0.8
    """Speed, px per tick, below which a box that touches something loses ``rocking`` of its motion."""
    rocking: float = 0.02
    """Share of a slow box's motion lost in half a tick of touching: it rocks once and lies."""
    substeps: int = 2
    rounds: int = 6
    carry: float = 0.0
    """Share of its impulses with which a lasting contact starts the next sub-step: without it (the published
    model) a heap of many layers sinks into itself."""
    max_speed: float = 90.0
    most_parts: int = 24
    """Sub-steps that speed may ask for; a body too small to be followed at its speed falls slower."""
    max_spin: float = 0.8
    creep: float = 1.0
    """A box that strays less than this, px, in ``creep_ticks`` counts as staying in its place."""
    creep_ticks: int = 10
    still_ticks: int = 14
    """After so many ticks in which every box stayed, all are laid still."""
    lone_ticks: int = 24
    """After so many ticks in its place a box is laid still, whatever the others do."""
    margin: float = 0.3
    """How much farther than they reach bodies are listed as neighbours, as a share of the largest's reach;
    0 tries every pair."""

    def array(self) -> np.ndarray:
        """The numbers in the order of the fields, as the kernel takes them."""
        return np.array([getattr(self, name) for name in self.__dataclass_fields__], runtime.real())
