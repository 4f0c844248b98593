"""What an X server's screens are now: SDL keeps those of its start where outputs move or are switched off."""

from __future__ import annotations

import contextlib
from threading import Thread
from typing import Any, NamedTuple


class Output(NamedTuple):
    """A monitor of the X server: its output's name, and where it lies in px."""

    name: str
    x: int
    y: int
    width: int
    height: int


class Server:
    """A connection of its own to the X server.

    Importing python-xlib takes a tenth of a second and more: it is opened aside when it is first asked for,
    so that no frame waits for it.
    """

    def __init__(self) -> None:
        self._display: Any = None
        self._opening: Thread | None = None

    def outputs(self) -> list[Output]:
        """The outputs that show something; none where the server cannot tell, or cannot tell yet."""
        if self._display is None:
            if self._opening is None or not self._opening.is_alive():
                self._opening = Thread(target=self._open, daemon=True, name="randr")
                self._opening.start()
            return []
        try:
            found = self._display.screen().root.xrandr_get_monitors(True).monitors
            named = ((self._display.get_atom_name(m.name), m) for m in found)
            return [Output(name, m.x, m.y, m.width_in_pixels, m.height_in_pixels) for name, m in named]
        except Exception:  # no RandR 1.5, a server that is gone: python-xlib has many words for it
            self.close()
            return []

    def _open(self) -> None:
        with contextlib.suppress(Exception):  # no X here: SDL's own list stands
            self._display = _connect()

    def close(self) -> None:
        if self._opening is not None:
            self._opening.join()
        display, self._display, self._opening = self._display, None, None
        if display is not None:
            with contextlib.suppress(Exception):  # it was closed from the other side
                display.close()


def _connect() -> Any:
    from Xlib import display
    from Xlib.ext import randr  # noqa: F401  adds RandR's requests

    return display.Display()
