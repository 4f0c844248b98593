"""The small parent of a show where there is no systemd: it starts it, listens to it, and starts it anew."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from viewer.kiosk import exits, leash, pulse
from viewer.kiosk.journal import Journal
from viewer.kiosk.rules import RULES, Failures, Rules

LOOK = 0.5
"""Seconds between two looks at a child that says nothing."""
ASLEEP = 2.0
"""If a look took so long, the keeper itself stood still (stopped, suspended): nobody's silence counts."""


@dataclass(frozen=True)
class Death:
    """How a child ended: its exit code, whether it was hung, how long it lived, what it showed last."""

    code: int
    hung: bool
    lived: float
    live: bool
    """Whether it ever showed a live picture."""
    scene: str
    fault: str = ""
    """Why it could not even be started."""

    @property
    def why(self) -> str:
        return self.fault or ("hung" if self.hung else exits.meaning(self.code))


class Keeper:
    """Keeps ``show`` (a command line) running. ``sorry(why)``: the command line of the maintenance screen.

    ``file``: the show's own; when it is written, a show that waits or is apologised for is tried again.
    """

    def __init__(
        self,
        show: Sequence[str],
        sorry: Callable[[str], Sequence[str]],
        journal: Journal,
        say: Callable[[str], None],
        rules: Rules = RULES,
        file: Path | None = None,
    ) -> None:
        self.show = list(show)
        self.sorry = sorry
        self.journal = journal
        self.say = say
        self.rules = rules
        self.file = file
        self.failures = Failures(rules)
        self._asked_to_stop = False
        self._ever_live = False
        self._heard: SimpleQueue[str | None] = SimpleQueue()

    def run(self) -> int:
        """Until the operator quits or the system ends us. The exit code."""
        before = {number: signal.signal(number, self._stop) for number in _STOPPING}
        try:
            return self._run()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _run(self) -> int:
        while not self._asked_to_stop:
            death = self._watch()
            if self._asked_to_stop or death.code == exits.QUIT:
                return exits.QUIT
            if death.code == exits.USAGE and not self._ever_live:
                return exits.USAGE
            if death.code == exits.RELOAD:
                continue
            wait = self.failures.note(death.lived)
            self.journal.note(
                "death", why=death.why, scene=death.scene, lived_s=round(death.lived, 1), wait_s=wait
            )
            if wait is None:
                self.say(f"the show ended ({death.why}), too often now: a maintenance screen stands in")
                self._apologise(death.why)
                self.failures.forget()
            else:
                self.say(f"the show ended ({death.why}); it starts again in {wait:g} s")
                self._rest(wait)
        return exits.QUIT

    def _stop(self, *_: object) -> None:
        self._asked_to_stop = True
        self._heard.put(None)

    # the show

    def _watch(self) -> Death:
        """Start a show and stay with it until it has ended."""
        self._heard = SimpleQueue()
        began = time.monotonic()
        try:
            child = self._start(self.show, subprocess.PIPE)
        except OSError as error:  # no memory or no process left: it may be otherwise soon
            return Death(exits.FAILED, False, 0.0, False, "", str(error))
        assert child.stdout
        Thread(target=_listen, args=(child.stdout, self._heard), daemon=True).start()
        self.journal.note("start", pid=child.pid)
        silence, live, scene, hung = self.rules.start, False, "", False
        deadline = looked = began + silence
        while child.poll() is None and not self._asked_to_stop:
            try:
                message = self._heard.get(timeout=LOOK)
            except Empty:
                message = ""
            now = time.monotonic()
            key, _, value = (message or "").partition("=")
            if key == "READY":
                live = self._ever_live = True
                silence = self.rules.silence
                self.journal.note("live", after_s=round(now - began, 1))
            elif key == "WATCHDOG_USEC":
                silence = int(value) / 1e6
            elif key == "STATUS":
                scene = value
            if key or now - looked > ASLEEP:
                deadline = now + silence
            looked = now
            if message is None:  # its end of the pipe is closed: it ends, or soon counts as hung
                time.sleep(LOOK / 10)
            if now > deadline and self._heard.empty():
                hung = True
                self.journal.note("hang", scene=scene, silent_s=silence)
                child.kill()  # works on a stopped process, too
                child.wait()
        if child.poll() is None:
            self._end(child)
        _close(child)
        return Death(child.returncode, hung, time.monotonic() - began, live, scene)

    # what stands in for it

    def _apologise(self, why: str) -> None:
        """Show the maintenance screen for as long as it stays; rest instead where even that fails."""
        self.journal.note("maintenance", why=why)
        try:
            child = self._start(self.sorry(why), subprocess.DEVNULL)
        except OSError as error:
            self.say(f"the maintenance screen cannot be shown ({error})")
            self._rest(self.rules.longest_wait)
            return
        until, written = time.monotonic() + self.rules.retry + self.rules.start, self._written()
        while child.poll() is None and not self._asked_to_stop and time.monotonic() < until:
            self._rest(LOOK)
            if self._written() != written:
                break
        if child.poll() is None:
            self._end(child)
        elif child.returncode != 0:
            self.say(f"the maintenance screen cannot be shown ({exits.meaning(child.returncode)})")
            self._rest(self.rules.longest_wait)
        _close(child)

    # processes

    def _start(self, command: Sequence[str], stdout: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=stdout,
            env={**os.environ, pulse.PIPE: "1", leash.PARENT: str(os.getpid())},
            start_new_session=sys.platform != "win32",  # Ctrl+C in a terminal is ours to answer
        )

    def _end(self, child: subprocess.Popen[bytes]) -> None:
        child.terminate()
        try:
            child.wait(self.rules.stop)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def _rest(self, seconds: float) -> None:
        until, written = time.monotonic() + seconds, self._written()
        while not self._asked_to_stop and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, LOOK))
            if self._written() != written:
                return

    def _written(self) -> int:
        """When the show's file was last written (ns), 0 while there is none."""
        try:
            return self.file.stat().st_mtime_ns if self.file else 0
        except OSError:
            return 0


_STOPPING: list[int] = [
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
]


def _listen(stream: IO[bytes], heard: Any) -> None:
    """Pass on every line until the stream ends; the end is None."""
    try:
        for line in stream:
            heard.put(line.decode(errors="replace").strip())
    except (OSError, ValueError):
        pass  # closed under our hands: the same as its end
    heard.put(None)


def _close(child: subprocess.Popen[bytes]) -> None:
    if child.stdin:
        child.stdin.close()
