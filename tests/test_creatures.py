"""The snake, the koi and their target behave as articles 000/004 say."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from scenes.board import Board
from scenes.figures import experiment
from scenes.figures.chains import gap_error
from scenes.figures.snake import reversal
from scenes.koi_body import FIN_MAX, FIN_MIN, Koi, KoiParams
from scenes.pond import CELL, Pond, PondParams
from scenes.scene import CREATURE_TICK, Setting
from scenes.snake import Snake, SnakeParams
from scenes.target import Target, figure_eight

REAL_GAP_ERROR = 1e-9
DT = CREATURE_TICK


def test_the_eight_swings_once_across_for_twice_down() -> None:
    path = np.array([figure_eight(k / 4000) for k in range(4000)])
    crossings = [int((np.diff(np.sign(path[:, axis] - c)) != 0).sum()) for axis, c in ((0, 240), (1, 150))]
    assert crossings[1] == 2 * crossings[0] + 1 or crossings[1] == 2 * crossings[0]
    assert path[1, 0] > path[0, 0], "it starts to the right"


def test_target_gives_way_to_a_pointer_and_comes_back() -> None:
    target = Target(7.0, DT, Board())
    for _ in range(30):
        target.tick()
    before = (target.x, target.y)
    target.move(0, 20.0, 280.0)
    steps = []
    for _ in range(90):
        target.tick()
        steps.append(math.dist(before, (target.x, target.y)))
        before = (target.x, target.y)
    assert math.dist((target.x, target.y), (20, 280)) < 3
    assert max(steps) < 60, "it drifts, it does not jump"
    target.leave(0)
    target.tick()
    assert math.dist((target.x, target.y), (20, 280)) < 30
    for _ in range(240):
        target.tick()
    assert math.dist((target.x, target.y), target.eight()) < 1.0


def test_target_ignores_a_pointer_beside_the_board() -> None:
    target = Target(7.0, DT, Board())
    target.move(0, 500.0, 20.0)
    assert not target.watched
    target.move(0, 50.0, 20.0)
    target.move(0, -3.0, 20.0)
    assert not target.watched


def test_the_last_finger_leads_and_the_first_takes_over_again() -> None:
    target = Target(7.0, DT, Board())
    target.move(1, 100.0, 100.0)
    target.move(2, 300.0, 200.0)
    target.tick()
    assert target.held == (300.0, 200.0)
    target.leave(2)
    target.tick()
    assert target.held == (100.0, 100.0)


@pytest.mark.parametrize("days", [30, 365])
def test_time_is_as_fine_after_a_month_as_at_first(days: int) -> None:
    """The eight is read from whole ticks: no drift, no steps, however long the show has run."""
    lap_ticks = 420
    target = Target(7.0, DT, Board())
    early = []
    for _ in range(3):
        target.tick()
        early.append((target.x, target.y))
    target.reset()
    target.ticks = days * 86400 * 60 // lap_ticks * lap_ticks
    for place in early:
        target.tick()
        assert math.dist((target.x, target.y), place) < 1e-6


def test_a_year_old_scene_moves_as_smoothly() -> None:
    steps = {}
    for age in (0, 365 * 86400 * 60):
        pond = Pond()
        pond.ticks = pond.target.ticks = age
        places = []
        for _ in range(240):
            pond.tick()
            leaves = pond.picture().layer("leaves")
            places.append(leaves.points.copy())  # type: ignore[attr-defined]
        steps[age] = max(float(np.abs(b - a).max()) for a, b in pairwise(places))
    assert steps[365 * 86400 * 60] < 3 * max(steps[0], 0.05)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=30))
def test_the_snake_keeps_its_gaps_wherever_it_is_led(path: list[tuple[float, float]]) -> None:
    snake = Snake()
    limit = REAL_GAP_ERROR if runtime.real() is np.float64 else 5e-4
    for x, y in path:
        snake.move(0, x, y)
        for _ in range(4):
            snake.tick()
        assert gap_error(snake.points[0], snake.params.segment_gap) < limit


def test_the_snakes_head_is_never_faster_than_allowed() -> None:
    snake = Snake(SnakeParams(head_speed=100.0))
    snake.move(0, 470.0, 290.0)
    before = snake.points[0, 0].copy()
    for _ in range(200):
        snake.tick()
        assert np.hypot(*(snake.points[0, 0] - before)) <= 100 * DT * (1 + 1e-6)
        before = snake.points[0, 0].copy()


def test_grass_bends_where_the_body_is_and_rises_again() -> None:
    snake = Snake()
    for _ in range(200):
        snake.tick()
    lean = np.hypot(*snake.meadow.lean.T)
    assert lean.max() > 3.0
    assert (lean < 0.05).sum() > len(lean) / 4
    far = np.full((1, 2), -1e4)
    for _ in range(300):
        snake.meadow.tick(far, np.ones(1))
    assert np.hypot(*snake.meadow.lean.T).max() < 0.05


def test_the_tongue_flicks_before_a_turn() -> None:
    snake = Snake()
    for _ in range(120):
        snake.tick()
    snake.flick[:], snake.since_flick[:] = 0, 60
    neck = snake.points[0, 0] - snake.points[0, 2]
    behind = snake.points[0, 0] - 60 * neck / np.hypot(*neck)
    snake.target.share = 1.0
    snake.move(0, float(np.clip(behind[0], 1, 479)), float(np.clip(behind[1], 1, 299)))
    for _ in range(3):
        snake.tick()
    assert snake.flick[0] > 0


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.05, 1.2),
    st.lists(st.tuples(st.floats(-300, 800), st.floats(-300, 600)), min_size=1, max_size=20),
)
def test_no_koi_bends_beyond_its_limit(limit: float, goals: list[tuple[float, float]]) -> None:
    koi = Koi(KoiParams(max_bend=limit), np.array([1.0, 0.6]))
    koi.lay_straight(np.array([[240.0, 150.0], [100.0, 100.0]]), np.zeros(2), 85.0)
    for goal in goals:
        for _ in range(10):
            koi.tick(np.array([goal, goal]), DT)
        slack = 1e-6 if runtime.real() is np.float64 else 1e-3
        assert np.abs(koi.bends()).max() <= limit + slack
        assert ((koi.fin_left >= FIN_MIN - 1e-9) & (koi.fin_left <= FIN_MAX + 1e-9)).all()
        for fish, gap in enumerate(koi.gap):
            assert gap_error(koi.points[fish], gap) < (1e-9 if slack < 1e-5 else 1e-3)


def test_the_outer_fin_opens_in_a_turn() -> None:
    koi = Koi(KoiParams(), np.array([1.0]))
    koi.lay_straight(np.array([[240.0, 150.0]]), np.zeros(1), 85.0)
    for _ in range(25):
        koi.tick(np.array([[240.0, 400.0]]), DT)
    # Down on the screen is to the right of a fish that looks along +x, so its left side is outside.
    assert koi.fin_left[0] > 0.8 > koi.fin_right[0]


def test_koi_keep_from_one_another() -> None:
    pond = Pond()
    pond.move(0, 240.0, 150.0)
    apart = []
    for tick in range(600):
        pond.tick()
        heads = np.asarray(pond.koi.points[:, 0], float)
        if tick > 120:
            apart.append(min(np.hypot(*(heads[i] - heads[j])) for i, j in ((0, 1), (0, 2), (1, 2))))
    assert np.quantile(apart, 0.1) > 15.0


def test_koi_come_to_the_pointer() -> None:
    pond = Pond()
    pond.move(0, 90.0, 230.0)
    near = []
    for _ in range(600):
        pond.tick()
        heads = np.asarray(pond.koi.points[:, 0], float)
        near.append(np.hypot(*(heads - [90.0, 230.0]).T))
    assert np.mean(near[300:]) < 75.0


def test_tails_stir_the_water_and_a_touch_makes_a_ring() -> None:
    pond = Pond()
    for _ in range(120):
        pond.tick()
    stirred = np.abs(np.asarray(runtime.host(pond.waves.height)))
    assert stirred.max() > 0.02
    quiet = Pond(PondParams(wake_gain=0.0))
    for _ in range(20):
        quiet.tick()
    assert np.abs(np.asarray(runtime.host(quiet.waves.height))).max() == 0.0
    quiet.press(0, 200.0, 150.0)
    quiet.release(0, 200.0, 150.0)
    for _ in range(30):
        quiet.tick()
    height = np.abs(np.asarray(runtime.host(quiet.waves.height)))
    y, x = np.nonzero(height > 0.2 * height.max())
    radius = np.hypot(x * CELL - 200.0, y * CELL - 150.0).max()
    assert 30.0 < radius < 60.0, "a ring runs at about 1/sqrt(2) cell a step"


def test_touching_a_calm_pond_makes_no_waves() -> None:
    pond = Pond(setting=Setting(calm=True))
    pond.press(0, 200.0, 150.0)
    for _ in range(10):
        pond.tick()
    assert np.abs(np.asarray(runtime.host(pond.waves.height))).max() == 0.0


def test_rest_is_a_gentle_s() -> None:
    snake = Snake(setting=Setting(calm=True))
    joints = np.asarray(snake.points[0], float)
    step = np.diff(joints, axis=0)
    turn = np.diff(np.unwrap(np.arctan2(step[:, 1], step[:, 0])))
    assert turn.max() > 0.05
    assert turn.min() < -0.05
    assert np.abs(turn).max() < 0.4
    assert (joints > 20).all()
    assert (joints < [460, 280]).all()


def test_a_snake_comes_round_to_a_target_behind_it_without_folding_its_neck() -> None:
    assert reversal(SnakeParams()) < 2.0
    assert reversal(SnakeParams(**experiment("snake", "at_once"))) > 3.0


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=6))
def test_a_snake_always_arrives(path: list[tuple[float, float]]) -> None:
    snake = Snake()
    for x, y in path:
        snake.move(0, x, y)
        for _ in range(30):
            snake.tick()
    for _ in range(240):
        snake.tick()
    assert np.hypot(*(snake.points[0, 0] - path[-1])) < 1.0


def test_a_thousand_small_snakes_bend_the_grass_too() -> None:
    snake = Snake(SnakeParams(count=1000))
    for _ in range(40):
        snake.tick()
    assert len(snake.felt) < 10_000
    assert np.abs(snake.meadow.lean).max() > 1.0
