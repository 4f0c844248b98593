"""What lies still in the meadow: its ground, a trodden path with pebbles, clover, and a snail by the path."""

from __future__ import annotations

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, Rng
from scenes.picture import Ground, Layer, discs, ribbons, shapes
from scenes.strewn import drift, strewn
from scenes.theme import Theme, fade, mix

PATH_HALF = 13.0
"""Board px from the path's middle to its edge."""
SNAIL_AT = -150.0
"""Board px along the path, from the board's centre, at which the snail goes."""


def _aside(along: np.ndarray) -> np.ndarray:
    """How far the path has wandered aside, board px, ``along`` px from the board's centre."""
    return (
        92.0 * np.sin(along / 178.0 - 0.25) + 13.0 * np.sin(along / 49.0) + 6.0 * np.sin(along / 23.0 + 1.0)
    )


def _along_first(board: Board, places: np.ndarray) -> np.ndarray:
    """Places about the centre with the board's long side first."""
    places = places - np.array(board.center)
    return places if board.width >= board.height else places[..., ::-1]


def away_from_path(places: np.ndarray, board: Board) -> np.ndarray:
    """Distance (...) board px of ``places`` (..., 2) from the path's middle, across the path."""
    along, across = np.moveaxis(_along_first(board, places), -1, 0)
    slope = (_aside(along + 1.0) - _aside(along - 1.0)) / 2
    return np.abs(across - _aside(along)) / np.sqrt(1 + slope * slope)


def _on_path(board: Board, along: np.ndarray, across: np.ndarray | float = 0.0) -> np.ndarray:
    """Board places (k, 2) ``along`` the path, ``across`` px beside its middle."""
    place = np.stack([along, _aside(along) + across], -1)
    return (place if board.width >= board.height else place[..., ::-1]) + np.array(board.center)


