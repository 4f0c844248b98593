"""Wind: letters glide down by the article's rules, lie in order, and feel a gust after the grass has."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.breeze import NUMBERS, WAY
from kernels.flutter import ANGLE, DOWN, FLOOR, HALF_HEIGHT, HALF_WIDTH, SPIN, VX, VY, X, Y, step_flutter
from kernels.grass import LEAN, step_grass
from kernels.wisps import lay_wisps
from scenes.board import Board, extended
from scenes.in_order import in_order
from scenes.motion import make_rng
from scenes.picture import Glyphs, Ribbons
from scenes.scene import Setting
from scenes.wind import MARGIN, Wind, WindParams

SENTENCE = ("秋の風に吹かれて文字が木の葉のように舞い降りる。" * 9)[:200]


def run(scene: Wind, ticks: int) -> Wind:
    for _ in range(ticks):
        scene.tick()
    return scene


def held(word: str | None = None, **numbers: float) -> Wind:
    """Wind that nobody's demo starts over."""
    scene = Wind(WindParams(**numbers), Setting(word=word))
    scene.touched = True
    return scene


def landed(word: str | None = None) -> Wind:
    scene = run(held(word), 420)
    assert scene.state == "lying"
    return scene


def in_row(scene: Wind) -> bool:
    """Whether every row lies in the order of the word, no nearer than in it."""
    for seat in scene.seats:
        near = np.diff(scene.body[seat, X]) - np.diff(scene.home[seat])
        if (near < -1.5).any():
            return False
    return True


def noise(u: float) -> float:
    cell = math.floor(u)
    t = u - cell
    a, b = make_rng(cell)(), make_rng(cell + 1)()
    return a + (b - a) * t * t * (3 - 2 * t)


def test_letters_fly_as_the_article_writes_it():
    scene = run(held(), 12)
    scene.body[:, FLOOR] = 1e6
    p = scene.params
    state = scene.body.copy()
    for tick in range(13, 110):
        for b in state:
            speed = math.hypot(b[VX], b[VY])
            u = b[Y] * p.wind_scale_y + tick * 16 * p.wind_speed
            wind = (noise(u) * 2 - 1 + p.wind_bias) * p.wind_strength
            ax = wind - p.drag_coeff * speed * b[VX] - math.sin(b[ANGLE]) * p.glide * p.leaf_gravity
            ay = p.leaf_gravity - p.drag_coeff * speed * b[VY]
            b[VX] += ax
            b[VY] += ay
            b[SPIN] += (b[VX] * p.flutter_rate - b[ANGLE]) * p.tilt_follow - b[SPIN] * p.tilt_damping
            b[ANGLE] += b[SPIN]
            b[X] += b[VX]
            b[Y] += b[VY]
        scene.tick()
        flying = scene.body[:, DOWN] == 0
        if not flying.all():
            break
        exact = 1e-9 if scene.body.dtype == np.float64 else 1e-2
        np.testing.assert_allclose(scene.body[:, [X, Y, ANGLE]], state[:, [X, Y, ANGLE]], atol=exact)
    assert tick > 90


def test_wrong_arrays_are_named():
    real = runtime.real()
    body, gusts, lattice = np.zeros((3, 12), real), np.zeros((2, 2), real), np.zeros(8, real)
    with pytest.raises(ValueError, match="numbers"):
        step_flutter(body, gusts, lattice, np.zeros(3, real))
    with pytest.raises(ValueError, match="state"):
        step_grass(
            np.zeros((4, 3), real), np.zeros((3, 2), real), body, gusts, lattice, np.zeros(len(NUMBERS), real)
        )
    with pytest.raises(ValueError, match="share"):
        lay_wisps(
            np.zeros((2, 9), real), np.zeros((2, 5, 2), real), np.zeros((2, 5), real), np.zeros(3, real)
        )


def test_letters_hang_still_then_come_down_and_lie_in_order():
    scene = held()
    first = scene.body[:, [X, Y]].copy()
    run(scene, 12)
    np.testing.assert_array_equal(scene.body[:, [X, Y]], first)
    assert scene.state == "flying"
    run(scene, 400)
    assert scene.state == "lying"
    assert scene.at_rest
    assert np.degrees(np.abs(scene.body[:, ANGLE] - scene.body[:, 11])).max() < 1.0
    np.testing.assert_allclose(scene.body[:, Y] + scene.body[:, HALF_HEIGHT], scene.body[:, FLOOR], atol=1.5)
    assert in_row(scene)


