"""One picture over several screens, and screens that come, go and move: no window, no X server."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.screens import Memory, Seen, Watch, again, choose
from viewer.sdl import Display, UnknownDisplay
from viewer.spans import span

sides = st.integers(1, 4000)
bezels = st.tuples(st.integers(0, 200), st.integers(0, 200))


def test_two_screens_side_by_side_hide_a_strip_between_them() -> None:
    made = span([(-1280, 40, 1280, 720), (0, 0, 1920, 1080)], (30, 20))
    assert made.window == (-1280, 0, 3200, 1080)
    assert made.picture == (3230, 1080)
    left, right = made.parts
    assert (left.x, left.y, left.left, left.top) == (0, 40, 0, 40)
    assert (right.x, right.y, right.left, right.top) == (1280, 0, 1310, 0)
    assert made.to_picture(1279.5, 400.0) == (1279.5, 400.0)
    assert made.to_picture(1280.5, 400.0) == (1310.5, 400.0)
    assert made.to_picture(600.0, 2.0) == (600.0, 2.0), "where no screen is, as on the nearest one"


@given(st.integers(1, 4), st.integers(1, 3), sides, sides, bezels, st.integers(-5000, 5000))
def test_a_wall_of_screens_has_every_bezel_once(
    columns: int, rows: int, width: int, height: int, bezel: tuple[int, int], at: int
) -> None:
    screens = [(at + c * width, -at + r * height, width, height) for r in range(rows) for c in range(columns)]
    made = span(screens, bezel)
    assert made.window == (at, -at, columns * width, rows * height)
    assert made.picture == (
        columns * width + (columns - 1) * bezel[0],
        rows * height + (rows - 1) * bezel[1],
    )
    for k, part in enumerate(made.parts):
        row, column = divmod(k, columns)
        assert (part.left, part.top) == (column * (width + bezel[0]), row * (height + bezel[1]))


@given(
    st.lists(
        st.tuples(st.integers(-9000, 9000), st.integers(-9000, 9000), sides, sides), min_size=1, max_size=6
    ),
    bezels,
)
def test_whatever_the_arrangement_all_parts_lie_in_window_and_picture(
    screens: list[tuple[int, int, int, int]], bezel: tuple[int, int]
) -> None:
    made = span(screens, bezel)
    for screen, part in zip(screens, made.parts):
        assert (part.width, part.height) == screen[2:]
        assert (part.x + made.window[0], part.y + made.window[1]) == screen[:2]
        assert 0 <= part.left <= made.picture[0] - part.width
        assert 0 <= part.top <= made.picture[1] - part.height
        middle = part.x + part.width / 2, part.y + part.height / 2
        x, y = made.to_picture(*middle)
        assert 0 <= x <= made.picture[0]
        assert 0 <= y <= made.picture[1]


def screen(index: int, name: str, x: int = 0, width: int = 1920) -> Display:
    return Display(index, name, x, 0, width, 1080, 60, 1.0)


LEFT, RIGHT = screen(0, "DP-1"), screen(1, "HDMI-1", 1920)


@pytest.mark.parametrize(
    ("wanted", "on"),
    [
        (None, [LEFT]),
        ("1", [RIGHT]),
        ("hdmi", [RIGHT]),
        ("all", [LEFT, RIGHT]),
        ("HDMI-1,0", [RIGHT, LEFT]),
        ("DP-1, DP-1", [LEFT]),
    ],
)
def test_screens_by_number_name_list_or_all(wanted: str | None, on: list[Display]) -> None:
    assert choose(wanted, [LEFT, RIGHT]) == (on, "")


def test_what_is_not_there_is_told_or_refused() -> None:
    on, told = choose("7", [LEFT, RIGHT])
    assert on == [LEFT]
    assert "no monitor '7'" in told
    on, told = choose("0,7", [LEFT, RIGHT])
    assert on == [LEFT]
    assert "'7'" in told
    with pytest.raises(UnknownDisplay, match="DP-1"):
        choose("projector", [LEFT, RIGHT])


def test_a_screen_is_found_again_by_name_and_two_of_one_name_by_their_place() -> None:
    twins = [screen(0, "Dell"), screen(1, "Dell", 1920)]
    seen = [Seen.of(twins[1])]
    assert again(seen, twins) == [twins[1]]
    assert again(seen, [screen(0, "Dell", 1920)])[0].x == 1920
    assert again(seen, [screen(0, "Dell", 500)])[0].x == 500, "it was moved"
    assert again(seen, [screen(0, "DP-3", 1920)])[0].name == "DP-3", "in its place, called another name"
    assert again(seen, [screen(0, "DP-3", 77)]) == []


def test_a_screen_that_goes_and_comes_back() -> None:
    watch = Watch("1", [LEFT, RIGHT])
    assert watch.on == [RIGHT]
    assert watch.look([LEFT, RIGHT]) is None
    changed = watch.look([LEFT])
    assert changed
    assert changed[0] == [LEFT]
    assert "gone" in changed[1]
    assert watch.look([LEFT]) is None
    assert watch.look([]) is None, "all off: nothing to go to"
    moved = screen(0, "HDMI-1", -1920), screen(1, "DP-1")
    back = watch.look(moved)
    assert back
    assert back[0] == [moved[0]], "the same one, though it has another number and place now"


def test_a_screen_that_is_off_at_the_start_is_taken_when_it_comes() -> None:
    watch = Watch("1", [LEFT])
    assert watch.on == [LEFT]
    assert "no monitor '1'" in watch.warning
    assert watch.look([LEFT]) is None
    changed = watch.look([LEFT, RIGHT])
    assert changed
    assert changed[0] == [RIGHT]


def test_all_means_all_there_are() -> None:
    watch = Watch("all", [LEFT])
    changed = watch.look([LEFT, RIGHT])
    assert changed
    assert changed[0] == [LEFT, RIGHT]
    changed = watch.look([screen(0, "HDMI-1", 0)])
    assert changed
    assert len(changed[0]) == 1


def test_screens_are_kept_across_starts_by_what_they_are(tmp_path: Path) -> None:
    file = tmp_path / "state" / "screens.json"
    assert Watch("1", [LEFT, RIGHT], Memory(file, "1")).on == [RIGHT]
    swapped = [screen(0, "HDMI-1", 0), screen(1, "DP-1", 1920)]
    assert Watch("1", swapped, Memory(file, "1")).on == [swapped[0]], "number 1 was HDMI-1"
    assert Watch("0", swapped, Memory(file, "0")).on == [swapped[0]], "another wish has another meaning"
    assert Watch("1", [LEFT, RIGHT], Memory(file, "1")).on == [RIGHT]
    off = Watch("1", [LEFT], Memory(file, "1"))
    assert off.on == [LEFT]
    changed = off.look([LEFT, RIGHT])
    assert changed
    assert changed[0] == [RIGHT]
    file.write_text("{")
    assert Watch("1", [LEFT, RIGHT], Memory(file, "1")).on == [RIGHT]


def test_a_named_screen_that_is_off_at_the_start_of_a_kiosk_is_stood_in_for(tmp_path: Path) -> None:
    file = tmp_path / "screens.json"
    with pytest.raises(UnknownDisplay):
        Watch("HDMI-1", [LEFT])
    for told in ("never seen", "remembered"):
        watch = Watch("HDMI-1", [LEFT], Memory(file, "HDMI-1"))
        assert watch.on == [LEFT], told
        assert "HDMI-1" in watch.warning
        assert watch.look([LEFT]) is None
        changed = watch.look([LEFT, RIGHT])
        assert changed
        assert changed[0] == [RIGHT]
