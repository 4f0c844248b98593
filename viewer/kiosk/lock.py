"""What opens the operator's menu: a chord of keys held for a while, or quick taps in a corner."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

CHORD = "Ctrl+Alt+Shift+K"
HELD = 1.0
"""Seconds that the chord is to be held."""
TAPS = 5
TAP_TIME = 3.0
"""So many taps within so many seconds."""
CORNER_UNITS = 90.0
"""Window units from the corner, each way, on a display of any size (a little more than a finger)."""

PIN = "[0-9]{0,12}"
"""What the operator's digits may be, as a pattern; none: the menu asks for none."""

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right", "none"]
CORNERS: tuple[Corner, ...] = get_args(Corner)

_MODIFIERS = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "alt": "alt",
    "option": "alt",
    "shift": "shift",
    "super": "gui",
    "win": "gui",
    "cmd": "gui",
    "meta": "gui",
}


class BadChord(ValueError):
    """A chord that is none; the message says what one looks like."""


@dataclass(frozen=True)
class Chord:
    """``modifiers`` of ctrl, alt, shift, gui; ``key`` as SDL names it."""

    modifiers: frozenset[str]
    key: str

    @classmethod
    def parse(cls, text: str) -> Chord:
        """``Ctrl+Alt+Shift+K`` as a chord. Raises BadChord."""
        *held, key = (part.strip() for part in text.split("+"))
        unknown = [name for name in held if name.lower() not in _MODIFIERS]
        if unknown or not key or key.lower() in _MODIFIERS:
            raise BadChord(f"{text!r} is no chord: expected modifiers and one key, such as {CHORD}")
        modifiers = frozenset(_MODIFIERS[name.lower()] for name in held)
        if len(modifiers) < 2:
            raise BadChord(f"{text!r}: two modifiers at least, or visitors find it; such as {CHORD}")
        return cls(modifiers, key.upper() if len(key) == 1 else key)


class Lock:
    """Watches chord and taps. ``held`` and ``tap`` say True once, when the menu is to open."""

    def __init__(self, corner: Corner = "top-left", now: Callable[[], float] = time.monotonic) -> None:
        self.corner: Corner = corner
        self._now = now
        self._since: float | None = None
        self._done = False
        self._taps: deque[float] = deque(maxlen=TAPS)

    def held(self, down: bool) -> bool:
        """Told every frame whether the chord is down."""
        if not down:
            self._since, self._done = None, False
            return False
        if self._since is None:
            self._since = self._now()
        if self._done or self._now() - self._since < HELD:
            return False
        self._done = True
        return True

    def tap(self, x: float, y: float, size: tuple[int, int]) -> bool:
        """Told every press, in window units; one elsewhere starts the count anew."""
        if not self._in_corner(x, y, size):
            self._taps.clear()
            return False
        now = self._now()
        self._taps.append(now)
        if len(self._taps) < TAPS or now - self._taps[0] > TAP_TIME:
            return False
        self._taps.clear()
        return True

    def _in_corner(self, x: float, y: float, size: tuple[int, int]) -> bool:
        if self.corner == "none" or not (math.isfinite(x) and math.isfinite(y)):
            return False
        # A third of a small window at most, so that the four corners stay apart.
        across, down = (min(CORNER_UNITS, side / 3) for side in size)
        dx = x if self.corner.endswith("left") else size[0] - x
        dy = y if self.corner.startswith("top") else size[1] - y
        return dx <= across and dy <= down
