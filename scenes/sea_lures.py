"""What the creatures of the sea chase, drawn small: a fry for the octopus, a spark for the jellyfish."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU, clamp
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.theme import Theme, fade, mix

# Local space of the fry: looks along +x, its back is up (y < 0), board px.
FLANK = np.array(
    [[9.0, 0.4], [6.6, -3.0], [1.5, -5.2], [-4.0, -4.0], [-8.5, -1.3], [-8.5, 1.3], [-4.0, 3.9], [1.5, 5.0],
     [6.8, 3.2]]
)  # fmt: skip
TAIL = np.array([[-7.4, 0.0], [-11.5, -3.4], [-15.4, -5.4], [-13.6, 0.0], [-15.4, 5.4], [-11.5, 3.4]])
DORSAL = np.array([[3.0, -4.4], [-0.5, -8.6], [-5.4, -7.4], [-5.0, -3.2]])
PECTORAL = np.array([[2.4, 1.0], [-1.0, 0.4], [-3.6, 3.0], [-0.6, 4.6]])
BANDS = np.array([[[2.6, -4.2], [3.4, 0.0], [2.6, 4.0]], [[-3.0, -3.6], [-2.4, 0.0], [-3.0, 3.4]]])
EYE = np.array([[5.6, -0.9]])
_PARTS = (FLANK, TAIL, DORSAL, PECTORAL, BANDS.reshape(-1, 2), EYE)
_CENTERS = np.array(
    [FLANK.mean(axis=0), TAIL[[0, 3]].mean(axis=0), DORSAL.mean(axis=0), PECTORAL.mean(axis=0)]
)
FRY = np.concatenate([*_PARTS, _CENTERS])
FRY_PARTS = np.cumsum([len(part) for part in _PARTS])
BEHIND = np.minimum(FRY[:, :1] + 2.0, 0.0)
BEAT_TICKS = 18
ROLL = 0.32
"""Cosine of the heading within which the fish rolls over, so that its belly stays below."""
THIN = 0.45
"""Least width of the fish seen from the front or above, as a share of its height from the side."""
FALL = np.array([5.0, 9.0])
GLOW_TICKS = 74


class Fry:
    """A butter fry with coral bands, seen from the side."""

    def __init__(self, theme: Theme) -> None:
        ink = theme.ink
        corner = np.zeros(len(TAIL))
        corner[[2, 4]] = 0.8
        fin = mix(theme.coral, theme.butter, 0.25)
        self.shadow = shapes("lure shadow", FLANK, theme.shadow, softness=2.4)
        self.tail = shapes("lure tail", TAIL, fin, corner=corner, ink=ink, ink_width=0.9)
        self.dorsal = shapes("lure dorsal", DORSAL, fin, ink=ink, ink_width=0.9)
        self.flank = shapes(
            "lure body", FLANK, theme.butter, ink=ink, ink_width=1.1, shade=theme.shade(theme.butter, 0.14)
        )
        self.bands = ribbons("lure bands", BANDS, [0.9, 1.5, 0.9], theme.coral)
        self.fin = shapes("lure fin", PECTORAL, theme.light(theme.coral, 0.4), ink=ink, ink_width=0.7)
        dark = ink if theme.name == "day" else theme.paper
        self.eye = discs(
            "lure eye", np.zeros((3, 2)), np.array([[2.1], [1.25], [0.45]]), [theme.milk, dark, theme.milk],
            ink=dark, ink_width=np.array([0.6, 0.0, 0.0]),
        )  # fmt: skip

    def at(self, x: float, y: float, heading: float, ticks: int, swims: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, looking along ``heading`` radians."""
        beat = TAU * (ticks % BEAT_TICKS) / BEAT_TICKS if swims else 0.6
        roll = clamp(math.cos(heading) / ROLL, -1.0, 1.0)
        roll = roll if abs(roll) > THIN else math.copysign(THIN, roll or 1.0)
        c, s = math.cos(heading), math.sin(heading)
        turn = np.array([[c, s], [-s * roll, c * roll]])
        place = np.array([x, y])

        # Swimming foreshortens what lies behind, as the tail swings toward us and away.
        local = FRY + BEHIND * np.array([0.16 * math.cos(beat), 0.07 * math.sin(beat)])
        drawn = local @ turn + place
        flank, tail, dorsal, fin, bands, eye, centers = np.split(drawn, FRY_PARTS)
        look = np.array([[0.0, 0.0], [0.35, -0.1], [-0.1, -0.6]])
        return (
            pose(self.shadow, points=flank[None] + FALL, center=centers[:1] + FALL),
            pose(self.tail, points=tail[None], center=centers[1:2]),
            pose(self.dorsal, points=dorsal[None], center=centers[2:3]),
            pose(self.flank, points=flank[None], center=centers[:1]),
            pose(self.bands, points=bands.reshape(BANDS.shape)),
            pose(self.fin, points=fin[None], center=centers[3:]),
            pose(self.eye, center=eye + look),
        )


