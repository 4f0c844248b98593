"""A show in a window, from the first loading picture to the last frame."""

from __future__ import annotations

import contextlib
import gc
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from operator import is_
from threading import Thread
from typing import Any

import moderngl

from scenes.board import View, extended, view
from scenes.picture import Picture
from scenes.registry import WALL
from scenes.scene import Scene, Setting
from viewer import cast, growing, sdl
from viewer.calm import CalmWatch
from viewer.canvas import PEEP, Canvas
from viewer.clock import SECOND
from viewer.cursor import IdleCursor
from viewer.gallery import contained
from viewer.hud import Hud
from viewer.loading import loading_part, loading_picture
from viewer.options import Options
from viewer.pace import Pace
from viewer.player import Player, Report
from viewer.screens import Memory, Watch
from viewer.show import Show
from viewer.signals import polite_signals
from viewer.stage import Stage
from viewer.transition import Transition
from viewer.window import Window

log = logging.getLogger(__name__)

HIDDEN_POLL = 0.1
"""Seconds between two looks at a window that cannot be seen."""
REFINING = 0.006
"""Seconds of a frame that may go into letters that were painted coarsely."""
LOADING_HZ = 30
"""Loading pictures a second at most."""
LOADING_SHARE = 0.25
"""Share of the time that they may take: on a software renderer they cost what they wait for."""


def run(options: Options, report: Report, kind: Callable[..., Loop] | None = None) -> None:
    """Open the window and play until it is closed. ``kind``: a Loop of another make (tests watch one).

    Raises Problem, and what a scene's word or numbers lack.
    """
    started = options.started or time.monotonic_ns()
    sdl.start()
    window = None
    kernels = Thread(target=_import_kernels)
    try:
        memory = Memory(options.memory, options.monitor) if options.memory else None
        screens = Watch(options.monitor, sdl.displays(), memory)
        kernels.start()  # half a second, much of it while the drivers open the window
        on = screens.first(report) if options.monitor is not None else ()
        window = Window("Ikimoji", options.size, options.fullscreen, on, options.bezel)
        window.blank(options.setting.theme.paper)
        with polite_signals(window.close):
            loop = (kind or Loop)(window, options, report, started, kernels)
            loop.screens = screens
            loop.run()
    finally:
        if kernels.ident is not None:
            kernels.join()
        if window is not None:
            window.destroy()
        sdl.stop()


