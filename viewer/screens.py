"""Which screens a show plays on: those asked for, found again by name and place as screens come and go."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from viewer.output import whole_file
from viewer.problem import Problem
from viewer.sdl import Display, UnknownDisplay, displays, driver, find_display

ALL = "all"
EVERY = 1.0
"""Seconds between two looks at which screens there are."""
SPANNING = ("x11", "windows")
"""Where one window can lie over several screens, by SDL's names."""


class Follows(Protocol):
    """A window that can be brought to other screens."""

    @property
    def fullscreen(self) -> bool: ...
    def play_on(self, screens: Sequence[Display]) -> None: ...


@dataclass(frozen=True)
class Seen:
    """What is remembered of a screen."""

    name: str
    x: int
    y: int
    width: int
    height: int

    @classmethod
    def of(cls, display: Display) -> Seen:
        return cls(display.name, display.x, display.y, display.width, display.height)


def choose(wanted: str | None, found: Sequence[Display]) -> tuple[list[Display], str]:
    """The screens for ``wanted`` (a number, a name, several with commas, 'all'), and what to tell of them.

    Without a wish the first one. A number that is not there today is told, and so is each of several that is
    missing; the first screen stands in where none is left. Raises UnknownDisplay for a name that none has.
    """
    if not found:
        return [], ""
    if wanted is None:
        return [found[0]], ""
    if wanted.lower() == ALL:
        return list(found), ""
    chosen: list[Display] = []
    told: list[str] = []
    words = [word.strip() for word in wanted.split(",")] if _is_list(wanted, found) else [wanted]
    for word in words:
        display, warning = find_display(word, list(found))
        if warning:
            told.append(warning)
        elif display is not None and display not in chosen:
            chosen.append(display)
    return chosen or [found[0]], "; ".join(told)


def choose_or_first(wanted: str | None, found: Sequence[Display]) -> tuple[list[Display], str]:
    """As ``choose``, where nobody is there to be told of a name that none has: the first screen stands in."""
    try:
        return choose(wanted, found)
    except UnknownDisplay as error:
        return list(found[:1]), str(error)


def again(before: Sequence[Seen], found: Sequence[Display]) -> list[Display]:
    """Those of ``before`` that are there, each by its name (the one in its place where two share it), else by
    its place and size under another name."""
    left = list(found)
    chosen: list[Display] = []
    for seen in before:
        named = [display for display in left if display.name == seen.name]
        same = [display for display in named or left if _place(Seen.of(display)) == _place(seen)]
        fits = same or named[:1]
        if fits:
            chosen.append(fits[0])
            left.remove(fits[0])
    return chosen


def _place(seen: Seen) -> tuple[int, int, int, int]:
    return seen.x, seen.y, seen.width, seen.height


def _is_list(wanted: str, found: Sequence[Display]) -> bool:
    """Whether commas part several screens, and are not in the name of one."""
    return "," in wanted and not any(wanted.lower() in display.name.lower() for display in found)


class Memory:
    """Keeps the screens of a show across its starts, in a file: numbers change as screens come and go."""

    def __init__(self, file: Path, wanted: str | None) -> None:
        self.file = file
        self.wanted = wanted

    def recall(self) -> list[Seen]:
        """The screens that the same wish meant before; none if it was never kept, or cannot be read."""
        try:
            data = json.loads(self.file.read_text("utf-8"))
            if data["wanted"] == self.wanted:
                return [
                    Seen(str(s["name"]), *(int(s[k]) for k in ("x", "y", "width", "height")))
                    for s in data["screens"]
                ]
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return []

    def keep(self, screens: Sequence[Seen]) -> None:
        """Keep them; a full disk costs only this."""
        data = {"wanted": self.wanted, "screens": [vars(screen) for screen in screens]}
        with contextlib.suppress(OSError, Problem):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.file) as beside:
                beside.write_text(json.dumps(data), "utf-8")


class Watch:
    """Follows the screens of a show as they come, go and move.

    ``wanted``: as for ``choose``. ``memory``: where they are kept across starts, if at all; nobody is there
    then to be told of a wrong name, and a screen may be off today: another one stands in for it.
    """

    def __init__(self, wanted: str | None, found: Sequence[Display], memory: Memory | None = None) -> None:
        self.wanted = wanted
        self.memory = memory
        self._next = 0.0
        kept = memory.recall() if memory else []
        there = again(kept, found)
        self.on, self.warning = (there, "") if there else self._choose(found)
        self._seen: list[Seen] = kept if there or self.warning else []
        """Those that it should be on; none while that is not known."""
        if not there and not self.warning:
            self._seen = [Seen.of(display) for display in self.on]
            self._keep()

    def look(self, found: Sequence[Display]) -> tuple[list[Display], str] | None:
        """Whether to play on others now: on which, and what to tell; None where nothing changed."""
        if not found:
            return None  # all are off: what is there stays, until one is back
        on, whole = self._should(found)
        if [Seen.of(display) for display in on] == [Seen.of(display) for display in self.on]:
            return None
        self.on = on
        names = ", ".join(display.name for display in on)
        if not whole:
            return on, f"a screen is gone: the show is on {names} until it is back"
        self._seen = [Seen.of(display) for display in on]
        self._keep()
        return on, f"the screens have changed: the show is on {names}"

    def first(self, report: Callable[[str], None]) -> list[Display]:
        """Where to open the window; what there is to tell of it is reported."""
        if self.warning:
            report(self.warning)
        if len(self.on) > 1 and driver() not in SPANNING:
            report(f"one window cannot cover several screens on {driver()}: using {self.on[0].name} only")
        return self._within_reach(self.on)

    def follow(self, window: Follows, report: Callable[[str], None], always: bool) -> None:
        """Once a second look at what there is, and bring the window where it should be. Unless ``always``,
        only while it fills the screen."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY
        changed = self.look(displays(now=True))
        if changed and (always or window.fullscreen):
            report(changed[1])
            window.play_on(self._within_reach(changed[0]))

    def _within_reach(self, on: list[Display]) -> list[Display]:
        return on if driver() in SPANNING else on[:1]

    def _should(self, found: Sequence[Display]) -> tuple[list[Display], bool]:
        """Where to play among what there is, and whether that is all that it should be."""
        if self.wanted is not None and self.wanted.lower() == ALL:
            return list(found), True
        if self._seen:
            there = again(self._seen, found)
            return there or [found[0]], len(there) == len(self._seen)
        chosen, warning = self._choose(found)
        return chosen, not warning

    def _choose(self, found: Sequence[Display]) -> tuple[list[Display], str]:
        return (choose if self.memory is None else choose_or_first)(self.wanted, found)

    def _keep(self) -> None:
        if self.memory:
            self.memory.keep(self._seen)
