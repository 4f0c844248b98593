"""Whether an X server has a window manager: without one nobody answers a wish to fill the screen."""

from __future__ import annotations

import ctypes
from ctypes.util import find_library
from typing import Any

import sdl2
from sdl2 import syswm

_CHECK = b"_NET_SUPPORTING_WM_CHECK"
"""Set on the root window by every manager that knows the fullscreen wish (Extended Window Manager Hints)."""


def lacks_manager(window: Any) -> bool:
    """True only if the SDL ``window`` is on an X server on which no window manager runs."""
    info = syswm.SDL_SysWMinfo()
    sdl2.SDL_VERSION(info.version)
    if not syswm.SDL_GetWindowWMInfo(window, ctypes.byref(info)) or info.subsystem != syswm.SDL_SYSWM_X11:
        return False
    library = find_library("X11")
    if library is None:
        return False
    return not _has_property(ctypes.CDLL(library), ctypes.c_void_p(info.info.x11.display), _CHECK)


def _has_property(x: ctypes.CDLL, display: ctypes.c_void_p, name: bytes) -> bool:
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    x.XInternAtom.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x.XDefaultRootWindow(display))
    atom = ctypes.c_ulong(x.XInternAtom(display, name, False))
    kind, count, rest = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
    size, data = ctypes.c_int(), ctypes.c_void_p()
    any_type, first, longs = ctypes.c_ulong(0), ctypes.c_long(0), ctypes.c_long(1)
    refs = (ctypes.byref(v) for v in (kind, size, count, rest, data))
    status = x.XGetWindowProperty(display, root, atom, first, longs, False, any_type, *refs)
    if data:
        x.XFree(data)
    return status == 0 and kind.value != 0
