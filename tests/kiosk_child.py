"""A kiosk with dots in it, a process of its own for tests: ``keep``, ``show`` or ``sorry``, and a folder.

The show does what the file ``do`` in the folder says, once: fail, hang, lose, blank, close.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from pathlib import Path
from typing import Any

from conftest import Dot

from scenes.scene import Setting
from viewer import cast, loop
from viewer.kiosk import leash, sight
from viewer.kiosk.journal import Journal
from viewer.kiosk.keeper import Keeper
from viewer.kiosk.lock import CHORD, Chord
from viewer.kiosk.loop import Kiosk
from viewer.kiosk.place import Place
from viewer.kiosk.pulse import Pulse
from viewer.kiosk.rules import RULES
from viewer.kiosk.run import play
from viewer.sdl import sdl2

NAMES = ("dot0", "dot1", "dot2", "dot3")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Told(loop.Loop):
    """A loop that does what the test says."""

    folder: Path

    def _do_wishes(self, stage: Any) -> None:
        super()._do_wishes(stage)
        stage.show.touched()  # no scene goes by itself
        file = self.folder / "do"
        if not file.exists():
            return
        word = file.read_text()
        file.unlink()
        scene = stage.show.player.scene
        if word == "fail":
            scene.fail_at = scene.ticks + 1
        elif word == "hang":
            time.sleep(600)
        elif word == "lose":
            self._status = lambda: 0x8254
        elif word == "blank":
            self.painter.paint = lambda *_, **__: None  # type: ignore[method-assign]
        elif word == "close":
            push_close(self.window)


def push_close(window: Any) -> None:
    """What SDL tells where a window manager wants a window closed (Alt+F4, its close button)."""
    event = sdl2.SDL_Event()
    event.type = event.window.type = sdl2.SDL_WINDOWEVENT
    event.window.event = sdl2.SDL_WINDOWEVENT_CLOSE
    event.window.windowID = sdl2.SDL_GetWindowID(window._window)
    sdl2.SDL_PushEvent(event)
    event = sdl2.SDL_Event()
    event.type = sdl2.SDL_QUIT
    sdl2.SDL_PushEvent(event)


def show(folder: Path) -> int:
    leash.tie()
    sight.EVERY = 0.5
    cast.make = lambda name, setting, overrides=None: Dot(None, setting)  # type: ignore[assignment]
    place = Place.of(NAMES, folder)
    first = place.resume(NAMES)
    options = loop.Options(
        names=(*NAMES[first:], *NAMES[:first]),
        setting=Setting(language="en"),
        fullscreen=True,
        arch="cpu",
        buttons=False,
    )
    kiosk = Kiosk(Journal("show", folder), Pulse(), place, Chord.parse(CHORD), first=first)
    Told.folder = folder
    return play(options, kiosk, say, Told)


def keep(folder: Path) -> int:
    me = [sys.executable, __file__]
    rules = dataclasses.replace(RULES, most=50)
    command = [*me, "show", str(folder)]
    return Keeper(command, lambda why: [*me, "sorry", why], Journal("keeper", folder), say, rules).run()


if __name__ == "__main__":
    sys.exit({"keep": keep, "show": show}[sys.argv[1]](Path(sys.argv[2])))
