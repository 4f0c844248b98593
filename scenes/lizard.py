"""03 The lizard: feet stand still and step only when they are left behind (articles 000/004)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.bugs import Ladybird
from scenes.creature import FOLLOW_POINTER, Creature, facing, gentle_s
from scenes.crowd import Crowd
from scenes.desert import Desert
from scenes.lizard_look import LEG_JOINTS, LizardLook
from scenes.motion import TAU, follow
from scenes.params import Params, number
from scenes.picture import Picture, named
from scenes.steps import Feet, TwoBones
from scenes.vectors import raised, span, turned, unit, wrap

JOINTS = 18
HIPS = np.array(LEG_JOINTS)
SIDES = np.array([-1.0, 1.0, -1.0, 1.0])
PAIRS = np.array([0, 1, 1, 0])
"""The diagonal pair to which each leg belongs."""
BENDS = np.array([-1.0, 1.0, 1.0, -1.0])
"""Side to which each knee goes: front elbows back, hind knees forward."""
SLOW_RADIUS, SLOWEST = 50.0, 0.25
"""Px from the target within which it slows, and the share of its speed that it keeps."""
ARRIVED, NEARLY = 22.0, 44.0
"""Px from a held target within which it stands, nose to nose, and within which it comes to a stand."""
SNOUT_REACH, LURE = 21.0, 9.0
"""Board px from the first joint to the end of the snout, and the reach of the ladybird."""
FOLDED = 29.0
"""Px between hip and foot below which a leg lies on its own knee."""
SHOULDER = 12.0
"""Px by which a shoulder slides under the skin after a foot out of reach, before the leg drags."""


class LizardParams(Params):
    """Numbers of the lizard, as published; those of the head's walk were found by experiment."""

    count: int = number(1, 1, 1000, "", "how many lizards")
    step_trigger: float = number(38.0, 5.0, 120.0, "px", "a foot farther than this from its home steps")
    step_lead: float = number(0.5, 0.0, 1.5, "", "landing beyond the home, as a share of the trigger")
    step_time: float = number(0.16, 0.05, 1.0, "s", "time of one step")
    step_lift: float = number(7.0, 0.0, 30.0, "px", "height of a step's arc")
    home_ahead: float = number(10.0, -30.0, 40.0, "px", "a foot's home ahead of its spine joint")
    home_aside: float = number(30.0, 12.0, 60.0, "px", "a foot's home to the side of its spine joint")
    thigh_len: float = number(22.0, 8.0, 60.0, "px", "length of the thigh")
    shin_len: float = number(20.0, 8.0, 60.0, "px", "length of the shin")
    guard: int = number(1, 0, 1, "", "1 straightens a leg out of reach, 0 lets it vanish as NaN")
    segment_gap: float = number(11.0, 5.0, 20.0, "px", "distance between neighbouring joints")
    max_bend: float = number(0.32, 0.05, math.pi, "rad", "greatest bend between neighbours; pi is no limit")
    walk_speed: float = number(135.0, 10.0, 500.0, "px/s", "speed far from the target")
    turn_rate: float = number(2.8, 0.2, 12.0, "rad/s", "how fast the heading may turn")
    wiggle_amp: float = number(0.18, 0.0, 1.0, "rad", "sideways swing of the head while it walks")
    wiggle_freq: float = number(0.028, 0.0, 0.2, "rad/px", "swing phase per px walked")
    lap: float = number(12.0, 2.0, 60.0, "s", "time of one figure-eight")


