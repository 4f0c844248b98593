"""What a pet wants: to wander when nothing happens, to follow, and to run when it is startled (000/004, 08).

The rules of the articles for all individuals at once; how it looks while it does so is ``pet_body``'s matter.
"""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, follow, smooth_noise, smoothstep
from scenes.params import Params, number
from scenes.vectors import limit, unit, wrap

WANDER, FOLLOW, STARTLE = 0, 1, 2
EDGE = 70.0
"""Board px from an edge within which a wanderer turns home."""
HOME_RATE = 3.0
NOISE_RATE = 0.7
"""Turns of the restless noise, radians per second."""
WALL = np.array([0.0, 38.0])
"""Board px from the upper left at which the floor begins."""
KEEP = np.array([[36.0, 6.0], [36.0, 27.0]])
"""Board px that a pet of size 1 keeps from the upper left and the lower right of the floor."""
JOSTLE = 130.0
"""Speed, px/s, with which two in one place part."""
CELL = 44.0
"""Board px of the cells within which a fright passes on."""
STROLL, DART, ARRIVAL = 4.42, 0.45, 7.6
"""Seconds of a round of 10: how long the target strolls, then darts; and when it comes to rest."""
CATCH_TICKS = (5, 9)
"""Age in ticks of a fright that others catch; a caught one is half as long and goes no farther."""


class MoodParams(Params):
    """Numbers of the pet, as published; how a wanderer turns and its inertia were found by experiment."""

    count: int = number(1, 1, 1000, "", "how many pets")
    move_speed: float = number(25.0, 0.0, 200.0, "px/s", "a target slower than this counts as resting")
    idle_delay: float = number(0.6, 0.0, 10.0, "s", "it wanders once the target has rested for this long")
    wander_speed: float = number(45.0, 0.0, 200.0, "px/s", "speed of wandering")
    wander_turn: float = number(1.6, 0.0, 10.0, "rad/s", "how fast the noise turns a wanderer at most")
    max_speed: float = number(170.0, 10.0, 600.0, "px/s", "speed of following from afar")
    stop_dist: float = number(46.0, 0.0, 200.0, "px", "distance from the target at which it wants to stand")
    arrive_radius: float = number(110.0, 1.0, 400.0, "px", "it slows within this much more than stop_dist")
    startle_dist: float = number(160.0, 0.0, 600.0, "px", "a fast target nearer than this startles it")
    startle_speed: float = number(420.0, 30.0, 3000.0, "px/s", "a target faster than this startles it")
    flee_time: float = number(1.1, 0.1, 5.0, "s", "how long it runs")
    flee_speed: float = number(260.0, 20.0, 800.0, "px/s", "how fast it runs away from the target")
    inertia: float = number(3.6, 0.5, 20.0, "1/s", "how fast its velocity becomes what it wants")
    tail_gap: float = number(8.0, 2.0, 16.0, "px", "distance between neighbouring joints of the tail")
    tail_bend: float = number(0.5, 0.05, math.pi, "rad", "greatest bend between neighbours; pi is no limit")
    lap: float = number(10.0, 3.0, 60.0, "s", "time of one round of the demonstration")


def demo_pace(share: float) -> float:
    """Turns of the target along the eight in one round: it strolls, stops short, darts off, slows and rests.

    The published round is known only by its figures; this one meets them, keeps the pet in the room, and
    sends it running toward us.
    """
    t = 10 * share
    if t < STROLL:
        turns = 0.529 * (1 - (1 - (t / STROLL) ** 1.5) ** 2.92)
    elif t < STROLL + DART:
        turns = 0.529 + 0.109 * smoothstep((t - STROLL) / DART)
    else:
        turns = 0.638 + 0.362 * smoothstep((t - STROLL - DART) / (ARRIVAL - STROLL - DART))
    return 0.5 - turns


