"""Pictures of any size without a window: in tiles where one framebuffer would not do, with no seam."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import moderngl
import numpy as np
from numpy.typing import NDArray

from scenes.board import HEIGHT, WIDTH, Board, Fit, View, view
from scenes.panels import Panels, inner_view
from scenes.picture import Picture, Water
from viewer import context
from viewer.painter import Painter
from viewer.painter.water import margin

Pixels = NDArray[np.uint8]
"""(height, width, 4): red, green, blue, alpha; not premultiplied; row 0 on top."""

TILE = 4096
"""Greatest side of a tile in pixels: 64 MiB of framebuffer, whatever the picture's size."""


def render(
    picture: Picture,
    size: tuple[int, int],
    *,
    fit: Fit = "extend",
    board: Board | None = None,
    painter: Painter | None = None,
    transparent: bool = False,
    background: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
    tile: int = TILE,
) -> Pixels:
    """The picture at ``size`` (width, height) pixels; a size of 0 gives an empty array.

    ``board``: the board that the scene lives on (by default that of ``fit``). ``painter``: one to use, else
    a headless context is made and released. ``transparent`` shows the actors only (``Picture.actors``).
    ``background`` lies under all, not premultiplied. ``tile``: greatest side of a framebuffer.
    Raises ContextError where there is no OpenGL.
    """
    width, height = size
    pixels = np.empty((max(height, 0), max(width, 0), 4), np.uint8)
    if pixels.size == 0:
        return pixels
    where = view(width, height, fit, board)
    with _painter(painter) as paint:
        for x, y, part in tiles(
            picture, where, paint, transparent=transparent, background=background, tile=tile
        ):
            pixels[y : y + part.shape[0], x : x + part.shape[1]] = part
    return pixels


def tiles(
    picture: Picture,
    where: View,
    painter: Painter,
    *,
    transparent: bool = False,
    background: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
    tile: int = TILE,
) -> Iterator[tuple[int, int, Pixels]]:
    """Parts of the picture laid out by ``where``: x, y of the upper left corner and the pixels, row by row.

    Two framebuffers' worth of memory at most, however large the picture.
    """
    ctx = painter.ctx
    if transparent:
        picture = picture.actors()
    # Water shows what lies beside it: such tiles are painted with a border that is thrown away.
    border = _border(picture, where)
    most = min(tile, *(int(v) for v in np.atleast_1d(ctx.info["GL_MAX_VIEWPORT_DIMS"])), _texture_limit(ctx))
    if most <= 2 * border:
        border = 0 if most >= max(where.width, where.height) else max((most - 1) // 2, 0)
    single = where.width <= most and where.height <= most
    # Slopes are told by quads of 2 x 2 pixels, and a tile's must be those of the whole: so it starts at even
    # places and its height is as odd as the whole's.
    border = 0 if single else border
    step = most if single else max(most - 2 * border - 2, 1)
    width, height = min(where.width, most), min(where.height, most)
    height -= (where.height - height) % 2 if height > 1 else 0
    texture = ctx.texture((width, height), 4)
    target = ctx.framebuffer([texture])
    red, green, blue, alpha = background
    try:
        for y in range(0, where.height, step):
            for x in range(0, where.width, step):
                left, top = (max(at - border, 0) // 2 * 2 for at in (x, y))
                right, bottom = min(left + width, where.width), min(top + height, where.height)
                target.clear(red * alpha, green * alpha, blue * alpha, alpha)
                region = (0, 0, right - left, bottom - top)
                painter.paint(picture, where, target, region, origin=(left, top), owner="still")
                inner = min(step, where.width - x), min(step, where.height - y)
                yield x, y, _read(target, x - left, y - top, *inner)
    finally:
        context.let_go(target)
        texture.release()


def _border(picture: Picture, where: View) -> int:
    """Px beyond a tile that its water shows, in pictures within the picture too."""
    least = 0
    for layer in picture.layers:
        if isinstance(layer, Water):
            least = max(least, margin(where.scale))
        elif isinstance(layer, Panels):
            for box, panel in zip(layer.box, layer.panels):
                if panel is not None:
                    least = max(least, _border(panel.picture, inner_view(where, box, panel.board)[0]))
    return least


def published_painter(ctx: moderngl.Context) -> Callable[[Picture], Pixels]:
    """What paints the published board at its own size, 480x300, for figures counted in pictures."""
    painter = Painter(ctx)
    return lambda picture: render(picture, (WIDTH, HEIGHT), board=Board(), painter=painter)


def _read(target: moderngl.Framebuffer, x: int, y: int, width: int, height: int) -> Pixels:
    """Pixels of a rectangle (y down), not premultiplied."""
    raw = np.empty((height, width, 4), np.uint8)
    target.read_into(raw, viewport=(x, target.height - y - height, width, height), components=4, alignment=1)
    pixels = raw[::-1]
    alpha = pixels[..., 3:]
    if int(alpha.min()) == 255:
        return pixels
    color = pixels[..., :3].astype(np.uint16)
    half = alpha // 2
    straight = np.minimum((color * 255 + half) // np.maximum(alpha, 1), 255)
    return np.concatenate([straight.astype(np.uint8), alpha], axis=-1)


def _texture_limit(ctx: moderngl.Context) -> int:
    return int(ctx.info["GL_MAX_TEXTURE_SIZE"])


@contextmanager
def _painter(given: Painter | None) -> Iterator[Painter]:
    if given is not None:
        yield given
        return
    ctx = context.headless()
    painter = Painter(ctx)
    try:
        yield painter
    finally:
        painter.release()
        ctx.release()
