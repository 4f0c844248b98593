"""Where GL contexts come from, and what they are. Windows bring their own; all else is ``headless``."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from ctypes.util import find_library
from dataclasses import dataclass
from typing import Any, TypeVar

import moderngl

from kernels.devices import is_software
from viewer.problem import GL_REMEDY, remedy_here

T = TypeVar("T")

WANTED = ((4, 3), (3, 3))
"""OpenGL versions to ask for, in this order: sharing arrays with kernels needs 4.3, painting needs 3.3.

Some drivers grant exactly what is asked for, so the better one comes first.
"""
NEEDED = "{}.{}".format(*WANTED[-1])
STEERING = ("EGL_PLATFORM", "LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER", "__EGL_VENDOR_LIBRARY_FILENAMES")
"""Environment variables that change which driver is taken."""


class ContextError(RuntimeError):
    """No usable OpenGL context; the message says what is missing and how to get it."""


@dataclass(frozen=True)
class ContextFacts:
    """What draws. ``version``: e.g. 330; ``hardware``: False for a software rasteriser."""

    renderer: str
    vendor: str
    version: int
    version_text: str
    hardware: bool
    max_texture: int


def headless() -> moderngl.Context:
    """A context with no window. On Linux through EGL; elsewhere the system's own offscreen context.

    Raises ContextError, which names the missing package.
    """
    settings: dict[str, Any] = {}
    if sys.platform.startswith("linux"):
        _need_libraries()
        settings["backend"] = "egl"
    try:
        return best(
            lambda version: moderngl.create_context(
                standalone=True, require=version[0] * 100 + version[1] * 10, **settings
            )
        )
    except Exception as error:
        raise ContextError(_remedy(error)) from error


def best(make: Callable[[tuple[int, int]], T]) -> T:
    """What ``make`` gives for the best of ``WANTED`` that it can make. Raises as it does for the last."""
    *better, last = WANTED
    for version in better:
        with contextlib.suppress(Exception):
            return make(version)
    return make(last)


def describe(context: moderngl.Context) -> ContextFacts:
    """What the context's driver says of itself."""
    info = context.info
    renderer, vendor = str(info["GL_RENDERER"]), str(info["GL_VENDOR"])
    return ContextFacts(
        renderer=renderer,
        vendor=vendor,
        version=context.version_code,
        version_text=str(info["GL_VERSION"]),
        hardware=not is_software(f"{renderer} {vendor}"),
        max_texture=int(info["GL_MAX_TEXTURE_SIZE"]),
    )


def let_go(framebuffer: moderngl.Framebuffer) -> None:
    """Release a framebuffer, current or not.

    moderngl binds the framebuffer that it knows as current again after making a texture or framebuffer: if
    that one is gone, each is a GL error from then on. So the context's own is made current first.
    """
    framebuffer.ctx.detect_framebuffer(0).use()
    framebuffer.release()


def missing_libraries() -> list[str]:
    """System libraries that headless drawing needs on Linux and that are not there."""
    if not sys.platform.startswith("linux"):
        return []
    return [f"lib{name}.so" for name in ("EGL", "GL") if not find_library(name)]


def _need_libraries() -> None:
    missing = missing_libraries()
    if missing:
        remedy = remedy_here(GL_REMEDY)
        raise ContextError(
            f"OpenGL cannot be loaded: {' and '.join(missing)} not found. Install it: {remedy}"
        )


def _remedy(error: Exception) -> str:
    said = str(error) or type(error).__name__
    hints = [f"no OpenGL {NEEDED} context: {said}."]
    if sys.platform.startswith("linux"):
        hints.append(f"Either the driver is missing ({remedy_here(GL_REMEDY)}) or it is older than that.")
        forced = {key: os.environ[key] for key in STEERING if key in os.environ}
        if forced:
            hints.append(f"The environment steers the driver: {forced}.")
    else:
        hints.append("Update the graphics driver.")
    return " ".join(hints)
