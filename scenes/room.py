"""The corner of a room: boards, a fringed rug, the window's light on it, and somebody behind the skirting."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.eyes import Blinks, Eyes
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ground, Layer, discs, pose, ribbons, shapes
from scenes.strewn import parts
from scenes.theme import Color, Theme, fade, mix

SKIRTING = 22.0
"""Board px from the top down to the skirting board's upper edge."""
FLOOR = 37.0
"""Board px from the top down to where the floor begins."""
FAR = 1400.0
"""Board px by which wall and boards run on beyond the board."""
RUG = (0.385, 0.370)
"""Half size of the rug as shares of the board; its middle lies below the board's."""
PLANK = 34.0
HOLE_AT = 0.79
"""Share of the width at which the hole in the skirting is."""
WIND_TICKS = 260
"""Ticks of one breath of wind outside."""
SHY = (70.0, 150.0)
"""Board px from the hole to a pet at which the mouse is gone, and at which it looks out quite."""


def _box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def _round_box(half: np.ndarray, radius: float) -> np.ndarray:
    """A loop (n, 2) about the origin: a box of half size ``half`` with round corners."""
    corner = np.linspace(0, math.pi / 2, 5)
    arc = np.stack([np.cos(corner), np.sin(corner)], -1) * radius + (half - radius)
    flip = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    quarters = [arc[:: int(fx * fy)] * [fx, fy] for fx, fy in flip]
    # Points close to the corners keep the long sides straight.
    along = np.array([0.015, 0.05, 0.15, 0.5, 0.85, 0.95, 0.985])[:, None]
    sides = [q[-1] + (r[0] - q[-1]) * along for q, r in zip(quarters, quarters[1:] + quarters[:1])]
    return np.concatenate([part for pair in zip(quarters, sides) for part in pair])


