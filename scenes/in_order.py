"""Keeping a row readable: the least movement that puts things back in order."""

from __future__ import annotations

from collections.abc import Sequence


def in_order(values: Sequence[float], low: float, high: float) -> list[float]:
    """The non-decreasing numbers within ``low``..``high`` that are nearest to ``values``, by least squares.

    Neighbours out of order meet at their mean (pool adjacent violators). Linear time.
    """
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, count = float(value), 1
        while pools and pools[-1][0] > mean:
            other, more = pools.pop()
            mean = (mean * count + other * more) / (count + more)
            count += more
        pools.append((mean, count))
    return [min(max(mean, low), high) for mean, count in pools for _ in range(count)]
