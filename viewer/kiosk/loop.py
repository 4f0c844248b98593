"""The loop of a kiosk: signs of life after every shown picture, faults answered, the lock, the log."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from scenes.registry import WALL
from scenes.scene import Scene, Setting
from viewer.coming import Foresee
from viewer.hud import Hud
from viewer.kiosk import driver, exits
from viewer.kiosk.journal import Journal
from viewer.kiosk.lock import Chord, Corner, Lock
from viewer.kiosk.menu import Menu
from viewer.kiosk.minute import Minute
from viewer.kiosk.place import Place
from viewer.kiosk.pulse import Pulse
from viewer.kiosk.sight import Sight
from viewer.kiosk.stage import KioskStage
from viewer.loop import Loop
from viewer.sdl import sdl2
from viewer.show import Show
from viewer.stage import Stage
from viewer.window import gl_function

STANDING = 1.0
"""A picture that stands still is given to the screen again after so many seconds, as a sign of life."""
SHOWS_AGAIN = 2.0
"""Seconds between two attempts to bring a hidden window back."""
SOUND = 60.0
"""A scene in which the show has lived so many seconds is no reason for its deaths."""
MOST_FAULTS = 3
"""A scene that has failed so often is passed over until the show starts anew."""


AHEAD = 0.003
"""Seconds of a frame that may go into the letters of the menu, so that it opens at once."""


class NoScene(RuntimeError):
    """Every scene of the show has failed."""


@dataclass
class Kiosk:
    """What a kiosk has beside the options of ``play``. ``code``: why the show ended (``exits``)."""

    journal: Journal
    pulse: Pulse
    place: Place
    chord: Chord | None
    corner: Corner = "top-left"
    pin: str = ""
    first: int = 0
    """The place in the show, as it was asked for, of the scene that came first this time."""
    code: int = exits.QUIT
    faults: dict[int, int] = field(default_factory=dict)
    """How often each scene has failed."""


class KioskLoop(Loop):
    """A loop that nobody but the operator gets out of. Subclasses set ``kiosk``."""

    kiosk: Kiosk

    def _prepare(self) -> Iterator[None]:
        yield from super()._prepare()
        self.minute = Minute()
        self.sight = Sight()
        self._status = driver.reset_status(gl_function)
        self._shown_at = self._raised_at = 0.0
        self._changes = -1
        self._menu_open = False
        self._on_since = time.monotonic()
        self.window.locked = True
        # The desktop's own keys (Alt+Tab, the menu) are not for visitors either.
        sdl2.SDL_SetWindowKeyboardGrab(self.window._window, sdl2.SDL_TRUE)

    def _stage(self, show: Show, hud: Hud | None) -> Stage:
        from scenes.labels import typeset_or_nothing

        kiosk, setting = self.kiosk, self.setting
        menu = Menu(setting.theme, setting.language, (), typeset_or_nothing, kiosk.pin)
        self._menu_letters = menu.prepare()
        return KioskStage(show, menu, Lock(kiosk.corner), self.options.fit, hud=hud)

    def _hud(self) -> Hud | None:
        from scenes.labels import typeset_or_nothing

        setting = self.setting
        typeset_or_nothing("A", setting.language)  # finds the fonts before there is a show to stop
        if WALL not in self.options.names:
            return None
        return Hud(setting.theme, setting.language, True, typeset_or_nothing, walled=True, kiosk=True)

    def _make(self, name: str, setting: Setting) -> Scene:
        self.kiosk.pulse.busy()
        return super()._make(name, setting)

    def _loading_frame(self) -> None:
        before = self.window.frames
        super()._loading_frame()
        if self.window.frames > before:
            self.kiosk.pulse.loading()

    def _live_frame(self, stage: Stage) -> None:
        assert isinstance(stage, KioskStage)
        window, now = self.window, time.monotonic()
        if now - self._shown_at >= STANDING:
            window.stale = True
        before = window.frames
        super()._live_frame(stage)
        shown = window.frames > before
        self.minute.frame(shown)
        if shown:
            driver.check(self._status)
            self._shown_at = time.monotonic()
            self.kiosk.pulse.shown(stage.show.player.scene.name)
            self._see()
        if stage.show.player.failure:
            self._go_on(stage.show)
        self._note(stage.show)
        if stage.menu.open != self._menu_open:
            self._menu_open = stage.menu.open
            self.kiosk.journal.note("menu opened" if stage.menu.open else "menu closed")
        if self._menu_letters is not None and stage.show.foresee:
            self._menu_letters = _work(self._menu_letters, stage.show.foresee)

    def _see(self) -> None:
        """Look whether anything is on the picture that was shown."""
        seen = self.window.surface.framebuffer
        if self.dark or seen is None:
            self.sight.rest()
        else:
            self.sight.look(seen)

    def _do_wishes(self, stage: Stage) -> None:
        assert isinstance(stage, KioskStage)
        if "reload" in stage.wants:
            self.kiosk.code = exits.RELOAD
            self.window.close()
        stage.wants[:] = [wish for wish in stage.wants if wish == "quit"]
        super()._do_wishes(stage)
        window = self.window
        if not window.seen:
            self.minute.pause()
            if time.monotonic() - self._raised_at > SHOWS_AGAIN:
                self._raised_at = time.monotonic()
                sdl2.SDL_ShowWindow(window._window)
                sdl2.SDL_RestoreWindow(window._window)
                sdl2.SDL_RaiseWindow(window._window)
            return
        if stage.lock.held(self.kiosk.chord is not None and is_down(self.kiosk.chord)):
            self.kiosk.pulse.busy()  # titles of scenes may be set for the first time
            stage.open_menu()

    def _is_at_work(self, stage: Stage) -> bool:
        assert isinstance(stage, KioskStage)
        return stage.menu.open

    def _follow(self, stage: Stage, before: Any) -> None:
        """An edited show file says nothing of a window that does not fill its screen."""
        super()._follow(stage, before)
        if before is not None:  # places in the show mean other scenes now
            self.kiosk.faults.clear()
            self.kiosk.first = 0
        if not self.window.fullscreen:
            self.window.toggle_fullscreen()

    def _look_at_clock(self, stage: Stage) -> None:
        """A show that is dark for the night wakes for the operator, for as long as the menu is open."""
        assert isinstance(stage, KioskStage)
        if not stage.menu.open:
            super()._look_at_clock(stage)
        elif self.dark:
            self.dark = False
            self._shown = ()
            self.window.guest = stage
            stage.begin()

    def _go_on(self, show: Show) -> None:
        """The scene that is on has failed: the next one takes its place, or it begins anew."""
        kiosk, index = self.kiosk, show.index
        failure = show.player.failure
        kiosk.faults[index] = kiosk.faults.get(index, 0) + 1
        kiosk.journal.note("scene failed", scene=show.names[index], times=kiosk.faults[index], what=failure)
        if kiosk.faults[index] >= MOST_FAULTS:
            try:
                show.drop(NoScene(f"no scene is left that plays; the last one: {failure}"))
            except Exception as error:
                raise error if isinstance(error, NoScene) else NoScene(str(error)) from error
        elif show.several:
            show.step(1)
        else:
            show.player.reset()

    def _note(self, show: Show) -> None:
        """Keep the place, and write what a minute was like."""
        kiosk, scene = self.kiosk, show.names[show.index]
        at = (show.index + kiosk.first) % len(show.names)
        if show.changes != self._changes:
            self._changes = show.changes
            self._on_since = time.monotonic()
            same = (kiosk.place.index, kiosk.place.scene) == (at, scene)
            again = kiosk.place.deaths if same else 0
            kiosk.place.set(at, scene, again)
        elif kiosk.place.deaths and time.monotonic() - self._on_since > SOUND:
            kiosk.place.set(at, scene)
        facts = self.minute.take()
        if facts:
            size, share = list(self.window.picture_size), self.pace.share
            kiosk.journal.note("minute", scene=scene, size=size, resolution=share, **facts)


def _work(letters: Iterator[tuple[Any, ...]], foresee: Foresee) -> Iterator[tuple[Any, ...]] | None:
    """Make some letters ready; what is left of them, None when that was all."""
    glyphs = next(letters, None)
    if glyphs is None:
        return None
    return letters if foresee(glyphs, AHEAD) else chain((glyphs,), letters)


_MODIFIERS = {
    "ctrl": sdl2.KMOD_CTRL,
    "alt": sdl2.KMOD_ALT,
    "shift": sdl2.KMOD_SHIFT,
    "gui": sdl2.KMOD_GUI,
}


def key_code(chord: Chord) -> int:
    """SDL's code of the chord's key, 0 if there is none of that name."""
    return int(sdl2.SDL_GetKeyFromName(chord.key.encode()))


def is_down(chord: Chord) -> bool:
    """Whether all keys of the chord are held now."""
    held = sdl2.SDL_GetModState()
    if not all(held & _MODIFIERS[name] for name in chord.modifiers):
        return False
    scancode = sdl2.SDL_GetScancodeFromKey(key_code(chord))
    keys: Any = sdl2.SDL_GetKeyboardState(None)
    return bool(scancode and keys[scancode])
