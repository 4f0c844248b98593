"""Outlines of bodies as one array for the contact solver: points on them, and how deep any place lies inside.

Corners of boxes are few; an outline is followed by points a little apart instead, and what they are tried
against is the other outline's distance field, so hollows and holes come by themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kernels import runtime

HEADER = 10
FIELD, ROWS, COLUMNS_OF, LEFT, TOP, PER_EM, POINTS, COUNT, RADIUS, THICK = range(HEADER)
"""Columns of a shape's head: where its field begins, its rows and columns, its first sample (em from the
centre of mass), samples per em, where its points begin, how many, its reach and its thickest half (em)."""
POINT = 5
"""Numbers of a point: x, y (em from the centre of mass), the points before and after it, and a work space."""
_PIECES = 8
"""Straight pieces to a curve when it is measured."""
_CORNER = 0.35
"""rad; sharper turns are corners, which always become points."""


@dataclass(frozen=True)
class Outline:
    """One shape, unit em: ``points`` (k, 4) as in ``POINT`` without the work space, ``field`` (rows, columns)
    signed distance (negative inside) with samples ``per_em`` and its first one at ``corner``; ``center`` of
    mass in the curves' own frame, from which all else is counted; ``extent`` (2,) greatest distance from it
    across and down; ``area`` em², ``moment`` em⁴ about the centre."""

    points: np.ndarray
    field: np.ndarray
    corner: tuple[float, float]
    per_em: float
    center: np.ndarray
    extent: np.ndarray
    area: float
    moment: float


def outline(
    curves: np.ndarray, field: np.ndarray, box: tuple[float, float, float, float], step: float
) -> Outline:
    """The shape of closed loops of quadratics (k, 3, 2), outer ones clockwise as seen, holes the other way.

    ``field`` and ``box``: its distance field and what that covers, as ``kernels.glyph_field`` makes them;
    ``step``: greatest distance of neighbouring points, em.
    """
    loops = [_flat(loop) for loop in _loops(np.asarray(curves, float))]
    area, center, moment = _mass(loops)
    sampled = [_sampled(loop, step) - center for loop in loops]
    points = np.zeros((sum(map(len, sampled)), 4))
    at = 0
    for loop in sampled:
        n = len(loop)
        points[at : at + n, :2] = loop
        points[at : at + n, 2] = at + (np.arange(n) - 1) % n
        points[at : at + n, 3] = at + (np.arange(n) + 1) % n
        at += n
    per_em = field.shape[1] / (box[2] - box[0])
    corner = (box[0] + 0.5 / per_em - center[0], box[1] + 0.5 / per_em - center[1])
    extent = np.abs(np.concatenate(loops) - center).max(axis=0)
    return Outline(points, field, corner, per_em, center, extent, area, moment)


def pack(shapes: Sequence[Outline]) -> np.ndarray:
    """All shapes in one array of ``runtime.real()``: heads, then points and fields."""
    at = HEADER * len(shapes)
    heads, rest = [], []
    for s in shapes:
        points = np.column_stack([s.points, np.zeros(len(s.points))]).reshape(-1)
        reach = float(np.hypot(s.points[:, 0], s.points[:, 1]).max())
        rows, columns = s.field.shape
        thick = float(max(-s.field.min(), 1e-3))
        heads.append([at + len(points), rows, columns, *s.corner, s.per_em, at, len(s.points), reach, thick])
        rest += [points, s.field.reshape(-1)]
        at += len(points) + s.field.size
    return np.concatenate([np.reshape(heads, -1), *rest]).astype(runtime.real())


def _loops(curves: np.ndarray) -> list[np.ndarray]:
    """The curves of each closed loop: a loop ends where the next curve does not begin at its end."""
    breaks = np.flatnonzero(np.any(curves[:-1, 2] != curves[1:, 0], axis=1)) + 1
    return np.split(curves, breaks)


def _flat(loop: np.ndarray) -> np.ndarray:
    """(m, 2): the loop as a polygon."""
    t = np.linspace(0, 1, _PIECES, endpoint=False)[None, :, None]
    a, b, c = loop[:, None, 0], loop[:, None, 1], loop[:, None, 2]
    points = ((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c).reshape(-1, 2)
    keep = np.any(points != np.roll(points, 1, axis=0), axis=1)
    return points[keep]


def _mass(loops: list[np.ndarray]) -> tuple[float, np.ndarray, float]:
    """Area, centre, and moment about it, of polygons whose holes run the other way."""
    area, first, second = 0.0, np.zeros(2), 0.0
    for p in loops:
        q = np.roll(p, -1, axis=0)
        cross = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
        area += cross.sum() / 2
        first += ((p + q) * cross[:, None]).sum(axis=0) / 6
        second += float(((p * p + p * q + q * q).sum(axis=1) * cross).sum() / 12)
    center = first / area
    return float(area), center, float(second - area * center @ center)


def _sampled(polygon: np.ndarray, step: float) -> np.ndarray:
    """Points along a polygon, at most ``step`` apart, every corner among them."""
    side = np.roll(polygon, -1, axis=0) - polygon
    length = np.hypot(side[:, 0], side[:, 1])
    angle = np.arctan2(side[:, 1], side[:, 0])
    turn = np.abs((angle - np.roll(angle, 1) + np.pi) % (2 * np.pi) - np.pi)
    corners = np.flatnonzero(turn > _CORNER)
    start = int(corners[0]) if len(corners) else 0
    polygon, length, turn = np.roll(polygon, -start, 0), np.roll(length, -start), np.roll(turn, -start)
    along = np.concatenate([[0.0], np.cumsum(length)])
    stops = [0, *(np.flatnonzero(turn > _CORNER)[1:]), len(polygon)]
    ring = np.concatenate([polygon, polygon[:1]])
    places = []
    for a, b in pairwise(stops):
        pieces = max(int(np.ceil((along[b] - along[a]) / step)), 1)
        places.append(along[a] + (along[b] - along[a]) * np.arange(pieces) / pieces)
    where = np.concatenate(places)
    return np.stack([np.interp(where, along, ring[:, axis]) for axis in range(2)], -1)
