"""The owner of a pile's arrays: boxes in a room (article 003, "01")."""

import numpy as np

from kernels import runtime
from kernels.contacts import (
    ANGLE,
    COLUMNS,
    FOUND,
    HALF_HEIGHT,
    HALF_WIDTH,
    INV_INERTIA,
    INV_MASS,
    SPIN,
    STAYED,
    VX,
    VY,
    Rules,
    X,
    Y,
    advance,
)

_AREA_PER_MASS = 900.0
_CONTACTS_PER_BOX = 24
"""Room for contacts; a box lying among others has about six."""


class Boxes:
    """n boxes in a room, advanced a tick at a time.

    ``body`` (n, 14): the columns are named in ``kernels.contacts``; NumPy of ``runtime.real()``, free to be
    read and written between ticks (call ``wake`` after writing). ``hits`` (n, 4), filled anew each tick:
    place x, y and approach speed of the hardest contact of that box's corners, and with what (0 nothing,
    1 floor, 2 wall, 3 box). ``rules`` may be replaced between ticks.
    """

    def __init__(self, sizes: np.ndarray, rules: Rules) -> None:
        """``sizes`` (n, 2): width and height of each box, px, all greater than 0 (ValueError)."""
        real = runtime.real()
        size = np.asarray(sizes, real).reshape(-1, 2)
        if not np.all(size > 0):
            raise ValueError("every box needs a width and a height greater than 0")
        n = len(size)
        mass = size[:, 0] * size[:, 1] / _AREA_PER_MASS
        self.rules = rules
        self.body = np.zeros((n, COLUMNS), real)
        self.body[:, [HALF_WIDTH, HALF_HEIGHT]] = size / 2
        self.body[:, INV_MASS] = 1 / mass
        self.body[:, INV_INERTIA] = 12 / (mass * (size**2).sum(axis=1))
        self.hits = np.zeros((n, 4), real)
        self._found = np.zeros((_CONTACTS_PER_BOX * n, FOUND), real)
        self._report = np.zeros(3, np.int32)

    def __len__(self) -> int:
        return len(self.body)

    def tick(self) -> None:
        """One tick of gravity, contacts and motion, in place."""
        runtime.ensure()
        if len(self.body):
            advance(self.body, self.hits, self._found, self._report, self.rules.array())

    def wake(self) -> None:
        """Let every box move again, as whoever changes a box from outside must."""
        self.body[:, STAYED] = 0

    @property
    def still(self) -> np.ndarray:
        """(n,) bool: which boxes are laid still."""
        return self.body[:, STAYED] >= self.rules.lone_ticks

    @property
    def on_floor(self) -> bool:
        """Whether any corner touched the floor in the last tick."""
        return bool(self._report[2])

    @property
    def substeps(self) -> int:
        """Sub-steps that the last tick took."""
        return int(self._report[1])

    def contacts(self) -> np.ndarray:
        """Contacts of the last sub-step (k, 12), columns as in ``kernels.contacts``; a wall is box -1."""
        return self._found[: self._report[0]].copy()

    def corners(self) -> np.ndarray:
        """(n, 4, 2): the corners, px, from the upper left one clockwise."""
        x, y, angle, half_w, half_h = self.body[:, [X, Y, ANGLE, HALF_WIDTH, HALF_HEIGHT]].T[:, :, None]
        u = half_w * np.array([-1, 1, 1, -1])
        v = half_h * np.array([-1, -1, 1, 1])
        c, s = np.cos(angle), np.sin(angle)
        return np.stack([x + u * c - v * s, y + u * s + v * c], axis=-1)

    def speed(self) -> np.ndarray:
        """(n,): px per tick of each box's centre, or of its corners by turning, whichever is faster."""
        b = self.body
        turning = np.abs(b[:, SPIN]) * np.hypot(b[:, HALF_WIDTH], b[:, HALF_HEIGHT])
        return np.maximum(np.hypot(b[:, VX], b[:, VY]), turning)
