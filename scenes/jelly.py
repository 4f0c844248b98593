"""Letters 03, jelly: soft letters are squashed by the speed with which they land (article 003)."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.jelly import (
    AREA,
    CX,
    CY,
    FLOOR,
    HEIGHT,
    HIGH,
    HIT,
    LEFT,
    LOW,
    ON,
    RIGHT,
    STATE,
    TURN,
    VX,
    VY,
    WIDTH,
    X,
    Y,
    step_jelly,
)
from scenes.jelly_letters import JellyLook
from scenes.letter_ink import Numbers
from scenes.letter_scene import LetterScene
from scenes.params import Params, number
from scenes.picture import Picture
from scenes.scene import Control, Key
from scenes.soft_outline import soft_outline
from scenes.word import Letter

BASE = 93.0
"""Board px from the lower edge up to the line on which the (lowest row of) letters land."""
DROPS = (71.5, 122.0, 195.0, 281.0)
"""Board px under the outlines of the published letters at the start; of more letters, in between."""
SIDE = 14.0
"""Board px from either side of the stage to the wall there."""
STAGE = 480.0
"""Board px; the widest stage. A wider board shows more of the table beside it."""
SKY = 40.0
"""Board px above the highest start; no flick throws a letter higher."""
FASTEST = 34.0
"""Board px a tick; no point is faster."""
REACH = 60.0
"""Board px from a letter's outline box within which a press flicks it."""
DENT = 0.55
"""Share of the flick that points right under the pointer get on top: the finger is felt."""
DENT_REACH = 26.0
DRAG_REST = 10
"""Ticks before a dragging pointer flicks the same letter again."""
STILL = 0.02
"""Board px a tick below which a letter counts as having come to rest."""
NODES, FINE = (9, 16), 44.0
"""Nodes of a letter's lattice either way: of small letters, and from FINE board px per em."""


class JellyParams(Params):
    """Numbers of jelly; a tick is 16 ms."""

    spring_stiffness: float = number(0.45, 0.0, 0.9, "1/tick²", "pull of a point to its place in the shape")
    pressure: float = number(0.8, 0.0, 2.0, "px/tick", "push outward for lost area, times twice its share")
    squash_limit: float = number(0.42, 0.0, 0.8, "", "share of its height that a letter may lose")
    upright_pull: float = number(0.15, 0.0, 1.0, "", "share of its turn that a letter takes back")
    jelly_gravity: float = number(0.5, 0.0, 2.0, "px/tick²", "weight of the letters")
    point_damping: float = number(0.02, 0.0, 0.5, "", "share of the speed that points lose in a tick")
    floor_bounce: float = number(0.1, 0.0, 0.9, "", "share of the speed with which points leave the plate")
    floor_slide: float = number(0.6, 0.0, 1.0, "", "share of the sideways speed kept on the plate")
    off_center: float = number(0.0, -10.0, 10.0, "px", "how far the shape's mean lies off its origin")
    touching: int = number(0, 0, 1, "", "1: letters touch one another (the published ones do not)")
    flick: float = number(9.5, 0.0, 30.0, "px/tick", "speed that a press gives to the letter near it")
    slam: float = number(13.0, 0.0, 30.0, "px/tick", "speed with which the down key slams every letter")
    lift: float = number(8.5, 0.0, 30.0, "px/tick", "speed with which the up key lifts every letter")


