"""What stands beside the pile on a wide board and hangs above it on a high one: books, vases, pictures."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Layer, discs, ribbons, shapes
from scenes.strewn import parts
from scenes.theme import Theme, fade, mix

SIDE = 90.0
"""Board px of shelf beside a side panel from which on something stands there."""
ROW = (52.0, 150.0)
"""Length of a row of books, least and most, board px."""
BARE = (34.0, 130.0)
"""Bare shelf between two rows."""
CLEAR = 430.0
"""Board px above the shelf that stay bare for falling letters."""
HANG = 230.0
"""Board px from one picture on the wall to the next, down and across."""


def _quiet(theme: Theme, tone: np.ndarray, share: float) -> np.ndarray:
    """A colour that leaves the stage to the letters."""
    return mix(mix(tone, theme.sand, 0.25), theme.paper, share)


def books(
    theme: Theme, board: Board, floor: float, walls: tuple[float, float], panel: float
) -> tuple[Layer, ...]:
    """Rows of books and a vase on both sides of the room to the board's edges; none where it is narrow."""
    rng = make_rng(83)
    spines: list[np.ndarray] = []
    vases: list[float] = []
    for start, end in ((walls[0] - panel, 0.0), (walls[1] + panel, board.width)):
        way = math.copysign(1.0, end - start)
        if abs(end - start) < SIDE:
            continue
        x = start + way * (10.0 + 12.0 * rng())
        while (end - x) * way > -10.0:
            stop = x + way * (ROW[0] + (ROW[1] - ROW[0]) * rng())
            x = _row(spines, x, stop, way, floor, rng)
            gap = BARE[0] + (BARE[1] - BARE[0]) * rng()
            if gap > 78.0:
                vases.append(x + way * gap / 2)
            x += way * gap
    if not spines:
        return ()
    loops = np.array(spines)
    tones = [_quiet(theme, tone, 0.42 if theme.name == "day" else 0.62) for tone in theme.pastels]
    tones.append(_quiet(theme, theme.water, 0.3))
    fill = np.array([tones[int(rng() * len(tones))] for _ in spines])
    foot, head = loops[:, [3, 2]], loops[:, [0, 1]]
    bands = [head + (foot - head) * share for share in (0.14, 0.2, 0.8)]
    band = np.concatenate(bands)
    middle = band.mean(axis=1, keepdims=True)
    line = fade(theme.ink, 0.32)
    pale = np.tile(np.array([fade(theme.light(c, 0.5), 0.7) for c in fill]), (len(bands), 1))
    return (
        shapes("book shadows", loops + np.array([3.0, 1.0]), theme.shadow, corner=1.0, softness=2.5),
        shapes("books", loops, fill, corner=1.0, ink=line, ink_width=0.9,
               shade=np.array([theme.shade(c, 0.07) for c in fill])),
        ribbons("book bands", middle + 0.8 * (band - middle), 0.55, pale),
        *_vases(theme, np.array(vases), floor),
    )  # fmt: skip


def _row(spines: list[np.ndarray], x: float, stop: float, way: float, floor: float, rng: Rng) -> float:
    """Books from ``x`` to about ``stop``, the last leaning on them. Gives where the row ends."""
    foot, tall = floor - 2.0, 80.0
    while (stop - x) * way > 0:
        wide, tall = 9.0 + 13.0 * rng() ** 1.5, 62.0 + 58.0 * rng()
        spines.append(
            np.array([[x, foot - tall], [x + way * wide, foot - tall], [x + way * wide, foot], [x, foot]])
        )
        x += way * (wide + 0.6)
    lean, wide, tall = 0.16 + 0.12 * rng(), 11.0, 0.8 * tall
    c, s = math.cos(lean), math.sin(lean)
    up, side = np.array([-way * s, -c]) * tall, np.array([way * c, -s]) * wide
    # Its upper corner touches the book before it, its lower one stands on the plank.
    low = np.array([x + way * s * tall, foot])
    spines.append(np.array([low + up, low + up + side, low + side, low]))
    return float(low[0] + side[0])


