"""The gallery wall in a real window: a visitor's hands open a picture, lead back, and turn the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_window import Child

pytestmark = pytest.mark.window
DOTS = 12


class WallChild(Child):
    script = "wall_child.py"

    def settled(self, on: str = "wall") -> dict:
        return self.until(f"{on} at rest", lambda s: s["on"] == on and s["settled"])


@pytest.fixture(scope="module")
def child(display: str) -> Iterator[WallChild]:
    made = WallChild(display, DOTS)
    made.until("every picture", lambda s: s["hung"] == DOTS)
    yield made
    made.do("end")
    made.process.wait(timeout=30)


def test_a_mouse_over_a_frame_reaches_who_lives_there(child: WallChild) -> None:
    x, y = child.state["middles"][1]
    child.mouse(x, y)
    state = child.until("the dot hears it", lambda s: s["heard"][1])
    kind, _, at, down = state["heard"][1][-1]
    assert kind == "move"
    assert (at, down) == pytest.approx((240, 150), abs=8), "half a pixel of the window is 3 of the board"
    assert not state["heard"][0]


def test_a_press_opens_it_and_home_leads_back(child: WallChild) -> None:
    before = child.state
    x, y = before["middles"][2]
    child.mouse(x, y, "click", 1)
    opened = child.until("it is open", lambda s: s["on"] == "dot2" and "wall" in s["buttons"])
    assert opened["same"] == before["same"], "the very scene that lived in the frame"
    assert opened["ticks"][2] >= before["ticks"][2]
    child.key("Home")
    back = child.until("the wall and its one button", lambda s: list(s["buttons"]) == ["pause"])
    assert back["on"] == "wall"
    assert back["same"] == before["same"]


def test_the_button_leads_back_too(child: WallChild) -> None:
    x, y = child.state["middles"][0]
    child.mouse(x, y, "click", 1)
    state = child.until("it is open", lambda s: s["on"] == "dot0" and "wall" in s["buttons"])
    child.mouse(*state["buttons"]["wall"], "click", 1)
    child.until("the wall is back", lambda s: s["on"] == "wall")
    assert child.state["failure"] == ""


def test_a_swipe_turns_the_page_and_opens_nothing(child: WallChild) -> None:
    x, y = child.until("at rest", lambda s: s["page"] == 0)["middles"][4]
    child.mouse(x, y, "mousedown", 1)
    for step in range(1, 9):
        child.mouse(x - 40 * step, y)
    child.tool("mouseup", 1)
    state = child.until("the other page", lambda s: s["page"] == 1)
    assert state["on"] == "wall"
    child.do("finger", "down", 7, 300, 300)
    child.do("finger", "move", 7, 420, 300)
    child.do("finger", "move", 7, 560, 304)
    child.do("finger", "up", 7, 560, 304)
    assert child.until("the first page", lambda s: s["page"] == 0)["on"] == "wall"


def test_keys_open_and_a_storm_of_sizes_breaks_nothing(child: WallChild) -> None:
    child.mouse(5, 300)
    child.key("Right")
    child.key("Right")
    child.key("Return")
    child.until("it is open", lambda s: s["on"] != "wall")
    for width, height in ((300, 900), (1400, 260), (64, 48), (960, 600)):
        child.do("size", width, height)
        child.key("Home")
        child.key("3")
    child.key("Home")
    state = child.until("the wall is back", lambda s: s["on"] == "wall")
    assert state["failure"] == ""
    assert not [text for text in child.said if "failed" in text or "cannot" in text]
