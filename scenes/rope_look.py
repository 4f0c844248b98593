"""How rope looks: letters cut from plate, pierced and strung, on twisted cords before an evening window."""

from __future__ import annotations

import math

import numpy as np

from kernels.cords import ON, TO_X
from scenes.board import Board
from scenes.evening import DROP, Evening, rod
from scenes.eyelets import eyelets
from scenes.letter_ink import LetterInk, Numbers
from scenes.picture import Discs, Layer, Picture, discs, named, pose, ribbons
from scenes.theme import Theme, mix
from scenes.twine import Twine
from scenes.word import Letter

FINGERS = 12
"""Discs that push at once."""
CORD = 1.75
"""Board px; half the thickness of a cord of the largest letters."""
CLOSE_TICKS = 10
"""Ticks in which a finger's disc fades."""


class RopeLook:
    """Layers of rope. ``hooks`` (n, 2): where cords hang, ``level`` (rows,): how high, ``length`` (n,) px."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        letters: list[Letter],
        ink: LetterInk,
        hooks: Numbers,
        level: Numbers,
        length: Numbers,
        segments: int,
    ) -> None:
        self.theme, self.ink = theme, ink
        thick = ink.thick[:, 0]
        size = float(thick[0])
        drop = DROP * size
        self.evening = Evening(theme, board)
        self.rods = rod(theme, board, level - drop, hooks, size)
        self.scenery = named(self.evening.behind, [self.evening.still], self.evening.before, self.rods)
        self.twine = Twine(theme, length, CORD * thick, segments + 1)
        em = ink.em[:, None, None]
        self.holes = np.array([eyelets(letter.glyph) for letter in letters]) * em
        self._build(thick)
        self.radius = 22.0
        self.open, self.at = np.zeros(FINGERS), np.zeros((FINGERS, 2))
        blank = np.zeros((FINGERS, 2))
        self.disc = discs(
            "fingers", blank, np.ones((FINGERS, 1)), theme.lavender, ink=theme.lavender, ink_width=1.4
        )
        self.glint = discs("finger glints", blank, np.ones((FINGERS, 1)), theme.milk, angle=-0.7)

    def _build(self, thick: Numbers) -> None:
        t, n = self.theme, len(thick)
        rim = self.twine.cord.ink[0]
        twice = np.repeat(thick, 2)
        self.string = ribbons(
            "strings",
            np.zeros((2 * n, 2, 2)),
            0.62 * twice[:, None],
            self.twine.tone,
            ink=rim,
            ink_width=0.3 * twice,
        )
        self.knot = discs(
            "knots",
            np.zeros((2 * n, 2)),
            twice[:, None] * [2.5, 2.1],
            self.twine.tone,
            ink=rim,
            ink_width=0.7 * twice,
        )
        self.hole = discs(
            "eyelets",
            np.zeros((2 * n, 2)),
            twice[:, None] * [1.5, 1.5],
            t.shade(t.sand, 0.5),
            ink=t.light(t.butter, 0.25),
            ink_width=0.65 * twice,
        )

    def begin(self) -> None:
        """No finger is down."""
        self.open[:] = 0

    def tick(self, fingers: Numbers, radius: float) -> None:
        """One step of opening and closing the fingers' discs; ``fingers`` as in ``kernels.cords``."""
        held = fingers[:, ON] > 0
        self.radius = radius
        self.at[held] = fingers[held, TO_X:ON]
        self.open = np.where(held, fingers[:, ON], np.maximum(self.open - 1 / CLOSE_TICKS, 0.0))

    def show(self, fingers: Numbers, radius: float) -> None:
        """The fingers' discs at once, as reduced motion shows them."""
        self.tick(fingers, radius)
        self.open = np.where(fingers[:, ON] > 0, 1.0, 0.0)

    def picture(
        self, points: Numbers, center: Numbers, angle: Numbers, twist: Numbers, *, ticks: int, cut: bool
    ) -> Picture:
        """The whole picture. ``points`` (n, joints, 2); ``center``, ``angle`` of letters; ``twist`` turns."""
        evening = self.evening
        shadow, cord, groove = self.twine.layers(points, twist)
        c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
        x, y = self.holes[..., 0], self.holes[..., 1]
        hole = np.stack([x * c - y * s, x * s + y * c], -1) + center[:, None]
        tip = points[:, -1]
        string = np.stack([hole, np.repeat(tip[:, None], 2, axis=1)], axis=2).reshape(-1, 2, 2)
        knots = np.stack([points[:, 0], tip], axis=1).reshape(-1, 2)
        layers: list[Layer] = [
            *evening.behind, evening.clouds(ticks), *evening.before, *self.rods,
            shadow, self.ink.cast("cast", center, angle),
            *self.ink.leaving(),
            cord, groove,
            self.ink.rims("rims", center, angle),
            self.ink.letters("letters", center, angle),
            pose(self.hole, center=hole.reshape(-1, 2)),
            pose(self.string, points=string),
            pose(self.knot, center=knots),
            *self._fingers(),
        ]  # fmt: skip
        words = [(g.text, float(a), float(b)) for g, (a, b) in zip(self.ink.glyphs, center)]
        return Picture(tuple(layers), cut=cut, alt={"letters": words}, scenery=self.scenery)

    def _fingers(self) -> tuple[Discs, Discs]:
        """The discs that push: like a ball of glass, with a rim and a small light."""
        t, grown = self.theme, np.sin(self.open * math.pi / 2)
        radius = np.maximum(self.radius * (0.4 + 0.6 * grown), 0.1)[:, None]
        rim = mix(t.lavender, t.ink, 0.35)
        glint = self.at + radius * np.array([-0.5, -0.52])
        return (
            pose(self.disc, center=self.at, size=np.repeat(radius, 2, 1),
                 fill=_faded(mix(t.lavender, t.milk, 0.35), 0.46 * grown), ink=_faded(rim, 0.75 * grown)),
            pose(self.glint, center=glint, size=radius * np.array([0.2, 0.11]),
                 fill=_faded(t.milk, 0.85 * grown)),
        )  # fmt: skip


def _faded(color: Numbers, alpha: Numbers) -> Numbers:
    """One colour at n opacities, (n, 4)."""
    return np.concatenate([np.repeat(color[None, :3], len(alpha), axis=0), alpha[:, None]], axis=1)
