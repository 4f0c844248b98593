"""Letters 02, rope: letters hang on cords from a bar and sway in a wave (article 003)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.cords import (
    ANGLE,
    FROM_X,
    HALF_HEIGHT,
    HALF_WIDTH,
    HANG,
    NUMBERS,
    ON,
    REST,
    TO_X,
    step_cords,
)
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.motion import clamp, smoothstep
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.rope_look import FINGERS, RopeLook
from scenes.scene import Control, Key
from scenes.word import Letter, default_word, layout

OPEN_TICKS = 9
"""Ticks in which a disc grows to its size, so that it does not strike a cord on which it opens."""
BACK_TICKS = 9
"""Ticks of the lead in which the demo's letters are drawn back to where they start."""
FIRST = 98.0
"""Board px from the board's centre up to the hooks of a single row."""
ROOM = 250.0
"""Board px that several rows share."""
TOP = 122.0
"""Board px from the board's centre up to the first of several rows' hooks."""
DEPTH = 118.0
"""Board px that the letters of several rows may take: the cords need the rest."""
MOST_LONGER = 60.0
"""Board px by which the last cord of a row is longer than the first, at most."""
LONGEST = 106.0
"""Board px; the longest cord of a single row."""
FILL = 0.46
"""Share of a row's room that its longest cord takes, where there are several."""
HUNG = 0.58
"""em from a cord's tip to the middle of its letter."""
SLOW = 0.05
"""px a tick; joints slower than this have come to rest (article 003)."""
REST_TICKS = 48
"""Ticks for which they must be so slow: longer than half a swing, whose ends are slow too."""
TURNS = 1.25
"""Turns of a cord about itself for each radian that it sways."""
TWIST_PULL, TWIST_DRAG = 0.03, 0.10


class RopeParams(Params):
    """Numbers of rope; a tick is 16 ms."""

    gravity: float = number(0.32, 0.0, 3.0, "px/tick²", "how fast what is let go gains speed")
    rope_segments: int = number(6, 1, 24, "", "links of a cord; read at a start")
    constraint_iterations: int = number(8, 1, 60, "", "rounds in a tick that put links back to their length")
    air_damping: float = number(0.012, 0.0, 1.0, "", "share of its speed that a joint loses in a tick")
    tip_weight: float = number(
        0.3, 0.02, 1.0, "", "inverse mass of a cord's tip, where the letter hangs; a joint has 1"
    )
    disc_radius: float = number(22.0, 1.0, 120.0, "px", "size of the disc that pushes while somebody drags")
    disc_push: float = number(
        1.0, 0.0, 1.0, "", "how much of the disc the letters feel too; 0: only cords do"
    )
    shortest: float = number(46.0, 4.0, 200.0, "px", "length of the first cord; read at a start")
    longer: float = number(10.0, 0.0, 60.0, "px", "by how much each next cord is longer, if there is room")
    start_angle: float = number(30.0, -85.0, 85.0, "°", "how far to the right letters are let go from")
    plate_length: float = number(
        0.45, 0.1, 3.0, "em", "length of the pendulum that a letter is, below the tip"
    )
    plate_damping: float = number(0.08, 0.0, 1.0, "", "share of its turning that a letter loses in a tick")
    sway: float = number(2.6, 0.0, 20.0, "px/tick", "speed that left and right give to the tips")


