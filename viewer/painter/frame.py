"""One paint: where the board lies on the pixels, and what has been painted so far."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import moderngl
import numpy as np

from scenes.board import View
from scenes.picture import Layer
from viewer.painter.programs import FRAME_BINDING
from viewer.projection import board_to_clip

if TYPE_CHECKING:
    from viewer.painter.copies import SceneCopy

Region = tuple[int, int, int, int]
"""x, y of the upper left corner, width, height: pixels of a framebuffer, y down."""


@dataclass(frozen=True)
class Frame:
    """What every layer painter is told.

    ``view`` lays the board on the whole picture. ``region`` is the rectangle of ``target`` that is painted;
    ``origin`` the picture pixel at its upper left corner (not 0, 0 when a still is painted in tiles).
    ``owner`` says whose picture it is: layers of one owner pair by name from paint to paint.
    ``number`` counts paints.
    """

    ctx: moderngl.Context
    view: View
    target: moderngl.Framebuffer
    region: Region
    origin: tuple[int, int]
    owner: Hashable
    number: int
    copy: SceneCopy

    @property
    def scale(self) -> float:
        """Pixels per board px."""
        return self.view.scale

    @property
    def gl_viewport(self) -> tuple[int, int, int, int]:
        """The region as GL counts it, y up from the lower left corner."""
        return self._gl(self.region)

    @property
    def shown(self) -> Region:
        """The part of the region in which the board lies; no width or height where there is none."""
        x, y, width, height = self.region
        (ox, oy), (left, top, right, bottom) = self.origin, self.view.shown
        x0, x1 = (min(max(edge - ox, 0), width) for edge in (left, right))
        y0, y1 = (min(max(edge - oy, 0), height) for edge in (top, bottom))
        return x + x0, y + y0, x1 - x0, y1 - y0

    @property
    def gl_shown(self) -> tuple[int, int, int, int]:
        """``shown`` as GL counts it, y up from the lower left corner."""
        return self._gl(self.shown)

    def bars(self) -> list[tuple[int, int, int, int]]:
        """The parts of the region that lie beside the board, as GL counts them: at most four."""
        x, y, width, height = self.region
        bx, by, bw, bh = self.shown
        if not bw or not bh:
            return [self._gl(self.region)]
        beside = (
            (x, y, width, by - y),
            (x, by + bh, width, y + height - by - bh),
            (x, by, bx - x, bh),
            (bx + bw, by, x + width - bx - bw, bh),
        )
        return [self._gl(part) for part in beside if part[2] > 0 and part[3] > 0]

    def _gl(self, part: Region) -> tuple[int, int, int, int]:
        x, y, width, height = part
        return x, self.target.height - y - height, width, height

    def key(self, layer: Layer) -> tuple[Hashable, str]:
        """What pairs a layer with its buffers of the paint before."""
        return self.owner, layer.name

    def begin(self) -> None:
        """Make the target current, clipped to the board. Call again after drawing anywhere else."""
        self.target.use()
        self.ctx.viewport = self.gl_viewport
        self.ctx.scissor = self.gl_shown

    def scene_so_far(self) -> moderngl.Texture:
        """A copy of everything painted to the target before this layer, as large as the target.

        Its texel (0, 0) is the target's lower left pixel: ``texelFetch(copy, ivec2(gl_FragCoord.xy), 0)`` is
        what lies under a fragment. Linear filter, clamped to the edge; valid until the next call.
        """
        texture = self.copy.take(self.target)
        self.begin()
        return texture


class FrameBlock:
    """The uniform buffer of lib/frame.glsl, written only when the frame changes."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.buffer = ctx.buffer(reserve=48, dynamic=True)
        self._written: tuple[float, ...] = ()

    def bind(self, frame: Frame) -> None:
        values = block_values(frame)
        if values != self._written:
            self.buffer.write(np.array(values, np.float32))
            self._written = values
        self.buffer.bind_to_uniform_block(FRAME_BINDING)

    def release(self) -> None:
        self.buffer.release()


def block_values(frame: Frame) -> tuple[float, ...]:
    """The twelve numbers of the block in order (see lib/frame.glsl)."""
    view = frame.view
    gl_x, gl_y, width, height = frame.gl_viewport
    ox, oy = frame.origin
    clip = board_to_clip(view, frame.origin, width, height)
    return (
        ox - gl_x,
        oy + gl_y + height,
        view.width,
        view.height,
        view.left,
        view.top,
        view.scale,
        1 / view.scale,
        float(clip[0, 0]),
        float(clip[1, 1]),
        float(clip[3, 0]),
        float(clip[3, 1]),
    )
