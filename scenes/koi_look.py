"""How a school of koi looks from above: one ribbon layer in which a whole fish lies over or under another."""

from __future__ import annotations

import math

import numpy as np

from scenes.carried import to_complex, to_plane
from scenes.eyes import Eyes
from scenes.koi_body import PUBLISHED_SIZE, Koi, radii
from scenes.motion import Rng, make_rng
from scenes.picture import Layer, Pattern, Ribbons, Skin, pose, ribbons
from scenes.theme import Theme, fade, mix
from scenes.vectors import wrap

SHADOW_FALL = (8.0, 14.0)
"""Board px from the uppermost fish to its shadow on the sand of the pond: light from the upper left."""
DEEPEST = 0.66
"""Of the lowest fish, its shadow's fall as a share of the uppermost's: it swims nearer to the sand."""

PARTS = 12
"""Ribbons of a fish, lowest first: shadows of body, tail and pectoral fins; pelvic and pectoral fins, tail,
feelers, body, dorsal fin."""
SHADE, TAIL_SHADE, FIN_SHADES = 0, 1, slice(2, 4)
FINS, PECTORALS, TAIL, FEELERS, BODY, DORSAL = slice(4, 8), slice(6, 8), 8, 9, 10, 11
STROKE, FIN, FORK = 0.0, -1.0, -2.0
"""Seeds that say what a part is that is no body (shaders/lib/koi.glsl)."""

POINTS = 10
SPINE = [0, 2, 4, 6, 8, 10, 12, 13]
"""Joints through which the drawn body goes, between its snout and the thin end inside the tail fin."""
SNOUT = 8.0
"""Board px from the first joint of a fish of size 1 to the middle of its snout."""
HEM = 9.0
"""Board px that the body reaches into the tail fin."""
GIRTH = np.array([7.0, 11.3, 15.7, 16.6, 15.2, 12.0, 7.9, 4.8, 3.9, 0.3]) / PUBLISHED_SIZE
"""Half widths of the drawn body: a blunt head, a shoulder, a slim root of the tail."""

# Fins in px of a fish of size 1. Paired: x away from the body, y toward the tail.
_T = np.linspace(0.0, 1.0, POINTS)
PECTORAL = -3.0 + 24.0 * _T + 1j * (-1.0 + 9.5 * _T**2)
PECTORAL_GIRTH = 2.4 + 6.6 * np.sin(1.75 * _T**1.15)
PELVIC = -2.0 + 12.0 * _T + 1j * (0.5 + 6.0 * _T**2)
PELVIC_GIRTH = 1.4 + 2.7 * np.sin(1.8 * _T)
TAIL_LENGTH = 47.0
TAIL_ROOT = 7.0
"""Board px of the tail fin that lie under the body."""
TAIL_GIRTH = 6.0 + 17.0 * _T
FEELER = np.array([6.4 + 10.6j, 8.3 + 9.0j, 8.9 + 6.8j, 7.4 + 4.6j, 3.5 + 1.5j])
"""One side of the feelers from the tip to the mouth: ahead of the snout's middle and to its right."""
FEELER_LINE = np.concatenate([FEELER, FEELER[::-1].conj()])
FEELER_GIRTH = np.array([0.3, 0.55, 0.75, 0.9, 1.0, 1.0, 0.9, 0.75, 0.55, 0.3])
LIPS = np.array([0, 0, 0, 0.55, 1, 1, 0.55, 0, 0, 0]) * 2.6
"""How much thicker the middle of the feelers' line gets as the mouth opens: lips are put forward."""
DORSAL_JOINTS = np.linspace(4.0, 8.4, POINTS)
DORSAL_GIRTH = np.array([0.3, 0.9, 1.3, 1.55, 1.65, 1.65, 1.6, 1.5, 1.25, 0.6])
DORSAL_LEAN = 1j * np.linspace(0.0, 1.0, POINTS) ** 0.8
FIN_JOINTS = [7, 2]
"""Where pelvic and pectoral fins are rooted."""
PECTORAL_LENGTH, PELVIC_LENGTH, DORSAL_LENGTH = 35.0, 17.5, 57.0
EYE_AHEAD, EYE_ASIDE, EYE, EYE_LINE = 0.8, 6.7, 2.75, 0.75
"""Place of an eye from the first joint, its radius and ink: at the side of the head, inside the outline."""
HIDES = 24
"""So many fish at most are asked whether one hides the eyes of another."""
SIDES = np.array([1.0, -1.0])
ACROSS = (1j * SIDES).astype(np.complex64)
"""Turns a direction along the body to its right, then left."""

