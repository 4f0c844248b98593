"""The scenes of a show, one after another: made when first shown, kept, and started afresh each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from scenes import registry
from scenes.picture import Picture
from scenes.scene import Scene, Setting
from scenes.wall import Wall
from viewer.ahead import Ahead, Paint, afresh, rehearsed
from viewer.clock import SECOND, Now, TickClock
from viewer.coming import Coming, Foresee, word_of
from viewer.gallery import Gallery
from viewer.player import Player, Report
from viewer.transition import Way

DWELL = 20.0
"""Seconds that a scene of several plays when nobody touches it."""

RETURN = 60.0
"""Seconds after the last touch after which a show with a gallery wall returns to it."""

SLICE = 0.008
"""Seconds of a frame that may go into a word to come."""

AHEAD, SOON = 0.006, 0.014
"""Seconds of a frame that may go into the scene to come, and into one that somebody waits for."""
SHARE = 0.25
"""The same as a share of a frame that takes long anyway; twice as much for one that is waited for."""
HANGING, MOST_HANGING = 0.024, 0.25
"""Seconds of a frame that may go into a picture missing on the wall, and of one that is slow anyway."""
LONGEST = 0.1
REST = 2 * SECOND
"""How long (ns) a scene plays before the next is begun: longer than it takes to come."""

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
        self.return_after = RETURN if registry.WALL in names else 0.0
        """Seconds after the last touch after which the show returns home, paused or not; 0 for never."""
        self._alone = TickClock(0.1, 1.0, now)
        """Time since the last touch."""
        self._visited = False
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
    def wall(self) -> int | None:
        """The place of the gallery wall in the show."""
        return self.names.index(registry.WALL) if registry.WALL in self.names else None

    @property
    def gallery(self) -> Gallery | None:
        """The wall, if it is what is on."""
        return self.player if isinstance(self.player, Gallery) else None

    @property
    def tiles(self) -> tuple[int, ...]:
        """Places in the show of what digits choose, and what hangs on the wall: as it follows the wall."""
        count, wall = len(self.names), self.wall
        order = range(count) if wall is None else ((wall + 1 + k) % count for k in range(count - 1))
        return tuple(index for index in order if self.names[index] != registry.WALL)

    @property
    def home(self) -> int:
        """The place in the show to return to."""
        return self.wall or 0

    @property
    def comes(self) -> str:
        """What the scene is called that was asked for and is not ready yet, '' for none.

        Its module is read in another thread: until that is done, nothing is known of it, and nothing waits.
        """
        asked = registry.known(self.names[self.asked[0]]) if self.asked else None
        return asked.title[self.setting.language] if asked else ""

    @property
    def way(self) -> Way | None:
        """How the scene that is on came, where the show says it of this one."""
        return None

    @property
    def several(self) -> bool:
        return len(self.names) > 1

    def frame(self) -> Picture:
        """The picture to show now; goes on to the next scene when this one has had its time."""
        self._alone.advance()
        if self._visited and self._alone.ticks * 0.1 >= self.return_after:
            self.go_home()
        wanted = self.gallery.take() if self.gallery else None
        if wanted is not None:
            self.open(wanted)
        if self.player.paused:
            self._idle.hold()
        else:
            self._idle.advance()
            if self.several and self.asked is None and self._idle.ticks * 0.1 >= self._stays:
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
        self._alone.hold()

    @property
    def _stays(self) -> float:
        """Seconds that what is on plays by itself; what a visitor touched stays until the return home."""
        return float("inf") if self._visited else self._dwell_of(self.index)

    def _dwell_of(self, index: int) -> float:
        return self._dwell

    def touched(self) -> None:
        """Somebody is at it: the scene's time begins anew."""
        self._idle.ticks = 0
        if self.return_after:
            self._visited = True
            self._alone.ticks = 0

    def go_home(self) -> None:
        """Back to what waits for visitors, at its first moment."""
        self._visited = False
        if self.gallery and self.index == self.home:
            self._idle.ticks = 0
            self.gallery.scene.turn_by(-self.gallery.scene.page)
        else:
            self._go(self.home, 1)

    def to_wall(self) -> None:
        """Back to the gallery wall, if there is one."""
        if self.wall is not None and (self.wall != self.index or self.asked):
            self._go(self.wall, 1)

    def open(self, index: int) -> None:
        """Show what hangs on the wall as it is now, once it does."""
        if index in self._broken:
            return
        if index in self._players and not self._players[index].failure:
            self._go(index, 1)
        else:
            self._ask(index, 1)

    def step(self, by: int) -> None:
        """Go on (1) or back (-1) to a scene that can be shown."""
        index = self.asked[0] if self.asked else self.index
        self._ask((index + by) % len(self.names), by)

    def pick(self, number: int) -> None:
        """Go to the scene of that number in the show, the wall not counted, if there is one."""
        if 0 <= number < len(self.tiles):
            self.go_to(self.tiles[number])

    def go_to(self, index: int) -> None:
        """Go to what is at that place in the show."""
        if index != self.index or self.asked:
            self._ask(index, 1)

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
        except Exception as error:  # the scene goes on as it was, whatever its letters lack
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
        if self.gallery and index in self._players:
            return True  # it hangs there and lives
        return index in self._players and self._at_hand.get(index) == self._setting_of(index)

    def _prepare_next(self) -> None:
        """Work for a few milliseconds on the scene that was asked for, or on the next one."""
        if self.prepaint is None or not self.several:
            return
        by = self.asked[1] if self.asked else 1
        index = self.asked[0] if self.asked else self._next()
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
            elif self.asked or self.gallery or self._now() - self._changed_at > REST:
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

    def _next(self) -> int:
        """What will be needed next: pictures for the wall while it is on, else the scene after this one."""
        missing = [i for i in self.gallery.empty() if i not in self._broken] if self.gallery else []
        return missing[0] if missing else (self.index + 1) % len(self.names)

    def _slice(self) -> float:
        passed = (self._now() - self._frame_at) / SECOND
        frame = min(passed, LONGEST)
        if self.gallery and self._ahead and self._ahead.index not in self._players:
            return max(HANGING, min(passed, MOST_HANGING))
        return max(SOON, 2 * SHARE * frame) if self.asked else max(AHEAD, SHARE * frame)

    def _begin(self, index: int, paint: Paint) -> Ahead:
        setting, player = self._setting_of(index), self._players.get(index)

        def make() -> Player:
            if player is not None:
                return afresh(player, setting)
            scene, count = rehearsed(lambda: self._scene_of(index, setting))
            made = self._player_of(index, scene)
            made.still = count
            return afresh(made, setting)

        return Ahead(index, setting, self.names[index], make, paint)

    def _setting_of(self, index: int) -> Setting:
        """The setting in which the scene of that place would come on now."""
        return self.setting

    def _scene_of(self, index: int, setting: Setting) -> Scene:
        return self._make(self.names[index], setting)

    def _player_of(self, index: int, scene: Scene) -> Player:
        if not isinstance(scene, Wall):
            return Player(scene, self._report, self._now)
        return Gallery(
            scene,
            self.tiles,
            self.names,
            lambda index: self._players.get(index),
            self._setting_of,
            self._report,
            self._now,
        )

    def _go(self, index: int, by: int) -> None:
        self.asked = None
        lives = self._players.get(self.index)
        if lives:
            lives.go_off()
        for _ in self.names:
            if self._ready(index, isinstance(lives, Gallery)):
                break
            index = (index + by) % len(self.names)
        else:
            raise next(reversed(self._broken.values()))
        self.index = index
        if self.gallery and lives:  # it is seen outside its frame at first
            self.gallery.away = self.gallery.tile_of(lives)
        self._coming = None
        self.player.paused = False
        self._idle.ticks = 0
        self._idle.hold()
        self._changed_at = self._now()
        self.changes += 1

    def _ready(self, index: int, lives: bool = False) -> bool:
        """Make the scene or take it out again, in today's setting, at its first moment or as it ``lives``."""
        if index in self._broken:
            return False
        if self._ahead is not None and (self._ahead.index == index or index not in self._players):
            self._ahead.finish()
            if self._ahead.index == index:
                ahead, self._ahead = self._ahead, None
                if ahead.player is not None and ahead.setting == self._setting_of(index):
                    self._players.setdefault(index, ahead.player)
        if index in self._players:
            self.setting = self._at_hand[index] = self._setting_of(index)
            player = self._players[index]
            if lives and not player.failure:
                if player.scene.setting != self.setting:
                    player.place(self.setting)
                return True
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
        self._players[index] = self._player_of(index, scene)
        self.setting = self._at_hand[index] = setting
        return True
