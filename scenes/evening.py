"""An evening through a window: a low sun, drifting clouds, a town with first lights, a cat on the sill."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.motion import make_rng
from scenes.picture import Ground, Layer, discs, pose, ribbons, shapes
from scenes.shelf import tones
from scenes.theme import Color, Theme, fade, mix

SILL = 20.0
"""Board px; height of the sill along the lower edge."""
FRAME = 7.0
"""Board px; half the width of the window's side posts."""
PANE = 236.0
"""Board px from one glazing bar to the next, about."""
HORIZON = 66.0
"""Board px from the lower edge up to where the town stands."""
DROP = 14.6
"""Board px from a bar's middle down to where a cord hangs on its hook, for the largest letters."""
CLOUD_GAP = 150.0
CLOUD_TICKS = 5200
"""Ticks in which a cloud drifts to where its neighbour was: then all are as before."""


class Evening:
    """The window's layers: ``behind`` and ``before`` never change, ``clouds`` drift between them."""

    def __init__(self, theme: Theme, board: Board) -> None:
        self.theme, self.board = theme, board
        self.day = theme.name == "day"
        self.rng = make_rng(208)
        sky = (self._sky(), *self._sun(), *self._stars())
        self.cloud, self.cloud_at = self._clouds()
        far, near = self._hills()
        sill, self.before = self._window()
        land = (far, *self._town(), near)
        # Clouds are high above land and sill: what stands still lies below what moves, and is painted once.
        self.behind: tuple[Layer, ...] = (*sky, *land, *sill, *self._cat(), *self._pot())
        self.still = self.clouds(0)

    def clouds(self, ticks: int) -> Layer:
        """The clouds, ``ticks`` after the start."""
        share = (ticks % CLOUD_TICKS) / CLOUD_TICKS
        return pose(self.cloud, points=self.cloud_at + np.array([share * CLOUD_GAP, 0.0]))

    def _sky(self) -> Ground:
        t = self.theme
        if self.day:
            top = mix(t.paper, t.lavender, 0.34)
            bottom = mix(mix(t.paper, t.butter, 0.34), t.coral, 0.13)
        else:
            top, bottom = mix(t.paper, t.shadow, 0.30), mix(mix(t.paper, t.lavender, 0.20), t.coral, 0.14)
        return Ground(
            name="sky",
            top=fade(top, 1.0),
            bottom=bottom,
            patch=fade(mix(t.coral, t.butter, 0.5), 0.10 if self.day else 0.05),
            patch_size=210.0,
            grain=0.35,
            seed=2.0,
        )

    def _sun(self) -> tuple[Layer, ...]:
        t, (cx, _) = self.theme, self.board.center
        x, y = cx + 138.0, self.board.height - HORIZON - 4.0
        if not self.day:
            x, y = cx - 176.0, 62.0 + 0.1 * (self.board.height - 300.0)
            moon = mix(t.milk, t.butter, 0.25)
            return (
                discs("moon glow", [[x, y]], [[46.0, 46.0]], fade(moon, 0.10), softness=40.0),
                discs("moon", [[x, y]], [[13.0, 13.0]], fade(moon, 0.95)),
                discs("moon marks", [[x - 4, y - 3], [x + 5, y + 2], [x - 1, y + 6]],
                      np.array([[3.0], [2.2], [1.6]]), fade(mix(moon, t.paper, 0.35), 0.55)),
            )  # fmt: skip
        warm = mix(t.coral, t.butter, 0.55)
        return (
            discs("sun glow", [[x, y], [x, y]], [[150.0, 92.0], [70.0, 62.0]],
                  [fade(warm, 0.18), fade(t.butter, 0.36)], softness=[80.0, 46.0]),
            discs("sun", [[x, y]], [[25.0, 25.0]], fade(mix(t.coral, t.butter, 0.38), 0.85)),
        )  # fmt: skip

    def _stars(self) -> tuple[Layer, ...]:
        t, b = self.theme, self.board
        count = round((3 if self.day else 46) * max(b.width / 480.0, 1.0))
        draw = np.array([[self.rng(), self.rng(), self.rng()] for _ in range(count)])
        place = np.stack([draw[:, 0] * b.width, 20.0 + draw[:, 1] ** 1.3 * (b.height - 150.0)], -1)
        size = (0.5 + 0.8 * draw[:, 2] ** 2)[:, None]
        return (discs("stars", place, size, fade(t.milk, 0.9 if self.day else 0.75)),)

    def _clouds(self) -> tuple[Layer, np.ndarray]:
        """Long flat clouds in families, lit from below."""
        t, b = self.theme, self.board
        lines, radius = [], []
        s = np.linspace(0.0, 1.0, 9)
        for k in range(-2, math.ceil(b.width / CLOUD_GAP) + 1):
            # All families are alike, so that each may take its neighbour's place without being seen to.
            for dx, dy, long, thick in (
                (0.0, 0.0, 104.0, 4.2),
                (34.0, 7.5, 84.0, 3.4),
                (-14.0, 13.0, 58.0, 2.2),
            ):
                x0, y = k * CLOUD_GAP + dx, 0.36 * b.height - 30.0 + dy
                lines.append(np.stack([x0 + long * s, y + 1.5 * np.sin(5 * s + dx)], -1))
                radius.append(thick * np.sin(np.pi * s) ** 0.7)
        tone = mix(t.coral, t.milk, 0.62) if self.day else mix(t.lavender, t.paper, 0.45)
        points = np.array(lines)
        layer = ribbons(
            "clouds", points, np.array(radius), fade(tone, 0.30 if self.day else 0.4), softness=2.6
        )
        return layer, points

    def _hills(self) -> tuple[Layer, Layer]:
        t, b = self.theme, self.board
        x = np.arange(-80.0, b.width + 81.0, 20.0)
        u = (x - b.center[0]) / 480.0
        base = b.height - HORIZON
        far = base + 2.0 - 15.0 * np.sin(2.6 * u + 0.9) - 6.0 * np.sin(7.3 * u)
        near = base + 18.0 - 8.0 * np.sin(3.7 * u + 2.6) - 4.0 * np.sin(9.0 * u + 1.0)
        high = 70.0
        sky = mix(t.paper, t.butter, 0.4) if self.day else mix(t.paper, t.lavender, 0.16)
        tones_ = (
            mix(mix(t.lavender, t.coral, 0.30), sky, 0.45),
            mix(mix(t.lavender, t.sage, 0.30), sky, 0.22),
        )
        if not self.day:
            tones_ = (mix(t.paper, t.lavender, 0.24), mix(t.paper, t.shadow, 0.12))
        lines = [np.stack([x, y + high], -1) for y in (far, near)]
        self.near = (x, near)
        return (
            ribbons("far hills", lines[0], high, fade(tones_[0], 1.0)),
            ribbons("near hills", lines[1], high, fade(tones_[1], 1.0)),
        )

    def _town(self) -> tuple[Layer, ...]:
        """Small gabled houses on the near hill, some windows lit, smoke from one chimney."""
        t, b, rng = self.theme, self.board, self.rng
        walls, roofs, lights = [], [], []
        x = -10.0 + 10.0 * rng()
        while x < b.width + 10.0:
            for _ in range(2 + int(4 * rng())):
                wide, high, gable = 6.0 + 5.0 * rng(), 5.0 + 6.0 * rng(), 3.0 + 3.0 * rng()
                y = float(np.interp(x + wide / 2, *self.near)) + 1.0
                walls.append([(x, y - high), (x + wide, y - high), (x + wide, y + 9), (x, y + 9)])
                roofs.append(
                    [(x - 1.2, y - high), (x + wide / 2, y - high - gable), (x + wide + 1.2, y - high)]
                )
                for k in range(2):
                    if rng() < (0.45 if self.day else 0.7):
                        wx, wy = x + wide * (0.22 + 0.36 * k), y - high + 2.0
                        lights.append([(wx, wy), (wx + 1.4, wy), (wx + 1.4, wy + 1.9), (wx, wy + 1.9)])
                x += wide + 0.6 + 2.0 * rng()
            x += 16.0 + 90.0 * rng() ** 2
        ground = (
            mix(mix(t.lavender, t.ink, 0.16), t.paper, 0.16) if self.day else mix(t.paper, t.shadow, 0.30)
        )
        roof = mix(mix(ground, t.coral, 0.30), t.ink, 0.06) if self.day else mix(ground, t.lavender, 0.22)
        light = mix(t.butter, t.milk, 0.35)
        return (
            shapes("houses", walls, fade(ground, 1.0), corner=1.0),
            shapes("roofs", roofs, fade(roof, 1.0), corner=1.0),
            shapes("lit windows", lights or [[(0, -9), (1, -9), (1, -8), (0, -8)]], light, corner=1.0),
        )

    def _window(self) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """The sill with its grain; and before the clouds glazing bars, the posts at the sides, the head."""
        t, b = self.theme, self.board
        wood, wood_light, wood_dark = tones(t)
        pale, shine = mix(wood, t.paper, 0.55 if self.day else 0.35), mix(wood_light, t.paper, 0.5)
        w, h = b.width, b.height
        sill = h - SILL
        count = max(2 * round(w / PANE / 2), 2)
        faces, fill = [], []
        for x in [w * (k + 1) / (count + 1) for k in range(count)]:
            faces += [_rect(x - 2.6, -9, x + 2.6, sill), _rect(x - 2.6, -9, x - 1.2, sill)]
            fill += [pale, shine]
        faces += [
            _rect(-9, -9, FRAME, sill),
            _rect(w - FRAME, -9, w + 9, sill),
            _rect(-9, -9, w + 9, 11.0),
            _rect(-9, 9.4, w + 9, 11.0),
        ]
        fill += [wood, wood, wood, wood_dark]
        board = [
            _rect(-9, sill, w + 9, sill + 7.0),
            _rect(-9, sill + 7.0, w + 9, h + 9),
            _rect(-9, sill + 7.0, w + 9, sill + 8.3),
        ]
        posts = [[(FRAME, 11), (FRAME, sill)], [(w - FRAME, 11), (w - FRAME, sill)]]
        dark, thin = fade(wood_dark, 0.8), fade(wood_dark, 0.34)
        return (
            shapes("sill", board, np.array([wood_light, wood, mix(wood_light, t.paper, 0.4)]), corner=1.0),
            ribbons("sill line", [[(-9, sill), (w + 9, sill)]], 0.4, dark),
            self._grain("sill wood grain", (2.2, 4.6, 11.0, 14.2, 17.4), sill, thin),
        ), (
            shapes("window frame", faces, np.array(fill), corner=1.0),
            ribbons("frame lines", posts, 0.4, dark),
            self._grain("frame wood grain", (3.0, 6.2), 0.0, thin),
        )

    def _grain(self, name: str, heights: tuple[float, ...], top: float, tone: Color) -> Layer:
        """Long lines of the wood at ``heights`` below ``top``, board px."""
        s = np.linspace(0.0, 1.0, 8)
        lines = []
        for y in heights:
            x = -40.0 * self.rng()
            while x < self.board.width:
                long = 60 + 150 * self.rng()
                lines.append(np.stack([x + long * s, top + y + 0.5 * np.sin(4 * s + x)], -1))
                x += long + 14 + 50 * self.rng()
        return ribbons(name, np.array(lines), 0.28 * np.sin(np.pi * s) ** 0.5, tone)

    def _cat(self) -> tuple[Layer, ...]:
        """A cat on the sill that looks out, its back to us."""
        t = self.theme
        x, y = self.board.center[0] + 176.0, self.board.height - SILL + 1.5
        fur = mix(mix(t.lavender, t.ink, 0.42), t.coral, 0.08) if self.day else mix(t.paper, t.shadow, 0.62)
        fur = fade(fur, 1.0)
        body = np.array([[-10.5, 0.5], [-11.5, -6.0], [-8.5, -15.0], [-4.2, -21.0],
                         [3.6, -21.0], [7.6, -15.0], [10.0, -6.0], [9.6, 0.5]])  # fmt: skip
        head = np.array([[-7.4, -24.0], [-6.9, -32.4], [-2.4, -29.2], [2.2, -29.2],
                         [6.6, -32.4], [7.0, -24.0], [3.8, -19.4], [-4.2, -19.4]])  # fmt: skip
        loops = np.stack([body, head]) + np.array([x, y])
        a = np.linspace(0.0, 1.0, 11)
        tail = np.stack([x + 8.0 + 17.0 * np.sin(2.2 * a), y - 1.8 + 11.0 * a**2.2], -1)
        rim = fade(mix(t.butter, t.coral, 0.35), 0.7)
        edge = np.array([[[7.6, -25.0], [6.9, -31.0]], [[7.3, -17.0], [9.4, -8.0]]]) + np.array([x - 0.6, y])
        return (
            discs("cat shadow", [[x + 1.0, y + 1.0]], [[15.0, 2.4]], t.shadow, softness=1.8),
            ribbons("cat tail", tail, np.linspace(2.4, 1.5, 11), fur),
            shapes("cat", loops, fur, corner=np.array([0.6, 0, 0, 0, 0, 0, 0, 0.6])),
            shapes("cat ears", np.array([[[-7.2, -25], [-6.9, -33.0], [-1.9, -28.6]],
                                         [[1.7, -28.6], [6.5, -33.0], [6.8, -25]]]) + np.array([x, y]),
                   fur, corner=0.85),
            ribbons("cat light", edge, [0.5, 0.5], rim),
        )  # fmt: skip

    def _pot(self) -> tuple[Layer, ...]:
        """A pot with a young plant that leans to the light."""
        t = self.theme
        x, y = self.board.center[0] - 182.0, self.board.height - SILL + 2.0
        clay = mix(t.coral, t.sand, 0.30) if self.day else mix(t.coral, t.paper, 0.45)
        green = mix(t.sage, t.ink, 0.10) if self.day else mix(t.sage, t.paper, 0.42)
        pot = np.array([[-8.0, -13.0], [8.0, -13.0], [6.2, 0.5], [-6.2, 0.5]]) + np.array([x, y])
        lip = np.array([[-9.4, -16.6], [9.4, -16.6], [9.0, -12.6], [-9.0, -12.6]]) + np.array([x, y])
        leaves, stems = [], []
        s = np.linspace(0.0, 1.0, 6)
        for turn, long in (
            (-1.15, 15.0),
            (-0.62, 21.0),
            (-0.12, 25.0),
            (0.42, 23.0),
            (0.9, 18.0),
            (1.35, 13.0),
        ):
            way = np.array([math.sin(turn + 0.16), -math.cos(turn)])
            tip = np.array([x, y - 15.0]) + way * long
            side = np.array([-way[1], way[0]])
            stems.append(np.array([x, y - 15.0]) + way * (0.62 * long * s)[:, None])
            leaves.append([tip - way * 13, tip - way * 8 + side * 4.0, tip - way * 3 + side * 2.4, tip,
                           tip - way * 3 - side * 2.4, tip - way * 8 - side * 4.0])  # fmt: skip
        return (
            discs("pot shadow", [[x + 3.0, y + 1.0]], [[10.5, 2.4]], t.shadow, softness=1.8),
            ribbons("pot stems", np.array(stems), 0.6, t.shade(green, 0.3)),
            shapes("pot foliage", np.array(leaves), green, corner=np.array([0.4, 0, 0, 0.8, 0, 0]),
                   shade=t.shade(green, 0.14), ink=fade(t.shade(green, 0.45), 0.5), ink_width=0.5),
            shapes("pot", np.array([pot, lip]), clay, corner=0.92, shade=t.shade(clay, 0.16),
                   ink=fade(t.shade(clay, 0.5), 0.6), ink_width=0.7),
        )  # fmt: skip


