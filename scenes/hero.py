"""Letters 09, hero: a headline collapses, and comes back into its row in reading order (article 003)."""

from __future__ import annotations

import math

import numpy as np

from kernels.bodies import ANGLE, SPIN, VX, VY, X, Y
from kernels.boxes import Boxes
from kernels.rules import Rules
from scenes.banner import HALF_BANNER
from scenes.board import HEIGHT
from scenes.hero_line import BaseLine
from scenes.hero_look import HeroLook
from scenes.letter_ink import Numbers
from scenes.letter_scene import DEMO, LetterScene
from scenes.motion import TAU, make_rng
from scenes.params import number
from scenes.picture import Picture
from scenes.pile_bodies import FLOOR, WALL, Falling, bodies, rules
from scenes.scene import LETTER_TICK, Control, Key

TICK_MS = 1000 * LETTER_TICK
SEED = 4729
ROW_UP = 140.0
"""Board px from that line up to the middle of the headline, on the published board."""
ROW_MORE = 0.28
"""Share of a higher board's additional height by which the headline hangs higher."""
HOMING = 950.0
"""ms that a letter takes home: the last one of a long word starts so long before the loop ends."""
LEAST_SPAN = 300.0
"""ms over which letters start back at the least, however short the loop."""
PAUSE = 90.0
"""ms between two rows of a sentence."""
WITHIN = 0.65
"""Share of a row's time in which its letters start; then the row lands as one."""
ON_TOP = 1.5
"""Board px from the letters' boxes down to the middle of the line."""
LANDED = 5.0
"""Board px from home at which a returning letter sets its foot on the line."""
ON_LINE = 16.0
"""Board px from home from which the line begins to carry a letter."""
TOUCH, ROW_BOW, BOW = 0.22, 0.7, 1.5
"""Board px a tick that the line is given by a letter that lands, by the last one of a row, and by the last of
all (these two wherever they stand)."""
HOME = 2e-3
"""Board px, and px a tick, below which a letter is home and stays."""


class HeroParams(Falling):
    """Numbers of hero; a tick is 16 ms."""

    assemble_delay: float = number(
        900.0, 0.0, 10000.0, "ms", "from the collapse to the first letter's return"
    )
    assemble_step: float = number(45.0, 0.0, 1000.0, "ms", "from one letter's return to the next one's")
    settle_spring: float = number(0.03, 0.001, 0.5, "1/tick²", "pull home for each px away from it")
    settle_damping: float = number(
        1.0, 0.0, 2.0, "", "share of the critical damping: with less, letters overshoot"
    )
    nearest_turn: int = number(1, 0, 1, "", "1: upright by the nearest turn, 0: every turn is unwound")
    loop_seconds: float = number(DEMO, 0.5, 60.0, "s", "the demo collapses again after it")
    scatter: float = number(3.0, 0.0, 40.0, "px/tick", "spread of the sideways speeds of a collapse")
    leap: float = number(2.0, 0.0, 40.0, "px/tick", "speed up that every letter gets in a collapse")
    leap_more: float = number(3.0, 0.0, 40.0, "px/tick", "the most that chance adds to it")
    tumble: float = number(0.24, 0.0, 2.0, "rad/tick", "spread of the spins of a collapse")


