"""Paints ribbons: bodies and strokes along a curve.

The points go up as they are; joint.frag and spine.frag bake them to arcs once a change, ribbon.vert lays one
rectangle on each segment and ribbon.frag finds the exact distance.
"""

from __future__ import annotations

from typing import Any

import moderngl

from scenes.picture import Ribbons
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders
from viewer.painter.store import Baked, Baker, Folded, Styles, changes

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


class _Slot:
    """Buffers of one layer, and the layer that is in them."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.points = Folded(ctx)
        self.joints = Baked(ctx)
        self.spine = Baked(ctx)
        self.styles = Styles(ctx, COLUMNS)
        self.layer: Ribbons | None = None

    def release(self) -> None:
        self.points.release()
        self.joints.release()
        self.spine.release()
        self.styles.release()


class RibbonPainter(LayerPainter):
    """One draw call a layer, and two small bakes when its points have changed."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.joint_bake = Baker(ctx, shaders, "joint")
        self.spine_bake = Baker(ctx, shaders, "spine")
        self.slots = Slots(lambda: _Slot(ctx))
        self._programs: dict[int, tuple[moderngl.Program, Any]] = {}
        self._program(PLAIN)

    def _program(self, skin: int) -> tuple[moderngl.Program, Any]:
        """The program for a pattern (or PLAIN), and its uniform ``segments``."""
        if skin not in self._programs:
            program = self.shaders.program("ribbon", SKIN=skin)
            self._programs[skin] = program, program["segments"]
        return self._programs[skin]

    def prepare(self, layer: Ribbons, frame: Frame) -> None:
        slot = self.slots.of(frame.key(layer), frame.number)
        old = slot.layer
        m, n = layer.radius.shape
        if old is layer or m == 0 or n == 0:
            return
        slot.layer = None  # until all of it is up: an upload may fail
        if old is None or old.points is not layer.points or old.radius is not layer.radius:
            room = slot.points.room(m * n)
            room[:, :2] = layer.points.reshape(-1, 2)
            room[:, 2] = layer.radius.reshape(-1)
            slot.points.send()
            self.joint_bake.run(slot.points, slot.joints, n, m, m * n)
            self.spine_bake.run(slot.joints, slot.spine, n, m, m * max(n - 1, 1) * SPINE_TEXELS)
        if slot.styles.count != m:
            old = None
        changed = changes(ARRAYS, layer, old)
        if layer.skin is not None:
            changed += changes(SKIN_ARRAYS, layer.skin, old.skin if old is not None else None)
        if changed:
            slot.styles.send(m, changed)
        slot.layer = layer

    def paint(self, layer: Ribbons, frame: Frame) -> None:
        slot = self.slots.of(frame.key(layer), frame.number)
        m, n = layer.radius.shape
        if m == 0 or n == 0:
            return
        assert slot.spine.texture is not None
        slot.spine.texture.use(0)
        program, segments = self._program(PLAIN if layer.skin is None else int(layer.skin.pattern))
        segments.value = max(n - 1, 1)
        slot.styles.vao(program).render(moderngl.TRIANGLES, vertices=6 * max(n - 1, 1), instances=m)

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.joint_bake.release()
        self.spine_bake.release()
