"""Zero copy: an ndarray of Taichi's opengl arch is a GL buffer of the current context."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np

from kernels import memory, runtime
from viewer.bridge.gl_state import undisturbed
from viewer.bridge.host import KEPT, Carrier

NEEDED_VERSION = 430
"""Compute shaders and storage buffers, which the kernels become."""


class SharedCarrier(Carrier):
    """Textures are filled from the array's own GL buffer, on the GPU."""

    route = "shared"

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx)
        self._buffers: dict[tuple[int, int], moderngl.Buffer] = {}

    def release(self) -> None:
        for buffer in self._buffers.values():
            buffer.release()
        self._buffers.clear()

    def _carry(self, array: Any, texture: moderngl.Texture) -> None:
        with undisturbed(self.ctx):
            runtime.sync()
        rows, columns = array.shape
        buffer = self._buffer(memory.gl_name(array), rows * columns * 4)
        # What a compute shader wrote is visible to pixel transfers only behind a barrier.
        self.ctx.memory_barrier(self.ctx.PIXEL_BUFFER_BARRIER_BIT)
        texture.write(buffer)

    def _buffer(self, name: int, size: int) -> moderngl.Buffer:
        """moderngl's view of a buffer that Taichi owns; releasing the view leaves the buffer alone."""
        key = name, size
        buffer = self._buffers.get(key)
        if buffer is None:
            if len(self._buffers) >= KEPT:
                self.release()
            buffer = self._buffers[key] = self.ctx.external_buffer(name, size)
        return buffer


def shares_memory(ctx: moderngl.Context) -> bool:
    """Whether what a kernel writes really shows in a buffer of ``ctx`` of the same name."""
    probe = runtime.grid((2, 3))
    with undisturbed(ctx):
        probe.fill(0.40625)
        runtime.sync()
    buffer = ctx.external_buffer(memory.gl_name(probe), 2 * 3 * 4)
    try:
        ctx.memory_barrier(ctx.BUFFER_UPDATE_BARRIER_BIT)
        return bool((np.frombuffer(buffer.read(), np.float32) == 0.40625).all())
    except moderngl.Error:
        return False
    finally:
        buffer.release()
        ctx.clear_errors()
