"""A real kiosk on a virtual display: locked, killed, stopped, and back at the same scene each time."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, virtual_display, wait_for, xdotool

pytestmark = pytest.mark.window


class Kiosk:
    """A keeper with its show, and the hands of visitors and of the operator."""

    def __init__(self, display: str, folder: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "DISPLAY": display, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
        self.env.pop("WAYLAND_DISPLAY", None)
        with (folder / "said").open("wb") as said:
            self.keeper = subprocess.Popen(
                [sys.executable, str(Path(__file__).with_name("kiosk_child.py")), "keep", str(folder)],
                env=self.env,
                stderr=said,
            )
        self.lives(1)

    def noted(self, log: str, event: str) -> list[dict[str, Any]]:
        file = self.folder / f"{log}.jsonl"
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        return [line for line in map(json.loads, lines) if line["event"] == event]

    def lives(self, times: int) -> int:
        """Wait for so many first live pictures in all; the process that shows the last one."""
        wait_for(
            lambda: len(self.noted("keeper", "live")) >= times, 120, f"live picture {times}: {self.said}"
        )
        return self.noted("keeper", "start")[-1]["pid"]

    @property
    def said(self) -> str:
        return (self.folder / "said").read_text("utf-8")[-2000:]

    @property
    def window(self) -> str:
        return self.tool("search", "--onlyvisible", "--class", "ikimoji").split()[-1]

    @property
    def scene(self) -> str:
        """The scene that would be resumed at."""
        files = [path for path in self.folder.glob("*.json") if len(path.stem) == 12]
        return json.loads(files[0].read_text())["scene"] if files else ""

    def until_scene(self, name: str) -> None:
        wait_for(lambda: self.scene == name, what=f"{name} on, instead of {self.scene}")

    def do(self, word: str) -> None:
        (self.folder / "new").write_text(word)
        (self.folder / "new").replace(self.folder / "do")

    def tool(self, *words: object) -> str:
        return xdotool(self.env, *words)

    def focus(self) -> None:
        self.tool("windowfocus", "--sync", self.window)

    def chord(self) -> None:
        held, before = ("ctrl", "alt", "shift", "k"), self.menus
        self.tool(*(word for key in held for word in ("keydown", key)))
        wait_for(lambda: self.menus > before, what="the operator's menu")
        self.tool(*(word for key in held for word in ("keyup", key)))

    @property
    def menus(self) -> int:
        """How often the operator's menu has been opened."""
        return len(self.noted("show", "menu opened"))

    def close(self) -> int:
        if self.keeper.poll() is None:
            self.keeper.terminate()
        return self.keeper.wait(timeout=60)


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kiosk]:
    if not shutil.which("xdotool"):
        pytest.skip("no xdotool (apt install xdotool)")
    with virtual_display() as display:
        made = Kiosk(display, tmp_path_factory.mktemp("kiosk"))
        yield made
        made.close()


def test_visitors_cannot_leave_and_the_operator_can_go_on(kiosk: Kiosk) -> None:
    kiosk.focus()
    kiosk.until_scene("dot0")
    window = kiosk.window
    width, height = kiosk.tool("getdisplaygeometry").split()
    filled = f"Geometry: {width}x{height}"
    assert filled in kiosk.tool("getwindowgeometry", window)
    kiosk.tool("key", "Escape", "key", "F11", "key", "ctrl+q", "key", "q", "key", "Next", "key", "alt+F4")
    kiosk.do("close")
    kiosk.chord()
    # A sheet of two columns: previous, next / go to, ...; the focus comes with the first arrow.
    kiosk.tool("key", "Right", "key", "Right", "key", "Return")
    kiosk.until_scene("dot1")
    assert filled in kiosk.tool("getwindowgeometry", window)
    assert not kiosk.noted("keeper", "death"), kiosk.said


def test_five_taps_in_the_corner_open_the_menu_too(kiosk: Kiosk) -> None:
    kiosk.focus()
    kiosk.tool("key", "Escape")  # of a menu that may be open still
    before = int(kiosk.scene[-1])
    kiosk.tool("mousemove", 20, 20, *["click", 1] * 5)
    kiosk.tool("key", "Right", "key", "Right", "key", "Return", "key", "Escape")
    kiosk.until_scene(f"dot{(before + 1) % 4}")


def test_a_scene_that_raises_gives_way_and_the_show_goes_on(kiosk: Kiosk) -> None:
    before = int(kiosk.scene[-1])
    kiosk.do("fail")
    kiosk.until_scene(f"dot{(before + 1) % 4}")
    failed = kiosk.noted("show", "scene failed")[-1]
    assert failed["scene"] == f"dot{before}"
    assert "the dot fell over" in failed["what"]
    assert not kiosk.noted("keeper", "death")


def test_after_every_death_the_same_scene_comes_back(kiosk: Kiosk) -> None:
    """Faults 19 and 21."""
    if kiosk.scene == "dot0":  # where every show begins: it would prove nothing
        kiosk.do("fail")
        kiosk.until_scene("dot1")
    scene, lives = kiosk.scene, len(kiosk.noted("keeper", "live"))
    os.kill(kiosk.lives(lives), signal.SIGKILL)
    pid = kiosk.lives(lives + 1)
    kiosk.until_scene(scene)
    assert kiosk.noted("show", "start")[-1]["scene"] == scene
    os.kill(pid, signal.SIGSTOP)
    kiosk.lives(lives + 2)
    # It has died twice here: the next one has its turn.
    following = f"dot{(int(scene[-1]) + 1) % 4}"
    kiosk.until_scene(following)
    kiosk.do("lose")
    kiosk.lives(lives + 3)
    kiosk.until_scene(following)
    kiosk.do("blank")
    kiosk.lives(lives + 4)
    why = [death["why"] for death in kiosk.noted("keeper", "death")]
    assert why == ["killed by signal 9", "hung", "graphics context lost", "nothing on the picture"]
    assert kiosk.close() == 0
    assert kiosk.scene == "", "a show that ended in good order begins at its beginning"
