"""Paints ribbons: bodies and strokes along a curve.

The points go up as they are; joint.frag and spine.frag bake them to arcs once a change, ribbon.vert lays one
rectangle on each segment and ribbon.frag finds the exact distance.
"""

from __future__ import annotations

from typing import Any

import moderngl

from scenes.picture import Ribbons
from viewer.painter.arcs import ArcPainter, ArcSlot
from viewer.painter.bakes import Bake, Rows
from viewer.painter.frame import Frame
from viewer.painter.programs import Shaders
from viewer.painter.store import changes

SPINE_TEXELS = 7
"""Texels of one baked segment (lib/spine.glsl)."""
PLAIN = -1
"""In place of a pattern: no skin."""
COLUMNS = (
    ("fill", 4),
    ("ink", 4),
    ("line", 2),
    ("mark", 4),
    ("mark2", 4),
    ("shade", 4),
    ("light", 4),
    ("kind", 2),
)
ARRAYS = (("fill", 0, 4), ("ink", 4, 8), ("ink_width", 8, 9), ("softness", 9, 10))
SKIN_ARRAYS = (
    ("mark", 10, 14),
    ("mark2", 14, 18),
    ("shade", 18, 22),
    ("light", 22, 26),
    ("seed", 26, 27),
    ("scale", 27, 28),
)
"""Array of the layer (of its skin), and the columns of COLUMNS that it fills (first, past the last)."""


class RibbonPainter(ArcPainter):
    """``Ribbons`` layers."""

    COLUMNS = COLUMNS
    BAKES = (Bake("joint", lambda n: n), Bake("spine", lambda n: max(n - 1, 1) * SPINE_TEXELS))
    LEAST = 1

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self._programs: dict[int, tuple[moderngl.Program, Any, Any]] = {}
        self._program(PLAIN)

    def _program(self, skin: int) -> tuple[moderngl.Program, Any, Any]:
        """The program for a pattern (or PLAIN), and its uniforms ``segments`` and ``base``."""
        if skin not in self._programs:
            program = self.shaders.program("ribbon", SKIN=skin)
            self._programs[skin] = program, program["segments"], program["base"]
        return self._programs[skin]

    def moved(self, layer: Ribbons, old: Ribbons) -> bool:
        return old.points is not layer.points or old.radius is not layer.radius

    def fill(self, layer: Ribbons, rows: Rows) -> None:
        rows[:, :2] = layer.points.reshape(-1, 2)
        rows[:, 2] = layer.radius.reshape(-1)

    def style(self, layer: Ribbons, old: Ribbons | None, slot: ArcSlot) -> None:
        changed = changes(ARRAYS, layer, old)
        if layer.skin is not None:
            changed += changes(SKIN_ARRAYS, layer.skin, old.skin if old is not None else None)
        if changed:
            slot.styles.send(len(layer.points), changed)

    def paint(self, layer: Ribbons, frame: Frame) -> None:
        m, n = layer.radius.shape
        if m == 0 or n == 0:
            return
        slot = self.slots.of(frame.key(layer), frame.number)
        assert slot.batch is not None
        slot.batch.result.use(0)
        program, segments, base = self._program(PLAIN if layer.skin is None else int(layer.skin.pattern))
        segments.value, base.value = max(n - 1, 1), slot.first
        slot.styles.vao(program).render(moderngl.TRIANGLES, vertices=6 * max(n - 1, 1), instances=m)
