"""Packing rectangles into a texture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Placed(Protocol):
    """What is packed: ``size`` is given, ``x`` and ``y`` are found."""

    x: int
    y: int

    @property
    def size(self) -> tuple[int, int]: ...


P = TypeVar("P", bound=Placed)


def largest_first(entries: Iterable[P]) -> list[P]:
    """The order in which they pack best."""
    return sorted(entries, key=lambda entry: entry.size[::-1], reverse=True)


class Shelves:
    """Rectangles in rows: each goes on the first shelf that is high enough and has room."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._shelves: list[list[int]] = []
        """[top, height, width used] of each."""

    def put(self, entry: Placed) -> bool:
        """Give an entry its ``x`` and ``y``. Returns False where there is no room."""
        width, height = entry.size
        for shelf in self._shelves:
            if height <= shelf[1] <= 2 * height and shelf[2] + width <= self.size[0]:
                entry.x, entry.y = shelf[2], shelf[0]
                shelf[2] += width
                return True
        top = self._shelves[-1][0] + self._shelves[-1][1] if self._shelves else 0
        if top + height > self.size[1] or width > self.size[0]:
            return False
        self._shelves.append([top, height, width])
        entry.x, entry.y = 0, top
        return True
