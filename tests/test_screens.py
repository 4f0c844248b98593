"""Two real screens (Xorg's dummy driver): a show opens on the one asked for and stays (faults 1, 2)."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import wait_for
from test_window import Child
from Xlib import display
from Xlib.ext import screensaver

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


@contextlib.contextmanager
def playing(screens: str, *words: str) -> Iterator[Child]:
    """A show of one scene on those screens, which must end in good order."""
    child = Child(screens, 1, *words)
    try:
        yield child
    finally:
        code = child.close()
    assert code == 0


def _has_dummy() -> bool:
    return any(Path("/usr").glob("lib*/xorg/modules/drivers/dummy_drv.so"))


def _xrandr(server: str, *arguments: str) -> str:
    done = subprocess.run(
        ["xrandr", *arguments],
        env={**os.environ, "DISPLAY": server},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def arrange(server: str, on: bool, left: bool = False) -> None:
    """Plug the right screen in or out; asking once more makes the server tell everybody."""
    right = ("--mode", "1280x720", "--left-of" if left else "--right-of", "DUMMY0") if on else ("--off",)
    _xrandr(server, "--output", "DUMMY0", "--mode", "1920x1080", "--output", "DUMMY1", *right)
    found = len(re.findall(r" connected .*\d+x\d+\+", _xrandr(server)))
    assert found == 1 + on


@pytest.mark.parametrize(
    ("monitor", "size", "x"),
    [("1", RIGHT, 1920), ("DUMMY1", RIGHT, 1920), ("dummy0", LEFT, 0)],
)
def test_fullscreen_covers_the_screen_asked_for(
    screens: str, monitor: str, size: tuple[int, int], x: int
) -> None:
    with playing(screens, monitor) as child:
        full = child.until("fullscreen", lambda s: s["size"] == list(size))
        assert full["position"] == [x, 0]
        child.key("F11")
        small = child.until("a window", lambda s: s["size"] != list(size))
        assert x <= small["position"][0] < x + size[0]
        child.key("F11")
        again = child.until("fullscreen again", lambda s: s["size"] == list(size))
        assert again["position"] == [x, 0]


def test_a_screen_that_is_not_there_is_told(screens: str) -> None:
    with playing(screens, "7") as child:
        assert any("no monitor '7', using the primary one" in text for text in child.said)
        assert any("DUMMY1" in text for text in child.said), "and which there are"
        child.until("the primary", lambda s: s["size"] == list(LEFT) and s["position"] == [0, 0])


def test_one_picture_over_all_screens_goes_on_behind_their_frames(screens: str) -> None:
    with playing(screens, "all", "30") as child:
        whole = [LEFT[0] + RIGHT[0], LEFT[1]]
        full = child.until("both screens", lambda s: s["size"] == whole)
        assert full["position"] == [0, 0]
        child.until("a board as wide as both", lambda s: s["board"][0] == pytest.approx(300 * 3230 / 1080))
        for x, hidden in ((900, 0), (1919, 0), (1921, 30), (3000, 30)):
            child.tool("mousemove", x, 300)
            child.do("forget")
            assert child.state["heard"] == [], "it was heard before the next move"
            child.tool("mousemove", x, 400)
            seen = child.until("the mouse", lambda s: any(what[0] == "move" for what in s["heard"]))
            _, _, at, _ = [what for what in seen["heard"] if what[0] == "move"][-1]
            assert abs(at * seen["scale"] + seen["left"] - (x + hidden)) < 2
        picture = child.picture()
        for corner in (picture[5, 5], picture[1070, 1900], picture[5, 1930], picture[700, 3190]):
            assert corner.min() > 100, "paper, up to the last corner"
        child.key("F11")
        child.until("a window", lambda s: s["size"] != whole and not s["fullscreen"])
        child.key("F11")
        again = child.until("both screens again", lambda s: s["size"] == whole)
        assert again["position"] == [0, 0]


def test_a_screen_that_is_switched_off_and_on_again(screens: str) -> None:
    """Fault 4: the show goes to what is left, and comes back to its own screen by itself."""
    child = Child(screens, 1, "1")
    try:
        child.until("the right screen", lambda s: s["size"] == list(RIGHT) and s["position"] == [1920, 0])
        ticks = child.state["ticks"]
        arrange(screens, on=False)
        child.until("the left screen", lambda s: s["size"] == list(LEFT) and s["position"] == [0, 0])
        arrange(screens, on=True)
        back = child.until("its own", lambda s: s["size"] == list(RIGHT) and s["position"] == [1920, 0])
        assert back["ticks"] > ticks, "the very same scene, that went on"
        assert back["resets"] == 0
        assert any("gone" in text for text in child.said)
        arrange(screens, on=True, left=True)
        child.until("its own, elsewhere", lambda s: s["size"] == list(RIGHT) and s["position"] == [0, 0])
    finally:
        arrange(screens, on=True)
        code = child.close()
    assert code == 0


def test_a_screen_that_is_off_at_the_start_is_taken_when_it_is_there(screens: str) -> None:
    arrange(screens, on=False)
    child = Child(screens, 1, "1")
    try:
        child.until("the only one", lambda s: s["size"] == list(LEFT))
        arrange(screens, on=True)
        child.until("its own", lambda s: s["size"] == list(RIGHT) and s["position"] == [1920, 0])
    finally:
        arrange(screens, on=True)
        code = child.close()
    assert code == 0


def test_the_screen_does_not_blank_while_a_show_runs_and_may_after_it_was_killed(screens: str) -> None:
    """Fault 22. The server's own screen saver comes after a second here."""
    server = display.Display(screens)
    try:
        server.set_screen_saver(1, 0, 0, 0)
        server.sync()
        root = server.screen().root

        def blank() -> bool:
            return root.screensaver_query_info().state == screensaver.StateOn

        wait_for(blank, what="the screen saver")
        child = Child(screens, 1, "1")
        try:
            child.tool("mousemove", 2000, 200)
            wait_for(lambda: not blank(), what="the picture")
            frames = child.state["frames"]
            later = time.monotonic() + 2.5
            child.until("more frames", lambda s: s["frames"] > frames and time.monotonic() > later)
            assert not blank()
        finally:
            child.process.kill()
            child.close()
        wait_for(blank, what="the screen saver once nobody shows anything")
    finally:
        server.set_screen_saver(600, 0, 0, 0)
        server.sync()
        server.close()


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
