"""Arrays of a picture on the graphics processor, uploaded only when they are other arrays than before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from viewer.painter.programs import TEXTURE_BITS

ROW = 1 << TEXTURE_BITS


class Folded:
    """A long array of RGBA32F texels, folded into rows of ``ROW`` (lib/fetch.glsl). Grows, never shrinks."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self.texture: moderngl.Texture | None = None
        self.texels = 0
        self.host = np.zeros((0, 4), np.float32)

    def reserve(self, texels: int) -> bool:
        """Make room. Returns whether the texture is a new one."""
        rows = 1 << max((texels + ROW - 1) // ROW - 1, 0).bit_length()
        if self.texture is not None and self.texture.height >= rows:
            self.texels = texels
            return False
        limit = int(self.ctx.info["GL_MAX_TEXTURE_SIZE"])
        if rows > limit:
            raise ValueError(f"a layer of {texels} texels does not fit the driver's {ROW} x {limit}")
        self.release()
        self.texels = texels
        self.texture = self.ctx.texture((ROW, rows), 4, dtype="f4")
        self.texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        return True

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """The rectangle of texels that holds the array."""
        return 0, 0, min(self.texels, ROW), (self.texels + ROW - 1) // ROW

    def room(self, texels: int) -> NDArray[np.float32]:
        """Host memory (texels, 4) to fill before ``send``."""
        self.reserve(texels)
        _, _, width, height = self.extent
        if len(self.host) != width * height:
            self.host = np.zeros((width * height, 4), np.float32)
        return self.host[:texels]

    def send(self) -> None:
        """Upload what was put into ``room``."""
        assert self.texture is not None
        self.texture.write(self.host, viewport=self.extent)

    def release(self) -> None:
        if self.texture is not None:
            self.texture.release()
            self.texture = None


class Styles:
    """Numbers of each instance, interleaved in one vertex buffer.

    ``columns``: (attribute names of the shaders, floats) in order; a layer gives one array a column.
    """

    def __init__(self, ctx: moderngl.Context, columns: Sequence[tuple[str, int]]) -> None:
        self.ctx = ctx
        self.columns = columns
        self.host = np.zeros((0, sum(size for _, size in columns)), np.float32)
        self.count = 0
        self.buffer: moderngl.Buffer | None = None
        self._vaos: dict[moderngl.Program, moderngl.VertexArray] = {}

    def send(self, count: int, arrays: Sequence[tuple[int, int, Any]]) -> None:
        """Upload ``count`` rows; ``arrays``: (first column, past the last, values) that changed."""
        if count > len(self.host) or self.buffer is None:
            room = 1 << max(count - 1, 7).bit_length()
            host = np.zeros((room, self.host.shape[1]), np.float32)
            host[: len(self.host)] = self.host
            self.release()
            self.buffer = self.ctx.buffer(reserve=host.nbytes, dynamic=True)
            self.host = host
        self.count = count
        rows = self.host[:count]
        for first, last, values in arrays:
            if last - first == 1:
                rows[:, first] = values
            else:
                rows[:, first:last] = values
        self.buffer.write(rows)

    def vao(self, program: moderngl.Program) -> moderngl.VertexArray:
        """The vertex array that feeds ``program`` with the columns that it asks for."""
        vao = self._vaos.get(program)
        if vao is None:
            names = [name for name, _ in self.columns if name in program]
            layout = [f"{size}f" if name in program else f"{4 * size}x" for name, size in self.columns]
            content = [(self.buffer, " ".join(layout) + "/i", *names)]
            vao = self._vaos[program] = self.ctx.vertex_array(program, content)
        return vao

    def release(self) -> None:
        for vao in self._vaos.values():
            vao.release()
        self._vaos.clear()
        if self.buffer is not None:
            self.buffer.release()
            self.buffer = None


Columns = tuple[str, int, int]


def changes(spans: Sequence[Columns], now: Any, before: Any | None) -> list[tuple[int, int, Any]]:
    """What ``Styles.send`` needs: the arrays of ``now`` that are other objects than those of ``before``.

    ``spans``: (attribute, first column, past the last).
    """
    found = []
    for name, first, last in spans:
        values = getattr(now, name)
        if before is None or values is not getattr(before, name):
            found.append((first, last, values))
    return found
