"""The published figures: the data is sound, the judge is strict, and every scene meets all of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from kernels.waves import WaveGrid
from scenes import caterpillar_body, figures, jellyfish, letter_scene
from scenes.figures import CATEGORIES, SURE, Figure, Judged
from scenes.figures import caterpillar as crawled
from scenes.figures import jellyfish as drifted
from scenes.figures import koi as swum
from scenes.figures import pond as waved
from scenes.figures.settling import settled
from scenes.jellyfish import JellyfishParams
from scenes.measure import capture, judge, measure
from scenes.pile import Pile
from scenes.registry import names
from scenes.rope import Rope

ROWS = {row["id"]: row for row in measure(["pile"])}


def test_every_scene_that_exists_has_figures():
    assert set(names()) <= set(figures.scenes())


@pytest.mark.parametrize("scene", figures.scenes())
def test_figures_are_well_formed(scene):
    rows = figures.load(scene)
    assert rows
    for f in rows:
        assert f.id.startswith(f"{scene}.")
        assert f.condition
        assert f.category in CATEGORIES
        assert f.sure in SURE
        assert isinstance(f.published, int | float | list | str)
        assert isinstance(f.tolerance, int | float | list | str)
        assert isinstance(figures.experiment(scene, f.experiment), dict)
        if f.tolerance == "holds":
            assert isinstance(f.published, str)
        # Every tolerance must accept the published value itself.
        if not isinstance(f.published, str) and not _sentence(f.tolerance):
            assert judge(f, f.published)["ok"], f.id


def _sentence(tolerance: object) -> bool:
    return isinstance(tolerance, str) and tolerance != "exact"


def test_ids_are_unique():
    ids = [f.id for scene in figures.scenes() for f in figures.load(scene)]
    assert len(ids) == len(set(ids))


def test_unknown_names_say_what_there_is():
    with pytest.raises(KeyError, match="pile"):
        figures.load("nonsense")
    with pytest.raises(KeyError, match="heavy"):
        figures.experiment("pile", "nonsense")


def figure(published, tolerance, single=None) -> Figure:
    return Figure("x.1", "x", "c", published, tolerance, "px", "exact", "high", tolerance_f32=single)


def test_the_judge():
    assert judge(figure(0.29, 0.01), 0.30)["ok"]
    assert not judge(figure(0.29, 0.01), 0.3001)["ok"]
    assert judge(figure([1, 2], 0.5), np.array([1.4, 1.6]))["ok"]
    assert not judge(figure([1, 2], 0.5), [1.4, 2.6])["ok"]
    assert not judge(figure([1, 2], 0.5), [1.0])["ok"]
    assert judge(figure(5, [4, 6]), 6)["ok"]
    assert not judge(figure(5, [4, 6]), 6.1)["ok"]
    assert judge(figure([1, 5], [[0, 2], [4, 6]]), [2, 4])["ok"]
    assert not judge(figure([1, 5], [[0, 2], [4, 6]]), [4, 2])["ok"]
    assert judge(figure(3, "exact"), np.int64(3))["ok"]
    assert not judge(figure(3, "exact"), 3.001)["ok"]
    assert judge(figure("never", "holds"), True)["ok"]
    assert not judge(figure("never", "holds"), 1)["ok"]
    assert not judge(figure(5, [4, 6]), None)["ok"]
    assert not judge(figure(5, [4, 6]), float("nan"))["ok"]
    assert judge(figure(5, "later"), Judged(9, True)) | {"ours": 9} == judge(
        figure(5, "later"), Judged(9, True)
    )
    assert not judge(figure(1, 0.1, 0.5), 1.3)["ok"]
    assert judge(figure(1, 0.1, 0.5), 1.3, single=True)["ok"]
    with pytest.raises(TypeError, match="sentence"):
        judge(figure(5, "later"), 4)


def test_rows_are_json_in_the_published_shape():
    assert ROWS
    for row in ROWS.values():
        assert list(row) == ["id", "scene", "condition", "published", "ours", "tolerance", "ok"]
    assert json.loads(json.dumps(list(ROWS.values()))) == list(ROWS.values())


@cache
def rows(scene):
    return {row["id"]: row for row in measure([scene])}


SCENES = [name for name in names() if name in figures.scenes()]


@pytest.mark.parametrize(
    "id", [f.id for scene in SCENES for f in figures.load(scene) if not (f.captured or f.fact)]
)
def test_a_scene_meets_its_figure(id):
    row = rows(id.split(".")[0])[id]
    assert row["ours"] is not None, f"nothing measures {id}"
    assert row["ok"], f"published {row['published']}, ours {row['ours']}, tolerance {row['tolerance']}"


def nothing(*args: Any) -> None:
    """A kernel that does not run."""


def twice(step: Callable[..., None]) -> Callable[..., None]:
    """What steps two times instead of once."""

    def run(*args: Any) -> None:
        step(*args)
        step(*args)

    return run


def test_figures_are_measured_of_what_runs(monkeypatch):
    """Where another program runs, others come out: none is the formula that the program was written with."""
    published = JellyfishParams(**figures.experiment("jellyfish", "cut"))
    monkeypatch.setattr(letter_scene, "SETTLE_TICKS", 10)
    assert settled(Rope()) == 160
    monkeypatch.setattr(WaveGrid, "step", nothing)
    assert waved.damped(0.985) == 1.0
    curl, radius = swum._curl(swum._coil(0.35)), swum._radius(swum._coil(0.35))
    monkeypatch.setattr(swum, "follow_chain", nothing)
    assert swum._curl(swum._coil(0.35)) == pytest.approx(1.02 * curl, rel=1e-6)
    assert swum._radius(swum._coil(0.35)) == pytest.approx(radius / 1.02, rel=1e-2)
    monkeypatch.setattr(caterpillar_body.Crawlers, "tick", twice(caterpillar_body.Crawlers.tick))
    period = crawled._crawl(caterpillar_body.CaterpillarParams())["period"]
    assert period == pytest.approx(0.57 / 2, abs=0.01)
    monkeypatch.setattr(jellyfish, "step_strands", nothing)
    assert drifted.sunk(published) == 0
    monkeypatch.setattr(jellyfish, "squeeze_at", lambda phase: 0.5 - 0.5 * np.cos(2 * np.pi * phase))
    assert drifted.cycle(JellyfishParams()) == pytest.approx([600, 600], abs=1)


def test_a_fact_is_neither_measured_nor_counted(monkeypatch):
    facts = [replace(f, category="fact") if f.id == "pile.01.a" else f for f in figures.load("pile")]
    monkeypatch.setattr(figures, "load", lambda scene: tuple(facts))
    monkeypatch.setattr("scenes.measure._experiments", lambda scene: {"pile.01.b": 1.0})
    assert "pile.01.a" not in {row["id"] for row in measure(["pile"])}
    monkeypatch.setattr("scenes.measure._experiments", lambda scene: {"pile.01.a": 1.0})
    with pytest.raises(KeyError, match=r"pile\.01\.a"):
        measure(["pile"])


def test_capture_counts_what_moves():
    """A painter of plain squares: the lead shows no change, the fall does; area is a share of the board."""

    def paint(picture):
        image = np.full((300, 480, 3), 240, np.uint8)
        for x, y in picture.layer("letters").center:
            x, y = int(x), int(y)
            image[max(y - 30, 0) : max(y + 30, 0), max(x - 30, 0) : x + 30] = 100
        return image

    found = capture("pile", paint)
    assert set(found) == {f"pile.motion.{k}" for k in ("area", "moved", "strength")}
    assert 15 <= found["pile.motion.moved"] <= 21  # two of the 23 comparisons lie in the lead
    assert 5 < found["pile.motion.area"] < 60
    assert found["pile.motion.strength"] == pytest.approx(140 * 3**0.5, abs=1)
    assert {row["id"] for row in measure(["pile"], paint=paint)} == {f.id for f in figures.load("pile")}
    assert Pile.name == "pile"