class Rope(LetterScene):
    """Cords as ``points`` (n, joints, 2) board px, hooks first; ``plate`` (n, 4) as in ``kernels.cords``."""

    name = "rope"
    em = 56.67
    title = {"ja": "吊り文字", "ko": "매달린 글자", "en": "Hanging letters"}
    description = {
        "ja": "夕方の窓辺で、長さの違う紐に吊られた文字が、波のようにずれながら揺れる。",
        "ko": "저녁 창가에서 길이가 다른 줄에 매달린 글자들이 물결처럼 어긋나며 흔들린다.",
        "en": "Letters on cords of different lengths sway like a wave before an evening window.",
    }
    controls = (
        Control(
            "drag",
            {
                "ja": "半径22pxの円で紐を押しのける",
                "ko": "반지름 22px의 원으로 줄을 밀어낸다",
                "en": "a disc of 22 px radius pushes the cords aside",
            },
        ),
        Control(
            "left, right", {"ja": "全体を揺らす", "ko": "전체를 흔든다", "en": "set all letters swaying"}
        ),
    )
    texts = {
        "demo": {
            "ja": "右から放されて揺れている",
            "ko": "오른쪽에서 놓여 흔들리는 중",
            "en": "let go from the right, swaying",
        },
        "pushing": {"ja": "紐を押しのけている", "ko": "줄을 밀어내는 중", "en": "pushing the cords aside"},
        "swaying": {"ja": "揺れている", "ko": "흔들리는 중", "en": "swaying"},
        "hanging": {"ja": "静かに下がっている", "ko": "조용히 매달려 있음", "en": "hanging still"},
        "settled": {
            "ja": "揺れが収まった姿で下がっている",
            "ko": "흔들림이 가라앉은 모습으로 매달려 있음",
            "en": "hanging as they come to rest",
        },
        "settled pushing": {
            "ja": "押しのけられたまま落ち着いた",
            "ko": "밀려난 채로 가라앉음",
            "en": "come to rest around the disc",
        },
    }
    Params = RopeParams

    back: tuple[Numbers, Numbers] | None = None
    """Cords and tilts from which the demo draws the letters back."""

    def lay_out(self) -> list[Letter]:
        s = self.setting
        word = s.word if s.word is not None else default_word(self.name, s.language)
        return layout(
            word, limit=self.limit, size=self.em, font=s.font, language=s.language, board=s.board, depth=DEPTH
        )

    def build(self, changed: bool) -> None:
        p, (_, cy) = self.params, self.board.center
        x = np.array([b.x for b in self.letters])
        rows = sorted({b.y for b in self.letters})
        row = np.array([rows.index(b.y) for b in self.letters])
        rank = np.array([np.count_nonzero(row[:i] == r) for i, r in enumerate(row)])
        most = int(np.bincount(row).max())
        step = min(p.longer, MOST_LONGER / max(most - 1, 1)) if most > 5 else p.longer
        self.length = p.shortest + step * rank
        level = np.full(1, cy - FIRST)
        if len(rows) > 1:
            self.length = self.length * min(1.0, FILL * ROOM / len(rows) / max(self.length.max(), LONGEST))
            level = cy - TOP + ROOM / len(rows) * np.arange(len(rows))
        self.hooks = np.stack([x, level[row]], -1)
        self.cord = np.zeros((len(x), 4), runtime.real())
        em = self.em_now
        self.cord[:, HALF_WIDTH] = [b.width / 2 for b in self.letters]
        self.cord[:, HALF_HEIGHT] = [b.height / 2 for b in self.letters]
        self.cord[:, HANG] = HUNG * em
        self.cord[:, REST] = self.length / self.segments
        self.numbers = np.zeros(len(NUMBERS), runtime.real())
        if changed:
            self.back = None
        self.look = RopeLook(
            self.theme, self.board, self.letters, self.ink, self.hooks, level, self.length, self.segments
        )

    @property
    def em_now(self) -> float:
        """Board px per em of the letters."""
        return self.letters[0].size

    @property
    def segments(self) -> int:
        """Links of a cord."""
        return int(self.params.rope_segments)

    def start(self) -> None:
        real, a = runtime.real(), math.radians(self.params.start_angle)
        share = np.arange(self.segments + 1) / self.segments
        way = np.array([math.sin(a), math.cos(a)])
        points = self.hooks[:, None] + (self.length[:, None] * share)[..., None] * way
        self.points = points.astype(real)
        self.before = self.points.copy()
        self.plate = np.zeros((len(points), 4), real)
        self.plate[:, ANGLE] = a
        self.discs = np.zeros((FINGERS, 5), real)
        self.fingers: dict[int, int] = {}
        self.twist, self.twisting = np.full(len(points), TURNS * a), np.zeros(len(points))
        self.slow_for = 0
        self.look.begin()

    def reset(self) -> None:
        self.back = None
        super().reset()

    def bow_out(self) -> None:
        """The demo starts over: nothing fades, the letters are drawn back to where they are let go."""
        self.back = self.line(), self.plate[:, ANGLE].copy()

    def line(self) -> Numbers:
        """(n, joints, 2) board px: the cords as they are shown, which the demo draws back to their start."""
        if self.back is None or self.age >= BACK_TICKS:
            return self.points
        return self.back[0] + (self.points - self.back[0]) * smoothstep(self.age / BACK_TICKS)

    def tilt(self) -> Numbers:
        """(n,) radians to the right, of the letters as they are shown."""
        if self.back is None or self.age >= BACK_TICKS:
            return self.plate[:, ANGLE]
        way = (self.plate[:, ANGLE] - self.back[1] + math.pi) % (2 * math.pi) - math.pi
        return self.back[1] + way * smoothstep(self.age / BACK_TICKS)

    def poses(self) -> tuple[Numbers, Numbers]:
        a = self.tilt()
        return self.line()[:, -1] + HUNG * self.em_now * np.stack([np.sin(a), np.cos(a)], -1), -a

    def shift(self, dx: float, dy: float) -> None:
        by = np.array([dx, dy])
        self.points += by
        self.before += by
        self.discs[:, FROM_X:ON] += np.tile(by, 2)
        if self.back is not None:
            self.back = self.back[0] + by, self.back[1]
        self.look.begin()

    def live(self) -> None:
        self.discs[list(self.fingers.values()), ON] += 1 / OPEN_TICKS
        np.minimum(self.discs[:, ON], 1.0, out=self.discs[:, ON])
        self.look.tick(self.discs, self.params.disc_radius)

    def step(self) -> None:
        p = self.params
        self.numbers[:] = (
            p.gravity, p.air_damping, p.constraint_iterations, p.tip_weight, p.disc_radius,
            p.plate_length * self.em_now, p.plate_damping, p.disc_push,
        )  # fmt: skip
        step_cords(self.points, self.before, self.cord, self.plate, self.discs, self.numbers)
        self.discs[:, FROM_X:TO_X] = self.discs[:, TO_X:ON]
        swung = self.points[:, -1] - self.points[:, 0]
        want = TURNS * np.arctan2(swung[:, 0], np.maximum(swung[:, 1], 1e-6))
        self.twisting += (want - self.twist) * TWIST_PULL - self.twisting * TWIST_DRAG
        self.twist = self.twist + self.twisting
        self.slow_for = self.slow_for + 1 if self.speed < SLOW else 0

    @property
    def speed(self) -> float:
        """Board px a tick, of the fastest joint."""
        return float(np.sqrt(np.square(self.points - self.before).sum(-1).max()))

    @property
    def stretch(self) -> float:
        """By how much the longest-drawn cord is longer than at rest, as a share."""
        along = np.hypot(*np.diff(self.points, axis=1).transpose(2, 0, 1)).sum(-1)
        return float((along / self.length).max() - 1)

    @property
    def state(self) -> str:
        if self.setting.calm:
            return "settled pushing" if self.fingers else "settled"
        if self.demo:
            return "demo"
        if self.fingers:
            return "pushing"
        return "hanging" if self.slow_for >= REST_TICKS else "swaying"

    def picture(self) -> Picture:
        picture = self.look.picture(
            self.line(),
            *self.poses(),
            self.twist,
            ticks=0 if self.setting.calm else self.ticks,
            cut=self.cut and self.back is None,
        )
        self.cut = False
        return picture

    def settle(self) -> None:
        self.discs[list(self.fingers.values()), ON] = 1.0
        super().settle()
        self.look.show(self.discs, self.params.disc_radius)

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        free = [i for i in range(FINGERS) if i not in self.fingers.values()]
        if pointer not in self.fingers and free:
            self.fingers[pointer] = min(free, key=lambda i: self.look.open[i])
        if pointer in self.fingers:
            x, y = self._near(x, y)
            self.discs[self.fingers[pointer]] = x, y, x, y, 0.0
        self.after()

    def move(self, pointer: int, x: float, y: float) -> None:
        if pointer in self.fingers:
            self.discs[self.fingers[pointer], TO_X:ON] = self._near(x, y)
            self.after()

    def release(self, pointer: int, x: float, y: float) -> None:
        self.leave(pointer)

    def leave(self, pointer: int) -> None:
        if pointer in self.fingers:
            self.discs[self.fingers.pop(pointer), ON] = 0.0
            self.after()

    def key(self, key: Key) -> bool:
        if key not in ("left", "right"):
            return False
        self.touch()
        push = self.params.sway * (1 if key == "right" else -1)
        share = np.arange(self.segments + 1) / self.segments
        self.before[..., 0] -= push * share
        self.after()
        return True

    def _near(self, x: float, y: float) -> tuple[float, float]:
        """The place, brought to within a board's size of the board: farther out no cord reaches."""
        w, h = self.board.width, self.board.height
        return clamp(x, -w, 2 * w), clamp(y, -h, 2 * h)
