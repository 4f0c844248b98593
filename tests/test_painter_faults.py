"""What went wrong once does not stay wrong: after a failed upload or draw the next paint is whole."""

from __future__ import annotations

from contextlib import suppress
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
from scenes.letters import dipped, placed, rest_lattice, shards, soft_glyphs
from scenes.picture import Layer, Picture, Water, floats, glyphs
from scenes.registry import names, scene_class
from scenes.scene import Setting
from scenes.skins import finish
from viewer.painter import Painter

pytestmark = pytest.mark.gl


@cache
def _target(ctx: Any) -> Any:
    return ctx.simple_framebuffer(SIZE, 4)


class DriverTrouble(Exception):
    """Stands for a driver that is out of memory."""


letter = cache(square)
"""The same object for the same size, so that its field is made once."""


def letters(turn: int) -> Layer:
    places = [(60.0 + 50 * i, 70.0) for i in range(3)]
    return glyphs(
        "letters", [letter(0.2 + 0.05 * i + 0.02 * turn) for i in range(3)], places, [[40]], DAY.coral
    )


def shapes_of_letters(turn: int) -> tuple[Layer, ...]:
    """Soft ones, pieces, and ones in water, with a finish."""
    m = 2 + turn
    one, light = letter(0.3 + 0.02 * turn), finish(m, bevel=4.0, near=DAY.milk)
    at = [(40.0 + 30 * i, 30.0 + 9 * turn) for i in range(m)]
    nodes = [placed(rest_lattice(one, 6 + turn, 7), place, 0.2, 50) for place in at]
    cell = np.tile([[-0.3, -0.4], [0.4, -0.1], [0.1 * turn, 0.4]], (m, 1, 1))
    plain = glyphs("dipped", [one] * m, at, [[40]], DAY.sage, finish=light)
    return (
        soft_glyphs("soft", [one] * m, nodes, 50, DAY.butter, finish=light),
        shards("shards", [one] * m, at, 40, DAY.lavender, cell, finish=light),
        dipped(plain, 30 + 3 * np.arange(4.0) + turn, (30, 90), DAY.water),
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
        made.append((under, *some(m), letters(turn), *shapes_of_letters(turn), water(turn)))
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
                off = np.abs(got.astype(int) - good[one])  # a level: fields may lie elsewhere now
                assert off.max() <= 1, f"{what} {at}, then {one} of {order}"
    assert at > 1
    painter.release()


def test_fields_that_did_not_go_up_are_sent_again(ctx: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime.start("cpu")
    for at in (1, 2, 3, 5):
        painter, layer = Painter(ctx), letters(0)
        paint(painter, letters(1))
        with monkeypatch.context() as patch:
            failing(patch, calls()["write to a texture"], at)
            with suppress(DriverTrouble):
                painter.paint(Picture((layer,)), view(*SIZE), _target(ctx))
        fresh = Painter(ctx)
        off = np.abs(paint(painter, layer).astype(int) - paint(fresh, layer))
        assert off.max() <= 1
        painter.release()
        fresh.release()


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
