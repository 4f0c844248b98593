"""Feeding: a press drops a pinch of pellets; they fall, float, and the fish race for them and gulp them."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU, make_rng
from scenes.picture import Discs, Layer, discs, pose
from scenes.theme import Theme, fade, mix

MOST = 30
"""Pellets that can be on the water at once; a press on a full table drops fewer."""
PINCH = 6
"""Pellets of one press."""
SCATTER = 20.0
"""Board px about the press in which they land."""
FALL_TICKS = 20
DELAY_TICKS = 3
"""Ticks between one pellet of a pinch and the next."""
FLOAT_TICKS = 1500
SINK_TICKS = 120
"""Ticks in which what nobody ate goes under and fades."""
GULP_TICKS = 8
MOUTH = 12.5
"""Board px from the first joint of a fish of size 1 to its mouth."""
REACH = 15.0
"""Board px from the mouth of a fish of size 1 at which it sucks a pellet in."""
SMELL = 420.0
"""Board px over which fish notice food."""
RACE = 0.4
AGILITY = 1.9
"""How much faster a fish swims, and how many times faster it turns, after food."""
GAPE_EASE = 0.3
HEIGHT = 46.0
"""Board px that a pellet falls from, as drawn."""
RADIUS = 2.3
LIGHT = np.array([0.55, 0.85])
"""Direction in which a falling pellet's shadow parts from it."""
FREE = -9999


