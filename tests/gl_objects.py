"""How many GL objects a context holds, asked of the driver itself."""

from __future__ import annotations

import ctypes
from typing import Any

_KINDS = ("Texture", "Buffer", "Framebuffer", "VertexArray", "Program", "Shader")


def live(ctx: Any, names: int = 4000, load: Any = None) -> dict[str, int]:
    """Counts of the objects whose names are below ``names``, by kind.

    ``load``: gives a GL function's address by name; a headless context's own if not given.
    """
    load = load or ctx.mglo._context.load
    counts = {}
    for kind in _KINDS:
        exists = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(load(f"glIs{kind}"))
        counts[kind] = sum(bool(exists(name)) for name in range(1, names))
    ctx.clear_errors()
    return counts
