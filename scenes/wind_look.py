"""How wind looks: letters in the autumn air, their shadows on the grass, strokes of wind, leaves underway."""

from __future__ import annotations

import numpy as np

from kernels.flutter import ANGLE, FLOOR, HALF_HEIGHT, HALF_WIDTH, X, Y
from scenes.adrift import Adrift
from scenes.autumn import backdrop, dragonfly
from scenes.board import HEIGHT, Board
from scenes.letter_ink import LetterInk, Numbers
from scenes.motion import make_rng
from scenes.picture import Discs, Layer, Picture, discs, named, pose
from scenes.ridge import Ridge
from scenes.streaks import Streaks
from scenes.theme import Theme, fade, mix

USUAL_TICKS = 52
"""Ticks from one stroke of the usual wind to the next."""
GUST_STREAKS = 6
REST_TICKS = 60
"""Ticks in which grass comes to rest."""


class WindLook:
    """Layers of wind. ``base`` (rows,): heights of the ridges; ``half`` (n, 2): half sizes of the letters."""

    def __init__(self, theme: Theme, board: Board, ink: LetterInk, base: Numbers, half: Numbers) -> None:
        self.theme, self.board, self.ink = theme, board, ink
        self.stage = board.height - HEIGHT
        size = 1.0 if len(base) == 1 else float(np.clip(ink.em[0] / 34.0, 0.45, 1.0))
        self.ridge = Ridge(theme, board, base, size)
        self.backdrop = backdrop(theme, board, float(base[-1] - base[0]))
        self.adrift = Adrift(theme, board, self.ridge)
        x = board.center[0] - 193.0
        foot = self.ridge.height(np.array(len(base) - 1), np.array(x))
        self.sign = dragonfly(theme, x, float(foot) - 3.0)
        day = theme.name == "day"
        self.streaks = Streaks(
            fade(mix(theme.milk, theme.lavender, 0.06 if day else 0.30), 0.85 if day else 0.5)
        )
        self.shadow = discs("shadows", np.zeros((len(half), 2)), np.ones((len(half), 1)), theme.shadow)
        fixed = (*self.backdrop, *self.sign, *self.ridge.body, *self.ridge.still)
        back, front = self.ridge.layers()
        self.scenery = named(fixed, back, front, self.adrift.layers())
        self.begin()

    def begin(self) -> None:
        """No wind has been yet."""
        self.ridge.begin()
        self.streaks.begin()
        self.adrift.begin()
        self.rng = make_rng(3)

    def tick(self, body: Numbers, gusts: Numbers, lattice: Numbers, weather: Numbers, ticks: int) -> None:
        """One tick of grass and strokes; arrays as in ``kernels.grass``."""
        self.ridge.tick(body, gusts, lattice, weather)
        self.streaks.tick()
        self.adrift.tick(gusts, lattice, weather)
        if ticks % USUAL_TICKS == 1:
            rng, way = self.rng, 1.0 if self.rng() < 0.8 else -1.0
            x = self.board.center[0] + (rng() - 0.5 - 0.25 * way) * min(self.board.width, 900.0)
            y = self.stage + 40.0 + 150.0 * rng()
            curl = 0.0 if rng() < 0.5 else 11.0 + 6.0 * rng()
            self.streaks.add(x, y, 110.0 + 90.0 * rng(), way, 70.0 + 30.0 * rng(), curl, 0.8)

    def rest(self, body: Numbers, gusts: Numbers, lattice: Numbers, weather: Numbers) -> None:
        """What reduced motion shows: leaves on the ground, grass that has come to rest, no strokes."""
        self.streaks.begin()
        self.adrift.settle()
        for _ in range(REST_TICKS):
            self.ridge.tick(body, np.zeros_like(gusts), lattice, weather)

    def gust(self, front: float, way: float, speed: float) -> None:
        """Strokes that run with a gust whose front is at ``front``."""
        for k in range(GUST_STREAKS):
            rng = self.rng
            y = self.stage + 66.0 + 176.0 * (k + 0.7 * rng()) / GUST_STREAKS
            curl = 0.0 if rng() < 0.7 else 13.0 + 9.0 * rng()
            long = 330.0 + 160.0 * rng()
            x = front + way * (60.0 + 190.0 * rng())
            self.streaks.add(x, y, long, way, 1.5 * long / speed + 10.0, curl, 1.25)

    def rise(self, body: Numbers) -> None:
        """Everything was lifted: curls under some of the letters."""
        for i in range(0, len(body), max(len(body) // 5, 1)):
            self.puff(float(body[i, X]), float(body[i, Y] + body[i, HALF_HEIGHT]))

    def puff(self, x: float, y: float) -> None:
        """A curl of air where a letter was lifted."""
        way = 1.0 if self.rng() < 0.5 else -1.0
        self.streaks.add(x - way * 34.0, y + 6.0, 68.0, way, 34.0, 11.0, 1.1)

    def picture(self, body: Numbers, share: float, *, cut: bool) -> Picture:
        """The whole picture. ``body`` as in ``kernels.flutter``; ``share``: opacity of the letters."""
        back, front = self.ridge.layers()
        place, angle = body[:, [X, Y]], body[:, ANGLE]
        layers: list[Layer] = [
            *self.backdrop,
            *self.ridge.body,
            *self.sign,
            *self.ridge.still,
            *back,
            self._shadows(body, share),
            self.streaks.layer_now(),
            *self.adrift.layers(),
            *self.ink.leaving(),
            self.ink.copy("rims", place, angle, self.ink.rim * np.array([1, 1, 1, share]), (-0.7, -0.8)),
            self.ink.letters("letters", place, angle, share=share),
            *front,
        ]
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(self.ink.glyphs, place)]
        return Picture(tuple(layers), cut=cut, alt={"letters": words}, scenery=self.scenery)

    def _shadows(self, body: Numbers, share: float) -> Discs:
        """Soft spots in the grass: wide and faint under a letter in the air, tight and dark where it lies."""
        c, s = np.abs(np.cos(body[:, ANGLE])), np.abs(np.sin(body[:, ANGLE]))
        across = body[:, HALF_WIDTH] * c + body[:, HALF_HEIGHT] * s
        down = body[:, HALF_WIDTH] * s + body[:, HALF_HEIGHT] * c
        high = np.maximum(body[:, FLOOR] - body[:, Y] - down, 0.0)
        near = 1 / (1 + high / 30.0)
        fill = np.repeat(self.theme.shadow[None].astype(float), len(body), axis=0)
        fill[:, 3] *= (0.10 + 1.2 * near**1.6) * share
        thick = self.ink.thick[:, 0]
        center = np.stack([body[:, X] + 2.0 + 0.05 * high, body[:, FLOOR] + 3.0 * thick], -1)
        size = np.stack([across * (0.86 + 0.3 * (1 - near)), (3.4 + 1.4 * (1 - near)) * thick], -1)
        return pose(
            self.shadow, center=center, size=size, fill=fill, softness=(2.4 + 3.0 * (1 - near)) * thick
        )
