"""The rules of staying up: the same for our own keeper and for the systemd unit."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    """Seconds, and how often."""

    silence: float = 4.0
    """A show that has given the screen no picture for this long is dead."""
    start: float = 45.0
    """It may take so long to the first live picture; every loading picture starts the time anew."""
    busy: float = 30.0
    """It may be silent for so long while it makes a scene that was never shown before (kernels compile)."""
    stop: float = 5.0
    """It may take so long to end when asked to."""
    first_wait: float = 0.5
    longest_wait: float = 60.0
    """Before a restart: the first, doubled with each further failure, up to the longest."""
    sound: float = 60.0
    """A show that has lived so long is sound: the next wait is the first again."""
    most: int = 6
    within: float = 3600.0
    """After ``most`` failures ``within`` this time a maintenance screen stands in."""
    retry: float = 600.0
    """How long that stands before the show is tried again by itself."""


RULES = Rules()


class Failures:
    """Counts deaths and says how long to wait before the next start."""

    def __init__(self, rules: Rules = RULES, now: Callable[[], float] = time.monotonic) -> None:
        self.rules = rules
        self._now = now
        self._when: deque[float] = deque()
        self._in_a_row = 0

    def note(self, lived: float) -> float | None:
        """One more, of a show that lived so many seconds. The wait in seconds; None when it is enough."""
        rules, now = self.rules, self._now()
        self._when.append(now)
        while self._when[0] < now - rules.within:
            self._when.popleft()
        if len(self._when) >= rules.most:
            return None
        self._in_a_row = 0 if lived >= rules.sound else self._in_a_row
        wait = min(rules.first_wait * 2**self._in_a_row, rules.longest_wait)
        self._in_a_row += 1
        return wait

    def forget(self) -> None:
        """The maintenance screen has stood: everything is counted anew."""
        self._when.clear()
        self._in_a_row = 0
