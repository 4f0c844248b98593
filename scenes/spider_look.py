"""How spiders look: an ink-dark body in two parts with a butter mark, banded legs with knees above it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from scenes.eyes import Blinks, Eyes
from scenes.motion import TAU
from scenes.picture import Layer, Pattern, Ribbons, Skin, discs, floats, pose, ribbons, shapes
from scenes.stack import Stack
from scenes.theme import OUTLINE, Color, Theme, color, fade, mix
from scenes.vectors import raised, turned, unit

if TYPE_CHECKING:
    from scenes.spider import Spider

LEGS = 8
# Along the body from its middle, forward positive, and girth there; board px.
THORAX = floats([[10.5, 6.4], [5.0, 8.8], [-2.0, 8.8], [-7.0, 5.6]])
ABDOMEN = floats([[3.0, 5.0], [9.0, 12.0], [18.0, 15.4], [27.0, 13.0], [34.0, 6.4], [38.0, 1.6]])
"""Behind the waist, and girth there."""
RISE = np.clip(ABDOMEN[:, 0] / 20.0, 0.0, 1.0)
"""Share of the abdomen's heave that each of its joints takes."""
WAIST = 6.0
MARK = floats([[7.0, 0.0], [12.0, 3.2], [16.5, 7.6], [20.0, 3.2], [30.0, 0.0], [20.0, -3.2], [16.5, -7.6],
                 [12.0, -3.2]])  # fmt: skip
"""A butter kite on the abdomen: px behind the waist, and across."""
MARK_CORNER = np.array([0.4, 0.0, 0.6, 0.0, 1.0, 0.0, 0.6, 0.0])
SPOTS = floats([[24.5, 6.0], [24.5, -6.0], [28.6, 4.2], [28.6, -4.2], [11.0, 7.2], [11.0, -7.2]])
_COAT = np.concatenate([MARK, SPOTS])
SPOT_SIZE = np.array([1.5, 1.5, 1.1, 1.1, 1.2, 1.2])
LEG = np.array([3.0, 3.1, 2.4, 1.8, 0.9])
"""Radius of a leg from hip to foot, board px; the two after the hip are on both sides of the knee."""
SHADE = np.array([0.0, 2.4, 1.2])
"""Radius of its shadow at hip, knee and foot: none at the hip, where the body's shadow is."""
EYES = floats([[11.5, 4.3], [11.5, -4.3], [6.2, 7.0], [6.2, -7.0]])
EYE_SIZE = np.array([4.0, 4.0, 2.1, 2.1])
PALPS = floats([[[10.0, 3.0], [15.5, 5.4], [19.0, 2.6]], [[10.0, -3.0], [15.5, -5.4], [19.0, -2.6]]])
LIGHT = floats([0.42, 0.30])
"""Board px that a shadow moves to the lower right for each px of height."""
FOOT_FALL = floats([0.8, 0.8])
FAR = 0.2
"""How far the colours of legs behind the body give way to the air."""
FINE = 0.2
"""Size from which the smallest parts are drawn: palps, near legs, and shadows of legs."""
BREATH_TICKS = 150
PALP_TICKS = 46


