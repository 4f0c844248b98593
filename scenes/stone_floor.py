"""The place of shatter: a floor of worn flagstones before a plastered wall, moss in the joints."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ground, Layer, discs, floats, ribbons, shapes
from scenes.theme import Theme, fade, mix

BEHIND = 50.0
"""Board px from the farthest row of letters up to the foot of the wall."""
FIRST, GROWS = 11.0, 1.36
"""Board px of the farthest row of stones, and by how much each nearer one is higher."""
WIDE = 3.1
"""Width of a stone as a share of its height, about."""
JOINT = 0.055
"""Width of a joint as a share of a stone's height."""
KERB = 13.0
"""Board px; height of the course of stone at the foot of the wall."""


def stone_floor(theme: Theme, board: Board, far: float) -> list[Layer]:
    """Layers that never change. ``far``: board y of the farthest row of letters."""
    edge = far - BEHIND
    rng = make_rng(4795)
    return [
        Ground(
            name="wall",
            top=mix(theme.paper, theme.sand, 0.16),
            bottom=mix(mix(theme.paper, theme.sand, 0.42), theme.lavender, 0.10),
            patch=fade(theme.sand, 0.24),
            patch_size=120.0,
            grain=0.7,
            seed=3.0,
        ),
        *_bricks(theme, board, edge, rng),
        *_floor(theme, board, edge, rng),
    ]


def _stone(theme: Theme) -> np.ndarray:
    cool = mix(mix(theme.sand, theme.lavender, 0.40), theme.paper, 0.30)
    return cool if theme.name == "day" else mix(theme.sand, theme.lavender, 0.14)


def _bricks(theme: Theme, board: Board, edge: float, rng: Rng) -> list[Layer]:
    """The kerb, and here and there bricks where the plaster has come off."""
    tone = mix(theme.coral, theme.sand, 0.62 if theme.name == "day" else 0.8)
    loops, tones = [], []
    count = max(2, round(board.width * max(edge, 100) / 52000))
    for k in range(count):
        x0 = board.width * (k + 0.12 + 0.5 * rng()) / count
        y0 = edge - KERB - 34.0 - (edge - 80.0) * rng() * 0.8
        for row in range(3):
            for column in range(3):
                if rng() < 0.30 + 0.12 * abs(row - 1) + 0.14 * abs(column - 1):
                    continue
                x = x0 + 19.0 * (column + 0.5 * (row % 2)) + rng()
                y = y0 + 8.6 * row
                loops.append([(x, y), (x + 17.4, y + 0.3), (x + 17.2, y + 7.3), (x + 0.3, y + 7.0)])
                tones.append(fade(mix(tone, theme.paper, 0.30 * rng()), 0.55))
    blocks, block_tones, lights = [], [], []
    x, base = -10.0 - 20 * rng(), _stone(theme)
    while x < board.width + 10:
        wide = 46.0 + 40.0 * rng()
        top = edge - KERB
        blocks.append([(x + 0.6, top), (x + wide - 0.6, top), (x + wide - 0.6, edge), (x + 0.6, edge)])
        block_tones.append(theme.light(mix(base, theme.paper, 0.2 * rng()), 0.10))
        lights.append([(x + 1.2, top + 0.5), (x + wide - 1.2, top + 0.5)])
        x += wide
    dark = theme.shade(base, 0.34)
    back = [[(-12, edge - KERB), (board.width + 12, edge - KERB), (board.width + 12, edge), (-12, edge)]]
    return [
        shapes("wall bricks", floats(loops or [[(-9, -9), (-8, -9), (-8, -8), (-9, -8)]]),
               np.array(tones or [fade(tone, 0.0)]), corner=0.8, shade=fade(theme.shade(tone, 0.2), 0.5)),
        shapes("wall shade", [[(-12, edge - KERB - 6), (board.width + 12, edge - KERB - 6),
                               (board.width + 12, edge - KERB + 4), (-12, edge - KERB + 4)]],
               theme.faint(0.8), corner=1.0, softness=5.0),
        shapes("wall joints", back, dark, corner=1.0),
        shapes("wall kerb stones", floats(blocks), np.array(block_tones), corner=1.0),
        ribbons("wall kerb light", floats(lights), 0.45, fade(theme.light(base, 0.6), 0.7)),
    ]  # fmt: skip


