"""Letters 08, wind: letters glide and flutter down like leaves onto a grassy ridge (article 003)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.breeze import FRONT, NUMBERS, PHASE, WAY
from kernels.flutter import (
    ANGLE,
    DOWN,
    FLOOR,
    HALF_HEIGHT,
    HALF_WIDTH,
    SLOPE,
    SPIN,
    VX,
    VY,
    WISH,
    X,
    Y,
    step_flutter,
)
from kernels.grass import EARLY
from scenes.board import HEIGHT
from scenes.in_order import in_order
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.motion import TAU, make_rng
from scenes.params import Params, number
from scenes.pick import nearest
from scenes.picture import Picture
from scenes.scene import LETTER_TICK, Control, Key
from scenes.wind_look import WindLook

SEED = 4728
TICK_MS = 1000 * LETTER_TICK
LATTICE = 512
"""Cells after which the wind's noise repeats: four hours."""
GROUND = 248.0
"""Board px from the top of the published board to the nearest ridge."""
ROWS_APART = 1.3
"""em from one ridge to the next, where the word has several rows."""
FEW = 12
"""Letters up to which each starts a fixed gap above the one before; more of them start anywhere in a band."""
BAND = 90.0
"""Board px; height of that band."""
MARGIN = 8.0
"""Board px from either side that letters keep."""
GUSTS = 6
NEAR = 30.0
"""Board px by which a gust's front starts before the first letter's grass feels it."""
SPENT = 9.0
"""Rises after which nothing of a gust is left."""
REACH = 46.0
"""Board px from a letter's box within which a press lifts it."""
STRAY = 70.0
"""Board px from home at which a word that was blown there may come down."""
DRAG_REST = 12
"""Ticks before a dragging pointer lifts the same letter again."""
STILL = 0.02
"""px a tick; letters that lie slower than this count as lying still."""


class WindParams(Params):
    """Numbers of wind; a tick is 16 ms."""

    wind_strength: float = number(0.034, 0.0, 0.5, "px/tick²", "the wind's push at most, to either side")
    wind_bias: float = number(-0.01, -1.0, 1.0, "", "share of it that always blows to the right")
    wind_scale_y: float = number(0.011, 0.0, 0.1, "1/px", "how much the wind differs with height")
    wind_speed: float = number(0.0006, 0.0, 0.01, "1/ms", "how fast it changes")
    drag_coeff: float = number(0.02, 0.0, 0.3, "1/px", "air drag, times speed times velocity")
    leaf_gravity: float = number(0.2, 0.01, 2.0, "px/tick²", "how fast falling letters gain speed")
    glide: float = number(0.85, 0.0, 3.0, "", "share of its weight that a tilted letter turns into drifting")
    flutter_rate: float = number(0.5, 0.0, 2.0, "rad·tick/px", "tilt that a px a tick of drifting asks for")
    tilt_follow: float = number(0.082, 0.0, 0.6, "1/tick²", "pull to that tilt")
    tilt_damping: float = number(0.06, 0.0, 1.0, "", "share of its turning that a letter loses in a tick")
    start_tilt: float = number(0.9, 0.0, 1.5, "rad", "tilt of letters at the start, left and right in turns")
    unlike: float = number(0.7, 0.0, 1.0, "turn", "how far letters after the first flutter out of step")
    start_gap: float = number(20.0, 0.0, 100.0, "px", "how far above the one before each letter starts")
    start_above: float = number(
        33.0, 0.0, 200.0, "px", "how far above the published board the first one starts"
    )
    gust: float = number(0.34, 0.0, 2.0, "px/tick²", "sideways push of a gust at its height")
    gust_lift: float = number(0.45, 0.0, 2.0, "px/tick²", "its push upward")
    gust_speed: float = number(16.0, 2.0, 80.0, "px/tick", "how fast its front passes")
    gust_rise: float = number(10.0, 1.0, 60.0, "tick", "from its front to its height")
    elbow: float = number(0.6, 0.0, 3.0, "px/tick²", "how letters that were blown together part in the air")
    lift: float = number(7.0, 0.0, 30.0, "px/tick", "speed upward that a press or the up key gives")


