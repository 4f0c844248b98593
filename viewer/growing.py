"""A picture of the gallery wall grows into the whole screen, or shrinks into its frame again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import moderngl
import numpy as np

from scenes.board import Board, View
from scenes.panels import Panel, Region, inner_view, whole
from scenes.picture import Picture, shapes
from scenes.theme import Theme, fade
from viewer.clock import SECOND
from viewer.gallery import Gallery
from viewer.player import Player

if TYPE_CHECKING:
    from viewer.painter import Painter
    from viewer.transition import Transition

LASTS = SECOND * 45 // 100
"""ns."""
DIM = 0.42
"""How much the wall darkens behind a picture that fills the screen."""


@dataclass(frozen=True)
class Grow:
    """Which picture of ``wall`` grows (``opens``) or shrinks. ``on``: how the wall lies on the screen."""

    wall: Gallery
    tile: int
    opens: bool
    on: View

    def open(self, share: float) -> float:
        """How far it is open, 0 in its frame to 1, when a ``share`` of the time has passed."""
        return share if self.opens else 1 - share

    def lies(self, full: View, open: float) -> tuple[View, Region, tuple[float, float, float, float]]:
        """How the picture's board lies when it is so far open, the pixels that it fills, and their edges.

        ``full``: how it lies when it fills the screen. Edges: left, top, right, bottom, px.
        """
        scene = self.wall.scene
        shape = scene.plan.shape
        x, y, width, height = scene.box(self.tile)
        left, top = self.on.to_pixels(x, y)
        right, bottom = self.on.to_pixels(x + width, y + height)
        # In its frame the part of the board is seen that the frame's own board has.
        small = inner_view(self.on, (x, y, width, height), shape)[0]
        board = full.board
        tile = View(
            board,
            full.width,
            full.height,
            small.scale,
            small.left - (board.width - shape.width) / 2 * small.scale,
            small.top - (board.height - shape.height) / 2 * small.scale,
        )
        now = View(
            board,
            full.width,
            full.height,
            _between(tile.scale, full.scale, open),
            _between(tile.left, full.left, open),
            _between(tile.top, full.top, open),
        )
        edges = (
            _between(left, 0.0, open),
            _between(top, 0.0, open),
            _between(right, full.width, open),
            _between(bottom, full.height, open),
        )
        return now, whole(full, *edges), edges

    def below(self, edges: tuple[float, float, float, float], open: float, theme: Theme) -> Picture:
        """What lies between wall and picture, in framebuffer px: the dimmed wall, a shadow, the frame."""
        scale, look = self.on.scale, self.wall.scene.look
        mat = self.wall.scene.plan.mat * scale * (1 + 1.5 * open)
        outer = _corners(edges, mat)
        screen = _corners((0.0, 0.0, float(self.on.width), float(self.on.height)), 9.0)
        far = scale * (2.0 + 16.0 * open)
        return Picture(
            (
                shapes("dim", screen, fade(theme.shadow, DIM * open), corner=1.0),
                shapes(
                    "shadow",
                    np.add(outer, (0.55 * far, far)),
                    theme.faint(1.25 + 0.6 * open),
                    corner=1.0,
                    softness=scale * (3.2 + 12.0 * open),
                ),
                shapes(
                    "frame",
                    outer,
                    look.mat,
                    corner=1.0,
                    ink=fade(theme.ink, 0.3),
                    ink_width=0.42 * scale,
                ),
            )
        )

    def above(self, edges: tuple[float, float, float, float], open: float, theme: Theme) -> Picture:
        """The line around the picture, as it has it in its frame."""
        scale = self.on.scale
        corners = _corners(edges, 0.25 * scale)
        ink = fade(theme.ink, 0.22 * (1 - open))
        line = shapes("line", corners, fade(ink, 0.0), corner=1.0, ink=ink, ink_width=0.5 * scale)
        return Picture((line,))

    @property
    def pixels(self) -> View:
        """The framebuffer as a board of its own pixels."""
        on = self.on
        return View(Board(on.width, on.height), on.width, on.height, 1.0, 0.0, 0.0)


def paint(
    painter: Painter,
    transition: Transition,
    shown: tuple[Picture, View],
    player: Player,
    target: moderngl.Framebuffer,
    share: float = 1.0,
) -> None:
    """Paint the wall, and over it the picture that grows or shrinks. ``shown``: of ``player``, who is on;
    ``share``: of the resolution, for the wall.

    Raises PanelFault where a picture that hangs, or the one that grows, is at fault.
    """
    from viewer.painter.panels import PanelFault  # not before a start has its picture

    grow, going = transition.grow, transition.picture
    assert grow is not None
    assert going is not None
    wall, inner, full, owner = going, shown[0], shown[1], player
    if not grow.opens:
        wall, inner, full, owner = shown[0], going, transition.fit, transition.before
    open, theme = grow.open(transition.share), grow.wall.scene.theme
    view, region, edges = grow.lies(full, open)
    painter.paint(wall, grow.on, target, owner=grow.wall, share=share)
    painter.paint(grow.below(edges, open, theme), grow.pixels, target, owner="growing")
    try:
        painter.paint(inner, view, target, region, origin=region[:2], owner=owner)
    except Exception as error:
        raise PanelFault(Panel(inner, view.board, owner)) from error
    painter.paint(grow.above(edges, open, theme), grow.pixels, target, owner="growing line")


def hung(wall: Gallery, on: View) -> View:
    """How a picture's board lies that hangs on the wall, which lies as ``on`` says."""
    scene = wall.scene
    return inner_view(on, scene.plan.boxes[0], scene.plan.shape)[0]


def _between(a: float, b: float, share: float) -> float:
    return a + (b - a) * share


def _corners(edges: tuple[float, float, float, float], out: float) -> list[list[float]]:
    left, top, right, bottom = edges
    x0, y0, x1, y1 = left - out, top - out, right + out, bottom + out
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
