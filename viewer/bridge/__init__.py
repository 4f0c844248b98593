"""The bridge carries a grid of numbers from the kernels into a GL texture by the machine's fastest route.

``start`` brings up Taichi beside a GL context; ``carrier`` gives the route that fits both:

=================  ==============================================================================
device             route
=================  ==============================================================================
opengl             the array *is* a GL buffer: the texture is filled from it, nothing is copied to the host
cuda               a copy on the card into a GL buffer; through the host where that fails (said once)
vulkan, metal      a copy through the host
cpu, NumPy arrays  the texture is filled from the array's own memory
=================  ==============================================================================
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator

import moderngl

from kernels import runtime
from kernels.runtime import Device
from viewer.bridge import shared
from viewer.bridge.cuda import CudaCarrier
from viewer.bridge.gl_state import undisturbed
from viewer.bridge.host import BridgeWarning, Carrier, warn_once

__all__ = ["BridgeError", "BridgeWarning", "Carrier", "CudaCarrier", "carrier", "start", "undisturbed"]

_ELSEWHERE = (
    "kernels run in another OpenGL context than this painter's. "
    "Remedy: viewer.bridge.start(ctx) with this context before the first kernel, or --arch cpu"
)


class BridgeError(RuntimeError):
    """Kernels and painter cannot meet; the message says what to do."""


_shared_context: moderngl.Context | None = None
"""The context in which Taichi's GL buffers live, once ``start`` has made sure that they do."""


def start(
    ctx: moderngl.Context | None,
    arch: str = "auto",
    *,
    make_current: Callable[[], object] | None = None,
    seed: int = 0,
) -> Device:
    """Start Taichi so that its arrays and ``ctx`` can meet; the first start of the process decides.

    ``make_current`` makes ``ctx`` current in this thread (a window's own call); without it moderngl does it.
    Taichi's OpenGL runs in whatever context is current, and leaves its own one current when it starts: so
    ours is current before and again after, and a probe shows that the two do share memory. An OpenGL too old
    for kernels gives the CPU and a BridgeWarning. Raises ValueError for an unknown arch, and BridgeError
    where kernels already run in another OpenGL context.
    """
    global _shared_context
    if ctx is None:
        return runtime.start(arch, seed=seed)
    enter = make_current or ctx.__enter__
    enter()
    renderer = ctx.info["GL_RENDERER"]
    if ctx.version_code < shared.NEEDED_VERSION:
        if arch == "opengl":
            warn_once(
                f"kernels on OpenGL need 4.3, this context has {ctx.version_code / 100:.1f}: "
                "running on the CPU. Remedy: a newer graphics driver, or --arch cpu"
            )
            arch = "cpu"
        renderer = None
    running = _running()
    if running is not None:
        if running.arch == "opengl" and _shared_context is not ctx:
            raise BridgeError(_ELSEWHERE)
        return running
    try:
        with contextlib.nullcontext() if make_current else _displays_hidden():
            device = runtime.start(arch, gl_renderer=renderer, seed=seed)
    finally:
        enter()
    if device.arch == "opengl":
        if not shared.shares_memory(ctx):
            raise BridgeError("kernels on OpenGL do not reach the painter's context. Remedy: --arch cpu")
        _shared_context = ctx
    return device


def carrier(ctx: moderngl.Context) -> Carrier:
    """The route from the running device's arrays into textures of ``ctx``; for NumPy alone before any start.

    Raises BridgeError where kernels run in another OpenGL context.
    """
    device = _running()
    if device is not None and device.arch == "opengl":
        if _shared_context is not ctx:
            raise BridgeError(_ELSEWHERE)
        return shared.SharedCarrier(ctx)
    if device is not None and device.arch == "cuda":
        return CudaCarrier(ctx)
    return Carrier(ctx)


@contextlib.contextmanager
def _displays_hidden() -> Iterator[None]:
    """No X or Wayland display for a while: beside a context of EGL, Taichi's own would be one of GLX.

    The X server answers the two in one thread with a fatal error. Without a display Taichi takes EGL.
    """
    hidden = {name: os.environ.pop(name) for name in ("DISPLAY", "WAYLAND_DISPLAY") if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden)


def _running() -> Device | None:
    try:
        return runtime.device()
    except runtime.RuntimeNotStarted:
        return None
