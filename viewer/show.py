"""The scenes of a show, one after another: made when first shown, kept, and started afresh each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from scenes import registry
from scenes.picture import Picture
from scenes.scene import Scene, Setting
from scenes.texterrors import TextError
from viewer.ahead import Ahead, Paint, afresh, rehearsed
from viewer.clock import SECOND, Now, TickClock
from viewer.coming import Coming, Foresee, word_of
from viewer.player import Player, Report
from viewer.transition import Way

DWELL = 20.0
"""Seconds that a scene of several plays when nobody touches it."""

SLICE = 0.008
"""Seconds of a frame that may go into a word to come."""

AHEAD, SOON = 0.006, 0.014
"""Seconds of a frame that may go into the scene to come, and into one that somebody waits for."""
SHARE = 0.25
"""The same as a share of a frame that takes long anyway; twice as much for one that is waited for."""
LONGEST = 0.1
REST = SECOND
"""How long (ns) a scene plays before the next is begun."""

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
        self.prepaint: Paint | None = None
        """How to paint a scene unseen; without it another scene is made when it comes on."""
        self.asked: tuple[int, int] | None = None
        """The scene that comes on as soon as it is ready, and the direction (1, -1) to look beyond it."""
        self._ahead: Ahead | None = None
        self._at_hand: dict[int, Setting] = {}
        self._changed_at = self._frame_at = 0
        self._go(0, 1)

    @property
    def player(self) -> Player:
        return self._players[self.index]

    @property
    def comes(self) -> str:
        """What the scene is called that was asked for and is not ready yet, '' for none."""
        if self.asked is None:
            return ""
        name = self.names[self.asked[0]]
        try:
            return registry.scene_class(name).title[self.setting.language]
        except Exception:  # told where it is made
            return name

    @property
    def way(self) -> Way | None:
        """How the scene that is on came, where the show says it of this one."""
        return None

    @property
    def several(self) -> bool:
        return len(self.names) > 1

    def frame(self) -> Picture:
        """The picture to show now; goes on to the next scene when this one has had its time."""
        if self.player.paused:
            self._idle.hold()
        else:
            self._idle.advance()
            if self.several and self.asked is None and self._idle.ticks * 0.1 >= self._dwell:
                self.step(1)
        self._prepare_next()
        self._frame_at = self._now()
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
        index = self.asked[0] if self.asked else self.index
        self._ask((index + by) % len(self.names), by)

    def pick(self, number: int) -> None:
        """Go to the scene of that place in the show, if there is one."""
        if 0 <= number < len(self.names) and (number != self.index or self.asked):
            self._ask(number, 1)

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

    def _ask(self, index: int, by: int) -> None:
        """Go to that scene, at once if it is ready or nothing plays that could be looked at meanwhile."""
        if index == self.index and self.asked:
            self.asked = None  # asked for another, and back
        elif self.prepaint is None or self.player.failure or self._is_at_hand(index):
            self._go(index, by)
        else:
            self.asked = index, by

    def _is_at_hand(self, index: int) -> bool:
        return index in self._players and self._at_hand.get(index) == self._setting_of(index)

    def _prepare_next(self) -> None:
        """Work for a few milliseconds on the scene that was asked for, or on the next one."""
        if self.prepaint is None or not self.several:
            return
        by = self.asked[1] if self.asked else 1
        index = self.asked[0] if self.asked else (self.index + 1) % len(self.names)
        for _ in self.names:
            if index not in self._broken:
                break
            index = (index + by) % len(self.names)
        ahead = self._ahead
        if ahead is None:
            if index == self.index:
                self.asked = None
            elif self._is_at_hand(index):
                if self.asked:
                    self._go(index, by)
            elif self.asked or self._now() - self._changed_at > REST:
                self._ahead = self._begin(index, self.prepaint)
            return
        try:
            if not ahead.work(self._slice()):
                return
        except Exception as error:
            self._broken[ahead.index] = error
            self._report(f"{self.names[ahead.index]} cannot be shown: {error}")
        else:
            assert ahead.player is not None
            if ahead.index == self.index:  # it had to come on meanwhile, as it was
                self._ahead = None
                return
            self._players[ahead.index] = ahead.player
            self._at_hand[ahead.index] = ahead.setting
        self._ahead = None

    def _slice(self) -> float:
        frame = min((self._now() - self._frame_at) / SECOND, LONGEST)
        return max(SOON, 2 * SHARE * frame) if self.asked else max(AHEAD, SHARE * frame)

    def _begin(self, index: int, paint: Paint) -> Ahead:
        setting, player = self._setting_of(index), self._players.get(index)

        def make() -> Player:
            if player is not None:
                return afresh(player, setting)
            scene, count = rehearsed(lambda: self._scene_of(index, setting))
            made = Player(scene, self._report, self._now)
            made.still = count
            return afresh(made, setting)

        return Ahead(index, setting, self.names[index], make, paint)

    def _setting_of(self, index: int) -> Setting:
        """The setting in which the scene of that place would come on now."""
        return self.setting

    def _scene_of(self, index: int, setting: Setting) -> Scene:
        return self._make(self.names[index], setting)

    def _go(self, index: int, by: int) -> None:
        self.asked = None
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
        self._changed_at = self._now()
        self.changes += 1

    def _ready(self, index: int) -> bool:
        """Make the scene or take it out again, at its first moment and in today's setting."""
        if index in self._broken:
            return False
        if self._ahead is not None and (self._ahead.index == index or index not in self._players):
            self._ahead.finish()
            self._ahead = None if self._ahead.index == index else self._ahead
        if index in self._players:
            self.setting = self._at_hand[index] = self._setting_of(index)
            player = self._players[index]
            player.hold()
            player.place(self.setting)
            player.reset()
            return True
        name, setting = self.names[index], self._setting_of(index)
        try:
            scene = self._scene_of(index, setting)
        except Exception as error:
            self._broken[index] = error
            if self.several:
                self._report(f"{name} cannot be shown: {error}")
            return False
        self._players[index] = Player(scene, self._report, self._now)
        self.setting = self._at_hand[index] = setting
        return True
