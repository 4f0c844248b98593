"""The chain against the article's rule written out in NumPy, and against its published figures."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.chain import follow_chain
from kernels.launch import TURNS

FREE = math.pi
TICK = 1 / 60


def wrap(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


def reference(points: np.ndarray, gap: float, max_bend: float, back_angle: float) -> bool:
    """One chain (n, 2) by the rule, in place and in doubles. Returns whether any segment was cut."""
    before, cut = back_angle, False
    for i in range(1, len(points)):
        dx, dy = points[i] - points[i - 1]
        angle = math.atan2(dy, dx)
        if max_bend < math.pi and not math.isnan(before):
            turn = wrap(angle - before)
            if abs(turn) > max_bend:
                angle, cut = before + math.copysign(max_bend, turn), True
        points[i] = points[i - 1] + gap * np.array([math.cos(angle), math.sin(angle)])
        before = angle
    return cut


def one(points: np.ndarray, gap: float, max_bend: float, back_angle: float) -> None:
    """The kernel on a single chain."""
    dtype = points.dtype
    follow_chain(
        points[None], np.full(1, gap, dtype), np.full(1, max_bend, dtype), np.full(1, back_angle, dtype)
    )


def straight(joints: int, gap: float, x: float = 0.0, y: float = 0.0, dtype: type = np.float64) -> np.ndarray:
    """A chain laid to the left of its head."""
    points = np.zeros((joints, 2), dtype)
    points[:, 0] = x - gap * np.arange(joints)
    points[:, 1] = y
    return points


def bends(points: np.ndarray) -> np.ndarray:
    """How far chains (..., joints, 2) turn at each inner joint, rad in [-pi, pi)."""
    step = np.diff(points, axis=-2)
    turn = np.diff(np.arctan2(step[..., 1], step[..., 0]), axis=-1)
    return (turn + np.pi) % (2 * np.pi) - np.pi


@settings(max_examples=80, deadline=None)
@given(
    count=st.integers(1, 9),
    joints=st.integers(1, 40),
    seed=st.integers(0, 2**32 - 1),
    limited=st.booleans(),
    neck=st.booleans(),
)
def test_it_follows_the_rule(count, joints, seed, limited, neck):
    rng = np.random.default_rng(seed)
    points = rng.normal(scale=60, size=(count, joints, 2))
    gap = rng.uniform(0.5, 30, count)
    max_bend = rng.uniform(0.05, 3, count) if limited else np.full(count, FREE)
    back_angle = rng.uniform(-9, 9, count) if neck else np.full(count, np.nan)
    clipped = np.full(count, -1, np.int32)
    expected = points.copy()
    cut = [reference(expected[c], gap[c], max_bend[c], back_angle[c]) for c in range(count)]
    follow_chain(points, gap, max_bend, back_angle, clipped)
    np.testing.assert_allclose(points, expected, atol=1e-9)
    assert clipped.tolist() == cut
    if limited and joints > 2:
        assert (np.abs(bends(points)).max(axis=1) <= max_bend + 1e-9).all()


def test_many_chains_in_parallel_are_the_same_chains():
    rng = np.random.default_rng(5)
    count = 3 * TURNS
    points = rng.normal(scale=60, size=(count, 14, 2))
    gap, bend, back = np.full(count, 13.0), np.full(count, 0.35), rng.uniform(-3, 3, count)
    few = points.copy()
    follow_chain(points, gap, bend, back)
    for first in range(0, count, TURNS):
        part = slice(first, first + TURNS)
        follow_chain(few[part], gap[part], bend[part], back[part])
    np.testing.assert_array_equal(points, few)


def test_float32_keeps_the_gaps():
    points = np.random.default_rng(1).normal(scale=60, size=(4, 26, 2)).astype(np.float32)
    same = np.full(4, 12, np.float32)
    follow_chain(points, same, np.full(4, 0.35, np.float32), np.zeros(4, np.float32))
    lengths = np.linalg.norm(np.diff(points, axis=1), axis=2)
    assert points.dtype == np.float32
    np.testing.assert_allclose(lengths, 12, atol=5e-5)


def test_joints_in_one_place_stay_finite():
    points = np.zeros((2, 5, 2))
    follow_chain(points, np.full(2, 7.0), np.array([0.3, FREE]), np.full(2, np.nan))
    assert np.isfinite(points).all()
    np.testing.assert_allclose(np.linalg.norm(np.diff(points, axis=1), axis=2), 7, rtol=1e-14)


def test_what_does_not_fit_is_named():
    points = np.zeros((2, 5, 2))
    good = np.zeros(2)
    with pytest.raises(ValueError, match=r"gap must be \(2,\) float64, not \(3,\) float64"):
        follow_chain(points, np.zeros(3), good, good)
    with pytest.raises(ValueError, match=r"max_bend must be .* float64, not .* float32"):
        follow_chain(points, good, good.astype(np.float32), good)
    with pytest.raises(ValueError, match=r"points must be \(count, joints, 2\)"):
        follow_chain(points[0], good, good, good)
    with pytest.raises(ValueError, match="contiguous"):
        follow_chain(points[:, ::2], good, good, good)
    with pytest.raises(ValueError, match=r"clipped must be \(2,\) int32"):
        follow_chain(points, good, good, good, np.zeros(2))


def lap(gap: float, dtype: type) -> dict[str, float]:
    """The snake of scene 01 on one lap of the eight, after the run-up of 181 frames."""
    points = straight(26, gap, 240, 150, dtype)
    reach, worst_gap, most_bend = [], 0.0, 0.0
    for frame in range(181 + 421):
        phase = 2 * math.pi * (frame + 1) * TICK / 7
        tx, ty = 240 + 185 * math.sin(phase), 150 + 105 * math.sin(2 * phase)
        dx, dy = tx - points[0, 0], ty - points[0, 1]
        away = math.hypot(dx, dy)
        if away > 0:
            stride = min(5 * away, 240) * TICK / away
            points[0] += (dx * stride, dy * stride)
        one(points, gap, FREE, math.nan)
        if frame >= 181:
            exact = points.astype(np.float64)
            reach.append(np.linalg.norm(exact[0] - exact[-1]))
            lengths = np.linalg.norm(np.diff(exact, axis=0), axis=1)
            worst_gap = max(worst_gap, np.abs(lengths - gap).max())
            most_bend = max(most_bend, np.abs(bends(points)).max())
    return {"mean": np.mean(reach), "min": np.min(reach), "bend": most_bend, "gap": worst_gap}


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 0.01), (np.float32, 0.05)])
def test_the_snakes_lap(dtype, tolerance):
    """Figures 01b, c, d, f, h, i."""
    usual, wide = lap(12, dtype), lap(20, dtype)
    assert usual["mean"] == pytest.approx(205.23, abs=tolerance)
    assert usual["min"] == pytest.approx(126.77, abs=tolerance)
    assert usual["bend"] == pytest.approx(0.29, abs=0.01)
    assert wide["mean"] == pytest.approx(162.44, abs=tolerance)
    assert wide["min"] == pytest.approx(32.12, abs=tolerance)
    assert wide["bend"] == pytest.approx(1.18, abs=0.01)
    assert usual["gap"] < (5e-14 if dtype is np.float64 else 5e-5)  # published: at most 3.2e-14


def push(max_bend: float, dtype: type) -> dict[str, float]:
    """The head driven at 200 px/s for a second to beside its own joint 6 (the fold of article 000)."""
    points = straight(14, 13, dtype=dtype)
    heading, most_bend = 0.0, 0.0
    for _ in range(60):
        dx, dy = -78 - float(points[0, 0]), 6 - float(points[0, 1])
        away = math.hypot(dx, dy)
        if away >= 1e-3:
            heading = math.atan2(dy, dx)
        stride = min(200 / 60, away)
        points[0] += (stride * math.cos(heading), stride * math.sin(heading))
        one(points, 13, max_bend, heading + math.pi)
        most_bend = max(most_bend, float(np.abs(bends(points)).max()))
    far = [
        np.linalg.norm(points[i] - points[j]) for i in range(14) for j in range(i + 3, 14)
    ]  # neighbours and their neighbours are always near
    return {"bend": most_bend, "nearest": min(far), "reach": np.linalg.norm(points[0] - points[-1])}


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 0.01), (np.float32, 0.05)])
def test_the_push_into_its_own_body(dtype, tolerance):
    """Figures 02f, h, i, j."""
    free, limited, wider = push(FREE, dtype), push(0.35, dtype), push(0.7, dtype)
    assert free["bend"] == pytest.approx(3.12, abs=tolerance)
    assert free["nearest"] == pytest.approx(3.97, abs=tolerance)
    assert limited["nearest"] == pytest.approx(37.42, abs=tolerance)
    assert limited["reach"] == pytest.approx(102.32, abs=tolerance)
    assert limited["bend"] == pytest.approx(0.35, abs=1e-6 if dtype is np.float64 else 1e-4)
    assert wider["reach"] == pytest.approx(18.03, abs=tolerance)


@pytest.mark.parametrize(("bend", "radius", "curl"), [(0.35, 37.33, 240.64), (0.7, 18.96, 481.28)])
def test_the_tightest_turn(bend, radius, curl):
    """Figures 02c and d, on a chain that was wound up tighter than its limit."""
    directions = (bend + 0.02) * np.arange(13)
    points = np.zeros((14, 2))
    points[1:] = 13 * np.cumsum(np.stack([np.cos(directions), np.sin(directions)], axis=1), axis=0)
    one(points, 13, bend, math.nan)
    angles = bends(points)
    np.testing.assert_allclose(np.abs(angles), bend, atol=1e-9)
    assert math.degrees(np.abs(angles).sum()) == pytest.approx(curl, abs=0.005)
    a, b, c = points[4], points[5], points[6]
    sides = [np.linalg.norm(a - b), np.linalg.norm(b - c), np.linalg.norm(a - c)]
    doubled_area = abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])
    assert np.prod(sides) / (2 * doubled_area) == pytest.approx(radius, abs=0.005)


ON_GPU = """
import sys, numpy as np
from kernels import runtime
from kernels.chain import follow_chain
device = runtime.start("opengl")
kind = runtime.real()
points = np.load(sys.argv[1]).astype(kind)
same = np.ones(len(points), kind)
clipped = np.zeros(len(points), np.int32)
follow_chain(points, 12 * same, 0.35 * same, np.nan * same, clipped)
np.savez(sys.argv[2], points=points, clipped=clipped)
print(device.arch, kind.__name__)
"""


def test_a_gpus_chains_are_the_same(tmp_path):
    # A gentle curve and a sharp one, both stretched: a joint on top of the one before it has no direction.
    u = np.arange(26.0)
    gentle = np.stack([-14 * u, 20 * np.sin(u / 5)], axis=1)
    sharp = np.stack([-14 * u * np.cos(u / 4), 14 * u * np.sin(u / 4)], axis=1)
    points = np.stack([gentle, sharp])
    np.save(tmp_path / "start.npy", points)
    done = subprocess.run(
        [sys.executable, "-c", ON_GPU, str(tmp_path / "start.npy"), str(tmp_path / "end.npz")],
        cwd=Path(__file__).resolve().parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    if done.stdout.split() != ["opengl", "float32"]:
        pytest.skip("no OpenGL for kernels on this machine")
    cut = [reference(chain, 12, 0.35, math.nan) for chain in points]
    with np.load(tmp_path / "end.npz") as found:
        np.testing.assert_allclose(found["points"], points, atol=0.01)
        lengths = np.linalg.norm(np.diff(found["points"], axis=1), axis=2)
        np.testing.assert_allclose(lengths, 12, atol=5e-5)
        assert found["clipped"].tolist() == cut == [0, 1]
        assert np.abs(bends(found["points"])).max() < 0.35 + 1e-4


def test_the_state_is_in_doubles_on_the_cpu():
    device = runtime.ensure()
    assert runtime.real() is (np.float64 if device.arch in ("cpu", "cuda") else np.float32)
