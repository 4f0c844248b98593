"""Real windows on a virtual display, driven by real mouse and key events."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, virtual_display, wait_for, xdotool
from PIL import ImageGrab

pytestmark = pytest.mark.window

CORAL = np.array([242, 139, 116])


class Child:
    """A window process and the hands of a person at it."""

    script = "window_child.py"

    def __init__(self, display: str, count: int = 1, *more: str) -> None:
        self.env = {**os.environ, "DISPLAY": display, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
        self.env.pop("WAYLAND_DISPLAY", None)
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name(self.script)), str(count), *more],
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            while not any("first live frame" in text for text in self.said):
                self.read()
            self.window = str(self.state["xid"])
        except BaseException:
            self.process.kill()
            raise

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"the window process ended: {self.process.wait()}"
        data = json.loads(line)
        if "said" in data:
            self.said.append(data["said"])
        return data

    def do(self, *words: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    @property
    def state(self) -> dict[str, Any]:
        self.do("state")
        while True:
            data = self.read()
            if "state" in data:
                return data["state"]

    def until(self, what: str, ready: Any) -> dict[str, Any]:
        return wait_for(lambda: (s := self.state) and ready(s) and s, what=what)

    def tool(self, *words: object) -> str:
        return xdotool(self.env, *words)

    def mouse(self, x: float, y: float, *more: object) -> None:
        self.tool("mousemove", "--window", self.window, int(x), int(y), *more)

    def key(self, *names: str) -> None:
        # Through XTEST, as a keyboard's: events sent to one window would be marked as made up.
        self.tool("windowfocus", "--sync", self.window, "key", *names)

    def picture(self) -> np.ndarray:
        """What stands on the window now, uint8 (h, w, 3)."""
        state = self.state
        (x, y), (w, h) = state["position"], state["size"]
        screen = ImageGrab.grab(xdisplay=self.env["DISPLAY"])
        return np.asarray(screen.convert("RGB").crop((x, y, x + w, y + h)))

    def close(self) -> int:
        assert self.process.stdin
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        assert self.process.stdout
        self.process.stdout.close()
        return code


@pytest.fixture(scope="module")
def _shared(display: str) -> Iterator[Child]:
    if not shutil.which("xdotool"):
        pytest.skip("no xdotool (apt install xdotool)")
    made = Child(display, 3)
    yield made
    assert made.close() == 0, "SIGTERM closes the window in good order, with no GL error"


@pytest.fixture
def child(_shared: Child) -> Child:
    """The one window of most tests, as if just opened."""
    _shared.do("anew")
    _shared.tool("mousemove", 1919, 1199)  # off the window
    _shared.until("the window at rest", lambda s: s["size"] == [960, 600] and s["board"] == [480, 300])
    _shared.do("forget")
    return _shared


def of_kind(state: dict[str, Any], kind: str) -> list[list[Any]]:
    return [event for event in state["heard"] if event[0] == kind]


def test_pointer_and_keys_reach_the_scene(child: Child) -> None:
    state = child.state
    for x, y in ((3, 3), (480, 300), (956, 590)):
        child.mouse(x, y)
        state = child.until("the move", _near(x, y))
    child.mouse(200, 150, "mousedown", 1)
    child.mouse(260, 150, "mouseup", 1)
    state = child.until("the release", lambda s: of_kind(s, "release"))
    assert len(of_kind(state, "press")) == 1
    assert len(of_kind(state, "release")) == 1
    child.key("Left", "Escape", "F5", "x", "Up")
    state = child.until("the keys", lambda s: len(of_kind(s, "key")) >= 3)
    assert [event[1] for event in of_kind(state, "key")] == ["left", "escape", "up"]


def at_rest(state: dict[str, Any]) -> bool:
    """Whether a paused show has given its picture to the screen, and nothing since."""
    return state["paused"] and state["still"] > 3


def _near(x: float, y: float) -> Any:
    """Whether the last move of a state is at the window's (x, y), within 2 px (fault 3)."""

    def near(state: dict[str, Any]) -> bool:
        moves = of_kind(state, "move")
        if not moves:
            return False
        px = moves[-1][2] * state["scale"] + state["left"]
        py = moves[-1][3] * state["scale"] + state["top"]
        return abs(px - x) <= 2 and abs(py - y) <= 2

    return near


def test_what_is_painted_lies_where_the_pointer_is_told(child: Child) -> None:
    """Fault 3, on the real picture: pause, find the dot by its colour, point at it."""
    child.key("space")
    state = child.until("the paused picture on the screen", at_rest)
    rows, columns = np.nonzero(np.abs(child.picture().astype(int) - CORAL).sum(axis=2) < 20)
    cx, cy = columns.mean(), rows.mean()
    child.mouse(cx, cy)
    state = child.until("the move", lambda s: of_kind(s, "move"))
    _, _, bx, by = of_kind(state, "move")[-1]
    reach = 2 / state["scale"] + 2  # 2 px, and one tick of the dot's way
    assert abs(bx - state["x"]) < reach
    assert abs(by - 50) < reach


