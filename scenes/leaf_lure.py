"""The caterpillar's lure: a fresh leaf on the breeze that settles, is nibbled away, and grows again."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU, follow
from scenes.picture import Layer, discs, pose, ribbons, shapes
from scenes.scene import CREATURE_TICK
from scenes.theme import Theme, fade, mix

RIM = 26
LONG, WIDE = 19.0, 12.0
BITE_TICKS = 30
"""Ticks from one bite to the next."""
DEEP = 0.62
"""Share of the way to the leaf's heart that a bite takes."""
LEFT = 0.34
"""Share of its rim that is left when what remains is eaten in one mouthful."""
GROW = 1.4
"""How fast a new leaf unfolds, 1/s."""
CRUMBS = 8
CRUMB_TICKS = 46
FLUTTER_TICKS = 108


def _outline() -> np.ndarray:
    """The leaf (RIM, 2): x toward the tip, pointed there, round where the stalk is."""
    turn = TAU * np.arange(RIM) / RIM
    c, s = np.cos(turn), np.sin(turn)
    taper = 1 - 0.42 * np.maximum(c, 0) ** 2
    return np.stack([LONG * c + 2.0, WIDE * s * taper], -1)


OUTLINE_LOOP = _outline()
CORNERS = np.zeros(RIM)
CORNERS[0] = 0.8
VEINS = np.array(
    [[[-14.0, 0.0], [0.0, 0.4], [15.0, 0.0]], [[-6.0, 0.1], [-1.0, 3.2], [2.0, 5.8]],
     [[-6.0, 0.1], [-1.0, -3.0], [2.0, -5.4]], [[2.0, 0.3], [6.0, 2.6], [9.0, 4.0]],
     [[2.0, 0.3], [6.0, -2.2], [9.0, -3.6]]]
)  # fmt: skip
STALK = np.array([[-14.5, 0.0], [-19.0, 0.8], [-23.5, 2.8]])


