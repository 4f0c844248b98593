"""The one place that loads SDL, tells it our wishes, and asks it about displays and touch devices."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
import warnings
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from viewer import randr, reach
from viewer.problem import Problem


def _load() -> tuple[Any, Any]:
    """``sdl2`` and ``sdl2.ext``. Raises Problem.

    PySDL2 asks gcc, ld and ldconfig for every SDL there may be before it takes the one that came with it,
    which costs 0.4 s of every start: where its wheel is there, it is told of no other at first.
    """
    asked = ctypes.util.find_library
    searches = [lambda name: None, asked] if find_spec("sdl2dll") else [asked]
    failure: Exception | None = None
    for search in searches:
        if failure:
            for name in [name for name in sys.modules if name.split(".")[0] == "sdl2"]:
                del sys.modules[name]
        ctypes.util.find_library = search  # type: ignore[assignment]
        try:
            return import_module("sdl2"), import_module("sdl2.ext")
        except (ImportError, RuntimeError) as error:
            failure = error
        finally:
            ctypes.util.find_library = asked
    raise Problem(
        f"SDL2 cannot be loaded: {failure}",
        {
            "debian": "apt install libsdl2-2.0-0",
            "fedora": "dnf install SDL2",
            "macos": "brew install sdl2",
            "windows": "pip install pysdl2-dll",
        },
    ) from failure


with warnings.catch_warnings():
    # PySDL2 announces on every start which SDL library it uses; `ikimoji doctor` says it instead.
    warnings.simplefilter("ignore")
    sdl2, _ = _load()

HINTS = {
    # A finger is a finger and a mouse is a mouse: nothing is told twice.
    "SDL_TOUCH_MOUSE_EVENTS": "0",
    "SDL_MOUSE_TOUCH_EVENTS": "0",
    # Stay up when somebody works on another screen.
    "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
    # The click that brings the window to the front is a click.
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
    "SDL_MOUSE_AUTO_CAPTURE": "1",
    "SDL_VIDEO_ALLOW_SCREENSAVER": "0",
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
    "SDL_WINDOWS_DPI_SCALING": "1",
    "SDL_APP_NAME": "Ikimoji",
    # Ctrl+C belongs to Python, which then leaves in good order.
    "SDL_NO_SIGNAL_HANDLERS": "1",
}


@dataclass(frozen=True)
class Display:
    """A screen: place and size in SDL's desktop units, refresh rate, and its scale (1.0 = 96 dpi)."""

    index: int
    name: str
    x: int
    y: int
    width: int
    height: int
    hz: int
    scale: float


def start() -> None:
    """Start SDL's video with our hints. Raises NoDisplay, or Problem where a named one cannot be reached."""
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "ikimoji")  # SDL takes this one from here only
    for name, value in HINTS.items():
        sdl2.SDL_SetHint(name.encode(), value.encode())
    if sdl2.SDL_Init(sdl2.SDL_INIT_VIDEO) != 0:
        raise _out_of_reach(_error())
    name = driver()
    if name in ("dummy", "offscreen"):
        sdl2.SDL_Quit()
        if os.environ.get("SDL_VIDEODRIVER"):
            raise NoDisplay(f"no display: SDL_VIDEODRIVER={name} only pretends to have one", NO_DISPLAY)
        raise _out_of_reach(f"SDL can only pretend to have one ({name})")
    sdl2.SDL_DisableScreenSaver()


class NoDisplay(Problem):
    """There is no display, and nobody said that there is one."""


class UnknownDisplay(Problem):
    """No display has the name that was asked for; the message says which there are."""


NO_DISPLAY = {
    "debian": "start it in a desktop session, or set DISPLAY; `ikimoji still` needs none",
    "fedora": "start it in a desktop session, or set DISPLAY; `ikimoji still` needs none",
    "macos": "start it from a session at the machine, not over ssh",
    "windows": "start it from a session at the machine",
}


def stop() -> None:
    """Leave SDL; the screen saver works again."""
    _server.close()
    _known.clear()
    if sdl2.SDL_WasInit(sdl2.SDL_INIT_VIDEO):
        sdl2.SDL_EnableScreenSaver()
    sdl2.SDL_Quit()


def need_display() -> None:
    """Raise NoDisplay where no window can be expected to open, found without trying."""
    if sys.platform in ("win32", "darwin"):
        return
    if not reach.named():
        raise NoDisplay("no display: neither DISPLAY nor WAYLAND_DISPLAY is set", NO_DISPLAY)


