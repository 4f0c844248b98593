"""Looks at the picture that is shown: a swap tells only that there was one, not that anything is on it."""

from __future__ import annotations

import time
from collections.abc import Callable

import moderngl
import numpy as np

EVERY = 10.0
"""Seconds between two looks: each waits for the graphics processor."""
PATIENCE = 3
"""Looks in a row that must find nothing."""
ROWS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Heights at which a row of pixels is read, as shares of the picture's."""
FLAT = 2
"""Levels of 255 by which pixels may differ and still be nothing: no scene is of one colour."""
SMALLEST = 16
"""px; a picture narrower or lower than that need show nothing."""


class BlankPicture(RuntimeError):
    """The screen has shown one single colour for too long."""


class Sight:
    """Raises BlankPicture where looks in a row find a picture of one colour."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._next = now() + EVERY
        self._blank = 0

    def look(self, target: moderngl.Framebuffer) -> None:
        """After a frame: look at it if it is time to. Raises BlankPicture."""
        if self._now() < self._next:
            return
        self._next = self._now() + EVERY
        self._blank = self._blank + 1 if is_blank(target) else 0
        if self._blank >= PATIENCE:
            raise BlankPicture(f"the picture has been of one colour for {(PATIENCE - 1) * EVERY:.0f} s")

    def rest(self) -> None:
        """What is shown now is meant to be dark: begin anew after it."""
        self._blank = 0
        self._next = self._now() + EVERY


def is_blank(target: moderngl.Framebuffer) -> bool:
    """Whether the picture there is of one colour, as far as a few of its rows tell."""
    width, height = target.size
    if min(width, height) < SMALLEST:
        return False
    rows = [target.read((0, int(height * share), width, 1), components=3, alignment=1) for share in ROWS]
    pixels = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 3)
    return bool(np.all(np.ptp(pixels, axis=0) <= FLAT))
