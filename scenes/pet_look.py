"""How pets look: a round body whose ears and arms ride on a ball, a ringed tail, two small feet, dust."""

from __future__ import annotations

import math

import numpy as np

from scenes.motion import TAU
from scenes.pet_ball import AT, Ball
from scenes.pet_body import FLOOR_Y, PUFF_TICKS, PUFFS, TAIL_JOINTS, PetBody
from scenes.pet_face import PetFace
from scenes.pet_mood import Mood
from scenes.picture import Layer, Pattern, Skin, discs, floats, pose, ribbons, shapes
from scenes.stack import Stack
from scenes.theme import OUTLINE, Theme, mix
from scenes.vectors import limit, pair

SIDES = np.array([1.0, -1.0])
_TURN = TAU * np.arange(18) / 18
BODY = np.stack([np.sin(_TURN) * (1 - 0.09 * np.cos(_TURN)), -0.98 * np.cos(_TURN)], -1)
"""The round body, a little heavier below, of radius 1."""
EAR_GIRTH = np.array([4.4, 5.6, 5.0, 2.6])
LINING = np.array([1.0, 2.7, 0.7])
ARM_GIRTH = np.array([2.8, 3.4, 3.7])
TAIL_GIRTH = np.array([3.4, 3.4, 3.2, 3.1, 3.2, 3.6, 4.4, 4.8, 3.4])
TAIL_RISE = (np.arange(TAIL_JOINTS) / (TAIL_JOINTS - 1)) ** 1.5
FALL = np.array([2.4, FLOOR_Y + 1.5])
BREATH_TICKS, GASP_TICKS, FLAIL_TICKS = 170, 21, 9


