"""A pet's face shows its mood: eyes, brows, nose, mouth, blushing cheeks and the spots of its coat."""

from __future__ import annotations

import math

import numpy as np

from scenes.eyes import Blinks, Eyes
from scenes.motion import TAU
from scenes.pet_ball import AT, COS, RADIUS, Ball
from scenes.pet_body import PetBody
from scenes.picture import Layer, discs, floats, pose, ribbons
from scenes.theme import Theme, fade, mix
from scenes.vectors import limit, pair

EYE = 5.3
SIDES = np.array([1.0, -1.0])
LARGE = np.array([5.4, 6.2, 5.0, 8.4, 3.9, 3.9])
"""Board px of the flat spots: three on the back, the patch round one eye, the cheeks."""
GLEAM, MOUTH, TONGUE, NOSE = 6, 7, 8, 9
"""Places of the other marks, after the six flat ones."""
GLEAM_AT, GLEAM_SIZE = np.array([-0.36, -0.52]), np.array([6.0, 3.4])
TONGUE_SIZE, NOSE_SIZE = np.array([0.66, 0.42]), np.array([2.5, 1.8])
LIP = np.array([[0.0, -1.3], [0.9, 0.9], [2.7, 1.2], [4.2, -0.5]])
"""Half of the closed mouth, board px to the side and down."""
BROW = np.array([[-3.0, 0.0], [-1.0, -1.1], [1.0, -1.1], [3.0, 0.0]])
BROW_SLOPE = SIDES[:, None] * BROW[:, 0]
ACROSS = np.concatenate([SIDES[:, None] * LIP[:, 0], np.stack([BROW[:, 0], BROW[:, 0]])])
"""How far to the side the points of both lips and both brows are."""
LIP_GIRTH, BROW_GIRTH = np.array([0.8, 0.8, 0.72, 0.4]), np.array([0.5, 0.95, 0.95, 0.5])
PANT_TICKS = 21


