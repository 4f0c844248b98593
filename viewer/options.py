"""What the operator asked of a show in a window."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from scenes.board import Fit
from scenes.scene import Setting
from viewer.cast import Overrides


@dataclass
class Options:
    """What the operator asked for."""

    names: tuple[str, ...]
    setting: Setting
    overrides: Overrides = field(default_factory=dict)
    size: tuple[int, int] | None = None
    fullscreen: bool = False
    monitor: str | None = None
    """Number, name, several of them with commas, or 'all'; see ``viewer.screens``."""
    bezel: tuple[int, int] = (0, 0)
    """Window units of the picture hidden between neighbouring screens, across and down."""
    memory: Path | None = None
    """A file in which the screens are kept across starts."""
    fit: Fit = "extend"
    resolution: float | None = None
    """Share of the screen's resolution for what moves, 0.5 to 1; None: as frames come in time."""
    arch: str = "auto"
    buttons: bool = True
    """Pause and Reset on the screen; kiosk use has none."""
    idle_cursor: float | None = None
    """Seconds after which a mouse cursor that rests is hidden; see ``viewer.cursor``."""
    follow_calm: bool = False
    """Take up the system's wish for less motion when it changes while the show runs."""
    started: int | None = None
    """When the program started (monotonic ns), to say how long the first live frame took."""
