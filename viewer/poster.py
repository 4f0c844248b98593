"""One moment of a scene as a PNG of any size, painted headless and written strip by strip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from scenes import registry
from scenes.board import Fit, View, view
from scenes.picture import Picture
from scenes.scene import Setting
from viewer import cast, hanging, offscreen, still
from viewer.cast import Overrides
from viewer.cli import say
from viewer.output import whole_file
from viewer.painter import Painter
from viewer.png import PngWriter
from viewer.still import Pixels


def write(
    path: Path,
    scene: str,
    setting: Setting,
    overrides: Overrides,
    *,
    at: float | None,
    size: tuple[int, int],
    fit: Fit,
    transparent: bool,
    arch: str,
) -> None:
    """Render a scene's moment to a PNG. Raises Problem, ContextError, or what the scene's word lacks."""
    ctx = offscreen.start(arch)
    if scene == registry.WALL:
        passing = hanging.Time()
        zoom = view(*size, fit, setting.board).scale
        picture = hanging.moment(hanging.hang_all(setting, overrides, say, passing, zoom), passing, at)
        where = view(*size, fit, setting.board)
    else:
        made = cast.make(scene, setting, overrides)
        picture = cast.moment(made, at)
        where = view(*size, fit, made.board)
    painter = Painter(ctx)
    channels = 4 if transparent else 3
    paper = (*map(float, setting.theme.paper[:3]), 0.0 if transparent else 1.0)
    try:
        with whole_file(path) as beside, PngWriter(beside, size, channels) as png:
            for strip in strips(picture, where, painter, transparent, paper):
                png.write(strip[..., :channels])
    finally:
        painter.release()


def strips(
    picture: Picture,
    where: View,
    painter: Painter,
    transparent: bool = False,
    background: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0),
) -> Iterator[Pixels]:
    """The picture from the top in strips (n, width, 4) as high as a tile."""
    red, green, blue, alpha = background
    strip, top = np.empty((0, where.width, 4), np.uint8), 0
    parts = still.tiles(
        picture, where, painter, transparent=transparent, background=(red, green, blue, alpha)
    )
    for x, y, part in parts:
        if x == 0:
            if len(strip):
                yield strip
            strip, top = np.empty((part.shape[0], where.width, 4), np.uint8), y
        strip[y - top : y - top + part.shape[0], x : x + part.shape[1]] = part
    yield strip
