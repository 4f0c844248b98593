"""A shallow sea from its light top to its floor: shafts of light, swaying weed, sand with shells, bubbles."""

from __future__ import annotations

import math

import numpy as np

from kernels import runtime
from kernels.nearest import nearest_body
from scenes.board import HEIGHT, WIDTH, Board
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Discs, Ground, Layer, discs, pose, ribbons, shapes
from scenes.scene import CREATURE_TICK
from scenes.strewn import parts
from scenes.theme import Color, Theme, fade, mix

FLOOR = 30.0
"""Board px of sand above the board's lower edge."""
BLADE = np.linspace(0.0, 1.0, 7)
"""Places along a blade of weed, from root to tip."""
TIPS = BLADE[None] ** 1.5
GIRTH = np.array([0.55, 0.8, 1.0, 1.0, 0.85, 0.55, 0.04])
SWAY_TICKS = 600
SHAFT_TICKS = 540
REACH = 46.0
"""Board px from a body's side at which weed feels it."""
PUSH = 26.0
STIFFNESS, DAMPING = 38.0, 5.0
BUBBLES = 9
"""Rising at once over one part of the floor."""
PART = 900.0
"""Board px: a wider floor is laid out in parts of about this width, every other one mirrored."""
MINNOWS = 7
"""In a far school; schools swim where a large board would be bare."""
RISE = (300, 520)
"""Ticks of a bubble's way up, fewest and most."""

# Weed stands in groves: place across as a share of the board, spread px, blades, height px.
GROVES = ((0.055, 26.0, 8, 120.0), (0.21, 15.0, 4, 52.0), (0.80, 18.0, 5, 64.0), (0.945, 26.0, 8, 142.0))
FAR_GROVES = ((0.13, 30.0, 6, 120.0), (0.36, 20.0, 4, 62.0), (0.63, 24.0, 4, 80.0), (0.86, 30.0, 6, 132.0))


def deeper(theme: Theme, depth: float) -> Color:
    """The water's colour ``depth`` further from the light than the token, clear rather than grey."""
    if theme.name == "night":
        return mix(theme.water, theme.paper, 0.55 * depth)
    return np.clip(mix(theme.milk, theme.water, 1.0 + depth), 0.0, 1.0)


def light_shafts(
    board: Board, rows: tuple[tuple[float, float, float], ...], light: Color, alpha: np.ndarray
) -> Discs:
    """Shafts of ``light`` that lean to the right and thin out. ``rows``: where each comes in and its half
    width, shares of the board's width, and how far down it reaches, a share of the height; ``alpha`` (m,)."""
    count = parts(board.width, PART)
    at, wide, reach = np.array([(k + at, *rest) for k in range(count) for at, *rest in rows]).T
    at, wide = at / count, wide / count
    alpha = np.tile(alpha, count)
    length = 1.12 * (reach * board.height + 30.0)
    half = np.maximum(wide * board.width, 14.0 * max(1.0, board.height / HEIGHT))
    return discs(
        "shafts",
        np.stack([at * board.width, np.full(len(at), -30.0)], -1),
        np.stack([length, half], -1),
        np.array([fade(light, a) for a in alpha]),
        angle=1.07,
        softness=0.8 * half,
    )