def test_the_grass_bends_before_the_letter_feels_the_gust():
    scene = landed()
    ridge = scene.look.ridge
    near = [int(np.abs(ridge.place[: ridge.tufts, 0] - x).argmin()) for x in scene.body[:, X]]
    before = ridge.state[near, LEAN].copy()
    scene.key("right")
    bent = moved = np.full(len(near), 999)
    for tick in range(90):
        scene.tick()
        bent = np.where((bent == 999) & (ridge.state[near, LEAN] - before > 6.0), tick, bent)
        moved = np.where((moved == 999) & (np.abs(scene.body[:, VX]) > 0.1), tick, moved)
    assert (bent + 3 <= moved).all()
    assert (moved < 60).all()
    assert (np.diff(moved) > 0).all(), "a gust to the right reaches the left letter first"


@pytest.mark.parametrize(("key", "way"), [("right", 1), ("left", -1)])
def test_a_gust_carries_letters_its_way_and_they_lie_in_order_again(key, way):
    scene = landed()
    before = scene.body[:, X].mean()
    assert scene.key(key)
    run(scene, 30)
    assert scene.state == "gust"
    run(scene, 20)
    assert scene.flying
    assert (scene.body[:, X].mean() - before) * way > 15
    run(scene, 400)
    assert scene.state == "lying"
    assert not scene.gusts[:, WAY].any()
    assert in_row(scene)


@pytest.mark.parametrize("key", ["left", "right", "up"])
def test_whatever_blows_the_word_stays_in_the_picture_and_is_read_again(key):
    scene = run(held(), 60)
    lost = 0
    for k in range(900):
        if k < 300 and k % 20 == 0:
            assert scene.key(key)
        scene.tick()
        lost += int((scene.body[:, Y] < -scene.half.max()).any())
    assert lost == 0
    assert scene.at_rest
    assert in_row(scene)


def test_letters_blown_together_part_in_the_air():
    def gap(elbow: float) -> float:
        scene = run(held(elbow=elbow), 20)
        assert scene.key("up")
        scene.body[1:3] = scene.body[1]
        scene.body[2, X] += 1.0
        run(scene, 25)
        assert not scene.body[1:3, DOWN].any()
        return float(np.hypot(*(scene.body[2, [X, Y]] - scene.body[1, [X, Y]])))

    assert gap(0.6) > 25.0 > gap(0.0)


def test_letters_flutter_out_of_step():
    scene = run(held("かぜにまうもじ"), 13)
    signs = []
    for _ in range(80):
        scene.tick()
        signs.append(np.sign(scene.body[:, ANGLE]))
    alike = np.corrcoef(np.array(signs).T)[np.triu_indices(7, 1)]
    assert (np.abs(alike) < 0.9).mean() > 0.5


@pytest.mark.parametrize("key", ["left", "right"])
def test_gusts_at_any_pace_never_heap_the_word_at_a_side(key):
    scene = landed()
    order = np.argsort(scene.home)
    for k in range(400):
        if k < 240 and k % 24 == 0:
            assert scene.key(key)
        scene.tick()
        x = scene.body[order, X]
        wide = x[-1] - x[0]
        assert wide > 0.6 * np.ptp(scene.home), "heaped"
    run(scene, 200)
    assert scene.at_rest
    assert in_row(scene)
    assert abs((scene.body[:, X] - scene.home).mean()) < 80, "it comes down near the middle again"


def test_up_lifts_all_and_other_keys_do_nothing():
    scene = landed()
    before = scene.body.copy()
    assert not scene.key("down")
    assert not scene.key("escape")
    np.testing.assert_array_equal(scene.body, before)
    assert scene.key("up")
    run(scene, 12)
    assert (scene.body[:, Y] < before[:, Y] - 25).all()
    run(scene, 420)
    assert scene.state == "lying"
    assert in_row(scene)


def test_a_press_lifts_the_letter_there_and_no_other():
    scene = landed()
    before = scene.body.copy()
    scene.press(0, float(before[2, X]) + 4, float(before[2, Y]))
    run(scene, 10)
    assert scene.body[2, Y] < before[2, Y] - 25
    assert (np.delete(scene.body[:, DOWN], 2) == 1).all()
    run(scene, 300)
    scene.press(1, 240.0, 30.0)
    run(scene, 5)
    assert not scene.flying, "a press in the empty sky lifts nobody"


def test_a_drag_lifts_every_letter_on_its_way():
    scene = landed()
    x0, x1, y = scene.body[0, X] - 30, scene.body[-1, X] + 30, scene.body[:, Y].mean()
    scene.move(0, float(x0), float(y))
    scene.tick()
    assert not scene.flying, "hovering lifts nobody"
    scene.press(0, float(x0) - 60, float(y))
    lifted = np.zeros(len(scene.body), bool)
    for x in np.linspace(x0, x1, 40):
        scene.move(0, float(x), float(y))
        scene.tick()
        lifted |= scene.body[:, DOWN] == 0
    assert lifted.all()
    scene.release(0, float(x1), float(y))
    run(scene, 420)
    assert in_row(scene)