_TAIL_X = (np.linspace(0.0, 1.0, POINTS) * TAIL_LENGTH - TAIL_ROOT).astype(np.float32)
_TAIL_LAG = (np.clip(_TAIL_X / (TAIL_LENGTH - TAIL_ROOT), 0, 1) ** 0.8).astype(np.float32)
_LOW = DORSAL_JOINTS.astype(int)
_SHARE = (DORSAL_JOINTS - _LOW).astype(np.float32)
_PAIRED = np.stack([np.stack([1j * fin, (1j * fin).conj()]) for fin in (PELVIC, PECTORAL)]).astype(
    np.complex64
)
"""Pelvic and pectoral fins (2, 2, POINTS), right and left, as seen along the body."""
_CLOSED = np.array([[0.5], [0.62]], np.float32) * np.float32(math.pi / 2)
_OPENS = np.array([[0.3], [0.62]], np.float32)


class School:
    """Draws the fish of a ``Koi`` state in a theme. Individuals differ by size, seed and colours.

    The first fish lies uppermost. ``girth``: KOI_SIZE, the thickness of a fish of size 1. ``fall``: board px
    from a fish to its shadow.
    """

    def __init__(
        self,
        theme: Theme,
        koi: Koi,
        seed: int = 905,
        girth: float = PUBLISHED_SIZE,
        fall: tuple[float, float] = SHADOW_FALL,
    ) -> None:
        count = len(koi.size)
        drop = math.hypot(*fall)
        deep = np.linspace(1.0, DEEPEST, count) if count > 1 else np.ones(1)
        self.fall = (complex(*fall) * deep).astype(np.complex64)[:, None]
        self.size = koi.size.astype(np.float32)[:, None]
        thick = radii(girth)[None, :] * koi.size[:, None]
        self.fin_root = (0.72 * thick[:, FIN_JOINTS, None]).astype(np.float32) * ACROSS
        self.radius = self._radii(koi.size, girth)
        self.cover, self.reach = thick, 125.0 * koi.size
        # What is drawn first lies lowest: the last fish.
        self.lowest = np.arange(count)[::-1]
        self.layer = self._dress(theme, koi.size, drop, make_rng(seed))
        self.eyes = Eyes("koi eyes", theme, np.repeat(EYE * koi.size, 2))
        line = np.concatenate([np.repeat(EYE_LINE * koi.size, 2), np.zeros(4 * count)])
        self.eyes.layer = pose(self.eyes.layer, ink_width=line)

    def _radii(self, size: np.ndarray, girth: float) -> np.ndarray:
        """Half widths (count, PARTS, POINTS) at rest."""
        radius = np.empty((len(size), PARTS, POINTS), np.float32)
        radius[:, SHADE] = radius[:, BODY] = GIRTH * girth
        radius[:, SHADE, -1] = 2.0
        radius[:, TAIL_SHADE] = radius[:, TAIL] = TAIL_GIRTH
        radius[:, 4:6] = PELVIC_GIRTH
        radius[:, PECTORALS] = radius[:, FIN_SHADES] = PECTORAL_GIRTH
        radius[:, FEELERS] = FEELER_GIRTH
        radius[:, DORSAL] = DORSAL_GIRTH
        return radius * size[:, None, None].astype(np.float32)

    def _dress(self, theme: Theme, size: np.ndarray, drop: float, rng: Rng) -> Ribbons:
        count = len(size)
        base, mark, mark2 = _varieties(theme, count)
        fill = np.zeros((count, PARTS, 4), np.float32)
        ink, light = np.zeros_like(fill), np.zeros_like(fill)
        shade, marks, marks2 = np.zeros_like(fill), np.zeros_like(fill), np.zeros_like(fill)
        line, soft = np.zeros((count, PARTS)), np.zeros((count, PARTS))
        seeds, scale = np.zeros((count, PARTS)), np.ones((count, PARTS))
        seeds[:, BODY] = [1 + 97 * rng() for _ in range(count)]
        scale[:, BODY] = 40.0
        for part, kind, length in (
            (TAIL_SHADE, FORK, TAIL_LENGTH),
            (FIN_SHADES, FIN, PECTORAL_LENGTH),
            (slice(4, 6), FIN, PELVIC_LENGTH),
            (PECTORALS, FIN, PECTORAL_LENGTH),
            (TAIL, FORK, TAIL_LENGTH),
            (DORSAL, FIN, DORSAL_LENGTH),
        ):
            seeds[:, part], scale[:, part] = kind, length
        fill[:, SHADE], fill[:, 1:4] = theme.shadow, theme.faint(0.75)
        soft[:, SHADE], soft[:, 1:4] = 0.23 * drop, 0.19 * drop
        for i in range(count):
            tint = mix(mix(base[i], mark[i], 0.16), theme.light(base[i], 0.6), 0.3)
            fill[i, 4:9], fill[i, DORSAL] = fade(tint, 0.74), fade(mix(base[i], mark[i], 0.3), 0.6)
            marks[i, 4:9] = marks[i, DORSAL] = fade(mix(mark[i], theme.ink, 0.22), 0.5)
            light[i] = theme.light(base[i], 0.9)
            shade[i, BODY] = theme.shade(base[i], 0.13)
        fill[:, BODY], marks[:, BODY], marks2[:, BODY] = base, mark, mark2
        fill[:, FEELERS] = theme.shade(theme.coral, 0.3)
        dark = theme.ink
        ink[:, 4:9], ink[:, BODY], ink[:, DORSAL] = fade(dark, 0.85), dark, fade(dark, 0.35)
        # Ink that grows with the fish: what is far smaller than the published one has a finer line.
        line[:, FINS], line[:, TAIL], line[:, BODY], line[:, DORSAL] = 1.2, 1.35, 2.0, 0.7
        line *= np.sqrt(size)[:, None]
        scale *= size[:, None]
        back = self.lowest

        def flat(a: np.ndarray) -> np.ndarray:
            return np.ascontiguousarray(a[back].reshape(count * PARTS, *a.shape[2:]), np.float32)

        skin = Skin(
            pattern=Pattern.PATCHES, mark=flat(marks), mark2=flat(marks2), shade=flat(shade),
            light=flat(light), seed=flat(seeds), scale=flat(scale),
        )  # fmt: skip
        return ribbons(
            "koi", np.zeros((count * PARTS, POINTS, 2)), flat(self.radius), flat(fill), ink=flat(ink),
            ink_width=flat(line), softness=flat(soft), skin=skin,
        )  # fmt: skip

    def layers(self, koi: Koi, look_at: np.ndarray, gape: np.ndarray | None = None) -> tuple[Layer, ...]:
        """The school looking at ``look_at`` (2,) board px: shadows, fins and bodies in one layer, and eyes.

        ``gape`` (count,): how far open mouths are, 0 (default) to 1.
        """
        joints = to_complex(koi.points)
        count = len(joints)
        size = self.size
        step = joints[:, :9] - joints[:, 1:10]
        along = step / np.maximum(np.abs(step), np.float32(1e-9))
        ahead = along[:, :1] * size
        z = np.empty((count, PARTS, POINTS), np.complex64)
        radius = self.radius.copy()
        body = z[:, BODY]
        body[:, 0] = joints[:, 0] + ahead[:, 0] * np.float32(SNOUT)
        body[:, 1:-1] = joints[:, SPINE]
        z[:, TAIL] = tail = self._tail(koi, joints)
        body[:, -1] = joints[:, -1] + (tail[:, 4] - joints[:, -1]) * np.float32(HEM / 13.4)
        self._paired(koi, joints, along, z, radius)
        z[:, FEELERS] = body[:, :1] + ahead * _FEELERS
        if gape is not None and gape.any():
            radius[:, FEELERS] += (gape * koi.size)[:, None].astype(np.float32) * LIPS.astype(np.float32)
        lean = (koi.curve * 5.5).astype(np.float32)[:, None] * size
        back = joints[:, _LOW] + (joints[:, _LOW + 1] - joints[:, _LOW]) * _SHARE
        z[:, DORSAL] = back - along[:, _LOW.clip(max=8)] * (lean * _LEAN)
        z[:, SHADE], z[:, TAIL_SHADE] = body + self.fall, tail + self.fall
        z[:, FIN_SHADES] = z[:, PECTORALS] + self.fall[:, None]
        flat = count * PARTS
        layer = pose(
            self.layer,
            points=to_plane(z[::-1].reshape(flat, POINTS)),
            radius=radius[::-1].reshape(flat, POINTS),
        )
        eye = joints[:, :1] + ahead * _EYES
        eyes = to_plane(eye.reshape(-1))
        return layer, self.eyes.at(eyes, look_at, scale=self._seen(eye, joints))

    def _seen(self, eye: np.ndarray, joints: np.ndarray) -> np.ndarray | None:
        """How much of each eye (2 count,) no higher fish hides, 0..1; None if all are seen."""
        count = len(joints)
        if not 1 < count <= HIDES:
            return None
        near = np.abs(joints[:, :1] - joints[:, 6]) < self.reach
        np.fill_diagonal(near, False)
        if not near.any():
            return None
        gap = (np.abs(eye[:, :, None, None] - joints) - self.cover).min(axis=3)
        higher = np.arange(count) < np.arange(count)[:, None]
        gap = np.where(higher[:, None], gap, np.inf).min(axis=2)
        if gap.min() > 3.0:
            return None
        return np.clip(gap / 3.0, 0.0, 1.0).reshape(-1)

    def _paired(
        self, koi: Koi, joints: np.ndarray, along: np.ndarray, z: np.ndarray, radius: np.ndarray
    ) -> None:
        """Pectoral and pelvic fins, right and left.

        Closed, a fin lies along the body; open, it stands out from it and is spread.
        """
        opening = np.empty((len(joints), 1, 2), np.float32)
        opening[:, 0, 0], opening[:, 0, 1] = koi.fin_right, koi.fin_left
        turn = SIDES * (_CLOSED - _OPENS * opening)
        way = np.empty(turn.shape, np.complex64)
        np.cos(turn, out=way.real)
        np.sin(turn, out=way.imag)
        ahead = along[:, FIN_JOINTS, None]
        way *= ahead * self.size[:, :, None]
        root = joints[:, FIN_JOINTS, None] + ahead * self.fin_root
        fins = way[..., None] * _PAIRED + root[..., None]
        z[:, FINS] = fins.reshape(-1, 4, POINTS)
        spread = 0.70 + 0.30 * np.minimum(opening[:, 0] / 0.9, 1.3)
        radius[:, PECTORALS] *= spread[:, :, None]
        radius[:, FIN_SHADES] = radius[:, PECTORALS]

    def _tail(self, koi: Koi, joints: np.ndarray) -> np.ndarray:
        """Spines of the tail fins (count, POINTS), sprung toward the tips, which trail."""
        last = joints[:, -1] - joints[:, -2]
        base = np.angle(last)
        bend = (wrap(koi.tail_angle - base) * 1.4 - 0.05 * koi.tail_speed).astype(np.float32)
        angle = base[:, None] + bend[:, None] * _TAIL_LAG
        turn = np.empty(angle.shape, np.complex64)
        np.cos(angle, out=turn.real)
        np.sin(angle, out=turn.imag)
        turn *= _TAIL_X * self.size
        turn += joints[:, -1:]
        return turn


_FEELERS = FEELER_LINE.astype(np.complex64)
_LEAN = DORSAL_LEAN.astype(np.complex64)
_EYES = (EYE_AHEAD + EYE_ASIDE * ACROSS).astype(np.complex64)


def _varieties(theme: Theme, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Colours (count, 4) of skin, patches and second patches: the breeds of koi take turns."""
    dark = mix(theme.ink if theme.name == "day" else theme.paper, theme.lavender, 0.12)
    coral, milk, butter = theme.coral, theme.milk, theme.butter
    gold = mix(coral, butter, 0.55)
    breeds = (
        (milk, coral, dark),  # taisho sanke: red and a little ink on white
        (milk, coral, fade(coral, 0.0)),  # kohaku: red on white
        (butter, gold, fade(milk, 0.9)),  # kikusui: gold with silver
        (mix(theme.lavender, milk, 0.45), mix(theme.lavender, dark, 0.5), coral),  # asagi
        (dark, coral, milk),  # showa: ink with red and white
        (milk, butter, fade(butter, 0.0)),  # hariwake: gold on white
    )
    rows = [breeds[i % len(breeds)] for i in range(count)]
    return tuple(np.array([row[k] for row in rows], np.float32) for k in range(3))  # type: ignore[return-value]
