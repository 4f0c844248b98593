"""Frames in time: waits for the screen's turn, and lowers the resolution where painting takes too long."""

from __future__ import annotations

import math
import time
from weakref import WeakKeyDictionary

from viewer.gauge import Gauge
from viewer.player import Player
from viewer.resolution import Resolution
from viewer.window import Window

LEAST_ROOM = 0.25
"""Share of a screen's period that painting may take at least, however long all else takes."""


class Pace:
    """The pace of one window. ``fixed``: the share of the resolution, None where it follows what frames cost.

    ``share``: that of the scene painted last.
    """

    def __init__(self, window: Window, fixed: float | None = None) -> None:
        self.window = window
        self.gauge = Gauge(window.ctx)
        self.fixed = fixed
        self.share = fixed or 1.0
        self._known: WeakKeyDictionary[Player, Resolution] = WeakKeyDictionary()
        self._size = (0, 0)
        self._begun = 0.0
        self._next = 0.0

    def begin(self) -> None:
        """A frame begins."""
        self._begun = time.monotonic()
        size, before = self.window.picture_size, self._size
        if size == before:
            return
        self._size = size
        self._known.clear()
        if self.fixed is None and self.share < 1:  # as many pixels as could be painted in time before
            self.share = min(self.share * math.sqrt(math.prod(before) / max(math.prod(size), 1)), 1.0)

    def fix(self, share: float | None) -> None:
        """Another share from now on, or that of what frames cost, beginning with all."""
        self.fixed = share
        self.share = share or 1.0
        self._known.clear()

    def share_of(self, player: Player, going: Player | None = None) -> float:
        """At which share of the resolution that scene is to be painted now.

        One that is new begins as the one before it was: it is the same machine. ``going``: the scene that
        gives way to it; both are painted at the lower share, since one small picture serves both.
        """
        known = self._known.get(player)
        if known is None:
            known = self._known[player] = Resolution(self.share, self.fixed)
        self.share = known.share
        before = self._known.get(going) if going is not None else None
        return min(self.share, before.share) if before else self.share

    def wait(self, player: Player | None) -> None:
        """Wait for the screen's next turn where the swap did not (no vsync, a covered window).

        ``player``: the scene that was painted, alone; what several cost together says nothing of one.
        """
        period, now = 1 / self.window.refresh_hz, time.monotonic()
        cost = self.gauge.take()
        if cost is not None and player is not None and player in self._known:
            rest = max(now - self._begun - cost, 0.0) if self.gauge.software else 0.0
            self._known[player].frame(cost, max(period - rest, LEAST_ROOM * period), now)
        if self._next > now:
            time.sleep(self._next - now)
            now = time.monotonic()
        self._next = max(self._next + 0.98 * period, now)
