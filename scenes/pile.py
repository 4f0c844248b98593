"""Letters 01, the pile: a word falls, corners that land first make it spin, and it stacks (article 003)."""

from __future__ import annotations

import math

import numpy as np

from kernels.bodies import ANGLE, HALF_HEIGHT, HALF_WIDTH, SPIN, VX, VY, X, Y
from kernels.boxes import Boxes
from kernels.rules import Rules
from scenes.board import HEIGHT
from scenes.letter_ink import Numbers
from scenes.letter_scene import LEAD_TICKS, LetterScene
from scenes.motion import clamp, make_rng
from scenes.params import number
from scenes.pick import nearest
from scenes.picture import Picture
from scenes.pile_bodies import FLOOR, WALL, Falling, bodies, order, rules
from scenes.pile_look import PileLook
from scenes.scene import Control, Key

SEED = 4721
ROOM = 480.0
"""Board px; the widest room. On a wider board the shelf goes on beside it: the pile is the same on every
screen, and stays together in the middle."""
DRAG_REST = 10
"""Ticks before a dragging pointer flicks the same letter again."""
REACH = 8.0
"""Board px around a letter's box at which a dragging pointer catches it."""
FAR = 220.0
"""Board px from a letter at which a press has lost most of its force."""


class PileParams(Falling):
    """Numbers of the pile; a tick is 16 ms."""

    pull: float = number(0.28, 0.0, 1.0, "", "how far from the middle letters start, as a share of the row")
    tilt: float = number(0.4, 0.0, 1.5, "rad", "most by which a letter starts tilted")
    spacing: float = number(1.2, 1.0, 3.0, "heights", "distance of one letter above the next at the start")
    drop: float = number(275.55, 0.0, 1000.0, "px", "fall of the first letter's lowest corner to the shelf")
    flick: float = number(9.0, 0.0, 60.0, "px/tick", "speed that a press gives to the letter there")
    sway: float = number(3.2, 0.0, 40.0, "px/tick", "speed that left and right give to every letter")
    lift: float = number(7.5, 0.0, 40.0, "px/tick", "speed that up gives to every letter")


