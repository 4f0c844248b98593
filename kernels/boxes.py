"""The owner of a pile's arrays: boxes in a room (article 003, "01")."""

from collections.abc import Sequence

import numpy as np

from kernels import runtime
from kernels.bodies import (
    ANGLE,
    COLUMNS,
    CONTACTS,
    EM,
    FLOOR,
    FOUND,
    HALF_HEIGHT,
    HALF_WIDTH,
    HEAD,
    INV_INERTIA,
    INV_MASS,
    LISTED,
    PARTS,
    SHAPE,
    SPIN,
    STAYED,
    VX,
    VY,
    X,
    Y,
)
from kernels.contacts import advance
from kernels.launch import launch
from kernels.neighbours import room
from kernels.rules import BOXES, CROSSED, OUTLINES, Rules
from kernels.shapes import Outline, pack

_AREA_PER_MASS = 900.0
_CONTACTS_PER_BOX = 24
"""Room for contacts; a box lying among others has about six."""
_CONTACTS_PER_OUTLINE = 96


class Boxes:
    """n boxes in a room, advanced a tick at a time.

    ``body`` (n, 28): the columns are named in ``kernels.bodies``; NumPy of ``runtime.real()``, free to be
    read and written between ticks (call ``wake`` after writing). ``hits`` (n, 4), filled anew each tick:
    place x, y and approach speed of the hardest contact of that box's corners, and with what (0 nothing,
    1 floor, 2 wall, 3 box). ``rules`` may be replaced between ticks.
    """

    def __init__(
        self,
        sizes: np.ndarray,
        rules: Rules,
        *,
        crossed: bool = False,
        shapes: Sequence[Outline] = (),
        em: Sequence[float] = (),
    ) -> None:
        """``sizes`` (n, 2): width and height of each box, px, all greater than 0 (ValueError).

        ``crossed``: boxes that cross touch, too. ``shapes``, one a body, and ``em`` px each: bodies touch by
        their true outlines instead of their boxes, and a body's place is its centre of mass; ``origins``
        says where the outlines' own origins lie.
        """
        real = runtime.real()
        self._mode = OUTLINES if len(shapes) else CROSSED if crossed else BOXES
        if self._mode == OUTLINES:
            sizes = np.array([2 * s.extent * e for s, e in zip(shapes, em, strict=True)])
        size = np.asarray(sizes, real).reshape(-1, 2)
        if not np.all(size > 0):
            raise ValueError("every box needs a width and a height greater than 0")
        n = len(size)
        mass = size[:, 0] * size[:, 1] / _AREA_PER_MASS
        self.rules = self._known = rules
        self._numbers = rules.array()
        self.body = np.zeros((n, COLUMNS), real)
        self.body[:, [HALF_WIDTH, HALF_HEIGHT]] = size / 2
        self.body[:, INV_MASS] = 1 / mass
        self.body[:, INV_INERTIA] = 12 / (mass * (size**2).sum(axis=1))
        self._centers = np.zeros((n, 2))
        self._shapes = np.zeros(1, real)
        if self._mode == OUTLINES:
            self._take(shapes, np.asarray(em, float))
        self.hits = np.zeros((n, 4), real)
        rows = 2 * n * (_CONTACTS_PER_OUTLINE if self._mode == OUTLINES else _CONTACTS_PER_BOX)
        self._found = np.zeros((rows, FOUND), real)
        self._work = np.zeros(room(n), np.int32)

    def _take(self, shapes: Sequence[Outline], em: np.ndarray) -> None:
        """Outlines in the place of boxes: each of them once, however many bodies have it."""
        each = list({id(s): s for s in shapes}.values())
        index = {id(s): k for k, s in enumerate(each)}
        self._shapes = pack(each)
        self._centers = np.array([s.center for s in shapes]) * em[:, None]
        self.body[:, SHAPE] = [index[id(s)] for s in shapes]
        self.body[:, EM] = em
        self.body[:, INV_MASS] = [_AREA_PER_MASS / (s.area * e**2) for s, e in zip(shapes, em)]
        self.body[:, INV_INERTIA] = [_AREA_PER_MASS / (s.moment * e**4) for s, e in zip(shapes, em)]

    def __len__(self) -> int:
        return len(self.body)

    def tick(self) -> None:
        """One tick of gravity, contacts and motion, in place."""
        if len(self.body):
            if self.rules is not self._known:  # into the same array: another one would be another call
                self._numbers[:] = self.rules.array()
                self._known = self.rules
            launch(
                advance,
                self.body,
                self.hits,
                self._found,
                self._work,
                self._numbers,
                self._shapes,
                self._mode,
            )

    def keep(self, which: np.ndarray) -> None:
        """Go on with only those boxes for which ``which`` (n,) is true, in their order, all of them awake."""
        self.body, self.hits = self.body[which], self.hits[which]
        self._centers = self._centers[which]
        self._work = np.zeros(room(len(self.body)), np.int32)
        self.wake()

    def wake(self) -> None:
        """Let every box move again, as whoever changes a box from outside must."""
        self.body[:, STAYED] = 0

    def origins(self) -> np.ndarray:
        """(n, 2): px; where the outlines' own origins lie (of boxes: their centres)."""
        return self.body[:, [X, Y]] - self._turned()

    def put(self, places: np.ndarray) -> None:
        """Move every body so that its origin lies at ``places`` (n, 2), at the angle that it has."""
        self.body[:, [X, Y]] = np.asarray(places) + self._turned()

    def _turned(self) -> np.ndarray:
        c, s = np.cos(self.body[:, ANGLE]), np.sin(self.body[:, ANGLE])
        x, y = self._centers.T
        return np.stack([x * c - y * s, x * s + y * c], -1)

    @property
    def still(self) -> np.ndarray:
        """(n,) bool: which boxes are laid still."""
        return self.body[:, STAYED] >= self.rules.lone_ticks

    @property
    def on_floor(self) -> bool:
        """Whether any corner touched the floor in the last tick."""
        return bool(self._work[FLOOR])

    @property
    def substeps(self) -> int:
        """Sub-steps that the last tick took."""
        return int(self._work[PARTS])

    @property
    def neighbours(self) -> int | None:
        """Pairs that are listed as near (each counted from both sides), None while all pairs are tried."""
        n = len(self.body)
        return int(self._work[HEAD + 4 * n]) if self._work[LISTED] else None

    def contacts(self) -> np.ndarray:
        """Contacts of the last sub-step (k, 21), columns as in ``kernels.bodies``; a wall is box -1."""
        return self._found[: self._work[CONTACTS]].copy()

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
