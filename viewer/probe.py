"""One look at a driver in a process of its own: a driver that crashes takes only this process with it.

``python -m viewer.probe gl|window`` prints what it found as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Literal

Kind = Literal["gl", "window"]
PATIENCE = 60
"""Seconds that a driver may take."""


def probe(kind: Kind) -> dict[str, Any]:
    """What that look finds: always ``ok``; ``error`` and perhaps ``remedy`` where it is False."""
    command = [sys.executable, "-m", "viewer.probe", kind]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return {"ok": False, "error": f"the driver does not answer within {PATIENCE} s"}
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        return {"ok": False, "error": f"the driver crashed (exit {done.returncode}): {last}"}
    return found


def _gl() -> dict[str, Any]:
    from viewer import context

    return _told(context.describe(context.headless()))


def _window() -> dict[str, Any]:
    from viewer import context, sdl
    from viewer.window import Window

    sdl.start()
    try:
        return _told(context.describe(Window("Ikimoji doctor", (64, 64), shown=False).ctx))
    finally:
        sdl.stop()


def _told(facts: Any) -> dict[str, Any]:
    found = {
        "ok": True,
        "renderer": facts.renderer,
        "vendor": facts.vendor,
        "version": facts.version_text,
        "hardware": facts.hardware,
        "max_texture": facts.max_texture,
    }
    if not facts.hardware:
        found["note"] = "a software renderer: large windows will be slow; a graphics driver makes it fluent"
    return found


def _look(kind: str) -> dict[str, Any]:
    try:
        return _window() if kind == "window" else _gl()
    except Exception as error:
        what = getattr(error, "what", None) or str(error) or type(error).__name__
        return {"ok": False, "error": what, "remedy": getattr(error, "remedy", "")}


if __name__ == "__main__":
    print(json.dumps(_look(sys.argv[1])))
