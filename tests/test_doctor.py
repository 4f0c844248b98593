"""The doctor survives every patient: drivers that crash or hang, no screen, fonts that are not bold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT
from test_cli import data, run

from scenes import fonts
from viewer import doctor, probe
from viewer.doctor import readable


def test_doctor_without_a_display() -> None:
    found = data("doctor", "--json")
    assert found["ok"]
    assert found["gl"]["renderer"]
    assert found["taichi"]["arch"]
    assert found["displays"] == []
    (row,) = found["missing"]
    assert row["what"] == "display"
    assert row["remedy"]
    assert row["optional"]
    assert "display   none" in readable(found)
    assert "optional  display" in readable(found)


@pytest.mark.window
def test_doctor_with_a_display(display: str) -> None:
    found = data("doctor", "--json", DISPLAY=display)
    assert found["missing"] == []
    (screen,) = found["displays"]
    assert (screen["width"], screen["height"]) == (1920, 1200)
    assert found["window"]["renderer"]


def test_doctor_names_a_driver_that_does_not_work() -> None:
    done = run("doctor", "--json", GALLIUM_DRIVER="none", LIBGL_ALWAYS_SOFTWARE="1")
    found = json.loads(done.stdout)
    if found["gl"]["ok"]:
        pytest.skip("this machine's GL ignores GALLIUM_DRIVER")
    assert done.returncode == 1
    (row,) = (row for row in found["missing"] if row["what"] == "OpenGL 3.3")
    assert row["remedy"]
    assert not row["optional"]
    assert "MISSING   OpenGL 3.3" in readable(found)


@pytest.fixture
def taichi_that(tmp_path: Path):
    """Gives the PYTHONPATH of a machine on which importing Taichi does that."""

    def make(deed: str) -> str:
        (tmp_path / "taichi.py").write_text(f"import os, signal, time\n{deed}\n")
        return f"{tmp_path}:{ROOT}"

    return make


def test_kernels_that_crash_are_reported_and_the_rest_is_told(taichi_that) -> None:
    done = run("doctor", "--json", PYTHONPATH=taichi_that("os.kill(os.getpid(), signal.SIGSEGV)"))
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert not found["ok"]
    assert "SIGSEGV" in found["taichi"]["error"]
    assert found["gl"]["ok"]
    assert found["fonts"]["ja"]
    (row,) = (row for row in found["missing"] if row["what"] == "Taichi")
    assert "SIGSEGV" in row["remedy"]
    assert "NOT READY" in readable(found)


def test_kernels_that_hang_are_given_up(taichi_that, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", taichi_that("time.sleep(600)"))
    monkeypatch.setattr(probe, "PATIENCE", 1)
    assert "does not answer within 1 s" in probe.probe("kernels")["error"]


def test_what_a_driver_prints_is_not_taken_for_data(taichi_that, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = "os.write(1, b'Welcome!'); print('hello')"
    monkeypatch.setenv("PYTHONPATH", taichi_that(f"{noise}; raise ImportError('no wheel')"))
    assert probe.probe("kernels")["error"] == "no wheel"


def test_a_font_that_is_not_bold_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    thin = fonts.Face("thin.otf", 0, ("Thin",), "Light", 300.0)
    monkeypatch.setattr(fonts, "find", lambda font, language: thin)
    good = {"ok": True, "displays": [], "touch": [], "arch": "cpu", "device": "", "reason": "", "devices": []}
    good |= {"renderer": "", "version": "", "hardware": True}
    monkeypatch.setattr(doctor, "probe", lambda kind: dict(good))
    found = doctor.examine()
    assert found["ok"]
    assert [row["optional"] for row in found["missing"]] == [True] * 3
    text = readable(found)
    assert "optional  bold font for ja (Thin Light is the nearest)" in text
    assert "MISSING" not in text
