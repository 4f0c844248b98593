"""01 The snake: a chain that only keeps the distance between its joints (articles 000/004)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.chain import follow_chain
from scenes.creature import FOLLOW_POINTER, Creature, facing, gentle_s
from scenes.crowd import Crowd
from scenes.eyes import Blinks
from scenes.lures import Butterfly
from scenes.meadow import Meadow
from scenes.motion import follow
from scenes.params import Params, number
from scenes.picture import Picture, named
from scenes.snake_look import SNOUT, SnakeLook
from scenes.vectors import unit, wrap

JOINTS = 26
PUBLISHED_WIDTH = 15.0
BEHIND = 1.7
"""Radians off its course from which a target is behind the head: it comes round in an arc, and its neck does
not fold."""
FELT = 12.0
BOW_FROM, BOW = 10, 0.2
"""Joint from which the body lies in a bow at the start, and its bend at each joint, radians."""
LURE = 15.0
"""Reach of the butterfly, board px."""
FLICK_TICKS = 22
FLICK_REST = 50
"""Ticks between two flicks at least; unprompted it flicks after FLICK_IDLE."""
FLICK_IDLE = 170
FLICK_TURN = 0.42
"""Radians off its course from which the coming turn is announced by the tongue."""


class SnakeParams(Params):
    """Numbers of the snake, as published."""

    count: int = number(1, 1, 1000, "", "how many snakes")
    segment_gap: float = number(12.0, 4.0, 30.0, "px", "distance between neighbouring joints")
    body_width: float = number(15.0, 6.0, 30.0, "px", "girth; scales every radius of the body")
    head_speed: float = number(240.0, 20.0, 800.0, "px/s", "the head's greatest speed")
    approach: float = number(5.0, 0.5, 20.0, "1/s", "head speed per px of distance to the target")
    head_turn: float = number(
        14.0, 1.0, 200.0, "rad/s", "how fast the head comes round to a target behind it; 200 is at once"
    )
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
    """Snakes in a meadow that follow a butterfly. ``points`` (count, 26, 2) board px, the head first."""

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
        p = self.params
        self.lap = p.lap
        self.meadow = Meadow(self.theme, self.board)
        self.lure = Butterfly(self.theme)
        self.crowd = Crowd(p.count, room=46.0, lap=p.lap)
        girth = radii(p.body_width)[None, :] * self.crowd.size[:, None]
        # Grass feels a body every FELT px: of many small ones fewer joints do for that.
        longest = float(self.crowd.size.max()) * p.segment_gap
        self.felt_joints = slice(None, None, max(1, int(FELT / longest)))
        self.felt = girth[:, self.felt_joints].astype(runtime.real()).reshape(-1)
        self.blinks = Blinks(p.count, seed=1)
        self.look = SnakeLook(self.theme, girth, p.body_width / PUBLISHED_WIDTH * self.crowd.size)

    def settle(self) -> None:
        self.lay()

    def lay(self, straight: bool = False) -> None:
        """Put bodies at their start; ``straight`` as the published figures were taken, over the edge."""
        p, real, size = self.params, runtime.real(), self.crowd.size
        self.points = np.empty((p.count, JOINTS, 2), real)
        self.gap = (p.segment_gap * size).astype(real)
        self.max_bend = np.full(p.count, p.max_bend, real)
        self.back = np.full(p.count, math.nan, real)
        start = np.array([self.board.center]) if p.count == 1 else self.crowd.path(self.target)
        way = self.crowd.headings(self.target, p.segment_gap * (JOINTS + 1))
        # Alone it would reach over the edge, so the second half of its body lies in a bow.
        bow = np.zeros(JOINTS)
        bow[BOW_FROM:] = BOW * np.arange(1, JOINTS - BOW_FROM + 1) * (p.count == 1 and not straight)
        step = unit(way[:, None] + bow) * self.gap[:, None, None]
        self.points[:] = start[:, None]
        self.points[:, 1:] -= np.cumsum(step[:, :-1], axis=1)
        self._forget()

    def rest(self) -> None:
        board = self.board
        for i, size in enumerate(self.crowd.size):
            pose = gentle_s(JOINTS, float(self.gap[i]), (0.0, 0.0), 0.0)
            pose -= (pose.max(axis=0) + pose.min(axis=0)) / 2
            place = np.array(board.center)
            if self.params.count > 1:
                place = place + (self.crowd.path(self.target)[i] - place) * 0.6 + self.crowd.drift[i]
            self.points[i] = pose + place
            if i == 0 and not self.target.pointers:
                self.target.x, self.target.y = self.points[0, 0] + np.array([70.0, -34.0]) * size
        self._forget()

    def _forget(self) -> None:
        count = self.params.count
        self.speed = np.zeros(count)
        neck = np.asarray(self.points[:, 0] - self.points[:, 1], float)
        self.course = np.arctan2(neck[:, 1], neck[:, 0])
        self.turning = np.zeros(count, bool)
        self.flick = np.zeros(count, int)
        self.since_flick = (self.crowd.seed * FLICK_IDLE).astype(int) if count > 1 else np.zeros(1, int)
        self.lure_heading = -0.5 if self.setting.calm else 0.0
        self.meadow.lean[:] = 0.0
        self.meadow.speed[:] = 0.0

    def shift(self, dx: float, dy: float) -> None:
        self.points += np.array([dx, dy])

    def heads(self) -> np.ndarray:
        return np.asarray(self.points[:, 0], float)

    def carry(self, steps: np.ndarray) -> None:
        self.points += steps[:, None]

    def face(self) -> tuple[np.ndarray, np.ndarray, float, float]:
        return facing(self.target, self.points, self.crowd.size, SNOUT + 9.0, 13.0, LURE)

    def live(self) -> None:
        p, dt = self.params, self.tick_seconds
        head = self.points[:, 0]
        to = self.crowd.aims(self.target, head) - head
        distance = np.hypot(to[:, 0], to[:, 1])
        speed = np.minimum(p.approach * distance, p.head_speed)
        head += self._way(to, distance) * (speed * dt)[:, None]
        if p.max_bend < math.pi:
            # The body looks back along itself: the neck is limited from its own first segment.
            first = self.points[:, 1] - head
            self.back[:] = np.arctan2(first[:, 1], first[:, 0])
        follow_chain(self.points, self.gap, self.max_bend, self.back)
        self._notice(to, distance, speed)
        self.turn_lure(self.lure_flees(self.points[0, 0]))
        felt = np.ascontiguousarray(self.points[:, self.felt_joints])
        self.meadow.tick(felt.reshape(-1, 2), self.felt)

    def _way(self, to: np.ndarray, distance: np.ndarray) -> np.ndarray:
        """Unit vectors (count, 2) along which the heads go: straight to the target, unless it is behind."""
        way = to / np.maximum(distance, 1e-12)[:, None]
        want = np.arctan2(to[:, 1], to[:, 0])
        turn = wrap(want - self.course)
        most = self.params.head_turn * self.tick_seconds
        self.turning = (np.abs(turn) > most) & (self.turning | (np.abs(turn) > BEHIND))
        self.course = np.where(self.turning, self.course + np.clip(turn, -most, most), want)
        return np.where(self.turning[:, None], unit(self.course), way)

    def _notice(self, to: np.ndarray, distance: np.ndarray, speed: np.ndarray) -> None:
        """Mood of the heads: a tongue flick before a turn, a higher head when fast."""
        neck = self.points[:, 0] - self.points[:, 2]
        turn = np.arctan2(to[:, 1], to[:, 0]) - np.arctan2(neck[:, 1], neck[:, 0])
        turn = np.abs(wrap(turn))
        self.since_flick += 1
        self.flick = np.maximum(self.flick - 1, 0)
        about_to_turn = (turn > FLICK_TURN) & (distance > 4) & (self.since_flick > FLICK_REST)
        start = (self.flick == 0) & (about_to_turn | (self.since_flick > FLICK_IDLE))
        self.flick[start], self.since_flick[start] = FLICK_TICKS, 0
        self.speed += (speed - self.speed) * follow(5, self.tick_seconds)

    def picture(self) -> Picture:
        x, y = self.target.x, self.target.y
        breathe = not self.setting.calm
        flick = self.flick / FLICK_TICKS
        place = (*self.meadow.still, *self.meadow.growth(self.ticks, breathe))
        layers = (
            *place,
            *self.look.layers(
                self.points,
                self.lure_place,
                flick,
                self.speed / self.params.head_speed,
                self.blinks.lids(self.ticks, breathe),
            ),
            *self.lure.at(*self.lure_place, self.lure_heading, self.ticks, flutter=breathe),
        )
        cut, self.cut = self.cut, False
        alt = {"head": tuple(self.points[0, 0].tolist()), "target": (x, y)}
        return Picture(layers, cut=cut, alt=alt, scenery=named(place))
