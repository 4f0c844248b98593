"""Water: waves spread and fade, letters float by what is under, and nothing leaves the tank."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.columns import (
    ANGLE,
    ENTRY,
    HALF_HEIGHT,
    HALF_WIDTH,
    HEIGHT,
    RISE,
    SHARE,
    SPIN,
    VX,
    VY,
    WET,
    X,
    Y,
    float_bodies,
    step_columns,
)
from scenes.board import Board
from scenes.letters import DippedGlyphs
from scenes.picture import Discs
from scenes.scene import KEYS, Setting
from scenes.water import BOTTOM, CELL, Water, WaterParams

seeds = st.integers(0, 2**32 - 1)


def run(scene: Water, ticks: int) -> Water:
    for _ in range(ticks):
        scene.tick()
    return scene


@pytest.fixture(scope="module")
def close() -> float:
    runtime.ensure()
    return 1e-9 if runtime.real() is np.float64 else 2e-3


def real(values: object) -> np.ndarray:
    runtime.ensure()
    return np.ascontiguousarray(values, runtime.real())


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(2, 200), st.integers(0, 4))
def test_columns_hand_over_as_the_article_says(close, seed, n, passes):
    rng = np.random.default_rng(seed)
    water = real(rng.normal(0, 5, (n, 2)))
    h, v = water[:, HEIGHT].astype(float), water[:, RISE].astype(float)
    v += -0.02 * h - 0.03 * v
    h += v
    for _ in range(passes):
        left = np.r_[0, 0.24 * np.diff(h)]
        right = np.r_[-0.24 * np.diff(h), 0]
        for array in (v, h):
            array[:-1] += left[1:]
            array[1:] += right[:-1]
    step_columns(water, np.full_like(water, 7.0), real([0.02, 0.03, 0.24, 8, 190]), passes)
    np.testing.assert_allclose(water[:, HEIGHT], h, rtol=close, atol=close * 20)
    np.testing.assert_allclose(water[:, RISE], v, rtol=close, atol=close * 20)


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(1, 12))
def test_bodies_float_by_their_samples(close, seed, m):
    """Against plain NumPy, with a flat surface and without a splash."""
    rng = np.random.default_rng(seed)
    b = np.zeros((m, 13))
    b[:, X], b[:, Y] = rng.uniform(0, 480, m), rng.uniform(150, 240, m)
    b[:, ANGLE] = rng.uniform(-3, 3, m)
    b[:, [VX, VY]], b[:, SPIN] = rng.uniform(-5, 5, (m, 2)), rng.uniform(-0.1, 0.1, m)
    b[:, HALF_WIDTH], b[:, HALF_HEIGHT] = rng.uniform(10, 40, (2, m))
    b[:, WET] = 1
    samples = rng.uniform(-30, 30, (m, 20, 2))
    want = b.copy()
    c, s = np.cos(b[:, ANGLE])[:, None], np.sin(b[:, ANGLE])[:, None]
    rx = samples[..., 0] * c - samples[..., 1] * s
    ry = samples[..., 0] * s + samples[..., 1] * c
    under = b[:, Y, None] + ry > 190
    share = under.mean(axis=1)
    inertia = (b[:, HALF_WIDTH] ** 2 + b[:, HALF_HEIGHT] ** 2) / 3
    turn = -(rx * under).sum(axis=1) / 20 * 0.38 * 1.7 / inertia
    want[:, VY] += 0.38 - 0.38 * 1.7 * share
    want[:, [VX, VY]] *= (1 - 0.06 * share)[:, None]
    want[:, SPIN] = (want[:, SPIN] + turn) * (1 - 0.05 * share)
    want[:, X] += want[:, VX]
    want[:, Y] += want[:, VY]
    want[:, ANGLE] += want[:, SPIN]
    bodies, water = real(b), real(np.zeros((61, 2)))
    surface, numbers = real([0.02, 0.02, 0.24, 8, 190]), real([0.38, 1.7, 0.06, 0.05, 0.2])
    float_bodies(bodies, real(samples), water, surface, numbers)
    np.testing.assert_allclose(bodies[:, :6], want[:, :6], rtol=close, atol=close * 100)
    np.testing.assert_allclose(bodies[:, SHARE], share, atol=1e-6)


def test_a_body_that_comes_in_pushes_the_columns_under_it_once():
    b = np.zeros((1, 13))
    b[0, [X, Y, VY, HALF_WIDTH, HALF_HEIGHT]] = 240, 180, 10, 32, 29
    samples = np.array([[[0.0, 20.0], [0.0, -20.0]]])
    bodies, water = real(b), real(np.zeros((61, 2)))
    surface, numbers = real([0.02, 0.02, 0.24, 8, 190]), real([0, 1.7, 0, 0, 0.2])
    float_bodies(bodies, real(samples), water, surface, numbers)
    assert bodies[0, ENTRY] == pytest.approx(10)
    pushed = np.flatnonzero(water[:, RISE])
    assert pushed.tolist() == list(range(26, 35))  # 240 px a side 32 px, every 8 px
    np.testing.assert_allclose(water[pushed, RISE], -2, atol=1e-6)
    float_bodies(bodies, real(samples), water, surface, numbers)
    assert bodies[0, ENTRY] == 0
    np.testing.assert_allclose(water[pushed, RISE], -2, atol=1e-6)


def test_shapes_that_do_not_fit_are_refused():
    surface, numbers = np.zeros(5), np.zeros(5)
    with pytest.raises(ValueError, match="water"):
        step_columns(np.zeros((9, 3)), np.zeros((9, 3)), surface, 2)
    with pytest.raises(ValueError, match="given"):
        step_columns(np.zeros((9, 2)), np.zeros((8, 2)), surface, 2)
    with pytest.raises(ValueError, match="samples"):
        float_bodies(np.zeros((2, 13)), np.zeros((2, 20)), np.zeros((9, 2)), surface, numbers)


def in_tank(scene: Water) -> bool:
    b, board = scene.bodies, scene.board
    c, s = np.abs(np.cos(b[:, ANGLE])), np.abs(np.sin(b[:, ANGLE]))
    across = b[:, HALF_WIDTH] * c + b[:, HALF_HEIGHT] * s
    down = b[:, HALF_WIDTH] * s + b[:, HALF_HEIGHT] * c
    beside = (b[:, X] >= np.minimum(across, board.width - across) - 1e-6) & (
        b[:, X] <= np.maximum(board.width - across, across) + 1e-6
    )
    above = b[:, Y] <= board.height - BOTTOM - down + 1e-6
    return bool(np.isfinite(b).all() and np.isfinite(scene.water).all() and beside.all() and above.all())


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.tuples(st.floats(-50, 530), st.integers(0, 4), st.integers(0, 9), st.booleans()), max_size=25)
)
def test_nothing_leaves_the_tank_whatever_is_pressed(moves):
    scene = run(Water(), 50)
    for x, key, ticks, press in moves:
        if press:
            scene.press(0, x, 200)
        scene.key(KEYS[key])
        run(scene, ticks)
        assert in_tank(scene)


def test_a_thousand_hard_pushes_end_in_the_tank():
    scene = run(Water(setting=Setting(word="みず" * 20)), 80)
    for k in range(1000):
        scene.key(("down", "left", "down", "right")[k % 4])
        scene.press(k % 3, (k * 97) % 480, 190)
        scene.tick()
    assert in_tank(scene)
    assert np.abs(scene.water).max() < 2000


def test_letters_come_up_again_and_end_half_under_in_quiet_water():
    scene = Water()
    scene.touch()
    run(scene, 2500)
    assert scene.state == "calm"
    assert ((scene.shares > 0.4) & (scene.shares < 0.85)).all()
    assert np.abs(scene.water[:, HEIGHT]).max() < 1.0
    assert scene.drops.quiet


def test_a_press_pushes_the_surface_down_there_and_the_wave_runs_on():
    scene = Water()
    scene.press(0, 96, 200)
    run(scene, 4)
    deep = int(np.argmin(scene.water[:, HEIGHT]))
    assert abs(deep * CELL - 96) <= 16
    assert scene.water[deep, HEIGHT] < -5
    assert abs(scene.water[-1, HEIGHT]) < 1e-6
    far = max(float(abs(run(scene, 1).water[-1, HEIGHT])) for _ in range(60))
    assert far > 0.3


def test_a_drag_makes_waves_only_while_the_finger_is_down():
    scene = Water()
    scene.move(0, 300, 200)
    assert not scene.touched
    scene.press(0, 100, 200)
    before = scene.water.copy()
    scene.move(0, 200, 200)
    assert not np.array_equal(scene.water, before)
    scene.release(0, 200, 200)
    before = scene.water.copy()
    scene.move(0, 300, 200)
    np.testing.assert_array_equal(scene.water, before)


def test_keys_sink_and_push():
    scene = Water()
    scene.touch()
    run(scene, 1500)
    high = scene.bodies[:, Y].copy()
    assert scene.key("down")
    run(scene, 8)
    assert (scene.bodies[:, Y] > high + 15).all()
    run(scene, 600)
    left = scene.bodies[:, X].copy()
    scene.key("right")
    run(scene, 30)
    assert (scene.bodies[:-1, X] > left[:-1] + 5).all()
    assert not scene.key("up")


def test_floating_by_the_outline_sinks_what_is_heavy_below_no_more_than_its_ink():
    plain = run(Water(), 1)
    outline = Water(WaterParams(outline=1))
    assert outline.samples.shape[1] > plain.samples.shape[1]
    x0, y0, x1, y1 = outline.letters[0].glyph.box
    size = outline.letters[0].size
    assert outline.samples[0].min(axis=0) == pytest.approx([x0 * size, y0 * size], abs=5)
    assert outline.samples[0].max(axis=0) == pytest.approx([x1 * size, y1 * size], abs=5)
    outline.touch()
    run(outline, 2500)
    assert ((outline.shares > 0.45) & (outline.shares < 0.72)).all()


def test_what_is_under_is_drawn_under():
    scene = run(Water(), 200)
    layer = scene.picture().layer("letters")
    assert isinstance(layer, DippedGlyphs)
    np.testing.assert_allclose(layer.line, scene.line, atol=1e-3)
    assert layer.span.tolist() == [0, 480]


def test_droplets_fly_as_beads_and_leave_a_ring():
    scene = Water()
    scene.press(0, 240, 200)
    thrown = scene.drops.flying
    assert thrown > 3
    run(scene, 6)
    layer = scene.picture().layer("droplets")
    assert isinstance(layer, Discs)
    up = layer.fill[:, 3] > 0.5
    assert (layer.center[up, 1] < scene.level).any()
    run(scene, 25)
    assert scene.drops.flying < thrown / 2
    assert (scene.drops.ring[:, 2] < 30).any()


def test_reduced_motion_shows_the_word_afloat_and_each_input_answered():
    scene = Water(setting=Setting(calm=True))
    assert scene.state == "settled"
    assert scene.bodies[:, WET].all()
    before = scene.bodies.copy()
    run(scene, 30)
    np.testing.assert_array_equal(scene.bodies, before)
    scene.key("right")
    scene.tick()
    assert (scene.bodies[:, X] >= before[:, X]).all()
    assert scene.status == "波がおさまり、文字が浮かんでいる"


@pytest.mark.parametrize("word", ["水", "みずのなかのもじ" * 25])
def test_one_letter_and_two_hundred_float(word):
    scene = run(Water(setting=Setting(word=word)), 400)
    assert in_tank(scene)
    assert scene.bodies[:, WET].all()


def test_a_larger_board_carries_water_and_letters_along():
    scene = run(Water(), 90)
    depth, line = scene.bodies[:, Y] - scene.level, scene.line - scene.level
    scene.place(Setting(board=Board(700, 420)))
    np.testing.assert_allclose(scene.bodies[:, Y] - scene.level, depth, atol=1e-9)
    np.testing.assert_allclose(
        np.interp(110 + np.arange(61) * CELL, np.arange(len(scene.line)) * CELL, scene.line) - scene.level,
        line,
        atol=1.5,
    )
    run(scene, 50)
    assert in_tank(scene)


@pytest.mark.parametrize("key", ["left", "right"])
def test_letters_pushed_to_a_side_drift_apart_into_their_order_again(key):
    scene = Water()
    scene.touch()
    run(scene, 160)
    for _ in range(6):
        assert scene.key(key)
        run(scene, 12)
    run(scene, 300)
    gaps = np.diff(scene.bodies[:, X])
    wide = scene.half[1:, 0] + scene.half[:-1, 0]
    assert (gaps > 0.8 * wide).all()
    assert in_tank(scene)


def test_rows_of_a_long_sentence_hang_below_one_another_in_the_water():
    scene = Water(setting=Setting(word="夏の水辺に舟を浮かべて風を待つ" * 8))
    scene.touch()
    run(scene, 260)
    rows = [scene.bodies[scene.row == y, Y] for y in np.unique(scene.row)]
    assert len(rows) > 3
    pitch = np.diff(np.unique(scene.row)).min()
    for above, below in pairwise(rows):
        assert below.min() - above.max() > 0.5 * pitch
    assert in_tank(scene)
    assert scene.bodies[:, WET].all()
