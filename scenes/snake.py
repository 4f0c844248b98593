"""01 The snake: a chain that only keeps the distance between its joints (articles 000/004)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.creature import FOLLOW_POINTER, Creature, gentle_s, normals
from scenes.eyes import Eyes
from scenes.lures import Butterfly
from scenes.meadow import Meadow
from scenes.motion import clamp, follow, lerp, wrap_angle
from scenes.params import Params, number
from scenes.picture import Pattern, Picture, Skin, floats, pose, ribbons
from scenes.theme import OUTLINE, fade, mix

JOINTS = 26
PUBLISHED_WIDTH = 15.0
TAIL_THREAD = 20.0
"""Board px that the drawn tail runs on past the last joint, to a thread."""
SNOUT = 7.0
"""Board px that the drawn head reaches past the first joint."""
FLICK_TICKS = 22
SIDES = np.array([[1.0], [-1.0]])
FALL = np.array([2.2, 4.0])
"""Board px from the body to its shadow."""
HEAD_LIFT = np.linspace(1, 0, JOINTS + 3)[:, None] ** 3 * np.array([3.0, 5.5])
"""How much farther the shadow of each drawn joint falls when the head is at full speed."""


class SnakeParams(Params):
    """Numbers of the snake, as published."""

    segment_gap: float = number(12.0, 4.0, 30.0, "px", "distance between neighbouring joints")
    body_width: float = number(15.0, 6.0, 30.0, "px", "girth; scales every radius of the body")
    head_speed: float = number(240.0, 20.0, 800.0, "px/s", "the head's greatest speed")
    approach: float = number(5.0, 0.5, 20.0, "1/s", "head speed per px of distance to the target")
    max_bend: float = number(
        math.pi, 0.05, math.pi, "rad", "greatest bend between neighbours; pi is no limit"
    )
    lap: float = number(7.0, 2.0, 60.0, "s", "time of one figure-eight")


def radii(body_width: float) -> np.ndarray:
    """Radius of each joint (26,), board px: head 12.94, thickest 13.11, tail 2.5 at the published width."""
    u = np.arange(JOINTS) / (JOINTS - 1)
    r = 2.5 + 10.61 * (1 - np.maximum(0.0, (u - 0.06) / 0.94))
    r[0] = 12.94
    return r * body_width / PUBLISHED_WIDTH


class Snake(Creature):
    """A snake in a meadow that follows a butterfly."""

    name = "snake"
    title = {"ja": "鎖の蛇", "ko": "사슬 뱀", "en": "Chain snake"}
    description = {
        "ja": "草原で、節と節の距離だけを守る一匹の蛇が、蝶を追って体をうねらせる。",
        "ko": "풀밭에서 마디 사이 거리만 지키는 뱀 한 마리가 나비를 쫓아 몸을 굽이친다.",
        "en": "A snake that keeps only the distance between its joints follows a butterfly over a meadow.",
    }
    controls = (FOLLOW_POINTER,)
    Params = SnakeParams

    def prepare(self) -> None:
        self.lap = self.params.lap
        self.meadow = Meadow(self.theme, self.board)
        self.lure = Butterfly(self.theme)
        self.size = self.params.body_width / PUBLISHED_WIDTH
        self._draw()

    def settle(self) -> None:
        x, y = self.board.center
        gap, real = self.params.segment_gap, runtime.real()
        self.points = np.empty((1, JOINTS, 2), real)
        self.gap = np.array([gap], real)
        self.max_bend = np.array([self.params.max_bend], real)
        self.back = np.zeros(1, real)
        self.points[0, :, 0] = x - gap * np.arange(JOINTS)
        self.points[0, :, 1] = y
        self._forget()

    def rest(self) -> None:
        gap = self.params.segment_gap
        pose = gentle_s(JOINTS, gap, (0.0, 0.0), 0.0)
        pose += np.array(self.board.center) - (pose.max(axis=0) + pose.min(axis=0)) / 2
        self.points[0] = pose
        if not self.target.pointers:
            self.target.x, self.target.y = pose[0] + np.array([70.0, -34.0])
        self._forget()

    def _forget(self) -> None:
        self.heading = 0.0
        self.speed = 0.0
        self.flick = 0
        self.calm_since_flick = 0
        self.lure_heading = -0.5 if self.setting.calm else 0.0
        self.meadow.lean[:] = 0.0
        self.meadow.speed[:] = 0.0

    def shift(self, dx: float, dy: float) -> None:
        self.points += np.array([dx, dy])

    def live(self) -> None:
        p, dt = self.params, self.tick_seconds
        head = self.points[0, 0]
        dx, dy = self.target.x - head[0], self.target.y - head[1]
        distance = math.hypot(dx, dy)
        speed = min(p.approach * distance, p.head_speed)
        if distance > 0:
            head += np.array([dx, dy]) / distance * speed * dt
        # The body looks back along itself, so a bend limit is measured from its own first segment.
        back = math.nan
        if p.max_bend < math.pi:
            first = self.points[0, 1] - head
            back = math.atan2(first[1], first[0])
        self.back[0] = back
        follow_chain(self.points, self.gap, self.max_bend, self.back)
        self._notice(dx, dy, speed)
        self._steer_lure()
        self.meadow.tick(self.points[0], radii(p.body_width))

    def _notice(self, dx: float, dy: float, speed: float) -> None:
        """Mood of the head: a tongue flick before it turns, the shadow's lift when it is fast."""
        neck = self.points[0, 0] - self.points[0, 2]
        self.heading = math.atan2(neck[1], neck[0])
        turn = abs(wrap_angle(math.atan2(dy, dx) - self.heading)) if math.hypot(dx, dy) > 4 else 0.0
        self.calm_since_flick += 1
        if self.flick > 0:
            self.flick -= 1
        elif (turn > 0.42 and self.calm_since_flick > 50) or self.calm_since_flick > 170:
            self.flick, self.calm_since_flick = FLICK_TICKS, 0
        self.speed = lerp(self.speed, speed, follow(5, self.tick_seconds))

    def _steer_lure(self) -> None:
        """The butterfly looks where it flies; held by a pointer it looks away from the hunter."""
        t = self.target
        if t.watched:
            want = math.atan2(t.y - self.points[0, 0, 1], t.x - self.points[0, 0, 0])
        else:
            (ax, ay), (bx, by) = t.eight(), t.eight(0.1)
            want = math.atan2(by - ay, bx - ax)
        turn = wrap_angle(want - self.lure_heading) * follow(8, self.tick_seconds)
        self.lure_heading = wrap_angle(self.lure_heading + turn)

    def _draw(self) -> None:
        """Layers of the snake, posed every tick by ``picture``."""
        theme, size = self.theme, self.size
        girth = np.concatenate([[8.6 * size], radii(self.params.body_width), np.array([1.3, 0.35]) * size])
        # A cheek behind the snout and a slimmer neck say "snake" before the saddles do.
        girth[1:6] *= np.array([0.98, 0.90, 0.86, 0.90, 0.96])
        spine = np.zeros((1, JOINTS + 3, 2))
        self.shadow = ribbons("shadow", spine, girth * 0.96, theme.shadow, softness=3.0)
        skin = Skin(
            pattern=Pattern.SADDLES,
            mark=floats([theme.butter]),
            mark2=floats([theme.shade(mix(theme.butter, theme.coral, 0.6), 0.16)]),
            shade=floats([theme.shade(theme.coral, 0.16)]),
            light=floats([theme.light(theme.coral, 0.4)]),
            seed=floats([3.0]),
            scale=floats([34.0 * size]),
        )
        self.body = ribbons("body", spine, girth, theme.coral, ink=theme.ink, ink_width=OUTLINE, skin=skin)
        self.nose = ribbons("nostrils", np.zeros((2, 2, 2)), 0.6 * size, fade(theme.ink, 0.8))
        self.eyes = Eyes("eyes", theme, np.full(2, 4.3 * size))
        fork = np.zeros((2, 4, 2))
        tone = theme.shade(theme.coral, 0.45)
        self.tongue = ribbons("tongue", fork, np.array([1.0, 1.0, 0.95, 0.45]) * size, tone)

    def picture(self) -> Picture:
        size, look = self.size, (self.target.x, self.target.y)
        joints = np.asarray(self.points[0], float)
        along, right = normals(joints)
        forward, sides = along[0], right[0] * SIDES
        snout = joints[0] + forward * SNOUT * size
        tail = joints[-1] - along[-1] * TAIL_THREAD * np.array([[0.5], [1.0]])
        spine = np.concatenate([[snout], joints, tail])
        lift = clamp(self.speed / 240, 0.0, 1.0)
        nostrils = snout + forward * 4.0 * size + sides * 2.6 * size
        layers = (
            *self.meadow.still,
            self.meadow.blades(self.ticks, breathe=not self.setting.calm),
            pose(self.shadow, points=(spine + FALL + HEAD_LIFT * lift)[None]),
            pose(self.tongue, points=self._tongue(snout + forward * 7.5 * size, forward, sides)),
            pose(self.body, points=spine[None]),
            pose(self.nose, points=np.stack([nostrils, nostrils - forward * 1.2], axis=1)),
            self.eyes.at(joints[0] + forward * 1.5 * size + sides * 7.2 * size, look),
            *self.lure.at(*look, self.lure_heading, self.ticks, flutter=not self.setting.calm),
        )
        cut, self.cut = self.cut, False
        return Picture(layers, cut=cut, alt={"head": tuple(joints[0]), "target": look})

    def _tongue(self, root: np.ndarray, forward: np.ndarray, sides: np.ndarray) -> np.ndarray:
        """Two strokes (2, 4, 2) that share a root and fork; inside the mouth when it does not flick."""
        share = math.sin(math.pi * self.flick / FLICK_TICKS)
        reach = 15.0 * self.size * share
        wag = sides[0] * 2.2 * math.sin(self.flick * 0.9) * share
        fork = root + forward * reach * 0.62 + wag * 0.5
        tips = fork + forward * reach * 0.38 + wag + sides * 0.26 * reach
        back = root - forward * 4.0
        hide = forward * 3.0 * (1 - share)
        return np.stack([np.stack([back, root - hide, fork - hide, tip - hide]) for tip in tips])
