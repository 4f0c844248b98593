"""Painted letters against FreeType's own coverage, and the atlas of fields behind them."""

from __future__ import annotations

import ctypes
import logging
import math
from typing import Any

import freetype
import moderngl
import numpy as np
import pytest
from gl_objects import live

from kernels import runtime
from scenes.board import Board, View, view
from scenes.fonts import open_face
from scenes.glyphs import Glyph, glyph_of
from scenes.picture import Glyphs, Picture, glyphs
from scenes.shaping import Cluster, shape
from viewer.painter import Painter
from viewer.painter.atlas import FieldAtlas

pytestmark = pytest.mark.gl


@pytest.fixture(autouse=True)
def _processor():
    runtime.start("cpu")


@pytest.fixture(scope="module")
def painter(_headless):
    painter = Painter(_headless)
    yield painter
    painter.release()


def square(half: float = 0.4) -> Glyph:
    """A letter that is a square of twice ``half`` em."""
    corners = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    ends = np.roll(corners, -1, axis=0)
    curves = np.stack([corners, (corners + ends) / 2, ends], axis=1)
    return Glyph("square", np.ascontiguousarray(curves, np.float32), 1.0)


def paint(
    painter: Painter, picture: Picture, size: tuple[int, int], lay: View | None = None, **how: Any
) -> Any:
    """Premultiplied RGBA 0..1, rows from the top, over nothing."""
    target = painter.ctx.framebuffer([painter.ctx.texture(size, 4)])
    target.clear()
    painter.paint(picture, lay or View(Board(*size), *size, 1.0, 0.0, 0.0), target, **how)
    pixels = np.frombuffer(target.read(components=4), np.uint8).reshape(size[1], size[0], 4)[::-1] / 255
    target.ctx.detect_framebuffer(0).use()  # a framebuffer must not be released while it is bound
    target.color_attachments[0].release()
    target.release()
    return pixels


def freetype_coverage(
    cluster: Cluster,
    px: tuple[float, float],
    angle: float,
    middle: tuple[float, float],
    size: int,
    finer: int,
) -> np.ndarray:
    """FreeType's coverage (size, size) of the font's own outline, rasterised ``finer`` times larger and
    averaged: FreeType rounds points to 1/64 px, which is too coarse for letters of 16 px."""
    face = freetype.Face(cluster.face.path, cluster.face.index)
    face.set_char_size(1000 * 64, 0, 72, 72)
    face.load_glyph(cluster.glyphs[0][0], freetype.FT_LOAD_NO_HINTING | freetype.FT_LOAD_NO_BITMAP)
    outline = ctypes.byref(face.glyph.outline._FT_Outline)
    freetype.FT_Outline_Translate(
        outline, round(-cluster.advance / 2 * 64000), round(-open_face(cluster.face).middle * 64000)
    )
    # the picture's y runs down and FreeType's up: a clockwise turn there has the opposite sign here
    c, s = math.cos(angle) * finer / 1000 * 65536, math.sin(angle) * finer / 1000 * 65536
    turn = freetype.FT_Matrix(round(c * px[0]), round(s * px[1]), round(-s * px[0]), round(c * px[1]))
    freetype.FT_Outline_Transform(outline, ctypes.byref(turn))
    freetype.FT_Outline_Translate(
        outline, round(middle[0] * finer * 64), round((size - middle[1]) * finer * 64)
    )
    side = size * finer
    pixels = np.zeros((side, side), np.uint8)
    bitmap = freetype.FT_Bitmap()
    bitmap.rows = bitmap.width = bitmap.pitch = side
    bitmap.buffer = pixels.ctypes.data_as(type(bitmap.buffer))
    bitmap.num_grays, bitmap.pixel_mode = 256, freetype.FT_PIXEL_MODE_GRAY
    library = freetype.get_handle()
    assert freetype.FT_Outline_Get_Bitmap(library, outline, ctypes.byref(bitmap)) == 0
    return pixels.reshape(size, finer, size, finer).mean((1, 3), dtype=float) / 255


