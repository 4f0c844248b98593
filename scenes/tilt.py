"""Letters 07, tilt: tiles slide to the lower side of a box that turns (article 003)."""

from __future__ import annotations

import math

import numpy as np

from kernels import bodies as body
from kernels import runtime
from kernels.boxes import Boxes
from kernels.rules import Rules
from kernels.tiles import HALF_HEIGHT, HALF_WIDTH, VX, VY, X, Y, slide
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.motion import clamp
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.scene import LETTER_TICK, Control, Key, Setting
from scenes.tilt_look import CENTER_UP, VIEW, TiltLook
from scenes.word import Letter, default_word, layout

TICK_MS = 1000 * LETTER_TICK
ROOM = 10.0
"""Box px that the row keeps from either wall at the start."""
ABOVE = 12.0
"""Box px above the middle at which tiles hang at the start."""
CALM_SHARE = 0.6
"""Share of the greatest tilt at which reduced motion leaves the box."""
REACH = 240.0
"""Board px from the middle at which a pointer tilts the box as far as it goes."""
TUMBLE_FRICTION = 0.22
"""Friction of tiles that may turn: low, or they would hang in the tilted box."""
TUMBLE_CARRY = 0.8
"""Share of their impulses with which their contacts go on, so that a row does not sink into itself."""
WAKES = 0.5
"""Degrees by which the box must turn to wake tiles that lie still."""
LEVEL = 1.0
"""Degrees below which the box counts as level."""
CREAK, CREAK_DAMPING = 0.16, 0.34
"""Spring (1/tick²) and damping (1/tick) with which the drawn box follows: it runs past by a little."""


class TiltParams(Params):
    """Numbers of tilt; a tick is 16 ms. Lengths are px in the box."""

    tilt_angle_max: float = number(28.0, 0.0, 45.0, "deg", "greatest tilt of the box")
    tile_gravity: float = number(0.42, 0.0, 2.0, "px/tick²", "weight of the tiles")
    collision_push: float = number(0.5, 0.0, 1.0, "", "share of an overlap that is pushed out")
    carry: float = number(1.0, 0.0, 1.0, "", "share of a push that the tiles' speed takes too")
    exchange: float = number(1.0, 0.0, 2.0, "", "share of their approach that two tiles give each other")
    wall_bounce: float = number(0.4, 0.0, 0.95, "", "share of the speed kept at a wall")
    slide_friction: float = number(0.04, 0.0, 1.0, "", "share of the speed that rubbing takes")
    push_iterations: int = number(4, 1, 40, "", "rounds of pushing apart in a tick")
    friction_inside: int = number(0, 0, 1, "", "1: friction in every round, as it was first built")
    swing: float = number(0.001, 0.0, 0.02, "rad/ms", "how fast the box swings by itself")
    slew: float = number(2.4, 0.1, 90.0, "deg/tick", "most by which a hand turns the box in a tick")
    key_step: float = number(4.0, 0.1, 45.0, "deg", "how far an arrow key turns the box")
    turning: int = number(0, 0, 1, "", "1: tiles may turn as they tumble; the article's only slide")
    half_width: float = number(168.0, 40.0, 400.0, "px", "half the width of the box")
    half_height: float = number(74.0, 30.0, 200.0, "px", "half the height of the box")