def test_buttons_by_mouse_and_tab(child: Child) -> None:
    state = child.state
    child.mouse(*state["buttons"]["pause"], "click", 1)
    state = child.until("the pause", lambda s: s["paused"])
    ticks = state["ticks"]
    assert child.state["ticks"] == ticks
    assert (state["focus"], state["ring"]) == ("pause", False)
    child.key("Tab")
    child.until("the focus on reset", lambda s: s["focus"] == "reset" and s["ring"])
    resets = child.state["resets"]
    child.key("Return")
    child.until("the reset", lambda s: s["resets"] == resets + 1)
    child.key("space")
    state = child.until("another reset", lambda s: s["resets"] == resets + 2)
    assert state["paused"], "the keys pressed the focused button only"
    child.key("shift+Tab", "space")
    child.until("no pause", lambda s: not s["paused"])
    assert not of_kind(state, "press")


def test_the_focus_ring_is_seen(child: Child) -> None:
    child.key("space")
    child.until("the paused picture", at_rest)
    without = child.picture().astype(int)
    child.key("Tab")
    child.until("the ring", lambda s: s["ring"] and at_rest(s))
    changed = np.abs(child.picture().astype(int) - without).sum(axis=2) > 60
    rows, columns = np.nonzero(changed)
    x, y = child.state["buttons"]["pause"]
    assert changed.any()
    assert abs((columns.min() + columns.max()) / 2 - x) < 3
    assert abs((rows.min() + rows.max()) / 2 - y) < 3


def test_every_finger_is_its_own_pointer(child: Child) -> None:
    child.do("finger", "down", 71, 100, 100)
    child.do("finger", "down", 72, 300, 100)
    child.do("finger", "move", 72, 320, 120)
    child.do("finger", "up", 71, 100, 100)
    child.do("finger", "up", 72, 320, 120)
    state = child.until("the fingers", lambda s: len(of_kind(s, "release")) == 2)
    assert [event[1] for event in of_kind(state, "press")] == [1, 2]
    assert [event[1] for event in of_kind(state, "leave")] == [1, 2]


def test_what_rests_is_not_shown_again_until_it_must_be(child: Child) -> None:
    child.key("space")
    before = child.until("the paused picture", at_rest)
    picture = child.picture()
    after = child.until("many rounds", lambda s: s["frames"] > before["frames"] + 30)
    assert after["swaps"] == before["swaps"]
    child.do("expose")
    child.until("the picture anew", lambda s: s["swaps"] > after["swaps"] and at_rest(s))
    child.do("hide")
    child.until("hidden", lambda s: not s["seen"])
    child.do("show")
    shown = child.until("seen", lambda s: s["seen"] and at_rest(s))
    assert shown["ticks"] == before["ticks"]
    wait_for(lambda: np.array_equal(child.picture(), picture), what="the same picture")
    child.do("size", 900, 700)
    child.until("another size", lambda s: s["size"] == [900, 700] and at_rest(s))
    assert child.picture()[-1, -1].min() > 150, "paper to the last pixel"


def test_a_pause_is_told_in_the_title(child: Child) -> None:
    child.key("space")
    child.until("the title", lambda s: s["title"] == "Dot (paused) — Ikimoji")
    child.key("space")
    child.until("the title", lambda s: s["title"] == "Dot — Ikimoji")


def test_any_size_and_a_storm_of_them(child: Child) -> None:
    """Fault 5."""
    resets = child.state["resets"]
    for size in [(1, 1), (1500, 900), (3, 700), (700, 3), *((300 + 37 * i, 900 - 31 * i) for i in range(25))]:
        child.do("size", *size)
    child.do("size", 960, 600)
    state = child.until(
        "the size", lambda s: s["size"] == [960, 600] and s["board"] == [480, 300] and s["ticks"] > 0
    )
    assert state["resets"] <= resets + 2
    assert not any("failed" in text for text in child.said)
    child.do("size", 1200, 600)
    child.until("a wider board", lambda s: s["board"] == [600, 300])


def test_f11_twice_comes_back(child: Child) -> None:
    before = child.state
    child.key("F11")
    state = child.until("fullscreen", lambda s: s["size"] == [1920, 1200])
    assert state["fullscreen"]
    child.key("q")
    child.key("F11")
    state = child.until("the window", lambda s: s["size"] == before["size"])
    assert not state["fullscreen"]
    assert child.process.poll() is None, "q leaves windows only"