def floor(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    """Everything under the grass."""
    day = theme.name == "day"
    if day:
        top, bottom = mix(theme.paper, theme.sage, 0.30), mix(theme.paper, theme.sage, 0.44)
        patch = fade(mix(theme.paper, theme.butter, 0.40), 0.34)
    else:
        # By night the meadow is indigo with a breath of green: grey-green would dull the snake.
        top, bottom = (
            mix(theme.paper, theme.water, 0.30),
            mix(mix(theme.paper, theme.water, 0.34), theme.sage, 0.09),
        )
        patch = fade(mix(theme.paper, theme.lavender, 0.22), 0.5)
    ground = Ground(name="ground", top=top, bottom=bottom, patch=patch, patch_size=150.0)
    return (
        ground,
        *_path(theme, board, rng, mix(top, bottom, 0.5)),
        *_clover(theme, board, rng),
        *_snail(theme, board),
    )


def _path(theme: Theme, board: Board, rng: Rng, grass: np.ndarray) -> tuple[Layer, ...]:
    half = max(board.width, board.height) / 2 + 60.0
    along = np.linspace(-half, half, round(2 * half / 20.0))
    line = _on_path(board, along)
    swell = 1.0 + 0.14 * np.sin(along / 31.0) + 0.08 * np.sin(along / 13.0 + 2.0)
    day = theme.name == "day"
    earth = mix(mix(theme.paper, theme.sand, 0.62 if day else 0.75), grass, 0.28 if day else 0.5)
    count = round(half / 7.0)
    draw = np.array([[rng(), rng(), rng(), rng()] for _ in range(count)])
    # Pebbles are kicked to the sides and lie in families.
    at = (2 * draw[:, 0] - 1) * half
    at = at[np.sin(at / 37.0) + np.sin(at / 61.0) > -0.2]
    draw = draw[: len(at)]
    side = np.where(draw[:, 1] < 0.5, -1.0, 1.0) * PATH_HALF * (0.62 + 0.5 * draw[:, 2])
    size = 0.7 + 2.1 * draw[:, 3] ** 3
    tones = np.array(
        [mix(earth, theme.ink, 0.16), mix(earth, theme.lavender, 0.35), mix(earth, theme.milk, 0.45)]
    )
    stone = _on_path(board, at, side)
    oval = np.stack([size, 0.72 * size], -1)
    verge = fade(mix(earth, grass, 0.45), 0.6)
    return (
        ribbons("path verge", line, PATH_HALF * 1.32 * swell, verge, softness=4.0),
        ribbons("path", line, PATH_HALF * 0.94 * swell, fade(earth, 0.85), softness=2.2),
        discs("pebble shadows", stone + np.array([0.6, 1.0]), oval, theme.faint(0.8), softness=0.8),
        discs("pebbles", stone, oval, tones[np.arange(len(stone)) % 3],
              ink=fade(theme.ink, 0.35), ink_width=np.where(size > 1.2, 0.5, 0.0)),
    )  # fmt: skip


def _clover(theme: Theme, board: Board, rng: Rng) -> tuple[Layer, ...]:
    """Three round leaves each, tone on tone, in a few patches."""
    place = strewn(board, 13.0, rng, 6.0)
    keep = (drift(place, board, 290.0, 5.0) > 0.62) & (away_from_path(place, board) > PATH_HALF + 5.0)
    place = place[keep]
    draw = np.array([[rng(), rng()] for _ in place]).reshape(-1, 2)
    size = 1.5 + 0.9 * draw[:, 1]
    turn = TAU * (np.arange(3) / 3 + draw[:, :1])
    leaf = np.stack([np.cos(turn), 0.8 * np.sin(turn)], -1) * size[:, None, None] + place[:, None]
    day = theme.name == "day"
    green = mix(theme.sage, theme.paper, 0.34 if day else 0.68)
    pale = fade(theme.light(green, 0.4 if day else 0.1), 0.7)
    return (
        discs("clover", leaf.reshape(-1, 2), np.repeat(size, 3)[:, None] * [1.0, 0.82], green),
        discs("clover marks", leaf.reshape(-1, 2) * 0.72 + np.repeat(place, 3, 0) * 0.28,
              np.repeat(size, 3)[:, None] * 0.34, pale),
    )  # fmt: skip


def _snail(theme: Theme, board: Board) -> tuple[Layer, ...]:
    """A snail that goes along the path: something to find."""
    day = theme.name == "day"
    at = _on_path(board, np.array([SNAIL_AT]), PATH_HALF * 0.4)[0]
    body = np.array([[9.0, 0.8], [5.0, 2.6], [-2.0, 3.2], [-9.0, 3.4]]) + at
    horns = np.array([[[8.2, 0.6], [9.6, -2.6], [10.6, -4.4]], [[7.4, 0.6], [7.6, -2.8], [7.8, -4.8]]]) + at
    turn = np.linspace(0.0, 1.0, 22)
    angle, far = 0.9 - 2.1 * TAU * turn, 5.0 * (1 - turn) ** 0.8
    spiral = np.stack([np.cos(angle) * far, np.sin(angle) * far], -1) + at + np.array([-1.6, -1.4])
    tone = (
        mix(theme.coral, theme.sand, 0.5)
        if day
        else mix(mix(theme.coral, theme.sand, 0.5), theme.paper, 0.25)
    )
    flesh = mix(theme.sand, theme.milk, 0.35) if day else mix(theme.sand, theme.milk, 0.12)
    ink = fade(theme.ink, 0.7 if day else 0.4)
    ring = TAU * np.arange(9) / 9
    shell = np.stack([np.cos(ring) * 6.1, np.sin(ring) * 5.6], -1) + at + np.array([-1.6, -1.4])
    return (
        discs("snail shadow", [at + np.array([1.4, 4.6])], [[11.0, 2.6]], theme.shadow, softness=1.6),
        ribbons("snail horns", horns, [0.55, 0.4, 0.6], ink),
        ribbons("snail", body, [2.3, 2.3, 1.9, 0.5], flesh, ink=ink, ink_width=0.7),
        shapes("snail shell", shell, tone, ink=ink, ink_width=0.9, shade=theme.shade(tone, 0.16)),
        ribbons("snail whorl", spiral, np.linspace(0.5, 0.3, len(spiral)), theme.shade(tone, 0.35)),
    )
