"""Pictures within a picture: each as if it were alone, clipped to its box, seamless in tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from conftest import difference

from scenes.board import Board, View, view
from scenes.panels import Panel, Panels, inner_view
from scenes.picture import Ground, Layer, Picture, floats, ribbons, shapes
from scenes.scene import Setting
from scenes.theme import THEMES
from viewer import cast, still
from viewer.context import let_go
from viewer.painter import Painter
from viewer.painter.panels import PanelFault

pytestmark = pytest.mark.gl
SIZE = (960, 600)
BOXES = ((20.0, 30.0, 160.0, 100.0), (200.0, 30.5, 240.5, 150.0), (-60.0, 170.0, 160.0, 100.0))


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    made = Painter(ctx)
    yield made
    made.release()


def inner(name: str, seconds: float = 1.0) -> Picture:
    return cast.moment(cast.make(name, Setting(language="en")), seconds)


def wall(*pictures: Picture | None) -> Picture:
    theme = THEMES["day"]
    ground = Ground(name="ground", top=theme.paper, bottom=theme.paper, patch=theme.sand)
    panels = tuple(Panel(p, Board(), str(k)) if p else None for k, p in enumerate(pictures))
    over = ribbons("over", [[10.0, 20.0], [470.0, 250.0]], 4.0, theme.coral)
    frames = shapes("frames", [[[10, 10], [400, 10], [400, 200], [10, 200]]], theme.milk, corner=1.0)
    return Picture((ground, frames, Panels(name="panels", box=floats(BOXES), panels=panels), over))


def pixels(painter: Painter, picture: Picture, where: View) -> np.ndarray:
    texture = painter.ctx.texture((where.width, where.height), 4)
    target = painter.ctx.framebuffer([texture])
    try:
        target.clear(0.0, 0.0, 0.0, 1.0)
        painter.paint(picture, where, target, owner="wall")
        read = np.frombuffer(target.read(components=3), np.uint8).reshape(where.height, where.width, 3)
        return read[::-1].copy()
    finally:
        let_go(target)
        texture.release()


def test_a_picture_in_a_box_is_the_picture_alone(painter: Painter) -> None:
    where = view(*SIZE, board=Board())
    pictures = [inner(name) for name in ("snake", "pond", "rope")]
    with_over = wall(*pictures)
    shown = pixels(painter, Picture(with_over.layers[:-1]), where)
    for box, picture in zip(BOXES, pictures):
        lies, (x, y, w, h) = inner_view(where, box, Board())
        alone = pixels(painter, picture, lies)
        assert w > 0
        part = np.s_[y : y + h, x : x + w]
        assert difference(shown[part], alone[part]) < 0.01, "nothing else is on it"
    again = pixels(painter, with_over, where)
    assert difference(pixels(painter, with_over, where), again) == 0
    assert difference(again, shown) > 0.3, "what lies above is painted, and after the pictures"


def test_what_is_kept_of_it_is_the_same_picture(painter: Painter) -> None:
    where = view(*SIZE, board=Board())
    picture = wall(*(inner(name) for name in ("koi", "octopus", "pile")))
    first = pixels(painter, picture, where)
    for _ in range(3):
        assert difference(pixels(painter, picture, where), first) < 0.02


@pytest.mark.parametrize("tile", [256, 500])
def test_a_still_of_it_in_tiles_has_no_seam(painter: Painter, tile: int) -> None:
    picture = wall(*(inner(name) for name in ("jellyfish", "pond", "tilt")))
    whole = still.render(picture, SIZE, board=Board(), painter=painter)
    parts = still.render(picture, SIZE, board=Board(), painter=painter, tile=tile)
    assert np.abs(whole.astype(int) - parts.astype(int)).max() <= 1


def test_a_box_of_another_shape_is_filled_from_its_middle() -> None:
    where = view(*SIZE, board=Board())
    lies, region = inner_view(where, (100.0, 50.0, 80.0, 100.0), Board())
    assert region == (200, 100, 160, 200)
    assert lies.scale == pytest.approx(200 / 300)
    assert lies.to_board(280.0, 200.0) == pytest.approx((240.0, 150.0))


def test_a_fault_in_one_names_whose_it_is(painter: Painter) -> None:
    broken = Picture((Layer(name="unheard of"),))
    with pytest.raises(PanelFault) as told:
        pixels(painter, wall(inner("snake"), broken), view(*SIZE, board=Board()))
    assert told.value.panel.picture is broken
    assert isinstance(told.value.__cause__, TypeError)
