"""A shoal of koi with its life: what each one wants, its hunger and its fright. Stream and pond share it."""

from __future__ import annotations

import numpy as np

from scenes.creature import Creature
from scenes.crowd import Crowd
from scenes.feeding import AGILITY, RACE, Food, mouths
from scenes.koi_body import PUBLISHED_SIZE, Koi, KoiParams
from scenes.koi_look import SHADOW_FALL, School
from scenes.picture import Layer
from scenes.scene import Control
from scenes.school import Fright
from scenes.theme import Theme
from scenes.vectors import unit

FEED = Control(
    "press",
    {
        "ja": "餌がぱらぱらと落ち、鯉が競って食べに来る",
        "ko": "먹이가 떨어지고 잉어가 앞다투어 먹으러 온다",
        "en": "food falls in, and the koi race for it",
    },
)
FLICK = Control(
    "pointer, flicked fast",
    {
        "ja": "近くの鯉が驚いて逃げ、驚きが隣へ伝わる",
        "ko": "가까운 잉어가 놀라 달아나고, 놀람이 옆으로 번진다",
        "en": "koi near it take fright and flee, and the fright passes from one to the next",
    },
)


class Shoal:
    """Koi of ``size`` (count,) that follow a target in a ``crowd``, eat what is dropped and take fright.

    ``girth`` and ``fall`` are those of ``School``.
    """

    def __init__(
        self,
        params: KoiParams,
        crowd: Crowd,
        size: np.ndarray,
        theme: Theme,
        *,
        girth: float = PUBLISHED_SIZE,
        fall: tuple[float, float] = SHADOW_FALL,
    ) -> None:
        self.crowd = crowd
        self.girth, self.fall = girth, fall
        self.koi = Koi(params, size)
        self.food = Food(theme, size)
        self.fright = Fright(size)
        self.dress(theme)

    def dress(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self.look = School(theme, self.koi, girth=self.girth, fall=self.fall)
        self.food.dress(theme)

    def calm(self) -> None:
        """Forget food and fright."""
        self.food.clear()
        self.fright = Fright(self.koi.size)

    def shift(self, dx: float, dy: float) -> None:
        """Move all by an offset in board px."""
        self.koi.points += np.array([dx, dy])
        self.food.shift(dx, dy)

    def live(self, scene: Creature, turn: float = 0.0, drift: tuple[float, float] = (0.0, 0.0)) -> None:
        """One tick toward the scene's target. ``turn``: radians by which the gathering round a pointer is
        turned; ``drift``: px/tick of what floats."""
        koi, food, fright = self.koi, self.food, self.fright
        heads = koi.points[:, 0]
        fright.tick(heads, scene.target.pointers)
        wish, keen = food.steer(heads, self.crowd.aims(scene.target, heads, turn))
        wish = fright.steer(heads, wish, unit(koi.heading), scene.board)
        speed, agility, vigour = fright.gains()
        keen *= fright.alarm == 0
        koi.tick(
            wish,
            scene.tick_seconds,
            speed + RACE * keen,
            agility + (AGILITY - 1) * keen,
            vigour + keen,
        )
        food.tick(mouths(koi.points, koi.size), np.array(drift))

    def layers(self, look_at: tuple[float, float], ticks: int) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
        """Layers of the fish with their shadows, and of the food on the water."""
        return self.look.layers(self.koi, np.array(look_at), self.food.gape), self.food.layers(ticks)
