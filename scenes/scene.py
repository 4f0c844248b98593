"""What every scene is: fixed ticks, a picture, pointers and keys. No GL, no window, no clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scenes.board import Board
from scenes.params import Params
from scenes.picture import Picture
from scenes.theme import THEMES, Theme

Group = Literal["creatures", "letters", "wall"]
Language = Literal["ja", "ko", "en"]
Key = Literal["left", "right", "up", "down", "escape"]
KEYS: tuple[Key, ...] = ("left", "right", "up", "down", "escape")

CREATURE_TICK = 1 / 60
"""Seconds per tick of creatures."""
LETTER_TICK = 0.016
"""Seconds per tick of letters."""


@dataclass(frozen=True)
class Control:
    """One row of a scene's table of controls, in three languages."""

    input: str
    effect: dict[Language, str]


@dataclass(frozen=True)
class Setting:
    """Everything a scene is made from besides its numbers."""

    board: Board = field(default_factory=Board)
    theme: Theme = field(default_factory=lambda: THEMES["day"])
    language: Language = "ja"
    word: str | None = None
    font: str | None = None
    calm: bool = False
    """Reduced motion: a resting pose, or the settled result, instead of movement."""


class Scene(ABC):
    """A living scene. Subclasses state the class facts and write ``reset``, ``tick``, ``picture``.

    Pointers are known by an id (0 the mouse, others fingers) and come in board pixels. ``move`` means
    that a pointer hovers or drags; ``leave`` that it is gone. A scene never raises on input.
    """

    name: ClassVar[str]
    group: ClassVar[Group]
    tick_seconds: ClassVar[float]
    max_debt: ClassVar[float]
    """Seconds of lag that are ever caught up: 0.05 for creatures, 0.1 for letters."""
    title: ClassVar[dict[Language, str]]
    description: ClassVar[dict[Language, str]]
    controls: ClassVar[tuple[Control, ...]]
    Params: ClassVar[type[Params]]

    def __init__(self, params: Params | None = None, setting: Setting | None = None) -> None:
        self.params: Any = params if params is not None else type(self).Params()
        self.setting = setting if setting is not None else Setting()
        self.ticks = 0
        self.touched = False
        """Whether anybody has given an input since the scene was made (ends the demo)."""
        self.cut = True
        """The next picture must not be blended with the last one shown."""
        self.prepare()
        self.reset()

    @property
    def board(self) -> Board:
        return self.setting.board

    @property
    def theme(self) -> Theme:
        return self.setting.theme

    def prepare(self) -> None:
        """Compute what depends on the setting and numbers alone (still layers, glyphs), before a reset."""

    @abstractmethod
    def reset(self) -> None:
        """Back to the first moment."""

    @abstractmethod
    def tick(self) -> None:
        """One fixed step of ``tick_seconds``."""

    @abstractmethod
    def picture(self) -> Picture:
        """What is seen now. Clears ``cut``."""

    @property
    def status(self) -> str:
        """The status line in the setting's language, '' for none."""
        return ""

    def place(self, setting: Setting) -> None:
        """Take another setting (a resized board, a theme, a word, calm) and start over only if it must."""
        if setting != self.setting:
            self.setting = setting
            self.cut = True
            self.prepare()
            self.reset()

    def move(self, pointer: int, x: float, y: float) -> None:
        """A pointer is at (x, y) board px."""

    def press(self, pointer: int, x: float, y: float) -> None:
        """A pointer went down at (x, y)."""

    def release(self, pointer: int, x: float, y: float) -> None:
        """A pointer went up at (x, y); a finger is gone after it, a mouse still hovers."""

    def leave(self, pointer: int) -> None:
        """A pointer is gone from the board."""

    def key(self, key: Key) -> bool:
        """A key went down (or repeats). Returns whether the scene used it."""
        return False