def wrong_area(
    painter: Painter, letter: str, px: tuple[float, float], angle: float = 0.0, finer: int = 16
) -> float:
    """Share of the letter's area that differs from FreeType's coverage."""
    cluster = shape(letter)[0]
    assert len(cluster.glyphs) == 1
    size = math.ceil(max(px) * 1.15) + 4
    size += size % 2
    middle = (size / 2 + 0.3, size / 2 - 0.21)
    layer = glyphs("word", [glyph_of(cluster)], [middle], [px], (1, 1, 1, 1), angle=angle)
    ours = paint(painter, Picture((layer,)), (size, size))[..., 3]
    true = freetype_coverage(cluster, px, angle, middle, size, finer)
    return float(np.abs(ours - true).sum() / true.sum())


@pytest.mark.parametrize("letter", ["鬱", "鷹", "あ", "한", "G", "8", "i"])
@pytest.mark.parametrize(("px", "finer"), [(16, 16), (40, 16), (200, 4)])
def test_area_is_freetypes(painter, letter, px, finer):
    assert wrong_area(painter, letter, (px, px), finer=finer) <= 0.005


@pytest.mark.parametrize("letter", "龘鿡靐麤鿧驫爩飝")
@pytest.mark.parametrize(("px", "finer"), [(16, 16), (200, 4)])
def test_the_densest_kanji_keep_their_area(painter, letter, px, finer):
    """The first of, and the worst in, the 200 densest (tests/benchmarks/area.py)."""
    assert wrong_area(painter, letter, (px, px), finer=finer) <= 0.005


@pytest.mark.parametrize("letter", ["鬱", "あ", "R"])
def test_area_is_freetypes_at_2000_px(painter, letter):
    assert wrong_area(painter, letter, (2000, 2000), finer=1) <= 0.005


@pytest.mark.parametrize(
    ("px", "angle"), [((40, 40), 0.5), ((120, 120), -2.2), ((150, 60), 0.0), ((60, 140), 0.9)]
)
def test_turned_and_stretched_letters_keep_their_area(painter, px, angle):
    assert wrong_area(painter, "永", px, angle, finer=8) <= 0.005


@pytest.mark.parametrize("px", [16, 200, 2000])
def test_corners_are_sharp(painter, px):
    """Against the exact coverage of a square: no corner loses half a pixel, whatever the size."""
    size = px + 8
    middle = (size / 2 + 0.25, size / 2 + 0.4)
    layer = glyphs("word", [square()], [middle], [[px]], (1, 1, 1, 1))
    ours = paint(painter, Picture((layer,)), (size, size))[..., 3]
    at = np.arange(size)
    x, y = (np.clip(np.minimum(at + 1, m + 0.4 * px) - np.maximum(at, m - 0.4 * px), 0, 1) for m in middle)
    error = np.abs(ours - y[:, None] * x[None, :])
    assert error.max() <= 0.4
    ends = [int(m + side * 0.4 * px) for m in middle for side in (-1, 1)]
    for column in ends[:2]:
        for row in ends[2:]:
            assert error[row - 3 : row + 4, column - 3 : column + 4].sum() <= 0.5  # square px
    inner = int(middle[1] - 0.4 * px) + 2, int(middle[0] - 0.4 * px) + 2
    assert ours[inner] == 1.0


def test_each_dark_copy_lies_just_below_its_own_letter(painter):
    """The second letter's dark copy falls on the first letter's face; offsets do not turn with letters."""
    places = [(50.0, 50.0), (80.0, 50.0)]
    layer = glyphs(
        "word",
        [square()] * 2,
        places,
        [[50]],
        [(1, 0, 0, 1), (0, 1, 0, 1)],
        under=[(0, 0, 1, 1), (1, 1, 0, 1)],
        offset=(-14.0, 6.0),
        angle=math.pi / 2,
    )
    pixels = paint(painter, Picture((layer,)), (140, 100))

    def at(x: float, y: float) -> tuple[float, ...]:
        return tuple(pixels[int(y), int(x), :3])

    assert at(40, 40) == (1, 0, 0)  # first face
    assert at(20, 60) == (0, 0, 1)  # its dark copy, to the left and below
    assert at(52, 60) == (1, 1, 0)  # second dark copy on the first face
    assert at(80, 50) == (0, 1, 0)  # second face on top


def test_a_soft_dark_copy_fades_evenly_across_its_edge(painter):
    layer = glyphs(
        "word",
        [square()],
        [(100.0, 100.0)],
        [[150]],
        (0, 0, 0, 0),
        under=(0, 0, 0, 1),
        offset=(0, 0),
        softness=8.0,
    )
    across = paint(painter, Picture((layer,)), (200, 200))[100, :, 3]
    fade = across[140:185]
    assert (np.diff(fade) <= 0).all()
    assert fade[0] == 1.0
    assert fade[-1] == 0.0
    assert (across[159] + across[160]) / 2 == pytest.approx(0.5, abs=0.02)
    assert 12 <= ((fade > 0) & (fade < 1)).sum() <= 18


