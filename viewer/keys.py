"""What the keys do. The board has the focus at first; Tab walks over the buttons and back to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scenes.scene import Key
from viewer.sdl import sdl2

Command = Literal[
    "scene", "activate_reset", "activate_pause", "next_focus", "previous_focus", "fullscreen", "quit",
    "quit_windowed", "next_scene", "previous_scene", "pick_scene", "wall",
]  # fmt: skip


@dataclass(frozen=True)
class Stroke:
    """What one key stroke asks for. ``key`` for ``scene``, ``number`` (0 up) for ``pick_scene``.

    ``activate_reset`` and ``activate_pause`` are Enter and Space: they press the focused button, and
    on the board reset and pause (on the gallery wall both open the picture in focus).
    """

    command: Command
    key: Key | None = None
    number: int = 0


_SCENE_KEYS: dict[int, Key] = {
    sdl2.SDLK_LEFT: "left",
    sdl2.SDLK_RIGHT: "right",
    sdl2.SDLK_UP: "up",
    sdl2.SDLK_DOWN: "down",
    sdl2.SDLK_ESCAPE: "escape",
}
_PLAIN: dict[int, Command] = {
    sdl2.SDLK_RETURN: "activate_reset",
    sdl2.SDLK_KP_ENTER: "activate_reset",
    sdl2.SDLK_SPACE: "activate_pause",
    sdl2.SDLK_F11: "fullscreen",
    sdl2.SDLK_PAGEDOWN: "next_scene",
    sdl2.SDLK_PAGEUP: "previous_scene",
    sdl2.SDLK_HOME: "wall",
    sdl2.SDLK_BACKSPACE: "wall",
}
_DIGITS = (*range(sdl2.SDLK_1, sdl2.SDLK_9 + 1), sdl2.SDLK_0)
"""The keys of the first ten scenes, as they lie on a keyboard; Page Up and Page Down reach all."""


def stroke(symbol: int, modifiers: int = 0, repeat: bool = False) -> Stroke | None:
    """What a key that went down asks for, or None. Only arrows and Tab act again while held.

    ``symbol`` and ``modifiers`` are SDL's (SDLK_*, KMOD_* bits).
    """
    ctrl = bool(modifiers & sdl2.KMOD_CTRL)
    other = bool(modifiers & (sdl2.KMOD_ALT | sdl2.KMOD_GUI))
    if symbol == sdl2.SDLK_q and not repeat and not other:
        return Stroke("quit" if ctrl else "quit_windowed")
    if ctrl or other:
        return None
    if symbol in _SCENE_KEYS:
        key = _SCENE_KEYS[symbol]
        return None if repeat and key == "escape" else Stroke("scene", key)
    if symbol == sdl2.SDLK_TAB:
        return Stroke("previous_focus" if modifiers & sdl2.KMOD_SHIFT else "next_focus")
    if repeat:
        return None
    if symbol in _DIGITS:
        return Stroke("pick_scene", number=_DIGITS.index(symbol))
    return Stroke(_PLAIN[symbol]) if symbol in _PLAIN else None
