"""05 The caterpillar: a wave of shrinking carries it over a floor that grips backwards (articles 000/004)."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np

from scenes.bark import Bark
from scenes.caterpillar_body import JOINTS, SAMPLES, STEP, STOP, CaterpillarParams, Crawlers
from scenes.caterpillar_feet import Pairs
from scenes.caterpillar_look import CaterpillarLook, Mood
from scenes.creature import FOLLOW_POINTER, Creature
from scenes.crowd import Crowd
from scenes.eyes import Blinks
from scenes.leaf_lure import BITE_TICKS, LeafLure
from scenes.motion import TAU, follow
from scenes.picture import Layer, Picture, named
from scenes.scene import Control
from scenes.vectors import span, turned

ROOM = 54.0
"""Board px that heads of size 1 keep from one another."""
WAITS = 0.3
"""Depth of the wave below which it stands and nibbles."""
BITE = 26.0
"""Board px from the jaws within which the middle of a leaf is to be bitten."""
MUNCH_TICKS = BITE_TICKS // 2
MOUTH = 17.0
"""Px from the first joint to the jaws, size 1."""
NOD, NOD_GAIN, NOD_RATE = 0.62, 1.1, 9.0
"""Radians by which a head turns on its neck at most, its share of the way round to the leaf, and how fast,
1/s: the body takes seconds to come round, the head answers at once."""
STIR_FROM, STIR_FULL = 160.0, 420.0
"""Speed of the leaf, px/s, from which caterpillars perk up, and at which they do wholly."""
PERK_RATE, CALM_RATE = 16.0, 1.8
"""How fast they perk up and come to rest again, per second."""
NOISE_TICKS = 14400
"""Ticks after which the feelers' wandering begins anew."""

NIBBLE = Control(
    "pointer, held still",
    {
        "ja": "着いた所で葉をかじり、少しずつ食べてしまう",
        "ko": "다다른 곳에서 잎을 갉아 조금씩 먹어 버린다",
        "en": "where it arrives and waits, it nibbles the leaf away bite by bite",
    },
)


Share = TypeVar("Share", float, np.ndarray)
RESTS = 0.32
"""Share of its time that the leaf lies still: at either side of the eight, for the caterpillar to come up."""
START = 0.22
"""Share of a flight in which the leaf takes up its speed, and loses it again."""


def drift(share: Share) -> Share:
    """Turns along the eight for a share of the lap: the leaf drifts from side to side and settles at each."""
    half, at = np.divmod((share - 0.25) / 0.5, 1.0)
    t = np.clip((at - RESTS / 2) / (1 - RESTS), 0.0, 1.0)
    # Its speed rises evenly, stays, and falls evenly: the way is two parabolas and a line between.
    start, end = np.minimum(t, START), np.maximum(t - 1 + START, 0.0)
    way = (start * start / (2 * START) + (t - start) - end * end / (2 * START)) / (1 - START)
    return 0.25 + 0.5 * (half + way)  # type: ignore[return-value]