class Spark:
    """A spark of plankton light: a bright heart and rays in a halo, with a few motes of its own."""

    MOTES = np.array([[-9.0, 3.0], [-15.0, -2.0], [-21.0, 4.0], [6.0, -8.0], [-4.0, 9.0]])
    RAYS = np.array([13.0, 7.0, 10.5, 6.5, 13.0, 7.0, 10.5, 6.5])
    """Board px that the rays reach, one every eighth of a turn."""
    HALO = np.array([[30.0], [14.0], [8.0]])
    HEART = np.array([[4.6], [3.0], [1.7]])

    def __init__(self, theme: Theme) -> None:
        glow = theme.light(theme.butter, 0.35)
        self.halo = discs(
            "lure halo", np.zeros((3, 2)), self.HALO, [fade(glow, 0.2), fade(glow, 0.38), fade(glow, 0.5)],
            softness=np.array([27.0, 12.0, 6.0]),
        )  # fmt: skip
        white = mix(theme.milk, theme.butter, 0.22)
        self.rays = ribbons(
            "lure rays", np.zeros((8, 3, 2)), [1.15, 0.6, 0.05], fade(white, 0.9), softness=0.5
        )
        self.heart = discs(
            "lure heart", np.zeros((3, 2)), self.HEART, [fade(theme.butter, 0.95), white, theme.milk],
            softness=np.array([2.6, 1.6, 0.6]),
        )  # fmt: skip
        self.motes = discs(
            "lure motes",
            self.MOTES,
            np.array([[1.0], [0.8], [0.6], [0.7], [0.9]]),
            fade(glow, 0.85),
            softness=0.5,
        )

    def at(self, x: float, y: float, heading: float, ticks: int, swims: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, drifting along ``heading`` radians."""
        turn = TAU * (ticks % GLOW_TICKS) / GLOW_TICKS if swims else 0.0
        throb = 1 + 0.13 * math.sin(turn)
        place = np.array([x, y])
        c, s = math.cos(heading), math.sin(heading)
        motes = self.MOTES + 1.6 * np.stack(
            [np.sin(turn + 2.0 * self.MOTES[:, 1]), np.cos(turn + self.MOTES[:, 0])], -1
        )
        # Long rays and short ones twinkle in turns.
        long = self.RAYS * (1 + 0.16 * np.sin(turn + np.arange(8) * 2.4))
        angle = 0.2 * math.sin(turn) + TAU * np.arange(8) / 8
        out = np.stack([np.cos(angle), np.sin(angle)], -1)
        rays = out[:, None] * (long[:, None] * np.array([0.12, 0.5, 1.0]))[..., None]
        return (
            pose(self.halo, center=np.tile(place, (3, 1)), size=self.HALO * throb),
            pose(self.motes, center=motes @ np.array([[c, s], [-s, c]]) + place),
            pose(self.rays, points=rays + place),
            pose(self.heart, center=np.tile(place, (3, 1)), size=self.HEART * (1 + 0.3 * (throb - 1))),
        )
