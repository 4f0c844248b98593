"""The command line as a person or a program meets it: data alone on stdout, one message, exit 0, 1 or 2."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, wait_for
from PIL import Image

from kernels import devices
from scenes import registry
from viewer import cli
from viewer.commands.options import system_language

NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


def run(*arguments: object, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "viewer", *map(str, arguments)],
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **NO_DISPLAY, **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def data(*arguments: object, **env: str) -> Any:
    done = run(*arguments, cwd=None, **env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def wrong(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """It failed with that code and one message that says all of ``words``; nothing on stdout."""
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


def test_version_and_help_start_nothing_heavy() -> None:
    code = (
        "import sys; from viewer.cli import run; code = run(sys.argv[1:]);"
        "heavy = {'taichi', 'moderngl', 'sdl2', 'numpy'} & set(sys.modules);"
        "print(heavy, file=sys.stderr); sys.exit(code or bool(heavy))"
    )
    for argument in ("--version", "--help"):
        done = subprocess.run(
            [sys.executable, "-c", code, argument], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "ikimoji" in done.stdout


def test_the_window_opens_before_kernels_and_painter_are_imported() -> None:
    """Taichi takes longer to import than a window to open: it comes after, while the driver works."""
    code = "import sys, viewer.loop; print(*{'taichi', 'viewer.painter'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for name in cli.COMMANDS:
        assert cli.run([name, "--help"]) == 0
        assert "Usage: ikimoji " + name in capsys.readouterr().out


def test_list() -> None:
    rows = data("list", "--json")
    assert [row["name"] for row in rows] == list(registry.names())
    for row in rows:
        assert set(row) == {"name", "group", "title", "description", "controls", "params"}
        assert row["group"] in ("creatures", "letters")
        for words in (row["title"], row["description"], *(c["effect"] for c in row["controls"])):
            assert set(words) == {"ja", "ko", "en"}
            assert all(words.values())
        for param in row["params"]:
            assert set(param) == {"name", "unit", "min", "max", "default", "doc"}
            assert param["min"] <= param["default"] <= param["max"]
    text = run("list", LANG="ko_KR.UTF-8")
    assert rows[0]["title"]["ko"] in text.stdout
    assert text.stderr == ""


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ko"}, "ko"),
        ({"LANG": "kok_IN.UTF-8"}, "en"),
        ({"LANG": "ja_JP", "LC_MESSAGES": "ko_KR"}, "ko"),
        ({"LANG": "ja_JP", "LC_MESSAGES": "", "LC_ALL": ""}, "ja"),
        ({"LANG": "ja_JP", "LC_MESSAGES": "ko_KR", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_systems_or_english(
    locale: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_list_in_a_language(capfd: pytest.CaptureFixture[str]) -> None:
    for language in ("ja", "ko", "en"):
        assert cli.run(["list", "--lang", language]) == 0
        assert registry.scene_class("snake").title[language] in capfd.readouterr().out
    assert cli.run(["list", "--json", "--lang", "ko"]) == 0
    assert set(json.loads(capfd.readouterr().out)[0]["title"]) == {"ja", "ko", "en"}


def test_still(tmp_path: Path) -> None:
    out = tmp_path / "snake.png"
    done = run("still", "snake", "-o", out, "--at", "1.5", "--size", "300x200")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "painting on " in done.stderr
    assert "kernels on " in done.stderr
    picture = Image.open(out)
    assert picture.size == (300, 200)
    assert len(picture.convert("RGB").getcolors(100_000) or ()) > 100, "something is painted"
    assert list(tmp_path.iterdir()) == [out], "nothing half done is left"


@pytest.mark.parametrize("command", ["still", "play"])
def test_a_word_that_nobody_will_see_is_said(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    output = ["-o", str(tmp_path / "no" / "x.png")] if command == "still" else ["--fullscreen"]
    assert cli.run([command, "snake", "--word", "a", "--font", "Nope", *output]) == 1
    assert "--word and --font without effect: snake shows no word" in capsys.readouterr().err
    assert cli.run([command, "pile", "--word", "a", *output]) == 1
    assert "without effect" not in capsys.readouterr().err


def test_a_still_is_the_same_every_time(tmp_path: Path) -> None:
    pictures = []
    for name in ("a.png", "b.png"):
        done = run("still", "snake", "-o", tmp_path / name, "--at", "0.7", "--size", "160x100")
        assert done.returncode == 0, done.stderr
        pictures.append(Image.open(tmp_path / name).tobytes())
    assert pictures[0] == pictures[1]


def test_a_transparent_still_has_letters_and_no_shelf(tmp_path: Path) -> None:
    out = tmp_path / "pile.png"
    done = run("still", "pile", "-o", out, "--size", "160x100", "--transparent")
    assert done.returncode == 0, done.stderr
    alpha = Image.open(out).convert("RGBA").getchannel("A")
    assert alpha.getextrema() == (0, 255)
    # The shelf and its posts reach below the letters, to the lower edge.
    assert alpha.crop((0, 97, 160, 100)).getextrema() == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("still", "snake"), ("-o",)),
        (("still", "snak", "-o", "x.png"), ("snak", "snake")),
        (("still", "snake", "-o", "x.gif"), ("x.gif", ".png")),
        (("still", "snake", "-o", "x.png", "--size", "0x10"), ("0x10",)),
        (("still", "snake", "-o", "x.png", "--size", "99999x99999"), ("99999x99999",)),
        (("still", "snake", "-o", "x.png", "--size", "big"), ("WIDTHxHEIGHT",)),
        (("still", "snake", "-o", "x.png", "--at", "-1"), ("--at",)),
        (("still", "snake", "-o", "x.png", "--at", "nan"), ("--at",)),
        (("still", "snake", "-o", "x.png", "--set", "snake.segment_gap=huge"), ("snake.segment_gap", "huge")),
        (("still", "snake", "-o", "x.png", "--set", "snake.segment_gap=1e9"), ("snake.segment_gap",)),
        (("still", "snake", "-o", "x.png", "--set", "snake.legs=4"), ("snake.legs", "segment_gap")),
        (
            ("still", "snake", "-o", "x.png", "--set", "snake.gap=4"),
            ("snake.gap", "did you mean segment_gap"),
        ),
        (("still", "snake", "-o", "x.png", "--set", "snake.segment_gap=nan"), ("snake.segment_gap", "nan")),
        (("still", "koi", "-o", "x.png", "--set", "koi.count=2.5"), ("koi.count", "a whole number")),
        (("still", "snake", "-o", "x.png", "--set", "pond.count=2"), ("pond.count", "only snake")),
        (("play", "snake", "koi", "--set", "pond.count=2"), ("pond.count", "only snake, koi")),
        (("play", "snake", "--set", "pont.count=2"), ("pont", "did you mean pond")),
        (("still", "pile", "-o", "x.png", "--word", ""), ("--word", "at least one")),
        (("still", "pile", "-o", "x.png", "--word", "\u200d\u200b"), ("--word", "at least one")),
        (("measure", "snak"), ("snak", "did you mean snake")),
        (("still", "snake", "-o", "x.png", "--set", "legs=4"), ("SCENE.PARAM=VALUE",)),
        (("still", "snake", "-o", "x.png", "--word", " "), ("--word",)),
        (("play", "unicorn"), ("unicorn",)),
        (("play", "snake", "--lang", "fr"), ("fr",)),
        (("measure", "unicorn"), ("unicorn", "snake")),
        (("still", "snake", "-o", "x.png", "--set", ".lap=4"), ("SCENE.PARAM=VALUE",)),
        (("still", "pile", "-o", "x.png", "--word", "\udcff"), ("--word", "UTF-8")),
        (("still", "pile", "-o", "x.png", "--word", "\u3164"), ("no letters",)),
        (("fly",), ("fly", "doctor")),
        (("lst",), ("lst", "did you mean list?")),
        (("Snake",), ("did you mean ikimoji play snake?",)),
        (("kiosk", "x.toml"), ("kiosk",)),
    ],
)
def test_wrong_usage_is_2_and_names_the_place(
    arguments: tuple[str, ...], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.run(list(arguments))
    said = capsys.readouterr()
    wrong(subprocess.CompletedProcess(arguments, code, said.out, said.err), 2, *words)


def test_an_output_that_cannot_be_written_is_1(tmp_path: Path) -> None:
    wrong(run("still", "snake", "-o", tmp_path / "no" / "x.png"), 1, "no folder", "mkdir")
    (tmp_path / "d.png").mkdir()
    wrong(run("still", "snake", "-o", tmp_path / "d.png"), 1, "it is a folder")
    wrong(run("still", "snake", "-o", "/proc/x.png"), 1, "cannot write /proc/x.png", "in /proc")
    (tmp_path / "f").touch()
    wrong(run("still", "snake", "-o", tmp_path / "f" / "x.png"), 1, f"{tmp_path / 'f'} is a file")
    wrong(run("still", "snake", "-o", tmp_path / f"{'n' * 300}.png"), 1, "cannot write ", "too long")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a file size limit")
def test_a_full_disk_leaves_no_half_picture(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    command = f"ulimit -f 4; exec {sys.executable} -m viewer still snake -o {out} --size 400x250"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env={**os.environ, **NO_DISPLAY},
        capture_output=True,
        text=True,
        check=False,
    )
    wrong(done, 1, f"cannot write {out}")
    assert list(tmp_path.iterdir()) == []


def test_a_font_or_letter_that_is_missing_is_1(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    wrong(run("still", "pile", "-o", out, "--font", "No Such Family"), 1, "No Such Family")
    wrong(run("still", "pile", "-o", out, "--word", "\U0010fffd"), 1, "U+10FFFD", "--font")
    assert not out.exists()


def test_without_a_display_there_is_a_contact_sheet(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    sheet = tmp_path / "ikimoji-contact-sheet.png"
    assert str(sheet) in done.stderr
    assert "no display" in done.stderr
    assert done.stdout == ""
    picture = Image.open(sheet)
    assert picture.width > 1000
    assert len(picture.convert("RGB").getcolors(10_000_000) or ()) > 1000


@pytest.mark.parametrize("asked", [("--fullscreen",), ("--monitor", "1")])
def test_who_names_a_screen_is_not_put_off_with_a_file(asked: tuple[str, ...], tmp_path: Path) -> None:
    wrong(run("play", "snake", *asked, cwd=tmp_path), 1, "no display", "DISPLAY")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="displays have no names in the environment")
def test_a_display_that_is_dead_is_told_by_name(tmp_path: Path) -> None:
    for arguments in ((), ("play", "snake", "--fullscreen")):
        done = run(*arguments, cwd=tmp_path, DISPLAY=":987")
        wrong(done, 1, "DISPLAY=:987 cannot be reached: no X server answers there", "remedy")
    done = run(cwd=tmp_path, WAYLAND_DISPLAY="wayland-987", XDG_RUNTIME_DIR=str(tmp_path))
    wrong(done, 1, f"WAYLAND_DISPLAY=wayland-987 cannot be reached: no compositor answers at {tmp_path}")
    done = run(cwd=tmp_path, DISPLAY="nonsense")
    wrong(done, 1, "DISPLAY=nonsense cannot be reached: that is no name of a display")
    assert not list(tmp_path.glob("*.png"))


@pytest.mark.window
def test_a_monitor_that_no_screen_is_called_is_2(display: str) -> None:
    for name in ("nonsense", "", "-1"):
        done = run("play", "snake", "--monitor", name, DISPLAY=display)
        wrong(done, 2, f"no monitor {name!r}", "0 (")


@pytest.mark.window
def test_play_opens_shows_and_leaves(display: str, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "DISPLAY": display, "WAYLAND_DISPLAY": ""}
    said = tmp_path / "said"
    with said.open("w") as out:
        show = subprocess.Popen(
            [sys.executable, "-m", "viewer", "play", "snake", "--size", "400x260", "--monitor", "7"],
            cwd=ROOT,
            env=env,
            stderr=out,
            stdout=subprocess.PIPE,
            # A test run that was started in the background ignores Ctrl+C, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        try:
            wait_for(lambda: "first live frame" in said.read_text(), 200, "the first live frame")
            show.send_signal(signal.SIGINT)
            stdout, _ = show.communicate(timeout=60)
        finally:
            show.kill()
    text = said.read_text()
    assert show.returncode == 0, text
    assert stdout == b""
    assert "Traceback" not in text
    assert "painting on" in text
    assert "no monitor '7', using the primary one" in text


def test_a_still_says_that_the_asked_processor_is_not_there(tmp_path) -> None:
    arch = "cuda" if not devices.cuda_name() else "metal"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "viewer",
            "still",
            "snake",
            "-o",
            str(tmp_path / "a.png"),
            "--size",
            "48x30",
            "--arch",
            arch,
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0
    assert arch in done.stderr.lower()
