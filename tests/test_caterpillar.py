"""The caterpillar behaves as articles 000/004 say (05): trail, wave, friction, girth, feet, nibbling."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.trail import read_trail
from scenes.caterpillar import Caterpillar, drift
from scenes.caterpillar_body import (
    JOINTS,
    SLIMMEST,
    STEP,
    STOUTEST,
    THICKNESS,
    TIGHTEST,
    CaterpillarParams,
    Crawlers,
    girth,
)
from scenes.caterpillar_feet import FOOTED, TRIGGER
from scenes.picture import Ribbons, Shapes
from scenes.scene import CREATURE_TICK, Setting

DT = CREATURE_TICK
SINGLE = runtime.real() is np.float32


def crawler(**numbers: Any) -> Crawlers:
    body = Crawlers(CaterpillarParams(**numbers), np.ones(1))
    body.lay_straight(np.array([[240.0, 150.0]]), np.zeros(1))
    return body


def test_equal_frictions_leave_the_centre_of_mass_where_it_is() -> None:
    for friction in (0.0, 1.2, 28.0):
        body = crawler(friction_fwd=friction, friction_back=friction)
        start = body.place.mean()
        for _ in range(300):
            body.tick(np.array([[1e6, 150.0]]), DT)
            assert abs(body.place.mean() - start) < (1e-2 if SINGLE else 1e-6)


@pytest.mark.parametrize(("back", "forth", "sign"), [(28.0, 1.2, 1.0), (1.2, 28.0, -1.0)])
def test_the_floor_that_grips_decides_the_way(back: float, forth: float, sign: float) -> None:
    body = crawler(friction_back=back, friction_fwd=forth)
    start = body.place.mean()
    for _ in range(240):
        body.tick(np.array([[1e6, 150.0]]), DT)
    assert sign * (body.place.mean() - start) > 60.0


def test_without_a_wave_it_stays() -> None:
    for still in ({"wave_depth": 0.0}, {"wave_speed": 0.0, "wave_k": 0.0}):
        body = crawler(**still)
        start = body.place.copy()
        for _ in range(200):
            body.tick(np.array([[1e6, 150.0]]), DT)
        assert np.abs(body.place - start).max() < 1e-3


def test_the_wave_runs_from_tail_to_head() -> None:
    body = crawler()
    gaps = []
    for tick in range(360):
        body.tick(np.array([[1e6, 150.0]]), DT)
        if tick >= 120:
            gaps.append(body.gap[0].copy())
    rows = np.array(gaps) - np.mean(gaps, axis=0)
    nearer_head, nearer_tail = rows[:, 4], rows[:, 9]
    late = [
        float((nearer_head[k:] * nearer_tail[: len(rows) - k]).sum()) / (len(rows) - k) for k in range(30)
    ]
    assert 5 < int(np.argmax(late)) < 30, "the head end does what the tail end did a moment ago"


def test_every_joint_lies_where_the_head_was() -> None:
    body = crawler()
    been = [body.points[0, 0].copy()]
    for tick in range(500):
        goal = [240 + 150 * math.sin(tick / 80), 150 + 100 * math.cos(tick / 60)]
        body.tick(np.array([goal]), DT)
        been.append(body.points[0, 0].copy())
    path = np.array(been[100:])
    for joint in body.points[0, 1:]:
        assert np.hypot(*(path - joint).T).min() < 3.0


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=12))
def test_its_trail_is_smooth_and_never_bends_too_tightly(goals: list[tuple[float, float]]) -> None:
    body = crawler()
    for goal in goals:
        for _ in range(25):
            body.tick(np.array([goal]), DT)
            order = np.arange(body.newest[0] - 200, body.newest[0] + 1) % body.trail.shape[1]
            trail = np.asarray(body.trail[0, order], float)
            steps = np.hypot(*np.diff(trail[:, :2], axis=0).T)
            assert np.abs(steps - STEP).max() < 1e-3
            assert np.abs(np.diff(trail[:, 2])).max() <= STEP / TIGHTEST + 1e-5
    assert np.isfinite(body.points).all()


def test_it_comes_to_where_the_pointer_waits_and_stands() -> None:
    scene = Caterpillar()
    for x, y in ((60.0, 250.0), (430.0, 40.0), (250.0, 150.0)):
        scene.move(0, x, y)
        for _ in range(700):
            scene.tick()
        head = scene.body.points[0, 0]
        assert np.hypot(*(head - [x, y])) < 45.0
        before = scene.body.points.copy()
        for _ in range(30):
            scene.tick()
        assert np.abs(scene.body.points - before).max() < 1.5


def test_girth_follows_the_gap_within_its_bounds() -> None:
    gap = np.linspace(-2.0, 40.0, 200)
    thick = girth(gap, 13.0)
    assert (np.diff(thick) <= 1e-12).all(), "the more it shrinks the stouter it is"
    assert thick.max() == pytest.approx(THICKNESS * STOUTEST)
    assert thick.min() == pytest.approx(THICKNESS * SLIMMEST)
    assert girth(np.array([13.0]), 13.0)[0] == THICKNESS


def test_standing_feet_never_slide_and_are_drawn_where_they_stand() -> None:
    scene = Caterpillar()
    before, standing = None, None
    lifted = 0
    for tick in range(600):
        scene.tick()
        feet = scene.pairs.feet
        down = feet.phase[0] >= 1.0
        if before is not None:
            held = down & standing
            np.testing.assert_array_equal(feet.place[0][held], before[held])
        before, standing = feet.place[0].copy(), down
        lifted += int((~down).any())
        if tick % 20 == 0:
            legs = scene.picture().layer("feet")
            assert isinstance(legs, Ribbons)
            np.testing.assert_allclose(legs.points[down, -1], feet.place[0][down], atol=1e-3)
    assert lifted > 100


def test_feet_stay_by_their_joints() -> None:
    scene = Caterpillar()
    for _ in range(600):
        scene.tick()
        feet = scene.pairs.feet.place[0].reshape(-1, 2, 2)
        off = ((scene.body.points[0, FOOTED, None] - feet) * scene.body.along[0, FOOTED, None]).sum(axis=-1)
        assert np.abs(off).max() < TRIGGER + 26.0


def test_feet_lift_in_pairs() -> None:
    scene = Caterpillar()
    for _ in range(300):
        scene.tick()
        aloft = scene.pairs.feet.aloft[0].reshape(-1, 2)
        assert (aloft[:, 0] == aloft[:, 1]).all()


def test_it_nibbles_where_it_waits_and_a_new_leaf_grows() -> None:
    scene = Caterpillar()
    scene.move(0, 300.0, 140.0)
    whole = [scene.leaf.eaten.copy()]
    swallowed, munched = 0, 0.0
    for _ in range(1500):
        scene.tick()
        whole.append(scene.leaf.eaten.copy())
        swallowed += scene.leaf.swallowed
        munched = max(munched, float(scene.munch[0]))
    eaten = np.array([e.mean() for e in whole])
    assert eaten.max() > 0.3
    assert swallowed > 0
    assert munched > 100
    jump = max(float(np.abs(b - a).max()) for a, b in pairwise(whole) if b.any())
    assert jump < 0.3, "a bite takes a few ticks"


def test_all_that_come_to_a_leaf_take_their_bites() -> None:
    scene = Caterpillar(CaterpillarParams(count=3))
    scene.move(0, 380.0, 90.0)
    ate, sides = np.zeros(3, int), set()
    for _ in range(1500):
        bites = scene.leaf.bites
        scene.tick()
        ate += scene.munch > 0
        if scene.leaf.bites > bites:
            sides.add(int(np.argmax(scene.leaf.wish)))
    assert (ate > 200).all()
    assert len(sides) > 4, "they bite from different sides"


def test_a_leaf_that_moves_is_not_eaten() -> None:
    scene = Caterpillar()
    for tick in range(400):
        scene.move(0, 240 + 150 * math.sin(tick / 25), 150 + 80 * math.cos(tick / 25))
        scene.tick()
    assert scene.leaf.eaten.max() == 0.0


def test_a_bitten_leaf_is_drawn_whole_as_seen_from_its_heart() -> None:
    scene = Caterpillar()
    scene.move(0, 300.0, 140.0)
    for _ in range(900):
        scene.tick()
        leaf = scene.picture().layer("lure leaf")
        assert isinstance(leaf, Shapes)
        spokes = leaf.points[0] - leaf.center[0]
        turn = np.unwrap(np.arctan2(spokes[:, 1], spokes[:, 0]))
        assert (np.diff(turn) > -0.02).all() or (np.diff(turn) < 0.02).all()


def test_the_leaf_settles_at_either_side() -> None:
    turns = np.array([drift(k / 600) for k in range(601)])
    step = np.diff(turns)
    assert turns[0] == 0.0
    assert turns[-1] == pytest.approx(1.0)
    assert (step > -1e-12).all()
    assert np.abs(np.diff(step)).max() < 1e-4, "it takes up its speed and loses it"
    assert (np.abs(turns[1:][step < 1e-9] % 0.5 - 0.25) < 1e-9).all()
    assert (step < 1e-9).mean() > 0.25


def test_places_read_off_trails() -> None:
    real = runtime.real()
    rng = np.random.default_rng(3)
    for count in (3, 700):
        trail = rng.normal(size=(count, 16, 3)).astype(real)
        newest = rng.integers(20, 60, count).astype(np.int32)
        place = (newest[:, None] * 2.0 - rng.uniform(0, 28, (count, 5))).astype(real)
        found = np.zeros((count, 5, 3), real)
        read_trail(trail, newest, place, 2.0, found)
        for c in range(0, count, 97):
            for i in range(5):
                k = float(place[c, i]) / 2.0
                a, b = trail[c, math.floor(k) % 16], trail[c, (math.floor(k) + 1) % 16]
                np.testing.assert_allclose(found[c, i], a + (b - a) * (k % 1), atol=1e-4)
    with pytest.raises(ValueError, match="newest must be"):
        read_trail(trail, newest.astype(np.int64), place, 2.0, found)


def test_beyond_its_ends_a_trail_is_held() -> None:
    real = runtime.real()
    trail = np.zeros((1, 8, 3), real)
    trail[0, :, 0] = np.arange(8)
    found = np.zeros((1, 2, 3), real)
    read_trail(trail, np.array([7], np.int32), np.array([[-50.0, 900.0]], real), 1.0, found)
    assert found[0, :, 0].tolist() == [1.0, 7.0]


def test_a_crawl_of_a_day_is_as_fine_as_at_first() -> None:
    body = crawler()
    for _ in range(20000):
        body.tick(np.array([[1e9, 150.0]]), DT)
    assert body.place[0, 0] < 4 * body.turn_length
    assert np.abs(np.diff(body.points[0, :, 1])).max() < 1e-6
    assert (-np.diff(body.place[0]) > 0).all()


def test_rest_is_a_gentle_s() -> None:
    scene = Caterpillar(setting=Setting(calm=True))
    joints = scene.body.points[0]
    step = np.diff(joints, axis=0)
    turn = np.diff(np.unwrap(np.arctan2(step[:, 1], step[:, 0])))
    assert turn.max() > 0.05
    assert turn.min() < -0.05
    assert np.abs(turn).max() < 0.5
    np.testing.assert_allclose(np.hypot(*step.T), 13.0, atol=0.4)
    assert (scene.pairs.feet.phase == 1.0).all()


def test_many_keep_apart_and_alive() -> None:
    scene = Caterpillar(CaterpillarParams(count=200))
    for _ in range(240):
        scene.tick()
    assert np.isfinite(scene.body.points).all()
    assert scene.body.drive.min() >= 0.0
    assert scene.body.drive.max() <= 1.0


def test_the_first_of_many_follows_the_leaf_itself() -> None:
    scene = Caterpillar(CaterpillarParams(count=3))
    for _ in range(700):
        scene.tick()
        wish = scene.crowd.path(scene.target)[0]
        assert np.hypot(*(wish - [scene.target.x, scene.target.y])) < 1e-6


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_the_head_answers_the_pointer_before_the_body_can(side: float) -> None:
    scene = Caterpillar()
    scene.move(0, 300.0, 150.0)
    for _ in range(240):
        scene.tick()
    head, ahead = scene.body.points[0, 0], scene.body.along[0, 0].copy()
    x, y = head + 60.0 * ahead + side * 80.0 * np.array([-ahead[1], ahead[0]])
    scene.move(0, float(x), float(y))
    for _ in range(16):
        scene.tick()
    now = scene.body.along[0, 0]
    trail = float(ahead[0] * now[1] - ahead[1] * now[0])
    assert side * scene.nod[0] > 0.25, "seen a quarter of a second after it came"
    assert side * scene.nod[0] > side * trail, "the neck is ahead of the trail"
    assert scene.perk > 0.5


def test_rings_in_a_turn_are_wedges() -> None:
    scene = Caterpillar()
    for _ in range(20):
        scene.tick()
    straight = np.zeros((1, JOINTS), np.complex64) + 1
    bent = np.exp(1j * np.linspace(0.0, 3.0, JOINTS))[None].astype(np.complex64)
    gap, wide = np.full((1, JOINTS - 1), 13.0, np.float32), np.full((1, JOINTS - 1), 15.0, np.float32)
    assert not scene.look._wedge(straight, gap, wide).any()
    # Joints go from the head back: bearings that grow that way are a turn to the left, and its outer side,
    # the right one, is the longer.
    assert (scene.look._wedge(bent, gap, wide) > 0.1).all()
    assert (scene.look._wedge(bent.conj(), gap, wide) < -0.1).all()
