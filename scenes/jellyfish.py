"""06 The jellyfish: bells that push themselves along with every squeeze, strands that trail (000/004)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.strands import step_strands
from scenes.bell import NARROW, RIM, squeeze_at
from scenes.creature import FOLLOW_POINTER, Creature, gentle_s
from scenes.crowd import Crowd
from scenes.deep import Deep
from scenes.jelly_look import JellyLook
from scenes.params import Params, number
from scenes.picture import Picture, named
from scenes.sea_lures import Spark
from scenes.vectors import wrap

STRANDS = 5
JOINTS = 10
ACROSS = np.linspace(-1.0, 1.0, STRANDS)
"""Where strands hang from the rim, as shares of its half width."""
WALL = 4.0
"""Speed toward the inside that a px over the margin gives, px/s per second."""
ELBOW = 150.0
"""How hard bells in one place push one another away, px/s per second."""
CROWN, LURE = 44.0, 9.0
"""Board px from the rim of a bell to its crown, and the reach of the spark."""
SMALL, SMALL_LAG = 0.62, 3.4
"""Size of the second jellyfish, and the seconds by which it swims behind the first."""
HIDDEN_TICK = 421
"""The tick on which the window comes back, if it was hidden: the one after seven seconds."""


class JellyfishParams(Params):
    """Numbers of the jellyfish, as published; turn rate and margin were found by experiment."""

    count: int = number(2, 1, 1000, "", "how many jellyfish")
    pulse_period: float = number(
        1.2, 0.3, 6.0, "s", "time of one squeeze and opening; closing takes 30 % of it"
    )
    pulse_impulse: float = number(
        160.0, 0.0, 600.0, "px/s", "speed that one full squeeze adds along the heading"
    )
    water_drag: float = number(1.6, 0.0, 10.0, "1/s", "how fast the water takes speed away")
    jelly_turn: float = number(3.0, 0.2, 12.0, "rad/s", "how fast the heading may turn")
    jelly_margin: float = number(40.0, 0.0, 120.0, "px", "inside this far from an edge the water pushes back")
    strand_gap: float = number(11.0, 3.0, 20.0, "px", "distance between neighbouring joints of a strand")
    keep: float = number(0.92, 0.0, 0.99, "", "share of its last motion that a strand goes on with")
    sink: float = number(30.0, 0.0, 200.0, "px/s²", "how strands sink")
    link_passes: int = number(3, 1, 60, "", "rounds of fitting the gaps, each tick")
    hidden: float = number(
        0.0, 0.0, 2.4, "s", "experiment: time that the window was hidden before tick 421 and before a press"
    )
    dt_max: float = number(0.05, 1 / 60, 2.4, "s", "longest time that one step after hiding may take")
    lap: float = number(11.0, 2.0, 60.0, "s", "time of one figure-eight")


class Jellyfish(Creature):
    """Two jellyfish in deep water that follow a spark. The place of a bell is the middle of its rim.

    ``center``, ``velocity`` (count, 2) board px and px/s; ``heading``, ``phase``, ``squeeze`` (count,) rad,
    cycles, 0..1; ``points``, ``before`` (5 count, 10, 2): strands now and a step ago, roots first.
    """

    name = "jellyfish"
    title = {"ja": "漂うクラゲ", "ko": "떠도는 해파리", "en": "Drifting jellyfish"}
    description = {
        "ja": "深い海で、大小二匹のクラゲがかさを縮めては進み、触手をなびかせて小さな光を追う。",
        "ko": "깊은 바다에서 크고 작은 해파리 두 마리가 갓을 오므려 나아가며 촉수를 끌고 작은 빛을 쫓는다.",
        "en": "In deep water a large and a small jellyfish pulse after a spark, their strands trailing.",
    }
    controls = (FOLLOW_POINTER,)
    Params = JellyfishParams

    def prepare(self) -> None:
        p, count = self.params, self.params.count
        self.lap = p.lap
        self.crowd = Crowd(count, room=92.0, lap=p.lap, smallest=0.5, published=2)
        if count > 1:
            crowding = self.crowd.size[0]
            self.crowd.size[1], self.crowd.lag[1], self.crowd.drift[1] = SMALL * crowding, SMALL_LAG, 0.0
        self.deep = Deep(self.theme, self.board)
        self.lure = Spark(self.theme)
        self.look = JellyLook(self.theme, self.crowd.size, self.crowd.seed)

    def settle(self) -> None:
        p, count, real = self.params, self.params.count, runtime.real()
        self.gap = np.repeat(p.strand_gap * self.crowd.size, STRANDS).astype(real)
        self.center = np.array([self.board.center])
        if count > 1:
            self.center = self.crowd.path(self.target)
            self.center[0] = self.board.center
        self.velocity = np.zeros((count, 2))
        self.heading = np.full(count, -math.pi / 2)
        # Those behind the first squeeze at moments of their own.
        self.phase = np.where(np.arange(count) == 0, 0.0, 0.2 + 0.6 * self.crowd.seed)
        self.squeeze = squeeze_at(self.phase)
        self.points = np.zeros((count * STRANDS, JOINTS, 2), real)
        self.root = np.zeros((count * STRANDS, 2), real)
        self._hold()
        hang = p.strand_gap * np.arange(JOINTS) * np.repeat(self.crowd.size, STRANDS)[:, None]
        self.points[:] = self.root[:, None]
        self.points[..., 1] += hang
        self._forget()

    def rest(self) -> None:
        count, size = self.params.count, self.crowd.size
        center = np.array(self.board.center)
        spots = np.array([[-34.0, -22.0], [98.0, 34.0]])
        place = 0.75 * (self.crowd.path(self.target) - center) + self.crowd.drift
        place[: len(spots)] = spots[:count]
        self.center = center + place
        self.heading = -math.pi / 2 + np.where(np.arange(count) % 2 == 0, 0.34, -0.42) * (
            1 + 0.3 * self.crowd.seed
        )
        self.phase = np.full(count, 0.62)
        self.squeeze = squeeze_at(self.phase)
        self.velocity = np.zeros((count, 2))
        self._hold()
        strand = self.points.reshape(count, STRANDS, JOINTS, 2)
        for k in range(STRANDS):
            # Strands open a little toward their tips, each in its S.
            for i in range(count):
                head = float(self.heading[i]) - 0.10 * ACROSS[k]
                shape = gentle_s(JOINTS, float(self.gap[i * STRANDS]), (0.0, 0.0), head, 0.55 - 0.05 * k)
                strand[i, k] = self.root.reshape(count, STRANDS, 2)[i, k] + shape
        if not self.target.pointers:
            self.target.x, self.target.y = self.center[0] + np.array([88.0, -58.0]) * size[0]
        self._forget()

    def _forget(self) -> None:
        self.before = self.points.copy()
        self.lure_heading = -0.4 if self.setting.calm else 0.0
        self.returns = False

    def _hold(self) -> None:
        """Where strands hang: across the rim, which narrows with the squeeze."""
        half = RIM * self.crowd.size * (1 - NARROW * self.squeeze)
        side = np.stack([-np.sin(self.heading), np.cos(self.heading)], -1)
        across = (side * half[:, None])[:, None] * ACROSS[:, None]
        self.root[:] = (self.center[:, None] + across).reshape(-1, 2)

    def shift(self, dx: float, dy: float) -> None:
        step = np.array([dx, dy])
        self.center = self.center + step
        for joints in (self.points, self.before, self.root):
            joints += step

    def heads(self) -> np.ndarray:
        return np.asarray(self.center, float)

    def carry(self, steps: np.ndarray) -> None:
        self.center = self.center + steps
        each = np.repeat(steps, STRANDS, 0)
        self.root += each
        for joints in (self.points, self.before):
            joints += each[:, None]

    def press(self, pointer: int, x: float, y: float) -> None:
        super().press(pointer, x, y)
        # For who tries the article's experiment (``hidden`` set by hand), not for visitors.
        self.returns = self.params.hidden > 0 and not self.setting.calm

    def face(self) -> tuple[np.ndarray, np.ndarray, float, float]:
        nearest = int(np.argmin(((self.center - (self.target.x, self.target.y)) ** 2).sum(axis=1)))
        size = float(self.crowd.size[nearest])
        way = np.array([math.cos(self.heading[nearest]), math.sin(self.heading[nearest])])
        return self.center[nearest], way, CROWN * size + LURE, RIM * size + LURE

    def live(self) -> None:
        p, dt = self.params, self.tick_seconds
        if p.hidden > 0 and (self.returns or self.ticks == HIDDEN_TICK):
            self.returns = False
            dt = min(p.hidden, p.dt_max)
        self._swim(self._aims(), dt)
        self._hold()
        step_strands(self.points, self.before, self.root, self.gap, p.keep, p.sink * dt * dt, p.link_passes)
        self.turn_lure(self.target.course(), 6.0)

    def _aims(self) -> np.ndarray:
        """The first swims for the target itself; the others keep clear of it and of one another."""
        aims = self.crowd.aims(self.target, self.center)
        aims[0] = self.target.x, self.target.y
        return aims

    def _swim(self, aims: np.ndarray, dt: float) -> None:
        """stepJelly for every bell: turn, squeeze, push, drag, move, and away from the walls."""
        p = self.params
        to = aims - self.center
        turn = np.arctan2(to[:, 1], to[:, 0]) - self.heading
        turn = wrap(turn)
        heading = self.heading + np.clip(turn, -p.jelly_turn * dt, p.jelly_turn * dt)
        self.heading = wrap(heading)
        self.phase = (self.phase + dt / p.pulse_period) % 1.0
        before, self.squeeze = self.squeeze, squeeze_at(self.phase)
        push = np.maximum(0.0, self.squeeze - before) * p.pulse_impulse
        self.velocity = (
            self.velocity + np.stack([np.cos(self.heading), np.sin(self.heading)], -1) * push[:, None]
        )
        # The water between bells keeps them apart; the first has the right of way.
        self.velocity[1:] += self.crowd.elbows.push[1:] * (ELBOW * dt)
        self.velocity *= math.exp(-p.water_drag * dt)
        self.center = self.center + self.velocity * dt
        low = np.full(2, p.jelly_margin)
        high = np.array([self.board.width, self.board.height]) - low
        self.velocity += (
            np.clip(self.center, np.minimum(low, high), np.maximum(low, high)) - self.center
        ) * (WALL * dt)

    def picture(self) -> Picture:
        x, y = self.target.x, self.target.y
        alive = not self.setting.calm
        halo, *spark = self.lure.at(*self.lure_place, self.lure_heading, self.ticks, alive)
        behind, before = self.deep.behind(self.ticks, alive), self.deep.before(self.ticks, alive)
        layers = (
            *behind,
            halo,
            *self.look.layers(self, self.lure_place, self.ticks, alive),
            *spark,
            *before,
        )
        cut, self.cut = self.cut, False
        alt = {"target": (x, y), "bells": self.center.tolist()}
        return Picture(layers, cut=cut, alt=alt, scenery=named(behind, before))
