"""The bed of the stream: sand in ripples under clear water, pebbles, stones that stand out of the water."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng
from scenes.picture import Ground, Layer, discs, ribbons, shapes
from scenes.stacked import stacked
from scenes.strewn import drift, more, parts, strewn
from scenes.theme import Theme, fade, mix

CREST = 40.0
"""Board px between crests of sand."""
LEE = 1.12
"""Direction, radians, along the crests of the sand: across the current."""
PEBBLES = 7
"""In each family."""
# Stones from the lower left corner: board px to the right of it and up, semi-axes, turn.
STONES = (
    (-8.0, 26.0, 58.0, 44.0, 0.25),
    (58.0, -4.0, 46.0, 30.0, -0.2),
    (74.0, 36.0, 19.0, 14.0, 0.5),
)
DRY = 0.86
"""Size of the part above the water, as a share of the stone."""


def bed(theme: Theme, board: Board, rng: Rng) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
    """Layers of the bed, and those of the dry tops of stones, which lie over the fish."""
    ground = Ground(
        name="ground",
        top=mix(theme.water, theme.paper, 0.22),
        bottom=mix(mix(theme.water, theme.sand, 0.6), theme.paper, 0.2),
        patch=fade(mix(theme.sand, theme.paper, 0.35), 0.6),
        patch_size=230.0,
        grain=0.45,
    )
    under, over = _stones(theme, board, rng)
    return (ground, *_ripples(theme, board, rng), *_pebbles(theme, board, rng), *under), over


def _ripples(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    """Crests of sand across the current: a dark line in the lee and a light one on the back."""
    u = np.linspace(-1, 1, 9)
    lines: list[np.ndarray] = []
    # Crests keep a hand's breadth from one another, as the water lays them, and leave smooth places between.
    hearts = strewn(board, CREST, rng, 20.0)
    for heart, thick in zip(hearts, drift(hearts, board, 260.0, 1.0)):
        long = 20 + 18 * rng()
        if rng() > 0.8 + thick:
            continue
        lean, bow, wave = LEE + 0.14 * (rng() - 0.5), 1.5 + 1.5 * rng(), 0.05 * (heart[0] + heart[1])
        across = bow * (1 - u * u) + 1.5 * np.sin(4.6 * u + wave)
        along = np.array([math.cos(lean), math.sin(lean)])
        lines.append(heart + u[:, None] * long * along + across[:, None] * np.array([along[1], -along[0]]))
    points = np.array(lines)
    width = np.array([0.05, 0.4, 0.8, 1.05, 1.2, 1.05, 0.8, 0.4, 0.05])
    dark = fade(mix(theme.sand, theme.ink, 0.4), 0.13)
    light = fade(theme.light(theme.sand, 0.7), 0.36 if theme.name == "day" else 0.1)
    crests = ribbons("crests", points - np.array([3.6, 0.9]), width * 1.7, light)
    return (stacked("sand crests", crests, ribbons("lee", points, width, dark)),)


def _loops(rng: Rng, place: np.ndarray, size: np.ndarray, turn: np.ndarray, n: int = 11) -> np.ndarray:
    """Rounded stones (m, n, 2) of semi-axes ``size`` (m, 2)."""
    angle = TAU * np.arange(n) / n
    wobble = np.array([[0.9 + 0.18 * rng() for _ in range(n)] for _ in range(len(place))])
    x, y = np.cos(angle) * size[:, :1] * wobble, np.sin(angle) * size[:, 1:] * wobble
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    return np.stack([x * c - y * s, x * s + y * c], -1) + place[:, None]


def _pebbles(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    tones = (
        mix(theme.sand, theme.ink, 0.2),
        mix(theme.sand, theme.lavender, 0.4),
        mix(theme.sand, theme.paper, 0.6),
        mix(theme.water, theme.ink, 0.22),
    )
    hearts = np.array([[0.30, 0.93], [0.93, 0.62], [0.44, 0.08], [0.80, 0.95]]) * [board.width, board.height]
    hearts = np.concatenate([hearts, more(board, hearts, 240.0, rng)])
    place, size, turn, fill = [], [], [], []
    for k in range(PEBBLES * len(hearts)):
        a, far = TAU * rng(), 44 * math.sqrt(rng())
        place.append(hearts[k % len(hearts)] + np.array([math.cos(a) * 1.5, math.sin(a) * 0.8]) * far)
        r = 1.6 + 4.6 * rng() ** 2
        size.append((r, r * (0.65 + 0.2 * rng())))
        turn.append(TAU * rng())
        fill.append(tones[int(rng() * len(tones))])
    loops = _loops(rng, np.array(place), np.array(size), np.array(turn), 8)
    fills = np.array(fill)
    shadows = shapes("shadows", loops + np.array([1.1, 2.0]), theme.shadow, softness=1.4)
    shade = np.array([theme.shade(c, 0.12) for c in fills])
    stones = shapes("stones", loops, fills, shade=shade, ink=fade(theme.ink, 0.38), ink_width=0.8)
    return (stacked("pebbles", shadows, stones),)


def _families(board: Board) -> np.ndarray:
    """Where families of stones stand (k, 4): the corner and further along the long edges of a large board.

    Place, 1 or -1 for looking to the right or left, size.
    """
    rows = [(0.0, board.height, 1.0, 1.0)]
    wide, tall = parts(board.width, 760.0), parts(board.height, 640.0)
    for k in range(1, wide):
        low = k % 2 == 0
        rows.append(
            ((k + 0.12 * (-1) ** k) * board.width / wide, board.height if low else 14.0, (-1.0) ** k, 0.8)
        )
    for k in range(1, tall):
        left = k % 2 == 0
        rows.append(
            (0.0 if left else board.width, board.height * (1 - k / tall), 1.0 if left else -1.0, 0.85)
        )
    return np.array(rows)


def _stones(theme: Theme, board: Board, rng: Rng) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
    foot = _families(board)
    stone = np.tile(np.array(STONES), (len(foot), 1))
    foot = np.repeat(foot, len(STONES), axis=0)
    place = foot[:, :2] + np.stack([foot[:, 2] * stone[:, 0], -stone[:, 1]], -1)
    stone[:, 2:4] *= foot[:, 3:]
    loops = _loops(rng, place, stone[:, 2:4], stone[:, 4], 12)
    top = place[:, None] + (loops - place[:, None]) * DRY + np.array([-1.5, -2.5])
    tone = mix(theme.sand, mix(theme.ink, theme.lavender, 0.5), 0.34)
    tone = tone if theme.name == "day" else mix(theme.sand, theme.lavender, 0.3)
    tones = np.array([tone, mix(tone, theme.sage, 0.25), mix(tone, theme.paper, 0.25)])
    tones = np.resize(tones, (len(stone), 4))
    wet = np.array([mix(t, theme.water, 0.45) for t in tones])
    foam = theme.light(theme.water, 0.8)
    shadows = shapes("shadows", loops + np.array([7.0, 12.0]), theme.shadow, softness=7.0)
    feet = shapes("feet", loops, wet, ink=fade(theme.ink, 0.3), ink_width=1.2)
    ring = place[:, None] + (loops - place[:, None]) * (DRY + 0.045) + np.array([-1.5, -2.5])
    wide = place[:, None] + (loops - place[:, None]) * 1.12
    moss_at, moss_r = [], []
    for (x, y), (a, b) in zip(place, stone[:, 2:4]):
        for _ in range(int(a / 6)):
            t, far = TAU * rng(), rng() ** 0.7 * 0.5
            moss_at.append((x - a * 0.18 + a * far * math.cos(t), y - b * 0.2 + b * far * math.sin(t)))
            moss_r.append((1.4 + 0.075 * a * rng()) * 1.5)
    moss = np.array(moss_r)
    greens = np.array([theme.sage, mix(theme.sage, theme.butter, 0.3), theme.shade(theme.sage, 0.12)])
    green = np.resize(greens, (len(moss), 4))
    day = theme.name == "day"
    rings = shapes("rings", wide, fade(foam, 0.0), ink=fade(foam, 0.55 if day else 0.28), ink_width=1.1)
    surf = shapes("foam", ring, fade(foam, 0.85 if day else 0.35))
    shade = np.array([theme.shade(t, 0.16) for t in tones])
    dry = shapes("dry", top, tones, ink=fade(theme.ink, 1.0 if day else 0.6), ink_width=2.0, shade=shade)
    under = (stacked("stones below", shadows, feet),)
    over = (
        stacked("stones", rings, surf, dry),
        discs("moss", np.array(moss_at), np.stack([moss, moss * 0.8], 1), green),
    )
    return under, over
