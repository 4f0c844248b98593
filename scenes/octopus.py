"""04 The octopus: seven arms that reach for the target from tip and root in turn (articles 000/004)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.reach import reach_chains
from scenes.creature import FOLLOW_POINTER, Creature, gentle_s
from scenes.crowd import Crowd
from scenes.motion import follow, smooth_noise
from scenes.octopus_look import OctopusLook
from scenes.params import Params, number
from scenes.picture import Picture, named
from scenes.sea import Sea
from scenes.sea_lures import Fry
from scenes.vectors import turned

ARMS = 7
JOINTS = 12
ROOT_ROW, ROOT_DOWN, ROOT_ARC = 8.0, 6.0, 8.0
"""Board px between neighbouring roots, from the body's centre down to the middle one, and up again to the
outer ones."""
FAN_ORDER = np.array([6, 1, 2, 3, 4, 5, 0])
"""Place in the fan that each arm aims at, 0 the leftmost; the outer two cross behind the others."""
MARGIN = 48.0
"""Board px that the body keeps from the edges."""
BODY_RATE = 5.0
"""How fast the body comes to its place above the target, per second."""
BESIDE = 0.9
"""Share of its distance from the target that the body keeps by going aside, where there is no room above."""
SIDE_RATE, SIDE_ROOM = 3.0, 70.0
"""How fast it changes sides, per second, and how far beyond the middle, px, the target has to be for that."""
TILT, TILT_RATE = 0.42, 4.0
"""How far the body turns its arms to a target beside it, as a share of the angle; how fast, per second."""
PASS = 0.6
"""Share of a push by which others are gone round."""
AIM_MARGIN = 9.0
"""Board px that aims keep from the edges: no tip leaves the picture."""
REST_FAN = 0.86
"""Radians from straight down to the outer arms of a resting octopus."""
NOISE_RATE = 0.7
NOISE_SEEDS = (37.0, 46.0)
"""Seeds of the sway across and down of arm 0; each arm takes the next."""
TOUCH = 1.0
"""Board px from its aim within which a tip has arrived."""
LAG = np.linspace(60.0, 17.0, JOINTS)[:, None]
"""How fast the flesh follows the solved joints, per second, from root to tip."""
WAKE_FROM, WAKE_RATE = 0.08, 2.0
"""Share of that speed with which it wakes from rest, and how fast it comes to all of it, per second."""
BLUSH_FROM, BLUSH_FULL = 84.0, 58.0
"""Board px between target and body (at full size) at which the skin begins to blush, and blushes fully."""
MANTLE_SPRING, MANTLE_DAMP = 52.0, 7.0
MANTLE_DRAG = np.array([0.085, 0.035])
"""Spring 1/s² and damping 1/s of the soft mantle, and how far it trails across and down, px per px/s."""


class OctopusParams(Params):
    """Numbers of the octopus, as published."""

    count: int = number(1, 1, 1000, "", "how many octopuses")
    reach_iter: int = number(4, 1, 64, "", "passes from tip to root and back, each tick")
    tentacle_gap: float = number(10.0, 3.0, 20.0, "px", "distance between neighbouring joints of an arm")
    sway_amp: float = number(30.0, 0.0, 90.0, "px", "how far smooth noise carries each tip's aim about")
    fan: float = number(24.0, 0.0, 60.0, "px", "distance between the aims of neighbouring arms")
    body_above: float = number(85.0, 0.0, 160.0, "px", "how far above the target the body wants to be")
    lap: float = number(8.0, 2.0, 60.0, "s", "time of one figure-eight")


class Octopus(Creature):
    """Octopuses over a sandy floor that reach for a little fish.

    ``body`` (count, 2) board px. ``points`` (count, 7, 12, 2): solved joints, roots first. ``shown``: the
    same as the flesh has them, which comes a breath later. ``aim``, ``error`` (count, 7, ...): where tips
    want to be and how far off they are, px.
    """

    name = "octopus"
    title = {"ja": "タコの触手", "ko": "문어 촉수", "en": "Reaching octopus"}
    description = {
        "ja": "海藻のゆれる海で、七本の触手のタコが、小魚へ腕の先を伸ばしながらついていく。",
        "ko": "해초가 일렁이는 바다에서 팔 일곱 개의 문어가 작은 물고기에게 팔 끝을 뻗으며 따라간다.",
        "en": "In a sea of swaying weed an octopus follows a little fish and stretches seven arms toward it.",
    }
    controls = (FOLLOW_POINTER,)
    Params = OctopusParams

    def prepare(self) -> None:
        p = self.params
        self.lap = p.lap
        self.sea = Sea(self.theme, self.board)
        self.lure = Fry(self.theme)
        self.crowd = Crowd(p.count, room=118.0, lap=p.lap)
        self.look = OctopusLook(self.theme, self.crowd.size, self.crowd.seed, p.tentacle_gap)
        size = self.crowd.size[:, None, None]
        middle = (ARMS - 1) / 2
        row = np.arange(ARMS) - middle
        self.hang = np.stack([row * ROOT_ROW, ROOT_DOWN - ROOT_ARC * (row / middle) ** 2], -1) * size
        self.spread = (FAN_ORDER - middle)[:, None] * p.fan * size
        self.felt = (22.0 * self.crowd.size).astype(runtime.real())
        own = np.where(np.arange(p.count) == 0, 0.0, 400.0 * self.crowd.seed)[:, None]
        self.seeds = np.stack([np.arange(ARMS) + own + s for s in NOISE_SEEDS], -1)

    def settle(self) -> None:
        p, real = self.params, runtime.real()
        self.gap = np.repeat(p.tentacle_gap * self.crowd.size, ARMS).astype(real)
        start = np.array([[self.target.x, self.target.y]])
        start = start if p.count == 1 else self.crowd.path(self.target)
        self.tilt = np.zeros(p.count)
        self._root()
        self.body = start - np.array([0.0, p.body_above]) * self.crowd.size[:, None]
        self.body[:, 1] = np.maximum(self.body[:, 1], MARGIN * self.crowd.size)
        hang = np.zeros((JOINTS, 2))
        hang[:, 1] = p.tentacle_gap * np.arange(JOINTS)
        self.points = np.empty((p.count, ARMS, JOINTS, 2), real)
        self.points[:] = (self.body[:, None] + self.roots)[:, :, None] + hang * self.crowd.size[
            :, None, None, None
        ]
        self.root = np.empty((p.count * ARMS, 2), real)
        self.want = np.empty((p.count * ARMS, 2), real)
        self.aim = self.points[:, :, -1].astype(float)
        self._forget()

    def rest(self) -> None:
        p, size = self.params, self.crowd.size
        place = np.array([self.board.center]) + np.array([0.0, -34.0])
        if p.count > 1:
            place = self.crowd.path(self.target) * 0.6 + 0.4 * np.array(self.board.center) + self.crowd.drift
        self.tilt = np.zeros(p.count)
        self._root()
        self.body = place - np.array([0.0, 10.0]) * size[:, None]
        for k in range(ARMS):
            side = (k - (ARMS - 1) / 2) / ((ARMS - 1) / 2)
            # A fan of seven, each a gentle S of its own that opens outward first.
            heading = -math.pi / 2 - REST_FAN * side
            arm = gentle_s(JOINTS, p.tentacle_gap, (0.0, 0.0), heading, 0.5 if side < 0 else -0.5)
            self.points[:, k] = (self.body + self.roots[:, k])[:, None] + arm * size[:, None, None]
        if not self.target.pointers:
            self.target.x, self.target.y = self.body[0] + np.array([96.0, 34.0]) * size[0]
        self.aim = self.points[:, :, -1].astype(float)
        self._forget()
        self.curl[:] = 0.55

    def _forget(self) -> None:
        count = self.params.count
        self.shown = self.points.copy()
        self.keep = np.exp(-LAG * self.tick_seconds).astype(self.points.dtype)
        # From rest the flesh comes to life slowly.
        self.wake = WAKE_FROM if self.setting.calm else 1.0
        self.error = np.zeros((count, ARMS))
        self.curl = np.zeros((count, ARMS))
        self.blush = np.zeros(count)
        middle = self.board.center[0]
        self.side_wish = np.where(self.body[:, 0] > middle, -1.0, 1.0)
        self.side = self.side_wish.copy()
        self.trail = np.zeros((count, 2))
        self.trail_speed = np.zeros((count, 2))
        self.lure_heading = 0.35 if self.setting.calm else 0.0
        self.sea.settle()

    def shift(self, dx: float, dy: float) -> None:
        step = np.array([dx, dy])
        self.body = self.body + step
        self.points += step
        self.shown += step
        self.aim = self.aim + step

    def heads(self) -> np.ndarray:
        return np.asarray(self.body, float)

    def carry(self, steps: np.ndarray) -> None:
        self.body = self.body + steps
        self.points += steps[:, None, None]
        self.shown += steps[:, None, None]
        self.aim = self.aim + steps[:, None]

    def live(self) -> None:
        dt, before = self.tick_seconds, self.body
        target = self.crowd.aims(self.target, before)
        goal = self._goal(target)
        self.body = before + (goal - before) * follow(BODY_RATE, dt)
        self._lean(target)
        self._reach(target)
        self._feel(target, (self.body - before) / dt)
        self._steer_lure()
        self.sea.tick(self.body, self.felt)

    def _goal(self, target: np.ndarray) -> np.ndarray:
        """Where the bodies (count, 2) want to be: above their targets, or beside them under the board's top.

        On top of its target it would have to fold its arms over its face.
        """
        size, board = self.crowd.size, self.board
        above, far = self.params.body_above * size, MARGIN * size
        push = self.crowd.elbows.push * self.crowd.room[:, None]
        target = target - push
        goal = target - np.stack([np.zeros_like(above), above], -1)
        goal[:, 1] = np.clip(goal[:, 1], far, board.height - far)
        # The side with more room; it does not waver while the target is about the middle.
        out = board.width / 2 - target[:, 0]
        self.side_wish = np.where(np.abs(out) > SIDE_ROOM, np.sign(out), self.side_wish)
        self.side += (self.side_wish - self.side) * follow(SIDE_RATE, self.tick_seconds)
        down = target[:, 1] - goal[:, 1]
        aside = np.sqrt(np.maximum((BESIDE * above) ** 2 - down * down, 0.0))
        goal[:, 0] += self.side * aside
        # Pushed a little to the left of straight away, two under the surface pass instead of standing.
        goal += push + PASS * turned(push)
        goal[:, 0] = np.clip(goal[:, 0], far, board.width - far)
        goal[:, 1] = np.clip(goal[:, 1], far, board.height - far)
        return goal

    def _lean(self, target: np.ndarray) -> None:
        """Turn bodies and the roots of their arms (``tilt`` (count,) radians) somewhat toward the targets."""
        to = target - self.body
        # Straight above it a target has no side.
        want = -TILT * np.arctan2(to[:, 0], np.maximum(to[:, 1], 0.5 * np.abs(to[:, 0])) + 12.0)
        self.tilt += (want - self.tilt) * follow(TILT_RATE, self.tick_seconds)
        self._root()

    def _root(self) -> None:
        c, s = np.cos(self.tilt)[:, None], np.sin(self.tilt)[:, None]
        x, y = self.hang[..., 0], self.hang[..., 1]
        self.roots = np.stack([c * x - s * y, s * x + c * y], -1)

    def _reach(self, target: np.ndarray) -> None:
        """Aims in a fan across the line from body to target, carried about by noise; then the arms."""
        p = self.params
        to = target - self.body
        to /= np.maximum(np.hypot(to[:, 0], to[:, 1]), 1e-9)[:, None]
        across = np.stack([to[:, 1], -to[:, 0]], -1)[:, None]
        sway = smooth_noise(self.ticks * self.tick_seconds * NOISE_RATE, self.seeds)
        amplitude = p.sway_amp * self.crowd.size[:, None, None]
        self.aim = target[:, None] + across * self.spread + sway * amplitude
        edge = AIM_MARGIN
        np.clip(self.aim, edge, [self.board.width - edge, self.board.height - edge], out=self.aim)
        arms = self.points.reshape(-1, JOINTS, 2)
        self.root[:] = (self.body[:, None] + self.roots).reshape(-1, 2)
        self.want[:] = self.aim.reshape(-1, 2)
        reach_chains(arms, self.root, self.want, self.gap, p.reach_iter)
        off = self.points[:, :, -1] - self.aim
        self.error = np.hypot(off[..., 0], off[..., 1])

    def _feel(self, target: np.ndarray, velocity: np.ndarray) -> None:
        """What follows the bones: flesh, curling tips, a blush, and the mantle that trails."""
        dt, size = self.tick_seconds, self.crowd.size
        if self.wake < 0.999:
            self.wake += (1 - self.wake) * follow(WAKE_RATE, dt)
            self.keep = np.exp(-LAG * (dt * self.wake)).astype(self.points.dtype)
        self.shown -= self.points
        self.shown *= self.keep
        self.shown += self.points
        self.curl += ((self.error < TOUCH) - self.curl) * follow(5, dt)
        away = target - self.body
        near = (BLUSH_FROM - np.hypot(away[:, 0], away[:, 1]) / size) / (BLUSH_FROM - BLUSH_FULL)
        self.blush += (np.clip(near, 0, 1) - self.blush) * follow(4, dt)
        pull = -velocity * MANTLE_DRAG * size[:, None] - self.trail
        self.trail_speed += (pull * MANTLE_SPRING - self.trail_speed * MANTLE_DAMP) * dt
        self.trail = self.trail + self.trail_speed * dt

    def _steer_lure(self) -> None:
        """The fish looks where it swims; held by a pointer it turns away from the hunter."""
        t = self.target
        self.turn_lure((0.0 if t.x >= self.body[0, 0] else math.pi) if t.watched else t.course())

    def picture(self) -> Picture:
        x, y = self.target.x, self.target.y
        alive = not self.setting.calm
        behind, before = self.sea.behind(self.ticks, alive), self.sea.before(self.ticks, alive)
        layers = (
            *behind,
            *self.look.layers(self, (x, y), self.ticks, alive),
            *self.lure.at(x, y, self.lure_heading, self.ticks, alive),
            *before,
        )
        cut, self.cut = self.cut, False
        alt = {"target": (x, y), "body": tuple(self.body[0].tolist())}
        return Picture(layers, cut=cut, alt=alt, scenery=named(behind, before))
