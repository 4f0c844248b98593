"""Drawing without a window: a context and kernels that meet in it."""

from __future__ import annotations

import moderngl

from viewer import bridge, context
from viewer.cli import say


def start(arch: str) -> moderngl.Context:
    """A headless context beside running kernels; says what both run on.

    Raises ContextError and BridgeError.
    """
    ctx = context.headless()
    device = bridge.start(ctx, arch)
    if device.failure:
        say(device.failure)
    say(f"painting on {ctx.info['GL_RENDERER']}; kernels on {device.name or device.arch} ({device.arch})")
    return ctx
