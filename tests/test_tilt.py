"""Tilt: tiles stay in their box, give way to one another, and follow the hand that turns it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.tiles import AT_WALL, HALF_HEIGHT, HALF_WIDTH, ON_FLOOR, VX, VY, X, Y, slide
from scenes.board import Board
from scenes.picture import Discs, Glyphs, Ribbons
from scenes.scene import KEYS, Setting
from scenes.tilt import Tilt, TiltParams
from scenes.tilt_look import VIEW

seeds = st.integers(0, 2**32 - 1)


def run(scene: Tilt, ticks: int) -> Tilt:
    for _ in range(ticks):
        scene.tick()
    return scene


def inside(scene: Tilt) -> bool:
    t, p = scene.tiles, scene.params
    across = np.abs(t[:, X]) + t[:, HALF_WIDTH] <= p.half_width + 1e-6
    down = np.abs(t[:, Y]) + t[:, HALF_HEIGHT] <= p.half_height + 1e-6
    return bool(np.isfinite(t).all() and across.all() and down.all())


def reference(tiles: np.ndarray, numbers: np.ndarray, rounds: int, inside_rounds: bool) -> np.ndarray:
    """One tick in plain Python, written from the article's rules."""
    gx, gy, push, carry, exchange, bounce, friction, half_w, half_h = numbers
    t = [dict(zip(["x", "y", "u", "v", "w", "h"], row)) for row in tiles[:, :6].tolist()]
    floor, wall = [False] * len(t), [False] * len(t)

    def rub() -> None:
        for i, a in enumerate(t):
            a["u"] *= 1 - friction * floor[i]
            a["v"] *= 1 - friction * wall[i]

    for a in t:
        a["u"] += gx
        a["v"] += gy
        a["x"] += a["u"]
        a["y"] += a["v"]
    for _ in range(rounds):
        for i in range(len(t)):
            for j in range(i + 1, len(t)):
                a, b = t[i], t[j]
                over = {k: a[s] + b[s] - abs(b[k] - a[k]) for k, s in (("x", "w"), ("y", "h"))}
                if min(over.values()) <= 0:
                    continue
                k = "x" if over["x"] < over["y"] else "y"
                s, side = {"x": "u", "y": "v"}[k], 1.0 if b[k] >= a[k] else -1.0
                way = side * over[k] * push / 2
                a[k], b[k] = a[k] - way, b[k] + way
                a[s], b[s] = a[s] - way * carry, b[s] + way * carry
                near = (a[s] - b[s]) * side
                if near > 0:
                    a[s], b[s] = a[s] - side * near * exchange / 2, b[s] + side * near * exchange / 2
                if k == "x":
                    wall[i] = wall[j] = True
                else:
                    floor[i if side > 0 else j] = True
        for i, a in enumerate(t):
            for k, s, size, limit in (("x", "u", "w", half_w), ("y", "v", "h", half_h)):
                if abs(a[k]) > limit - a[size]:
                    side = 1.0 if a[k] > 0 else -1.0
                    a[k] = side * (limit - a[size])
                    if a[s] * side > 0:
                        a[s] *= -bounce
                    if k == "x":
                        wall[i] = True
                    elif side > 0:
                        floor[i] = True
        if inside_rounds:
            rub()
    if not inside_rounds:
        rub()
    return np.array([[a["x"], a["y"], a["u"], a["v"]] for a in t])


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(1, 30), st.booleans())
def test_the_kernel_does_what_the_rules_say(seed, n, inside_rounds):
    runtime.ensure()
    rng = np.random.default_rng(seed)
    tiles = np.zeros((n, 8), runtime.real())
    tiles[:, X], tiles[:, Y] = rng.uniform(-150, 150, n), rng.uniform(-60, 60, n)
    tiles[:, VX], tiles[:, VY] = rng.uniform(-12, 12, (2, n))
    tiles[:, HALF_WIDTH], tiles[:, HALF_HEIGHT] = rng.uniform(5, 20, (2, n))
    numbers = np.array([0.2, 0.4, 0.5, 1.0, 1.0, 0.4, 0.04, 168, 74], runtime.real())
    want = reference(tiles, numbers, 4, inside_rounds)
    slide(tiles, numbers, 4, inside_rounds)
    close = 1e-9 if runtime.real() is np.float64 else 2e-3
    np.testing.assert_allclose(tiles[:, [X, Y, VX, VY]], want, rtol=close, atol=close)


def test_a_lying_tile_knows_it_and_a_touching_one_too():
    runtime.ensure()
    tiles = np.zeros((2, 8), runtime.real())
    tiles[:, HALF_WIDTH], tiles[:, HALF_HEIGHT] = 20, 18
    tiles[0, [X, Y]] = -50, 56
    tiles[1, [X, Y]] = -12, 56
    slide(tiles, np.array([0, 0.4, 0.5, 1, 1, 0.4, 0.04, 168, 74], runtime.real()), 4)
    assert tiles[0, ON_FLOOR] == 1
    assert tiles[:, AT_WALL].tolist() == [1, 1]  # they touch side by side


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="tiles"):
        slide(np.zeros((3, 6)), np.zeros(9), 4)
    with pytest.raises(ValueError, match="numbers"):
        slide(np.zeros((3, 8)), np.zeros(8), 4)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.floats(-200, 700), st.integers(0, 4), st.integers(0, 12)), max_size=30))
def test_nothing_leaves_the_box_whatever_the_hand_does(moves):
    scene = Tilt()
    for x, key, ticks in moves:
        scene.move(0, x, 100)
        scene.key(KEYS[key])
        run(scene, ticks)
        assert inside(scene)


