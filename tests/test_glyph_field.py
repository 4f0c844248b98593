"""The distance field against brute force, against FreeType's own coverage, and at its awkward places."""

from __future__ import annotations

import subprocess
import sys

import freetype
import numpy as np
import pytest

from kernels.glyph_field import distance_field
from scenes.glyphs import Glyph, glyph_of, rows_for
from scenes.openface import open_face
from scenes.shaping import shape


def loop(points: np.ndarray) -> np.ndarray:
    """A closed loop of quadratics from on- and off-curve points in turn."""
    p = np.asarray(points, np.float32)
    return np.stack([p[0::2], p[1::2], np.roll(p, -2, axis=0)[0::2]], axis=1)


def polygon(*points: tuple[float, float]) -> np.ndarray:
    p = np.asarray(points, np.float32)
    q = np.roll(p, -1, axis=0)
    return np.stack([p, (p + q) / 2, q], axis=1)


def samples(box, shape) -> np.ndarray:
    x0, y0, x1, y1 = box
    x = x0 + (np.arange(shape[1]) + 0.5) * (x1 - x0) / shape[1]
    y = y0 + (np.arange(shape[0]) + 0.5) * (y1 - y0) / shape[0]
    return np.stack(np.meshgrid(x, y), axis=-1)


def reference(curves: np.ndarray, box, shape) -> tuple[np.ndarray, np.ndarray]:
    """(distance, winding) in float64 from curves cut into 256 chords; off by at most about 1e-5."""
    p = samples(box, shape)[..., None, :]
    t = np.linspace(0, 1, 257)[:, None]
    best = np.full(shape, np.inf)
    winding = np.zeros(shape, int)
    for a, b, c in curves.astype(float):
        points = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
        start, step = points[:-1], np.diff(points, axis=0)
        length = np.maximum((step**2).sum(axis=-1), 1e-30)
        along = np.clip(((p - start) * step).sum(axis=-1) / length, 0, 1)
        away = np.linalg.norm(p - start - along[..., None] * step, axis=-1)
        best = np.minimum(best, away.min(axis=-1))
        above, below = start[:, 1] <= p[..., 1], points[1:, 1] <= p[..., 1]
        side = step[:, 0] * (p[..., 1] - start[:, 1]) - step[:, 1] * (p[..., 0] - start[:, 0])
        winding += ((above & ~below & (side < 0)).astype(int) - (~above & below & (side > 0))).sum(axis=-1)
    return best, winding


@pytest.mark.parametrize("seed", range(16))
def test_random_loops_match_brute_force(seed):
    rng = np.random.default_rng(seed)
    curves = np.concatenate(
        [loop(rng.random((2 * rng.integers(1, 7), 2))) for _ in range(rng.integers(1, 4))]
    )
    box = (-0.3, -0.2, 1.1 + rng.random(), 1.2)
    grid = tuple(int(n) for n in rng.integers(1, 70, 2))
    ours = distance_field(curves, box, grid)
    distance, winding = reference(curves, box, grid)
    assert np.abs(np.abs(ours) - distance).max() < 2e-5
    clear = distance > 1e-4
    assert (((ours < 0) == (winding != 0)) | ~clear).all()


@pytest.mark.parametrize("rows_per_em", [7, 33, 90])
def test_a_kanji_matches_brute_force_across_many_blocks(rows_per_em):
    glyph = letter("永")
    ours, box = glyph.field(rows_per_em)
    rng = np.random.default_rng(1)
    for row in rng.integers(0, ours.shape[0], 5):
        step = (box[3] - box[1]) / ours.shape[0]
        strip = (box[0], box[1] + row * step, box[2], box[1] + (row + 1) * step)
        distance, winding = reference(glyph.curves, strip, (1, ours.shape[1]))
        assert np.abs(np.abs(ours[row]) - distance[0]).max() < 2e-5
        assert (((ours[row] < 0) == (winding[0] != 0)) | (distance[0] < 1e-4)).all()


def test_corners_are_sharp():
    square = polygon((0, 0), (1, 0), (1, 1), (0, 1))
    box, grid = (-0.5, -0.5, 1.5, 1.5), (64, 64)
    ours = distance_field(square, box, grid)
    p = np.abs(samples(box, grid) - 0.5) - 0.5
    exact = np.linalg.norm(np.maximum(p, 0), axis=-1) + np.minimum(p.max(axis=-1), 0)
    np.testing.assert_allclose(ours, exact, atol=1e-6)


