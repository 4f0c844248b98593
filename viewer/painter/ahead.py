"""A picture painted unseen, in small parts, before it is shown: programs, letters, and what stands still."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from scenes.board import View
from scenes.picture import Layer, Picture
from viewer.canvas import PEEP, Canvas
from viewer.painter.frame import Frame

if TYPE_CHECKING:
    from viewer.painter import Painter

BAND = 0.006
"""Seconds of work that a band of what stands still should take."""
LEAST_ROWS = 8


def ahead(
    painter: Painter, picture: Picture, view: View, size: tuple[int, int], owner: Hashable, count: int
) -> Iterator[None]:
    """Steps after which ``picture`` is painted at ``size`` px in the time of any later one.

    ``count``: how many of its lowest layers stand still; they are painted band by band and kept.
    """
    canvas = Canvas(painter.ctx)
    try:
        middle = view.width // 2, view.height // 2
        for layer in picture.layers:
            target = canvas.of_size(PEEP)
            painter.paint(Picture((layer,)), view, target, origin=middle, owner=("ahead", owner))
            yield
    finally:
        canvas.release()
    if count and min(size) > 0:
        yield from _bands(painter, picture.layers, view, size, owner, count)


def _bands(
    painter: Painter,
    layers: tuple[Layer, ...],
    view: View,
    size: tuple[int, int],
    owner: Hashable,
    count: int,
) -> Iterator[None]:
    keeper = painter._keeper
    if keeper.of(owner, painter._number).knows(layers, (view, (0, 0), size)):
        return
    width, height = size
    top, rows = 0, LEAST_ROWS
    while top < height:
        rows = min(rows, height - top)
        begun = time.perf_counter()
        kept = keeper.of(owner, painter._number)
        target = kept.of_size(size)
        region = (0, top, width, rows)
        frame = Frame(painter.ctx, view, target, region, (0, top), owner, painter._number, painter._copy)
        painter._draw(layers[:count], frame)
        painter.ctx.scissor = None
        painter.ctx.finish()  # else a software renderer would do it all at once, later
        top += rows
        share = BAND / max(time.perf_counter() - begun, 1e-6)
        rows = max(int(rows * min(max(share, 0.25), 4.0)), LEAST_ROWS)
        yield
    keeper.of(owner, painter._number).know(layers, count, (view, (0, 0), size))
