"""The pond's surface against the same steps in NumPy, against its published figures, and on software GPUs."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.launch import TURNS
from kernels.waves import BLOCK, MOST_CELLS, WaveGrid

ROOT = Path(__file__).resolve().parents[1]
DAMP = 0.985


def neighbours(surface: np.ndarray) -> np.ndarray:
    """Half the sum of the four neighbours, of the inner cells."""
    left, right = surface[1:-1, :-2], surface[1:-1, 2:]
    above, below = surface[:-2, 1:-1], surface[2:, 1:-1]
    return (left + right + above + below) * surface.dtype.type(0.5)


def stepped(now: np.ndarray, before: np.ndarray, damp: float) -> np.ndarray:
    after = before.copy()
    after[1:-1, 1:-1] = (neighbours(now) - before[1:-1, 1:-1]) * before.dtype.type(damp)
    return after


def pond(columns: int, rows: int, damp: float = DAMP) -> WaveGrid:
    """A grid of NumPy arrays, whatever the machine."""
    runtime.start("cpu")
    return WaveGrid(columns, rows, damp)


@settings(max_examples=60, deadline=None)
@given(
    columns=st.one_of(st.integers(3, 70), st.sampled_from([BLOCK + 1, BLOCK + 2, BLOCK + 3, 2 * BLOCK + 2])),
    rows=st.one_of(st.integers(3, 40), st.just(TURNS + 3)),
    damp=st.floats(0, 1),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_step_is_the_articles_step(columns, rows, damp, seed):
    rng = np.random.default_rng(seed)
    grid = pond(columns, rows, damp)
    # The border is filled too: it is read and never written.
    grid.height[:] = now = rng.normal(size=(rows, columns)).astype(np.float32)
    grid.previous[:] = before = rng.normal(size=(rows, columns)).astype(np.float32)
    for _ in range(3):
        now, before = stepped(now, before, damp), now
        grid.step()
        np.testing.assert_allclose(grid.height, now, atol=2e-6)
        np.testing.assert_array_equal(grid.previous[0], before[0])
        np.testing.assert_array_equal(grid.previous[:, -1], before[:, -1])
    assert grid.steps == 3


def radius(surface: np.ndarray) -> float:
    """How far the wave has run, board px, as it was published: from a cell beside the one that was struck."""
    strength = np.abs(surface)
    rows, columns = np.nonzero(strength > 0.01 * strength.max())
    return float(2 * np.hypot(columns - 119, rows - 74).max())


def test_the_published_radii():
    """Figure 09b."""
    grid = pond(240, 150)
    grid.height[75, 120] = 100
    found = {}
    for step in range(1, 61):
        grid.step()
        found[step] = radius(grid.height)
    assert found[15] == pytest.approx(28.64, abs=0.005)
    assert found[30] == pytest.approx(50.99, abs=0.005)
    assert found[60] == pytest.approx(94.53, abs=0.005)


def energy(grid: WaveGrid) -> float:
    """The quantity that a step multiplies by ``damp`` exactly, whatever the surface (with a border of 0)."""
    now, before = grid.height.astype(float), grid.previous.astype(float)
    cross = (now[1:-1, 1:-1] * neighbours(before)).sum()
    return float((now**2).sum() - grid.damp * cross + grid.damp * (before**2).sum())


@settings(max_examples=20, deadline=None)
@given(columns=st.integers(5, 60), rows=st.integers(5, 60), seed=st.integers(0, 2**32 - 1))
def test_the_energy_fades_by_damp_at_each_step(columns, rows, seed):
    """Figure 09a: 0.985 per step is 0.40 per second."""
    grid = pond(columns, rows)
    rng = np.random.default_rng(seed)
    grid.height[1:-1, 1:-1] = rng.normal(size=(rows - 2, columns - 2))
    grid.previous[1:-1, 1:-1] = rng.normal(size=(rows - 2, columns - 2))
    first = last = energy(grid)
    for _ in range(60):
        grid.step()
        assert energy(grid) < last
        last = energy(grid)
    assert last / first == pytest.approx(0.40, abs=0.005)
    assert last / first == pytest.approx(DAMP**60, rel=1e-4)


def test_still_water_comes_to_rest():
    grid = pond(64, 64)
    grid.poke(32, 32, 5, 1.0)
    for _ in range(20_000):
        grid.step()
    assert np.abs(grid.height).max() < 1e-30
    assert np.isfinite(grid.height).all()


def test_a_storm_of_touches_stays_finite():
    grid = pond(97, 61)
    rng = np.random.default_rng(3)
    for _ in range(500):
        places = rng.uniform(-20, 120, (8, 2))
        grid.stir(np.column_stack([places, rng.normal(size=8)]))
        grid.drops(np.column_stack([places, rng.uniform(0.1, 9, 8), rng.normal(size=8)]))
        grid.step()
    assert np.isfinite(grid.height).all()
    for edge in (grid.height[0], grid.height[-1], grid.height[:, 0], grid.height[:, -1]):
        assert not edge.any()


def test_stirring_lifts_nine_cells_and_adds_up():
    grid = pond(20, 12)
    grid.stir(np.array([[5, 4, 2.0], [6.9, 4.9, 1.0], [0, 0, 7.0], [-5, 3, 9.0], [25, 3, 9.0]]))
    expected = np.zeros((12, 20))
    expected[3:6, 4:7] += 2
    expected[3:6, 5:8] += 1
    expected[1, 1] = 7
    np.testing.assert_array_equal(grid.height, expected)
    grid.stir(np.empty((0, 3)))
    np.testing.assert_array_equal(grid.height, expected)


def test_heights_are_read_by_cell():
    grid = pond(20, 12)
    grid.height[:] = np.arange(240).reshape(12, 20)
    read = grid.sample(np.array([[0, 0], [19.9, 11.9], [7.5, 3.2], [-0.1, 3], [20, 3], [4, 12]]))
    assert read.dtype == np.float32
    assert read.tolist() == [0, 239, 67, 0, 0, 0]
    assert grid.sample(np.empty((0, 2))).shape == (0,)


def test_a_drop_is_smooth_and_round():
    grid = pond(41, 41)
    grid.poke(20, 20, 8, -3.0)
    y, x = np.mgrid[:41, :41]
    away = np.hypot(x - 20, y - 20) / 8
    expected = np.where(away < 1, -1.5 * (1 + np.cos(np.pi * np.minimum(away, 1))), 0)
    np.testing.assert_allclose(grid.height, expected, atol=2e-6)
    grid.clear()
    assert not grid.height.any()
    assert not grid.previous.any()


def test_what_does_not_fit_is_named():
    with pytest.raises(ValueError, match="at least 3x3 cells, not 2x9"):
        pond(2, 9)
    with pytest.raises(ValueError, match="at most"):
        pond(MOST_CELLS, 3)
    with pytest.raises(ValueError, match=r"damp must lie in 0\.\.1, not 1\.1"):
        pond(9, 9, 1.1)
    grid = pond(9, 9)
    with pytest.raises(ValueError, match=r"stir takes \(n, 3\), not \(2, 2\)"):
        grid.stir(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="not finite"):
        grid.poke(np.nan, 2, 2, 1)
    with pytest.raises(ValueError, match="radius"):
        grid.poke(2, 2, 0, 1)
    assert not grid.height.any()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the process's size from /proc")
def test_memory_stays_flat():
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    grid = pond(240, 150)

    def run(steps: int) -> None:
        for n in range(steps):
            grid.stir(np.array([[n % 240, 70, 0.1]]))  # a new array each time, as a scene makes them
            grid.step()

    run(300)
    before = resident()
    run(3000)
    assert resident() - before < 2 << 20


ON_GPU = """
import sys, numpy as np
from kernels import runtime
from kernels.waves import WaveGrid
device = runtime.start(sys.argv[1])
grid = WaveGrid(75, 46)
grid.stir(np.array([[20, 20, 1.5], [21, 20, -0.5], [0, 0, 3.0]]))
grid.poke(50, 30, 6, 2.0)
for _ in range(40):
    grid.step()
np.save(sys.argv[2], runtime.host(grid.height))
print(device.arch, type(grid.height).__module__.split(".")[0])
"""


@pytest.mark.parametrize("arch", ["opengl", "vulkan"])
def test_a_gpus_surface_is_the_same(arch, tmp_path):
    heights = {}
    for name in ("cpu", arch):
        done = subprocess.run(
            [sys.executable, "-c", ON_GPU, name, str(tmp_path / f"{name}.npy")],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        ran, kind = done.stdout.split()
        assert kind == ("numpy" if ran == "cpu" else "taichi")
        heights[name] = np.load(tmp_path / f"{name}.npy")
    if ran == "cpu":
        pytest.skip(f"no {arch} on this machine")
    assert np.abs(heights["cpu"]).max() > 0.05
    np.testing.assert_allclose(heights[arch], heights["cpu"], atol=1e-5)
