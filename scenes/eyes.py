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
        self.parts = self.radius * np.array([[1.0], [PUPIL], [GLINT]])
        self.layer = discs(
            name,
            np.zeros((3 * m, 2)),
            self.parts.reshape(-1, 1),
            np.repeat(np.array([theme.milk, dark, theme.milk]), m, axis=0),
            ink=dark,
            ink_width=np.concatenate([np.minimum(DETAIL, 0.6 * self.radius), np.zeros(2 * m)]),
        )

    def at(
        self,
        center: np.ndarray,
        look_at: ArrayLike,
        lids: np.ndarray | None = None,
        *,
        scale: np.ndarray | None = None,
        pupil: np.ndarray | float = 1.0,
        turn: np.ndarray | None = None,
    ) -> Discs:
        """The eyes at ``center`` (m, 2), looking at ``look_at`` (2,) or (m, 2), board px.

        ``lids`` (m,): how far each is closed, 0 to 1, see ``Blinks``. ``scale`` (m,): size as a share of the
        radius, 0 hides an eye. ``pupil``: size of the pupils, 1 as usual. ``turn`` (m,): radians by which the
        line of a closed eye is turned; it is level on the board without.
        """
        m = len(center)
        to = np.asarray(look_at, float) - center
        far = np.maximum(np.hypot(to[:, 0], to[:, 1]), NEAR)
        radius = self.radius if scale is None else self.radius * scale
        gaze = to * (radius * WANDER / far)[:, None]
        glint = radius[:, None] * GLINT_AT
        places = np.empty((3, m, 2))
        if scale is None and (lids is None or not lids.any()):
            places[0], places[1] = center, center + gaze
            places[2] = places[1] + glint
            return pose(self.layer, center=places.reshape(-1, 2))
        lost = np.zeros(m) if lids is None else (1 - SHUT) * lids
        # What looks out of a narrow slit moves less up and down.
        if turn is None:
            gaze[:, 1] -= gaze[:, 1] * lost
            glint[:, 1] -= glint[:, 1] * lost
        else:
            across = np.empty((m, 2))
            across[:, 0], across[:, 1] = -np.sin(turn), np.cos(turn)
            gaze -= across * (lost * (gaze * across).sum(axis=1))[:, None]
            glint -= across * (lost * (glint * across).sum(axis=1))[:, None]
        places[0], places[1] = center, center + gaze
        places[2] = places[1] + glint
        sizes = np.empty((3, m, 2))
        sizes[..., 0] = self.parts if scale is None else self.parts * scale
        sizes[1, :, 0] *= pupil
        sizes[..., 1] = sizes[..., 0] * (1 - lost)
        eyes = pose(self.layer, center=places.reshape(-1, 2), size=sizes.reshape(-1, 2))
        return eyes if turn is None else pose(eyes, angle=np.concatenate([turn, turn, turn]))


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
        self.open = np.zeros(count * each)
        self.open.flags.writeable = False
        self.quiet = (0, 0)
        """Ticks from and until which nobody blinks, as far as has been looked."""

    def lids(self, ticks: int, breathe: bool = True) -> np.ndarray:
        """How far the eyes (count * each,) are closed after ``ticks``, 0 to 1; never if not ``breathe``."""
        if not breathe or self.quiet[0] <= ticks < self.quiet[1]:
            return self.open
        cycle, at = np.divmod(ticks + self.offset, self.period)
        if self.cycle is None or (cycle != self.cycle).any():
            draw = _scramble(self.key ^ (cycle.astype(np.uint64) * np.uint64(0xC2B2AE3D)))
            self.cycle = cycle
            self.start = 1 + (draw % np.uint64(3 * self.length)).astype(np.int64)
            # One blink in four comes twice.
            twice = (draw >> np.uint64(8)) % np.uint64(4) == 0
            self.again = np.where(twice, self.length + 4, 1 << 20)
        left = self.period - at
        at = at - self.start
        at = np.where(at >= self.again, at - self.again, at)
        share = np.minimum(np.maximum(at / self.length, 0), 1)
        # It falls faster than it rises.
        lid = np.minimum(share / 0.34, (1 - share) / 0.66)
        if not lid.any():
            wait = np.where(at < 0, -at, np.where(at < self.length + 4, 1, left))
            self.quiet = (ticks, ticks + int(wait.min()))
            return self.open
        lid = lid * lid * (3 - 2 * lid)
        return lid if self.each == 1 else np.repeat(lid, self.each)


def _scramble(key: np.ndarray) -> np.ndarray:
    """Bits of ``key`` uint64 well mixed, 31 bits."""
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (key ^ (key >> np.uint64(31))) & np.uint64(0x7FFFFFFF)
