"""What the nine words share: a demo that starts over until somebody touches it, and a settled calm result.

The clock of article 003: letters hang still for a moment after each start, an untouched scene starts over
every 3.4 s, and reduced motion computes the movement at once and shows where it ends.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from scenes.letter_ink import LetterInk, Numbers
from scenes.picture import Picture
from scenes.scene import LETTER_TICK, Language, Scene, Setting
from scenes.word import LIMIT, SIZE, Letter, default_word, layout

LEAD_TICKS = 12
"""Ticks after a start in which letters hang still (200 ms)."""
DEMO = 3.4
"""Seconds after which an untouched scene starts over."""
SETTLE_TICKS = 360
"""Ticks that reduced motion computes at once."""


class LetterScene(Scene):
    """A scene whose actors are ``self.letters``, the word of its setting.

    Subclasses write ``build`` (what depends on word, board, theme and numbers), ``start`` (the first moment),
    ``step`` (one tick of movement), ``poses`` (where letters are) and ``shift`` (move the state by a board
    offset); and ``state``, a key of ``texts``, for the status line.
    """

    group = "letters"
    tick_seconds = LETTER_TICK
    max_debt = 0.1
    em: ClassVar[float] = SIZE
    """Board px per em of a word that need not shrink."""
    limit: ClassVar[float] = LIMIT
    """Board px that the row may be wide."""
    on_ground: ClassVar[bool] = False
    """Whether the stage stands on the board's lower edge; it else keeps to the middle."""
    lead_ticks: ClassVar[int] = LEAD_TICKS
    texts: ClassVar[Mapping[str, dict[Language, str]]] = {}
    """Status lines by state."""

    letters: list[Letter]
    ink: LetterInk
    """Glyph layers of these letters."""
    age: int = 0
    """Ticks since the last start."""
    down: dict[int, tuple[float, float]]
    """Where pointers that press were last seen, board px, by id."""
    unsettled: bool = False
    """Whether an input came that reduced motion has not answered yet."""
    _kept: Picture | None = None

    @abstractmethod
    def build(self, changed: bool) -> None:
        """Make looks and tables for ``self.letters``; ``changed``: their glyphs or sizes are others."""

    @abstractmethod
    def start(self) -> None:
        """Put everything at its first moment."""

    @abstractmethod
    def poses(self) -> tuple[Numbers, Numbers]:
        """Where letters are drawn now: centres (n, 2) board px, angles (n,) radians clockwise."""

    def bow_out(self) -> None:
        """The demo is about to start over: let the letters fade where they are."""
        self.ink.leave(*self.poses())

    @abstractmethod
    def step(self) -> None:
        """One tick of movement."""

    @abstractmethod
    def shift(self, dx: float, dy: float) -> None:
        """Move the state by an offset in board px (the board grew around its centre or downward)."""

    def live(self) -> None:
        """One tick of what goes on even while letters hang still (fades, weather). Nothing by default."""

    @property
    def state(self) -> str:
        """The key of the status line in ``texts``."""
        return ""

    @property
    def status(self) -> str:
        text = self.texts.get(self.state)
        return text[self.setting.language] if text else ""

    def lay_out(self) -> list[Letter]:
        """The letters of the setting's word."""
        s = self.setting
        word = s.word if s.word is not None else default_word(self.name, s.language)
        return layout(word, limit=self.limit, size=self.em, font=s.font, language=s.language, board=s.board)

    def foresee(self, letter: Letter, place: int) -> None:
        """A word whose letter ``place`` (from 0) is this will come: make now what ``build`` keeps of it.

        Nothing by default. Called for one letter after another between frames: a long word stops nothing.
        """

    def prepare(self) -> None:
        before = [(b.glyph, b.size) for b in self.letters] if hasattr(self, "letters") else None
        self.letters = self.lay_out()
        changed = before != [(b.glyph, b.size) for b in self.letters]
        ink = LetterInk(self.theme, self.letters)
        if changed:
            self.age = 0  # nothing of the letters before can be shown any more
        else:
            ink.gone, ink.gone_age = self.ink.gone, self.ink.gone_age
        self.ink = ink
        self._kept = None
        self.build(changed)

    def reset(self) -> None:
        self.ticks = 0
        self.touched = False  # the first moment: the demo runs again
        if self.age > 0 and not self.setting.calm:
            self.ink.leave(*self.poses())
        else:
            self.ink.stay()
        self._begin()
        if self.setting.calm:
            self.settle()

    def _begin(self) -> None:
        self.age = 0
        self.cut = True
        self._kept = None
        self.down = {}
        self.start()

    def tick(self) -> None:
        self.ticks += 1
        if self.setting.calm:
            if self.unsettled:
                self.settle()
            return
        self.ink.tick()
        self.live()
        self.age += 1
        if self.age > self.lead_ticks:
            self.step()
        if self.demo and self.age * LETTER_TICK >= self.demo_seconds:
            self.bow_out()
            self._begin()

    @property
    def demo(self) -> bool:
        """Whether the scene shows itself: nobody has touched it, and motion is not reduced."""
        return not self.touched and not self.setting.calm

    @property
    def demo_seconds(self) -> float:
        """Seconds after which the demo starts over."""
        return DEMO

    def settle(self) -> None:
        """Reduced motion: compute the movement at once, to its end."""
        self.unsettled = False
        for _ in range(SETTLE_TICKS):
            self.age += 1
            self.step()
        self.ink.stay()
        self.cut = True

    def touch(self) -> None:
        """An input came: the demo is over, and letters that still hang are let go."""
        self.touched = True
        self.age = max(self.age, self.lead_ticks)

    def after(self) -> None:
        """An input was taken: reduced motion shows with the next tick where it leads.

        Not with the input itself: a mouse gives hundreds of them a second.
        """
        self.unsettled = True
        self._kept = None

    def release(self, pointer: int, x: float, y: float) -> None:
        self.down.pop(pointer, None)

    def leave(self, pointer: int) -> None:
        self.down.pop(pointer, None)

    def place(self, setting: Setting) -> None:
        """Another word starts over; a board that changed carries everything with it; calm settles at once."""
        if setting == self.setting:
            return
        before, self.setting = self.setting, setting
        word = (before.word, before.language, before.font)
        self.prepare()
        self.cut = True
        if word != (setting.word, setting.language, setting.font):
            self.reset()
            return
        dx, dy = self.offset(before, setting)
        self.shift(dx, dy)
        self.ink.shift(dx, dy)
        self.down = {name: (x + dx, y + dy) for name, (x, y) in self.down.items()}
        if setting.calm:
            self.settle()

    def offset(self, before: Setting, after: Setting) -> tuple[float, float]:
        """Board px by which the stage moves from one setting to another: as the middle, or the edge, does."""
        (ax, ay), (bx, by) = before.board.center, after.board.center
        return bx - ax, after.board.height - before.board.height if self.on_ground else by - ay

    @abstractmethod
    def picture(self) -> Picture: ...

    def keep(self, still: bool, make: Callable[[], Picture]) -> Picture:
        """The picture that ``make`` gives; while nothing moves (``still``) the one given before.

        A resting scene then costs nothing: what is the same object is neither mixed nor uploaded again.
        """
        if still and self._kept is not None and not self.cut:
            return self._kept
        picture, self.cut = make(), False
        self._kept = replace(picture, cut=False) if still else None
        return picture
