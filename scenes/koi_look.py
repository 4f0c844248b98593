"""How a school of koi looks from above: skin, rayed fins, barbels, shadow on the sand."""

from __future__ import annotations

import math

import numpy as np

from scenes.creature import normals
from scenes.eyes import eyes
from scenes.koi_body import PUBLISHED_SIZE, Koi, radii
from scenes.motion import make_rng
from scenes.picture import Layer, Pattern, Ribbons, Shapes, Skin, ribbons, shapes
from scenes.theme import Theme, fade, mix

SHADOW_FALL = np.array([8.0, 14.0])
"""Board px from a fish to its shadow on the sand: light from the upper left through shallow water."""

# Outlines in fin space: x away from the body, y toward the tail, in px of a fish of size 1.
PECTORAL = np.array(
    [[0.0, -3.0], [9.0, -4.0], [19.0, 0.5], [24.0, 7.0], [22.0, 13.0], [15.0, 14.0], [7.0, 9.0], [0.0, 5.0]]
)
PELVIC = np.array([[0.0, -2.0], [6.0, -0.5], [11.0, 5.0], [10.5, 9.5], [6.0, 8.5], [0.0, 4.0]])
TAIL = np.array(
    [[-2.0, 0.0], [4.0, 4.0], [15.0, 9.0], [29.0, 12.5], [33.0, 10.0], [25.0, 3.0], [21.0, 0.0],
     [25.0, -3.0], [33.0, -10.0], [29.0, -12.5], [15.0, -9.0], [4.0, -4.0]]
)  # fmt: skip
RAYS = 5


