"""The operator's menu: a sheet with buttons over the show, for fingers and keys alike.

Like the buttons of the window it is measured in window units (y down) and built as picture layers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scenes.labels import Line, Lines, Typeset
from scenes.picture import Layer, Picture, glyphs, ribbons, shapes
from scenes.scene import Language
from scenes.theme import Color, Theme, fade
from viewer.hud import LABELS
from viewer.pill import Pill, liked_scale

Page = Literal["", "pin", "menu", "scenes"]
"""What is open; '' is nothing."""

WORDS: dict[str, dict[Language, str]] = {
    "title": {"ja": "係のメニュー", "ko": "운영자 메뉴", "en": "Operator"},
    "pin title": {"ja": "暗証番号", "ko": "비밀번호", "en": "PIN"},
    "wrong": {"ja": "ちがいます", "ko": "틀렸습니다", "en": "Not this one"},
    "later": {"ja": "しばらくお待ちください", "ko": "잠시 기다려 주세요", "en": "Wait a little"},
    "go to": {"ja": "場面をえらぶ", "ko": "장면 고르기", "en": "Go to"},
    "reload": {"ja": "読み直す", "ko": "다시 불러오기", "en": "Reload"},
    "quit": {"ja": "終了", "ko": "종료", "en": "Quit"},
    "close": {"ja": "閉じる", "ko": "닫기", "en": "Close"},
    "back": {"ja": "もどる", "ko": "뒤로", "en": "Back"},
    "more": {"ja": "つづき", "ko": "더 보기", "en": "More"},
}
IDLE = 30.0
"""Seconds without a touch after which it closes by itself."""
TRIES = 3
BAN = 30.0
"""After so many wrong numbers none is taken for so many seconds."""
A_PAGE = 18
"""Scenes on one page."""
CELL, GAP, PAD, TITLE, TEXT = 48.0, 12.0, 26.0, 54.0, 17.0
WIDTHS: dict[Page, tuple[int, float]] = {"pin": (3, 84.0), "menu": (2, 214.0), "scenes": (3, 214.0)}
"""Columns of a page, and how wide its buttons are. All in window units at a scale of 1."""


@dataclass(frozen=True, kw_only=True)
class Item(Pill):
    """A button of the menu; ``name``: what it asks for."""

    name: str


class Menu:
    """``scenes``: their titles in the order of the show. ``pin``: digits, or '' for none."""

    def __init__(
        self,
        theme: Theme,
        language: Language,
        scenes: Sequence[str],
        typeset: Typeset,
        pin: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.theme = theme
        self.language: Language = language
        self.scenes = tuple(scenes)
        self.page: Page = ""
        self.size = (0, 0)
        self.paused = False
        self.focus = ""
        """The button that the keyboard is on."""
        self.held = ""
        """The button under a pressed pointer."""
        self.note = ""
        """A line under the title: what is on, or what was wrong."""
        self._pin = pin
        self._now = now
        self._entered = ""
        self._wrong = 0
        self._banned = 0.0
        self._first = 0
        self._touched = 0.0
        self._line = Lines(typeset, language)
        self._drawn: tuple[object, Picture] | None = None

    @property
    def open(self) -> bool:
        return bool(self.page)

    def show(self) -> None:
        self._go("pin" if self._pin else "menu")

    def hide(self) -> None:
        self._go("")

    def look(self) -> None:
        """Told every frame: a menu that nobody touches closes."""
        if self.page and self._now() - self._touched > IDLE:
            self.hide()

    def touched(self) -> None:
        self._touched = self._now()

    def prepare(self) -> Iterator[tuple[Any, ...]]:
        """Set its words one after another; the letters of each, to be made ready for painting."""
        buttons = ("previous", "next", "pause", "resume")
        words = [WORDS[name][self.language] for name in WORDS]
        for text in (*words, *(LABELS[name][self.language] for name in buttons)):
            yield self._line(text).glyph

    # what is pressed

    def act(self, name: str) -> str:
        """A button was pressed. What the show is to do: next, previous, pause, reload, quit, go N, or ''."""
        self.touched()
        if name == "close":
            self.hide()
        elif name == "back":
            self._go("menu")
        elif name == "go to":
            self._go("scenes")
        elif name == "more":
            self._first = (self._first + A_PAGE) if self._first + A_PAGE < len(self.scenes) else 0
            self.focus = ""
        elif name.startswith("digit "):
            self.digit(name[-1])
        else:
            if name.startswith("go ") or name in ("reload", "quit"):
                self.hide()
            return name
        return ""

    def digit(self, digit: str) -> None:
        """A digit of the PIN, by key or by touch."""
        self.touched()
        if self.page != "pin":
            return
        if self._now() < self._banned:
            self.note = WORDS["later"][self.language]
            return
        self._entered += digit
        self.note = ""
        if len(self._entered) < len(self._pin):
            return
        right, self._entered = self._entered == self._pin, ""
        if right:
            self._wrong = 0
            self._go("menu")
            return
        self._wrong += 1
        self.note = WORDS["wrong"][self.language]
        if self._wrong >= TRIES:
            self._wrong = 0
            self._banned = self._now() + BAN
            self.note = WORDS["later"][self.language]

    def walk(self, by: int) -> None:
        """Move the keyboard's focus over the buttons and round again."""
        self.touched()
        names = [item.name for item in self.items]
        if names:
            at = names.index(self.focus) + by if self.focus in names else (0 if by > 0 else -1)
            self.focus = names[at % len(names)]

    def down(self, rows: int) -> None:
        """Move the focus by rows, as far as there are any."""
        self.touched()
        names, columns = [item.name for item in self.items], WIDTHS[self.page][0]
        if self.focus not in names:
            self.walk(1)
            return
        at = names.index(self.focus) + rows * columns
        if 0 <= at < len(names):
            self.focus = names[at]

    def _go(self, page: Page) -> None:
        self.page, self.focus, self.held, self.note = page, "", "", ""
        self._entered, self._first = "", 0
        self.touched()

    # where all lies

    def resize(self, width: int, height: int) -> None:
        self.size = (width, height)

    @property
    def _labels(self) -> list[tuple[str, str]]:
        """Name and label of the page's buttons, row by row."""
        language = self.language

        def word(name: str) -> tuple[str, str]:
            return name, WORDS[name][language]

        if self.page == "pin":
            digits = [(f"digit {d}", d) for d in "123456789"]
            return [*digits, word("close"), ("digit 0", "0")]
        if self.page == "scenes":
            shown = list(enumerate(self.scenes))[self._first : self._first + A_PAGE]
            more = [word("more")] if len(self.scenes) > A_PAGE else []
            return [*((f"go {index}", title) for index, title in shown), *more, word("back")]
        if self.page == "menu":
            several = len(self.scenes) > 1
            turn = [(name, LABELS[name][language]) for name in ("previous", "next")] if several else []
            pause = "pause", LABELS["resume" if self.paused else "pause"][language]
            goto = [word("go to")] if several else []
            return [*turn, *goto, pause, word("reload"), word("quit"), word("close")]
        return []

    @property
    def box(self) -> tuple[float, float, float, float, float]:
        """The sheet: x, y, width, height in window units, and its scale."""
        columns, wide = WIDTHS.get(self.page, (1, 0.0))
        rows = -(-len(self._labels) // columns)
        across = columns * (wide + GAP) - GAP + 2 * PAD
        down = TITLE + rows * (CELL + GAP) - GAP + 2 * PAD
        width, height = self.size
        s = max(min(liked_scale(width, height), width / (across + 2 * GAP), height / (down + 2 * GAP)), 1e-3)
        return (width - across * s) / 2, (height - down * s) / 2, across * s, down * s, s

    @property
    def items(self) -> tuple[Item, ...]:
        """The buttons as they lie now; none where nothing is open."""
        if not self.page or min(self.size) <= 0:
            return ()
        x, y, _, _, s = self.box
        columns, wide = WIDTHS[self.page]
        return tuple(
            Item(
                name=name,
                label=label,
                x=x + (PAD + at % columns * (wide + GAP)) * s,
                y=y + (PAD + TITLE + at // columns * (CELL + GAP)) * s,
                width=wide * s,
                height=CELL * s,
            )
            for at, (name, label) in enumerate(self._labels)
        )

    def at(self, x: float, y: float) -> str:
        """The button at a window place, or ''."""
        return next((item.name for item in self.items if item.holds(x, y)), "")

    # how it looks

    def picture(self) -> Picture:
        """The sheet over a veil, in window units; the same object while nothing changes."""
        dots = len(self._entered)
        state = (self.page, self.size, self.focus, self.held, self.note, self.paused, dots, self._first)
        if self._drawn is None or self._drawn[0] != state:
            self._drawn = (state, Picture(tuple(self._layers())))
        return self._drawn[1]

    def _layers(self) -> list[Layer]:
        items = self.items
        if not items:
            return []
        x, y, across, down, s = self.box
        paper, ink = self.theme.paper, self.theme.ink
        layers: list[Layer] = [
            shapes("menu veil", _corners(-9, -9, *self.size), fade(ink, 0.35), corner=1.0),
            shapes("menu sheet", _rounded(x, y, across, down, 18 * s), paper, corner=1.0),
        ]
        ends, fills, edges, letters, centers, sizes, colors = [], [], [], [], [], [], []
        for item in items:
            r, (cx, cy) = item.height / 2, item.center
            ends.append(item.ends)
            pressed = item.name == self.held
            fills.append(ink if pressed else self.theme.light(self.theme.sand, 0.35))
            edges.append(ink if item.name == self.focus else fade(ink, 0.3))
            line = self._line(item.label)
            size = min(TEXT * s, (item.width - r) / max(line.width, 1e-3))
            for outline, at in zip(line.glyph, line.center):
                letters.append(outline)
                centers.append((cx + (at - line.width / 2) * size, cy))
                sizes.append(size)
                colors.append(paper if pressed else ink)
        widths = [3.0 * s if item.name == self.focus else 1.2 * s for item in items]
        layers.append(ribbons("menu buttons", ends, items[0].height / 2, fills, ink=edges, ink_width=widths))
        head = WORDS["pin title" if self.page == "pin" else "title"][self.language]
        dots = "●" * len(self._entered) + "○" * (len(self._pin) - len(self._entered))
        notes = [(head, 22.0, 0.0, ink), (self.note or (dots if self.page == "pin" else ""), 14.0, 26.0, ink)]
        for text, em, lower, color in notes:
            line = self._line(text) if text else Line()
            size = min(em * s, (across - 2 * PAD * s) / max(line.width, 1e-3))
            for outline, at in zip(line.glyph, line.center):
                letters.append(outline)
                centers.append((x + PAD * s + at * size, y + (PAD + 8 + lower) * s))
                sizes.append(size)
                colors.append(_strong(color, lower))
        if letters:
            layers.append(glyphs("menu letters", letters, centers, [[size] for size in sizes], colors))
        return layers


def _strong(color: Color, lower: float) -> Color:
    return fade(color, 0.7) if lower else color


def _corners(x: float, y: float, right: float, bottom: float) -> list[list[float]]:
    """A rectangle from (x, y), and as far beyond right and bottom as that lies before the origin."""
    return [[x, y], [right - x, y], [right - x, bottom - y], [x, bottom - y]]


def _rounded(x: float, y: float, width: float, height: float, r: float) -> list[tuple[float, float]]:
    """A rectangle with round corners."""
    quarter = [math.radians(a) for a in range(0, 91, 15)]
    middles = (
        (x + width - r, y + height - r, 0.0),
        (x + r, y + height - r, math.pi / 2),
        (x + r, y + r, math.pi),
        (x + width - r, y + r, 1.5 * math.pi),
    )
    return [
        (cx + r * math.cos(turn + a), cy + r * math.sin(turn + a))
        for cx, cy, turn in middles
        for a in quarter
    ]
