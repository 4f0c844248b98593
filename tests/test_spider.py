"""The spider walks as articles 000/004 say: four and four in turns, knees up, riding on the ground."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.board import Board, extended
from scenes.figures.spider import walk
from scenes.hills import BOTTOM, TOP, Hills
from scenes.scene import Setting
from scenes.spider import HIP, THIGH, Spider, SpiderParams, sets_of
from scenes.theme import THEMES
from scenes.vectors import raised

SETS = sets_of(2)
paths = st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=12)


def test_neighbours_are_in_different_sets() -> None:
    for side in (SETS[:4], SETS[4:]):
        assert (side[1:] != side[:-1]).all()
    assert (SETS[:4] != SETS[4:]).all(), "and so are those across the body"
    assert SETS.sum() == 4


@settings(max_examples=15, deadline=None)
@given(paths, st.floats(8, 60), st.integers(1, 3))
def test_sets_alternate_and_four_feet_always_hold(path, distance: float, count: int) -> None:
    spider = Spider(SpiderParams(step_dist=distance, count=count))
    last = np.full(count, -1)
    for x, y in path:
        spider.move(0, x, y)
        for _ in range(12):
            before, place = spider.feet.aloft.copy(), spider.feet.place.copy()
            spider.tick()
            aloft = spider.feet.aloft
            stood = ~before & ~aloft
            np.testing.assert_array_equal(spider.feet.place[stood], place[stood])
            assert ((~aloft).sum(axis=1) >= 4).all()
            for i in range(count):
                lifted = aloft[i] & ~before[i]
                if lifted.any():
                    mine = set(SETS[lifted])
                    assert len(mine) == 1
                    assert lifted.sum() == 4
                    assert mine.pop() != last[i]
                    last[i] = SETS[lifted][0]


@settings(max_examples=15, deadline=None)
@given(paths)
def test_knees_stay_up_and_feet_stay_put(path) -> None:
    spider = Spider()
    for x, y in path:
        spider.move(0, x, y)
        for _ in range(12):
            spider.tick()
            middle = (spider.hips[..., 1] + spider.drawn[..., 1]) / 2
            assert (spider.knees[..., 1] <= middle + 1e-6).all()
            # Stretched legs are cut to what their bones span, as the guard does.
            stands = ~spider.feet.aloft & (np.abs(spider.bones.cosine).reshape(1, 8) < 0.9999)
            seen = raised(spider.feet.place, spider.hills.height(spider.feet.place))
            np.testing.assert_allclose(spider.drawn[stands], seen[stands], atol=1e-3)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_number_of_sets_step_in_turns(count: int) -> None:
    sets = sets_of(count)
    assert set(sets) == set(range(count))
    if count > 1:
        assert (sets[:-1:2] != sets[1::2]).all()
        assert (sets[:4] != sets[4:]).all()
    order = walk(SpiderParams(gait_sets=count))["order"]
    assert len(order) > 20
    assert order == [k % count for k in range(len(order))]


def test_its_knees_stay_in_the_picture_all_the_way_round() -> None:
    spider = Spider()
    for _ in range(540):
        spider.tick()
        assert spider.knees[..., 1].min() > 0.0


@settings(max_examples=8, deadline=None)
@given(paths)
def test_feet_hold_the_body_back_rather_than_slide(path) -> None:
    spider = Spider()
    for x, y in path:
        spider.move(0, x, y)
        for _ in range(30):
            spider.tick()
            stands = ~spider.feet.aloft
            seen = raised(spider.feet.place, spider.floor)
            # What is left is a tenth of a leg's length, when it is led round and round.
            assert np.abs(spider.drawn - seen)[stands].max() < 8.0


def test_a_step_lands_ahead_by_the_prediction() -> None:
    spider = Spider()
    p = spider.params
    seen = 0
    for _ in range(300):
        before = spider.feet.aloft.copy()
        spider.tick()
        lifted = spider.feet.aloft & ~before
        if lifted.any():
            ahead = (spider.feet.goal - spider.homes())[lifted]
            want = spider.velocity[0] * p.step_time * p.prediction
            np.testing.assert_allclose(ahead, np.tile(want, (4, 1)), atol=1e-9)
            seen += 1
    assert seen > 10


def test_the_body_eases_to_the_ground_under_its_standing_feet() -> None:
    spider = Spider(SpiderParams(body_clear=30.0))
    spider.move(0, 190.0, 5.0)
    for _ in range(600):
        spider.tick()
    ground = float(spider.hills.height(spider.feet.place).mean())
    assert ground > 1.0, "the pointer leads it up a hill"
    assert spider.height[0] == pytest.approx(ground + 30.0, abs=0.05)


def test_hills_lie_about_the_middle_of_every_board() -> None:
    small, wide = Hills(THEMES["day"], Board()), Hills(THEMES["day"], extended(3200, 900))
    rng = np.random.default_rng(7)
    places = rng.uniform([0, 0], [480, 300], (500, 2))
    offset = np.array(wide.board.center) - np.array(small.board.center)
    np.testing.assert_allclose(small.height(places), wide.height(places + offset), atol=0.12)
    heights = small.height(places)
    assert heights.max() <= TOP
    assert heights.min() >= BOTTOM
    assert heights.max() > 0.5 * TOP
    assert heights.min() < 0.5 * BOTTOM
    assert np.isfinite(small.height(np.array([[-1e6, 1e6], [1e6, -1e6]]))).all()


def test_leaves_give_way_to_feet_and_come_back() -> None:
    spider = Spider()
    leaves = spider.leaves
    foot = (leaves.place[:1] + np.array([[2.0, 1.0]])).astype(spider.toe.dtype)
    for _ in range(60):
        leaves.tick(foot, spider.toe[:1])
    assert np.hypot(*leaves.offset[0]) > 3.0
    for _ in range(600):
        leaves.tick(foot + 1e4, spider.toe[:1])
    assert np.abs(leaves.offset).max() < 0.05


def test_the_falling_leaf_comes_and_goes_without_a_jump() -> None:
    spider = Spider()
    places, alphas = [], []
    for tick in range(2000):
        shown = spider.leaves.layers(tick, True)[1]
        places.append(shown.center[-1])  # type: ignore[attr-defined]
        alphas.append(float(shown.fill[-1, 3]))  # type: ignore[attr-defined]
    jump = np.abs(np.diff(np.array(places), axis=0)).max(axis=1)
    seen = np.minimum(np.array(alphas[1:]), np.array(alphas[:-1]))
    assert jump[seen > 0.02].max() < 2.5
    assert np.abs(np.diff(alphas)).max() < 0.06


def test_it_stops_under_the_pointer_with_all_feet_down() -> None:
    spider = Spider()
    spider.move(0, 240.0, 160.0)
    for _ in range(500):
        spider.tick()
    heading, body = spider.heading.copy(), spider.body.copy()
    for _ in range(60):
        spider.tick()
        assert not spider.feet.aloft.any()
    np.testing.assert_allclose(spider.body, body, atol=0.05)
    np.testing.assert_allclose(spider.heading, heading, atol=0.02)


def test_rest_stands_on_the_ground() -> None:
    spider = Spider(setting=Setting(calm=True))
    assert not spider.feet.aloft.any()
    ground = float(spider.hills.height(spider.feet.place).mean())
    assert spider.height[0] == pytest.approx(ground + spider.params.body_clear)


@pytest.mark.parametrize("heading", [0.0, 0.5, 2.7, math.pi])
def test_no_leg_is_seen_as_one_column(heading: float) -> None:
    spider = Spider()
    spider._face(np.array([heading]))
    spider._stand(spider.homes())
    thigh, shin = spider.knees - spider.hips, spider.drawn - spider.knees
    cross = np.abs(thigh[..., 0] * shin[..., 1] - thigh[..., 1] * shin[..., 0])
    angle = np.arcsin(np.clip(cross / (np.hypot(*thigh.T).T * np.hypot(*shin.T).T), 0, 1))
    away = spider.spokes[..., 1] < -0.5
    assert np.degrees(angle[away]).min() > 12.0


def test_leaning_legs_keep_their_bones() -> None:
    spider = Spider()
    for _ in range(150):
        spider.tick()
    high = spider.height - 1.6 * spider.dip
    hip = spider.body[:, None] + spider.spokes * HIP
    rise = spider.knee_height - high[:, None]
    thigh = np.sqrt(((spider.knee_map - hip) ** 2).sum(-1) + rise**2)
    np.testing.assert_allclose(thigh, THIGH, rtol=1e-4)
