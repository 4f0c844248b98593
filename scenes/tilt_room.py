"""Around the tilting box: a lamp that hangs true, light from a window, and a spirit level in the frame."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from scenes.letter_ink import Numbers
from scenes.motion import clamp
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.theme import Color, Theme, fade, mix

LAMP_UP = 110.0
"""Board px from the middle of the box up to the lamp's rim: the box's corners pass below it."""
LAMP = (23.0, 19.0)
"""Board px; half width of the lamp's rim, and height of its shade."""
LOW = 142.0
"""Board px from the ceiling to the middle of the box on the published board."""
PANES = (3, 2)
PANE = (37.0, 33.0)
BAR = 4.5
"""Board px of a bar between panes."""
SLANT = -0.26
"""Px that the light on the wall leans to the right for each px down: it falls from the upper left."""
VIAL = (21.0, 2.7)
"""Board px; half length of the spirit level's glass, and its radius."""
BUBBLE = (4.6, 1.9)
RUN = 13.0
"""Board px from its middle that the bubble goes at the greatest tilt of a box."""
FULL_TILT = math.radians(28.0)

Put = Callable[[Numbers], Numbers]


def daylight(theme: Theme, center: tuple[float, float]) -> list[Layer]:
    """Light from a window on the wall, higher up and larger where the room is higher."""
    cx, cy = center
    more = max(cy - LOW, 0.0)
    left, top = cx + 62.0, 10.0 + 0.5 * more
    grown = clamp(1.0 + more / LOW, 1.0, (cx - 82.0) / (PANES[0] * (PANE[0] + BAR)))
    width, height = PANE[0] * grown, PANE[1] * grown
    panes = []
    for column in range(PANES[0]):
        for row in range(PANES[1]):
            x, y = column * (width + BAR), row * (height + BAR)
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            panes.append([(left - SLANT * v + u, top + 0.10 * u + v) for u, v in corners])
    day = theme.name == "day"
    tone = fade(mix(theme.milk, theme.butter, 0.22), 0.62) if day else fade(theme.lavender, 0.13)
    return [shapes("daylight", panes, tone, corner=1.0, softness=2.6)]


def lamp(theme: Theme, center: tuple[float, float], wood: Color) -> list[Layer]:
    """A lamp on its cord from the ceiling, that shows what is upright; by night it is lit."""
    cx, rim = center[0], center[1] - LAMP_UP
    half, high = LAMP
    day = theme.name == "day"
    base = theme.shade(mix(theme.sage, theme.water, 0.35), 0.16)
    light = mix(theme.butter, theme.milk, 0.45)
    arc = np.linspace(math.pi, 2 * math.pi, 13)
    dome = np.stack([cx + half * np.cos(arc), rim + high * np.sin(arc)], -1)
    shine = np.linspace(1.14 * math.pi, 1.42 * math.pi, 7)
    glint = np.stack([cx + 0.80 * half * np.cos(shine), rim + 0.80 * high * np.sin(shine)], -1)
    return [
        discs(
            "lamplight",
            [(cx, rim + 26.0)],
            [(118.0, 66.0)],
            fade(light, 0.26 if day else 0.20),
            softness=46.0,
        ),
        ribbons("cord", [[(cx, -20.0), (cx, rim - high)]], 0.55, fade(theme.ink, 0.55)),
        discs("bulb", [(cx, rim + 0.5)], [(5.4, 5.2)], light, ink=fade(wood, 0.6), ink_width=0.5),
        shapes("lamp", dome, base, corner=[1.0, *[0.0] * 11, 1.0], ink=fade(theme.ink, 0.5), ink_width=0.8),
        ribbons("lamp's rim", [[(cx - half, rim), (cx + half, rim)]], 1.1, theme.shade(base, 0.22)),
        ribbons(
            "lamp's cap", [[(cx, rim - high - 3.0), (cx, rim - high + 0.5)]], 2.2, theme.shade(base, 0.3)
        ),
        ribbons(
            "lamp's glint", [glint], 0.9 * np.sin(np.linspace(0, math.pi, 7)) ** 0.5, theme.light(base, 0.5)
        ),
    ]


class SpiritLevel:
    """A glass with a bubble, set into the upper wall of the box; ``middle`` of that wall in the box."""

    def __init__(self, theme: Theme, middle: tuple[float, float], wood: Color) -> None:
        self.middle = np.array(middle)
        x, y = middle
        length, radius = VIAL
        brass = theme.shade(mix(theme.butter, theme.sand, 0.4), 0.16)
        water = mix(theme.sage, theme.butter, 0.42)
        edge = fade(theme.shade(wood, 0.5), 0.9)
        self.plate_line = np.array([[(x - length - 4.0, y), (x + length + 4.0, y)]])
        self.plate = ribbons("level's plate", self.plate_line, radius + 0.9, brass, ink=edge, ink_width=0.4)
        self.glass_line = np.array([[(x - length, y), (x + length, y)]])
        self.glass = ribbons(
            "level's glass", self.glass_line, radius, water, ink=fade(theme.ink, 0.5), ink_width=0.4
        )
        self.mark_lines = np.array(
            [[(x + side * 6.6, y - radius), (x + side * 6.6, y + radius)] for side in (-1, 1)]
        )
        self.marks = ribbons("level's marks", self.mark_lines, 0.3, fade(theme.ink, 0.6))
        self.shine_line = np.array([[(x - length + 2.0, y - 1.2), (x + length - 2.0, y - 1.2)]])
        self.shine = ribbons("level's shine", self.shine_line, 0.35, fade(theme.milk, 0.65))
        self.bubble = discs(
            "bubble", [middle], [BUBBLE], fade(theme.milk, 0.85), ink=fade(theme.ink, 0.35), ink_width=0.35
        )

    def layers(self, put: Put, tilt: float) -> list[Layer]:
        """``put`` places points of the box on the board; ``tilt`` radians clockwise: the bubble goes up."""
        off = -RUN * clamp(math.sin(tilt) / math.sin(FULL_TILT), -1.2, 1.2)
        return [
            pose(self.plate, points=put(self.plate_line)),
            pose(self.glass, points=put(self.glass_line)),
            pose(self.bubble, center=put(self.middle[None] + (off, -0.25)), angle=[tilt]),
            pose(self.marks, points=put(self.mark_lines)),
            pose(self.shine, points=put(self.shine_line)),
        ]
