"""The show's signs of life, in systemd's words: one text a message, over its socket or a pipe to our keeper.

See sd_notify(3) for READY, WATCHDOG, WATCHDOG_USEC, EXTEND_TIMEOUT_USEC, STOPPING and STATUS.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator

from viewer.kiosk.rules import RULES, Rules

PIPE = "IKIMOJI_PULSE"
"""Set by the keeper: standard output is the pipe for signs of life."""
EVERY = 0.5
"""Seconds between two that say the same."""
Send = Callable[[str], None]


class Pulse:
    """Tells whoever watches that pictures are shown. Sends nothing where nobody does."""

    def __init__(
        self, send: Send | None = None, rules: Rules = RULES, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._send = send or (lambda _: None)
        self._rules = rules
        self._now = now
        self._at = -EVERY
        self._live = False
        self._patient = False

    def loading(self) -> None:
        """A loading picture was shown: give the start more time."""
        if self._due():
            self._send(f"EXTEND_TIMEOUT_USEC={_micro(self._rules.start)}")

    def busy(self) -> None:
        """Something slow comes that is no fault; the next picture ends it."""
        if self._live:
            self._patient = True
            self._send(f"WATCHDOG_USEC={_micro(self._rules.busy)}\nWATCHDOG=1")

    def shown(self, scene: str) -> None:
        """A picture of that scene was really given to the screen."""
        if not self._live:
            self._live = True
            self._at = self._now()
            self._send(f"READY=1\nSTATUS={scene}")
        elif self._patient:
            self._patient = False
            self._at = self._now()
            self._send(f"WATCHDOG_USEC={_micro(self._rules.silence)}\nWATCHDOG=1\nSTATUS={scene}")
        elif self._due():
            self._send(f"WATCHDOG=1\nSTATUS={scene}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _due(self) -> bool:
        now = self._now()
        if now - self._at < EVERY:
            return False
        self._at = now
        return True


@contextlib.contextmanager
def sender() -> Iterator[Send | None]:
    """The way to whoever watches this process: our keeper, systemd, or nobody (None)."""
    if os.environ.pop(PIPE, ""):
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(2, 1)  # what libraries print is no sign of life
        if sys.platform != "win32":
            os.set_blocking(kept, False)  # a keeper that stands still must not stop the show
        try:
            yield lambda text: _write(kept, text)
        finally:
            os.close(kept)
    elif address := os.environ.pop("NOTIFY_SOCKET", ""):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            where = "\0" + address[1:] if address.startswith("@") else address
            yield lambda text: _datagram(line, where, text)
    else:
        yield None


def _write(descriptor: int, text: str) -> None:
    with contextlib.suppress(OSError):  # full or closed: silence is what the keeper acts on
        os.write(descriptor, f"{text}\n".encode())


def _datagram(line: socket.socket, where: str, text: str) -> None:
    with contextlib.suppress(OSError):
        line.sendto(text.encode(), where)


def _micro(seconds: float) -> int:
    return round(seconds * 1e6)
