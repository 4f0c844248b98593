"""Lays the picture of a scene that comes over that of the one that goes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

import moderngl
import numpy as np

from scenes.motion import make_rng
from scenes.theme import THEMES, mix
from viewer.canvas import Canvas
from viewer.painter.programs import Shaders
from viewer.transition import Kind

DROPS = 6
"""Drops of ink."""
INDIGO = tuple(map(float, mix(THEMES["day"].ink, THEMES["day"].lavender, 0.22)))
LATER = 70.0
"""How much later than the first the last of them falls, in 300ths of the shorter side that ink runs."""


class Wipe(Canvas):
    """The canvas on which the scene that comes is painted, and the programs that lay it over the other."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, moderngl.LINEAR)
        self.shaders = shaders
        self._vaos: dict[str, tuple[Any, moderngl.VertexArray]] = {}

    def warm(self) -> None:
        """Have the programs ready."""
        for kind in get_args(Kind):
            self._kind(kind)

    def lay(
        self,
        kind: Kind,
        share: float,
        target: moderngl.Framebuffer,
        origin: tuple[float, float] = (0.5, 0.5),
        number: int = 0,
    ) -> None:
        """Lay what was painted on this canvas over ``target``, as far as ``share`` (0..1) says.

        ``origin``: where it begins, shares of width and height from the upper left; ``number``: chooses how
        ink runs.
        """
        program, vao = self._kind(kind)
        assert self.texture is not None
        width, height = target.size
        target.use()
        self.ctx.viewport = (0, 0, width, height)
        self.ctx.scissor = None
        self.ctx.enable_only(moderngl.BLEND)
        self.ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]
        self.ctx.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        self.texture.use(0)
        program["share"].value = share
        if kind == "ripple":
            program["origin"].value = origin[0] * width, (1 - origin[1]) * height
        elif kind == "ink":
            drops, reach = ink_drops((width, height), origin, number)
            program["drops"].write(drops.tobytes())
            program["reach"].value = reach
            program["tone"].value = INDIGO
        vao.render(moderngl.TRIANGLES, vertices=3)

    def _kind(self, kind: str) -> tuple[Any, moderngl.VertexArray]:
        if kind not in self._vaos:
            program: Any = self.shaders.program("bake", kind)
            self._vaos[kind] = program, self.ctx.vertex_array(program, [])
        return self._vaos[kind]

    def close(self) -> None:
        """Release every GL object; ``release`` leaves the programs for the next change."""
        self.release()
        for _, vao in self._vaos.values():
            vao.release()
        self._vaos.clear()


@lru_cache(maxsize=4)
def ink_drops(size: tuple[int, int], origin: tuple[float, float], number: int) -> tuple[np.ndarray, float]:
    """Where ink falls on a picture of ``size`` px, the first drop at ``origin`` (shares from the upper left).
    Asked every frame of a change, worked out once.

    float32 (DROPS, 4): x, y in px from the lower left, how much later it falls, unused. And how far ink must
    run to cover all; both lengths in 300ths of the shorter side.
    """
    width, height = size
    rng = make_rng(911 + number)
    drops = np.zeros((DROPS, 4), np.float32)
    drops[0, :2] = origin[0] * width, (1 - origin[1]) * height
    for k in range(1, DROPS):
        # Of some places the one farthest from the drops before: none falls into another.
        tries = np.array([(rng() * width, rng() * height) for _ in range(8)])
        apart = np.linalg.norm(tries[:, None] - drops[None, :k, :2], axis=2).min(axis=1)
        drops[k, :2] = tries[int(apart.argmax())]
        drops[k, 2] = LATER * k / (DROPS - 1)
    unit = max(min(width, height), 1) / 300.0
    steps = [min(2 + int(side / unit / 40), 60) for side in size]
    x, y = np.meshgrid(np.linspace(0, width, steps[0]), np.linspace(0, height, steps[1]))
    places = np.stack([x, y], -1).reshape(-1, 2)
    far = np.linalg.norm(places[:, None] - drops[None, :, :2], axis=2) / unit + drops[:, 2]
    return drops, float(far.min(axis=1).max())
