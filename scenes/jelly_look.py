"""How jellyfish look from the side: clear bells, a glowing rim with a frill, lit strands, ruffled arms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scenes.bell import NARROW, squeeze_at
from scenes.eyes import Blinks, Eyes
from scenes.motion import TAU
from scenes.picture import Layer, discs, floats, pose, ribbons, shapes
from scenes.stack import Stack
from scenes.theme import OUTLINE, Theme, fade, mix

if TYPE_CHECKING:
    from scenes.jellyfish import Jellyfish

# Local space: x across the bell to its right, y forward along the heading, from the middle of the rim;
# board px of an open bell of size 1, whose rim is 30 to either side.
LOBES = 6
_T = np.linspace(0.0, np.pi, 7)[1:-1]
NEAR_RIM = np.stack([-30.0 * np.cos(_T), 1.0 - 6.0 * np.sin(_T)], -1)
DOME = np.array(
    [[30.0, 1.0], [31.5, 9.0], [29.5, 19.0], [23.5, 28.5], [13.5, 35.5], [0.0, 38.0], [-13.5, 35.5],
     [-23.5, 28.5], [-29.5, 19.0], [-31.5, 9.0], [-30.0, 1.0]]
)  # fmt: skip
BELL = np.concatenate([DOME, NEAR_RIM])
"""Outline: over the crown from right to left, then along the near rim back to the right."""
BELL_CORNER = np.zeros(len(BELL))
BELL_CORNER[[0, len(DOME) - 1]] = 0.6
_T = np.linspace(0.0, np.pi, 2 * LOBES + 1)
_DEEP = np.where(np.arange(2 * LOBES + 1) % 2, 7.2, 3.2) * (0.25 + 0.75 * np.sin(_T) ** 0.7)
FRILL = np.concatenate(
    [
        np.stack([-30.5 * np.cos(_T), 0.5 - 6.0 * np.sin(_T) - _DEEP], -1),
        np.stack([28.0 * np.cos(_T), 3.0 - 6.0 * np.sin(_T)], -1)[1:-1:2],
    ]
)
"""The frill: lobes along the near rim from left to right, and back under the bell."""
FRILL_CORNER = np.zeros(len(FRILL))
FRILL_CORNER[2 : 2 * LOBES : 2] = 0.9
_U = np.linspace(0.0, np.pi, 9)
RIM_ARC = np.stack([-29.0 * np.cos(_U), 1.0 - 6.0 * np.sin(_U)], -1)
_V = np.linspace(0.15, np.pi - 0.15, 5)
FAR_RIM = np.stack([-29.0 * np.cos(_V), 1.0 + 6.5 * np.sin(_V)], -1)
CANALS = np.array(
    [[[x * s, y] for s, y in ((0.25, 34.5), (0.66, 28.0), (0.93, 18.0), (1.0, 8.0), (0.96, -1.0 - d))]
     for x, d in ((-21.5, 3.0), (-8.0, 5.0), (8.0, 5.0), (21.5, 3.0))]
)  # fmt: skip
SPOTS = np.array([[-14.0, 28.0], [0.0, 31.5], [14.0, 28.0], [-22.5, 19.0], [22.5, 19.0]])
SPOT_SIZE = np.array([2.2, 2.8, 2.2, 1.6, 1.6])
EYES = np.array([[-10.5, 12.5], [10.5, 12.5]])
CHEEKS = np.array([[-17.0, 12.5], [17.0, 12.5]])
EYE = 6.2
MOUTH = np.array([[-2.8, 12.5], [0.0, 12.5], [2.8, 12.5]])
BELOW, SMILE = 5.8, 1.9
"""Board px from the line of the eyes down to cheeks and mouth, and how deep it smiles."""
GLOSS_AT = np.array([-11.5, -11.5])
"""Board px from the bell's middle toward the light, wherever the bell looks."""
MIDDLE = np.array([[0.0, 17.0], [0.0, 11.0], [0.0, -15.0]])
"""Middle of the bell, of the glow inside it, and of the light that falls through it."""
STRETCH = 0.24
"""How much higher a full squeeze makes the bell."""
LEAD, LATE = 0.045, 0.10
"""Cycles by which the frill is ahead of the rim, and the crown behind it."""
FRESH = 4
"""Joints of a strand on which light falls through the bell."""
ARM_JOINTS = 7
ARM_POINTS = 2 * ARM_JOINTS - 1
ARM_BETWEEN = ((1, 2), (2, 2), (2, 3))
"""Strands between which the ruffled arms hang."""
REACH = 125.0
"""Board px about a bell's middle within which all of it is, whichever way its strands trail."""
SMALLEST = 0.3
"""Size below which nobody could see veins, spots and ruffles."""
PARTS = (BELL, FRILL, RIM_ARC, FAR_RIM, CANALS.reshape(-1, 2), SPOTS, CHEEKS, EYES, MOUTH, MIDDLE)


