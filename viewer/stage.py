"""Between window and show: sizes, pointers, keys, buttons, and what to paint now. No GL, no window."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import replace

import numpy as np

from scenes.board import Board, Fit, View, extended, view
from scenes.picture import Picture, shapes
from scenes.scene import Language
from scenes.theme import fade
from viewer.clock import SECOND, Now
from viewer.gallery import Gallery
from viewer.growing import LASTS, Grow
from viewer.hud import Hud, Name
from viewer.keys import Stroke
from viewer.notice import Notice
from viewer.player import Player
from viewer.pointers import MOUSE, Lens, Pointers
from viewer.show import Show
from viewer.transition import TIMES, Transition, Way

SETTLE = SECOND // 7
"""A resize is over when the size has been the same for this long (ns): only then the board follows."""
SMALLEST = 16
"""Framebuffers smaller than this (px) show what they can; the board does not follow them."""
PAUSED: dict[Language, str] = {"ja": "停止中", "ko": "멈춤", "en": "paused"}
"""Added to the title, which screen readers and task bars read."""
FADE = TIMES["crossfade"]
"""How long (ns) the first scene takes to rise from the paper."""
FRESH = 3 * SECOND
"""A mouse that moved so lately (ns) is told to the scene that comes on; one that was left lying is not."""
COMES: dict[Language, str] = {"ja": "次は{}", "ko": "다음: {}", "en": "Next: {}"}
"""The sign that a scene was asked for and is on its way."""


class Stage:
    """Everything that a window needs to know of the show. ``hud`` is None in kiosk use.

    Window coordinates are window units; ``resize`` tells how many framebuffer pixels there are.
    ``wants``: what only the window can do ('fullscreen', 'quit'), to be taken by it.
    """

    def __init__(
        self, show: Show, hud: Hud | None, fit: Fit = "extend", now: Now = time.monotonic_ns
    ) -> None:
        self.show = show
        self.hud = hud
        self.fit: Fit = fit
        self.pointers = Pointers()
        self.window = (0, 0)
        self.buffer = (0, 0)
        self.fullscreen = False
        self.wants: list[str] = []
        self._now = now
        self._resized: int | None = None
        self._captured: dict[int, Name] = {}
        self.way: Way = "ripple"
        """How one scene gives way to the next, where the show does not say."""
        self.lasts: int | None = None
        """ns that it takes, None: the way's own time."""
        self.transition: Transition | None = None
        """The scene that goes while another comes."""
        self._mouse: tuple[float, float, int] | None = None
        """Where the mouse is in the window, and when it moved there."""
        self._pressed = 0.0, 0.0, now() - 2 * FRESH
        """Where in the window somebody last pressed, and when."""
        self._on: tuple[Player, View] | None = None
        """The scene of the frame before, and how it lay."""
        self.notice: Notice | None = None
        """What the operator is to be told on the screen."""
        self._changes = show.changes
        self._risen_from = now()

    # sizes

    def resize(self, window: tuple[int, int], buffer: tuple[int, int]) -> None:
        """The window (units) or its framebuffer (px) has another size, 0 allowed."""
        if self.hud:
            self.hud.resize(*window)
        if (window, buffer) == (self.window, self.buffer):
            return
        first = self.buffer == (0, 0)
        self._end_transition()  # what goes was laid out for the other size
        self.window, self.buffer = window, buffer
        if self._on:
            self._on = self._on[0], self.view_of(self._on[0])
        self._resized = self._now() - (SETTLE if first else 0)

    @property
    def ratio(self) -> tuple[float, float]:
        """Framebuffer px per window unit, across and down."""
        (w, h), (bw, bh) = self.window, self.buffer
        return (bw / w if w and bw else 1.0, bh / h if h and bh else 1.0)

    @property
    def view(self) -> View:
        """How the scene's board lies on the framebuffer now."""
        return self.view_of(self.show.player)

    def view_of(self, player: Player) -> View:
        """How the board of that scene lies on the framebuffer."""
        fit: Fit = "cover" if self.fit == "cover" else "contain"
        return view(*self.buffer, fit=fit, board=player.scene.board)

    @property
    def lens(self) -> Lens:
        return Lens(self.view, self.ratio)

    def _follow_size(self) -> None:
        if self._resized is None or self._now() - self._resized < SETTLE:
            return
        self._resized = None
        if self.fit != "extend" or min(self.buffer) < SMALLEST:
            return
        board = extended(*self.buffer)
        if board != self.show.setting.board:
            self.show.place(replace(self.show.setting, board=board))

    def refit(self, fit: Fit) -> None:
        """Lay the board on the window in another way from now on."""
        self.fit = fit
        if fit != "extend":
            self.show.place(replace(self.show.setting, board=Board()))
        self._resized = self._now() - SETTLE

    # frames

    def frame(self) -> list[tuple[Picture, View]]:
        """Pictures to paint over each other now, each with its view. Does the ticks that are due."""
        self._follow_size()
        self._fit_wall()
        now = self._now()
        if self.transition and self.transition.is_over(now):  # before the wall is asked what hangs on it
            self._end_transition()
        picture = self.show.frame()
        if self.show.changes != self._changes:
            self._changes = self.show.changes
            self._change()
        self._on = self.show.player, self.view
        if self.transition:
            self.transition.advance(now)
        layers = [(picture, self.view)]
        (w, h) = self.window
        over = View(Board(w, h), *self.buffer, self.ratio[0], 0.0, 0.0)
        veil = 1 - (self._now() - self._risen_from) / FADE if self.way != "cut" else 0.0
        if veil > 0 and not self.show.player.calm and min(self.buffer) > 0:
            corners = [[-9, -9], [w + 9, -9], [w + 9, h + 9], [-9, h + 9]]
            paper = fade(self.show.setting.theme.paper, float(np.clip(veil, 0, 1)) ** 2)
            layers.append((Picture((shapes("veil", corners, paper, corner=1.0),)), over))
        if self.hud:
            self.hud.on_wall = self.show.gallery is not None
            self.hud.paused = self.show.player.paused
            comes, language = self.show.comes, self.show.setting.language
            self.hud.status = COMES[language].format(comes) if comes else self.show.player.status
            layers.append((self.hud.picture(), over))
        if self.notice:
            layers.append((self.notice.picture(w, h), over))
        return layers

    def _change(self) -> None:
        """Another scene came on."""
        player = self.show.player
        self.pointers.leave_all(player)
        for finger in [pointer for pointer in self._captured if pointer != MOUSE]:
            del self._captured[finger]  # fingers are numbered anew
        self._end_transition()
        if self.show.gallery:
            self.show.gallery.away = None
        if self.hud:
            self.hud.point("board")
        way = self.show.way or self.way
        if player.calm or min(self.buffer) <= 0:
            way = "cut"  # nothing runs over the picture where motion is reduced
        if self._on and self._on[0] is not player and way != "cut":
            lasts = TIMES[way] if self.lasts is None or self.show.way else self.lasts
            at, number = self._origin(), self.show.changes
            grow = self._growing(*self._on)
            self.transition = Transition(
                *self._on, self._now(), LASTS if grow else lasts, way, at, number, grow
            )
        if self._mouse and self._now() - self._mouse[2] < FRESH and MOUSE not in self._captured:
            self.pointers.move(player, self.lens, MOUSE, *self._mouse[:2])

    def _growing(self, before: Player, over: View) -> Grow | None:
        """Which picture of the gallery wall grows or shrinks, where the change is from it or to it."""
        player = self.show.player
        opens = isinstance(before, Gallery)
        wall, other = (before, player) if opens else (player, before)
        tile = wall.tile_of(other) if isinstance(wall, Gallery) else None
        if tile is None:
            return None
        assert isinstance(wall, Gallery)
        if not opens:
            wall.scene.turn_to(tile)
        elif not wall.scene.is_seen(tile):
            return None
        wall.away = tile
        return Grow(wall, tile, opens, over if opens else self.view)

    def _end_transition(self) -> None:
        if self.transition and self.transition.grow:
            self.transition.grow.wall.away = None
        self.transition = None

    def _fit_wall(self) -> None:
        wall = self.show.gallery
        if self.hud:
            self.hud.on_wall = wall is not None
        if wall and min(*self.window, *self.buffer) > 0:
            units = self.view_of(wall).scale / self.ratio[1]
            foot = self.hud.foot if self.hud else 0.0
            wall.scene.fit(round(units, 6), round(foot / units, 6))

    def _origin(self) -> tuple[float, float]:
        """Where a change begins: where somebody has just pressed, else in the middle; shares of window."""
        x, y, at = self._pressed
        (w, h) = self.window
        if self._now() - at > FRESH or min(w, h) <= 0:
            return 0.5, 0.5
        return min(max(x / w, 0.0), 1.0), min(max(y / h, 0.0), 1.0)

    @property
    def title(self) -> str:
        """What is on, in words for the window's title."""
        player, language = self.show.player, self.show.setting.language
        paused = f" ({PAUSED[language]})" if player.paused else ""
        return f"{player.title(language)}{paused} — Ikimoji"

    def begin(self) -> None:
        """From now on somebody sees it: time starts, and the scene rises from the paper."""
        self.show.hold()
        self._risen_from = self._now()
        self._end_transition()
        self._on = None

    def hide(self) -> None:
        """The window is not seen: time stops, and nobody is on the board."""
        self.show.hold()
        self.pointers.leave_all(self.show.player)
        self._drop_captures()

    # pointers, in window units

    def mouse_move(self, x: float, y: float) -> None:
        if MOUSE in self._captured or self.pointers.echoes(x, y):
            return
        self.show.touched()
        self._mouse = x, y, self._now()
        if self.hud:
            self.hud.hover(x, y)
        self.pointers.move(self.show.player, self.lens, MOUSE, x, y)

    def mouse_press(self, x: float, y: float) -> None:
        if not self.pointers.echoes(x, y):
            self._press(MOUSE, x, y)

    def mouse_release(self, x: float, y: float) -> None:
        self._release(MOUSE, x, y)

    def mouse_leave(self) -> None:
        """The mouse left the window; a drag is held on to until the button goes up."""
        self._mouse = None
        if self.hud:
            self.hud.hover(None)
        if MOUSE not in self.pointers.pressed:
            self.pointers.leave(self.show.player, MOUSE)

    def finger_press(self, finger: Hashable, x: float, y: float) -> None:
        self._press(self.pointers.finger(finger, x, y), x, y)

    def finger_move(self, finger: Hashable, x: float, y: float) -> None:
        pointer = self.pointers.finger(finger, x, y)
        if pointer not in self._captured:
            self.show.touched()
            self.pointers.move(self.show.player, self.lens, pointer, x, y)

    def finger_release(self, finger: Hashable, x: float, y: float) -> None:
        pointer = self.pointers.finger(finger, x, y)
        self._release(pointer, x, y)
        self.pointers.leave(self.show.player, pointer)
        self.pointers.lift(finger)

    def cancel(self) -> None:
        """The system took all pointers away."""
        self.pointers.leave_all(self.show.player)
        self._drop_captures()

    def _press(self, pointer: int, x: float, y: float) -> None:
        self.show.touched()
        self._pressed = x, y, self._now()
        button = self.hud.at(x, y) if self.hud else None
        if self.hud and button:
            self._captured.setdefault(pointer, button)
            self.hud.held = button
            self.hud.point(button)
            return
        if self.hud:
            self.hud.point("board")
        self.pointers.press(self.show.player, self.lens, pointer, x, y)

    def _release(self, pointer: int, x: float, y: float) -> None:
        self.show.touched()
        button = self._captured.pop(pointer, None)
        if self.hud and button:
            self.hud.held = None
            if self.hud.at(x, y) == button:
                self.activate(button)
            return
        self.pointers.release(self.show.player, self.lens, pointer, x, y)

    def _drop_captures(self) -> None:
        self._captured.clear()
        if self.hud:
            self.hud.held = None

    # keys and buttons

    def key(self, stroke: Stroke) -> None:
        """Do what a key asks for."""
        self.show.touched()
        hud, command = self.hud, stroke.command
        if hud and stroke.key == "escape" and hud.focus != "board":
            hud.point("board")
        elif command == "scene" and stroke.key:
            self.show.player.key(stroke.key)
        elif command in ("next_focus", "previous_focus"):
            if hud:
                hud.walk(1 if command == "next_focus" else -1)
        elif command in ("activate_reset", "activate_pause"):
            focus = hud.focus if hud else "board"
            if self.show.gallery and focus == "board":
                self.show.gallery.enter()
                return
            default: Name = "reset" if command == "activate_reset" else "pause"
            self.activate(default if focus == "board" else focus)
        elif command == "next_scene":
            self.show.step(1)
        elif command == "previous_scene":
            self.show.step(-1)
        elif command == "pick_scene":
            self.show.pick(stroke.number)
        elif command == "wall":
            self.show.to_wall()
        elif command == "quit_windowed":
            if not self.fullscreen:
                self.wants.append("quit")
        else:
            self.wants.append(command)

    def activate(self, name: Name) -> None:
        """A button was pressed, by a pointer or a key."""
        player = self.show.player
        if name == "pause":
            player.paused = not player.paused
        elif name == "reset":
            player.reset()
        elif name == "wall":
            self.show.to_wall()
        else:
            self.show.step(1 if name == "next" else -1)
