"""The keeper with real processes: small ones that die in every way there is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from conftest import ROOT, wait_for

from viewer.commands.kiosk import _fault_of
from viewer.kiosk import exits
from viewer.kiosk.journal import Journal
from viewer.kiosk.keeper import Keeper
from viewer.kiosk.rules import RULES, Failures

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

QUICK = replace(RULES, silence=1.5, start=30.0, stop=2.0, first_wait=0.05, longest_wait=0.2, retry=20.0)
CHILD = """
import os, signal, sys, time
from pathlib import Path
from viewer.kiosk import leash
from viewer.kiosk.pulse import Pulse, sender
leash.tie()
folder = Path(sys.argv[1])
runs = folder / "runs"
n = len(runs.read_text()) if runs.exists() else 0
runs.write_text("x" * (n + 1))
ways = sys.argv[2].split(",")
way = ways[min(n, len(ways) - 1)]
(folder / f"pid{n}").write_text(str(os.getpid()))
if way == "early":
    sys.exit(2)
with sender() as send:
    pulse = Pulse(send)
    for i in range(10_000):
        pulse.shown("pond")
        if i == 3:
            if way == "hang": time.sleep(600)
            if way == "stop": os.kill(os.getpid(), signal.SIGSTOP)
            if way == "raise": raise RuntimeError("on purpose")
            if way == "kill": os.kill(os.getpid(), signal.SIGKILL)
            if way.isdigit(): sys.exit(int(way))
        if way == "print": print("WATCHDOG=1 is what a library says", flush=True)
        time.sleep(0.02)
