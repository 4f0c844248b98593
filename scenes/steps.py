"""Feet that stand where they were set down and go to a new place in an arc (000/004, scenes 03 and 07)."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.knees import solve_knees


class Feet:
    """``legs`` feet each of ``count`` individuals. When a foot steps, and where to, is its owner's business.

    ``place`` (count, legs, 2): where each foot is on the ground, or above which place it is, board px.
    ``start``, ``goal``: ends of its last step. ``phase`` (count, legs): share of that step, 1 on the ground.
    ``landed`` (count, legs): whether it came down in the last ``tick``.
    """

    def __init__(self, count: int, legs: int) -> None:
        self.place = np.zeros((count, legs, 2))
        self.start = np.zeros((count, legs, 2))
        self.goal = np.zeros((count, legs, 2))
        self.phase = np.ones((count, legs))
        self.landed = np.zeros((count, legs), bool)

    def stand(self, places: np.ndarray) -> None:
        """Set all feet down at ``places`` (count, legs, 2)."""
        self.place[:] = self.start[:] = self.goal[:] = places
        self.phase[:] = 1.0
        self.landed[:] = False

    @property
    def aloft(self) -> np.ndarray:
        """Which feet are in the air (count, legs)."""
        return self.phase < 1.0

    def lift(self, who: np.ndarray, goals: np.ndarray) -> None:
        """The feet of the mask ``who`` (count, legs) start a step to their ``goals`` (count, legs, 2)."""
        self.start[who] = self.place[who]
        self.goal[who] = goals[who]
        self.phase[who] = 0.0

    def tick(self, share: np.ndarray, legs: slice = slice(None)) -> None:
        """Carry the feet that are in the air on by ``share`` (count, 1) of a step: those of ``legs`` only."""
        before = self.phase[:, legs]
        air = before < 1.0
        # A foot whose step is all but done is down: shares of a step do not add up to one exactly.
        after = np.where(before + share < 1.0 - 1e-9, before + share, 1.0)
        self.landed[:, legs] = air & (after >= 1.0)
        if not air.any():
            return
        self.phase[:, legs] = after
        eased = (after * after * (3.0 - 2.0 * after))[..., None]
        start, goal = self.start[:, legs], self.goal[:, legs]
        # Standing feet are not touched at all: not even rounding may make them slide.
        on_the_way = np.where(eased < 1.0, start + (goal - start) * eased, goal)
        self.place[:, legs] = np.where(air[..., None], on_the_way, self.place[:, legs])

    def height(self) -> np.ndarray:
        """How high each foot is (count, legs): 0 on the ground, 1 at the top of its arc."""
        return np.sin(np.pi * self.phase) * (self.phase < 1.0)

    def shift(self, offset: np.ndarray) -> None:
        """Move the ground under everyone by ``offset`` (2,), or each by its own (count, 1, 2), board px."""
        for places in (self.place, self.start, self.goal):
            places += offset


class TwoBones:
    """Thigh and shin of ``legs`` legs each of ``count`` individuals, solved all at once.

    ``bones`` (count, legs, 2): lengths of thigh and shin, board px.
    """

    def __init__(self, bones: np.ndarray) -> None:
        real = runtime.real()
        self.shape = bones.shape[:2]
        legs = bones.shape[0] * bones.shape[1]
        self.bones = np.ones((legs, 3), real)
        self.bones[:, :2] = bones.reshape(-1, 2)
        self.hip, self.foot = np.zeros((legs, 2), real), np.zeros((legs, 2), real)
        self.knee, self.drawn = np.zeros((legs, 2), real), np.zeros((legs, 2), real)
        self.cosine = np.zeros(legs, real)

    def solve(
        self, hips: np.ndarray, feet: np.ndarray, bend: np.ndarray | float, guard: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """Knees and the feet that the bones reach, both (count, legs, 2) board px.

        ``hips``, ``feet`` (count, legs, 2) board px. ``bend`` (count, legs) or (legs,): 1 or -1, the side to
        which each knee goes. Without the ``guard`` a foot out of reach gives NaN: see ``contained``.
        """
        self.hip[:] = hips.reshape(-1, 2)
        self.foot[:] = feet.reshape(-1, 2)
        self.bones.reshape(*self.shape, 3)[..., 2] = bend
        solve_knees(self.hip, self.foot, self.bones, guard, self.knee, self.drawn, self.cosine)
        shape = (*self.shape, 2)
        return self.knee.astype(float).reshape(shape), self.drawn.astype(float).reshape(shape)


def contained(points: np.ndarray, hips: np.ndarray) -> np.ndarray:
    """``points`` (..., 2) with those that no bones reach (NaN) drawn into their ``hips``, out of sight."""
    lost = ~np.isfinite(points).all(axis=-1, keepdims=True)
    return np.where(lost, hips, points)
