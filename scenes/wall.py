"""The gallery wall: pictures of other scenes in frames on paper, page by page. Pressing one opens it.

It knows where pictures hang, what pointers and keys do to them, and how they lift and slide. What is in them
lives elsewhere (viewer/gallery.py fills ``panels``), and so does opening: ``take`` says which is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scenes import registry
from scenes.board import Board
from scenes.motion import follow
from scenes.params import Params
from scenes.picture import Picture
from scenes.scene import CREATURE_TICK, Control, Key, Scene, Setting
from scenes.wall_grid import Box, Plan, Space, plan
from scenes.wall_look import LIFT, MOST_LIFT, Look, Piece, Seen

DRAG = 12.0
"""Window units that a pointer may move between press and release and still press a picture."""
SWIPE = 0.12
"""Share of the wall's width that a drag must go to turn the page."""
TURN, RISE, SLIDE = 11.0, 3.2, 9.0
"""How fast frames lift, pictures rise from the paper, and pages slide, per second."""
IDLE = 4.0
"""Seconds after the last touch from which the wall calls for one: pictures lift a little, one by one."""
CALL = 1.6
"""Seconds that each of them takes."""
LEAF = 12.0
"""Seconds after which a wall that nobody touches turns the page."""


class WallParams(Params):
    """The wall has no numbers."""


@dataclass
class _Press:
    """A pointer that is down. ``tile``: what it pressed, None for paper; ``far``: it has become a drag."""

    tile: int | None
    start: tuple[float, float]
    now: tuple[float, float]
    far: bool = False


