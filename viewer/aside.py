"""Work that goes on only while somebody waits for it: a thread let run for a few milliseconds a frame.

What a scene needs before it is shown, most of all Taichi's reading of a kernel's Python (up to 0.4 s), has
no places at which it could be left. So it runs in a thread of its own, which stops at the next Python call
when its time is up. The two threads never run at once: nothing has to be safe against that.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

_UNBROKEN = ("importlib", "logging", "functools.py")
"""Files in whose calls a lock is held, which the other thread might wait for in vain."""


class Aside:
    """Runs ``act`` in slices. ``result`` is there once ``work`` has returned True.

    The thread can have things done by whoever waits for it (``ask``): kernels are launched and OpenGL is used
    by one thread only.
    """

    def __init__(self, act: Callable[[], Any]) -> None:
        self.result: Any = None
        self._act = act
        self.thread = threading.Thread(target=self._run, daemon=True, name="aside")
        self._go = _Gate()
        self._back = _Gate()
        self._until = 0.0
        self._asked: Callable[[], Any] | None = None
        self._answer: Any = None
        self._fault: BaseException | None = None
        self._done = False

    def work(self, seconds: float) -> bool:
        """Let it run for about so long. Returns whether it is done; raises what ``act`` raised."""
        if self._done:
            return self._end()
        if self.thread.ident is None:
            self.thread.start()
        self._until = time.perf_counter() + seconds
        self._go.release()
        self._back.acquire()
        while self._asked is not None:
            asked, self._asked = self._asked, None
            try:
                self._answer = (asked(), None)
            except Exception as error:
                self._answer = (None, error)
            self._go.release()
            self._back.acquire()
        return self._end()

    def _end(self) -> bool:
        if self._fault is not None:
            raise self._fault
        return self._done

    def here(self) -> None:
        """Do all of it now, in the thread that calls this."""
        if not self._done and self.thread.ident is None:
            try:
                self.result = self._act()
            except Exception as error:
                self._fault = error
            self._done = True

    def ask(self, act: Callable[[], Any]) -> Any:
        """From the thread: have ``act`` done by the one that waits, and return or raise what came of it."""
        sys.setprofile(None)  # it must not stop in here
        self._asked = act
        self._back.release()
        self._go.acquire()
        sys.setprofile(self._look)
        answer, fault = self._answer
        self._answer = None
        if fault is not None:
            raise fault
        return answer

    def _run(self) -> None:
        self._go.acquire()
        sys.setprofile(self._look)
        try:
            self.result = self._act()
        except BaseException as error:
            self._fault = error
        finally:
            sys.setprofile(None)
            self._done = True
            self._back.release()

    def _look(self, frame: FrameType, event: str, what: object) -> None:
        if time.perf_counter() >= self._until and not _holds_a_lock(frame):
            self._back.release()
            self._go.acquire()


class _Gate:
    """Opened by one thread, passed by the other; without a line of Python at which ``_look`` is called."""

    def __init__(self) -> None:
        lock = threading.Lock()
        lock.acquire()
        self.release, self.acquire = lock.release, lock.acquire


def _holds_a_lock(frame: FrameType | None) -> bool:
    while frame is not None:
        if any(name in frame.f_code.co_filename for name in _UNBROKEN):
            return True
        frame = frame.f_back
    return False
