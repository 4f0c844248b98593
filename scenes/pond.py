"""09 The pond: three koi swim under a refracting, lit surface that they stir (articles 000/004)."""

from __future__ import annotations

import math

import numpy as np

from kernels.waves import WaveGrid
from scenes.creature import Creature, gentle_s
from scenes.crowd import Crowd
from scenes.koi_body import GAP, JOINTS, KoiParams
from scenes.lures import Dragonfly
from scenes.motion import TAU, clamp, follow, make_rng
from scenes.params import number
from scenes.picture import Layer, Picture, Water, floats, named
from scenes.pond_garden import Garden
from scenes.scene import Control
from scenes.shoal import FEED, FLICK, Shoal
from scenes.theme import fade, mix

CELL = 2.0
"""Board px per cell of the wave grid."""
POND_SIZE = 0.8
"""Size of the largest koi; the koi of scene 02 is 1."""
ELBOW_ROOM = 62.0
"""Board px that heads like to keep from one another."""
RING_TICKS = 300
"""Ticks in which the school's places round a pointer turn once: koi circle, they do not stand."""
DRIP_TICKS = 96
FEELS = ((0, 0), (3, 0), (-3, 0), (0, 3), (0, -3))
"""Cells, from its middle, where a leaf feels the water."""
FEEL_SHARES = np.array([[0.2] * 5, [0, -1, 1, 0, 0], [0, 0, 0, -1, 1]])
"""How the leaf's lift and slide, across and down, come of the heights there."""
CAUSTIC_TICKS = (1260, 1980)
"""Ticks after which each phase of the drifting light has gone round once."""


class PondParams(KoiParams):
    """Numbers of the pond: those of its koi, and of its water."""

    count: int = number(3, 1, 1000, "", "how many koi")
    swim_speed: float = number(120.0, 10.0, 600.0, "px/s", "speed far from the target")
    slow_radius: float = number(70.0, 5.0, 300.0, "px", "within this distance it slows, to 30 % at least")
    wave_damp: float = number(0.985, 0.5, 1.0, "", "what is left of a wave after one step; 60 steps a second")
    wake_gain: float = number(0.085, 0.0, 1.0, "", "how much a swinging tail stirs the water")
    refract: float = number(1.6, 0.0, 6.0, "cells", "shift of the floor per unit of the surface's slope")
    touch: float = number(5.0, 0.0, 30.0, "", "depth of the dent that a press makes")
    lap: float = number(11.0, 2.0, 60.0, "s", "time of one figure-eight")


