"""How a school of koi looks from above: skin, rayed fins, barbels, shadow on the sand."""

from __future__ import annotations

import math

import numpy as np

from scenes.creature import normals
from scenes.eyes import Eyes
from scenes.koi_body import JOINTS, PUBLISHED_SIZE, Koi, radii, wrap
from scenes.motion import make_rng
from scenes.picture import Layer, Pattern, Skin, pose, ribbons, shapes
from scenes.theme import Theme, fade, mix

SHADOW_FALL = np.array([8.0, 14.0])
"""Board px from a fish to its shadow on the sand: light from the upper left through shallow water."""

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
RAYS = 5
SIDES = np.array([1.0, -1.0])


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


# Outline and rays of each fin in one array, so that one expression moves both: (2, 23, 2) and (42, 2).
_FINS = np.stack([np.concatenate([loop, _rays(loop).reshape(-1, 2)]) for loop in (PECTORAL, PELVIC)])
_TAIL = np.concatenate([TAIL, _tail_rays().reshape(-1, 2)])
_RIM, _TAIL_RIM = len(PECTORAL), len(TAIL)


class School:
    """Draws the fish of a ``Koi`` state in a theme. Individuals differ by size, seed and colours."""

    def __init__(self, theme: Theme, koi: Koi, seed: int = 905) -> None:
        count = len(koi.size)
        size = koi.size[:, None]
        girth = radii(PUBLISHED_SIZE)[None, :] * size
        self.fin_root = 0.72 * girth[:, FIN_JOINTS]
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
        self._shadows(theme, count, girth, size)
        ink = fade(theme.ink, 0.85)
        fins = np.zeros((4 * count, _RIM, 2))
        thin = 1.3 * koi.size
        self.fins = shapes("koi fins", fins, np.repeat(fin, 4, 0), ink=ink, ink_width=np.repeat(thin, 4))
        tails = np.zeros((count, _TAIL_RIM, 2))
        self.tails = shapes("koi tails", tails, fin, ink=ink, ink_width=thin, corner=TAIL_CORNERS)
        lines = np.zeros((6 * RAYS * count, 3, 2))
        tones = np.concatenate([np.repeat(ray, 4 * RAYS, 0), np.repeat(ray, 2 * RAYS, 0)])
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
        body = self._drawn_girth(girth, size)
        spine = np.zeros((count, JOINTS + 1, 2))
        self.bodies = ribbons(
            "koi bodies", spine, body, base, ink=theme.ink, ink_width=2.0 * np.sqrt(koi.size), skin=skin
        )
        back = np.array([0.5, 1.7, 2.0, 1.6, 0.4]) * size
        tone = fade(mix(theme.coral, theme.ink, 0.28), 0.55)
        self.dorsals = ribbons("koi dorsals", np.zeros((count, 5, 2)), back, tone)
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
        faint = fade(theme.shadow, float(theme.shadow[3]) * 0.75)
        body = self._drawn_girth(girth, size)
        self.body_shadows = ribbons(
            "koi shadows", np.zeros((count, JOINTS + 1, 2)), body, theme.shadow, softness=3.6
        )
        self.fin_shadows = shapes("koi fin shadows", np.zeros((4 * count, _RIM, 2)), faint, softness=3.0)
        self.tail_shadows = shapes(
            "koi tail shadows", np.zeros((count, _TAIL_RIM, 2)), faint, softness=3.0, corner=TAIL_CORNERS
        )

    def layers(self, koi: Koi, look_at: np.ndarray) -> tuple[Layer, ...]:
        """The school looking at ``look_at`` (2,) board px: shadows on the sand, fins, bodies, eyes."""
        joints = np.asarray(koi.points, float)
        along, right = normals(joints)
        fins, fin_rays = self._paired(koi, joints, along, right)
        tails, tail_rays = self._tails(koi, joints)
        spine = np.concatenate(
            [(joints[:, 0] + (joints[:, 0] - joints[:, 1]) * 0.62)[:, None], joints], axis=1
        )
        fin_center, tail_center = fins.mean(axis=1), tails.mean(axis=1)
        forward, side, size = along[:, :1], right[:, :1] * SIDES[:, None], koi.size[:, None, None]
        head = joints[:, :1]
        eye = (head + (forward * 1.0 + side * 8.6) * size).reshape(-1, 2)
        return (
            pose(self.tail_shadows, points=tails + SHADOW_FALL, center=tail_center + SHADOW_FALL),
            pose(self.fin_shadows, points=fins + SHADOW_FALL, center=fin_center + SHADOW_FALL),
            pose(self.body_shadows, points=spine + SHADOW_FALL),
            pose(self.fins, points=fins, center=fin_center),
            pose(self.tails, points=tails, center=tail_center),
            pose(self.rays, points=np.concatenate([fin_rays, tail_rays])),
            pose(self.barbels, points=_barbels(head, forward, side, size)),
            pose(self.bodies, points=spine),
            pose(self.dorsals, points=self._dorsal(koi, joints, right)),
            self.eyes.at(eye, look_at),
        )

    def _dorsal(self, koi: Koi, joints: np.ndarray, right: np.ndarray) -> np.ndarray:
        """The fin along the back (count, 5, 2) leans to the outside of the bend."""
        lean = np.array([0.0, 0.5, 0.9, 1.0, 0.8]) * (koi.curve * 5.0 * koi.size)[:, None]
        return joints[:, 4:9] - right[:, 4:9] * lean[..., None]

    def _paired(
        self, koi: Koi, joints: np.ndarray, along: np.ndarray, right: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Outlines (4 count, 8, 2) of pectoral and pelvic fins, right and left, and their rays (.., 3, 2).

        Closed, a fin lies along the body; open, it stands out from it.
        """
        opening = np.stack([koi.fin_right, koi.fin_left], -1)
        turn = np.stack([(math.pi / 2 - opening) * 0.62, (math.pi / 2 - 0.6 * opening) * 0.5], axis=1)
        spread = np.stack([0.72 + 0.28 * np.minimum(opening / 0.9, 1.3), np.ones_like(opening)], axis=1)
        c, s = np.cos(turn)[..., None], np.sin(turn)[..., None]
        across = right[:, FIN_JOINTS, None] * SIDES[:, None]
        back = -along[:, FIN_JOINTS, None]
        root = joints[:, FIN_JOINTS, None] + across * self.fin_root[..., None, None]
        out, down = across * c + back * s, back * c - across * s
        scale = koi.size[:, None, None, None]
        x = _FINS[None, :, None, :, 0] * scale
        y = _FINS[None, :, None, :, 1] * scale * spread[..., None]
        points = root[..., None, :] + x[..., None] * out[..., None, :] + y[..., None] * down[..., None, :]
        points = points.reshape(-1, _FINS.shape[1], 2)
        return points[:, :_RIM], points[:, _RIM:].reshape(-1, 3, 2)

    def _tails(self, koi: Koi, joints: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Outlines (count, 12, 2) of the tail fins and their rays, sprung toward the tips."""
        last = joints[:, -1] - joints[:, -2]
        base = np.arctan2(last[:, 1], last[:, 0])
        bend = wrap(koi.tail_angle - base) * 1.4 - 0.05 * koi.tail_speed
        share = 0.35 + 0.65 * np.clip(_TAIL[:, 0] / TAIL_LENGTH, 0, 1)
        angle = base[:, None] + bend[:, None] * share
        c, s = np.cos(angle), np.sin(angle)
        x, y = _TAIL[:, 0] * koi.size[:, None], _TAIL[:, 1] * koi.size[:, None]
        root = joints[:, -1] - last * 0.25
        points = root[:, None] + np.stack([x * c - y * s, x * s + y * c], -1)
        return points[:, :_TAIL_RIM], points[:, _TAIL_RIM:].reshape(-1, 3, 2)


def _barbels(head: np.ndarray, forward: np.ndarray, side: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Two feelers a fish at the mouth (2 count, 3, 2)."""
    root = head + (forward * 12.5 + side * 3.4) * size
    middle = root + (forward * 2.4 + side * 3.2) * size
    tip = root + (forward * 1.2 + side * 6.4) * size
    return np.stack([root, middle, tip], axis=2).reshape(-1, 3, 2)
