"""The pieces into which a letter breaks: convex cells of a Voronoi diagram, and what of it is in them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kernels.cutting import AREA, DIRECTIONS, MIDDLE_X, MIDDLE_Y, REACH, SEED, cells, cut
from scenes.glyphs import Glyph
from scenes.letter_ink import Numbers
from scenes.motion import make_rng
from scenes.word import Letter

FIRST_SEED = 4726
ROWS = ((0.0, 32), (18.0, 48), (30.0, 96))
"""Samples per em by which it is told what belongs to a piece, from so many board px per em on: of large
letters about the pixels of the article's canvas; of small ones fewer."""
ROOM = 0.25
"""em around the ink that its cells cover, so that no cut runs along its outside."""
KEPT = 512
"""Letters whose pieces are kept."""
CRUMB = 6e-4
"""em²; what is smaller stays with the piece of the same seed, or of none is left out."""


class Pieces(NamedTuple):
    """The m pieces of n letters. ``owner`` (m,): whose; ``number`` (m,): the how manieth seed with ink of it;
    em: ``about`` (m, 2) its middle, ``cell`` (m, k, 2) the corners of its cut, the last one repeated; board
    px: ``area`` (m,), ``reach`` (m, 2 * DIRECTIONS) as in ``kernels.cutting``."""

    owner: np.ndarray
    number: np.ndarray
    about: Numbers
    cell: Numbers
    area: Numbers
    reach: Numbers


def seeds_of(letter: Letter, i: int, count: int, scale: float) -> Numbers:
    """``count`` seeds (count, 2) em strewn over the box of the i-th letter, the same ones every time."""
    rng = make_rng(FIRST_SEED + i)
    box = np.array([letter.width, letter.height]) / letter.size * scale
    return np.array([(rng(), rng()) for _ in range(count)]) * box - box / 2


def table_of(letter: Letter, seeds: Numbers) -> Numbers:
    """The pieces of a letter for ``seeds`` (k, 2) em, as ``kernels.cutting.cut`` gives them, em. Kept."""
    rows = max(rows for size, rows in ROWS if letter.size >= size)
    return _table(letter.glyph, rows, seeds.tobytes())


@lru_cache(maxsize=KEPT)
def _table(glyph: Glyph, rows: int, seeds: bytes) -> Numbers:
    field, (x0, y0, *_) = glyph.field(rows)
    found = cut(
        field,
        np.array([x0 + 0.5 / rows, y0 + 0.5 / rows, 1 / rows]),
        np.frombuffer(seeds, float).reshape(-1, 2),
    )
    found.flags.writeable = False
    return found


def break_up(letters: list[Letter], count: int, scale: float) -> Pieces:
    """All pieces of all letters, from ``count`` seeds each, strewn over ``scale`` of the letters' boxes.

    A cell that holds two parts of a letter that do not hang together makes two pieces, where a straight line
    parts them: a letter is never broken into things that float.
    """
    seeds = np.array([seeds_of(b, i, count, scale) for i, b in enumerate(letters)])
    boxes = np.array([b.glyph.box for b in letters]) + np.array([-ROOM, -ROOM, ROOM, ROOM])
    corners = cells(seeds, boxes)
    owner, number, rows, cut_cells = [], [], [], []
    for i, letter in enumerate(letters):
        table = table_of(letter, seeds[i])
        inked = sorted({int(row[SEED]) for row in table})
        for k, seed in enumerate(inked):
            for row, cell in _parted(table[table[:, SEED] == seed], corners[i, seed]):
                owner.append(i)
                number.append(k)
                rows.append(row)
                cut_cells.append(cell)
    table, most = np.array(rows), max(len(c) for c in cut_cells)
    cell = np.array([np.concatenate([c, np.repeat(c[-1:], most - len(c), axis=0)]) for c in cut_cells])
    size = np.array([b.size for b in letters])[owner]
    return Pieces(
        np.array(owner),
        np.array(number),
        table[:, [MIDDLE_X, MIDDLE_Y]],
        cell,
        table[:, AREA] * size**2,
        np.ascontiguousarray(table[:, REACH:] * size[:, None]),
    )