class Room:
    """Still layers of the room, and the mouse that looks out of its hole while no pet is near."""

    def __init__(self, theme: Theme, board: Board) -> None:
        self.theme, self.board = theme, board
        rng = make_rng(808)
        self.middle = np.array([board.width / 2, (board.height + FLOOR) / 2 + 4])
        self.half = np.array(RUG) * [board.width, board.height - 20]
        self.still: tuple[Layer, ...] = (
            *self._boards(rng), *self._wall(), *self._rug(), *self._window(rng), *self._bowl(),
        )  # fmt: skip
        self._mouse()

    def _boards(self, rng: Rng) -> tuple[Layer, ...]:
        theme, board = self.theme, self.board
        wood = mix(theme.sand, theme.paper, 0.40)
        ground = Ground(
            name="ground",
            top=mix(wood, theme.paper, 0.2),
            bottom=mix(wood, theme.sand, 0.5),
            patch=fade(mix(theme.sand, theme.coral, 0.18), 0.22),
            patch_size=160.0,
            grain=0.5,
        )
        seam = fade(theme.shade(theme.sand, 0.4), 0.30)
        lines, y = [], FLOOR + PLANK * 0.8
        while y < board.height + FAR:
            lines.append([[-FAR, y], [board.width + FAR, y]])
            y += PLANK
        ends = []
        for row in range(math.ceil(board.height / PLANK)):
            for k in range(math.ceil(board.width / 210)):
                x = (k + 0.15 + 0.7 * rng()) * 210
                top = FLOOR + PLANK * (row - 0.2)
                ends.append([[x, max(top, FLOOR)], [x, top + PLANK]])
        return (
            ground,
            ribbons("floor seams", np.array(lines), 0.55, seam),
            ribbons("floor ends", np.array(ends), 0.5, seam),
        )

    def _wall(self) -> tuple[Layer, ...]:
        theme, board = self.theme, self.board
        right = board.width + FAR
        paper = mix(theme.paper, theme.sage, 0.42)
        stripe = mix(theme.paper, theme.sage, 0.30)
        bands = np.array([_box(x, -FAR, x + 13.0, SKIRTING) for x in np.arange(-FAR, right, 26.0)])
        wood = mix(theme.milk, theme.sand, 0.22) if theme.name == "day" else mix(theme.sand, theme.milk, 0.14)
        return (
            shapes(
                "wall shadow", _box(-FAR, FLOOR - 8, right, FLOOR + 7), theme.shadow, corner=1.0, softness=5.0
            ),
            shapes("wall", _box(-FAR, -FAR, right, SKIRTING), paper, corner=1.0),
            shapes("wall stripes", bands, stripe, corner=1.0),
            shapes("skirting", _box(-FAR, SKIRTING, right, FLOOR), wood, corner=1.0),
            ribbons(
                "skirting lines",
                [[[-FAR, y], [right, y]] for y in (SKIRTING, SKIRTING + 3.6, FLOOR)],
                np.array([[0.9], [0.45], [1.0]]),
                np.array([fade(theme.ink, 0.75), fade(theme.ink, 0.25), fade(theme.ink, 0.85)]),
            ),
        )

    def _wool(self, light: float) -> Color:
        """Tones of the rug: a dusty lavender that leaves the colour to its guests."""
        return mix(mix(self.theme.lavender, self.theme.sand, 0.28), self.theme.paper, light)

    def _rug(self) -> tuple[Layer, ...]:
        theme = self.theme
        base = self._wool(0.48)
        loop = _round_box(self.half, 9.0) + self.middle
        bands, tones = [], []
        top, bottom = self.middle[1] - self.half[1] + 0.8, self.middle[1] + self.half[1] - 0.8
        pale = (
            mix(theme.coral, theme.paper, 0.52),
            self._wool(0.76),
            mix(theme.sage, theme.paper, 0.45),
        )
        for inset, width, tone in ((11.0, 7.0, 0), (20.0, 2.4, 1), (24.5, 4.0, 2), (30.5, 2.4, 1)):
            for side in (-1.0, 1.0):
                x = self.middle[0] + side * (self.half[0] - inset - width / 2)
                bands.append(_box(x - width / 2, top, x + width / 2, bottom))
                tones.append(pale[tone])
        return (
            shapes("rug shadow", loop + np.array([1.6, 3.0]), theme.shadow, softness=3.0),
            self._fringe(),
            shapes("rug", loop, base),
            shapes("rug bands", np.array(bands), np.array(tones), corner=1.0),
            self._stitches(),
            shapes("rug edge", loop, fade(base, 0.0), ink=fade(theme.ink, 0.62), ink_width=1.4),
        )

    def _fringe(self) -> Layer:
        """Tassels at both ends of the rug."""
        strokes = []
        inner = self.half[1] - 17.0
        for side in (-1.0, 1.0):
            for k, y in enumerate(np.arange(-inner, inner + 1, 5.2)):
                sag = 1.4 * math.sin(2.3 * k + side)
                root = self.middle + np.array([side * (self.half[0] - 2.0), y])
                tip = root + np.array([side * (10.5 + 1.2 * math.sin(1.7 * k)), sag])
                strokes.append([root, (root + tip) / 2 + np.array([0.0, -0.5 * sag]), tip])
        return ribbons("rug fringe", np.array(strokes), [1.3, 1.0, 0.9], self._wool(0.0))

    def _stitches(self) -> Layer:
        """Small diamonds along the sides and between the bands, large ones in the middle, tone on tone."""
        pale, deep = self._wool(0.66), self._wool(0.32)
        across, down = self.half - [44.0, 11.0]
        spots = [
            (x, y, 2.3, pale)
            for x in np.linspace(-across, across, 2 * int(across / 22) + 1)
            for y in (-down, down)
        ]
        far = self.half[0] - 14.5
        spots += [
            (x, y, 2.0, pale) for y in np.linspace(-down, down, 2 * int(down / 15) + 1) for x in (-far, far)
        ]
        for place, size in self._medallions():
            for reach, tone in (
                (40.0, pale),
                (34.0, deep),
                (29.0, self._wool(0.48)),
                (12.0, pale),
                (7.0, deep),
            ):
                spots.append((*place, reach * size, tone))
        diamond = np.array([[0.0, -1.0], [1.25, 0.0], [0.0, 1.0], [-1.25, 0.0]])
        loops = np.array([diamond * size + self.middle + (x, y) for x, y, size, _ in spots])
        return shapes("rug stitches", loops, np.array([tone for *_, tone in spots]), corner=1.0)

    def _medallions(self) -> list[tuple[tuple[float, float], float]]:
        """Places of the large diamonds about the rug's middle, and their sizes: more on a long rug."""
        wide, high = self.half
        if high > wide:
            count = 2 * round(high / 150.0) + 1
            step = 2 * (high - 70.0) / (count - 1) if count > 1 else 0.0
            row = [
                ((0.0, (k - count // 2) * step), 1.0 if (k - count // 2) % 2 == 0 else 0.7)
                for k in range(count)
            ]
            return [*row]
        count = max(2 * round(wide / 175.0) - 1, 3)
        step = 0.92 * wide / (count // 2 + 1) if count > 3 else 0.46 * wide
        return [
            (((k - count // 2) * step, 0.0), 1.0 if (k - count // 2) % 2 == 0 else 0.7) for k in range(count)
        ]

    def _window(self, rng: Rng) -> tuple[Layer, ...]:
        """Light from a window with four panes, slanting over floor and rug, and the twig outside of it."""
        theme, board = self.theme, self.board
        glow = (
            fade(mix(theme.milk, theme.butter, 0.16), 0.52)
            if theme.name == "day"
            else fade(theme.water, 0.42)
        )
        across, down = parts(board.width, 800.0), parts(board.height, 760.0)
        origins = [
            np.array([(k + 0.20) * board.width / across, FLOOR + 22.0 + row * board.height / down])
            for row in range(down)
            for k in range(across)
        ]
        origin = origins[0]
        slant, panes = np.array([0.55, 1.0]), []
        for corner in origins:
            for row in range(2):
                for column in range(2):
                    a = corner + np.array([column * 62.0, 0.0]) + slant * row * 62.0
                    panes.append(
                        a + np.array([[0.0, 0.0], [55.0, 0.0], [55.0 + 55.0 * slant[0], 55.0], slant * 55.0])
                    )
        self.twig = origin + np.array([128.0, 22.0])
        reach = np.array([0.0, 9.0, 20.0, 27.0, 38.0, 47.0, 55.0, 66.0])
        aside = np.array([3.0, -7.0, 6.0, -7.5, 7.0, -6.0, 6.5, 0.0])
        self.leaf_at = np.stack([-reach, 0.30 * reach + aside], -1)
        self.leaf_turn = 2.85 + np.sign(aside) * -0.75
        self.leaf_phase = np.array([rng() for _ in reach])
        dim = theme.faint(0.75)
        self.leaves = discs("leaf shadows", self.leaf_at, [[8.5, 3.7]] * 8, dim, softness=1.6)
        return (shapes("window light", np.array(panes), glow, corner=1.0, softness=2.2),)

    def _bowl(self) -> tuple[Layer, ...]:
        """A bowl by the wall, with a fish on it that somebody painted."""
        theme = self.theme
        at = np.array([0.072 * self.board.width, FLOOR + 16.0])
        side = (
            np.array([[-15.0, -3.0], [15.0, -3.0], [18.5, 8.0], [12.0, 11.5], [-12.0, 11.5], [-18.5, 8.0]])
            + at
        )
        tone = mix(theme.sage, theme.water, 0.35)
        fish = np.array(
            [
                [-6.0, 4.2],
                [-2.0, 1.6],
                [3.0, 2.6],
                [6.0, 1.2],
                [5.2, 4.2],
                [6.0, 7.0],
                [3.0, 5.8],
                [-2.0, 6.8],
            ]
        )
        return (
            discs("bowl shadow", [at + np.array([3.0, 11.0])], [[21.0, 6.5]], theme.shadow, softness=3.0),
            shapes("bowl", side, tone, ink=theme.ink, ink_width=1.8, shade=theme.shade(tone, 0.14)),
            shapes("bowl fish", fish + at, fade(theme.milk, 0.9), corner=[1, 0, 0, 1, 0, 1, 0, 0]),
            discs(
                "bowl food",
                np.array([[0.0, -3.0], [0.0, -2.4], [-6.0, -3.6], [1.0, -4.2], [7.0, -3.4], [-1.5, -2.4]])
                + at,
                np.array([[15.0, 4.4], [13.0, 3.2], [3.4, 2.0], [3.8, 2.2], [3.2, 1.9], [3.2, 1.7]]),
                np.array(
                    [
                        theme.light(tone, 0.4),
                        theme.shade(tone, 0.3),
                        *[mix(theme.coral, theme.sand, 0.35)] * 4,
                    ]
                ),
                ink=theme.ink,
                ink_width=[1.6, 0.0, 0.8, 0.8, 0.8, 0.8],
            ),
        )

    def _mouse(self) -> None:
        """An arched hole in the skirting, dark, with two eyes in it."""
        theme = self.theme
        self.hole = np.array([HOLE_AT * self.board.width, FLOOR])
        turn = math.pi + math.pi * np.arange(9) / 8
        arch = np.stack([8.5 * np.cos(turn), -1.0 + 11.5 * np.sin(turn)], -1)
        loop = np.concatenate([arch, [[8.5, 0.0], [-8.5, 0.0]]]) + self.hole
        corner = np.zeros(len(loop))
        corner[[-1, -2]] = 1.0
        dark = theme.shade(mix(theme.ink, theme.coral, 0.12) if theme.name == "day" else theme.paper, 0.4)
        frame = (loop - self.hole) * np.array([1.16, 1.14]) + self.hole
        rim = mix(theme.sand, theme.milk, 0.2)
        self.still += (
            shapes("mouse frame", frame, rim, corner=corner, ink=theme.ink, ink_width=1.3),
            shapes("mouse hole", loop, dark, corner=corner),
        )
        self.blinks = Blinks(1, seed=26, every=(110, 240))
        self.eyes = Eyes("mouse eyes", theme, [2.7, 2.7])
        # So small and in the dark, they need no outline.
        self.eyes.layer = pose(self.eyes.layer, ink_width=np.zeros(6))
        self.bold = 0.0
        places = np.repeat(self.hole[None], 6, 0)
        self.gone = pose(self.eyes.layer, center=places, size=np.zeros((6, 2)))

    def hush(self) -> None:
        """The mouse is in its hole, as before anything happened."""
        self.bold = 0.0

    def tick(self, nearest: float) -> None:
        """The mouse gets bolder or shyer with the distance px of the ``nearest`` pet."""
        share = min(max((nearest - SHY[0]) / (SHY[1] - SHY[0]), 0.0), 1.0)
        self.bold += (share - self.bold) * (0.25 if share < self.bold else 0.03)

    def shade(self, ticks: int, breathe: bool) -> Layer:
        """Shadows of a twig outside the window, stirred by a little wind, if it may ``breathe``."""
        turn = (ticks % WIND_TICKS) / WIND_TICKS if breathe else 0.0
        gust = 0.10 * math.sin(TAU * turn) + 0.03 * math.sin(3 * TAU * turn)
        c, s = math.cos(gust), math.sin(gust)
        flutter = 0.22 * np.sin(TAU * (2 * turn + self.leaf_phase)) + gust
        place = self.leaf_at @ np.array([[c, s], [-s, c]]) + self.twig
        return pose(self.leaves, center=place, angle=self.leaf_turn + flutter)

    def watcher(self, look_at: np.ndarray, ticks: int, breathe: bool) -> Layer:
        """The eyes in the hole, looking at ``look_at`` (2,) board px."""
        bold = self.bold if breathe else 1.0
        if bold < 0.05:
            return self.gone
        at = self.hole + np.array([[-3.0, -5.2 - 0.6 * bold], [3.0, -5.2 - 0.6 * bold]])
        lids = np.maximum(self.blinks.lids(ticks, breathe), min(1.0, 1.4 * (1 - bold)))
        return self.eyes.at(at, look_at, lids)
