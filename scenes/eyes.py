"""Wet bright eyes that look at a point and blink: the lightest spot of every creature."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from scenes.picture import Discs, discs, pose
from scenes.theme import DETAIL, Theme, color

WANDER = 0.42
"""How far the pupil goes toward what is looked at, as a share of the eye's radius."""
PUPIL = 0.56
"""Pupil radius as a share of the eye's."""
GLINT = 0.2
"""Radius of the highlight as a share of the eye's."""
GLINT_AT = np.array([-0.2, -0.24])
NEAR = 60.0
"""Board px within which the gaze shortens: a target between the eyes does not cross them wildly."""
SHUT = 0.12
"""Height of a closed eye as a share of an open one: a line of ink."""


class Eyes:
    """Eyes of ``radius`` (m,) board px: white, pupil and highlight of all in one layer."""

    def __init__(self, name: str, theme: Theme, radius: ArrayLike) -> None:
        self.radius = np.atleast_1d(np.asarray(radius, float))
        m = len(self.radius)
        dark = theme.ink if theme.name == "day" else color("#191734")
        size = np.concatenate([self.radius, self.radius * PUPIL, self.radius * GLINT])
        self.layer = discs(
            name,
            np.zeros((3 * m, 2)),
            size[:, None],
            np.repeat(np.array([theme.milk, dark, theme.milk]), m, axis=0),
            ink=dark,
            ink_width=np.concatenate([np.full(m, DETAIL), np.zeros(2 * m)]),
        )

    def at(
        self,
        center: np.ndarray,
        look_at: ArrayLike,
        lids: np.ndarray | None = None,
        *,
        scale: np.ndarray | None = None,
        pupil: np.ndarray | float = 1.0,
        turn: np.ndarray | float = 0.0,
    ) -> Discs:
        """The eyes at ``center`` (m, 2), looking at ``look_at`` (2,) or (m, 2), board px.

        ``lids`` (m,): how far each is closed, 0 to 1, see ``Blinks``. ``scale`` (m,): size as a share of the
        radius, 0 hides an eye. ``pupil``: size of the pupils, 1 as usual. ``turn``: radians by which the line
        of a closed eye is turned; 0 is level on the board.
        """
        to = np.asarray(look_at, float) - center
        far = np.hypot(to[:, 0], to[:, 1])
        radius = self.radius if scale is None else self.radius * scale
        gaze = to * (np.minimum(1 / NEAR, 1 / np.maximum(far, 1e-6)) * radius * WANDER)[:, None]
        glint = radius[:, None] * GLINT_AT
        if scale is None and (lids is None or not lids.any()):
            seen = center + gaze
            return pose(self.layer, center=np.concatenate([center, seen, seen + glint]))
        open_ = 1.0 if lids is None else 1 - (1 - SHUT) * np.clip(lids, 0, 1)
        # What looks out of a narrow slit moves less up and down, and the highlight goes first.
        across = np.stack([-np.sin(turn) * np.ones_like(far), np.cos(turn) * np.ones_like(far)], -1)
        squeeze = (np.ones_like(far) * open_ - 1)[:, None] * across
        gaze = gaze + squeeze * (gaze * across).sum(axis=1)[:, None]
        glint = glint + squeeze * (glint * across).sum(axis=1)[:, None]
        seen = center + gaze
        wide = np.concatenate([radius, radius * PUPIL * pupil, radius * GLINT])
        shut = np.ones_like(far) * open_
        tall = wide * np.concatenate([shut, shut, shut])
        return pose(
            self.layer,
            center=np.concatenate([center, seen, seen + glint]),
            size=np.stack([wide, tall], -1),
            angle=np.tile(turn * np.ones_like(far), 3),
        )


class Blinks:
    """When each of ``count`` individuals blinks: its own rhythm from ``seed``, read from whole ticks.

    It depends on the tick alone, so a show that has run for a year blinks as on its first day. ``each``: eyes
    of an individual, which close together. ``every``: shortest and longest ticks from one blink to the next.
    """

    def __init__(
        self, count: int, seed: int = 5, each: int = 2, every: tuple[int, int] = (150, 290), length: int = 9
    ) -> None:
        k = np.arange(count, dtype=np.uint64)
        self.key = (k + 1) * np.uint64(0x9E3779B1) + np.uint64(seed) * np.uint64(0x85EBCA77)
        self.period = every[0] + (_scramble(self.key) % np.uint64(every[1] - every[0] + 1)).astype(np.int64)
        self.offset = (_scramble(self.key + np.uint64(77)) % np.uint64(every[1])).astype(np.int64)
        self.each, self.length = each, length
        self.cycle: np.ndarray | None = None

    def lids(self, ticks: int, breathe: bool = True) -> np.ndarray:
        """How far the eyes (count * each,) are closed after ``ticks``, 0 to 1; never if not ``breathe``."""
        if not breathe:
            return np.zeros(len(self.key) * self.each)
        cycle, at = np.divmod(ticks + self.offset, self.period)
        if self.cycle is None or (cycle != self.cycle).any():
            draw = _scramble(self.key ^ (cycle.astype(np.uint64) * np.uint64(0xC2B2AE3D)))
            self.cycle = cycle
            self.start = 1 + (draw % np.uint64(3 * self.length)).astype(np.int64)
            # One blink in four comes twice.
            twice = (draw >> np.uint64(8)) % np.uint64(4) == 0
            self.again = np.where(twice, self.length + 4, 1 << 20)
        at = at - self.start
        at = np.where(at >= self.again, at - self.again, at)
        share = np.clip(at / self.length, 0, 1)
        # It falls faster than it rises.
        lid = np.minimum(share / 0.34, (1 - share) / 0.66)
        lid = lid * lid * (3 - 2 * lid)
        return lid if self.each == 1 else np.repeat(lid, self.each)


def _scramble(key: np.ndarray) -> np.ndarray:
    """Bits of ``key`` uint64 well mixed, 31 bits."""
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (key ^ (key >> np.uint64(31))) & np.uint64(0x7FFFFFFF)
