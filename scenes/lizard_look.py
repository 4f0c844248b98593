"""How lizards look from above: striped back, two-bone legs, five toes a foot, a throat that pulses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scenes.eyes import Blinks, Eyes
from scenes.motion import TAU
from scenes.picture import Layer, Pattern, Skin, discs, floats, pose, ribbons
from scenes.stack import Stack
from scenes.steps import contained
from scenes.theme import OUTLINE, Theme, fade, mix
from scenes.vectors import raised, turned, unit

if TYPE_CHECKING:
    from scenes.lizard import Lizard

SNOUT = floats([14.5, 8.0])
"""Board px of the drawn snout's two joints before the first joint."""
TAIL = floats([12.0, 24.0, 36.0])
"""Board px of the drawn tail's joints beyond the last joint, to a thread."""
GIRTH = np.array(
    [4.6, 8.8, 11.8, 10.4, 8.4, 9.4, 11.2, 12.2, 12.8, 13.1, 13.0, 12.4, 11.2, 9.8, 8.0, 6.7, 5.7, 4.8, 4.0,
     3.3, 2.4, 1.5, 0.5]
)  # fmt: skip
LEG = np.array([6.4, 5.6, 5.0, 4.1, 3.5])
"""Radius of a leg from hip to foot, board px."""
LEG_INK, TOE_INK = 1.8, 1.3
FAN = floats([-1.15, -0.56, 0.0, 0.56, 1.15])
"""Directions of the five toes on the ground, radians from the foot's."""
TOES = floats([8.4, 9.8, 10.4, 9.8, 8.4])
TOE = np.array([2.2, 2.6])
"""Radius of a toe at its root and at its pad."""
FALL = floats([2.8, 5.0])
LEG_FALL = FALL * 0.7
FOOT_FALL = floats([1.4, 2.4])
FINE = 0.2
"""Size from which the smallest parts are drawn: nostrils, ankles, and shadows of legs."""
THROAT_TICKS = (34, 300)
"""Ticks of one pulse of the throat, and of a bout of pulses with its pause."""
BOUT = 6
"""Pulses in a bout."""
LEG_JOINTS = [5, 5, 11, 11]
"""Spine joints of the legs: front left, front right, hind left, hind right."""
SIDES = floats([[-1.0], [1.0]])