def test_corners_on_sample_rows_do_not_leak():
    # every corner lies exactly on a sample: 8x8 samples at halves
    for points in (
        [(0.5, 3.5), (3.5, 0.5), (6.5, 3.5), (3.5, 6.5)],
        [(0.5, 0.5), (2.5, 4.5), (4.5, 0.5), (6.5, 4.5), (6.5, 6.5), (0.5, 6.5)],
        [(1.5, 1.5), (3.5, 1.5), (5.5, 1.5), (5.5, 5.5), (3.5, 5.5), (3.5, 3.5), (1.5, 5.5)],
    ):
        curves = polygon(*points)
        for turned in (curves, curves[::-1, ::-1]):
            ours = distance_field(turned, (0, 0, 8, 8), (8, 8))
            distance, winding = reference(turned + np.float32([0, 1e-4]), (0, 0, 8, 8), (8, 8))
            clear = distance > 1e-2
            assert ((ours < 0) == (winding != 0))[clear].all()
            assert (np.abs(ours)[~clear] < 1e-5).all()


def test_curves_that_turn_on_a_sample_row_do_not_leak():
    # a lens whose upper and lower turning points lie exactly on sample rows 1.5 and 6.5
    lens = loop([(0.7, 4.0), (4.0, -1.0), (7.3, 4.0), (4.0, 9.0)])
    ours = distance_field(lens, (0, 0, 8, 8), (8, 8))
    inside = ours < 0
    assert not inside[[0, 7]].any()
    assert inside[2:6, 2:6].all()
    assert not inside[:, [0, 7]].any()


def test_nonzero_winding_unites_what_runs_alike_and_cuts_what_runs_against():
    box, grid = (0, 0, 6, 4), (40, 60)
    left, right = polygon((1, 1), (4, 1), (4, 3), (1, 3)), polygon((2, 1.5), (5, 1.5), (5, 2.5), (2, 2.5))
    middle = (samples(box, grid) - [3, 2] <= [0.9, 0.4]).all(-1) & (
        samples(box, grid) - [3, 2] >= [-0.9, -0.4]
    ).all(-1)
    assert (distance_field(np.concatenate([left, right]), box, grid)[middle] < 0).all()
    against = np.concatenate([left, right[::-1, ::-1]])
    assert (distance_field(against, box, grid)[middle] > 0).all()


def test_degenerate_curves_are_points_and_lines():
    dot = np.full((1, 3, 2), 0.5, np.float32)
    back = np.array([[[0, 0], [2, 0], [0, 0]]], np.float32)  # runs to (1, 0) and back
    beyond = np.array([[[0, 0], [3, 0], [1, 0]]], np.float32)  # straight, but runs past its end, to (1.8, 0)
    box, grid = (-1.03, -0.97, 2.96, 1.01), (23, 31)
    p = samples(box, grid)
    np.testing.assert_allclose(distance_field(dot, box, grid), np.linalg.norm(p - 0.5, axis=-1), atol=1e-6)
    for curve, end in ((back, 1.0), (beyond, 1.8)):
        exact = np.linalg.norm(p - np.stack([p[..., 0].clip(0, end), 0 * p[..., 0]], -1), axis=-1)
        ours = distance_field(np.concatenate([curve, dot + 100]), box, grid)
        np.testing.assert_allclose(np.abs(ours), exact, atol=2e-6)


def test_nothing_is_infinitely_far():
    assert (distance_field(np.zeros((0, 3, 2)), (0, 0, 1, 1), (2, 3)) == np.inf).all()


@pytest.mark.parametrize(
    ("curves", "box", "grid", "said"),
    [
        (np.zeros((1, 2, 2)), (0, 0, 1, 1), (4, 4), "curves must be"),
        (np.zeros((1, 3, 2)), (0, 0, 0, 1), (4, 4), "empty"),
        (np.zeros((1, 3, 2)), (0, 0, 1, 1), (0, 4), "empty"),
        (np.full((1, 3, 2), np.nan), (0, 0, 1, 1), (4, 4), "finite"),
        (np.zeros((1, 3, 2)), (0, 0, np.inf, 1), (4, 4), "finite"),
    ],
)
def test_bad_input_is_refused(curves, box, grid, said):
    with pytest.raises(ValueError, match=said):
        distance_field(curves, box, grid)


def letter(text: str) -> Glyph:
    return glyph_of(shape(text)[0])


