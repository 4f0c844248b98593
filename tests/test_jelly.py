"""Jelly: the kernel against plain NumPy, letters that flatten by their speed, wobble, and come to rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.jelly import AREA, CX, FLOOR, HEIGHT, HIGH, LEFT, LOW, ON, STATE, TURN, WIDTH, step_jelly
from scenes.board import Board
from scenes.jelly import Jelly, JellyParams
from scenes.letters import SoftGlyphs, rest_lattice
from scenes.picture import Discs
from scenes.scene import Setting
from scenes.soft_outline import POINTS, carried, soft_outline
from scenes.word import layout

seeds = st.integers(0, 2**32 - 1)
LONG_WORD = "むかしむかしあるところにおじいさんとおばあさんがすんでいました" * 7
SENTENCE = LONG_WORD[:200]


def run(scene: Jelly, ticks: int) -> Jelly:
    for _ in range(ticks):
        scene.tick()
    return scene


def inside(scene: Jelly) -> bool:
    p, (left, right) = scene.points, scene.walls
    floor = scene.bodies[:, FLOOR, None]
    across = (p[..., 0] >= left - 1e-6) & (p[..., 0] <= right + 1e-6)
    down = (p[..., 1] >= scene.ceiling - 1e-6) & (p[..., 1] <= floor + 1e-6)
    return bool(np.isfinite(p).all() and across.all() and down.all())


def area(points: np.ndarray) -> np.ndarray:
    x, y = points[..., 0], points[..., 1]
    return 0.5 * (x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y).sum(axis=-1)


def reference(points: np.ndarray, rest: np.ndarray, bodies: np.ndarray, n: np.ndarray) -> np.ndarray:
    """One tick of one body far from walls, written from the article's text."""
    spring, upright, pressure, gravity, damp, limit, bounce, slide = n[:8]
    p, v = points[:, :2].copy(), points[:, 2:].copy()
    c = p.mean(axis=0)
    d = p - c
    num = (rest[:, 0] * d[:, 1] - rest[:, 1] * d[:, 0]).sum()
    den = (rest[:, 0] * d[:, 0] + rest[:, 1] * d[:, 1]).sum()
    slim = max(0.75 * bodies[HEIGHT] / bodies[WIDTH], 1)
    turn = np.arctan2(num, den) * (1 - upright) ** slim**2
    rotate = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    deficit = (bodies[AREA] - area(p)) / bodies[AREA]
    along = np.roll(p, -1, axis=0) - np.roll(p, 1, axis=0)
    normal = np.stack([along[:, 1], -along[:, 0]], -1) / np.linalg.norm(along, axis=1, keepdims=True)
    v += (c + rest @ rotate - p) * spring + normal * deficit * pressure * 2
    v[:, 1] += gravity
    v *= 1 - damp
    p += v
    below, whole = p[:, 1] > bodies[FLOOR], v[:, 0].mean()
    p[below, 1] = bodies[FLOOR]
    v[below, 1] *= -bounce
    stuck = below & (np.abs(v[:, 0]) * bodies[HEIGHT] < 12.0)
    p[stuck, 0] -= v[stuck, 0]
    v[stuck, 0] = 0
    v[below, 0] *= slide
    v[:, 0] -= 0.2 * whole * below.any()
    least, low = (1 - limit) * bodies[HEIGHT], p[:, 1].max()
    if np.ptp(p[:, 1]) < least:
        p[:, 1] = low - (low - p[:, 1]) * least / np.ptp(p[:, 1])
        v[v[:, 1] > 0, 1] *= 0.5
    return np.concatenate([p, v], axis=1)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(1, 9), st.integers(3, 40))
def test_the_kernel_is_the_plain_rule_at_any_size(seed: int, n: int, k: int):
    rng, real = np.random.default_rng(seed), runtime.real()
    turn = 2 * np.pi * (np.arange(k) + 0.3 * rng.random((n, k))) / k
    rest = np.stack([np.cos(turn), np.sin(turn)], -1) * rng.uniform(20, 40, (n, k, 1))
    rest -= rest.mean(axis=1, keepdims=True)
    points = np.zeros((n, k, 4))
    points[..., :2] = rest * rng.uniform(0.7, 1.2, (n, 1, 2)) + rng.uniform(150, 250, (n, 1, 2))
    points[..., 2:] = rng.normal(0, 3, (n, k, 2))
    bodies = np.zeros((n, STATE))
    bodies[:, AREA], bodies[:, HEIGHT] = area(rest), np.ptp(rest[..., 1], axis=1)
    bodies[:, WIDTH] = np.ptp(rest[..., 0], axis=1) * rng.uniform(0.2, 0.9, n)  # never squashed from the side
    bodies[:, FLOOR] = points[..., 1].max(axis=1) - rng.uniform(-8, 8, n)
    numbers = np.array([0.45, 0.15, 0.8, 0.5, 0.02, 0.42, 0.1, 0.6, -1e4, 1e4, -1e4, 1e3, 0.0])
    want = np.array([reference(p, r, b, numbers) for p, r, b in zip(points, rest, bodies)])
    given_ = [np.ascontiguousarray(a, real) for a in (points, rest, bodies, numbers)]
    step_jelly(*given_)
    np.testing.assert_allclose(given_[0], want, atol=1e-9 if real is np.float64 else 1e-2)