def test_f11_fills_the_screen_where_no_window_manager_runs() -> None:
    """SDL only asks a manager to, and would take its silence for a yes: so the X server is asked here."""
    with virtual_display() as name:
        child = Child(name)
        try:
            small = child.tool("getwindowgeometry", "--shell", child.window)
            for wanted in ("WIDTH=1920\nHEIGHT=1200", small.split("SCREEN")[0]):
                child.key("F11")
                wait_for(
                    lambda wanted=wanted: wanted in child.tool("getwindowgeometry", "--shell", child.window)
                )
        finally:
            child.close()


def test_a_hidden_window_rests_and_returns_without_a_jump(child: Child) -> None:
    """Fault 6."""
    child.do("hide")
    before = child.until("hidden", lambda s: not s["seen"])
    time.sleep(0.5)  # time to be caught up, were it counted
    after = child.state
    assert after["ticks"] == before["ticks"]
    assert after["frames"] == before["frames"]
    child.do("show")
    state = child.until("seen", lambda s: s["seen"] and s["frames"] > after["frames"])
    assert state["ticks_on_return"] == 0
    assert state["most_ticks"] <= 3


def test_a_minimised_window_rests(child: Child) -> None:
    if not shutil.which("openbox"):
        pytest.skip("no window manager (apt install openbox)")
    child.tool("windowminimize", "--sync", child.window)
    before = child.until("minimised", lambda s: not s["seen"])
    time.sleep(0.5)
    assert child.state["ticks"] == before["ticks"]
    child.tool("windowmap", "--sync", child.window)
    child.until("restored", lambda s: s["seen"] and s["ticks"] > before["ticks"])


def test_a_stopped_process_catches_up_three_ticks(child: Child) -> None:
    """Fault 10: however long away, three ticks (0.05 s) caught up."""
    child.process.send_signal(signal.SIGSTOP)
    time.sleep(0.5)  # 30 ticks
    child.process.send_signal(signal.SIGCONT)
    frames = child.state["frames"]
    state = child.until("more frames", lambda s: s["frames"] > frames + 3)
    assert state["most_ticks"] == 3


def test_a_scene_that_falls_over_leaves_the_window_alive(child: Child) -> None:
    child.do("fail")
    child.until("the report", lambda s: any("the dot fell over" in text for text in child.said))
    frames = child.state["frames"]
    child.until("more frames", lambda s: s["frames"] > frames + 5)
    resets = child.state["resets"]
    child.key("Return")
    child.until("life", lambda s: s["resets"] > resets and s["ticks"] > 3)


def test_a_scene_that_cannot_be_painted_does_not_borrow_the_picture_of_another(child: Child) -> None:
    child.do("unpaintable", 1)
    assert child.state["index"] == 0  # answered, so the one before is done
    child.key("Page_Down")
    child.until("the report", lambda s: s["index"] == 1 and s["failure"])
    child.until("an empty picture", lambda s: s["layers"] == [])
    child.key("Page_Up")
    child.until("the first again", lambda s: s["index"] == 0 and s["layers"])


def test_the_best_opengl_is_asked_for(child: Child) -> None:
    """Some drivers grant exactly what is asked for, and kernels share arrays from 4.3 up."""
    assert child.state["asked"] == [4, 3]


def test_an_older_opengl_will_do(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESA_GL_VERSION_OVERRIDE", "4.1")  # as on macOS
    child = Child(display)
    assert child.state["asked"] == [3, 3]
    assert child.close() == 0


def test_scenes_are_chosen_by_keys_and_buttons(child: Child) -> None:
    child.key("Page_Down")
    state = child.until("the second", lambda s: s["index"] == 1)
    child.mouse(*state["buttons"]["next"], "click", 1)
    child.until("the third", lambda s: s["index"] == 2)
    child.key("1")
    child.until("the first", lambda s: s["index"] == 0)
    child.key("0")
    assert child.state["index"] == 0, "there is no tenth scene"


def test_no_picture_is_blank_while_scenes_change(child: Child) -> None:
    child.do("watch")
    for name, index in (("Page_Down", 1), ("Page_Down", 2), ("Page_Up", 1), ("Page_Up", 0)):
        before = child.state["between"]
        child.key(name)
        child.until("the next scene", lambda s, index=index: s["index"] == index)
        child.until("a picture of both", lambda s, before=before: s["between"] > before)
    assert child.state["blank"] == 0


def test_buttons_that_cannot_be_painted_are_no_fault_of_the_scene(display: str) -> None:
    child = Child(display)
    try:
        child.do("spoil")
        state = child.until("the report", lambda s: any("hud of old" in text for text in child.said) and s)
        later = child.until("the scene goes on", lambda s: s["ticks"] > state["ticks"] + 30 and s)
        assert (later["failure"], later["buttons"]) == ("", {})
        assert sum("hud of old" in text for text in child.said) == 1
    finally:
        child.close()


def test_q_leaves(display: str) -> None:
    child = Child(display)
    child.key("q")
    assert child.process.wait(timeout=60) == 0
    child.close()
