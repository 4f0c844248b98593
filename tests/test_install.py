"""What `ikimoji install` writes: systemd's own verifier reads it where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from viewer.cli import run
from viewer.kiosk import exits, unit
from viewer.kiosk.maintenance import PAPER, poster
from viewer.kiosk.rules import RULES

ODD = ["/shows/a show.toml", "--word", '50% "off" $HOME \\ now']


def units(version: int = 252, arguments: list[str] = ODD) -> dict[str, str]:
    return unit.units(arguments, [sys.executable, "-m", "viewer"], "/bin/true", version)


def keys(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def test_systemd_follows_our_own_rules() -> None:
    found = keys(units()[unit.KIOSK])
    assert found["Type"] == "notify"
    assert float(found["WatchdogSec"]) == RULES.silence
    assert found["WatchdogSignal"] == "SIGKILL", "a stopped process hears no other"
    assert float(found["TimeoutStartSec"]) == RULES.start
    assert float(found["StartLimitIntervalSec"]) == RULES.within
    assert int(found["StartLimitBurst"]) == RULES.most
    assert found["OnFailure"] == unit.MAINTENANCE
    assert int(found["RestartForceExitStatus"]) == exits.RELOAD
    assert int(found["RestartPreventExitStatus"]) == exits.USAGE
    assert "--alone" in found["ExecStart"]
    assert "RestartSteps" not in found
    assert "RestartSteps" in keys(units(unit.STEPS_SINCE)[unit.KIOSK])


def test_words_are_quoted_as_systemd_reads_them() -> None:
    line = keys(units()[unit.KIOSK])["ExecStart"]
    assert line.endswith(r'"/shows/a show.toml" --word "50%% \"off\" $$HOME \\ now"')


def test_the_maintenance_screen_stands_where_the_show_does() -> None:
    assert "--monitor HDMI-1" in units(arguments=["pond", "--monitor", "HDMI-1"])[unit.MAINTENANCE]
    assert "--monitor=2" in units(arguments=["--monitor=2", "pond"])[unit.MAINTENANCE]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_has_nothing_to_say_against_them(tmp_path: Path) -> None:
    for name, text in units(unit.version()).items():
        (tmp_path / name).write_text(text, "utf-8")
    runtime = tmp_path / "runtime"
    runtime.mkdir(0o700)
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", *map(str, tmp_path.glob("*.service"))],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_print_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(["install", "--print", "pond", "--theme", "night"]) == 0
    assert "kiosk" in capfd.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="autostart entries are Linux's")
def test_without_systemd_it_is_an_autostart_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(unit, "booted", lambda: False)
    assert run(["install", "pond", "pile", "--word", "50% off"]) == 0
    entry = tmp_path / "autostart" / unit.DESKTOP
    assert keys(entry.read_text("utf-8"))["Exec"].endswith('kiosk pond pile --word "50%% off"')
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", str(entry)], check=True)
    assert run(["uninstall"]) == 0
    assert not entry.exists()
    assert run(["uninstall"]) == 0, "twice is no error"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="systemd is Linux's")
def test_systemd_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    log = tmp_path / "log"
    fake = tmp_path / "bin" / "systemctl"
    fake.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo systemd 252 || echo "$@" >> {log}\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(unit, "booted", lambda: True)
    assert run(["install", "pond"]) == 0
    assert {path.name for path in (tmp_path / "systemd" / "user").iterdir()} == {unit.KIOSK, unit.MAINTENANCE}
    assert run(["uninstall"]) == 0
    assert not list((tmp_path / "systemd" / "user").iterdir())
    assert [line.split()[1] for line in log.read_text().splitlines()] == [
        "daemon-reload",
        "enable",
        "disable",
        "stop",
        "daemon-reload",
    ]


@pytest.mark.parametrize(
    "words", [["snaek"], ["pond", "--theme", "blue"], ["--chord", "K"], ["pond", "--set", "pond.no=1"]]
)
def test_what_the_kiosk_would_refuse_is_refused_at_once(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(["install", *words]) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920), (320, 200), (1, 1)])
def test_the_maintenance_screen_has_words_within_its_edges(size: tuple[int, int]) -> None:
    picture = poster(*size, datetime(2026, 12, 1, 9, 5), "hung", "~/.local/state/ikimoji/log")
    assert picture.size == size
    if size == (1, 1):
        return
    paper = picture.getpixel((0, 0))
    assert "#{:02X}{:02X}{:02X}".format(*paper) == PAPER  # type: ignore[misc]
    width, height = size
    edge = {picture.getpixel((x, y)) for x in (0, width - 1) for y in range(0, height, 3)}
    assert edge == {paper}, "no line is cut"
    assert len(picture.getcolors(width * height) or ()) > 20, "and there are words"
