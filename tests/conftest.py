"""Shared fixtures: a clock that only the test moves, a tiny scene, GL contexts, a virtual display."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scenes.params import Params, number
from scenes.picture import Ground, Picture, discs
from scenes.scene import CREATURE_TICK, Control, Key, Scene

ROOT = Path(__file__).resolve().parents[1]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """With IKIMOJI_REQUIRE_GL=1 (as on CI) a test of drawing or of windows that is skipped has failed."""
    report = yield
    needs = {"gl", "window"} & {mark.name for mark in item.iter_markers()}
    needs |= {"ctx", "display"} & set(getattr(item, "fixturenames", ()))
    if os.environ.get("IKIMOJI_REQUIRE_GL") and needs and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where it must run: {report.longrepr[-1]}"
    return report


class FakeClock:
    """Monotonic nanoseconds that pass only when told to."""

    def __init__(self) -> None:
        self.ns = 5_000_000_000

    def __call__(self) -> int:
        return self.ns

    def pass_seconds(self, seconds: float) -> None:
        self.ns += round(seconds * 1e9)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


class Dot(Scene):
    """A dot that goes 2 px to the right per tick and remembers every input. A test's scene."""

    name = "dot"
    group = "creatures"
    tick_seconds = CREATURE_TICK
    max_debt = 0.05
    title = {"ja": "点", "ko": "점", "en": "Dot"}
    description = {"ja": "点", "ko": "점", "en": "a dot"}
    controls = (Control("pointer", {"ja": "点", "ko": "점", "en": "listens"}),)

    class Params(Params):
        speed: float = number(2.0, 0.0, 100.0, "px/tick", "how fast the dot goes")

    def prepare(self) -> None:
        self.heard: list[tuple[Any, ...]] = getattr(self, "heard", [])
        self.resets = getattr(self, "resets", -1)

    def reset(self) -> None:
        self.ticks = 0
        self.fail_at: int | None = None
        self.x = 100.0
        self.cut = True
        self.resets += 1

    def tick(self) -> None:
        self.ticks += 1
        if self.ticks == self.fail_at:
            raise RuntimeError("the dot fell over")
        self.x += self.params.speed

    def picture(self) -> Picture:
        cut, self.cut = self.cut, False
        theme = self.theme
        ground = Ground(name="ground", top=theme.paper, bottom=theme.paper, patch=theme.sand)
        dot = discs("dot", [(self.x, 50.0)], [[20.0, 20.0]], theme.coral)
        return Picture((ground, dot), cut, {"x": self.x})

    def move(self, pointer: int, x: float, y: float) -> None:
        self.heard.append(("move", pointer, x, y))

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touched = True
        self.heard.append(("press", pointer, x, y))

    def release(self, pointer: int, x: float, y: float) -> None:
        self.heard.append(("release", pointer, x, y))

    def leave(self, pointer: int) -> None:
        self.heard.append(("leave", pointer))

    def key(self, key: Key) -> bool:
        self.heard.append(("key", key))
        return True


@pytest.fixture
def dot() -> Dot:
    return Dot()


@pytest.fixture
def make_dot() -> Callable[..., Dot]:
    """Makes dots as a show's ``make``: (name, setting) -> scene."""
    return lambda name="dot", setting=None: Dot(None, setting)


@pytest.fixture(scope="session")
def _headless() -> Any:
    from viewer import context

    return context.headless()


@pytest.fixture
def ctx(_headless: Any) -> Iterator[Any]:
    """A headless GL context, free of errors before and after the test."""
    assert _headless.error == "GL_NO_ERROR"
    yield _headless
    assert _headless.error == "GL_NO_ERROR"


@contextlib.contextmanager
def virtual_display() -> Iterator[str]:
    """A virtual X display of 1920x1200 on which no window manager runs; its name."""
    if not shutil.which("Xvfb"):
        pytest.skip("no Xvfb (apt install xvfb)")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(timeout=20)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A virtual X display of 1920x1200, with a window manager where there is one."""
    with virtual_display() as name:
        manager = None
        if shutil.which("openbox"):
            manager = subprocess.Popen(
                ["openbox"],
                env={**os.environ, "DISPLAY": name},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        yield name
        if manager:
            manager.terminate()
            manager.wait(timeout=20)


def xdotool(env: Mapping[str, str], *words: object) -> str:
    """What xdotool says, which plays hands and keyboard of the display in ``env``. Raises where it fails."""
    line = ["xdotool", *map(str, words)]
    return subprocess.run(line, env=env, capture_output=True, text=True, timeout=60, check=True).stdout


def wait_for(ready: Callable[[], Any], seconds: float = 60.0, what: str = "it") -> Any:
    """Poll until ``ready`` gives something true; the timeout is generous and only for a hang."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = ready()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited {seconds} s for {what}")


def difference(a: np.ndarray, b: np.ndarray) -> float:
    """Mean absolute difference of two pictures, in levels."""
    return float(np.abs(a.astype(np.int16) - b.astype(np.int16)).mean())
