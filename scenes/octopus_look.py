"""How octopuses look: a soft mantle, arms with suckers inside, tips that curl, a skin that blushes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kernels import runtime
from kernels.arms import arm_form, dress_arms
from scenes.eyes import Blinks, Eyes
from scenes.motion import TAU
from scenes.picture import Layer, Pattern, Ribbons, Shapes, Skin, discs, floats, pose, ribbons, shapes
from scenes.stack import Stack
from scenes.theme import OUTLINE, Theme, fade, mix
from scenes.vectors import pair

if TYPE_CHECKING:
    from scenes.octopus import Octopus

# Local space: the body's centre, x right, y down, board px of an octopus of size 1.
MANTLE = np.array(
    [[0.0, -44.0], [12.5, -42.0], [23.0, -35.5], [29.5, -24.0], [29.5, -11.0], [27.5, -2.0], [25.5, 7.0],
     [20.0, 13.5], [10.0, 16.0], [0.0, 16.5]]
)  # fmt: skip
"""Right half of the outline, from the crown to below the roots."""
MARKS = np.array(
    [[-14.0, -33.5], [-5.5, -37.0], [8.0, -36.0], [17.5, -30.0], [-21.5, -25.0], [1.5, -29.0], [23.0, -20.5],
     [12.0, -26.0], [-15.5, -28.0]]
)  # fmt: skip
"""Spots of the crown; the last is the gloss."""
MARK_SIZE = np.array(
    [
        [2.3, 2.0],
        [1.6, 1.4],
        [2.1, 1.8],
        [2.7, 2.3],
        [1.7, 1.5],
        [1.5, 1.3],
        [1.8, 1.5],
        [1.2, 1.0],
        [8.0, 4.2],
    ]
)
EYES = np.array([[-11.5, -13.0], [11.5, -13.0]])
EYE = 7.4
CHEEKS = np.array([[-19.0, -4.0], [19.0, -4.0]])
LIPS = np.array([[-3.2, -4.2], [0.0, -2.2], [3.2, -4.2]])
FLARE = np.array([1.0, 1.34, 1.2, 1.06])
"""How much stouter than its taper a near arm is at its first points: arms grow out of the mantle."""
MOUTHS = np.array([1.5, 1.0, 0.72, 0.0])
"""Girth of the skin that joins mantle and near arms, as a share of an arm's, at the arm's first points.

