"""Measures the koi's published figures (articles 000/004, creature 02), of the fish that swim in the pond."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.figures import experiment
from scenes.figures.chains import far_pairs, head_to_tail, largest_bend
from scenes.koi_body import GAP, JOINTS, Koi, KoiParams, radii
from scenes.scene import CREATURE_TICK
from scenes.target import figure_eight
from scenes.vectors import wrap

LAP_SECONDS = 6.5
WARM_UP, LAP = 181, 391
START_SPEED = 85.0
SIDESTEP = 6.0
"""Px beside joint 6 at which the push test aims: straight on, the fold would be undecided."""
PUSH_SPEED, PUSH_FRAMES = 200.0, 60
OVERWOUND = 1.02
"""How much farther than its limit lets it a body is bent for the kernel to unbend."""


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual, loose, off = (KoiParams(**experiment("koi", name)) for name in ("default", "loose", "off"))
    lap, lap_loose = _lap(usual), _lap(loose)
    pushed, pushed_loose, pushed_off = _push(usual.max_bend), _push(loose.max_bend), _push(off.max_bend)
    coils = [_coil(params.max_bend) for params in (usual, loose)]
    return {
        "koi.02a": lap["limit"],
        "koi.02b": lap["lag"],
        "koi.02c": [_radius(coil) for coil in coils],
        "koi.02d": [_curl(coil) for coil in coils],
        "koi.02e.limit": lap_loose["limit"],
        "koi.02e.bend": lap_loose["bend"],
        "koi.02f": pushed_off["bend"],
        "koi.02g": pushed_off["overlaps"],
        "koi.02h": pushed_off["nearest"],
        "koi.02i": [pushed["overlaps"], pushed["nearest"], pushed["bend"], pushed["reach"]],
        "koi.02j": [pushed_loose["reach"], pushed_loose["overlaps"]],
    }


def _coil(max_bend: float) -> np.ndarray:
    """Joints (14, 2) of a body that was wound up farther than it can be, as the kernel lays it."""
    real = runtime.real()
    turned = max_bend * OVERWOUND * np.arange(1, JOINTS)
    step = GAP * np.stack([np.cos(turned), np.sin(turned)], -1)
    points = np.concatenate([np.zeros((1, 2)), np.cumsum(step, axis=0)])[None].astype(real)
    follow_chain(points, np.array([GAP], real), np.array([max_bend], real), np.zeros(1, real))
    return points[0].astype(float)


def _radius(points: np.ndarray) -> float:
    """Radius, px, of the circle through joints (n, 2), by least squares."""
    rows = np.column_stack([2 * points, np.ones(len(points))])
    x, y, rest = np.linalg.lstsq(rows, np.square(points).sum(axis=1), rcond=None)[0]
    return float(np.sqrt(rest + x * x + y * y))


def _curl(points: np.ndarray) -> float:
    """How far, deg, the last segment of joints (n, 2) is turned from the first, all bends counted."""
    step = np.diff(points, axis=0)
    return math.degrees(abs(float(wrap(np.diff(np.arctan2(step[:, 1], step[:, 0]))).sum())))


def _lap(params: KoiParams) -> dict[str, float]:
    koi = Koi(params, np.array([1.0]))
    koi.lay_straight(np.array([figure_eight(0.0)]), np.zeros(1), START_SPEED)
    limit, bend, fin, segment = 0, 0.0, [], []
    for frame in range(WARM_UP + LAP):
        turns = (frame + 1) * CREATURE_TICK / LAP_SECONDS
        koi.tick(np.array([figure_eight(turns)]), CREATURE_TICK)
        if frame < WARM_UP:
            continue
        limit += int(koi.clipped[0] > 0)
        bend = max(bend, largest_bend(koi.points[0]))
        fin.append(float(koi.tail_angle[0]))
        segment.append(float(koi.segment_angles()[0, -1]))
    return {"limit": 100 * limit / LAP, "bend": bend, "lag": 1000 * CREATURE_TICK * _lag(fin, segment)}


def _lag(late: list[float], early: list[float], most: int = 40) -> int:
    """Frames by which angles ``late`` follow ``early`` with the least square error."""
    a, b = np.array(late), np.array(early)
    errors = [float(np.mean(wrap(a[k:] - b[: len(b) - k]) ** 2)) for k in range(most)]
    return int(np.argmin(errors))


def _push(max_bend: float) -> dict[str, float]:
    """The head is driven to the place of its own joint 6 at 200 px/s for a second."""
    real = runtime.real()
    points = np.zeros((1, JOINTS, 2), real)
    points[0, :, 0] = -GAP * np.arange(JOINTS)
    goal = np.array([-6 * GAP, SIDESTEP])
    heading, bend = math.pi, 0.0
    gap, limit = np.array([GAP], real), np.array([max_bend], real)
    for _ in range(PUSH_FRAMES):
        to = goal - points[0, 0]
        distance = float(np.hypot(*to))
        # What is left after the arrival is rounding: its direction means nothing.
        if distance >= 1e-3:
            heading = math.atan2(to[1], to[0])
        step = min(PUSH_SPEED / 60, distance)
        points[0, 0] += step * np.array([math.cos(heading), math.sin(heading)])
        follow_chain(points, gap, limit, np.array([heading + math.pi], real))
        bend = max(bend, largest_bend(points[0]))
    overlaps, nearest = far_pairs(points[0], radii())
    return {"bend": bend, "overlaps": overlaps, "nearest": nearest, "reach": head_to_tail(points[0])}
