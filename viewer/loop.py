"""A show in a window, from the first loading picture to the last frame."""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from scenes.board import Fit, extended, view
from scenes.picture import Picture
from scenes.scene import Scene, Setting
from viewer import cast, sdl
from viewer.calm import CalmWatch
from viewer.cast import Overrides
from viewer.clock import SECOND
from viewer.hud import Hud
from viewer.loading import loading_picture
from viewer.player import Report
from viewer.show import Show
from viewer.stage import Stage
from viewer.window import Window

HIDDEN_POLL = 0.1
"""Seconds between two looks at a window that cannot be seen."""
LOADING_HZ = 30
"""Loading pictures a second at most."""
LOADING_SHARE = 0.25
"""Share of the time that they may take: on a software renderer they cost what they wait for."""


@dataclass
class Options:
    """What the operator asked for."""

    names: tuple[str, ...]
    setting: Setting
    overrides: Overrides = field(default_factory=dict)
    size: tuple[int, int] | None = None
    fullscreen: bool = False
    monitor: str | None = None
    fit: Fit = "extend"
    arch: str = "auto"
    buttons: bool = True
    """Pause and Reset on the screen; kiosk use has none."""
    follow_calm: bool = False
    """Take up the system's wish for less motion when it changes while the show runs."""
    started: int | None = None
    """When the program started (monotonic ns), to say how long the first live frame took."""


def run(options: Options, report: Report, kind: type[Loop] | None = None) -> None:
    """Open the window and play until it is closed. ``kind``: a Loop of another make (tests watch one).

    Raises Problem, and what a scene's word or numbers lack.
    """
    started = options.started or time.monotonic_ns()
    sdl.start()
    window = None
    try:
        monitor = None
        if options.monitor is not None:
            monitor, warning = sdl.find_display(options.monitor, sdl.displays())
            if warning:
                report(warning)
        window = Window("Ikimoji", options.size, options.fullscreen, monitor)
        window.blank(options.setting.theme.paper)
        with _polite_signals(window):
            (kind or Loop)(window, options, report, started).run()
    finally:
        if window is not None:
            window.destroy()
        sdl.stop()