def test_a_letter_painted_in_tiles_has_no_seam(painter):
    lay = view(480, 300)
    layer = glyphs("word", [glyph_of(shape("鬱")[0])], [(240.0, 150.0)], [[230]], (1, 1, 1, 1), angle=0.3)
    whole = paint(painter, Picture((layer,)), (480, 300), lay)
    for x in range(0, 480, 160):
        for y in range(0, 300, 150):
            tile = paint(painter, Picture((layer,)), (160, 150), lay, origin=(x, y))
            assert np.array_equal(tile, whole[y : y + 150, x : x + 160])


def test_a_word_that_changes_200_times_leaves_no_objects_behind(ctx):
    painter = Painter(ctx)
    counts = []
    for turn in range(200):
        letters = [square(0.1 + 0.001 * turn + 0.05 * i) for i in range(4)]
        places = [(60.0 + 100 * i, 150.0) for i in range(4)]
        paint(painter, Picture((glyphs("word", letters, places, [[90]], (1, 1, 1, 1)),)), (480, 300))
        if turn % 50 == 49:
            counts.append(live(ctx))
    assert counts[1:] == counts[:-1]
    atlas: Any = painter._kind(Glyphs).atlas  # type: ignore[attr-defined]
    width, height = atlas.texture.size
    assert width * height <= 4096 * 4096
    painter.release()


def test_a_resize_builds_fields_once_a_step_not_once_a_frame(ctx):
    atlas = FieldAtlas(ctx)
    letter = square()
    number = 0
    for px in [*range(60, 1900, 20), *range(1900, 60, -20)]:
        number += 1
        atlas.need({letter: float(px)}, number)
        assert atlas.entry(letter).rows >= 0.55 * px
    assert atlas.built <= 4
    atlas.need({letter: 60.0}, number + 1000)  # small for long: the large field is given up
    assert atlas.entry(letter).rows == 256
    atlas.release()


def test_one_letter_small_and_large_in_turns_is_built_once(ctx):
    atlas = FieldAtlas(ctx)
    letter = square()
    for number in range(20):
        atlas.need({letter: 30.0 if number % 2 else 1500.0}, number)
    assert atlas.built == 1
    atlas.release()


def test_an_atlas_that_is_full_coarsens_and_says_so_once(ctx, caplog):
    atlas = FieldAtlas(ctx, greatest_side=1024)
    letters = {square(0.3 + 0.001 * i): 700.0 for i in range(12)}
    with caplog.at_level(logging.WARNING):
        for number in range(1, 6):
            atlas.need(letters, number)
    assert len([r for r in caplog.records if "do not fit" in r.getMessage()]) == 1
    assert atlas.texture is not None
    assert max(atlas.texture.size) <= 1024
    built = atlas.built
    for number in range(6, 10):
        atlas.need(letters, number)
    assert atlas.built == built  # it settles
    boxes = []
    for letter in letters:
        entry = atlas.entry(letter)
        (w, h), (x, y) = entry.size, (entry.x, entry.y)
        assert x + w <= atlas.texture.width
        assert y + h <= atlas.texture.height
        assert all(x >= a + c or a >= x + w or y >= b + d or b >= y + h for a, b, c, d in boxes)
        boxes.append((x, y, w, h))
        got = np.frombuffer(atlas.texture.read(alignment=2), np.float16).reshape(atlas.texture.size[::-1])
        assert np.array_equal(got[y : y + h, x : x + w], entry.field)
    atlas.release()


def test_letters_no_longer_shown_make_room(ctx):
    atlas = FieldAtlas(ctx, greatest_side=1024)
    for number in range(40):
        atlas.need({square(0.3 + 0.001 * number): 200.0}, number)
    assert len(atlas) < 40
    assert isinstance(atlas.texture, moderngl.Texture)
    atlas.release()


def test_no_letters_paint_nothing(painter):
    layer = glyphs("word", [], np.zeros((0, 2)), np.zeros((0, 1)), np.zeros((0, 4)))
    assert paint(painter, Picture((layer,)), (20, 20)).max() == 0
