"""The buttons on the screen, the focus ring, and the status line: calm, small, in ink at 70 %.

Everything is measured in window units (y down) and built as picture layers, painted after the scene.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scenes.labels import Line, Lines, Typeset
from scenes.picture import Layer, Picture, glyphs, ribbons, shapes
from scenes.scene import Language
from scenes.theme import Color, Theme, fade
from viewer.pill import Pill, liked_scale

Name = Literal["pause", "reset", "wall", "previous", "next"]
Focus = Literal["board", "pause", "reset", "wall", "previous", "next"]

Sign = Literal["pause", "resume", "reset", "wall", "previous", "next"]
"""What stands on a button: its name, but on the pause button what it would do now."""

LABELS: dict[Sign, dict[Language, str]] = {
    "pause": {"ja": "一時停止", "ko": "일시정지", "en": "Pause"},
    "resume": {"ja": "再開", "ko": "계속하기", "en": "Resume"},
    "reset": {"ja": "最初から", "ko": "처음부터", "en": "Reset"},
    "wall": {"ja": "一覧", "ko": "모두 보기", "en": "Gallery"},
    "previous": {"ja": "前へ", "ko": "이전", "en": "Previous"},
    "next": {"ja": "次へ", "ko": "다음", "en": "Next"},
}
STRENGTH = 0.7
"""Opacity of the program's own text."""
RING = 3.0
"""Width of the focus ring, window units."""
RING_GAP = 2.0

HEIGHT = 36.0
TEXT = 14.0
ICON = 12.0
ICON_GAP = 8.0
PAD = 15.0
GAP = 10.0
MARGIN = 18.0
"""Sizes in window units at a scale of 1."""
SMALL = (640, 420)
"""In a window smaller than this buttons are round, without words, and stand back until somebody comes."""
SMALL_MARGIN = 11.0
NEAR = 80.0
"""Window units from a button within which a pointer is coming to it."""
REST = 0.34
"""Opacity of buttons that stand back."""
COME_FRAMES = 8
"""Frames in which they come forward, or stand back."""
SMALLEST = (220, 140)
"""Below this window size there is no room for buttons."""


@dataclass(frozen=True, kw_only=True)
class Button(Pill):
    """One button of the window."""

    name: Name
    sign: Sign