def _rect(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def rod(theme: Theme, board: Board, height: np.ndarray, hooks: np.ndarray, thick: float) -> tuple[Layer, ...]:
    """Bars across the window at ``height`` (rows,), and a hook over one of them at each of ``hooks`` (n, 2).

    ``hooks``: where cords hang, board px; ``thick``: size of bars and hooks, 1 for the largest letters.
    """
    wood, wood_light, wood_dark = tones(theme)
    iron = (
        mix(theme.lavender, theme.ink, 0.55) if theme.name == "day" else mix(theme.lavender, theme.ink, 0.35)
    )
    w, r = board.width, 4.3 * thick
    line = np.array([[[-9.0, y], [w / 2, y], [w + 9.0, y]] for y in height])
    bar = mix(wood, wood_dark, 0.35)
    angle = np.linspace(-2.0, 1.57, 7)
    over = np.stack([1.5 * np.cos(angle) - 0.2, -(DROP - 4.6) + 5.4 * np.sin(angle)], -1)
    bowl = np.linspace(0.2, 0.94 * math.pi, 6)
    curl = np.stack([3.2 * np.cos(bowl), 3.2 * np.sin(bowl) - 3.2], -1)
    hook = np.concatenate([over[:-1], [[0.6, -8.4], [2.4, -5.6]], curl[1:]]) * thick
    n = len(hook)
    width = np.full(n, 1.15) * thick
    width[-1] = 0.7 * thick
    path = hooks[:, None] + hook
    return (
        ribbons("bar shadows", line + np.array([4.0, 7.0]) * thick, r, theme.faint(0.75),
                softness=3.5 * thick),
        ribbons("bars", line, r, bar, ink=fade(theme.shade(wood_dark, 0.35), 0.75), ink_width=0.8 * thick),
        ribbons("bar lights", line - np.array([0.0, 0.40]) * r, 0.17 * r, fade(wood_light, 0.85)),
        ribbons("bar shades", line + np.array([0.0, 0.52]) * r, 0.22 * r, fade(wood_dark, 0.55)),
        ribbons("hook shadows", path + np.array([1.2, 1.8]) * thick, width, theme.faint(0.8),
                softness=1.2 * thick),
        ribbons("hooks", path, width, iron),
        ribbons("hook lights", path[:, :6] - np.array([0.35, 0.2]) * thick, 0.32 * thick,
                fade(theme.light(iron, 0.6), 0.8)),
    )  # fmt: skip
