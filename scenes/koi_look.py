"""How a school of koi looks from above: skin, rayed fins, barbels, shadow on the sand."""

from __future__ import annotations

import math

import numpy as np

from scenes.carried import carriers, to_complex, to_plane
from scenes.eyes import Eyes
from scenes.feeding import MOUTH
from scenes.koi_body import JOINTS, PUBLISHED_SIZE, Koi, radii
from scenes.motion import make_rng
from scenes.picture import Layer, Pattern, Skin, discs, pose, ribbons, shapes
from scenes.theme import Theme, fade, mix
from scenes.vectors import wrap

SHADOW_FALL = (8.0, 14.0)
"""Board px from a fish to its shadow on the sand of the pond: light from the upper left through the water."""

# Outlines in px of a fish of size 1. Paired fins: x away from the body, y toward the tail.
PECTORAL = np.array(
    [
        [0.0, -4.0],
        [11.0, -5.5],
        [23.0, -0.5],
        [30.0, 8.0],
        [28.0, 16.0],
        [19.0, 17.5],
        [8.0, 11.0],
        [0.0, 6.0],
    ]
)
PELVIC = np.array(
    [[0.0, -2.0], [4.5, -1.4], [8.0, 1.2], [10.5, 4.6], [10.4, 8.0], [8.0, 9.3], [4.0, 7.4], [0.0, 4.0]]
)
TAIL = np.array(
    [[-5.0, 0.0], [2.0, 4.6], [14.0, 10.0], [29.0, 15.5], [35.0, 13.0], [28.0, 4.0], [22.0, 0.0],
     [28.0, -4.0], [35.0, -13.0], [29.0, -15.5], [14.0, -10.0], [2.0, -4.6]]
)  # fmt: skip
"""The tail fin: x along the body's end, y across."""
TAIL_LENGTH = 35.0
PEDUNCLE = 3.6
"""Least radius of the drawn body of a fish of size 1, board px."""
TAIL_CORNERS = np.zeros(len(TAIL))
TAIL_CORNERS[[0, 6]] = 1.0
FIN_JOINTS = [2, 7]
LAST_FINNED = 8
"""Last joint that carries any fin along the back or belly."""
DORSAL_LEAN = 1j * np.array([0.0, 0.5, 0.9, 1.0, 0.8], np.complex64)
RAYS = 5
GULLET = np.array([3.0, 3.4])
"""Semi-axes of the open mouth of a fish of size 1, along it and across."""
SIDES = np.array([1.0, -1.0])
ACROSS = (1j * SIDES).astype(np.complex64)
"""Turns a direction along the body to its right, then left."""


def _rays(loop: np.ndarray) -> np.ndarray:
    """Rays (RAYS, 3, 2) from the root of a fin toward its rim."""
    root = (loop[0] + loop[-1]) / 2
    at = 1.6 + (len(loop) - 3.2) * np.arange(RAYS) / (RAYS - 1)
    low = at.astype(int)
    high = np.minimum(low + 1, len(loop) - 1)
    rim = loop[low] + (loop[high] - loop[low]) * (at - low)[:, None]
    return root + (rim - root)[:, None, :] * np.array([0.18, 0.55, 0.88])[None, :, None]


def _tail_rays() -> np.ndarray:
    r = np.arange(RAYS)
    y = SIDES[:, None] * (2.2 + 11.0 * r / (RAYS - 1))
    reach = np.broadcast_to(31.0 - 1.1 * (RAYS - 1 - r) ** 1.5, y.shape)
    start = np.stack([np.full(y.shape, 3.0), y * 0.25], -1)
    return np.stack([start, np.stack([reach * 0.55, y * 0.7], -1), np.stack([reach * 0.93, y], -1)], -2)


_FIN_RIMS = carriers([PECTORAL, PELVIC])[:, None]
_FIN_RAYS = carriers([_rays(PECTORAL).reshape(-1, 2), _rays(PELVIC).reshape(-1, 2)])[:, None]
_FIN_MIDDLES = carriers([PECTORAL.mean(axis=0)[None], PELVIC.mean(axis=0)[None]])[:, None]
_TAIL = np.concatenate([TAIL, _tail_rays().reshape(-1, 2)])
_TAIL_RIM = len(TAIL)
_TAIL_LAG = (0.35 + 0.65 * np.clip(_TAIL[:, 0] / TAIL_LENGTH, 0, 1)).astype(np.float32)
_TAIL_PLACE = (_TAIL @ [1, 1j]).astype(np.complex64)


