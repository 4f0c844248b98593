"""Two real screens (Xorg's dummy driver): a show opens on the one asked for and stays (faults 1, 2)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_window import Child

pytestmark = pytest.mark.window

CONFIG = """
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 256000
EndSection
Section "Monitor"
    Identifier "any"
    HorizSync 5-1000
    VertRefresh 5-200
EndSection
Section "Screen"
    Identifier "all"
    Device "card"
    Monitor "any"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Virtual 3200 1080
    EndSubSection
EndSection
"""
QUIET = ("-noreset", "-novtswitch", "-sharevts", "-nolisten", "tcp")
LEFT, RIGHT = (1920, 1080), (1280, 720)


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A display with DUMMY0 (1920x1080, at 0,0) and DUMMY1 (1280x720, to its right)."""
    tools = ("Xorg", "xrandr", "xdotool")
    if not all(map(shutil.which, tools)) or os.geteuid() != 0 or not _has_dummy():
        pytest.skip("needs root, Xorg with the dummy driver, xrandr and xdotool")
    folder = tmp_path_factory.mktemp("xorg")
    config = folder / "xorg.conf"
    config.write_text(CONFIG)
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xorg", "-displayfd", str(write), "-config", str(config), "-logfile", str(folder / "log"), *QUIET],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        display = f":{pipe.readline().strip()}"
    if display == ":":
        server.wait(timeout=20)
        pytest.skip(f"Xorg does not start here: {(folder / 'log').read_text()[-300:]}")
    try:
        _xrandr(display, "--addmode", "DUMMY1", "1280x720")
        arrange(display, on=True)
        yield display
    finally:
        server.terminate()
        server.wait(timeout=20)


def _has_dummy() -> bool:
    return any(Path("/usr").glob("lib*/xorg/modules/drivers/dummy_drv.so"))


def _xrandr(display: str, *arguments: str) -> str:
    done = subprocess.run(
        ["xrandr", *arguments],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def arrange(display: str, on: bool) -> None:
    """Plug the right screen in or out; asking once more makes the server tell everybody."""
    right = ("--mode", "1280x720", "--right-of", "DUMMY0") if on else ("--off",)
    _xrandr(
        display, "--output", "DUMMY0", "--mode", "1920x1080", "--pos", "0x0", "--output", "DUMMY1", *right
    )
    found = len(re.findall(r" connected .*\d+x\d+\+", _xrandr(display)))
    assert found == 1 + on


@pytest.mark.parametrize(
    ("monitor", "size", "x"),
    [("1", RIGHT, 1920), ("DUMMY1", RIGHT, 1920), ("dummy0", LEFT, 0)],
)
def test_fullscreen_covers_the_screen_asked_for(
    screens: str, monitor: str, size: tuple[int, int], x: int
) -> None:
    child = Child(screens, 1, monitor)
    try:
        full = child.until("fullscreen", lambda s: s["size"] == list(size))
        assert full["position"] == [x, 0]
        child.key("F11")
        small = child.until("a window", lambda s: s["size"] != list(size))
        assert x <= small["position"][0] < x + size[0]
        child.key("F11")
        again = child.until("fullscreen again", lambda s: s["size"] == list(size))
        assert again["position"] == [x, 0]
    finally:
        code = child.close()
    assert code == 0


def test_a_screen_that_is_not_there_is_told(screens: str) -> None:
    child = Child(screens, 1, "7")
    try:
        assert any("no monitor '7', using the primary one" in text for text in child.said)
        assert any("DUMMY1" in text for text in child.said), "and which there are"
        child.until("the primary", lambda s: s["size"] == list(LEFT) and s["position"] == [0, 0])
    finally:
        code = child.close()
    assert code == 0


OTHER = """
import time
from viewer.sdl import sdl2, start
start()
window = sdl2.SDL_CreateWindow(b"other", 100, 100, 400, 300, 0)
sdl2.SDL_RaiseWindow(window)
sdl2.SDL_SetWindowInputFocus(window)
print("up", flush=True)
while True:
    sdl2.SDL_PumpEvents()
    time.sleep(0.05)
"""


def test_it_stays_up_when_somebody_works_elsewhere(screens: str) -> None:
    """Fault 2: another window takes the focus on the other screen, and the show plays on."""
    child = Child(screens, 1, "1")
    other = subprocess.Popen([sys.executable, "-c", OTHER], env=child.env, stdout=subprocess.PIPE, text=True)
    try:
        child.until("fullscreen", lambda s: s["size"] == list(RIGHT))
        assert other.stdout
        assert other.stdout.readline() == "up\n"
        child.tool("mousemove", 300, 250, "click", 1)
        frames = child.state["frames"]
        child.until("more frames", lambda s: s["seen"] and s["fullscreen"] and s["frames"] > frames + 3)
    finally:
        other.kill()
        other.communicate(timeout=20)
        code = child.close()
    assert code == 0
