"""Measures the spider's published figures (articles 000/004, creature 07)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from scenes.figures import experiment
from scenes.spider import SETS, Spider, SpiderParams

FRAMES = 540


def measure() -> dict[str, Any]:
    """Figure id to value."""
    spider = Spider(SpiderParams(**experiment("spider", "default")))
    order, fewest, heights = [], len(SETS), [float(spider.height[0])]
    for _ in range(FRAMES):
        before = spider.feet.aloft[0].copy()
        spider.tick()
        lifted = np.flatnonzero(spider.feet.aloft[0] & ~before)
        order += sorted({int(SETS[leg]) for leg in lifted})
        fewest = min(fewest, int((~spider.feet.aloft[0]).sum()))
        heights.append(float(spider.height[0]))
    return {
        "spider.07a": int(spider.swaps[0]),
        "spider.07b": len(order) == spider.swaps[0] and all(a != b for a, b in pairwise(order)),
        "spider.07c": fewest,
        "spider.07d": [min(heights), max(heights)],
    }
