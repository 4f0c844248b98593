"""A cloth banner on two cords, hemmed and stitched: what a headline stands before."""

from __future__ import annotations

import math

import numpy as np

from scenes.picture import Layer, discs, floats, ribbons, shapes
from scenes.theme import Theme, fade, mix

HALF_BANNER = 216.0
"""Board px; half the width of the banner."""
ABOVE, BELOW = 27.0, 25.0
"""Board px of cloth above the headline's boxes, and below its lowest base line."""
SAG = 3.2
"""Board px by which the upper hem hangs between two eyelets, and the lower one in its middle."""
HEM = 5.0
"""Board px from an edge to its seam."""
STITCH, GAP = 3.4, 2.6
"""Board px; a stitch, and the way to the next one."""
EYELETS = 4


def banner(theme: Theme, cx: float, top: float, line: float) -> list[Layer]:
    """The banner about x ``cx`` of a headline whose boxes begin at ``top`` and whose last base line is at
    ``line``, board px."""
    day = theme.name == "day"
    cloth = mix(theme.milk, theme.butter, 0.08) if day else mix(theme.paper, theme.sand, 0.75)
    y0, y1 = top - ABOVE, line + BELOW
    upper = _edge(cx, y0, SAG, EYELETS - 1, 1)
    lower = _edge(cx, y1, SAG, 1, 1)
    loop = np.concatenate([upper, lower[::-1]])
    corner = np.zeros(len(loop))
    corner[[0, len(upper) - 1, len(upper), -1]] = 1.0
    center = [(cx, (y0 + y1) / 2)]
    thread = mix(theme.coral, theme.sand, 0.45)
    eyes = np.array([(x, y0 + 4.6) for x in np.linspace(cx - HALF_BANNER + 6, cx + HALF_BANNER - 6, EYELETS)])
    cords = [[(x, -40.0), (x, y - 0.5)] for x, y in eyes]
    rope = mix(theme.sand, theme.ink, 0.28)
    rim = mix(cloth, theme.sand, 0.8) if day else theme.light(cloth, 0.16)
    folds, widths = _folds(cx, y0, y1)
    ring = mix(theme.butter, theme.sand, 0.35)
    return [
        shapes(
            "banner shade",
            loop[None] + np.array([5.0, 8.0]),
            theme.faint(0.9),
            corner=corner,
            center=center,
            softness=7.0,
        ),
        ribbons("banner cords", floats(cords), 0.8, rope),
        shapes("banner", loop, cloth, corner=corner, center=center, ink=rim, ink_width=0.9),
        ribbons("banner folds", folds, widths, theme.faint(0.34), softness=7.0),
        ribbons("stitches", _stitches(cx, y0, y1), 0.42, fade(thread, 0.85)),
        ribbons("cord ends", floats([[(x, y0 - 6.0), (x, y)] for x, y in eyes]), 0.8, rope),
        ribbons("cord twists", _twists(eyes), 0.28, fade(theme.light(rope, 0.5), 0.6)),
        discs("eyelets", eyes, [(2.7, 2.7)] * EYELETS, theme.shade(rope, 0.4), ink=ring, ink_width=1.15),
        *_tassels(theme, cx, y1),
    ]


def _twists(eyes: np.ndarray) -> np.ndarray:
    """(m, 2, 2): the slanting light of the strands of each cord."""
    made = [[(x - 0.5, v + 0.9), (x + 0.5, v - 0.9)] for x, y in eyes for v in np.arange(-30.0, y - 2.0, 2.6)]
    return floats(made)


def _edge(cx: float, y: float, sag: float, arcs: int, side: int) -> np.ndarray:
    """(k, 2): a hem from left to right that hangs by ``sag`` in the middle of each of its arcs."""
    u = np.linspace(0.0, 1.0, 8 * arcs + 1)
    hang = np.sin(math.pi * (u * arcs % 1.0)) * sag * side
    return np.stack([cx + HALF_BANNER * (2 * u - 1), y + hang], -1)


def _folds(cx: float, y0: float, y1: float) -> tuple[np.ndarray, np.ndarray]:
    """Broad soft shades that run down from the eyelets."""
    t = np.linspace(0.0, 1.0, 7)
    lines, widths = [], []
    for x, lean in ((-0.93, 0.04), (-0.34, -0.05), (0.36, 0.05), (0.92, -0.05)):
        lines.append(np.stack([cx + HALF_BANNER * (x + lean * t), y0 + 8 + (y1 - y0 - 14) * t], -1))
        widths.append(7.0 * np.sin(math.pi * (0.15 + 0.75 * t)))
    return np.array(lines), np.array(widths)


def _stitches(cx: float, y0: float, y1: float) -> np.ndarray:
    """(m, 2, 2): two seams all around, one stitch after the other."""
    made = []
    for inset in (HEM, HEM + 2.6):
        x0, x1 = cx - HALF_BANNER + inset, cx + HALF_BANNER - inset
        sides = [
            _edge(cx, y0 + inset + 3.6, SAG * 0.8, EYELETS - 1, 1),
            _edge(cx, y1 - inset, SAG, 1, 1)[::-1],
        ]
        sides = [np.column_stack([np.clip(s[:, 0], x0, x1), s[:, 1]]) for s in sides]
        ring = np.concatenate([*sides, sides[0][:1]])
        step = np.hypot(*np.diff(ring, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(step)])
        at = np.arange(0.0, along[-1] - STITCH, STITCH + GAP)
        ends = [np.stack([np.interp(a, along, ring[:, k]) for k in (0, 1)], -1) for a in (at, at + STITCH)]
        made.append(np.stack(ends, axis=1))
    return np.concatenate(made)


def _tassels(theme: Theme, cx: float, y1: float) -> list[Layer]:
    """One at each lower corner."""
    tone = mix(theme.coral, theme.sand, 0.3)
    lines = [
        [(x, y1 - 1.0), (x + s * 0.4, y1 + 5.0), (x + s * 0.8, y1 + 14.0)]
        for x in (cx - HALF_BANNER + 3.0, cx + HALF_BANNER - 3.0)
        for s in (-2.6, 0.0, 2.6)
    ]
    tops = [(cx - HALF_BANNER + 3.0, y1), (cx + HALF_BANNER - 3.0, y1)]
    return [
        ribbons("tassel threads", floats(lines), [[0.9, 1.3, 1.6]] * 6, tone),
        discs("tassel knots", tops, [(2.6, 2.2)] * 2, theme.shade(tone, 0.16)),
    ]