def test_wrong_shapes_are_refused_by_name():
    real = runtime.real()
    good = [np.zeros(s, real) for s in ((2, 5, 4), (2, 5, 2), (2, STATE), (13,))]
    for i, name in enumerate(("points", "rest", "bodies", "numbers")):
        bad = [np.zeros((*a.shape[:-1], 1), real) if i == j else a for j, a in enumerate(good)]
        with pytest.raises(ValueError, match=name):
            step_jelly(*bad)
    with pytest.raises(ValueError, match="3 or more"):
        step_jelly(np.zeros((2, 2, 4), real), np.zeros((2, 2, 2), real), good[2], good[3])


def test_slim_letters_stand_too():
    scene = Jelly(setting=Setting(word="lazy jumping", language="en", calm=True))
    assert np.degrees(np.abs(scene.bodies[:, TURN])).max() < 20


def test_a_falling_letter_keeps_its_shape_and_its_line():
    scene = run(Jelly(), 26)
    assert scene.heights[3] == pytest.approx(1.0, abs=1e-9)
    assert abs(scene.bodies[3, TURN]) < 1e-9
    assert np.abs(scene.speed[3, 0]) < 1e-9


def test_the_faster_a_letter_lands_the_flatter_it_gets():
    scene = Jelly(setting=Setting(word="물렁물렁", language="ko"))
    scene.touched = True
    least, landed = np.ones(4), np.zeros(4)
    for _ in range(120):
        scene.tick()
        landed = np.where(landed == 0, scene.hits, landed)
        least = np.minimum(least, scene.heights)
    assert (np.diff(landed) > 1).all()
    assert (np.diff(least) <= 1e-9).all()
    assert least[0] > least[3] + 0.03
    assert (least >= 0.58 - 1e-6).all()


def test_the_whole_letter_follows_its_outline_holes_and_all():
    (letter,) = layout("の", size=92.0)
    outline = soft_outline(letter.glyph, 16)
    matrix, shift = np.array([[1.3, 0.2], [-0.3, 0.6]]), np.array([200.0, 150.0])
    moved = outline.nodes @ (outline.points @ matrix.T + shift)
    want = rest_lattice(letter.glyph).reshape(-1, 2) @ matrix.T + shift
    np.testing.assert_allclose(moved, want, atol=1e-6)
    for weights in (outline.nodes, outline.beads, outline.spot):
        np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-9)
    field, (x0, y0, x1, y1) = letter.glyph.field(128)
    beads = outline.beads @ outline.points
    column = ((beads[:, 0] - x0) / (x1 - x0) * field.shape[1]).astype(int)
    row = ((beads[:, 1] - y0) / (y1 - y0) * field.shape[0]).astype(int)
    assert (field[row, column] < 0).all(), "bubbles lie in the jelly, not in its hole"


@pytest.mark.parametrize("letter", ["一", "i", "・", "」", "鬱", "A", "ー"])
def test_any_letter_has_an_outline_with_an_inside(letter: str):
    (body,) = layout(f"{letter}", size=92.0)
    outline = soft_outline(body.glyph, 9)
    assert outline.points.shape == (POINTS, 2)
    assert outline.area > 0.003
    assert np.isfinite(outline.nodes).all()
    places = np.random.default_rng(1).normal(0, 1, (50, 2))
    np.testing.assert_allclose(carried(outline.points, places) @ outline.points, places, atol=1e-6)


def test_all_comes_to_complete_rest_in_shape():
    scene = Jelly()
    scene.press(0, 100.0, 150.0)
    run(scene, 1800)
    before = scene.points[..., :2].copy()
    run(scene, 20)
    assert np.abs(scene.points[..., :2] - before).max() < 1e-5
    assert scene.state == "still"
    assert scene.bodies[:, ON].all()
    assert np.abs(np.degrees(scene.bodies[:, TURN])).max() < 5
    assert (scene.heights > 0.85).all()


def test_a_press_flicks_the_near_letter_alone_away_from_the_finger():
    scene = run(Jelly(), 12)
    run(scene, 190)
    scene.touch()
    run(scene, 500)
    still = scene.bodies[:, CX].copy()
    b = scene.bodies[0]
    scene.press(0, float(b[LEFT]) + 3, float(b[LOW]) - 10)
    run(scene, 8)
    assert scene.bodies[0, LOW] < scene.bodies[0, FLOOR] - 10
    assert scene.bodies[0, CX] > still[0] + 3
    np.testing.assert_allclose(scene.bodies[1:, CX], still[1:], atol=0.3)
    scene.press(1, 240.0, -500.0)
    assert np.abs(scene.speed[1:]).max() < 1, "nobody is near"


