"""Rope: cords keep their length, letters lag and come to rest, discs push without tearing or throwing."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.cords import ANGLE, DAMPING, GRAVITY, NUMBERS, PASSES, REST, TIP, step_cords
from scenes.board import Board
from scenes.eyelets import eyelets
from scenes.picture import Discs, Ribbons
from scenes.rope import BACK_TICKS, Rope, RopeParams
from scenes.scene import Setting
from scenes.theme import THEMES
from scenes.twine import spline

SENTENCE = ("夕方の窓辺に吊るされた文字が波のように揺れる。" * 9)[:200]


def run(scene: Rope, ticks: int) -> Rope:
    for _ in range(ticks):
        scene.tick()
    return scene


def held(word: str | None = None) -> Rope:
    """Rope that nobody's demo starts over."""
    scene = Rope(setting=Setting(word=word))
    scene.touched = True
    return scene


def reference(points, before, rest, numbers):
    """One tick of the cords alone, joint by joint, as the article writes it."""
    points, before = points.copy(), before.copy()
    last = points.shape[1] - 1
    for p, b, gap in zip(points, before, rest):
        for k in range(1, last + 1):
            speed = (p[k] - b[k]) * (1 - numbers[DAMPING])
            b[k] = p[k]
            p[k] += speed
            p[k, 1] += numbers[GRAVITY]
        for _ in range(int(numbers[PASSES])):
            for k in range(last):
                d = p[k + 1] - p[k]
                far = max(math.hypot(*d), 1e-4)
                wa, wb = (0.0 if k == 0 else 1.0), (numbers[TIP] if k + 1 == last else 1.0)
                off = d * ((far - gap) / far / (wa + wb))
                p[k] += off * wa
                p[k + 1] -= off * wb
    return points, before


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 7), st.integers(1, 12), st.integers(1, 9), st.integers(0, 10_000))
def test_cords_move_as_the_article_writes_it(count, links, passes, seed):
    real = runtime.real()
    rng = np.random.default_rng(seed)
    rest = rng.uniform(4, 16, count)
    points = np.cumsum(rng.normal(0, 6, (count, links + 1, 2)), axis=1).astype(real)
    before = (points + rng.normal(0, 0.3, points.shape)).astype(real)
    cord = np.ones((count, 4), real)
    cord[:, REST] = rest
    numbers = np.array([0.32, 0.012, passes, 0.3, 22.0, 25.5, 0.08, 0.0], real)
    plate, discs = np.zeros((count, 4), real), np.zeros((3, 5), real)
    wanted, wanted_before = reference(points, before, rest, numbers)
    step_cords(points, before, cord, plate, discs, numbers)
    scale = 1e-9 if real is np.float64 else 1e-3
    np.testing.assert_allclose(points, wanted, atol=scale)
    np.testing.assert_allclose(before[:, 1:], wanted_before[:, 1:], atol=scale)


def test_wrong_arrays_are_named():
    real = runtime.real()
    good = (
        np.zeros((2, 4, 2), real),
        np.zeros((2, 4, 2), real),
        np.zeros((2, 4), real),
        np.zeros((2, 4), real),
    )
    with pytest.raises(ValueError, match="numbers"):
        step_cords(*good, np.zeros((1, 5), real), np.zeros(len(NUMBERS) - 1, real))
    with pytest.raises(ValueError, match="two joints"):
        step_cords(np.zeros((2, 1, 2), real), *good[1:], np.zeros((1, 5), real), np.zeros(len(NUMBERS), real))


def test_letters_hang_still_first_and_are_let_go_from_the_right():
    scene = run(Rope(), 12)
    assert np.degrees(scene.plate[:, ANGLE]) == pytest.approx([30] * 5)
    assert (scene.points[:, -1, 0] > scene.hooks[:, 0] + 20).all()
    run(scene, 30)
    assert (scene.points[:, -1, 0] < scene.hooks[:, 0] + 10).all()


def test_longer_cords_swing_slower():
    scene = held()
    crossed = np.zeros(5)
    for tick in range(1, 80):
        scene.tick()
        now = scene.points[:, -1, 0] < scene.hooks[:, 0]
        crossed[(crossed == 0) & now] = tick
    assert (crossed > 0).all()
    assert (np.diff(crossed) > 0).all()