class Pond(Creature):
    """Three koi, sand, pebbles, lotus leaves, and the water over them."""

    name = "pond"
    title = {"ja": "鯉の池", "ko": "잉어 연못", "en": "Koi pond"}
    description = {
        "ja": "三匹の鯉が通ったあとに波紋が広がり、底の模様がゆらぎ、ハスの葉が揺れる池。",
        "ko": "잉어 세 마리가 지나간 자리에 물결이 번지고 바닥 무늬가 일렁이며 연잎이 흔들리는 연못.",
        "en": "A pond where rings spread behind three koi, the floor ripples below and lotus leaves sway.",
    }
    controls = (
        Control(
            "pointer",
            {
                "ja": "ポインターや指のまわりへ鯉が集まる",
                "ko": "포인터나 손가락 둘레로 잉어가 모여든다",
                "en": "the koi gather round the pointer or finger",
            },
        ),
        Control(
            "press, drag",
            {
                "ja": "水面に触れた所から波紋が広がる",
                "ko": "수면에 닿은 자리에서 물결이 번진다",
                "en": "touching the water sends rings from that place",
            },
        ),
        FEED,
        FLICK,
    )
    Params = PondParams

    def prepare(self) -> None:
        self.lap = self.params.lap
        self.crowd = Crowd(self.params.count, room=ELBOW_ROOM, lap=self.params.lap, published=3)
        self.garden = Garden(self.theme, self.board)
        self.lure = Dragonfly(self.theme)
        self.tint = fade(mix(self.theme.water, self.theme.lavender, 0.08), 0.26)
        self.glow = self.theme.light(self.theme.water, 0.85)
        columns = max(round(self.board.width / CELL), 3)
        rows = max(round(self.board.height / CELL), 3)
        self.waves = WaveGrid(columns, rows, self.params.wave_damp)
        if hasattr(self, "shoal"):
            self.shoal.dress(self.theme)
            self._calm_leaves()

    def settle(self) -> None:
        size = POND_SIZE * self.crowd.size
        self.shoal = Shoal(self.params, self.crowd, size, self.theme)
        self.koi = self.shoal.koi
        self.rng = make_rng(9009)
        self.waves.clear()
        self._calm_leaves()
        self.lure_heading = 0.0
        self.down: dict[int, tuple[float, float]] = {}
        starts = self.crowd.path(self.target)
        ahead = self.crowd.path(self.target, 0.2) - starts
        self.koi.lay_straight(starts, np.arctan2(ahead[:, 1], ahead[:, 0]), self.params.swim_speed / 2)

    def _calm_leaves(self) -> None:
        """Leaves lie on still water; a larger board has more of them."""
        self.heights = np.zeros(len(self.garden.leaf_radius))
        self.slopes = np.zeros((len(self.garden.leaf_radius), 2))
        at = self.garden.leaf_place / CELL
        last = np.array([self.waves.columns, self.waves.rows]) - 2.0
        spots = np.concatenate([at + np.array(way) for way in FEELS])
        self.leaf_spots = np.clip(spots, 1.0, last).astype(np.float32)

    def rest(self) -> None:
        center = np.array(self.board.center)
        places = np.array([[-72.0, -30.0], [78.0, 48.0], [76.0, -72.0]])
        looks = ((2.75, 0.62), (-0.25, -0.62), (0.35, 0.55))
        poses, headings = [], []
        for i, size in enumerate(self.koi.size):
            heading, turn = looks[i % 3]
            place = places[i] if i < 3 else 0.8 * (self.crowd.path(self.target)[i] - center)
            pose = gentle_s(JOINTS, GAP * size, (0.0, 0.0), heading, turn)
            poses.append(pose - pose.mean(axis=0) + center + place)
            headings.append(heading)
        self.koi.pose(np.array(poses), np.array(headings))
        self.waves.clear()
        self.shoal.calm()
        if not self.target.pointers:
            self.target.x, self.target.y = center + np.array([6.0, -4.0])

    def shift(self, dx: float, dy: float) -> None:
        self.shoal.shift(dx, dy)

    def heads(self) -> np.ndarray:
        return np.asarray(self.koi.points[:, 0], float)

    def carry(self, steps: np.ndarray) -> None:
        self.koi.points += steps[:, None]

    def live(self) -> None:
        turn = TAU * (self.ticks % RING_TICKS) / RING_TICKS
        self.shoal.live(self, turn)
        self._stir()
        self.waves.step()
        self._feel_leaves()
        self.turn_lure(self.target.course(0.15), 6.0)

    def _stir(self) -> None:
        """Tails push the 3x3 cells at their tips by tail swing and speed; fingers and drips touch too."""
        p, koi = self.params, self.koi
        reach = 20.0 * koi.size
        tip = (
            np.asarray(koi.points[:, -1], float)
            + np.stack([np.cos(koi.tail_angle), np.sin(koi.tail_angle)], -1) * reach[:, None]
        )
        amount = p.wake_gain * koi.tail_speed * koi.speed / p.swim_speed
        self.waves.stir(np.column_stack([tip / CELL, amount]))
        drops = [(x / CELL, y / CELL, 2.6, -p.touch * 0.12) for x, y in self.down.values()]
        if self.ticks % DRIP_TICKS == 0:
            k = int(self.rng() * len(self.garden.leaf_radius))
            a = TAU * self.rng()
            r = self.garden.leaf_radius[k] + 3.0
            x, y = self.garden.leaf_place[k] + r * np.array([math.cos(a), math.sin(a)])
            drops.append((x / CELL, y / CELL, 1.8, -1.5))
        food = self.shoal.food
        drops += [(x / CELL, y / CELL, 1.6, -1.2) for x, y in food.landed]
        drops += [(x / CELL, y / CELL, 2.4, -2.2) for x, y in food.eaten]
        if drops:
            self.waves.drops(np.array(drops, np.float32))

    def _feel_leaves(self) -> None:
        height = self.waves.sample(self.leaf_spots).reshape(len(FEELS), -1)
        ease = follow(9, self.tick_seconds)
        lift, *slope = FEEL_SHARES @ height
        self.heights += (lift - self.heights) * ease
        self.slopes += (np.stack(slope, -1) - self.slopes) * ease

    def press(self, pointer: int, x: float, y: float) -> None:
        super().press(pointer, x, y)
        if self.board.holds(x, y) and not self.setting.calm:
            self.down[pointer] = (x, y)
            self.waves.poke(x / CELL, y / CELL, 3.4, -self.params.touch)
            self.shoal.food.drop(x, y)

    def move(self, pointer: int, x: float, y: float) -> None:
        super().move(pointer, x, y)
        if pointer in self.down:
            self.down[pointer] = (clamp(x, 0, self.board.width), clamp(y, 0, self.board.height))

    def release(self, pointer: int, x: float, y: float) -> None:
        self.down.pop(pointer, None)

    def leave(self, pointer: int) -> None:
        super().leave(pointer)
        self.down.pop(pointer, None)

    def picture(self) -> Picture:
        breathe = not self.setting.calm
        x, y = self.target.x, self.target.y
        below, above = self.garden.layers(self.ticks, breathe, self.heights, self.slopes)
        fish, food = self.shoal.layers((x, y), self.ticks)
        water = self._water()
        layers: tuple[Layer, ...] = (
            *self.garden.still,
            *below,
            *fish,
            water,
            *food,
            *above,
            *self.lure.at(x, y, self.lure_heading, self.ticks, breathe),
        )
        cut, self.cut = self.cut, False
        alt = {"target": (x, y), "heads": self.koi.points[:, 0].tolist()}
        scenery = named(self.garden.still, below, above, (water,))
        return Picture(layers, cut=cut, alt=alt, scenery=scenery)

    def _water(self) -> Water:
        drift = (
            [(self.ticks % period) / period for period in CAUSTIC_TICKS]
            if not self.setting.calm
            else [0.0, 0.0]
        )
        return Water(
            name="water",
            height=self.waves.height,
            previous=self.waves.previous,
            cell=CELL,
            refract=self.params.refract,
            tint=self.tint,
            light=self.glow,
            drift=floats(drift),
        )
