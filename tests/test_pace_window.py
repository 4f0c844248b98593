"""A real window on a processor that is too slow for all of its pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from test_window import CORAL, Child, at_rest

pytestmark = pytest.mark.window


@pytest.fixture
def child(display: str) -> Iterator[Child]:
    made = Child(display, 3)
    yield made
    assert made.close() == 0, "no GL error"


def test_a_slow_picture_is_painted_smaller_through_sizes_scenes_and_hiding(child: Child) -> None:
    def lies_where_it_should() -> None:
        child.key("space")
        state = child.until("the paused picture", at_rest)
        picture = child.picture().astype(int)
        rows, columns = np.nonzero(np.abs(picture - CORAL).sum(axis=2) < 20)
        assert rows.mean() == pytest.approx(50 * state["scale"] + state["top"], abs=1.5)
        # One tick of the dot's way at most lies between what was painted and where it is.
        reach = 2 * state["scale"] + 1.5
        assert columns.mean() == pytest.approx(state["x"] * state["scale"] + state["left"], abs=reach)
        assert picture[-1, -1].min() > 150, "paper to the last pixel"
        child.key("space")

    child.do("weigh", 1.0)
    child.until("a lower resolution", lambda s: s["share"] == 0.5)
    lies_where_it_should()
    storm = [(300 + 37 * i, 900 - 31 * i) for i in range(9)]
    for size in [(1, 1), (1500, 900), (3, 700), (700, 3), *storm]:
        child.do("size", *size)
    child.do("size", 900, 300)
    child.until("the size", lambda s: s["size"] == [900, 300] and s["board"][1] == 300 and s["ticks"] > 0)
    child.until("a lower resolution", lambda s: s["share"] == 0.5)
    child.do("watch")
    child.key("Page_Down")
    child.until("another scene", lambda s: s["index"] == 1 and s["between"] > 2)
    before = child.until("it alone", lambda s: s["ticks"] > 80)
    assert (before["share"], before["blank"]) == (0.5, 0)
    child.do("hide")
    child.until("hidden", lambda s: not s["seen"])
    child.do("show")
    child.until("seen", lambda s: s["seen"] and s["swaps"] > before["swaps"] + 3)
    lies_where_it_should()
    assert not any("failed" in text or "cannot" in text for text in child.said)
