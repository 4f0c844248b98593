"""One scene gives way to the next: which goes, which way, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scenes.board import View
from scenes.picture import Picture
from viewer.clock import SECOND
from viewer.growing import Grow
from viewer.player import Player

Kind = Literal["crossfade", "ripple", "ink"]
"""Each has a fragment shader of its name, which lays what comes over what goes (viewer/painter/wipe.py)."""
Way = Literal["crossfade", "ripple", "ink", "cut"]
"""How a change is made; a cut is none."""
TIMES: dict[Way, int] = {
    "crossfade": 6 * SECOND // 10,
    "ripple": 11 * SECOND // 10,
    "ink": 15 * SECOND // 10,
    "cut": 0,
}
"""ns that each takes where nobody says how long."""


@dataclass
class Transition:
    """From ``before``, which plays on meanwhile, to the scene that is on. ``begun``: monotonic ns."""

    before: Player
    fit: View
    """How the board of the scene that goes lies on the framebuffer."""
    begun: int
    duration: int
    """ns."""
    kind: Kind = "crossfade"
    origin: tuple[float, float] = (0.5, 0.5)
    """Where it begins: shares of the framebuffer's width and height, from the upper left corner."""
    number: int = 0
    """The how manieth of the show it is: no two inks run the same way."""
    grow: Grow | None = None
    """Which picture of the gallery wall grows or shrinks; then ``kind`` is of no matter."""
    picture: Picture | None = None
    """Of the scene that goes, for the next frame."""
    share: float = 0.0
    """How far the next frame has come: 0 all before, 1 all after."""

    def is_over(self, now: int) -> bool:
        """Whether a frame at ``now`` shows nothing of it any more."""
        return now - self.begun >= self.duration

    def advance(self, now: int) -> None:
        """Make ready for a frame at ``now``.

        The share follows the clock and not the frames: a slow renderer shows fewer of them.
        """
        passed = min(max((now - self.begun) / self.duration, 0.0), 1.0) if self.duration > 0 else 1.0
        self.share = passed * passed * (3 - 2 * passed)
        self.picture = self.before.frame()
