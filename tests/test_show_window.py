"""A show file in a real window: edited while it plays, dark at night, and a cursor that hides."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import test_window
from conftest import wait_for

pytestmark = pytest.mark.window

SHOW = """\
[defaults]
dwell = 3600
[hours]
open = ["08:00-20:00"]
zone = "UTC"
[screen]
idle_cursor = 0.5
[[scene]]
name = "snake"
[[scene]]
name = "koi"
"""
NOON, MIDNIGHT = 43_200, 86_400


class Playing(test_window.Child):
    script = "show_child.py"

    def __init__(self, display: str, file: Path) -> None:
        self.file = file
        self.write(SHOW)
        super().__init__(display, 0, str(file))
        self.do("wall", NOON)

    def write(self, text: str) -> None:
        """As editors do: another file takes the place of the old one."""
        beside = self.file.with_suffix(".new")
        beside.write_text(text)
        os.replace(beside, self.file)

    @property
    def show(self) -> dict[str, Any]:
        self.do("show")
        while True:
            data = self.read()
            if "state" in data:
                return data["state"]

    def wait(self, what: str, ready: Any) -> dict[str, Any]:
        return wait_for(lambda: (s := self.show) and ready(s) and s, what=what)


@pytest.fixture(scope="module")
def _shared(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    if not shutil.which("xdotool"):
        pytest.skip("no xdotool (apt install xdotool)")
    made = Playing(display, tmp_path_factory.mktemp("show") / "lobby.toml")
    yield made
    assert made.close() == 0


@pytest.fixture
def playing(_shared: Playing) -> Playing:
    _shared.do("wall", NOON)
    _shared.write(SHOW)
    _shared.wait(
        "the show as it was written",
        lambda s: s["names"] == ["snake", "koi"] and s["theme"] == "day" and not (s["notice"] or s["dark"]),
    )
    _shared.said.clear()
    return _shared


def test_an_edit_is_taken_up_and_what_is_on_goes_on(playing: Playing) -> None:
    before = playing.show
    playing.write(SHOW + '[[scene]]\nname = "pond"\n')
    after = playing.wait("the edit", lambda s: s["names"] == ["snake", "koi", "pond"])
    assert after["identity"] == before["identity"]
    assert after["ticks"] >= before["ticks"]
    assert any("was edited" in text for text in playing.said)


def test_a_broken_edit_is_told_and_the_last_good_one_plays_on(playing: Playing) -> None:
    before = playing.show
    paper = playing.picture()
    playing.write(SHOW.replace("dwell", "dwel"))
    after = playing.wait("the notice", lambda s: s["notice"])
    (told,) = [text for text in playing.said if "goes on as it was" in text]
    assert f"{playing.file}:2: defaults.dwel: no such key; did you mean dwell?" in told
    assert after["identity"] == before["identity"]
    later = playing.wait("life", lambda s: s["ticks"] > after["ticks"] + 5)
    assert later["names"] == before["names"]
    top = playing.picture()[10:50]
    assert np.abs(top.astype(int) - paper[10:50]).max() > 60, "it stands on the screen"
    playing.write(SHOW)
    playing.wait("its end", lambda s: not s["notice"])


def test_a_file_that_is_gone_for_a_while_changes_nothing(playing: Playing) -> None:
    before = playing.show
    playing.file.unlink()
    playing.wait("life", lambda s: s["ticks"] > before["ticks"] + 30)
    playing.write(SHOW.replace('"snake"', '"snake"\ntheme = "night"'))
    after = playing.wait("the edit", lambda s: s["theme"] == "night")
    assert after["identity"] == before["identity"]


def test_it_is_dark_at_night_and_nothing_moves_there(playing: Playing) -> None:
    playing.do("wall", MIDNIGHT)
    playing.wait("the dark", lambda s: s["dark"])
    wait_for(lambda: playing.picture().max() == 0, what="a black screen")
    before = playing.show
    assert before["screensaver"], "the system may switch the screen off"
    playing.mouse(300, 200, "click", 1)
    playing.key("Page_Down")
    after = playing.show
    assert (after["ticks"], after["on"]) == (before["ticks"], before["on"])
    # Whatever the server uncovers is painted again, and nothing else: at most a few times.
    assert after["swaps"] - before["swaps"] <= 5
    playing.do("wall", MIDNIGHT + NOON)
    day = playing.wait("the day", lambda s: not s["dark"])
    assert not day["screensaver"]
    playing.wait("life", lambda s: s["ticks"] > 5)
    assert playing.picture().max() > 200


def test_other_hours_light_it_at_once(playing: Playing) -> None:
    playing.do("wall", MIDNIGHT)
    playing.wait("the dark", lambda s: s["dark"])
    playing.write(SHOW.replace("08:00-20:00", "20:00-08:00"))
    playing.wait("the light", lambda s: not s["dark"])


def test_the_cursor_hides_until_the_mouse_moves(playing: Playing) -> None:
    playing.mouse(300, 200)
    before = playing.wait("the cursor to hide", lambda s: not s["cursor"])
    playing.mouse(340, 240)
    playing.wait("the cursor", lambda s: s["appearances"] > before["appearances"])
    playing.wait("the cursor to hide again", lambda s: not s["cursor"])
    playing.write(SHOW.replace("idle_cursor = 0.5", "idle_cursor = 0"))
    playing.wait("the cursor to stay", lambda s: s["cursor"])


def test_the_fit_follows_the_file(playing: Playing) -> None:
    playing.write(SHOW.replace("[screen]", '[screen]\nfit = "contain"'))
    playing.wait("bars", lambda s: s["fit"] == "contain")
    assert playing.state["board"] == [480, 300]
    playing.write(SHOW)
    playing.wait("no bars", lambda s: s["fit"] == "extend")