class Lizard(Creature):
    """Lizards on sand and warm stones that follow a ladybird.

    ``points`` (count, 18, 2) board px, the head first; ``feet``, legs in the order front left, front right,
    hind left, hind right.
    """

    name = "lizard"
    title = {"ja": "一歩ずつのトカゲ", "ko": "걸음 딛는 도마뱀", "en": "Stepping lizard"}
    description = {
        "ja": "石と砂の上で、足が離れすぎたときだけ一歩踏み出すトカゲが、足跡を残して虫を追う。",
        "ko": "돌과 모래 위에서 발이 멀어질 때만 한 걸음 내딛는 도마뱀이 무당벌레를 쫓는다.",
        "en": "On warm sand a lizard, stepping only when a foot is left behind, trails a ladybird.",
    }
    controls = (FOLLOW_POINTER,)
    Params = LizardParams

    def prepare(self) -> None:
        p = self.params
        self.crowd = Crowd(p.count, room=58.0, lap=p.lap)
        self.tempo = self.crowd.take_tempo()
        self.lap = p.lap / float(self.tempo[0])
        self.ground = Desert(self.theme, self.board, self.crowd.size)
        self.lure = Ladybird(self.theme)
        self.look = LizardLook(self.theme, self.crowd.size, self.crowd.seed)

    def settle(self) -> None:
        p, real, size = self.params, runtime.real(), self.crowd.size
        count = p.count
        self.points = np.empty((count, JOINTS, 2), real)
        self.gap = (p.segment_gap * size).astype(real)
        self.max_bend = np.full(count, p.max_bend, real)
        self.back = np.zeros(count, real)
        start = self.crowd.path(self.target)
        self.heading = self.crowd.headings(self.target, p.segment_gap * (JOINTS + 2))
        back = -unit(self.heading)
        steps = np.arange(JOINTS)[None, :, None] * self.gap[:, None, None]
        self.points[:] = start[:, None] + back[:, None] * steps
        self.feet = Feet(count, 4)
        bones = np.array([p.thigh_len, p.shin_len]) * size[:, None, None]
        self.bones = TwoBones(np.broadcast_to(bones, (count, 4, 2)))
        self._stand()

    def _stand(self) -> None:
        """At rest with all feet at home."""
        count = self.params.count
        self.speed, self.phase = np.zeros(count), np.zeros(count)
        self._frame()
        self.feet.stand(self.homes)
        self.turn = self._facing()
        self.steps = 0
        self.lure_heading = 0.35 if self.setting.calm else 0.0
        self.ground.forget()

    def rest(self) -> None:
        p = self.params
        for i, size in enumerate(self.crowd.size):
            heading = -0.35 if i == 0 else TAU * self.crowd.seed[i]
            pose = gentle_s(JOINTS, p.segment_gap * size, (0.0, 0.0), heading, min(0.52, 2.5 * p.max_bend))
            pose -= (pose.max(axis=0) + pose.min(axis=0)) / 2
            place = np.array(self.board.center)
            if p.count > 1:
                place = place + (self.crowd.path(self.target)[i] - place) * 0.8
            self.points[i] = pose + place
            self.heading[i] = heading
        if not self.target.pointers:
            head = np.asarray(self.points[0, 0], float)
            self.target.x, self.target.y = head + np.array([62.0, 30.0]) * self.crowd.size[0]
        self._stand()

    def shift(self, dx: float, dy: float) -> None:
        self.points += np.array([dx, dy])
        self.feet.shift(np.array([dx, dy]))
        self._frame()
        self.ground.forget()

    def heads(self) -> np.ndarray:
        return np.asarray(self.points[:, 0], float)

    def carry(self, steps: np.ndarray) -> None:
        self.points += steps[:, None]
        self.feet.shift(steps[:, None])
        self._frame()

    def face(self) -> tuple[np.ndarray, np.ndarray, float, float]:
        return facing(self.target, self.points, self.crowd.size, SNOUT_REACH, 13.0, LURE)

    def live(self) -> None:
        self._walk()
        self._frame()
        self._step()
        self.turn_lure(self.lure_flees(self.points[0, 0]))
        self.ground.tick(self.feet, self.turn)

    def _walk(self) -> None:
        """The head turns and walks toward its aim; the spine follows."""
        p, dt, size = self.params, self.tick_seconds, self.crowd.size
        head = self.points[:, 0]
        to = self.crowd.aims(self.target, head) - head
        distance = span(to) / size
        near = np.clip((NEARLY - distance) / (NEARLY - ARRIVED), 0.0, 1.0)
        go = 1.0 - self.target.share * near
        turn = wrap(np.arctan2(to[:, 1], to[:, 0]) - self.heading)
        most = p.turn_rate * dt / self.tempo
        self.heading = wrap(self.heading + np.clip(turn, -most, most))
        want = p.walk_speed * self.tempo * np.clip(distance / SLOW_RADIUS, SLOWEST, 1.0) * go
        self.speed += (want - self.speed) * follow(6, dt)
        self.phase = (self.phase + self.speed * dt * p.wiggle_freq / size) % TAU
        move = self.heading + np.sin(self.phase) * p.wiggle_amp
        head += unit(move) * (self.speed * dt)[:, None]
        self.back[:] = self.heading + math.pi
        follow_chain(self.points, self.gap, self.max_bend, self.back)

    def _frame(self) -> None:
        """Where the body carries its hips, and where it would like its feet: (count, 4, 2) board px."""
        p = self.params
        points = np.asarray(self.points, float)
        self.along = points[:, HIPS - 1] - points[:, HIPS + 1]
        self.along /= np.maximum(span(self.along), 1e-9)[..., None]
        size = self.crowd.size[:, None, None]
        out = turned(self.along) * (SIDES[:, None] * size)
        joint = points[:, HIPS]
        self.hips = joint + out * 10.0
        self.homes = joint + self.along * (p.home_ahead * size) + out * p.home_aside

    def _step(self) -> None:
        """A foot left behind steps, unless a foot of the other diagonal pair is in the air."""
        p, size = self.params, self.crowd.size[:, None]
        feet, share = self.feet, (self.tick_seconds / (p.step_time * self.tempo))[:, None]
        ahead = np.asarray(self.points[:, :1] - self.points[:, 1:2], float) / self.gap[:, None, None]
        goals = self.homes + ahead * (p.step_lead * p.step_trigger * size)[:, None]
        gone = self.feet.place - self.homes
        behind = span(gone) > p.step_trigger * size
        for leg in range(4):
            grounded = feet.phase[:, leg] >= 1.0
            feet.tick(share, slice(leg, leg + 1))
            other = (feet.phase[:, PAIRS[leg] != PAIRS] < 1.0).any(axis=1)
            who = np.zeros_like(behind)
            who[:, leg] = grounded & behind[:, leg] & ~other
            if who.any():
                feet.lift(who, goals)
                self.steps += int(who.sum())
        # A foot turns to where its part of the body looks while it is in the air, and never on the ground.
        turn = wrap(self._facing() - self.turn) * follow(16, self.tick_seconds)
        self.turn = np.where(feet.phase < 1.0, self.turn + turn, self.turn)

    def limbs(self, lift: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hips, knees and drawn feet (count, 4, 2) board px, of feet ``lift`` (count, 4) px above the ground.

        Without the guard, a leg out of reach is NaN.
        """
        p = self.params
        feet = raised(self.feet.place, lift)
        hips = self.hips
        if p.guard:
            to = feet - hips
            distance = np.maximum(span(to), 1e-9)
            size = self.crowd.size[:, None]
            short = distance - (p.thigh_len + p.shin_len - 0.5) * size
            slide = np.clip(short, 0.0, SHOULDER * size) / distance
            # A leg all but folded up would lie on its own knee: its hip goes back under the skin.
            slide -= np.clip(FOLDED * size - distance, 0.0, SHOULDER * size) / distance
            hips = hips + to * slide[..., None]
        return hips, *self.bones.solve(hips, feet, BENDS, bool(p.guard))

    def _facing(self) -> np.ndarray:
        """Direction (count, 4) in which each foot would like to point: outward, the hind ones more."""
        return np.arctan2(self.along[..., 1], self.along[..., 0]) + SIDES * np.array([0.45, 0.45, 0.75, 0.75])

    def picture(self) -> Picture:
        p = self.params
        x, y = self.target.x, self.target.y
        breathe = not self.setting.calm
        lift = self.feet.height() * (p.step_lift * self.crowd.size)[:, None]
        place = self.ground.layers()
        layers = (
            *place,
            *self.look.layers(self, self.lure_place, lift, breathe),
            *self.lure.at(*self.lure_place, self.lure_heading, self.ticks, breathe),
        )
        cut, self.cut = self.cut, False
        return Picture(
            layers,
            cut=cut,
            alt={
                "head": tuple(self.points[0, 0].tolist()),
                "feet": self.feet.place[0].tolist(),
                "target": (x, y),
            },
            scenery=named(place),
        )
