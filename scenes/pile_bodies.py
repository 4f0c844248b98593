"""Letters as bodies that fall and stack: their numbers, boxes or outlines, and in which order they fall."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kernels.boxes import Boxes
from kernels.rules import CROSSED, OUTLINES, Rules
from kernels.shapes import Outline, outline
from scenes.glyphs import Glyph
from scenes.params import Params, number
from scenes.word import Letter

FLOOR = 24.0
"""Board px from the lower edge up to the line on which letters lie."""
WALL = 8.0
"""Board px from either side to the wall there."""
ROWS = 64
"""Samples per em of the fields in which outlines look for one another."""
PAD = 0.05
"""em around the ink that those fields cover."""
STEP = (0.05, 0.12)
"""em; least and greatest distance of points on an outline."""
FINE = 2.5
"""Board px that the distance of points aims at."""
LINE, SLANT = 1.4, 0.12
"""Spacings by which rows of a long sentence, and neighbours in a row, start above one another."""
HEAP, HEAP_CORRECTION = 3, 0.25
"""A sentence of several rows lies in many layers: so many times the rounds, and the share of a penetration
that is taken out."""


class Falling(Params):
    """Numbers of letters that fall and stack; a tick is 16 ms."""

    gravity: float = number(0.45, 0.0, 4.0, "px/tick²", "how fast falling letters gain speed")
    restitution: float = number(
        0.32, 0.0, 0.95, "", "share of the approach speed with which a contact bounces"
    )
    friction: float = number(0.55, 0.0, 2.0, "", "limit of the sliding impulse as a share of the pushing one")
    bounce_above: float = number(1.2, 0.0, 20.0, "px/tick", "slower contacts do not bounce")
    substeps: int = number(2, 1, 8, "", "parts of a tick; fast letters take more by themselves")
    rounds: int = number(6, 1, 40, "", "rounds of impulses in each part of a tick")
    contacts: int = number(
        0,
        0,
        2,
        "",
        "what touches: 0 boxes' corners (as published), 1 boxes that cross, too, 2 the ink itself",
    )


def rules(p: Falling, letters: list[Letter], floor: float, walls: tuple[float, float], top: float) -> Rules:
    """The numbers of the solver for a room whose lines are ``floor``, ``walls`` and ``top``, board px."""
    heap = HEAP if several_rows(letters) else 1
    return Rules(
        floor=floor,
        left=walls[0],
        right=walls[1],
        top=top,
        gravity=p.gravity,
        restitution=p.restitution,
        friction=p.friction,
        bounce_above=p.bounce_above,
        substeps=p.substeps,
        rounds=p.rounds * heap,
        carry=0.0 if heap == 1 and p.contacts < OUTLINES else 1.0,
        correction=Rules.correction if heap == 1 else HEAP_CORRECTION,
    )


def bodies(letters: list[Letter], contacts: int, rules: Rules) -> Boxes:
    """The letters' bodies, all at the origin: ``contacts`` as in ``kernels.rules``."""
    sizes = np.array([[b.width, b.height] for b in letters])
    if contacts < OUTLINES:
        return Boxes(sizes, rules, crossed=contacts == CROSSED)
    step = float(np.clip(FINE / letters[0].size, *STEP))
    shapes = [shape_of(b.glyph, step) for b in letters]
    return Boxes(sizes, rules, shapes=shapes, em=[b.size for b in letters])


@lru_cache(maxsize=512)
def shape_of(glyph: Glyph, step: float) -> Outline:
    """The outline of a letter as the contact solver takes it."""
    field, box = glyph.field(ROWS, PAD, keep=False)
    return outline(glyph.curves, field, box, step)


def several_rows(letters: list[Letter]) -> bool:
    """Whether the word is a sentence set in several rows."""
    return len({b.y for b in letters}) > 1


def order(letters: list[Letter], pull: float) -> tuple[NDArray[np.floating], float]:
    """How many spacings each letter starts above the first, and how far from the middle, as a share.

    The letters of one row start one above the other, drawn to the middle by ``pull``. A sentence of several
    rows would so reach far above the sky, and land too fast to be seen: its rows fall as they are, one after
    another, a little slanted, so that each row's first letter lands first.
    """
    if not several_rows(letters):
        return np.arange(len(letters), dtype=float), pull
    lines = np.unique([b.y for b in letters], return_inverse=True)[1]
    within = np.concatenate([np.arange(n) for n in np.bincount(lines)])
    return LINE * lines + SLANT * within, 1.0
