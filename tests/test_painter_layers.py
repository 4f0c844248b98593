"""Layers at their limits: nothing to paint, points that fall together, numbers that are none, any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gl_objects
import moderngl
import numpy as np
import pytest

from scenes.board import Board, View, view
from scenes.panels import Panels
from scenes.picture import Ground, Layer, Pattern, Picture, Skin, discs, floats, ribbons, shapes
from scenes.theme import THEMES
from viewer.context import let_go
from viewer.painter import KINDS, Painter
from viewer.painter.layer import KEEP_PAINTS

pytestmark = pytest.mark.gl
DAY = THEMES["day"]
SIZE = (240, 150)


@pytest.fixture
def painter(ctx: Any) -> Iterator[Painter]:
    made = Painter(ctx)
    yield made
    made.release()


def paint(painter: Painter, *layers: Layer, size: tuple[int, int] = SIZE, owner: Any = None) -> np.ndarray:
    """Pixels (h, w, 4) on nothing."""
    target = painter.ctx.simple_framebuffer(size, 4)
    target.clear()
    painter.paint(Picture(layers), view(*size, "contain", Board(240, 150)), target, owner=owner)
    pixels = np.frombuffer(target.read(components=4), np.uint8).reshape(size[1], size[0], 4)[::-1]
    let_go(target)
    return pixels


def skin(m: int, pattern: Pattern = Pattern.SADDLES) -> Skin:
    rows = np.ones((m, 4), np.float32) * 0.5
    return Skin(
        pattern=pattern, mark=rows, mark2=rows, shade=rows, light=rows,
        seed=np.arange(m, dtype=np.float32), scale=np.full(m, 20, np.float32),
    )  # fmt: skip


def ground() -> Ground:
    return Ground(name="ground", top=DAY.paper, bottom=DAY.sand, patch=DAY.sage)


def some(m: int, name: str = "") -> list[Layer]:
    """One layer of each kind with m instances side by side."""
    x = 20 + 200 * (np.arange(m) + 0.5) / max(m, 1)
    spine = np.stack([np.stack([x + 4 * i, 40.0 + 9 * i + 0 * x], -1) for i in range(5)], axis=1)
    ring = 2 * np.pi * np.arange(6) / 6
    loop = np.stack([np.cos(ring), np.sin(ring)], -1) * 12 + np.stack([x, 120 + 0 * x], -1)[:, None]
    return [
        ribbons(
            f"ribbons{name}", spine.reshape(m, 5, 2), 5, DAY.coral, ink=DAY.ink, ink_width=1, skin=skin(m)
        ),
        discs(f"discs{name}", np.stack([x, 20 + 0 * x], -1), np.full((m, 2), 8.0), DAY.butter),
        shapes(f"shapes{name}", loop.reshape(m, 6, 2), DAY.sage, ink=DAY.ink, ink_width=1.0),
    ]


@pytest.mark.parametrize("at", range(3))
def test_no_instances_paint_nothing(painter: Painter, at: int) -> None:
    assert not paint(painter, some(0)[at]).any()


@pytest.mark.parametrize("pattern", Pattern)
@pytest.mark.parametrize("softness", [0.0, 3.0])
def test_points_that_fall_together_make_a_disc(painter: Painter, pattern: Pattern, softness: float) -> None:
    together = ribbons(
        "a", np.full((1, 6, 2), 75.0), 10.0, DAY.coral, softness=softness, skin=skin(1, pattern)
    )
    disc = discs("b", [[75.0, 75.0]], [[10.0, 10.0]], DAY.coral, softness=softness)
    ours, want = paint(painter, together), paint(painter, disc)
    off = np.abs(ours[..., 3].astype(int) - want[..., 3].astype(int))
    assert off.max() <= 24
    assert off.mean() < 0.05


@pytest.mark.parametrize(
    ("points", "radius"),
    [
        ([[50, 50]], [9]),
        ([[50, 50], [50, 50], [90, 50]], [9, 9, 9]),
        ([[50, 50], [90, 50], [90, 50], [90, 50]], [9, 4, 4, 0]),
        ([[50, 50], [90, 50], [50, 50]], [9, 9, 9]),
        ([[50, 50], [90, 50], [60, 50], [100, 50]], [9, 9, 9, 9]),
        ([[50, 50], [52, 50], [90, 90]], [20, 0, 9]),
        ([[50, 50], [90, 50.0001], [130, 50]], [0, 12, 0]),
    ],
)
@pytest.mark.parametrize("stain", [False, True])
def test_odd_spines_are_whole(painter: Painter, points: list, radius: list, stain: bool) -> None:
    """Every disc of the spine is covered, evenly: no hole and, in a stain, no place that is darker."""
    fill = np.array([0, 0, 0, 0.5 if stain else 1.0], np.float32)
    pixels = paint(painter, ribbons("odd", points, radius, fill))[..., 3]
    y, x = np.mgrid[0:150, 0:240] + 0.5
    for (px, py), r in zip(points, radius):
        inner = np.hypot(x - px, y - py) < r - 1
        assert (np.abs(pixels[inner].astype(int) - round(255 * fill[3])) <= 1).all()
    outside = np.min([np.hypot(x - px, y - py) for px, py in points], axis=0) > 40
    assert not pixels[outside].any()
    assert pixels.max() <= round(255 * fill[3]) + 1


def test_a_radius_of_zero_draws_nothing_and_harms_nothing(painter: Painter) -> None:
    assert not paint(painter, ribbons("thread", [[20, 20], [90, 90], [200, 30]], 0.0, DAY.ink)).any()
    assert not paint(painter, discs("dots", [[50, 50]], [[0.0, 0.0]], DAY.ink)).any()


def test_a_thread_fades_and_does_not_break(painter: Painter) -> None:
    thread = paint(painter, ribbons("thread", [[20, 20], [210, 110]], 0.1, (0, 0, 0, 1)))[..., 3]
    columns = thread[:, 25:200].sum(axis=0).astype(float)
    want = 255 * 0.2 / np.cos(np.arctan2(90, 190))
    assert abs(columns.mean() - want) < 0.08 * want
    assert columns.min() > 0.7 * want


FIELDS = {
    0: ("points", "radius", "fill", "ink", "ink_width", "softness"),
    1: ("center", "size", "angle", "fill", "ink", "ink_width", "softness"),
    2: ("points", "fill", "ink", "ink_width", "softness", "shade"),
}


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e30])
@pytest.mark.parametrize("at", range(3))
def test_numbers_that_are_none_harm_no_neighbour(painter: Painter, at: int, bad: float) -> None:
    layer = some(3)[at]
    good = paint(painter, layer)
    for field in FIELDS[at]:
        values = getattr(layer, field).copy()
        values[1] = bad
        pixels = paint(painter, replace(layer, **{field: values}))
        assert painter.ctx.error == "GL_NO_ERROR"
        for other in (np.s_[:, :82], np.s_[:, 158:]):
            np.testing.assert_array_equal(pixels[other], good[other], err_msg=field)


def test_one_nan_among_a_body_s_points_leaves_out_that_body_alone(painter: Painter) -> None:
    layer = some(3)[0]
    values = layer.points.copy()  # type: ignore[attr-defined]
    values[1, 3, 1] = np.nan
    pixels = paint(painter, replace(layer, points=values))
    assert not pixels[:, 90:140].any()
    np.testing.assert_array_equal(pixels[:, :82], paint(painter, layer)[:, :82])


@pytest.mark.parametrize("size", [(0, 0), (0, 90), (1, 1), (1, 400), (3, 2), (333, 77)])
def test_any_size_paints_without_an_error(painter: Painter, size: tuple[int, int]) -> None:
    target = painter.ctx.simple_framebuffer((max(size[0], 1), max(size[1], 1)), 4)
    picture = Picture((ground(), *some(4)))
    painter.paint(picture, view(*size), target, (0, 0, *size))
    assert painter.ctx.error == "GL_NO_ERROR"
    painter.paint(picture, View(Board(), *size, 1e-6, 0.0, 0.0), target, (0, 0, *size))
    assert painter.ctx.error == "GL_NO_ERROR"
    let_go(target)


def test_a_region_is_painted_and_nothing_beside_it(painter: Painter) -> None:
    target = painter.ctx.simple_framebuffer((200, 100), 4)
    target.clear()
    region = (30, 10, 96, 60)
    painter.paint(Picture((ground(), *some(4))), view(96, 60), target, region)
    pixels = np.frombuffer(target.read(components=4), np.uint8).reshape(100, 200, 4)[::-1]
    assert (pixels[10:70, 30:126, 3] == 255).all()
    assert pixels[..., 3].sum() == 255 * 96 * 60
    alone = painter.ctx.simple_framebuffer((96, 60), 4)
    painter.paint(Picture((ground(), *some(4))), view(96, 60), alone)
    whole = np.frombuffer(alone.read(components=4), np.uint8).reshape(60, 96, 4)[::-1]
    np.testing.assert_array_equal(pixels[10:70, 30:126], whole)
    let_go(target)
    let_go(alone)


def test_the_draw_calls_do_not_depend_on_how_many_there_are(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    plain = moderngl.VertexArray.render

    def counted(self: Any, *args: Any, **kwargs: Any) -> None:
        calls.append(1)
        plain(self, *args, **kwargs)

    monkeypatch.setattr(moderngl.VertexArray, "render", counted)
    counts = []
    for m in (1, 7, 900):
        calls.clear()
        paint(painter, ground(), *some(m, name=str(m)))
        counts.append(len(calls))
    # A draw for each of four layers, two bakes of ribbons, one of shapes.
    assert counts == [7, 7, 7]
    calls.clear()
    layers = some(5)
    paint(painter, *layers)
    calls.clear()
    paint(painter, *layers)
    assert len(calls) == 3  # nothing has changed: no bake


def test_a_ground_that_stays_is_copied_exactly(painter: Painter) -> None:
    target = painter.ctx.simple_framebuffer((200, 120), 4)
    layer = ground()

    def seen(region: tuple[int, int, int, int], layer: Ground) -> bytes:
        target.clear()
        painter.paint(Picture((layer,)), view(150, 90), target, region)
        return target.read(components=4)

    first = seen((20, 10, 150, 90), layer)
    assert seen((20, 10, 150, 90), layer) == first
    assert seen((20, 10, 150, 90), layer) == first
    other = seen((0, 0, 150, 90), layer)
    assert other != first
    assert seen((20, 10, 150, 90), layer) == first
    night = Ground(name="ground", top=DAY.ink, bottom=DAY.ink, patch=DAY.ink)
    assert seen((20, 10, 150, 90), night) not in (first, other)
    let_go(target)


def test_many_instances_show(painter: Painter) -> None:
    """More than one row of a folded texture holds; the last instance is where it should be."""
    m = 3000
    spines = np.tile(np.array([[10.0, 10.0], [30.0, 10.0]]), (m, 1, 1))
    spines[-1] += [100, 100]
    fill = np.tile(DAY.coral, (m, 1))
    pixels = paint(painter, ribbons("many", spines, 4.0, fill))
    assert pixels[110, 120, 3] == 255
    loops = np.tile(np.array([[10.0, 10.0], [30.0, 10.0], [20.0, 30.0]]), (m, 1, 1))
    loops[-1] += [100, 100]
    pixels = paint(painter, shapes("many", loops, DAY.sage, corner=1.0))
    assert pixels[116, 120, 3] == 255


def test_changed_arrays_are_seen_and_others_are_kept(painter: Painter) -> None:
    for layer in some(3):
        before = paint(painter, layer)
        fill = np.tile(DAY.lavender, (3, 1))
        after = paint(painter, replace(layer, fill=fill))
        fresh = paint(painter, replace(layer, fill=fill, name="fresh"))
        np.testing.assert_array_equal(after, fresh)
        assert (before != after).any()
        np.testing.assert_array_equal(paint(painter, layer), before)


def test_counts_may_change_from_paint_to_paint(painter: Painter) -> None:
    for m in (2, 40, 3, 1, 700, 2):
        ours = paint(painter, *some(m))
        fresh = paint(painter, *some(m, name=f" {m}"))
        np.testing.assert_array_equal(ours, fresh)


def test_live_objects_stay_flat(painter: Painter) -> None:
    """200 repaints of moving pictures, and as many switches between pictures: nothing is left behind."""
    size = (24, 15)

    def switch(times: int) -> None:
        for i in range(times):
            paint(painter, ground(), *some(2 + i % 5, name=f" of {i % 29} {i // 100}"), size=size)

    switch(2 * KEEP_PAINTS)
    before = gl_objects.live(painter.ctx)
    switch(200)
    for i in range(200):
        paint(painter, ground(), *some(3 + i % 2), size=size)
    switch(2 * KEEP_PAINTS)
    after = gl_objects.live(painter.ctx)
    assert {k: v - before[k] for k, v in after.items() if v > before[k] + 8} == {}


def test_release_gives_everything_back(ctx: Any) -> None:
    before = gl_objects.live(ctx)
    made = Painter(ctx)
    paint(made, ground(), *some(3))
    made.release()
    assert gl_objects.live(ctx) == before


def test_a_stain_is_even_where_it_crosses_itself(painter: Painter) -> None:
    t = np.linspace(0, 2 * np.pi, 20)
    eight = np.stack([120 + 70 * np.sin(t), 75 + 40 * np.sin(2 * t)], -1)
    shade = np.array([0, 0, 0, 0.2], np.float32)
    plain = paint(painter, ribbons("a", eight, 9.0, shade))[..., 3]
    soft = paint(painter, ribbons("b", eight, 9.0, shade, softness=4.0))[..., 3]
    assert plain.max() == soft.max() == 51
    assert (plain[70:80, 115:125] == 51).all()


def test_the_head_lies_on_top_where_a_body_crosses_itself(painter: Painter) -> None:
    t = np.linspace(0, 1, 16)
    loop = np.stack([40 + 160 * t, 75 + 0 * t], -1)
    turn = np.linspace(-np.pi / 2, 3 * np.pi / 2 - 0.9, 12)
    back = np.stack([200 + 30 * np.cos(turn), 45 + 30 * -np.sin(turn)], -1)
    spine = np.concatenate([loop, back, [[120, 20], [110, 75], [105, 130]]])
    layer = ribbons("snake", spine, 8.0, DAY.coral, ink=DAY.ink, ink_width=2.0)
    pixels = paint(painter, layer)
    x = 110
    # The head's own outline runs through the crossing, and its fill shows between.
    ink = (pixels[..., :3].astype(int).sum(axis=-1) < 200) & (pixels[..., 3] == 255)
    assert ink[67:69, x - 5 : x + 5].all()
    assert ink[81:83, x - 5 : x + 5].all()
    assert not ink[70:80, x - 5 : x + 5].any()


def test_an_unknown_layer_is_a_clear_error(painter: Painter) -> None:
    with pytest.raises(TypeError, match="no painter for layers of kind Layer"):
        paint(painter, Layer(name="what"))


def test_every_kind_of_layer_has_a_painter() -> None:
    kinds, waiting = set[type](), [Layer]
    while waiting:
        found = [cls for cls in waiting.pop().__subclasses__() if cls.__module__.startswith("scenes.")]
        kinds.update(found)
        waiting += found
    assert kinds == {*KINDS, Panels}, "panels are pictures again"


def test_the_seams_of_ground_are_none_between_day_and_night(painter: Painter) -> None:
    for name, theme in THEMES.items():
        pixels = paint(painter, Ground(name=name, top=theme.paper, bottom=theme.sand, patch=theme.sage))
        assert (pixels[..., 3] == 255).all()
        rows = pixels[..., :3].astype(int).mean(axis=1)
        assert np.abs(np.diff(rows, axis=0)).max() < 6


def test_floats_helper_is_what_layers_hold() -> None:
    assert floats([[1, 2]]).dtype == np.float32