class School:
    """Draws the fish of a ``Koi`` state in a theme. Individuals differ by size, seed and colours.

    ``girth``: KOI_SIZE, the thickness of a fish of size 1. ``fall``: board px from a fish to its shadow.
    """

    def __init__(
        self,
        theme: Theme,
        koi: Koi,
        seed: int = 905,
        girth: float = PUBLISHED_SIZE,
        fall: tuple[float, float] = SHADOW_FALL,
    ) -> None:
        self.fall, self.drop = np.complex64(complex(*fall)), math.hypot(*fall)
        count = len(koi.size)
        size = koi.size[:, None]
        thick = radii(girth)[None, :] * size
        self.size = koi.size.astype(np.float32)[:, None]
        self.fin_root = (0.72 * thick[:, FIN_JOINTS]).astype(np.float32)
        rng = make_rng(seed)
        dark = mix(theme.ink if theme.name == "day" else theme.paper, theme.lavender, 0.12)
        looks = (
            (theme.milk, theme.coral, dark),
            (theme.milk, mix(theme.coral, theme.butter, 0.35), theme.coral),
            (theme.butter, theme.coral, theme.milk),
        )
        base, mark, mark2 = (np.array([looks[i % len(looks)][k] for i in range(count)]) for k in range(3))
        fin = np.array([fade(mix(b, m, 0.22), 0.62) for b, m in zip(base, mark)])
        ray = np.array([fade(mix(m, theme.ink, 0.2), 0.5) for m in mark])
        self._shadows(theme, count, thick, size)
        ink = fade(theme.ink, 0.85)
        fins = np.zeros((4 * count, len(PECTORAL), 2))
        thin = 1.3 * koi.size
        self.fins = shapes("koi fins", fins, _each_fin(fin), ink=ink, ink_width=_each_fin(thin))
        tails = np.zeros((count, _TAIL_RIM, 2))
        self.tails = shapes("koi tails", tails, fin, ink=ink, ink_width=thin, corner=TAIL_CORNERS)
        lines = np.zeros((6 * RAYS * count, 3, 2))
        tones = np.concatenate([np.repeat(_each_fin(ray), RAYS, 0), np.repeat(ray, 2 * RAYS, 0)])
        self.rays = ribbons("koi rays", lines, [0.55, 0.5, 0.3], tones)
        skin = Skin(
            pattern=Pattern.PATCHES,
            mark=mark,
            mark2=mark2,
            shade=np.array([theme.shade(b, 0.14) for b in base]),
            light=np.array([theme.light(b, 0.8) for b in base]),
            seed=np.array([1 + 97 * rng() for _ in range(count)], np.float32),
            scale=(40.0 * koi.size).astype(np.float32),
        )
        body = self._drawn_girth(thick, size)
        spine = np.zeros((count, JOINTS + 1, 2))
        self.bodies = ribbons(
            "koi bodies", spine, body, base, ink=theme.ink, ink_width=2.0 * np.sqrt(koi.size), skin=skin
        )
        back = np.array([0.5, 1.7, 2.0, 1.6, 0.4]) * size
        tone = fade(mix(theme.coral, theme.ink, 0.28), 0.55)
        self.dorsals = ribbons("koi dorsals", np.zeros((count, 5, 2)), back, tone)
        # Ink is not for a lip that a fish has only while it eats: a dark round says it.
        dark = fade(theme.shade(theme.coral, 0.62), 0.95)
        self.mouths = discs("koi mouths", np.zeros((count, 2)), np.full((count, 1), 0.02), dark)
        feeler = np.zeros((2 * count, 3, 2))
        self.barbels = ribbons("koi barbels", feeler, [0.9, 0.8, 0.4], theme.shade(theme.coral, 0.25))
        self.eyes = Eyes("koi eyes", theme, np.repeat(2.9 * koi.size, 2))

    @staticmethod
    def _drawn_girth(girth: np.ndarray, size: np.ndarray) -> np.ndarray:
        """Radii (count, 15) of the drawn body: a snout in front, and a sturdy root for the tail fin."""
        body = np.concatenate([6.6 * size, girth], axis=1)
        body[:, 1] *= 0.92
        return np.maximum(body, PEDUNCLE * size)

    def _shadows(self, theme: Theme, count: int, girth: np.ndarray, size: np.ndarray) -> None:
        faint = theme.faint(0.75)
        body = self._drawn_girth(girth, size)
        self.body_shadows = ribbons(
            "koi shadows", np.zeros((count, JOINTS + 1, 2)), body, theme.shadow, softness=0.23 * self.drop
        )
        self.fin_shadows = shapes(
            "koi fin shadows", np.zeros((4 * count, len(PECTORAL), 2)), faint, softness=0.19 * self.drop
        )
        self.tail_shadows = shapes(
            "koi tail shadows",
            np.zeros((count, _TAIL_RIM, 2)),
            faint,
            softness=0.19 * self.drop,
            corner=TAIL_CORNERS,
        )

    def layers(
        self, koi: Koi, look_at: np.ndarray, gape: np.ndarray | None = None
    ) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """The school looking at ``look_at`` (2,) board px: its shadows on the sand; fins, bodies, eyes.

        ``gape`` (count,): how far open mouths are, 0 (default) to 1.
        """
        joints = to_complex(koi.points)
        step = np.empty((len(joints), LAST_FINNED + 1), np.complex64)
        step[:, 0] = joints[:, 0] - joints[:, 1]
        step[:, 1:] = joints[:, :LAST_FINNED] - joints[:, 2 : LAST_FINNED + 2]
        along = step / np.maximum(np.abs(step), np.float32(1e-9))
        frames = self._fin_frames(koi, joints, along)
        fins, middles, fin_rays = (frames @ w for w in (_FIN_RIMS, _FIN_MIDDLES, _FIN_RAYS))
        fins, middles = to_complex(fins.reshape(4 * len(joints), -1, 2)), to_complex(middles.reshape(-1, 2))
        tail = self._tails(koi, joints)
        tails = np.ascontiguousarray(tail[:, :_TAIL_RIM])
        ends = tails.mean(axis=1)
        tail_rays = to_plane(tail[:, _TAIL_RIM:].reshape(-1, 3))
        rays = np.concatenate([fin_rays.reshape(-1, 3, 2), tail_rays])
        head, forward = joints[:, :1], along[:, :1] * self.size
        side = forward * ACROSS
        spine = np.concatenate([head + (head - joints[:, 1:2]) * np.float32(0.62), joints], axis=1)
        eye = head + forward * np.float32(1.0) + side * np.float32(8.6)
        fall = self.fall
        wide = np.zeros(len(joints)) if gape is None else gape
        mouth = to_plane((head + forward * np.float32(MOUTH - 1.5))[:, 0])
        gullet = np.maximum(koi.size * wide, 0.02)[:, None] * GULLET
        shadows = (
            pose(self.tail_shadows, points=to_plane(tails + fall), center=to_plane(ends + fall)),
            pose(self.fin_shadows, points=to_plane(fins + fall), center=to_plane(middles + fall)),
            pose(self.body_shadows, points=to_plane(spine + fall)),
        )
        return shadows, (
            pose(self.fins, points=to_plane(fins), center=to_plane(middles)),
            pose(self.tails, points=to_plane(tails), center=to_plane(ends)),
            pose(self.rays, points=rays),
            pose(self.barbels, points=to_plane(_barbels(head, forward, side))),
            pose(self.bodies, points=to_plane(spine)),
            pose(self.mouths, center=mouth, size=gullet, angle=np.angle(forward[:, 0])),
            pose(self.dorsals, points=to_plane(self._dorsal(koi, joints, along))),
            self.eyes.at(to_plane(eye.reshape(-1)), look_at),
        )

    def _dorsal(self, koi: Koi, joints: np.ndarray, along: np.ndarray) -> np.ndarray:
        """The fin along the back (count, 5) leans to the outside of the bend."""
        lean = (koi.curve * 5.0).astype(np.float32)[:, None] * self.size
        return joints[:, 4:9] - along[:, 4:9] * (lean * DORSAL_LEAN)

    def _fin_frames(self, koi: Koi, joints: np.ndarray, along: np.ndarray) -> np.ndarray:
        """Frames (2, 2, count, 6) of pectoral and pelvic fins, right and left: x and y of the root, of one px
        away from the body and of one toward the tail.

        Closed, a fin lies along the body; open, it stands out from it.
        """
        opening = np.stack([koi.fin_right, koi.fin_left]).astype(np.float32)
        frames = np.empty((2, 2, len(joints), 3), np.complex64)
        size = self.size[:, 0]
        for kind, joint in enumerate(FIN_JOINTS):
            pectoral = kind == 0
            turn = (math.pi / 2 - opening) * 0.62 if pectoral else (math.pi / 2 - 0.6 * opening) * 0.5
            spread = 0.72 + 0.28 * np.minimum(opening / 0.9, 1.3) if pectoral else np.float32(1.0)
            back = -along[:, joint]
            across = -back * ACROSS[:, None]
            c, s = np.cos(turn), np.sin(turn)
            frames[kind, :, :, 0] = joints[:, joint] + across * self.fin_root[:, kind]
            frames[kind, :, :, 1] = (across * c + back * s) * size
            frames[kind, :, :, 2] = (back * c - across * s) * (size * spread)
        return frames.view(np.float32)

    def _tails(self, koi: Koi, joints: np.ndarray) -> np.ndarray:
        """Outlines of the tail fins (count, 12), then their rays, sprung toward the tips."""
        last = joints[:, -1] - joints[:, -2]
        base = np.angle(last)
        bend = (wrap(koi.tail_angle - base) * 1.4 - 0.05 * koi.tail_speed).astype(np.float32)
        angle = base[:, None] + bend[:, None] * _TAIL_LAG
        turn = np.empty(angle.shape, np.complex64)
        np.cos(angle, out=turn.real)
        np.sin(angle, out=turn.imag)
        turn *= _TAIL_PLACE * self.size
        turn += (joints[:, -1] - last * np.float32(0.25))[:, None]
        return turn


def _each_fin(values: np.ndarray) -> np.ndarray:
    """What a fish has (count, ...) for each of its fins (4 count, ...) in the order of ``_fin_frames``."""
    return np.concatenate([values] * 4)


def _barbels(head: np.ndarray, forward: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Two feelers a fish at the mouth (2 count, 3)."""
    root = head + forward * np.float32(12.5) + side * np.float32(3.4)
    middle = root + forward * np.float32(2.4) + side * np.float32(3.2)
    tip = root + forward * np.float32(1.2) + side * np.float32(6.4)
    return np.stack([root, middle, tip], axis=2).reshape(-1, 3)