def coverage(text: str, px: int) -> tuple[np.ndarray, int, int]:
    """FreeType's own coverage 0..1 with the left and top of its bitmap, unhinted, from the same face."""
    face = shape(text)[0].face
    drawing = freetype.Face(face.path, face.index)
    drawing.set_pixel_sizes(0, px)
    drawing.load_char(
        text, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_NO_HINTING | freetype.FT_LOAD_NO_BITMAP
    )
    bitmap = drawing.glyph.bitmap
    pixels = np.array(bitmap.buffer, np.uint8).reshape(bitmap.rows, bitmap.pitch)[:, : bitmap.width]
    return pixels / 255, drawing.glyph.bitmap_left, drawing.glyph.bitmap_top


def drawn(text: str, px: int, rows_per_em: int, left: int, top: int, size: tuple[int, int], fine: int):
    """Coverage from the field: bilinear, an edge one sample wide, ``fine`` x ``fine`` samples a pixel."""
    glyph = letter(text)
    field, box = glyph.field(rows_per_em)
    middle = open_face(shape(text)[0].face).middle
    x = (left + (np.arange(size[1] * fine) + 0.5) / fine) / px - glyph.advance / 2
    y = middle - (top - (np.arange(size[0] * fine) + 0.5) / fine) / px
    u = np.clip((x - box[0]) * rows_per_em - 0.5, 0, field.shape[1] - 1.001)
    v = np.clip((y - box[1]) * rows_per_em - 0.5, 0, field.shape[0] - 1.001)[:, None]
    i, j = u.astype(int), v.astype(int)
    du, dv = u - i, v - j
    upper = field[j, i] * (1 - du) + field[j, i + 1] * du
    lower = field[j + 1, i] * (1 - du) + field[j + 1, i + 1] * du
    ink = np.clip(0.5 - (upper * (1 - dv) + lower * dv) * px * fine, 0, 1)
    return ink.reshape(size[0], fine, size[1], fine).mean(axis=(1, 3))


@pytest.mark.parametrize("text", ["か", "鬱", "A", "쌓"])
@pytest.mark.parametrize("px", [200, 2000])
def test_wrong_area_against_freetype(text, px):
    ink, left, top = coverage(text, px)
    ours = drawn(text, px, 256, left, top, ink.shape, 4 if px == 200 else 1)
    # FreeType rounds outlines to 1/64 px, which alone is 0.3 % of the area of a dense kanji at 200 px
    assert np.abs(ours - ink).sum() / ink.sum() < 0.005


@pytest.mark.parametrize("text", ["か", "鬱", "A", "쌓"])
def test_wrong_area_at_16_px(text):
    # At 16 px FreeType's rounding to 1/64 px is 2 % of the area, so its picture 64 times larger is averaged.
    large, left, top = coverage(text, 16 * 64)
    x0, y0 = left // 64, -(-top // 64)
    padded = np.zeros((20 * 64, 20 * 64))
    down, right = y0 * 64 - top, left - x0 * 64
    padded[down : down + large.shape[0], right : right + large.shape[1]] = large
    ink = padded.reshape(20, 64, 20, 64).mean(axis=(1, 3))
    ours = drawn(text, 16, 128, x0, y0, (20, 20), 8)
    assert np.abs(ours - ink).sum() / ink.sum() < 0.005


def test_rows_follow_the_screen():
    assert [rows_for(px) for px in (16, 200, 300, 1065, 2000, 9000)] == [128, 256, 256, 1024, 2048, 2048]
    assert rows_for(0.0) == 128


def test_fields_are_kept_and_cannot_be_spoiled():
    field, box = letter("つ").field(50)
    again, same = letter("つ").field(50)
    assert again is field
    assert same == box
    with pytest.raises(ValueError, match="read-only"):
        field[0, 0] = 1


ON_OPENGL = """
import sys, numpy as np
from kernels import runtime
device = runtime.start("opengl")
assert device.arch == "opengl", device
from scenes.glyphs import glyph_of
from scenes.shaping import shape
np.savez(sys.argv[1], *[glyph_of(shape(c)[0]).field(120)[0] for c in "鬱か"])
"""


@pytest.mark.gl
def test_software_gl_gives_the_same_field(tmp_path):
    file = tmp_path / "fields.npz"
    ran = subprocess.run([sys.executable, "-c", ON_OPENGL, file], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    for text, theirs in zip("鬱か", np.load(file).values()):
        np.testing.assert_allclose(theirs, letter(text).field(120)[0], atol=2e-6)
