"""Measures the caterpillar's published figures (articles 000/004, creature 05)."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.caterpillar_body import CaterpillarParams, Crawlers
from scenes.figures import experiment
from scenes.scene import CREATURE_TICK

FRAMES = 600
"""Ten seconds; the speed is that of the 599 steps from the first frame to the last."""
DEMO = 240
FAR = 1e6


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual = CaterpillarParams(**experiment("caterpillar", "default"))
    crawled, stayed = _crawl(usual), _crawl(CaterpillarParams(**experiment("caterpillar", "equal")))
    return {
        "caterpillar.05a": crawled["speed"],
        "caterpillar.05b": stayed["speed"],
        "caterpillar.05b.mass": stayed["mass"],
        "caterpillar.05c": crawled["gaps"],
        "caterpillar.05d": crawled["girths"],
        "caterpillar.05e": crawled["period"],
    }


def _crawl(params: CaterpillarParams) -> dict[str, Any]:
    body = Crawlers(params, np.ones(1))
    body.lay_straight(np.array([[240.0, 150.0]]), np.zeros(1))
    start, mass = float(body.place[0, 0]), float(body.place[0].mean())
    head, gaps, girths, most = 0.0, [], [], 0.0
    first = []
    aim = np.array([[FAR, 150.0]])
    for frame in range(1, FRAMES):
        way = body.newest[0]
        body.tick(aim, CREATURE_TICK)
        # The trail is a ring: a full turn of it is taken off what has been crawled.
        turned = int(way) - int(body.newest[0])
        if turned > 0:
            start -= body.turn_length
            mass -= body.turn_length
        head = float(body.place[0, 0]) - start
        first.append(float(body.gap[0, 0]))
        most = max(most, abs(float(body.place[0].mean()) - mass))
        if frame <= DEMO:
            gaps += body.gap[0].tolist()
            girths += body.thickness()[0].tolist()
    return {
        "speed": head / ((FRAMES - 1) * CREATURE_TICK),
        "mass": most,
        "gaps": [min(gaps), max(gaps)],
        "girths": [min(girths), max(girths)],
        "period": _period(np.array(first[DEMO:])) * CREATURE_TICK,
    }


def _period(wave: np.ndarray) -> float:
    """Mean ticks between rises of ``wave`` (n,) through its middle, which lie between samples."""
    above = wave - wave.mean()
    k = np.flatnonzero((above[:-1] < 0) & (above[1:] >= 0))
    rises = k + above[k] / (above[k] - above[k + 1])
    return float(np.diff(rises).mean())