def _floor(theme: Theme, board: Board, edge: float, rng: Rng) -> list[Layer]:
    base, cx = _stone(theme), board.center[0]
    dark = theme.shade(base, 0.36)
    loops, tones, lit, moss, moss_size, specks, cracks = [], [], [], [], [], [], []
    tints = (theme.lavender, theme.sand, theme.water, theme.paper, theme.coral)
    y, high = edge, FIRST
    while y < board.height + 4:
        low = y + high
        joint = max(JOINT * high, 0.7)
        x = cx - 0.5 * board.width - WIDE * high * (1.0 + rng()) - 0.2 * board.width
        while x < cx + 0.7 * board.width + 10:
            wide = WIDE * high * (0.62 + 0.76 * rng())
            # Joints run to a point far behind the wall.
            lean = [(b - cx) * (high / (high + 150.0)) * 0.5 for b in (x, x + wide)]
            a, b = x + joint / 2, x + wide - joint / 2
            j = [0.05 * high * (rng() - 0.5) for _ in range(4)]
            stone = [
                (a - lean[0], y + joint / 2 + j[0]),
                (b - lean[1], y + joint / 2 + j[1]),
                (b + lean[1], low - joint / 2 + j[2]),
                (a + lean[0], low - joint / 2 + j[3]),
            ]
            loops.append(_worn(stone, 0.07 * high))
            tint = mix(base, tints[int(len(tints) * rng())], 0.06 + 0.07 * rng())
            tones.append(theme.shade(tint, 0.10 * rng()))
            lit += [[stone[3], stone[0]], [stone[0], stone[1]]]
            for _ in range(int(high * 0.32)):
                u, v = 0.06 + 0.88 * rng(), 0.12 + 0.76 * rng()
                specks.append((a + u * (b - a), y + v * high, 0.25 + 0.5 * rng() ** 2))
            if rng() < 0.2:
                moss.append(stone[3])
                moss_size.append(high * (0.05 + 0.06 * rng()))
            if rng() < 0.14 and high > 16:
                cracks.append(_crack(stone, rng))
            x += wide
        y, high = low, high * GROWS
    size = np.array(moss_size or [0.1])
    green = mix(theme.sage, dark, 0.25)
    spots = np.array(moss or [(-9.0, -9.0)])
    tufts = np.concatenate([spots + np.stack([d * size, 0 * size], -1) for d in (-1.4, 0.0, 1.2)])
    place = np.array(specks)
    tone = fade(theme.shade(base, 0.45), 0.30)
    whole = [
        [(-12, edge), (board.width + 12, edge), (board.width + 12, board.height + 6), (-12, board.height + 6)]
    ]
    return [
        shapes("stone joints", whole, dark, corner=1.0),
        shapes("stones", np.array(loops), np.array(tones), corner=1.0),
        ribbons("stone light", floats(lit), 0.4, fade(theme.light(base, 0.6), 0.5)),
        discs("stone specks", place[:, :2], place[:, 2:], tone),
        ribbons("stone cracks", floats(cracks or [[(-9, -9)] * 6]), [0.1, 0.4, 0.5, 0.4, 0.3, 0.1],
                fade(theme.shade(base, 0.5), 0.7)),
        discs("stone moss", tufts, np.stack([np.tile(size, 3) * 1.5, np.tile(size, 3) * 0.8], -1), green,
              ink=fade(theme.shade(green, 0.35), 0.6), ink_width=0.35),
        shapes("stone shade", [[(-12, edge - 2), (board.width + 12, edge - 2), (board.width + 12, edge + 9),
                                (-12, edge + 9)]], theme.faint(1.1), corner=1.0, softness=6.0),
    ]  # fmt: skip


def _worn(stone: list[tuple[float, float]], cut: float) -> np.ndarray:
    """A quadrilateral with its corners worn off: eight points."""
    corner = np.array(stone)
    made = []
    for i in range(4):
        here = corner[i]
        for other in (corner[i - 1], corner[(i + 1) % 4]):
            way = other - here
            made.append(here + way * min(cut / max(math.hypot(*way), 1e-6), 0.3))
    return np.array(made)


def _crack(stone: list[tuple[float, float]], rng: Rng) -> np.ndarray:
    """A hairline across a stone, six points."""
    corner = np.array(stone)
    start = corner[0] + (corner[1] - corner[0]) * (0.2 + 0.6 * rng())
    end = corner[3] + (corner[2] - corner[3]) * (0.2 + 0.6 * rng())
    t = np.linspace(0.02, 0.55 + 0.43 * rng(), 6)
    line = start + (end - start) * t[:, None]
    line[:, 0] += 0.09 * float(np.ptp(corner[:, 1])) * np.sin(TAU * (t * 2.3 + rng()))
    return line
