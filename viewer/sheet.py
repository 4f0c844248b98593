"""The contact sheet: every scene of a show in a frame on paper, with its number and name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scenes import registry
from scenes.board import Board, View, extended, view
from scenes.labels import Line, typeset_or_nothing
from scenes.picture import Ground, Layer, Picture, glyphs, ribbons, shapes
from scenes.scene import Language, Scene, Setting
from scenes.theme import Color, Theme, fade
from viewer import cast
from viewer.cast import Overrides
from viewer.hud import STRENGTH
from viewer.output import whole_file
from viewer.show import Make

TILE = (720, 450)
"""Px of a picture in a full row; in a row of fewer they are wider and fill it."""
FLATTEST = 3.2
"""Width of a picture over its height; a row of one is made higher than others to keep it."""
MAT = 14
"""Px of pale border between picture and frame."""
GAP = 72
"""Px between frames, and around all of them."""
CAPTION = 46
TEXT = 21.0
HEADING = 78
"""Px of height that a group's heading takes."""
HEADING_TEXT = 25.0
TITLE = 38.0
TOP = 130
MOST_COLUMNS = 3
TITLE_WORDS = "Ikimoji  生き物 + 文字"


@dataclass(frozen=True)
class Tile:
    """Where a scene's picture lies on the sheet: px, y down. ``number``: its place in the show, from 1."""

    name: str
    number: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Plan:
    """All tiles, and the headings as (group, y of the heading's middle), on a sheet of ``size`` px."""

    size: tuple[int, int]
    tiles: tuple[Tile, ...]
    headings: tuple[tuple[str, int], ...]


def write(
    path: Path,
    names: Sequence[str],
    setting: Setting,
    overrides: Overrides,
    arch: str,
    make: Make | None = None,
) -> dict[str, Exception]:
    """Render the sheet of those scenes (``make``: made by it) to a PNG.

    Those that cannot be made are left out and returned by name.
    Raises Problem and ContextError, and the first scene's error where no scene can be made.
    """
    from viewer import offscreen
    from viewer.painter import Painter

    ctx = offscreen.start(arch)
    plan, scenes, pictures, failed = _make(
        names, setting, make or (lambda name, setting: cast.make(name, setting, overrides))
    )
    painter = Painter(ctx)
    texture = ctx.texture(plan.size, 4)
    target = ctx.framebuffer([texture])
    try:
        paper = View(Board(*plan.size), *plan.size, 1.0, 0.0, 0.0)
        painter.paint(_paper(plan, scenes, setting), paper, target, owner="sheet")
        for tile in plan.tiles:
            scene = scenes[tile.name]
            where = view(tile.width, tile.height, "contain", scene.board)
            region = (tile.x, tile.y, tile.width, tile.height)
            painter.paint(pictures[tile.name], where, target, region, owner=tile.name)
        pixels = np.frombuffer(target.read(components=3), np.uint8).reshape(*plan.size[::-1], 3)
        with whole_file(path) as beside:
            Image.fromarray(np.ascontiguousarray(pixels[::-1])).save(beside)
    finally:
        painter.release()
        target.release()
        texture.release()
    return failed


def _make(
    names: Sequence[str], setting: Setting, make: Make
) -> tuple[Plan, dict[str, Scene], dict[str, Picture], dict[str, Exception]]:
    """The plan of the scenes that live, each made for its tile, and its moment; and what the others lack."""
    failed: dict[str, Exception] = {}
    while True:
        plan = arrange([name for name in names if name not in failed])
        scenes: dict[str, Scene] = {}
        pictures: dict[str, Picture] = {}
        for tile in plan.tiles:
            board = extended(tile.width, tile.height)
            try:
                scene = make(tile.name, replace(setting, board=board))
                pictures[tile.name] = cast.moment(scene)
                scenes[tile.name] = scene
            except Exception as error:  # a letter that no font has must not cost the other tiles
                failed[tile.name] = error
        if len(failed) >= len(dict.fromkeys(names)):
            raise next(iter(failed.values()))
        if len(scenes) == len(plan.tiles):
            return plan, scenes, pictures, failed


