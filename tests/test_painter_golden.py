"""Golden pictures of the whole vocabulary: bodies with every marking, caps, folds, discs, shapes, ground."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from golden import check_golden

from scenes.picture import (
    Ground,
    Layer,
    Pattern,
    Picture,
    Skin,
    discs,
    floats,
    ribbons,
    shapes,
)
from scenes.theme import THEMES, Theme, fade, mix
from viewer import still
from viewer.painter import Painter

pytestmark = [pytest.mark.gl, pytest.mark.golden]
SIZE = (768, 480)


def moved(points: np.ndarray, x: float, y: float) -> np.ndarray:
    return points + np.array([x, y])


def skins(theme: Theme, pattern: Pattern) -> Skin:
    base, mark, mark2 = {
        Pattern.PLAIN: (theme.lavender, theme.lavender, theme.lavender),
        Pattern.SADDLES: (theme.coral, theme.butter, theme.shade(theme.coral, 0.4)),
        Pattern.PATCHES: (theme.milk, theme.coral, mix(theme.ink, theme.lavender, 0.12)),
        Pattern.STRIPE: (theme.sage, theme.lavender, theme.milk),
        Pattern.RINGS: (theme.sage, theme.butter, theme.shade(theme.sage, 0.3)),
    }[pattern]
    return Skin(
        pattern=pattern,
        mark=floats([mark]),
        mark2=floats([mark2]),
        shade=floats([theme.shade(base, 0.18)]),
        light=floats([theme.light(base, 0.6)]),
        seed=floats([7.0]),
        scale=floats([40.0 if pattern == Pattern.PATCHES else 26.0]),
    )


def fill_of(theme: Theme, pattern: Pattern) -> np.ndarray:
    return {1: theme.coral, 2: theme.milk, 0: theme.lavender}.get(int(pattern), theme.sage)


def ground(theme: Theme, grain: float = 0.0) -> Ground:
    return Ground(
        name="ground",
        top=mix(theme.paper, theme.sage, 0.2),
        bottom=mix(theme.paper, theme.sand, 0.5),
        patch=fade(mix(theme.paper, theme.butter, 0.5), 0.5),
        grain=grain,
    )


def bodies(theme: Theme) -> tuple[Layer, ...]:
    """Five bodies that wind, one a marking, with soft shadows."""
    layers: list[Layer] = [ground(theme)]
    t = np.linspace(0, 1, 22)
    girth = 14 * np.sin(np.pi * (0.3 + 0.7 * t)) + 0.3
    for row, pattern in enumerate(Pattern):
        spine = np.stack([40 + 390 * t, 35 + 57 * row + 15 * np.sin(9 * t + row)], -1)
        layers.append(ribbons(f"shadow {row}", moved(spine, 3, 5), girth, theme.shadow, softness=3.0))
        layers.append(
            ribbons(
                f"body {row}",
                spine,
                girth,
                fill_of(theme, pattern),
                ink=theme.ink,
                ink_width=2.2,
                skin=skins(theme, pattern),
            )
        )
    return tuple(layers)


def folds(theme: Theme) -> tuple[Layer, ...]:
    """A knot, a hairpin, a reversal, a spiral, a thread, an open bend with a taper at both ends."""
    t = np.linspace(0, 2 * np.pi, 26)
    knot = np.stack([90 + 62 * np.sin(t), 78 + 42 * np.sin(2 * t)], -1)
    hairpin = np.array(
        [[190, 30], [196, 60], [200, 95], [204, 116], [213, 118], [218, 100], [222, 66], [229, 32]]
    )
    back = np.array([[270, 60], [300, 60], [330, 60], [318, 62], [290, 66], [272, 90], [300, 104]])
    turn = np.linspace(0, 4.2 * np.pi, 40)
    spiral = np.stack([410 + (8 + 3.6 * turn) * np.cos(turn), 84 + (8 + 3.6 * turn) * np.sin(turn)], -1)
    saddles = skins(theme, Pattern.SADDLES)
    stain = fade(theme.ink, 0.25)
    body: dict[str, Any] = {"ink": theme.ink, "ink_width": 2.2}
    return (
        ground(theme),
        ribbons("knot", knot, np.linspace(12, 3, 26), theme.coral, skin=saddles, **body),
        ribbons("hairpin", hairpin, 13.0, theme.lavender, skin=skins(theme, Pattern.PLAIN), **body),
        ribbons("back", back, np.linspace(12, 6, 7), theme.sage, skin=skins(theme, Pattern.STRIPE), **body),
        ribbons(
            "spiral", spiral, np.linspace(2, 7, 40), theme.butter, skin=skins(theme, Pattern.RINGS), **body
        ),
        ribbons("stain", moved(knot, 0, 130), 11.0, stain),
        ribbons("soft", moved(hairpin, 0, 140), 13.0, stain, softness=5.0),
        ribbons("teardrop", [[280, 200], [330, 200]], [18, 0], theme.coral, **body),
        ribbons("cone", [[280, 250], [330, 262]], [4, 16], theme.milk, **body),
        ribbons("dot", [[365, 205], [365, 205]], [9, 9], theme.butter, **body),
        ribbons(
            "threads",
            np.array([[[360, 240 + 9 * i], [400, 232 + 9 * i], [450, 244 + 9 * i]] for i in range(5)]),
            np.array([[0.1, 0.1, 0.1], [0.3, 0.2, 0.0], [0.6, 0.6, 0.6], [2.0, 1.0, 0.0], [0.0, 3.0, 0.0]]),
            theme.ink,
        ),
    )


def figures(theme: Theme) -> tuple[Layer, ...]:
    """Discs of every kind above, shapes of every kind below."""
    x = 40 + 56 * np.arange(8)
    top = np.stack([x, 45 + 0 * x], -1)
    ring = 2 * np.pi * np.arange(8) / 8
    blob = np.stack([np.cos(ring), np.sin(ring)], -1) * (1 + 0.18 * np.cos(3 * ring))[:, None]
    star = np.stack([np.cos(ring), np.sin(ring)], -1) * np.where(np.arange(8) % 2, 0.45, 1.0)[:, None]
    petal = np.array(
        [[0, 0], [0.4, 0.3], [0.8, 0.28], [1.1, 0], [0.8, -0.28], [0.4, -0.3], [0.2, -0.15], [0.1, -0.07]]
    )
    notch = np.concatenate(
        [np.stack([np.cos(a := np.linspace(0.3, 2 * np.pi - 0.3, 7)), np.sin(a)], -1), [[0.1, 0]]]
    )
    row = np.array([[50, 150], [150, 150], [250, 150], [350, 150]])
    corner_notch = [0.6, 0, 0, 0, 0, 0, 0.6, 1]
    line: dict[str, Any] = {"ink": theme.ink, "ink_width": 2.0}
    layers: list[Layer] = [
        ground(theme),
        discs(
            "discs",
            top,
            [[22, 22], [22, 12], [22, 4], [22, 1], [5, 5], [2, 2], [0.6, 0.6], [14, 20]],
            theme.coral,
            angle=0.3 * np.arange(8),
            ink=theme.ink,
            ink_width=[2.2, 2.2, 1.2, 0, 1, 0, 0, 30],
        ),
        discs(
            "soft discs",
            moved(top, 0, 48),
            np.stack([20 + 0 * x, 14 - x / 50], -1),
            theme.ink,
            softness=0.5 + x / 40,
        ),
    ]
    for at, (name, loop, corner) in enumerate(
        [
            ("blob", blob, 0),
            ("star", star, 1),
            ("petal", petal, [1, 0, 0, 1, 0, 0, 0, 0]),
            ("leaf", notch, corner_notch),
        ]
    ):
        place = row[at]
        tone = theme.pastels[at]
        shade = theme.shade(tone, 0.16)
        layers += [
            shapes(f"{name} shadow", 34 * loop + place + [3, 5], theme.shadow, corner=corner, softness=3.0),
            shapes(name, 34 * loop + place, tone, corner=corner, shade=shade, **line),
            shapes(f"{name} bare", 30 * loop + place + [10, 90], fade(tone, 0.6), corner=corner),
        ]
    sliver = (
        np.array([[0, 0], [40, -1.5], [80, 0], [40, 1.5]])
        + np.array([[390, 130 + 14 * i] for i in range(10)])[:, None]
    )
    layers.append(shapes("slivers", sliver, theme.ink, corner=[1, 0, 1, 0]))
    return tuple(layers)


CHARTS = {"bodies": bodies, "folds": folds, "figures": figures}


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("chart", CHARTS)
def test_chart(ctx: Any, chart: str, theme: str) -> None:
    painter = Painter(ctx)
    pixels = still.render(Picture(CHARTS[chart](THEMES[theme])), SIZE, painter=painter)
    painter.release()
    check_golden(f"{chart}_{theme}", pixels)


def test_grain(ctx: Any) -> None:
    painter = Painter(ctx)
    pixels = still.render(Picture((ground(THEMES["day"], 0.5),)), (320, 200), painter=painter)
    painter.release()
    check_golden("ground_day", pixels)
