"""What a minute was like: frame times, memory, the scene. Only numbers, no visitor."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

LENGTH = 60.0


class Minute:
    """Collects frames; ``take`` gives the facts of a minute when it is over."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._began = self._start = now()
        self._before: float | None = None
        self._frames: list[float] = []
        self._shown = 0

    def frame(self, shown: bool) -> None:
        """A round of the loop ended; ``shown``: the screen got a picture."""
        now = self._now()
        if self._before is not None:
            self._frames.append(now - self._before)
        self._before = now
        self._shown += shown

    def pause(self) -> None:
        """The time until the next frame is none of a frame's (the window was hidden)."""
        self._before = None

    def take(self) -> dict[str, Any] | None:
        """The facts since the last minute if one is over: times in ms, memory in MB."""
        now = self._now()
        if now - self._start < LENGTH:
            return None
        frames = np.asarray(self._frames or [0.0]) * 1000
        p50, p95, p99 = (round(float(p), 1) for p in np.percentile(frames, (50, 95, 99)))
        facts = {
            "frames": len(self._frames),
            "shown": self._shown,
            "frame_ms": {"p50": p50, "p95": p95, "p99": p99, "max": round(float(frames.max()), 1)},
            "memory_mb": memory_mb(),
            "up_min": round((now - self._began) / 60),
        }
        self._start, self._shown = now, 0
        self._frames.clear()
        return facts


def memory_mb() -> float | None:
    """Resident memory of this process; its peak where the system tells no more; None where nothing."""
    try:
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS:"):
                return round(int(line.split()[1]) / 1024, 1)
    except (OSError, ValueError):
        pass
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024**2 if sys.platform == "darwin" else 1024), 1)
