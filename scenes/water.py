"""Letters 05, water: letters fall into a tank and float by the share of them that is under (article 003)."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.columns import (
    ANGLE,
    ENTRY,
    HALF_HEIGHT,
    HALF_WIDTH,
    HEIGHT,
    RISE,
    SHARE,
    SPIN,
    SUNK,
    VX,
    VY,
    WET,
    X,
    Y,
    float_bodies,
    step_columns,
)
from scenes.board import HEIGHT as HEIGHT_OF_BOARD
from scenes.board import Board
from scenes.droplets import Droplets
from scenes.glyphs import Glyph
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.motion import make_rng
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.scene import Control, Key, Setting
from scenes.water_look import WaterLook
from scenes.word import Letter, default_word, layout

SEED = 4725
CELL = 8.0
"""Board px between columns."""
DEPTH = 110.0
"""Board px from the level down to the lower edge of the published board."""
SHARE_OF_MORE = 0.4
"""Share of the height that a taller board has beyond the published one which is water."""
FIRST, NEXT = 226.0, 42.5
"""Board px that the first letter's lowest sample hangs above the level, and each further one higher."""
LETTERS = 5
"""Letters that fall one after the other at that distance; more of them share the same height."""
TILT = 0.25
"""Radians; the most by which a letter starts turned."""
ACROSS, DOWN = 5, 4
"""Samples of a letter's box."""
OUTLINE = 96
"""Places inside a letter's outline by which the outline's own displaced area is told."""
CALM = 0.15
"""Board px a tick below which a floating letter counts as calm."""
BOTTOM = 12.0
"""Board px from the lower edge up to the sand on which letters come down."""
SAND_BOUNCE = 0.25
"""Share of the speed that sand gives back."""
STIRS = 1.5
"""Board px a tick from which a landing clouds the water."""
APART, NEAR, MOST_APART = 0.03, 0.92, 4.0
"""Floating letters of a row drift apart by this share a tick of what they lack to ``NEAR`` of lying side by
side, in the order of the word; so many px of it count at most: it is a drift, not a blow."""
ROWS = 88.0
"""Board px of water that the rows of a long sentence take: the first floats, the others hang below it."""
LOWER = 0.5
"""Share of their distance at which letters of several rows fall one after another."""
MOST_DRAG = 0.3
"""Share of its speed that the smallest letter loses under water in a tick."""


class WaterParams(Params):
    """Numbers of water; a tick is 16 ms."""

    gravity: float = number(0.38, 0.0, 2.0, "px/tick²", "weight of letters and droplets")
    water_density: float = number(1.7, 0.5, 8.0, "", "how much heavier water is than a letter of its size")
    wave_k: float = number(0.02, 0.0, 0.5, "1/tick²", "pull of the surface back to its level")
    wave_damp: float = number(0.02, 0.0, 1.0, "", "share of its speed that the surface loses in a tick")
    wave_spread: float = number(0.24, 0.0, 0.25, "", "share of a difference handed to the neighbour column")
    passes: int = number(2, 1, 8, "", "rounds of handing over in a tick: columns that a wave goes in it")
    splash_force: float = number(0.213, 0.0, 1.0, "", "share of its speed that a letter gives the surface")
    drag: float = number(0.06, 0.0, 0.5, "", "share of its speed that a letter wholly under loses")
    spin_drag: float = number(0.06, 0.0, 0.5, "", "share of the spin that it takes")
    droplets: float = number(1.02, 0.0, 4.0, "tick/px", "droplets for each px a tick of a letter coming in")
    press: float = number(9.0, 0.0, 40.0, "px/tick", "speed with which a press pushes the surface down")
    press_reach: float = number(28.0, 4.0, 120.0, "px", "how far to either side it does")
    sink: float = number(7.0, 0.0, 40.0, "px/tick", "speed with which the down key sinks letters")
    push: float = number(2.6, 0.0, 20.0, "px/tick", "speed with which left and right push them")
    outline: int = number(0, 0, 1, "", "1: letters float by the area of their outline, not by 20 samples")


