"""``ikimoji measure`` as a person or a program meets it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from test_cli import data, run

from kernels import runtime
from viewer import cast, cli


def test_measure_one_scene() -> None:
    done = run("measure", "snake", "--json", "--arch", "cpu")
    assert done.returncode == 0, done.stderr
    assert "(cpu)" in done.stderr
    assert done.stderr.count("that threshold is ours") == 1
    found = json.loads(done.stdout)
    assert found["total"] == len(found["figures"]) > 3
    assert found["met"] == sum(row["ok"] for row in found["figures"])
    for row in found["figures"]:
        assert set(row) == {"id", "scene", "condition", "published", "ours", "tolerance", "ok"}
        assert row["scene"] == "snake"


def test_measure_says_in_words_what_a_figure_is() -> None:
    done = run("measure", "snake", "--arch", "cpu", COLUMNS="140")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 140
    told = " ".join(done.stdout.split())
    assert "snake.01b one lap: mean distance from head to tail (px)" in told
    assert told.endswith("15 of 15 figures met")


def test_every_experiment_of_the_articles_can_be_played() -> None:
    found = data("measure", "--experiments", "--json")["experiments"]
    names = {f"{one['scene']}.{one['name']}" for one in found}
    assert {"snake.long_gap", "koi.loose", "lizard.far_trigger", "lizard.no_guard", "rope.segments"} <= names
    for one in found:
        words = one["command"].split()
        assert words[:3] == ["ikimoji", "play", one["scene"]]
        overrides = cast.parse_overrides(words[4::2], [one["scene"]])
        given = {name: float(value) for name, value in overrides[one["scene"]].items()}
        assert given == pytest.approx(one["params"], rel=1e-5)


@pytest.mark.parametrize("real", [np.float32, np.float64])
def test_measure_judges_by_the_precision_that_runs(real: type, monkeypatch: pytest.MonkeyPatch) -> None:
    import scenes.measure
    from viewer.commands import measure

    told: list[bool] = []

    def measured(names: Any, paint: Any, single: bool) -> list[dict[str, Any]]:
        told.append(single)
        return []

    monkeypatch.setattr(measure, "_paint", lambda arch: None)
    monkeypatch.setattr(runtime, "real", lambda: real)
    monkeypatch.setattr(scenes.measure, "measure", measured)
    assert cli.run(["measure", "pond"]) == 0
    assert told == [real is np.float32]


def test_measure_fails_if_a_figure_is_not_met(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import scenes.measure
    from viewer.commands import measure

    rows = scenes.measure.measure(["pond"])
    monkeypatch.setattr(measure, "_paint", lambda arch: None)
    monkeypatch.setattr(scenes.measure, "measure", lambda names, paint, single: rows)
    assert cli.run(["measure", "pond"]) == 0
    capfd.readouterr()
    rows[0]["ok"] = False
    for arguments in (["measure", "pond"], ["measure", "pond", "--json"]):
        assert cli.run(arguments) == 1
        said = capfd.readouterr()
        assert f"1 of {len(rows)} figures not met: {rows[0]['id']}" in said.err
        assert said.out
    assert json.loads(said.out)["met"] == len(rows) - 1
