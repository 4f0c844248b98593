"""The water pass: what it bends, what it lights, and what it must never show."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import moderngl
import numpy as np
import pytest
from gl_objects import live

from scenes.board import Board, View, view
from scenes.picture import Picture, Water, floats, mix
from scenes.theme import THEMES, fade
from shaders.loader import FOLDER, load
from viewer.painter import Painter
from viewer.painter.water import REACH, WaterPainter, margin

pytestmark = pytest.mark.gl
SIZE = 480, 300


@pytest.fixture
def painter(ctx):
    painter = Painter(ctx)
    yield painter
    painter.release()


def water(height: np.ndarray, previous: np.ndarray | None = None, **how: Any) -> Water:
    theme = THEMES["day"]
    given: dict[str, Any] = {
        "cell": 2.0,
        "refract": 1.6,
        "tint": fade(theme.water, 0.4),
        "light": theme.light(theme.water, 0.85),
        "drift": floats([0.1, 0.3]),
    }
    return Water(
        name="water",
        height=height.astype(np.float32),
        previous=(height if previous is None else previous).astype(np.float32),
        **{**given, **how},
    )


def cells(columns: int = 240, rows: int = 150) -> tuple[np.ndarray, np.ndarray]:
    """Column and row of every cell's centre."""
    y, x = np.mgrid[0:rows, 0:columns]
    return x + 0.5, y + 0.5


def ring(radius: float = 30.0, tall: float = 2.0, wide: float = 2.5) -> np.ndarray:
    x, y = cells()
    return tall * np.exp(-(((np.hypot(x - 120, y - 75) - radius) / wide) ** 2))


FLAT = np.zeros((150, 240), np.float32)


def paint(
    painter: Painter, layer: Water, floor: np.ndarray, lay: View | None = None, **how: Any
) -> np.ndarray:
    """RGB levels (rows, columns, 3), rows from the top, of water over ``floor`` (rows, columns, 3)."""
    ctx = painter.ctx
    height, width = floor.shape[:2]
    pixels = np.dstack([floor, np.full((height, width), 255)]).astype(np.uint8)
    target = ctx.framebuffer([ctx.texture((width, height), 4, np.ascontiguousarray(pixels[::-1]))])
    painter.paint(Picture((layer,)), lay or view(width, height), target, **how)
    result = np.frombuffer(target.read(components=4), np.uint8).reshape(height, width, 4)[::-1, :, :3]
    ctx.detect_framebuffer(0).use()  # a framebuffer must not be released while it is bound
    target.color_attachments[0].release()
    target.release()
    return result.astype(float)


def sand(width: int = 480, height: int = 300) -> np.ndarray:
    return np.full((height, width, 3), (233, 214, 176))


def test_a_slope_shifts_the_floor_by_refract_times_slope(painter):
    x, _ = cells()
    floor = sand()
    floor[:, :240] = 40
    clear = {"tint": floats([1, 1, 1, 0]), "light": floats([1, 1, 1, 0])}
    edges = []
    for slope in (0.0, 0.5):
        seen = paint(painter, water((x - 120) * slope, **clear), floor)[140:160].mean(axis=(0, 2))
        edges.append(np.interp(0.5, (seen - seen[200]) / (seen[280] - seen[200]), np.arange(480)))
    shift = 1.6 * 0.5 * 2.0
    limited = shift * REACH / np.hypot(REACH, shift)
    assert edges[0] - edges[1] == pytest.approx(limited, abs=0.15)


def test_the_floor_is_never_read_from_beyond_the_picture(painter):
    """The picture is a part of a red target; steep water at its edges shows no red."""
    rng = np.random.default_rng(3)
    x, y = cells()
    wild = 6 * np.sin(x * 0.5) * np.cos(y * 0.4) + rng.normal(0, 1, x.shape)
    target = np.zeros((400, 600, 3), int)
    target[:] = 255, 0, 0
    target[60:360, 70:550] = 90, 160, 200
    colours = {"tint": floats([0.35, 0.63, 0.78, 0.4]), "light": floats([0.8, 0.95, 1.0, 1.0])}
    seen = paint(painter, water(wild, **colours), target, view(480, 300), region=(70, 60, 480, 300))
    assert np.array_equal(seen[:60], target[:60])
    assert np.array_equal(seen[:, :70], target[:, :70])
    inside = seen[60:360, 70:550]
    assert (inside[..., 0] <= inside[..., 2] + 1).all()


