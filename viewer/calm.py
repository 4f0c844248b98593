"""Whether the system asks for less motion (articles: prefers-reduced-motion)."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading

PATIENCE = 1.0
"""Seconds that a system may take to answer."""
_SPI_GETCLIENTAREAANIMATION = 0x1042


def wants_calm() -> bool:
    """True where the desktop's setting says so; False where it does not say."""
    if sys.platform == "win32":
        moving = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moving), 0)
        return not moving.value
    if sys.platform == "darwin":
        return _ask("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    return _ask("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") == "false"


def _ask(*command: str) -> str:
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return answer.stdout.strip()


class CalmWatch:
    """Asks the system again in the background; ``calm`` is its last answer."""

    def __init__(self, calm: bool) -> None:
        self.calm = calm
        self._asking: threading.Thread | None = None

    def ask(self) -> None:
        """Ask now (after the window got the focus back, say); the answer comes a little later."""
        if self._asking is None or not self._asking.is_alive():
            self._asking = threading.Thread(target=self._ask, daemon=True)
            self._asking.start()

    def _ask(self) -> None:
        self.calm = wants_calm()
