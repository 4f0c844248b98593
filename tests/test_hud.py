"""Buttons say what they do, in every language, and stay where they are."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from conftest import FakeClock
from test_pointers import heard, make_stage

from scenes.board import View, extended, view
from scenes.labels import Line
from scenes.picture import Glyphs, Ribbons, Shapes
from scenes.scene import Scene
from scenes.theme import THEMES
from viewer import context
from viewer.hud import LABELS, Hud
from viewer.keys import stroke
from viewer.loading import loading_part
from viewer.sdl import sdl2


def by_length(text: str, language: str) -> Line:
    return Line(tuple(text), tuple(range(len(text))), float(len(text)))


@pytest.mark.parametrize(
    ("language", "pause", "resume"),
    [("ja", "一時停止", "再開"), ("ko", "일시정지", "계속하기"), ("en", "Pause", "Resume")],
)
def test_the_pause_button_says_what_it_would_do(language: str, pause: str, resume: str) -> None:
    hud = Hud(THEMES["day"], language, True, by_length)  # type: ignore[arg-type]
    hud.resize(1280, 800)
    running = hud.buttons
    assert running[0].label == pause
    hud.paused = True
    paused = hud.buttons
    assert paused[0].label == resume
    assert [b.label for b in paused[1:]] == [b.label for b in running[1:]]
    for before, after in zip(running, paused):
        assert (before.x, before.y, before.width) == (after.x, after.y, after.width), "none jumps away"
    labels = hud.picture().layer("hud labels")
    assert isinstance(labels, Glyphs)
    assert "".join(labels.glyph).startswith(resume)
    arrows = hud.picture().layer("hud arrows")
    assert isinstance(arrows, Shapes)
    assert len(arrows.points) == 2, "a triangle for going on, and the head of the reset arrow"


def small_hud() -> Hud:
    hud = Hud(THEMES["day"], "en", True, by_length, walled=True)  # type: ignore[arg-type]
    hud.resize(480, 300)
    return hud


def strength(hud: Hud) -> float:
    """Opacity of the buttons once they have come forward or stand back."""
    for _ in range(12):
        pills = hud.picture().layer("hud pills")
    assert isinstance(pills, Ribbons)
    return float(pills.fill[0, 3])


def test_buttons_of_a_small_window_are_small_and_still_large_enough_to_hit() -> None:
    hud = small_hud()
    boxes = hud.buttons
    assert len(boxes) == 5
    assert all(min(b.width, b.height) >= 24 for b in boxes)
    assert sum(b.width * b.height for b in boxes) < 0.03 * 480 * 300
    assert all(min(b.x, b.y) >= 0 and b.x + b.width <= 480 and b.y + b.height <= 300 for b in boxes)
    assert [b.label for b in boxes] == [LABELS[b.sign]["en"] for b in boxes], "they keep their words"
    hud.resize(1280, 800)
    assert strength(hud) == pytest.approx(0.82)


def test_buttons_of_a_small_window_stand_back_until_somebody_comes() -> None:
    hud = small_hud()
    calm = strength(hud)
    assert calm < 0.4
    x, y = hud.buttons[0].center
    hud.hover(x, y - 60)
    first = hud.picture().layer("hud pills")
    assert isinstance(first, Ribbons)
    assert calm < first.fill[0, 3] < 0.6, "nothing pops"
    assert strength(hud) == pytest.approx(0.82)
    hud.hover(240, 60)
    assert strength(hud) == pytest.approx(calm)
    hud.walk(1)
    assert strength(hud) == pytest.approx(0.82), "the keyboard's focus is on one"
    ring = hud.picture().layer("hud ring")
    assert isinstance(ring, Ribbons)
    assert ring.ink_width == pytest.approx(3.0)
    hud.point("board")
    assert strength(hud) == pytest.approx(calm)
    hud.hover(x, y)
    hud.hover(None)
    assert strength(hud) == pytest.approx(calm)


def test_the_same_picture_while_nothing_changes() -> None:
    hud = small_hud()
    strength(hud)
    assert hud.picture() is hud.picture()


def test_every_sign_has_a_word_in_every_language() -> None:
    for words in LABELS.values():
        assert set(words) == {"ja", "ko", "en"}
        assert all(words.values())


def test_ten_scenes_have_a_digit_each(make_dot: Callable[..., Scene], clock: FakeClock) -> None:
    stage = make_stage(make_dot, clock, 12)
    for number, symbol in enumerate((*range(sdl2.SDLK_1, sdl2.SDLK_9 + 1), sdl2.SDLK_0)):
        asked = stroke(symbol)
        assert asked
        stage.key(asked)
        assert stage.show.index == number
    for _ in range(2):
        stage.key(stroke(sdl2.SDLK_PAGEDOWN))  # type: ignore[arg-type]
    assert stage.show.index == 11, "the others by Page Down"


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_place_that_is_none_reaches_no_scene(
    bad: float, make_dot: Callable[..., Scene], clock: FakeClock
) -> None:
    stage = make_stage(make_dot, clock)
    for x, y in ((bad, 100.0), (100.0, bad), (bad, bad)):
        stage.mouse_move(x, y)
        stage.mouse_press(x, y)
        stage.mouse_release(x, y)
        stage.finger_press("f", x, y)
        stage.finger_move("f", x, y)
        stage.finger_release("f", x, y)
    assert heard(stage) == []
    stage.mouse_press(300, 200)
    stage.mouse_move(bad, 200)
    stage.mouse_release(bad, 200)
    assert [event[0] for event in heard(stage)] == ["press", "leave"]
    stage.mouse_press(300, 200)
    stage.mouse_release(300, 200)
    assert [event[0] for event in heard(stage)[2:]] == ["press", "release"], "the next press is a press"
    assert np.isfinite([value for event in heard(stage) for value in event[1:]]).all()


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (700, 3), (1280, 800), (540, 960), (7680, 4320)])
def test_the_part_in_which_the_loading_picture_moves_lies_in_the_window(size: tuple[int, int]) -> None:
    where: View = view(*size, board=extended(*size))
    x, y, width, height = loading_part(where)
    assert 0 <= x < x + width <= size[0]
    assert 0 <= y < y + height <= size[1]


def test_the_better_opengl_is_tried_first() -> None:
    assert context.best(lambda version: version) == (4, 3)

    def old(version: tuple[int, int]) -> tuple[int, int]:
        if version > (4, 1):
            raise ValueError("too new")
        return version

    assert context.best(old) == (3, 3)

    def none(version: tuple[int, int]) -> None:
        raise ValueError(f"no {version}")

    with pytest.raises(ValueError, match=r"no \(3, 3\)"):
        context.best(none)
