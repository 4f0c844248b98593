"""07 The spider: two sets of four feet take turns on uneven ground (articles 000/004)."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from scenes.bugs import HEIGHT, Firefly
from scenes.creature import FOLLOW_POINTER, Creature
from scenes.crowd import Crowd
from scenes.dust import SHOWN, Puffs
from scenes.hills import Hills
from scenes.leaves import Leaves
from scenes.motion import TAU, follow
from scenes.params import Params, number
from scenes.picture import Picture, named
from scenes.spider_look import SpiderLook
from scenes.steps import Feet, TwoBones
from scenes.theme import fade, mix
from scenes.vectors import raised, span, turned, unit, wrap

LEGS = 8
ANGLES = np.array([0.6, 1.15, 1.85, 2.45, -0.6, -1.15, -1.85, -2.45])
"""Where each leg points from the body, radians from the heading."""


def sets_of(count: int) -> np.ndarray:
    """The set (8,) of each leg, of ``count``: neighbours along a side, and across, are in different ones."""
    side = np.arange(LEGS // 2)
    return np.concatenate([side, side + max(count // 2, 1)]) % count


HOME = 46.0
HIP = 6.5
"""Board px from the body's middle to its hips."""
THIGH, SHIN = 38.0, 38.0
LEAN = 0.6
"""How far legs that point away from us lean backward out of the upright, as the sine of an angle.

Upright, thigh and shin of such a leg would be seen as one column."""
LEAN_FROM, LEAN_OVER = 0.3, 0.25
"""How far back a leg may point to lean at all, and over how much of that it comes to it: those behind are
seen from the side as they are, and leaning would close them."""
STRAIN, CREEP = 0.85, 0.06
"""Share of a leg's length from which it holds the body back, and the least share of speed left to it."""
UNDER = np.array([0.0, HEIGHT])
"""Board px from the firefly to the ground under it, where the spider goes."""
APPROACH = 4.0
LURE = 11.0
"""Reach of the firefly, board px."""
STANDOFF = 40.0
"""Px before a held target at which it stands and looks up."""
TOP = 80.0
"""Board px that a body of size 1 keeps from the board's upper edge, so that its knees stay in sight."""
TURN_RATE, SWING_RATE = 4.0, 3.2
"""How fast the heading follows the way, and the abdomen the heading, per second."""
HEIGHT_RATE = 5.0
NEAR_SIDE, FRONT_RATE = 0.2, 22.0
"""How far down the board a leg points that lies over the body, as a share; how fast it comes there, 1/s."""


class SpiderParams(Params):
    """Numbers of the spider, as published; walk, homes and hills were found by experiment."""

    count: int = number(1, 1, 1000, "", "how many spiders")
    gait_sets: int = number(2, 1, 4, "", "sets of legs that step in turns: 1 hops, 4 moves two at a time")
    step_dist: float = number(30.0, 5.0, 100.0, "px", "a set steps when one of its feet is farther from home")
    step_time: float = number(0.14, 0.05, 1.0, "s", "time of one step")
    step_lift: float = number(14.0, 0.0, 40.0, "px", "height of a step's arc")
    prediction: float = number(1.6, 0.0, 4.0, "", "landing ahead of home, in ways of the body during a step")
    body_clear: float = number(22.0, 5.0, 60.0, "px", "height of the body above the ground under its feet")
    walk_speed: float = number(100.0, 10.0, 400.0, "px/s", "the body's greatest speed")
    lap: float = number(9.0, 2.0, 60.0, "s", "time of one figure-eight")


