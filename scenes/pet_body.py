"""How a pet moves while its mood leads it: hops, squash and stretch, a waddle, soft ears, a wagging tail.

Nothing here changes where a pet goes; it only shows what it feels, the ears before the legs. Heights and
stretches are drawn, places are on the floor.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.eyes import Blinks
from scenes.motion import TAU, clamp, follow
from scenes.pet_ball import COS, RADIUS, SIN, STAND
from scenes.pet_mood import FOLLOW, STARTLE, WANDER, Mood
from scenes.steps import Feet
from scenes.vectors import limit, pair, unit, wrap

BUILD = 1.14
"""Drawn size of a pet of size 1; the lengths below are of one of size 1 / BUILD."""
FLOOR_Y = 14.0
"""Board px from a pet's place down to the floor that it stands on."""
GRAVITY = 1500.0
FRIGHT_JUMP, BOUND, JOY = 310.0, 150.0, 140.0
"""Speeds, px/s, with which it leaves the floor: startled, bounding away, and glad that something moves."""
FACE = 40.0
"""Board px from a pet's place up to the top of its face."""
CROUCH_TICKS = 6
"""Ticks of gathering before it jumps."""
EAR = np.array([11.0, 11.0, 10.0])
"""Board px of the three parts of an ear."""
CURL, SWEEP = np.array([0.0, 1.1, 2.2]), np.array([0.5, 1.0, 1.2])
"""How much each part of an ear curls, and how much it is swept back."""
EAR_STIFF = np.array([320.0, 190.0, 130.0])[:, None]
EAR_DAMP = np.array([20.0, 13.0, 9.5])[:, None]
EAR_WIND = np.array([1.4, 2.6, 3.4])[:, None]
CHEAT = 0.62
"""Share of its turn away from us that its face makes: actors keep their face to the house."""
SIDES = np.array([1.0, -1.0])
TAIL_JOINTS = 9
TAIL_AT = np.array([0.78, 0.46])
"""Where the tail grows behind the middle, as shares of the radius across and down the board."""
WAG_TICKS, SWISH_TICKS = 19, 110
FEELINGS = ((22.0, 4.0, 30.0, 6.0, 1.2, 14.0), (2.2, 4.0, 3.2, 0.9, 9.0, 14.0))
"""How fast alertness, joy, fear, breathlessness, drowsiness and a yawn grow, and fade, per second."""
NEVER = 1 << 20
YAWN_TICKS = 84
YAWN_AFTER, YAWN_EVERY = 14, 330
"""Ticks of wandering before the first yawn, and from one to the next."""
PUFFS = 8
"""Puffs of dust that each pet may have in the air."""
PUFF_TICKS = 36