class SpiderLook:
    """Draws spiders of ``size`` (count,), 1 as published, each with its own mark; ``seed`` (count,) 0..1."""

    def __init__(self, theme: Theme, size: np.ndarray, seed: np.ndarray) -> None:
        count = len(size)
        self.size, self.seed = floats(size)[:, None], seed
        self.fine = bool(size.max() > FINE)
        dark = _dark(theme)
        thin = np.minimum(1.0, 0.35 + 0.65 * size)
        marks = (theme.butter, theme.coral, theme.lavender, theme.milk)
        mark = np.array([marks[i % 4] for i in range(count)])
        line = theme.ink
        band = mix(dark, theme.lavender, 0.55)
        legs = np.zeros((LEGS * count, len(LEG), 2))
        radius = np.repeat(LEG * self.size, LEGS, 0)
        if theme.name == "night":
            radius = radius + 0.5 * np.repeat(self.size, LEGS, 0)
        faint = theme.faint(0.8)
        self.leg_shadows = ribbons(
            "leg shadows", legs[:, :3], np.repeat(SHADE * self.size, LEGS, 0), faint, softness=1.8
        )
        spot = np.repeat(np.array([[3.4, 2.3]]) * self.size, LEGS, 0)
        self.foot_shadows = discs(
            "foot shadows", np.zeros_like(spot), spot, theme.shadow, softness=np.repeat(1.4 * size, LEGS)
        )
        skin = _skin(
            dark, np.tile(band, (LEGS * count, 1)), Pattern.RINGS, np.repeat(13.0 * size, LEGS), theme
        )
        self.legs = ribbons(
            "legs", legs, radius, dark, ink=line, ink_width=np.repeat(1.0 * thin, LEGS), skin=skin
        )
        self.near = replace(self.legs, name="near legs")
        if self.fine:
            # Those behind the body are paler, as what is farther off; near ones come over them.
            air = mix(theme.lavender, theme.sand, 0.5)
            far, far_band = mix(dark, air, FAR), mix(band, air, FAR)
            pale = _skin(
                far, np.tile(far_band, (LEGS * count, 1)), Pattern.RINGS, np.repeat(13.0 * size, LEGS), theme
            )
            self.legs = ribbons(
                "legs",
                legs,
                radius,
                far,
                ink=mix(line, air, FAR),
                ink_width=np.repeat(1.0 * thin, LEGS),
                skin=pale,
            )
        under = (self.size[:, None] * floats([[11.0, 9.5], [19.0, 15.0]])).reshape(-1, 2)
        self.body_shadow = discs(
            "body shadow", np.zeros_like(under), under, theme.shadow, softness=np.repeat(6.0 * size, 2)
        )
        plain = _skin(dark, np.tile(dark, (count, 1)), Pattern.PLAIN, 10.0 * size, theme)
        rear, front = np.zeros((count, len(ABDOMEN), 2)), np.zeros((count, len(THORAX), 2))
        ink_width = OUTLINE * thin
        self.girth = ABDOMEN[:, 1] * self.size
        self.abdomen = ribbons("abdomen", rear, self.girth, dark, ink=line, ink_width=ink_width, skin=plain)
        self.thorax = ribbons(
            "thorax", front, THORAX[:, 1] * self.size, dark, ink=line, ink_width=ink_width, skin=plain
        )
        palp = np.repeat(np.array([2.0, 2.2, 2.0]) * self.size, 2, 0)
        self.palps = ribbons(
            "palps", np.zeros((2 * count, 3, 2)), palp, dark, ink=line, ink_width=np.repeat(0.9 * thin, 2)
        )
        self.mark = shapes("mark", np.zeros((count, len(MARK), 2)), mark, corner=MARK_CORNER)
        spots = len(SPOTS)
        self.spots = discs(
            "spots",
            np.zeros((spots * count, 2)),
            (SPOT_SIZE * self.size).reshape(-1, 1),
            np.repeat(mark, spots, 0),
        )
        self.eyes = Eyes("eyes", theme, (EYE_SIZE * self.size).reshape(-1))
        self.blinks = Blinks(count, each=len(EYES), every=(190, 380))
        self.stack = Stack(count, below=("shadow", "dust"))

    def layers(self, spider: Spider, look_at: tuple[float, float], breathe: bool) -> tuple[Layer, ...]:
        """The herd of a ``Spider`` scene, looking at ``look_at`` board px."""
        size = self.size
        ahead, back = unit(floats(spider.heading)), -unit(floats(spider.swing))
        lift = floats(spider.height - 1.6 * size[:, 0] * spider.dip)
        turn = TAU * (spider.ticks % BREATH_TICKS / BREATH_TICKS + self.seed)
        breath = floats(np.sin(turn) if breathe else np.zeros(len(size)))
        body = raised(floats(spider.body), lift)
        waist = body - ahead * WAIST * size
        # The abdomen is carried a little higher than the rest, and heaves as it breathes.
        heave = size[:, 0] * (2.0 + 0.5 * breath)
        rear = waist[:, None] + back[:, None] * (ABDOMEN[:, 0] * size)[..., None]
        rear[..., 1] -= heave[:, None] * RISE
        front = body[:, None] + ahead[:, None] * (THORAX[:, 0] * size)[..., None]
        waist[:, 1] -= heave
        palps = PALPS if not breathe else _feel(spider.ticks)
        face = _lay(body, ahead, np.concatenate([EYES, palps.reshape(-1, 2)]), size)
        eyes, palps = face[:, : len(EYES)], face[:, len(EYES) :]
        girth = self.girth * (1 + 0.018 * breath[:, None])
        coat = _lay(waist, back, _COAT, size)
        mark, spots = coat[:, : len(MARK)], coat[:, len(MARK) :]
        hips, knees, drawn = floats(spider.hips), floats(spider.knees), floats(spider.drawn)
        legs = pose(self.legs, points=_bent(hips, knees, drawn))
        floor = floats(spider.hills.seen(spider.body))
        layers = (
            *(self._leg_shadows(spider, floor) if self.fine else ()),
            self._body_shadow(floor, body, back),
            spider.puffs.layer_now(),
            legs,
            *([pose(self.palps, points=palps.reshape(-1, 3, 2))] if self.fine else ()),
            pose(self.abdomen, points=rear, radius=girth),
            pose(self.mark, points=mark, center=mark.mean(axis=1)),
            pose(self.spots, center=spots.reshape(-1, 2)),
            *([self._near(spider, legs)] if self.fine else ()),
            pose(self.thorax, points=front),
            self.eyes.at(
                eyes.reshape(-1, 2),
                look_at,
                self.blinks.lids(spider.ticks, breathe),
                turn=np.repeat(spider.heading, len(EYES)),
            ),
        )
        # Who stands farther down the hills is nearer to us.
        return self.stack.pile(layers, spider.body[:, 1])

    def _near(self, spider: Spider, legs: Ribbons) -> Layer:
        """The legs on the near side once more, over the abdomen; their hips are under the thorax."""
        share = spider.front.reshape(-1, 1)
        fill, ink = self.near.fill.copy(), self.near.ink.copy()
        fill[:, 3:] *= share
        ink[:, 3:] *= share
        return pose(self.near, points=legs.points, fill=fill, ink=ink)

    def _body_shadow(self, floor: np.ndarray, body: np.ndarray, back: np.ndarray) -> Layer:
        """Shadow on the ground, seen at ``floor`` (count, 2), of a body seen at ``body``."""
        near = floor + LIGHT * np.maximum(floor[:, 1:] - body[:, 1:], 0.0)
        center = np.stack([near, near + back * 24.0 * self.size], axis=1).reshape(-1, 2)
        return pose(self.body_shadow, center=center, angle=np.repeat(np.arctan2(back[:, 1], back[:, 0]), 2))

    def _leg_shadows(self, spider: Spider, floor: np.ndarray) -> tuple[Layer, ...]:
        """Shadows of feet and legs on the ground, each part as far from it as it is high."""
        size = self.size
        place, body = floats(spider.feet.place), floats(spider.body)
        feet = raised(place, floats(spider.floor))
        # The ground under a knee is about halfway between that under body and foot.
        under = (floor[:, None, 1] + feet[..., 1] - body[:, None, 1] - place[..., 1]) / 2
        high = np.maximum(floats(spider.knee_height) + under, 0.0)
        knee = raised(floats(spider.knee_map), -under) + LIGHT * high[..., None]
        toe = feet + LIGHT * floats(spider.lift)[..., None]
        hip = np.broadcast_to((floor + LIGHT * (22.0 * size))[:, None], knee.shape)
        legs = np.empty((*knee.shape[:2], 3, 2), np.float32)
        legs[:, :, 0], legs[:, :, 1], legs[:, :, 2] = hip, knee, toe
        return (
            pose(self.foot_shadows, center=(toe + FOOT_FALL).reshape(-1, 2)),
            pose(self.leg_shadows, points=legs.reshape(-1, 3, 2)),
        )