def test_moment_blends_the_two_ticks(painter):
    first, second = ring(20), ring(24)
    assert np.array_equal(
        paint(painter, water(second, first, moment=0.0), sand()), paint(painter, water(first), sand())
    )
    half = paint(painter, water(second, first, moment=0.5), sand())
    blended = paint(painter, water((first + second) / 2), sand())
    assert np.abs(half - blended).max() <= 1


def test_drift_wraps_without_a_seam_and_moves_gently(painter):
    def at(*drift: float) -> np.ndarray:
        return paint(painter, water(FLAT, drift=floats(drift)), sand())

    assert np.abs(at(0, 0) - at(1, 1)).max() <= 1
    assert np.abs(at(0.9995, 0.9995) - at(0.0005, 0.0005)).mean() < 0.5
    assert np.abs(at(0, 0) - at(0.25, 0.4)).mean() > 1.5  # but it does move


def test_still_water_is_visibly_water_and_stays_quiet(painter):
    seen = paint(painter, water(FLAT), sand()).mean(axis=2)
    assert seen.std() > 3
    assert seen.std() < 25
    theme = THEMES["day"]
    assert np.abs(paint(painter, water(FLAT), sand()).mean((0, 1)) - theme.sand[:3] * 255).max() > 6


@pytest.mark.parametrize("name", ["day", "night"])
def test_a_ring_shows_a_light_and_a_dark_crest(painter, name):
    theme = THEMES[name]
    floor = np.broadcast_to(np.round(theme.sand[:3] * 255), (300, 480, 3))
    look = {"tint": fade(theme.water, 0.4), "light": theme.light(theme.water, 0.85)}
    change = (paint(painter, water(ring(), **look), floor) - paint(painter, water(FLAT, **look), floor)).mean(
        2
    )
    # along the diagonal toward the light
    t = np.linspace(-90, 90, 721)
    line = change[(150 + 0.8 * t).astype(int), (240 + 0.6 * t).astype(int)]
    crest = np.abs(np.abs(t) - 60) < 10
    assert line[crest].max() > 8
    assert line[crest].min() < -8
    assert np.abs(line[np.abs(t) < 30]).max() < 6  # calm inside


@pytest.mark.parametrize("lay", [view(1920, 540), view(300, 480), view(640, 480, "contain")])
def test_any_shape_of_view_is_covered(painter, lay):
    floor = sand(lay.width, lay.height)
    x, y = cells(round(lay.board.width / 2), round(lay.board.height / 2))
    seen = paint(painter, water(np.sin(x / 5) * np.sin(y / 4)), floor, lay)
    assert np.abs(seen - floor).max(axis=2).min() > 0 or np.abs(seen - floor).mean() > 4
    assert seen.min() > 60


def test_tiles_with_a_margin_have_no_seam(painter):
    """A large still in tiles: with ``margin`` pixels around each, they are the whole picture's."""
    scale = 3.0
    lay = View(Board(), 1440, 900, scale, 0.0, 0.0)
    rng = np.random.default_rng(5)
    floor = np.kron(rng.integers(60, 240, (90, 144, 3)), np.ones((10, 10, 1), int))
    layer = water(ring(40, 3.0) + ring(15, 2.0))
    whole = paint(painter, layer, floor, lay)
    edge = margin(scale)
    for x in (0, 700):
        for y in (0, 420):
            left, top = max(x - edge, 0), max(y - edge, 0)
            right, bottom = min(x + 700 + edge, 1440), min(y + 420 + edge, 900)
            tile = paint(painter, layer, floor[top:bottom, left:right], lay, origin=(left, top))
            inner = tile[y - top : y - top + 420, x - left : x - left + 700]
            off = np.abs(inner - whole[y : y + 420, x : x + 700])
            # The floor here jumps by 180 levels, and texture filters weigh in steps of 1/256.
            assert off.max() <= 3
            assert off.mean() < 0.01


