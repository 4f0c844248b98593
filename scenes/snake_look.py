"""How snakes look from above: a saddled skin, a head that lifts its shadow, a forked tongue."""

from __future__ import annotations

import math

import numpy as np

from scenes.creature import normals
from scenes.eyes import Eyes
from scenes.picture import Layer, Pattern, Skin, floats, pose, ribbons
from scenes.stack import Stack
from scenes.theme import OUTLINE, Color, Theme, fade, mix

TAIL_THREAD = 20.0
"""Board px that the drawn tail runs on past the last joint, to a thread."""
SNOUT = 7.0
"""Board px that the drawn head reaches past the first joint."""
FALL = np.array([2.2, 4.0])
"""Board px from the body to its shadow."""
HEAD_LIFT = np.array([3.0, 5.5])
"""How much farther the shadow of the head falls at full speed, board px."""
TONGUE = 15.0
SADDLE = 34.0
"""Board px from one saddle to the next."""
SIDES = np.array([[1.0], [-1.0]])


class SnakeLook:
    """Draws snakes of joint radii ``girth`` (count, 26) board px; ``size`` (count,) is 1 as published."""

    def __init__(self, theme: Theme, girth: np.ndarray, size: np.ndarray) -> None:
        count, joints = girth.shape
        self.size = size[:, None]
        thick = np.concatenate([8.6 * self.size, girth, np.array([1.3, 0.35]) * self.size], axis=1)
        # A cheek behind the snout and a slimmer neck say "snake" before the saddles do; it widens again so
        # slowly that no joint shows in the outline of a poster.
        thick[:, 1:] *= 1 - 0.14 * np.exp(-(((np.arange(joints + 2) - 2.3) / 2.1) ** 2))
        spine = np.zeros((count, joints + 3, 2))
        pairs = ((theme.coral, theme.butter), (theme.sage, theme.butter), (theme.lavender, theme.milk),
                 (theme.butter, theme.coral))  # fmt: skip
        base = np.array([pairs[i % len(pairs)][0] for i in range(count)])
        mark = np.array([pairs[i % len(pairs)][1] for i in range(count)])
        self.shadow = ribbons("shadow", spine, thick * 0.96, theme.shadow, softness=3.0)
        self.body = ribbons(
            "body",
            spine,
            thick,
            base,
            ink=theme.ink,
            ink_width=OUTLINE * np.minimum(1.0, 0.35 + 0.65 * size),
            skin=_skin(theme, base, mark, size),
        )
        self.lift = np.linspace(1, 0, joints + 3)[:, None] ** 3 * HEAD_LIFT
        self.nose = ribbons(
            "nostrils", np.zeros((2 * count, 2, 2)), 0.6 * np.repeat(self.size, 2, 0), fade(theme.ink, 0.8)
        )
        self.eyes = Eyes("eyes", theme, np.repeat(4.3 * size, 2))
        self.stack = Stack(count)
        taper = np.array([1.0, 1.0, 0.95, 0.45]) * np.repeat(self.size, 2, 0)
        self.tongue = ribbons("tongue", np.zeros((2 * count, 4, 2)), taper, theme.shade(theme.coral, 0.45))

    def layers(
        self,
        points: np.ndarray,
        look_at: tuple[float, float],
        flick: np.ndarray,
        haste: np.ndarray,
        lids: np.ndarray,
    ) -> tuple[Layer, ...]:
        """Snakes with ``points`` (count, 26, 2) board px. ``flick`` (count,): tongue, 0 in, 0.5 out, 1 in
        again; ``haste`` (count,): speed as a share of the greatest; ``lids`` (2 count,): eyes, 1 shut."""
        joints = np.asarray(points, float)
        along, right = normals(joints)
        forward, size = along[:, 0], self.size
        sides = right[:, :1] * SIDES
        snout = joints[:, 0] + forward * SNOUT * size
        tail = joints[:, -1:] - along[:, -1:] * TAIL_THREAD * np.array([[0.5], [1.0]])
        spine = np.concatenate([snout[:, None], joints, tail], axis=1)
        scale = size[:, None]
        nostrils = snout[:, None] + forward[:, None] * 4.0 * scale + sides * 2.6 * scale
        eyes = joints[:, :1] + forward[:, None] * 1.5 * scale + sides * 7.2 * scale
        lift = np.clip(haste, 0, 1)[:, None, None] * self.lift
        slit = np.stack([nostrils, nostrils - forward[:, None] * 1.2 * scale], axis=2)
        tongue = self._tongue(snout + forward * 7.5 * size, forward, sides, flick)
        layers = (
            pose(self.shadow, points=spine + FALL + lift),
            pose(self.tongue, points=tongue),
            pose(self.body, points=spine),
            pose(self.nose, points=slit.reshape(-1, 2, 2)),
            self.eyes.at(
                eyes.reshape(-1, 2),
                look_at,
                lids,
                turn=np.repeat(np.arctan2(forward[:, 1], forward[:, 0]), 2),
            ),
        )
        return self.stack.pile(layers, self.size[:, 0])

    def _tongue(
        self, root: np.ndarray, forward: np.ndarray, sides: np.ndarray, flick: np.ndarray
    ) -> np.ndarray:
        """Two strokes a snake (2 count, 4, 2) that share a root and fork; at rest inside the mouth."""
        share = np.sin(math.pi * flick)[:, None]
        reach = TONGUE * self.size * share
        wag = sides[:, 0] * np.sin(20 * flick)[:, None] * 2.2 * share
        hide = forward * 3.0 * (1 - share)
        fork = root + forward * reach * 0.62 + wag * 0.5
        tip = (fork + forward * reach * 0.38 + wag - hide)[:, None] + sides * 0.26 * reach[:, None]
        stem = np.stack([root - forward * 4.0, root - hide, fork - hide], axis=1)
        stem = np.broadcast_to(stem[:, None], (len(root), 2, 3, 2))
        return np.concatenate([stem, tip[:, :, None]], axis=2).reshape(-1, 4, 2)


def _skin(theme: Theme, base: np.ndarray, mark: np.ndarray, size: np.ndarray) -> Skin:
    def tones(colors: np.ndarray, change) -> np.ndarray:  # type: ignore[no-untyped-def]
        return floats([change(c) for c in colors])

    rim: list[Color] = [theme.shade(mix(m, b, 0.6), 0.16) for m, b in zip(mark, base)]
    return Skin(
        pattern=Pattern.SADDLES,
        mark=floats(mark),
        mark2=floats(rim),
        shade=tones(base, lambda c: theme.shade(c, 0.16)),
        light=tones(base, lambda c: theme.light(c, 0.4)),
        seed=floats(3.0 + np.arange(len(size))),
        scale=floats(SADDLE * size),
    )
