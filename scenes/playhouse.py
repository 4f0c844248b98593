"""A small stage: a wall in warm light, curtains, a valance, boards with footlights. The ground of hero."""

from __future__ import annotations

import math

import numpy as np

from scenes.banner import banner
from scenes.board import HEIGHT, WIDTH, Board
from scenes.letter_ink import Numbers
from scenes.motion import make_rng
from scenes.picture import Discs, Ground, Layer, Shapes, discs, floats, ribbons, shapes
from scenes.theme import Theme, fade, mix

CURTAIN = 13.0
"""Board px; width of a curtain on the published board."""
CURTAIN_MORE, CURTAIN_MOST = 0.16, 120.0
"""Share of a wider board's additional width that each curtain takes, and the most."""
FOLD = 9.0
"""Board px; breadth of a fold."""
SCALLOP, DROP = 60.0, 15.0
"""Board px; breadth of a scallop of the valance, and how far it hangs down."""
GROWN, GROWN_MOST = 0.16, 4.0
"""Share of a higher board's additional height by which a scallop grows, and how many times it may."""
BACK = 12.0
"""Board px from the line where letters lie back to the rear edge of the boards."""
LIP = 7.0
"""Board px from that line forward to the front edge."""
LAMPS = 64.0
"""Board px between footlights."""
LEAN = 0.93
"""How much narrower the boards are at their rear edge."""


