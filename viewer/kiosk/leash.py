"""A process that ends with the one that started it, however that one ended."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from threading import Thread

from viewer.kiosk.exits import ORPHANED

PARENT = "IKIMOJI_PARENT"
"""Set by the keeper: its process number; and standard input is a pipe that it holds open."""
_PR_SET_PDEATHSIG = 1


def tie() -> None:
    """From now on this process dies with its keeper; does nothing where none started it."""
    parent = os.environ.pop(PARENT, "")
    if not parent:
        return
    if sys.platform.startswith("linux"):
        # The kernel's own way works even while this process is stopped.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != int(parent):  # it died before we asked
            os._exit(ORPHANED)
    Thread(target=_wait_for_the_end, name="leash", daemon=True).start()


def _wait_for_the_end() -> None:
    try:
        while os.read(0, 1):
            pass
    finally:
        os._exit(ORPHANED)