class Spider(Creature):
    """Spiders on autumn hills that follow a firefly.

    ``body`` (count, 2), its place on the map, ``height`` (count,), board px; ``feet`` of 8 legs.
    """

    name = "spider"
    title = {"ja": "交互に歩くクモ", "ko": "엇갈려 걷는 거미", "en": "Alternating spider"}
    description = {
        "ja": "落ち葉の丘で、八本の足を四本ずつ交互に運ぶクモが、起伏に合わせて体を上下させ蛍を追う。",
        "ko": "낙엽 진 언덕에서 여덟 다리를 넷씩 번갈아 옮기는 거미가 오르내리며 반딧불이를 쫓는다.",
        "en": "A spider moves its legs four by four over leafy hills, rising and sinking after a firefly.",
    }
    controls = (FOLLOW_POINTER,)
    Params = SpiderParams

    def prepare(self) -> None:
        p = self.params
        self.crowd = Crowd(p.count, room=86.0, lap=p.lap)
        self.sets = sets_of(p.gait_sets)
        self.tempo = self.crowd.take_tempo()
        self.lap = p.lap / float(self.tempo[0])
        self.hills = Hills(self.theme, self.board)
        self.leaves = Leaves(self.theme, self.hills)
        self.lure = Firefly(self.theme)
        self.look = SpiderLook(self.theme, self.crowd.size, self.crowd.seed)
        dust = fade(mix(self.theme.sand, self.theme.ink, 0.06), 0.75)
        self.puffs = Puffs(dust, self.crowd.size, LEGS, reach=8.0)
        self.toe = np.repeat(2.0 * self.crowd.size[:SHOWN], LEGS).astype(runtime.real())

    def settle(self) -> None:
        size, count = self.crowd.size, self.params.count
        self.body = self.crowd.path(self.target) + UNDER
        self._face(np.zeros(count))
        if count > 1:
            to = self.crowd.path(self.target, 0.2) + UNDER - self.body
            self._face(np.arctan2(to[:, 1], to[:, 0]))
        self.feet = Feet(count, LEGS)
        bones = np.array([THIGH, SHIN]) * size[:, None, None]
        self.bones = TwoBones(np.broadcast_to(bones, (count, LEGS, 2)))
        self._stand(self.homes())

    def _stand(self, feet: np.ndarray) -> None:
        """At rest on ``feet`` (count, 8, 2) board px."""
        count = self.params.count
        self.velocity = np.zeros((count, 2))
        self.swing = self.heading.copy()
        self.feet.stand(feet)
        self.next_set = np.zeros(count, int)
        self.swaps = np.zeros(count, int)
        self.dip = np.zeros(count)
        self.height = self._ground() + self.params.body_clear * self.crowd.size
        self._bend()
        self.front = self._near_side().astype(float)
        self.lure_heading = 2.7 if self.setting.calm else 0.0
        self.leaves.forget()
        self.puffs.forget()

    def rest(self) -> None:
        size = self.crowd.size
        center = np.array(self.board.center)
        self._face(np.where(np.arange(len(size)) == 0, -0.5, TAU * self.crowd.seed))
        self.body = np.tile(center + np.array([-10.0, 12.0]), (len(size), 1))
        if len(size) > 1:
            self.body += (self.crowd.path(self.target) - center) * 0.9
        if not self.target.pointers:
            self.target.x, self.target.y = self.body[0] + np.array([96.0, -44.0])
        # One set a little ahead, the other behind: its stance is an S from foot to foot.
        ahead = unit(self.heading)[:, None]
        sway = np.where(self.sets == 0, 9.0, -7.0)[:, None] * size[:, None, None]
        self._stand(self.homes() + ahead * sway)

    def shift(self, dx: float, dy: float) -> None:
        offset = np.array([dx, dy])
        self.body = self.body + offset
        self.feet.shift(offset)
        self._ground()
        self._bend()
        self.puffs.forget()

    def heads(self) -> np.ndarray:
        return np.asarray(self.body, float)

    def carry(self, steps: np.ndarray) -> None:
        self.body = self.body + steps
        self.feet.shift(steps[:, None])
        self._ground()
        self._bend()

    def homes(self) -> np.ndarray:
        """Where the body would like its feet (count, 8, 2), board px."""
        return self.body[:, None] + self.spokes * (HOME * self.crowd.size)[:, None, None]

    def _face(self, heading: np.ndarray) -> None:
        """Look along ``heading`` (count,) radians; ``spokes`` (count, 8, 2) are where the legs stand to."""
        self.heading = heading
        self.spokes = unit(heading[:, None] + ANGLES)

    def _ground(self) -> np.ndarray:
        """Mean height (count,) of the ground under the feet that stand; ``floor`` is that under each."""
        self.floor = self.hills.height(self.feet.place)
        stands = ~self.feet.aloft
        return (self.floor * stands).sum(axis=1) / np.maximum(stands.sum(axis=1), 1)

    def face(self) -> tuple[np.ndarray, np.ndarray, float, float]:
        # Faces and firefly as they are seen, not where they are on the map.
        seen = raised(self.body, self.height)
        nearest = int(np.argmin(((seen - (self.target.x, self.target.y)) ** 2).sum(axis=1)))
        size = float(self.crowd.size[nearest])
        return seen[nearest], unit(self.heading)[nearest], 19.0 * size + LURE, 12.0 * size + LURE

    def live(self) -> None:
        self._walk()
        self._step()
        dt, size = self.tick_seconds, self.crowd.size
        clear = self.params.body_clear * size
        self.height += (self._ground() + clear - self.height) * follow(HEIGHT_RATE, dt)
        self.dip += (self.feet.height().mean(axis=1) - self.dip) * follow(14, dt)
        self._bend()
        self.front += (self._near_side() - self.front) * follow(FRONT_RATE, dt)
        self.turn_lure(self.lure_flees(self.body[0]))
        self.puffs.tick(self.drawn, self.feet.landed)
        feet = self.feet.place[:SHOWN].reshape(-1, 2)
        self.leaves.tick(feet.astype(runtime.real()), self.toe)

    def _walk(self) -> None:
        """The body goes straight for its aim and turns to where it goes; the abdomen swings after it."""
        p, dt = self.params, self.tick_seconds
        aim = self.crowd.aims(self.target, self.body) + UNDER
        aim[:, 1] = np.maximum(aim[:, 1], TOP * self.crowd.size)
        to = aim - self.body
        distance = span(to)
        left = np.maximum(distance - STANDOFF * self.crowd.size * self.target.share, 0.0)
        # No body outruns or turns away from the feet that hold it.
        free = np.clip((1 - self.stretch) / (1 - STRAIN), CREEP, 1.0)
        speed = np.minimum(APPROACH * left, p.walk_speed * self.tempo) * free
        self.velocity = to * (speed / np.maximum(distance, 1e-9))[:, None]
        self.body = self.body + self.velocity * dt
        # Right above the target its direction means nothing.
        turn = wrap(np.arctan2(to[:, 1], to[:, 0]) - self.heading) * np.clip(distance / 3.0, 0.0, free)
        self._face(wrap(self.heading + turn * follow(TURN_RATE, dt)))
        self.swing = wrap(self.swing + wrap(self.heading - self.swing) * follow(SWING_RATE, dt))

    def _step(self) -> None:
        """When a foot of the set whose turn it is has been left behind, all four of it step together."""
        p, feet = self.params, self.feet
        homes = self.homes()
        gone = feet.place - homes
        mine = self.next_set[:, None] == self.sets
        worst = (span(gone) * mine).max(axis=1)
        start = (worst > p.step_dist * self.crowd.size) & (feet.phase >= 1.0).all(axis=1)
        if start.any():
            ahead = self.velocity * (p.step_time * self.tempo * p.prediction)[:, None]
            feet.lift(start[:, None] & mine, homes + ahead[:, None])
            self.next_set = np.where(start, (self.next_set + 1) % p.gait_sets, self.next_set)
            self.swaps += start
        feet.tick((self.tick_seconds / (p.step_time * self.tempo))[:, None])

    def _bend(self) -> None:
        """Hips, knees and feet (count, 8, 2) as seen on the board.

        Each leg is solved upright over the line from its hip to its foot, in that plane, where y is the
        height downward. Then it leans out of it, and is seen from above: what is high is seen farther up.
        """
        size = self.crowd.size[:, None]
        hip = self.body[:, None] + self.spokes * (HIP * size)[..., None]
        high = (self.height - 1.6 * size[:, 0] * self.dip)[:, None]
        foot = self.feet.place
        lift = self.feet.height() * (self.params.step_lift * size)
        out = foot - hip
        away = span(out)
        way = out / np.maximum(away, 1e-9)[..., None]
        near, far = np.zeros_like(out), np.empty_like(out)
        near[..., 1] = -high
        far[..., 0], far[..., 1] = away, -(self.floor + lift)
        leg = (THIGH + SHIN) * size[:, 0]
        self.stretch = np.sqrt((away * away + (near[..., 1] - far[..., 1]) ** 2).max(axis=1)) / leg
        # Bend -1 goes up in this plane; a knee seen below the middle of its leg goes to the other side.
        knee, reached = self.bones.solve(near, far, -1.0)
        drop = way[..., 1]
        end = reached[..., 0] * drop + reached[..., 1]
        below = knee[..., 0] * drop + knee[..., 1] > (near[..., 1] + end) / 2
        aside = self._splay(knee, reached, high, way, below)
        self.hips = raised(hip, high)
        self.knee_map, self.knee_height = hip + way * knee[..., :1] + aside, -knee[..., 1]
        self.knees = raised(self.knee_map, self.knee_height)
        self.drawn = raised(hip + way * reached[..., :1], -reached[..., 1])
        self.lift = lift

    def _splay(
        self, knee: np.ndarray, foot: np.ndarray, high: np.ndarray, way: np.ndarray, other: np.ndarray
    ) -> np.ndarray:
        """Turn legs about the line from hip to foot, all (count, 8, 2) as in ``_bend``; ``knee`` in place.

        Those of ``other`` (count, 8) take the other solution, the mirror image across that line. Bones keep
        their lengths. Returns how far knees are out of the upright plane (count, 8, 2), board px on the map.
        """
        back = np.clip(2 * np.cos(self.heading), -1.0, 1.0)[:, None]
        share = np.clip((way[..., 0] * back + LEAN_FROM) / LEAN_OVER, 0.0, 1.0)
        away = np.minimum(way[..., 1], 0.0)
        lean = LEAN * away * away * away * back * share
        x, y = foot[..., 0], foot[..., 1] + high
        short = 1 / np.maximum(np.sqrt(x * x + y * y), 1e-9)
        x, y = x * short, y * short
        bow = x * (knee[..., 1] + high) - y * knee[..., 0]
        change = np.where(other, -bow, bow) * np.sqrt(1 - lean * lean) - bow
        knee[..., 0] -= y * change
        knee[..., 1] += x * change
        return turned(way) * (np.abs(bow) * lean)[..., None]

    def _near_side(self) -> np.ndarray:
        """Which legs (count, 8) are on the near side of the body."""
        return self.feet.place[..., 1] - self.body[:, None, 1] > NEAR_SIDE * HOME * self.crowd.size[:, None]

    def picture(self) -> Picture:
        x, y = self.target.x, self.target.y
        breathe = not self.setting.calm
        shown = self.lure_place
        ground = float(self.hills.height(np.array(shown) + UNDER))
        place = (*self.hills.still, *self.leaves.layers(self.ticks, breathe))
        layers = (
            *place,
            *self.look.layers(self, shown, breathe),
            *self.lure.at(*shown, self.lure_heading, self.ticks, breathe, ground),
        )
        cut, self.cut = self.cut, False
        return Picture(
            layers,
            cut=cut,
            alt={
                "head": tuple(self.body[0].tolist()),
                "feet": self.feet.place[0].tolist(),
                "target": (x, y),
            },
            scenery=named(place),
        )
