"""Points of several layers, computed to arcs together: one upload, and one draw call a bake.

Points lie one layer after the other; what a bake makes of a layer begins a row of its texture, so that one
rectangle a layer covers it (pieces.vert).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from viewer.context import let_go
from viewer.painter.programs import Shaders
from viewer.painter.store import ROW, Folded, Styles

PIECE = (("piece", 4), ("area", 2))
"""Numbers of a layer: see pieces.vert."""

Rows = NDArray[np.float32]
Fill = Callable[[Rows], None]
"""Puts a layer's points into the rows (m n, 4) that it is given."""


@dataclass(frozen=True)
class Bake:
    """``fragment``.frag computes ``texels(n)`` texels of each instance of n points."""

    fragment: str
    texels: Callable[[int], int]


class Baked(Folded):
    """A folded array that a shader computes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx)
        self.framebuffer: moderngl.Framebuffer | None = None

    def begin(self, rows: int) -> int:
        """Make it the target, nothing blended. Returns how many rows the texture has, ``rows`` or more."""
        if self.reserve(rows * ROW) or self.framebuffer is None:
            assert self.texture is not None
            self.framebuffer = self.ctx.framebuffer([self.texture])
        self.framebuffer.use()
        self.ctx.enable_only(moderngl.NOTHING)
        self.ctx.scissor = None
        height = self.framebuffer.height
        self.ctx.viewport = 0, 0, ROW, height
        return height

    def release(self) -> None:
        if self.framebuffer is not None:
            let_go(self.framebuffer)
            self.framebuffer = None
        super().release()


class _Stage:
    """One bake of a batch: where each layer's part lies, and the result."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, bake: Bake) -> None:
        self.texels = bake.texels
        self.program: Any = shaders.program("pieces", bake.fragment)
        self.height = self.program["height"]
        self.pieces = Styles(ctx, PIECE)
        self.result = Baked(ctx)
        self.rows = 0

    def plan(self, shapes: Sequence[tuple[int, int]], starts: Sequence[int]) -> list[int]:
        """Places for layers of ``shapes``, whose sources begin at ``starts``: their first texels."""
        table, row = [], 0
        for (m, n), start in zip(shapes, starts):
            texels = m * self.texels(n)
            rows = (texels + ROW - 1) // ROW
            table.append((start, n, m, row, min(texels, ROW), rows))
            row += rows
        self.pieces.send(len(table), [(0, 6, table)])
        self.rows = row
        return [piece[3] * ROW for piece in table]

    def run(self, source: Folded) -> Baked:
        assert source.texture is not None
        self.height.value = self.result.begin(self.rows)
        source.texture.use(0)
        vao = self.pieces.vao(self.program)
        vao.render(moderngl.TRIANGLES, vertices=6, instances=self.pieces.count)
        return self.result

    def release(self) -> None:
        self.pieces.release()
        self.result.release()


class Batch:
    """Layers that were baked together. ``turn`` counts the bakes: each takes the place of the one before."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, bakes: Sequence[Bake]) -> None:
        self.points = Folded(ctx)
        self.stages = [_Stage(ctx, shaders, bake) for bake in bakes]
        self.turn = 0
        self._shapes: list[tuple[int, int]] = []
        self._firsts: list[int] = []

    def bake(self, shapes: list[tuple[int, int]], fills: Sequence[Fill]) -> list[int]:
        """Bake layers of ``shapes`` (instances m, points n). Returns their first texels in ``result``."""
        self.turn += 1
        if shapes != self._shapes:
            self._shapes = []  # until all is planned: that may fail
            starts = np.cumsum([0, *(m * n for m, n in shapes[:-1])]).tolist()
            for stage in self.stages:
                starts = stage.plan(shapes, starts)
            self._shapes, self._firsts = list(shapes), starts
        room, at = self.points.room(sum(m * n for m, n in shapes)), 0
        for (m, n), fill in zip(shapes, fills):
            fill(room[at : at + m * n])
            at += m * n
        self.points.send()
        source = self.points
        for stage in self.stages:
            source = stage.run(source)
        return self._firsts

    @property
    def result(self) -> moderngl.Texture:
        """The arcs of all its layers."""
        texture = self.stages[-1].result.texture
        assert texture is not None
        return texture

    def release(self) -> None:
        self.turn += 1
        self._shapes = []
        self.points.release()
        for stage in self.stages:
            stage.release()
