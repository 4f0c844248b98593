"""Letters 06, shatter: a hard landing breaks a letter into shards, a soft one bounces (article 003)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernels import runtime
from kernels.shards import (
    ANGLE,
    ATTACHED,
    FLOOR,
    FLYING,
    LYING,
    RADIUS,
    SPIN,
    STATE,
    VX,
    VY,
    X,
    Y,
    collide,
    step_shards,
)
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.motion import make_rng
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.pieces import FIRST_SEED, Pieces, break_up, seeds_of, table_of
from scenes.scene import Control, Key
from scenes.shatter_look import ShatterLook
from scenes.word import Letter

BASE = 50.0
"""Board px from the lower edge up to the line on which the (lowest row of) letters land."""
LOW, HIGH, HIGHER, STEPS = 60.0, 340.0, 20.0, 8
"""Board px above their floor from which letters fall: every other one from LOW, the others from HIGH and
HIGHER more for each letter before them, up to STEPS letters."""
WHOLE, CRACKED, BROKEN = range(3)
CRACK_TICKS = 2
"""Ticks in which the cracks are seen before the shards fly: with one, a display of 60 Hz would miss some."""
SETTLED = 0.8
"""Board px a tick; slower bounces end."""
FELT = 1.2
"""Board px a tick from which a landing rocks the letter and raises dust."""
WIND_UP, HOP = 5, 5.5
"""Ticks for which a slammed letter that stands is first pulled up, and its speed meanwhile, px a tick."""
DEPTH = 9.0
"""Board px by which shards lie nearer to us or farther from us than their letter stood."""
KICK_REACH = 46.0
"""Board px around a press within which lying shards jump."""
ROCK, ROCK_DRAG = 0.09, 0.10
"""Spring (1/tick²) and damping (1/tick) with which a letter that landed rocks to rest."""


class ShatterParams(Params):
    """Numbers of shatter; a tick is 16 ms."""

    gravity: float = number(0.5, 0.05, 2.0, "px/tick²", "weight of letters and shards")
    impact_speed: float = number(9.0, 0.5, 60.0, "px/tick", "landings faster than this break a letter")
    shard_count: int = number(12, 2, 14, "", "seeds strewn over each letter")
    shard_scale: float = number(1.0, 0.1, 2.0, "", "how far the seeds are strewn, as a share of its box")
    shard_spin: float = number(0.32, 0.0, 1.0, "rad/tick", "most by which a shard spins")
    burst: float = number(0.26, 0.0, 1.0, "", "share of the landing's speed with which shards fly outward")
    burst_up: float = number(0.04, 0.0, 1.0, "", "share of it that all of them get upward")
    shard_bounce: float = number(0.3, 0.0, 0.9, "", "share of the speed down that shards keep on the floor")
    shard_slide: float = number(0.7, 0.0, 0.98, "", "share of the speed across that they keep")
    soft_bounce: float = number(
        0.35, 0.0, 0.9, "", "share of its speed that a letter keeps in a soft landing"
    )
    collisions: int = number(0, 0, 1, "", "1: shards push one another (the published ones do not)")
    slam: float = number(14.0, 0.0, 60.0, "px/tick", "speed with which a press or the down key slams")
    kick: float = number(6.5, 0.0, 30.0, "px/tick", "speed with which shards jump from a press beside them")


class Shatter(LetterScene):
    """Letters ``height`` (n,) board px above their floor, falling at ``fall`` (n,) px a tick, in a ``stage``
    (n,): WHOLE, CRACKED, BROKEN; ``shards`` (m, 10) as in ``kernels.shards``, of the letters ``owner`` (m,).
    """

    name = "shatter"
    on_ground = True
    title = {"ja": "こなごなの文字", "ko": "산산조각 글자", "en": "Shattering letters"}
    description = {
        "ja": "高くから石の床に落ちた陶器の文字が砕けて散り、低くから落ちた文字は跳ねて立つ。",
        "ko": "높이서 돌바닥에 떨어진 도자기 글자는 깨져 흩어지고, 낮게 떨어진 글자는 튀고 선다.",
        "en": "Glazed letters that fall far burst into shards on stone; low ones bounce and stand.",
    }
    controls = (
        Control(
            "press",
            {
                "ja": "押した文字を叩きつける。かけらは跳ねる",
                "ko": "누른 글자를 내리친다. 조각은 튀어 오른다",
                "en": "slams the letter there; shards jump",
            },
        ),
        Control(
            "down",
            {
                "ja": "しきい値より速く全部叩きつける",
                "ko": "한계보다 빠르게 모두 내리친다",
                "en": "slams every letter faster than it can bear",
            },
        ),
    )
    texts = {
        "demo": {"ja": "床に落ちる実演中", "ko": "바닥에 떨어지는 시연 중", "en": "falling on stone"},
        "falling": {"ja": "落ちていく途中", "ko": "떨어지는 중", "en": "falling"},
        "whole": {"ja": "どの文字も割れていない", "ko": "깨진 글자가 없음", "en": "every letter is whole"},
        "some": {
            "ja": "砕けた文字と残った文字がある",
            "ko": "깨진 글자와 남은 글자가 있음",
            "en": "some are in pieces, some stand",
        },
        "all": {
            "ja": "全部の文字が砕けた",
            "ko": "모든 글자가 깨졌음",
            "en": "every letter is in pieces",
        },
    }
    Params = ShatterParams

    def foresee(self, letter: Letter, place: int) -> None:
        table_of(letter, seeds_of(letter, place, self.params.shard_count, self.params.shard_scale))

    def build(self, changed: bool) -> None:
        p = self.params
        key = p.shard_count, p.shard_scale
        if changed or getattr(self, "_cut_for", None) != key:
            self._cut_for = key
            self._break_up()
        rows = np.array([b.y for b in self.letters])
        self.line = self.board.height - BASE + rows - rows.max()
        self.home = np.array([b.x for b in self.letters])
        self.foot = np.array([b.glyph.box[3] * b.size for b in self.letters])
        where = self.theme.name, self.board, float(self.line.min())
        scenery = self.look.scenery if getattr(self, "_where", None) == where else None
        self._where = where
        self.look = ShatterLook(
            self.theme,
            self.board,
            self.letters,
            self.line,
            self.owner,
            self.about,
            self.cell,
            self.reach,
            scenery,
        )

    def _break_up(self) -> None:
        """The shards of every letter, once, and what each draws when it flies."""
        made = break_up(self.letters, self.params.shard_count, self.params.shard_scale)
        self.sizes = np.array([b.size for b in self.letters])
        rng = make_rng(FIRST_SEED - 1)
        nearer = np.array([2 * rng() - 1 for _ in made.owner])
        nearer *= np.minimum(0.25 * self.sizes[made.owner], DEPTH)
        rows = np.array([b.y for b in self.letters])
        # Those that come to lie nearer to us are drawn over the others.
        order = np.argsort(rows[made.owner] * 1e3 + nearer, kind="stable")
        made = Pieces(*(array[order] for array in made))
        self.owner, self.number, self.about, self.cell, self.area, reach = made
        self.reach = reach.astype(runtime.real())  # a kernel reads it beside the shards
        self.nearer = nearer[order]
        drawn = []
        for i in range(len(self.letters)):
            rng = make_rng(FIRST_SEED + i)
            drawn.append([rng() for _ in range(self.params.shard_count)])
        self.draw = np.array([drawn[i][k] for i, k in zip(self.owner, self.number)])

    def start(self) -> None:
        n = len(self.letters)
        place = np.arange(n)
        self.height = np.where(place % 2 == 1, LOW, HIGH + HIGHER * (place % STEPS))
        self.fall = np.zeros(n)
        self.stage = np.zeros(n, int)
        self.hold = np.zeros(n, int)
        self.wind = np.zeros(n, int)
        self.impact = np.zeros(n)
        self.first = np.zeros(n)
        self.rock, self.rock_speed = np.zeros(n), np.zeros(n)
        self.shards = s = np.zeros((len(self.owner), 10), runtime.real())
        s[:, RADIUS] = 0.9 * np.sqrt(self.area / np.pi)
        s[:, STATE] = ATTACHED
        self._lay_floor()
        self.look.begin()

    def _lay_floor(self) -> None:
        scatter = 0.0 if self.params.collisions else 1.0
        self.shards[:, FLOOR] = self.line[self.owner] + self.nearer * scatter

    @property
    def center(self) -> Numbers:
        """(n, 2) board px, of the letters' boxes."""
        return np.stack([self.home, self.line - self.foot - self.height], -1)

    def poses(self) -> tuple[Numbers, Numbers]:
        return self.center, self.rock

    def bow_out(self) -> None:
        self.look.leave(self.center, self.rock, self.stage, self.shards)

    def reset(self) -> None:
        self.look.stay()
        super().reset()

    def settle(self) -> None:
        super().settle()
        self.look.clear()

    def shift(self, dx: float, dy: float) -> None:
        self.shards[:, X] += dx
        self.shards[:, Y] += dy
        self._lay_floor()

    def step(self) -> None:
        self._fall()
        self.hold[self.stage == CRACKED] -= 1
        for i in np.flatnonzero((self.stage == CRACKED) & (self.hold < 0)):
            self._fly(int(i))
        p = self.params
        numbers = np.array(
            [p.gravity, p.shard_bounce, p.shard_slide, p.shard_spin, 0.0, self.board.width, 0.0],
            self.shards.dtype,
        )
        before = self.shards[:, VY].copy()
        if p.collisions:
            collide(self.shards, np.argsort(self.shards[:, X], kind="stable").astype(np.int32))
        step_shards(self.shards, self.reach, numbers)
        self.look.hear(self.shards, before)

    def _fall(self) -> None:
        p, whole = self.params, self.stage == WHOLE
        winding = whole & (self.wind > 0)
        self.wind[winding] -= 1
        self.fall[winding] = np.where(self.wind[winding] > 0, -HOP, p.slam)
        self.fall[whole & ~winding] += p.gravity
        self.height[whole] -= self.fall[whole]
        down = whole & (self.height < 0)
        speed = np.where(down, self.fall, 0.0)
        self.height[down] = 0.0
        hard = speed > p.impact_speed
        soft = down & ~hard
        felt = soft & (speed > FELT)
        self.first = np.where((self.first == 0) & (hard | felt), speed, self.first)
        self.stage[hard], self.hold[hard], self.impact[hard] = CRACKED, CRACK_TICKS, speed[hard]
        self.fall[hard] = 0.0
        back = -p.soft_bounce * speed
        self.fall[soft] = np.where(-back[soft] < SETTLED, 0.0, back[soft])
        side = np.where(np.arange(len(speed)) % 2 == 0, 1.0, -1.0)
        self.rock_speed += np.where(felt, 0.004 * side * speed, 0.0)
        self.rock_speed -= ROCK * self.rock + ROCK_DRAG * self.rock_speed
        self.rock = self.rock + self.rock_speed
        still = (np.abs(self.rock) < 1e-3) & (np.abs(self.rock_speed) < 1e-3)
        self.rock[still], self.rock_speed[still] = 0.0, 0.0
        for i in np.flatnonzero(hard | felt):
            self.look.land(self.home[i], self.line[i], self.sizes[i], speed[i], bool(hard[i]), int(i))

    def _fly(self, i: int) -> None:
        """The shards of letter i part, outward from its middle and as fast as it came down."""
        p, s = self.params, self.shards
        mine = np.flatnonzero(self.owner == i)
        self.stage[i] = BROKEN
        out = self.about[mine] * self.sizes[i]
        c, t = np.cos(self.rock[i]), np.sin(self.rock[i])
        out = np.stack([c * out[:, 0] - t * out[:, 1], t * out[:, 0] + c * out[:, 1]], -1)
        way = out / np.maximum(np.hypot(*out.T), 1e-6)[:, None]
        s[mine, X : Y + 1] = self.center[i] + out
        s[mine, ANGLE] = self.rock[i]
        s[mine, VX : VY + 1] = way * (p.burst * self.impact[i])
        s[mine, VY] -= p.burst_up * self.impact[i]
        s[mine, SPIN] = (self.draw[mine] - 0.5) * 2 * p.shard_spin
        s[mine, STATE] = FLYING

    def live(self) -> None:
        self.look.tick()

    @property
    def pieces(self) -> NDArray[np.intp]:
        """(n,) how many of its seeds have ink in each letter: its shards, as the article counts them."""
        pairs = np.unique(np.stack([self.owner, self.number]), axis=1)
        return np.bincount(pairs[0], minlength=len(self.letters))

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves any more."""
        whole = self.stage == WHOLE
        standing = (self.height[whole] == 0) & (self.fall[whole] == 0) & (self.rock[whole] == 0)
        lying = self.shards[self.stage[self.owner] == BROKEN, STATE] == LYING
        return bool(standing.all() and lying.all() and not (self.stage == CRACKED).any())

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        if (self.stage == BROKEN).all():
            return "all"
        if (self.stage == BROKEN).any():
            return "some"
        return "whole" if (self.height == 0).all() else "falling"

    def picture(self) -> Picture:
        picture = self.look.picture(self.center, self.rock, self.stage, self.shards, cut=self.cut)
        self.cut = False
        return picture

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        center, half = self.center, 0.5 * self.sizes
        near = (np.abs(center[:, 0] - x) <= half) & (np.abs(center[:, 1] - y) <= half)
        near &= self.stage == WHOLE
        if near.any():
            far = np.where(near, np.hypot(center[:, 0] - x, center[:, 1] - y), np.inf)
            self._slam(np.arange(len(far)) == np.argmin(far))
        else:
            self._kick(x, y)
        self.after()

    def _slam(self, which: NDArray[np.bool_]) -> None:
        which = which & (self.stage == WHOLE)
        standing = which & (self.height <= 0)
        self.wind[standing & (self.wind == 0)] = WIND_UP
        air = which & (self.height > 0) & (self.wind == 0)
        self.fall[air] = np.maximum(self.fall[air], self.params.slam)

    def _kick(self, x: float, y: float) -> None:
        """Lying shards near a press jump, the nearer the higher."""
        s = self.shards
        away = s[:, X : Y + 1] - (x, y)
        far = np.hypot(*away.T)
        hit = (far < KICK_REACH) & (s[:, STATE] != ATTACHED)
        share = (1 - far[hit] / KICK_REACH) * self.params.kick
        s[hit, VX] += share * away[hit, 0] / KICK_REACH * 1.4
        s[hit, VY] = -share
        s[hit, SPIN] = (self.draw[hit] - 0.5) * self.params.shard_spin
        s[hit, STATE] = FLYING

    def key(self, key: Key) -> bool:
        if key != "down":
            return False
        self.touch()
        self._slam(np.ones(len(self.letters), bool))
        self.after()
        return True
