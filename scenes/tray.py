"""The box of tilt: a wooden tray seen from the front, turning on the axle of a stand, on a table."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.letter_ink import Numbers
from scenes.motion import TAU, make_rng
from scenes.picture import Discs, Ground, Layer, discs, floats, pose, ribbons, shapes
from scenes.theme import Color, Theme, fade, mix
from scenes.tilt_room import SpiritLevel, daylight, lamp

RIM = 8.0
"""Board px; thickness of the box's walls."""
TABLE = 26.0
"""Board px from the lower edge up to the table's front edge."""
DEPTH = 15.0
"""Board px from the table's front edge up to its rear edge."""
LEG = 9.0
"""Board px; half width of a leg of the stand at its foot."""
GRAIN_POINTS = 10


def wood(theme: Theme) -> tuple[Color, Color, Color]:
    """The box's wood in three tones: base, light, dark."""
    base = mix(mix(theme.sand, theme.coral, 0.26), theme.butter, 0.22)
    base = theme.shade(base, 0.10)
    return base, theme.light(base, 0.36 if theme.name == "day" else 0.2), theme.shade(base, 0.38)


class Tray:
    """``center`` of the box in board px, ``half`` sizes in px of the box, ``view``: board px per px of it."""

    def __init__(
        self, theme: Theme, board: Board, center: tuple[float, float], half: tuple[float, float], view: float
    ) -> None:
        self.theme = theme
        self.half = half[0] * view, half[1] * view
        self.floor = board.height - TABLE
        self.still = self._still(board, center)
        self._build()

    def layers(self, center: tuple[float, float], tilt: float) -> tuple[list[Layer], list[Layer]]:
        """What turns, behind the tiles and before them. ``tilt`` radians clockwise."""
        c, s = math.cos(tilt), math.sin(tilt)
        turn = np.array([[c, s], [-s, c]])
        at = np.array(center)

        def put(points: Numbers, offset: tuple[float, float] = (0.0, 0.0)) -> Numbers:
            return points @ turn + at + np.array(offset)

        behind: list[Layer] = [
            self._ground_shadow(center, tilt),
            pose(self.cast, points=put(self.outline, (5.0, 8.0))[None], center=at[None] + (5.0, 8.0)),
            pose(self.back, points=put(self.inside)[None], center=at[None]),
            pose(self.slats, points=put(self.slat_lines)),
            pose(self.inner, points=put(self.inner_lines)),
        ]
        walls = put(self.walls)
        front: list[Layer] = [
            pose(self.frame, points=walls, center=walls.mean(axis=1)),
            pose(self.grain, points=put(self.grain_lines)),
            pose(self.edges, points=put(self.edge_lines)),
            pose(self.pins, center=put(self.pin_places)),
            *self.level.layers(put, tilt),
        ]
        return behind, front

    def _build(self) -> None:
        theme, (w, h) = self.theme, self.half
        base, light, dark = wood(theme)
        o = RIM
        self.outline = _rect(-w - o, -h - o, w + o, h + o)
        self.inside = _rect(-w, -h, w, h)
        self.cast = shapes("box shadow", self.outline, theme.faint(1.0), corner=1.0, softness=6.0)
        deep = theme.shade(mix(theme.water, theme.lavender, 0.28), 0.24)  # felt
        self.back = shapes("box back", self.inside, deep, corner=1.0)
        count = 5
        ys = [-h + 2 * h * k / count for k in range(1, count)]
        self.slat_lines = floats([_line(-w, y, w, y) for y in ys]).astype(float)
        self.slats = ribbons("slats", self.slat_lines, 0.45, fade(theme.shade(deep, 0.5), 0.22))
        # The walls above and to the left throw shade inward.
        self.inner_lines = floats([_line(-w, -h, w, -h), _line(-w, -h, -w, h)]).astype(float)
        self.inner = ribbons(
            "inner shade",
            self.inner_lines,
            [[5.5] * GRAIN_POINTS, [4.5] * GRAIN_POINTS],
            theme.faint(1.5),
            softness=5.0,
        )
        self.walls = floats(
            [
                _rect(-w - o, -h - o, w + o, -h),
                _rect(-w - o, h, w + o, h + o),
                _rect(-w - o, -h, -w, h),
                _rect(w, -h, w + o, h),
            ]
        ).astype(float)
        tones = [light, base, mix(base, light, 0.55), theme.shade(base, 0.08)]
        self.frame = shapes("box", self.walls, tones, corner=1.0)
        self._mark_wood(dark)
        self.pin_places = np.array([(sx * (w + o / 2), sy * (h + o / 2)) for sx in (-1, 1) for sy in (-1, 1)])
        self.pins = discs("pins", self.pin_places, np.full((4, 1), 1.5), fade(dark, 0.9))
        self.level = SpiritLevel(theme, (0.0, -h - o / 2), base)
        self.spot = discs("table shadow", np.zeros((1, 2)), [[w, 6.0]], theme.faint(1.3), softness=7.0)

    def _mark_wood(self, dark: Color) -> None:
        (w, h), o, rng = self.half, RIM, make_rng(4727)
        lines, radii, alphas = [], [], []
        t = np.linspace(0.0, 1.0, GRAIN_POINTS)
        taper = np.sin(np.pi * t) ** 0.5

        def line(x0: float, y0: float, x1: float, y1: float) -> None:
            bend = 0.35 * np.sin(TAU * (rng() + (1 + rng()) * t))
            across = (0.0, 1.0) if abs(x1 - x0) > abs(y1 - y0) else (1.0, 0.0)
            along = np.stack([x0 + (x1 - x0) * t, y0 + (y1 - y0) * t], -1)
            lines.append(along + bend[:, None] * np.array(across))
            radii.append((0.2 + 0.2 * rng()) * taper)
            alphas.append(0.22 + 0.25 * rng())

        for y in (-h - o, h):
            for k in range(3):
                at, x = y + o * (k + 0.3 + 0.4 * rng()) / 3, -w - o + 12 * rng()
                while x < w:
                    length = min(40 + 120 * rng(), w + o - 3 - x)
                    line(x, at, x + length, at)
                    x += length + 8 + 30 * rng()
        for x in (-w - o, w):
            for k in range(3):
                at, y = x + o * (k + 0.3 + 0.4 * rng()) / 3, -h + 4 + 8 * rng()
                while y < h - 8:
                    length = min(30 + 60 * rng(), h - 3 - y)
                    line(at, y, at, y + length)
                    y += length + 8 + 20 * rng()
        self.grain_lines = np.array(lines)
        self.grain = ribbons("box grain", self.grain_lines, np.array(radii), [fade(dark, a) for a in alphas])
        corners = [(-w - o, -h - o), (w + o, -h - o), (w + o, h + o), (-w - o, h + o)]
        rims = [_line(*corners[i], *corners[(i + 1) % 4]) for i in range(4)]
        inner = [(-w, -h), (w, -h), (w, h), (-w, h)]
        rims += [_line(*inner[i], *inner[(i + 1) % 4]) for i in range(4)]
        joints = [_line(*corners[i], *inner[i]) for i in range(4)]
        self.edge_lines = floats(rims + joints).astype(float)
        width = np.repeat([[0.75]] * 4 + [[0.55]] * 4 + [[0.4]] * 4, GRAIN_POINTS, axis=1)
        self.edges = ribbons("box edges", self.edge_lines, width, fade(dark, 0.95))

    def _ground_shadow(self, center: tuple[float, float], tilt: float) -> Discs:
        """The box's soft shadow on the table: as wide as the box seems from above."""
        w, h = self.half
        wide = w * abs(math.cos(tilt)) + 0.5 * h * abs(math.sin(tilt))
        place = [(center[0] + 6.0, self.floor - DEPTH * 0.45)]
        return pose(self.spot, center=place, size=[(wide, 5.5)])

    def _still(self, board: Board, center: tuple[float, float]) -> tuple[Layer, ...]:
        theme, floor = self.theme, self.floor
        cx, cy = center
        base, _, dark = wood(theme)
        top = mix(theme.light(base, 0.1), theme.paper, 0.35 if theme.name == "day" else 0.0)
        ground = Ground(
            name="wall",
            top=mix(theme.paper, theme.sage, 0.10),
            bottom=mix(theme.paper, theme.sage, 0.26),
            patch=fade(theme.sage, 0.12),
            patch_size=160.0,
            grain=0.35,
            seed=7.0,
        )
        left, right = -20.0, board.width + 20.0
        rear = floor - DEPTH
        table = shapes(
            "table",
            [
                _rect(left, rear, right, floor),
                _rect(left, floor, right, board.height + 20.0),
                _rect(left, floor, right, floor + 1.4),
            ],
            [top, mix(top, theme.shade(base, 0.2), 0.6), mix(top, theme.paper, 0.5)],
            corner=1.0,
        )
        rng, lines, alphas = make_rng(71), [], []
        t = np.linspace(0.0, 1.0, GRAIN_POINTS)
        for low, high, count in ((rear + 2, floor - 2, 5), (floor + 4, board.height - 2, 6)):
            for k in range(count):
                y, x = low + (high - low) * (k + rng()) / count, left - 60 * rng()
                while x < right:
                    length = 60 + 220 * rng()
                    sway = 0.6 * np.sin(TAU * (rng() + (1 + rng()) * t))
                    lines.append(np.stack([x + length * t, y + sway], -1))
                    alphas.append(0.10 + 0.16 * rng())
                    x += length + 20 + 90 * rng()
        radius = 0.35 * np.sin(np.pi * t) ** 0.5
        grain = ribbons("table grain", np.array(lines), radius, [fade(dark, a) for a in alphas])
        foot = rear + DEPTH * 0.55
        spread = 46.0
        legs = [
            [(cx - 4, cy), (cx + 4, cy), (cx + side * spread + LEG, foot), (cx + side * spread - LEG, foot)]
            for side in (-1, 1)
        ]
        bar_y = foot - 26.0
        share = (bar_y - cy) / (foot - cy)
        bar = _rect(cx - spread * share, bar_y, cx + spread * share, bar_y + 6.0)
        shade = shapes(
            "stand shadow",
            [[(x + 5.0, y + 2.0) for x, y in leg] for leg in legs],
            theme.faint(0.8),
            corner=1.0,
            softness=4.0,
        )
        stand = shapes(
            "stand",
            np.array([bar, *map(np.array, legs)]),
            [theme.shade(base, 0.28), theme.shade(base, 0.14), theme.shade(base, 0.2)],
            corner=1.0,
            ink=fade(dark, 0.9),
            ink_width=0.9,
        )
        skirting = shapes(
            "edge of the table",
            [_rect(left, rear - 3.0, right, rear + 1.0)],
            theme.faint(0.9),
            corner=1.0,
            softness=3.0,
        )
        room = (*daylight(theme, center), *lamp(theme, center, dark))
        return ground, *room, shade, skirting, table, grain, stand


def _rect(x0: float, y0: float, x1: float, y1: float) -> Numbers:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _line(x0: float, y0: float, x1: float, y1: float) -> Numbers:
    t = np.linspace(0.0, 1.0, GRAIN_POINTS)[:, None]
    return np.array([x0, y0]) * (1 - t) + np.array([x1, y1]) * t