INPUTS = st.one_of(
    st.tuples(st.sampled_from(("left", "right", "up")), st.integers(0, 12)),
    st.tuples(st.just("press"), st.floats(-50, 530), st.floats(-50, 350), st.integers(0, 12)),
)


@settings(max_examples=12, deadline=None)
@given(st.lists(INPUTS, max_size=34))
def test_the_hardest_weather_leaves_nobody_outside(storm):
    scene = held()
    for what, *details in storm:
        if what == "press":
            scene.press(0, details[0], details[1])
        else:
            scene.key(what)
        run(scene, int(details[-1]))
    b = scene.body
    assert np.isfinite(b).all()
    assert (b[:, X] - b[:, HALF_WIDTH] >= MARGIN - 1e-3).all()
    assert (b[:, X] + b[:, HALF_WIDTH] <= scene.board.width - MARGIN + 1e-3).all()
    assert (b[:, Y] + b[:, HALF_HEIGHT] * np.abs(np.cos(b[:, ANGLE])) <= b[:, FLOOR] + 1e-3).all()
    assert (b[:, Y] >= -scene.highest - 1).all()
    run(scene, 900)
    assert in_row(scene)
    assert scene.state == "lying"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-500, 500), min_size=1, max_size=12))
def test_in_order_moves_as_little_as_can_be(values):
    found = in_order(values, -400.0, 400.0)
    assert all(a <= b + 1e-9 for a, b in pairwise(found))
    assert all(-400 <= v <= 400 for v in found)
    ours = sum((a - b) ** 2 for a, b in zip(values, found))
    # No other orderly row that is easy to name is nearer.
    others = [[min(max(v, -400.0), 400.0)] * len(values) for v in values]
    others += [list(np.clip(np.maximum.accumulate(values), -400, 400)), sorted(np.clip(values, -400, 400))]
    for other in others:
        assert ours <= sum((a - b) ** 2 for a, b in zip(values, other)) + 1e-6


def test_what_is_in_order_stays_where_it_is():
    assert in_order([1.0, 1.0, 4.0], -9.0, 9.0) == [1.0, 1.0, 4.0]


def test_reduced_motion_lies_at_once_with_no_wind_to_be_seen():
    scene = Wind(setting=Setting(calm=True))
    assert scene.state == "lying"
    assert in_row(scene)
    before = scene.body.copy()
    run(scene, 40)
    np.testing.assert_array_equal(scene.body, before)
    streaks = scene.picture().layer("streaks")
    assert isinstance(streaks, Ribbons)
    assert streaks.fill[:, 3].max() == 0
    scene.key("right")
    scene.tick()
    assert scene.body[:, X].mean() > before[:, X].mean() + 10
    assert scene.state == "lying"
    assert in_row(scene)


def test_streaks_fade_in_and_out_and_never_pop():
    scene = held()
    seen, before = 0.0, None
    for tick in range(300):
        if tick == 150:
            scene.key("right")
        scene.tick()
        layer = scene.picture().layer("streaks")
        assert isinstance(layer, Ribbons)
        alpha = layer.fill[:, 3]
        if before is not None:
            assert np.abs(alpha - before).max() < 0.45
        before, seen = alpha, max(seen, float(alpha.max()))
    assert seen > 0.5


def test_letters_that_start_in_the_middle_of_a_high_board_fade_in():
    scene = Wind(setting=Setting(board=extended(1080, 1920)))
    first = scene.picture().layer("letters")
    assert isinstance(first, Glyphs)
    assert first.fill[:, 3].max() == 0
    run(scene, 14)
    layer = scene.picture().layer("letters")
    assert isinstance(layer, Glyphs)
    assert layer.fill[:, 3].min() == 1


def test_a_larger_board_carries_everything_along():
    scene = landed()
    before = scene.body[:, [X, Y, ANGLE]].copy()
    scene.place(Setting(board=Board(480, 700)))
    np.testing.assert_allclose(scene.body[:, Y] - before[:, 1], 400, atol=1e-6)
    scene.place(Setting(board=Board(900, 300)))
    np.testing.assert_allclose(scene.body[:, X] - before[:, 0], 210, atol=1e-6)
    run(scene, 2)
    assert scene.state == "lying"


@pytest.mark.parametrize(
    "word", ["あ", "I", "か ぜ", "秋の夜長に虫の声を聞く、ひとり", SENTENCE, "ريح الخريف", "🍁🍂❤️"]
)
def test_any_word_is_readable_when_it_lies(word):
    scene = run(held(word), 700)
    assert scene.state == "lying"
    assert in_row(scene)
    rows = [float(scene.body[seat, Y].mean()) for seat in scene.seats]
    assert rows == sorted(rows)
    run(scene, 1)
    scene.key("left")
    run(scene, 700)
    assert in_row(scene)
