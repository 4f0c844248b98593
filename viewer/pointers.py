"""Mouse and fingers, from window pixels to board pixels, each a pointer of its own.

A window is measured in its own units, a framebuffer in real pixels (more of them on hi-DPI
screens), a board in the seeds' pixels: the way is window -> framebuffer -> board.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Protocol

from scenes.board import View

MOUSE = 0
"""The mouse's pointer id; fingers get 1, 2, ..."""

ECHO_UNITS = 24.0
"""A mouse press this near to a finger that is down is that finger again, told by the system's emulation."""


class Receiver(Protocol):
    """Who is told about pointers, in board px: a player, or a scene."""

    def move(self, pointer: int, x: float, y: float) -> None: ...
    def press(self, pointer: int, x: float, y: float) -> None: ...
    def release(self, pointer: int, x: float, y: float) -> None: ...
    def leave(self, pointer: int) -> None: ...


@dataclass(frozen=True)
class Lens:
    """How window units become board px: ``ratio`` framebuffer px per window unit, then the view."""

    view: View
    ratio: tuple[float, float] = (1.0, 1.0)

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        return self.view.to_board(x * self.ratio[0], y * self.ratio[1])


def _real(x: float, y: float) -> bool:
    """Whether (x, y) is a place: a broken driver's NaN or infinity would spread through a whole scene."""
    return math.isfinite(x) and math.isfinite(y)


@dataclass
class Pointers:
    """Who is on the board, who is pressed, and which finger has which id."""

    present: set[int] = field(default_factory=set)
    pressed: set[int] = field(default_factory=set)
    fingers: dict[Hashable, int] = field(default_factory=dict)
    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Where each finger is, window units."""

    def move(self, to: Receiver, lens: Lens, pointer: int, x: float, y: float) -> None:
        """A pointer hovers or drags. Off the board a hovering one leaves; a pressed one is held on to."""
        bx, by = lens.to_board(x, y)
        if not _real(bx, by):
            return
        if pointer in self.pressed or lens.view.board.holds(bx, by):
            self.present.add(pointer)
            to.move(pointer, bx, by)
        else:
            self.leave(to, pointer)

    def press(self, to: Receiver, lens: Lens, pointer: int, x: float, y: float) -> None:
        """A pointer goes down; twice down is one press, and a press in the bars is none."""
        bx, by = lens.to_board(x, y)
        if pointer in self.pressed or not _real(bx, by) or not lens.view.board.holds(bx, by):
            return
        self.present.add(pointer)
        self.pressed.add(pointer)
        to.press(pointer, bx, by)

    def release(self, to: Receiver, lens: Lens, pointer: int, x: float, y: float) -> None:
        """A pointer goes up. A finger is gone with it, and so is a mouse outside the board or of no place."""
        if pointer not in self.pressed:
            return
        self.pressed.discard(pointer)
        bx, by = lens.to_board(x, y)
        if _real(bx, by):
            to.release(pointer, bx, by)
        if pointer != MOUSE or not lens.view.board.holds(bx, by):
            self.leave(to, pointer)

    def leave(self, to: Receiver, pointer: int) -> None:
        """A pointer is gone (left, lifted, cancelled). Told once."""
        self.pressed.discard(pointer)
        if pointer in self.present:
            self.present.discard(pointer)
            to.leave(pointer)

    def leave_all(self, to: Receiver) -> None:
        """The window is hidden, or another scene comes: nobody is there any more."""
        for pointer in sorted(self.present):
            self.leave(to, pointer)
        self.pressed.clear()
        self.fingers.clear()
        self.places.clear()

    def finger(self, key: Hashable, x: float, y: float) -> int:
        """The pointer id of a finger (1 up, the lowest free one for a new finger), now at (x, y)."""
        if key not in self.fingers:
            taken = set(self.fingers.values())
            self.fingers[key] = next(i for i in range(1, len(taken) + 2) if i not in taken)
        pointer = self.fingers[key]
        self.places[pointer] = (x, y)
        return pointer

    def lift(self, key: Hashable) -> None:
        """A finger is no longer on the glass: its id is free."""
        self.places.pop(self.fingers.pop(key, -1), None)

    def echoes(self, x: float, y: float) -> bool:
        """Whether a mouse at (x, y) is a finger that is down, told twice."""
        return any(abs(x - fx) <= ECHO_UNITS and abs(y - fy) <= ECHO_UNITS for fx, fy in self.places.values())
