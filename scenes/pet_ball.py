"""The ball that a pet is: where a spot on it is seen, however it turns, leans, squashes and stretches."""

from __future__ import annotations

import math

import numpy as np

from scenes.vectors import limit, pair

PITCH = 0.35
"""Radians by which the room is seen from above."""
SIN, COS = math.sin(PITCH), math.cos(PITCH)
RADIUS = 24.0
"""Board px of the round body of a pet of size 1."""
STAND = 23.0
"""Board px of its middle above the floor."""

# Places on the ball: turn from the face, height above its equator (radians); depth, as a share of the radius,
# from which a spot is seen at all, and over which it grows to its full size.
_PLACES = {
    "eyes": ((-0.42, 0.22, 0.17, 0.15), (0.42, 0.22, 0.17, 0.15)),
    "brows": ((-0.44, 0.66, 0.20, 0.30), (0.44, 0.66, 0.20, 0.30)),
    "nose": ((0.0, 0.04, 0.10, 0.30),),
    "mouth": ((0.0, -0.14, 0.24, 0.30),),
    "ears": ((0.80, 0.84, 0.10, 0.30), (-0.80, 0.84, 0.10, 0.30)),
    "arms": ((0.98, -0.20, 0.10, 0.30), (-0.98, -0.20, 0.10, 0.30)),
    "flat": (
        (math.pi, 0.95, 0.04, 0.25),
        (math.pi, 0.42, 0.04, 0.25),
        (math.pi, -0.06, 0.04, 0.25),
        (0.46, 0.30, 0.04, 0.25),
        (-0.80, -0.10, 0.04, 0.25),
        (0.80, -0.10, 0.04, 0.25),
    ),
}
AT: dict[str, slice] = {}
for _name, _spots in _PLACES.items():
    _first = max((s.stop for s in AT.values()), default=0)
    AT[_name] = slice(_first, _first + len(_spots))
_ALL = np.array([spot for spots in _PLACES.values() for spot in spots])
_TURN, _OUT, _UP = _ALL[:, 0], np.cos(_ALL[:, 1]), np.sin(_ALL[:, 1])
_RIM, _FADE = _ALL[:, 2], 1 / _ALL[:, 3]


class Ball:
    """Where everything on the bodies is now.

    ``center`` (count, 2) px; ``tall``, ``wide`` (count,) stretch; ``spin`` (count, 2, 2) carries body px onto
    the board, ``carry`` a disc of radius 1. Of all spots: ``spots`` (count, n, 2) px, ``flat`` (count, n, 2)
    where on a disc of radius 1, ``depth`` (count, n) toward us, ``seen`` (count, n) 0 hidden to 1.
    """

    def __init__(
        self,
        size: np.ndarray,
        center: np.ndarray,
        yaw: np.ndarray,
        tilt: np.ndarray,
        stretch: np.ndarray,
        breath: np.ndarray,
        shake: np.ndarray,
    ) -> None:
        self.size, self.tilt = size, tilt
        self.tall = stretch * (1 + breath)
        self.wide = np.power(self.tall, -0.7)
        stand = STAND * size * self.tall
        sin, cos = np.sin(tilt), np.cos(tilt)
        # It leans about its feet, and breathes from the floor up.
        self.center = center + pair(stand * sin + shake, STAND * size * stretch - stand * cos)
        self.spin = np.empty((len(size), 2, 2))
        self.spin[:, 0, 0] = self.spin[:, 1, 1] = cos
        self.spin[:, 0, 1] = sin
        self.spin[:, 1, 0] = -sin
        self.radius = RADIUS * size
        self.carry = self.spin * pair(self.wide * self.radius, self.tall * self.radius)[:, :, None]
        self.sin, self.cos = np.sin(yaw), np.cos(yaw)
        azimuth = yaw[:, None] + _TURN
        toward = np.cos(azimuth) * _OUT
        self.flat = pair(np.sin(azimuth) * _OUT, toward * SIN - _UP * COS)
        self.depth = toward * COS + _UP * SIN
        self.spots = self.place(self.flat)
        seen = limit((self.depth - _RIM) * _FADE, 0.0, 1.0)
        self.seen = seen * seen * (3 - 2 * seen)

    def side(self) -> np.ndarray:
        """What a px along the face's right looks like on the board (count, 2)."""
        (cos, sin), down = self.spin[:, 0].T, -self.sin * SIN
        return pair(self.cos * cos - down * sin, self.cos * sin + down * cos)

    def place(self, flat: np.ndarray) -> np.ndarray:
        """Where points ``flat`` (count or 1, n, 2) of a disc of radius 1 are on the board (count, n, 2)."""
        # Across and down apart: over pairs NumPy's inner loops would be two long.
        x, y = flat[..., 0], flat[..., 1]
        points = np.empty((len(self.size), flat.shape[-2], 2))
        for axis in (0, 1):
            along, below = self.carry[:, 0, axis, None], self.carry[:, 1, axis, None]
            points[..., axis] = (x * along + y * below) + self.center[:, axis, None]
        return points
