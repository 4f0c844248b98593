"""How caterpillars look from above: overlapping rings that swell as the wave passes, feet, a round head."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scenes.carried import carriers, to_complex, to_plane
from scenes.caterpillar_body import JOINTS, Crawlers
from scenes.caterpillar_feet import FOOTED, Pairs
from scenes.eyes import Eyes
from scenes.motion import TAU
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.stack import Stack
from scenes.theme import Theme, fade, mix

PROFILE = np.array([0.0, 0.76, 0.84, 0.9, 0.93, 0.95, 0.95, 0.95, 0.94, 0.92, 0.89, 0.85, 0.78, 0.64])
"""Half width of the drawn ring at each joint, as a share of its thickness."""
LOOP = 14
PLUMP = 0.86
"""Roundness of a ring: 1 an ellipse, less a fuller one."""
HEAD = np.array([13.4, 14.6])
"""Semi-axes of the head of a caterpillar of size 1, along and across, board px."""
HEAD_BACK = np.float32(9.4)
"""Board px from the first joint back to the rear of the head, size 1."""
SUN = (-0.51, -0.86)
"""Unit vector toward the light."""
FALL = np.complex64(2.4 + 4.2j)
FOOT = 4.3
LIFTED = 2.4
"""Board px by which a foot in the air is drawn in, and its shadow falls off."""
FEELER = 17.0
STRETCH = 3.0
"""Px by which a head comes forward when something stirs."""
SIDES = np.array([1.0, -1.0], np.float32)
ROUND = np.ones(2, np.float32)
RINGS = JOINTS - 1
WEDGE = np.float32(0.62)
"""Share by which a ring in the tightest turn is shorter on the inner side, and longer on the outer one."""
DOTS = np.float32(0.2)
"""How far ahead of the middle of what is seen of a ring its dots lie, as a share of its half length."""


def _plump() -> tuple[np.ndarray, np.ndarray]:
    """A ring's outline of half sizes 1: along and across (LOOP,)."""
    turn = TAU * np.arange(LOOP) / LOOP
    c, s = np.cos(turn), np.sin(turn)
    return (
        (np.sign(c) * np.abs(c) ** PLUMP).astype(np.float32),
        (np.sign(s) * np.abs(s) ** PLUMP).astype(np.float32),
    )


_ALONG, _ACROSS = _plump()
_RING = carriers([np.stack([_ALONG, _ACROSS, _ALONG * _ACROSS], -1)])


