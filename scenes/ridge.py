"""Grassy ridges, one for each row of letters: where they run, and the grass on them that shows the wind."""

from __future__ import annotations

import numpy as np

from kernels import runtime
from kernels.blades import (
    BEND,
    FOOT_X,
    FOOT_Y,
    GIVE,
    HIGH,
    TIP_X,
    TIP_Y,
    TUFT,
    TUFT_OF_REED,
    bend_blades,
    bend_reeds,
)
from kernels.grass import step_grass
from scenes.board import Board
from scenes.motion import TAU, make_rng
from scenes.picture import Layer, discs, floats, pose, ribbons
from scenes.theme import Theme, fade, mix

GAP = 6.2
"""Board px from one tuft to the next along a single ridge."""
BLADES = 4
PLUMES = (
    (-233.0, 50.0),
    (-224.0, 74.0),
    (-213.0, 60.0),
    (198.0, 62.0),
    (209.0, 84.0),
    (219.0, 70.0),
    (230.0, 52.0),
)
"""Pampas grass on the lowest ridge: board px from the middle, and height."""
MORE_PLUMES = 118.0
"""Board px from one clump to the next beyond the published board."""
HAIRS = 12
STEM = 6
"""Points of a stem."""
AXIS = 6
"""Points of a plume's middle line."""
DEEP = 120.0
"""Board px that a ridge's body reaches down."""