class PetFace:
    """Draws the faces of pets whose coats have the colours ``coat`` and ``mark`` (count, 4)."""

    def __init__(
        self, theme: Theme, size: np.ndarray, coat: np.ndarray, mark: np.ndarray, patched: np.ndarray
    ) -> None:
        count, ink = len(size), theme.ink
        self.size, self.blinks = size, Blinks(count, seed=8)
        self.large = np.repeat(LARGE[None], count, 0) * np.where(np.arange(6) == 3, patched[:, None], 1.0)
        self.bulge = 2.0 + self.large**2 / (2 * RADIUS)
        dark = ink if theme.name == "day" else theme.shade(theme.coral, 0.75)
        spot = floats([fade(m, 0.9) for m in mark])
        blush = floats([fade(mix(theme.coral, c, 0.25), 0.62) for c in coat])
        light = floats([fade(theme.light(c, 0.85), 0.75) for c in coat])
        inside = mix(theme.coral, dark, 0.62)
        tongue, nose = mix(theme.coral, theme.milk, 0.12), mix(dark, theme.coral, 0.25)
        fills = np.empty((count, 10, 4))
        for k, fill in enumerate((spot, spot, spot, spot, blush, blush, light, inside, tongue, nose)):
            fills[:, k] = fill
        widths = np.zeros((count, 10))
        widths[:, MOUTH] = 1.2 * size
        zero = np.zeros((10 * count, 2))
        self.marks = discs(
            "pet faces", zero, zero, fills.reshape(-1, 4), ink=dark, ink_width=widths.reshape(-1)
        )
        self.strokes = ribbons("pet lines", np.zeros((4 * count, 4, 2)), np.zeros(4), dark)
        self.eyes = Eyes("pet eyes", theme, np.repeat(EYE * size, 2))

    def layers(
        self, body: PetBody, ball: Ball, look_at: np.ndarray, ticks: int, breathe: bool
    ) -> tuple[Layer, ...]:
        """Faces on their ``ball``, looking at ``look_at`` (2,) board px."""
        wake = (ball.seen[:, AT["eyes"]] * (1 + 0.2 * body.fear + 0.06 * body.alert)[:, None]).reshape(-1)
        return (
            self._marks(body, ball, ticks, breathe),
            self._strokes(body, ball),
            self.eyes.at(
                ball.spots[:, AT["eyes"]].reshape(-1, 2),
                look_at,
                self._lids(body, ticks, breathe),
                scale=wake,
                pupil=np.repeat(1 - 0.28 * body.fear + 0.14 * body.happy, 2),
                turn=np.repeat(ball.tilt, 2),
            ),
        )

    def _lids(self, body: PetBody, ticks: int, breathe: bool) -> np.ndarray:
        """Heavy when drowsy, shut in a yawn; fright does not blink."""
        rest = np.maximum(0.40 * body.drowsy, np.minimum(1.5 * body.yawn, 1))
        return np.maximum(self.blinks.lids(ticks, breathe) * np.repeat(1 - body.fear, 2), np.repeat(rest, 2))

    def _marks(self, body: PetBody, ball: Ball, ticks: int, breathe: bool) -> Layer:
        """Spots lie flat on the ball: a disc there is seen as an ellipse, thin toward the rim."""
        count, size, flat = len(self.size), self.size[:, None], AT["flat"]
        seen_at = ball.flat[:, flat]
        large = self.large * ball.seen[:, flat]
        large[:, 4:] *= (0.85 + 0.25 * body.happy)[:, None]
        thin = large * np.maximum(ball.depth[:, flat], 0.0)
        place, sizes, angle = np.empty((count, 10, 2)), np.empty((count, 10, 2)), np.empty((count, 10))
        # None reaches over the edge, however near it lies.
        far = np.hypot(seen_at[..., 0], seen_at[..., 1])
        inside = np.minimum(1, (1 - (thin + self.bulge) / RADIUS) / np.maximum(far, 1e-6))
        middle = ball.center[:, None]
        place[:, :6] = middle + (ball.spots[:, flat] - middle) * inside[..., None]
        sizes[:, :6] = pair(thin * size, large * size)
        angle[:] = ball.tilt[:, None]
        angle[:, :6] += np.arctan2(seen_at[..., 1], seen_at[..., 0])
        # The light stays where the window is.
        place[:, GLEAM] = ball.center + GLEAM_AT * pair(ball.wide * ball.radius, ball.tall * ball.radius)
        sizes[:, GLEAM] = GLEAM_SIZE * size
        angle[:, GLEAM] = -0.62
        pant = 0.22 + 0.18 * math.sin(TAU * (ticks % PANT_TICKS) / PANT_TICKS) if breathe else 0.0
        gape = np.maximum(np.maximum(body.yawn, 0.55 * body.fear), pant * body.breathless * (1 - body.fear))
        down, at = ball.spin[:, 1], AT["mouth"].start
        open_ = pair(
            (2.6 + 2.6 * body.yawn) * (0.3 + 0.7 * np.abs(ball.cos)) * np.minimum(gape / 0.15, 1), 7.4 * gape
        )
        open_ *= size * ball.seen[:, at, None]
        place[:, MOUTH] = ball.spots[:, at] + down * (0.75 * open_[:, 1:])
        place[:, TONGUE] = place[:, MOUTH] + down * (0.42 * open_[:, 1:])
        sizes[:, MOUTH], sizes[:, TONGUE] = open_, open_ * TONGUE_SIZE
        nose = AT["nose"].start
        place[:, NOSE] = ball.spots[:, nose]
        sizes[:, NOSE] = NOSE_SIZE * size * ball.seen[:, nose, None]
        return pose(
            self.marks, center=place.reshape(-1, 2), size=sizes.reshape(-1, 2), angle=angle.reshape(-1)
        )

    def _strokes(self, body: PetBody, ball: Ball) -> Layer:
        """Lips and brows, drawn along the face's own side and down directions."""
        count = len(self.size)
        size = self.size[:, None]
        side, down = ball.side() * size, ball.spin[:, 1] * (COS * size)
        across, below = np.empty((count, 4, 4)), np.empty((count, 4, 4))
        across[:] = ACROSS
        below[:, :2] = LIP[:, 1] * (0.75 + 0.55 * body.happy - 0.9 * body.fear)[:, None, None]
        lift = (2.4 * body.fear + 1.2 * body.alert - body.drowsy)[:, None, None]
        worry = (0.5 * body.fear - 0.12 * body.happy)[:, None, None] * BROW_SLOPE
        below[:, 2:] = BROW[:, 1] - lift - worry
        # Across and down apart: over pairs NumPy's inner loops would be two long.
        points = np.empty((count, 4, 4, 2))
        for axis in (0, 1):
            points[..., axis] = across * side[:, axis, None, None] + below * down[:, axis, None, None]
        mouth, brows = AT["mouth"], AT["brows"]
        points[:, :2] += ball.spots[:, mouth, None]
        points[:, 2:] += ball.spots[:, brows, None]
        bold = limit(1.2 * body.fear + 0.7 * body.alert + 0.5 * body.yawn, 0.0, 1.0)
        girth = np.empty((count, 4, 4))
        girth[:, :2] = LIP_GIRTH * ball.seen[:, mouth, None]
        girth[:, 2:] = BROW_GIRTH * (ball.seen[:, brows] * bold[:, None])[..., None]
        girth *= self.size[:, None, None]
        return pose(self.strokes, points=points.reshape(-1, 4, 2), radius=girth.reshape(-1, 4))
