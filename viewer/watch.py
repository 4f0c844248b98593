"""Whether a file was edited: asked often, answered without reading it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from viewer.clock import SECOND, Now

LOOK = SECOND // 5
"""ns between two looks."""

Stamp = tuple[int, int, int] | None


class FileWatch:
    """Answers once for every edit, as soon as the file was the same for two looks: half a file is none."""

    def __init__(self, file: Path, now: Now = time.monotonic_ns) -> None:
        self.file = file
        self._now = now
        self._told: Stamp = None  # it may have been edited since it was read
        self._seen = self._stamp()
        self._next = 0

    def edited(self) -> bool:
        """Whether there is another edit to be read now."""
        if self._now() < self._next:
            return False
        self._next = self._now() + LOOK
        stamp, before = self._stamp(), self._seen
        self._seen = stamp
        if stamp is None or stamp != before or stamp == self._told:
            return False  # while an editor puts another file in its place there may be none
        self._told = stamp
        return True

    def _stamp(self) -> Stamp:
        try:
            found = os.stat(self.file)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
