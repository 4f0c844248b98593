"""Measures the jellyfish's published figures (articles 000/004, creature 06)."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.figures import experiment
from scenes.jellyfish import HIDDEN_TICK, JOINTS, STRANDS, Jellyfish, JellyfishParams

WARM_UP = 180
PERIODS = 2


class Slow(Jellyfish):
    """Jellyfish in steps of 1 ms, shorter than frames."""

    tick_seconds = 0.001


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual, uncut, cut = (
        JellyfishParams(**experiment("jellyfish", name)) for name in ("default", "uncut", "cut")
    )
    speed = speeds(usual)
    return {
        "jellyfish.06a": [float(speed.min()), float(speed.max())],
        "jellyfish.06b": float(speed.mean()),
        "jellyfish.06c": stretch(uncut),
        "jellyfish.06d": stretch(cut),
        "jellyfish.06e": [sunk(uncut), sunk(cut)],
        "jellyfish.06.cycle": cycle(usual),
    }


def speeds(params: JellyfishParams) -> np.ndarray:
    """Speed of the large jellyfish in each frame of two periods, px/s."""
    jelly = Jellyfish(params)
    for _ in range(WARM_UP):
        jelly.tick()
    found = []
    for _ in range(round(PERIODS * params.pulse_period / jelly.tick_seconds)):
        jelly.tick()
        found.append(float(np.hypot(*jelly.velocity[0])))
    return np.array(found)


def cycle(params: JellyfishParams) -> list[int]:
    """ms of a period in which the large one's bell closes, and in which it opens, in steps of 1 ms."""
    jelly = Slow(params)
    squeeze = []
    for _ in range(round(1000 * params.pulse_period) + 1):
        squeeze.append(float(jelly.squeeze[0]))
        jelly.tick()
    step = np.diff(squeeze)
    return [int((step > 0).sum()), int((step < 0).sum())]


def sunk(params: JellyfishParams) -> float:
    """How far strands that no link holds sink in the step that follows hiding, px."""
    free = params.model_copy(update={"keep": 0.0, "link_passes": 0})
    jelly = Jellyfish(free)
    for _ in range(HIDDEN_TICK - 1):
        jelly.tick()
    before = jelly.points[..., 1].copy()
    jelly.tick()
    return float((jelly.points[..., 1] - before).mean())


def stretch(params: JellyfishParams) -> list[float]:
    """The large one's strands after the step that follows hiding: greatest and mean gap as a multiple of the
    rest gap, and the length of the middle strand, px."""
    jelly = Jellyfish(params)
    for _ in range(HIDDEN_TICK):
        jelly.tick()
    strands = jelly.points.reshape(-1, STRANDS, JOINTS, 2)[0].astype(float)
    step = np.diff(strands, axis=1)
    gaps = np.hypot(step[..., 0], step[..., 1])
    times = gaps / params.strand_gap
    return [float(times.max()), float(times.mean()), float(gaps[STRANDS // 2].sum())]
