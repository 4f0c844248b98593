"""Wet bright eyes that look at a point: the lightest spot of every creature."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from scenes.motion import TAU
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

BLINK_TICKS = 11
"""Ticks from open to open."""
BLINK_REST = (170, 330)
"""Fewest and most ticks from one blink to the next; each one keeps to its own rhythm."""
SHUT = 0.16
"""Height of a closed eye as a share of an open one."""


def blink(ticks: int, seed: np.ndarray) -> np.ndarray:
    """How open eyes are (m,), 1 open to 0 shut, at a tick. ``seed`` (m,), 0..1, is each owner's own."""
    seed = np.asarray(seed, float)
    rest = np.round(BLINK_REST[0] + (BLINK_REST[1] - BLINK_REST[0]) * seed)
    since = (ticks + np.round(rest * (0.35 + 0.5 * (seed * 7.3 % 1)))) % rest
    return np.where(since < BLINK_TICKS, 0.5 + 0.5 * np.cos(TAU * since / BLINK_TICKS), 1.0)


class Eyes:
    """Eyes of ``radius`` (m,) board px: white, pupil and highlight of all in one layer."""

    def __init__(self, name: str, theme: Theme, radius: ArrayLike) -> None:
        self.radius = np.atleast_1d(np.asarray(radius, float))
        m = len(self.radius)
        dark = theme.ink if theme.name == "day" else color("#191734")
        size = np.concatenate([self.radius, self.radius * PUPIL, self.radius * GLINT])
        self.size = size.reshape(3, m, 1)
        self.layer = discs(
            name,
            np.zeros((3 * m, 2)),
            size[:, None],
            np.repeat(np.array([theme.milk, dark, theme.milk]), m, axis=0),
            ink=dark,
            ink_width=np.concatenate([np.full(m, DETAIL), np.zeros(2 * m)]),
        )

    def at(self, center: np.ndarray, look_at: ArrayLike, opened: np.ndarray | None = None) -> Discs:
        """The eyes at ``center`` (m, 2), looking at ``look_at`` (2,) or (m, 2), board px.

        ``opened`` (m,): 1 wide open to 0 shut (see ``blink``); always open by default.
        """
        to = np.asarray(look_at, float) - center
        far = np.hypot(to[:, 0], to[:, 1])
        gaze = to * (np.minimum(1 / NEAR, 1 / np.maximum(far, 1e-6)) * self.radius * WANDER)[:, None]
        if opened is None:
            pupil = center + gaze
            glint = pupil + self.radius[:, None] * GLINT_AT
            return pose(self.layer, center=np.concatenate([center, pupil, glint]))
        # A shut eye is a line: everything in it comes down to the lid.
        height = (SHUT + (1 - SHUT) * opened)[:, None]
        flat = np.concatenate([np.ones_like(height), height], axis=1)
        pupil = center + gaze * flat
        glint = pupil + self.radius[:, None] * GLINT_AT * flat
        squeeze = np.stack([flat, flat, flat * height])
        size = (self.size * squeeze).reshape(-1, 2)
        return pose(self.layer, center=np.concatenate([center, pupil, glint]), size=size)
