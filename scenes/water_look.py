"""How water looks: a clear tank, a bright meniscus, shafts of light, letters half under, bubbles."""

from __future__ import annotations

import math

import numpy as np

from kernels.columns import HALF_HEIGHT, SHARE, VY, X, Y
from scenes.board import Board
from scenes.droplets import RADIUS, RING_TICKS, Droplets
from scenes.letter_ink import LetterInk, Numbers
from scenes.letters import dipped
from scenes.liquid import liquid
from scenes.motion import TAU, make_rng
from scenes.picture import Discs, Ground, Layer, Picture, discs, named, pose
from scenes.tank_floor import deep_water, tank_floor
from scenes.theme import Theme, fade, mix

BUBBLES = 40
BUBBLE_RISE = 0.85
"""Board px a tick."""
EVERY = 7
"""Ticks between two bubbles of letters that move under water."""
STIRRED = 0.4
"""Board px a tick; slower letters shed no bubbles."""
CLOUDS, CLOUD_TICKS = 30, 70
"""Clouds of stirred sand, and how long one hangs in the water."""
SHIFT = (-1.6, 2.2)
"""Board px by which what is under water appears moved."""
BACK = 9.0
"""Board px from the surface's near edge up to its far one."""
DRIFT = (0.0021, 0.0034, 0.0052)
"""Radians a tick by which the shafts of light wander."""


