"""Letters 01, the pile: a word falls, corners that land first make it spin, and it stacks (article 003)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kernels.bodies import ANGLE, HALF_HEIGHT, HALF_WIDTH, SPIN, VX, VY, X, Y
from kernels.boxes import Boxes
from kernels.rules import OUTLINES, Rules
from scenes.board import HEIGHT
from scenes.motion import clamp, make_rng
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.pile_bodies import bodies, order, several_rows
from scenes.pile_look import PileLook
from scenes.scene import LETTER_TICK, Control, Key, Scene, Setting
from scenes.word import Letter, default_word, layout

SEED = 4721
LEAD = 0.2
"""Seconds after a restart in which the letters hang still."""
DEMO = 3.4
"""Seconds after which an untouched word is dropped again."""
SETTLE_TICKS = 360
"""Ticks that reduced motion computes at once."""
FLOOR = 24.0
"""Board px from the lower edge up to the line on which letters lie."""
WALL = 8.0
"""Board px from either side to the wall there."""
ROOM = 480.0
"""Board px; the widest room. On a wider board the shelf goes on beside it: the pile is the same on every
screen, and stays together in the middle."""
DRAG_REST = 10
"""Ticks before a dragging pointer flicks the same letter again."""
HEAP, HEAP_CORRECTION = 3, 0.25
"""A sentence of several rows lies in many layers: so many times the rounds, and the share of a penetration
that is taken out."""
REACH = 8.0
"""Board px around a letter's box at which a dragging pointer catches it."""
FAR = 220.0
"""Board px from a letter at which a press has lost most of its force."""


class PileParams(Params):
    """Numbers of the pile; a tick is 16 ms."""

    gravity: float = number(0.45, 0.0, 4.0, "px/tick²", "how fast falling letters gain speed")
    restitution: float = number(
        0.32, 0.0, 0.95, "", "share of the approach speed with which a contact bounces"
    )
    friction: float = number(0.55, 0.0, 2.0, "", "limit of the sliding impulse as a share of the pushing one")
    bounce_above: float = number(1.2, 0.0, 20.0, "px/tick", "slower contacts do not bounce")
    substeps: int = number(2, 1, 8, "", "parts of a tick; fast letters take more by themselves")
    rounds: int = number(6, 1, 40, "", "rounds of impulses in each part of a tick")
    pull: float = number(0.28, 0.0, 1.0, "", "how far from the middle letters start, as a share of the row")
    tilt: float = number(0.4, 0.0, 1.5, "rad", "most by which a letter starts tilted")
    spacing: float = number(1.2, 1.0, 3.0, "heights", "distance of one letter above the next at the start")
    drop: float = number(275.55, 0.0, 1000.0, "px", "fall of the first letter's lowest corner to the shelf")
    contacts: int = number(
        0,
        0,
        2,
        "",
        "what touches: 0 boxes' corners (as published), 1 boxes that cross, too, 2 the ink itself",
    )
    flick: float = number(9.0, 0.0, 60.0, "px/tick", "speed that a press gives to the letter there")
    sway: float = number(3.2, 0.0, 40.0, "px/tick", "speed that left and right give to every letter")
    lift: float = number(7.5, 0.0, 40.0, "px/tick", "speed that up gives to every letter")


