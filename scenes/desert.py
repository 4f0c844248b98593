"""A warm desert floor: sand in ripples, flat stones to bask on, a fossil, agaves, and prints of feet."""

from __future__ import annotations

import math

import numpy as np

from scenes.board import Board
from scenes.dust import SHOWN, Footprints, Puffs
from scenes.motion import TAU, Rng, make_rng
from scenes.picture import Ground, Layer, discs, ribbons, shapes
from scenes.steps import Feet
from scenes.strewn import more
from scenes.theme import Theme, fade, mix
from scenes.vectors import span

# Place as shares of the board's half size from its centre, radius board px, height as a share of the
# width, turn in radians.
STONES = (
    (-0.88, -0.80, 50.0, 0.74, 0.30),
    (-0.55, -1.02, 27.0, 0.80, 1.10),
    (-1.00, -0.28, 19.0, 0.82, 0.20),
    (0.90, 0.84, 54.0, 0.72, 0.15),
    (0.55, 1.00, 29.0, 0.78, 2.80),
    (1.00, 0.26, 17.0, 0.85, 0.70),
    (-0.50, 0.10, 24.0, 0.76, 2.60),
    (-0.375, 0.25, 10.0, 0.80, 0.40),
)
FOSSIL = 3
"""The stone that holds the ammonite."""
AGAVES = ((0.80, -0.78, 1.0), (-0.86, 0.88, 0.72))
"""Place, and size."""
RIPPLES = ((0.46, -0.02), (-0.30, -0.62), (0.02, 0.86), (0.34, -0.92), (-0.62, 0.62))
PEBBLES = 34
ROOM = 215.0
"""Board px round all stones beyond which a larger board gets further ones, agaves and ripples."""
STONE_POINTS = 11
STONE_FALL = np.array([3.4, 6.4])
_TOES = np.array([-1.25, -0.62, 0.0, 0.62, 1.25])
_ANGLE = np.concatenate([[-2.5], *([t - 0.31, t - 0.11, t + 0.11] for t in _TOES), [1.56, 2.5]])
_FAR = np.concatenate([[2.6], *([[3.4, 9.2, 9.2]] * 5), [3.4, 2.6]])
PAW = np.stack([np.cos(_ANGLE), np.sin(_ANGLE)], -1) * _FAR[:, None]
"""A print with five toes that looks along +x, board px."""
PAW_CORNER = (_FAR == 3.4) * 1.0