class Wall(Scene):
    """Frames on paper. ``focus`` is the picture that the keyboard is at; ``ring`` whether that shows."""

    name = "wall"
    group = "wall"
    tick_seconds = CREATURE_TICK
    max_debt = 0.05
    title = {"ja": "一覧", "ko": "모두 보기", "en": "Gallery"}
    description = {
        "ja": "すべての場面が額の中で動く。",
        "ko": "모든 장면이 액자 안에서 움직인다.",
        "en": "Every scene, alive in a frame of its own.",
    }
    controls = (
        Control(
            "press",
            {
                "ja": "押した絵が画面いっぱいに育つ",
                "ko": "누른 그림이 화면 가득 커진다",
                "en": "the picture that is pressed grows into the whole screen",
            },
        ),
        Control(
            "drag",
            {
                "ja": "横に払うと次のページへ",
                "ko": "옆으로 밀면 다음 쪽으로",
                "en": "a swipe to the side turns the page",
            },
        ),
    )
    Params = WallParams
    pieces: tuple[Piece, ...] = ()
    zoom, foot = 2.0, 0.0

    def __init__(self, params: Params | None = None, setting: Setting | None = None) -> None:
        self.pieces = tuple(Piece(name) for name in registry.names())
        super().__init__(params, setting)

    # what hangs

    def hang(self, pieces: Sequence[Piece]) -> None:
        """Hang other pictures, all of them still empty."""
        self.pieces = tuple(pieces)
        self.prepare()
        self.reset()

    def prepare(self) -> None:
        self.plan: Plan = plan(
            [piece.group for piece in self.pieces], Space(self.board, self.zoom, self.foot)
        )
        self.look = Look(self.theme, self.setting.language, self.board, self.zoom, self.pieces, self.plan)
        self.cut = True

    def fit(self, zoom: float, foot: float) -> None:
        """``zoom``: window units a board px. ``foot``: board px that others take of the wall's lower edge."""
        if (zoom, foot) != (self.zoom, self.foot):
            self.zoom, self.foot = zoom, foot
            self._replan()

    def place(self, setting: Setting) -> None:
        if setting != self.setting:
            self.setting = setting
            self._replan()

    def _replan(self) -> None:
        page = self.page
        self.prepare()
        self.at = float(self._turn(page))
        self.down.clear()

    def reset(self) -> None:
        self.ticks = 0
        self.cut = True
        count = len(self.pieces)
        self.page, self.at = 0, 0.0
        self.lift = np.zeros(count)
        self.risen = np.zeros(count)
        self.there = np.zeros(count, bool)
        self.failed = np.zeros(count, bool)
        self.hover: dict[int, int] = {}
        self.down: dict[int, _Press] = {}
        self.focus, self.ring = 0, False
        self.lonely = 0
        self._wanted: int | None = None

    # what happens to it

    def take(self) -> int | None:
        """The picture that somebody wants to open now, told once."""
        wanted, self._wanted = self._wanted, None
        return wanted

    def turn_to(self, index: int) -> None:
        """Show the page of that picture at once."""
        self.at = float(self._turn(self.plan.page[index]))
        self.focus = index
        self.cut = True
        self.lonely = 0

    def turn_by(self, pages: int) -> None:
        """Slide that many pages on."""
        self._turn(self.page + pages)

    def _turn(self, page: int) -> int:
        self.page = min(max(page, 0), max(len(self.plan.pages) - 1, 0))
        if self.plan.pages and self.focus not in self.plan.pages[self.page]:
            self.focus = self.plan.pages[self.page][0]
        return self.page

    @property
    def offset(self) -> float:
        """How far the first page lies to the left now, board px: the slide, and whoever drags it."""
        drag = next((p.now[0] - p.start[0] for p in self.down.values() if p.far), 0.0)
        last = max(len(self.plan.pages) - 1, 0)
        over = (drag > 0 and self.page == 0) or (drag < 0 and self.page == last)
        return self.at * self.board.width - (drag / 3 if over else drag)

    def box(self, index: int) -> Box:
        """Where that picture is seen now."""
        x, y, width, height = self.plan.boxes[index]
        lift = float(self.lift[index])
        grow = lift * min(LIFT, MOST_LIFT / width, MOST_LIFT / height)
        x += self.plan.page[index] * self.board.width - self.offset
        y -= 0.3 * MOST_LIFT * lift
        return x - grow * width, y - grow * height, width * (1 + 2 * grow), height * (1 + 2 * grow)

    def is_seen(self, index: int) -> bool:
        """Whether any of that picture is on the wall's board now."""
        x, _, width, _ = self.box(index)
        return x + width > 0 and x < self.board.width

    def tile_at(self, x: float, y: float) -> int | None:
        """The picture whose frame is at that place."""
        mat = self.plan.mat
        for page in self.plan.pages:
            for index in page:
                left, top, width, height = self.box(index)
                if left - mat <= x <= left + width + mat and top - mat <= y <= top + height + mat:
                    return index
        return None

    def inside(self, index: int, board: Board, x: float, y: float) -> tuple[float, float]:
        """A place on the wall as the ``board`` of what hangs there has it."""
        left, top, width, height = self.box(index)
        scale = max(width / board.width, height / board.height)
        cx, cy = board.center
        return cx + (x - left - width / 2) / scale, cy + (y - top - height / 2) / scale

    # pointers

    def move(self, pointer: int, x: float, y: float) -> None:
        self._noticed()
        press = self.down.get(pointer)
        if press:
            press.now = x, y
            press.far = press.far or math.dist(press.start, press.now) * self.zoom > DRAG
        tile = self.tile_at(x, y)
        if tile is None or (press and press.far):
            self.hover.pop(pointer, None)
        else:
            self.hover[pointer] = tile
            self.focus, self.ring = tile, False

    def press(self, pointer: int, x: float, y: float) -> None:
        self.move(pointer, x, y)
        self.down[pointer] = _Press(self.tile_at(x, y), (x, y), (x, y))
        self.ring = False

    def release(self, pointer: int, x: float, y: float) -> None:
        self._noticed()
        press = self.down.get(pointer)
        if press is None:
            return
        press.now = x, y
        before = self.offset
        del self.down[pointer]
        if press.far:
            dragged = x - press.start[0]
            self.at = before / self.board.width
            if abs(dragged) > SWIPE * self.board.width:
                self.turn_by(-1 if dragged > 0 else 1)
            return
        tile, way = self.tile_at(x, y), self.look.way_at(x, y, self.page)
        if tile is not None and tile == press.tile:
            self._wanted = tile
        elif way is not None and press.tile is None:
            self._turn(way)

    def leave(self, pointer: int) -> None:
        self.hover.pop(pointer, None)
        before, press = self.offset, self.down.pop(pointer, None)
        if press and press.far:
            self.at = before / self.board.width

    def key(self, key: Key) -> bool:
        self._noticed()
        if key == "escape" or not self.pieces:
            used, self.ring = self.ring, False
            return used
        if self.ring:
            self.focus = self._next(key)
            self._turn(self.plan.page[self.focus])
        self.ring = True
        return True

    def enter(self) -> bool:
        """Open the picture that the keyboard is at; the first time only show where it is."""
        self._noticed()
        if self.pieces and (self.ring or self.hover):
            self._wanted = self.focus
            return True
        self.ring = bool(self.pieces)
        return self.ring

    def _next(self, key: Key) -> int:
        """The picture beside the one in focus; the next row's, page's, where there is none beside it."""
        if key in ("left", "right"):
            order = [index for page in self.plan.pages for index in page]
            at = order.index(self.focus) + (1 if key == "right" else -1)
            return order[min(max(at, 0), len(order) - 1)]
        x, y, width, _ = self.plan.boxes[self.focus]
        sign = 1 if key == "down" else -1
        ways = [
            (round(sign * (b[1] - y), 3), abs(b[0] + b[2] / 2 - x - width / 2), index)
            for index in self.plan.pages[self.page]
            if sign * ((b := self.plan.boxes[index])[1] - y) > 1e-3
        ]
        return min(ways)[2] if ways else self.focus

    def _noticed(self) -> None:
        self.touched = True
        self.lonely = 0

    # time

    def tick(self) -> None:
        self.ticks += 1
        self.lonely = 0 if self.hover or self.down or self.ring else self.lonely + 1
        calm, dt = self.setting.calm, self.tick_seconds
        if not calm and self.lonely and self.lonely % round(LEAF / dt) == 0 and len(self.plan.pages) > 1:
            self._turn((self.page + 1) % len(self.plan.pages))
        want = np.zeros(len(self.pieces))
        for index in self.hover.values():
            want[index] = 1.0
        if self.ring and self.pieces:
            want[self.focus] = 1.0
        for press in self.down.values():
            if press.tile is not None and not press.far:
                want[press.tile] = 0.3
        called, high = self._called()
        if called is not None:
            want[called] = max(want[called], high)
        rise = self.there.astype(float)
        if calm:
            self.lift, self.risen, self.at = want, rise, float(self.page)
            return
        self.lift = _toward(self.lift, want, follow(TURN, dt))
        self.risen = _toward(self.risen, rise, follow(RISE, dt))
        held = any(press.far for press in self.down.values())
        if not held:
            self.at = float(_toward(np.array(self.at), np.array(float(self.page)), follow(SLIDE, dt)))

    def _called(self) -> tuple[int | None, float]:
        """The picture that calls for a touch while nobody is there, and how high it is lifted for that."""
        passed = self.lonely * self.tick_seconds - IDLE
        if passed < 0 or self.setting.calm or not self.plan.pages:
            return None, 0.0
        page = self.plan.pages[self.page]
        number, share = divmod(passed, CALL)
        index = page[int(number) * 4 % len(page)]
        return index, 0.8 * math.sin(math.pi * min(share / CALL, 1.0)) ** 2

    @property
    def seen(self) -> Seen:
        """All that its looks depend on from tick to tick."""
        boxes = tuple(self.box(index) for index in range(len(self.pieces)))
        return Seen(
            boxes=boxes,
            offset=self.offset,
            at=self.at,
            page=self.page,
            lift=tuple(self.lift.tolist()),
            risen=tuple(self.risen.tolist()),
            failed=tuple(self.failed.tolist()),
            ring=self.focus if self.ring else None,
        )

    def picture(self) -> Picture:
        cut, self.cut = self.cut, False
        return Picture(self.look.layers(self.seen), cut=cut, alt={"page": self.page})


def _toward(now: np.ndarray, want: np.ndarray, share: float) -> np.ndarray:
    """A share of the way, and all of it where hardly any is left: what has come to rest stays the same."""
    moved = now + (want - now) * share
    return np.where(np.abs(want - moved) < 2e-3, want, moved)
