"""The loop of a show file: hours of the day, an idle cursor, and a file that may be edited while it plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from scenes import registry
from scenes.scene import Scene, Setting
from viewer import cast, notice
from viewer.clock import SECOND
from viewer.keys import Stroke
from viewer.loop import HIDDEN_POLL, Loop, Options
from viewer.problem import Problem
from viewer.programme import Programme
from viewer.resolution import share_of
from viewer.screens import Watch
from viewer.sdl import displays, sdl2
from viewer.show import SLICE
from viewer.showfile import hours
from viewer.showfile.acts import Act
from viewer.showfile.messages import ShowFileError
from viewer.showfile.models import Screen
from viewer.showfile.reading import Show, reading
from viewer.stage import Stage
from viewer.watch import FileWatch

CLOCK = 0.5
"""Seconds between two looks at the clock on the wall."""


class ShowLoop(Loop):
    """Plays ``source``. ``given``: what the command line said instead of the file (names of Screen's keys).

    ``wall``: seconds since 1970, by the clock on the wall.
    """

    def __init__(
        self,
        *args: Any,
        source: Show,
        language: str,
        given: Collection[str] = (),
        wall: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(*args)
        self.source = source
        self.language = language
        self.given = given
        self.dark = False
        """Whether it is outside the hours of the show."""
        self._wall = wall
        self._next_look = 0.0
        self._watch = FileWatch(source.file)
        self._taking_up: Iterator[None] | None = None
        self._act = source.acts[0]
        self._hud_of: object = None

    # before the show

    def _prepare(self) -> Iterator[None]:
        yield from super()._prepare()
        for name in registry.names():  # an edit may name any of them, and an import is no work for a frame
            registry.scene_class(name)
            yield
        assert self.stage is not None
        self._follow(self.stage, None)

    def _rehearse(self) -> Iterator[None]:
        return cast.rehearsed(self._perform(self._act, self._act.setting(self.setting)))

    def _show(self) -> Programme:
        return Programme(
            self.source.acts, self.source.wishes.attract, self._perform, self.setting, self.report
        )

    def _perform(self, act: Act, setting: Setting) -> Scene:
        self._act = act
        return self._make(act.name, setting)

    def _make(self, name: str, setting: Setting) -> Scene:
        return self._act.make(setting)

    # frames

    def _do_wishes(self, stage: Stage) -> None:
        super()._do_wishes(stage)
        self._look_at_file(stage)
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + CLOCK
            self._look_at_clock(stage)

    def _live_frame(self, stage: Stage) -> None:
        if self.dark:
            self._dark_frame()
            return
        self.setting = stage.show.setting
        self._fit_hud(stage)
        super()._live_frame(stage)

    def _fit_hud(self, stage: Stage) -> None:
        """Buttons in the scene's colours and language."""
        if stage.hud is None:
            return
        wanted = self.setting.theme.name, self.setting.language, stage.show.several
        if wanted != self._hud_of:
            self._hud_of = wanted
            stage.cancel()
            stage.hud = self._hud()
            stage.resize(stage.window, stage.buffer)

    # hours of the day

    def _look_at_clock(self, stage: Stage) -> None:
        wanted = self.source.wishes.hours
        zone = hours.read_zone(wanted.zone) if wanted and wanted.zone else None
        dark = wanted is not None and not hours.is_open(wanted.spans, self._wall(), zone)
        if dark == self.dark:
            return
        self.dark = dark
        self.window.stale = True
        self._shown = ()
        if dark:
            stage.hide()
            self.window.guest = Asleep(stage)
            sdl2.SDL_EnableScreenSaver()  # the system may switch the screen off
            self.report("the show is over for today: dark until its hours begin")
            return
        sdl2.SDL_DisableScreenSaver()
        self.window.guest = stage
        assert isinstance(stage.show, Programme)
        stage.show.go_home()
        stage.begin()
        self.report("the hours of the show begin")

    def _dark_frame(self) -> None:
        """Black, painted once; nothing moves."""
        if self.window.stale:
            width, height = self.window.picture_size
            self.window.surface.of_size((max(width, 1), max(height, 1))).clear(0.0, 0.0, 0.0, 1.0)
            self.window.swap_buffers()
        time.sleep(HIDDEN_POLL)

    # an edited file

    def _look_at_file(self, stage: Stage) -> None:
        if self._watch.edited():
            self._taking_up = self._take_up(stage)
        until = time.perf_counter() + SLICE
        while self._taking_up is not None:
            if next(self._taking_up, "done") == "done":
                self._taking_up = None
            if time.perf_counter() >= until:
                return

    def _take_up(self, stage: Stage) -> Iterator[None]:
        """Read the file in steps and go on with what it says; a broken one is told and changes nothing."""
        file = self.source.file
        try:
            new = yield from reading(file, self.language)
            if new.text == self.source.text:
                stage.notice = None  # a broken edit was taken back
                return
            assert isinstance(stage.show, Programme)
            stage.show.take_over(new.acts, new.wishes.attract)
        except Exception as error:
            self.report(f"the show goes on as it was: {error}")
            yield from self._tell(stage, f"{file.name}: {_first(error)}")
            return
        old, self.source = self.source, new
        stage.notice = None
        self.options = options_of(new, self.options, self.given)
        self._follow(stage, old.wishes.screen)
        self._next_look = 0.0
        self.report(f"{file} was edited: the show goes on as it says now")

    def _move_to_screens(self) -> None:
        """The file names other screens."""
        options, window = self.options, self.window
        try:
            screens = Watch(options.monitor, displays(now=True))
        except Problem as error:
            self.report(f"the show stays where it is: {error}")
            return
        self.screens, window.bezel = screens, options.bezel
        window.play_on(screens.first(self.report))

    def _tell(self, stage: Stage, text: str) -> Iterator[None]:
        letters = []
        for glyph in notice.setting(text):
            letters.append(glyph)
            yield
        foresee = stage.show.foresee
        while foresee and not foresee(letters, SLICE / 2):
            yield
        stage.notice = notice.notice(text)

    def _follow(self, stage: Stage, before: Screen | None) -> None:
        """Bring window and stage to what the file says of the screen. ``before``: what it said, if it did."""
        wishes = self.source.wishes
        transition, screen = wishes.transition, wishes.screen
        stage.way = transition.kind
        stage.lasts = None if transition.seconds is None else round(transition.seconds * SECOND)
        self.cursor.seconds = screen.idle_cursor
        self._hud_of = None
        if before is None:
            return
        if self.options.fit != stage.fit:
            stage.refit(self.options.fit)
        if self.options.resolution != self.pace.fixed:
            self.pace.fix(self.options.resolution)
        if screen.buttons != before.buttons:
            stage.cancel()
            stage.hud = self._hud()
            stage.resize(stage.window, stage.buffer)
        if screen.fullscreen != before.fullscreen and screen.fullscreen != self.window.fullscreen:
            self.window.toggle_fullscreen()
        if (screen.monitor, screen.bezel) != (before.monitor, before.bezel):
            self._move_to_screens()


class Asleep:
    """Who lives in the window while it is dark: only the operator's keys are heard."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def resize(self, window: tuple[int, int], buffer: tuple[int, int]) -> None:
        self.stage.resize(window, buffer)

    def key(self, stroke: Stroke) -> None:
        if stroke.command in ("quit", "quit_windowed", "fullscreen"):
            self.stage.key(stroke)

    def hide(self) -> None: ...
    def mouse_move(self, x: float, y: float) -> None: ...
    def mouse_press(self, x: float, y: float) -> None: ...
    def mouse_release(self, x: float, y: float) -> None: ...
    def mouse_leave(self) -> None: ...
    def finger_press(self, finger: object, x: float, y: float) -> None: ...
    def finger_move(self, finger: object, x: float, y: float) -> None: ...
    def finger_release(self, finger: object, x: float, y: float) -> None: ...


def options_of(show: Show, options: Options, given: Collection[str]) -> Options:
    """The options with what the file says of the screen, where the command line (``given``) says nothing."""
    screen = show.wishes.screen
    wanted = {
        "fullscreen": screen.fullscreen,
        "monitor": None if screen.monitor is None else str(screen.monitor),
        "bezel": tuple(screen.bezel),
        "fit": screen.fit,
        "resolution": share_of(screen.resolution),
        "buttons": screen.buttons,
    }
    said = {key: value for key, value in wanted.items() if key not in given}
    setting = show.acts[0].setting(options.setting)
    return replace(options, names=tuple(act.name for act in show.acts), setting=setting, **said)


def _first(error: Exception) -> str:
    """The first fault, short enough for a line on the screen."""
    if not isinstance(error, ShowFileError):
        return str(error)
    first, more = error.faults[0], len(error.faults) - 1
    text = f"line {first.line}: {first.key}{': ' if first.key else ''}{first.what}"
    return f"{text} (and {more} more)" if more else text
