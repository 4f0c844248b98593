"""Wet bright eyes that look at a point: the lightest spot of every creature."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from scenes.picture import Discs, discs
from scenes.theme import DETAIL, Theme, color, fade

WANDER = 0.42
"""How far the pupil goes toward what is looked at, as a share of the eye's radius."""
PUPIL = 0.56
"""Pupil radius as a share of the eye's."""
NEAR = 60.0
"""Board px within which the gaze shortens, so that a target between the eyes does not cross them wildly."""


def eyes(
    name: str, theme: Theme, center: ArrayLike, radius: ArrayLike, look_at: ArrayLike, lids: ArrayLike = 0.0
) -> Discs:
    """Eyes at ``center`` (m, 2) of ``radius`` (m,) that look at ``look_at`` (2,) or (m, 2), board px.

    ``lids`` (m,) closes them: 0 open, 1 shut.
    """
    c = np.asarray(center, float).reshape(-1, 2)
    m = len(c)
    r = np.broadcast_to(np.asarray(radius, float), (m,))
    shut = np.broadcast_to(np.asarray(lids, float), (m,))
    to = np.broadcast_to(np.asarray(look_at, float), (m, 2)) - c
    far = np.hypot(to[:, 0], to[:, 1])
    gaze = to / np.maximum(far, 1e-6)[:, None] * np.minimum(far / NEAR, 1.0)[:, None]
    pupil = c + gaze * (r * WANDER)[:, None]
    glint = pupil + r[:, None] * np.array([-0.2, -0.24])
    tall = np.maximum(1 - shut, 0.06)
    size = np.concatenate(
        [
            np.stack([r, r * tall], 1),
            np.stack([r * PUPIL, r * PUPIL * tall], 1),
            np.stack([r * 0.2, r * 0.2 * tall], 1),
        ]
    )
    dark = theme.ink if theme.name == "day" else color("#191734")
    fill = np.concatenate([np.tile(theme.milk, (m, 1)), np.tile(dark, (m, 1)), np.tile(theme.milk, (m, 1))])
    width = np.concatenate([np.full(m, DETAIL), np.zeros(2 * m)])
    return discs(
        name,
        np.concatenate([c, pupil, glint]),
        size,
        fill,
        ink=fade(dark, 1.0),
        ink_width=width,
    )