class Water(LetterScene):
    """Bodies (n, 13) and columns (k, 2) as in ``kernels.columns``."""

    name = "water"
    em = 64.0
    title = {"ja": "水に浮かぶ文字", "ko": "물에 뜨는 글자", "en": "Floating letters"}
    description = {
        "ja": "水槽に落ちた文字がしぶきを上げて沈み、浮かび上がって波に揺れる。",
        "ko": "수조에 떨어진 글자가 물을 튀기며 잠겼다가 떠올라 물결에 흔들린다.",
        "en": "Letters plunge into a tank of clear water, come up again, and rock on the waves they made.",
    }
    controls = (
        Control(
            "press",
            {
                "ja": "押した所の水面を押す",
                "ko": "누른 자리의 수면을 누른다",
                "en": "pushes the water down there",
            },
        ),
        Control(
            "drag",
            {
                "ja": "なぞると波が続く",
                "ko": "문지르면 물결이 이어진다",
                "en": "keeps making waves on the way",
            },
        ),
        Control(
            "down", {"ja": "文字を水に沈める", "ko": "글자를 물에 가라앉힌다", "en": "sinks the letters"}
        ),
        Control("left, right", {"ja": "文字を押す", "ko": "글자를 민다", "en": "push the letters"}),
    )
    texts = {
        "demo": {"ja": "水に落ちる実演中", "ko": "물에 떨어지는 시연 중", "en": "falling into the water"},
        "falling": {"ja": "落ちていく途中", "ko": "떨어지는 중", "en": "falling"},
        "floating": {
            "ja": "波に揺れて浮かんでいる",
            "ko": "물결에 흔들리며 떠 있음",
            "en": "rocking on the waves",
        },
        "calm": {"ja": "静かに浮かんでいる", "ko": "잔잔히 떠 있음", "en": "floating quietly"},
        "settled": {
            "ja": "波がおさまり、文字が浮かんでいる",
            "ko": "물결이 잦아들고 글자가 떠 있음",
            "en": "the waves have gone and the letters float",
        },
    }
    Params = WaterParams

    @property
    def level(self) -> float:
        """Board y of the surface at rest."""
        return _level(self.board)

    def build(self, changed: bool) -> None:
        half = np.array([(b.width / 2, b.height / 2) for b in self.letters])
        self.half = half
        self.row = np.array([b.y for b in self.letters])
        self.heft = min(self.letters[0].size / self.em, 1.0)
        """Size of the letters as a share of what it is in a short word: small ones splash less
        and are slowed down more."""
        x = np.array([b.x for b in self.letters])
        self.mates = np.sign(x[:, None] - x[None]) * (self.row[:, None] == self.row[None])
        """(n, n): 1 where the first of two letters of a row is to the right of the second, -1 to the left."""
        self.apart = NEAR * (half[:, None, 0] + half[None, :, 0])
        if self.params.outline:
            samples = np.stack([inside(b.glyph, b.size) for b in self.letters])
        else:
            at = np.stack(np.meshgrid(_middles(ACROSS), _middles(DOWN)), -1).reshape(-1, 2)
            samples = at[None] * 2 * half[:, None]
        self.samples = np.ascontiguousarray(samples, runtime.real())
        self.bottom = self.samples[..., 1].max(axis=1)
        self.look = WaterLook(self.theme, self.board, self.level, self.ink)

    def lay_out(self) -> list[Letter]:
        s = self.setting
        word = s.word if s.word is not None else default_word(self.name, s.language)
        return layout(word, size=self.em, font=s.font, language=s.language, board=s.board, depth=ROWS)

    def start(self) -> None:
        n, rng = len(self.letters), make_rng(SEED)
        self.columns = math.ceil(self.board.width / CELL) + 1
        self.water = np.zeros((self.columns, 2), runtime.real())
        self.given = np.zeros_like(self.water)
        self.bodies = b = np.zeros((n, 13), runtime.real())
        top, seat = np.unique(self.row, return_inverse=True)
        rank = np.arange(n) - np.searchsorted(seat, seat)
        rank = rank * min(1.0, (LETTERS - 1) / max(rank.max(), 1)) * (1.0 if len(top) == 1 else LOWER)
        b[:, X] = [letter.x for letter in self.letters]
        b[:, Y] = self.level - FIRST - NEXT * rank - self.bottom + (self.row - self.row.max())
        b[:, SUNK] = self.row - self.row.min()
        b[:, ANGLE] = [(rng() - 0.5) * 2 * TILT for _ in range(n)]
        b[:, HALF_WIDTH], b[:, HALF_HEIGHT] = self.half.T
        self.drops = Droplets(SEED)
        self.look.begin()

    def poses(self) -> tuple[Numbers, Numbers]:
        return self.bodies[:, [X, Y]], self.bodies[:, ANGLE]

    def offset(self, before: Setting, after: Setting) -> tuple[float, float]:
        dx, _ = super().offset(before, after)
        return dx, _level(after.board) - _level(before.board)

    @property
    def surface(self) -> Numbers:
        """Numbers of the surface, as ``kernels.columns`` takes them."""
        p = self.params
        numbers = [p.wave_k, p.wave_damp, p.wave_spread, CELL, self.level]
        return np.array(numbers, runtime.real())

    @property
    def line(self) -> Numbers:
        """(columns,) board y of the surface."""
        return self.level - self.water[:, HEIGHT]

    def step(self) -> None:
        p, surface = self.params, self.surface
        drag, spin_drag = (min(n / self.heft, max(n, MOST_DRAG)) for n in (p.drag, p.spin_drag))
        numbers = [p.gravity, p.water_density, drag, spin_drag, p.splash_force * self.heft]
        weights = np.array(numbers, runtime.real())
        float_bodies(self.bodies, self.samples, self.water, surface, weights)
        step_columns(self.water, self.given, surface, p.passes)
        self._drift()
        for i in np.flatnonzero(self.bodies[:, ENTRY]):
            x, speed = float(self.bodies[i, X]), float(self.bodies[i, ENTRY])
            self.drops.splash(x, self.height_at(x), float(self.half[i, 0]), speed, p.droplets * self.heft)
        self.drops.step(p.gravity, self.line, CELL)

    def _drift(self) -> None:
        """Floating letters drift apart into the order of the word, and nobody leaves the tank."""
        b = self.bodies
        c, s = np.abs(np.cos(b[:, ANGLE])), np.abs(np.sin(b[:, ANGLE]))
        across = b[:, HALF_WIDTH] * c + b[:, HALF_HEIGHT] * s
        down = b[:, HALF_WIDTH] * s + b[:, HALF_HEIGHT] * c
        if len(b) > 1:
            wet = (b[:, WET] > 0)[None] & (b[:, WET] > 0)[:, None]
            near = self.apart - (b[:, None, X] - b[None, :, X]) * self.mates
            push = np.clip(near, 0.0, MOST_APART) * self.mates * wet
            b[:, VX] += APART * np.clip(push.sum(axis=1), -MOST_APART, MOST_APART)
        left, right = across, self.board.width - across
        out = (b[:, X] < left) | (b[:, X] > right)
        b[out, VX] *= -0.4
        b[:, X] = np.clip(b[:, X], np.minimum(left, right), np.maximum(left, right))
        floor = self.board.height - BOTTOM - down
        for i in np.flatnonzero(b[:, Y] > floor):
            if b[i, VY] > STIRS:
                self.look.stir_sand(float(b[i, X]), self.board.height - BOTTOM, float(b[i, VY]))
            b[i, Y], b[i, VY] = floor[i], -SAND_BOUNCE * b[i, VY]
            b[i, SPIN] *= SAND_BOUNCE

    def height_at(self, x: float) -> float:
        """Board y of the surface at x."""
        return float(np.interp(x, np.arange(self.columns) * CELL, self.line))

    def reset(self) -> None:
        self.lit = 0
        super().reset()

    def live(self) -> None:
        self.lit += 1
        self.look.tick(self.bodies, self.line)

    def shift(self, dx: float, dy: float) -> None:
        self.bodies[:, X] += dx
        self.bodies[:, Y] += dy
        columns = math.ceil(self.board.width / CELL) + 1
        at = np.arange(columns) * CELL - dx
        before = np.arange(self.columns) * CELL
        moved = [np.interp(at, before, w) for w in self.water.T]
        self.water = np.ascontiguousarray(np.stack(moved, -1), runtime.real())
        self.given = np.zeros_like(self.water)
        self.columns = columns
        self.drops.shift(dx, dy)

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        b = self.bodies
        if self.setting.calm:
            return "settled"
        if not b[:, WET].all():
            return "falling"
        return "calm" if (np.abs(b[:, VY]) < CALM).all() else "floating"

    def picture(self) -> Picture:
        picture = self.look.picture(*self.poses(), self.line, self.drops, self.lit, cut=self.cut)
        self.cut = False
        return picture

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        self.down[pointer] = x, y
        self._press(x, 1.0)

    def move(self, pointer: int, x: float, y: float) -> None:
        if pointer in self.down and abs(x - self.down[pointer][0]) > 2 * CELL:
            self.down[pointer] = x, y
            self._press(x, 0.45)

    def _press(self, x: float, share: float) -> None:
        p = self.params
        away = (np.arange(self.columns) * CELL - x) / p.press_reach
        self.water[:, RISE] -= share * p.press * np.exp(-(away**2))
        if share == 1.0:
            self.drops.splash(x, self.height_at(x), 0.5 * p.press_reach, p.press, 0.6 * p.droplets)
        self.after()

    def key(self, key: Key) -> bool:
        p, b = self.params, self.bodies
        if key == "down":
            b[:, VY] += p.sink
        elif key in ("left", "right"):
            rng = make_rng(SEED + self.age)
            turn = np.array([rng() - 0.5 for _ in b])
            b[:, VX] += p.push if key == "right" else -p.push
            b[:, SPIN] += 0.02 * turn
        else:
            return False
        self.touch()
        self.after()
        return True

    @property
    def shares(self) -> Numbers:
        """(n,) share of each letter's samples that is under water."""
        return self.bodies[:, SHARE]


def inside(glyph: Glyph, size: float, count: int = OUTLINE) -> Numbers:
    """``count`` places (count, 2) px spread over the inside of a letter, about the centre of its box."""
    field, (x0, y0, x1, y1) = glyph.field(128)
    rows, columns = np.nonzero(field < 0)
    pick = np.linspace(0, len(rows) - 1, count).round().astype(int)
    x = x0 + (columns[pick] + 0.5) / field.shape[1] * (x1 - x0)
    y = y0 + (rows[pick] + 0.5) / field.shape[0] * (y1 - y0)
    return np.stack([x, y], -1) * size


def _level(board: Board) -> float:
    return board.height - DEPTH - SHARE_OF_MORE * (board.height - HEIGHT_OF_BOARD)


def _middles(count: int) -> Numbers:
    """Middles of ``count`` equal parts of [-0.5, 0.5]."""
    return (np.arange(count) + 0.5) / count - 0.5
