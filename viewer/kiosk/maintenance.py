"""What stands in for a show that keeps failing: words on paper, in a process and a window of its own.

No OpenGL, no kernels, no scene: whatever broke the show cannot break this.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from viewer import sdl, x11
from viewer.kiosk.rules import RULES
from viewer.problem import Problem
from viewer.screens import choose_or_first
from viewer.sdl import Display, sdl2

PAPER, INK, FAINT = "#FBF5E9", "#2A2833", "#8A8477"
WORDS = (
    ("ja", "ただいま調整中です", "{time} から止まっています。少々お待ちください。",
     "係の方へ：画面を2秒押しつづけるか Enter で、もう一度始めます。だめなら電源を入れ直してください。"),
    ("ko", "점검 중입니다", "{time}부터 멈춰 있습니다. 잠시만 기다려 주세요.",
     "담당자께: 화면을 2초 동안 누르거나 Enter 키를 누르면 다시 시작합니다. 안 되면 전원을 껐다 켜 주세요."),
    ("en", "Be right back", "Out of order since {time}. Please bear with us.",
     "For staff: hold the screen for 2 seconds or press Enter to start again; else switch off and on."),
)  # fmt: skip
"""Language, headline, what happened, what to do."""
HOLD = 2.0
"""Seconds to hold a finger or the mouse button."""
TICK = 0.1


def show(
    why: str,
    log: str,
    monitor: str | None = None,
    seconds: float = RULES.retry,
    say: Callable[[str], None] = print,
) -> None:
    """Stand on the screen until somebody asks for another try, or for so many seconds. Raises Problem."""
    sdl2.SDL_SetHint(b"SDL_FRAMEBUFFER_ACCELERATION", b"0")  # no OpenGL behind our back
    sdl.start()
    windows: list[Any] = []
    try:
        screens, warning = choose_or_first(monitor, sdl.displays())
        if warning:
            say(warning)
        windows += map(_open, screens)
        sdl2.SDL_ShowCursor(sdl2.SDL_DISABLE)
        _stand(windows, datetime.now(), why, log, time.monotonic() + seconds)
    finally:
        for window in windows:
            sdl2.SDL_DestroyWindow(window)
        sdl.stop()


def _open(screen: Display) -> Any:
    flags = sdl2.SDL_WINDOW_BORDERLESS | sdl2.SDL_WINDOW_ALLOW_HIGHDPI
    place = screen.x, screen.y, screen.width, screen.height
    window = sdl2.SDL_CreateWindow(b"Ikimoji", *place, flags)
    if not window:
        raise Problem(f"the maintenance screen cannot open: {sdl2.SDL_GetError().decode(errors='replace')}")
    if not x11.lacks_manager(window):
        sdl2.SDL_SetWindowFullscreen(window, sdl2.SDL_WINDOW_FULLSCREEN_DESKTOP)
    return window


def _stand(windows: Sequence[Any], since: datetime, why: str, log: str, until: float) -> None:
    """Show the words, and listen; nothing but time, Enter and a long press ends it."""
    drawn: dict[int, tuple[int, int]] = {}
    pressed: float | None = None
    while time.monotonic() < until:
        for event in sdl2.ext.get_events():
            if event.type in (sdl2.SDL_MOUSEBUTTONDOWN, sdl2.SDL_FINGERDOWN):
                pressed = time.monotonic() if pressed is None else pressed
            elif event.type in (sdl2.SDL_MOUSEBUTTONUP, sdl2.SDL_FINGERUP):
                pressed = None
            elif event.type == sdl2.SDL_KEYDOWN:
                if event.key.keysym.sym in (sdl2.SDLK_RETURN, sdl2.SDLK_KP_ENTER):
                    return
            elif event.type == sdl2.SDL_WINDOWEVENT:
                drawn.clear()  # uncovered, moved, resized
        if pressed is not None and time.monotonic() - pressed >= HOLD:
            return
        for k, window in enumerate(windows):
            surface = sdl2.SDL_GetWindowSurface(window)
            if surface and drawn.get(k) != (size := (surface.contents.w, surface.contents.h)):
                drawn[k] = size
                _put(surface.contents, poster(*size, since, why, log))
                sdl2.SDL_UpdateWindowSurface(window)
        time.sleep(TICK)


def _put(surface: Any, picture: Image.Image) -> None:
    """Copy a picture onto a window's surface of the same size, whatever its order of bytes."""
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB")))
    height, width = pixels.shape[:2]
    source = sdl2.SDL_CreateRGBSurfaceWithFormatFrom(
        pixels.ctypes.data_as(ctypes.c_void_p), width, height, 24, width * 3, sdl2.SDL_PIXELFORMAT_RGB24
    )
    sdl2.SDL_BlitSurface(source, None, surface, None)
    sdl2.SDL_FreeSurface(source)


def poster(width: int, height: int, since: datetime, why: str, log: str) -> Image.Image:
    """The words, in all three languages, as a picture."""
    picture = Image.new("RGB", (max(width, 1), max(height, 1)), PAPER)
    draw = ImageDraw.Draw(picture)
    unit = max(min(width, height * 1.6) / 100, 1.0)
    lines: list[tuple[str, str, float, str]] = []
    for language, head, what, todo in WORDS:
        if language != "en" and _font(language, 10) is None:
            continue  # no font of that language: boxes say nothing
        lines += [
            (language, head, 4.4, INK),
            (language, what.format(time=f"{since:%H:%M}"), 2.0, INK),
            (language, todo, 1.35, FAINT),
            (language, "", 2.2, INK),
        ]
    lines.append(("en", f"{why} · {log}", 1.1, FAINT))
    total = sum(size * 1.55 for _, _, size, _ in lines) * unit
    y = (height - total) / 2
    for language, text, size, color in lines:
        font = _font(language, size * unit) or ImageFont.load_default(size * unit)
        wide = draw.textlength(text, font=font)
        if wide > width * 0.94:
            font = _font(language, size * unit * width * 0.94 / wide) or font
            wide = draw.textlength(text, font=font)
        draw.text(((width - wide) / 2, y), text, color, font=font)
        y += size * 1.55 * unit
    return picture


def _font(language: str, size: float) -> ImageFont.FreeTypeFont | None:
    """The machine's font for a language at so many px, None where it has none."""
    try:
        from scenes import fonts

        face = fonts.find(None, language)
        return ImageFont.truetype(face.path, max(size, 1.0), index=face.index)
    except Exception:  # whatever is broken here, Latin letters are there
        return None
