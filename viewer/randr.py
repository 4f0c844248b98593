"""What an X server's screens are now: SDL keeps those of its start where outputs move or are switched off."""

from __future__ import annotations

from typing import Any, NamedTuple


class Output(NamedTuple):
    """A monitor of the X server: its output's name, and where it lies in px."""

    name: str
    x: int
    y: int
    width: int
    height: int


class Server:
    """A connection of its own to the X server, opened when it is first asked."""

    def __init__(self) -> None:
        self._display: Any = None

    def outputs(self) -> list[Output]:
        """The outputs that show something, none where the server cannot tell."""
        try:
            if self._display is None:
                self._display = _connect()
            found = self._display.screen().root.xrandr_get_monitors(True).monitors
            named = ((self._display.get_atom_name(m.name), m) for m in found)
            return [Output(name, m.x, m.y, m.width_in_pixels, m.height_in_pixels) for name, m in named]
        except Exception:  # no X here, no RandR 1.5, a server that is gone: python-xlib has many words for it
            self.close()
            return []

    def close(self) -> None:
        display, self._display = self._display, None
        if display is not None:
            try:
                display.close()
            except Exception:
                return  # it was closed from the other side


def _connect() -> Any:
    from Xlib import display
    from Xlib.ext import randr  # noqa: F401  adds RandR's requests

    return display.Display()
