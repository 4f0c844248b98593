"""How dodge looks: paper ruled for practice, the pointer's soft ring, letters that rise as they lean."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from scenes.letter_ink import LetterInk, Numbers
from scenes.picture import Discs, Glyphs, Ground, Layer, Picture, discs, floats, glyphs, named, pose, ribbons
from scenes.theme import DETAIL, Color, Theme, fade, mix
from scenes.word import Letter

RINGS = 12
"""Rings that are drawn at once: of the demo, the mouse, the keyboard and ten fingers, less one."""
RING_TICKS = 14
"""Ticks in which a ring opens or closes."""
LIFT = (9.0, 15.0)
"""Board px by which the shadow of a letter at its highest lies aside, beyond its place at rest."""
REST = (2.4, 3.6)
"""Board px; the same of a letter at home."""
CELL = 1.06
"""em; side of the ruled cell around a letter's home."""
DASH = 0.075
"""em; length of a dash of the cell's cross."""


class DodgeLook:
    """Layers of dodge. ``letters`` at their homes."""

    def __init__(self, theme: Theme, letters: list[Letter], ink: LetterInk) -> None:
        self.theme = theme
        self.ink = ink
        self.ground = Ground(
            name="paper",
            top=mix(theme.paper, theme.milk if theme.name == "day" else theme.paper, 0.5),
            bottom=mix(theme.paper, theme.sand, 0.22),
            patch=fade(theme.sand, 0.14),
            patch_size=170.0,
            grain=0.4,
            seed=4.0,
        )
        self.cells = self._cells(letters)
        self.prints = self._prints(letters)
        self.rings = self._rings()
        self.begin()

    def begin(self) -> None:
        """No ring is open."""
        self.slot: dict[int, int] = {}
        self.open = np.zeros(RINGS)
        self.at = np.zeros((RINGS, 2))
        self.radius = 0.0

    def tick(self, pointers: Mapping[int, tuple[float, float]], radius: float) -> None:
        """One step of opening and closing rings; ``pointers`` by id, board px."""
        self.radius = radius
        for name in [name for name in self.slot if name not in pointers]:
            del self.slot[name]
        for name, place in pointers.items():
            if name not in self.slot:
                free = [i for i in range(RINGS) if i not in self.slot.values()]
                if not free:
                    continue
                self.slot[name] = min(free, key=lambda i: self.open[i])
            self.at[self.slot[name]] = place
        held = np.isin(np.arange(RINGS), list(self.slot.values()))
        self.open = np.clip(self.open + np.where(held, 1, -1) / RING_TICKS, 0.0, 1.0)

    def picture(
        self,
        center: Numbers,
        angle: Numbers,
        rise: Numbers,
        scale: Numbers,
        *,
        cut: bool,
    ) -> Picture:
        """The whole picture. ``rise`` (n,): 0 at home, 1 as high as a letter gets."""
        scenery: list[Layer] = [self.ground, *self.cells, self.prints]
        layers = [
            *scenery,
            self._soft(),
            *self.ink.leaving(),
            self._shadow(center, angle, rise, scale),
            self.ink.rims("rims", center, angle, scale),
            self.ink.letters("letters", center, angle, scale=scale),
            self._dots(),
        ]
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(self.ink.glyphs, center)]
        return Picture(tuple(layers), cut=cut, alt={"letters": words}, scenery=named(scenery))

    def _cells(self, letters: list[Letter]) -> list[Layer]:
        """A ruled cell with a dashed cross around every home, as in a copybook."""
        tone = mix(self.theme.coral, self.theme.sand, 0.45)
        lines, dashes = [], []
        for b in letters:
            half_x, half_y = max(b.width * 0.5, 0.3 * b.size) + 0.03 * b.size, CELL * b.size / 2
            corners = [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]
            corners = [(b.x + x, b.y + y) for x, y in corners]
            lines += [(corners[i], corners[(i + 1) % 4]) for i in range(4)]
            dash = DASH * b.size
            for half, along in ((half_x, (1.0, 0.0)), (half_y, (0.0, 1.0))):
                count = max(int(half / dash) // 2, 1)
                for k in range(-count, count + 1):
                    middle = k * half / (count + 0.5)
                    ends = middle - dash / 2, middle + dash / 2
                    dashes.append([(b.x + e * along[0], b.y + e * along[1]) for e in ends])
        return [
            ribbons("cells", floats(lines), 0.45, fade(tone, 0.34)),
            ribbons("crosses", floats(dashes), 0.35, fade(tone, 0.28)),
        ]

    def _prints(self, letters: list[Letter]) -> Glyphs:
        """A pale print of each letter where it belongs."""
        home = [(b.x, b.y) for b in letters]
        return glyphs("prints", self.ink.glyphs, home, self.ink.em[:, None], self.theme.faint(0.42))

    def _shadow(self, center: Numbers, angle: Numbers, rise: Numbers, scale: Numbers) -> Glyphs:
        offset = np.array(REST) + rise[:, None] * np.array(LIFT)
        shade = np.repeat(self.theme.shadow[None].astype(float), len(rise), axis=0)
        shade[:, 3] *= 1.15 - 0.45 * rise
        return self.ink.copy("shadows", center, angle, shade, offset, 1.6 + 6.5 * rise, scale)

    def _rings(self) -> tuple[Discs, Discs]:
        blank = np.zeros((RINGS, 2))
        ones, theme = np.ones((RINGS, 1)), self.theme
        soft = discs("rings", blank, ones, theme.lavender, ink=theme.lavender, ink_width=1.0)
        return soft, discs("dots", blank, ones, theme.milk, ink=theme.ink, ink_width=DETAIL)

    def _grown(self) -> Numbers:
        return np.sin(self.open * math.pi / 2) ** 0.7

    def _soft(self) -> Discs:
        """The pointer's reach: a breath of colour whose rim is barely seen; letters are what moves here."""
        grown = self._grown()
        rim = mix(self.theme.lavender, self.theme.ink, 0.25)
        return pose(
            self.rings[0],
            center=self.at,
            size=_both(np.maximum(self.radius * (0.55 + 0.45 * grown), 0.5)),
            fill=_faded(self.theme.lavender, 0.10 * grown),
            ink=_faded(rim, 0.13 * grown),
        )

    def _dots(self) -> Discs:
        """The pointer itself, a small wet dot on top of everything."""
        grown = self._grown()
        return pose(
            self.rings[1],
            center=self.at,
            size=_both(np.maximum(4.2 * grown, 0.1)),
            fill=_faded(self.theme.milk, grown),
            ink=_faded(self.theme.ink, 0.8 * grown),
        )


def _both(radius: Numbers) -> Numbers:
    return np.repeat(radius[:, None], 2, axis=1)


def _faded(color: Color, alpha: Numbers) -> Numbers:
    """One colour at n opacities, (n, 4)."""
    return np.concatenate([np.repeat(color[None, :3], len(alpha), axis=0), alpha[:, None]], axis=1)
