"""Low autumn hills and hollows: a height map, drawn as stacked sheets of paper cut along its contours."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, make_rng
from scenes.picture import Ground, Layer, discs, ribbons, shapes
from scenes.strewn import more
from scenes.theme import Theme, fade, mix
from scenes.vectors import raised

TOP, BOTTOM = 14.0, -8.0
"""Height of the tops above the plain and of the hollows' floors, board px."""
LEVELS = (0.06, 0.22, 0.40, 0.60, 0.80, 0.94)
"""Shares of the full height at which a sheet of paper is cut."""
RADII = (112.0, 96.0, 80.0, 62.0, 46.0, 34.0)
DARTS = 260
"""Places that are tried for hills of each radius, the wide ones first; those with room are taken."""
FLAT = 0.82
"""Height of a hill's outline as a share of its width."""
GAP = 5.0
REACH = np.array([700.0, 1000.0])
"""Board px from the middle of the map to its edges."""
OUTER = np.array([1330.0, 2060.0])
"""The same for boards that reach farther: the map goes on, and stays as it is in the middle."""
CELL = 3.0
"""Board px between the samples of the map that feet feel."""
LOOP_POINTS = 26
MUSHROOMS = (
    (-0.62, 0.72, 1.0),
    (-0.555, 0.80, 0.7),
    (-0.69, 0.82, 0.55),
    (0.90, -0.50, 0.8),
    (0.955, -0.42, 0.55),
)
"""Place as shares of the board's half size from its centre, and size."""


