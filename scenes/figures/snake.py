"""Measures the snake's published figures (articles 000/004, creature 01)."""

from __future__ import annotations

from typing import Any

import numpy as np

from scenes.figures import Judged, experiment
from scenes.figures.chains import far_pairs, gap_error, head_to_tail, largest_bend
from scenes.snake import Snake, SnakeParams, radii
from scenes.target import figure_eight

WARM_UP = 181
LAP = 421
"""Frames of one lap, both ends counted."""


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual = _lap(SnakeParams(**experiment("snake", "default")))
    long = _lap(SnakeParams(**experiment("snake", "long_gap")))
    lap_length = _eight_length()
    published = radii(SnakeParams().body_width)
    fold = reversal(SnakeParams(**experiment("snake", "at_once")))
    return {
        "snake.01a": lap_length,
        "snake.01b": usual["mean"],
        "snake.01c": usual["bend"],
        "snake.01d": usual["least"],
        "snake.01e": usual["overlaps"],
        "snake.01f": usual["gap"],
        "snake.01g": [100 * run["length"] / lap_length for run in (usual, long)],
        "snake.01h": [long["mean"], long["least"]],
        "snake.01i.bend": long["bend"],
        "snake.01i.overlaps": long["overlaps"],
        "snake.01.behind": Judged(fold, fold > 0.75 * np.pi),
        "snake.01.radii": [published[0], published.max(), published[-1]],
    }


def _lap(params: SnakeParams) -> dict[str, Any]:
    snake = Snake(params)
    snake.lay(straight=True)
    for _ in range(WARM_UP):
        snake.tick()
    reach, bend, gap, overlaps = [], 0.0, 0.0, 0
    girth = radii(params.body_width)
    for _ in range(LAP):
        snake.tick()
        joints = snake.points[0]
        reach.append(head_to_tail(joints))
        bend = max(bend, largest_bend(joints))
        gap = max(gap, gap_error(joints, params.segment_gap))
        overlaps = max(overlaps, far_pairs(joints, girth)[0])
    return {
        "mean": float(np.mean(reach)),
        "least": min(reach),
        "bend": bend,
        "gap": gap,
        "overlaps": overlaps,
        "length": float(np.hypot(*np.diff(snake.points[0], axis=0).T).sum()),
    }


def reversal(params: SnakeParams) -> float:
    """Largest bend, rad, of a snake on its way to the right whose target jumps to behind its head."""
    snake = Snake(params)
    snake.move(0, 400.0, 150.0)
    for _ in range(40):
        snake.tick()
    snake.move(0, 200.0, 152.0)
    bend = 0.0
    for _ in range(60):
        snake.tick()
        bend = max(bend, largest_bend(snake.points[0]))
    return bend


def _eight_length(steps: int = 20000) -> float:
    path = np.array([figure_eight(k / steps) for k in range(steps + 1)])
    return float(np.hypot(*np.diff(path, axis=0).T).sum())
