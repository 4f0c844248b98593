"""The log: one JSON object a line, rotated, in the user's log folder. Nothing in it tells who was there."""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime, timezone
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

import platformdirs

BYTES = 1_000_000
FILES = 5
"""A log is at most so large, and so many are kept: about eleven days of minutes each."""


def folder() -> Path:
    """Where the logs lie."""
    return platformdirs.user_log_path("ikimoji", appauthor=False)


class Journal:
    """Writes events. A log that cannot be written is told once on standard error, and the show goes on."""

    def __init__(self, name: str, where: Path | None = None, size: int = BYTES, files: int = FILES) -> None:
        self.path = (where or folder()) / f"{name}.jsonl"
        self._handler: _Handler | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._handler = _Handler(self.path, maxBytes=size, backupCount=files - 1, encoding="utf-8")
        except OSError as error:
            _complain(self.path, error)

    def note(self, event: str, **facts: Any) -> None:
        """Write one line: when (UTC), what, and the facts; those that are None are left out."""
        if self._handler is None:
            return
        when = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        known = {key: plain(value) for key, value in facts.items() if value is not None}
        line = json.dumps({"time": when, "event": event, **known}, default=str)
        self._handler.handle(logging.makeLogRecord({"msg": line}))

    def close(self) -> None:
        if self._handler is not None:
            self._handler.close()
            self._handler = None


def plain(value: Any) -> Any:
    """A text without the name of the user's home folder; anything else as it is."""
    home = str(Path.home())
    return value.replace(home, "~") if isinstance(value, str) and len(home) > 1 else value


class _Handler(RotatingFileHandler):
    """Rotates and writes; says once that it cannot."""

    told = False

    def handleError(self, record: logging.LogRecord) -> None:
        if not self.told:
            self.told = True
            _complain(self.baseFilename, sys.exc_info()[1])


def _complain(path: object, error: object) -> None:
    print(f"ikimoji: nothing is logged: {path}: {error}; free space or rights there", file=sys.stderr)
