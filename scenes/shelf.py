"""A wooden shelf before a quiet wall: the still ground of the pile."""

from __future__ import annotations

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, make_rng
from scenes.picture import Ground, Layer, floats, ribbons, shapes
from scenes.shelf_things import books, pictures
from scenes.theme import Theme, fade, mix

BACK = 8.0
"""Board px from the line where letters lie back to the plank's rear edge."""
LIP = 5.0
"""Board px from that line forward to the front edge."""
THICK = 10.0
"""Board px; height of the front face."""
OVERHANG = 26.0
"""Board px that the plank reaches beyond the side panels."""


Layers = tuple[Layer, ...]
Walls = tuple[float, float]
PANEL = 20.0
"""Board px; thickness of a side panel, which reaches outward from its wall line."""


def shelf(theme: Theme, board: Board, floor: float, walls: Walls) -> tuple[Layers, Layers]:
    """The wall, and the plank with its side panels, as layers that never change: what falls on the wall
    behind is painted between the two. ``floor`` and ``walls`` (left, right) board px."""
    wood, wood_light, _ = tones(theme)
    left, right = -OVERHANG, board.width + OVERHANG
    front = floor + LIP
    inner, outer = walls
    ground = Ground(
        name="wall",
        top=mix(theme.paper, theme.sand, 0.10),
        bottom=mix(theme.paper, theme.sand, 0.42),
        patch=fade(theme.sand, 0.16),
        patch_size=150.0,
        grain=0.35,
        seed=1.0,
    )
    shadow = float(theme.shadow[3])
    shade_on_wall = shapes(
        "shade",
        [
            _rect(left + 10, front + THICK - 4, right + 14, front + THICK + 9),
            _rect(inner - 6, -80.0, inner + 7, floor - 2),
            _rect(left, floor - BACK - 5, right, floor - BACK + 3),
            _rect(outer + PANEL - 6, -80.0, outer + PANEL + 8, floor - 2),
        ],
        [fade(theme.shadow, shadow * a) for a in (0.9, 0.75, 0.5, 0.75)],
        corner=1.0,
        softness=5.0,
    )
    faces = shapes(
        "plank",
        [
            _rect(left, floor - BACK, right, front + 1),
            _rect(left, front, right, front + THICK),
            _rect(left, front, right, front + 1.3),
            _rect(inner - PANEL, -60.0, inner, floor - BACK + 1.2),
            _rect(outer, -60.0, outer + PANEL, floor - BACK + 1.2),
        ],
        [wood_light, wood, mix(wood_light, theme.paper, 0.45), wood, wood],
        corner=1.0,
    )
    plank: Layers = (faces, _grain(theme, board, floor, walls), _edges(theme, board, floor, walls))
    wall = (ground, *pictures(theme, board, floor), shade_on_wall)
    return wall, (*plank, *books(theme, board, floor, walls, PANEL))


def tones(theme: Theme) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Wood in three tones: base, light, dark."""
    base = mix(mix(theme.sand, theme.butter, 0.30), theme.coral, 0.14)
    return (
        theme.shade(base, 0.06),
        theme.light(base, 0.34 if theme.name == "day" else 0.14),
        theme.shade(base, 0.30),
    )


def _rect(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _grain(theme: Theme, board: Board, floor: float, walls: Walls) -> Layer:
    """Long quiet lines that run with the wood, swelling here and there, tapered at both ends."""
    dark = tones(theme)[2]
    rng = make_rng(47)
    lines, radii, alphas = [], [], []
    n = 14
    t = np.linspace(0.0, 1.0, n)
    taper = np.sin(np.pi * t) ** 0.5

    def line(x0: float, y0: float, x1: float, y1: float, sway: float, width: float, alpha: float) -> None:
        phase, waves = TAU * rng(), 1.0 + 1.5 * rng()
        bend = sway * np.sin(phase + TAU * waves * t)
        along = np.stack([x0 + (x1 - x0) * t, y0 + (y1 - y0) * t], -1)
        normal = np.array([0.0, 1.0]) if abs(x1 - x0) > abs(y1 - y0) else np.array([1.0, 0.0])
        lines.append(along + bend[:, None] * normal)
        radii.append(width * taper)
        alphas.append(alpha)

    top, front, span = floor - BACK, floor + LIP, board.width + 2 * OVERHANG
    for y, low, high, count in ((top, 1.4, BACK + LIP - 1.4, 5), (front, 2.4, THICK - 1.2, 4)):
        for k in range(count):
            depth = low + (high - low) * (k + 0.25 + 0.5 * rng()) / count
            x = -OVERHANG - 30 * rng()
            while x < board.width + OVERHANG:
                length = 60 + 0.35 * span * rng()
                line(x, y + depth, x + length, y + depth, 0.45, 0.22 + 0.22 * rng(), 0.22 + 0.20 * rng())
                x += length + 18 + 70 * rng()
    for side in (walls[0] - PANEL, walls[1]):
        for k in range(4):
            x = side + PANEL * (k + 0.3 + 0.4 * rng()) / 4
            y = -60.0 - 40 * rng()
            while y < top - 20:
                length = min(70 + 160 * rng(), top - 2 - y)
                line(x, y, x, y + length, 0.5, 0.22 + 0.2 * rng(), 0.18 + 0.18 * rng())
                y += length + 20 + 60 * rng()
    fill = np.array([fade(dark, a) for a in alphas])
    return ribbons("grain", np.array(lines), np.array(radii), fill)


def _edges(theme: Theme, board: Board, floor: float, walls: Walls) -> Layer:
    """Thin darker lines where faces meet, and the shade that panels and plank throw."""
    dark = fade(tones(theme)[2], 0.9)
    top, bottom = floor - BACK, floor + LIP + THICK
    left, right = -OVERHANG, board.width + OVERHANG
    lines = [
        [(left, top), (right, top)],
        [(left, floor + LIP), (right, floor + LIP)],
        [(left, bottom), (right, bottom)],
        *([(x, -60.0), (x, top)] for x in (walls[0] - PANEL, walls[0], walls[1], walls[1] + PANEL)),
    ]
    width = [0.5, 0.45, 0.7, 0.6, 0.6, 0.6, 0.6]
    return ribbons("edges", floats(lines), np.repeat(np.array(width)[:, None], 2, axis=1), dark)
