"""The contact sheet: every scene of a show in a frame on paper, with its number and name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scenes import registry
from scenes.board import Board, View, view
from scenes.picture import Ground, Layer, Picture, glyphs, shapes
from scenes.scene import Scene, Setting
from scenes.theme import fade
from viewer import cast
from viewer.cast import Overrides
from viewer.hud import STRENGTH
from viewer.labels import Line, typeset_or_nothing
from viewer.output import whole_file

TILE = (720, 450)
MAT = 14
"""Px of pale border between picture and frame."""
GAP = 72
"""Px between frames, and around all of them."""
CAPTION = 46
TEXT = 21.0
TITLE = 34.0
TOP = 96
MOST_COLUMNS = 3


def write(path: Path, names: Sequence[str], setting: Setting, overrides: Overrides, arch: str) -> None:
    """Render the sheet of those scenes to a PNG. Raises Problem, ContextError, or what a scene lacks."""
    from viewer import offscreen
    from viewer.painter import Painter

    ctx = offscreen.start(arch)
    scenes = [cast.make(name, setting, overrides) for name in names]
    columns, size = _grid(len(scenes))
    painter = Painter(ctx)
    texture = ctx.texture(size, 4)
    target = ctx.framebuffer([texture])
    try:
        paper = View(Board(*size), *size, 1.0, 0.0, 0.0)
        painter.paint(_paper(scenes, columns, size, setting), paper, target, owner="sheet")
        for index, scene in enumerate(scenes):
            x, y = _place(index, columns)
            picture = cast.moment(scene)
            painter.paint(
                picture, view(*TILE, "contain", scene.board), target, (x, y, *TILE), owner=scene.name
            )
        pixels = np.frombuffer(target.read(components=3), np.uint8).reshape(size[1], size[0], 3)
        with whole_file(path) as beside:
            Image.fromarray(np.ascontiguousarray(pixels[::-1])).save(beside)
    finally:
        painter.release()
        target.release()
        texture.release()


def _grid(count: int) -> tuple[int, tuple[int, int]]:
    """Columns, and the size of the sheet in px."""
    columns = min(MOST_COLUMNS, count)
    rows = -(-count // columns)
    width = GAP + columns * (TILE[0] + GAP)
    return columns, (width, TOP + GAP + rows * (TILE[1] + CAPTION + GAP))


def _place(index: int, columns: int) -> tuple[int, int]:
    """The upper left corner of a tile's picture."""
    row, column = divmod(index, columns)
    return GAP + column * (TILE[0] + GAP), TOP + GAP + row * (TILE[1] + CAPTION + GAP)


def _paper(scenes: Sequence[Scene], columns: int, size: tuple[int, int], setting: Setting) -> Picture:
    """Paper, frames and words, in px of the sheet."""
    theme, language = setting.theme, setting.language
    ink = fade(theme.ink, STRENGTH)
    frames, shadows, words = [], [], _Words()
    words.add(typeset_or_nothing("Ikimoji  生き物 + 文字", language), GAP - MAT, TOP * 0.72, TITLE)
    for index, scene in enumerate(scenes):
        x, y = _place(index, columns)
        left, top, right, bottom = x - MAT, y - MAT, x + TILE[0] + MAT, y + TILE[1] + MAT
        frames.append([[left, top], [right, top], [right, bottom], [left, bottom]])
        shadows.append(np.add(frames[-1], (5, 9)))
        caption = f"{_number(scene.name):02d}  {scene.title[language]}"
        words.add(typeset_or_nothing(caption, language), left, bottom + CAPTION * 0.62, TEXT)
    layers: list[Layer] = [
        Ground(
            name="ground",
            top=theme.paper,
            bottom=theme.paper,
            patch=fade(theme.sand, 0.2),
            patch_size=size[0] / 3,
        ),
        shapes("shadows", shadows, theme.shadow, corner=1.0, softness=9.0),
        shapes("frames", frames, theme.milk, corner=1.0, ink=fade(theme.ink, 0.35), ink_width=1.2),
    ]
    if words.glyph:
        layers.append(glyphs("words", words.glyph, words.center, np.array(words.size)[:, None], ink))
    return Picture(tuple(layers))


class _Words:
    """All letters of the sheet in one batch."""

    def __init__(self) -> None:
        self.glyph: list[Any] = []
        self.center: list[tuple[float, float]] = []
        self.size: list[float] = []

    def add(self, line: Line, left: float, y: float, size: float) -> None:
        self.glyph += line.glyph
        self.center += [(left + at * size, y) for at in line.center]
        self.size += [size] * len(line.glyph)


def _number(name: str) -> int:
    """A scene's number in its article."""
    group = registry.CREATURES if name in registry.CREATURES else registry.LETTERS
    return group.index(name) + 1
