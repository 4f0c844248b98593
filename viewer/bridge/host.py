"""The common part of all routes, which alone is the route through the host."""

from __future__ import annotations

import warnings
from typing import Any

import moderngl
import numpy as np

from kernels import runtime

_said: set[str] = set()


class BridgeWarning(UserWarning):
    """A slower route is taken than the machine could offer; the message says why and what helps."""


def warn_once(message: str) -> None:
    """A BridgeWarning, once in the life of the process for each message."""
    if message not in _said:
        _said.add(message)
        warnings.warn(message, BridgeWarning, stacklevel=3)


KEPT = 8
"""Arrays, or sizes of them, for which a route keeps buffers; a scene shows two grids at a time."""


class Carrier:
    """Fills textures from NumPy arrays directly and from other arrays by a copy through the host."""

    route = "host"

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx

    def upload(self, array: Any, texture: moderngl.Texture) -> None:
        """Write a grid (rows, columns) of float32 into an R32F texture of columns x rows.

        ``array``: NumPy or a Taichi ndarray of the running device. Raises ValueError when shapes or the
        texture's format do not fit.
        """
        rows, columns = array.shape
        if texture.size != (columns, rows):
            raise ValueError(f"a grid of {columns}x{rows} does not fit a texture of {texture.size}")
        if texture.components != 1 or texture.dtype != "f4":
            raise ValueError(f"a grid needs a texture of one f4, not {texture.components} {texture.dtype}")
        if isinstance(array, np.ndarray):
            texture.write(np.ascontiguousarray(array, np.float32))
        else:
            self._carry(array, texture)

    def release(self) -> None:
        """Free what the route holds; the arrays and textures stay."""

    def _carry(self, array: Any, texture: moderngl.Texture) -> None:
        texture.write(np.ascontiguousarray(runtime.host(array), np.float32))
