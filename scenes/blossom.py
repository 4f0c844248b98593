"""Cherry blossom: flowers of five notched petals, and the one that drifts on the water as a lure."""

from __future__ import annotations

import numpy as np

from scenes.carried import to_complex, to_plane
from scenes.motion import TAU
from scenes.picture import Discs, Layer, Shapes, discs, pose, shapes
from scenes.stacked import stacked
from scenes.theme import Theme, mix

# A petal of reach 1 along +x: narrow root, round flanks, a notched tip.
PETAL = np.array(
    [[0.06, 0.0], [0.34, 0.2], [0.66, 0.33], [0.93, 0.25], [1.0, 0.1], [0.92, 0.0],
     [1.0, -0.1], [0.93, -0.25], [0.66, -0.33], [0.34, -0.2]]
)  # fmt: skip
PETAL_CORNERS = np.array([1.0, 0, 0, 0, 0, 0.9, 0, 0, 0, 0])
PETALS = 5
STAMENS = 6
_SPOKES = np.exp(1j * TAU * np.arange(PETALS) / PETALS)
_LOOP = PETAL @ [1, 1j]
_FLOWER = np.concatenate([_SPOKES * _LOOP[1:].mean(), np.outer(_SPOKES, _LOOP).reshape(-1)]).astype(
    np.complex64
)
"""A flower of reach 1: the middles of its petals, then their outlines."""
SPIN_TICKS = 900
"""Ticks in which the floating flower turns once."""


def turned(loop: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """``loop`` (n, 2) turned by each of ``angle`` (m,) radians: (m, n, 2)."""
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return np.stack([loop[:, 0] * c - loop[:, 1] * s, loop[:, 0] * s + loop[:, 1] * c], -1)


def tints(theme: Theme) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Colours (4,) of petals: pale, rosy, and their line."""
    pale = mix(theme.coral, theme.milk, 0.72)
    return pale, mix(theme.coral, theme.milk, 0.5), theme.shade(theme.coral, 0.5)


class Blossoms:
    """Flowers at given places: petals of all in one layer, hearts in another. ``reach`` (m,) board px."""

    def __init__(
        self, name: str, theme: Theme, reach: np.ndarray, tint: np.ndarray, ink_width: float
    ) -> None:
        m = len(reach)
        self.reach = np.asarray(reach, float)
        heart = [mix(theme.coral, theme.butter, 0.35), *[theme.butter] * STAMENS]
        pale, rosy, line = tints(theme)
        fill = np.array([mix(pale, rosy, float(t)) for t in tint])
        fill = np.repeat(fill, PETALS, axis=0)
        loops = np.zeros((m * PETALS, len(PETAL), 2))
        self.shadow = shapes(f"{name} shadow", loops, theme.shadow, corner=PETAL_CORNERS, softness=2.4)
        self.petals = shapes(
            f"{name} petals",
            loops,
            fill,
            corner=PETAL_CORNERS,
            ink=line,
            ink_width=ink_width,
            shade=np.array([theme.shade(c, 0.08) for c in fill]),
        )
        turn = TAU * (np.arange(STAMENS) + 0.5) / STAMENS
        self.stamen = np.concatenate([[0.0], 0.3 * np.exp(1j * turn)]).astype(np.complex64)
        size = np.concatenate([[0.17], np.full(STAMENS, 0.065)])
        self.hearts = discs(
            f"{name} hearts",
            np.zeros((m * (STAMENS + 1), 2)),
            (self.reach[:, None] * size).reshape(-1, 1),
            np.tile(np.array(heart), (m, 1)),
        )

    def at(self, place: np.ndarray, angle: np.ndarray, fall: np.ndarray) -> tuple[Shapes, Shapes, Discs]:
        """Shadow, petals and hearts at ``place`` (m, 2), by ``angle`` (m,); the shadow ``fall`` off."""
        way = (np.exp(1j * np.asarray(angle)) * self.reach).astype(np.complex64)[:, None]
        at, off = to_complex(place)[:, None], np.complex64(complex(*fall))
        flowers, hearts = way * _FLOWER + at, way * self.stamen + at
        loops, center = flowers[:, PETALS:].reshape(-1, len(PETAL)), flowers[:, :PETALS].reshape(-1)
        return (
            pose(self.shadow, points=to_plane(loops + off), center=to_plane(center + off)),
            pose(self.petals, points=to_plane(loops), center=to_plane(center)),
            pose(self.hearts, center=to_plane(hearts.reshape(-1))),
        )


class FloatingBlossom:
    """The lure of the stream: one flower that turns slowly as it floats."""

    FALL = np.array([2.6, 4.6])

    def __init__(self, theme: Theme) -> None:
        self.flower = Blossoms("lure", theme, np.array([9.0]), np.array([0.75]), 0.9)
        self.petals = stacked("lure petals", self.flower.shadow, self.flower.petals)

    def at(self, x: float, y: float, ticks: int, drift: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px, turning if it may ``drift``."""
        turn = TAU * (ticks % SPIN_TICKS) / SPIN_TICKS if drift else 0.3
        shadow, petals, hearts = self.flower.at(np.array([[x, y]]), np.array([turn]), self.FALL)
        return (
            pose(
                self.petals,
                points=np.concatenate([shadow.points, petals.points]),
                center=np.concatenate([shadow.center, petals.center]),
            ),
            hearts,
        )
