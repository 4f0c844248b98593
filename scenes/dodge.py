"""Letters 04, dodge: letters give way to the pointer and spring home (article 003)."""

from __future__ import annotations

import math

import numpy as np

from scenes.dodge_look import DodgeLook
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.scene import LETTER_TICK, Control, Key

TICK_MS = 1000 * LETTER_TICK
KEYBOARD = -1
"""The id of the pointer that arrow keys move."""
VIRTUAL = -2
"""The id of the demo's own pointer."""
LEAN_FOLLOW = 0.2
"""Share of the way to its lean that a letter covers in a tick."""
FULL_RISE = 60.0
"""Board px from home at which a letter is as large as it gets."""
PEEK_NEAR = 1.25
"""Radii within which the nearest letter peeks back."""
PEEK_SLOW = 1.2
"""Board px a tick; only at a pointer slower than this does a letter dare to look."""
PEEK_TURN = 0.16
"""Radians by which it turns."""

Place = tuple[float, float]
STEPS: dict[str, Place] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class DodgeParams(Params):
    """Numbers of dodge; a tick is 16 ms."""

    repel_radius: float = number(90.0, 12.0, 400.0, "px", "how far around a pointer letters give way")
    repel_force: float = number(44.0, 0.0, 400.0, "px²/tick²", "push, times 1/distance - 1/radius")
    return_spring: float = number(0.05, 0.001, 1.0, "1/tick²", "pull home for each px away from it")
    damping: float = number(0.12, 0.0, 1.0, "", "share of the speed lost in a tick")
    min_dist: float = number(12.0, 1.0, 90.0, "px", "nearer pointers push no harder than from here")
    growth: float = number(0.12, 0.0, 1.0, "", "by how much a letter far from home is larger")
    lean: float = number(0.07, 0.0, 1.0, "rad·tick/px", "tilt for each px a tick of sideways speed")
    lean_limit: float = number(0.5, 0.0, 1.5, "rad", "most a letter tilts")
    path_width: float = number(185.0, 0.0, 240.0, "px", "the demo pointer's swing to either side")
    path_height: float = number(65.0, 0.0, 150.0, "px", "its swing up and down")
    path_speed: float = number(0.001, 0.0, 0.02, "rad/ms", "how fast it goes round")
    key_step: float = number(22.0, 1.0, 200.0, "px", "how far an arrow key moves the keyboard's pointer")


