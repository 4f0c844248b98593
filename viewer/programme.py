"""A show as its file wants it: each scene in its own setting and time, and home when all have left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from scenes import registry
from scenes.scene import Scene, Setting
from viewer.clock import Now
from viewer.player import Player, Report
from viewer.show import Show
from viewer.showfile.acts import Act
from viewer.showfile.models import Attract
from viewer.transition import Way

Perform = Callable[[Act, Setting], Scene]


class Programme(Show):
    """Plays ``acts`` in order; ``setting`` is that of the scene that is on.

    After a touch the scene stays until nobody has touched it for ``attract.return_after`` seconds, paused or
    not; then the show returns home.
    """

    def __init__(
        self,
        acts: Sequence[Act],
        attract: Attract,
        perform: Perform,
        setting: Setting,
        report: Report,
        now: Now = time.monotonic_ns,
    ) -> None:
        self.acts = tuple(acts)
        self.attract = attract
        self._perform = perform
        super().__init__([act.name for act in acts], _never, setting, report, now)
        self.return_after = attract.return_after

    @property
    def home(self) -> int:
        """The place in the show to return to."""
        return self.names.index(self.attract.home) if self.attract.home in self.names else super().home

    @property
    def way(self) -> Way | None:
        return self.acts[self.index].way

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.wall is None:
            return super().tiles
        first: dict[object, int] = {}  # an act that comes again with the same word hangs once
        for index in super().tiles:
            act = self.acts[index]
            first.setdefault((act.name, act.params, act.word, act.font, act.language), index)
        return tuple(first.values())

    def _dwell_of(self, index: int) -> float:
        return self.acts[index].dwell

    def take_over(self, acts: Sequence[Act], attract: Attract) -> None:
        """Go on with other acts. What is on goes on without a jump if it is still in the show as it was.

        Raises, with everything as before, where none of the new ones can be shown.
        """
        before, was, players = self.acts, self.index, self._players
        undo = dict(self.__dict__)
        try:
            self._take_over(acts, attract, before, was, players)
        except Exception:
            self.__dict__.update(undo)
            raise

    def _take_over(
        self,
        acts: Sequence[Act],
        attract: Attract,
        before: Sequence[Act],
        was: int,
        players: dict[int, Player],
    ) -> None:
        self.acts, self.attract, self.return_after = tuple(acts), attract, attract.return_after
        self.names = tuple(act.name for act in acts)
        self._broken = {}
        keep = _match(before, self.acts, was)
        # Others hang on the wall now, or elsewhere.
        keep = {new: old for new, old in keep.items() if self.names[new] != registry.WALL}
        if self._ahead is not None:
            self._ahead.finish()
        self.asked, self._ahead, self._at_hand = None, None, {}
        self._players = {new: players[old] for new, old in keep.items() if old in players}
        self.index = next((new for new, old in keep.items() if old == was), -1)
        if self.index < 0:
            players[was].go_off()
            wall = self.wall if before[was].name == registry.WALL else None
            self._go(min(was, len(acts) - 1) if wall is None else wall, 1)
            return
        act = self.acts[self.index]
        self._visited = self._visited and attract.return_after > 0
        wanted = act.setting(self.setting)
        if wanted != self.setting:
            self.place(wanted)

    def _setting_of(self, index: int) -> Setting:
        return self.acts[index].setting(self.setting)

    def _scene_of(self, index: int, setting: Setting) -> Scene:
        return self._perform(self.acts[index], setting)


def _never(name: str, setting: Setting) -> Scene:
    raise AssertionError(name)


def _match(before: Sequence[Act], after: Sequence[Act], on: int) -> dict[int, int]:
    """Which act of before can go on as which of after: {after: before}, the one that is ``on`` first."""
    found: dict[int, int] = {}
    for old in sorted(range(len(before)), key=lambda i: i != on):
        alike = [new for new in range(len(after)) if new not in found and after[new].same_scene(before[old])]
        if alike:
            best = min(alike, key=lambda new: (after[new] != before[old], abs(new - old), new))
            found[best] = old
    return found
