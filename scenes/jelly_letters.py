"""How the letters of jelly look: clear bodies with an inner glow, a wet highlight, coloured light beneath."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.jelly import CX, CY, FLOOR, HEIGHT, HIGH, HIT, LEFT, LOW, RIGHT, WIDTH, X, Y
from scenes.board import Board
from scenes.letter_ink import FULL, LEAVE_TICKS, Numbers
from scenes.letters import SoftGlyphs, soft_glyphs
from scenes.motion import smoothstep
from scenes.picture import Discs, Layer, Picture, Ribbons, discs, named, pose, ribbons
from scenes.skins import finish
from scenes.soft_outline import BEADS, SoftOutline
from scenes.tea_table import tea_table
from scenes.theme import Theme, fade, mix
from scenes.word import Letter

GLOSS = -0.2
"""em from its middle toward the lower right at which a still letter's highlight lies."""
SLIDE = (0.055, 0.75)
"""em by which it slides for each px a tick of wobble, and for its height lost."""
SPRING, DRAG = 0.10, 0.16
"""With which the highlight follows: it runs past and comes back later than the body."""
RINGS, RING_TICKS = 24, 26
HARD = 3.0
"""Speed px/tick of a landing that shakes a ring out on the plate."""
CLEAR = 0.72
"""Opacity of the bodies."""
THICK = np.array([1.0, 2.2])
"""Board px by which the back of a body shows to the lower right."""