class Tilt(LetterScene):
    """Tiles (n, 8) as in ``kernels.tiles``, in px of the box about its middle; ``tilt`` degrees clockwise."""

    name = "tilt"
    em = 35.0
    title = {"ja": "傾く箱", "ko": "기우는 상자", "en": "Tilting box"}
    description = {
        "ja": "木の箱が左右に傾き、文字のタイルが低いほうへ滑って寄る。",
        "ko": "나무 상자가 좌우로 기울고, 글자 타일이 낮은 쪽으로 미끄러진다.",
        "en": "A wooden box rocks from side to side, and lettered tiles slide down to its lower end.",
    }
    controls = (
        Control(
            "pointer",
            {
                "ja": "横の位置がそのまま箱の傾きになる",
                "ko": "가로 위치가 그대로 상자의 기울기가 된다",
                "en": "its place across the board is the tilt of the box",
            },
        ),
        Control("left, right", {"ja": "4°ずつ傾ける", "ko": "4°씩 기울인다", "en": "turn the box by 4°"}),
        Control(
            "escape",
            {
                "ja": "自動の傾きに戻す",
                "ko": "자동으로 돌린다",
                "en": "lets the box rock by itself again",
            },
        ),
    )
    texts = {
        "demo": {"ja": "ひとりでに揺れている", "ko": "스스로 흔들리는 중", "en": "rocking by itself"},
        "left": {"ja": "左へ傾いている", "ko": "왼쪽으로 기울어 있음", "en": "tilted to the left"},
        "right": {"ja": "右へ傾いている", "ko": "오른쪽으로 기울어 있음", "en": "tilted to the right"},
        "level": {"ja": "水平", "ko": "수평", "en": "level"},
        "settled.left": {
            "ja": "左へ傾いた箱の低い側に寄って止まった",
            "ko": "왼쪽으로 기운 상자의 낮은 쪽에 모여 멈춤",
            "en": "at rest on the lower, left side",
        },
        "settled.right": {
            "ja": "右へ傾いた箱の低い側に寄って止まった",
            "ko": "오른쪽으로 기운 상자의 낮은 쪽에 모여 멈춤",
            "en": "at rest on the lower, right side",
        },
        "settled.level": {
            "ja": "水平な箱の中で止まった",
            "ko": "수평인 상자 안에서 멈춤",
            "en": "at rest in the level box",
        },
    }
    Params = TiltParams

    def lay_out(self) -> list[Letter]:
        s, p = self.setting, self.params
        word = s.word if s.word is not None else default_word(self.name, s.language)
        wide, high = 2 * (p.half_width - ROOM), 2 * (p.half_height - ROOM)
        return layout(word, limit=wide, size=self.em, font=s.font, language=s.language, depth=high)

    def build(self, changed: bool) -> None:
        p = self.params
        self.look = TiltLook(self.theme, self.board, self.letters, (p.half_width, p.half_height))

    def start(self) -> None:
        self.tiles = np.zeros((len(self.letters), 8), runtime.real())
        self.tiles[:, X] = [b.x - 240.0 for b in self.letters]
        self.tiles[:, Y] = [b.y - 150.0 - ABOVE for b in self.letters]
        top = self.params.half_height - self.letters[0].height / 2
        self.tiles[:, Y] = np.maximum(self.tiles[:, Y], -top)
        self.tiles[:, HALF_WIDTH] = [b.width / 2 for b in self.letters]
        self.tiles[:, HALF_HEIGHT] = [b.height / 2 for b in self.letters]
        self.asked: float | None = None
        self.tilt = self.auto
        self.tumbling = None
        if self.params.turning:
            self.tumbling = Boxes(2 * self.tiles[:, [HALF_WIDTH, HALF_HEIGHT]], self._rules())
            self.tumbling.body[:, [body.X, body.Y]] = self.tiles[:, [X, Y]]
            self._woken = self.tilt
        self.drawn, self.drawn_speed = self.tilt, 0.0

    @property
    def auto(self) -> float:
        """Degrees by which the box rocks by itself at this moment."""
        p = self.params
        if self.setting.calm:
            return CALM_SHARE * p.tilt_angle_max
        return p.tilt_angle_max * math.sin(p.swing * max(self.age - self.lead_ticks, 0) * TICK_MS)

    def step(self) -> None:
        p = self.params
        want = self.auto if self.asked is None else self.asked
        slew = math.inf if self.setting.calm else p.slew
        self.tilt += clamp(want - self.tilt, -slew, slew)
        if self.tumbling is not None:
            self._tumble(self.tumbling)
        else:
            self._slide()
        self._creak()

    def _rules(self) -> Rules:
        """The pile's solver in the room of the box, with gravity as the box sees it."""
        p, th = self.params, math.radians(self.tilt)
        return Rules(
            floor=p.half_height,
            left=-p.half_width,
            right=p.half_width,
            top=-p.half_height,
            gravity=p.tile_gravity * math.cos(th),
            sideways=p.tile_gravity * math.sin(th),
            friction=TUMBLE_FRICTION,
            carry=TUMBLE_CARRY,
        )

    def _tumble(self, boxes: Boxes) -> None:
        boxes.rules = self._rules()
        if abs(self.tilt - self._woken) > WAKES:
            boxes.wake()
            self._woken = self.tilt
        boxes.tick()
        self.tiles[:, [X, Y, VX, VY]] = boxes.body[:, [body.X, body.Y, body.VX, body.VY]]

    def _slide(self) -> None:
        p, th = self.params, math.radians(self.tilt)
        g = p.tile_gravity
        numbers = np.array(
            [
                g * math.sin(th),
                g * math.cos(th),
                p.collision_push,
                p.carry,
                p.exchange,
                p.wall_bounce,
                p.slide_friction,
                p.half_width,
                p.half_height,
            ],
            runtime.real(),
        )
        slide(self.tiles, numbers, p.push_iterations, bool(p.friction_inside))

    def _creak(self) -> None:
        if self.setting.calm:
            self.drawn, self.drawn_speed = self.tilt, 0.0
            return
        self.drawn_speed += (self.tilt - self.drawn) * CREAK - self.drawn_speed * CREAK_DAMPING
        self.drawn += self.drawn_speed

    def shift(self, dx: float, dy: float) -> None:
        pass  # tiles live in the box, and the box follows the board by itself

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the box, board px."""
        return self.board.center[0], self.board.height - CENTER_UP

    def poses(self) -> tuple[Numbers, Numbers]:
        th = math.radians(self.drawn)
        c, s = math.cos(th) * VIEW, math.sin(th) * VIEW
        x, y = self.tiles[:, X], self.tiles[:, Y]
        place = np.stack([self.center[0] + c * x - s * y, self.center[1] + s * x + c * y], -1)
        own = 0.0 if self.tumbling is None else self.tumbling.body[:, body.ANGLE]
        return place, th + np.broadcast_to(own, len(self.tiles))

    @property
    def overlap(self) -> float:
        """Deepest overlap of two tiles along the shallow axis, px in the box."""
        t = self.tiles
        over = np.minimum(
            t[:, None, HALF_WIDTH] + t[None, :, HALF_WIDTH] - np.abs(t[:, None, X] - t[None, :, X]),
            t[:, None, HALF_HEIGHT] + t[None, :, HALF_HEIGHT] - np.abs(t[:, None, Y] - t[None, :, Y]),
        )
        np.fill_diagonal(over, 0.0)
        return max(float(over.max()), 0.0)

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        side = "level" if abs(self.tilt) < LEVEL else "right" if self.tilt > 0 else "left"
        return f"settled.{side}" if self.setting.calm else side

    def picture(self) -> Picture:
        picture = self.look.picture(*self.poses(), self.center, math.radians(self.drawn), cut=self.cut)
        self.cut = False
        return picture

    def move(self, pointer: int, x: float, y: float) -> None:
        share = clamp((x - self.board.center[0]) / REACH, -1.0, 1.0)
        self._ask(share * self.params.tilt_angle_max)

    def press(self, pointer: int, x: float, y: float) -> None:
        self.move(pointer, x, y)

    def key(self, key: Key) -> bool:
        p = self.params
        if key == "escape":
            self.touch()
            self.asked = None
            self.after()
        elif key in ("left", "right"):
            now = self.tilt if self.asked is None else self.asked
            turned = now + (p.key_step if key == "right" else -p.key_step)
            self._ask(clamp(turned, -p.tilt_angle_max, p.tilt_angle_max))
        else:
            return False
        return True

    def _ask(self, tilt: float) -> None:
        self.touch()
        self.asked = tilt
        self.after()

    def place(self, setting: Setting) -> None:
        super().place(setting)
        if setting.calm:
            self.drawn, self.drawn_speed = self.tilt, 0.0

    @property
    def speed(self) -> Numbers:
        """(n,) px a tick along the floor of the box."""
        return self.tiles[:, VX]
