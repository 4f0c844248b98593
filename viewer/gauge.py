"""How long a frame takes to paint: what the graphics processor says, or the time until it is done."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

import moderngl

from viewer.context import describe

LATE = 4
"""Frames after which an answer is asked for: by then it is there, and nothing waits for it."""
SILENT = 30
"""Answers of nothing after which the driver is taken for one that does not measure."""

OVERFLOW = 2**32 - 1
"""ns: what the 32 bits of an answer say of more than they hold."""


class Gauge:
    """``with gauge:`` what is painted; ``take`` gives seconds of one of the frames before, if known.

    ``software``: whether painting takes the time of the very processors that do all else. Then, and with a
    driver that measures nothing, painting is waited for before it is shown, which has to wait for it anyway.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.software = not describe(ctx).hardware
        self._asked: deque[Any] = deque()
        self._idle: list[Any] = []
        self._query: Any = None
        self._silent = SILENT if self.software else 0
        self._begun = 0.0
        self._known: float | None = None

    def __enter__(self) -> None:
        self._begun = time.perf_counter()
        if self._silent < SILENT:
            self._query = self._idle.pop() if self._idle else self.ctx.query(time=True)
            self._query.__enter__()

    def __exit__(self, *_: object) -> None:
        if self._query is not None:
            self._query.__exit__(None, None, None)
            self._asked.append(self._query)
            self._query = None
        else:
            self.ctx.finish()
            self._known = time.perf_counter() - self._begun

    def take(self) -> float | None:
        """Seconds that a frame took which was not told before; None while none is known."""
        known, self._known = self._known, None
        if known is None and len(self._asked) >= LATE:
            query = self._asked.popleft()
            ns = query.elapsed
            self._idle.append(query)
            self._silent = 0 if 0 < ns < OVERFLOW else self._silent + 1
            known = ns * 1e-9 if 0 < ns < OVERFLOW else None
        return known