class JellyLook:
    """Draws jellyfish of ``size`` and ``seed`` (count,)."""

    def __init__(self, theme: Theme, size: np.ndarray, seed: np.ndarray) -> None:
        self.theme, self.size, self.seed = theme, size, seed
        self.fine = bool(size.max() > SMALLEST)
        count = len(size)
        coats = (theme.coral, theme.lavender, theme.butter, theme.sage)
        self.base = np.array([coats[i % 4] for i in range(count)])
        local = np.concatenate(PARTS)
        self.at = np.cumsum([0, *(len(part) for part in PARTS)])
        self.local = local.astype(np.float32)
        # How much each place follows the squeeze of the frill, of the rim and of the crown.
        high = np.clip(local[:, 1] / 30.0, 0.0, 1.0)
        low = np.clip(-local[:, 1] / 8.0, 0.0, 1.0)
        self.weight = np.stack([low, 1 - low - high, high]).astype(np.float32)
        self.soft = np.repeat(size, 5)
        self._strands(count)
        self._bell(count)
        self._face(count)
        self.stack = Stack(count, {"halo": 2, "rims": 2})

    def _tones(self, change) -> np.ndarray:  # type: ignore[no-untyped-def]
        return floats([change(c) for c in self.base])

    def _strands(self, count: int) -> None:
        theme, size = self.theme, self.size
        each = np.repeat(size, 5)[:, None]
        line = 0.9 * np.minimum(1.0, self.soft)
        taper = np.array([2.1, 2.1, 2.0, 1.9, 1.8, 1.7, 1.55, 1.4, 1.2, 0.9])
        self.strands = ribbons(
            "strands", np.zeros((5 * count, 10, 2)), taper * each,
            np.repeat(self._tones(lambda c: fade(theme.light(c, 0.12), 0.92)), 5, 0),
            ink=fade(theme.ink, 0.85), ink_width=line,
        )  # fmt: skip
        bright = np.repeat(self._tones(lambda c: fade(theme.light(c, 0.75), 0.8)), 5, 0)
        self.lit = ribbons(
            "lit strands", np.zeros((5 * count, FRESH, 2)), np.array([1.1, 1.0, 0.7, 0.05]) * each, bright
        )
        m = len(ARM_BETWEEN)
        ruffle = np.where(np.arange(ARM_POINTS) % 2, 4.6, 2.9) * np.linspace(1.0, 0.55, ARM_POINTS)
        self.arms = ribbons(
            "mouth arms", np.zeros((m * count, ARM_POINTS, 2)), ruffle * np.repeat(size, m)[:, None],
            np.repeat(self._tones(lambda c: fade(theme.light(mix(c, theme.milk, 0.35), 0.3), 0.9)), m, 0),
            ink=fade(theme.ink, 0.8), ink_width=1.2 * np.minimum(1.0, np.repeat(size, m)),
        )  # fmt: skip

    def _bell(self, count: int) -> None:
        theme, size = self.theme, self.size
        ink = OUTLINE * np.minimum(1.0, 0.35 + 0.65 * size)
        glow = self._tones(lambda c: fade(theme.light(c, 0.72), 0.26))
        fallen = self._tones(lambda c: fade(theme.light(c, 0.6), 0.34))
        self.halo = discs(
            "halo", np.zeros((2 * count, 2)), np.ones((2 * count, 2)), np.concatenate([glow, fallen]),
            softness=np.concatenate([46.0 * size, 15.0 * size]),
        )  # fmt: skip
        self.frills = shapes(
            "frills", np.zeros((count, len(FRILL), 2)),
            self._tones(lambda c: fade(theme.light(c, 0.55), 0.85)), corner=FRILL_CORNER, ink=theme.ink,
            ink_width=1.3 * np.minimum(1.0, size),
        )  # fmt: skip
        self.inner = discs(
            "inner glow", np.zeros((count, 2)), np.array([19.0, 14.0]) * size[:, None],
            self._tones(lambda c: fade(theme.light(c, 0.75), 0.5)), softness=12.0 * size,
        )  # fmt: skip
        self.bells = shapes(
            "bells", np.zeros((count, len(BELL), 2)), self._tones(lambda c: fade(theme.light(c, 0.05), 0.78)),
            corner=BELL_CORNER, ink=theme.ink, ink_width=ink,
            shade=self._tones(lambda c: fade(theme.shade(c, 0.2), 0.55)),
        )  # fmt: skip
        vein = np.repeat(self._tones(lambda c: fade(theme.light(c, 0.6), 0.5)), 5, 0)
        self.veins = ribbons(
            "veins",
            np.zeros((5 * count, 5, 2)),
            np.array([0.4, 0.7, 0.8, 0.8, 0.6]) * np.repeat(size, 5)[:, None],
            vein,
        )
        # All glows, then all lines, of the rims.
        rim = np.concatenate(
            [
                self._tones(lambda c: fade(theme.light(c, 0.8), 0.6)),
                self._tones(lambda c: theme.light(c, 0.75)),
            ]
        )
        wide = (
            np.concatenate([3.4 * size, 1.0 * size])[:, None]
            * np.sin(np.linspace(0.12, np.pi - 0.12, 9)) ** 0.3
        )
        soft = np.concatenate([3.6 * size, np.zeros(count)])
        self.rims = ribbons("rims", np.zeros((2 * count, 9, 2)), wide, rim, softness=soft)

    def _face(self, count: int) -> None:
        theme, size = self.theme, self.size
        n = len(SPOTS)
        spots = np.repeat(self._tones(lambda c: fade(theme.light(c, 0.7), 0.7)), n, 0)
        cheek = np.array([3.9, 2.5])
        per = np.concatenate([np.stack([SPOT_SIZE, SPOT_SIZE * 0.8], -1), [cheek, cheek], [[6.4, 3.4]]])
        tones = np.concatenate(
            [
                spots.reshape(count, n, 4),
                np.broadcast_to(fade(mix(theme.coral, theme.ink, 0.12), 0.42), (count, 2, 4)),
                np.broadcast_to(fade(theme.milk, 0.7), (count, 1, 4)),
            ],
            axis=1,
        )
        soft = np.concatenate([np.zeros(n), [1.6, 1.6, 1.2]])
        self.marks = discs(
            "marks", np.zeros((count * (n + 3), 2)), (per * size[:, None, None]).reshape(-1, 2),
            tones.reshape(-1, 4), softness=(soft * size[:, None]).reshape(-1),
        )  # fmt: skip
        self.turned = np.array([1.0] * n + [1.0, 1.0, 0.0])
        self.mouth = ribbons(
            "mouth", np.zeros((count, 3, 2)), np.array([0.5, 0.85, 0.5]) * size[:, None], theme.ink
        )
        self.eyes = Eyes("eyes", theme, np.repeat(EYE * size, 2))
        self.blinks = Blinks(count, seed=6)

    def layers(
        self, jelly: Jellyfish, look_at: tuple[float, float], ticks: int, alive: bool
    ) -> tuple[Layer, ...]:
        """Halo, strands, arms, bell, rim, face."""
        drawn, forward, right = self._place(jelly)
        bell, frill, rim, far, canals, spots, cheeks, eyes, mouth, middle = (
            drawn[:, a:b] for a, b in zip(self.at[:-1], self.at[1:])
        )
        count = len(self.size)
        # Cheeks and mouth are below the eyes, and it smiles, whichever way up it swims.
        down = forward * (np.clip(1.8 * forward[:, 1], -1.0, 1.0) * self.size)[:, None]
        cheeks = cheeks + BELOW * down[:, None]
        lips = mouth + BELOW * down[:, None]
        lips[:, 1] += SMILE * down
        strands = np.array(jelly.points, np.float32)
        center = middle[:, 0]
        gloss = middle[:, :1] + (GLOSS_AT * self.size[:, None])[:, None].astype(np.float32)
        angle = np.arctan2(right[:, 1], right[:, 0])
        lids = self.blinks.lids(ticks, alive)
        fine: tuple[Layer, ...] = ()
        ruffled: tuple[Layer, ...] = ()
        if self.fine:
            veins = np.concatenate([canals.reshape(count, -1, 5, 2), far[:, None]], axis=1)
            marks = np.concatenate([spots, cheeks, gloss], axis=1).reshape(-1, 2)
            turned = np.where(self.turned > 0, angle[:, None], -0.72).reshape(-1)
            fine = (
                pose(self.veins, points=veins.reshape(-1, 5, 2)),
                pose(self.marks, center=marks, angle=turned),
            )
            ruffled = (pose(self.arms, points=self._mouth_arms(jelly, strands, right)),)
        layers = (
            pose(self.halo, center=np.concatenate([center, middle[:, 2]]), size=self._throb(jelly)),
            pose(self.strands, points=strands),
            pose(self.lit, points=strands[:, :FRESH]),
            *ruffled,
            pose(self.frills, points=frill, center=frill[:, [0, 2 * LOBES]].mean(axis=1)),
            pose(self.bells, points=bell, center=center),
            pose(self.inner, center=middle[:, 1], angle=angle),
            *fine,
            pose(self.rims, points=np.concatenate([rim, rim])),
            pose(self.mouth, points=lips),
            self.eyes.at(eyes.reshape(-1, 2), look_at, lids, turn=np.repeat(angle, 2)),
        )
        return self.stack.pile(layers, self.size, place=jelly.center, reach=REACH * self.size)

    def _place(self, jelly: Jellyfish) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All places of the bell (count, places, 2) float32; unit vectors forward and right (count, 2)."""
        ahead = squeeze_at(jelly.phase + LEAD)
        late = squeeze_at(jelly.phase - LATE)
        squeeze = np.stack([ahead, jelly.squeeze, late], -1).astype(np.float32)
        x, y = self.local[:, 0], self.local[:, 1]
        size = self.size[:, None].astype(np.float32)
        across = x * (1 - np.float32(NARROW) * (squeeze @ self.weight)) * size
        along = y * (1 + np.float32(STRETCH) * squeeze[:, 1:2]) * size
        c, s = np.cos(jelly.heading), np.sin(jelly.heading)
        forward, right = np.stack([c, s], -1), np.stack([-s, c], -1)
        drawn = np.empty((len(self.size), len(x), 2), np.float32)
        for axis in range(2):
            drawn[..., axis] = across * right[:, axis : axis + 1] + along * forward[:, axis : axis + 1]
            drawn[..., axis] += jelly.center[:, axis : axis + 1]
        return drawn, forward, right

    def _throb(self, jelly: Jellyfish) -> np.ndarray:
        wide = np.concatenate(
            [self.size * (58.0 + 9.0 * jelly.squeeze), self.size * (21.0 + 3.0 * jelly.squeeze)]
        )
        return np.repeat(wide[:, None], 2, 1)

    def _mouth_arms(self, jelly: Jellyfish, strands: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Arms (3 count, 13, 2) that hang between the strands and ruffle with the squeeze."""
        count = len(self.size)
        of = strands.reshape(count, 5, 10, 2)
        arms = np.empty((count, len(ARM_BETWEEN), ARM_POINTS, 2), np.float32)
        for k, (a, b) in enumerate(ARM_BETWEEN):
            np.add(of[:, a, :ARM_JOINTS], of[:, b, :ARM_JOINTS], out=arms[:, k, ::2])
        arms[:, :, ::2] *= 0.5
        arms[:, :, 1::2] = 0.5 * (arms[:, :, :-1:2] + arms[:, :, 2::2])
        i = np.arange(ARM_POINTS)
        wave = np.sin(1.1 * i - TAU * jelly.phase[:, None]) * (0.24 * np.minimum(i, 9)) * self.size[:, None]
        ruffle = wave[:, None] * np.array([1.0, -0.8, 0.9])[:, None]
        arms += (ruffle[..., None] * right[:, None, None]).astype(np.float32)
        return arms.reshape(-1, ARM_POINTS, 2)
