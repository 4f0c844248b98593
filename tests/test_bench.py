"""The benchmark's peers do the same work, and its data has the agreed shape. Times are not judged here."""

import numpy as np
import pytest

from kernels import runtime
from kernels.waves import WaveGrid
from scenes import registry
from viewer import bench, bench_scenes

needs_node = pytest.mark.skipif(bench.node_version() is None, reason="Node is not installed")


@needs_node
def test_the_javascript_peer_makes_the_same_waves():
    grid = WaveGrid(121, 83)
    grid.fill(bench.rough_water(121, 83))
    for _ in range(30):
        grid.step()
    ours = float(np.abs(runtime.host(grid.height)).sum())
    assert bench.wave_js(121, 83, 10, 3)["sum"] == pytest.approx(ours, rel=1e-5)


def test_a_node_that_does_not_run_is_none(tmp_path, monkeypatch):
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v0; exit 3\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert bench.node_version() is None


def test_a_row_has_the_agreed_shape():
    row = bench.wave_row(120, 80, rounds=1)
    assert set(row) == {"name", "value", "unit", "peer", "ratio", "floor", "floor_ratio"}
    assert (row["name"], row["unit"]) == ("wave step 120x80", "ms")
    assert row["value"] > 0
    assert row["floor_ratio"] > 0
    assert (row["ratio"] is None) == (row["peer"] is None) == (bench.node_version() is None)


def test_the_best_round_counts_and_the_first_does_not():
    times = iter([1.0, 5.0, 3.0, 4.0])
    assert bench.take_turns({"ours": lambda: next(times)}, rounds=3) == {"ours": 3.0}
    assert bench.row("x", {"ours": 2.0, "peer": 10.0, "floor": 1.0}, "them", "least") == {
        "name": "x",
        "value": 2.0,
        "unit": "ms",
        "peer": "them",
        "ratio": 5.0,
        "floor": "least",
        "floor_ratio": 2.0,
    }


@pytest.mark.gl
def test_a_scenes_frame_is_told_whole_and_in_parts(ctx):
    cost = bench_scenes.cost(registry.scene_class("snake")(), 8, ctx)
    assert len(cost.tick) == len(cost.picture) == len(cost.paint) == 8
    rows = list(bench_scenes._rows("snake", cost))
    assert [row["name"] for row in rows] == [
        "snake frame 1920x1200",
        "snake tick",
        "snake picture",
        "snake paint submission",
    ]
    assert all(row["value"] > 0 for row in rows)
    assert min(cost.tick) + min(cost.picture) + min(cost.paint) <= rows[0]["value"]
    assert rows[0]["ratio"] == pytest.approx(bench_scenes.PERIOD / cost.total, rel=0.02)


def test_without_opengl_a_frame_has_no_paint_submission():
    cost = bench_scenes.cost(registry.scene_class("pile")(), 4)
    assert [row["name"] for row in bench_scenes._parts("pile", cost)] == ["pile tick", "pile picture"]