class Pile(Scene):
    """Letters as boxes on a wooden shelf. Boxes are of ``letters``, in reading order."""

    name = "pile"
    group = "letters"
    tick_seconds = LETTER_TICK
    max_debt = 0.1
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
    Params = PileParams

    letters: list[Letter]
    boxes: Boxes

    def lay_out(self) -> list[Letter]:
        """The letters of the setting's word, in one row."""
        s = self.setting
        word = s.word if s.word is not None else default_word(self.name, s.language)
        return layout(word, font=s.font, language=s.language, board=s.board)

    def prepare(self) -> None:
        before = [b.glyph for b in self.letters] if hasattr(self, "boxes") else []
        self.letters = self.lay_out()
        if before and before != [b.glyph for b in self.letters]:
            del self.boxes  # another word: the old one's bodies have no shapes any more
        self.look = PileLook(self.theme, self.board, self.floor, self.walls, self.letters)
        self._shown: Picture | None = None

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
        self.ticks = 0
        self.touched = False  # the first moment: the demo runs again
        self.look.clear()
        self._drop()
        if self.setting.calm:
            self._settle()

    def _drop(self) -> None:
        """The word above the board, ready to fall."""
        if hasattr(self, "boxes") and self.age > 0 and not self.setting.calm:
            self.look.leave(self._seen())
        self.cut = True
        self.age = 0
        self.down: dict[int, tuple[float, float]] = {}
        self._flicked: dict[int, int] = {}
        self._shown = None
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
        p = self.params
        heap = HEAP if several_rows(self.letters) else 1
        return Rules(
            floor=self.floor,
            left=self.walls[0],
            right=self.walls[1],
            top=top,
            gravity=p.gravity,
            restitution=p.restitution,
            friction=p.friction,
            bounce_above=p.bounce_above,
            substeps=p.substeps,
            rounds=p.rounds * heap,
            carry=0.0 if heap == 1 and p.contacts < OUTLINES else 1.0,
            correction=Rules.correction if heap == 1 else HEAP_CORRECTION,
        )

    def tick(self) -> None:
        self.ticks += 1
        if self.setting.calm:
            return
        self.look.tick()
        self._step()
        if not self.touched and self.age * LETTER_TICK >= DEMO:
            self._drop()

    def _step(self) -> None:
        self.age += 1
        if self.age > self.lead_ticks and not self.at_rest:
            self.boxes.rules = self._rules(self.boxes.rules.top)
            self.boxes.tick()
            self.look.dust(self.boxes.hits)

    @property
    def lead_ticks(self) -> int:
        """Ticks after a restart in which nothing moves."""
        return int(LEAD / LETTER_TICK) + 1

    def _settle(self) -> None:
        """Reduced motion: the end of the movement, computed at once."""
        for _ in range(SETTLE_TICKS):
            self._step()
        self.look.clear()
        self.cut = True
        self._shown = None

    def place(self, setting: Setting) -> None:
        """A word drops anew only if its letters changed; a board that changed carries the pile with it."""
        if setting == self.setting:
            return
        before, self.setting = self.setting, setting
        same = replace(before, board=setting.board, theme=setting.theme, calm=setting.calm) == setting
        floor, center = before.board.height - FLOOR, before.board.center[0]
        self.prepare()
        self.cut = True
        if not same:
            self.reset()
            return
        self.boxes.body[:, X] += self.board.center[0] - center
        self.boxes.body[:, Y] += self.floor - floor
        self.boxes.rules = self._rules(self.boxes.rules.top + self.floor - floor)
        self.boxes.wake()
        if setting.calm:
            self._settle()

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves any more."""
        return bool(self.boxes.still.all())

    @property
    def height(self) -> float:
        """Board px from the shelf up to the highest corner."""
        return float(self.floor - self.boxes.corners()[..., 1].min())

    @property
    def status(self) -> str:
        key = "demo" if not self.touched and not self.setting.calm else "rest" if self.at_rest else "moving"
        return STATUS[key][self.setting.language]

    def picture(self) -> Picture:
        quiet = self.at_rest and self.look.quiet
        if self._shown is not None and quiet and not self.cut:
            return self._shown
        picture = self.look.picture(self._seen(), cut=self.cut)
        self._shown = replace(picture, cut=False) if quiet else None
        self.cut = False
        return picture

    def _seen(self) -> NDArray[np.floating]:
        """Bodies as they are drawn: each where its glyph's origin lies."""
        body = self.boxes.body.copy()
        body[:, [X, Y]] = self.boxes.origins()
        return body

    def press(self, pointer: int, x: float, y: float) -> None:
        self._touch()
        nearest, distance = self._nearest(x, y)
        self._flick(nearest, x, y, (0.0, -1.0), clamp(1.1 - distance / FAR, 0.35, 1.0))
        self.down[pointer] = (x, y)
        self._flicked = {nearest: self.age}
        self._after()

    def move(self, pointer: int, x: float, y: float) -> None:
        if pointer not in self.down:
            return
        ox, oy = self.down[pointer]
        way = math.hypot(x - ox, y - oy)
        if way < 2.0:
            return
        self.down[pointer] = (x, y)
        nearest, distance = self._nearest(x, y)
        if distance > REACH or self.age - self._flicked.get(nearest, -DRAG_REST) < DRAG_REST:
            return
        self._flick(nearest, x, y, ((x - ox) / way, (y - oy) / way - 0.6), 0.75)
        self._flicked[nearest] = self.age
        self._after()

    def release(self, pointer: int, x: float, y: float) -> None:
        self.down.pop(pointer, None)

    def leave(self, pointer: int) -> None:
        self.down.pop(pointer, None)

    def key(self, key: Key) -> bool:
        if key not in ("left", "right", "up"):
            return False
        self._touch()
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
        self._after()
        return True

    def _touch(self) -> None:
        self.touched = True
        if self.age < self.lead_ticks and not self.setting.calm:
            self.age = self.lead_ticks  # an input does not wait for the lead to end

    def _after(self) -> None:
        self.boxes.wake()
        self._shown = None
        if self.setting.calm:
            self._settle()

    def _nearest(self, x: float, y: float) -> tuple[int, float]:
        """The letter at (x, y) or nearest to it, and how far outside its box the place is, board px."""
        b = self.boxes.body
        dx, dy = x - b[:, X], y - b[:, Y]
        c, s = np.cos(b[:, ANGLE]), np.sin(b[:, ANGLE])
        u = np.abs(dx * c + dy * s) - b[:, HALF_WIDTH]
        v = np.abs(dy * c - dx * s) - b[:, HALF_HEIGHT]
        outside = np.hypot(np.maximum(u, 0), np.maximum(v, 0))
        inside = np.minimum(np.maximum(u, v), 0)
        nearest = int(np.argmin(outside + inside * 1e-3))
        return nearest, float(outside[nearest])

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
    def centers(self) -> NDArray[np.floating]:
        """(n, 2) board px."""
        return self.boxes.body[:, [X, Y]]


STATUS = {
    "demo": {"ja": "実演中", "ko": "시연 중", "en": "showing itself"},
    "moving": {"ja": "積もっていく途中", "ko": "쌓이는 중", "en": "piling up"},
    "rest": {"ja": "積もって止まった", "ko": "쌓여서 멈춤", "en": "at rest"},
}