def _plane(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Complex x + iy of real float32 arrays."""
    z = np.empty(x.shape, np.complex64)
    z.real, z.imag = x, y
    return z


class Mood(NamedTuple):
    """What heads do.

    ``facing`` (count, 2): unit directions of faces. ``perk``: how much something has just stirred, 0..1.
    ``sway`` (count, 2): radians by which feelers swing. ``bite`` (count,): how far jaws are open, 0..1.
    ``lids`` (2 count,): how far eyes are closed.
    """

    facing: np.ndarray
    perk: float
    sway: np.ndarray
    bite: np.ndarray
    lids: np.ndarray


class CaterpillarLook:
    """Draws ``Crawlers`` of ``size`` (count,) and their feet."""

    def __init__(self, theme: Theme, size: np.ndarray) -> None:
        count = len(size)
        self.size = size.astype(np.float32)[:, None]
        line = 1.8 * np.minimum(1.0, 0.3 + 0.7 * size)
        pairs = (
            (theme.sage, theme.butter),
            (theme.butter, mix(theme.coral, theme.butter, 0.3)),
            (theme.lavender, theme.butter),
            (mix(theme.sage, theme.water, 0.4), theme.milk),
        )
        base, mark = (np.array([pairs[i % len(pairs)][k] for i in range(count)]) for k in range(2))
        rings = np.empty((count, RINGS, 4), np.float32)
        # Drawn from the tail, so that each ring lies over the one behind it.
        even = (np.arange(RINGS)[::-1] % 2 == 0)[None, :, None]
        rings[:] = np.where(even, base[:, None], mark[:, None])
        rings = rings.reshape(-1, 4)
        self._body(theme, count, rings, np.repeat(line, RINGS))
        self._feet(theme, count, base, line)
        self._head(theme, count, mark, line)

    def _body(self, theme: Theme, count: int, fill: np.ndarray, line: np.ndarray) -> None:
        loops = np.zeros((count * RINGS, LOOP, 2))
        shade = np.array([theme.shade(c, 0.16) for c in fill[: RINGS * min(count, 4)]])
        shade = np.resize(shade, (len(fill), 4))
        self.rings = shapes("rings", loops, fill, ink=theme.ink, ink_width=line, shade=shade)
        light = np.array([theme.light(c, 0.6) for c in fill[: RINGS * min(count, 4)]])
        self.lights = discs(
            "ring lights", np.zeros((len(fill), 2)), np.ones((len(fill), 1)), np.resize(light, (len(fill), 4))
        )
        dot = fade(mix(theme.coral, theme.ink, 0.12), 0.9)
        self.dots = discs("ring dots", np.zeros((2 * len(fill), 2)), np.ones((2 * len(fill), 1)), dot)
        self.spotted = np.tile(np.arange(RINGS)[::-1] % 2 == 0, count)
        self.shadow = ribbons(
            "body shadow", np.zeros((count, JOINTS, 2)), np.ones((count, JOINTS)), theme.shadow, softness=3.2
        )
        self.horn = ribbons(
            "horn", np.zeros((count, 4, 2)), np.array([2.6, 2.2, 1.3, 0.3]) * self.size,
            mix(theme.coral, theme.butter, 0.15), ink=theme.ink, ink_width=1.0,
        )  # fmt: skip

    def _feet(self, theme: Theme, count: int, base: np.ndarray, line: np.ndarray) -> None:
        legs = 2 * len(FOOTED)
        fill = np.repeat(np.array([theme.shade(b, 0.3) for b in base]), legs, axis=0)
        size = np.repeat(self.size, legs, axis=0)
        self.legs = ribbons(
            "feet", np.zeros((count * legs, 3, 2)), np.array([3.6, 3.6, FOOT]) * size, fill,
            ink=theme.ink, ink_width=0.72 * np.repeat(line, legs),
        )  # fmt: skip
        self.foot_shadows = discs(
            "foot shadows", np.zeros((count * legs, 2)), FOOT * size, theme.shadow, softness=1.2
        )

    def _head(self, theme: Theme, count: int, mark: np.ndarray, line: np.ndarray) -> None:
        face = np.array([mix(m, theme.coral, 0.34) for m in mark])
        size = self.size
        self.head = shapes(
            "head", np.zeros((count, LOOP, 2)), face, ink=theme.ink, ink_width=line,
            shade=np.array([theme.shade(f, 0.16) for f in face]),
        )  # fmt: skip
        self.cheeks = discs(
            "cheeks", np.zeros((2 * count, 2)), np.repeat(size, 2, 0) * [2.6, 2.2], fade(theme.coral, 0.55)
        )
        ink = fade(theme.ink, 0.9)
        two = np.repeat(size, 2, axis=0)
        self.feelers = ribbons("feelers", np.zeros((2 * count, 4, 2)), two * [1.3, 1.1, 0.9, 0.8], ink)
        self.knobs = discs(
            "feeler knobs", np.zeros((2 * count, 2)), 2.5 * two, theme.coral, ink=theme.ink, ink_width=1.0
        )
        self.jaws = ribbons("jaws", np.zeros((2 * count, 3, 2)), two * [1.6, 1.3, 0.5], ink)
        self.eyes = Eyes("eyes", theme, np.repeat(4.6 * self.size[:, 0].astype(float), 2))
        self.stack = Stack(count)

    def layers(
        self,
        body: Crawlers,
        pairs: Pairs,
        look_at: np.ndarray,
        mood: Mood,
    ) -> tuple[Layer, ...]:
        """Feet, rings from the tail, head. ``look_at`` (2,) board px."""
        joints, along = to_complex(body.points), to_complex(body.along)
        size = self.size
        thick = body.thickness().astype(np.float32) * size
        half = thick * PROFILE.astype(np.float32)
        half[:, 0] = HEAD[1] * size[:, 0]
        layers = (
            pose(self.shadow, points=to_plane(joints + FALL), radius=half * np.float32(0.98)),
            *self._walk(pairs, joints),
            self._tail(joints, along),
            *self._rings(body, joints, along, half),
            *self._face(joints, look_at, mood),
        )
        return self.stack.pile(layers, self.size[:, 0])

    def _walk(self, pairs: Pairs, joints: np.ndarray) -> tuple[Layer, ...]:
        feet = pairs.feet
        place = to_complex(feet.place)
        up = feet.height().astype(np.float32)
        root = np.repeat(joints[:, FOOTED], 2, axis=1)
        inward = root - place
        inward /= np.maximum(np.abs(inward), np.float32(1e-6))
        size = self.size
        # A foot on the ground is drawn exactly where it stands; in the air it is drawn in.
        seen = place + inward * (up * LIFTED * size)
        legs = np.stack([seen + inward * (9.0 * size), seen + inward * (4.0 * size), seen], axis=-1)
        fall = np.complex64(1.2 + 2.0j) * size + np.complex64(1.4 + 2.6j) * (up * size)
        return (
            pose(self.foot_shadows, center=to_plane((place + fall).reshape(-1))),
            pose(self.legs, points=to_plane(legs.reshape(-1, 3))),
        )

    def _tail(self, joints: np.ndarray, along: np.ndarray) -> Layer:
        back = -along[:, -1:] * self.size
        horn = joints[:, -1:] + back * np.array([4.0, 10.0, 16.0, 20.5], np.float32)
        horn = horn + back * 1j * np.array([0.0, 0.4, 1.8, 4.6], np.float32)
        return pose(self.horn, points=to_plane(horn))

    def _rings(
        self, body: Crawlers, joints: np.ndarray, along: np.ndarray, half: np.ndarray
    ) -> tuple[Layer, ...]:
        gap = np.abs(body.gap).astype(np.float32)
        near = np.concatenate([(gap[:, 1:] + gap[:, :-1]) / 2, gap[:, -1:]], axis=1)
        long = np.clip(4.6 + 0.46 * near, 5.0, 14.5) * self.size
        middle, ahead, wide = joints[:, :0:-1], along[:, :0:-1], half[:, :0:-1]
        long = long[:, ::-1]
        axis, wedge = ahead * long, self._wedge(along, gap, wide)
        frames = np.stack([middle, axis, ahead * (1j * wide), axis * wedge], axis=-1)
        # In as many products as there are rings, so that each stays small.
        loops = frames.view(np.float32).reshape(RINGS, -1, 8) @ _RING
        # Lights and dots lie on what the ring before leaves uncovered; the light on the side toward the sun.
        ahead_gap = gap[:, ::-1] * self.size
        cover = np.concatenate([long[:, 1:], HEAD_BACK * self.size], axis=1)
        seen = np.clip(ahead_gap - cover + long, 0.0, 12.0 * self.size)
        strip = 0.5 * seen - long
        sunny = np.real(ahead) * SUN[1] - np.imag(ahead) * SUN[0]
        # In a turn there is less room on the inner side, and more on the outer one.
        aside = sunny * np.float32(0.36)
        room = 1 + wedge * aside
        light = middle + ahead * _plane(strip * room, wide * aside)
        spark = np.stack([seen * room * 0.26, wide * 0.17], -1).reshape(-1, 2)
        turn = np.angle(ahead).reshape(-1)
        aside = SIDES * np.float32(0.63)
        room = 1 + wedge[..., None] * aside
        dots = _plane((strip + DOTS * long)[..., None] * room, wide[..., None] * aside)
        dots *= ahead[..., None]
        dots += middle[..., None]
        round_ = (np.minimum(seen * 0.28, 2.4 * self.size) * self.spotted.reshape(wide.shape)).reshape(-1)
        size = np.maximum(np.repeat(round_, 2), 0.02)[:, None] * ROUND
        return (
            pose(self.rings, points=loops.reshape(-1, LOOP, 2), center=to_plane(middle.reshape(-1))),
            pose(self.lights, center=to_plane(light.reshape(-1)), size=spark, angle=turn),
            pose(self.dots, center=to_plane(dots.reshape(-1)), size=size),
        )

    def _wedge(self, along: np.ndarray, gap: np.ndarray, wide: np.ndarray) -> np.ndarray:
        """How much longer rings (count, 13), the last one first, are on the side that ``wide`` goes to."""
        # The sines of the turns from the joint before and to the one after, over the way between those.
        turn, way = np.imag(np.conj(along[:, :-1]) * along[:, 1:]), gap.copy()
        turn[:, :-1] += turn[:, 1:]
        way[:, :-1] += gap[:, 1:]
        turn /= np.maximum(way, np.float32(2.0))
        return np.clip(turn[:, ::-1] * (wide / self.size), -WEDGE, WEDGE)

    def _face(
        self,
        joints: np.ndarray,
        look_at: np.ndarray,
        mood: Mood,
    ) -> tuple[Layer, ...]:
        size, bite = self.size, mood.bite
        facing = to_complex(mood.facing)[:, None]
        ahead = facing * size
        side = ahead * 1j * SIDES
        munch = (1.8 * bite + STRETCH * mood.perk).astype(np.float32)[:, None]
        head = joints[:, :1] + ahead * (3.0 + munch)
        loop = head + ahead * (_ALONG * np.float32(HEAD[0])) + ahead * 1j * (_ACROSS * np.float32(HEAD[1]))
        swing = np.exp(1j * mood.sway * SIDES).astype(np.complex64)
        out = (ahead * np.float32(0.86) + side * np.float32(0.26)) * swing
        root = head + ahead * np.float32(10.0) + side * np.float32(4.4)
        curl = (side * np.float32(0.62) - ahead * np.float32(0.16)) * np.float32(1 - 0.75 * mood.perk)
        reach = np.array([0.0, 0.36, 0.7, 1.0], np.float32) * np.float32(FEELER)
        feelers = root[..., None] + out[..., None] * reach + curl[..., None] * reach**2 / np.float32(FEELER)
        gape = (0.15 + 0.85 * bite).astype(np.float32)[:, None]
        jaw = head + ahead * np.float32(HEAD[0] - 1.0)
        jaws = np.stack(
            [
                jaw + side * 3.2,
                jaw + ahead * 2.4 + side * (2.2 + 2.0 * gape),
                jaw + ahead * 4.2 + side * (0.5 + 2.2 * gape),
            ],
            axis=-1,
        )
        eyes = head + ahead * np.float32(2.6) + side * np.float32(7.4)
        cheeks = head + ahead * np.float32(-4.0) + side * np.float32(9.0)
        turn = np.angle(facing[:, 0])
        return (
            pose(self.jaws, points=to_plane(jaws.reshape(-1, 3))),
            pose(self.feelers, points=to_plane(feelers.reshape(-1, 4))),
            pose(self.knobs, center=to_plane(feelers[..., -1].reshape(-1))),
            pose(self.head, points=to_plane(loop), center=to_plane(head[:, 0])),
            pose(self.cheeks, center=to_plane(cheeks.reshape(-1)), angle=np.repeat(turn, 2)),
            self.eyes.at(np.asarray(to_plane(eyes.reshape(-1)), float), look_at, mood.lids),
        )
