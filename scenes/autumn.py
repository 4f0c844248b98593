"""An autumn day on the hills: a high sky, far mountains, woods that have turned, and by night a full moon."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import HEIGHT, Board
from scenes.motion import TAU, make_rng
from scenes.picture import Ground, Layer, discs, ribbons, shapes
from scenes.strewn import strewn
from scenes.theme import Theme, fade, mix

HORIZON = 92.0
"""Board px from the lower edge up to where the mountains stand, if there is one row of letters."""
CLOUD_GAP = 210.0
"""Board px from one cloud to the next beyond the published board."""
CLOUDS = (
    (-150.0, 62.0, 1.0),
    (96.0, 38.0, 0.8),
    (214.0, 84.0, 0.55),
    (-262.0, 104.0, 0.6),
    (330.0, 56.0, 0.9),
)


def backdrop(theme: Theme, board: Board, rise: float = 0.0) -> tuple[Layer, ...]:
    """Still layers from sky to woods. ``rise``: board px by which the ridges before them reach higher."""
    day = theme.name == "day"
    cx = board.center[0]
    base = board.height - HORIZON - rise
    stage = board.height - HEIGHT
    warm = mix(mix(theme.paper, theme.butter, 0.30), theme.coral, 0.08)
    if day:
        top, bottom = mix(theme.paper, theme.water, 0.62), warm
    else:
        top, bottom = mix(theme.paper, theme.shadow, 0.34), mix(theme.paper, theme.lavender, 0.24)
    sky = Ground(
        name="sky",
        top=fade(top, 1.0),
        bottom=fade(bottom, 1.0),
        patch=fade(theme.milk if day else theme.lavender, 0.20 if day else 0.06),
        patch_size=190.0,
        grain=0.35,
        seed=8.0,
    )
    x = np.arange(-90.0, board.width + 91.0, 18.0)
    u = (x - cx) / 480.0
    high = 80.0
    far = base - 6.0 - 17.0 * np.abs(np.sin(3.1 * u + 0.5)) - 5.0 * np.sin(8.7 * u + 1.0)
    near = base + 14.0 - 7.0 * np.sin(4.6 * u + 2.2) - 4.0 * np.sin(10.3 * u)
    if day:
        far_tone = mix(mix(theme.lavender, theme.water, 0.4), bottom, 0.50)
        near_tone = mix(mix(theme.sand, theme.butter, 0.30), bottom, 0.45)
    else:
        far_tone, near_tone = mix(theme.paper, theme.lavender, 0.30), mix(theme.paper, theme.water, 0.22)
    tones = far_tone, near_tone
    mountains, hill = (
        ribbons(name, np.stack([x, y + high], -1), high, fade(tone, 1.0))
        for name, y, tone in zip(("mountains", "far hill"), (far, near), tones)
    )
    light = _moon(theme, cx, stage) if not day else _clouds(theme, board)
    return (sky, *light, mountains, *_wood(theme, x, near, bottom, day), hill)


def _clouds(theme: Theme, board: Board) -> tuple[Layer, ...]:
    """Scales of high cloud in rows, and wild geese on their way."""
    cx, stage = board.center[0], board.height - HEIGHT
    spots = [(cx + x, stage + y, scale) for x, y, scale in CLOUDS]
    rng = make_rng(19)
    # The published sky is laid out by hand; a larger one has more of the same.
    for x, y in strewn(board, CLOUD_GAP, rng):
        if y < stage - 30.0 or (y < stage + 110.0 and abs(x - cx) > 420.0):
            spots.append((x, y, 0.55 + 0.5 * rng()))
    place, size = [], []
    for x, y, scale in spots:
        for k in range(9):
            row = k // 3
            place.append((x + (26.0 * (k % 3) + 9.0 * row - 26.0) * scale, y + 7.5 * row * scale))
            size.append(np.array([12.0, 2.7]) * scale * (1.0 - 0.13 * ((k * 5) % 4)))
    # The flock flies in a wedge, the leader first; the two arms are not alike.
    k = np.array([0, 1, 2, 3, -1, -2, -3, -4, -5])
    at = np.stack([cx + 38.0 + 7.6 * np.abs(k), stage + 70.0 - 0.9 * np.abs(k) + 5.4 * k], -1)
    wing = np.array([[-3.4, -1.5], [-1.2, -1.5], [0.0, 0.4], [1.4, -1.7], [3.4, -1.3]])
    return (
        discs("high clouds", np.array(place), np.array(size), fade(theme.milk, 0.62), softness=1.8),
        ribbons("geese", at[:, None] + wing * 0.9, [0.14, 0.36, 0.55, 0.36, 0.14], fade(theme.ink, 0.42)),
    )


def _moon(theme: Theme, cx: float, stage: float) -> tuple[Layer, ...]:
    x, y = cx + 150.0, stage + 74.0
    moon = mix(theme.milk, theme.butter, 0.30)
    rng = make_rng(12)
    stars = np.array(
        [[cx + (2 * rng() - 1) * 1300.0, stage * rng() + 190.0 * rng() ** 1.4] for _ in range(150)]
    )
    size = np.array([[0.45 + 0.7 * rng() ** 2] for _ in stars])
    return (
        discs("stars", stars, size, fade(theme.milk, 0.7)),
        discs("moon glow", [[x, y]], [[86.0, 86.0]], fade(moon, 0.13), softness=60.0),
        discs("moon", [[x, y]], [[27.0, 27.0]], fade(moon, 0.96)),
        discs("moon marks", [[x - 8, y - 6], [x + 9, y + 5], [x - 3, y + 12], [x + 6, y - 12]],
              np.array([[6.0, 4.6], [5.0, 4.0], [3.6, 2.6], [3.0, 2.4]]),
              fade(mix(moon, theme.paper, 0.30), 0.4)),
    )  # fmt: skip


def _wood(theme: Theme, x: np.ndarray, line: np.ndarray, sky: np.ndarray, day: bool) -> tuple[Layer, ...]:
    """Round trees in red, gold and green along the far hill, in groves."""
    rng = make_rng(93)
    place, size, tone = [], [], []
    colors = [theme.coral, theme.butter, mix(theme.coral, theme.butter, 0.5), theme.sage]
    veil = sky if day else theme.paper
    at = float(x[0])
    while at < x[-1]:
        for _ in range(3 + int(6 * rng())):
            r = 4.5 + 5.0 * rng()
            y = float(np.interp(at, x, line))
            place.append((at, y - 0.35 * r + 2.0))
            size.append((0.86 * r, 1.06 * r))
            tone.append(mix(colors[int(4 * rng())], veil, 0.44 if day else 0.70))
            at += 1.15 * r + 3.0 * rng()
        at += 18.0 + 80.0 * rng() ** 2
    fill = np.array(tone)
    lit = np.array([theme.light(c, 0.35 if day else 0.10) for c in fill])
    spots, wide = np.array(place), np.array(size)
    return (
        discs("far trees", spots, wide, fill),
        discs("far tree lights", spots - 0.28 * wide, 0.42 * wide, _fade_all(lit, 0.38), softness=1.2),
    )


def _fade_all(colors: np.ndarray, alpha: float) -> np.ndarray:
    """The same colours (n, 4) at another opacity."""
    out = np.array(colors)
    out[:, 3] = alpha
    return out


def dragonfly(theme: Theme, x: float, y: float) -> tuple[Layer, ...]:
    """A post with a red dragonfly on it; ``x``, ``y``: the foot of the post, board px."""
    day = theme.name == "day"
    wood = mix(theme.sand, theme.ink, 0.30) if day else mix(theme.sand, theme.paper, 0.45)
    top = y - 44.0
    post = np.array([[x - 2.6, top], [x + 2.6, top], [x + 3.2, y + 6], [x - 3.2, y + 6]])
    cap = np.array([x, top])
    wings = []
    for side in (-1.0, 1.0):
        for turn, long in ((0.16, 12.5), (-0.34, 11.5)):
            way = np.array([side * math.cos(turn), math.sin(turn) - 0.10])
            across = np.array([-way[1], way[0]])
            root = cap + np.array([0.8, -2.6])
            middle, end = root + 0.45 * long * way, root + long * way
            wings.append(
                [root, middle + 1.9 * across, end + 0.9 * across, end - 0.9 * across, middle - 1.1 * across]
            )
    body = cap + np.array([[-3.2, -2.8], [0.5, -2.6], [6.0, -2.6], [15.5, -4.2]])
    red = mix(theme.coral, theme.ink, 0.10) if day else mix(theme.coral, theme.paper, 0.25)
    angle = np.linspace(0.0, TAU, 5)[:4]
    knots = np.stack([x + 1.2 * np.cos(angle), top + 14.0 + 9.0 * np.arange(4)], -1)
    return (
        shapes("post", post, fade(wood, 1.0), corner=1.0, shade=theme.shade(fade(wood, 1.0), 0.18)),
        ribbons("post wood grain", np.stack([knots, knots + np.array([0.3, 6.0])], 1), [0.3, 0.12],
                fade(theme.ink, 0.22)),
        shapes("dragonfly wings", np.array(wings), fade(theme.milk, 0.62), ink=fade(theme.ink, 0.38),
               ink_width=0.35),
        ribbons("dragonfly", body, [1.7, 2.0, 1.0, 0.75], fade(red, 1.0)),
        discs("dragonfly eyes", cap + np.array([[-4.4, -3.6], [-4.2, -2.0]]), np.array([[1.25], [1.25]]),
              theme.shade(red, 0.45)),
    )  # fmt: skip