"""
SORRY = """
import sys
from pathlib import Path
Path(sys.argv[1], "sorry").open("a").write(sys.argv[2] + "\\n")
"""
KEEPER = """
import sys
from pathlib import Path
from viewer.kiosk.journal import Journal
from viewer.kiosk.keeper import Keeper
from viewer.kiosk.rules import Rules
folder = Path(sys.argv[1])
show = [sys.executable, str(folder / "child.py"), str(folder), sys.argv[2]]
sorry = lambda why: [sys.executable, str(folder / "sorry.py"), str(folder), why]
sys.exit(Keeper(show, sorry, Journal("keeper", folder), print, Rules(**eval(sys.argv[3]))).run())
"""


class Kept:
    """A keeper in a process of its own, whose children end in these ways, one after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        for name, text in (("child", CHILD), ("sorry", SORRY), ("keeper", KEEPER)):
            (folder / f"{name}.py").write_text(text)

    def start(self, *ways: str, **rules: Any) -> subprocess.Popen[bytes]:
        chosen = replace(QUICK, **rules)
        arguments = [str(self.folder), ",".join(ways), repr(vars(chosen))]
        self.process = subprocess.Popen(
            [sys.executable, str(self.folder / "keeper.py"), *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return self.process

    def ends(self) -> int:
        assert self.process
        return self.process.wait(timeout=60)

    def pid(self, run: int) -> int:
        file = self.folder / f"pid{run}"
        return int(wait_for(lambda: file.exists() and file.read_text(), what=f"run {run}"))

    def noted(self, event: str) -> list[dict[str, Any]]:
        file = self.folder / "keeper.jsonl"
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        return [line for line in map(json.loads, lines) if line["event"] == event]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    if made.process and made.process.poll() is None:
        made.process.kill()
        made.process.wait(timeout=20)


def gone(pid: int) -> bool:
    """Whether a process has ended (one that nobody has asked about yet counts)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except OSError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False


def test_every_kind_of_death_is_followed_by_a_start(kept: Kept) -> None:
    """Faults 19 and 21; the last one quits in good order."""
    kept.start("kill", "hang", "stop", "raise", "4", "0", most=50)
    assert kept.ends() == exits.QUIT
    deaths = [(death["why"], death["scene"]) for death in kept.noted("death")]
    assert deaths == [
        ("killed by signal 9", "pond"),
        ("hung", "pond"),
        ("hung", "pond"),
        ("failed", "pond"),
        ("graphics context lost", "pond"),
    ]
    assert len(kept.noted("live")) == 6
    assert all(gone(kept.pid(run)) for run in range(6))


def test_what_libraries_print_is_no_sign_of_life(kept: Kept) -> None:
    kept.start("print", silence=8.0)
    wait_for(lambda: kept.noted("live"), what="a live show")
    assert kept.process
    kept.process.terminate()
    assert kept.ends() == exits.QUIT
    assert not kept.noted("death")
    assert gone(kept.pid(0))


def test_a_show_that_cannot_even_be_started_is_a_death_like_any_other(tmp_path: Path) -> None:
    """No memory for a process, or none left: it may be otherwise in a moment."""
    said: list[str] = []
    there = str(tmp_path / "nothing")
    keeper = Keeper([there], lambda why: [there], Journal("keeper", tmp_path), said.append, QUICK)
    keeper._rest = lambda _: setattr(keeper, "_asked_to_stop", len(said) >= 3)  # type: ignore[method-assign]
    assert keeper.run() == exits.QUIT
    assert sum("No such file" in text for text in said) >= 3, said


def test_a_show_file_that_was_mended_is_not_kept_waiting(tmp_path: Path) -> None:
    file = tmp_path / "show.toml"
    file.write_text("[broken")
    keeper = Keeper([], lambda why: [], Journal("keeper", tmp_path), print, QUICK, file)
    resting = Thread(target=keeper._rest, args=(600.0,), daemon=True)
    resting.start()
    edits = count(1)

    def roused() -> bool:
        """By one of several edits: the first may come before the rest has begun."""
        at = next(edits)
        os.utime(file, ns=(at, at))
        return not resting.is_alive()

    wait_for(roused, what="the end of the rest")


def test_the_maintenance_screen_says_what_is_wrong_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "show.toml"
    file.write_text('[[scene]]\nname = "pont"')
    assert _fault_of(file).startswith("show.toml:2: scene[1].name: no scene 'pont'")
    file.write_text('[[scene]]\nname = "pond"')
    assert _fault_of(file) == _fault_of(None) == ""


def test_wrong_usage_is_told_at_once_and_not_tried_again(kept: Kept) -> None:
    kept.start("early")
    assert kept.ends() == exits.USAGE
    assert not (kept.folder / "pid1").exists()


def test_reload_is_no_failure(kept: Kept) -> None:
    kept.start("10", "10", "10", "0", most=2, silence=8.0)
    assert kept.ends() == exits.QUIT
    assert not kept.noted("death")


def test_too_many_failures_are_apologised_for_and_then_it_is_tried_again(kept: Kept) -> None:
    kept.start("raise", "raise", "kill", "0", most=3)
    assert kept.ends() == exits.QUIT
    assert (kept.folder / "sorry").read_text() == "killed by signal 9\n"
    assert len(kept.noted("death")) == 3


@pytest.mark.parametrize("way", ["live", "stop"])
def test_the_show_dies_with_its_keeper(kept: Kept, way: str) -> None:
    """Killed outright, with a show that lives or is stopped: nothing is left on the screen."""
    keeper = kept.start(way, silence=60.0)
    wait_for(lambda: kept.noted("live"), what="a live show")
    pid = kept.pid(0)
    keeper.kill()
    keeper.wait(timeout=20)
    wait_for(lambda: gone(pid), what="the end of the show")


def test_a_keeper_that_stood_still_blames_nobody(kept: Kept) -> None:
    """Fault 10: a machine that slept wakes with a show that is sound."""
    keeper = kept.start("live", silence=3.0)
    wait_for(lambda: kept.noted("live"), what="a live show")
    pid = kept.pid(0)
    for process in (keeper.pid, pid):
        os.kill(process, signal.SIGSTOP)
    wait_for(lambda: _state(pid) == "T", what="stopped")
    # Longer than the show may be silent; it is the time itself that is meant here.
    subprocess.run(["sleep", "4"], check=True)
    for process in (keeper.pid, pid):
        os.kill(process, signal.SIGCONT)
    keeper.terminate()
    assert kept.ends() == exits.QUIT
    assert not kept.noted("death")
    assert not kept.noted("hang")


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "T"  # no /proc: taken on trust


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_waits_double_and_a_sound_life_forgives() -> None:
    clock = Clock()
    failures = Failures(replace(RULES, most=100), clock)
    waits = [failures.note(1.0) for _ in range(9)]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
    assert failures.note(RULES.sound) == 0.5


def test_failures_older_than_an_hour_do_not_count() -> None:
    clock = Clock()
    failures = Failures(RULES, clock)
    for _ in range(40):
        clock.now += 13 * 60
        assert failures.note(60.0) is not None, "four or five an hour are lived with"
    answers = []
    for _ in range(RULES.most):
        clock.now += 10
        answers.append(failures.note(1.0))
    assert None in answers
    failures.forget()
    assert failures.note(1.0) == RULES.first_wait


def test_the_first_restarts_are_there_within_ten_seconds() -> None:
    """What the rules themselves take of the ten seconds, for a hang; the rest is the start's."""
    assert RULES.silence + RULES.first_wait <= 5.0