class Hero(LetterScene):
    """Letters at ``center`` (n, 2) board px and ``angle`` (n,), with ``speed`` and ``spin`` per tick.

    In reading order, the first ``called`` of them are home or on their way; the others fall in ``boxes``.
    """

    name = "hero"
    on_ground = True
    em = 72.0
    title = {"ja": "よみがえる見出し", "ko": "되살아나는 제목", "en": "Rising headline"}
    description = {
        "ja": "舞台の見出しが崩れ落ち、読む順に一字ずつ元の列へ戻る。",
        "ko": "무대의 제목이 와르르 무너졌다가, 읽는 순서대로 한 글자씩 제자리로 돌아온다.",
        "en": "A headline on a stage tumbles down, then returns to its line letter by letter, as it is read.",
    }
    controls = (
        Control("press", {"ja": "すぐに崩す", "ko": "바로 무너뜨린다", "en": "collapses it at once"}),
        Control("down", {"ja": "崩す", "ko": "무너뜨린다", "en": "collapses it"}),
        Control("up", {"ja": "元に戻す", "ko": "되돌린다", "en": "calls the letters back"}),
    )
    texts = {
        "demo": {
            "ja": "崩れては並び直す実演中",
            "ko": "무너졌다가 다시 서는 시연 중",
            "en": "collapsing and rising by itself",
        },
        "falling": {"ja": "崩れ落ちた", "ko": "무너져 내림", "en": "collapsed"},
        "returning": {
            "ja": "読む順に戻る途中",
            "ko": "읽는 순서대로 돌아오는 중",
            "en": "returning in reading order",
        },
        "standing": {"ja": "一列に並んでいる", "ko": "한 줄로 서 있음", "en": "standing in line"},
    }
    Params = HeroParams

    boxes: Boxes

    def build(self, changed: bool) -> None:
        cx, cy = self.board.center
        self.home = np.array([(b.x, b.y + self.row - cy) for b in self.letters])
        rows, line = np.unique([b.y for b in self.letters], return_inverse=True)
        self.delays = self.schedule(line)
        half = min(self.board.width / 2, HALF_BANNER)
        cord = BaseLine(line, self.home[:, 0], cx - half, cx + half)
        if not changed:
            cord.bow, cord.speed, cord.quiet = self.line.bow, self.line.speed, self.line.quiet
        self.line = cord
        ends = np.searchsorted(line, np.arange(cord.rows), side="right") - 1
        self.touches = np.full(len(line), TOUCH)
        self.touches[ends] = ROW_BOW / cord.shape[ends, 0]
        self.touches[-1] = BOW / cord.shape[-1, 0]
        self.heights = rows - cy + self.row + self.letters[0].height / 2 + ON_TOP
        self.look = HeroLook(self.theme, self.board, self.floor, self.letters, self.ink, self.heights)

    def schedule(self, line: np.ndarray) -> Numbers:
        """(n,) ms after the first letter's return at which each one's begins; ``line`` (n,): its row.

        A long word returns faster, so that all are home before the loop ends; a sentence row by row.
        """
        p, n = self.params, len(line)
        lead = (self.lead_ticks + 1) * TICK_MS
        span = max(1000 * p.loop_seconds - lead - p.assemble_delay - HOMING, LEAST_SPAN)
        within = np.arange(n) - np.searchsorted(line, line)
        count = np.bincount(line)
        if len(count) == 1:
            return within * min(p.assemble_step, span / max(n - 1, 1))
        beat = min(p.assemble_step * count.max() + PAUSE, span / len(count))
        step = np.minimum(p.assemble_step, WITHIN * beat / count)
        return line * beat + within * step[line]

    @property
    def floor(self) -> float:
        """Board px; the line on which letters lie."""
        return self.board.height - FLOOR

    @property
    def row(self) -> float:
        """Board px; the middle of the headline."""
        return self.floor - ROW_UP - ROW_MORE * (self.board.height - HEIGHT)

    @property
    def demo_seconds(self) -> float:
        return self.params.loop_seconds

    def start(self) -> None:
        n = len(self.letters)
        self.center, self.angle = self.home.copy(), np.zeros(n)
        self.speed, self.spin = np.zeros((n, 2)), np.zeros(n)
        self.called = n
        self.weight, self.landed = np.ones(n), np.ones(n, bool)
        self.waiting = True
        self.fallen_at = 0.0
        self.line.begin()
        self.look.begin(self.center, self.angle)

    def bow_out(self) -> None:
        if not self.at_rest:
            super().bow_out()

    def reset(self) -> None:
        self.look.dust.clear()
        super().reset()

    @property
    def now(self) -> float:
        """ms since the start."""
        return self.age * TICK_MS

    def collapse(self) -> None:
        """Every letter falls, from wherever it is."""
        p, rng = self.params, make_rng(SEED)
        self.waiting, self.fallen_at, self.called = False, self.now, 0
        self.landed = np.zeros(len(self.letters), bool)
        self.boxes = bodies(self.letters, p.contacts, self._rules())
        self.boxes.body[:, ANGLE] = self.angle
        self.boxes.put(self.center)
        for body in self.boxes.body:
            body[VX] = (rng() - 0.5) * p.scatter
            body[VY] = -p.leap - rng() * p.leap_more
            body[SPIN] = (rng() - 0.5) * p.tumble

    def _rules(self) -> Rules:
        walls = WALL, self.board.width - WALL
        top = min(0.0, float(self.home[:, 1].min()) - 2 * self.letters[0].height)
        return rules(self.params, self.letters, self.floor, walls, top)

    def restore(self) -> None:
        """Letters that lie or fall start back now."""
        self.waiting = False
        self.fallen_at = min(self.fallen_at, self.now - self.params.assemble_delay)

    def step(self) -> None:
        if self.waiting:
            self.collapse()
        elif self.at_rest:
            return
        n = len(self.letters)
        if self.called < n:
            ready = self.now - self.fallen_at - self.params.assemble_delay
            self._call(int(np.searchsorted(self.delays, ready, side="right")))
        if self.called < n:
            self.boxes.rules = self._rules()
            self.boxes.tick()
            self.look.dust.raise_at(self.boxes.hits)
            self._take(slice(self.called, n))
        self._home(slice(0, self.called))
        self._stand()

    def _call(self, until: int) -> None:
        """Letters before ``until`` leave the collisions and start back."""
        if until > self.called:
            self.boxes.keep(np.arange(self.called, len(self.letters)) >= until)
            self.called = until

    def _take(self, falling: slice) -> None:
        body = self.boxes.body
        self.center[falling], self.angle[falling] = self.boxes.origins(), body[:, ANGLE]
        self.speed[falling], self.spin[falling] = body[:, [VX, VY]], body[:, SPIN]

    def _home(self, back: slice) -> None:
        """One tick of the springs: acceleration = -spring x way - damping x speed."""
        p = self.params
        drag = 2 * math.sqrt(p.settle_spring) * p.settle_damping
        turns = np.round(self.angle[back] / TAU) * p.nearest_turn * TAU
        away = np.column_stack([self.center[back] - self.home[back], self.angle[back] - turns])
        speed = np.column_stack([self.speed[back], self.spin[back]])
        speed = speed - p.settle_spring * away - drag * speed
        away = away + speed
        there = np.abs(np.concatenate([away, speed], axis=1)).max(axis=1) < HOME
        away[there], speed[there] = 0.0, 0.0
        self.center[back], self.angle[back] = self.home[back] + away[:, :2], turns + away[:, 2]
        self.speed[back], self.spin[back] = speed[:, :2], speed[:, 2]

    def _stand(self) -> None:
        """What the line carries: it gives way a little to each letter that lands, and bows to the last."""
        away = self.displacement
        near = np.clip(1 - away / ON_LINE, 0.0, 1.0)
        near[self.called :] = 0.0
        self.weight = near * near * (3 - 2 * near)
        landed = ~self.landed & (away < LANDED) & (self.weight > 0)
        self.landed |= landed
        self.line.step(self.weight, np.where(landed, self.touches, 0.0))

    @property
    def displacement(self) -> Numbers:
        """(n,) board px from home."""
        return np.hypot(*(self.center - self.home).T)

    @property
    def at_rest(self) -> bool:
        """Whether all are home and nothing moves any more."""
        home = self.called == len(self.letters) and not self.speed.any() and not self.spin.any()
        return home and bool((self.center == self.home).all()) and self.line.quiet

    def live(self) -> None:
        self.look.tick(self.center, self.angle, self.speed, self.called)

    def settle(self) -> None:
        super().settle()
        self.look.begin(self.center, self.angle)
        self.look.dust.clear()

    def poses(self) -> tuple[Numbers, Numbers]:
        down, slope = self.line.under()
        place = self.center.copy()
        place[:, 1] += self.weight * down
        return place, self.angle + self.weight * slope

    def shift(self, dx: float, dy: float) -> None:
        self.center[: self.called] += (dx, dy * (1 - ROW_MORE))
        self.center[self.called :] += (dx, dy)
        if self.called < len(self.letters):
            self.boxes.body[:, X] += dx
            self.boxes.body[:, Y] += dy
            self.boxes.rules = self._rules()
            self.boxes.wake()
        self.look.begin(self.center, self.angle)

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        if self.called == 0:
            return "falling"
        home = self.called == len(self.letters) and self.displacement.max() <= 0.5
        return "standing" if home else "returning"

    def picture(self) -> Picture:
        return self.keep(
            self.at_rest and self.look.quiet,
            lambda: self.look.picture(*self.poses(), self.line.points(self.heights), cut=self.cut),
        )

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        self.collapse()
        self.after()

    def key(self, key: Key) -> bool:
        if key not in ("down", "up"):
            return False
        self.touch()
        if key == "down":
            self.collapse()
        else:
            self.restore()
        self.after()
        return True