def _out_of_reach(said: str) -> Problem:
    named = reach.named()
    if sys.platform in ("win32", "darwin") or not named:
        return NoDisplay(f"no display: {said}", NO_DISPLAY)
    reasons = [
        f"{variable}={name} cannot be reached: {reach.why_not(variable, name) or said}"
        for variable, name in named.items()
    ]
    return Problem(
        "; ".join(reasons),
        "start it in the session that shows that display, or set "
        f"{' or '.join(named)} to one that runs; `ikimoji still` needs none",
    )


def displays(now: bool = False) -> list[Display]:
    """The screens that there are, after ``start``.

    ``now``: not only at the start but now, as an X server tells it (in the first moments it may not yet).
    """
    seen = _sdl_displays()
    outputs = _server.outputs() if now and driver() == "x11" else []
    if not outputs:
        return seen
    for output in outputs:
        for display in seen:
            if output[1:] == (display.x, display.y, display.width, display.height):
                _known[output.name] = display  # SDL calls it by the name that is on the monitor
    order = {display.name: display.index for display in seen}
    found = []
    for output in outputs:
        known = _known.get(output.name)
        name, hz, scale = (known.name, known.hz, known.scale) if known else (output.name, 60, 1.0)
        found.append(Display(0, name, *output[1:], hz, scale))
    found.sort(key=lambda display: order.get(display.name, len(order)))
    return [replace(display, index=index) for index, display in enumerate(found)]


def driver() -> str:
    """What SDL shows windows with: x11, wayland, windows, cocoa, ..."""
    return (sdl2.SDL_GetCurrentVideoDriver() or b"").decode()


_server = randr.Server()
_known: dict[str, Display] = {}
"""What SDL said of an output, by the output's name."""


def _sdl_displays() -> list[Display]:
    found = []
    for index in range(max(sdl2.SDL_GetNumVideoDisplays(), 0)):
        rect = sdl2.SDL_Rect()
        mode = sdl2.SDL_DisplayMode()
        dpi = ctypes.c_float(0)
        sdl2.SDL_GetDisplayBounds(index, rect)
        sdl2.SDL_GetDesktopDisplayMode(index, mode)
        known = sdl2.SDL_GetDisplayDPI(index, None, ctypes.byref(dpi), None) == 0 and dpi.value > 0
        name = (sdl2.SDL_GetDisplayName(index) or b"?").decode(errors="replace")
        scale = round(dpi.value / 96, 2) if known else 1.0
        found.append(Display(index, name, rect.x, rect.y, rect.w, rect.h, mode.refresh_rate, scale))
    return found


def find_display(wanted: str, found: list[Display]) -> tuple[Display | None, str]:
    """The display of an index or (part of a) name, and what to tell the operator if it is not there.

    A number may be that of a screen that is switched off today: the first one stands in for it. Raises
    UnknownDisplay for a name that none has.
    """
    for display in found:
        if wanted == str(display.index) or wanted.lower() == display.name.lower():
            return display, ""
    for display in found:
        if wanted and not wanted.isdecimal() and wanted.lower() in display.name.lower():
            return display, ""
    listed = ", ".join(f"{d.index} ({d.name})" for d in found) or "none"
    if not wanted.isdecimal():
        raise UnknownDisplay(f"no monitor {wanted!r}", f"name one of these, by number or name: {listed}")
    return (found[0] if found else None), f"no monitor {wanted!r}, using the primary one; there are: {listed}"


def window_size(window: Any) -> tuple[int, int]:
    """A window's size in window units."""
    width, height = ctypes.c_int(), ctypes.c_int()
    sdl2.SDL_GetWindowSize(window, width, height)
    return width.value, height.value


def touch_devices() -> list[str]:
    """Names of touch devices that SDL knows of now (some appear only with the first touch)."""
    names = []
    for index in range(max(sdl2.SDL_GetNumTouchDevices(), 0)):
        name = sdl2.SDL_GetTouchName(index)
        names.append(name.decode(errors="replace") if name else f"touch device {index}")
    return names


def version() -> str:
    v = sdl2.SDL_version()
    sdl2.SDL_GetVersion(v)
    return f"{v.major}.{v.minor}.{v.patch}"


def _error() -> str:
    return sdl2.SDL_GetError().decode(errors="replace") or "SDL does not say why"
