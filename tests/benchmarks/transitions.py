"""The longest frames while scenes give way to one another: a real window, a show of everything, as JSON.

``python tests/benchmarks/transitions.py [--changes 50] [--size 1280x800] [--resolution 1]``, some minutes.
``ours`` is the main thread's own processor time in a frame; what a software renderer does (draw calls,
waiting for them, handing the picture to the screen) is left out. ``whole`` is all of it, by the clock.
Both are in ms. The show's own clock goes on by a sixtieth of a second each frame, however long that took:
what a slow renderer makes others catch up with is its own time as well.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import own_clock  # noqa: E402

if __name__ == "__main__":
    own_clock.find_display()
clock = own_clock.install()

import moderngl  # noqa: E402
import numpy as np  # noqa: E402

from scenes import registry  # noqa: E402
from scenes.scene import Setting  # noqa: E402
from viewer import loop  # noqa: E402
from viewer.stage import Stage  # noqa: E402
from viewer.window import Window  # noqa: E402

PLAYS = 1.5
"""Seconds from the end of a change to the next wish for one."""
DRAWING = ((moderngl.VertexArray, "render"), (moderngl.Context, "finish"), (Window, "swap_buffers"))
"""Where a software renderer does its work."""


class Hasty(loop.Loop):
    """Goes on to the next scene again and again, and notes what every frame took."""

    goal: argparse.Namespace

    def _prepare(self) -> Iterator[None]:
        yield from super()._prepare()
        self.frames: list[tuple[str, float, float, str]] = []
        self._since = time.monotonic()

    def _live_frame(self, stage: Stage) -> None:
        show = stage.show
        is_moving = bool(show.asked or stage.transition)
        phase = "change" if stage.transition else "wait" if show.asked else "play"
        with drawing() as drawn:
            thread, begun = time.thread_time_ns(), time.perf_counter_ns()
            super()._live_frame(stage)
            ours, whole = time.thread_time_ns() - thread - drawn[0], time.perf_counter_ns() - begun
        self.frames.append((phase, ours / 1e6, whole / 1e6, show.player.scene.name))
        clock.pass_by(1 / 60)
        now = time.monotonic()
        if is_moving:
            self._since = now
        elif now - self._since > PLAYS:
            if show.changes > self.goal.changes:
                self.window.close()
            show.step(1)


@contextlib.contextmanager
def drawing() -> Iterator[list[int]]:
    """Adds up the ns of this thread that are spent where a software renderer works."""
    spent, before = [0], [getattr(owner, name) for owner, name in DRAWING]

    def timed(act: Any) -> Any:
        def run(*args: Any, **options: Any) -> Any:
            begun = time.thread_time_ns()
            try:
                return act(*args, **options)
            finally:
                spent[0] += time.thread_time_ns() - begun

        return run

    for (owner, name), act in zip(DRAWING, before):
        setattr(owner, name, timed(act))
    try:
        yield spent
    finally:
        for (owner, name), act in zip(DRAWING, before):
            setattr(owner, name, act)


def measure(goal: argparse.Namespace) -> dict[str, Any]:
    """Frames by phase: played, waited for the scene that was asked for, in the change itself."""
    Hasty.goal = goal
    made: list[Hasty] = []

    def kind(*args: Any) -> Hasty:
        made.append(Hasty(*args))
        return made[0]

    width, height = map(int, goal.size.split("x"))
    options = loop.Options(
        names=(registry.WALL, *registry.names()),
        setting=Setting(language="en"),
        size=(width, height),
        resolution=goal.resolution,
        arch="cpu",
    )
    loop.run(options, lambda text: print(text, file=sys.stderr), kind)
    frames = made[0].frames
    found: dict[str, Any] = {"changes": goal.changes, "period_ms": 1e3 / 60, "size": goal.size}
    for phase in ("play", "wait", "change"):
        part = [(ours, whole) for its, ours, whole, _ in frames if its == phase]
        found[phase] = {"frames": len(part)}
        for what, values in zip(("ours_ms", "whole_ms"), zip(*part)):
            found[phase][what] = {
                **{f"p{q}": round(float(np.percentile(values, q)), 2) for q in (50, 95, 99)},
                "max": round(max(values), 2),
            }
    worst = sorted((frame for frame in frames if frame[0] != "play"), key=lambda frame: -frame[1])[:12]
    found["longest"] = [[phase, round(ours, 1), round(whole, 1), name] for phase, ours, whole, name in worst]
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--changes", type=int, default=50)
    words.add_argument("--size", default="1280x800")
    words.add_argument("--resolution", type=float, default=None)
    print(json.dumps(measure(words.parse_args()), indent=2))


if __name__ == "__main__":
    main()