def _vases(theme: Theme, at: np.ndarray, floor: float) -> tuple[Layer, ...]:
    """Round vases with a dry twig in each."""
    if not len(at):
        return ()
    foot = np.stack([at, np.full(len(at), floor - 1.0)], -1)[:, None]
    body = np.array([[-9.0, 0.0], [-16.0, -15.0], [-10.0, -29.0], [-4.5, -34.0], [-5.5, -40.0],
                     [5.5, -40.0], [4.5, -34.0], [10.0, -29.0], [16.0, -15.0], [9.0, 0.0]])  # fmt: skip
    corner = [0.8, 0, 0, 0, 1, 1, 0, 0, 0, 0.8]
    twigs = np.array([[[0.0, -38.0], [-4.0, -62.0], [-15.0, -86.0]],
                      [[1.0, -38.0], [6.0, -66.0], [4.0, -98.0]],
                      [[1.5, -38.0], [12.0, -60.0], [24.0, -76.0]]])  # fmt: skip
    buds = np.array(
        [[-15, -86], [-9, -75], [-3, -60], [4, -98], [7, -84], [5, -70], [24, -76], [17, -68], [11, -58]]
    )
    day = theme.name == "day"
    tone = _quiet(theme, theme.water, 0.25 if day else 0.4)
    wood = fade(mix(theme.sand, theme.ink, 0.45 if day else 0.12), 0.8)
    return (
        ribbons("vase twigs", (foot[:, None] + twigs[None]).reshape(-1, 3, 2), [0.9, 0.8, 0.4], wood),
        discs("vase buds", (foot + buds).reshape(-1, 2), np.full((len(at) * len(buds), 1), 2.5),
              _quiet(theme, theme.coral, 0.3 if day else 0.5)),
        discs("vase shadows", foot[:, 0] + np.array([4.0, 0.0]), [[17.0, 2.6]] * len(at), theme.shadow,
              softness=2.0),
        shapes("vases", foot + body, tone, corner=corner, center=foot[:, 0] + np.array([0.0, -20.0]),
               ink=fade(theme.ink, 0.36), ink_width=1.0, shade=theme.shade(tone, 0.09)),
    )  # fmt: skip


def pictures(theme: Theme, board: Board, floor: float) -> tuple[Layer, ...]:
    """Small framed pictures on the wall, above where letters fall: hills under a moon, each its own."""
    room = floor - CLEAR
    if room < 120.0:
        return ()
    rng = make_rng(29)
    down, across = max(1, round(room / HANG)), parts(board.width, 1.5 * HANG)
    at, size = [], []
    for row in range(down):
        for column in range(across):
            x = board.width * (column + 0.5 + (0.2 if row % 2 else -0.2) + 0.08 * (rng() - 0.5)) / across
            at.append((x, room * (row + 0.5 + 0.2 * (rng() - 0.5)) / down))
            size.append((46.0, 34.0) if rng() < 0.5 else (32.0, 42.0))
    place, half = np.array(at), np.array(size)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    loops = box * half[:, None] + place[:, None]
    inner = box * (half - 9.0)[:, None] + place[:, None]
    day = theme.name == "day"
    wood = _quiet(theme, mix(theme.sand, theme.coral, 0.2), 0.2)
    sky = [_quiet(theme, tone, 0.55 if day else 0.7) for tone in (theme.water, theme.lavender, theme.butter)]
    land = [_quiet(theme, tone, 0.45 if day else 0.6) for tone in (theme.sage, theme.coral, theme.sage)]
    pick = np.array([int(3 * rng()) for _ in at])
    u = np.linspace(-1.0, 1.0, 7)
    hills = []
    for k, (wide, high) in enumerate(half - 9.0):
        top = 0.15 * high - 0.32 * high * np.cos(1.6 * u + TAU * rng())
        crest = np.stack([u * wide, top], -1)
        hills.append(np.concatenate([crest, [[wide, high], [-wide, high]]]) + place[k])
    sun = place + (half - 9.0) * np.array([0.38, -0.5])
    return (
        shapes("picture shadows", loops + np.array([2.4, 4.6]), theme.shadow, corner=1.0, softness=4.0),
        shapes("picture frames", loops, wood, corner=1.0, ink=fade(theme.ink, 0.3), ink_width=0.9),
        shapes("picture mats", box * (half - 4.0)[:, None] + place[:, None],
               mix(theme.paper, theme.milk, 0.6 if day else 0.08), corner=1.0),
        shapes("pictures", inner, np.array(sky)[pick], corner=1.0),
        discs("picture suns", sun, np.full((len(at), 1), 5.5),
              _quiet(theme, theme.butter, 0.2 if day else 0.4)),
        shapes("picture hills", np.array(hills), np.array(land)[pick], corner=[1, 0, 0, 0, 0, 0, 1, 1, 1]),
    )  # fmt: skip
