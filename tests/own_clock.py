"""A clock that only its owner moves, in place of the program's: import this before anything of the program.

``time.perf_counter`` and the like go on measuring what really passes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time


class Clock:
    """It stands still but for ``pass_by``, and nobody really sleeps."""

    def __init__(self) -> None:
        self.ns = 1_000_000_000_000

    def pass_by(self, seconds: float) -> None:
        self.ns += max(round(seconds * 1e9), 0)


def install() -> Clock:
    """Put it in place: modules that are imported later take it as the default of their own."""
    clock, sleep = Clock(), time.sleep
    time.monotonic_ns = lambda: clock.ns
    time.monotonic = lambda: clock.ns / 1e9
    time.sleep = lambda seconds=0.0: (clock.pass_by(seconds), sleep(0))[1]  # type: ignore[assignment]
    return clock


def find_display() -> None:
    """Where there is no display, run this script again on a virtual one, and end as that ends."""
    if os.environ.get("DISPLAY"):
        return
    from conftest import virtual_display  # it imports the program: not in the process that the clock is for

    with virtual_display() as name:
        again = [sys.executable, *sys.argv]
        code = subprocess.run(again, env={**os.environ, "DISPLAY": name}, check=False).returncode
    sys.exit(code)