class Loop:
    """One window, one painter, one show."""

    dark = False
    """Whether the show sleeps, and the screen is black on purpose."""

    def __init__(
        self, window: Window, options: Options, report: Report, started: int, kernels: Thread
    ) -> None:
        """``started``: monotonic ns. ``kernels``: the thread that imports them."""
        from viewer.painter import Painter

        self.window = window
        self.options = options
        self.report = report
        self.started = started
        self.kernels = kernels
        self.painter = Painter(window.ctx)
        self.setting = options.setting
        self.stage: Stage | None = None
        self._loading_at = 0.0
        self._loading_size = (0, 0)
        self._good: tuple[Player, Picture] | None = None
        """The last picture that could be painted, and whose it is."""
        self._shown: Sequence[tuple[Picture, View]] = ()
        """What stands on the surface; nothing while that is not known."""
        self.pace = Pace(window, options.resolution)
        self.screens: Watch | None = None
        self.cursor = IdleCursor(options.idle_cursor)
        self._left_out: set[str] = set()
        """What lies over the scene and could not be painted, by the name of its first layer."""

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
        while self.kernels.is_alive():
            self.kernels.join(1 / LOADING_HZ)
            yield
        from viewer import bridge

        window, options = self.window, self.options
        if options.fit == "extend":
            board = extended(*window.picture_size)
            self.setting = replace(self.setting, board=board)
        device = bridge.start(window.ctx, options.arch, make_current=window.make_current)
        renderer = window.ctx.info["GL_RENDERER"]
        self.report(f"painting on {renderer}; kernels on {device.name or device.arch} ({device.arch})")
        if device.failure:
            self.report(device.failure)
        yield
        try:
            yield from self._rehearse()
        except Exception:
            if len(options.names) == 1:
                raise  # else the show says so and passes it over
        hud = self._hud()
        yield
        show = self._show()
        self.stage = self._stage(show, hud)
        self.stage.resize(window.picture_units, window.picture_size)
        yield from self._first_paint(self.stage)
        self.painter.hurry()
        show.foresee = self.painter.foresee
        show.prepaint = partial(self._prepaint, self.stage)
        self.stage.begin()

    def _first_paint(self, stage: Stage) -> Iterator[None]:
        """Paint layer by layer what comes first, unseen: shaders compile and letters get their fields.

        A small part is enough for that; all of it costs a software renderer as much as the compiling.
        """
        canvas = Canvas(self.window.ctx)
        try:
            for owner, (picture, over) in enumerate(stage.frame()):
                middle = over.width // 2, over.height // 2
                for layer in picture.layers:
                    target = canvas.of_size(PEEP)
                    self.painter.paint(Picture((layer,)), over, target, origin=middle, owner=owner)
                    yield
        except Exception as error:
            log.debug("the first live frame meets it again, and tells it", exc_info=error)
        finally:
            canvas.release()

    def _prepaint(self, stage: Stage, player: Player) -> Iterator[None]:
        """Paint the first picture of a scene that is to come, unseen and in small parts."""
        from viewer.painter.ahead import ahead

        self.painter.wipe.warm()
        self.painter.scaled.warm()
        yield
        over, size, count = stage.view_of(player), _at_least_one(self.window.picture_size), player.still
        if stage.show.gallery:
            over, count = growing.hung(stage.show.gallery, stage.view), 0
        try:
            yield from ahead(self.painter, player.after, over, size, player, count)
        except Exception as error:
            log.debug("the first frame of it meets it again, and tells it", exc_info=error)

    def _rehearse(self) -> Iterator[None]:
        """Compile all that the first scene needs, in steps."""
        return cast.rehearse(self.options.names[0], self.setting, self.options.overrides)

    def _show(self) -> Show:
        return Show(self.options.names, self._make, self.setting, self.report)

    def _stage(self, show: Show, hud: Hud | None) -> Stage:
        return Stage(show, hud, self.options.fit)

    def _hud(self) -> Hud | None:
        if not self.options.buttons:
            return None
        from scenes.fonts import TextError
        from scenes.labels import typeset, typeset_or_nothing

        setting = self.setting
        try:
            typeset({"ja": "あ", "ko": "가", "en": "A"}[setting.language], setting.language)
        except TextError as error:
            self.report(f"buttons have no labels: {error}")
        names = self.options.names
        return Hud(setting.theme, setting.language, len(names) > 1, typeset_or_nothing, WALL in names)

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
        size = _at_least_one(window.picture_size)
        board = extended(*size)
        picture, where = loading_picture(seconds, board, self.setting.theme), view(*size, board=board)
        target = window.surface.of_size(size)
        # The paper around what moves stays, once it is there.
        part = (0, 0, *size) if size != self._loading_size else loading_part(where)
        self.painter.paint(picture, where, target, part, origin=part[:2])
        self._loading_size = size
        window.swap_buffers()
        now = time.monotonic()
        self._loading_at = max(begun + 1 / LOADING_HZ, now + (now - begun) * (1 / LOADING_SHARE - 1))

    def _live_frame(self, stage: Stage) -> None:
        self.pace.begin()
        layers, failed, player = stage.frame(), False, stage.show.player
        fresh = self.painter.refine(REFINING) or not _alike(layers, self._shown) or bool(stage.transition)
        if fresh:
            with self.pace.gauge:
                failed = not self._paint_scene(layers, stage)
        if not failed and (fresh or self.window.stale):
            self.window.swap_buffers()
        self.window.rename(stage.title)
        self.pace.wait(player if fresh and not stage.transition else None)

    def _paint_scene(self, layers: Sequence[tuple[Picture, View]], stage: Stage) -> bool:
        """Paint the scene's picture and what lies over it. False where the scene failed at that."""
        self._shown, player = (), stage.show.player
        try:
            self._paint(layers[0], player, stage.transition)
        except Exception as error:
            if contained(error):
                return False
            if player.failure:
                raise  # not the scene: the painter cannot even paint the last good picture
            good = self._good[1] if self._good and self._good[0] is player else Picture(())
            player.fail(error, good)
            return False
        self._good = player, layers[0][0]
        for owner, (picture, over) in enumerate(layers[1:]):
            self._paint_over(picture, over, owner, stage)
        self._shown = layers
        return True

    def _paint(
        self, shown: tuple[Picture, View], player: Player, transition: Transition | None = None
    ) -> None:
        """Paint the picture of ``player`` on paper; in a transition over that of the scene before."""
        size = _at_least_one(self.window.picture_size)
        target = surface = self.window.surface.of_size(size)
        r, g, b, a = map(float, self.setting.theme.paper)
        surface.clear(r, g, b, a)
        share = self.pace.share_of(player, transition.before if transition else None)
        if transition and transition.picture and transition.grow:
            growing.paint(self.painter, transition, shown, player, surface, share)
            return
        if transition and transition.picture:
            self._paint_going(transition, transition.picture, surface, share)
            target = self.painter.wipe.of_size(size)
            target.clear(r, g, b, a)
        elif self.painter.wipe.framebuffer is not None:
            self.painter.wipe.release()
        self.painter.paint(*shown, target, owner=player, share=share)
        if target is not surface and transition:
            self.painter.wipe.lay(
                transition.kind, transition.share, surface, transition.origin, transition.number
            )

    def _paint_going(
        self, transition: Transition, picture: Picture, target: moderngl.Framebuffer, share: float
    ) -> None:
        player = transition.before
        try:
            self.painter.paint(picture, transition.fit, target, owner=player, share=share)
        except Exception as error:
            if not player.failure:
                player.fail(error, Picture(()))

    def _paint_over(self, picture: Picture, over: View, owner: int, stage: Stage) -> None:
        """Paint buttons and the like. What fails is no fault of the scene: it is told once and left out."""
        name = picture.layers[0].name if picture.layers else ""
        if name in self._left_out:
            return
        try:
            self.painter.paint(
                picture, over, self.window.surface.of_size((over.width, over.height)), owner=owner
            )
        except Exception as error:
            self._left_out.add(name)
            self.report(f"{name} cannot be painted and is left out from now on: {error}")
            if stage.hud and name.startswith("hud"):
                stage.hud = None

    def _follow(self, stage: Stage, before: Any) -> None:
        """Bring window and stage to what the show says of the screen; for shows that can change."""

    def _look_at_clock(self, stage: Stage) -> None:
        """Fall asleep or wake up, for shows that have hours."""

    def _is_at_work(self, stage: Stage) -> bool:
        """Whether somebody needs the cursor even where it rests."""
        return False

    def _do_wishes(self, stage: Stage) -> None:
        for wish in stage.wants:
            if wish == "quit":
                self.window.close()
            elif wish == "fullscreen":
                self.window.toggle_fullscreen()
        stage.wants.clear()
        self.cursor.look(self.window.fullscreen, self._is_at_work(stage))
        if self.screens:
            self.screens.follow(self.window, self.report, always=self.options.monitor is not None)
        if self.calm.calm != stage.show.setting.calm:
            stage.show.place(replace(stage.show.setting, calm=self.calm.calm))
        stage.fullscreen = self.window.fullscreen


def _import_kernels() -> None:
    """Import them; an error is met again, and told, where they are needed."""
    with contextlib.suppress(Exception):
        import_module("viewer.bridge")


def _alike(a: Sequence[tuple[Picture, View]], b: Sequence[tuple[Picture, View]]) -> bool:
    """Whether the two look the same: the very same layers, lying in the same way."""
    return len(a) == len(b) and all(
        over == under and len(p.layers) == len(q.layers) and all(map(is_, p.layers, q.layers))
        for (p, over), (q, under) in zip(a, b)
    )


def _at_least_one(size: tuple[int, int]) -> tuple[int, int]:
    return max(size[0], 1), max(size[1], 1)
