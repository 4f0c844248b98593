"""Dodge: letters give way, spring home, and hand over from the demo's pointer to people's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.board import Board
from scenes.dodge import KEYBOARD, VIRTUAL, Dodge
from scenes.picture import Discs, Glyphs, Picture
from scenes.scene import Setting

POINTERS, TICKS = st.integers(0, 11), st.integers(0, 8)


def run(scene: Dodge, ticks: int) -> Dodge:
    for _ in range(ticks):
        scene.tick()
    return scene


def dots(picture: Picture) -> int:
    """How many pointers are to be seen."""
    layer = picture.layer("dots")
    assert isinstance(layer, Discs)
    return int((layer.fill[:, 3] > 0.5).sum())


def test_the_demo_has_a_pointer_of_its_own_until_somebody_moves():
    scene = run(Dodge(), 190)
    assert list(scene.pointers) == [VIRTUAL]
    assert scene.displacement.max() > 5
    assert dots(scene.picture()) == 1
    scene.move(0, 240, 20)
    assert list(scene.pointers) == [0]
    run(scene, 300)
    assert list(scene.pointers) == [0], "the demo never comes back by itself"


def test_letters_are_reset_after_the_demo_but_not_under_somebodys_hand():
    scene = run(Dodge(), 213)
    assert scene.age == 0
    assert scene.displacement.max() == 0
    scene.move(0, 100, 150)
    run(scene, 400)
    assert scene.age > 213


def test_every_finger_pushes():
    scene = Dodge()
    for finger, letter in ((1, 0), (2, 4)):
        x, y = scene.home[letter]
        scene.press(finger, x + 5, y + 20)
    run(scene, 120)
    assert (scene.displacement[[0, 4]] > 12).all()
    assert scene.displacement[2] < 1
    assert dots(scene.picture()) == 2
    scene.leave(1)
    scene.leave(2)
    run(scene, 120)
    assert scene.displacement.max() < 0.01
    assert dots(scene.picture()) == 0


def test_arrows_move_a_pointer_by_22_px_and_escape_takes_it_away():
    scene = Dodge()
    scene.key("right")
    x, y = scene.pointers[KEYBOARD]
    assert (x - 240, y - 150) == (22, 0)
    scene.key("up")
    scene.key("up")
    assert scene.pointers[KEYBOARD] == (262, 106)
    for _ in range(40):
        scene.key("left")
    assert scene.pointers[KEYBOARD][0] == 0, "it stays on the board"
    assert scene.state == "dodging"
    scene.key("escape")
    assert not scene.pointers
    run(scene, 200)
    assert scene.state == "home"


def test_a_pointer_that_leaves_the_board_lets_letters_home():
    scene = Dodge()
    scene.move(0, 240, 110)
    run(scene, 60)
    assert scene.displacement[2] > 6
    scene.leave(0)
    run(scene, 1)
    assert scene.state == "returning"


def test_letters_lean_the_way_they_go_and_stand_up_again():
    scene = Dodge()
    x, y = scene.home[2]
    scene.move(0, x - 20, y)
    run(scene, 6)
    assert scene.speed[2, 0] > 0
    assert 0.02 < scene.angle[2] <= 0.5
    scene.leave(0)
    run(scene, 200)
    assert abs(scene.angle).max() < 1e-3


def test_the_shadow_leaves_a_letter_as_it_rises():
    scene = Dodge()
    scene.move(0, *(scene.home[2] + (3, 25)))
    rest = scene.picture().layer("shadows")
    risen = run(scene, 60).picture().layer("shadows")
    letters = scene.picture().layer("letters")
    assert isinstance(rest, Glyphs)
    assert isinstance(risen, Glyphs)
    assert isinstance(letters, Glyphs)
    assert risen.offset[2, 1] > rest.offset[2, 1] + 4
    assert risen.softness[2] > rest.softness[2] + 2
    assert 1.05 < letters.size[2, 0] / scene.letters[2].size <= 1.12


def test_the_nearest_letter_peeks_at_a_pointer_that_keeps_still():
    scene = Dodge()
    x, y = scene.home[1]
    scene.move(0, x - 15, y + 45)
    run(scene, 150)
    assert scene.peek[1] > 0.05
    assert np.abs(np.delete(scene.peek, 1)).max() < 1e-6
    scene.leave(0)
    run(scene, 200)
    assert abs(scene.peek).max() < 1e-3


def test_reduced_motion_answers_each_input_with_its_end():
    scene = run(Dodge(setting=Setting(calm=True)), 50)
    assert scene.displacement.max() == 0
    scene.move(0, 240, 110)
    scene.tick()
    settled = scene.center.copy()
    assert scene.displacement[2] > 6
    run(scene, 100)
    np.testing.assert_array_equal(scene.center, settled)
    moving = Dodge()
    moving.move(0, 240, 110)
    run(moving, 400)
    np.testing.assert_allclose(moving.center, settled, atol=1e-6)


def test_a_larger_board_carries_letters_and_pointers_along():
    scene = run(Dodge(), 80)
    before = scene.center - scene.home
    scene.place(Setting(board=Board(700, 300)))
    np.testing.assert_allclose(scene.center - scene.home, before, atol=1e-9)
    assert scene.home[:, 0].mean() == pytest.approx(350)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 11), st.floats(-100, 600), st.floats(-100, 400), st.integers(0, 8)),
        max_size=20,
    )
)
def test_no_pointer_throws_a_letter_out_of_reach(moves):
    scene = Dodge()
    for pointer, x, y, ticks in moves:
        scene.move(pointer, x, y)
        run(scene, ticks)
    p = scene.params
    most = 12 * p.repel_force * (1 / p.min_dist - 1 / p.repel_radius) / p.return_spring
    assert np.isfinite(scene.center).all()
    assert scene.displacement.max() <= most * 2
    assert math.isfinite(scene.angle.max())
    assert abs(scene.angle).max() <= p.lean_limit
