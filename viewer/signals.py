"""Signals that ask a program to end, as wishes instead of deaths."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator

ASKING = ("SIGTERM", "SIGHUP")


@contextlib.contextmanager
def polite_signals(close: Callable[[], None]) -> Iterator[None]:
    """While it lasts, SIGTERM and SIGHUP call ``close`` instead of killing the process (not on Windows)."""
    numbers = [getattr(signal, name) for name in ASKING] if sys.platform != "win32" else []
    before = {number: signal.signal(number, lambda *_: close()) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