It runs out to nothing, so that the lines between neighbouring arms begin as fine creases."""
TUCK = np.array([1.0, 1.0, 0.62, 0.25])
"""How far the first points of a far arm are moved in under the mantle, as a share of the way to ``TUCKED``:
beside the mantle they would stick out as humps."""
TUCKED = np.array([0.58, 7.0])
"""Where far arms come out: share of their place across, and board px below the body's centre."""
SEAT, CROWN = 10.0, 52.0
"""Where the mantle sits on the arms, the place that does not give way, and how far above it the crown is."""
HEAD = 0.92
"""Size of everything above the seat: small enough for seven thin arms to be what is seen first."""
LINE, FAR_LINE = 0.8, 0.4
"""Width of an arm's ink, as a share of the mantle's; how far that of far arms gives way to dusk."""
BREATH_TICKS = 168
FALL = np.array([6.0, 10.0])
"""Board px from the octopus to its soft shadow, which is faint: water scatters light."""
FAINT = 0.22
ROOT_RADIUS, TIP_RADIUS = 5.7, 1.9
EXTRA = 4
"""Points that the drawn arm runs on beyond its last joint; they curl when it has arrived."""
CURL = 0.95
"""Radians from each of these points to the next in a full curl."""
FAR = [0, 6, 3]
NEAR = [1, 5, 2, 4]
SUCKERS = np.arange(4, 12)
"""Points of the drawn arm that bear suckers."""
SUCKER_AT = 0.40
STEP = 4.2
"""Board px of the first step beyond the last joint."""
SHADE = 0.15
INNER = np.array([1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
"""Side of each arm that bears suckers and toward which its tip curls."""
CENTER_OF = [0, 9]
"""Points of the outline, crown and chin, between which its centre lies."""
SMALLEST = 0.34
"""Size below which nobody could see suckers and spots, and they are left out."""


class OctopusLook:
    """Draws octopuses of ``size`` and ``seed`` (count,); ``gap`` board px between joints of an arm."""

    def __init__(self, theme: Theme, size: np.ndarray, seed: np.ndarray, gap: float) -> None:
        self.theme, self.size, self.seed, self.gap = theme, size, seed, gap
        self.fine = bool(size.max() > SMALLEST)
        count = len(size)
        coats = (theme.lavender, mix(theme.coral, theme.milk, 0.2), theme.sage, theme.butter)
        self.base = np.array([coats[i % len(coats)] for i in range(count)])
        blushed = (mix(theme.lavender, theme.coral, 0.62), theme.coral, theme.butter, theme.coral)
        self.blushed = np.array([blushed[i % len(blushed)] for i in range(count)])
        self.ink = OUTLINE * np.minimum(1.0, 0.35 + 0.65 * size)
        self.loop = np.concatenate([MANTLE, (MANTLE * [-1.0, 1.0])[-2:0:-1]])
        places = [self.loop, EYES, CHEEKS, LIPS, *([MARKS] if self.fine else [])]
        self.parts = np.cumsum([len(part) for part in places])[:4]
        seat = np.array([0.0, SEAT])
        local = (seat + HEAD * (np.concatenate(places) - seat)).astype(np.float32)
        drag = np.clip((SEAT - local[:, 1]) / CROWN, 0.0, 1.0) ** 1.4
        self.local = local[:, 0], local[:, 1], drag
        self._arms(count)
        self._body(count)
        self.drawn_blush = np.full(count, -1.0)
        self.stack = Stack(count)

    def _arms(self, count: int) -> None:
        theme, size, real = self.theme, self.size[:, None], runtime.real()
        joints = 12 + EXTRA + 1
        u = np.linspace(0.0, 1.0, joints)
        girth = TIP_RADIUS + (ROOT_RADIUS - TIP_RADIUS) * (1 - u) ** 1.15
        girth[-1] *= 0.8
        stout = girth.copy()
        stout[: len(FLARE)] *= FLARE
        points = np.zeros((count, joints, 2))
        self.skin = _skin(theme, self.base)
        self.far_skin = _skin(theme, self._far(self.base))
        fills = self.base, self._far(self.base)
        dusk = theme.shade(theme.lavender, 0.34)
        inks = theme.ink, mix(theme.ink, dusk, FAR_LINE)
        self.arm: list[Ribbons] = [
            ribbons(
                f"arm {k}", points, (girth if k in FAR else stout) * size, fills[k in FAR],
                ink=inks[k in FAR], ink_width=LINE * self.ink, skin=self.far_skin if k in FAR else self.skin,
            )
            for k in range(7)
        ]  # fmt: skip
        self.shadow = ribbons(
            "arm shadows", np.zeros((7 * count, joints, 2)), np.tile(girth * size, (7, 1)) * 0.95,
            theme.faint(FAINT), softness=4.0,
        )  # fmt: skip
        mouth = np.tile(stout[: len(MOUTHS)] * MOUTHS * size, (len(NEAR), 1))
        self.mouths = ribbons(
            "arm mouths",
            np.zeros((len(NEAR) * count, len(MOUTHS), 2)),
            mouth,
            np.tile(self.base, (len(NEAR), 1)),
        )
        m = len(SUCKERS)
        wide = np.repeat(self.size, m) * np.tile(0.44 * girth[SUCKERS], count)
        cup = theme.light(mix(theme.coral, theme.lavender, 0.35), 0.5)
        self.sucker = [
            discs(
                f"suckers {k}", np.zeros((count * m, 2)), wide[:, None], cup,
                ink=theme.shade(theme.coral, 0.4), ink_width=0.75 * np.minimum(1.0, np.repeat(self.size, m)),
            )
            for k in range(7)
        ]  # fmt: skip
        # What the kernel works on, one array each for good.
        self.curl, self.body = np.zeros((count, 7), real), np.zeros((count, 3), real)
        self.body[:, 2] = self.size
        self.form = arm_form(CURL, STEP, SUCKER_AT, INNER, girth).astype(real)
        self.spine = np.zeros((7, count, joints, 2), np.float32)
        self.cups = np.zeros((7, count, m if self.fine else 0, 2), np.float32)

    def _far(self, base: np.ndarray) -> np.ndarray:
        """Far arms are a little nearer to the colour of dusk."""
        dusk = self.theme.shade(self.theme.lavender, 0.34)
        return floats(base + (dusk - base) * 0.42)

    def _body(self, count: int) -> None:
        theme, size = self.theme, self.size
        loops = np.zeros((count, len(self.loop), 2))
        self.body_shadow = shapes("mantle shadow", loops, theme.faint(FAINT), softness=5.0)
        self.mantle: Shapes = shapes(
            "mantle",
            loops,
            self.base,
            ink=theme.ink,
            ink_width=self.ink,
            shade=_toward(self.base, theme.shade(self.base[0], 1.0), SHADE),
        )
        # Spots, which open as it blushes, and last the gloss.
        spot = np.array([fade(theme.shade(c, 0.2), 0.75) for c in self.base])
        light = np.array([fade(theme.light(c, 0.8), 0.75) for c in self.base])
        n = len(MARKS)
        self.marks = discs(
            "marks", np.zeros((count * n, 2)), np.ones((count * n, 1)),
            np.concatenate([np.repeat(spot[:, None], n - 1, 1), light[:, None]], axis=1).reshape(-1, 4),
            angle=np.tile(np.where(np.arange(n) < n - 1, 0.0, -0.66), count),
            softness=np.tile(np.where(np.arange(n) < n - 1, 0.0, 1.6), count) * np.repeat(size, n),
        )  # fmt: skip
        cheek = np.array([5.0, 3.2]) * np.repeat(size, 2)[:, None]
        self.cheeks = discs("cheeks", np.zeros((2 * count, 2)), cheek, fade(theme.coral, 0.4), softness=1.8)
        lips = np.array([0.5, 0.9, 0.5]) * size[:, None]
        self.mouth = ribbons("mouth", np.zeros((count, 3, 2)), lips, theme.ink)
        self.eyes = Eyes("eyes", theme, np.repeat(EYE * size, 2))
        self.blinks = Blinks(count, seed=14)

    def layers(
        self, octopus: Octopus, look_at: tuple[float, float], ticks: int, alive: bool
    ) -> tuple[Layer, ...]:
        """Far arms, mantle, near arms, face."""
        self._blush(octopus.blush)
        breath = 1 + 0.018 * np.sin(TAU * ((ticks % BREATH_TICKS) / BREATH_TICKS + self.seed)) * alive
        drawn = self._face(octopus, breath)
        n, e, c, m = self.parts
        loop, eyes, cheeks, mouth = drawn[:, :n], drawn[:, n:e], drawn[:, e:c], drawn[:, c:m]
        spine, cups = self._dress(octopus)
        far = [layer for k in FAR for layer in self._arm(k, spine, cups)]
        near = [layer for k in NEAR for layer in self._arm(k, spine, cups)]
        center = loop[:, CENTER_OF].mean(axis=1)
        shadows = ()
        if self.fine:
            shade = spine.reshape(-1, spine.shape[2], 2) + FALL
            shadows = (pose(self.shadow, points=shade),)
        layers = (
            *shadows,
            pose(self.body_shadow, points=loop + FALL, center=center + FALL),
            *far,
            pose(self.mantle, points=loop, center=center),
            *self._marks(octopus, drawn[:, m:]),
            *near,
            pose(self.mouths, points=spine[NEAR, :, : len(MOUTHS)].reshape(-1, len(MOUTHS), 2)),
            pose(self.cheeks, center=cheeks.reshape(-1, 2)),
            pose(self.mouth, points=mouth),
            self.eyes.at(
                eyes.reshape(-1, 2),
                look_at,
                self.blinks.lids(ticks, alive),
                turn=np.repeat(octopus.tilt, 2),
            ),
        )
        return self.stack.pile(layers, self.size)

    def _face(self, octopus: Octopus, breath: np.ndarray) -> np.ndarray:
        """Where all places of the mantle are (count, places, 2): it trails and keeps its volume."""
        x, y, drag = self.local
        press = np.clip(octopus.trail[:, 1] / (self.size * CROWN), -0.3, 0.3)
        scale = breath * self.size
        drawn = np.empty((len(self.size), len(x), 2), np.float32)
        across, down = drawn[..., 0], drawn[..., 1]
        np.multiply.outer(scale * (1 + 0.6 * press), x, out=across, casting="unsafe")
        across += octopus.trail[:, :1] * drag + octopus.body[:, :1]
        np.multiply.outer(scale * (1 - press), y - SEAT, out=down, casting="unsafe")
        down += (octopus.body[:, 1] + SEAT * scale)[:, None]
        drawn -= octopus.body[:, None]
        drawn = self._turned(octopus, drawn)
        drawn += octopus.body[:, None]
        return drawn

    def _turned(self, octopus: Octopus, local: np.ndarray) -> np.ndarray:
        """``local`` (count, n, 2) px from the bodies, turned with them."""
        if not octopus.tilt.any():
            return local
        c, s = np.cos(octopus.tilt)[:, None], np.sin(octopus.tilt)[:, None]
        x, y = local[..., 0], local[..., 1]
        return pair(c * x - s * y, s * x + c * y)

    def _marks(self, octopus: Octopus, places: np.ndarray) -> tuple[Layer, ...]:
        if not self.fine:
            return ()
        size = MARK_SIZE * self.size[:, None, None]
        size[:, :-1] *= 0.85 + 0.4 * octopus.blush[:, None, None]
        return (pose(self.marks, center=places.reshape(-1, 2), size=size.reshape(-1, 2)),)

    def _dress(self, octopus: Octopus) -> tuple[np.ndarray, np.ndarray]:
        """Spines (7, count, n, 2) and suckers (7, count, m, 2) of all arms, fresh float32 arrays."""
        self.body[:, :2], self.curl[:] = octopus.body, octopus.curl
        dress_arms(octopus.shown, self.body, self.curl, self.form, self.spine, self.cups)
        spine = self.spine.copy()
        first = spine[FAR, :, : len(TUCK)]
        out = octopus.roots[:, FAR].swapaxes(0, 1) * TUCKED[0]
        size = self.size[:, None]
        down = self._turned(octopus, np.array([0.0, TUCKED[1]]) * size[:, None])[:, 0]
        under = octopus.body + out + down - first[:, :, 1]
        spine[FAR, :, : len(TUCK)] = first + under[:, :, None] * TUCK[:, None]
        return spine, self.cups.copy()

    def _arm(self, k: int, spine: np.ndarray, cups: np.ndarray) -> tuple[Layer, ...]:
        arm = pose(self.arm[k], points=spine[k])
        return (arm, pose(self.sucker[k], center=cups[k].reshape(-1, 2))) if self.fine else (arm,)

    def _blush(self, blush: np.ndarray) -> None:
        """Mix the skin's colours anew, if it changed enough to be seen."""
        if np.abs(blush - self.drawn_blush).max() < 0.01:
            return
        self.drawn_blush = blush.copy()
        base = floats(self.base + (self.blushed - self.base) * (0.75 * blush)[:, None])
        far = self._far(base)
        ink = self.theme.shade(self.base[0], 1.0)
        shade = _toward(base, ink, SHADE)
        skin, far_skin = (
            replace(self.skin, shade=shade),
            replace(self.far_skin, shade=_toward(far, ink, SHADE)),
        )
        for k in range(7):
            fill, dressed = (far, far_skin) if k in FAR else (base, skin)
            self.arm[k] = replace(self.arm[k], fill=fill, skin=dressed)
        self.mantle = replace(self.mantle, fill=base, shade=shade)
        self.mouths = replace(self.mouths, fill=np.tile(base, (len(NEAR), 1)))


def _toward(colors: np.ndarray, other: np.ndarray, share: float) -> np.ndarray:
    """Colours (count, 4) a share of the way to another, as opaque as they were."""
    mixed = floats(colors + (other - colors) * share)
    mixed[:, 3] = colors[:, 3]
    return mixed


def _skin(theme: Theme, base: np.ndarray) -> Skin:
    count = len(base)
    return Skin(
        pattern=Pattern.PLAIN,
        mark=floats(base),
        mark2=floats(base),
        shade=_toward(base, theme.shade(base[0], 1.0), SHADE),
        light=floats([theme.light(c, 0.5) for c in base]),
        seed=floats(np.zeros(count)),
        scale=floats(np.ones(count)),
    )