class Desert:
    """The floor under a herd of ``size`` (count,): still layers, prints and dust.

    ``stone_place`` (k, 2), ``stone_radius`` (k,) board px: where the ground takes no prints.
    """

    def __init__(self, theme: Theme, board: Board, size: np.ndarray, seed: int = 303) -> None:
        half = np.array(board.center)
        self.half = half
        self._lay_stones(board, make_rng(seed + 1))
        rng = make_rng(seed)
        self.still: tuple[Layer, ...] = (
            self._sand(theme),
            *_ripples(theme, self.ripples, rng),
            *self._pebbles(theme, rng),
            *self._stones(theme, rng),
            *_agaves(theme, self.agaves),
        )
        dust = fade(theme.light(theme.sand, 0.35), 0.75)
        self.puffs = Puffs(dust, size, 4, reach=6.0)
        dark, rim = theme.shade(theme.sand, 0.5), theme.light(theme.sand, 0.8)
        self.prints = Footprints(PAW, PAW_CORNER, size, dark, rim)

    def _lay_stones(self, board: Board, rng: Rng) -> None:
        """Where stones, agaves and ripples are: those of every board, and more where a large one has room."""
        half = self.half
        stones = [(x * half[0] + half[0], y * half[1] + half[1], *rest) for x, y, *rest in STONES]
        self.agaves = [(*(np.array([x, y]) * half + half), size) for x, y, size in AGAVES]
        self.ripples = [np.array(at) * half + half for at in RIPPLES]
        taken = np.array([s[:2] for s in stones] + [a[:2] for a in self.agaves])
        for k, (x, y) in enumerate(more(board, taken, ROOM, rng)):
            if k % 2 and min(x, y, board.width - x, board.height - y) < 75.0:
                self.agaves.append((x, y, 0.6 + 0.4 * rng()))
                continue
            wide, turn = 20.0 + 26.0 * rng() ** 1.5, TAU * rng()
            stones.append((x, y, wide, 0.72 + 0.12 * rng(), turn))
            beside = 1.25 * wide * np.array([math.cos(turn), 0.8 * math.sin(turn)])
            stones.append((x + beside[0], y + beside[1], wide * (0.3 + 0.2 * rng()), 0.8, TAU * rng()))
        taken = np.array([s[:2] for s in stones] + self.ripples)
        self.ripples += list(more(board, taken, 0.62 * ROOM, rng))
        self.stones = stones
        self.stone_place = np.array([s[:2] for s in stones])
        self.stone_radius = np.array([s[2] for s in stones])

    def forget(self) -> None:
        """No prints, no dust."""
        self.puffs.forget()
        self.prints.forget()

    def tick(self, feet: Feet, turn: np.ndarray) -> None:
        """Feel the ``feet`` that have come down, along ``turn`` (count, 4) radians."""
        landed = feet.landed[:SHOWN]
        soft = landed.copy()
        if landed.any():
            apart = feet.place[:SHOWN][landed][:, None] - self.stone_place
            soft[landed] = (span(apart) > self.stone_radius * 0.92).all(axis=-1)
        self.prints.tick(feet.place[:SHOWN], turn[:SHOWN], soft)
        self.puffs.tick(feet.place, soft)

    def layers(self) -> tuple[Layer, ...]:
        """Everything on the ground, now."""
        return *self.still, *self.prints.layers(), self.puffs.layer_now()

    @staticmethod
    def _sand(theme: Theme) -> Ground:
        return Ground(
            name="ground",
            top=mix(mix(theme.sand, theme.paper, 0.5), theme.coral, 0.05),
            bottom=mix(mix(theme.sand, theme.paper, 0.1), theme.coral, 0.07),
            patch=fade(mix(theme.sand, theme.butter if theme.name == "day" else theme.lavender, 0.3), 0.4),
            patch_size=170.0,
            grain=0.8,
        )

    def _pebbles(self, theme: Theme, rng: Rng) -> tuple[Layer, ...]:
        """Small stones that have rolled from the large ones."""
        tones = _stone_tones(theme)
        place, radius, fill = [], [], []
        for _ in range(PEBBLES * len(self.stones) // len(STONES)):
            k = int(rng() * len(self.stones))
            a, far = TAU * rng(), self.stone_radius[k] * (1.05 + 0.9 * rng() ** 2)
            place.append(self.stone_place[k] + far * np.array([math.cos(a), 0.85 * math.sin(a)]))
            radius.append(1.3 + 3.2 * rng() ** 2)
            fill.append(tones[int(rng() * len(tones))])
        loops = np.array([_stone(rng, 7, r, 0.75 + 0.2 * rng(), TAU * rng()) for r in radius])
        loops += np.array(place)[:, None]
        shade = np.array([theme.shade(c, 0.16) for c in fill])
        return (
            shapes("pebble shadows", loops + np.array([1.0, 1.8]), theme.shadow, softness=1.3),
            shapes("pebbles", loops, np.array(fill), shade=shade, ink=fade(theme.ink, 0.55), ink_width=0.9),
        )

    def _stones(self, theme: Theme, rng: Rng) -> tuple[Layer, ...]:
        tones = _stone_tones(theme)
        unit = [_stone(rng, STONE_POINTS, 1.0, flat, turn) for *_, flat, turn in self.stones]
        radius = self.stone_radius[:, None, None]
        loops = np.array(unit) * radius + self.stone_place[:, None]
        fill = np.array([tones[k % len(tones)] for k in range(len(self.stones))])
        top = loops * 0.80 + (self.stone_place - 0.06 * self.stone_radius[:, None])[:, None] * 0.20
        top -= np.array([0.35, 0.9]) * radius * 0.12
        corner = np.tile([0.0, 0.35, 0.0], 4)[:STONE_POINTS]
        ink = fade(theme.ink, 0.8)
        return (
            shapes("stone shadows", loops + STONE_FALL, theme.shadow, softness=4.0),
            shapes("stones", loops, fill, corner=corner, ink=ink, ink_width=1.7,
                   shade=np.array([theme.shade(c, 0.17) for c in fill])),
            shapes("stone tops", top, np.array([fade(theme.light(c, 0.4), 0.7) for c in fill])),
            *self._marks(theme, fill, rng),
        )  # fmt: skip

    def _marks(self, theme: Theme, fill: np.ndarray, rng: Rng) -> tuple[Layer, ...]:
        """Cracks, specks, lichen, and one ammonite."""
        cracks, specks, grain, tone = [], [], [], []
        for (x, y), r, base in zip(self.stone_place, self.stone_radius, fill):
            a = TAU * rng()
            at = np.array([x, y]) + 0.74 * r * np.array([math.cos(a), 0.7 * math.sin(a)])
            line = [at]
            for _ in range(4):
                a += 1.1 * (rng() - 0.5)
                line.append(line[-1] - 0.15 * r * np.array([math.cos(a), 0.7 * math.sin(a)]))
            cracks.append(line)
            for _ in range(int(r * 0.7)):
                b, far = TAU * rng(), 0.68 * r * math.sqrt(rng())
                specks.append((x + far * math.cos(b) - 0.05 * r, y + 0.72 * far * math.sin(b) - 0.1 * r))
                moss = rng() < 0.22
                grain.append(0.9 + 1.5 * rng() if moss else 0.4 + 0.5 * rng())
                tone.append(fade(theme.sage, 0.75) if moss else fade(theme.shade(base, 0.4), 0.55))
        spiral, ribs = _ammonite(self.stone_place[FOSSIL] + np.array([-15.0, -13.0]), 12.5)
        groove = fade(theme.shade(fill[FOSSIL], 0.42), 0.8)
        return (
            discs("stone specks", np.array(specks), np.array(grain)[:, None], np.array(tone)),
            ribbons("stone cracks", np.array(cracks), [0.3, 0.75, 0.65, 0.5, 0.1], fade(theme.ink, 0.4)),
            ribbons("fossil", spiral, np.linspace(1.15, 0.5, len(spiral)), groove),
            ribbons("fossil ribs", ribs, [0.35, 0.55, 0.25], groove),
        )


def _stone_tones(theme: Theme) -> tuple[np.ndarray, ...]:
    warm = mix(theme.sand, theme.coral, 0.30)
    return (
        mix(warm, theme.paper, 0.10),
        mix(mix(theme.sand, theme.lavender, 0.30), theme.coral, 0.10),
        mix(mix(theme.sand, theme.coral, 0.16), theme.ink, 0.06),
    )


def _stone(rng: Rng, points: int, radius: float, flat: float, turn: float) -> np.ndarray:
    """A worn stone's outline (points, 2) about the origin."""
    angle = TAU * (np.arange(points) + np.array([0.5 * (rng() - 0.5) for _ in range(points)])) / points
    far = radius * np.array([0.90 + 0.16 * rng() for _ in range(points)])
    # Flat stones are squarer than ellipses.
    far *= 1 + 0.05 * np.cos(4 * angle + 0.4)
    x, y = np.cos(angle) * far, np.sin(angle) * far * flat
    c, s = math.cos(turn), math.sin(turn)
    return np.stack([x * c - y * s, x * s + y * c], -1)


def _ammonite(center: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """A spiral (n, 2) from its mouth inwards, and its ribs (k, 3, 2)."""
    t = np.linspace(0.0, 1.0, 44)
    angle, far = 0.6 + 2.6 * TAU * t, radius * np.exp(-2.1 * t)
    spiral = np.stack([np.cos(angle) * far, 0.88 * np.sin(angle) * far], -1) + center
    t = np.linspace(0.03, 0.52, 22)
    angle, far = 0.6 + 2.6 * TAU * t, radius * np.exp(-2.1 * t)
    ribs = [
        np.stack([np.cos(angle + lean) * far * k, 0.88 * np.sin(angle + lean) * far * k], -1)
        for k, lean in ((0.96, 0.0), (0.76, 0.05), (0.56, 0.0))
    ]
    return spiral, np.stack(ribs, axis=1) + center


def _ripples(theme: Theme, places: list[np.ndarray], rng: Rng) -> tuple[Layer, ...]:
    """Combs of faint lines that the wind has drawn."""
    lines = []
    for place in places:
        lean = 0.5 * (rng() - 0.5)
        for row in range(5):
            start = place + np.array([14.0 * (rng() - 0.5), 8.5 * (row - 2)])
            wide = 17.0 + 17.0 * rng() - 3.0 * abs(row - 2)
            t = np.linspace(-1.0, 1.0, 7)
            wave = 1.7 * np.sin(3.4 * t + 0.9 * row)
            lines.append(start + np.stack([wide * t, wave + lean * wide * t * 0.3], -1))
    tone = fade(theme.shade(theme.sand, 0.22), 0.45)
    glow = fade(theme.light(theme.sand, 0.75), 0.55 if theme.name == "day" else 0.14)
    thin = np.array([0.05, 0.5, 0.75, 0.85, 0.75, 0.5, 0.05])
    return (
        ribbons("sand crests", np.array(lines) + np.array([0.3, 1.5]), thin, glow),
        ribbons("sand ripples", np.array(lines), thin, tone),
    )


def _agaves(theme: Theme, places: list[tuple[float, float, float]]) -> tuple[Layer, ...]:
    """Rosettes of pointed leaves with lavender tips."""
    leaf = np.array(
        [[0.0, 0.10], [0.30, 0.17], [0.62, 0.15], [1.0, 0.0], [0.62, -0.15], [0.30, -0.17], [0.0, -0.10]]
    )
    loops, fill, ribs = [], [], []
    for x, y, size in places:
        place = np.array([x, y])
        for ring, (count, reach, twist) in enumerate(((9, 30.0, 0.1), (7, 22.0, 0.45), (5, 13.0, 0.0))):
            for k in range(count):
                a = twist + TAU * k / count
                c, s = math.cos(a), math.sin(a)
                turn = np.array([[c, s], [-s, c]]) * reach * size
                loops.append(leaf @ turn + place)
                fill.append(mix(mix(theme.sage, theme.water, 0.2), theme.milk, 0.16 * ring))
                ribs.append(np.array([[0.15, 0.0], [0.5, 0.0], [0.86, 0.0]]) @ turn + place)
    points = np.array(loops)
    corner = np.array([0.3, 0.0, 0.0, 1.0, 0.0, 0.0, 0.3])
    fills = np.array(fill)
    faint = theme.faint(0.5)
    rib = np.array([theme.shade(c, 0.25) for c in fills])
    tip = points[:, 3] * 0.93 + points.mean(axis=1) * 0.07
    return (
        shapes("agave shadows", points + np.array([2.6, 4.6]), faint, softness=2.6),
        shapes("agaves", points, fills, corner=corner, ink=fade(theme.ink, 0.8), ink_width=1.3,
               shade=np.array([theme.shade(c, 0.14) for c in fills])),
        ribbons("agave ribs", np.array(ribs), [0.7, 0.55, 0.15], rib),
        discs("agave tips", tip, np.full((len(tip), 1), 1.15), theme.coral),
    )  # fmt: skip
