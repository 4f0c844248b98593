"""Drawing without a window: a context and kernels that meet in it."""

from __future__ import annotations

import moderngl

from viewer import bridge, context
from viewer.cli import say


def start(arch: str) -> moderngl.Context:
    """A headless context beside running kernels; says so where the asked ``arch`` is not to be had.

    Raises ContextError and BridgeError.
    """
    ctx = context.headless()
    device = bridge.start(ctx, arch)
    if device.failure:
        say(device.failure)
    return ctx