class LeafLure:
    """A leaf. ``eaten`` (RIM,): how much of each part of the rim is gone, 0..1; ``grown``: 0..1."""

    def __init__(self, theme: Theme) -> None:
        fill = mix(theme.sage, theme.butter, 0.34)
        line = theme.shade(theme.sage, 0.45)
        loop = OUTLINE_LOOP[None]
        self.shadow = shapes("lure shadow", loop, theme.shadow, softness=2.4)
        self.leaf = shapes(
            "lure leaf",
            loop,
            fill,
            ink=theme.ink,
            ink_width=1.3,
            corner=CORNERS,
            shade=theme.shade(fill, 0.12),
        )
        self.veins = ribbons("lure veins", VEINS, [0.7, 0.5, 0.2], line)
        self.stalk = ribbons("lure stalk", STALK, [1.0, 0.9, 1.3], line)
        self.crumb_fill = fill
        self.crumbs = discs("lure crumbs", np.zeros((CRUMBS, 2)), np.full((CRUMBS, 1), 1.2), fade(fill, 0.0))
        self.clear()

    def clear(self) -> None:
        """A whole leaf."""
        self.eaten = np.zeros(RIM)
        self.wish = np.zeros(RIM)
        self.grown = 1.0
        self.swallowed = False
        self.low = 0.0
        self.turn = 0.0
        self.bites = 0
        self.place = np.zeros(2)
        self.crumb_place = np.zeros((CRUMBS, 2))
        self.crumb_speed = np.zeros((CRUMBS, 2))
        self.crumb_age = np.full(CRUMBS, CRUMB_TICKS)

    def take(self, other: LeafLure) -> None:
        """Become as eaten as another leaf is: the same leaf in another theme."""
        for name in ("eaten", "wish", "grown", "swallowed", "low", "turn", "bites", "place"):
            setattr(self, name, getattr(other, name))

    def shift(self, dx: float, dy: float) -> None:
        """Move crumbs by an offset in board px."""
        self.crumb_place += (dx, dy)

    def tick(self, x: float, y: float, heading: float, jaws: np.ndarray | None) -> bool:
        """One step at (x, y) board px, blown along ``heading`` radians; ``jaws`` (k, 2): where it is being
        eaten, in turns, or None. Returns whether a bite was taken."""
        dt = CREATURE_TICK
        self.place = np.array([x, y])
        self.low += ((jaws is not None) - self.low) * follow(5, dt)
        want = math.sin(heading) * 0.5
        self.turn += (want - self.turn) * follow(2, dt)
        bit = False
        if self.swallowed:
            self.grown *= 1 - follow(14, dt)
            if self.grown < 0.02:
                self.swallowed = False
                self.eaten[:], self.wish[:] = 0.0, 0.0
        else:
            self.grown += (1 - self.grown) * follow(GROW, dt)
            if jaws is not None and self.grown > 0.9:
                self.bites += 1
                if self.bites % BITE_TICKS == 0:
                    turn = self.bites // BITE_TICKS % len(jaws)
                    self._bite(np.asarray(jaws[turn]) - self.place)
                    bit = True
        self.eaten += (self.wish - self.eaten) * follow(16, dt)
        self.crumb_age = np.minimum(self.crumb_age + 1, CRUMB_TICKS)
        self.crumb_place += self.crumb_speed * dt
        self.crumb_speed *= math.exp(-4.5 * dt)
        return bit

    def _bite(self, mouth: np.ndarray) -> None:
        """A scallop out of the rim that is nearest to ``mouth`` (2,), seen from the leaf's middle."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        local = np.array([mouth[0] * c + mouth[1] * s, mouth[1] * c - mouth[0] * s])
        rim = OUTLINE_LOOP * (1 - DEEP * self.wish)[:, None]
        cost = np.hypot(*(rim - local).T) + 26.0 * self.wish
        k = int(np.argmin(cost))
        for off, deep in ((-2, 0.3), (-1, 0.8), (0, 1.0), (1, 0.8), (2, 0.3)):
            at = (k + off) % RIM
            self.wish[at] = max(self.wish[at], deep)
        if (self.wish < 0.6).mean() < LEFT:
            self.swallowed = True
        for n in range(2):
            slot, a = int(np.argmax(self.crumb_age)), 2.4 * self.bites + 1.9 * n
            self.crumb_place[slot] = self.place + mouth
            self.crumb_speed[slot] = np.array([math.cos(a), math.sin(a)]) * (26.0 + 9.0 * n)
            self.crumb_age[slot] = 0

    def at(self, x: float, y: float, ticks: int, flutter: bool) -> tuple[Layer, ...]:
        """Its layers at (x, y) board px; on the breeze it rocks, eaten it lies still."""
        rock = math.sin(TAU * (ticks % FLUTTER_TICKS) / FLUTTER_TICKS) * (1 - self.low) if flutter else 0.0
        tilt = 1 - 0.22 * abs(rock)
        angle = self.turn + 0.28 * rock if flutter else -0.3
        c, s = math.cos(angle), math.sin(angle)
        spin = np.array([[c, s], [-s, c]]) * max(self.grown, 0.01)
        flat = np.array([1.0, tilt])
        loop = OUTLINE_LOOP * (1 - DEEP * self.eaten)[:, None] * flat @ spin
        place = np.array([x, y])
        fall = np.array([2.0, 3.4]) + np.array([2.6, 5.4]) * (1 - self.low)
        # Veins shrink with what is eaten about them.
        whole = 1 - 0.75 * float(self.eaten.mean())
        # The shade is a copy of the outline: it would show each bite a second time, so it thins out.
        shade = self.leaf.shade * np.array([1.0, 1.0, 1.0, max(0.0, 1 - 4 * float(self.eaten.mean()))])
        heart = place + np.array([1.0, 0.0]) @ spin
        crumbs = self.crumbs
        if (self.crumb_age < CRUMB_TICKS).any():
            t = self.crumb_age / CRUMB_TICKS
            fill = np.tile(self.crumb_fill, (CRUMBS, 1))
            fill[:, 3] = np.clip(1.6 * (1 - t), 0, 1) * np.clip(t * 20, 0, 1)
            crumbs = pose(crumbs, center=self.crumb_place, fill=fill)
        return (
            pose(self.shadow, points=loop[None] + place + fall, center=heart[None] + fall),
            pose(self.stalk, points=(STALK * flat @ spin + place)[None]),
            pose(self.leaf, points=loop[None] + place, center=heart[None], shade=shade),
            pose(self.veins, points=VEINS * whole * flat @ spin + place),
            crumbs,
        )
