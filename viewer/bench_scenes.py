"""What a frame of each scene costs: processor time of its tick, its picture, and handing that to the painter.

What a software renderer does itself is left out: all of a screen is sent and one pixel of it painted, and the
time inside of draw calls does not count.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import moderngl
import numpy as np

from scenes import registry
from scenes.board import View, view
from scenes.picture import Picture
from scenes.scene import Scene, Setting
from viewer.bench import row
from viewer.context import let_go

SCREEN = (1920, 1200)
CROWD = 1000
FRAMES = 240
"""Frames that are measured of a scene, after a quarter as many that warm it up."""
PERIOD = 1e3 / 60
"""ms between two pictures of a usual display."""


@dataclass
class Cost:
    """Processor milliseconds of each frame."""

    tick: list[float] = field(default_factory=list)
    picture: list[float] = field(default_factory=list)
    paint: list[float] = field(default_factory=list)

    def median(self, part: str) -> float:
        return float(np.median(getattr(self, part)))

    @property
    def total(self) -> float:
        parts = [part for part in (self.tick, self.picture, self.paint) if part]
        return float(np.median(np.sum(parts, axis=0)))


def rows(ctx: moderngl.Context | None, crowds: bool = False) -> Iterator[dict[str, Any]]:
    """A row for each scene's frame and one for each part of it. Without ``ctx`` nothing is painted.

    ``crowds``: of every creature a thousand, too, beside a hundred of it.
    """
    for name in registry.names():
        yield from _rows(name, cost(_scene(name), FRAMES, ctx))
        if crowds and name in registry.CREATURES:
            tenth = cost(_scene(name, CROWD // 10), FRAMES // 6, ctx)
            crowd = cost(_scene(name, CROWD), FRAMES // 6, ctx)
            best = {"ours": crowd.total, "peer": 10 * tenth.total}
            yield row(f"{name} x{CROWD} frame", best, peer=f"ten frames of {CROWD // 10} of them")
            yield from _parts(f"{name} x{CROWD}", crowd)


def cost(scene: Scene, frames: int, ctx: moderngl.Context | None = None) -> Cost:
    """The cost of each of so many frames of a scene in full motion."""
    found = Cost()
    with _painting(ctx, scene) if ctx else contextlib.nullcontext() as paint:
        for k in range(-(frames // 4), frames):
            marks = [time.process_time_ns()]
            scene.tick()
            marks.append(time.process_time_ns())
            picture = scene.picture()
            marks.append(time.process_time_ns())
            painted = paint(picture) if paint else 0.0
            if k >= 0:
                found.tick.append((marks[1] - marks[0]) / 1e6)
                found.picture.append((marks[2] - marks[1]) / 1e6)
                if paint:
                    found.paint.append(painted)
    return found


def _scene(name: str, count: int | None = None) -> Scene:
    kind = registry.scene_class(name)
    params = kind.Params() if count is None else kind.Params(count=count)  # type: ignore[call-arg]
    return kind(params=params, setting=Setting(board=view(*SCREEN, "extend").board))


@contextlib.contextmanager
def _painting(ctx: moderngl.Context, scene: Scene) -> Iterator[Callable[[Picture], float]]:
    from viewer.painter import Painter

    painter = Painter(ctx)
    texture = ctx.texture((1, 1), 4)
    target = ctx.framebuffer([texture])
    where: View = view(*SCREEN, "contain", scene.board)
    middle = SCREEN[0] // 2, SCREEN[1] // 2

    def paint(picture: Picture) -> float:
        """Milliseconds of this thread."""
        with _drawing() as drawing:
            begun = time.thread_time_ns()
            painter.paint(picture, where, target, origin=middle)
            spent = time.thread_time_ns() - begun
        ctx.finish()
        return (spent - drawing[0]) / 1e6

    try:
        yield paint
    finally:
        painter.release()
        let_go(target)
        texture.release()


@contextlib.contextmanager
def _drawing() -> Iterator[list[int]]:
    """Adds up the ns of this thread that are spent inside of draw calls."""
    render, spent = moderngl.VertexArray.render, [0]

    def timed(*args: Any, **options: Any) -> None:
        begun = time.thread_time_ns()
        render(*args, **options)
        spent[0] += time.thread_time_ns() - begun

    moderngl.VertexArray.render = timed  # type: ignore[method-assign]
    try:
        yield spent
    finally:
        moderngl.VertexArray.render = render  # type: ignore[method-assign]


def _rows(name: str, found: Cost) -> Iterator[dict[str, Any]]:
    size = f"{SCREEN[0]}x{SCREEN[1]}"
    yield row(f"{name} frame {size}", {"ours": found.total, "peer": PERIOD}, peer="a display of 60 Hz asks")
    yield from _parts(name, found)


def _parts(name: str, found: Cost) -> Iterator[dict[str, Any]]:
    yield row(f"{name} tick", {"ours": found.median("tick")})
    yield row(f"{name} picture", {"ours": found.median("picture")})
    if found.paint:
        yield row(f"{name} paint submission", {"ours": found.median("paint")})
