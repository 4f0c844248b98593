"""Hero: the headline falls by the pile's solver, returns as it is read, and bows when the last one lands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.bodies import HALF_HEIGHT, SPIN, STAYED, VX, VY, X, Y
from kernels.boxes import Boxes
from kernels.rules import Rules
from scenes.board import Board, extended
from scenes.hero import SEED, Hero
from scenes.hero_line import ARCH, BaseLine
from scenes.motion import TAU, make_rng
from scenes.picture import Glyphs
from scenes.pile_bodies import WALL
from scenes.scene import Setting

SENTENCE = ("舞台に立つ文字はみな崩れ落ちても読む順にもとの列へ帰ってきてまた静かに立つ" * 6)[:200]


def run(scene: Hero, ticks: int) -> Hero:
    for _ in range(ticks):
        scene.tick()
    return scene


def home(scene: Hero, limit: int = 600) -> Hero:
    """Untouched no more, and run until all stand still."""
    scene.touched = True
    for _ in range(limit):
        scene.tick()
        if scene.at_rest and not scene.waiting:
            return scene
    pytest.fail(f"not at rest after {limit} ticks")


def held(scene: Hero) -> bool:
    """Whether every letter is finite and within floor and walls, but for what a contact may sink in."""
    deep = 0.6 * scene.boxes.body[:, HALF_HEIGHT].min() + 1e-3 if len(scene.boxes) else 0.0
    x, y = scene.center.T
    inside = (x > WALL - deep) & (x < scene.board.width - WALL + deep) & (y < scene.floor + deep)
    return bool(np.isfinite(scene.center).all() and inside.all() and (y > -2 * scene.letters[0].height).all())


def test_the_headline_hangs_and_collapses_with_the_articles_draws():
    scene = run(Hero(), 12)
    assert scene.displacement.max() == 0
    assert scene.waiting
    scene.age += 1
    scene.collapse()
    rng = make_rng(SEED)
    draws = np.array([[rng() for _ in range(3)] for _ in scene.letters])
    assert draws[0] == pytest.approx([0.267556, 0.134287, 0.454870], abs=1e-6)
    body = scene.boxes.body
    np.testing.assert_allclose(body[:, VX], (draws[:, 0] - 0.5) * 3, rtol=1e-6)
    np.testing.assert_allclose(body[:, VY], -2 - 3 * draws[:, 1], rtol=1e-6)
    np.testing.assert_allclose(body[:, SPIN], (draws[:, 2] - 0.5) * 0.24, rtol=1e-6)
    assert scene.now == 208


def test_letters_return_in_reading_order_45_ms_apart_and_stay():
    scene, calls = Hero(), {}
    scene.touched = True
    for _ in range(150):
        scene.tick()
        if not scene.waiting:
            for i in range(scene.called):
                calls.setdefault(i, scene.now)
    assert [calls[i] for i in range(5)] == [1120, 1168, 1200, 1248, 1296]
    home(scene)
    np.testing.assert_array_equal(scene.center, scene.home)
    assert not np.remainder(scene.angle, TAU).any()


@pytest.mark.parametrize("language", ["ja", "ko", "en"])
def test_default_words_are_home_before_the_demo_collapses_again(language):
    scene = run(Hero(setting=Setting(language=language)), 212)
    assert scene.at_rest
    assert scene.status
    run(scene, 1)
    assert scene.age == 0
    assert "leaving" not in [layer.name for layer in scene.picture().layers], "nothing has to go"
    run(scene, 13)
    assert scene.called == 0


def test_a_returning_letter_is_out_of_the_collisions():
    scene = Hero()
    scene.press(0, 0, 0)
    while scene.called < 2:
        scene.tick()
    assert len(scene.boxes) == 3
    x, y = scene.center[3]
    scene.center[1] = x, y
    run(scene, 1)
    assert np.abs(scene.center[3] - (x, y)).max() < 1.0
    assert scene.displacement[1] > 20


def test_keeping_some_boxes_wakes_them_and_leaves_them_where_they_are():
    boxes = Boxes(np.full((4, 2), 40.0), Rules(floor=276, left=8, right=472, top=-900))
    boxes.body[:, [X, Y]] = [[100, 256], [102, 215], [300, 256], [302, 215]]
    for _ in range(200):
        boxes.tick()
    assert boxes.still.all()
    lower = boxes.body[[0, 1], :].copy()
    boxes.keep(np.array([True, True, False, True]))
    assert len(boxes) == len(boxes.hits) == 3
    np.testing.assert_array_equal(boxes.body[:2, [X, Y]], lower[:, [X, Y]])
    assert not boxes.body[:, STAYED].any()
    for _ in range(200):
        boxes.tick()
    assert boxes.body[2, Y] > 250, "what it lay on has gone"
    assert boxes.still.all()
    boxes.keep(np.zeros(3, bool))
    boxes.tick()
    assert len(boxes) == 0


def test_turns_are_not_unwound_and_less_damping_overshoots():
    for nearest in (1, 0):
        scene = Hero(Hero.Params(nearest_turn=nearest))
        scene.press(0, 0, 0)
        run(scene, 20)
        scene.boxes.body[:, 2] += 3 * TAU
        home(scene)
        np.testing.assert_allclose(scene.angle, 3 * TAU if nearest else 0.0, atol=1e-9)
    for share, over in ((1.0, False), (0.3, True)):
        scene, above = Hero(Hero.Params(settle_damping=share)), 0.0
        scene.press(0, 0, 0)
        for _ in range(200):
            scene.tick()
            above = max(above, float((scene.home - scene.center)[: scene.called, 1].max(initial=0.0)))
        assert (above > 2.0) == over
        assert over or above < 1e-3


def test_press_and_down_collapse_at_once_and_up_calls_back():
    for strike in (lambda s: s.press(0, 5, 5), lambda s: s.key("down")):
        scene = Hero()
        strike(scene)
        assert scene.touched
        run(scene, 1)
        assert scene.called == 0
        assert (scene.displacement > 1).all()
        assert scene.state == "falling"
        run(scene, 25)
        assert scene.key("up")
        run(scene, 1)
        assert scene.called == 1
        run(scene, 14)
        assert scene.called == 5
        assert scene.state == "returning"
        home(scene)
        assert scene.state == "standing"
        run(scene, 400)
        assert scene.state == "standing", "once touched, it does not collapse by itself"
        strike(scene)
        run(scene, 1)
        assert scene.called == 0
    scene = Hero()
    assert not scene.key("left")
    assert not scene.key("escape")
    assert not scene.touched
    assert scene.key("up")
    run(scene, 100)
    assert scene.at_rest, "nothing had fallen"


def test_a_collapse_on_the_way_home_starts_from_there():
    scene = Hero()
    scene.press(0, 0, 0)
    run(scene, 75)
    assert 0 < scene.called <= 5
    before = scene.center.copy()
    scene.press(1, 100, 100)
    np.testing.assert_allclose(scene.boxes.origins(), before, atol=1e-4)
    run(scene, 1)
    assert np.abs(scene.center - before).max() < 8


def test_the_line_rises_when_all_leave_gives_at_each_landing_and_bows_to_the_last():
    scene = Hero()
    scene.press(0, 0, 0)
    middle = [float(run(scene, 1).line.bow[0, 0]) for _ in range(150)]
    assert min(middle[:60]) < -0.9 * ARCH
    last = next(t for t in range(150) if t > 70 and middle[t] == max(middle[70:]))
    assert 1.5 < middle[last] < 8
    assert scene.landed.all()
    place, angle = scene.poses()
    home(scene)
    assert scene.line.quiet
    np.testing.assert_array_equal(scene.poses()[0], scene.home)
    assert np.abs(place - scene.home).max() < 8
    assert np.abs(angle).max() < 0.3


def test_letters_ride_the_line():
    scene = home(Hero())
    scene.line.bow[:] = 4.0, 1.0
    place, angle = scene.poses()
    cord = scene.line.points(scene.heights)[0]
    want = np.interp(place[:, 0], cord[:, 0], cord[:, 1]) - scene.heights[0]
    np.testing.assert_allclose(place[:, 1] - scene.home[:, 1], want, atol=0.05)
    assert angle[0] > 0 > angle[-1], "down into the hollow from both sides"


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 5))
def test_a_line_comes_to_rest_whatever_lands_on_it(seed, n, rows):
    rng = np.random.default_rng(seed)
    row = np.sort(np.concatenate([np.arange(rows), rng.integers(0, rows, n)]))
    line = BaseLine(row, rng.uniform(30, 450, len(row)), 24.0, 456.0)
    for _ in range(60):
        line.step(rng.uniform(0, 1, len(row)), rng.uniform(0, 3, len(row)))
        assert np.isfinite(line.bow).all()
    for _ in range(200):
        line.step(np.ones(len(row)), np.zeros(len(row)))
    assert line.quiet
    assert not line.bow.any()


def test_a_standing_headline_is_one_picture_for_ever():
    scene = home(Hero())
    run(scene, 40)
    scene.picture()
    first = scene.picture()
    assert run(scene, 50).picture() is first
    scene.press(0, 0, 0)
    assert run(scene, 1).picture() is not first


def test_echoes_follow_returning_letters_only():
    def echoes(scene: Hero) -> list[Glyphs]:
        found = [layer for layer in scene.picture().layers if layer.name.startswith("echoes")]
        assert all(isinstance(layer, Glyphs) for layer in found)
        return found  # type: ignore[return-value]

    scene = Hero()
    scene.press(0, 0, 0)
    assert not echoes(run(scene, 40))
    while scene.called < 2:
        scene.tick()
    found = echoes(run(scene, 1))
    assert len(found) == 3
    for layer in found:
        assert (layer.under[:2, 3] > 0).all()
        assert not layer.under[2:, 3].any()
    assert not echoes(run(home(scene), 40))


def test_dust_rises_from_the_boards():
    scene = Hero()
    scene.press(0, 0, 0)
    run(scene, 60)
    puffs = scene.look.dust.puffs
    assert puffs[:, 5].any()
    assert np.abs(puffs[puffs[:, 5] > 0, 1] - scene.floor).max() < 12


def test_reduced_motion_shows_the_headline_and_never_the_collapse():
    scene = Hero(setting=Setting(calm=True))
    assert scene.at_rest
    assert scene.state == "standing"
    scene.picture()
    first = scene.picture()
    for _ in range(500):
        scene.tick()
        assert scene.displacement.max() == 0
    assert scene.picture() is first
    for key in ("down", "up"):
        scene.key(key)
        run(scene, 1)
        assert scene.at_rest
    scene.place(Setting())
    run(scene, 300)
    moving = run(Hero(), 60)
    moving.place(Setting(calm=True))
    assert moving.at_rest


def test_a_growing_board_carries_headline_and_fallen_letters():
    scene = Hero()
    scene.press(0, 0, 0)
    while scene.called < 2:
        scene.tick()
    fallen, away = scene.center[2:].copy(), scene.center[:2] - scene.home[:2]
    scene.place(Setting(board=Board(700, 300)))
    np.testing.assert_allclose(scene.center[2:] - fallen, [[110, 0]] * 3, atol=1e-4)
    np.testing.assert_allclose(scene.center[:2] - scene.home[:2], away, atol=1e-4)
    scene.place(Setting(board=extended(1080, 1920)))
    np.testing.assert_allclose(scene.center[:2] - scene.home[:2], away, atol=1e-4)
    assert held(run(scene, 3))
    home(scene)
    np.testing.assert_array_equal(scene.center, scene.home)


@pytest.mark.parametrize("contacts", [0, 1, 2])
def test_a_thousand_hardest_collapses_leave_nothing_outside(contacts):
    wild = Hero.Params(contacts=contacts, scatter=40, leap=40, leap_more=40, tumble=2, gravity=4)
    scene = Hero(wild, Setting(word="いI木", language="ja"))
    for strike in range(1000 if contacts == 0 else 200):
        scene.press(0, 0, 0)
        run(scene, strike % 4)
        assert held(scene), strike
    home(scene)


def test_words_of_one_and_of_two_hundred_letters():
    assert len(home(Hero(setting=Setting(word="木"))).letters) == 1
    scene = Hero(setting=Setting(word=SENTENCE))
    assert len(scene.letters) == 200
    rows = np.array([b.y for b in scene.letters])
    assert (np.diff(scene.delays) >= 0).all()
    ends = {y: scene.delays[rows == y] for y in np.unique(rows)}
    for upper, lower in zip(list(ends.values()), list(ends.values())[1:]):
        assert lower[0] - upper[-1] > 1.5 * np.diff(upper).max(), "a pause between rows"
    run(scene, 13)
    for _ in range(212 - 13):
        scene.tick()
        assert held(scene)
    assert scene.displacement.max() < 0.5, "all are home when the demo starts over"


def test_a_right_to_left_word_returns_as_it_is_read():
    scene = Hero(setting=Setting(word="שלום", language="en"))
    assert (np.diff(scene.home[:, 0]) < 0).all()
    scene.press(0, 0, 0)
    while scene.called < 1:
        scene.tick()
    run(scene, 12)
    assert scene.displacement[0] < scene.displacement[-1]


def test_another_word_in_the_middle_of_a_collapse():
    scene = Hero()
    scene.press(0, 0, 0)
    run(scene, 40)
    for word in ("AB", SENTENCE, "もう一度"):
        scene.place(replace(scene.setting, word=word))
        run(scene, 40).picture()
        assert len(scene.center) == len(scene.letters)
