"""Wet bright eyes that look at a point: the lightest spot of every creature."""

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

    def at(self, center: np.ndarray, look_at: ArrayLike) -> Discs:
        """The eyes at ``center`` (m, 2), looking at ``look_at`` (2,) or (m, 2), board px."""
        to = np.asarray(look_at, float) - center
        far = np.hypot(to[:, 0], to[:, 1])
        gaze = to * (np.minimum(1 / NEAR, 1 / np.maximum(far, 1e-6)) * self.radius * WANDER)[:, None]
        pupil = center + gaze
        return pose(
            self.layer, center=np.concatenate([center, pupil, pupil + self.radius[:, None] * GLINT_AT])
        )
