"""Something that stops the program and that a person can put right: what, and the remedy for their system."""

from __future__ import annotations

import sys
from pathlib import Path

Remedies = dict[str, str]
"""By system: debian, fedora, macos, windows."""


class Problem(Exception):
    """What is wrong, with a remedy (one text, or one per system)."""

    def __init__(self, what: str, remedy: str | Remedies = "") -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy_here(remedy) if isinstance(remedy, dict) else remedy

    def __str__(self) -> str:
        return f"{self.what}\n  remedy: {self.remedy}" if self.remedy else self.what


def system() -> str:
    """The family of this system, for choosing a remedy."""
    if sys.platform == "darwin":
        return "macos"
    if sys.platform == "win32":
        return "windows"
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8").lower()
    except OSError:
        return "debian"
    return "fedora" if any(word in release for word in ("fedora", "rhel", "suse")) else "debian"


def remedy_here(remedies: Remedies) -> str:
    """The remedy for this system; the Debian one where we have none."""
    return remedies.get(system()) or remedies["debian"]


GL_REMEDY: Remedies = {
    "debian": "apt install libegl1 libgl1 libgl1-mesa-dri",
    "fedora": "dnf install mesa-libEGL mesa-libGL mesa-dri-drivers",
    "macos": "macOS brings OpenGL 4.1 itself: start from a session at the machine",
    "windows": "install the graphics card maker's driver (the basic display driver has no OpenGL 3.3)",
}
