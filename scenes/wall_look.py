"""How the gallery wall looks: paper, frames and shadows, captions, dots, and the way to other pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scenes import registry
from scenes.board import Board
from scenes.labels import Line, Lines, typeset_or_nothing
from scenes.panels import Panels
from scenes.picture import Ground, Layer, discs, floats, glyphs, ribbons, shapes
from scenes.scene import Language
from scenes.theme import Color, Theme, fade
from scenes.theme import mix as blend
from scenes.wall_grid import LEGIBLE, SIDE, Box, Plan

LIFT = 0.028
"""Share by which a picture that is lifted all the way is larger, to each side."""
MOST_LIFT = 2.6
"""Board px by which it is at most."""
STRENGTH = 0.75
"""Opacity of captions."""
FAINT = 0.42
"""The same of numbers."""
RING = 3.0
"""Width of the focus ring, window units."""
CHEVRON = 4.2
"""Half the height of an arrow to another page, board px."""
DOT = 1.7
DOT_GAP = 9.0
NAME = "Ikimoji"


@dataclass(frozen=True)
class Piece:
    """What hangs in a frame. ``number``: as it is captioned, 0 for its place on the wall."""

    name: str
    group: str = ""

    def __post_init__(self) -> None:
        if not self.group:
            group = "creatures" if self.name in registry.CREATURES else "letters"
            object.__setattr__(self, "group", group)


@dataclass(frozen=True)
class Seen:
    """What changes from tick to tick: boxes on the board now, and the rest by picture."""

    boxes: tuple[Box, ...]
    offset: float
    at: float
    page: int
    lift: tuple[float, ...]
    risen: tuple[float, ...]
    failed: tuple[bool, ...]
    ring: int | None


Words = tuple[list[Any], list[tuple[float, float]], list[float], list[Color]]
"""Letters: outlines, places on the unrolled pages, sizes, colours."""


class Look:
    """The layers of one wall. Those that stay as they were are the same objects."""

    def __init__(
        self,
        theme: Theme,
        language: Language,
        board: Board,
        zoom: float,
        pieces: Sequence[Piece],
        plan: Plan,
    ) -> None:
        self.theme, self.board = theme, board
        self.language: Language = language
        self.zoom, self.pieces, self.plan = zoom, tuple(pieces), plan
        self._line = Lines(typeset_or_nothing, language)
        night = theme.name == "night"
        self.mat = blend(theme.paper, theme.milk, 0.16) if night else theme.milk
        self.empty = blend(theme.paper, theme.sand, 0.35)
        self._edge = fade(theme.ink, 0.16 if night else 0.34)
        self._shadow = theme.faint(1.25)
        self._ground = Ground(
            name="ground",
            top=theme.paper,
            bottom=blend(theme.paper, theme.sand, 0.14),
            patch=fade(theme.sand, 0.22),
            patch_size=170.0,
        )
        self._parts: dict[str, tuple[object, list[Layer]]] = {}
        self._named: tuple[bool, ...] | None = None
        self._words: Words = ([], [], [], [])
        self._last: tuple[Seen, tuple[Layer, ...]] | None = None

    def layers(self, seen: Seen) -> tuple[Layer, ...]:
        """The wall as it is seen, with empty ``panels``.

        What stands still comes first: the painter keeps it. A frame that is lifted covers itself at rest.
        """
        named = tuple(registry.known(piece.name) is not None for piece in self.pieces)
        if self._last and seen == self._last[0] and named == self._named:
            return self._last[1]
        if named != self._named:
            self._words, self._named = self._set_words(), named
        lifted = [index for index, lift in enumerate(seen.lift) if lift > 0]
        layers = (
            self._ground,
            *self._part("frames", seen.offset, lambda: self._at_rest(seen)),
            *self._part("ways", (seen.at, seen.page), lambda: self._ways(seen)),
            *self._part("captions", (seen.offset, named), lambda: self._captions(seen)),
            *self._frames([(seen.boxes[i], seen.lift[i]) for i in lifted], " lifted"),
            *self._part("panels", seen.boxes, lambda: self._panels(seen)),
            *self._veils(seen),
            *self._part("edges", seen.boxes, lambda: self._edges(seen)),
            *self._ring(seen),
        )
        self._last = seen, layers
        return layers

    def _part(self, name: str, key: object, make: Callable[[], list[Layer]]) -> list[Layer]:
        """The layers of that part: the same ones while ``key`` is the same."""
        known = self._parts.get(name)
        if known is None or known[0] != key:
            known = self._parts[name] = key, make()
        return known[1]

    # frames

    def _at_rest(self, seen: Seen) -> list[Layer]:
        left = [page * self.board.width - seen.offset for page in self.plan.page]
        return self._frames([((x + at, y, w, h), 0.0) for (x, y, w, h), at in zip(self.plan.boxes, left)], "")

    def _frames(self, hung: Sequence[tuple[Box, float]], suffix: str) -> list[Layer]:
        """Frames and their shadows: boxes, and how far they are lifted."""
        if not hung:
            return []
        mat, boxes = self.plan.mat, [box for box, _ in hung]
        lift = np.array([high for _, high in hung])
        outer = np.array([_corners(box, mat) for box in boxes])
        fall = np.stack([1.2 + 1.4 * lift, 2.2 + 2.8 * lift], -1)[:, None]
        near = np.add([_corners(box, mat - 0.4) for box in boxes], (0.5, 0.9))
        inner = np.array([_corners(box, 0.0) for box in boxes])
        return [
            shapes(f"shadows{suffix}", outer + fall, self._shadow, corner=1.0, softness=3.2 + 3.0 * lift),
            shapes(f"feet{suffix}", near, self.theme.faint(0.8), corner=1.0, softness=0.9),
            shapes(f"frames{suffix}", outer, self.mat, corner=1.0, ink=self._edge, ink_width=0.42),
            shapes(f"empty{suffix}", inner, self.empty, corner=1.0),
        ]

    def _panels(self, seen: Seen) -> list[Layer]:
        count = len(self.pieces)
        return [Panels(name="panels", box=floats(seen.boxes), panels=(None,) * count)] if count else []

    def _edges(self, seen: Seen) -> list[Layer]:
        """A line around every picture, where the mat's cut edge shades it."""
        ends = [np.array(_corners(box, 0.1)) for box in seen.boxes]
        lines = [[c[k], c[(k + 1) % 4]] for c in ends for k in range(4)]
        return [ribbons("edges", lines, 0.22, fade(self.theme.ink, 0.24))] if lines else []

    def _veils(self, seen: Seen) -> list[Layer]:
        """Paper over pictures that are still rising from it, and over those that have failed."""
        corners, fills = [], []
        for box, risen, failed in zip(seen.boxes, seen.risen, seen.failed):
            veil = max((1 - risen) ** 1.5, 0.62 if failed else 0.0)
            if veil > 0:
                corners.append(_corners(box, 0.0))
                fills.append(fade(self.empty, veil))
        return [shapes("veils", corners, fills, corner=1.0)] if corners else []

    def _ring(self, seen: Seen) -> list[Layer]:
        if seen.ring is None:
            return []
        width = RING / self.zoom
        corners = _corners(seen.boxes[seen.ring], self.plan.mat + width)
        none = fade(self.theme.ink, 0.0)
        return [shapes("ring", corners, none, corner=1.0, ink=self.theme.ink, ink_width=width)]

    # words

    def _set_words(self) -> Words:
        """Every letter of captions and titles: outline, place on the unrolled pages, size, colour."""
        glyph: list[Any] = []
        center: list[tuple[float, float]] = []
        size: list[float] = []
        fill: list[Color] = []
        plan, wide = self.plan, self.board.width

        def add(line: Line, x: float, y: float, em: float, strength: float) -> None:
            glyph.extend(line.glyph)
            center.extend((x + at * em, y) for at in line.center)
            size.extend([em] * len(line.glyph))
            fill.extend([fade(self.theme.ink, strength)] * len(line.glyph))

        if plan.text:
            for index, piece in enumerate(self.pieces):
                x, y, width, height = plan.boxes[index]
                left = x - plan.mat + plan.page[index] * wide
                under = y + height + plan.mat + plan.text * 1.15
                number = self._line(f"{index + 1:02d}")
                add(number, left, under, plan.text, FAINT)
                start = (number.width + 0.75) * plan.text
                title = self._title(piece)
                room = width + 2 * plan.mat - start
                add(self._fitting(title, room / plan.text), left + start, under, plan.text, STRENGTH)
        if plan.title:
            x, y = plan.title_at
            right = wide - x
            for page in range(len(plan.pages)):
                line = self._line(self.page_title(page))
                add(line, page * wide + x, y, plan.title, STRENGTH)
                end = self._line(NAME)
                em = max(0.75 * plan.title, LEGIBLE / self.zoom)
                if line.width * plan.title + end.width * em + 3 * em < right - x:
                    add(end, page * wide + right - end.width * em, y, em, FAINT)
        return glyph, center, size, fill

    def _title(self, piece: Piece) -> str:
        kind = registry.known(piece.name)
        return kind.title[self.language] if kind else ""

    def page_title(self, page: int) -> str:
        """What hangs on that page, in a word or two."""
        groups = dict.fromkeys(self.pieces[index].group for index in self.plan.pages[page])
        return " + ".join(registry.GROUPS[group][self.language] for group in groups)

    def _fitting(self, text: str, room: float) -> Line:
        """The line, cut at its end where it is wider than ``room`` em."""
        line = self._line(text)
        while line.width > room and text:
            text = text[:-1].rstrip()
            line = self._line(text + "…") if text else Line()
        return line

    def _captions(self, seen: Seen) -> list[Layer]:
        glyph, center, size, fill = self._words
        layers: list[Layer] = []
        if self.plan.title:
            x, y = self.plan.title_at
            middle = y + 0.8 * self.plan.title
            rules = []
            for page in range(len(self.plan.pages)):
                left = page * self.board.width - seen.offset
                rules.append([[left + x, middle], [left + self.board.width - x, middle]])
            layers.append(ribbons("rules", rules, 0.18, fade(self.theme.ink, 0.2)))
        if glyph:
            places = np.array(center) - (seen.offset, 0.0)
            layers.append(glyphs("captions", glyph, places, np.array(size)[:, None], np.array(fill)))
        return layers

    # other pages

    def _ways(self, seen: Seen) -> list[Layer]:
        count = len(self.plan.pages)
        if count < 2:
            return []
        ink = self.theme.ink
        left = self.board.width / 2 - (count - 1) * DOT_GAP / 2
        center = [(left + k * DOT_GAP, self.plan.dots_y) for k in range(count)]
        near = [max(0.0, 1 - abs(k - seen.at)) for k in range(count)]
        size = np.array([[DOT * (0.8 + 0.35 * n)] * 2 for n in near])
        layers: list[Layer] = [discs("dots", center, size, [fade(ink, 0.24 + 0.5 * n) for n in near])]
        arrows, fills = [], []
        for side, there in ((-1, seen.page > 0), (1, seen.page < count - 1)):
            x, y = (SIDE / 2 if side < 0 else self.board.width - SIDE / 2), self.board.height / 2
            tip = 0.5 * CHEVRON * side
            arrows.append([[x - tip, y - CHEVRON], [x + tip, y], [x - tip, y + CHEVRON]])
            fills.append(fade(ink, 0.55 if there else 0.0))
        stroke = [np.array([_along(a, t) for t in np.linspace(0, 1, 17)]) for a in np.array(arrows)]
        layers.append(ribbons("arrows", stroke, 0.55, fills))
        return layers

    def way_at(self, x: float, y: float, page: int) -> int | None:
        """The page to which a press at that place leads, None for none."""
        count = len(self.plan.pages)
        if count < 2:
            return None
        left = self.board.width / 2 - (count - 1) * DOT_GAP / 2
        if abs(y - self.plan.dots_y) < 9.0:
            nearest = round((x - left) / DOT_GAP)
            if 0 <= nearest < count and abs(x - left - nearest * DOT_GAP) <= DOT_GAP:
                return nearest
        if x < 1.4 * SIDE and page > 0:
            return page - 1
        if x > self.board.width - 1.4 * SIDE and page < count - 1:
            return page + 1
        return None


def _along(points: np.ndarray, t: float) -> np.ndarray:
    """A point on two strokes of equal length, a share ``t`` of their way."""
    a, b, c = points
    return a + (b - a) * (2 * t) if t < 0.5 else b + (c - b) * (2 * t - 1)


def _corners(box: Box, out: float) -> list[list[float]]:
    """The box's corners, clockwise from the upper left, moved outward."""
    x, y, width, height = box
    x0, y0, x1, y1 = x - out, y - out, x + width + out, y + height + out
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