def _dark(theme: Theme) -> Color:
    """The body's own dark: warmer than the ink of the lines."""
    return (
        mix(theme.ink, theme.lavender, 0.14)
        if theme.name == "day"
        else mix(color("#15132E"), theme.lavender, 0.10)
    )


def _skin(dark: Color, mark: np.ndarray, pattern: Pattern, scale: np.ndarray, theme: Theme) -> Skin:
    m = len(mark)
    return Skin(
        pattern=pattern,
        mark=floats(mark),
        mark2=floats(np.tile(fade(dark, 0.0), (m, 1))),
        shade=floats(np.tile(mix(dark, color("#0B0A1C"), 0.4), (m, 1))),
        light=floats(np.tile(mix(dark, theme.lavender, 0.55), (m, 1))),
        seed=floats(np.zeros(m)),
        scale=floats(scale),
    )


def _lay(at: np.ndarray, way: np.ndarray, local: np.ndarray, size: np.ndarray) -> np.ndarray:
    """``local`` (k, 2) laid along ``way`` (count, 2) and across it, at ``at``: (count, k, 2)."""
    way = way * size
    return at[:, None] + way[:, None] * local[:, :1] + turned(way)[:, None] * local[:, 1:]


def _feel(ticks: int) -> np.ndarray:
    """The palps feel the ground in turns."""
    turn = TAU * (ticks % PALP_TICKS) / PALP_TICKS
    palps = PALPS.copy()
    palps[0, 1:, 0] += np.array([0.5, 1.4]) * np.sin(turn)
    palps[1, 1:, 0] -= np.array([0.5, 1.4]) * np.sin(turn)
    return palps


def _bent(hip: np.ndarray, knee: np.ndarray, foot: np.ndarray) -> np.ndarray:
    """Curves (count * 8, 5, 2) from hip over a sharp knee to the foot."""
    out = np.empty((*knee.shape[:2], len(LEG), 2), np.float32)
    shin = foot - knee
    out[:, :, 0], out[:, :, 4] = hip, foot
    out[:, :, 1] = knee + (hip - knee) * 0.16
    out[:, :, 2] = knee + shin * 0.12
    out[:, :, 3] = knee + shin * 0.55
    return out.reshape(-1, len(LEG), 2)