class PetLook:
    """Draws pets of ``size`` (count,), 1 as published."""

    def __init__(self, theme: Theme, size: np.ndarray, seed: np.ndarray) -> None:
        self.size = size
        count, ink = len(size), theme.ink
        two, thin = np.repeat(size, 2), OUTLINE * np.minimum(1.0, 0.12 + 0.88 * size)
        coats = (
            (theme.butter, mix(theme.butter, theme.coral, 0.62)),
            (theme.sage, mix(theme.sage, theme.milk, 0.6)),
            (theme.lavender, mix(theme.lavender, theme.coral, 0.5)),
            (theme.coral, theme.butter),
            (mix(theme.milk, theme.butter, 0.25), theme.lavender),
        )
        coat = floats([coats[i % len(coats)][0] for i in range(count)])
        mark = floats([coats[i % len(coats)][1] for i in range(count)])
        shade = floats([theme.shade(c, 0.13) for c in coat])
        patched = np.where((np.arange(count) == 0) | (seed < 0.4), 1.0, 0.0)
        self.face = PetFace(theme, size, coat, mark, patched)
        spots = np.zeros((count, 2))
        self.shadows = discs("pet shadows", spots, np.ones((count, 2)), theme.shadow, softness=4.0)
        self.milk = np.broadcast_to(theme.milk, (count, PUFFS, 4))
        puffs = np.zeros((count * PUFFS, 2))
        self.dust = discs("pet dust", puffs, puffs, theme.milk, softness=1.6)
        self._tails(theme, coat, mark, shade, seed, thin)
        # The ear on the patch's side wears its colour.
        ears = np.repeat(coat, 2, 0)
        ears[0::2] = np.where(patched[:, None] > 0, mark, coat)
        line = {"ink": ink, "ink_width": 0.9 * np.repeat(thin, 2)}
        self.ears = ribbons("pet ears", np.zeros((2 * count, 4, 2)), EAR_GIRTH * two[:, None], ears, **line)
        inner = floats([mix(theme.light(c, 0.25), theme.coral, 0.4) for c in ears])
        self.linings = ribbons("pet ear linings", np.zeros((2 * count, 3, 2)), np.zeros(3), inner)
        # Legs and the arms of the far side, all behind the body.
        limbs = np.concatenate([np.repeat(shade, 2, 0), np.repeat(coat, 2, 0)])
        wide = 0.8 * np.repeat(thin, 2)
        self.behind = ribbons(
            "pet limbs behind", np.zeros((4 * count, 3, 2)), np.zeros(3), limbs, ink=ink,
            ink_width=np.concatenate([wide, wide]),
        )  # fmt: skip
        self.arms = ribbons("pet arms", np.zeros((2 * count, 3, 2)), np.zeros(3), limbs[2 * count :], ink=ink,
                            ink_width=wide)  # fmt: skip
        self.leg_girth = np.repeat((3.3 * two)[:, None], 3, 1)
        self.arm_girth = ARM_GIRTH * two[:, None]
        soles = np.repeat(floats([theme.shade(c, 0.16) for c in coat]), 2, 0)
        self.feet = discs("pet feet", np.zeros((2 * count, 2)), two[:, None] * [6.6, 4.6], soles, **line)
        loop = np.zeros((count, len(BODY), 2))
        self.bodies = shapes("pet bodies", loop, coat, ink=ink, ink_width=thin, shade=shade)
        self.stack = Stack(count, {"limbs behind": 2}, below=("shadow", "dust"))

    def _tails(
        self, theme: Theme, coat: np.ndarray, mark: np.ndarray, shade: np.ndarray, seed: np.ndarray,
        thin: np.ndarray,
    ) -> None:  # fmt: skip
        joints = np.zeros((len(coat), TAIL_JOINTS, 2))
        self.tail_girth = TAIL_GIRTH * self.size[:, None]
        self.tail_shadows = ribbons(
            "pet tail shadows", joints, 1.2 * self.tail_girth, theme.shadow, softness=3.6
        )
        skin = Skin(
            pattern=Pattern.RINGS,
            mark=floats(mark),
            mark2=floats(mark),
            shade=shade,
            light=floats([theme.light(c, 0.4) for c in coat]),
            seed=floats(seed),
            scale=floats(18.0 * self.size),
        )
        self.tails, self.front_tails = (
            ribbons(name, joints, self.tail_girth, coat, ink=theme.ink, ink_width=0.85 * thin, skin=skin)
            for name in ("pet tails", "pet front tails")
        )

    def layers(
        self, body: PetBody, mood: Mood, look_at: np.ndarray, ticks: int, breathe: bool
    ) -> tuple[Layer, ...]:
        """Pets that look at ``look_at`` (2,) board px; ``breathe`` False holds everything but the gaze."""
        size = self.size
        column = size[:, None]
        ball = Ball(
            size, body.center, body.yaw, body.tilt, body.stretch, self._breath(body, ticks, breathe),
            0.9 * body.tremble * size,
        )  # fmt: skip
        tail, girth = self._tail(body)
        # Seen from behind, the tail lies in front of the body.
        front = body.way[:, 1:] < 0.12
        ears, linings, lined = self._ears(body, ball)
        feet = self._feet(body)
        loop = ball.place(BODY[None])
        arms = self._arms(body, ball, ticks, breathe)
        near = (ball.depth[:, AT["arms"]] > 0.12).reshape(-1, 1)
        shown = self.arm_girth * near
        floor = mood.place + (np.array([2.6, FLOOR_Y + 2.4]) * column + 0.1 * body.height[:, None])
        lift = ball.radius * limit(1 - body.height / 110, 0.4, 1.0) * ball.wide
        layers = (
            pose(self.tail_shadows, points=body.tail + FALL * column[..., None]),
            pose(
                self.shadows, center=floor, size=pair(1.08 * lift, 0.52 * lift),
                softness=5.5 * size + 0.10 * body.height,
            ),
            self._clouds(body),
            pose(self.tails, points=tail, radius=girth * ~front),
            pose(self.ears, points=ears),
            pose(self.linings, points=linings, radius=lined),
            pose(
                self.behind,
                points=np.concatenate([self._legs(feet, ball), arms]),
                radius=np.concatenate([self.leg_girth, self.arm_girth - shown]),
            ),
            pose(self.feet, center=feet),
            pose(self.bodies, points=loop, center=ball.center),
            *self.face.layers(body, ball, look_at, ticks, breathe),
            pose(self.arms, points=arms, radius=shown),
            pose(self.front_tails, points=tail, radius=girth * front),
        )  # fmt: skip
        # Who stands farther down the room is nearer to us.
        return self.stack.pile(layers, mood.place[:, 1])

    def _breath(self, body: PetBody, ticks: int, breathe: bool) -> np.ndarray:
        """Share by which it is taller now: slow breath at rest, quick after a run."""
        if not breathe:
            return np.zeros(len(self.size))
        slow = 0.016 * np.sin(TAU / BREATH_TICKS * ((ticks + body.pace) % BREATH_TICKS))
        gasp = 0.032 * math.sin(TAU * (ticks % GASP_TICKS) / GASP_TICKS)
        return slow + gasp * body.breathless * (1 - body.fear)

    def _tail(self, body: PetBody) -> tuple[np.ndarray, np.ndarray]:
        """Points (count, n, 2) and radii of the tails: raised by good spirits, bristling in fright."""
        spirits = 0.5 + 0.6 * np.maximum(body.happy, body.alert) - 0.3 * body.drowsy - 0.5 * body.fear
        up = 24.0 * self.size * limit(spirits, 0.0, 1.0) - 0.45 * body.height
        points = body.tail.astype(float)
        points[..., 1] -= up[:, None] * TAIL_RISE + (4.0 * self.size + body.height)[:, None]
        return points, self.tail_girth * (1 + body.fear[:, None] * (0.24 + 0.56 * TAIL_RISE))

    def _ears(self, body: PetBody, ball: Ball) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Points (2 count, 4, 2) of the ears; points and radii of their linings, seen from before."""
        count = len(self.size)
        parts = body.ear @ ball.spin[:, None]
        points = np.empty((count, 2, 4, 2))
        points[:, :, 0] = ball.spots[:, AT["ears"]] - parts[:, :, 0] * 0.25
        for k in range(3):
            points[:, :, k + 1] = points[:, :, k] + parts[:, :, k]
        linings = np.empty((count, 2, 3, 2))
        linings[:, :, 0] = points[:, :, 0] + parts[:, :, 0] * 0.5
        linings[:, :, 1] = points[:, :, 1] + parts[:, :, 1] * 0.8
        linings[:, :, 2] = points[:, :, 2] + parts[:, :, 2] * 0.55
        face = np.repeat(limit(0.25 + 0.9 * ball.cos, 0.0, 1.0) * self.size, 2)[:, None]
        return points.reshape(-1, 4, 2), linings.reshape(-1, 3, 2), face * LINING

    def _feet(self, body: PetBody) -> np.ndarray:
        """Middles (2 count, 2) of the feet as drawn: on the floor, in a step's arc, or dangling in a jump."""
        up = 5.0 * body.feet.height() * self.size[:, None]
        at = body.feet.place.copy()
        at[..., 1] -= up + np.maximum(body.height - 5.0 * self.size, 0.0)[:, None]
        return at.reshape(-1, 2)

    def _legs(self, feet: np.ndarray, ball: Ball) -> np.ndarray:
        """Short legs (2 count, 3, 2) from the body to the feet, each at its foot's side."""
        size = self.size[:, None, None]
        foot = feet.reshape(-1, 2, 2)
        hip = (ball.center + ball.spin[:, 1] * (13.0 * self.size * ball.tall)[:, None])[:, None]
        points = np.empty((len(foot), 2, 3, 2))
        points[:, :, 0] = hip
        points[:, :, 0, 0] += limit(foot[..., 0] - hip[..., 0], -7.5 * size[..., 0], 7.5 * size[..., 0])
        points[:, :, 2] = foot
        points[:, :, 2, 1] -= 2.0 * size[..., 0]
        points[:, :, 1] = (points[:, :, 0] + points[:, :, 2]) / 2
        return points.reshape(-1, 3, 2)

    def _arms(self, body: PetBody, ball: Ball, ticks: int, breathe: bool) -> np.ndarray:
        """Arms (2 count, 3, 2) hang, swing with the steps, fly up in fright and stretch in a yawn."""
        swing = 0.5 * (body.feet.height() * SIDES) if breathe else 0.0
        up = np.maximum(body.fear, 0.9 * body.yawn)[:, None]
        flail = 0.35 * math.sin(TAU * (ticks % FLAIL_TICKS) / FLAIL_TICKS)
        x = ball.cos[:, None] * SIDES * (0.30 + 0.62 * up) + ball.sin[:, None] * (0.25 + swing)
        y = 1.0 - 2.0 * up + flail * body.fear[:, None] * SIDES
        way = pair(x, y) @ ball.spin
        long = 5.2 * self.size[:, None] / np.maximum(np.hypot(x, y), 0.6)
        way *= long[..., None]
        root = ball.spots[:, AT["arms"]]
        points = np.empty((len(root), 2, 3, 2))
        for k, share in enumerate((-0.2, 0.5, 1.25)):
            points[:, :, k] = root + way * share
        return points.reshape(-1, 3, 2)

    def _clouds(self, body: PetBody) -> Layer:
        """Dust swells, rises a little and thins out."""
        if body.dusty == 0:
            return self.dust
        age = body.puff_age / PUFF_TICKS
        round_ = self.size[:, None] * 9.6 * np.sqrt(age) * (age < 1)
        place = body.puff_at.copy()
        place[..., 1] -= 7 * age * self.size[:, None]
        fill = self.milk.copy()
        fill[..., 3] = 0.75 * (1 - age) ** 1.4
        return pose(
            self.dust,
            center=place.reshape(-1, 2),
            size=pair(round_, 0.86 * round_).reshape(-1, 2),
            fill=fill.reshape(-1, 4),
        )