class Hud:
    """Buttons for ``size`` window units; ``focus`` says where the keyboard is, ``ring`` whether it shows.

    ``walled``: the show has a gallery wall, to which a button leads. ``kiosk``: that one is the only one.
    """

    def __init__(
        self,
        theme: Theme,
        language: Language,
        several: bool,
        typeset: Typeset,
        walled: bool = False,
        kiosk: bool = False,
    ) -> None:
        self.theme = theme
        self.language: Language = language
        self.several, self.walled, self.kiosk = several, walled, kiosk
        self.on_wall = False
        """Whether the wall is what plays: it needs few buttons."""
        self.size = (0, 0)
        self.scale = 1.0
        self.focus: Focus = "board"
        self.ring = False
        self.paused = False
        self.held: Name | None = None
        """The button under a pressed pointer."""
        self.near = False
        """Whether a pointer is near the buttons."""
        self.forward = 0.0
        """How far buttons have come forward that may stand back, 0..1."""
        self.status = ""
        self._line = Lines(typeset, language)
        self._drawn: tuple[object, Picture] | None = None

    def resize(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.scale = liked_scale(width, height)

    @property
    def small(self) -> bool:
        """Whether the window is so small that its buttons would hide who lives in it."""
        return self.size[0] < SMALL[0] or self.size[1] < SMALL[1]

    @property
    def margin(self) -> float:
        """Window units between the buttons and the window's edge."""
        return (SMALL_MARGIN if self.small else MARGIN) * self.scale

    @property
    def order(self) -> tuple[Name, ...]:
        """The buttons there are, in Tab order."""
        wall: tuple[Name, ...] = ("wall",) if self.walled else ()
        if self.on_wall:
            return () if self.kiosk else ("pause",)
        beside: tuple[Name, ...] = ("previous", "next") if self.several else ()
        return wall if self.kiosk else ("pause", "reset", *wall, *beside)

    @property
    def foot(self) -> float:
        """How much of the window's lower edge the buttons take, window units."""
        return self.size[1] - min((b.y for b in self.buttons), default=float(self.size[1]))

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons as they lie now, in Tab order; none in a window too small for them."""
        width, height = self.size
        if width < SMALLEST[0] or height < SMALLEST[1]:
            return ()
        s = self.scale
        y = height - self.margin - HEIGHT * s
        widths: dict[str, float] = {name: self._button_width(name) for name in self.order}
        places: dict[str, float] = {}
        right = width - self.margin
        for name in ("reset", "pause"):
            if name in widths:
                places[name] = right - widths[name]
                right = places[name] - GAP * s
        left = self.margin
        for name in ("wall", "previous", "next"):
            if name in widths:
                places[name] = left
                left += widths[name] + GAP * s
        if left - GAP * s > right:  # a narrow window: one row above the other
            return self._boxes(places, widths, y, {"wall", "previous", "next"})
        return self._boxes(places, widths, y, set())

    def _boxes(
        self, places: dict[str, float], widths: dict[str, float], y: float, raised: set[str]
    ) -> tuple[Button, ...]:
        lift = (HEIGHT + GAP) * self.scale
        return tuple(
            Button(
                name=name,
                sign=(sign := self._sign(name)),
                label=LABELS[sign][self.language],
                x=places[name],
                y=y - (lift if name in raised else 0),
                width=widths[name],
                height=HEIGHT * self.scale,
            )
            for name in self.order
        )

    def _sign(self, name: Name) -> Sign:
        return "resume" if name == "pause" and self.paused else name

    def _button_width(self, name: Name) -> float:
        if self.small:
            return HEIGHT * self.scale
        signs: tuple[Sign, ...] = ("pause", "resume") if name == "pause" else (name,)
        # Wide enough for both words: a button that is pressed stays where it is.
        widest = max(_content(self._line(LABELS[sign][self.language])) for sign in signs)
        return (2 * PAD + widest) * self.scale

    def at(self, x: float, y: float) -> Name | None:
        """The button at a window place."""
        return next((button.name for button in self.buttons if button.holds(x, y)), None)

    def hover(self, x: float | None, y: float = 0.0) -> None:
        """A pointer is at a window place, or nowhere (None)."""
        self.near = x is not None and any(
            math.hypot(max(b.x - x, x - b.x - b.width, 0.0), max(b.y - y, y - b.y - b.height, 0.0)) < NEAR
            for b in self.buttons
        )

    def walk(self, by: int) -> None:
        """Move the keyboard's focus: board, pause, reset, ... and round again; the ring shows."""
        stops: list[Focus] = ["board", *(button.name for button in self.buttons)]
        at = stops.index(self.focus) if self.focus in stops else 0
        self.focus = stops[(at + by) % len(stops)]
        self.ring = True

    def point(self, focus: Focus) -> None:
        """A pointer took the focus somewhere: no ring."""
        self.focus = focus
        self.ring = False

    def picture(self) -> Picture:
        """Buttons, ring and status line as layers in window units; the same object while nothing changes."""
        wanted = self.near or self.paused or self.held or (self.ring and self.focus != "board")
        step = 1.0 / COME_FRAMES
        self.forward = min(max(self.forward + (step if wanted else -step), 0.0), 1.0)
        shown = self.forward if self.small else 1.0
        state = (self.size, self.focus, self.ring, self.paused, self.held, self.status, self.on_wall, shown)
        if self._drawn is None or self._drawn[0] != state:
            self._drawn = (state, Picture(tuple(self._layers())))
        return self._drawn[1]

    def _layers(self) -> list[Layer]:
        layers: list[Layer] = []
        ink = self.theme.ink
        if self.buttons:
            layers += self._pills()
        if self.ring:
            layers += self._ring()
        if self.status and not self.kiosk and min(self.size) > 60:
            s = self.scale
            line = self._line(self.status)
            x, y = (MARGIN + PAD) * s, (MARGIN + HEIGHT / 2 - 4) * s
            if line.glyph:
                ends = [[x, y], [x + line.width * TEXT * s, y]]
                layers.append(ribbons("hud plate", ends, (HEIGHT / 2 - 4) * s, fade(self.theme.paper, 0.6)))
            layers += self._text("status", line, x, y, fade(ink, STRENGTH))
        return layers

    def _pills(self) -> list[Layer]:
        s, paper, ink = self.scale, self.theme.paper, self.theme.ink
        shown = REST + (1 - REST) * self.forward if self.small else 1.0
        buttons = self.buttons
        ends, fills, icons, widths = [], [], [], []
        glyph, center, colors = [], [], []
        heads, head_colors = [], []
        for b in buttons:
            cy = b.center[1]
            ends.append(b.ends)
            down = b.sign == "resume" or b.name == self.held
            fills.append(fade(ink, STRENGTH * shown) if down else fade(paper, 0.82 * shown))
            color = fade(paper, shown) if down else fade(ink, STRENGTH * shown)
            line = Line() if self.small else self._line(b.label)
            left = b.x + (b.width - _content(line) * s) / 2
            ix, iy = left + ICON / 2 * s, cy
            for stroke in _ICONS[b.sign]:
                icons.append(np.asarray(stroke) * (ICON / 2 * s) + (ix, iy))
                widths.append(color)
            if b.sign in _HEADS:
                heads.append(_HEADS[b.sign] * (ICON / 2 * s) + (ix, iy))
                head_colors.append(color)
            left += (ICON + ICON_GAP) * s
            for outline, at in zip(line.glyph, line.center):
                glyph.append(outline)
                center.append((left + at * TEXT * s, cy))
                colors.append(color)
        radius = buttons[0].height / 2
        edge = fade(ink, 0.32 * shown)
        layers: list[Layer] = [ribbons("hud pills", ends, radius, fills, ink=edge, ink_width=1.2 * s)]
        if icons:
            layers.append(ribbons("hud icons", icons, 0.95 * s, widths))
        if heads:
            layers.append(shapes("hud arrows", heads, head_colors, corner=1.0))
        if glyph:
            layers.append(glyphs("hud labels", glyph, center, TEXT * s, colors))
        return layers

    def _ring(self) -> list[Layer]:
        ink = self.theme.ink
        none = fade(ink, 0.0)
        for b in self.buttons:
            if b.name == self.focus:
                outer = b.height / 2 + RING_GAP + RING
                return [ribbons("hud ring", b.ends, outer, none, ink=ink, ink_width=RING)]
        w, h = self.size
        corners = [[0, 0], [w, 0], [w, h], [0, h]]
        return [shapes("hud ring", corners, none, corner=1.0, ink=ink, ink_width=RING)]

    def _text(self, name: str, line: Line, x: float, y: float, color: Color) -> list[Layer]:
        if not line.glyph:
            return []
        size = TEXT * self.scale
        center = [(x + at * size, y) for at in line.center]
        return [glyphs(f"hud {name}", line.glyph, center, size, color)]


def _content(line: Line) -> float:
    """How wide a button's icon and label are, window units at a scale of 1."""
    return ICON + (ICON_GAP + line.width * TEXT if line.width else 0.0)


def _arc(start: float, end: float, points: int) -> list[tuple[float, float]]:
    """Points on a circle of radius 0.85, angles in degrees clockwise from the right."""
    steps = np.radians(np.linspace(start, end, points))
    return [(0.85 * math.cos(a), 0.85 * math.sin(a)) for a in steps]


def _polyline(points: list[tuple[float, float]], count: int = 13) -> list[tuple[float, float]]:
    """The same corners with ``count`` points along them, so that all icons make one batch."""
    p = np.asarray(points, float)
    at = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(p, axis=0).T))])
    walk = np.linspace(0, at[-1], count)
    return list(zip(np.interp(walk, at, p[:, 0]), np.interp(walk, at, p[:, 1])))


