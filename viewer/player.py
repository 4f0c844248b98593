"""Plays one scene: ticks it when due and gives the picture for this very moment."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from typing import Any

from scenes.picture import Picture, mix
from scenes.scene import Key, Language, Scene, Setting
from viewer.clock import Now, TickClock

Report = Callable[[str], None]


class Player:
    """A scene with its clock and its last two pictures.

    A scene that raises is contained: the fault is reported once, the last picture stays, and ``reset``
    gives the scene another chance. ``failure`` holds the message meanwhile.
    """

    def __init__(self, scene: Scene, report: Report, now: Now = time.monotonic_ns) -> None:
        self.scene = scene
        self.report = report
        self.clock = TickClock(scene.tick_seconds, scene.max_debt, now)
        self.paused = False
        self.still = 0
        """How many of the lowest layers are known to stand still."""
        self.failure = ""
        self.before = self.after = Picture(())
        self._mixed = self.before, self.after, 0.0, self.after
        self._wanted = scene.setting
        self._present: set[int] = set()
        self._redraw()

    @property
    def calm(self) -> bool:
        return self.scene.setting.calm

    def frame(self, sparing: bool = False) -> Picture:
        """Do the ticks that are due and return the picture between the last two.

        ``sparing``: after several ticks only the last has its picture made, and it is returned as it is.
        """
        if self.paused or self.failure:
            self.clock.hold()
            due = 0
        else:
            due = self.clock.advance()
        for left in range(due, 0, -1):
            self._guard(self._tick, not sparing or left == 1)
        if self.failure or sparing or self.before is self.after:
            return self.after
        # The same object while nothing moves: what is shown already need not be painted again.
        before, after, share, shown = self._mixed
        if before is not self.before or after is not self.after or share != self.clock.share:
            share, last = self.clock.share, shown
            try:
                shown = mix(self.before, self.after, share)
            except Exception as error:
                self.fail(error, last)
                return last
            self._mixed = self.before, self.after, share, shown
        return shown

    @property
    def status(self) -> str:
        """The scene's status line, '' where it has none or failed at it."""
        return self._say(lambda: self.scene.status, "")

    def title(self, language: Language) -> str:
        """What the scene is called; its name where it failed at that."""
        return self._say(lambda: self.scene.title[language], self.scene.name)

    def hold(self) -> None:
        """Nobody is looking: time stops until the next frame."""
        self.clock.hold()

    def reset(self) -> None:
        """Back to the scene's first moment; also revives a scene that failed, in the setting last wanted."""
        self.failure = ""
        if self.scene.setting != self._wanted:
            self._guard(self.scene.place, self._wanted)
        self._guard(self.scene.reset)
        self._redraw()

    def place(self, setting: Setting) -> None:
        """Give the scene another setting (board, calm, ...); one that failed takes it up with ``reset``."""
        self._wanted = setting
        self._guard(self.scene.place, setting)
        self._redraw()

    def go_off(self) -> None:
        """Another scene comes on: nobody is on this one any more, and it may show itself again."""
        for pointer in sorted(self._present):
            self.leave(pointer)
        self.scene.touched = False

    def move(self, pointer: int, x: float, y: float) -> None:
        self._present.add(pointer)
        self._guard(self.scene.move, pointer, x, y)

    def press(self, pointer: int, x: float, y: float) -> None:
        self._present.add(pointer)
        self._guard(self.scene.press, pointer, x, y)

    def release(self, pointer: int, x: float, y: float) -> None:
        self._guard(self.scene.release, pointer, x, y)

    def leave(self, pointer: int) -> None:
        self._present.discard(pointer)
        self._guard(self.scene.leave, pointer)

    def key(self, key: Key) -> bool:
        return bool(self._guard(self.scene.key, key))

    def _tick(self, seen: bool = True) -> None:
        self.scene.tick()
        if seen:
            self.before, self.after = self.after, self.scene.picture()

    def _redraw(self) -> None:
        """Show the scene's state as it is, blended with nothing."""
        picture = self._guard(self.scene.picture)
        if picture is not None:
            self.before = self.after = picture

    def _guard(self, act: Callable[..., Any], *args: Any) -> Any:
        if self.failure:
            return None
        try:
            return act(*args)
        except Exception as error:
            self.fail(error)
            return None

    def _say(self, act: Callable[[], str], otherwise: str) -> str:
        """What the scene says of itself, of a failed one too."""
        try:
            return str(act())
        except Exception as error:
            if not self.failure:
                self.fail(error)
            return otherwise

    def fail(self, error: Exception, last_good: Picture | None = None) -> None:
        """The scene, or the painting of its picture, raised: say so and stand still."""
        place = traceback.extract_tb(error.__traceback__)[-1]
        self.failure = (
            f"{self.scene.name} failed at tick {self.scene.ticks} "
            f"({place.filename}:{place.lineno}): {type(error).__name__}: {error}"
        )
        if last_good is not None:
            self.before = self.after = last_good
        self.report(f"{self.failure}. Its last picture stays; Reset starts it again.")
