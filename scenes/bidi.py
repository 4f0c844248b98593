"""In which order letters stand that are read from the right, from the left, or as numbers among either.

Unicode's bidirectional algorithm (UAX 9) for one paragraph without embeddings, overrides and isolates.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

_NEUTRAL = "N"


def levels(pieces: Sequence[str]) -> list[int]:
    """The embedding level of each grapheme of a text in reading order: odd ones are read from the right."""
    kinds = [_kind(piece) for piece in pieces]
    base = next((int(kind in ("R", "AL")) for kind in kinds if kind in ("L", "R", "AL")), 0)
    kinds = _numbers(kinds, base)
    for neutral, run in groupby(range(len(kinds)), lambda i: kinds[i] == _NEUTRAL):
        if neutral:
            places = list(run)
            before, after = _side(kinds, places[0] - 1, base), _side(kinds, places[-1] + 1, base)
            for i in places:
                kinds[i] = before if before == after else "LR"[base]
    higher = {"L": (0, 2), "R": (1, 1), "EN": (2, 2), "AN": (2, 2)}
    found = [higher[kind][base] for kind in kinds]
    for i in reversed(range(len(pieces))):  # blanks at the end stay at the end
        if not pieces[i].isspace():
            break
        found[i] = base
    return found


def visual(levels: Sequence[int]) -> list[int]:
    """Indices from left to right: every stretch at or above a level is turned round, the highest first."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        turned: list[int] = []
        stretch: list[int] = []
        for i in order:
            if levels[i] >= level:
                stretch.append(i)
            else:
                turned += [*reversed(stretch), i]
                stretch = []
        order = turned + stretch[::-1]
    return order


def _kind(piece: str) -> str:
    kinds = (unicodedata.bidirectional(c) for c in piece)
    kind = next((k for k in kinds if k not in ("NSM", "BN")), _NEUTRAL)
    return kind if kind in ("L", "R", "AL", "EN", "AN", "ES", "ET", "CS") else _NEUTRAL


def _numbers(kinds: list[str], base: int) -> list[str]:
    """Rules W2 to W7: what belongs to a number, and whose direction it takes."""
    kinds, strong = list(kinds), ""
    for i, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[i] = "AN"
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for i in range(1, len(kinds) - 1):
        before, kind, after = kinds[i - 1 : i + 2]
        joined = {"CS": ("EN", "AN"), "ES": ("EN",)}.get(kind, ())
        if before == after and after in joined:
            kinds[i] = after
    for run in [list(g) for k, g in groupby(range(len(kinds)), lambda i: kinds[i]) if k == "ET"]:
        beside = kinds[run[0] - 1 : run[0]] + kinds[run[-1] + 1 : run[-1] + 2]
        for i in run:
            kinds[i] = "EN" if "EN" in beside else _NEUTRAL
    strong = "LR"[base]
    for i, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[i] = "L"
        elif kind in ("ES", "CS", "ET"):
            kinds[i] = _NEUTRAL
    return kinds


def _side(kinds: Sequence[str], at: int, base: int) -> str:
    """The direction beside a stretch of neutrals: numbers count as read from the right."""
    if not 0 <= at < len(kinds):
        return "LR"[base]
    return "L" if kinds[at] == "L" else "R"