class Pile(LetterScene):
    """Letters as boxes on a wooden shelf. Boxes are of ``letters``, in reading order."""

    name = "pile"
    on_ground = True
    lead_ticks = LEAD_TICKS + 1
    title = {"ja": "積もる文字", "ko": "쌓이는 글자", "en": "Falling pile"}
    description = {
        "ja": "棚に落ちた文字が、角から着くと回り、重なって積もる。押すとはじける。",
        "ko": "선반에 떨어진 글자가 모서리로 닿으면 돌고, 겹쳐 쌓인다. 누르면 튀어 오른다.",
        "en": "A word falls on a shelf; corners that land first make it spin, then it piles up. Press it.",
    }
    controls = (
        Control(
            "press",
            {
                "ja": "押した所の文字をはじく",
                "ko": "누른 자리의 글자를 튕긴다",
                "en": "flicks the letter at that place",
            },
        ),
        Control(
            "drag",
            {
                "ja": "なぞった文字を次々にはじく",
                "ko": "지나간 글자를 차례로 튕긴다",
                "en": "flicks every letter on the way",
            },
        ),
        Control("left, right", {"ja": "全体を揺らす", "ko": "전체를 흔든다", "en": "sway the pile"}),
        Control("up", {"ja": "全部浮かせる", "ko": "모두 띄운다", "en": "lifts every letter"}),
    )
    texts = {
        "demo": {"ja": "実演中", "ko": "시연 중", "en": "showing itself"},
        "moving": {"ja": "積もっていく途中", "ko": "쌓이는 중", "en": "piling up"},
        "rest": {"ja": "積もって止まった", "ko": "쌓여서 멈춤", "en": "at rest"},
    }
    Params = PileParams

    boxes: Boxes

    def build(self, changed: bool) -> None:
        self.look = PileLook(self.theme, self.board, self.floor, self.walls, self.ink)

    @property
    def floor(self) -> float:
        """Board px; the line on which letters lie."""
        return self.board.height - FLOOR

    @property
    def walls(self) -> tuple[float, float]:
        """Board px; the lines between which letters stay."""
        half = min(self.board.width, ROOM) / 2 - WALL
        return self.board.center[0] - half, self.board.center[0] + half

    def reset(self) -> None:
        self.look.dust.clear()
        super().reset()

    def start(self) -> None:
        self._flicked: dict[int, int] = {}
        p, cx = self.params, self.board.center[0]
        rng = make_rng(SEED)
        width, height = np.array([[b.width, b.height] for b in self.letters]).T
        angle = np.array([(rng() - 0.5) * 2 * p.tilt for _ in self.letters])
        lowest = width[0] / 2 * abs(math.sin(angle[0])) + height[0] / 2 * math.cos(angle[0])
        first = self.floor - (p.drop + self.board.height - HEIGHT) - lowest
        above, pull = order(self.letters, p.pull)
        y = first - above * p.spacing * height
        top = float(y.min() - 2 * height.max() - width.max())
        self.boxes = bodies(self.letters, p.contacts, self._rules(top))
        self.boxes.body[:, ANGLE] = angle
        self.boxes.put(np.stack([cx + (np.array([b.x for b in self.letters]) - cx) * pull, y], -1))

    def _rules(self, top: float) -> Rules:
        return rules(self.params, self.letters, self.floor, self.walls, top)

    def live(self) -> None:
        self.look.dust.tick()

    def step(self) -> None:
        if self.at_rest:
            return
        self.boxes.rules = self._rules(self.boxes.rules.top)
        self.boxes.tick()
        self.look.dust.raise_at(self.boxes.hits)

    def settle(self) -> None:
        super().settle()
        self.look.dust.clear()

    def shift(self, dx: float, dy: float) -> None:
        self.boxes.body[:, X] += dx
        self.boxes.body[:, Y] += dy
        self.boxes.rules = self._rules(self.boxes.rules.top + dy)
        self.boxes.wake()

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves any more."""
        return bool(self.boxes.still.all())

    @property
    def height(self) -> float:
        """Board px from the shelf up to the highest corner."""
        return float(self.floor - self.boxes.corners()[..., 1].min())

    @property
    def state(self) -> str:
        return "demo" if self.demo else "rest" if self.at_rest else "moving"

    def poses(self) -> tuple[Numbers, Numbers]:
        return self.boxes.origins(), self.boxes.body[:, ANGLE]

    def picture(self) -> Picture:
        half = self.boxes.body[:, [HALF_WIDTH, HALF_HEIGHT]]
        return self.keep(
            self.at_rest and self.look.quiet,
            lambda: self.look.picture(*self.poses(), half, cut=self.cut),
        )

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        i, distance = self._nearest(x, y)
        self._flick(i, x, y, (0.0, -1.0), clamp(1.1 - distance / FAR, 0.35, 1.0))
        self.down[pointer] = (x, y)
        self._flicked = {i: self.age}
        self.after()

    def move(self, pointer: int, x: float, y: float) -> None:
        if pointer not in self.down:
            return
        ox, oy = self.down[pointer]
        way = math.hypot(x - ox, y - oy)
        if way < 2.0:
            return
        self.down[pointer] = (x, y)
        i, distance = self._nearest(x, y)
        if distance > REACH or self.age - self._flicked.get(i, -DRAG_REST) < DRAG_REST:
            return
        self._flick(i, x, y, ((x - ox) / way, (y - oy) / way - 0.6), 0.75)
        self._flicked[i] = self.age
        self.after()

    def key(self, key: Key) -> bool:
        if key not in ("left", "right", "up"):
            return False
        self.touch()
        rng = make_rng(SEED + self.age)
        for body in self.boxes.body:
            share, turn = 0.8 + 0.4 * rng(), rng() - 0.5
            if key == "up":
                body[VY] = min(body[VY], 0.0) - self.params.lift * share
                body[SPIN] += 0.16 * turn
            else:
                body[VX] += self.params.sway * share * (1 if key == "right" else -1)
                body[VY] -= 0.4 * self.params.sway * share
                body[SPIN] += 0.04 * turn
        self.after()
        return True

    def after(self) -> None:
        self.boxes.wake()
        super().after()

    def _nearest(self, x: float, y: float) -> tuple[int, float]:
        b = self.boxes.body
        return nearest(b[:, [X, Y]], b[:, ANGLE], b[:, [HALF_WIDTH, HALF_HEIGHT]], x, y)

    def _flick(self, i: int, x: float, y: float, toward: tuple[float, float], force: float) -> None:
        """Throw letter i away from (x, y) and ``toward`` a direction, spinning it by the offset."""
        body = self.boxes.body[i]
        rx = clamp(x - body[X], -body[HALF_WIDTH], body[HALF_WIDTH]) / body[HALF_WIDTH]
        ry = clamp(y - body[Y], -body[HALF_HEIGHT], body[HALF_HEIGHT]) / body[HALF_HEIGHT]
        jx, jy = toward[0] - 0.7 * rx, toward[1] - 0.3 * ry
        length = max(math.hypot(jx, jy), 1e-6)
        speed = self.params.flick * force
        body[VX] += jx / length * speed
        body[VY] = min(body[VY], 0.0) + jy / length * speed
        body[SPIN] += 0.018 * speed * (rx * jy - ry * jx) / length

    @property
    def centers(self) -> Numbers:
        """(n, 2) board px."""
        return self.boxes.body[:, [X, Y]]