class Dodge(LetterScene):
    """Letters at ``place`` (n, 2) board px with ``speed`` (n, 2) px per tick and ``angle`` (n,)."""

    name = "dodge"
    em = 66.0
    title = {"ja": "よける文字", "ko": "피하는 글자", "en": "Dodging letters"}
    description = {
        "ja": "ポインターが近づくと文字が傾いてよけ、離れるとばねで元の場所へ戻る。",
        "ko": "포인터가 다가오면 글자가 기울며 비키고, 떠나면 용수철처럼 제자리로 돌아온다.",
        "en": "Letters lean away from the pointer, rise off the paper, and spring home when it has gone.",
    }
    controls = (
        Control(
            "pointer",
            {
                "ja": "動かすだけで文字がよける",
                "ko": "움직이기만 하면 글자가 피한다",
                "en": "letters give way wherever it goes",
            },
        ),
        Control(
            "arrows",
            {
                "ja": "キーボードのポインターを22pxずつ動かす",
                "ko": "키보드 포인터를 22px씩 움직인다",
                "en": "move a pointer of the keyboard's own by 22 px",
            },
        ),
        Control(
            "escape",
            {"ja": "ポインターを消す", "ko": "포인터를 없앤다", "en": "takes the pointer away"},
        ),
    )
    texts = {
        "demo": {
            "ja": "自動のポインターをよけている",
            "ko": "스스로 도는 포인터를 피하는 중",
            "en": "dodging a pointer of its own",
        },
        "dodging": {"ja": "ポインターをよけている", "ko": "포인터를 피하는 중", "en": "dodging the pointer"},
        "home": {"ja": "元の場所にいる", "ko": "제자리에 있음", "en": "at home"},
        "returning": {"ja": "元の場所へ戻る途中", "ko": "제자리로 돌아가는 중", "en": "springing home"},
    }
    Params = DodgeParams

    def build(self, changed: bool) -> None:
        self.home = np.array([(b.x, b.y) for b in self.letters])
        self.look = DodgeLook(self.theme, self.letters, self.ink)

    def start(self) -> None:
        self.center = self.home.copy()
        self.speed = np.zeros_like(self.home)
        self.angle = np.zeros(len(self.home))
        self.peek = np.zeros(len(self.home))
        self.pointers: dict[int, Place] = {}
        self._before: dict[int, Place] = {}
        self.look.begin()

    def poses(self) -> tuple[Numbers, Numbers]:
        return self.center, self.angle + self.peek

    def shift(self, dx: float, dy: float) -> None:
        self.center += (dx, dy)
        self.pointers = {name: (x + dx, y + dy) for name, (x, y) in self.pointers.items()}

    def live(self) -> None:
        if self.demo:
            self.pointers = {VIRTUAL: self.path((self.age - self.lead_ticks) * TICK_MS)}
        self.look.tick(self.pointers, self.params.repel_radius)

    def path(self, ms: float) -> Place:
        """Where the demo's pointer is after ``ms`` of movement: a figure eight about the board's centre."""
        p, (cx, cy) = self.params, self.board.center
        u = p.path_speed * max(ms, 0.0)
        return cx + p.path_width * math.sin(u), cy + p.path_height * math.sin(2 * u)

    def step(self) -> None:
        p = self.params
        pull = (self.home - self.center) * p.return_spring
        for x, y in self.pointers.values():
            away = self.center - (x, y)
            distance = np.maximum(np.hypot(away[:, 0], away[:, 1]), p.min_dist)
            push = p.repel_force * np.maximum(1 / distance - 1 / p.repel_radius, 0.0)
            pull += away * (push / distance)[:, None]
        self.speed = (self.speed + pull) * (1 - p.damping)
        self.center = self.center + self.speed
        lean = np.clip(self.speed[:, 0] * p.lean, -p.lean_limit, p.lean_limit)
        self.angle = self.angle + (lean - self.angle) * LEAN_FOLLOW
        self._peek()

    def _peek(self) -> None:
        """The letter nearest to a pointer that keeps still turns a little towards it, as if to look."""
        want = np.zeros(len(self.home))
        for name, (x, y) in self.pointers.items():
            ox, oy = self._before.get(name, (math.inf, math.inf))
            if math.hypot(x - ox, y - oy) > PEEK_SLOW:
                continue
            away = self.center - (x, y)
            distance = np.hypot(away[:, 0], away[:, 1])
            nearest = int(np.argmin(distance))
            if distance[nearest] < PEEK_NEAR * self.params.repel_radius:
                want[nearest] = PEEK_TURN * float(np.clip(away[nearest, 0] / 20.0, -1, 1))
        self._before = dict(self.pointers)
        self.peek = self.peek + (want - self.peek) * 0.06

    @property
    def displacement(self) -> np.ndarray:
        """(n,) board px from home."""
        return np.hypot(*(self.center - self.home).T)

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        if self.pointers:
            return "dodging"
        return "home" if self.displacement.max() <= 0.5 else "returning"

    def picture(self) -> Picture:
        rise = 1 - np.exp(-self.displacement / (FULL_RISE / 3))
        scale = 1 + self.params.growth * rise
        picture = self.look.picture(*self.poses(), rise, scale, cut=self.cut)
        self.cut = False
        return picture

    def move(self, pointer: int, x: float, y: float) -> None:
        self._take(pointer, (x, y))

    def press(self, pointer: int, x: float, y: float) -> None:
        self._take(pointer, (x, y))

    def leave(self, pointer: int) -> None:
        if self.pointers.pop(pointer, None):
            self.after()

    def key(self, key: Key) -> bool:
        if key == "escape":
            self._end_demo()
            self.pointers.clear()
            self.after()
            return True
        dx, dy = STEPS[key]
        step = self.params.key_step
        x, y = self.pointers.get(KEYBOARD, self.board.center)
        if KEYBOARD in self.pointers or self.demo:
            x, y = x + dx * step, y + dy * step
        self._take(KEYBOARD, (min(max(x, 0.0), self.board.width), min(max(y, 0.0), self.board.height)))
        return True

    def _take(self, pointer: int, place: Place) -> None:
        self._end_demo()
        self.pointers[pointer] = place
        self.after()

    def _end_demo(self) -> None:
        self.touch()
        self.pointers.pop(VIRTUAL, None)