class Ridge:
    """``base`` (rows,): heights on the board about which the ridges run, from the farthest to the nearest.

    ``size``: how large the grass is, 1 for the largest letters.
    """

    def __init__(self, theme: Theme, board: Board, base: np.ndarray, size: float) -> None:
        self.theme, self.board, self.base, self.size = theme, board, base, size
        self.day = theme.name == "day"
        self.rng = make_rng(57)
        self.tones = self._tones()
        self.body = self._body()
        self._sow()
        self._reeds()
        self.still = (self._slope(), *self._flowers())

    def height(self, row: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Where the ground is at ``x`` (...) on ridge ``row`` (...), board px."""
        u = x - self.board.center[0]
        return self.base[row] + self.size * (
            4.2 * np.sin(u / 128.0 + 1.9 * row + 0.6) + 1.6 * np.sin(u / 47.0 + row)
        )

    def slope(self, row: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Radians by which the ground falls to the right."""
        return np.arctan2(self.height(row, x + 6.0) - self.height(row, x - 6.0), 12.0)

    def begin(self) -> None:
        """No wind has been yet."""
        self.state[:] = 0

    def tick(self, body: np.ndarray, gusts: np.ndarray, lattice: np.ndarray, numbers: np.ndarray) -> None:
        """One tick of the grass; arrays as in ``kernels.grass``."""
        step_grass(self.place, self.state, body, gusts, lattice, numbers)

    def layers(self) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """What stands behind the letters, and the short grass before their feet."""
        bend_blades(self.place, self.state, self.blade, self.lines)
        bend_reeds(self.place, self.state, self.reed, self.stem, self.plume, self.hair)
        back = (
            pose(self.behind, points=floats(self.lines[: self.backs])),
            pose(self.stems, points=floats(self.stem)),
            pose(self.plumes, points=floats(self.plume)),
            pose(self.hairs, points=floats(self.hair.reshape(-1, 3, 2))),
        )
        return back, (pose(self.near, points=floats(self.lines[self.backs :])),)

    def _tones(self) -> np.ndarray:
        """The ridges' colours (rows, 4), paler with distance."""
        t, rows = self.theme, len(self.base)
        near = (
            mix(mix(t.sage, t.butter, 0.46), t.paper, 0.22)
            if self.day
            else mix(mix(t.sage, t.water, 0.5), t.paper, 0.56)
        )
        far = mix(near, mix(t.paper, t.lavender, 0.2), 0.5)
        return np.array([mix(far, near, (k + 1) / rows) for k in range(rows)])

    def _body(self) -> tuple[Layer, ...]:
        x = np.arange(-140.0, self.board.width + 141.0, 16.0)
        rows = np.arange(len(self.base))[:, None]
        line = self.height(rows, x[None] + 0.0 * rows)
        points = np.stack([np.broadcast_to(x, line.shape), line + DEEP], -1)
        lit = np.array(
            [self.theme.light(c, 0.30 if self.day else 0.10) for c in self.tones.astype(np.float32)]
        )
        edge = np.stack([points[..., 0], line + 2.6 * self.size], -1)
        return (
            ribbons("ridges", points, DEEP, self.tones),
            ribbons("ridge lights", edge, 2.2 * self.size, _faded(lit, 0.6), softness=1.6 * self.size),
        )

    def _sow(self) -> None:
        """Tufts along every ridge: feet, blades, and which of them stand before the letters."""
        rows, width, rng = len(self.base), self.board.width, self.rng
        gap = GAP * max(1.0, rows / 2.2) * max(1.0, width / 1400.0) ** 0.5
        count = int(width / gap) + 3
        draw = np.array([[rng(), rng(), rng()] for _ in range(rows * count)]).reshape(rows, count, 3)
        x = (np.arange(count) - 1 + draw[..., 0]) * gap
        row = np.repeat(np.arange(rows)[:, None], count, axis=1)
        drift = 0.5 + 0.5 * np.sin(x / 61.0 + 2.0 * row) * np.sin(x / 23.0 + row)
        high = (8.0 + 5.0 * draw[..., 1] + 6.0 * drift) * self.size
        foot = np.stack([x, self.height(row, x) + 2.0 * self.size], -1).reshape(-1, 2)
        self.tufts = m = rows * count
        more = np.array([[rng(), rng(), rng()] for _ in range(m * BLADES)]).reshape(m, BLADES, 3)
        front = np.arange(BLADES) >= BLADES - 1
        long = high.reshape(-1, 1) * (0.66 + 0.5 * more[..., 1])
        long[:, front] *= 0.66
        fan = 0.85 * (more[..., 0] - 0.5) + 0.16 * (np.arange(BLADES) - 1)
        blade = np.empty((m, BLADES, 6), runtime.real())
        blade[..., TUFT] = np.arange(m)[:, None]
        blade[..., TIP_X], blade[..., TIP_Y] = np.sin(fan) * long, -np.cos(fan) * long
        blade[..., GIVE] = (
            np.clip(long / (16.0 * self.size), 0.25, 1.2) * (0.85 + 0.3 * more[..., 2]) * self.size
        )
        blade[..., FOOT_X] = (more[..., 2] - 0.5) * 3.4 * self.size
        blade[..., FOOT_Y] = (1.5 * more[..., 1] + 2.6 * front) * self.size
        self.blade = np.concatenate([blade[:, ~front].reshape(-1, 6), blade[:, front].reshape(-1, 6)])
        self.backs = m * int((~front).sum())
        self.lines = np.zeros((len(self.blade), 3, 2), runtime.real())
        self._foot, self._high = foot, high.reshape(-1)
        blank = np.zeros((m * BLADES, 3, 2))
        thick = (0.62 + 0.5 * more[..., 1]) * self.size
        base = np.repeat(self.tones[row.reshape(-1)], BLADES, axis=0).reshape(m, BLADES, 4).astype(np.float32)
        t = self.theme
        shades = (t.sage, mix(t.sage, t.butter, 0.5), mix(t.butter, t.coral, 0.16), mix(t.sage, t.ink, 0.16))
        weight = 0.72 if self.day else 0.30
        pick = (more[..., 0] * 3.999).astype(int)
        fill = base + (np.array(shades)[pick] - base) * weight
        fill[..., 3] = 1.0
        back = ~front
        self.behind = ribbons(
            "grass", blank[: m * int(back.sum())], _taper(thick[:, back]), fill[:, back].reshape(-1, 4)
        )
        self.near = ribbons(
            "grass before", blank[: m * int(front.sum())], _taper(thick[:, front]),
            fill[:, front].reshape(-1, 4),
        )  # fmt: skip

    def _reeds(self) -> None:
        """Pampas grass: tall stems whose silver plumes lie in the wind."""
        cx, row = self.board.center[0], np.array(len(self.base) - 1)
        stems = [(cx + x, high) for x, high in PLUMES]
        beyond = np.arange(330.0, self.board.width / 2 + 60.0, MORE_PLUMES)
        for k, far in enumerate(beyond):
            for side in (-1.0, 1.0):
                stems += [
                    (cx + side * (far + dx), high)
                    for dx, high in ((0.0, 70.0 - 6 * (k % 3)), (13.0, 52.0), (-11.0, 44.0))
                ]
        x, high = np.array(stems).T
        feet = np.stack([x, self.height(row, x) + 6.0], -1)
        place = np.zeros((self.tufts + len(x), 3), runtime.real())
        place[: self.tufts, :2], place[: self.tufts, 2] = self._foot, self._high / self.size
        place[self.tufts :, :2], place[self.tufts :, 2] = feet, 14.0
        self.place = place
        self.state = np.zeros((len(place), 2), runtime.real())
        n, t = len(x), self.theme
        real = runtime.real()
        self.reed = np.zeros((n, 3), real)
        self.reed[:, TUFT_OF_REED] = self.tufts + np.arange(n)
        self.reed[:, HIGH] = high
        self.reed[:, BEND] = 0.10 * np.sin(3.7 * np.arange(n)) + 0.10
        self.stem, self.plume = np.zeros((n, STEM, 2), real), np.zeros((n, AXIS, 2), real)
        self.hair = np.zeros((n, HAIRS, 3, 2), real)
        tone = (
            mix(mix(t.sand, t.sage, 0.4), t.ink, 0.10)
            if self.day
            else mix(mix(t.sand, t.sage, 0.4), t.paper, 0.3)
        )
        plume = mix(t.milk, t.sand, 0.30) if self.day else mix(t.milk, t.lavender, 0.30)
        dark = t.shade(plume, 0.16) if self.day else mix(plume, t.paper, 0.3)
        s = np.linspace(0.0, 1.0, STEM)
        self.stems = ribbons("stems", np.zeros((n, STEM, 2)), 0.95 - 0.4 * s, fade(tone, 1.0))
        self.plumes = ribbons(
            "plumes", np.zeros((n, AXIS, 2)), [0.4, 1.5, 2.1, 1.9, 1.1, 0.2], fade(plume, 0.85)
        )
        fill = np.where((np.arange(n * HAIRS) % 2 == 1)[:, None], dark, plume)
        self.hairs = ribbons("plume hairs", np.zeros((n * HAIRS, 3, 2)), [0.55, 0.62, 0.12], fill)

    def _slope(self) -> Layer:
        """Short strokes of grass down the slope of the lowest ridge, tone on tone."""
        rng, row = make_rng(77), np.array(len(self.base) - 1)
        own = self.tones[-1].astype(np.float32)
        dark = mix(own, self.theme.sage, 0.55) if self.day else mix(own, self.theme.paper, 0.35)
        strokes = []
        for _ in range(int(self.board.width / 4.5)):
            x, deep = self.board.width * rng(), 9.0 + 42.0 * rng() ** 0.8
            y, high = float(self.height(row, np.array(x))) + deep, (2.2 + 0.07 * deep) * (0.8 + 0.5 * rng())
            strokes += [
                [(x, y), (x + 0.35 * lean * high, y - 0.6 * high), (x + lean * high, y - high)]
                for lean in (-0.5, 0.05, 0.6)
            ]
        return ribbons("slope grass", np.array(strokes), [0.5, 0.4, 0.1], fade(dark, 0.7))

    def _flowers(self) -> tuple[Layer, ...]:
        """Cosmos on the slope below the lowest ridge: eight petals, a butter heart."""
        rng, t, b = self.rng, self.theme, self.board
        row = np.array(len(self.base) - 1)
        place, size, tone = [], [], []
        colors = [mix(t.coral, t.milk, 0.35), mix(t.lavender, t.milk, 0.25), t.milk]
        x = 6.0 + 20.0 * rng()
        while x < b.width:
            for _ in range(1 + int(3 * rng())):
                deep = 9.0 + 18.0 * rng()
                place.append((x, float(self.height(row, np.array(x))) + deep))
                size.append((1.5 + 1.5 * rng()) * (0.6 + 0.022 * deep))
                tone.append(
                    mix(
                        colors[int(3 * rng())],
                        fade(self.tones[-1].astype(np.float32), 1.0),
                        0.0 if self.day else 0.45,
                    )
                )
                x += 5.0 + 7.0 * rng()
            x += 22.0 + 60.0 * rng()
        at, r, fill = np.array(place), np.array(size), np.array(tone)
        turn = TAU * np.arange(8) / 8 + np.arange(len(at))[:, None]
        flat = np.array([1.0, 0.66])
        petal = at[:, None] + np.stack([np.cos(turn), np.sin(turn)], -1) * flat * r[:, None, None]
        green = mix(t.sage, t.ink, 0.18) if self.day else mix(t.sage, t.paper, 0.5)
        stalk = np.stack([at, at + np.array([0.6, 5.0]), at + np.array([0.0, 10.0])], axis=1)
        return (
            ribbons("flower stalks", stalk, 0.45, fade(green, 0.8)),
            discs("flower petals", petal.reshape(-1, 2), np.repeat(r, 8)[:, None] * [0.62, 0.40],
                  np.repeat(fill, 8, axis=0), angle=turn.reshape(-1)),
            discs("flower hearts", at, r[:, None] * [0.48, 0.38],
                  t.butter if self.day else mix(t.butter, t.paper, 0.4)),
        )  # fmt: skip


def _taper(thick: np.ndarray) -> np.ndarray:
    return thick.reshape(-1, 1) * np.array([1.0, 0.78, 0.12])


def _faded(colors: np.ndarray, alpha: float) -> np.ndarray:
    out = np.array(colors)
    out[:, 3] = alpha
    return out