def test_dragging_flicks_each_letter_on_the_way_but_not_every_tick():
    scene = Jelly()
    scene.touch()
    run(scene, 500)
    y = float(scene.bodies[0, FLOOR]) - 30
    scene.move(0, float(scene.bodies[2, CX]), y)
    assert np.abs(scene.speed).max() < 1, "a pointer that is not down flicks nobody"
    scene.press(0, float(scene.bodies[0, CX]), y)
    first = scene.speed[0].copy()
    scene.move(0, float(scene.bodies[0, CX]) + 1, y)
    np.testing.assert_array_equal(scene.speed[0], first)
    scene.move(0, float(scene.bodies[1, CX]), y)
    assert scene.speed[1, 1] < -3


def test_down_slams_and_up_lifts_every_letter():
    scene = Jelly()
    scene.touch()
    run(scene, 500)
    assert scene.key("up")
    run(scene, 10)
    assert (scene.bodies[:, LOW] < scene.bodies[:, FLOOR] - 20).all()
    assert scene.state == "falling"
    run(scene, 400)
    assert scene.key("down")
    lowest = np.ones(4)
    for _ in range(12):
        scene.tick()
        lowest = np.minimum(lowest, scene.heights)
    assert (lowest < 0.75).all()
    assert not scene.key("left")


def test_highlights_slide_and_shadows_spread_as_a_letter_is_squashed():
    scene = Jelly()
    scene.touch()
    run(scene, 600)

    def seen() -> tuple[np.ndarray, np.ndarray]:
        picture = scene.picture()
        body, cast = picture.layer("letters"), picture.layer("shadows")
        assert isinstance(body, SoftGlyphs)
        assert isinstance(cast, Discs)
        assert body.finish is not None
        return body.finish.glossed.copy(), cast.size[:, 0].copy()

    glossed, wide = seen()
    scene.key("down")
    slid, spread = 0 * glossed, wide
    for _ in range(30):
        scene.tick()
        now, width = seen()
        slid, spread = np.maximum(slid, np.abs(now - glossed)), np.maximum(spread, width)
    assert (spread > 1.05 * wide).all()
    assert (slid > 0.03).all()


def test_letters_touch_one_another_only_where_asked():
    def apart(touching: int) -> float:
        """Between the middles of two letters of which one was put into the other, as a share of a width."""
        scene = Jelly(JellyParams(touching=touching), Setting(word="まま"))
        scene.touch()
        run(scene, 300)
        gap = float(np.diff(scene.bodies[:, CX])[0])
        scene.points[0, :, 0] += gap - 0.4 * scene.bodies[0, WIDTH]
        run(scene, 300)
        assert inside(scene)
        return float(np.diff(scene.bodies[:, CX])[0] / scene.bodies[0, WIDTH])

    assert apart(0) < 0.6
    assert apart(1) > 0.75


def test_reduced_motion_shows_the_settled_word_and_answers_with_an_end():
    scene = run(Jelly(setting=Setting(calm=True)), 30)
    assert scene.state == "settled"
    assert "皿" in scene.status
    still = scene.points.copy()
    run(scene, 30)
    np.testing.assert_array_equal(scene.points, still)
    scene.press(0, float(scene.bodies[0, CX]), float(scene.bodies[0, HIGH]))
    scene.tick()
    assert not np.array_equal(scene.points, still)
    after = scene.points.copy()
    run(scene, 10)
    np.testing.assert_array_equal(scene.points, after)


def test_a_larger_board_carries_the_plate_and_the_letters_along():
    scene = run(Jelly(), 60)
    before = scene.points.copy()
    scene.place(Setting(board=Board(700, 520)))
    np.testing.assert_allclose(scene.points[..., 0] - before[..., 0], 110, atol=1e-9)
    np.testing.assert_allclose(scene.points[..., 1] - before[..., 1], 220, atol=1e-9)
    assert inside(scene)


@pytest.mark.parametrize("word", ["あ", SENTENCE])
def test_one_letter_and_two_hundred(word: str):
    scene = Jelly(setting=Setting(word=word))
    assert len(scene.letters) == len(word)
    scene.touch()
    run(scene, 400)
    assert inside(scene)
    assert (scene.bodies[:, LOW] > scene.bodies[:, FLOOR] - 3).all()
    drift = np.abs(scene.bodies[:, CX] - [b.x for b in scene.letters])
    assert drift.max() < 8, "a sentence can still be read"


@pytest.mark.parametrize("touching", [0, 1])
def test_a_thousand_hardest_flicks_leave_nothing_outside(touching: int):
    params = JellyParams(flick=30.0, slam=30.0, lift=30.0, touching=touching)
    scene = Jelly(params, Setting(word="ぷにmー鬱"))
    rng = np.random.default_rng(7)
    for k in range(1000):
        x, y = rng.uniform(0, 480), rng.uniform(0, 300)
        scene.press(int(rng.integers(0, 5)), float(x), float(y))
        if k % 7 == 0:
            scene.key(("up", "down")[k % 2])
        run(scene, int(rng.integers(0, 3)))
        assert inside(scene)
    assert np.isfinite(scene.picture().layer("letters").lattice).all()  # type: ignore[attr-defined]
    assert (scene.heights >= 0.5).all()
