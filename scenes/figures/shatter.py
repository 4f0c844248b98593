"""Measures the published figures of shatter (article 003, letters 06)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.cutting import SEED
from kernels.shards import LYING, RADIUS, SPIN, STATE, X, Y
from scenes.figures import Judged, experiment
from scenes.glyphs import area
from scenes.pieces import seeds_of, table_of
from scenes.scene import Setting
from scenes.shatter import BROKEN, Shatter, ShatterParams

KOREAN = "부서지다"
"""A word of as many letters as the article's Korean one, which is not given."""
LONG = 300
"""Ticks after which all is at rest."""


def scene(name: str, word: str | None = KOREAN) -> Shatter:
    """Shatter with the numbers of the named experiment, handed over, at its first moment."""
    made = Shatter(ShatterParams(**experiment("shatter", name)), Setting(word=word, language="ko"))
    made.touched = True
    return made


def run(made: Shatter) -> float:
    """To the end; gives the fastest spin on the way, rad/tick."""
    fastest = 0.0
    for _ in range(LONG):
        made.tick()
        fastest = max(fastest, float(np.abs(made.shards[:, SPIN]).max()))
    return fastest


def overlaps(made: Shatter) -> int:
    """Pairs of lying shards of which one's middle lies in the other's disc."""
    s = made.shards[made.shards[:, STATE] == LYING]
    far = np.hypot(*(s[:, None, X : Y + 1] - s[None, :, X : Y + 1]).transpose(2, 0, 1))
    inside = far < np.maximum(s[:, None, RADIUS], s[None, :, RADIUS])
    return int(np.triu(inside, 1).sum())


def measure() -> dict[str, Any]:
    """Every figure of ``shatter.toml`` that is not taken from frames."""
    usual, tough, colliding = scene("default"), scene("tough"), scene("colliding")
    fastest = run(usual)
    run(tough)
    run(colliding)
    pieces = usual.pieces
    without, with_them = overlaps(usual), overlaps(colliding)
    return {
        "shatter.06.a": usual.first[[0, 2]],
        "shatter.06.b": usual.first[[1, 3]],
        "shatter.06.broken": np.flatnonzero(usual.stage == BROKEN) + 1,
        "shatter.06.tough": np.flatnonzero(tough.stage == BROKEN) + 1,
        "shatter.06.c": fastest,
        "shatter.06.d": Judged(
            pieces[[0, 3]].tolist(), bool((pieces >= 7).all() and (pieces <= 12).all() and pieces.min() < 12)
        ),
        "shatter.06.whole": _whole(usual),
        "shatter.06.empty": _empty(),
        "shatter.06.size": _size(),
        "shatter.06.apart": Judged([with_them, without], with_them <= 0.5 * without),
    }


def _whole(made: Shatter) -> float:
    """The share that is farthest from 1 among the letters."""
    shares = []
    for i, letter in enumerate(made.letters):
        found = float(made.area[made.owner == i].sum()) / letter.size**2
        shares.append(found / area(letter.glyph.curves))
    return max(shares, key=lambda share: abs(share - 1))


def _empty() -> bool:
    """A letter with a wide gap has fewer shards than seeds, and none without area."""
    made = scene("default", "こ")
    table = table_of(made.letters[0], seeds_of(made.letters[0], 0, 12, 1.0))
    inked = len(set(table[:, SEED]))
    return bool((made.area > 0).all() and made.pieces[0] == inked < 12)


def _size() -> bool:
    small, large = scene("default", "二三四五六七八九"), scene("default", "二三")
    return bool(
        large.letters[0].size > 1.3 * small.letters[0].size
        and np.isclose(
            large.area[large.owner == 0].sum() / small.area[small.owner == 0].sum(),
            (large.letters[0].size / small.letters[0].size) ** 2,
        )
    )
