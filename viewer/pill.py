"""A button with round ends: where it lies, whether a pointer is on it, and along what it is drawn."""

from __future__ import annotations

from dataclasses import dataclass


def liked_scale(width: float, height: float) -> float:
    """How large what lies over a scene is in a window of that size (units): 1 on one of 1280x800."""
    return min(max(min(width, height * 1.6) / 1280, 0.8), 3.0)


@dataclass(frozen=True, kw_only=True)
class Pill:
    """What stands on it, and its box in window units."""

    label: str
    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def ends(self) -> list[list[float]]:
        """The middles of its round ends, of radius half its height: a ribbon through them is the button."""
        r, y = self.height / 2, self.center[1]
        return [[self.x + r, y], [self.x + self.width - r, y]]