class Mood:
    """``place``, ``velocity`` (count, 2) px and px/s; ``state`` (count,) WANDER, FOLLOW or STARTLE.

    ``idle``, ``fright`` (count,): ticks of a resting target, and ticks left to run. ``wander`` (count,):
    direction of wandering, radians. ``bumped`` (count, 2): speed with which a wall was met in this tick.
    """

    def __init__(self, params: MoodParams, size: np.ndarray, seed: np.ndarray, board: Board) -> None:
        self.params, self.size, self.seed, self.board = params, size, seed, board
        count = len(size)
        # The first has the published nerves; the others are a little bolder or shyer.
        nerve = np.where(np.arange(count) == 0, 0.5, seed)
        self.fear_dist = params.startle_dist * (0.7 + 0.6 * nerve)
        self.patience = params.idle_delay * (0.4 + 1.2 * nerve)
        self.place = np.zeros((count, 2))
        self.velocity = np.zeros((count, 2))
        self.state = np.full(count, FOLLOW)
        self.idle = np.zeros(count, int)
        self.fright = np.zeros(count, int)
        self.since = np.full(count, 1 << 20)
        self.caught = np.zeros(count, bool)
        self.wander = TAU * seed
        self.bumped = np.zeros((count, 2))
        self.fit(board)

    def fit(self, board: Board) -> None:
        """Live on a board of another size."""
        self.board = board
        half = np.array(board.center)
        self.low = np.minimum(KEEP[0] * self.size[:, None] + WALL, half)
        self.high = np.maximum(np.array([board.width, board.height]) - KEEP[1] * self.size[:, None], half)

    def confine(self) -> None:
        """Put everybody inside the room."""
        self.place = limit(self.place, self.low, self.high)

    def folded(self, goal: np.ndarray) -> np.ndarray:
        """Goals (count, 2), those beyond a wall mirrored in it: along the wall they would stand in a row."""
        goal = self.low + np.abs(goal - self.low)
        return limit(self.high - np.abs(self.high - goal), self.low, self.high)

    def tick(
        self,
        target: np.ndarray,
        target_speed: float,
        goal: np.ndarray,
        ticks: int,
        dt: float,
        push: np.ndarray | None = None,
    ) -> None:
        """One step. ``target`` (2,) what moves at ``target_speed`` px/s; ``goal`` (count, 2) where to go.

        ``push`` (count, 2) away from those too near, shares of their room, if there are others.
        """
        p = self.params
        to = target - self.place
        distance = np.hypot(to[:, 0], to[:, 1])
        calm = self.state != STARTLE
        scared = calm & (target_speed > p.startle_speed) & (distance < self.fear_dist)
        flee_ticks = max(round(p.flee_time / dt), 1)
        self.fright[scared] = flee_ticks
        self.caught[scared] = False
        self.since[scared] = -1
        self._pass_on(flee_ticks)
        running = self.fright > 0
        self.since += 1
        self.fright -= running
        if target_speed > p.move_speed:
            self.idle[~running] = 0
        else:
            self.idle[~running] += 1
        rest = self.idle * dt > self.patience + 1e-9
        self.state = np.where(self.fright > 0, STARTLE, np.where(rest, WANDER, FOLLOW))
        want = np.where(running[:, None], self._flight(to, distance), 0.0)
        follows, wanders = ~running & ~rest, ~running & rest
        if follows.any():
            want = np.where(follows[:, None], self.approach(goal), want)
        if wanders.any():
            want = np.where(wanders[:, None], self._stroll(wanders, ticks, dt), want)
        if push is not None:
            want = want + push * JOSTLE
        self.velocity += (want - self.velocity) * follow(p.inertia, dt)
        self._move(dt)

    def _pass_on(self, flee_ticks: int) -> None:
        """A fright passes to those nearby, a moment later and for half the time."""
        if len(self.state) == 1:
            return
        youngest, oldest = CATCH_TICKS
        fresh = (self.fright > 0) & ~self.caught & (self.since >= youngest) & (self.since < oldest)
        if not fresh.any():
            return
        cell = (self.place / CELL).astype(int)
        wide, high = cell.max(axis=0) + 3
        felt = np.zeros((high, wide), bool)
        for dy in range(3):
            for dx in range(3):
                felt[cell[fresh, 1] + dy, cell[fresh, 0] + dx] = True
        catch = (self.fright == 0) & felt[cell[:, 1] + 1, cell[:, 0] + 1]
        self.fright[catch] = max(flee_ticks // 2, 1)
        self.caught[catch], self.since[catch] = True, -1

    def _flight(self, to: np.ndarray, distance: np.ndarray) -> np.ndarray:
        return -to * (self.params.flee_speed / np.maximum(distance, 1e-6))[:, None]

    def approach(self, goal: np.ndarray) -> np.ndarray:
        """Velocity (count, 2) px/s toward each one's ``goal``: none within ``stop_dist``, slow before it."""
        p = self.params
        to = goal - self.place
        distance = np.hypot(to[:, 0], to[:, 1])
        speed = p.max_speed * limit((distance - p.stop_dist * self.size) / p.arrive_radius, 0, 1)
        return to * (speed / np.maximum(distance, 1e-6))[:, None]

    def _stroll(self, who: np.ndarray, ticks: int, dt: float) -> np.ndarray:
        """Turn with the noise, and near an edge toward the middle."""
        p, board = self.params, self.board
        noise = smooth_noise(np.full(len(who), ticks * dt * NOISE_RATE), self.seed * 40)
        turn = noise * p.wander_turn * dt
        x, y = self.place.T
        edge = np.minimum(np.minimum(x, board.width - x), np.minimum(y, board.height - y))
        home = np.arctan2(board.height / 2 - y, board.width / 2 - x)
        bend = wrap(home - self.wander)
        turn += np.where(edge < EDGE, bend * follow(HOME_RATE, dt), 0.0)
        self.wander = np.where(who, (self.wander + turn) % TAU, self.wander)
        return unit(self.wander) * p.wander_speed

    def _move(self, dt: float) -> None:
        """Move, and slide along the walls of the room instead of leaving it."""
        wish = self.place + self.velocity * dt
        self.place = limit(wish, self.low, self.high)
        out = wish != self.place
        self.bumped = np.where(out, self.velocity, 0.0)
        self.velocity[out] = 0.0