class PetBody:
    """State of pets beside their ``Mood``, see ``reset``; angles in radians, lengths in board px."""

    def __init__(self, mood: Mood) -> None:
        self.size = BUILD * mood.size
        self.seed = mood.seed
        count = len(self.size)
        real = runtime.real()
        self.gap = (mood.params.tail_gap * mood.size).astype(real)
        self.bend = np.full(count, mood.params.tail_bend, real)
        self.back = np.zeros(count, real)
        self.tail = np.zeros((count, TAIL_JOINTS, 2), real)
        self.feet = Feet(count, 2)
        self.twitch = Blinks(count, seed=43, each=1, every=(120, 330), length=16)
        self.pace = (40 * self.seed).astype(int)
        self.yawn_at = YAWN_AFTER + self.pace * np.where(np.arange(count) == 0, 1, 5)

    def reset(self, mood: Mood, heading: np.ndarray) -> None:
        """Stand still where ``mood`` is, looking along ``heading`` (count,), tail straight behind."""
        count = len(self.size)
        self.feelings = np.zeros((6, count))
        self.alert, self.happy, self.fear, self.breathless, self.drowsy, self.yawn = self.feelings
        self.heading = np.array(heading, float)
        self.way = unit(self.heading)
        self.side = np.where(np.cos(self.heading) < 0, -1.0, 1.0)
        self.yaw = self._wish_yaw()
        self.yaw_speed = np.zeros(count)
        self.height, self.rise = np.zeros(count), np.zeros(count)
        self.stretch, self.stretching = np.ones(count), np.zeros(count)
        self.tilt, self.tilting = np.zeros(count), np.zeros(count)
        self.tremble = np.zeros(count)
        self.nobody = np.zeros(count, bool)
        self.crouch = np.zeros(count, int)
        self.joyful = np.zeros(count, bool)
        self.yawning = np.full(count, NEVER)
        self.wandering = np.zeros(count, int)
        self.state = mood.state.copy()
        self.feet.stand(self._homes(mood.place))
        self.ear = self._ears_want(0)
        self.earing = np.zeros_like(self.ear)
        self.center = self._middle(mood.place)
        self.puff_at = np.zeros((count, PUFFS, 2))
        self.puff_way = np.zeros((count, PUFFS, 2))
        self.puff_age = np.full((count, PUFFS), PUFF_TICKS)
        self.next_puff = np.zeros(count, int)
        self.dusty = 0
        """Ticks for which there may be dust in the air."""
        steps = np.arange(TAIL_JOINTS)[None, :, None] * self.gap[:, None, None]
        self.tail[:] = self._tail_root(mood.place)[:, None] - self.way[:, None] * steps

    def sit(self, mood: Mood) -> None:
        """At ease: the tail lies in a gentle S beside it."""
        n = TAIL_JOINTS - 1
        swing = 0.62 * np.sin(TAU * (np.arange(n) + 0.5) / n)
        way = unit((self.heading + math.pi + 0.75)[:, None] + swing)
        root = self._tail_root(mood.place)[:, None]
        self.tail[:] = np.concatenate([root, root + np.cumsum(way, 1) * self.gap[:, None, None]], 1)
        self.tremble[:] = 0.0

    def shift(self, offset: np.ndarray) -> None:
        """Move everything by ``offset`` (2,)."""
        self.feet.shift(offset)
        self.tail += offset.astype(self.tail.dtype)
        self.center += offset
        self.puff_at += offset

    def tick(self, mood: Mood, target: np.ndarray, target_speed: float, ticks: int, dt: float) -> None:
        """One step after ``mood`` made its own. ``target`` (2,) moves at ``target_speed`` px/s."""
        to = target - mood.place
        distance = np.hypot(to[:, 0], to[:, 1])
        speed = np.hypot(mood.velocity[:, 0], mood.velocity[:, 1])
        self._feel(mood, distance, target_speed, dt)
        self._turn(mood, to, speed, dt)
        landed, pushed = self._hop(mood, speed, dt)
        self._waddle(mood, speed, ticks, dt)
        self._step(mood, speed, dt)
        before = self.center
        self.center = self._middle(mood.place)
        self._swing_ears((self.center - before) / dt, ticks, dt)
        self._follow_tail(mood, ticks)
        self._dust(mood, landed | pushed)

    def _feel(self, mood: Mood, distance: np.ndarray, target_speed: float, dt: float) -> None:
        """Feelings 0..1. What is soft in them fades slowly; a fright is there at once."""
        wander, scared = mood.state == WANDER, mood.state == STARTLE
        self.wandering = (self.wandering + 1) * wander
        waited = self.wandering - self.yawn_at
        starts = wander & (waited % YAWN_EVERY == 0) & (waited >= 0)
        self.yawning = np.where(wander & ~starts, self.yawning + 1, 0) + NEVER * ~wander
        share = self.yawning / YAWN_TICKS
        gape = np.minimum(share / 0.35, (1 - share) / 0.22)
        want = np.empty_like(self.feelings)
        want[0] = clamp((target_speed - 12) / 120, 0.0, 1.0) * (260 - distance) / 140
        want[1] = (190 - distance) / 90 * ~(wander | scared)
        want[2] = want[3] = scared
        want[4] = wander
        want[5] = gape
        more = limit(want, 0.0, 1.0) - self.feelings
        self.feelings += more * np.where(more > 0, *_rates(dt))

    def _turn(self, mood: Mood, to: np.ndarray, speed: np.ndarray, dt: float) -> None:
        """It looks where it goes; standing, at what it follows."""
        going = speed > 14
        look = np.where(going[:, None], mood.velocity, to)
        turn = wrap(np.arctan2(look[:, 1], look[:, 0]) - self.heading)
        rate = np.where(going, follow(9, dt), np.where(mood.state == WANDER, 0.0, follow(5, dt)))
        self.heading = wrap(self.heading + turn * rate)
        self.way = unit(self.heading)
        self.side = np.where(self.way[:, 0] * self.side < -0.2, -self.side, self.side)
        pull = (self._wish_yaw() - self.yaw) * 130 - self.yaw_speed * 17
        self.yaw_speed += pull * dt
        self.yaw += self.yaw_speed * dt

    def _wish_yaw(self) -> np.ndarray:
        """Where the face wants to be round the body: 0 toward us, positive to the right."""
        return self.side * CHEAT * (1 - 0.45 * self.yawn) * np.arccos(self.way[:, 1])

    def _hop(self, mood: Mood, speed: np.ndarray, dt: float) -> tuple[np.ndarray, np.ndarray]:
        """Jumps and landings. Who landed hard, and who left the floor, in this tick."""
        grown = np.sqrt(self.size)
        scared = mood.state == STARTLE
        startled = scared & (mood.since == 0)
        glad = (mood.state == FOLLOW) & (self.state == WANDER)
        self.state = mood.state.copy()
        if not (scared.any() or glad.any() or self.crouch.any() or self.height.any() or mood.bumped.any()):
            self._spring_stretch(dt)
            return self.nobody, self.nobody
        self.crouch = np.where(startled | (glad & (self.height <= 0)), CROUCH_TICKS, self.crouch)
        self.joyful = np.where(glad, True, np.where(startled, False, self.joyful))
        floor = (self.height <= 0) & (self.rise <= 0)
        ready = floor & (self.crouch == 1)
        self.crouch = np.maximum(self.crouch - 1, 0)
        bounding = floor & scared & (self.crouch == 0) & ~ready & (speed > 60) & (mood.since > 6)
        push = (
            np.where(ready, np.where(self.joyful, JOY, FRIGHT_JUMP), np.where(bounding, BOUND, 0.0)) * grown
        )
        # Under the top of the picture it jumps no higher than its face stays in.
        room = np.maximum(mood.place[:, 1] - FACE * self.size - self.height, 6.0)
        push = np.minimum(push, np.sqrt(2 * GRAVITY * room))
        left = push > 0
        self.rise = np.where(left, push, self.rise - GRAVITY * dt * ~floor)
        self.height = self.height + self.rise * dt
        landed = (self.height <= 0) & ~floor & ~left
        impact = np.where(landed, -self.rise, 0.0)
        down = (self.height <= 0) & ~left
        self.height = np.where(down, 0.0, self.height)
        self.rise = np.where(down, 0.0, self.rise)
        bump = np.abs(mood.bumped)
        bump = np.where(bump > 60, bump, 0.0)
        self.stretching += 0.022 * (bump[:, 0] - bump[:, 1]) - 0.024 * impact / grown
        self._spring_stretch(dt)
        return (impact > 130 * grown) | np.any(bump > 0, axis=1), left & scared

    def _spring_stretch(self, dt: float) -> None:
        want = np.where(self.crouch > 0, 0.68, 1 + limit(self.rise / 1100, -0.06, 0.24)) + 0.10 * self.yawn
        self.stretching += ((want - self.stretch) * 420 - self.stretching * 17) * dt
        self.stretch = limit(self.stretch + self.stretching * dt, 0.55, 1.5)

    def _waddle(self, mood: Mood, speed: np.ndarray, ticks: int, dt: float) -> None:
        """It leans into its run and rocks from foot to foot; where it cannot run any farther it trembles."""
        air = self.feet.aloft
        rock = 0.10 * (air[:, 0] * 1.0 - air[:, 1]) * self.side
        lean = limit(mood.velocity[:, 0] / 900, -0.24, 0.24) * (1 + 0.4 * self.fear)
        self.tilting += ((lean + rock - self.tilt) * 170 - self.tilting * 15) * dt
        self.tilt += self.tilting * dt
        self.tremble = np.where((mood.state == STARTLE) & (speed < 70) & (mood.since > 12), 1.0, 0.0) * (
            1.0 if ticks % 4 < 2 else -1.0
        )

    def _homes(self, place: np.ndarray) -> np.ndarray:
        """Where the feet (count, 2, 2) belong on the floor: beside the middle, across its way."""
        across = pair(-self.way[:, 1], 0.62 * self.way[:, 0])
        # Feet are always seen apart, even from the side.
        across[:, 0] = np.where(
            np.abs(across[:, 0]) < 0.45, np.where(across[:, 0] < 0, -0.45, 0.45), across[:, 0]
        )
        offset = across[:, None] * SIDES[:, None] * (9.5 * self.size)[:, None, None]
        return (place + np.array([0.0, FLOOR_Y]) * self.size[:, None])[:, None] + offset

    def _step(self, mood: Mood, speed: np.ndarray, dt: float) -> None:
        """One foot after the other, each set down ahead of where it belongs; a jump takes both along."""
        feet, homes = self.feet, self._homes(mood.place)
        jumping = self.height > 0
        if jumping.any():
            who = np.repeat(jumping[:, None], 2, 1)
            feet.place += (homes - feet.place) * (who * follow(26, dt))[..., None]
            feet.phase = np.where(who, 1.0, feet.phase)
        last = limit(0.19 - 0.0005 * speed, 0.09, 0.19)
        lag = homes - feet.place
        off = np.hypot(lag[..., 0], lag[..., 1])
        far = (3.5 + 0.06 * speed) * self.size
        may = ~jumping & ~feet.aloft.any(axis=1) & (off.max(axis=1) > far)
        if may.any():
            first = off[:, 0] >= off[:, 1]
            ready = np.stack([may & first, may & ~first], axis=1)
            feet.lift(ready, homes + (mood.velocity * (1.55 * last)[:, None])[:, None])
        feet.tick((dt / last)[:, None])

    def _middle(self, place: np.ndarray) -> np.ndarray:
        """The middle of the body (count, 2) as drawn."""
        up = STAND * self.size * self.stretch + self.height
        return place + pair(np.zeros_like(up), FLOOR_Y * self.size - up)

    def _ears_want(self, ticks: int) -> np.ndarray:
        """Where the parts of the ears (count, 2, 3, 2) want to be, from the mood and the turn of the face."""
        keen = limit(np.maximum(self.alert, 0.75 * self.happy), 0, 1)
        shock = limit(1.4 * self.fear * (self.height > 12 * self.size), 0, 1)
        swept = self.fear * (1 - shock)
        base = 0.82 - 0.52 * keen + 0.5 * self.yawn - 0.55 * shock + 0.1 * swept + 0.1 * self.drowsy
        curl = 0.40 * (1 - keen) * (1 - 0.6 * self.fear) + 0.12 * self.yawn
        flick = self.twitch.lids(ticks)
        odd = pair(1.0 - 0.1 * keen, 1.0 + 0.7 * (1 - keen) * (1 - self.fear))
        turn = base[:, None, None] + (curl[:, None] * odd)[..., None] * CURL
        turn[:, 0] += (0.5 * flick)[:, None]
        back = (1.15 * swept + 0.12)[:, None, None] * SWEEP
        s, c = np.sin(self.yaw)[:, None, None], np.cos(self.yaw)[:, None, None]
        across, up = np.sin(turn) * SIDES[:, None], np.cos(turn)
        x = across * c - back * s
        y = (-across * s - back * c) * SIN - up * COS
        long = EAR * self.size[:, None, None]
        return pair(x, y) * (long / np.maximum(np.hypot(x, y), 0.75))[..., None]

    def _swing_ears(self, motion: np.ndarray, ticks: int, dt: float) -> None:
        """Ears are soft: they press down as it rises, fly up as it falls and stream behind as it runs."""
        pull = (self._ears_want(ticks) - self.ear) * EAR_STIFF - self.earing * EAR_DAMP
        pull -= limit(motion, -420, 420)[:, None, None] * EAR_WIND * self.size[:, None, None, None]
        self.earing += pull * dt
        self.ear += self.earing * dt
        length = np.hypot(self.ear[..., 0], self.ear[..., 1])
        most = 1.3 * EAR * self.size[:, None, None]
        self.ear *= np.minimum(1, most / np.maximum(length, 1e-6))[..., None]

    def _tail_root(self, place: np.ndarray) -> np.ndarray:
        return place - self.way * TAIL_AT * (RADIUS * self.size)[:, None]

    def _follow_tail(self, mood: Mood, ticks: int) -> None:
        """The tail hangs on the body by a chain; what it feels swings its root."""
        phase = TAU * ((ticks + self.pace) % WAG_TICKS) / WAG_TICKS
        slow = TAU * ((ticks + self.pace) % SWISH_TICKS) / SWISH_TICKS
        glad = self.happy * (1 - self.fear)
        wag = 1.15 * glad * np.sin(phase) + 0.5 * (1 - glad) * (1 - self.fear) * np.sin(slow)
        self.back[:] = self.heading + math.pi + wag
        side = pair(-self.way[:, 1], self.way[:, 0])
        self.tail[:, 0] = (
            self._tail_root(mood.place) + side * (3.0 * glad * np.cos(phase) * self.size)[:, None]
        )
        follow_chain(self.tail, self.gap, self.bend, self.back)

    def _dust(self, mood: Mood, who: np.ndarray) -> None:
        """Little clouds where a foot comes down hard or pushes off."""
        some = np.flatnonzero(who)
        if len(some):
            self.dusty = PUFF_TICKS + 1
        if self.dusty == 0:
            return
        self.dusty -= 1
        self.puff_age = np.minimum(self.puff_age + 1, PUFF_TICKS)
        self.puff_at += self.puff_way
        self.puff_way *= 0.92
        for side in SIDES:
            slot = self.next_puff[some]
            at = mood.place[some] + np.array([8.0 * side, FLOOR_Y + 1.0]) * self.size[some, None]
            self.puff_at[some, slot] = at
            away = -0.004 * mood.velocity[some] + np.array([0.7 * side, -0.12]) * self.size[some, None]
            self.puff_way[some, slot] = away
            self.puff_age[some, slot] = 0
            self.next_puff[some] = (slot + 1) % PUFFS


@lru_cache(maxsize=4)
def _rates(dt: float) -> tuple[np.ndarray, np.ndarray]:
    """Shares of the way (6, 1) by which each feeling grows, and fades, in a tick."""
    grow, fade = (np.array([[follow(rate, dt)] for rate in rates]) for rates in FEELINGS)
    return grow, fade
