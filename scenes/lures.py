"""What the creatures chase, drawn small: a butterfly over the meadow, a dragonfly over the pond."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU
from scenes.picture import Layer, discs, ribbons, shapes
from scenes.theme import Theme, fade, mix

WING = np.array(
    [[0.0, 0.0], [2.2, -4.2], [6.4, -5.4], [8.0, -2.2], [5.2, 0.6], [6.2, 3.2], [4.2, 5.4], [1.4, 3.4]]
)
"""Right wing of the butterfly seen from above, heading up, board px; the first point is the joint."""
FLAP_TICKS = 21
"""Ticks per wing beat."""
LIFT = np.array([5.0, 11.0])
"""Where the shadow falls, board px, at rest height."""


def butterfly(
    theme: Theme, x: float, y: float, heading: float, ticks: int, flutter: bool
) -> tuple[Layer, ...]:
    """Shadow, wings and body of a butterfly at (x, y) board px that looks along ``heading`` radians."""
    beat = math.sin(TAU * (ticks % FLAP_TICKS) / FLAP_TICKS) if flutter else 0.4
    open_share = 0.62 + 0.38 * beat
    hop = np.array([0.0, -1.2 * beat]) if flutter else np.zeros(2)
    c, s = math.cos(heading + math.pi / 2), math.sin(heading + math.pi / 2)
    turn = np.array([[c, s], [-s, c]])
    right = WING * np.array([open_share, 1.0])
    left = right * np.array([-1.0, 1.0])
    wings = np.stack([right, left]) @ turn
    place = np.array([x, y]) + hop
    corner = np.zeros(len(WING))
    corner[0] = 1.0
    shadow = shapes(
        "lure shadow", wings * 0.9 + np.array([x, y]) + LIFT, theme.shadow, corner=corner, softness=2.2
    )
    fill = np.stack([theme.butter, theme.butter])
    wing = shapes(
        "lure wings",
        wings + place,
        fill,
        corner=corner,
        center=(wings[:, 1:].mean(axis=1) * 0.8) + place,
        ink=theme.ink,
        ink_width=1.1,
        shade=fade(theme.shade(theme.butter, 0.14), 1.0),
    )
    spots = np.stack([right[2] * 0.72, left[2] * 0.72]) @ turn + place
    spot = discs("lure spots", spots, np.full((2, 1), 1.2), fade(theme.coral, 1.0))
    spine = np.array([[0.0, -4.0], [0.0, 0.0], [0.0, 5.0]]) @ turn + place
    body = ribbons("lure body", spine, [1.0, 1.25, 0.5], theme.ink)
    feelers = (
        np.array([[[0.0, -4.0], [1.2, -6.5], [3.2, -8.4]], [[0.0, -4.0], [-1.2, -6.5], [-3.2, -8.4]]]) @ turn
    )
    feeler = ribbons("lure feelers", feelers + place, [0.4, 0.4, 0.55], theme.ink)
    return shadow, wing, spot, body, feeler


def dragonfly(
    theme: Theme, x: float, y: float, heading: float, ticks: int, flutter: bool
) -> tuple[Layer, ...]:
    """A dragonfly at (x, y) that looks along ``heading``; its four wings shimmer."""
    beat = math.sin(TAU * (ticks % 12) / 12) if flutter else 0.0
    c, s = math.cos(heading + math.pi / 2), math.sin(heading + math.pi / 2)
    turn = np.array([[c, s], [-s, c]])
    blade = np.array([[0.0, 0.0], [4.0, -1.9], [9.5, -1.7], [12.0, 0.0], [9.0, 1.3], [4.0, 0.9]])
    wings = []
    for side in (1, -1):
        for tilt, shift, size in ((-0.16, -2.2, 1.0), (0.26, 0.4, 0.9)):
            a = tilt + 0.14 * beat * (1 if tilt < 0 else -1)
            ca, sa = math.cos(a), math.sin(a)
            w = blade * size @ np.array([[ca, sa], [-sa, ca]]) * np.array([side, 1.0]) + np.array(
                [0.0, shift]
            )
            wings.append(w)
    loop = np.stack(wings) @ turn
    place = np.array([x, y])
    spine = np.array([[0.0, -4.6], [0.0, -2.6], [0.0, 0.5], [0.0, 6.0], [0.0, 12.0]]) @ turn
    shade = shapes(
        "lure shadow", loop + place + LIFT, fade(theme.shadow, float(theme.shadow[3]) * 0.8), softness=1.8
    )
    shade_body = ribbons(
        "lure body shadow", spine + place + LIFT, [1.2, 1.6, 1.4, 0.8, 0.5], theme.shadow, softness=1.6
    )
    wing = shapes(
        "lure wings",
        loop + place,
        fade(mix(theme.milk, theme.water, 0.35), 0.72),
        ink=fade(theme.ink, 0.75),
        ink_width=0.7,
    )
    body = ribbons(
        "lure body", spine + place, [1.7, 1.5, 1.7, 1.0, 0.7], theme.coral, ink=theme.ink, ink_width=0.7
    )
    eye = discs(
        "lure eyes", np.array([[-1.3, -4.9], [1.3, -4.9]]) @ turn + place, np.full((2, 1), 1.25), theme.ink
    )
    return shade, shade_body, wing, body, eye
