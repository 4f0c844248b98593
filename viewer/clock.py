"""Fixed ticks from a monotonic clock: how many are due now, and how far between two of them we are.

Time is counted in whole nanoseconds times the tick's denominator, so 1/60 s is exact and nothing
loses precision after months. A late frame is never caught up beyond ``max_debt`` (articles
000/004: 0.05 s, 003: 0.1 s), so sleep, a stopped process or a slow machine cannot make a giant step.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

Now = Callable[[], int]
"""Monotonic nanoseconds. Tests pass a fake one."""

SECOND = 1_000_000_000


class TickClock:
    """Ticks of ``tick_seconds``; at most ``max_debt`` seconds are ever owed.

    ``ticks``: whole ticks handed out so far. ``share``: how far (0..1) the shown moment lies between the
    last two ticks.
    """

    def __init__(self, tick_seconds: float, max_debt: float, now: Now = time.monotonic_ns) -> None:
        tick = Fraction(tick_seconds).limit_denominator(100_000)
        if tick <= 0:
            raise ValueError(f"tick_seconds = {tick_seconds!r}: expected more than 0")
        self._now = now
        self._unit = tick.denominator
        self._tick = tick.numerator * SECOND
        self._limit = max(int(max_debt * SECOND) * self._unit, self._tick)
        self._debt = 0
        self._last: int | None = None
        self.ticks = 0

    @property
    def share(self) -> float:
        return self._debt / self._tick

    def advance(self) -> int:
        """Ticks that are due now (0, 1, or a few after a late frame); they count as done."""
        now = self._now()
        if self._last is not None:
            # The gap is capped, not the sum: at 24 Hz a rest of a tick plus 41.7 ms is no late frame.
            passed = max(now - self._last, 0)
            self._debt += min(passed * self._unit, self._limit)
        self._last = now
        due, self._debt = divmod(self._debt, self._tick)
        due = min(due, self._limit // self._tick)
        self.ticks += due
        return due

    def hold(self) -> None:
        """Time stops: paused or hidden. The first ``advance`` afterwards finds no time passed."""
        self._last = None
