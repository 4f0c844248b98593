"""Measures the octopus's published figures (articles 000/004, creature 04)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import runtime
from kernels.reach import reach_chains
from scenes.figures import experiment
from scenes.octopus import ARMS, JOINTS, TOUCH, Octopus, OctopusParams

LAP = 480
"""Frames of one lap, from the start."""
PASSES = (1, 2, 4, 8, 16)
AIM, FAR_AIM = (70.0, 40.0), (150.0, 0.0)


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual = lap(OctopusParams(**experiment("octopus", "default")))
    gap = OctopusParams().tentacle_gap
    arms = [_reach(AIM, gap, passes) for passes in PASSES]
    far = _reach(FAR_AIM, gap, OctopusParams().reach_iter)
    return {
        "octopus.04a": usual["tips"],
        "octopus.04b": usual["all"],
        "octopus.04c": [float(np.hypot(*(arm[-1] - AIM))) for arm in arms],
        "octopus.04d": max(gap_errors(arm, gap) for arm in arms),
        "octopus.04e": [*far[-1].tolist(), float(np.hypot(*(far[-1] - FAR_AIM)))],
    }


def gap_errors(points: np.ndarray, gap: float) -> float:
    """Largest difference from ``gap`` of neighbouring joints of arms (..., n, 2), px."""
    step = np.diff(points, axis=-2)
    return float(np.abs(np.hypot(step[..., 0], step[..., 1]) - gap).max())


def lap(params: OctopusParams) -> dict[str, float]:
    """One octopus, one lap: mean ``tips`` arrived, % of frames with ``all``, worst ``gap`` px."""
    octopus = Octopus(params)
    arrived, gap = [], 0.0
    for _ in range(LAP):
        octopus.tick()
        arrived.append(int((octopus.error[0] < TOUCH).sum()))
        off_root = np.abs(octopus.points[0, :, 0] - octopus.body[0] - octopus.roots[0]).max()
        gap = max(gap, gap_errors(octopus.points[0], params.tentacle_gap), float(off_root))
    return {
        "tips": float(np.mean(arrived)),
        "all": 100.0 * float(np.mean(np.array(arrived) == ARMS)),
        "gap": gap,
    }


def _reach(aim: tuple[float, float], gap: float, passes: int) -> np.ndarray:
    """Joints (12, 2) of one arm that hung straight down from (0, 0) and reached once for an aim."""
    real = runtime.real()
    points = np.zeros((1, JOINTS, 2), real)
    points[0, :, 1] = gap * np.arange(JOINTS)
    reach_chains(points, np.zeros((1, 2), real), np.array([aim], real), np.array([gap], real), passes)
    return points[0].astype(float)
