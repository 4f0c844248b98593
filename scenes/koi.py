"""02 The koi: a bend limit keeps it from folding as it swims after a blossom (articles 000/004)."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from scenes.blossom import FloatingBlossom
from scenes.creature import FOLLOW_POINTER, Creature, facing, gentle_s
from scenes.crowd import Crowd
from scenes.feeding import MOUTH
from scenes.koi_body import GAP, JOINTS, PUBLISHED_SIZE, KoiParams, radii
from scenes.koi_stream import FLOW, Stream
from scenes.motion import TAU
from scenes.params import number
from scenes.picture import Layer, Picture, named
from scenes.shoal import FEED, FLICK, Shoal
from scenes.wakes import Wakes

SHADOW_FALL = (2.4, 4.4)
"""Board px from a fish to its shadow: the water is shallow."""
ELBOW_ROOM = 76.0
"""Board px that heads of size 1 keep from one another."""
RING_TICKS = 300
"""Ticks in which a shoal's places round a pointer turn once: koi circle, they do not stand."""
LURE = 9.0
"""Reach of the blossom, board px."""
BEAT = TAU / 4
"""Radians of the wiggle from one crescent that the tail leaves on the water to the next."""
FELT = 400
"""Joints that petals feel at most: of a large shoal, the first fish only."""


class SwimParams(KoiParams):
    """Numbers of the koi in the stream, as published."""

    count: int = number(1, 1, 1000, "", "how many koi")
    koi_size: float = number(PUBLISHED_SIZE, 8.0, 28.0, "px", "girth; scales every radius of the body")
    lap: float = number(6.5, 2.0, 60.0, "s", "time of one figure-eight")


class Swim(Creature):
    """Koi under a cherry twig. ``koi.points`` (count, 14, 2) board px, the head first."""

    name = "koi"
    title = {"ja": "鯉の泳ぎ", "ko": "헤엄치는 잉어", "en": "Swimming koi"}
    description = {
        "ja": "浅い流れの砂の上を、折れない体の鯉が、水に浮く桜の花を追って泳ぐ。",
        "ko": "얕은 물 모래 위에서, 접히지 않는 몸의 잉어가 물에 뜬 벚꽃을 쫓아 헤엄친다.",
        "en": "Over the sand of a shallow stream a koi that never folds swims after a floating blossom.",
    }
    controls = (FOLLOW_POINTER, FEED, FLICK)
    Params = SwimParams

    def prepare(self) -> None:
        p = self.params
        self.lap = p.lap
        self.crowd = Crowd(p.count, room=ELBOW_ROOM, lap=p.lap)
        self.stream = Stream(self.theme, self.board)
        self.lure = FloatingBlossom(self.theme)
        self.wakes = Wakes(self.theme, p.count)
        fish = max(1, min(p.count, FELT // JOINTS))
        girth = radii(p.koi_size) * self.crowd.size[:fish, None]
        self.felt = np.ascontiguousarray(girth.reshape(-1), runtime.real())
        if hasattr(self, "shoal"):
            self.shoal.dress(self.theme)

    def settle(self) -> None:
        p = self.params
        self.shoal = Shoal(p, self.crowd, self.crowd.size, self.theme, girth=p.koi_size, fall=SHADOW_FALL)
        self.koi = self.shoal.koi
        starts = np.array([self.board.center]) if p.count == 1 else self.crowd.path(self.target)
        heading = self.crowd.headings(self.target, GAP * (JOINTS + 1))
        self.koi.lay_straight(starts, heading, p.swim_speed / 2)
        self.beat = np.zeros(p.count, int)
        self.wakes.clear()
        self.stream.scatter()

    def rest(self) -> None:
        center = np.array(self.board.center)
        spread = 0.8 * (self.crowd.path(self.target) - center)
        poses, headings = [], []
        for i, size in enumerate(self.koi.size):
            heading, turn = (-0.42, 0.66) if i % 2 == 0 else (2.6, -0.6)
            body = gentle_s(JOINTS, GAP * size, (0.0, 0.0), heading, turn)
            place = center + (spread[i] if self.params.count > 1 else (6.0, 10.0))
            poses.append(body - body.mean(axis=0) + place)
            headings.append(heading)
        self.koi.pose(np.array(poses), np.array(headings))
        self.shoal.calm()
        self.wakes.clear()
        self.beat[:] = 0
        if not self.target.pointers:
            self.target.x, self.target.y = self.koi.points[0, 0] + np.array([62.0, 16.0]) * self.koi.size[0]

    def shift(self, dx: float, dy: float) -> None:
        self.shoal.shift(dx, dy)
        self.wakes.shift(dx, dy)
        self.stream.scatter()

    def heads(self) -> np.ndarray:
        return np.asarray(self.koi.points[:, 0], float)

    def carry(self, steps: np.ndarray) -> None:
        self.koi.points += steps[:, None]

    def face(self) -> tuple[np.ndarray, np.ndarray, float, float]:
        return facing(self.target, self.koi.points, self.koi.size, MOUTH + 3.0, 12.0, LURE)

    def live(self) -> None:
        turn = TAU * (self.ticks % RING_TICKS) / RING_TICKS
        drift = FLOW * self.tick_seconds
        self.shoal.live(self, turn, (float(drift[0]), float(drift[1])))
        self._wake()
        fish = len(self.felt) // JOINTS
        self.stream.tick(self.koi.points[:fish].reshape(-1, 2), self.felt)

    def _wake(self) -> None:
        """Crescents leave the tail to either side as it beats; food makes rings."""
        koi, wakes = self.koi, self.wakes
        wakes.tick()
        beat = (koi.phase // BEAT).astype(int)
        strong = np.flatnonzero((beat != self.beat) & (koi.speed > 40.0))
        side = 1.0 - 2.0 * (beat[strong] % 2)
        self.beat = beat
        if len(strong):
            angle = koi.tail_angle[strong]
            out = np.stack([np.cos(angle), np.sin(angle)], -1)
            tip = np.asarray(koi.points[strong, -1], float) + out * (24.0 * koi.size[strong])[:, None]
            wakes.shed(tip, angle + 0.5 * side, koi.size[strong])
        food = self.shoal.food
        if len(food.landed):
            wakes.touch(food.landed, 9.0)
        if len(food.eaten):
            wakes.touch(food.eaten, 19.0)

    def press(self, pointer: int, x: float, y: float) -> None:
        super().press(pointer, x, y)
        if self.board.holds(x, y) and not self.setting.calm:
            self.shoal.food.drop(x, y)

    def picture(self) -> Picture:
        breathe = not self.setting.calm
        x, y = self.target.x, self.target.y
        below, above = self.stream.afloat(self.ticks, breathe)
        fish, food = self.shoal.layers(self.lure_place, self.ticks)
        layers: tuple[Layer, ...] = (
            *self.stream.bed,
            *below,
            *fish,
            *self.wakes.layers(),
            *food,
            *self.lure.at(*self.lure_place, self.ticks, breathe),
            *above,
        )
        cut, self.cut = self.cut, False
        alt = {"target": (x, y), "heads": self.koi.points[:, 0].tolist()}
        return Picture(layers, cut=cut, alt=alt, scenery=named(self.stream.bed, below, above))
