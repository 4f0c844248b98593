"""The colours of the picture book, by name.

A scene never writes a colour literal: it asks the theme for a token. ``night`` swaps paper and
ink together, because a dark ground with dark outlines swallows the actors (articles 000/004).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Color = NDArray[np.float32]
"""Linear blend-space colour: float32 (4,), red green blue alpha in 0..1, not premultiplied."""

SHADOW_ALPHA = 0.14
OUTLINE = 2.2
"""Width of every outer ink line, in board pixels."""
DETAIL = 1.4
"""Width of ink lines inside a body, in board pixels."""


def color(hex_code: str, alpha: float = 1.0) -> Color:
    """``#RRGGBB`` as float32 (4,). Raises ValueError when the code is not six hex digits."""
    digits = hex_code.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"colour {hex_code!r}: expected #RRGGBB")
    return np.array([*(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)), alpha], np.float32)


def mix(a: Color, b: Color, t: float) -> Color:
    """The colour a share ``t`` (0..1) of the way from ``a`` to ``b``."""
    return (a + (b - a) * np.float32(t)).astype(np.float32)


def fade(c: Color, alpha: float) -> Color:
    """The same colour at another opacity (0..1)."""
    return np.array([c[0], c[1], c[2], alpha], np.float32)


@dataclass(frozen=True)
class Theme:
    """Named tokens, each float32 (4,). ``shadow`` is the ink at the family's shadow strength."""

    name: str
    paper: Color
    ink: Color
    coral: Color
    lavender: Color
    butter: Color
    sage: Color
    water: Color
    sand: Color
    milk: Color
    shadow: Color

    @property
    def pastels(self) -> tuple[Color, Color, Color, Color]:
        """The four actor colours, in the order in which letters take them."""
        return self.coral, self.lavender, self.butter, self.sage

    def shade(self, c: Color, amount: float = 0.22) -> Color:
        """The darker band of a body colour: toward the ink, never black."""
        ink = self.ink if self.name == "day" else color("#141327")
        return fade(mix(c, ink, amount), float(c[3]))

    def faint(self, share: float) -> Color:
        """The shadow's colour at a ``share`` of the family's strength."""
        return fade(self.shadow, float(self.shadow[3]) * share)

    def light(self, c: Color, amount: float = 0.45) -> Color:
        """The small light of a body colour: toward warm white, never pure white."""
        return fade(mix(c, color("#FFFBF0"), amount), float(c[3]))


def _theme(name: str, shadow: str, shadow_alpha: float, **tokens: str) -> Theme:
    colors = {key: color(code) for key, code in tokens.items()}
    return Theme(name=name, shadow=color(shadow, shadow_alpha), **colors)


THEMES = {
    "day": _theme(
        "day",
        "#2A2833",
        SHADOW_ALPHA,
        paper="#FBF5E9",
        ink="#2A2833",
        coral="#F28B74",
        lavender="#B9A8E6",
        butter="#F6D273",
        sage="#9FC6A4",
        water="#BFE3E4",
        sand="#E9D6B0",
        milk="#FFF8EC",
    ),
    "night": _theme(
        "night",
        "#0B0A1C",
        0.34,
        paper="#23234A",
        ink="#F4EBDC",
        coral="#F47A63",
        lavender="#A48EF0",
        butter="#F7C24F",
        sage="#7FC08C",
        water="#36568A",
        sand="#4A466E",
        milk="#F7EEDF",
    ),
}