def test_magnified_grids_are_smooth_to_the_second_derivative(ctx):
    """The shader's fetch against the cubic B-spline's own formula, 64 px a texel."""
    values = np.random.default_rng(7).normal(size=(8, 8)).astype(np.float32)
    grid = ctx.texture((8, 8), 1, values, dtype="f4")
    grid.repeat_x = grid.repeat_y = False
    lib = (FOLDER / "lib" / "bspline.glsl").read_text("utf-8")
    program = ctx.program(
        vertex_shader=load("water.vert").text,
        fragment_shader="#version 330 core\nuniform sampler2D grid;\nout float value;\n"
        + lib
        + """
            void main() { value = bspline_texture(grid, gl_FragCoord.xy / 512.0).r; }""",
    )
    target = ctx.framebuffer([ctx.texture((512, 512), 1, dtype="f4")])
    target.use()
    ctx.enable_only(moderngl.NOTHING)
    grid.use(0)
    vao = ctx.vertex_array(program, [])
    vao.render(moderngl.TRIANGLES, vertices=3)
    seen = np.frombuffer(target.read(components=1, dtype="f4"), np.float32).reshape(512, 512)

    at = (np.arange(512) + 0.5) / 64 - 0.5
    near = np.floor(at).astype(int)
    f = at - near
    weights = np.stack([(1 - f) ** 3 / 6, 2 / 3 - f**2 + f**3 / 2, 1 / 6 + (f + f**2 - f**3) / 2, f**3 / 6])
    rows = np.zeros((512, 8))
    for k in range(4):
        np.add.at(rows, (np.arange(512), np.clip(near - 1 + k, 0, 7)), weights[k])
    assert np.abs(seen - rows @ values @ rows.T).max() < 0.01
    ctx.detect_framebuffer(0).use()
    for thing in (vao, program, target.color_attachments[0], target, grid):
        thing.release()


def test_a_layer_shown_again_is_not_uploaded_again(painter, monkeypatch):
    uploads: list[Any] = []
    kind: Any = painter._kind(Water)
    assert isinstance(kind, WaterPainter)
    original = kind._upload
    monkeypatch.setattr(kind, "_upload", lambda *a: (uploads.append(a), original(*a)))
    layer = water(ring())
    first = paint(painter, layer, sand())
    assert np.array_equal(paint(painter, layer, sand()), first)
    assert len(uploads) == 2
    paint(painter, water(ring(31)), sand())
    assert len(uploads) == 4


def test_frames_between_two_ticks_upload_the_tick_s_grids_once(painter, monkeypatch):
    """The arrays live on, so the same ones are another surface at the next tick."""
    uploads: list[Any] = []
    kind: Any = painter._kind(Water)
    original = kind._upload
    monkeypatch.setattr(kind, "_upload", lambda *a: (uploads.append(a), original(*a)))
    grids = ring(20).astype(np.float32), ring(24).astype(np.float32)
    tick = water(*grids)
    live = replace(tick, height=grids[0], previous=grids[1])
    before = Picture((live,))
    for turn in range(1, 4):
        grids[turn % 2][:] = ring(24 + 4 * turn)
        after = Picture(
            (Water(**{**look(live), "height": grids[turn % 2], "previous": grids[1 - turn % 2]}),)
        )
        uploads.clear()
        for share in (0.2, 0.5, 0.8):
            mixed = mix(before, after, share).layers[0]
            assert isinstance(mixed, Water)
            seen = paint(painter, mixed, sand())
            fresh = Painter(painter.ctx)
            assert np.array_equal(seen, paint(fresh, mixed, sand()))
            fresh.release()
        assert len(uploads) == 2
        before = after


def look(layer: Water) -> dict[str, Any]:
    """All of it but the stamp."""
    return {f.name: getattr(layer, f.name) for f in fields(layer) if f.name != "stamp"}


def test_sizes_and_grids_that_change_leave_no_objects_behind(painter):
    counts = []
    for turn in range(60):
        width, height = 40 + 7 * (turn % 10), 30 + 5 * (turn % 7)
        grid = np.zeros((15 + turn % 4, 20 + turn % 5), np.float32)
        paint(painter, water(grid), sand(width, height))
        if turn % 20 == 19:
            counts.append(live(painter.ctx))
    assert counts[1:] == counts[:-1]