class Caterpillar(Creature):
    """Caterpillars on birch bark that follow a leaf. ``body.points`` (count, 14, 2) board px, head first."""

    name = "caterpillar"
    title = {"ja": "這う芋虫", "ko": "꿈틀 애벌레", "en": "Crawling caterpillar"}
    description = {
        "ja": "白樺の樹皮の上を、芋虫が体を縮めては伸ばして這い、若葉を追ってはかじる。",
        "ko": "자작나무 껍질 위를 애벌레가 몸을 오므렸다 펴며 기어가, 어린잎을 쫓아가 갉아 먹는다.",
        "en": "On birch bark a caterpillar shrinks and stretches along after a young leaf, and nibbles it.",
    }
    controls = (FOLLOW_POINTER, NIBBLE)
    Params = CaterpillarParams
    pace = staticmethod(drift)

    def prepare(self) -> None:
        p = self.params
        self.lap = p.lap
        self.bark = Bark(self.theme, self.board)
        self.crowd = Crowd(p.count, room=ROOM, lap=p.lap, pace=drift)
        # They come to the leaf itself, and their elbows decide who gets how near.
        self.crowd.reach[:] = 0.0
        self.look = CaterpillarLook(self.theme, self.crowd.size)
        self.blinks = Blinks(p.count)
        leaf = LeafLure(self.theme)
        if hasattr(self, "leaf"):
            leaf.take(self.leaf)
        self.leaf = leaf

    def settle(self) -> None:
        p = self.params
        self.body = Crawlers(p, self.crowd.size)
        self.pairs = Pairs(p.count)
        starts = np.array([self.board.center]) if p.count == 1 else self.crowd.path(self.target)
        heading = self.crowd.headings(self.target, p.rest_gap * JOINTS)
        self.body.lay_straight(starts, heading)
        self._forget()

    def rest(self) -> None:
        """Each trail is a gentle S, with the body on its last stretch."""
        body, count = self.body, self.params.count
        long = self.params.rest_gap * (JOINTS - 1)
        back = (SAMPLES - 1 - np.arange(SAMPLES)) * STEP
        turn = 0.62 * np.sin(TAU * np.minimum(back / long, 1.0))
        flip = np.where(np.arange(count) % 2 == 0, 1.0, -1.0)[:, None]
        bearing = np.where(flip > 0, -0.24, math.pi + 0.3) + flip * turn
        step = np.stack([np.cos(bearing), np.sin(bearing)], -1) * STEP * body.size[:, None, None]
        trail = np.cumsum(step, axis=1)
        seen = back <= long
        middle = trail[:, seen].mean(axis=1)
        place = np.tile(self.board.center, (count, 1))
        if count > 1:
            place = place + 0.8 * (self.crowd.path(self.target) - place)
        body.pose(trail - middle[:, None] + place[:, None], bearing)
        self._forget()
        if not self.target.pointers:
            out = body.along[0, 0] * (STOP + 8.0) * body.size[0]
            self.target.x, self.target.y = body.points[0, 0] + out + np.array([4.0, -6.0])

    def _forget(self) -> None:
        self.pairs.stand(self.body)
        self.leaf.clear()
        self.munch = np.zeros(self.params.count, int)
        self.nod = np.zeros(self.params.count)
        self.facing = self.body.along[:, 0]
        self.stir = self.perk = 0.0
        self.seen = self.target.x, self.target.y

    def shift(self, dx: float, dy: float) -> None:
        self.body.shift(dx, dy)
        self.pairs.feet.shift(np.array([dx, dy]))
        self.leaf.shift(dx, dy)
        self.seen = self.seen[0] + dx, self.seen[1] + dy

    def heads(self) -> np.ndarray:
        return np.asarray(self.body.points[:, 0], float)

    def carry(self, steps: np.ndarray) -> None:
        self.body.carry(steps)
        self.pairs.feet.shift(steps[:, None])

    def live(self) -> None:
        body, t = self.body, self.target
        wish = self.crowd.aims(t, body.points[:, 0])
        body.tick(wish, self.tick_seconds)
        self.pairs.tick(body, self.tick_seconds)
        self._notice()
        jaws = body.points[:, 0] + self.facing * (MOUTH * body.size)[:, None]
        to = np.array([t.x, t.y]) - jaws
        near = np.hypot(to[:, 0], to[:, 1]) < BITE
        eats = near & (body.drive < WAITS)
        self.munch = np.where(eats, self.munch + 1, 0)
        (ax, ay), (bx, by) = t.eight(), t.eight(0.1)
        # All that have come to it take their bites, one after the other.
        mouths = jaws[eats]
        self.leaf.tick(t.x, t.y, math.atan2(by - ay, bx - ax), mouths if len(mouths) else None)

    def _notice(self) -> None:
        """Heads turn to the leaf, and perk up when it darts away."""
        t, dt, body = self.target, self.tick_seconds, self.body
        to, ahead = np.array([t.x, t.y]) - body.points[:, 0], body.along[:, 0]
        far = np.maximum(span(to), body.size * STOP)
        sine = (ahead[:, 0] * to[:, 1] - ahead[:, 1] * to[:, 0]) / far
        self.nod += (np.clip(NOD_GAIN * sine, -NOD, NOD) - self.nod) * follow(NOD_RATE, dt)
        nod = self.nod[:, None]
        self.facing = ahead * np.cos(nod) + turned(ahead) * np.sin(nod)
        speed = math.dist(self.seen, (t.x, t.y)) / dt
        self.seen = t.x, t.y
        stir = min(max((speed - STIR_FROM) / (STIR_FULL - STIR_FROM), 0.0), 1.0)
        self.stir = max(stir, self.stir * (1 - follow(CALM_RATE, dt)))
        self.perk += (self.stir - self.perk) * follow(PERK_RATE, dt)

    def _mood(self, breathe: bool) -> Mood:
        count, seed = self.params.count, self.crowd.seed
        if not breathe:
            lids = self.blinks.lids(0, False)
            return Mood(self.facing, 0.0, np.zeros((count, 2)), np.zeros(count), lids)
        turn = TAU * (self.ticks % NOISE_TICKS) / NOISE_TICKS
        # Whole numbers of swings fit in, so that the wandering closes on itself.
        phase = np.stack([turn * 90 + TAU * seed, turn * 90 + TAU * seed + 2.0], -1)
        sway = 0.16 * np.sin(phase) + 0.08 * np.sin(phase * 2 + 1.3)
        bite = np.where(self.munch > 0, 0.5 - 0.5 * np.cos(TAU * self.munch / MUNCH_TICKS), 0.0)
        # Nobody blinks at what has just stirred.
        lids = self.blinks.lids(self.ticks)
        lids = lids * max(0.0, 1 - 2 * self.perk) if self.perk > 0.01 else lids
        return Mood(self.facing, self.perk, sway, bite, lids)

    def picture(self) -> Picture:
        breathe = not self.setting.calm
        x, y = self.target.x, self.target.y
        foliage = self.bark.foliage(self.ticks, breathe)
        layers: tuple[Layer, ...] = (
            *self.bark.still,
            *self.leaf.at(x, y, self.ticks, breathe),
            *self.look.layers(self.body, self.pairs, np.array([x, y]), self._mood(breathe)),
            *foliage,
        )
        cut, self.cut = self.cut, False
        alt = {"head": tuple(self.body.points[0, 0].tolist()), "target": (x, y)}
        return Picture(layers, cut=cut, alt=alt, scenery=named(self.bark.still, foliage))