def test_a_thousand_hardest_flings_keep_a_sentence_in_its_box():
    scene = Tilt(setting=Setting(word="ハコノナカ" * 8))
    for k in range(1000):
        scene.move(0, 0.0 if k % 2 else 480.0, 0.0)
        scene.tick()
        assert inside(scene)


def test_the_pointers_place_is_the_tilt():
    scene = Tilt()
    scene.move(0, 480, 10)
    run(scene, 40)
    assert scene.tilt == pytest.approx(28)
    scene.move(0, 240, 290)
    run(scene, 40)
    assert scene.tilt == pytest.approx(0)
    scene.move(0, 120, 290)
    run(scene, 40)
    assert scene.tilt == pytest.approx(-14)
    scene.leave(0)
    run(scene, 40)
    assert scene.tilt == pytest.approx(-14)


def test_arrows_turn_by_4_degrees_and_escape_lets_it_rock_again():
    scene = Tilt()
    run(scene, 13)
    assert scene.key("right")
    run(scene, 10)
    first = scene.tilt
    scene.key("right")
    run(scene, 10)
    assert scene.tilt - first == pytest.approx(4)
    for _ in range(20):
        scene.key("left")
    run(scene, 60)
    assert scene.tilt == pytest.approx(-28)
    assert scene.state == "left"
    scene.key("escape")
    run(scene, 60)
    assert scene.tilt == pytest.approx(scene.auto)
    assert not scene.key("up")


def test_tiles_go_to_the_lower_side_and_across_when_it_turns():
    scene = Tilt()
    scene.move(0, 480, 0)
    run(scene, 200)
    assert scene.tiles[:, X].mean() > 45
    scene.move(0, 0, 0)
    run(scene, 200)
    assert scene.tiles[:, X].mean() < -45
    assert scene.overlap < 1.5
    assert np.abs(scene.speed).max() < 0.5


def test_the_box_is_drawn_turned_and_its_tiles_with_it():
    scene = Tilt()
    scene.move(0, 480, 0)
    run(scene, 200)
    layer = scene.picture().layer("letters")
    assert isinstance(layer, Glyphs)
    np.testing.assert_allclose(np.degrees(layer.angle), 28, atol=0.1)
    a, b = layer.center[0], layer.center[-1]
    assert np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0])) == pytest.approx(28, abs=2)
    x, y = scene.center
    assert np.hypot(*(layer.center - (x, y)).T).max() < VIEW * np.hypot(168, 74)


def test_the_drawn_box_runs_past_level_by_a_little_and_settles():
    scene = Tilt()
    scene.move(0, 480, 0)
    run(scene, 100)
    scene.move(0, 240, 0)
    lowest = min(run(scene, 1).drawn for _ in range(60))
    assert -4 < lowest < -0.3
    assert abs(run(scene, 100).drawn) < 0.05


def test_reduced_motion_leaves_the_box_tilted_and_answers_with_the_end():
    scene = Tilt(setting=Setting(calm=True))
    assert scene.tilt == pytest.approx(16.8)
    assert scene.state == "settled.right"
    before = scene.tiles.copy()
    run(scene, 50)
    np.testing.assert_array_equal(scene.tiles, before)
    scene.move(0, 0, 0)
    scene.tick()
    assert scene.tilt == pytest.approx(-28)
    assert scene.tiles[:, X].mean() < -45
    assert scene.status == "左へ傾いた箱の低い側に寄って止まった"


def test_one_letter_and_two_hundred_fit():
    for word in ("鬱", "はこ" * 100):
        scene = run(Tilt(setting=Setting(word=word)), 200)
        assert inside(scene)


def test_a_larger_board_keeps_tiles_where_they_are_in_the_box():
    scene = run(Tilt(), 120)
    before = scene.tiles.copy()
    scene.place(Setting(board=Board(700, 300)))
    np.testing.assert_array_equal(scene.tiles, before)
    assert scene.center[0] == 350


def test_a_small_box_still_holds_its_word():
    scene = Tilt(TiltParams(half_width=60, half_height=40))
    run(scene, 200)
    assert inside(scene)


def test_tiles_that_may_turn_slide_over_too_and_tumble_in_a_heap():
    scene = Tilt(TiltParams(turning=1), Setting(word="はこのなかのもじ" * 4))
    assert scene.tumbling is not None
    scene.move(0, 480, 0)
    run(scene, 150)
    assert scene.tiles[:, X].mean() > 15
    assert np.degrees(np.abs(scene.poses()[1] - np.radians(scene.drawn))).max() > 5
    scene.move(0, 0, 0)
    run(scene, 200)
    assert scene.tiles[:, X].mean() < -15
    corners, p = scene.tumbling.corners(), scene.params
    assert np.abs(corners[..., 0]).max() < p.half_width + 4
    assert np.abs(corners[..., 1]).max() < p.half_height + 4
    picture = scene.picture().layer("letters")
    assert isinstance(picture, Glyphs)
    assert np.ptp(picture.angle) > np.radians(4)


@pytest.mark.parametrize("way", ["left", "right"])
def test_the_bubble_of_the_level_goes_to_the_higher_side(way):
    scene = Tilt()
    for _ in range(5):
        scene.key(way)
    for _ in range(40):
        scene.tick()
    picture = scene.picture()
    bubble, glass = picture.layer("bubble"), picture.layer("level's glass")
    assert isinstance(bubble, Discs)
    assert isinstance(glass, Ribbons)
    ends = glass.points[0]
    higher = ends[ends[:, 1].argmin()]
    middle = ends.mean(axis=0)
    off = bubble.center[0] - middle
    assert off @ (higher - middle) > 0
    assert np.hypot(*off) < np.hypot(*(higher - middle)), "it stays in the glass"