def _square(x: float, y: float) -> list[tuple[float, float]]:
    """A small square around (x, y)."""
    r = 0.32
    return _polyline([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r), (x - r, y - r)])


_ICONS: dict[Sign, list[list[tuple[float, float]]]] = {
    # Strokes in units of half an icon, around its centre.
    "pause": [_polyline([(-0.45, -0.8), (-0.45, 0.8)]), _polyline([(0.45, -0.8), (0.45, 0.8)])],
    "resume": [],
    "reset": [_arc(-60, 210, 13)],
    "wall": [_square(-0.46, -0.46), _square(0.46, -0.46), _square(-0.46, 0.46), _square(0.46, 0.46)],
    "previous": [_polyline([(0.4, -0.8), (-0.4, 0.0)]), _polyline([(-0.4, 0.0), (0.4, 0.8)])],
    "next": [_polyline([(-0.4, -0.8), (0.4, 0.0)]), _polyline([(0.4, 0.0), (-0.4, 0.8)])],
}
_HEADS: dict[Sign, np.ndarray] = {
    # Filled: the triangle of "play", and the arrow's head on the reset arc.
    "resume": np.array([(-0.6, -0.85), (-0.6, 0.85), (0.85, 0.0)]),
    "reset": np.array([(0.85, -1.0), (0.62, -0.32), (0.05, -0.75)]),
}
