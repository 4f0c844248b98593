"""Measures the jellyfish's published figures (articles 000/004, creature 06)."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.bell import CLOSING
from scenes.figures import experiment
from scenes.jellyfish import HIDDEN_TICK, JOINTS, STRANDS, Jellyfish, JellyfishParams

WARM_UP = 180
PERIODS = 2


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual, uncut, cut = (
        JellyfishParams(**experiment("jellyfish", name)) for name in ("default", "uncut", "cut")
    )
    speed = speeds(usual)
    period = 1000 * usual.pulse_period
    return {
        "jellyfish.06a": [float(speed.min()), float(speed.max())],
        "jellyfish.06b": float(speed.mean()),
        "jellyfish.06c": stretch(uncut),
        "jellyfish.06d": stretch(cut),
        "jellyfish.06e": [p.sink * min(p.hidden, p.dt_max) ** 2 for p in (uncut, cut)],
        "jellyfish.06.cycle": [CLOSING * period, (1 - CLOSING) * period],
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
