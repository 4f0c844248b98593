"""Soft, broken, dipped and finished letters against exact areas; a golden page of them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from golden import check_golden
from letter_gallery import SEEDS, cells, page
from PIL import Image, ImageDraw
from test_glyph_painting import paint, square

from kernels import runtime
from scenes.board import view
from scenes.cage import mean_values
from scenes.glyphs import Glyph
from scenes.letters import dipped, placed, rest_lattice, shards, soft_glyphs
from scenes.picture import Glyphs, Layer, Picture, glyphs, mix
from scenes.skins import finish
from scenes.theme import THEMES
from viewer import still
from viewer.painter import Painter

pytestmark = pytest.mark.gl
WHITE = (1.0, 1.0, 1.0, 1.0)


@pytest.fixture(autouse=True)
def _processor() -> None:
    runtime.start("cpu")


@pytest.fixture(scope="module")
def painter(_headless: Any) -> Any:
    painter = Painter(_headless)
    yield painter
    painter.release()


def frame() -> Glyph:
    """A letter with a hole: a square of 0.8 em with a square of 0.3 em, off its middle, left out."""
    outer, inner = square(0.4).curves, square(0.15).curves[::-1, ::-1] + np.array([0.1, 0.05])
    return Glyph("frame", np.concatenate([outer, inner]).astype(np.float32), 1.0)


def loops(bend: Callable[[np.ndarray], np.ndarray]) -> list[np.ndarray]:
    """The outlines of ``frame``, bent, as dense polygons."""
    share = np.linspace(0, 1, 400, endpoint=False)[:, None]
    made = []
    for half, middle in ((0.4, (0, 0)), (0.15, (0.1, 0.05))):
        corners = half * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) + middle
        ways = np.roll(corners, -1, axis=0) - corners
        made.append(bend((corners[:, None] + ways[:, None] * share).reshape(-1, 2)))
    return made


def arched(em: np.ndarray) -> np.ndarray:
    """A quadratic map, which the surface through the nodes gives back exactly: an arch that leans."""
    x, y = em[..., 0], em[..., 1]
    return np.stack([0.9 * x + 0.3 * y + 0.25 * y * y, 0.8 * y - 0.6 * x * x + 0.2 * x], axis=-1)


def exact(polygons: list[np.ndarray], size: int, finer: int) -> np.ndarray:
    """Coverage of the first polygon without the others."""
    image = Image.new("L", (size * finer, size * finer))
    draw = ImageDraw.Draw(image)
    for i, polygon in enumerate(polygons):
        draw.polygon([(x, y) for x, y in (polygon * finer - 0.5).tolist()], fill=0 if i else 255)
    return np.asarray(image, float).reshape(size, finer, size, finer).mean((1, 3)) / 255


def alpha(painter: Painter, layer: Layer, size: int) -> np.ndarray:
    return paint(painter, Picture((layer,)), (size, size))[..., 3]


@pytest.mark.parametrize("px", [20, 90, 700])
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_an_unbent_soft_letter_is_the_printed_one(painter: Painter, px: int, angle: float) -> None:
    size, letter = px + 20, frame()
    at = (size / 2 + 0.3, size / 2 - 0.2)
    how: dict[str, Any] = {"under": (0, 0, 1, 0.5), "offset": (3, 4)}
    print_ = glyphs("print", [letter], [at], [[px]], WHITE, angle=angle, **how)
    soft = soft_glyphs("soft", [letter], placed(rest_lattice(letter), at, angle, px)[None], px, WHITE, **how)
    want, got = (paint(painter, Picture((layer,)), (size, size)) for layer in (print_, soft))
    assert np.abs(want - got).max() <= 3 / 255


@pytest.mark.parametrize(("px", "finer"), [(40, 16), (160, 8), (1600, 2)])
def test_a_bent_letter_covers_the_bent_outlines_area_hole_and_all(
    painter: Painter, px: int, finer: int
) -> None:
    size, letter = int(1.2 * px), frame()

    def bend(em: np.ndarray) -> np.ndarray:
        return arched(em) * px + size / 2

    ours = alpha(painter, soft_glyphs("a", [letter], bend(rest_lattice(letter))[None], px, WHITE), size)
    true = exact(loops(bend), size, finer)
    assert np.abs(ours - true).sum() / true.sum() <= (0.01 if px < 100 else 0.005)


def test_a_bent_edge_has_no_facets_and_stays_as_sharp(painter: Painter) -> None:
    """Through every column of a wall-size letter: the upper edge lies on its parabola, two pixels wide."""
    px, size, letter = 1800, 2000, square()

    def bend(em: np.ndarray) -> np.ndarray:
        return np.stack([em[..., 0], em[..., 1] - 0.5 * em[..., 0] ** 2], axis=-1) * px + size / 2

    ours = alpha(painter, soft_glyphs("a", [letter], bend(rest_lattice(letter))[None], px, WHITE), size)
    for column in range(300, 1700, 7):
        x = (column + 0.5 - size / 2) / px
        want = size / 2 + px * (-0.4 - 0.5 * x * x)
        got = size / 2 - ours[: size // 2, column].sum()
        assert abs(got - want) < 0.3
        assert ((ours[: size // 2, column] > 0.02) & (ours[: size // 2, column] < 0.98)).sum() <= 2


def test_a_soft_letter_in_tiles_has_no_seam(painter: Painter) -> None:
    lay, letter = view(480, 300), frame()
    layer = soft_glyphs("a", [letter], arched(rest_lattice(letter))[None] * 300 + [240, 160], 300, WHITE)
    whole = paint(painter, Picture((layer,)), (480, 300), lay)
    for x in range(0, 480, 160):
        for y in range(0, 300, 150):
            tile = paint(painter, Picture((layer,)), (160, 150), lay, origin=(x, y))
            assert np.abs(tile - whole[y : y + 150, x : x + 160]).max() <= 1 / 255


def test_a_cage_carries_affine_maps_exactly_and_its_own_points() -> None:
    turn = 2 * np.pi * np.arange(28) / 28
    spiky = (0.4 + 0.12 * np.cos(5 * turn))[:, None] * np.stack([np.cos(turn), np.sin(turn)], -1)
    weights = mean_values(spiky, rest_lattice(frame()).reshape(-1, 2))
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    matrix, shift = np.array([[1.2, 0.3], [-0.4, 0.7]]), np.array([30.0, 40.0])
    moved = (weights @ (spiky @ matrix.T + shift)).reshape(rest_lattice(frame()).shape)
    np.testing.assert_allclose(moved, rest_lattice(frame()) @ matrix.T + shift, atol=1e-4)
    at_corners = mean_values(spiky, spiky + 1e-5)
    np.testing.assert_allclose(np.diag(at_corners), 1, atol=2e-2)
    assert np.isfinite(
        mean_values(spiky, np.array([[0.0, 0], [3, 3], *((spiky[:1] + spiky[1:2]) / 2)]))
    ).all()


@pytest.mark.parametrize("px", [60, 500])
def test_pieces_at_rest_make_up_the_letter(painter: Painter, px: int) -> None:
    size, letter, n = px + 20, frame(), len(SEEDS)
    at = np.array([size / 2 + 0.4, size / 2])
    whole = alpha(painter, glyphs("w", [letter], [at], [[px]], WHITE), size)
    total = np.zeros_like(whole)
    for i in range(n):
        piece = shards(
            "p",
            [letter],
            at + SEEDS[i : i + 1] * px,
            px,
            WHITE,
            cells(SEEDS)[i : i + 1],
            about=SEEDS[i : i + 1],
        )
        total += alpha(painter, piece, size)
    off = np.abs(total - whole)
    assert off.max() <= 0.2  # where three meet in one pixel
    assert (off > 0.06).sum() <= 2 * n
    assert abs(total.sum() - whole.sum()) <= 0.001 * whole.sum()


@pytest.mark.parametrize("px", [30, 300, 1600])
def test_the_cut_is_as_sharp_as_the_letter(painter: Painter, px: int) -> None:
    """A slanted cut through a square: exact areas, either way round the cell, turned about its own middle."""
    size, middle = int(1.1 * px), np.array([[0.05, -0.02]])
    cell = np.array([[-0.9, -0.5], [0.5, -0.9], [0.1, 0.9], [-0.9, 0.7], [-0.9, 0.7]])
    c, s = np.cos(0.4), np.sin(0.4)
    around = (cell - middle) @ np.array([[c, s], [-s, c]]) * px + size / 2
    body = (0.4 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) - middle) @ np.array(
        [[c, s], [-s, c]]
    ) * px + size / 2
    finer = 16 if px < 100 else 4
    true = exact([around], size, finer) * exact([body], size, finer)
    for corners in (cell, cell[::-1]):
        piece = shards(
            "p", [square()], [[size / 2, size / 2]], px, WHITE, corners[None], about=middle, angle=0.4
        )
        ours = alpha(painter, piece, size)
        assert np.abs(ours - true).sum() / true.sum() <= 0.005
        assert ((ours > 0.02) & (ours < 0.98)).sum() <= 5 * px


def test_the_broken_face_shows_along_cuts_alone(painter: Painter) -> None:
    cell = np.array([[[-0.9, -0.9], [0.0, -0.9], [0.0, 0.9], [-0.9, 0.9]]])
    piece = shards("p", [square()], [[100, 100]], 200, (1, 0, 0, 1), cell, edge=(0, 0, 1, 1), edge_width=4.0)
    pixels = paint(painter, Picture((piece,)), (200, 200))
    assert tuple(pixels[100, 97, :3]) == (0, 0, 1)
    assert tuple(pixels[100, 94, :3]) == (1, 0, 0)
    assert tuple(pixels[100, 21, :3]) == (1, 0, 0)  # the letter's own outline, bare
    assert pixels[100, 101, 3] == 0


def test_letters_in_water_are_tinted_and_moved_below_the_line(painter: Painter) -> None:
    plain = glyphs("w", [square()], [(100, 100)], [[200]], (1, 0, 0, 1))
    x = np.linspace(0, 200, 21)
    line = 100 + 0.2 * (x - 100)
    pixels = paint(painter, Picture((dipped(plain, line, (0, 200), (0, 0, 1, 0.5), (12, 0)),)), (200, 200))
    assert tuple(pixels[60, 100, :3]) == (1, 0, 0)
    assert tuple(pixels[140, 100, :3]) == pytest.approx((0.5, 0, 0.5), abs=0.01)
    assert pixels[60, 20:180, 3].min() == 1
    assert pixels[160, 32:192, 3].min() == 1  # 12 px to the right
    assert pixels[160, :31, 3].max() == 0
    assert pixels[60, 181:, 3].max() == 0
    # Across the line: a crisp, even edge where the sloping line says.
    pixels = paint(painter, Picture((dipped(plain, line, (0, 200), (0, 0, 1, 1)),)), (200, 200))
    for column in range(40, 170, 10):
        assert 160 - pixels[60:160, column, 2].sum() == pytest.approx(
            100 + 0.2 * (column + 0.5 - 100), abs=0.15
        )
    level = paint(painter, Picture((dipped(plain, [100, 100], (90, 110), (0, 0, 1, 1)),)), (200, 200))
    assert (level[101, 25:175, 2] == 1).all()  # level beyond its ends
    assert (level[98, 25:175, 2] == 0).all()


def test_finish_lights_the_upper_left_and_shades_the_lower_right(painter: Painter) -> None:
    light = finish(1, bevel=20.0, near=(1, 1, 1, 1), far=(0, 0, 0, 1), core=(0, 0, 1, 1), depth=60.0)
    letter = glyphs("w", [square()], [(150, 150)], [[300]], (0.5, 0.5, 0.5, 1), finish=light)
    pixels = paint(painter, Picture((letter,)), (300, 300))
    top, bottom = pixels[34, 150, :3], pixels[265, 150, :3]
    assert top[0] > 0.8
    assert bottom[0] < 0.2
    assert pixels[150, 34, 0] > pixels[150, 265, 0] + 0.3
    assert pixels[150, 150, 2] > 0.95  # the core
    assert pixels[150, 150, 0] < 0.05
    assert (pixels[31:269, 31:269, 3] == 1).all()


@pytest.mark.parametrize("form", ["print", "soft", "shard"])
def test_light_lies_on_a_body_that_is_clear(painter: Painter, form: str) -> None:
    light = finish(1, bevel=8.0, near=(1, 1, 1, 1))
    clear = (0, 0, 0, 0)
    letter, at = square(), [[50.0, 50.0]]
    layer: Layer = {
        "print": lambda: glyphs("w", [letter], at, [[100]], clear, finish=light),
        "soft": lambda: soft_glyphs(
            "w", [letter], placed(rest_lattice(letter), at[0], 0, 100)[None], 100, clear, finish=light
        ),
        "shard": lambda: shards("w", [letter], at, 100, clear, cells(np.zeros((1, 2)))[:1], finish=light),
    }[form]()
    pixels = paint(painter, Picture((layer,)), (100, 100))
    assert pixels[12, 50, 3] > 0.4
    assert pixels[50, 50].max() == 0
    assert (pixels[..., :3] <= pixels[..., 3:] + 1 / 255).all()  # premultiplied


def test_a_sliding_gloss_is_shown_between_ticks() -> None:
    def at(place: float) -> Picture:
        letters = glyphs("w", [square()], [(0, 0)], [[10]], WHITE, finish=finish(1, glossed=place))
        return Picture((letters,))

    layer = mix(at(0.0), at(1.0), 0.25).layers[0]
    assert isinstance(layer, Glyphs)
    assert layer.finish is not None
    assert layer.finish.glossed[0] == pytest.approx(0.25)


def test_wrong_shapes_are_told() -> None:
    letter = square()
    with pytest.raises(ValueError, match=r"lattice of 2 letters is \(2, "):
        soft_glyphs("w", [letter] * 2, rest_lattice(letter)[None], 10, WHITE)
    with pytest.raises(ValueError, match="4 x 4"):
        rest_lattice(letter, 3, 9)
    with pytest.raises(ValueError, match=r"cells of 1 pieces are \(1, "):
        shards("w", [letter], [(0, 0)], 10, WHITE, np.zeros((2, 4, 2)))
    with pytest.raises(ValueError, match="two places"):
        dipped(glyphs("w", [letter], [(0, 0)], [[10]], WHITE), [3.0], (0, 1), WHITE)
    with pytest.raises(TypeError, match="no shine"):
        finish(1, shine=3.0)
    with pytest.raises(ValueError, match="three points"):
        mean_values(np.zeros((2, 2)), np.zeros((1, 2)))


def test_no_letters_of_any_form_paint_nothing(painter: Painter) -> None:
    none = np.zeros((0, 2))
    for layer in (
        soft_glyphs("a", [], np.zeros((0, 4, 4, 2)), np.zeros(0), np.zeros((0, 4))),
        shards("a", [], none, np.zeros((0, 1)), np.zeros((0, 4)), np.zeros((0, 4, 2))),
    ):
        assert paint(painter, Picture((layer,)), (20, 20)).max() == 0


@pytest.mark.golden
@pytest.mark.parametrize("theme", ["day", "night"])
def test_the_page_of_letters(painter: Painter, theme: str) -> None:
    check_golden(f"letters_{theme}", still.render(page(THEMES[theme]), (960, 600), painter=painter))
