"""The place of jelly: a plate on a checked cloth, a spoon, and window light on the wall behind."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from scenes.board import Board
from scenes.letter_ink import Numbers
from scenes.motion import TAU, make_rng
from scenes.picture import Ground, Layer, discs, floats, ribbons, shapes
from scenes.theme import Color, Theme, fade, mix

REACH = 224.0
"""Board px; half the width of the plate."""
NEAR, FAR = 30.0, 20.0
"""Board px of the plate before the nearest row of letters, and behind the farthest."""
BEHIND = 58.0
"""Board px from the farthest row up to the table's far edge."""
CHECK = 30.0
"""Board px; width of a stripe of the cloth at the lower edge."""
EYE = 330.0
"""Board px above the far edge at which the cloth's stripes would meet."""
DOTS = 56


def tea_table(theme: Theme, board: Board, near: float, far: float) -> list[Layer]:
    """Layers that never change. ``near``, ``far``: board y of the nearest and farthest row of letters."""
    edge = far - BEHIND
    return [
        Ground(
            name="wall",
            top=mix(theme.paper, theme.butter, 0.10),
            bottom=mix(theme.paper, theme.sand, 0.34),
            patch=fade(theme.sand, 0.15),
            patch_size=170.0,
            grain=0.35,
            seed=7.0,
        ),
        *_window(theme, board, edge),
        *_cloth(theme, board, edge),
        *_plate(theme, board.center[0], near, far),
        *_things(theme, board, near),
    ]


def _window(theme: Theme, board: Board, edge: float) -> list[Layer]:
    """The light of a window with four panes, slanting over the wall."""
    tone = fade(theme.light(theme.butter, 0.5), 0.30 if theme.name == "day" else 0.07)
    wide, high = 62.0, 56.0
    panes = []
    step = 520.0
    count = max(1, round(board.width / step))
    for k in range(count):
        x0 = board.width * (k + 0.5) / count - 150.0
        rows = min(max(int(edge / 110.0), 2), 6)
        y0 = edge - 20.0 - rows * (high + 6)
        for i in range(2):
            for j in range(rows):
                x, y = x0 + i * (wide + 6) + j * 17, y0 + j * (high + 6)
                panes.append([(x, y), (x + wide, y), (x + wide + 16, y + high), (x + 16, y + high)])
    return [shapes("window light on the wall", floats(panes), tone, corner=1.0, softness=3.5)]


def _cloth(theme: Theme, board: Board, edge: float) -> list[Layer]:
    """A checked cloth that lies away from us: stripes meet far behind, bands grow narrow."""
    day = theme.name == "day"
    base = mix(theme.paper, theme.milk, 0.6) if day else mix(theme.paper, theme.water, 0.16)
    tone = mix(theme.water, theme.sage, 0.25) if day else mix(theme.water, theme.paper, 0.25)
    cx, low = board.center[0], board.height + 6.0
    depth = low - edge

    def across(x: float, y: float) -> float:
        return cx + (x - cx) * (y - edge + EYE) / (low - edge + EYE)

    half = 0.5 * board.width * (depth + EYE) / EYE + CHECK
    count = int(half / CHECK) + 1
    stripes = []
    for k in range(-count, count + 1):
        x0, x1 = cx + (2 * k - 0.5) * CHECK, cx + (2 * k + 0.5) * CHECK
        stripes.append([(across(x0, edge), edge), (across(x1, edge), edge), (x1, low), (x0, low)])
    # Bands at even steps on the table, seen from EYE above its far edge.
    steps = max(int(depth / CHECK * 1.6), 5)
    t = np.linspace(0.0, 1.0, 2 * steps + 1)
    y = low - depth * t * (1.0 + 0.55 * (1 - t)) / (1.0 + 0.55 * (1 - t) * (1 - t))
    bands = [
        [(-9, b), (board.width + 9, b), (board.width + 9, a), (-9, a)]
        for n, (a, b) in enumerate(pairwise(y.tolist()))
        if n % 2 == 0
    ]
    whole = [(-9, edge), (board.width + 9, edge), (board.width + 9, low), (-9, low)]
    rim = floats([[(-9, edge), (board.width + 9, edge)]])
    return [
        shapes("table shade", [_moved(whole, 0, -5)], theme.faint(0.6), corner=1.0, softness=6.0),
        shapes("cloth", [whole], base, corner=1.0),
        shapes("cloth stripes", floats(stripes), fade(tone, 0.42), corner=1.0),
        shapes("cloth bands", floats(bands), fade(tone, 0.42), corner=1.0),
        ribbons("cloth edge", rim, 0.7, fade(theme.shade(tone, 0.25), 0.6)),
    ]