class Jelly(LetterScene):
    """Outlines ``points`` (n, 28, 4) and ``bodies`` (n, 13) as in ``kernels.jelly``."""

    name = "jelly"
    on_ground = True
    em = 92.0
    title = {"ja": "ぷにぷにの文字", "ko": "말랑말랑한 글자", "en": "Jelly letters"}
    description = {
        "ja": "皿に落ちたゼリーの文字が、速いほど平たくつぶれ、ふくらんで揺れる。",
        "ko": "접시에 떨어진 젤리 글자가 빠를수록 납작하게 눌렸다가 부풀어 흔들린다.",
        "en": "Letters of jelly drop on a plate, flatten the more the faster they land, and wobble upright.",
    }
    controls = (
        Control(
            "press",
            {
                "ja": "近くの文字をはじく",
                "ko": "가까운 글자를 튕긴다",
                "en": "flicks the letter near it",
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
        Control(
            "down",
            {
                "ja": "全部を皿に叩きつける",
                "ko": "모두 접시에 내리친다",
                "en": "slams every letter down on the plate",
            },
        ),
        Control("up", {"ja": "全部浮かせる", "ko": "모두 띄운다", "en": "lifts every letter"}),
    )
    texts = {
        "demo": {"ja": "皿に落ちる実演中", "ko": "접시에 떨어지는 시연 중", "en": "dropping on the plate"},
        "falling": {"ja": "宙にある", "ko": "공중에 있음", "en": "in the air"},
        "wobbling": {"ja": "ぷるぷる揺れている", "ko": "출렁이는 중", "en": "wobbling"},
        "still": {"ja": "元の形に戻った", "ko": "제 모양으로 돌아옴", "en": "back in shape"},
        "settled": {
            "ja": "揺れがおさまり、元の形で皿に立っている",
            "ko": "흔들림이 멎고 제 모양으로 접시 위에 서 있음",
            "en": "the wobble is over: all stand on the plate in shape",
        },
    }
    Params = JellyParams

    def foresee(self, letter: Letter, place: int) -> None:
        soft_outline(letter.glyph, NODES[letter.size >= FINE])

    def build(self, changed: bool) -> None:
        real = runtime.real()
        fine = self.letters[0].size >= FINE
        self.outlines = [soft_outline(b.glyph, NODES[fine]) for b in self.letters]
        size = np.array([b.size for b in self.letters])[:, None, None]
        hull = np.array([o.points for o in self.outlines]) * size
        self.mean = hull.mean(axis=1)
        self.rest = (hull - self.mean[:, None]).astype(real)
        self.rest += np.array([self.params.off_center, 0.0], real)
        across, down = np.ptp(hull, axis=1).T
        self.sizes = np.stack([size[:, 0, 0] ** 2 * [o.area for o in self.outlines], down, across], -1)
        rows = np.array([b.y for b in self.letters])
        self.line = self.board.height - BASE + rows - rows.max()
        self.look = JellyLook(self.theme, self.board, self.letters, self.outlines, NODES[fine], self.line)

    @property
    def drops(self) -> Numbers:
        """(n,) board px under each outline at the start: those of the article, over each row."""
        drop = np.empty(len(self.letters))
        rows = np.array([b.y for b in self.letters])
        for y in np.unique(rows):
            row = np.flatnonzero(rows == y)
            row = row[np.argsort([self.letters[i].x for i in row], kind="stable")]
            share = np.arange(len(row)) / max(len(row) - 1, 3)
            drop[row] = np.interp(share, np.linspace(0, 1, 4), DROPS)
        return drop * np.minimum(np.array([b.size for b in self.letters]) / self.em, 1.0)

    def start(self) -> None:
        n, real = len(self.letters), runtime.real()
        self.bodies = b = np.zeros((n, STATE), real)
        b[:, [AREA, HEIGHT, WIDTH]] = self.sizes
        b[:, FLOOR] = self.line
        self.points = p = np.zeros((n, self.rest.shape[1], 4), real)
        hull = self.rest - self.rest.mean(axis=1, keepdims=True)
        x = np.array([letter.x for letter in self.letters]) + self.mean[:, 0]
        low = hull[..., 1].max(axis=1)
        y = self.line - self.drops - low
        p[..., X] = hull[..., 0] + x[:, None]
        p[..., Y] = hull[..., 1] + y[:, None]
        b[:, CX], b[:, CY] = x, y
        self._bounds()
        self.ceiling = float(p[..., Y].min()) - SKY
        self._flicked: dict[int, int] = {}
        self.look.begin(self.points)

    def _bounds(self) -> None:
        b, p = self.bodies, self.points
        b[:, LEFT], b[:, RIGHT] = p[..., X].min(axis=1), p[..., X].max(axis=1)
        b[:, HIGH], b[:, LOW] = p[..., Y].min(axis=1), p[..., Y].max(axis=1)

    def reset(self) -> None:
        self.look.stay()
        super().reset()

    @property
    def walls(self) -> tuple[float, float]:
        """Board px; the lines between which letters stay."""
        half = min(self.board.width, STAGE) / 2 - SIDE
        return self.board.center[0] - half, self.board.center[0] + half

    def poses(self) -> tuple[Numbers, Numbers]:
        return self.bodies[:, [CX, CY]], self.bodies[:, TURN]

    def bow_out(self) -> None:
        self.look.leave(self.points)

    def shift(self, dx: float, dy: float) -> None:
        self.points[..., X] += dx
        self.points[..., Y] += dy
        self.bodies[:, [CX, LEFT, RIGHT]] += dx
        self.bodies[:, [CY, HIGH, LOW]] += dy
        self.bodies[:, FLOOR] = self.line
        self.ceiling += dy
        self.look.begin(self.points)

    def step(self) -> None:
        p = self.params
        numbers = np.array(
            [
                p.spring_stiffness,
                p.upright_pull,
                p.pressure,
                p.jelly_gravity,
                p.point_damping,
                p.squash_limit,
                p.floor_bounce,
                p.floor_slide,
                *self.walls,
                self.ceiling,
                FASTEST,
                p.touching,
            ],
            self.points.dtype,
        )
        step_jelly(self.points, self.rest, self.bodies, numbers)

    def live(self) -> None:
        self.look.tick(self.bodies, self.points)

    @property
    def speed(self) -> Numbers:
        """(n, 2) px a tick, of the letters' middles."""
        return self.points[..., [VX, VY]].mean(axis=1)

    @property
    def heights(self) -> Numbers:
        """(n,) height now as a share of the height at rest."""
        return (self.bodies[:, LOW] - self.bodies[:, HIGH]) / self.bodies[:, HEIGHT]

    @property
    def hits(self) -> Numbers:
        """(n,) speed px/tick of letters that came down on the plate in this tick, 0 of others."""
        return self.bodies[:, HIT]

    @property
    def state(self) -> str:
        if self.demo:
            return "demo"
        if self.setting.calm:
            return "settled"
        if not self.bodies[:, ON].all():
            return "falling"
        return "still" if self.look.stir.max() < STILL else "wobbling"

    def picture(self) -> Picture:
        picture = self.look.picture(self.bodies, self.points, cut=self.cut)
        self.cut = False
        return picture

    def press(self, pointer: int, x: float, y: float) -> None:
        self.touch()
        self.down[pointer] = (x, y)
        self._flick(x, y, REACH)

    def move(self, pointer: int, x: float, y: float) -> None:
        if pointer in self.down:
            self.down[pointer] = (x, y)
            self._flick(x, y, 0.0)

    def _flick(self, x: float, y: float, reach: float) -> None:
        """The nearest letter within ``reach`` px is thrown up and away; under the finger it is dented too."""
        b, p = self.bodies, self.points
        dx = np.maximum(np.maximum(b[:, LEFT] - x, x - b[:, RIGHT]), 0)
        dy = np.maximum(np.maximum(b[:, HIGH] - y, y - b[:, LOW]), 0)
        far = np.hypot(dx, dy) + 1e-3 * np.hypot(b[:, CX] - x, b[:, CY] - y)
        near = int(np.argmin(far))
        if not far[near] <= reach + 1.0:
            return
        mark = self._flicked.get(near)
        if reach == 0.0 and mark is not None and 0 <= self.age - mark < DRAG_REST:
            return
        self._flicked[near] = self.age
        flick = self.params.flick
        side = float(np.clip((b[near, CX] - x) / (0.5 * b[near, WIDTH] + 1.0), -1, 1))
        p[near, :, VX] += 0.55 * flick * side
        p[near, :, VY] -= flick * (0.75 + 0.25 * (1 - abs(side)))
        away = p[near, :, [X, Y]].T - (x, y)
        span = np.hypot(*away.T)
        push = DENT * flick * np.exp(-((span / DENT_REACH) ** 2))
        p[near, :, VX] += push * away[:, 0] / np.maximum(span, 1.0)
        p[near, :, VY] += push * away[:, 1] / np.maximum(span, 1.0)
        self.after()

    def key(self, key: Key) -> bool:
        p = self.params
        if key == "down":
            self.points[..., VY] = np.maximum(self.points[..., VY], p.slam)
        elif key == "up":
            self.points[..., VY] = np.minimum(self.points[..., VY], 0.0) - p.lift
        else:
            return False
        self.touch()
        self.after()
        return True