class Wind(LetterScene):
    """Letters as ``body`` (n, 12), columns of ``kernels.flutter``."""

    name = "wind"
    on_ground = True
    em = 44.0
    title = {"ja": "風の文字", "ko": "바람의 글자", "en": "Letters in the wind"}
    description = {
        "ja": "秋の尾根へ、文字が木の葉のように傾いては滑りながら舞い降り、順番に並ぶ。",
        "ko": "가을 언덕 위로 글자들이 나뭇잎처럼 기울고 미끄러지며 내려앉아 차례로 늘어선다.",
        "en": "Letters tilt and glide like leaves down to an autumn ridge, and lie there in order.",
    }
    controls = (
        Control(
            "press",
            {
                "ja": "押した所の文字を浮かせる",
                "ko": "누른 자리의 글자를 띄운다",
                "en": "lifts the letter at that place",
            },
        ),
        Control(
            "drag",
            {
                "ja": "なぞった文字を次々に浮かせる",
                "ko": "지나간 글자를 차례로 띄운다",
                "en": "lifts every letter on the way",
            },
        ),
        Control(
            "left, right", {"ja": "突風を吹かせる", "ko": "돌풍을 일으킨다", "en": "send a gust that way"}
        ),
        Control("up", {"ja": "全部浮かせる", "ko": "모두 띄운다", "en": "lifts every letter"}),
    )
    texts = {
        "demo": {
            "ja": "風に乗って舞い降りている",
            "ko": "바람을 타고 내려오는 중",
            "en": "drifting down on the wind",
        },
        "gust": {"ja": "突風が吹いている", "ko": "돌풍이 부는 중", "en": "a gust is passing"},
        "flying": {"ja": "舞っている", "ko": "흩날리는 중", "en": "in the air"},
        "lying": {"ja": "草の上に並んだ", "ko": "풀밭 위에 늘어섬", "en": "lying in the grass, in order"},
    }
    Params = WindParams

    def build(self, changed: bool) -> None:
        rows = sorted({b.y for b in self.letters})
        self.row = np.array([rows.index(b.y) for b in self.letters])
        self.home = np.array([b.x for b in self.letters])
        self.half = np.array([(b.width / 2, b.height / 2) for b in self.letters])
        em = self.letters[0].size
        base = self.stage + GROUND - ROWS_APART * em * np.arange(len(rows))[::-1]
        self.look = WindLook(self.theme, self.board, self.ink, base, self.half)
        self.lattice = np.array(
            [make_rng(i if i < LATTICE // 2 else i - LATTICE)() for i in range(LATTICE)], runtime.real()
        )
        self.numbers = np.zeros(len(NUMBERS), runtime.real())
        self.weather = np.zeros(len(NUMBERS), runtime.real())
        # In a row as it is seen, which for some scripts is not as it is read.
        self.seats = [np.flatnonzero(self.row == r) for r in range(len(rows))]
        self.seats = [seat[np.argsort(self.home[seat], kind="stable")] for seat in self.seats]
        if hasattr(self, "body") and not changed:
            self._feel_ground()

    @property
    def stage(self) -> float:
        """Board px down to where the published board begins: it stands on the lower edge."""
        return self.board.height - HEIGHT

    def start(self) -> None:
        p, n = self.params, len(self.letters)
        above = p.start_gap * np.arange(n)
        if n > FEW:
            above = BAND * (np.arange(n) * 0.6180339887 % 1.0)
        self.body = np.zeros((n, 12), runtime.real())
        self.body[:, X] = self.home
        self.body[:, Y] = self.stage - p.start_above - above
        rng = make_rng(SEED)
        phase = np.array([math.pi * (i + 1) + p.unlike * TAU * (rng() - 0.5) * (i > 0) for i in range(n)])
        self.body[:, ANGLE] = p.start_tilt * np.cos(phase)
        self.body[:, SPIN] = p.start_tilt * np.sin(phase) * math.sqrt(p.tilt_follow)
        self.body[:, HALF_WIDTH], self.body[:, HALF_HEIGHT] = self.half.T
        self.body[:, WISH] = self.home
        self.gusts = np.zeros((GUSTS, 2), runtime.real())
        self._lifted: dict[int, int] = {}
        self.blown = False
        """Whether somebody has stirred the letters that fly now: only then do they make room."""
        self.highest = float(above.max()) + p.start_above + 8.0
        self._feel_ground()
        self._weather()

    def reset(self) -> None:
        self.look.begin()
        super().reset()

    def poses(self) -> tuple[Numbers, Numbers]:
        return self.body[:, [X, Y]], self.body[:, ANGLE]

    def shift(self, dx: float, dy: float) -> None:
        self.body[:, X] += dx
        self.body[:, Y] += dy
        self.body[:, WISH] += dx
        self.gusts[:, FRONT] += dx
        self._feel_ground()

    def live(self) -> None:
        self._weather()
        self.look.tick(self.body, self.gusts, self.lattice, self.weather, self.ticks)

    def step(self) -> None:
        self._weather()
        lay = self.body[:, DOWN].copy()
        step_flutter(self.body, self.gusts, self.lattice, self.numbers)
        self._feel_ground()
        if np.any(self.body[:, DOWN] > lay):
            self._seat()
        self.blown = self.blown and (self.flying or self.gusting)
        flies = self.body[:, DOWN] == 0
        self.body[flies, WISH] = self.home[flies] + self._stray()
        self._blow()

    def settle(self) -> None:
        super().settle()
        self.look.rest(self.body, self.gusts, self.lattice, self.weather)

    def _stray(self) -> float:
        """How far from home the word comes together again, board px: where it is, but not too far."""
        return float(np.clip((self.body[:, X] - self.home).mean(), -STRAY, STRAY))

    def _weather(self) -> None:
        """The numbers of both kernels: letters in the wind of their own age, grass in the weather's."""
        p, half, stray = self.params, self.half[:, 0], self._stray()
        lee = MARGIN - float((self.home - half).min()) - stray
        luff = self.board.width - MARGIN - float((self.home + half).max()) - stray
        self.numbers[:] = (
            self.age * TICK_MS * p.wind_speed % LATTICE, p.wind_strength, p.wind_bias, p.wind_scale_y,
            p.drag_coeff, p.leaf_gravity, p.glide, p.flutter_rate, p.tilt_follow, p.tilt_damping, p.gust,
            p.gust_lift, p.gust_speed, p.gust_rise, MARGIN, self.board.width - MARGIN,
            self.stage - self.highest, self.stage, p.elbow if self.blown else 0.0, lee, luff,
        )  # fmt: skip
        self.weather[:] = self.numbers
        self.weather[PHASE] = self.ticks * TICK_MS * p.wind_speed % LATTICE

    def _feel_ground(self) -> None:
        ridge, x = self.look.ridge, self.body[:, X]
        self.body[:, FLOOR] = ridge.height(self.row, x)
        self.body[:, SLOPE] = ridge.slope(self.row, x)

    def _seat(self) -> None:
        """Give what lies the nearest places in reading order, as far apart as in the word."""
        for seat in self.seats:
            lying = seat[self.body[seat, DOWN] > 0]
            if not len(lying):
                continue
            home = self.home[lying]
            low = MARGIN + self.half[lying[0], 0] - home[0]
            high = self.board.width - MARGIN - self.half[lying[-1], 0] - home[-1]
            self.body[lying, WISH] = home + in_order(
                (self.body[lying, X] - home).tolist(), low, max(low, high)
            )

    def _blow(self) -> None:
        """Fronts move on; a gust that has passed every letter and the whole board is over."""
        p = self.params
        way = np.sign(self.gusts[:, WAY])
        self.gusts[:, FRONT] += p.gust_speed * way
        past = np.where(way > 0, self.gusts[:, FRONT] - self.board.width, -self.gusts[:, FRONT])
        self.gusts[past > SPENT * p.gust_rise * p.gust_speed, WAY] = 0

    @property
    def flying(self) -> bool:
        """Whether any letter is in the air."""
        return bool((self.body[:, DOWN] == 0).any())

    @property
    def at_rest(self) -> bool:
        """Whether all letters lie still."""
        return not self.flying and bool(np.abs(self.body[:, [VX, SPIN]]).max() < STILL)

    @property
    def gusting(self) -> bool:
        """Whether a letter feels a gust, or is about to."""
        x, way = self.body[:, X], np.sign(self.gusts[:, WAY])
        last = np.where(way > 0, self.gusts[:, FRONT] - x.max(), x.min() - self.gusts[:, FRONT])
        return bool(((way != 0) & (last < 3 * self.params.gust_rise * self.params.gust_speed)).any())

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        if self.gusting and not self.setting.calm:
            return "gust"
        return "flying" if self.flying else "lying"

    def picture(self) -> Picture:
        picture = self.look.picture(self.body, self.share, cut=self.cut)
        self.cut = False
        return picture

    @property
    def share(self) -> float:
        """How much of letters that start in the middle of a high board has appeared."""
        if self.stage < 1.0 or self.setting.calm or self.touched:
            return 1.0
        return min(self.age / self.lead_ticks, 1.0)

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        self.down[pointer] = (x, y)
        i, distance = self._nearest(x, y)
        if distance <= REACH:
            self._lift(i, x)
        self.look.puff(x, y)
        self.after()

    def move(self, pointer: int, x: float, y: float) -> None:
        if pointer not in self.down:
            return
        self.down[pointer] = (x, y)
        i, distance = self._nearest(x, y)
        if distance <= 0 and self.age - self._lifted.get(i, -DRAG_REST) >= DRAG_REST:
            self._lift(i, x)
            self.after()

    def key(self, key: Key) -> bool:
        if key not in ("left", "right", "up"):
            return False
        self.touch()
        if key == "up":
            rng = make_rng(SEED + self.age)
            for i in range(len(self.body)):
                self._up(i, 0.8 + 0.4 * rng(), 2.4 * (rng() - 0.5))
            self.look.rise(self.body)
        else:
            self._gust(1.0 if key == "right" else -1.0)
        self.after()
        return True

    def _gust(self, way: float) -> None:
        """A gust whose front comes from upwind of all letters; the grass is the first to feel it."""
        p, x = self.params, self.body[:, X]
        before = EARLY * p.gust_speed + NEAR
        front = float(x.min()) - before if way > 0 else float(x.max()) + before
        self.blown = True
        free = int(np.argmin(np.abs(self.gusts[:, WAY])))
        self.gusts[free] = front, way
        self.look.gust(front, way, p.gust_speed)

    def _up(self, i: int, share: float, drift: float) -> None:
        self.blown = True
        b = self.body[i]
        b[VY] = min(b[VY], 0.0) - self.params.lift * share
        b[VX] += drift
        b[SPIN] += 0.03 * drift
        b[DOWN] = 0

    def _lift(self, i: int, x: float) -> None:
        """Lift letter i, away from a pointer at ``x``."""
        away = (self.body[i, X] - x) / self.body[i, HALF_WIDTH]
        self._up(i, 1.0, 1.6 * float(np.clip(away, -1, 1)))
        self._lifted[i] = self.age

    def _nearest(self, x: float, y: float) -> tuple[int, float]:
        b = self.body
        return nearest(b[:, [X, Y]], b[:, ANGLE], b[:, [HALF_WIDTH, HALF_HEIGHT]], x, y)