class Food:
    """Pellets on the water for fish of ``size`` (count,).

    ``place`` (MOST, 2) board px; ``age`` (MOST,) ticks since each left the hand (FREE: none). ``gape``
    (count,): how far open each fish's mouth is, 0..1.
    """

    def __init__(self, theme: Theme, size: np.ndarray, seed: int = 606) -> None:
        self.size = np.asarray(size, float)
        self.seed = seed
        self.dress(theme)
        self.clear()

    def dress(self, theme: Theme) -> None:
        """Take another theme's colours."""
        tones = np.array([mix(theme.coral, theme.ink, t) for t in (0.38, 0.5, 0.44)])
        self.fill = np.resize(tones, (MOST, 4)).astype(np.float32)
        hidden = np.concatenate([np.zeros((MOST, 4)), self.fill * [1, 1, 1, 0]])
        size_ = np.full((2 * MOST, 1), RADIUS)
        self.dark = fade(theme.shadow, min(float(theme.shadow[3]) * 2.2, 0.5))
        self.layer: Discs = discs(
            "food", np.zeros((2 * MOST, 2)), size_, hidden, softness=np.repeat([1.2, 0], MOST)
        )
        self.empty = self.layer

    def clear(self) -> None:
        """No food, every mouth shut."""
        self.rng = make_rng(self.seed)
        self.place = np.zeros((MOST, 2))
        self.age = np.full(MOST, FREE)
        self.gulped = np.zeros(MOST, int)
        self.eater = np.zeros(MOST, int)
        self.gape = np.zeros(len(self.size))
        self.landed = np.zeros((0, 2))
        self.eaten = np.zeros((0, 2))

    def shift(self, dx: float, dy: float) -> None:
        """Move every pellet by an offset in board px."""
        self.place += (dx, dy)

    def drop(self, x: float, y: float) -> None:
        """A pinch of pellets falls toward (x, y) board px."""
        free = np.flatnonzero(self.age == FREE)[:PINCH]
        for k, slot in enumerate(free):
            turn, far = TAU * self.rng(), SCATTER * math.sqrt((k + self.rng()) / PINCH)
            self.place[slot] = x + far * math.cos(turn), y + far * math.sin(turn)
            # The first of the pinch lies where the press was; the others follow one by one.
            self.age[slot] = -1 - DELAY_TICKS * k
            self.gulped[slot] = 0

    @property
    def afloat(self) -> np.ndarray:
        """Which pellets (MOST,) lie on the water, uneaten."""
        return (self.age >= FALL_TICKS) & (self.age < FALL_TICKS + FLOAT_TICKS) & (self.gulped == 0)

    @property
    def wanted(self) -> np.ndarray:
        """Which pellets (MOST,) fish swim after: those in the air too, for they see them coming."""
        return (self.age >= 0) & (self.age < FALL_TICKS + FLOAT_TICKS) & (self.gulped == 0)

    def tick(self, mouths: np.ndarray, drift: np.ndarray) -> None:
        """One step. ``mouths`` (count, 2) board px; ``drift`` (2,) px/tick of what floats.

        ``landed`` and ``eaten`` (k, 2) are then the places where pellets came down and went.
        """
        self.landed = self.eaten = self.place[:0]
        wide = self.gape > 0.01
        if wide.any():
            self.gape[wide] *= 1 - GAPE_EASE * 0.5
        there = self.age != FREE
        if not there.any():
            return
        self.age[there] += 1
        self.landed = self.place[self.age == FALL_TICKS]
        self.place[self.afloat] += drift
        self._gulp(mouths)
        gone = (self.age > FALL_TICKS + FLOAT_TICKS + SINK_TICKS) | (self.gulped > GULP_TICKS)
        self.age[gone] = FREE

    def _gulp(self, mouths: np.ndarray) -> None:
        ready = np.flatnonzero(self.afloat)
        if len(ready):
            off = mouths[None, :, :] - self.place[ready][:, None, :]
            distance = np.hypot(off[..., 0], off[..., 1])
            best = np.argmin(distance / self.size, axis=1)
            near = distance[np.arange(len(ready)), best]
            share = near / (REACH * self.size[best])
            close = best[share < 2.2]
            np.maximum.at(self.gape, close, 0.75)
            caught = share < 1
            slots, eaters = ready[caught], best[caught]
            self.eaten = self.place[slots]
            self.gulped[slots], self.eater[slots] = 1, eaters
        going = np.flatnonzero(self.gulped > 0)
        going = going[self.age[going] != FREE]
        if len(going):
            who = self.eater[going]
            share = 1 / np.maximum(GULP_TICKS + 1 - self.gulped[going], 1)
            self.place[going] += (mouths[who] - self.place[going]) * share[:, None]
            self.gulped[going] += 1
            self.gape[who] = 1.0

    def steer(self, heads: np.ndarray, wish: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where each one wants to be (count, 2): at the nearest pellet it smells, or at its ``wish``; and
        how keen it is (count,), 0 or 1."""
        food = self.place[self.wanted]
        if not len(food):
            return wish, np.zeros(len(heads))
        off = food[None, :, :] - np.asarray(heads, float)[:, None, :]
        square = off[..., 0] ** 2 + off[..., 1] ** 2
        best = np.argmin(square, axis=1)
        keen = square[np.arange(len(heads)), best] < SMELL**2
        return np.where(keen[:, None], food[best], wish), keen.astype(float)

    def layers(self, ticks: int) -> tuple[Layer, ...]:
        """Pellets and their shadows, one layer; the same object while there are none."""
        there = self.age >= 0
        if not there.any():
            return (self.empty,)
        fall = np.clip(self.age / FALL_TICKS, 0, 1)
        height = HEIGHT * (1 - fall * fall)
        sink = np.clip((self.age - FALL_TICKS - FLOAT_TICKS) / SINK_TICKS, 0, 1)
        shown = there * np.clip(self.age / 4, 0, 1) * (1 - sink)
        shrink = 1 - np.clip(self.gulped / (GULP_TICKS + 1), 0, 1) ** 2
        bob = 1 + 0.05 * np.sin(TAU * ((ticks % 90) / 90 + 0.37 * np.arange(MOST)))
        radius = RADIUS * shrink * (1 + 0.5 * height / HEIGHT) * (1 - 0.4 * sink) * bob
        up = np.array([-0.25, -1.0])
        center = np.concatenate(
            [self.place + LIGHT * (1.4 + 0.12 * height)[:, None], self.place + up * height[:, None]]
        )
        fill = np.concatenate([np.tile(self.dark, (MOST, 1)), self.fill])
        fill[:, 3] *= np.tile(shown, 2) * np.concatenate([1 - 0.6 * height / HEIGHT, np.ones(MOST)])
        size = np.maximum(np.concatenate([radius, radius]), 0.05)
        return (pose(self.layer, center=center, size=np.stack([size, size * 0.92], -1), fill=fill),)


def mouths(points: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Mouths (count, 2) of fish with joints ``points`` (count, n, 2), board px, and ``size`` (count,)."""
    joints = np.asarray(points[:, :2], float)
    ahead = joints[:, 0] - joints[:, 1]
    length = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)
    return joints[:, 0] + ahead / length[:, None] * (MOUTH * size)[:, None]