class WaterLook:
    """Layers of water. ``level``: board y of the surface at rest."""

    def __init__(self, theme: Theme, board: Board, level: float, ink: LetterInk) -> None:
        self.theme, self.board, self.level, self.ink = theme, board, level, ink
        day = theme.name == "day"
        clear = theme.water if day else theme.light(theme.water, 0.08)
        deep = deep_water(theme)
        light = theme.light(theme.water, 0.8)
        self.ground = Ground(
            name="air",
            top=mix(theme.paper, theme.milk, 0.4) if day else theme.paper,
            bottom=mix(theme.paper, theme.water, 0.34 if day else 0.5),
            patch=fade(theme.water, 0.18),
            patch_size=190.0,
            grain=0.3,
            seed=9.0,
        )
        depth = board.height - level
        span = (0.0, math.ceil(board.width / 8.0) * 8.0)
        flat = (level, level)
        self.body = liquid(
            "water",
            flat,
            span,
            fade(clear, 0.86),
            fade(deep, 0.96),
            depth=0.95 * depth,
            rim=fade(light, 0.0),
            light=fade(light, 0.42 if day else 0.30),
            angle=(0.4, 2.0, 4.4),
            far=fade(mix(clear, light, 0.45), 0.80),
            back=BACK,
            level=level,
        )
        self.body = pose(self.body, rim=fade(light, 0.34))
        self.veil = liquid(
            "meniscus",
            flat,
            span,
            fade(clear, 0.10),
            fade(deep, 0.20),
            depth=depth,
            rim=fade(light, 0.92),
            rim_width=1.5,
            level=level,
        )
        self.tint = fade(mix(deep, theme.lavender, 0.2), 0.31)
        self.floor = tank_floor(theme, board)
        # A bead of water: shade at its lower edge, its own tone, and the light that it catches.
        self.bead = theme.shade(deep, 0.10), mix(clear, deep, 0.35), theme.light(theme.water, 0.9)
        self.shade = theme.faint(0.8)
        self.sand = mix(theme.sand, deep, 0.35)
        self.begin()

    def begin(self) -> None:
        """No bubbles, no sand in the water."""
        self.rng = make_rng(4800)
        self.cloud = np.zeros((CLOUDS, 5))  # x, y, speed across, radius, age
        self.cloud[:, 4] = CLOUD_TICKS
        self.next_cloud = 0
        self.bubble = np.zeros((BUBBLES, 4))  # x, y, radius, whether it is there
        self.next = 0
        self.age = 0

    def tick(self, bodies: Numbers, line: Numbers) -> None:
        """One step of sand and bubbles; ``bodies`` (n, 12) and ``line`` (k,) as in the scene."""
        self.age += 1
        self.cloud[:, 4] = np.minimum(self.cloud[:, 4] + 1, CLOUD_TICKS)
        self.cloud[:, 0] += self.cloud[:, 2]
        self.cloud[:, 1] -= 0.12
        self.cloud[:, 2] *= 0.96
        there = self.bubble[:, 3] > 0
        self.bubble[there, 1] -= BUBBLE_RISE * (0.7 + 0.2 * self.bubble[there, 2])
        self.bubble[there, 0] += 0.25 * np.sin(0.13 * self.bubble[there, 1])
        top = np.interp(self.bubble[:, 0], np.arange(len(line)) * 8.0, line)
        self.bubble[:, 2] *= np.where(self.bubble[:, 1] < top + 3.0, 0.72, 1.0)
        self.bubble[(self.bubble[:, 1] < top) | (self.bubble[:, 2] < 0.15), 3] = 0
        if self.age % EVERY:
            return
        stirred = np.flatnonzero((bodies[:, SHARE] > 0.35) & (np.abs(bodies[:, VY]) > STIRRED))
        for i in stirred[:8]:
            b = bodies[i]
            x = b[X] + (self.rng() - 0.5) * 1.5 * b[HALF_HEIGHT]
            y = b[Y] + b[HALF_HEIGHT] * (0.3 + 0.6 * self.rng())
            self.bubble[self.next] = x, y, 0.9 + 1.7 * self.rng() ** 2, 1.0
            self.next = (self.next + 1) % BUBBLES

    def stir_sand(self, x: float, y: float, speed: float) -> None:
        """A letter came down on the sand at (x, y) with ``speed`` px a tick: it clouds the water."""
        for _ in range(5):
            side = 2 * self.rng() - 1
            size = 3.0 + 3.5 * self.rng() + 0.25 * speed
            self.cloud[self.next_cloud] = x + 20 * side, y - 2.0 - 3 * self.rng(), 0.5 * side, size, 0
            self.next_cloud = (self.next_cloud + 1) % CLOUDS

    def picture(
        self, place: Numbers, angle: Numbers, line: Numbers, drops: Droplets, lit: int, *, cut: bool
    ) -> Picture:
        """The whole picture. ``line`` (k,): board y of the surface every 8 board px; ``lit``: its ticks."""
        surface = line.astype(np.float32)
        span = (0.0, 8.0 * (len(line) - 1))
        phases = self.body.angle + np.multiply(DRIFT, lit) % TAU
        body = pose(self.body, line=surface, span=span, angle=phases)
        print_ = self.ink.letters("letters", place, angle)
        scenery: list[Layer] = [self.ground, body, *self.floor]
        front: list[Layer] = [pose(self.veil, line=surface, span=span)]
        layers = [
            *scenery,
            self._sand(),
            dipped(self.ink.rims("rims", place, angle), surface, span, self.tint, SHIFT),
            dipped(print_, surface, span, self.tint, SHIFT),
            *self.ink.leaving(),
            self._bubbles(),
            *front,
            self._rings(drops, line),
            self._drops(drops),
        ]
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(self.ink.glyphs, place)]
        return Picture(tuple(layers), cut=cut, alt={"letters": words}, scenery=named(scenery, front))

    def _sand(self) -> Discs:
        age = self.cloud[:, 4] / CLOUD_TICKS
        radius = np.maximum(self.cloud[:, 3] * (0.5 + 1.1 * age), 0.05)
        fill = _tones(self.sand, 0.55 * np.sin(np.pi * age**0.6))
        size = np.stack([radius * 1.3, radius * 0.8], -1)
        return discs("clouds", self.cloud[:, :2], size, fill, softness=0.8 * radius)

    def _bubbles(self) -> Discs:
        """Pockets of air: clear, a thin bright skin, a glint up left."""
        there, radius = self.bubble[:, 3], np.maximum(self.bubble[:, 2], 0.05)
        skin = _tones(self.bead[2], np.concatenate([0.22 * there, 0.9 * there]))
        ink = _tones(self.bead[2], np.concatenate([0.75 * there, 0 * there]))
        center = np.concatenate([self.bubble[:, :2], self.bubble[:, :2] - 0.34 * radius[:, None]])
        size = np.concatenate([radius, 0.3 * radius])
        return discs("bubbles", center, np.repeat(size[:, None], 2, 1), skin, ink=ink, ink_width=0.35)

    def _drops(self, drops: Droplets) -> Discs:
        """Beads that are longer the faster they fly, lit from the upper left."""
        d = drops.drop
        radius = np.maximum(d[:, RADIUS], 0.05)
        stretch = 1 + np.clip(np.hypot(d[:, 2], d[:, 3]) / 14.0, 0, 0.7)
        size = np.stack([radius * stretch, radius / np.sqrt(stretch)], -1)
        lit = np.array([-0.16, -0.20]) * radius[:, None]
        return discs(
            "droplets",
            np.concatenate([d[:, :2], d[:, :2] + lit, d[:, :2] + 2 * lit]),
            np.concatenate([size, 0.80 * size, 0.30 * size]),
            np.concatenate(
                [_tones(tone, share * d[:, 5]) for tone, share in zip(self.bead, (0.8, 0.95, 1.0))]
            ),
            angle=np.tile(np.arctan2(d[:, 3], d[:, 2]), 3),
        )

    def _rings(self, drops: Droplets, line: Numbers) -> Discs:
        """Where droplets fell: a thin ellipse of light that widens on the surface."""
        age = drops.ring[:, 2] / RING_TICKS
        x = drops.ring[:, 0]
        y = np.interp(x, np.arange(len(line)) * 8.0, line) - 0.35 * BACK
        wide = 1.0 + drops.ring[:, 1] * 5.0 * (1 - (1 - age) ** 2)
        ink = _tones(self.theme.light(self.theme.water, 0.9), 0.8 * (1 - age) ** 1.5)
        clear = _tones(self.theme.water, np.zeros(len(x)))
        size = np.stack([wide, np.maximum(0.26 * wide, 0.3)], -1)
        return discs("rings", np.stack([x, y], -1), size, clear, ink=ink, ink_width=0.55)


def _tones(color: np.ndarray, alpha: Numbers) -> Numbers:
    """One colour at n opacities, (n, 4)."""
    return np.concatenate(
        [np.repeat(color[None, :3], len(alpha), axis=0), np.asarray(alpha)[:, None]], axis=1
    )
