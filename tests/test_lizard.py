"""The lizard walks as articles 000/004 say: feet stand, step in diagonal pairs, and never slide."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.figures.chains import largest_bend
from scenes.lizard import BENDS, JOINTS, PAIRS, SHOULDER, SIDES, Lizard, LizardParams
from scenes.picture import Discs, Ribbons
from scenes.scene import Setting

REACH = 42.0
paths = st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=12)


@settings(max_examples=15, deadline=None)
@given(paths, st.floats(10, 90), st.integers(1, 4))
def test_feet_stand_still_and_diagonal_pairs_take_turns(path, trigger: float, count: int) -> None:
    lizard = Lizard(LizardParams(step_trigger=trigger, count=count))
    for x, y in path:
        lizard.move(0, x, y)
        for _ in range(12):
            before, down = lizard.feet.place.copy(), ~lizard.feet.aloft
            lizard.tick()
            stood = down & ~lizard.feet.aloft
            np.testing.assert_array_equal(lizard.feet.place[stood], before[stood])
            for air in lizard.feet.aloft:
                assert len(set(PAIRS[air])) <= 1


@settings(max_examples=15, deadline=None)
@given(paths)
def test_the_spine_keeps_its_bend_limit(path) -> None:
    lizard = Lizard()
    for x, y in path:
        lizard.move(0, x, y)
        for _ in range(10):
            lizard.tick()
        assert largest_bend(lizard.points[0]) <= lizard.params.max_bend + 1e-6


def test_a_step_lands_beyond_home_after_its_time_and_in_an_arc() -> None:
    lizard = Lizard()
    p = lizard.params
    flights: list[int] = []
    aloft, highest = np.zeros(4, int), 0.0
    for _ in range(400):
        lifted = ~lizard.feet.aloft[0]
        lizard.tick()
        for leg in np.flatnonzero(lifted & lizard.feet.aloft[0]):
            ahead = lizard.feet.goal[0, leg] - lizard.homes[0, leg]
            assert np.hypot(*ahead) == pytest.approx(p.step_lead * p.step_trigger, abs=1e-6)
        aloft += lizard.feet.aloft[0]
        for leg in np.flatnonzero(lizard.feet.landed[0]):
            np.testing.assert_array_equal(lizard.feet.place[0, leg], lizard.feet.goal[0, leg])
            flights.append(int(aloft[leg]))
        aloft[lizard.feet.landed[0]] = 0
        highest = max(highest, float(lizard.feet.height().max()) * p.step_lift)
    assert set(flights) == {round(p.step_time * 60 + 0.5)}
    assert highest == pytest.approx(p.step_lift, rel=0.03)


def test_front_elbows_go_back_and_hind_knees_forward() -> None:
    lizard = Lizard()
    hips, knee, foot = lizard.limbs(np.zeros((1, 4)))
    ahead = lizard.along[0]
    bent = ((knee - (hips + foot) / 2)[0] * ahead).sum(axis=-1)
    assert (bent[:2] < 0).all()
    assert (bent[2:] > 0).all()
    assert (BENDS[[0, 2]] == -BENDS[[1, 3]]).all()
    assert (SIDES == [-1, 1, -1, 1]).all()


def test_drawn_feet_are_where_they_stand_while_legs_reach() -> None:
    lizard = Lizard()
    near = 0
    for _ in range(600):
        lizard.tick()
        _, _, drawn = lizard.limbs(np.zeros((1, 4)))
        apart = np.hypot(*(lizard.feet.place - lizard.hips)[0].T)
        within = apart < REACH + SHOULDER - 0.6
        np.testing.assert_allclose(drawn[0][within], lizard.feet.place[0][within], atol=1e-3)
        near += within.sum()
    assert near > 0.95 * 600 * 4


@pytest.mark.parametrize("trigger", [38.0, 100.0])
def test_without_the_guard_a_leg_vanishes_and_nothing_else_does(trigger: float) -> None:
    lizard = Lizard(LizardParams(guard=0, step_trigger=trigger))
    lost = 0
    for _ in range(400):
        lizard.tick()
        _, knee, _ = lizard.limbs(np.zeros((1, 4)))
        lost += int(np.isnan(knee).any(axis=-1).sum())
        for layer in lizard.picture().layers:
            if isinstance(layer, Ribbons):
                assert np.isfinite(layer.points).all(), layer.name
            if isinstance(layer, Discs):
                assert np.isfinite(layer.center).all(), layer.name
    assert lost > 0
    assert np.isfinite(lizard.feet.place).all()
    assert np.isfinite(lizard.points).all()
    lizard.reset()
    _, knee, drawn = lizard.limbs(np.zeros((1, 4)))
    assert np.isfinite(knee).all()
    assert np.isfinite(drawn).all()


def test_it_stands_beside_a_pointer_and_walks_on_when_that_leaves() -> None:
    lizard = Lizard()
    lizard.move(0, 200.0, 180.0)
    for _ in range(400):
        lizard.tick()
    before = lizard.points.copy()
    for _ in range(60):
        lizard.tick()
    assert np.abs(lizard.points - before).max() < 6.0
    lizard.leave(0)
    for _ in range(240):
        lizard.tick()
    assert np.abs(lizard.points[0, 0] - before[0, 0]).max() > 60.0


def test_steps_leave_prints_on_sand_that_fade_and_none_on_stone() -> None:
    lizard = Lizard()
    for _ in range(200):
        lizard.tick()
    prints = lizard.picture().layer("footprints")
    assert (prints.fill[:, 3] > 0.1).sum() >= 4  # type: ignore[attr-defined]
    ground = lizard.ground
    lizard.feet.landed[:] = True
    lizard.feet.place[:] = ground.stone_place[0]
    ground.forget()
    ground.tick(lizard.feet, lizard.turn)
    assert ground.prints.layers()[1].fill[:, 3].max() == 0.0  # type: ignore[attr-defined]
    lizard.feet.place[:] = [300.0, 150.0]
    ground.tick(lizard.feet, lizard.turn)
    lizard.feet.landed[:] = False
    shown = []
    for _ in range(400):
        ground.tick(lizard.feet, lizard.turn)
        shown.append(float(ground.prints.layers()[1].fill[:, 3].max()))  # type: ignore[attr-defined]
    assert shown[0] > 0.3
    assert (np.diff(shown) <= 0).all()
    assert shown[-1] == 0.0


def test_a_herd_differs_and_keeps_apart() -> None:
    herd = Lizard(LizardParams(count=24))
    for _ in range(300):
        herd.tick()
    assert len(set(np.round(herd.crowd.size, 6))) > 12
    heads = np.asarray(herd.points[:, 0], float)
    apart = np.hypot(*(heads[:, None] - heads).transpose(2, 0, 1)) + 1e9 * np.eye(24)
    assert np.median(apart.min(axis=1)) > 12.0


def test_rest_is_a_gentle_s_on_four_feet() -> None:
    lizard = Lizard(setting=Setting(calm=True))
    assert lizard.points.shape == (1, JOINTS, 2)
    assert largest_bend(lizard.points[0]) < lizard.params.max_bend
    np.testing.assert_array_equal(lizard.feet.place, lizard.homes)
    assert not lizard.feet.aloft.any()
