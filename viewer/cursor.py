"""The mouse cursor: there while the mouse moves, gone when it has been still for a while."""

from __future__ import annotations

import ctypes
import time

from viewer.clock import SECOND, Now
from viewer.sdl import sdl2

IDLE = 3.0
"""Seconds, where nobody says how many."""


class IdleCursor:
    """``seconds`` after the mouse last moved it is hidden; 0: never; None: only while the screen is filled,
    after 3 s. It starts hidden if it may be hidden at all."""

    def __init__(self, seconds: float | None, now: Now = time.monotonic_ns) -> None:
        self.seconds = seconds
        self._now = now
        self._at = _place()
        self._since = -SECOND * 86_400
        self._shown = True

    def look(self, fullscreen: bool, needed: bool = False) -> None:
        """Once a frame. ``needed``: somebody works with it, wherever it is."""
        at = _place()
        if at != self._at:
            self._at, self._since = at, self._now()
        seconds = (IDLE if fullscreen else 0.0) if self.seconds is None else self.seconds
        self._show(needed or not seconds or self._now() - self._since < seconds * SECOND)

    def _show(self, shown: bool) -> None:
        if shown != self._shown:
            sdl2.SDL_ShowCursor(sdl2.SDL_ENABLE if shown else sdl2.SDL_DISABLE)
            self._shown = shown


def _place() -> tuple[int, int, int]:
    """Where the mouse is in the window, and which buttons are down."""
    x, y = ctypes.c_int(), ctypes.c_int()
    return sdl2.SDL_GetMouseState(x, y), x.value, y.value