class JellyLook:
    """Layers of jelly. ``line`` (n,): board y on which each letter lands; ``nodes`` of a lattice either way.

    ``stir`` (n,): how fast each letter still moves or wobbles, px a tick, with a short memory.
    """

    def __init__(
        self,
        theme: Theme,
        board: Board,
        letters: list[Letter],
        outlines: list[SoftOutline],
        nodes: int,
        line: Numbers,
    ) -> None:
        self.theme, self.nodes = theme, nodes
        self.glyphs: tuple[Any, ...] = tuple(b.glyph for b in letters)
        self.em = np.array([b.size for b in letters])
        self.thick = np.clip(self.em / FULL, 0.25, 1.0)
        self.scenery = tea_table(theme, board, float(line.max()), float(line.min()))
        self.weights = np.stack([np.concatenate([o.nodes, o.beads, o.spot]) for o in outlines])
        n = len(letters)
        base = np.array([theme.pastels[i % 4] for i in range(n)])
        self.base = base
        glow = np.array([theme.light(c, 0.45) for c in base])
        deep = base ** [2, 2, 2, 1]  # light that has gone through it twice
        self.body = soft_glyphs(
            "letters",
            self.glyphs,
            np.zeros((n, nodes, nodes, 2)),
            self.em,
            base * [1, 1, 1, CLEAR],
            under=deep * [1, 1, 1, 0.55],
            offset=THICK * self.thick[:, None],
            finish=finish(
                n,
                bevel=6.5 * self.thick,
                near=fade(theme.light(theme.milk, 0.7), 0.55),
                far=glow * [1, 1, 1, 0.80],
                core=deep * [1, 1, 1, 0.58],
                depth=6.5 * self.thick,
                gloss=fade(theme.light(theme.milk, 0.9), 0.42),
                glossed=GLOSS,
                band=0.10,
            ),
        )
        self.cast = discs("shadows", np.zeros((n, 2)), np.ones((n, 2)), theme.shadow)
        self.light = discs("light through", np.zeros((n, 2)), np.ones((n, 2)), base)
        m = n * BEADS
        grain = 0.5 + (np.arange(m) * 0.618034) % 1.0
        self.bead_size = (0.9 * grain * np.repeat(self.thick, BEADS))[:, None]
        tone = np.repeat(np.array([theme.light(c, 0.75) for c in base]), BEADS, axis=0)
        self.beads = discs(
            "bubbles",
            np.zeros((m, 2)),
            self.bead_size,
            tone * [1, 1, 1, 0.30],
            ink=tone * [1, 1, 1, 0.75],
            ink_width=0.35,
        )
        self.spot = ribbons(
            "highlights",
            np.zeros((n, 3, 2)),
            self.thick[:, None] * [1.1, 1.6, 0.9],
            fade(theme.light(theme.milk, 0.95), 0.92),
        )
        self.gone: SoftGlyphs | None = None
        self.gone_age = 0
        self.begin(np.zeros((n, 28, 4)))

    def begin(self, points: Numbers) -> None:
        """Nothing wobbles yet."""
        n = len(self.em)
        self.slide, self.slide_speed = np.zeros(n), np.zeros(n)
        self.stir = np.zeros(n)
        self.before = points[..., [X, Y]].copy()
        self.rings = np.zeros((RINGS, 4))  # x, y, reach, age
        self.rings[:, 3] = RING_TICKS
        self.next = 0

    def leave(self, points: Numbers) -> None:
        """These letters are about to be replaced: they fade where they are."""
        self.gone, self.gone_age = pose(self.body, lattice=self._carry(points)[0]), 0

    def stay(self) -> None:
        """Nothing is leaving any more."""
        self.gone = None

    def tick(self, bodies: Numbers, points: Numbers) -> None:
        """One step of what follows the bodies: highlights, rings, fading."""
        if self.gone is not None:
            self.gone_age += 1
            if self.gone_age > LEAVE_TICKS:
                self.gone = None
        now = points[..., [X, Y]]
        step = now - self.before
        self.before = now.copy()
        self.stir = np.maximum(np.abs(step).max(axis=(1, 2)), 0.85 * self.stir)
        mean = step.mean(axis=1)
        lost = 1 - (bodies[:, LOW] - bodies[:, HIGH]) / bodies[:, HEIGHT]
        want = np.clip(-SLIDE[0] * (0.6 * mean[:, 0] + mean[:, 1]) + SLIDE[1] * lost, -0.3, 0.42)
        self.slide_speed += (want - self.slide) * SPRING - self.slide_speed * DRAG
        self.slide += self.slide_speed
        self.rings[:, 3] = np.minimum(self.rings[:, 3] + 1, RING_TICKS)
        for i in np.flatnonzero(bodies[:, HIT] > HARD)[:RINGS]:
            reach = 0.5 * float(bodies[i, WIDTH]) * (0.7 + 0.05 * float(bodies[i, HIT]))
            self.rings[self.next] = bodies[i, CX], bodies[i, FLOOR], reach, 0
            self.next = (self.next + 1) % RINGS

    def picture(self, bodies: Numbers, points: Numbers, *, cut: bool) -> Picture:
        """The whole picture; ``bodies`` and ``points`` as in ``kernels.jelly``."""
        lattice, beads, spot = self._carry(points)
        shine = self.body.finish
        assert shine is not None
        body = pose(self.body, lattice=lattice)
        object.__setattr__(body, "finish", pose_finish(shine, GLOSS + self.slide))
        layers: list[Layer] = [*self.scenery, self._rings(), *self._under(bodies)]
        if self.gone is not None:
            # One after the other: where they hang low, new letters would stand in those that go.
            age = self.gone_age / LEAVE_TICKS
            layers.append(_faded(self.gone, "leaving", 1 - smoothstep(1.6 * age)))
            body = _faded(body, body.name, smoothstep(2.0 * age - 1.0))
        layers.append(body)
        if self.gone is None:
            layers += [pose(self.beads, center=beads), self._spots(spot)]
        words = [(g.text, float(b[CX]), float(b[CY])) for g, b in zip(self.glyphs, bodies)]
        return Picture(tuple(layers), cut=cut, alt={"letters": words}, scenery=named(self.scenery))

    def _carry(self, points: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Where the lattice's nodes, bubbles and highlights' ends are now."""
        moved = np.matmul(self.weights, points[..., [X, Y]])
        n, k = len(moved), self.nodes**2
        return (
            moved[:, :k].reshape(n, self.nodes, self.nodes, 2),
            moved[:, k : k + BEADS].reshape(-1, 2),
            moved[:, k + BEADS :],
        )

    def _under(self, bodies: Numbers) -> tuple[Discs, Discs]:
        """The shadow on the plate, wider where a letter is flat, and the light that comes through in it."""
        theme, thick = self.theme, self.thick
        high = np.maximum(bodies[:, FLOOR] - bodies[:, LOW], 0.0)
        near = 1 / (1 + high / 34.0)
        half = 0.5 * (bodies[:, RIGHT] - bodies[:, LEFT])
        shade = np.repeat(theme.shadow[None].astype(float), len(high), axis=0)
        shade[:, 3] *= 0.1 + 1.65 * near**1.6
        spread = half * (1.04 + 0.2 * (1 - near))
        x = bodies[:, CX] + 3.0 * thick + 0.05 * high
        y = bodies[:, FLOOR] + 2.4 * thick
        flat = np.stack([spread, (5.2 + 2.5 * (1 - near)) * thick], -1)
        cast = pose(
            self.cast,
            center=np.stack([x, y], -1),
            size=flat,
            fill=shade,
            softness=(2.6 + 4.0 * (1 - near)) * thick,
        )
        glow = self.base.astype(float).copy()
        glow[:, 3] = (0.55 if theme.name == "day" else 0.4) * near**1.5
        inner = np.stack([0.72 * spread, 3.4 * thick], -1)
        center = np.stack([x + 7.0 * thick, y + 3.4 * thick], -1)
        light = pose(self.light, center=center, size=inner, fill=glow, softness=3.2 * thick)
        return cast, light

    def _spots(self, ends: Numbers) -> Ribbons:
        middle = ends.mean(axis=1, keepdims=True)
        return pose(self.spot, points=np.concatenate([ends[:, :1], middle, ends[:, 1:]], axis=1))

    def _rings(self) -> Discs:
        """The plate trembles where a letter landed hard: an ellipse of light that widens."""
        age = self.rings[:, 3] / RING_TICKS
        wide = self.rings[:, 2] * (0.8 + 0.9 * (1 - (1 - age) ** 2)) + 0.1
        tone = mix(self.theme.lavender, self.theme.ink, 0.1)
        ink = np.concatenate([np.repeat(tone[None, :3], RINGS, 0), (0.2 * (1 - age) ** 1.5)[:, None]], 1)
        size = np.stack([wide, 0.14 * wide], -1)
        clear = np.zeros((RINGS, 4))
        center = self.rings[:, :2] + [0.0, 3.0]
        return discs("rings", center, size, clear, ink=ink, ink_width=0.9)


def pose_finish(shine: Any, glossed: Numbers) -> Any:
    """The same finish with its band of light elsewhere."""
    made = object.__new__(type(shine))
    made.__dict__.update(shine.__dict__)
    made.__dict__["glossed"] = np.ascontiguousarray(glossed, np.float32)
    return made


def _faded(layer: SoftGlyphs, name: str, share: float) -> SoftGlyphs:
    """The layer with ``share`` of its opacity."""
    shine = layer.finish
    assert shine is not None
    tones = {k: getattr(shine, k) * [1, 1, 1, share] for k in ("near", "far", "core", "gloss")}
    thin = pose(layer, fill=layer.fill * [1, 1, 1, share], under=layer.under * [1, 1, 1, share**4])
    thin.__dict__["name"] = name
    thin.__dict__["finish"] = finish(
        len(layer.fill), bevel=shine.bevel, depth=shine.depth, glossed=shine.glossed, band=shine.band, **tones
    )
    return thin
