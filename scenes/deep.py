"""Deep water: little light from above, motes that drift, far bells, a dark ridge with sea fans."""

from __future__ import annotations

import numpy as np

from scenes.board import Board
from scenes.motion import TAU, make_rng
from scenes.picture import Ground, Layer, discs, pose, ribbons, shapes
from scenes.sea import PART, deeper, light_shafts
from scenes.strewn import area, parts
from scenes.theme import Theme, fade, mix

MOTES = 64
DRIFT_TICKS = (1500, 3600)
"""Ticks in which a mote drifts once across the board, fewest and most."""
EDGE = 0.05
"""Share of its way on which a mote fades in and out."""
FAR_BELLS = ((0.16, 0.30, 0.50, 0.0), (0.80, 0.20, 0.36, 0.4), (0.63, 0.62, 0.30, 0.75))
"""Bells in the distance: place as shares of the board, size, phase."""
BOB_TICKS = 620
BELL = np.array(
    [[-13.0, 4.0], [-12.0, -4.0], [-7.0, -10.5], [0.0, -12.5], [7.0, -10.5], [12.0, -4.0], [13.0, 4.0],
     [6.5, 2.2], [0.0, 4.6], [-6.5, 2.2]]
)  # fmt: skip


class Deep:
    """The jellyfish's world."""

    def __init__(self, theme: Theme, board: Board, seed: int = 606) -> None:
        self.theme, self.board = theme, board
        self.count = parts(board.width, PART)
        self.part = board.width / self.count
        self.rng = make_rng(seed)
        night = theme.name == "night"
        self.top = mix(deeper(theme, 1.0), theme.lavender, 0.22)
        self.bottom = theme.shade(mix(deeper(theme, 1.5), theme.lavender, 0.55), 0.42)
        if night:
            self.top, self.bottom = (
                mix(theme.water, theme.paper, 0.35),
                mix(theme.paper, theme.lavender, 0.04),
            )
        self.still = self._water()
        self.ridge = self._ridge()
        self._motes()
        self._far()

    def _water(self) -> tuple[Layer, ...]:
        theme = self.theme
        ground = Ground(
            name="ground", top=self.top, bottom=self.bottom,
            patch=fade(mix(self.top, theme.lavender, 0.3), 0.3), patch_size=210.0,
        )  # fmt: skip
        rows = ((0.12, 0.05, 0.78), (0.35, 0.028, 0.66), (0.53, 0.07, 0.84))
        alpha = np.array([0.26, 0.17, 0.22]) * (0.35 if theme.name == "night" else 1.0)
        return ground, light_shafts(self.board, rows, mix(theme.milk, theme.water, 0.3), alpha)

    def _ridge(self) -> tuple[Layer, ...]:
        """Two dark ridges on the floor, the nearer one with sea fans."""
        board, rng = self.board, self.rng
        x = np.linspace(-90.0, board.width + 90.0, max(11, round(board.width / 26)))
        thick, layers = 120.0, []
        tones = (mix(self.bottom, self.top, 0.10), self.theme.shade(self.bottom, 0.16))
        for k, (name, rise) in enumerate((("far ridge", 30.0), ("ridge", 14.0))):
            u = x / self.part
            y = board.height - rise - 9.0 * np.sin(9.0 * u + 2.0 * k) - 5.0 * np.sin(23.0 * u + k) + thick
            layers.append(ribbons(name, np.stack([x, y], -1), thick, tones[k]))
        fans = []
        groups = ((0.06, 46.0), (0.115, 30.0), (0.90, 38.0), (0.955, 56.0))
        for k, (at, tall) in ((k, group) for k in range(self.count) for group in groups):
            root = np.array([(k + (1 - at if k % 2 else at)) * self.part, board.height + 2.0])
            for b in range(7):
                lean = (b - 3) * 0.24 + 0.1 * (rng() - 0.5)
                reach = tall * (1 - 0.05 * abs(b - 3)) * (0.85 + 0.2 * rng())
                share = np.array([0.0, 0.35, 0.7, 1.0])[:, None]
                bow = lean * (0.5 + 0.5 * share)
                fans.append(root + share * reach * np.concatenate([np.sin(bow), -np.cos(bow)], axis=1))
        return layers[0], ribbons("sea fans", np.array(fans), [2.2, 1.8, 1.5, 0.9], tones[1]), layers[1]

    def _motes(self) -> None:
        rng, theme = self.rng, self.theme
        count = round(MOTES * max(1.0, area(self.board)))
        draw = np.array([[rng() for _ in range(6)] for _ in range(count)])
        self.mote = draw
        self.mote_ticks = np.round(DRIFT_TICKS[0] + (DRIFT_TICKS[1] - DRIFT_TICKS[0]) * draw[:, 2])
        self.mote_start = np.round(draw[:, 0] * self.mote_ticks)
        # Most are specks, a few are large and soft, near the eye.
        near = draw[:, 3] > 0.9
        self.mote_size = np.where(near, 2.4 + 2.6 * draw[:, 4], 0.5 + 0.9 * draw[:, 4] ** 2)
        pale = mix(theme.milk, theme.water, 0.25)
        fill = np.array([fade(pale, 0.22 if n else 0.4 + 0.45 * d) for n, d in zip(near, draw[:, 5])])
        glow = (draw[:, 5] > 0.86) & ~near
        fill[glow] = fade(theme.light(theme.butter, 0.4), 0.9)
        self.motes = discs(
            "motes", np.zeros((count, 2)), self.mote_size[:, None], fill, softness=np.where(near, 2.6, 0.35)
        )

    def _drifting(self, ticks: int, alive: bool) -> Layer:
        share = ((ticks if alive else 0) + self.mote_start) % self.mote_ticks / self.mote_ticks
        rise = (
            self.mote[:, 1] + 0.10 * np.sin(TAU * (share + self.mote[:, 3])) + 0.015 * np.sin(6 * TAU * share)
        )
        place = np.stack(
            [(1.1 * share - 0.05) * self.board.width, (rise * 1.1 - 0.05) * self.board.height], -1
        )
        seen = np.clip(np.minimum(share, 1 - share) / EDGE, 0, 1) * self.mote_size
        return pose(self.motes, center=place, size=np.repeat(seen[:, None], 2, 1))

    def _far(self) -> None:
        rows, high = parts(self.board.height, 620.0), self.board.height
        each = [
            (
                (k + (1 - x if k % 2 else x)) * self.part,
                (row + y) * high / rows,
                s,
                p + 0.37 * (k + row),
            )
            for row in range(rows)
            for k in range(self.count)
            for x, y, s, p in FAR_BELLS
        ]
        m = len(each)
        tone = mix(self.top, self.theme.lavender, 0.55)
        self.far_place = np.array([[x, y] for x, y, *_ in each])
        self.far_size = np.array([s for *_, s, _ in each])
        self.far_phase = np.array([p for *_, p in each])
        self.far_bells = shapes("far bells", np.zeros((m, len(BELL), 2)), fade(tone, 0.55), softness=1.3)
        self.far_strands = ribbons(
            "far strands", np.zeros((3 * m, 5, 2)), [0.9, 0.8, 0.7, 0.5, 0.2], fade(tone, 0.5)
        )

    def _distant(self, ticks: int, alive: bool) -> tuple[Layer, ...]:
        turn = TAU * (((ticks % BOB_TICKS) / BOB_TICKS if alive else 0.0) + self.far_phase)
        beat = np.sin(4 * turn)[:, None]
        place = self.far_place + np.stack([7 * np.cos(turn), 9 * np.sin(turn) - 2.0 * beat[:, 0]], -1)
        size = self.far_size[:, None, None]
        bell = (
            BELL * np.concatenate([1 - 0.1 * beat, 1 + 0.1 * beat], axis=1)[:, None] * size + place[:, None]
        )
        u = np.linspace(0.0, 1.0, 5)
        root = np.array([-7.0, 0.0, 7.0])[:, None]
        sway = 3.0 * u * np.sin(turn[:, None, None] * 2 - 3.0 * u + root)
        strand = np.stack(
            [root * (1 - 0.1 * beat[:, :, None]) + sway, np.broadcast_to(3.0 + 30.0 * u, sway.shape)], -1
        )
        strand = strand * size[..., None] + place[:, None, None]
        return (
            pose(self.far_strands, points=strand.reshape(-1, 5, 2)),
            pose(self.far_bells, points=bell, center=bell[:, [3, 8]].mean(axis=1)),
        )

    def behind(self, ticks: int, alive: bool) -> tuple[Layer, ...]:
        """Everything behind the jellyfish."""
        return (*self.still, *self._distant(ticks, alive), *self.ridge)

    def before(self, ticks: int, alive: bool) -> tuple[Layer, ...]:
        """The motes, some of which are before them."""
        return (self._drifting(ticks, alive),)