class Playhouse:
    """Layers ``behind`` the letters' shadows, and in ``front`` of those. ``top`` and ``line`` board px: where
    the headline begins, and its lowest base line; ``marks`` (n,) board px across: where tape on the boards
    marks its letters' places, in ``colors`` (n, 4)."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        floor: float,
        top: float,
        line: float,
        marks: Numbers,
        colors: Numbers,
    ) -> None:
        self.theme, self.board, self.floor = theme, board, floor
        self.cx = board.center[0]
        day = theme.name == "day"
        self.drape = mix(mix(theme.lavender, theme.sand, 0.34 if day else 0.55), theme.coral, 0.20)
        self.wood = mix(mix(theme.sand, theme.butter, 0.22), theme.coral, 0.16)
        self.behind: tuple[Layer, ...] = (
            self._wall(),
            self._light((top + line) / 2),
            *banner(theme, self.cx, top, line),
        )
        self.front: tuple[Layer, ...] = (
            *self._boards(),
            *self._tape(marks, colors),
            *self._lamps(),
            *self._curtains(),
            *self._valance(),
        )

    def _wall(self) -> Ground:
        t = self.theme
        return Ground(
            name="wall",
            top=mix(t.paper, t.lavender, 0.24 if t.name == "day" else 0.08),
            bottom=mix(t.paper, t.sand, 0.6),
            patch=fade(t.sand, 0.14),
            patch_size=160.0,
            grain=0.35,
            seed=9.0,
        )

    def _light(self, y: float) -> Discs:
        """The warm light that falls on the wall around the banner."""
        glow = fade(mix(self.theme.milk, self.theme.butter, 0.25), 0.5 if self.theme.name == "day" else 0.12)
        return discs("light", [(self.cx, y)], [(250.0, 120.0)], glow, softness=70.0)

    def _boards(self) -> list[Layer]:
        """The floor seen from a little above, with seams that run away from us, and its front."""
        t, floor, wood = self.theme, self.floor, self.wood
        dark, light = t.shade(wood, 0.30), t.light(wood, 0.34 if t.name == "day" else 0.12)
        left, right = -30.0, self.board.width + 30.0
        back, edge, bottom = floor - BACK, floor + LIP, self.board.height + 20.0
        faces = shapes(
            "boards",
            [
                _rect(left, back, right, edge + 1),
                _rect(left, edge, right, bottom),
                _rect(left, edge, right, edge + 1.2),
            ],
            [light, t.shade(wood, 0.10), mix(light, t.paper, 0.4)],
            corner=1.0,
        )
        pool = discs(
            "pool",
            [(self.cx, floor - 2.0)],
            [(min(0.42 * self.board.width, 260.0), 8.0)],
            fade(t.milk, 0.5 if t.name == "day" else 0.14),
            softness=9.0,
        )
        shade = shapes(
            "rear shade", [_rect(left, back - 7, right, back + 2.5)], t.faint(0.6), corner=1.0, softness=5.0
        )
        seams, rng = [], make_rng(90)
        step = 23.0
        count = math.ceil((self.board.width / 2 + 40) / step)
        for k in range(-count, count + 1):
            x = self.cx + k * step + 3.0 * (rng() - 0.5)
            seams.append([(self.cx + (x - self.cx) * LEAN, back), (x, edge)])
        nails = []
        for k in range(-count, count):
            for share in (0.22, 0.86):
                x = self.cx + (k + 0.14 + 0.1 * rng()) * step
                y = back + share * (edge - back)
                nails.append((self.cx + (x - self.cx) * (LEAN + (1 - LEAN) * share), y))
        lines = ribbons("seams", floats(seams), 0.4, fade(dark, 0.55))
        rims = ribbons(
            "rims of the boards",
            floats(
                [
                    [(left, back), (right, back)],
                    [(left, edge), (right, edge)],
                    [(left, edge + 8.6), (right, edge + 8.6)],
                ]
            ),
            [[0.55] * 2, [0.5] * 2, [0.35] * 2],
            fade(dark, 0.8),
        )
        return [
            shade,
            faces,
            pool,
            lines,
            discs("nails", nails, [(0.55, 0.4)] * len(nails), fade(dark, 0.7)),
            rims,
        ]

    def _tape(self, marks: Numbers, colors: Numbers) -> list[Layer]:
        """Strips of tape that tell each letter where it stands, as on any stage."""
        if not len(marks):
            return []
        y, arms = self.floor + 2.6, []
        for x in marks:
            x = self.cx + (x - self.cx) * 0.985
            arms += [[(x - 3.4, y), (x + 3.4, y)], [(x, y + 0.4), (x + 0.1, y + 3.1)]]
        tone = np.repeat(np.array([self.theme.shade(c, 0.12) for c in colors.astype(np.float32)]), 2, axis=0)
        tone[:, 3] = 0.8
        return [ribbons("tape", floats(arms), 0.75, tone)]

    def _lamps(self) -> list[Layer]:
        """Footlights along the front edge: shells that throw their light back and up."""
        t, y = self.theme, self.floor + LIP
        count = max(round(self.board.width / LAMPS), 2)
        xs = (np.arange(count) + 0.5) * self.board.width / count
        glow = discs(
            "lamp light",
            [(x, y - 1.0) for x in xs],
            [(22.0, 7.0)] * count,
            fade(mix(t.butter, t.milk, 0.4), 0.55 if t.name == "day" else 0.30),
            softness=8.0,
        )
        a = np.linspace(math.pi, 0.0, 9)
        shell = np.stack([7.2 * np.cos(a), -5.4 * np.sin(a)], -1)
        corner = np.concatenate([[1.0], np.zeros(7), [1.0]])
        brass = mix(t.butter, t.sand, 0.35)
        loops = [shell + np.array([x, y + 4.6]) for x in xs]
        body = shapes("lamps", loops, brass, corner=corner, center=[(x, y + 2.8) for x in xs])
        ribs = [
            [(x + 0.25 * r, y + 4.2), (x + r, y + 4.6 - 4.9 * math.cos(r / 7.2 * math.pi / 2))]
            for x in xs
            for r in (-4.6, -1.6, 1.6, 4.6)
        ]
        feet = [[(x - 6.6, y + 5.0), (x + 6.6, y + 5.0)] for x in xs]
        return [
            glow,
            body,
            ribbons("lamp ribs", floats(ribs), 0.32, fade(t.shade(brass, 0.45), 0.8)),
            ribbons("lamp feet", floats(feet), 0.9, t.shade(brass, 0.4)),
        ]

    def _curtains(self) -> list[Layer]:
        t, w = self.theme, self.board.width
        wide = min(CURTAIN + CURTAIN_MORE * max(w - WIDTH, 0.0), CURTAIN_MOST)
        count = max(round(wide / FOLD), 2) + 1
        foot = self.floor - BACK + 4.0
        down = np.linspace(-30.0, foot, 15)
        u = (down - down[0]) / (foot - down[0])
        rng, lines, radii, fills, lights = make_rng(91), [], [], [], []
        for side in (-1, 1):
            for k in range(count):
                x = -5.0 + (wide + 5.0) * (k + 0.5) / count
                sway = 1.3 * np.sin(2.4 * u + 6 * rng()) * u
                x = x + sway + 1.6 * (k / count) * u**2
                along = np.stack([x if side < 0 else w - x, down], -1)
                lines.append(along)
                radii.append(np.full(15, 0.62 * (wide + 5.0) / count) * (0.94 + 0.16 * u))
                fills.append(t.shade(self.drape, 0.05 + (0.13 if k % 2 else 0.0) + 0.05 * rng()))
                lights.append(along - np.array([0.22 * (wide + 5.0) / count, 0.0]))
        cast = [_rect(-20, -40, wide + 4, foot), _rect(w - wide - 1, -40, w + 20, foot)]
        count *= 2
        return [
            shapes("curtain shade", cast, t.faint(0.8), corner=1.0, softness=6.0),
            ribbons("curtains", np.array(lines), np.array(radii), np.array(fills)),
            ribbons(
                "curtain lights", np.array(lights), 0.7, fade(t.light(self.drape, 0.5), 0.45), softness=0.8
            ),
        ]

    def _valance(self) -> list[Layer]:
        t, w = self.theme, self.board.width
        more = 1 + min(GROWN * max(self.board.height - HEIGHT, 0.0) / SCALLOP, GROWN_MOST - 1)
        count = max(round(w / SCALLOP / more), 3)
        step, drop = w / count, DROP * more
        a = np.linspace(0.0, math.pi, 11)
        arc = np.stack([-step / 2 * np.cos(a) * 1.02, drop * np.sin(a) ** 0.8], -1)
        loop = np.concatenate([arc, [(step / 2 * 1.02, -30.0), (-step / 2 * 1.02, -30.0)]])
        corner = np.concatenate([[1.0], np.zeros(9), [1.0, 1.0, 1.0]])
        xs = (np.arange(count) + 0.5) * step
        edge = 3.0
        loops = np.stack([loop + np.array([x, edge]) for x in xs])
        cloth: Shapes = shapes(
            "valance",
            loops,
            self.drape,
            corner=corner,
            center=[(x, -6.0) for x in xs],
            shade=t.shade(self.drape, 0.12),
        )
        fringe = mix(t.butter, t.sand, 0.3)
        trim = [arc + np.array([x, edge - 0.7]) for x in xs]
        gather = [
            [(x + s * step * 0.10, -30.0), (x + s * step * 0.30, -8.0), (x + s * step * 0.42, edge + 2.0)]
            for x in xs
            for s in (-1, 1)
        ]
        knots = np.arange(count + 1) * step
        tassels = [[(x, edge - 1.0), (x, edge + 3.0), (x, edge + 8.5)] for x in knots]
        return [
            shapes("valance shade", loops + np.array([2.0, 7.0]), t.faint(0.8), corner=corner, softness=4.0),
            cloth,
            ribbons(
                "gathers",
                floats(gather),
                [[0.2, 0.9, 0.2]] * (2 * count),
                fade(t.shade(self.drape, 0.3), 0.35),
            ),
            ribbons("trim", floats(trim), 1.1, fringe),
            ribbons("tassels", floats(tassels), [[1.0, 1.7, 2.2]] * (count + 1), t.shade(fringe, 0.08)),
            discs(
                "knots", [(x, edge - 1.0) for x in knots], [(2.0, 2.0)] * (count + 1), t.light(fringe, 0.2)
            ),
        ]


def _rect(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
