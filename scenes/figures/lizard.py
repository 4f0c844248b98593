"""Measures the lizard's published figures (articles 000/004, creature 03)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scenes.figures import experiment
from scenes.lizard import PAIRS, Lizard, LizardParams
from scenes.steps import TwoBones

SECONDS, FRAMES = 18, 1080


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual = _demo(LizardParams(**experiment("lizard", "default")))
    far = _demo(LizardParams(**experiment("lizard", "far_trigger")))
    apart, full, beyond, guarded = (
        _knee(30.0, 1),
        _knee(42.0, experiment("lizard", "no_guard")["guard"]),
        _knee(45.0, experiment("lizard", "no_guard")["guard"]),
        _knee(45.0, 1),
    )
    return {
        "lizard.03a": usual["rate"],
        "lizard.03b": usual["stride"],
        "lizard.03c": usual["beyond"],
        "lizard.03d": usual["farthest"],
        "lizard.03e": usual["both"],
        "lizard.03f.rate": far["rate"],
        "lizard.03f.stride": far["stride"],
        "lizard.03f.beyond": far["beyond"],
        "lizard.03f.farthest": far["farthest"],
        "lizard.03g": [apart["cosine"], *apart["knee"]],
        "lizard.03h": [full["cosine"], *full["knee"]],
        "lizard.03i.cosine": beyond["cosine"],
        "lizard.03i.nan": all(math.isnan(v) for v in (*beyond["knee"], *beyond["foot"])),
        "lizard.03j": [*guarded["knee"], *guarded["foot"]],
    }


def _demo(params: LizardParams) -> dict[str, float]:
    lizard = Lizard(params)
    reach = params.thigh_len + params.shin_len
    strides, distances, both = [], [], 0
    for _ in range(FRAMES):
        before = lizard.feet.phase[0].copy()
        lizard.tick()
        feet = lizard.feet
        strides += [
            float(np.hypot(*(feet.goal[0, leg] - feet.start[0, leg])))
            for leg in np.flatnonzero((before == 1.0) & (feet.phase[0] == 0.0))
        ]
        distances.append(np.hypot(*(feet.place[0] - lizard.hips[0]).T))
        both += len(set(PAIRS[feet.aloft[0]])) > 1
    apart = np.array(distances)
    return {
        "rate": len(strides) / SECONDS,
        "stride": float(np.mean(strides)),
        "beyond": 100 * float((apart > reach).mean()),
        "farthest": float(apart.max()),
        "both": both,
    }


def _knee(distance: float, guard: int) -> dict[str, Any]:
    """One leg of the published bones, its hip at the origin and its foot at (distance, 0)."""
    p = LizardParams()
    leg = TwoBones(np.array([[[p.thigh_len, p.shin_len]]]))
    knee, foot = leg.solve(np.zeros((1, 1, 2)), np.array([[[distance, 0.0]]]), 1.0, bool(guard))
    return {"cosine": float(leg.cosine[0]), "knee": knee[0, 0].tolist(), "foot": foot[0, 0].tolist()}