def _rotate(points: np.ndarray, along: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Points (n, 2) given as (across, along) carried onto the unit vectors ``across`` and ``along`` (2,)."""
    return points[:, :1] * across + points[:, 1:] * along


class School:
    """Draws the fish of a ``Koi`` state in a theme. Individuals differ by ``seed``."""

    def __init__(self, theme: Theme, koi: Koi, seed: int = 907) -> None:
        self.theme = theme
        count = len(koi.size)
        rng = make_rng(seed)
        self.radius = radii(PUBLISHED_SIZE)[None, :] * koi.size[:, None]
        base = [(theme.milk, theme.coral, mix(theme.ink, theme.lavender, 0.12)),
                (theme.milk, mix(theme.coral, theme.butter, 0.35), theme.coral),
                (theme.butter, theme.coral, theme.milk)]  # fmt: skip
        dark = (
            mix(theme.ink, theme.lavender, 0.12)
            if theme.name == "day"
            else mix(theme.paper, theme.lavender, 0.1)
        )
        base[0] = (theme.milk, theme.coral, dark)
        picks = [base[i % len(base)] for i in range(count)]
        self.fill = np.array([p[0] for p in picks])
        tone = np.array([theme.shade(p[0], 0.14) for p in picks])
        self.skin = Skin(
            pattern=Pattern.PATCHES,
            mark=np.array([p[1] for p in picks]),
            mark2=np.array([p[2] for p in picks]),
            shade=tone,
            light=np.array([theme.light(p[0], 0.8) for p in picks]),
            seed=np.array([1 + 97 * rng() for _ in range(count)], np.float32),
            scale=(40.0 * koi.size).astype(np.float32),
        )
        self.fin = np.array([fade(mix(p[0], p[1], 0.22), 0.62) for p in picks])
        self.ray = np.array([fade(mix(p[1], theme.ink, 0.2), 0.5) for p in picks])

    def below(self, koi: Koi) -> tuple[Layer, ...]:
        """Shadows on the sand."""
        fins, _, tail, _ = self._fins(koi)
        shade = fade(self.theme.shadow, float(self.theme.shadow[3]) * 0.75)
        spine, girth = self._spine(koi)
        return (
            shapes("koi tail shadow", tail + SHADOW_FALL, shade, softness=3.0, corner=_TAIL_CORNER),
            shapes("koi fin shadows", fins + SHADOW_FALL, shade, softness=3.0),
            ribbons("koi shadows", spine + SHADOW_FALL, girth, self.theme.shadow, softness=3.6),
        )

    def layers(self, koi: Koi, look_at: np.ndarray) -> tuple[Layer, ...]:
        """The fish themselves, fins below bodies. ``look_at`` (2,) board px."""
        fins, fin_rays, tail, tail_rays = self._fins(koi)
        count = len(koi.size)
        spine, girth = self._spine(koi)
        fill = np.repeat(self.fin, 4, axis=0)
        ray = np.concatenate([np.repeat(self.ray, 4 * RAYS, axis=0), np.repeat(self.ray, 2 * RAYS, axis=0)])
        ink = fade(self.theme.ink, 0.85)
        thin = np.repeat(koi.size, 4)
        fin_layer: Shapes = shapes("koi fins", fins, fill, ink=ink, ink_width=1.3 * thin)
        tail_layer = shapes(
            "koi tails", tail, self.fin, ink=ink, ink_width=1.3 * koi.size, corner=_TAIL_CORNER
        )
        rays: Ribbons = ribbons("koi rays", np.concatenate([fin_rays, tail_rays]), [0.55, 0.5, 0.3], ray)
        body = ribbons(
            "koi bodies",
            spine,
            girth,
            self.fill,
            ink=self.theme.ink,
            ink_width=2.0 * np.sqrt(koi.size),
            skin=self.skin,
        )
        joints = np.asarray(koi.points, float)
        along, right = normals(joints)
        forward, side = along[:, 0], right[:, 0]
        s = koi.size[:, None]
        eye_place = np.concatenate(
            [joints[:, 0] + forward * 1.0 * s + side * k * 8.6 * s for k in (1.0, -1.0)]
        )
        eye = eyes("koi eyes", self.theme, eye_place, np.tile(2.9 * koi.size, 2), look_at)
        return (
            fin_layer,
            tail_layer,
            rays,
            self._barbels(joints, forward, side, s, count),
            body,
            self._dorsal(koi, joints, right),
            eye,
        )

    def _spine(self, koi: Koi) -> tuple[np.ndarray, np.ndarray]:
        joints = np.asarray(koi.points, float)
        snout = joints[:, 0] + (joints[:, 0] - joints[:, 1]) * 0.62
        spine = np.concatenate([snout[:, None], joints], axis=1)
        girth = np.concatenate([6.6 * koi.size[:, None], self.radius], axis=1)
        girth[:, 1] *= 0.92
        return spine, girth.astype(np.float32)

    def _barbels(
        self, joints: np.ndarray, forward: np.ndarray, side: np.ndarray, s: np.ndarray, count: int
    ) -> Ribbons:
        lines = []
        for k in (1.0, -1.0):
            root = joints[:, 0] + forward * 12.5 * s + side * k * 3.4 * s
            mid = root + forward * 2.4 * s + side * k * 3.2 * s
            tip = root + forward * 1.2 * s + side * k * 6.4 * s
            lines.append(np.stack([root, mid, tip], axis=1))
        return ribbons(
            "koi barbels", np.concatenate(lines), [0.9, 0.8, 0.4], self.theme.shade(self.theme.coral, 0.25)
        )

    def _dorsal(self, koi: Koi, joints: np.ndarray, right: np.ndarray) -> Ribbons:
        """The fin along the back leans to the outside of the bend, a little late."""
        lean = (
            np.array([0.0, 0.5, 0.9, 1.0, 0.8])[None, :, None]
            * koi.curve[:, None, None]
            * 5.0
            * koi.size[:, None, None]
        )
        line = joints[:, 4:9] - right[:, 4:9] * lean
        girth = np.array([0.5, 1.7, 2.0, 1.6, 0.4])[None, :] * koi.size[:, None]
        return ribbons("koi dorsals", line, girth, fade(mix(self.theme.coral, self.theme.ink, 0.28), 0.55))

    def _fins(self, koi: Koi) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Outlines (4 count, 8, 2) of paired fins, their rays, tails (count, 12, 2), their rays (k, 3, 2)."""
        joints = np.asarray(koi.points, float)
        along, right = normals(joints)
        paired, rays, tails, tail_rays = [], [], [], []
        for i, size in enumerate(koi.size):
            for joint, outline, share in ((2, PECTORAL, 1.0), (7, _PELVIC_LOOP, 0.6)):
                for k, opening in ((1.0, koi.fin_right[i]), (-1.0, koi.fin_left[i])):
                    across, back = right[i, joint] * k, -along[i, joint]
                    # Closed, a fin lies along the body; open, it stands out from it.
                    turn = (
                        (math.pi / 2 - opening) * 0.62
                        if share == 1.0
                        else (math.pi / 2 - opening * share) * 0.5
                    )
                    c, s = math.cos(turn), math.sin(turn)
                    fin_across, fin_back = across * c + back * s, back * c - across * s
                    root = joints[i, joint] + across * self.radius[i, joint] * 0.72
                    spread = 0.72 + 0.28 * min(opening / 0.9, 1.3) if share == 1.0 else 1.0
                    loop = outline * np.array([1.0, spread]) * size
                    paired.append(root + _rotate(loop, fin_back, fin_across))
                    rays.append(root + _rays(loop, fin_back, fin_across))
            tail, ray = self._tail(koi, joints, i, float(size))
            tails.append(tail)
            tail_rays.append(ray)
        return np.array(paired), np.concatenate(rays), np.array(tails), np.concatenate(tail_rays)

    def _tail(self, koi: Koi, joints: np.ndarray, i: int, size: float) -> tuple[np.ndarray, np.ndarray]:
        """The tail fin leaves along the body and bends to the sprung angle toward its tips."""
        last = joints[i, -1] - joints[i, -2]
        base = math.atan2(last[1], last[0])
        bend = (koi.tail_angle[i] - base + math.pi) % (2 * math.pi) - math.pi
        flick = 0.05 * float(koi.tail_speed[i])
        root = joints[i, -1] - last * 0.25

        def carry(points: np.ndarray) -> np.ndarray:
            share = np.clip(points[:, 0] / 33.0, 0, 1)
            angle = base + (bend * 1.4 - flick) * (0.35 + 0.65 * share)
            x, y = points[:, 0] * size, points[:, 1] * size
            return root + np.stack(
                [x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], -1
            )

        lines = []
        for k in (1.0, -1.0):
            for r in range(RAYS):
                y = k * (2.0 + 9.0 * r / (RAYS - 1))
                reach = 30.0 - 1.3 * (RAYS - 1 - r) ** 1.5
                lines.append(carry(np.array([[3.0, y * 0.25], [reach * 0.55, y * 0.7], [reach * 0.93, y]])))
        return carry(TAIL), np.array(lines)


def _rays(loop: np.ndarray, back: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Rays (RAYS, 3, 2) from the root of a fin toward its rim."""
    root = (loop[0] + loop[-1]) / 2
    lines = []
    for r in range(RAYS):
        at = 1.6 + (len(loop) - 3.2) * r / (RAYS - 1)
        low = int(at)
        rim = loop[low] * (1 - (at - low)) + loop[min(low + 1, len(loop) - 1)] * (at - low)
        reach = root + (rim - root) * np.array([[0.18], [0.55], [0.88]])
        lines.append(_rotate(reach, back, across))
    return np.array(lines)


def _resample(loop: np.ndarray, n: int) -> np.ndarray:
    """The open outline with ``n`` points, so that unlike fins share one layer."""
    at = np.linspace(0, len(loop) - 1, n)
    low = np.minimum(at.astype(int), len(loop) - 2)
    t = (at - low)[:, None]
    return loop[low] * (1 - t) + loop[low + 1] * t


_PELVIC_LOOP = _resample(PELVIC, len(PECTORAL))
_TAIL_CORNER = np.zeros(len(TAIL), np.float32)
_TAIL_CORNER[[0, 6]] = 1.0
