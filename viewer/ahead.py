"""The scene that comes next: made and painted unseen, a little at a time, while another one plays."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from threading import Thread

from scenes import registry
from scenes.scene import Scene, Setting
from viewer.aside import Aside
from viewer.player import Player
from viewer.standing import still

Paint = Callable[[Player], Iterator[None]]
"""Steps after which the first picture of a player can be painted without delay."""
_END = object()


class Ahead:
    """A scene of a show on its way. ``index``: its place; ``setting``: what it is made for."""

    def __init__(
        self, index: int, setting: Setting, name: str, make: Callable[[], Player], paint: Paint
    ) -> None:
        self.index, self.setting = index, setting
        self.player: Player | None = None
        # Reading its modules cannot be stopped in the middle, but it may go on at the same time.
        self._reading = Thread(target=_read, args=(name,), daemon=True)
        self._making = Aside(make)
        self._paint = paint
        self._steps: Iterator[None] | None = None

    def work(self, seconds: float) -> bool:
        """Go on for about ``seconds``. Returns whether it can be shown now. Raises what making it raised."""
        until = time.perf_counter() + seconds
        if self._reading.ident is None:
            self._reading.start()
        if self._reading.is_alive():
            return False
        if self._steps is None:
            if not self._make(seconds):
                return False
            self.player = self._making.result
            assert self.player is not None
            self._steps = self._paint(self.player)
        while time.perf_counter() < until:
            if next(self._steps, _END) is _END:
                return True
        return False

    def finish(self) -> None:
        """If it is being made, make it to the end now: one scene is made at a time."""
        if self.player is None and self._making.thread.ident is not None:
            with contextlib.suppress(Exception):  # told by ``work``, if it is still wanted
                self._make(float("inf"))
                self.player = self._making.result

    def _make(self, seconds: float) -> bool:
        from kernels import runtime  # not before a start has its picture

        if runtime.started() and runtime.device().gpu_arrays:
            self._making.here()  # memory of a graphics processor is had by one thread only
        runtime.lend(self._making)
        try:
            done = self._making.work(seconds)
        except BaseException:
            runtime.lend(None)
            raise
        if done:
            runtime.lend(None)
        return done


def rehearsed(make: Callable[[], Scene]) -> tuple[Scene, int]:
    """A fresh scene whose kernels are all compiled, and how many of its lowest layers stand still.

    Another scene like it is played for that: what was played is not at its first moment.
    """
    trial = make()
    before = trial.picture()
    trial.tick()
    count = still(trial.picture().layers, before.layers)
    trial.press(0, *trial.board.center)
    trial.tick()
    trial.picture()
    return make(), count


def afresh(player: Player, setting: Setting) -> Player:
    """Bring a player to the first moment of ``setting``; ``still`` counts what a reset leaves as it is."""
    player.place(setting)
    before = player.after
    player.reset()
    player.still = min(player.still, still(player.after.layers, before.layers))
    return player


def _read(name: str) -> None:
    try:
        registry.scene_class(name)
    except Exception:
        return  # met again, and told, where it is made