def _plate(theme: Theme, cx: float, near: float, far: float) -> list[Layer]:
    """A wide plate of white ware with a line and a wreath of dots on its rim."""
    day = theme.name == "day"
    ware = theme.milk if day else mix(theme.milk, theme.paper, 0.62)
    dark = theme.shade(mix(ware, theme.lavender, 0.2), 0.16)
    cy, high = (near + far) / 2 + (NEAR - FAR) / 2, (near - far + NEAR + FAR) / 2
    at = [(cx, cy)]
    well = (REACH * 0.87, high * (1 - 0.13 * min(1.0, 40.0 / high)))
    turn = TAU * np.arange(DOTS) / DOTS
    rim = np.stack([cx + (REACH + well[0]) / 2 * np.cos(turn), cy + (high + well[1]) / 2 * np.sin(turn)], -1)
    tones = np.array([fade((theme.coral, theme.sage)[k % 2], 0.75) for k in range(DOTS)])
    size = np.stack([np.full(DOTS, 2.0), np.full(DOTS, 2.0 * high / REACH * 2.2).clip(0.7, 1.8)], -1)
    arc = np.linspace(math.pi * 1.04, math.pi * 1.46, 18)
    glint = np.stack([cx + 0.965 * REACH * np.cos(arc), cy + 0.95 * high * np.sin(arc)], -1)
    taper = 1.3 * np.sin(np.linspace(0, math.pi, 18)) ** 0.7
    return [
        discs("plate shadow", [(cx + 6, cy + 9)], [(REACH, high)], theme.faint(1.5), softness=7.0),
        discs("plate foot", [(cx + 0.8, cy + 4.5)], [(REACH * 0.985, high)], dark),
        discs("plate", at, [(REACH, high)], ware, ink=fade(theme.shade(ware, 0.4), 0.5), ink_width=0.7),
        discs("plate dots", rim, size, tones),
        discs(
            "plate well",
            at,
            [well],
            mix(ware, dark, 0.32),
            ink=fade(theme.shade(dark, 0.1), 0.8),
            ink_width=0.8,
        ),
        discs("plate floor", [(cx + 2, cy + 2.5)], [(well[0] * 0.97, well[1] * 0.9)], ware, softness=5.0),
        ribbons("plate glint", glint, taper, fade(theme.light(ware, 0.9), 0.9)),
    ]


def _moved(points: list[tuple[float, float]], dx: float, dy: float) -> list[tuple[float, float]]:
    return [(x + dx, y + dy) for x, y in points]


def _things(theme: Theme, board: Board, near: float) -> list[Layer]:
    """A spoon before the plate, grains of sugar beside it, a sprig of mint on the rim."""
    rng = make_rng(4780)
    cx, y = board.center[0], (near + NEAR + board.height) / 2 + 6.0
    metal = theme.shade(mix(theme.lavender, theme.milk, 0.62), 0.10)
    if theme.name == "night":
        metal = mix(metal, theme.paper, 0.35)
    lean = np.array([1.0, -0.055])
    start = np.array([cx + 92.0, y + 3.0])
    along = np.linspace(0.0, 92.0, 12)
    handle = start + along[:, None] * lean
    width = np.interp(along, [0, 12, 70, 92], [1.0, 1.0, 1.6, 2.5])
    bowl = start + np.array([-13.0, 0.8])
    deep = np.array([2.1, 3.0])
    sugar, size = [], []
    for _ in range(26):
        sugar.append((cx + 62.0 - 34.0 * rng() ** 0.8 + 6, y - 1.0 + 8.0 * rng()))
        size.append(0.45 + 0.55 * rng())
    layers: list[Layer] = [
        ribbons("spoon shade", handle + deep, width * 1.2, theme.faint(1.2), softness=1.6),
        discs("spoon bowl shade", [bowl + deep], [(14.5, 5.4)], theme.faint(1.2), softness=1.8),
        ribbons("spoon", handle, width, metal, ink=fade(theme.shade(metal, 0.45), 0.8), ink_width=0.5),
        discs(
            "spoon bowl",
            [bowl],
            [(14.5, 5.2)],
            metal,
            angle=-0.05,
            ink=fade(theme.shade(metal, 0.45), 0.8),
            ink_width=0.5,
        ),
        discs(
            "spoon hollow", [bowl + np.array([0.8, 0.7])], [(11.5, 3.4)], fade(theme.shade(metal, 0.3), 0.55),
            angle=-0.05, softness=1.2,
        ),
        discs("spoon light", [bowl - (4.0, 1.6)], [(5.0, 1.0)], theme.light(metal, 0.85), angle=-0.12),
        discs("sugar", np.array(sugar), np.array(size)[:, None], theme.light(theme.milk, 0.8),
              ink=fade(theme.shade(theme.milk, 0.3), 0.4), ink_width=0.25),
    ]  # fmt: skip
    return [*layers, *_mint(theme, np.array([cx - 178.0, near + 17.0]))]


def _mint(theme: Theme, at: Numbers) -> list[Layer]:
    leaves, shade, veins = [], [], []
    green = theme.shade(theme.sage, 0.10)
    for angle, long in ((-0.35, 17.0), (0.45, 15.0), (2.75, 14.0)):
        way, side = np.array([math.cos(angle), 0.62 * math.sin(angle)]), np.array([-math.sin(angle), 0.7])
        t = np.linspace(0.0, 1.0, 7)
        half = 0.27 * long * np.sin(np.pi * t**0.85) ** 0.8
        spine = at + way * long * t[:, None]
        loop = np.concatenate(
            [spine + side * half[:, None] * 0.8, (spine - side * half[:, None] * 0.8)[-2:0:-1]]
        )
        leaves.append(loop)
        shade.append(loop + np.array([1.2, 2.0]))
        veins.append(spine)
    dark: Color = fade(theme.shade(green, 0.4), 0.8)
    return [
        shapes("mint shade", np.array(shade), theme.faint(1.2), softness=1.4),
        shapes("mint", np.array(leaves), green, ink=dark, ink_width=0.6, shade=theme.shade(green, 0.2)),
        ribbons("mint veins", np.array(veins), 0.3, fade(theme.light(green, 0.5), 0.8)),
    ]
