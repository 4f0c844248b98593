"""A show that is treated badly for a simulated week, in minutes: a real window, a clock of its own.

Visitors, resizes, edits of the show file, nights, sleep of the machine, hidden windows, scenes that follow
each other; all of it seeded. Prints JSON: what happened, and what must be nothing. ``make soak`` runs it
long; fewer rounds by its arguments. Without a display it has one made.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]


import own_clock  # noqa: E402

if __name__ == "__main__":
    own_clock.find_display()
clock = own_clock.install()

import argparse  # noqa: E402
import dataclasses  # noqa: E402
import json  # noqa: E402
import tempfile  # noqa: E402
from collections import Counter  # noqa: E402
from collections.abc import Sequence  # noqa: E402
from functools import partial  # noqa: E402

import gl_objects  # noqa: E402
import numpy as np  # noqa: E402

from scenes import registry  # noqa: E402
from scenes.scene import KEYS, Setting  # noqa: E402
from viewer import loop  # noqa: E402
from viewer.keys import Stroke  # noqa: E402
from viewer.kiosk.minute import memory_mb  # noqa: E402
from viewer.kiosk.sight import is_blank  # noqa: E402
from viewer.sdl import sdl2  # noqa: E402
from viewer.showfile.reading import read  # noqa: E402
from viewer.showloop import ShowLoop, options_of  # noqa: E402
from viewer.stage import FADE  # noqa: E402
from viewer.window import gl_function  # noqa: E402

DAY = 86_400
SIZE = (800, 500)
"""The window, most of the time."""
SIDES = (1, 16, 90, 480, 800, 1200)
FRAME = 1 / 60
PATIENCE = 240
"""Rounds in which a scene that is on must move on."""
WORDS = (
    "IKIMOJI",
    "안녕하세요",
    "ようこそ",
    "مرحبا",
    "👨‍👩‍👧🎈❤️",
    "नमस्ते",
    "i",
    "The quick brown fox jumps over it",
)
EXPECTED = (
    "painting on",
    "the show goes on as it was",
    "was edited",
    "the hours of the show",
    "the show is over",
    "first live",
)


def show_file(names: Sequence[str], words: int, broken: bool = False) -> str:
    """A show of these scenes; ``words`` picks other words."""
    lines = ["[defaults]", "dwell = 3600", 'language = "en"']
    lines += ["[hours]", 'open = ["08:00-20:00"]', 'zone = "UTC"', "[screen]", "idle_cursor = 1"]
    for k, name in enumerate(names):
        lines += ["[[scene]]", f'name = "{name}"', f'theme = "{("day", "night")[(k + words) % 2]}"']
        if name != registry.WALL and registry.scene_class(name).group == "letters":
            lines.append(f'word = "{WORDS[(k + words) % len(WORDS)]}"')
    return "\n".join([*lines, "dwel = 3" if broken else ""])


class Soak(ShowLoop):
    """A loop that does harm to itself between frames, and counts what came of it."""

    goal: argparse.Namespace
    file: Path

    def _prepare(self) -> Any:
        yield from super()._prepare()
        self.rng = np.random.default_rng(self.goal.seed)
        self.count: Counter[str] = Counter()
        self.marks: list[dict[str, Any]] = []
        self.blanks: list[Any] = []
        """What was on, and how large, where nothing was seen."""
        self.began_ns = clock.ns
        self._on: Any = None
        self._stood = self._edits = 0
        self._due: Counter[str] = Counter()
        self._fingers: set[int] = set()

    # harm

    def _do_wishes(self, stage: Any) -> None:
        clock.pass_by(FRAME)
        self.count["rounds"] += 1
        self._look(stage)
        if not self.dark:
            self._visit(stage)
        plays, whole = self.goal.plays, self.goal.plays * self.goal.switches
        for what, every, act in (
            ("switches", plays, self._switch),
            ("resizes", whole / max(self.goal.resizes, 1), self._resize),
            ("hours", whole / max(self.goal.days * 24, 1), self._sleep),
            ("edits", self.goal.edits, self._edit),
            ("calms", 1400, self._calm),
            ("hides", 700, self._hide),
        ):
            self._due[what] += 1
            if self._due[what] >= every and not (self.dark and what == "switches"):
                self._due[what] = 0
                act(stage)
        if self._is_done():
            self.window.close()
        super()._do_wishes(stage)

    def _is_done(self) -> bool:
        goal, days = self.goal, (clock.ns - self.began_ns) / 1e9 / DAY
        return self.count["switches"] >= goal.switches and self.count["resizes"] >= goal.resizes and (
            days >= goal.days
        )  # fmt: skip

    def _visit(self, stage: Any) -> None:
        rng, (width, height) = self.rng, self.window.size
        x, y = rng.uniform(-20, width + 20), rng.uniform(-20, height + 20)
        dice = rng.random()
        if dice < 0.35:
            stage.mouse_move(x, y)
        elif dice < 0.42:
            stage.mouse_press(x, y)
        elif dice < 0.49:
            stage.mouse_release(x, y)
        elif dice < 0.55:
            finger = int(rng.integers(4))
            act = stage.finger_move if finger in self._fingers else stage.finger_press
            self._fingers.add(finger)
            act(finger, x, y)
        elif dice < 0.6 and self._fingers:
            stage.finger_release(self._fingers.pop(), x, y)
        elif dice < 0.65:
            stage.key(Stroke("scene", KEYS[rng.integers(len(KEYS))]))
        elif dice < 0.655:
            stage.activate("pause")
            stage.frame()
            stage.activate("pause")
        elif dice < 0.66:
            stage.activate("reset")
        stage.show.player.paused = False

    def _switch(self, stage: Any) -> None:
        show = stage.show
        if show.asked is not None:
            return
        self.count["switches"] += 1
        show.step(1)
        if self.count["switches"] % len(show.names) == 0:
            self._mark()

    def _resize(self, _: Any) -> None:
        self.count["resizes"] += 1
        width, height = self.rng.choice([side for side in SIDES if side <= self.goal.widest], 2)
        if self.rng.random() < 0.5:
            width, height = SIZE
        sdl2.SDL_SetWindowSize(self.window._window, int(width), int(height))

    def _sleep(self, _: Any) -> None:
        """The machine sleeps, or the process is stopped."""
        clock.pass_by(self.goal.days * DAY / max(self.goal.days * 24, 1))

    def _edit(self, _: Any) -> None:
        self._edits += 1
        self.count["edits"] += 1
        beside = self.file.with_suffix(".new")
        beside.write_text(show_file(self.goal.scenes, self._edits // 2 % 3, bool(self._edits % 2)), "utf-8")
        os.replace(beside, self.file)

    def _calm(self, _: Any) -> None:
        self.count["calms"] += 1
        self.calm.calm = not self.calm.calm

    def _hide(self, _: Any) -> None:
        self.count["hides"] += 1
        sdl2.SDL_HideWindow(self.window._window)
        self.window.process_events()
        sdl2.SDL_ShowWindow(self.window._window)

    # what came of it

    def _look(self, stage: Any) -> None:
        player, surface = stage.show.player, self.window.surface.framebuffer
        if player.failure:
            self.count["failures"] += 1
            player.reset()
        ticks = player.scene, player.scene.ticks
        moved = ticks != self._on or player.calm or self.dark or not self.window.seen
        self._on, self._stood = ticks, 0 if moved else self._stood + 1
        if self._stood >= PATIENCE:
            self.count["frozen"] += 1
            self._stood = 0
        if self.count["rounds"] % 10:
            return
        self.count["looks"] += 1
        if not all(map(_is_finite, player.after.layers)):
            self.count["not finite"] += 1
        risen = clock.ns - stage._risen_from > 2 * FADE
        shown = self.window.seen and not self.dark and risen and player.failure == ""
        if shown and surface is not None and is_blank(surface):
            self.count["blank"] += 1
            self.blanks.append(
                [player.scene.name, player.scene.ticks, surface.size, self.window.size, player.calm]
            )

    def _mark(self) -> None:
        """Memory and GL objects, once every scene has been on."""
        self.marks.append(
            {"memory_mb": memory_mb(), "gl": gl_objects.live(self.window.ctx, 20_000, _address)}
        )

    def verdict(self, said: list[str]) -> dict[str, Any]:
        """What happened, and what must be nothing."""
        settled = self.marks[len(self.marks) // 2 :]  # by then every word has been seen and is kept
        memory = [mark["memory_mb"] for mark in settled]
        slope = float(np.polyfit(np.arange(len(memory)), memory, 1)[0]) if len(memory) > 1 else 0.0
        objects = [sum(mark["gl"].values()) for mark in settled]
        surprises = [text for text in said if not any(word in text for word in EXPECTED)]
        return {
            "did": {
                name: self.count[name]
                for name in ("rounds", "switches", "resizes", "edits", "hides", "calms")
            },
            "days": round((clock.ns - self.began_ns) / 1e9 / DAY, 2),
            "changes": self.stage.show.changes if self.stage else 0,
            "looks": self.count["looks"],
            "bad": {name: self.count[name] for name in ("failures", "frozen", "not finite", "blank")},
            "blanks": self.blanks[:20],
            "surprises": surprises[:20],
            "memory_mb": memory,
            "memory_mb_a_round_of_scenes": round(slope, 3),
            "gl_objects": objects,
            "gl_error": self.window.ctx.error,
        }


def _address(name: str) -> int:
    return gl_function(name.encode()) or 0


def _is_finite(layer: Any) -> bool:
    values = [getattr(layer, field.name) for field in dataclasses.fields(layer)]
    arrays = [value for value in values if isinstance(value, np.ndarray) and value.dtype.kind == "f"]
    return all(bool(np.isfinite(array).all()) for array in arrays)


def run(goal: argparse.Namespace) -> dict[str, Any]:
    """Do all of it on the display there is; the verdict."""
    said: list[str] = []
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        Soak.goal, Soak.file = goal, Path(folder) / "show.toml"
        Soak.file.write_text(show_file(goal.scenes, 0), "utf-8")
        source = read(Soak.file, "en")
        options = loop.Options(names=("",), setting=Setting(language="en"), size=SIZE, arch="cpu")
        options = options_of(source, options, ())
        made: list[Soak] = []

        def kind(*args: Any, **more: Any) -> Soak:
            made.append(Soak(*args, **more))
            return made[0]

        found: list[dict[str, Any]] = []
        release = loop.Window.destroy

        def destroy(window: Any) -> None:
            if made:
                found.append(made[0].verdict(said))
            release(window)

        loop.Window.destroy = destroy  # type: ignore[method-assign]
        noon = 12 * 3600
        wall = lambda: noon + clock.ns / 1e9  # noqa: E731
        loop.run(options, said.append, partial(kind, source=source, language="en", wall=wall))
    return {**found[0], "seconds": round(time.perf_counter() - started)}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--switches", type=int, default=200)
    words.add_argument("--resizes", type=int, default=1000)
    words.add_argument("--days", type=float, default=7.0)
    words.add_argument("--plays", type=int, default=45, help="rounds that each scene plays, about")
    words.add_argument("--edits", type=int, default=900, help="rounds from one edit of the show to the next")
    words.add_argument("--scenes", nargs="+", default=[registry.WALL, *registry.names()])
    words.add_argument("--widest", type=int, default=max(SIDES))
    words.add_argument("--seed", type=int, default=0)
    found = run(words.parse_args())
    print(json.dumps(found, indent=2))
    bad = sum(found["bad"].values()) + len(found["surprises"])
    sys.exit(1 if bad or found["gl_error"] != "GL_NO_ERROR" else 0)


if __name__ == "__main__":
    main()