def arrange(names: Sequence[str]) -> Plan:
    """Lay scenes out in the show's order, creatures and letters apart, in rows that all fill the width."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names), 1)}
    groups = {
        group: [name for name in numbers if (name in registry.CREATURES) == (group == "creatures")]
        for group in registry.GROUPS
    }
    several = all(groups.values())
    columns = min(MOST_COLUMNS, max(1, *map(len, groups.values())))
    width = columns * TILE[0] + (columns - 1) * GAP
    tiles: list[Tile] = []
    headings: list[tuple[str, int]] = []
    y = TOP
    for group, members in groups.items():
        if several:
            headings.append((group, y + HEADING // 2))
            y += HEADING
        y += MAT
        for row in _rows(members, columns):
            wide = (width - (len(row) - 1) * GAP) // len(row)
            high = max(TILE[1], round(wide / FLATTEST)) if wide > TILE[0] else TILE[1]
            tiles += [
                Tile(name, numbers[name], GAP + k * (wide + GAP), y, wide, high) for k, name in enumerate(row)
            ]
            y += high + CAPTION + GAP
    return Plan((width + 2 * GAP, y), tuple(tiles), tuple(headings))


def _rows(names: Sequence[str], columns: int) -> Iterator[Sequence[str]]:
    """Names in as few rows as possible, as even as possible, the fuller ones first."""
    rows, at = -(-len(names) // columns), 0
    for k in range(rows):
        count = -(-(len(names) - at) // (rows - k))
        yield names[at : at + count]
        at += count


def _paper(plan: Plan, scenes: Mapping[str, Scene], setting: Setting) -> Picture:
    """Paper, frames and words, in px of the sheet."""
    theme, language = setting.theme, setting.language
    left, right = GAP - MAT, plan.size[0] - GAP + MAT
    words = _Words(language, theme)
    words.add(TITLE_WORDS, left, TOP * 0.62, TITLE)
    rules = []
    for group, y in plan.headings:
        end = words.add(registry.GROUPS[group][language], left, y, HEADING_TEXT)
        rules.append([[end + 24, y], [right, y]])
    frames, shadows = [], []
    for tile in plan.tiles:
        x0, y0, x1, y1 = tile.x - MAT, tile.y - MAT, tile.x + tile.width + MAT, tile.y + tile.height + MAT
        frames.append([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        shadows.append(np.add(frames[-1], (5, 9)))
        under = y1 + CAPTION * 0.62
        words.add(f"{tile.number:02d}  {scenes[tile.name].title[language]}", x0, under, TEXT)
        words.add(tile.name, x1, under, TEXT * 0.8, strength=0.4, from_right=True)
    layers: list[Layer] = [
        Ground(
            name="ground",
            top=theme.paper,
            bottom=theme.paper,
            patch=fade(theme.sand, 0.2),
            patch_size=plan.size[0] / 3,
        ),
        shapes("shadows", shadows, theme.shadow, corner=1.0, softness=9.0),
        shapes("frames", frames, theme.milk, corner=1.0, ink=fade(theme.ink, 0.35), ink_width=1.2),
    ]
    if rules:
        layers.append(ribbons("rules", rules, 0.7, fade(theme.ink, 0.22)))
    return Picture((*layers, *words.layers()))


class _Words:
    """All letters of the sheet in one batch."""

    def __init__(self, language: Language, theme: Theme) -> None:
        self.language: Language = language
        self.ink: Color = theme.ink
        self.glyph: list[Any] = []
        self.center: list[tuple[float, float]] = []
        self.size: list[float] = []
        self.fill: list[Color] = []

    def add(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        strength: float = STRENGTH,
        from_right: bool = False,
    ) -> float:
        """Set a line that starts (or ends) at ``x`` px; the x where it ends."""
        line: Line = typeset_or_nothing(text, self.language)
        left = x - line.width * size if from_right else x
        self.glyph += line.glyph
        self.center += [(left + at * size, y) for at in line.center]
        self.size += [size] * len(line.glyph)
        self.fill += [fade(self.ink, strength)] * len(line.glyph)
        return left + line.width * size

    def layers(self) -> tuple[Layer, ...]:
        if not self.glyph:
            return ()
        return (glyphs("words", self.glyph, self.center, np.array(self.size)[:, None], np.array(self.fill)),)