class Loop:
    """One window, one painter, one show."""

    def __init__(self, window: Window, options: Options, report: Report, started: int) -> None:
        from viewer.painter import Painter

        self.window = window
        self.options = options
        self.report = report
        self.started = started
        self.painter = Painter(window.ctx)
        self.setting = options.setting
        self.stage: Stage | None = None
        self._loading_at = 0.0
        self._painted: Picture | None = None
        self._next = 0.0

    def run(self) -> None:
        window = self.window
        try:
            for _ in self._prepare():
                if window.is_closing:
                    return
                self._loading_frame()
            stage = self.stage
            assert stage is not None
            window.guest = stage
            window.update_size()
            self.calm = CalmWatch(self.setting.calm)
            if self.options.follow_calm:
                window.on_focus = self.calm.ask
            # What is loaded stays: the collector need not look at it again in the middle of a frame.
            gc.collect()
            gc.freeze()
            first = True
            while not window.is_closing:
                window.process_events()
                self._do_wishes(stage)
                if not window.seen:
                    stage.hide()
                    time.sleep(HIDDEN_POLL)
                    continue
                self._live_frame(stage)
                if first:
                    first = False
                    seconds = (time.monotonic_ns() - self.started) / SECOND
                    self.report(f"first live frame after {seconds:.1f} s")
        finally:
            gc.unfreeze()  # else Taichi is not torn down at exit, and forgets what it compiled
            self.painter.release()
            window.surface.release()

    # before the show

    def _prepare(self) -> Iterator[None]:
        """Everything slow, in steps between which the loading picture moves on."""
        yield  # at once: a picture before anything slow
        from viewer import bridge

        yield
        window, options = self.window, self.options
        if options.fit == "extend":
            board = extended(*window.buffer_size)
            self.setting = replace(self.setting, board=board)
        device = bridge.start(window.ctx, options.arch, make_current=window.make_current)
        renderer = window.ctx.info["GL_RENDERER"]
        self.report(f"painting on {renderer}; kernels on {device.name or device.arch} ({device.arch})")
        if device.failure:
            self.report(device.failure)
        yield
        first = options.names[0]
        try:
            yield from cast.rehearse(first, self.setting, options.overrides)
        except Exception:
            if len(options.names) == 1:
                raise  # else the show says so and passes it over
        hud = self._hud()
        yield
        show = Show(options.names, self._make, self.setting, self.report)
        self.stage = Stage(show, hud, options.fit)
        self.stage.resize(window.size, window.buffer_size)
        yield from self._first_paint(self.stage)
        self.stage.begin()

    def _first_paint(self, stage: Stage) -> Iterator[None]:
        """Paint layer by layer what comes first, unseen: shaders compile and letters get their fields."""
        for owner, (picture, over) in enumerate(stage.frame()):
            for layer in picture.layers:
                target = self.window.surface.of_size(_at_least_one(self.window.buffer_size))
                try:
                    self.painter.paint(Picture((layer,)), over, target, owner=owner)
                except Exception:
                    return  # the first live frame meets it again, and tells it
                yield

    def _hud(self) -> Hud | None:
        if not self.options.buttons:
            return None
        from scenes.fonts import TextError
        from viewer.labels import typeset, typeset_or_nothing

        setting = self.setting
        try:
            typeset("あ" if setting.language == "ja" else "가" if setting.language == "ko" else "A", "ja")
        except TextError as error:
            self.report(f"buttons have no labels: {error}")
        return Hud(setting.theme, setting.language, len(self.options.names) > 1, typeset_or_nothing)

    def _make(self, name: str, setting: Setting) -> Scene:
        return cast.make(name, setting, self.options.overrides)

    # frames

    def _loading_frame(self) -> None:
        window = self.window
        window.process_events()
        begun = time.monotonic()
        if not window.seen or begun < self._loading_at:
            return
        seconds = (time.monotonic_ns() - self.started) / SECOND
        width, height = window.buffer_size
        board = extended(width, height)
        picture = loading_picture(seconds, board, self.setting.theme)
        self._paint([(picture, view(width, height, board=board))])
        window.swap_buffers()
        now = time.monotonic()
        self._loading_at = max(begun + 1 / LOADING_HZ, now + (now - begun) * (1 / LOADING_SHARE - 1))

    def _live_frame(self, stage: Stage) -> None:
        layers = stage.frame()
        try:
            self._paint(layers)
            self._painted = layers[0][0]
        except Exception as error:
            player = stage.show.player
            if player.failure:
                raise  # not the scene: the painter cannot even paint the last good picture
            player.fail(error, self._painted)
        title = stage.show.player.scene.title
        self.window.rename(f"{title[self.setting.language]} — Ikimoji")
        self.window.swap_buffers()
        self._pace()

    def _paint(self, layers: list[tuple[Picture, Any]]) -> None:
        """Paint pictures over each other, the first (the scene) on paper."""
        target = self.window.surface.of_size(_at_least_one(self.window.buffer_size))
        r, g, b, a = map(float, self.setting.theme.paper)
        target.clear(r, g, b, a)
        for owner, (picture, over) in enumerate(layers):
            self.painter.paint(picture, over, target, owner=owner)

    def _pace(self) -> None:
        """Wait for the screen's next turn where the swap did not (no vsync, a covered window)."""
        period = 0.98 / self.window.refresh_hz
        now = time.monotonic()
        if self._next > now:
            time.sleep(self._next - now)
            now = time.monotonic()
        self._next = max(self._next + period, now)

    def _do_wishes(self, stage: Stage) -> None:
        for wish in stage.wants:
            if wish == "quit":
                self.window.close()
            elif wish == "fullscreen":
                self.window.toggle_fullscreen()
        stage.wants.clear()
        if self.calm.calm != stage.show.setting.calm:
            stage.show.place(replace(stage.show.setting, calm=self.calm.calm))
        stage.fullscreen = self.window.fullscreen


def _at_least_one(size: tuple[int, int]) -> tuple[int, int]:
    return max(size[0], 1), max(size[1], 1)


class _polite_signals:
    """While it lasts, SIGTERM and SIGHUP close the window instead of killing the process."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._before: dict[int, Any] = {}

    def __enter__(self) -> None:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and sys.platform != "win32":
                self._before[number] = signal.signal(number, lambda *_: self._window.close())

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
