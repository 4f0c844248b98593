"""The scenes of a show, one after another: made when first shown, kept, and started afresh each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from scenes.picture import Picture
from scenes.scene import Scene, Setting
from scenes.texterrors import TextError
from viewer.clock import Now, TickClock
from viewer.coming import Coming, Foresee, word_of
from viewer.player import Player, Report

DWELL = 20.0
"""Seconds that a scene of several plays when nobody touches it."""

SLICE = 0.008
"""Seconds of a frame that may go into a word to come."""

Make = Callable[[str, Setting], Scene]


class Show:
    """Plays ``names`` in order. ``player`` is the scene that is on.

    A scene that cannot be made is reported and passed over; if none can, the last error is raised.
    ``changes`` counts how often another scene came on.
    """

    def __init__(
        self,
        names: Sequence[str],
        make: Make,
        setting: Setting,
        report: Report,
        now: Now = time.monotonic_ns,
        dwell: float = DWELL,
    ) -> None:
        if not names:
            raise ValueError("a show needs at least one scene")
        self.names = tuple(names)
        self.setting = setting
        self.changes = 0
        self.index = 0
        self._make = make
        self._report = report
        self._now = now
        self._dwell = dwell
        self._players: dict[int, Player] = {}
        self._broken: dict[int, Exception] = {}
        self._idle = TickClock(0.1, 1.0, now)
        self.foresee: Foresee | None = None
        """How to make letters ready to be painted; without it another word is shown at once."""
        self._coming: Coming | None = None
        self._go(0, 1)

    @property
    def player(self) -> Player:
        return self._players[self.index]

    @property
    def several(self) -> bool:
        return len(self.names) > 1

    def frame(self) -> Picture:
        """The picture to show now; goes on to the next scene when this one has had its time."""
        if self.player.paused:
            self._idle.hold()
        else:
            self._idle.advance()
            if self.several and self._idle.ticks * 0.1 >= self._dwell:
                self.step(1)
        if self._coming is not None:
            self._await_word(self._coming)
        return self.player.frame()

    def hold(self) -> None:
        """Nobody is looking: time stops."""
        self.player.hold()
        self._idle.hold()

    def touched(self) -> None:
        """Somebody is at it: the scene's time begins anew."""
        self._idle.ticks = 0

    def step(self, by: int) -> None:
        """Go on (1) or back (-1) to a scene that can be shown."""
        self._go((self.index + by) % len(self.names), by)

    def pick(self, number: int) -> None:
        """Go to the scene of that place in the show, if there is one."""
        if 0 <= number < len(self.names) and number != self.index:
            self._go(number, 1)

    def drop(self, why: Exception) -> None:
        """Go on to the next scene and never come back to this one. Raises ``why`` if none is left."""
        self._broken[self.index] = why
        self._go((self.index + 1) % len(self.names), 1)

    def place(self, setting: Setting) -> None:
        """Another setting for this scene now and for the others when they come on.

        Another word is made ready over the next frames; the one that is on goes on meanwhile.
        """
        self.setting, self._coming = setting, None
        scene, shown = self.player.scene, self.player.scene.setting
        if self.foresee and scene.group == "letters" and word_of(setting) != word_of(shown):
            self._coming = Coming(scene, setting, self.foresee)
            setting = replace(setting, word=shown.word, font=shown.font, language=shown.language)
        if setting != shown or self._coming is None:
            self.player.place(setting)

    def _await_word(self, coming: Coming) -> None:
        try:
            ready = coming.work(SLICE)
        except TextError as error:
            self._report(f"the word stays as it was: {error}")
            self._coming, shown = None, self.player.scene.setting
            self.setting = replace(self.setting, word=shown.word, font=shown.font, language=shown.language)
            return
        if ready:
            self._coming = None
            self.player.place(self.setting)

    def _go(self, index: int, by: int) -> None:
        if self.index in self._players:
            self.player.go_off()
        for _ in self.names:
            if self._ready(index):
                break
            index = (index + by) % len(self.names)
        else:
            raise next(reversed(self._broken.values()))
        self.index = index
        self._coming = None
        self.player.paused = False
        self._idle.ticks = 0
        self._idle.hold()
        self.changes += 1

    def _ready(self, index: int) -> bool:
        """Make the scene or take it out again, at its first moment and in today's setting."""
        if index in self._broken:
            return False
        if index in self._players:
            player = self._players[index]
            player.hold()
            player.place(self.setting)
            player.reset()
            return True
        name = self.names[index]
        try:
            scene = self._make(name, self.setting)
        except Exception as error:
            self._broken[index] = error
            if self.several:
                self._report(f"{name} cannot be shown: {error}")
            return False
        self._players[index] = Player(scene, self._report, self._now)
        return True
