"""Whether the graphics driver was reset under us (GL_KHR_robustness): all that we drew with is gone then."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from viewer.glcall import FUNCTION

_NAMES = (b"glGetGraphicsResetStatus", b"glGetGraphicsResetStatusKHR", b"glGetGraphicsResetStatusARB")
_REASONS = {0x8253: "by a fault of ours", 0x8254: "by another program's", 0x8255: "for an unknown reason"}
"""GL_GUILTY_, GL_INNOCENT_ and GL_UNKNOWN_CONTEXT_RESET."""


class LostContext(RuntimeError):
    """The OpenGL context is gone; only a new process helps."""


def reset_status(resolve: Callable[[bytes], int | None]) -> Callable[[], int]:
    """A function that asks the current context, 0 for sound; always 0 where the driver cannot tell."""
    for name in _NAMES:
        address = resolve(name)
        if address:
            return FUNCTION(ctypes.c_uint)(address)
    return lambda: 0


def check(status: Callable[[], int]) -> None:
    """Raise LostContext if it is lost."""
    found = status()
    if found:
        raise LostContext(f"the graphics driver was reset {_REASONS.get(found, hex(found))}")