class Sea:
    """The octopus's world. ``lean`` and ``speed`` (m,): how far weed gives way to bodies, px and px/s."""

    def __init__(self, theme: Theme, board: Board, seed: int = 404) -> None:
        self.theme, self.board = theme, board
        self.count = parts(board.width, PART)
        self.part = board.width / self.count
        self.rng = make_rng(seed)
        self.deep = mix(deeper(theme, 0.9), theme.lavender, 0.25)
        self.still = self._water()
        self._shafts()
        far = mix(theme.sage, theme.water, 0.66)
        near = (mix(theme.sage, theme.ink, 0.14), theme.sage, mix(theme.sage, theme.butter, 0.22))
        if theme.name == "night":
            near = (
                mix(theme.sage, theme.paper, 0.45),
                mix(theme.sage, theme.paper, 0.3),
                mix(theme.sage, theme.water, 0.4),
            )
            far = mix(theme.sage, theme.paper, 0.66)
        self.far = _Weed("far weed", self._grow(FAR_GROVES, 3.4), (far,), self.rng)
        self.weed = _Weed("weed", self._grow(GROVES, 3.8), near, self.rng, ribs=theme.shade(theme.sage, 0.34))
        self.floor = self._floor()
        self._bubbles()
        self._minnows(make_rng(seed + 1))
        m = len(self.weed.base)
        real = runtime.real()
        self.feelers = np.ascontiguousarray(self.weed.base - [0.0, 0.6] * self.weed.height[:, None], real)
        self.near, self.away = np.zeros(m, real), np.zeros((m, 2), real)
        self.bodies = np.empty((0, 2), real)
        self.settle()

    def settle(self) -> None:
        """Let the weed hang free again."""
        self.lean, self.speed = np.zeros(len(self.near)), np.zeros(len(self.near))

    def _water(self) -> tuple[Layer, ...]:
        theme = self.theme
        ground = Ground(
            name="ground",
            top=mix(theme.water, theme.paper, 0.46),
            bottom=self.deep,
            patch=fade(mix(theme.water, theme.milk if theme.name == "day" else theme.lavender, 0.32), 0.28),
            patch_size=190.0,
        )
        return (ground,)

    def _shafts(self) -> None:
        """Light falls in from the upper left, in a few soft shafts."""
        rows = ((0.02, 0.042, 0.80), (0.24, 0.026, 0.92), (0.49, 0.055, 0.78), (0.77, 0.03, 0.86))
        day = self.theme.name == "day"
        self.shaft_alpha = np.array([0.30, 0.21, 0.27, 0.20]) * (1.0 if day else 0.3)
        self.shaft_phase = np.array([self.rng() for _ in range(len(rows) * self.count)])
        self.shafts = light_shafts(
            self.board, rows, mix(self.theme.milk, self.theme.water, 0.15), self.shaft_alpha
        )
        self.shaft_alpha = self.shafts.fill[:, 3]

    def _lit(self, ticks: int, alive: bool) -> Layer:
        turn = (ticks % SHAFT_TICKS) / SHAFT_TICKS if alive else 0.0
        fill = self.shafts.fill.copy()
        fill[:, 3] = self.shaft_alpha * (0.72 + 0.28 * np.sin(TAU * (turn + self.shaft_phase)))
        return pose(self.shafts, fill=fill)

    def _ground_at(self, x: np.ndarray | float) -> np.ndarray:
        """Height of the sand's top, board px down."""
        u = np.asarray(x) / self.part
        return self.board.height - FLOOR + 5.0 * np.sin(7.0 * u + 0.6) + 3.0 * np.sin(17.0 * u)

    def _grow(self, groves: tuple[tuple[float, float, int, float], ...], wide: float) -> np.ndarray:
        """Blades (m, 5): root x, root y, height, half width, lean of its own."""
        rng, rows = self.rng, []
        stretch = max(1.0, self.part / WIDTH)
        taller = max(1.0, min(self.board.height / HEIGHT, 1.6))
        for place, (at, spread, count, tall) in (
            (place, grove) for place in range(self.count) for grove in groves
        ):
            count = round(count * stretch**0.5)
            middle = self.part * (place + (1 - at if place % 2 else at))
            for k in range(count):
                x = middle + spread * stretch**0.5 * (2 * (k + 0.5) / count - 1 + 0.3 * (rng() - 0.5))
                height = (
                    tall
                    * taller
                    * (0.5 + 0.5 * math.sin(math.pi * (k + 0.5) / count))
                    * (0.75 + 0.35 * rng())
                )
                rows.append((x, 0.0, height, wide * (0.7 + 0.5 * rng()), 16.0 * (rng() - 0.5)))
        blades = np.array(rows)
        blades[:, 1] = self._ground_at(blades[:, 0]) + 5.0
        return blades

    def _floor(self) -> tuple[Layer, ...]:
        theme, board, rng = self.theme, self.board, self.rng
        deep = 120.0
        x = np.linspace(-90.0, board.width + 90.0, max(9, round(board.width / 34)))
        sand = mix(theme.sand, theme.water, 0.22 if theme.name == "day" else 0.3)
        back = np.stack([x, self._ground_at(x + 150.0) + deep - 9.0], -1)
        front = np.stack([x, self._ground_at(x) + deep], -1)
        dune = ribbons("dune", back, deep, mix(sand, self.deep, 0.42))
        floor = ribbons("sand", front, deep, sand)
        rows = []
        for _ in range(round(34 * board.width / WIDTH)):
            px = rng() * board.width
            top = float(self._ground_at(px))
            py = top + 5.0 + (board.height - top - 5.0) * rng()
            rows.append((px, py, 0.7 + 2.6 * rng() ** 3, rng()))
        grains = np.array(rows)
        tones = np.array([mix(sand, theme.ink, 0.2), mix(sand, theme.milk, 0.5), mix(sand, theme.coral, 0.3)])
        stones = discs(
            "grains",
            grains[:, :2],
            grains[:, 2:3] * np.array([1.0, 0.72]),
            tones[(grains[:, 3] * 3).astype(int)],
            ink=fade(theme.ink, 0.45),
            ink_width=np.where(grains[:, 2] > 1.9, 0.7, 0.0),
        )
        return dune, floor, stones, *self._treasures()

    def _treasures(self) -> tuple[Layer, ...]:
        """A starfish and a scallop for whoever comes close."""
        theme, board = self.theme, self.board
        star_at = np.array([board.width * 0.30, board.height - 14.0])
        angle = TAU * np.arange(10) / 10 - 0.3
        reach = np.where(np.arange(10) % 2 == 0, 10.5, 5.6)
        star = np.stack([np.cos(angle), np.sin(angle)], -1) * reach[:, None] * [1.0, 0.8] + star_at
        tips = angle[::2]
        dots = (
            np.stack([np.cos(tips), np.sin(tips)], -1)[None]
            * np.array([2.6, 5.6])[:, None, None]
            * [1.0, 0.8]
        )
        shell_at = np.array([board.width * 0.685, board.height - 11.0])
        fan = np.linspace(-2.75, -0.39, 8)
        rim = np.stack([np.cos(fan), np.sin(fan)], -1) * [9.5, 10.5]
        rim[1::2] *= 0.94
        shell = np.concatenate([rim, [[2.6, 1.6], [-2.6, 1.6]]]) + shell_at
        ribs = np.stack([np.tile([0.0, 0.6], (6, 1)), rim[1:7] * 0.5, rim[1:7] * 0.86], axis=1) + shell_at
        fall = np.array([1.6, 2.6])
        pink = mix(theme.coral, theme.milk, 0.5)
        return (
            shapes("treasure shadows", np.stack([star]) + fall, theme.shadow, softness=1.8),
            shapes("scallop shadow", shell + fall, theme.shadow, softness=1.8),
            shapes(
                "starfish",
                star,
                theme.coral,
                ink=theme.ink,
                ink_width=1.5,
                shade=theme.shade(theme.coral, 0.14),
            ),
            discs(
                "starfish dots",
                dots.reshape(-1, 2) + star_at,
                np.full((10, 1), 0.8),
                theme.light(theme.coral, 0.6),
            ),
            shapes("scallop", shell, pink, ink=theme.ink, ink_width=1.5, shade=theme.shade(pink, 0.12)),
            ribbons("scallop ribs", ribs, [0.3, 0.5, 0.6], theme.shade(pink, 0.3)),
        )

    def _bubbles(self) -> None:
        rng, theme = self.rng, self.theme
        m = BUBBLES * self.count * parts(self.board.height, 600.0)
        rows = [(rng(), rng(), rng(), rng()) for _ in range(m)]
        self.bubble = np.array(rows)
        each = np.arange(m)
        vents = (np.array([0.08, 0.30, 0.93])[each % 3] + each // 3 % self.count) * self.part
        self.bubble_x = vents + 12.0 * (self.bubble[:, 0] - 0.5)
        self.bubble_y = self._ground_at(self.bubble_x)
        # On a high board the way up is longer.
        ways = max(1.0, self.board.height / (2 * HEIGHT))
        self.bubble_ticks = np.round(ways * (RISE[0] + (RISE[1] - RISE[0]) * self.bubble[:, 1]))
        self.bubble_start = np.round(self.bubble_ticks * self.bubble[:, 2])
        self.bubble_size = 1.3 + 2.1 * self.bubble[:, 3]
        clear = fade(theme.light(theme.water, 0.6), 0.35)
        self.bubbles = discs(
            "bubbles",
            np.zeros((2 * m, 2)),
            np.ones((2 * m, 1)),
            np.repeat(np.array([clear, fade(theme.milk, 0.9)]), m, 0),
            ink=fade(mix(theme.milk, theme.water, 0.2), 0.9),
            ink_width=np.repeat([0.7, 0.0], m),
        )

    def _minnows(self, rng: Rng) -> None:
        """Far schools of small fish, tone on tone, in the parts of a board that the published one lacks."""
        rows = parts(self.board.height, 480.0)
        fish, school, look = [], [], []
        for k in range(1, self.count * rows):
            row, column = divmod(k, self.count)
            x = (column + 0.3 + 0.4 * rng()) * self.part
            at = np.array([x, (row + 0.25 + 0.4 * rng()) * (self.board.height - 160.0) / rows])
            for _ in range(MINNOWS):
                fish.append(at + 62.0 * np.array([rng() - 0.5, 0.55 * (rng() - 0.5)]))
                school.append(k)
                look.append((-1.0) ** k * (0.75 + 0.5 * rng()))
        self.minnow, self.school = np.array(fish).reshape(-1, 2), np.array(school, float)
        body = np.array([[9.0, 0.0], [1.5, 0.0], [-6.0, 0.0], [-11.0, 0.0]])
        self.minnow_body = body * np.array(look).reshape(-1, 1, 1)
        tone = mix(self.deep, self.theme.lavender, 0.35)
        self.minnows = ribbons("minnows", self.minnow_body + 0.0, [0.6, 2.6, 0.6, 2.3], fade(tone, 0.85))

    def _schools(self, ticks: int, alive: bool) -> tuple[Layer, ...]:
        if not len(self.minnow):
            return ()
        turn = TAU * (ticks % (2 * SWAY_TICKS)) / (2 * SWAY_TICKS) if alive else 0.0
        swim = np.stack([26.0 * np.sin(turn + self.school), 7.0 * np.sin(2 * turn + 2.0 * self.school)], -1)
        return (pose(self.minnows, points=self.minnow_body + (self.minnow + swim)[:, None]),)

    def _risen(self, ticks: int, alive: bool) -> Layer:
        share = ((ticks if alive else 0) + self.bubble_start) % self.bubble_ticks / self.bubble_ticks
        y = self.bubble_y * (1 - share) - 6.0 * share
        x = self.bubble_x + 5.0 * np.sin(TAU * (3 * share + self.bubble[:, 0])) + 10.0 * share
        # A bubble swells out of the sand and thins away under the surface.
        size = (
            self.bubble_size
            * np.clip(share / 0.06, 0, 1)
            * np.clip((1 - share) / 0.12, 0, 1)
            * (0.8 + 0.4 * share)
        )
        place = np.stack([x, y], -1)
        glint = place - 0.36 * size[:, None]
        return pose(
            self.bubbles,
            center=np.concatenate([place, glint]),
            size=np.repeat(np.concatenate([size, 0.26 * size])[:, None], 2, 1),
        )

    def tick(self, bodies: np.ndarray, radius: np.ndarray) -> None:
        """Weed gives way to ``bodies`` (k, 2) of ``radius`` (k,) board px, and swings back. One 1/60 s."""
        if len(bodies) != len(self.bodies):
            self.bodies = np.empty((len(bodies), 2), self.near.dtype)
        self.bodies[:] = bodies
        nearest_body(self.feelers, self.bodies, radius, REACH, self.near, self.away)
        want = PUSH * self.near * self.near * self.away[:, 0]
        self.speed += ((want - self.lean) * STIFFNESS - self.speed * DAMPING) * CREATURE_TICK
        self.lean = self.lean + self.speed * CREATURE_TICK

    def behind(self, ticks: int, alive: bool) -> tuple[Layer, ...]:
        """Everything behind the actors."""
        return (
            *self.still,
            self._lit(ticks, alive),
            *self._schools(ticks, alive),
            *self.far.layers(ticks, alive, 0.0),
            *self.floor[:1],
            *self.weed.layers(ticks, alive, self.lean),
            *self.floor[1:],
        )

    def before(self, ticks: int, alive: bool) -> tuple[Layer, ...]:
        """What passes before them."""
        return (self._risen(ticks, alive),)


class _Weed:
    """Blades as ``Sea._grow`` gives them, with a rib along each if there is a colour for it."""

    def __init__(
        self, name: str, blades: np.ndarray, tones: tuple[Color, ...], rng, ribs: Color | None = None
    ) -> None:  # type: ignore[no-untyped-def]
        m = len(blades)
        self.base, self.height = blades[:, :2], blades[:, 2]
        phase = TAU * np.array([rng() for _ in range(m)])[:, None]
        u, tall = BLADE[None], self.height[:, None]
        # A wave runs up each blade; as sines and cosines of one turn it costs five products a tick.
        wide = 0.06 * tall * u**1.3
        first, second = phase - 3.4 * u, np.broadcast_to(-6.0 * u, wide.shape)
        self.swing = np.stack(
            [
                wide * np.cos(first),
                wide * np.sin(first),
                0.35 * wide * np.cos(second),
                0.35 * wide * np.sin(second),
            ]
        )
        self.still = np.sin(5.0 * u + phase) * 0.035 * tall * u + blades[:, 4:5] * TIPS
        self.rise = -tall * u
        fill = np.array([tones[k % len(tones)] for k in range(m)])
        still = np.zeros((m, len(BLADE), 2))
        self.blades = ribbons(name, still, blades[:, 3:4] * GIRTH, fill)
        self.ribs = None if ribs is None else ribbons(f"{name} ribs", still, 0.5 * GIRTH, fade(ribs, 0.55))

    def layers(self, ticks: int, alive: bool, lean: np.ndarray | float) -> tuple[Layer, ...]:
        """The blades now; ``lean`` (m,) px is how far their tips give way to bodies."""
        turn = TAU * (ticks % SWAY_TICKS) / SWAY_TICKS if alive else 0.0
        c, s = math.cos(turn), math.sin(turn)
        cc, ss = math.cos(2 * turn), math.sin(2 * turn)
        across = s * self.swing[0] + c * self.swing[1] + ss * self.swing[2] + cc * self.swing[3] + self.still
        if isinstance(lean, np.ndarray):
            across += lean[:, None] * TIPS
        points = np.empty((*across.shape, 2), np.float32)
        points[..., 0] = across + self.base[:, :1]
        # A blade that sways far comes down a little.
        points[..., 1] = self.rise * (1 - 0.004 * np.abs(across)) + self.base[:, 1:]
        made = pose(self.blades, points=points)
        return (made,) if self.ribs is None else (made, pose(self.ribs, points=points))
