"""Knees, reaching arms, strands and crawling bodies, against plain NumPy at random sizes (000/004)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.crawl import crawl
from kernels.knees import solve_knees
from kernels.reach import reach_chains
from kernels.strands import step_strands

seeds = st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def close() -> float:
    """Relative error that rounding may make."""
    runtime.ensure()
    return 1e-9 if runtime.real() is np.float64 else 2e-3


def real(values: object) -> np.ndarray:
    return np.ascontiguousarray(values, runtime.real())


def knees(hip: np.ndarray, foot: np.ndarray, bones: np.ndarray, bend: np.ndarray, guard: bool):
    legs = len(hip)
    knee, drawn, cosine = real(np.zeros((legs, 2))), real(np.zeros((legs, 2))), real(np.zeros(legs))
    legs_of = real(np.column_stack([bones, bend]))
    solve_knees(real(hip), real(foot), legs_of, guard, knee, drawn, cosine)
    return knee, drawn, cosine


def test_published_knees() -> None:
    hip, foot = np.zeros((3, 2)), np.array([[30.0, 0], [42, 0], [45, 0]])
    bones, bend = np.tile([22.0, 20.0], (3, 1)), np.ones(3)
    knee, drawn, cosine = knees(hip, foot, bones, bend, True)
    np.testing.assert_allclose(cosine[0], 0.745455, atol=1e-5)
    np.testing.assert_allclose(knee[0], [16.4, 14.664], atol=5e-3)
    np.testing.assert_allclose([*knee[2], *drawn[2]], [22, 0.14, 42, 0.02], atol=6e-3)
    knee, drawn, cosine = knees(hip, foot, bones, bend, False)
    np.testing.assert_allclose(knee[1], [22, 0], atol=1e-3)
    assert cosine[2] == pytest.approx(1.0652, abs=1e-4)
    assert np.isnan(knee[2]).all()
    assert np.isnan(drawn[2]).all()


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(1, 700))
def test_bones_keep_their_lengths(seed: int, legs: int) -> None:
    rng = np.random.default_rng(seed)
    hip, foot = rng.uniform(-200, 200, (2, legs, 2))
    bones = rng.uniform(5, 60, (legs, 2))
    bend = rng.choice([-1.0, 1.0], legs)
    knee, drawn, _ = knees(hip, foot, bones, bend, True)
    assert np.isfinite(knee).all()
    tolerance = 1e-9 if runtime.real() is np.float64 else 1e-2
    np.testing.assert_allclose(np.hypot(*(knee - hip).T), bones[:, 0], atol=tolerance)
    np.testing.assert_allclose(np.hypot(*(drawn - knee).T), bones[:, 1], atol=tolerance)
    distance = np.hypot(*(foot - hip).T)
    low, high = np.abs(bones[:, 0] - bones[:, 1]) + 0.01, bones.sum(1) - 0.01
    within = (distance > low) & (distance < high)
    np.testing.assert_allclose(drawn[within], foot[within], atol=1e-6 if tolerance < 1e-6 else 0.1)
    cross = (foot - hip)[:, 0] * (knee - hip)[:, 1] - (foot - hip)[:, 1] * (knee - hip)[:, 0]
    assert (np.sign(cross[within]) == bend[within]).all()


def fabrik(points: np.ndarray, root: np.ndarray, aim: np.ndarray, gap: float, iterations: int) -> np.ndarray:
    points = points.copy()
    last = len(points) - 1
    far = math.dist(root, aim)
    if far >= gap * last:
        return root + (aim - root) / far * gap * np.arange(last + 1)[:, None]
    for _ in range(iterations):
        points[last] = aim
        for i in range(last - 1, -1, -1):
            d = math.dist(points[i], points[i + 1]) or 1.0
            points[i] = points[i + 1] + (points[i] - points[i + 1]) / d * gap
        points[0] = root
        for i in range(1, last + 1):
            d = math.dist(points[i], points[i - 1]) or 1.0
            points[i] = points[i - 1] + (points[i] - points[i - 1]) / d * gap
    return points


@pytest.mark.parametrize(
    ("iterations", "error"), [(1, 6.043), (2, 2.698), (4, 0.769), (8, 0.086), (16, 0.001)]
)
def test_published_reach(iterations: int, error: float) -> None:
    points = np.zeros((1, 12, 2))
    points[0, :, 1] = 10 * np.arange(12)
    points = real(points)
    reach_chains(points, real([[0, 0]]), real([[70, 40]]), real([10]), iterations)
    assert math.dist(points[0, -1], (70, 40)) == pytest.approx(error, abs=1e-3)
    gaps = np.hypot(*np.diff(points[0], axis=0).T)
    np.testing.assert_allclose(gaps, 10, atol=1e-9 if points.dtype == np.float64 else 1e-4)


def test_published_reach_beyond_the_length() -> None:
    points = real(np.random.default_rng(1).uniform(0, 50, (1, 12, 2)))
    reach_chains(points, real([[0, 0]]), real([[150, 0]]), real([10]), 4)
    np.testing.assert_allclose(points[0, -1], [110, 0], atol=1e-4)


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(1, 40), st.integers(2, 30), st.integers(1, 8))
def test_reach_against_numpy(seed: int, count: int, joints: int, iterations: int) -> None:
    rng = np.random.default_rng(seed)
    points = real(rng.uniform(-50, 50, (count, joints, 2)))
    root, aim = real(rng.uniform(-60, 60, (count, 2))), real(rng.uniform(-200, 200, (count, 2)))
    gap = real(rng.uniform(2, 15, count))
    wanted = [fabrik(points[c].astype(float), root[c], aim[c], gap[c], iterations) for c in range(count)]
    reach_chains(points, root, aim, gap, iterations)
    np.testing.assert_allclose(points, wanted, atol=1e-7 if points.dtype == np.float64 else 0.2)
    np.testing.assert_allclose(points[:, 0], root, atol=1e-4)


def test_reach_of_joints_that_fall_together_is_finite() -> None:
    points = real(np.zeros((1, 6, 2)))
    reach_chains(points, real([[0, 0]]), real([[20, 0]]), real([10]), 3)
    assert np.isfinite(points).all()


def verlet(points, before, root, gap, keep, fall, passes):
    now = points.copy()
    points = points + (points - before) * keep
    points[:, 1] += fall
    for _ in range(passes):
        for i in range(len(points) - 1, 0, -1):
            d = points[i] - points[i - 1]
            length = math.hypot(*d)
            if length > 0:
                off = d * (length - gap) / length / 2
                points[i] -= off
                points[i - 1] += off
        points[0] = root
    return points, now


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(1, 30), st.integers(2, 16), st.integers(0, 5))
def test_strands_against_numpy(seed: int, count: int, joints: int, passes: int) -> None:
    rng = np.random.default_rng(seed)
    points, before = (
        real(rng.uniform(-50, 50, (count, joints, 2))),
        real(rng.uniform(-50, 50, (count, joints, 2))),
    )
    root, gap = real(rng.uniform(-60, 60, (count, 2))), real(rng.uniform(2, 15, count))
    wanted = [
        verlet(points[c].astype(float), before[c].astype(float), root[c], float(gap[c]), 0.92, 0.3, passes)
        for c in range(count)
    ]
    step_strands(points, before, root, gap, 0.92, 0.3, passes)
    tolerance = 1e-9 if points.dtype == np.float64 else 0.05
    np.testing.assert_allclose(points, [w[0] for w in wanted], atol=tolerance)
    np.testing.assert_allclose(before, [w[1] for w in wanted], atol=tolerance)


NUMBERS = (13.0, 0.5, 0.58, 600.0, 12.0, 1.2, 28.0, 1 / 60)


def crawl_numpy(place, speed, phase, drive, numbers):
    rest, depth, k, spring, damp, forward, back, dt = numbers
    joints = len(place)
    force = np.zeros(joints)
    for i in range(joints - 1):
        gap = rest * (1 - depth * drive * max(0.0, math.sin(phase - (joints - 2 - i) * k)))
        pull = spring * (place[i] - place[i + 1] - gap) + damp * (speed[i] - speed[i + 1])
        force[i] -= pull
        force[i + 1] += pull
    speed = speed + force * dt
    speed = speed * np.exp(-np.where(speed >= 0, forward, back) * dt)
    return place + speed * dt, speed


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(1, 30), st.integers(2, 20))
def test_crawl_against_numpy(seed: int, count: int, joints: int) -> None:
    rng = np.random.default_rng(seed)
    place, speed = real(rng.uniform(-20, 20, (count, joints))), real(rng.uniform(-50, 50, (count, joints)))
    phase, drive = real(rng.uniform(0, 6, count)), real(rng.uniform(0, 1, count))
    wanted = [
        crawl_numpy(place[c].astype(float), speed[c].astype(float), phase[c], drive[c], NUMBERS)
        for c in range(count)
    ]
    crawl(place, speed, phase, drive, real(NUMBERS))
    tolerance = 1e-8 if place.dtype == np.float64 else 0.05
    np.testing.assert_allclose(place, [w[0] for w in wanted], atol=tolerance)
    np.testing.assert_allclose(speed, [w[1] for w in wanted], atol=max(tolerance, 1e-8))


def test_forces_alone_never_move_the_middle_of_a_crawler() -> None:
    """With the same friction both ways the centre of mass stays: only the floor moves it."""
    place, speed = real([[-13.0 * i for i in range(14)]]), real(np.zeros((1, 14)))
    middle = place.mean()
    phase = 0.0
    for _ in range(600):
        phase += 11 / 60
        crawl(place, speed, real([phase]), real([1.0]), real([*NUMBERS[:6], 1.2, 1 / 60]))
    assert abs(place.mean() - middle) < (1e-6 if place.dtype == np.float64 else 1e-2)


def test_wrong_arguments_are_named() -> None:
    good = real(np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"bones must be \(2, 3\)"):
        solve_knees(good, good, good, True, good, good, real(np.ones(2)))
    with pytest.raises(ValueError, match="points must be"):
        reach_chains(real(np.zeros((2, 1, 2))), good, good, real(np.ones(2)), 1)
    with pytest.raises(ValueError, match="before must be"):
        step_strands(
            real(np.zeros((2, 4, 2))), real(np.zeros((2, 3, 2))), good, real(np.ones(2)), 1.0, 0.0, 1
        )
    with pytest.raises(ValueError, match="numbers must be"):
        crawl(good, good, real(np.ones(2)), real(np.ones(2)), real(np.ones(3)))