def test_letters_lag_behind_their_cords():
    scene = held()
    lag = []
    for _ in range(60):
        scene.tick()
        way = scene.points[:, -1] - scene.points[:, -2]
        lag.append(np.abs(np.arctan2(way[:, 0], way[:, 1]) - scene.plate[:, ANGLE]).max())
    assert max(lag) > 0.15


def test_everything_comes_to_rest_hanging_straight_down():
    scene = run(held(), 900)
    assert scene.state == "hanging"
    down = scene.points[:, -1] - scene.hooks
    assert np.abs(down[:, 0]).max() < 0.5
    assert np.degrees(np.abs(scene.plate[:, ANGLE]).max()) < 1.0
    place, angle = scene.poses()
    assert (place[:, 1] > scene.points[:, -1, 1]).all()
    assert np.abs(angle).max() < 0.02


def test_arrows_sway_and_other_keys_do_nothing():
    scene = run(held(), 900)
    assert not scene.key("up")
    assert not scene.key("down")
    before = scene.points.copy()
    assert scene.key("right")
    run(scene, 8)
    assert (scene.points[:, -1, 0] > before[:, -1, 0] + 8).all()
    assert scene.state == "swaying"
    scene = run(scene, 900)
    assert scene.key("left")
    assert (run(scene, 8).points[:, -1, 0] < before[:, -1, 0] - 8).all()


def test_a_disc_pushes_only_while_somebody_drags():
    scene = run(held(), 900)
    x, y = scene.hooks[2] + (-30.0, 40.0)
    scene.move(0, float(x), float(y))
    run(scene, 20)
    assert abs(scene.points[2, -1, 0] - scene.hooks[2, 0]) < 1
    scene.press(0, float(x), float(y))
    for k in range(20):
        scene.move(0, float(x) + 1.5 * k, float(y))
        scene.tick()
    assert scene.state == "pushing"
    assert scene.points[2, 1:, 0].max() > scene.hooks[2, 0] + 15
    layer = scene.picture().layer("fingers")
    assert isinstance(layer, Discs)
    assert layer.size.max() == pytest.approx(22.0)
    scene.release(0, float(x) + 30, float(y))
    run(scene, 30)
    layer = scene.picture().layer("fingers")
    assert isinstance(layer, Discs)
    assert layer.fill[:, 3].max() == 0
    assert scene.state == "swaying"


def test_a_disc_never_passes_through_a_cord_however_fast():
    scene = run(held(), 900)
    x, y = scene.hooks[2] + (-30.0, 30.0)
    scene.press(0, float(x), float(y))
    run(scene, 12)
    scene.move(0, float(x) + 60.0, float(y))  # across the cord in one tick
    scene.tick()
    assert scene.points[2, 1:, 0].max() > x + 55.0
    apart = np.hypot(*(scene.points[2, 1:] - (x + 60.0, y)).T)
    assert apart.min() > 0.5 * 22.0, "taut, but round the fore side"


def test_the_disc_pushes_letters_too_unless_told_not_to():
    for share in (1.0, 0.0):
        scene = run(Rope(RopeParams(disc_push=share)), 1)
        scene.touched = True
        run(scene, 900)
        place, _ = scene.poses()
        x, y = place[2]
        scene.press(0, float(x) - 48.0, float(y) + 8.0)
        run(scene, 12)
        scene.move(0, float(x) - 30.0, float(y) + 8.0)
        run(scene, 12)
        turned = abs(float(scene.plate[2, ANGLE]))
        assert (turned > 0.05) if share else (turned < 0.02)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 14), st.floats(-200, 700), st.floats(-200, 500), st.integers(0, 6)),
        max_size=33,
    )
)
def test_the_hardest_flicks_tear_nothing(flicks):
    scene = held()
    for pointer, x, y, ticks in flicks:
        if pointer not in scene.fingers:
            scene.press(pointer, x, y)
        scene.move(pointer, y, x)
        run(scene, ticks)
    for pointer in range(15):
        scene.leave(pointer)
    run(scene, 40)
    reach = np.hypot(*(scene.points - scene.hooks[:, None]).transpose(2, 0, 1))
    assert np.isfinite(scene.points).all()
    assert (reach <= 1.3 * scene.length[:, None]).all()
    assert np.isfinite(scene.plate).all()
    assert (np.abs(scene.plate[:, ANGLE]) <= math.pi + 1e-6).all()