class Hills:
    """The ground of a board: the same map about the board's centre, however large the board is."""

    def __init__(self, theme: Theme, board: Board) -> None:
        self.board = board
        self.half = np.array(board.center)
        where, radius, sign, wave = _mounds(bool((self.half + max(RADII) > REACH).any()))
        margin = radius[:, None]
        near = (np.abs(where) < self.half + margin).all(axis=1)
        self.center, self.radius, self.sign, self.wave = (
            where[near] + self.half,
            radius[near],
            sign[near],
            wave[near],
        )
        self._sample()
        self.still: tuple[Layer, ...] = (
            self._plain(theme),
            *self._sheets(theme),
            self._hatching(theme),
            *self._mushrooms(theme),
        )

    def _sample(self) -> None:
        """Heights on a grid that reaches a little beyond the board."""
        margin = 12 * CELL
        self.origin = -margin
        columns, rows = (
            int((side + 2 * margin) / CELL) + 2 for side in (self.board.width, self.board.height)
        )
        x, y = np.meshgrid(np.arange(columns) * CELL - margin, np.arange(rows) * CELL - margin)
        grid = np.zeros((rows, columns))
        for center, radius, sign, wave in zip(self.center, self.radius, self.sign, self.wave):
            low = np.maximum((center - radius + margin) // CELL, 0).astype(int)
            high = np.maximum((center + radius + margin) // CELL + 2, 0).astype(int)
            here = np.s_[low[1] : high[1], low[0] : high[0]]
            dx, dy = (x[here] - center[0]) / radius, (y[here] - center[1]) / (radius * FLAT)
            share = np.hypot(dx, dy) / _wobble(np.arctan2(dy, dx), wave)
            grid[here] += (TOP if sign > 0 else BOTTOM) * np.maximum(1 - share * share, 0.0) ** 2
        # Between four samples the height is a + b x + c y + d x y: those four numbers for every cell.
        here, right = grid[:-1, :-1], grid[:-1, 1:] - grid[:-1, :-1]
        down, across = grid[1:, :-1] - here, grid[1:, 1:] - grid[1:, :-1] - right
        self.cells = np.stack([here, right, down, across], -1).reshape(-1, 4)
        self.columns = columns - 1
        self.most = np.array([columns, rows]) - 1.001

    def height(self, places: np.ndarray) -> np.ndarray:
        """Height of the ground (...) board px at ``places`` (..., 2)."""
        at = (places - self.origin) * (1 / CELL)
        np.minimum(np.maximum(at, 0.0, out=at), self.most, out=at)
        low = at.astype(np.intp)
        at -= low
        x, y = at[..., 0], at[..., 1]
        cell = self.cells[low[..., 1] * self.columns + low[..., 0]]
        return cell[..., 0] + cell[..., 1] * x + (cell[..., 2] + cell[..., 3] * x) * y

    def seen(self, places: np.ndarray, above: np.ndarray | float = 0.0) -> np.ndarray:
        """Where places (..., 2), ``above`` px over the ground, are seen: what is high, farther up."""
        return raised(places, self.height(places) + above)

    @staticmethod
    def _tone(theme: Theme) -> np.ndarray:
        if theme.name == "day":
            return mix(mix(theme.sage, theme.butter, 0.42), theme.paper, 0.50)
        return mix(mix(theme.water, theme.lavender, 0.4), theme.paper, 0.84)

    def _plain(self, theme: Theme) -> Ground:
        tone = self._tone(theme)
        sun, strength = (theme.butter, 0.30) if theme.name == "day" else (theme.lavender, 0.20)
        return Ground(
            name="ground", top=mix(tone, theme.paper, 0.10), bottom=tone,
            patch=fade(mix(sun, theme.paper, 0.4), strength), patch_size=140.0, grain=0.7,
        )  # fmt: skip

    def _sheets(self, theme: Theme) -> tuple[Layer, ...]:
        """Sheets that rise to each top, and steps that go down into each hollow."""
        tone = self._tone(theme)
        # By night a hill is a paler violet, not brown: warm light is left to leaves and the spider's mark.
        top = theme.butter if theme.name == "day" else mix(theme.lavender, theme.coral, 0.25)
        pale = (0.40, 0.25) if theme.name == "day" else (0.66, 0.62)
        high, low = (
            mix(color, theme.paper, share)
            for color, share in zip((top, mix(theme.sage, theme.lavender, 0.5)), pale)
        )
        angle = TAU * np.arange(LOOP_POINTS) / LOOP_POINTS
        ray = np.stack([np.cos(angle), FLAT * np.sin(angle)], -1)
        glow = 0.20 if theme.name == "day" else 0.07
        loops, center, fill, shade, cast = [], [], [], [], []
        for k, share in enumerate(LEVELS):
            far = math.sqrt(1 - math.sqrt(share))
            for place, radius, sign, wave in zip(self.center, self.radius, self.sign, self.wave):
                # What is higher is seen farther up, as are the feet that stand on it.
                middle = place - np.array([0.0, share * (TOP if sign > 0 else BOTTOM)])
                loops.append(middle + (far * radius * _wobble(angle, wave))[:, None] * ray)
                center.append(middle)
                base = mix(tone, high if sign > 0 else low, 0.16 + 0.74 * (k + 1) / len(LEVELS))
                fill.append(base)
                lit = theme.shade(base, 0.09) if sign > 0 else theme.light(base, glow)
                shade.append(fade(lit, 0.8))
                cast.append(sign > 0)
        loop, middle, up = np.array(loops), np.array(center), np.array(cast)
        faint = theme.faint(0.7)
        fall = np.array([1.2, 2.2])
        return (
            shapes("hill shadows", (loop + fall)[up], faint, center=(middle + fall)[up], softness=2.6),
            shapes("hills", loop, np.array(fill), center=middle, ink=fade(theme.ink, 0.15), ink_width=0.8,
                   shade=np.array(shade)),
        )  # fmt: skip

    def _hatching(self, theme: Theme) -> Layer:
        """Short strokes down the slopes, as on an old map: on the shaded side of hills, round all hollows."""
        strokes = []
        for share in LEVELS[1:-1]:
            far = math.sqrt(1 - math.sqrt(share))
            for place, radius, sign, wave in zip(self.center, self.radius, self.sign, self.wave):
                count = int(far * radius * TAU / 7.5)
                angle = TAU * (np.arange(count) + 0.5) / count
                angle = angle[np.cos(angle - 1.0) > 0.35] if sign > 0 else angle
                way = np.stack([np.cos(angle), FLAT * np.sin(angle)], -1)
                edge = far * radius * _wobble(angle, wave)
                middle = place - np.array([0.0, share * (TOP if sign > 0 else BOTTOM)])
                ends = np.stack([edge + 0.4 * sign, edge + 3.4 * sign], -1)
                strokes.append(middle + ends[..., None] * way[:, None])
        lines = np.concatenate(strokes)
        return ribbons("hachures", lines, [0.42, 0.12], fade(theme.ink, 0.17))

    def _mushrooms(self, theme: Theme) -> tuple[Layer, ...]:
        """Coral caps with milk dots, small enough to be found."""
        place = np.array([m[:2] for m in MUSHROOMS]) * self.half + self.half
        size = np.array([m[2] for m in MUSHROOMS])
        family = np.array([[0.0, 0.0], [13.0, 7.0], [-9.0, 10.0]])
        rng = make_rng(77)
        for at in more(self.board, place, 330.0, rng):
            place = np.concatenate([place, at + family])
            size = np.concatenate([size, np.array([1.0, 0.6, 0.5]) * (0.75 + 0.25 * rng())])
        size = size[:, None]
        foot = self.seen(place)
        cap = np.array([[-7.4, 0.6], [-6.4, -4.0], [-2.6, -7.2], [2.4, -7.2],
                        [6.4, -4.2], [7.4, 0.6], [3.6, 2.2], [-3.6, 2.2]])  # fmt: skip
        corner = np.array([0.7, 0.0, 0.0, 0.0, 0.0, 0.7, 0.0, 0.0])
        top = foot - np.array([0.0, 7.0]) * size
        stem = np.stack([foot, foot - np.array([0.5, 4.0]) * size, top], axis=1)
        dot = np.array([[-3.0, -3.2], [1.4, -5.0], [3.9, -1.8], [-0.4, -1.0]])
        dots = (top[:, None] + dot * size[:, None]).reshape(-1, 2)
        ink = fade(theme.ink, 0.85)
        return (
            discs("mushroom shadows", foot + np.array([2.4, 1.0]), np.array([[6.4, 3.0]]) * size,
                  theme.shadow, softness=2.0),
            ribbons("mushroom stems", stem, np.array([2.9, 2.2, 2.1]) * size, theme.milk, ink=ink,
                    ink_width=1.1),
            shapes("mushrooms", top[:, None] + cap * size[:, None], theme.coral, corner=corner, ink=ink,
                   ink_width=1.3, shade=theme.shade(theme.coral, 0.16)),
            discs("mushroom dots", dots, (size * [0.9, 1.1, 0.8, 0.6]).reshape(-1, 1), theme.milk),
        )  # fmt: skip


def _wobble(angle: np.ndarray, wave: np.ndarray) -> np.ndarray:
    """How far an outline reaches along ``angle``, as a share of the hill's radius, 1 at most."""
    return 0.86 + 0.09 * np.cos(2 * angle + wave[0]) + 0.05 * np.cos(3 * angle + wave[1])


@lru_cache(maxsize=2)
def _mounds(outer: bool, seed: int = 2024) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The map: places (k, 2) about its middle, radii (k,), 1 or -1 (k,) for hills and hollows, shapes (k, 2).

    Mounds never overlap, so each contour goes round one of them.
    """
    rng = make_rng(seed)
    stretch = np.array([1.0, 1 / FLAT])
    place, radius, sign, wave = np.zeros((0, 2)), np.zeros(0), [], []
    # First the middle of the map, always alike; then, for boards that need it, what lies around.
    far = round(DARTS * OUTER.prod() / REACH.prod())
    tries = [(r, DARTS, REACH) for r in RADII] + [(r, far, OUTER) for r in RADII if outer]
    for r, darts, reach in tries:
        for _ in range(darts):
            at = (np.array([rng(), rng()]) * 2 - 1) * reach
            if reach is OUTER and (np.abs(at) < REACH).all():
                continue
            if (np.hypot(*((place - at) * stretch).T) > radius + r + GAP).all():
                place, radius = np.concatenate([place, at[None]]), np.append(radius, r)
                # Hills and hollows in turns, whatever lies nearest being of the other kind.
                apart = np.hypot(*(place[:-1] - at).T)
                sign.append(-sign[int(apart.argmin())] if sign else 1.0)
                wave.append((TAU * rng(), TAU * rng()))
    return place, radius, np.array(sign), np.array(wave)
