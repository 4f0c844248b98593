"""The real window: moderngl-window's SDL2 backend, with our own events, placement and hiding.

What happens in it goes to a ``Guest`` (in the program: the stage by way of the loop), in window units.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any, Protocol

import moderngl
from moderngl_window.context.sdl2.window import Window as Sdl2Window

from scenes.theme import Color
from viewer import context, sdl, x11
from viewer.keys import Stroke, stroke
from viewer.problem import GL_REMEDY, Problem
from viewer.sdl import Display, sdl2
from viewer.spans import Part, Span, span
from viewer.surface import Surface

SIZE = (1280, 800)
"""Window units of a new window, if the screen is large enough."""
SHARE = 0.85
"""A new window takes at most this share of its screen."""

_HIDING = (sdl2.SDL_WINDOWEVENT_HIDDEN, sdl2.SDL_WINDOWEVENT_MINIMIZED)
_SIZING = (
    sdl2.SDL_WINDOWEVENT_RESIZED,
    sdl2.SDL_WINDOWEVENT_SIZE_CHANGED,
    sdl2.SDL_WINDOWEVENT_RESTORED,
    sdl2.SDL_WINDOWEVENT_SHOWN,
    sdl2.SDL_WINDOWEVENT_MAXIMIZED,
    sdl2.SDL_WINDOWEVENT_DISPLAY_CHANGED,
)


class Guest(Protocol):
    """Who lives in the window. Coordinates are window units, y down."""

    def resize(self, window: tuple[int, int], buffer: tuple[int, int]) -> None: ...
    def hide(self) -> None: ...
    def key(self, stroke: Stroke) -> None: ...
    def mouse_move(self, x: float, y: float) -> None: ...
    def mouse_press(self, x: float, y: float) -> None: ...
    def mouse_release(self, x: float, y: float) -> None: ...
    def mouse_leave(self) -> None: ...
    def finger_press(self, finger: object, x: float, y: float) -> None: ...
    def finger_move(self, finger: object, x: float, y: float) -> None: ...
    def finger_release(self, finger: object, x: float, y: float) -> None: ...


class Window(Sdl2Window):
    """A window on the screen asked for. ``guest`` may be None for as long as nothing is there yet."""

    guest: Guest | None = None
    on_focus: Callable[[], None] | None = None
    """Called when the window gets the keyboard's focus."""
    stale = True
    """Whether the screen may have lost what was shown last: it must be shown again, changed or not."""
    locked = False
    """Whether whoever wants to close it from outside (Alt+F4, its close button) is refused."""
    span: Span | None = None
    """How the picture lies over several screens, while it fills them."""
    _windowed: tuple[int, int, int, int] | None = None
    """Place and size before the window filled the screen by itself."""
    _window: Any = None
    _context: Any = None

    def __init__(
        self,
        title: str,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        screens: Sequence[Display] = (),
        bezel: tuple[int, int] = (0, 0),
        vsync: bool = True,
        shown: bool = True,
    ) -> None:
        """Open the window and its OpenGL context. ``sdl.start`` comes first. Raises Problem.

        ``screens``: on which to open, and which to fill all together when it fills the screen; the first one
        there is if none is given. ``bezel``: window units hidden between neighbours of them.
        """
        self.screens = tuple(screens)
        self.bezel = bezel
        screen = screens[0] if screens else next(iter(sdl.displays()), None)
        try:
            context.best(lambda version: self._open(title, size or _fitting(screen), version, vsync))
        except Exception as error:
            raise Problem(
                f"OpenGL {context.NEEDED} cannot start in a window: {_plain(error)}", GL_REMEDY
            ) from error
        self.exit_key = None  # Esc belongs to the scenes
        self.fullscreen_key = None
        self.surface = Surface(self._ctx, gl_function)
        if screen and (screens or fullscreen):
            self._go_to(screen)
        if shown:
            self.visible = True
        self.process_events()  # what placing it did comes in before its size changes again
        if fullscreen:
            self.fullscreen = True
        self.update_size()

    def _open(self, title: str, size: tuple[int, int], version: tuple[int, int], vsync: bool) -> None:
        """Open the window with a context of that OpenGL version, or leave nothing open and raise."""
        # A driver that is reset tells it, instead of drawing nothing for ever.
        sdl2.SDL_GL_SetAttribute(
            sdl2.SDL_GL_CONTEXT_RESET_NOTIFICATION, sdl2.SDL_GL_CONTEXT_RESET_LOSE_CONTEXT
        )
        try:
            super().__init__(
                title=title,
                size=size,
                gl_version=version,
                visible=False,  # placed first, so that it never flashes up on another screen
                aspect_ratio=None,  # the library would divide by a height that may be 0
                vsync=vsync,
            )
        except Exception:
            if self._context:
                sdl2.SDL_GL_DeleteContext(self._context)
            if self._window:
                sdl2.SDL_DestroyWindow(self._window)
            self._context = self._window = None
            raise

    @property
    def ctx(self) -> moderngl.Context:
        return self._ctx

    @property
    def seen(self) -> bool:
        """Whether anything of the window can be seen: not hidden, not minimised, and not of size 0."""
        flags = sdl2.SDL_GetWindowFlags(self._window)
        hidden = flags & (sdl2.SDL_WINDOW_HIDDEN | sdl2.SDL_WINDOW_MINIMIZED)
        return not hidden and min(self.buffer_size) > 0

    @property
    def picture_size(self) -> tuple[int, int]:
        """Px of the picture that is shown: the framebuffer, over several screens with what bezels hide."""
        width, height = self.buffer_size
        if self.span is None:
            return width, height
        across, down = self._ratio
        return round(self.span.picture[0] * across), round(self.span.picture[1] * down)

    @property
    def picture_units(self) -> tuple[int, int]:
        """The same in window units."""
        return self.span.picture if self.span else self.size

    @property
    def _ratio(self) -> tuple[float, float]:
        """Framebuffer px a window unit."""
        (w, h), (bw, bh) = self.size, self.buffer_size
        return (bw / w if w else 1.0), (bh / h if h else 1.0)

    @property
    def refresh_hz(self) -> int:
        """Frames a second of the screen that the window is on, 60 where it does not say."""
        mode = sdl2.SDL_DisplayMode()
        index = max(sdl2.SDL_GetWindowDisplayIndex(self._window), 0)
        known = sdl2.SDL_GetCurrentDisplayMode(index, mode) == 0 and mode.refresh_rate > 0
        return mode.refresh_rate if known else 60

    def toggle_fullscreen(self) -> None:
        """F11: fill the screen that the window is on, and back."""
        self.fullscreen = not self.fullscreen
        self.update_size()

    def play_on(self, screens: Sequence[Display]) -> None:
        """Other screens, or the same ones elsewhere: go there, and fill them if it filled the screen."""
        self.screens = tuple(screens)
        if self.fullscreen:
            windowed = self._windowed
            self._set_fullscreen(False)
            self._go_to(screens[0])
            self.process_events()
            self._set_fullscreen(True)
            self._windowed = windowed or self._windowed
        else:
            self._go_to(screens[0])
        self.update_size()

    def _set_fullscreen(self, value: bool) -> None:
        several = (len(self.screens) > 1 and value) or self.span is not None
        if not several and not x11.lacks_manager(self._window):
            super()._set_fullscreen(value)
            return
        # SDL asks the window manager to fill one screen: several, and where there is no manager, the window
        # fills by itself.
        if value:
            self._windowed = (*self.position, *self.size)
            on = self.screens if several else [self._screen_here()]
            covered = span([(s.x, s.y, s.width, s.height) for s in on], self.bezel)
            self.span = covered if several else None
            place = covered.window
        else:
            self.span = None
            place = self._windowed or (*self.position, *self.size)
        sdl2.SDL_SetWindowBordered(self._window, not value)
        sdl2.SDL_SetWindowAlwaysOnTop(self._window, value and several)
        sdl2.SDL_SetWindowPosition(self._window, *place[:2])
        sdl2.SDL_SetWindowSize(self._window, *place[2:])

    def _screen_here(self) -> Display:
        """The screen on which the middle of the window lies, or the nearest to it."""
        (x, y), (w, h) = self.position, self.size
        middle = x + w / 2, y + h / 2
        return min(sdl.displays(now=True), key=lambda s: _distance(s, *middle))

    def blank(self, color: Color) -> None:
        """Fill the window with one colour at once, before any painter is there."""
        r, g, b, a = map(float, color)
        self._ctx.clear(r, g, b, a)
        sdl2.SDL_GL_SwapWindow(self._window)

    def rename(self, title: str) -> None:
        """Set the title, if it is another one."""
        if title != self.title:
            self.title = title

    def swap_buffers(self) -> None:
        """Show what was painted on the surface. Events are taken apart from it, by ``process_events``."""
        self.surface.present(self._parts(), self.buffer_size)
        sdl2.SDL_GL_SwapWindow(self._window)
        self.stale = False
        self._frames += 1

    def make_current(self) -> None:
        """Make this window's GL context the current one of this thread."""
        sdl2.SDL_GL_MakeCurrent(self._window, self._context)

    def update_size(self) -> None:
        """Read the true sizes again and tell the guest."""
        width, height = sdl.window_size(self._window)
        self.resize(width, height)
        if self.guest:
            self.guest.resize(self.picture_units, self.picture_size)

    def _parts(self) -> Sequence[Part]:
        """Which parts of the picture are shown where, framebuffer px; none: all of it is."""
        if self.span is None:
            return ()
        across, down = self._ratio
        return [
            Part(*(round(at * (across, down)[i % 2]) for i, at in enumerate(astuple(part))))
            for part in self.span.parts
        ]

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """A place in the window as the guest knows it: on the picture."""
        return self.span.to_picture(x, y) if self.span else (x, y)

    def close(self) -> None:
        self.is_closing = True  # the library tells it twice; once is enough for us

    def ask_to_close(self) -> None:
        """Somebody at the desktop wants it closed."""
        if not self.locked:
            self.close()

    def process_events(self) -> None:
        """Take all waiting events."""
        for event in sdl2.ext.get_events():
            self._take(event)

    def _take(self, event: Any) -> None:
        kind, guest = event.type, self.guest
        if kind == sdl2.SDL_QUIT:
            self.ask_to_close()
        elif kind == sdl2.SDL_WINDOWEVENT:
            self._window_event(event.window.event)
        elif guest is None:
            return
        elif kind == sdl2.SDL_KEYDOWN:
            keysym = event.key.keysym
            asked = stroke(keysym.sym, keysym.mod, bool(event.key.repeat))
            if asked:
                guest.key(asked)
        elif kind in (sdl2.SDL_MOUSEMOTION, sdl2.SDL_MOUSEBUTTONDOWN, sdl2.SDL_MOUSEBUTTONUP):
            self._mouse_event(guest, kind, event)
        elif kind in (sdl2.SDL_FINGERDOWN, sdl2.SDL_FINGERMOTION, sdl2.SDL_FINGERUP):
            touch = event.tfinger
            finger = (touch.touchId, touch.fingerId)
            place = self._at(touch.x * self.width, touch.y * self.height)
            if kind == sdl2.SDL_FINGERDOWN:
                guest.finger_press(finger, *place)
            elif kind == sdl2.SDL_FINGERMOTION:
                guest.finger_move(finger, *place)
            else:
                guest.finger_release(finger, *place)

    def _mouse_event(self, guest: Guest, kind: int, event: Any) -> None:
        if kind == sdl2.SDL_MOUSEMOTION:
            if event.motion.which != sdl2.SDL_TOUCH_MOUSEID:
                guest.mouse_move(*self._at(event.motion.x + 0.5, event.motion.y + 0.5))
        elif event.button.button == sdl2.SDL_BUTTON_LEFT and event.button.which != sdl2.SDL_TOUCH_MOUSEID:
            place = self._at(event.button.x + 0.5, event.button.y + 0.5)
            if kind == sdl2.SDL_MOUSEBUTTONDOWN:
                guest.mouse_press(*place)
            else:
                guest.mouse_release(*place)

    def _window_event(self, what: int) -> None:
        self.stale = True  # shown, uncovered, moved to another screen, resized, ...
        if what == sdl2.SDL_WINDOWEVENT_CLOSE:
            self.ask_to_close()
        elif what in _SIZING:
            self.update_size()
        elif what == sdl2.SDL_WINDOWEVENT_LEAVE and self.guest:
            self.guest.mouse_leave()
        elif what in _HIDING and self.guest:
            self.guest.hide()
        elif what == sdl2.SDL_WINDOWEVENT_FOCUS_GAINED and self.on_focus:
            self.on_focus()

    def _go_to(self, screen: Display) -> None:
        width, height = self.size
        self.position = (
            screen.x + max((screen.width - width) // 2, 0),
            screen.y + max((screen.height - height) // 2, 0),
        )


def _distance(screen: Display, x: float, y: float) -> float:
    """Squared, 0 on the screen."""
    across = max(screen.x - x, 0.0, x - (screen.x + screen.width))
    down = max(screen.y - y, 0.0, y - (screen.y + screen.height))
    return across * across + down * down


def gl_function(name: bytes) -> int | None:
    """The address of a GL function of the current context."""
    return sdl2.SDL_GL_GetProcAddress(name)


def _fitting(screen: Display | None) -> tuple[int, int]:
    if screen is None:
        return SIZE
    share = min(1.0, screen.width * SHARE / SIZE[0], screen.height * SHARE / SIZE[1])
    return max(int(SIZE[0] * share), 1), max(int(SIZE[1] * share), 1)


def _plain(error: BaseException) -> str:
    said = sdl2.SDL_GetError().decode(errors="replace")
    text = " ".join(str(part) for part in error.args) or type(error).__name__
    return f"{text} ({said})" if said and sys.platform != "win32" else text
