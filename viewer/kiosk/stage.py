"""The stage of a kiosk: visitors reach the scene and nothing else; the operator reaches the menu."""

from __future__ import annotations

import time
from collections.abc import Hashable

from scenes import registry
from scenes.board import Board, Fit, View
from scenes.picture import Picture
from scenes.scene import Language
from viewer.clock import Now
from viewer.hud import Hud
from viewer.keys import Stroke
from viewer.kiosk.lock import Lock
from viewer.kiosk.menu import Menu
from viewer.show import Show
from viewer.stage import Stage


class KioskStage(Stage):
    """A stage without buttons, but for the one back to the gallery wall. ``wants`` may also hold 'reload'."""

    def __init__(
        self,
        show: Show,
        menu: Menu,
        lock: Lock,
        fit: Fit = "extend",
        now: Now = time.monotonic_ns,
        hud: Hud | None = None,
    ) -> None:
        self.menu = menu
        self.lock = lock
        self._on_menu: dict[int, str] = {}
        super().__init__(show, hud, fit, now)

    def resize(self, window: tuple[int, int], buffer: tuple[int, int]) -> None:
        super().resize(window, buffer)
        self.menu.resize(*window)

    def frame(self) -> list[tuple[Picture, View]]:
        layers = super().frame()
        self.menu.look()
        if self.menu.open:
            self.menu.paused = self.show.player.paused
            if self.menu.page != "pin":
                self.menu.note = self.show.player.scene.title[self.menu.language]
            over = View(Board(*self.window), *self.buffer, self.ratio[0], 0.0, 0.0)
            layers.append((self.menu.picture(), over))
        return layers

    def open_menu(self) -> None:
        """For the operator: titles in the language of the menu, whatever show is on now."""
        self.cancel()
        self.menu.scenes = tuple(_title(name, self.menu.language) for name in self.show.names)
        self._on_menu.clear()
        self.menu.show()

    # visitors' hands, and the operator's

    def mouse_move(self, x: float, y: float) -> None:
        if not self.menu.open:
            super().mouse_move(x, y)

    def finger_move(self, finger: Hashable, x: float, y: float) -> None:
        if not self.menu.open:
            super().finger_move(finger, x, y)

    def _press(self, pointer: int, x: float, y: float) -> None:
        if self.menu.open:
            self.menu.touched()
            self.show.touched()
            self._on_menu[pointer] = self.menu.held = self.menu.at(x, y)
            return
        if self.lock.tap(x, y, self.window):
            self.open_menu()
            return
        super()._press(pointer, x, y)

    def _release(self, pointer: int, x: float, y: float) -> None:
        if pointer not in self._on_menu:
            super()._release(pointer, x, y)
            return
        name = self._on_menu.pop(pointer)
        self.menu.held = ""
        if name and self.menu.at(x, y) == name:
            self._do(self.menu.act(name))

    def key(self, stroke: Stroke) -> None:
        """Visitors have the arrows, and the way from the gallery wall and back; an open menu has all keys."""
        arrow = stroke.key if stroke.command == "scene" and stroke.key != "escape" else None
        if not self.menu.open:
            enters = self.show.gallery and stroke.command in ("activate_reset", "activate_pause")
            if arrow or enters or stroke.command == "wall":
                super().key(stroke)
            return
        self.show.touched()
        menu, command = self.menu, stroke.command
        if arrow in ("left", "right") or command in ("next_focus", "previous_focus"):
            menu.walk(1 if arrow == "right" or command == "next_focus" else -1)
        elif arrow in ("up", "down"):
            menu.down(1 if arrow == "down" else -1)
        elif stroke.key == "escape":
            self._do(menu.act("back" if menu.page == "scenes" else "close"))
        elif command == "pick_scene":
            menu.digit(str((stroke.number + 1) % 10))
        elif command in ("activate_reset", "activate_pause") and menu.focus:
            self._do(menu.act(menu.focus))

    def _do(self, wish: str) -> None:
        show = self.show
        if wish in ("next", "previous"):
            show.step(1 if wish == "next" else -1)
        elif wish == "pause":
            show.player.paused = not show.player.paused
        elif wish.startswith("go "):
            show.go_to(int(wish[3:]))
        elif wish:
            self.wants.append(wish)


def _title(name: str, language: Language) -> str:
    try:
        return registry.scene_class(name).title[language]
    except Exception:  # a scene that cannot be imported fails again, and is told, where it is shown
        return name
