"""How shatter looks: glazed letters on stone, cracks that flash, pale broken faces that catch the light."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernels.cutting import DIRECTIONS
from kernels.shards import ANGLE, ATTACHED, FLOOR, FLYING, RADIUS, STATE, VY, X, Y
from scenes.board import Board
from scenes.debris import Debris
from scenes.letter_ink import FULL, LEAVE_TICKS, Numbers
from scenes.letters import shards
from scenes.motion import smoothstep
from scenes.picture import Discs, Glyphs, Layer, Picture, discs, glyphs, named, pose
from scenes.skins import Finish, finish
from scenes.stone_floor import stone_floor
from scenes.theme import Theme, fade, mix
from scenes.word import Letter

THICK = np.array([1.7, 3.2])
"""Board px by which the unglazed body shows to the lower right."""
GLOSS = -0.17
GLINT = 0.55
"""em by which a shard's band of light wanders as it turns."""
CHIPS = 16
"""Chips that fly from a letter that breaks."""
CHIPPED = 9.0
"""Speed px/tick with which a shard that strikes the floor raises dust."""


Ints = NDArray[np.intp]


class ShatterLook:
    """Layers of shatter. ``line`` (n,): board y of each letter's floor; of the m shards ``owner`` (m,) is the
    letter, ``about`` (m, 2) the middle and ``cell`` (m, k, 2) the cut, em, ``reach`` (m, d) px as in
    ``kernels.cutting``."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        letters: list[Letter],
        line: Numbers,
        owner: Ints,
        about: Numbers,
        cell: Numbers,
        reach: Numbers,
        scenery: list[Layer] | None = None,
    ) -> None:
        """``scenery``: that of a look before it, on the same board and line."""
        self.theme, self.line, self.owner = theme, line, owner
        self.glyphs: tuple[Any, ...] = tuple(b.glyph for b in letters)
        n, m = len(letters), len(owner)
        self.em = np.array([b.size for b in letters])
        self.thick = np.clip(self.em / FULL, 0.25, 1.0)
        self.foot = np.array([b.glyph.box[3] * b.size for b in letters])
        self.half = np.array([0.5 * (b.glyph.box[2] - b.glyph.box[0]) * b.size for b in letters])
        self.middle = np.array([0.5 * (b.glyph.box[2] + b.glyph.box[0]) * b.size for b in letters])
        self.fill = np.array([theme.pastels[i % 4] for i in range(n)])
        # The clay under the glaze: pale where it broke, darker on the sides.
        clay = mix(theme.sand, theme.milk, 0.35) if theme.name == "day" else mix(theme.milk, theme.sand, 0.35)
        self.clay = np.array([theme.light(mix(clay, c, 0.22), 0.35) for c in self.fill.astype(np.float32)])
        self.side = self.fill * [0.55, 0.52, 0.55, 1.0]
        self.scenery = scenery or stone_floor(theme, board, float(line.min()))
        self.scale = self.thick[owner]
        across = reach[:, : DIRECTIONS // 2] + reach[:, DIRECTIONS // 2 : DIRECTIONS]
        # Splinters are thin: under a dark copy as far away as a letter's they would look like two.
        thin = np.clip(across.min(axis=1) / 8.0, 0.15, 1.0)
        self.glaze = self._glaze(self.fill, self.thick)
        self.piece_glaze = self._glaze(self.fill[owner], self.scale)
        self.piece = shards(
            "shards",
            [self.glyphs[i] for i in owner],
            np.zeros((m, 2)),
            self.em[owner],
            self.fill[owner],
            cell,
            about=about,
            edge=self.clay[owner],
            edge_width=1.5 * self.scale,
            under=self.side[owner],
            offset=THICK * (self.scale * thin)[:, None],
            finish=self.piece_glaze,
        )
        self.bright = fade(theme.light(theme.milk, 1.0), 1.0)
        self.lean = np.arctan2(about[:, 1], about[:, 0])
        self.wide = 0.5 * (reach[:, 0] + reach[:, DIRECTIONS // 2])
        self.debris = Debris(0.5, theme.light(mix(theme.sand, theme.lavender, 0.2), 0.4))
        self._picked: dict[bytes, Glyphs] = {}
        self._shown: tuple[tuple[bytes, bytes], Layer] | None = None
        self.gone: tuple[Layer, ...] | None = None
        self.gone_age = 0

    def _glaze(self, fill: Numbers, thick: Numbers) -> Finish:
        theme = self.theme
        light = theme.light(theme.milk, 0.8)
        return finish(
            len(fill),
            bevel=3.4 * thick,
            near=fade(light, 0.78),
            far=(fill * [0.45, 0.4, 0.5, 1.0]) * [1, 1, 1, 0.50],
            core=fill**1.6 * [1, 1, 1, 0.35],
            depth=7.0 * thick,
            gloss=fade(light, 0.46),
            glossed=GLOSS,
            band=0.09,
        )

    def begin(self) -> None:
        """A clean floor."""
        self.debris.begin()

    def clear(self) -> None:
        """Nothing is in the air."""
        self.debris.clear()

    def stay(self) -> None:
        """Nothing is leaving any more."""
        self.gone = None

    def leave(self, center: Numbers, angle: Numbers, stage: Ints, state: Numbers) -> None:
        """All this is about to be replaced: it fades where it is."""
        whole = self._whole(center, angle, stage == 0)
        pieces = self._pieces(state, stage, center)
        self.gone, self.gone_age = (whole, pieces), 0

    def land(self, x: float, y: float, em: float, speed: float, hard: bool, letter: int) -> None:
        """Letter number ``letter`` came down at (x, y) with ``speed`` px a tick."""
        wide = float(self.half[letter])
        self.debris.raise_dust(x, y, 0.8 * wide, speed, 9 if hard else 4)
        if hard:
            count = max(2, round(CHIPS * min(1.0, em / FULL)))
            self.debris.burst(x, y, wide, speed, self.clay[letter], count // 2)
            self.debris.burst(x, y, wide, speed, self.fill[letter], count // 2)

    def hear(self, state: Numbers, before: Numbers) -> None:
        """Shards that struck the floor in this tick raise dust; ``before`` (m,): how fast they fell."""
        struck = np.flatnonzero((before > CHIPPED) & (state[:, VY] <= 0) & (state[:, STATE] == FLYING))
        for i in struck[:6]:
            self.debris.raise_dust(
                float(state[i, X]), float(state[i, FLOOR]), float(self.wide[i]), 0.35 * float(before[i]), 1
            )

    def tick(self) -> None:
        """One step of dust, chips and fading."""
        self.debris.tick()
        if self.gone is not None:
            self.gone_age += 1
            if self.gone_age > LEAVE_TICKS:
                self.gone = None

    def picture(self, center: Numbers, angle: Numbers, stage: Ints, state: Numbers, *, cut: bool) -> Picture:
        """The whole picture; ``stage`` (n,) of letters, ``state`` (m, 10) of shards."""
        layers: list[Layer] = [
            *self.scenery,
            *self._leaving(),
            self._shadows(center, stage),
            self._spots(state, stage),
            self.debris.chips(),
        ]
        if (stage == 0).any():
            layers.append(self._whole(center, angle, stage == 0))
        if (stage > 0).any():
            layers.append(self._pieces(state, stage, center))
        layers.append(self.debris.puffs())
        words = [(g.text, float(x), float(y)) for g, (x, y) in zip(self.glyphs, center)]
        pieces = int((state[:, STATE] != ATTACHED).sum())
        alt = {"letters": words, "broken": int((stage == 2).sum()), "shards": pieces}
        return Picture(tuple(layers), cut=cut, alt=alt, scenery=named(self.scenery))

    def _whole(self, center: Numbers, angle: Numbers, which: NDArray[np.bool_]) -> Glyphs:
        key = which.tobytes()
        if key not in self._picked:
            self._picked.clear()
            at = np.flatnonzero(which)
            self._picked[key] = glyphs(
                "letters",
                [self.glyphs[i] for i in at],
                np.zeros((len(at), 2)),
                self.em[at, None],
                self.fill[at],
                under=self.side[at],
                offset=THICK * self.thick[at, None],
                finish=_some(self.glaze, at),
            )
        return pose(self._picked[key], center=center[which], angle=angle[which])

    def _pieces(self, state: Numbers, stage: Ints, center: Numbers) -> Layer:
        """Shards of letters that are cracked or broken; the same object while none moves."""
        key = state.tobytes(), stage.tobytes()
        if self._shown is None or self._shown[0] != key:
            self._shown = key, self._posed(state, stage, center)
        return self._shown[1]

    def _posed(self, state: Numbers, stage: Ints, center: Numbers) -> Layer:
        """The shards as they are now; those of whole letters are far off the board."""
        owner, p = self.owner, self.piece
        cracked = stage[owner] == 1
        place = np.where(stage[owner, None] == 2, state[:, X : Y + 1], -1e4)
        if cracked.any():
            place = np.where(cracked[:, None], center[owner] + p.about * self.em[owner, None], place)
        edge = np.where(cracked[:, None], self.bright, self.clay[owner])
        width = np.where(cracked, 0.8, 1.5) * self.scale
        turned = state[:, ANGLE]
        middle = (p.about * np.array([0.4472, 0.8944])).sum(axis=1)
        whole = stage[owner] < 2
        glossed = np.where(whole, GLOSS, middle + GLINT * np.sin(turned + self.lean))
        made = pose(p, center=place, angle=turned, edge=edge, edge_width=width)
        shine = object.__new__(Finish)
        shine.__dict__.update(self.piece_glaze.__dict__)
        shine.__dict__["glossed"] = np.ascontiguousarray(glossed, np.float32)
        made.__dict__["finish"] = shine
        return made

    def _shadows(self, center: Numbers, stage: Ints) -> Discs:
        """Under whole letters: wide and faint in the air, tight and dark where one stands."""
        high = np.maximum(self.line - self.foot - center[:, 1], 0.0)
        near = 1 / (1 + high / 30.0)
        fill = np.repeat(self.theme.shadow[None].astype(float), len(high), axis=0)
        fill[:, 3] *= (0.2 + 1.7 * near**1.5) * (stage < 2)
        x = center[:, 0] + self.middle + (3.0 + 0.05 * high) * self.thick
        size = np.stack([self.half * (1.02 + 0.25 * (1 - near)), (4.2 + 2.5 * (1 - near)) * self.thick], -1)
        at = np.stack([x, self.line + 2.0 * self.thick], -1)
        return discs("shadows", at, size, fill, softness=(2.4 + 4.0 * (1 - near)) * self.thick)

    def _spots(self, state: Numbers, stage: Ints) -> Discs:
        """Under shards."""
        there = stage[self.owner] == 2
        radius = np.maximum(state[:, RADIUS], 0.1)
        high = np.maximum(state[:, FLOOR] - state[:, Y] - radius, 0.0)
        near = 1 / (1 + high / 16.0)
        fill = np.repeat(self.theme.shadow[None].astype(float), len(high), axis=0)
        fill[:, 3] *= (0.15 + 1.65 * near**1.5) * there
        at = np.stack([state[:, X] + 2.0 * self.scale + 0.05 * high, state[:, FLOOR] + 1.4 * self.scale], -1)
        size = np.stack([radius * 1.35, 0.38 * radius + 0.6], -1)
        at = np.where(there[:, None], at, -1e4)
        return discs("shard shadows", at, size, fill, softness=(1.5 + 3.0 * (1 - near)) * self.scale)

    def _leaving(self) -> list[Layer]:
        if self.gone is None:
            return []
        share = 1 - smoothstep(self.gone_age / LEAVE_TICKS)
        return [_thin(layer, share, f"leaving {k}") for k, layer in enumerate(self.gone)]


def _some(shine: Finish, at: Ints) -> Finish:
    """The finish of some of its letters."""
    return Finish(**{name: np.ascontiguousarray(value[at]) for name, value in vars(shine).items()})


def _thin(layer: Any, share: float, name: str) -> Any:
    """A layer of letters with ``share`` of its opacity; the dark copy goes first, not to shine through."""
    alpha, under = np.array([1, 1, 1, share]), np.array([1, 1, 1, share**4])
    made = pose(layer, fill=layer.fill * alpha, under=layer.under * under)
    shine = layer.finish
    tones = {k: getattr(shine, k) * alpha for k in ("near", "far", "core", "gloss")}
    made.__dict__["finish"] = Finish(**{**vars(shine), **{k: v.astype(np.float32) for k, v in tones.items()}})
    if "edge" in made.__dict__:
        made.__dict__["edge"] = (layer.edge * alpha).astype(np.float32)
    made.__dict__["name"] = name
    return made
