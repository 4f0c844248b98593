"""What the nine creatures share: a target that gives way to pointers, and a resting pose when calm."""

from __future__ import annotations

import math
from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from scenes.keep_clear import KeepClear
from scenes.motion import follow, wrap_angle
from scenes.scene import CREATURE_TICK, Control, Scene, Setting
from scenes.target import Pace, Target, even

Points = NDArray[np.float64]
INSIDE = 60.0
"""Board px from the edge at which those come in whom a smaller board has left outside."""

FOLLOW_POINTER = Control(
    "pointer",
    {
        "ja": "ポインターや指へ、目標が少しずつ寄っていく",
        "ko": "포인터나 손가락 쪽으로 목표가 서서히 옮겨 간다",
        "en": "the target drifts to the pointer or finger, and back to its own path when it leaves",
    },
)


class Creature(Scene):
    """A scene whose actors chase ``self.target``.

    Subclasses state ``lap`` (seconds per figure-eight), write ``settle`` (start pose), ``rest``
    (the calm pose), ``live`` (one tick of life) and ``shift`` (move the state by a board offset). Those whose
    actors may be outside a board that has shrunk write ``heads`` and ``carry`` too.
    """

    group = "creatures"
    tick_seconds = CREATURE_TICK
    max_debt = 0.05
    lap: float = 7.0
    lure_heading: float = 0.0
    pace: Pace = staticmethod(even)
    """How the target swings along the eight while nobody leads it."""

    def reset(self) -> None:
        self.ticks = 0
        self.cut = True
        pointers = dict(self.target.pointers) if hasattr(self, "target") else {}
        self.target = Target(self.lap, self.tick_seconds, self.board, self.pace)
        self.target.pointers = pointers
        self.clear = KeepClear()
        self.settle()
        if self.setting.calm:
            self.rest()
        self._keep_clear(None)

    @abstractmethod
    def settle(self) -> None:
        """Put the actors at their start."""

    @abstractmethod
    def rest(self) -> None:
        """Put the actors into the calm pose, a gentle S."""

    @abstractmethod
    def live(self) -> None:
        """One tick of the actors toward ``self.target``."""

    @abstractmethod
    def shift(self, dx: float, dy: float) -> None:
        """Move every actor by an offset in board px (the board grew around its centre)."""

    def heads(self) -> np.ndarray:
        """Where the actors' heads, or bodies, are: (count, 2) board px. None, if they never are outside."""
        return np.zeros((0, 2))

    def carry(self, steps: np.ndarray) -> None:
        """Move each actor by its own of ``steps`` (count, 2), board px."""

    def tick(self) -> None:
        self.ticks += 1
        if not self.setting.calm:
            self.target.tick()
            self.live()
        elif self.target.pointers:
            self.target.x, self.target.y = list(self.target.pointers.values())[-1]
        self._keep_clear(self.tick_seconds)

    def face(self) -> tuple[np.ndarray, np.ndarray, float, float] | None:
        """The face of the hunter that is nearest to the target, as ``KeepClear.tick`` wants it; None where a
        lure needs not keep clear."""
        return None

    def _keep_clear(self, dt: float | None) -> None:
        face = self.face()
        if face is not None:
            self.clear.tick(np.array([self.target.x, self.target.y]), face, self.board, dt)

    @property
    def lure_place(self) -> tuple[float, float]:
        """Where the lure is drawn, board px: at the target, or clear of the hunter's face."""
        return self.target.x + float(self.clear.off[0]), self.target.y + float(self.clear.off[1])

    def turn_lure(self, want: float, rate: float = 8.0) -> None:
        """Ease ``self.lure_heading`` toward ``want`` radians, at ``rate`` per second. One tick."""
        turn = wrap_angle(want - self.lure_heading) * follow(rate, self.tick_seconds)
        self.lure_heading = wrap_angle(self.lure_heading + turn)

    def lure_flees(self, hunter: np.ndarray) -> float:
        """Where a lure looks: along its path; held by a pointer, away from the ``hunter`` (2,) board px."""
        t = self.target
        return math.atan2(t.y - hunter[1], t.x - hunter[0]) if t.watched else t.course()

    def place(self, setting: Setting) -> None:
        if setting == self.setting:
            return
        before, self.setting = self.setting, setting
        (ax, ay), (bx, by) = before.board.center, setting.board.center
        self.target.board = setting.board
        self.cut = True
        self.prepare()
        if (ax, ay) != (bx, by):
            self.shift(bx - ax, by - ay)
            self.target.x += bx - ax
            self.target.y += by - ay
            self._bring_in()
        if setting.calm:
            self.rest()
        elif before.calm:
            # Life goes on from where everybody rested: the target drifts back to its path.
            self.target.held, self.target.share = (self.target.x, self.target.y), 1.0
        self._keep_clear(None)

    def _bring_in(self) -> None:
        """Whoever a smaller board has left outside comes in at once; the target glides back to its path."""
        size = np.array([self.board.width, self.board.height])
        edge = np.minimum(INSIDE, size / 3)
        heads = self.heads()
        outside = ((heads < 0) | (heads > size)).any(axis=1, keepdims=True)
        if outside.any():
            self.carry(np.where(outside, np.clip(heads, edge, size - edge) - heads, 0.0))
        target = self.target
        if not self.board.holds(target.x, target.y):
            target.x, target.y = target.eight()
            target.share = 0.0

    def move(self, pointer: int, x: float, y: float) -> None:
        self.target.move(pointer, x, y)
        self.touched = True

    def press(self, pointer: int, x: float, y: float) -> None:
        self.move(pointer, x, y)

    def leave(self, pointer: int) -> None:
        self.target.leave(pointer)


def facing(
    target: Target, points: np.ndarray, size: np.ndarray, ahead: float, aside: float, lure: float
) -> tuple[np.ndarray, np.ndarray, float, float]:
    """What ``Creature.face`` returns, of the nearest of bodies ``points`` (count, n, 2) of ``size`` (count,).

    ``ahead``, ``aside``: board px that a head of size 1 reaches from its first joint; ``lure``: radius of the
    lure.
    """
    heads = np.asarray(points[:, 0], float)
    nearest = int(np.argmin(((heads - (target.x, target.y)) ** 2).sum(axis=1)))
    way = heads[nearest] - np.asarray(points[nearest, 1], float)
    way /= max(float(np.hypot(*way)), 1e-9)
    share = float(size[nearest])
    return heads[nearest], way, ahead * share + lure, aside * share + lure


def gentle_s(joints: int, gap: float, head: tuple[float, float], heading: float, turn: float = 0.9) -> Points:
    """Joints (joints, 2) of a resting body: equal gaps along one gentle S.

    ``head`` board px, ``heading`` radians (where the head looks), ``turn`` the S's half opening in radians.
    """
    points = np.empty((joints, 2))
    points[0] = head
    for i in range(1, joints):
        bend = turn * math.sin(2 * math.pi * (i - 0.5) / (joints - 1))
        angle = heading + math.pi + bend
        points[i] = points[i - 1] + gap * np.array([math.cos(angle), math.sin(angle)])
    return points


def normals(points: Points) -> tuple[Points, Points]:
    """Unit directions toward the head and normals to their right, both (..., n, 2), of joints head first."""
    step = np.gradient(points, axis=-2)
    length = np.maximum(np.hypot(step[..., 0], step[..., 1]), 1e-9)[..., None]
    along = -step / length
    return along, np.stack([-along[..., 1], along[..., 0]], -1)
