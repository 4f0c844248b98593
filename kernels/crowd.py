"""Elbow room: pushes between individuals that come too near, found by cells so that many stay cheap."""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels import runtime
from kernels.launch import launch


class ElbowRoom:
    """Finds who is too near to whom among ``count`` places.

    ``room`` (count,) px: an individual likes to keep half the sum of its own and the other's room away.
    """

    def __init__(self, room: np.ndarray) -> None:
        count = len(room)
        real = runtime.real()
        self.room = np.ascontiguousarray(room, real)
        self.cell = float(max(room.max(initial=1.0), 1.0))
        self.push = np.zeros((count, 2), real)
        self._places = np.zeros((count, 2), real)
        self._order = np.zeros(count, np.int32)
        self._cells = np.zeros((count, 2), np.int32)
        side = 1 << max(4, (max(count, 1) - 1).bit_length())
        self._first = np.zeros(side + 1, np.int32)

    def find(self, places: np.ndarray) -> np.ndarray:
        """Push (count, 2) of each of ``places`` (count, 2) px, away from all that are too near.

        Each of those adds a push of 0 (just near enough) to 1 (in one place). The array is the same one
        each time. Raises ValueError for another number of places.
        """
        count = len(self.room)
        if count < 2:
            return self.push
        if places.shape != (count, 2):
            raise ValueError(f"places must be ({count}, 2), not {places.shape}")
        self._places[:] = places
        buckets = len(self._first) - 1
        self._cells[:] = np.floor(self._places / self.cell)
        bucket = _hash(self._cells[:, 0], self._cells[:, 1]) % buckets
        self._order[:] = np.argsort(bucket, kind="stable")
        self._first[:] = np.searchsorted(bucket[self._order], np.arange(buckets + 1))
        launch(_push, self._places, self.room, self._cells, self._order, self._first, self.push)
        return self.push


def _hash(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return ((x.astype(np.int64) * 7919 + y.astype(np.int64) * 104729) & 0x3FFFFFFF).astype(np.int32)


@ti.kernel
def _push(
    places: ti.types.ndarray(),
    room: ti.types.ndarray(),
    cells: ti.types.ndarray(),
    order: ti.types.ndarray(),
    first: ti.types.ndarray(),
    push: ti.types.ndarray(),
):
    buckets = first.shape[0] - 1
    for i in range(places.shape[0]):
        px, py = places[i, 0] * 0, places[i, 0] * 0
        for oy, ox in ti.static(ti.ndrange((-1, 2), (-1, 2))):
            cx, cy = cells[i, 0] + ox, cells[i, 1] + oy
            bucket = ((cx * 7919 + cy * 104729) & 0x3FFFFFFF) % buckets
            for k in range(first[bucket], first[bucket + 1]):
                j = order[k]
                if j != i and cells[j, 0] == cx and cells[j, 1] == cy:
                    dx, dy = places[i, 0] - places[j, 0], places[i, 1] - places[j, 1]
                    d = ti.sqrt(dx * dx + dy * dy)
                    want = (room[i] + room[j]) / 2
                    if d < want:
                        # Two in one place part along a direction of their own numbers.
                        if d == 0:
                            dx, dy = ti.cos(1.0 * (i - j)), ti.sin(1.0 * (i - j))
                            d = 1.0
                        share = (1 - d / want) / d
                        px += dx * share
                        py += dy * share
        push[i, 0] = px
        push[i, 1] = py
