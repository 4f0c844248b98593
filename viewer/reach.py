"""Which display the environment names, and why it cannot be reached: SDL only says that it cannot."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

PATIENCE = 2.0
"""Seconds in which a display on this machine takes a call."""


def named() -> dict[str, str]:
    """The displays that the environment names, by variable; none of them need be there."""
    return {name: os.environ[name] for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)}


def why_not(variable: str, name: str) -> str:
    """Why the display ``name`` that ``variable`` names cannot be used, '' where that is not known."""
    if variable == "WAYLAND_DISPLAY":
        folder = os.environ.get("XDG_RUNTIME_DIR", "")
        if not folder and not name.startswith("/"):
            return "XDG_RUNTIME_DIR is not set, so its socket cannot be found"
        path = str(Path(folder) / name)
        return "" if _answers(path) else f"no compositor answers at {path}"
    local = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", name)
    if not local:
        return "" if re.fullmatch(r".+:\d+(\.\d+)?", name) else "that is no name of a display, such as :0"
    path = f"/tmp/.X11-unix/X{local[1]}"
    if _answers(path) or _answers("\0" + path):
        return "an X server answers there but does not let this user in (see XAUTHORITY, xhost)"
    return "no X server answers there"


def _answers(path: str) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(path)
            return True
    except OSError:
        return False
