"""How tilt looks: bevelled tiles in a wooden box that turns on its stand, on a table before a quiet wall."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scenes.board import Board
from scenes.letter_ink import Numbers
from scenes.picture import (
    Glyphs,
    Layer,
    Picture,
    Ribbons,
    Shapes,
    floats,
    glyphs,
    named,
    pose,
    ribbons,
    shapes,
)
from scenes.theme import Theme, fade
from scenes.tray import Tray
from scenes.word import Letter

VIEW = 0.84
"""Board px per px in the box."""
CENTER_UP = 158.0
"""Board px from the lower edge up to the middle of the box."""
FACE = 0.74
"""Size of the letter as a share of its tile."""
ROUND = 0.14
"""Radius of a tile's corner as a share of its height."""
SIDE = (1.2, 2.5)
"""Board px by which the tile's side shows to the lower right."""
CAST = (2.6, 4.2)
"""Board px by which a tile's shadow falls on the back of the box."""
ARC = 5
"""Points of a rounded corner."""


class TiltLook:
    """Layers of tilt. ``half``: half width and height of the box, px in the box."""

    def __init__(self, theme: Theme, board: Board, letters: list[Letter], half: tuple[float, float]) -> None:
        self.theme = theme
        self.glyphs: tuple[Any, ...] = tuple(b.glyph for b in letters)
        self.em = np.array([b.size for b in letters]) * VIEW
        n = len(letters)
        base = np.array([theme.pastels[i % 4] for i in range(n)])
        self.tray = Tray(theme, board, (board.center[0], board.height - CENTER_UP), half, VIEW)
        size = np.array([(b.width, b.height) for b in letters]) * VIEW
        self.loop = np.stack([_rounded(w, h) for w, h in size])
        self.thick = np.clip(self.em / 24.0, 0.25, 1.0)[:, None, None]
        edge = np.array([theme.shade(c, 0.5) for c in base])
        shadow = theme.faint(1.5)
        flat = np.ones(self.loop.shape[1])
        self.cast = shapes("cast", self.loop, shadow, corner=flat, softness=2.2)
        self.side = shapes("sides", self.loop, edge, corner=flat)
        self.face = shapes("tiles", self.loop, base, corner=flat)
        light = np.array([fade(theme.light(c, 0.75), 0.95) for c in base])
        dark = np.array([fade(theme.shade(c, 0.32), 0.7) for c in base])
        self.rise, self.fall = _bevel(size, -1), _bevel(size, 1)
        width = np.repeat(np.array([[0.75]]) * self.thick[:, :, 0], self.rise.shape[1], axis=1)
        taper = np.sin(np.linspace(0.0, math.pi, self.rise.shape[1])) ** 0.35
        self.lit = ribbons("lit", self.rise, width * taper, light)
        self.shaded = ribbons("shaded", self.fall, width * taper * 0.9, dark)
        ink = np.array([theme.shade(c, 0.72) if theme.name == "day" else theme.shade(c, 0.8) for c in base])
        self.print = glyphs(
            "letters",
            self.glyphs,
            np.zeros((n, 2)),
            self.em[:, None] * FACE,
            ink,
            under=np.array([fade(theme.light(c, 0.7), 0.9) for c in base]),
            offset=np.array([0.7, 0.9]) * self.thick[:, :, 0],
        )

    def picture(
        self, place: Numbers, angle: Numbers, center: tuple[float, float], tilt: float, *, cut: bool
    ) -> Picture:
        """The whole picture. ``place`` (n, 2) and ``angle`` (n,) of tiles on the board; ``tilt`` radians."""
        behind, front = self.tray.layers(center, tilt)
        turned = [*behind, *self._tiles(place, angle), self._letters(place, angle), *front]
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(self.glyphs, place)]
        scenery = named(self.tray.still, behind, front)
        return Picture(
            (*self.tray.still, *turned), cut=cut, alt={"letters": words, "tilt": tilt}, scenery=scenery
        )

    def _tiles(self, place: Numbers, angle: Numbers) -> list[Layer]:
        c, s = np.cos(angle), np.sin(angle)
        turn = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
        at = place[:, None, :]

        def put(layer: Any, points: Numbers, offset: tuple[float, float] = (0.0, 0.0)) -> Any:
            moved = points @ turn + at + np.array(offset) * self.thick
            if isinstance(layer, Shapes):
                return pose(layer, points=moved, center=place + (np.array(offset) * self.thick)[:, 0])
            return pose(layer, points=moved)

        made: list[Shapes | Ribbons] = [
            put(self.cast, self.loop, CAST),
            put(self.side, self.loop, SIDE),
            put(self.face, self.loop),
            put(self.lit, self.rise),
            put(self.shaded, self.fall),
        ]
        return list(made)

    def _letters(self, place: Numbers, angle: Numbers) -> Glyphs:
        return pose(self.print, center=place, angle=angle)


def _rounded(width: float, height: float) -> Numbers:
    """A rounded rectangle about the origin as a polygon (4 * ARC, 2)."""
    r = ROUND * min(height, width * 1.6)
    points = []
    for k, (sx, sy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        cx, cy = sx * (width / 2 - r), sy * (height / 2 - r)
        for i in range(ARC):
            a = -math.pi / 2 + k * math.pi / 2 + (i / (ARC - 1)) * math.pi / 2
            points.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return np.array(points)


def _bevel(size: Numbers, side: int) -> Numbers:
    """(n, 7, 2): the line just inside the upper left (-1) or lower right (1) edges of each tile."""
    lines = []
    for w, h in size:
        inset = 0.075 * h
        x, y, r = w / 2 - inset, h / 2 - inset, ROUND * h
        line = [
            (-x, y - r),
            (-x, 0.3 * y),
            (-x, -y + r),
            (-x + 0.3 * r, -y + 0.3 * r),
            (-x + r, -y),
            (0, -y),
            (x - r, -y),
        ]
        lines.append([(-side * px, -side * py) for px, py in line])
    return floats(lines).astype(float)