def _parted(parts: Numbers, cell: Numbers) -> list[tuple[Numbers, Numbers]]:
    """The parts in one cell, each with its own share of the cell; those that no line parts are one."""
    cell = _distinct(cell)
    if len(parts) > 1:
        large = parts[parts[:, AREA] >= CRUMB]
        parts = large if len(large) else parts[[np.argmax(parts[:, AREA])]]
    if len(parts) == 1:
        return [(parts[0], cell)]
    for a in range(len(parts)):
        for b in range(a + 1, len(parts)):
            line = _between(parts[a], parts[b])
            if line is None:
                rest = np.delete(parts, [a, b], axis=0)
                return _parted(np.concatenate([rest, [_joined(parts[a], parts[b])]]), cell)
    made = []
    for a, part in enumerate(parts):
        own = cell
        for b, other in enumerate(parts):
            line = _between(part, other) if a < b else _between(other, part)
            if b != a and line is not None:
                way, at = line
                own = _clipped(own, way if a < b else -way, at if a < b else -at)
        made.append((part, own))
    return made


def _ways() -> Numbers:
    turn = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    return np.stack([np.cos(turn), np.sin(turn)], -1)


WAYS = _ways()


def _between(a: Numbers, b: Numbers) -> tuple[Numbers, float] | None:
    """The line that parts two pieces by the widest gap: a direction, and how far along it the line is (a lies
    before it, b beyond); None where their reaches overlap in every direction."""
    half, reach = DIRECTIONS // 2, slice(REACH, REACH + DIRECTIONS)
    ends = WAYS @ a[MIDDLE_X : MIDDLE_Y + 1] + a[reach]
    begins = WAYS @ b[MIDDLE_X : MIDDLE_Y + 1]
    begins[:half] -= b[REACH + half : REACH + DIRECTIONS]
    begins[half:] -= b[REACH : REACH + half]
    best = int(np.argmax(begins - ends))
    if begins[best] <= ends[best]:
        return None
    return WAYS[best], float(begins[best] + ends[best]) / 2


def _joined(a: Numbers, b: Numbers) -> Numbers:
    """Two pieces as one."""
    both = a.copy()
    both[AREA] = a[AREA] + b[AREA]
    middle = slice(MIDDLE_X, MIDDLE_Y + 1)
    both[middle] = (a[AREA] * a[middle] + b[AREA] * b[middle]) / both[AREA]
    reach, side = slice(REACH, REACH + DIRECTIONS), slice(REACH + DIRECTIONS, REACH + 2 * DIRECTIONS)
    across = np.stack([-WAYS[:, 1], WAYS[:, 0]], -1)
    far = [p[reach] + WAYS @ (p[middle] - both[middle]) for p in (a, b)]
    beside = [p[side] + across @ (p[middle] - both[middle]) for p in (a, b)]
    both[reach] = np.maximum(*far)
    both[side] = np.where(far[0] >= far[1], *beside)
    return both


def _distinct(cell: Numbers) -> Numbers:
    """A cell without the repeats of its last corner."""
    same = (cell == cell[-1]).all(axis=1)
    count = int(np.argmax(same)) + 1
    return cell[:count] if count >= 3 else np.repeat(cell[:1], 3, axis=0)


def _clipped(cell: Numbers, way: Numbers, at: float) -> Numbers:
    """What of a convex polygon lies before the line ``at`` along ``way``."""
    off = cell @ way - at
    made = []
    for i in range(len(cell)):
        j = (i + 1) % len(cell)
        if off[i] <= 0:
            made.append(cell[i])
        if (off[i] < 0 < off[j]) or (off[j] < 0 < off[i]):
            made.append(cell[i] + (cell[j] - cell[i]) * off[i] / (off[i] - off[j]))
    return np.array(made) if len(made) >= 3 else np.repeat(cell[:1], 3, axis=0)
