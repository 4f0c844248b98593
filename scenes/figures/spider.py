"""Measures the spider's published figures (articles 000/004, creature 07)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from scenes.figures import experiment
from scenes.spider import Spider, SpiderParams

FRAMES = 540


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual = walk(SpiderParams(**experiment("spider", "default")))
    order = usual["order"]
    return {
        "spider.07a": usual["swaps"],
        "spider.07b": len(order) == usual["swaps"] and all(a != b for a, b in pairwise(order)),
        "spider.07c": usual["fewest"],
        "spider.07d": usual["heights"],
        "spider.07.one_set": walk(SpiderParams(**experiment("spider", "one_set")))["fewest"],
        "spider.07.four_sets": walk(SpiderParams(**experiment("spider", "four_sets")))["fewest"],
    }


def walk(params: SpiderParams) -> dict[str, Any]:
    """One spider, 9 s: ``order`` of the sets that stepped, ``swaps``, ``fewest`` feet on the ground, and
    lowest and highest body ``heights`` px."""
    spider = Spider(params)
    order, fewest, heights = [], len(spider.sets), [float(spider.height[0])]
    for _ in range(FRAMES):
        before = spider.feet.aloft[0].copy()
        spider.tick()
        lifted = np.flatnonzero(spider.feet.aloft[0] & ~before)
        order += sorted({int(spider.sets[leg]) for leg in lifted})
        fewest = min(fewest, int((~spider.feet.aloft[0]).sum()))
        heights.append(float(spider.height[0]))
    swaps = int(spider.swaps[0])
    return {"order": order, "swaps": swaps, "fewest": fewest, "heights": [min(heights), max(heights)]}
