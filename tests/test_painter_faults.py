"""What went wrong once does not stay wrong: after a failed upload or draw the next paint is whole."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import moderngl
import numpy as np
import pytest
from test_glyph_painting import square
from test_painter_layers import DAY, SIZE, ground, paint, some

from kernels import runtime
from scenes.board import Board, view
from scenes.picture import Layer, Picture, Water, floats, glyphs
from scenes.registry import names, scene_class
from scenes.scene import Setting
from viewer.painter import Painter

pytestmark = pytest.mark.gl


@cache
def _target(ctx: Any) -> Any:
    return ctx.simple_framebuffer(SIZE, 4)


class DriverTrouble(Exception):
    """Stands for a driver that is out of memory."""


def letters(turn: int) -> Layer:
    places = [(60.0 + 50 * i, 70.0) for i in range(3)]
    return glyphs(
        "letters", [square(0.2 + 0.05 * i + 0.02 * turn) for i in range(3)], places, [[40]], DAY.coral
    )


def water(turn: int) -> Layer:
    y, x = np.mgrid[0:75, 0:120]
    height = np.ascontiguousarray(3 * np.sin(0.3 * x + turn) * np.cos(0.2 * y), np.float32)
    return Water(
        name="water",
        height=height,
        previous=height,
        cell=2.0,
        refract=1.6,
        tint=DAY.water,
        light=DAY.milk,
        drift=floats([0.2, 0.7]),
    )


def pictures() -> list[tuple[Layer, ...]]:
    """Three pictures of the same layers, with more instances each, and other colours of the ground."""
    made = []
    for turn, m in enumerate((2, 3, 40)):
        under = replace(ground(), top=(DAY.paper, DAY.sage, DAY.sand)[turn])
        made.append((under, *some(m), letters(turn), water(turn)))
    return made


def calls() -> dict[str, tuple[type, str]]:
    return {
        "write to a buffer": (moderngl.Buffer, "write"),
        "write to a texture": (moderngl.Texture, "write"),
        "draw": (moderngl.VertexArray, "render"),
        "new buffer": (moderngl.Context, "buffer"),
        "new texture": (moderngl.Context, "texture"),
        "new framebuffer": (moderngl.Context, "framebuffer"),
    }


def failing(monkeypatch: pytest.MonkeyPatch, where: tuple[type, str], at: int) -> None:
    """The ``at``-th call fails, once."""
    plain: Any = getattr(*where)
    count = [0]

    def call(*args: Any, **kwargs: Any) -> Any:
        count[0] += 1
        if count[0] == at:
            raise DriverTrouble
        return plain(*args, **kwargs)

    monkeypatch.setattr(*where, call)


@pytest.mark.parametrize("what", calls())
def test_the_paint_after_a_failed_one_is_whole(ctx: Any, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever call fails; whether the same picture comes next or the one before it."""
    runtime.start("cpu")
    painter = Painter(ctx)
    good = [paint(painter, *layers) for layers in pictures()]
    failed = True
    at = 0
    while failed:
        at += 1
        failed = False
        for order in ((2, 2, 0, 1), (0, 2, 1)):
            made, owner = pictures(), (at, order)
            paint(painter, *made[0], owner=owner)
            with monkeypatch.context() as patch:
                failing(patch, calls()[what], at)
                try:
                    painter.paint(
                        Picture(made[2]), view(*SIZE, "contain", Board(240, 150)), _target(ctx), owner=owner
                    )
                except DriverTrouble:
                    failed = True
            for one in order:
                got = paint(painter, *made[one], owner=owner)
                np.testing.assert_array_equal(got, good[one], err_msg=f"{what} {at}, then {one} of {order}")
    assert at > 1
    painter.release()


def test_twins_of_one_name_are_refused() -> None:
    first, second = some(2)[1], letters(0)
    with pytest.raises(ValueError, match=r"\['letters'\] came twice"):
        Picture((first, second, letters(1)))


@pytest.mark.parametrize("scene", names())
def test_no_scene_names_two_layers_alike(scene: str) -> None:
    """Through a demo, a touch, what follows it, a restart and calm: a picture with twins would raise."""
    kind = scene_class(scene)
    for setting in (Setting(), Setting(calm=True)):
        live = kind(setting=setting)
        for tick in range(30 if setting.calm else 260):
            if tick == 100:
                live.press(0, 240.0, 150.0)
            if tick == 130:
                live.release(0, 240.0, 150.0)
            if tick == 200:
                live.reset()
            live.tick()
            assert live.picture().layers