class LizardLook:
    """Draws lizards of ``size`` (count,), 1 as published; ``seed`` (count,) 0..1. Colours differ."""

    def __init__(self, theme: Theme, size: np.ndarray, seed: np.ndarray) -> None:
        count = len(size)
        self.size, self.seed = floats(size)[:, None], seed
        self.fine = bool(size.max() > FINE)
        pairs = (
            (theme.sage, theme.lavender, mix(theme.lavender, theme.milk, 0.35)),
            (theme.butter, theme.coral, theme.coral),
            (theme.lavender, theme.butter, theme.milk),
            (theme.coral, theme.milk, theme.butter),
        )
        base, mark, dots = (np.array([pairs[i % len(pairs)][k] for i in range(count)]) for k in range(3))
        thin = np.minimum(1.0, 0.35 + 0.65 * size)
        ink = theme.ink
        girth = GIRTH * self.size
        spine = np.zeros((count, len(GIRTH), 2))
        self.shadow = ribbons("shadow", spine, girth, theme.shadow, softness=3.2)
        shade, light = (
            floats([theme.shade(c, 0.16) for c in base]),
            floats([theme.light(c, 0.4) for c in base]),
        )
        skin = Skin(
            pattern=Pattern.STRIPE, mark=floats(mark), mark2=floats(dots), shade=shade, light=light,
            seed=floats(seed * 6.0), scale=floats(12.0 * size),
        )  # fmt: skip
        self.body = ribbons("body", spine, girth, base, ink=ink, ink_width=OUTLINE * thin, skin=skin)
        self._limbs(theme, base, count, thin)
        pink = np.array([mix(mix(theme.coral, theme.milk, 0.45), b, 0.62) for b in base])
        self.throat = discs(
            "throat", np.zeros((count, 2)), np.ones((count, 2)), pink, ink=ink, ink_width=1.4 * thin
        )
        lids = np.repeat(np.array([theme.shade(b, 0.10) for b in base]), 2, 0)
        self.brows = discs(
            "brows", np.zeros((2 * count, 2)), np.repeat(7.2 * self.size, 2, 0), lids, ink=ink,
            ink_width=np.repeat(1.7 * thin, 2),
        )  # fmt: skip
        self.nose = discs(
            "nostrils", np.zeros((2 * count, 2)), np.repeat(0.75 * self.size, 2, 0), fade(ink, 0.8)
        )
        self.eyes = Eyes("eyes", theme, np.repeat(4.4 * size, 2))
        self.blinks = Blinks(count)
        self.stack = Stack(count)

    def _limbs(self, theme: Theme, base: np.ndarray, count: int, thin: np.ndarray) -> None:
        """Legs, then toes twice (wide in ink, narrower in colour), then ankles that join both."""
        legs, toes = np.zeros((4 * count, len(LEG), 2)), np.zeros((20 * count, 2, 2))
        wide, slim = np.repeat(LEG * self.size, 4, 0), np.repeat(TOE * self.size, 20, 0)
        leg_ink, toe_ink = np.repeat(LEG_INK * thin, 4), np.repeat(TOE_INK * thin, 20)[:, None]
        # So small that the ink would cover it all, a limb still shows some colour.
        leg_ink = np.minimum(leg_ink, 0.6 * wide[:, -1])
        ankle = wide[:, -2:] - leg_ink[:, None]
        toe_fill = np.maximum(slim - toe_ink, 0.4 * slim)
        limb = np.array([mix(b, theme.lavender, 0.10) for b in base])
        skin = Skin(
            pattern=Pattern.PLAIN,
            mark=floats(np.repeat(limb, 4, 0)),
            mark2=floats(np.repeat(limb, 4, 0)),
            shade=floats(np.repeat([theme.shade(c, 0.16) for c in limb], 4, 0)),
            light=floats(np.repeat([theme.light(c, 0.4) for c in limb], 4, 0)),
            seed=floats(np.zeros(4 * count)),
            scale=floats(np.full(4 * count, 10.0)),
        )
        self.leg_shadows = ribbons("leg shadows", legs, wide, theme.shadow, softness=2.4)
        self.foot_shadows = discs(
            "foot shadows", np.zeros((4 * count, 2)), np.repeat(8.0 * self.size, 4, 0),
            theme.faint(1.15), softness=np.repeat(3.4 * self.size[:, 0], 4),
        )  # fmt: skip
        fill = np.repeat(limb, 4, 0)
        self.legs = ribbons("legs", legs, wide, fill, ink=theme.ink, ink_width=leg_ink, skin=skin)
        self.toe_ink = ribbons("toe lines", toes, slim, theme.ink)
        self.toe_fill = ribbons("toes", toes, toe_fill, np.repeat(limb, 20, 0))
        self.ankles = ribbons("ankles", legs[:, :2], ankle, fill)

    def layers(
        self, lizard: Lizard, look_at: tuple[float, float], lift: np.ndarray, breathe: bool
    ) -> tuple[Layer, ...]:
        """The herd of a ``Lizard`` scene, its feet ``lift`` (count, 4) board px above the ground."""
        joints = floats(lizard.points)
        forward, back = joints[:, 0] - joints[:, 1], joints[:, -1:] - joints[:, -2:-1]
        gap = floats(lizard.gap)[:, None]
        forward, back = forward / gap, back / gap[:, None]
        size = self.size
        snout = joints[:, :1] + forward[:, None] * SNOUT[:, None] * size[:, None]
        tail = joints[:, -1:] + back * TAIL[:, None] * size[:, None]
        spine = np.concatenate([snout, joints, tail], axis=1)
        sides = turned(forward)[:, None] * SIDES
        scale, ahead = size[:, None], forward[:, None]
        eyes = joints[:, :1] + (ahead * 2.0 + sides * 9.6) * scale
        nose = joints[:, :1] + (ahead * 14.6 + sides * 2.7) * scale
        shadows, limbs = self._pose_limbs(lizard, lift)
        layers = (
            *shadows,
            pose(self.shadow, points=spine + FALL),
            *limbs,
            self._throat(lizard, joints, forward, breathe),
            pose(self.brows, center=(eyes - ahead * 0.5 * scale).reshape(-1, 2)),
            pose(self.body, points=spine),
            *([pose(self.nose, center=nose.reshape(-1, 2))] if self.fine else ()),
            self.eyes.at(
                eyes.reshape(-1, 2),
                look_at,
                self.blinks.lids(lizard.ticks, breathe),
                turn=np.repeat(np.arctan2(forward[:, 1], forward[:, 0]), 2),
            ),
        )
        return self.stack.pile(layers, self.size[:, 0])

    def _pose_limbs(self, lizard: Lizard, lift: np.ndarray) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """Shadows of feet and legs, and the limbs themselves."""
        hips, knee, foot = lizard.limbs(lift)
        if not lizard.params.guard:
            # A leg that no bones reach lies under the spine with all it has.
            inside = lizard.points[:, LEG_JOINTS]
            hips = np.where(np.isfinite(knee).all(axis=-1, keepdims=True), hips, inside)
            knee, foot = contained(knee, inside), contained(foot, inside)
        hips, knee, foot, lift = floats(hips), floats(knee), floats(foot), floats(lift)
        bones = np.empty((*knee.shape[:2], len(LEG), 2), np.float32)
        bones[:, :, 0], bones[:, :, 2], bones[:, :, 4] = hips, knee, foot
        bones[:, :, 1], bones[:, :, 3] = (hips + knee) / 2, (knee + foot) / 2
        size = self.size[:, None, None, :]
        # Toes close in the air and spread on the ground.
        share = lift / np.maximum(lizard.params.step_lift * self.size, 1e-6)
        fan = floats(lizard.turn)[..., None] + FAN * (1 - 0.45 * share)[..., None]
        way = unit(fan) * size
        if not lizard.params.guard:
            way = np.where((foot == hips).all(axis=-1)[..., None, None], 0.0, way)
        toes = np.empty((*fan.shape, 2, 2), np.float32)
        toes[..., 0, :] = foot[:, :, None] + way * 1.5
        toes[..., 1, :] = foot[:, :, None] + way * (TOES * (1 - 0.1 * share[..., None]))[..., None]
        legs = bones.reshape(-1, len(LEG), 2)
        toes = toes.reshape(-1, 2, 2)
        lines = pose(self.toe_ink, points=toes)
        limbs = (pose(self.legs, points=legs), lines, pose(self.toe_fill, points=lines.points))
        if not self.fine:
            return (), limbs
        fall = FOOT_FALL * (self.size * (1 + 2.6 * share))[..., None]
        shadows = (
            pose(self.foot_shadows, center=(raised(foot, -lift) + fall).reshape(-1, 2)),
            pose(self.leg_shadows, points=legs + LEG_FALL),
        )
        return shadows, (*limbs, pose(self.ankles, points=legs[:, -2:]))

    def _throat(self, lizard: Lizard, joints: np.ndarray, forward: np.ndarray, breathe: bool) -> Layer:
        """The throat shows on both sides of the neck when it fills: a bout of pulses, then a pause."""
        pulse = np.zeros(len(joints))
        if breathe:
            short, bout = THROAT_TICKS
            at = (lizard.ticks + (self.seed * bout).astype(int)) % bout
            pulse = np.where(at < short * BOUT, 0.5 - 0.5 * np.cos(TAU * at / short), 0.0)
        size = np.stack([9.0 + 0.8 * pulse, 8.6 + 3.4 * pulse], -1) * self.size
        return pose(
            self.throat,
            center=joints[:, 0] - forward * 10.5 * self.size,
            size=size,
            angle=np.arctan2(forward[:, 1], forward[:, 0]),
        )