def test_the_twist_of_a_cord_turns_with_its_sway():
    scene = run(held(), 14)
    first = scene.twist.copy()
    run(scene, 30)
    assert (np.abs(scene.twist - first) > 0.2).all()
    grooves = scene.picture().layer("cord grooves")
    assert isinstance(grooves, Ribbons)
    run(scene, 900)
    assert np.abs(scene.twist).max() < 0.02


def test_the_demo_draws_letters_back_without_a_jump():
    scene = run(Rope(), 212)
    before = scene.line().copy()
    scene.picture()
    most = 0.0
    for _ in range(BACK_TICKS + 1):
        scene.tick()
        assert not scene.picture().cut
        most = max(most, float(np.abs(scene.line() - before).max()))
        before = scene.line().copy()
    assert most < 22.0
    np.testing.assert_allclose(scene.line(), scene.points)
    assert scene.age == BACK_TICKS


def test_reduced_motion_hangs_settled_and_answers_each_input():
    scene = Rope(setting=Setting(calm=True))
    assert scene.state == "settled"
    assert scene.texts["settled"]["ja"] == scene.status
    assert np.degrees(np.abs(scene.plate[:, ANGLE])).max() < 3
    tip = scene.points[2, -1].copy()
    x, y = scene.hooks[2] + (-12.0, 50.0)
    scene.press(0, float(x), float(y))
    scene.tick()
    assert scene.state == "settled pushing"
    assert scene.points[2, -1, 0] > tip[0] + 5
    still = scene.points.copy()
    run(scene, 30)
    np.testing.assert_array_equal(scene.points, still)
    scene.release(0, float(x), float(y))
    scene.tick()
    assert scene.points[2, -1] == pytest.approx(tip, abs=2.0)


def test_a_larger_board_carries_cords_along():
    scene = run(held(), 80)
    before = scene.points - scene.hooks[:, None]
    scene.place(Setting(board=Board(700, 300)))
    np.testing.assert_allclose(scene.points - scene.hooks[:, None], before, atol=1e-9)
    assert scene.hooks[:, 0].mean() == pytest.approx(350)


@pytest.mark.parametrize(
    "setting", [Setting(board=Board(700, 300)), Setting(theme=THEMES["night"]), Setting(calm=True)]
)
def test_cords_keep_their_length_in_another_setting(setting):
    scene = run(held(), 80)
    scene.place(setting)
    for _ in range(60):
        scene.tick()
        assert abs(scene.stretch) < 0.05


def test_letters_drawn_back_move_along_with_the_board():
    scene = Rope()
    while scene.back is None:
        scene.tick()
    run(scene, 3)
    before = scene.poses()[0]
    scene.place(Setting(board=Board(700, 300)))
    np.testing.assert_allclose(scene.poses()[0] - before, np.tile([110.0, 0.0], (len(before), 1)), atol=1e-9)


@pytest.mark.parametrize(
    "word", ["あ", "I", "一", "ぶらさがりのもじがゆれるよ", SENTENCE, "مرحبا بالعالم", "👨‍👩‍👧‍👦❤️"]
)
def test_any_word_hangs_on_the_board(word):
    scene = run(held(word), 900)
    place, _ = scene.poses()
    low = place[:, 1] + np.array([b.height / 2 for b in scene.letters])
    assert (low < scene.board.height).all()
    assert (scene.hooks[:, 1] > 0).all()
    rows = sorted({float(y) for y in scene.hooks[:, 1]})
    for upper, lower in pairwise(rows):
        assert low[scene.hooks[:, 1] == upper].max() < lower + 2.0, "letters hang into the next bar"


def test_holes_lie_in_the_ink_of_a_letter():
    for letter in held("ぶらさがり一IあT").letters:
        field, (x0, y0, _, _) = letter.glyph.field(128)
        for x, y in eyelets(letter.glyph):
            assert field[int((y - y0) * 128), int((x - x0) * 128)] < 0.02, letter.glyph.text
            assert y < 0.25


def test_the_smooth_cord_goes_through_its_joints():
    place, way = spline(7, 4)
    rng = np.random.default_rng(1)
    joints = rng.normal(0, 10, (7, 2))
    line = place @ joints
    np.testing.assert_allclose(line[::4], joints, atol=1e-9)
    near = np.diff(line, axis=0)
    middle = (way @ joints)[:-1] + (way @ joints)[1:]
    assert ((near * middle).sum(axis=1) > 0).all()
