"""A page of every way in which letters are shown: printed and finished, soft, broken, in water."""

from __future__ import annotations

import numpy as np

from scenes.cage import mean_values
from scenes.glyphs import Glyph
from scenes.letters import dipped, placed, rest_lattice, shards, soft_glyphs
from scenes.picture import Ground, Layer, Picture, glyphs
from scenes.skins import Finish, finish
from scenes.theme import Theme, fade, mix
from scenes.word import layout

SEEDS = np.array(
    [
        [-0.3, -0.32], [0.02, -0.36], [0.33, -0.28], [-0.36, -0.02], [-0.08, -0.07], [0.18, 0.03],
        [0.38, 0.06], [-0.26, 0.3], [0.04, 0.31], [0.33, 0.34],
    ]
)  # fmt: skip


def letters(word: str) -> list[Glyph]:
    return [letter.glyph for letter in layout(word, language="ja")]


def outline(points: int = 28, reach: float = 0.52) -> np.ndarray:
    """A round cage (points, 2) em about a letter."""
    turn = 2 * np.pi * np.arange(points) / points
    return reach * np.stack([np.cos(turn), np.sin(turn)], axis=-1)


def cells(seeds: np.ndarray, corners: int = 12, half: float = 0.7) -> np.ndarray:
    """Voronoi cells (k, corners, 2) of seeds (k, 2) in a square of twice ``half``, last corner repeated."""
    made = []
    for i, seed in enumerate(seeds):
        polygon = half * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
        for other in np.delete(seeds, i, axis=0):
            n, m = other - seed, (other + seed) / 2
            side = (polygon - m) @ n
            cut = []
            for a, b, p, q in zip(side, np.roll(side, -1), polygon, np.roll(polygon, -1, axis=0)):
                if a <= 0:
                    cut.append(p)
                if a * b < 0:
                    cut.append(p + (q - p) * a / (a - b))
            polygon = np.array(cut)
        made.append(np.concatenate([polygon, np.repeat(polygon[-1:], corners - len(polygon), axis=0)]))
    return np.array(made)


def tile(theme: Theme, m: int) -> Finish:
    """Rounded and glazed: lit on the upper left, shaded on the lower right, a soft glint."""
    return finish(
        m,
        bevel=4.0,
        near=fade(theme.light(theme.milk, 0.9), 0.75),
        far=fade(theme.ink, 0.28),
        gloss=fade(theme.milk, 0.35),
        glossed=-0.16,
    )


def jelly(theme: Theme, fill: np.ndarray, glossed: float) -> Finish:
    """Translucent: a glow within, light that comes through at the lower right, a wet highlight."""
    return finish(
        len(fill),
        bevel=4.0,
        near=fade(theme.milk, 0.5),
        far=[fade(theme.light(c, 0.5), 0.7) for c in fill],
        core=[fade(theme.shade(c, 0.2), 0.5) for c in fill],
        depth=7.0,
        gloss=fade(theme.milk, 0.55),
        glossed=glossed,
        band=0.12,
    )


WORDS = ("カート8", "ぷに8B", "粉", "なつ")
"""Letters that are glazed (4), soft (4), broken (1) and in water (2)."""


def page(theme: Theme, words: tuple[str, str, str, str] = WORDS) -> Picture:
    """The page, on the published board."""
    glazed, soft, whole, swimming = map(letters, words)
    pastels = np.array(theme.pastels)
    dark = pastels * [0.5, 0.5, 0.5, 1.0]
    ground = Ground(
        name="ground", top=theme.paper, bottom=theme.paper, patch=fade(theme.sand, 0.3), grain=0.0
    )
    layers: list[Layer] = [ground]

    x = 64 + 78 * np.arange(4)
    layers.append(
        glyphs(
            "glazed", glazed, np.stack([x, 48 + 0 * x], -1), 74, pastels,
            angle=[0, 0.12, -0.2, 0.5], under=dark, finish=tile(theme, 4),
        )
    )  # fmt: skip

    nodes = []
    for i, glyph in enumerate(soft):
        at = outline()
        squash = (0.2, 0.42, 0.0, 0.3)[i]
        lean = (0.2, 0.0, 0.5, -0.3)[i]
        low = np.maximum(at[:, 1] - 0.28, 0.0)
        curve = np.stack(
            [
                at[:, 0] * (1 + squash * (0.6 + at[:, 1])) + lean * at[:, 1] ** 2,
                at[:, 1] * (1 - squash) - 0.35 * low * (i % 2) + 0.05 * np.sin(9 * at[:, 0] + i),
            ],
            axis=-1,
        )
        lattice = rest_lattice(glyph)
        shares = mean_values(np.asarray(at, float), lattice.reshape(-1, 2))
        now = placed(curve, (62 + 88 * i, 142 + 10 * squash), 0.0, 84)
        nodes.append((shares @ np.asarray(now, float)).reshape(lattice.shape).astype(np.float32))
    clear = pastels * [1, 1, 1, 0.9]
    layers.append(
        soft_glyphs(
            "soft shadow", soft, nodes, 84, np.zeros(4), under=theme.shadow, offset=(5, 8), softness=4.0
        )
    )
    layers.append(soft_glyphs("soft", soft, nodes, 84, clear, finish=jelly(theme, pastels, -0.22)))
    curled = rest_lattice(soft[1])
    curled = np.stack(
        [curled[..., 0] * np.cos(1.6 * curled[..., 1]), curled[..., 1] + 0.25 * curled[..., 0] ** 2], -1
    )
    layers.append(
        soft_glyphs("flat", [soft[1]], [placed(curled, (424, 62), 0.35, 84)], 84, theme.coral, under=dark[0])
    )

    (pot,) = whole
    pieces, n = cells(SEEDS), len(SEEDS)
    about = SEEDS
    apart = np.array([62.0, 240.0]) + about * 78
    layers.append(
        glyphs("whole", [pot], [(62, 240)], 78, theme.lavender, under=dark[1], finish=tile(theme, 1))
    )
    for name, x, spread in (("cracked", 150, 1.02), ("broken", 262, 1.42)):
        apart = np.array([x, 240.0]) + about * 78 * spread + [0, 8 * (spread > 1.1)]
        layers.append(
            shards(
                name, [pot] * n, apart, 78, theme.lavender, pieces, about=about,
                angle=(spread - 1) * np.sin(5 * np.arange(n)),
                edge=theme.light(theme.lavender, 0.75), edge_width=1.6, under=dark[1], finish=tile(theme, n),
            )
        )  # fmt: skip

    at = np.linspace(330, 470, 15)
    line = 236 + 4 * np.sin(at / 14)
    word = glyphs(
        "swims", swimming, [(368, 240), (430, 232)], 66, [theme.coral, theme.butter],
        angle=[0.2, -0.12], under=dark[[0, 2]],
    )  # fmt: skip
    layers.append(dipped(word, line, (330, 470), fade(mix(theme.water, theme.ink, 0.25), 0.55), (3.0, 1.5)))
    return Picture(tuple(layers))
