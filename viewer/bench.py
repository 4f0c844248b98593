"""How fast the kernels are, as ratios against peers that run in turn with them on the same machine.

``run`` gives the data of ``ikimoji bench --json``. A row's ``ratio`` says how many times faster than the peer
we are; ``floor_ratio`` how many times slower than the least that the memory allows. Both may be None.
Each number is the best of several rounds, in which we, the peer and the floor take turns, so that whatever
else the machine does meets all of them.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kernels import devices, runtime
from kernels.chain import follow_chain
from kernels.waves import WaveGrid

WAVE_JS = Path(__file__).resolve().parents[1] / "tests" / "benchmarks" / "wave.js"
"""The wave step as a plain JavaScript loop; there in a checkout, not in an installed program."""

GRIDS = ((1920, 1200), (240, 150))
"""Columns and rows: a surface as fine as the screen, and the pond of the article."""

Timer = Callable[[], float]
"""Runs something once or often, and returns milliseconds for once."""


def run(rounds: int = 8) -> dict[str, Any]:
    """Measure everything: {"machine", "device", "node", "rows": [...]}, a few seconds."""
    device = runtime.ensure()
    rows = [wave_row(columns, rows_, rounds) for columns, rows_ in GRIDS]
    rows.append(chain_row(rounds))
    return {
        "machine": f"{platform.system()} {platform.machine()}, {devices.cpu_name()}",
        "device": f"{device.arch}: {device.name}",
        "node": node_version(),
        "rows": rows,
    }


def wave_row(columns: int, rows: int, rounds: int) -> dict[str, Any]:
    """A step of the pond's grid, beside the same loop in Node and a memory copy of one grid."""
    grid = WaveGrid(columns, rows)
    source = rough_water(columns, rows)
    grid.fill(source)
    copy = np.zeros_like(source)
    steps = max(10, 4_000_000 // (columns * rows))

    def ours() -> float:
        def repeat() -> None:
            for _ in range(steps):
                grid.step()
            runtime.sync()

        return timed(repeat) / steps

    def floor() -> float:
        def repeat() -> None:
            for _ in range(steps):
                np.copyto(copy, source)

        return timed(repeat) / steps

    timers: dict[str, Timer] = {"ours": ours, "floor": floor}
    if node_version() and WAVE_JS.exists():
        timers["peer"] = lambda: node_wave(columns, rows, steps)
    best = take_turns(timers, rounds)
    return row(
        f"wave step {columns}x{rows}",
        best,
        peer="Node, a plain loop over Float32Arrays",
        floor=f"np.copyto of one grid, {source.nbytes / 1e6:.1f} MB (the step reads two and writes one)",
    )


def rough_water(columns: int, rows: int) -> np.ndarray:
    """The surface (rows, columns) float32 from which wave.js starts too."""
    surface = np.zeros((rows, columns), np.float32)
    y, x = np.mgrid[1 : rows - 1, 1 : columns - 1]
    surface[1:-1, 1:-1] = (x * 7919 + y * 104729) % 1009 / 1009 - 0.5
    return surface


def chain_row(rounds: int) -> dict[str, Any]:
    """Three koi follow their heads once."""
    count, joints = 3, 14
    kind = runtime.real()
    points = np.random.default_rng(0).normal(scale=50, size=(count, joints, 2)).astype(kind)
    gap, bend, back = (np.full(count, value, kind) for value in (13.0, 0.35, 0.0))

    def ours() -> float:
        def repeat() -> None:
            for _ in range(200):
                follow_chain(points, gap, bend, back)

        return timed(repeat) / 200

    return row(f"follow_chain {count}x{joints}", take_turns({"ours": ours}, rounds))


def take_turns(timers: dict[str, Timer], rounds: int) -> dict[str, float]:
    """The best of each, all of them in turn in every round; a first round warms up and does not count."""
    for timer in timers.values():
        timer()
    best = dict.fromkeys(timers, float("inf"))
    for _ in range(rounds):
        for name, timer in timers.items():
            best[name] = min(best[name], timer())
    return best


def timed(work: Callable[[], None]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def row(name: str, best: dict[str, float], peer: str = "", floor: str = "") -> dict[str, Any]:
    """One row of the table; times in milliseconds."""
    ours, theirs, least = best["ours"], best.get("peer"), best.get("floor")
    return {
        "name": name,
        "value": round(ours, 4),
        "unit": "ms",
        "peer": peer if theirs is not None else None,
        "ratio": round(theirs / ours, 2) if theirs is not None else None,
        "floor": floor if least is not None else None,
        "floor_ratio": round(ours / least, 2) if least is not None else None,
    }


def node_version() -> str | None:
    """Node's version, None where it is not installed or does not run."""
    node = shutil.which("node")
    if node is None:
        return None
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None  # there, but it does not run
    return done.stdout.strip() or None


def node_wave(columns: int, rows: int, steps: int) -> float:
    """Milliseconds of one step in Node, the best of three rounds within one process."""
    return float(wave_js(columns, rows, steps, 3)["ms"])


def wave_js(columns: int, rows: int, steps: int, rounds: int) -> dict[str, float]:
    """Run wave.js: {"ms": best round's milliseconds a step, "sum": of the heights' sizes after all steps}."""
    arguments = [str(number) for number in (columns, rows, steps, rounds)]
    done = subprocess.run(
        ["node", str(WAVE_JS), *arguments], capture_output=True, text=True, timeout=120, check=True
    )
    return json.loads(done.stdout)
