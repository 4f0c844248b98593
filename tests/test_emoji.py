"""Emoji in colour: one body each, by the outline of their picture, in the colours of their font."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from font_factory import make_font
from golden import check_golden
from letter_gallery import page
from test_fonts import forget

from kernels import runtime
from scenes import colorfonts
from scenes.board import Board, View
from scenes.colorglyphs import MARGIN, coverage, filled
from scenes.contours import outline
from scenes.glyphs import Glyph, area, bounds
from scenes.letters import dipped, rest_lattice, shards, soft_glyphs
from scenes.picture import Layer, Picture, glyphs
from scenes.texterrors import MissingLetter, is_emoji
from scenes.theme import THEMES
from scenes.word import layout
from viewer.context import let_go
from viewer.painter import Painter

FAMILY, FLAG, HEART = "👨\u200d👩\u200d👧", "🇯🇵", "❤\ufe0f"
RED, BLUE = (0.9, 0.1, 0.1, 1.0), (0.1, 0.2, 0.9, 1.0)


@pytest.fixture
def machine(monkeypatch):
    """A machine whose fonts in colour are those of the given files, none by default."""

    def use(*paths: Path) -> None:
        faces = [face for path in paths for face in colorfonts_of(path)]
        others = [face for face in colorfonts.system_faces() if "emoji" not in face.family.lower()]
        from scenes import fontfiles, fonts

        for module in (fontfiles, fonts, colorfonts):
            monkeypatch.setattr(module, "system_faces", Remembered((*others, *faces)))
        forget()

    yield use
    monkeypatch.undo()
    forget()


class Remembered:
    """Stands for ``system_faces``, which remembers its answer."""

    def __init__(self, faces: tuple[Any, ...]) -> None:
        self.faces = faces

    def __call__(self) -> tuple[Any, ...]:
        return self.faces

    def cache_clear(self) -> None:
        pass


def colorfonts_of(path: Path) -> list[Any]:
    from scenes.fontfiles import faces_of_file

    return faces_of_file(path)


@pytest.fixture
def flag_font(tmp_path) -> Path:
    """A font of layers: a red square with a blue lower half, 2 em wide and 1.6 em high."""
    return make_font(
        tmp_path / "flags.ttf",
        {"😀": (2000, [(0, -400, 2000, 1200)]), "A": (600, [(0, 0, 600, 700)])},
        family="Test Emoji",
        extra={"all": (2000, [(0, -400, 2000, 1200)]), "low": (2000, [(0, -400, 2000, 400)])},
        layers={"😀": [("all", 0), ("low", 1)]},
        palette=(RED, BLUE),
    )


def drawn(word: str, **options) -> list[Glyph]:
    return [letter.glyph for letter in layout(word, **options)]


@pytest.mark.parametrize("word", ["❤\ufe0f", "😀", FLAG, FAMILY, "1\ufe0f\u20e3", "👍🏽", "☂\ufe0f", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"])
def test_what_unicode_shows_as_a_picture_is_one_body_in_colour(word):
    (glyph,) = drawn(word)
    assert glyph.text == word
    assert glyph.colors is not None


@pytest.mark.parametrize("word", ["❤", "1", "©", "☂\ufe0e", "あ", "#"])
def test_what_unicode_shows_as_text_stays_ink(word):
    assert not is_emoji(word)
    assert drawn(word)[0].colors is None


def test_emoji_are_as_wide_as_a_kanji_with_their_picture_in_the_middle_of_their_box():
    letters = layout(f"夏{HEART}{FLAG}{FAMILY}😀🐟")
    assert len({letter.width for letter in letters}) == 1
    assert len({letter.y for letter in letters}) == 1
    for glyph in [letter.glyph for letter in letters][1:]:
        x0, y0, x1, y1 = glyph.box
        assert abs(x0 + x1) < 0.01
        assert abs(y0 + y1) < 0.01
        assert 0.8 < x1 - x0 < 1.0
        assert y1 - y0 < 1.0
        assert 0.2 < area(glyph.curves) < 0.9
        assert len(glyph.curves) < 500


def test_a_font_of_layers_is_traced_and_painted_at_any_size(machine, flag_font):
    machine(flag_font)
    (glyph,) = drawn("😀")
    assert glyph.colors is not None
    # two ems wide, shown as one
    np.testing.assert_allclose(glyph.box, (-0.5, -0.4, 0.5, 0.4), atol=0.002)
    assert area(glyph.curves) == pytest.approx(0.8, rel=0.005)
    for rows in (64, 512):
        pixels = glyph.colors.pixels(rows, glyph.box)
        assert pixels.shape[0] == pytest.approx(0.8 * rows + 2 * MARGIN, abs=2)
        inner = pixels[MARGIN + 2 : -MARGIN - 2, MARGIN + 2 : -MARGIN - 2]
        half, n = inner.shape[0] // 2, 3
        for part, color in ((inner[: half - n], RED), (inner[half + n :], BLUE)):
            assert np.abs(part.astype(int) - np.round(np.array(color) * 255)).max() <= 1
        assert pixels[..., 3].min() >= 240  # the margin is filled, so that no edge is dark


def test_fonts_that_stay_sharp_come_before_bitmaps(machine, flag_font):
    bitmaps = next(f for f in colorfonts.system_faces() if f.family == "Noto Color Emoji")
    machine(Path(bitmaps.path), flag_font)
    assert [face.family for face in colorfonts.color_faces()] == ["Test Emoji", "Noto Color Emoji"]
    assert [colorfonts.kind_of(face) for face in colorfonts.color_faces()] == ["layers", "bitmaps"]
    # and what the first lacks comes from the second
    assert [glyph.text for glyph in drawn("😀🐟")] == ["😀", "🐟"]


def test_a_font_that_was_asked_for_shows_its_own_emoji(flag_font):
    smile, letter = drawn("😀A", font=str(flag_font))
    assert smile.colors is not None
    assert letter.colors is None
    np.testing.assert_allclose(smile.box, (-0.5, -0.4, 0.5, 0.4), atol=0.002)


def test_without_colours_an_emoji_is_an_outline_or_an_error_that_says_what_to_install(machine):
    machine()
    (heart,) = drawn(HEART)
    assert heart.colors is None
    with pytest.raises(MissingLetter, match="fonts-noto-color-emoji") as told:
        drawn("あ" + FAMILY)
    assert told.value.letter == FAMILY
    assert "U+1F468 U+200D U+1F469" in str(told.value)


def test_doctor_tells_of_colours_and_how_to_get_them(machine):
    from scenes.fonts import describe

    assert describe()["emoji"] == "Noto Color Emoji"
    machine()
    told = describe()
    assert told["emoji"] is None
    (lack,) = (row for row in told["missing"] if "emoji" in row["what"])
    assert lack["optional"]
    assert "fonts-noto-color-emoji" in lack["remedy"]


def test_a_traced_disc_has_the_disc_s_area_and_its_hole():
    y, x = np.mgrid[0:200, 0:200] + 0.5
    far = np.hypot(x - 97.3, y - 104.9)
    ring = np.clip(80 - far + 0.5, 0, 1) * np.clip(far - 30 + 0.5, 0, 1)
    curves = outline(ring)
    assert abs(area(curves)) == pytest.approx(np.pi * (80**2 - 30**2), rel=0.002)
    np.testing.assert_allclose(bounds(curves), (17.3, 24.9, 177.3, 184.9), atol=0.3)
    assert len(curves) < 130
    corners = outline(np.pad(np.ones((20, 30)), 5))
    assert abs(area(corners)) == pytest.approx(600, rel=0.01)


def test_nothing_is_traced_where_nothing_is():
    assert outline(np.zeros((9, 9))).shape == (0, 3, 2)
    assert outline(np.zeros((0, 0))).shape == (0, 3, 2)


def test_glass_counts_as_shape_and_keeps_its_opacity():
    alpha = np.zeros((40, 40), np.uint8)
    alpha[10:30, 10:30] = 90
    alpha[16:24, 16:24] = 255
    share = coverage(alpha)
    assert (share[10:30, 10:30] == 1).all()
    assert not share[:9].any()
    picture = np.zeros((40, 40, 4), np.uint8)
    picture[..., 3], picture[..., 0] = alpha, alpha
    full = filled(picture)
    assert tuple(full[12, 12]) == (255, 0, 0, 90)
    assert tuple(full[8, 20]) == (255, 0, 0, 90)  # beyond the edge
    assert full[20, 20, 3] == 255


@pytest.fixture(scope="module")
def painter(_headless: Any) -> Any:
    runtime.start("cpu")
    painter = Painter(_headless)
    yield painter
    painter.release()


def forms(glyph: Glyph) -> list[Layer]:
    """One letter of 100 px at (60, 60) in every form, with a fill of an ink that must not be seen."""
    at, green = [(60.0, 60.0)], (0.0, 1.0, 0.0, 1.0)
    plain = glyphs("print", [glyph], at, 100, green)
    square = np.array([[[-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]]])
    return [
        plain,
        soft_glyphs("soft", [glyph], [rest_lattice(glyph) * 100 + 60], 100, green),
        shards("shard", [glyph], at, 100, green, square),
        dipped(plain, [300.0, 300.0], (0, 120), (0, 0, 0, 0)),
    ]


@pytest.mark.gl
@pytest.mark.parametrize("form", range(4), ids=["print", "soft", "shard", "dipped"])
@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0])
def test_every_form_shows_the_colours(painter, flag_font, form, scale):
    (glyph,) = drawn("😀", font=str(flag_font))
    side = round(120 * scale)
    target = painter.ctx.simple_framebuffer((side, side))
    target.clear(1, 1, 1, 1)
    painter.paint(Picture((forms(glyph)[form],)), View(Board(120, 120), side, side, scale, 0, 0), target)
    seen = np.frombuffer(target.read(components=3), np.uint8).reshape(side, side, 3)[::-1].astype(int)
    let_go(target)
    for y, color in ((40, RED), (80, BLUE)):
        row = seen[round(y * scale), round(14 * scale) : round(106 * scale)]
        assert np.abs(row - np.round(255 * np.array(color[:3]))).max() <= 3
    # the edge is a mixture of the colour and the paper, and of nothing else
    edge = seen[round(40 * scale)]
    assert (edge[:, 1] >= 24).all()
    assert np.abs(edge[:, 1] - edge[:, 2]).max() <= 3
    assert abs((255 - edge[:, 1]).sum() / (255 * 0.9) - 100 * scale) < 1.0


@pytest.mark.gl
@pytest.mark.golden
def test_a_page_of_emoji(painter):
    target = painter.ctx.simple_framebuffer((960, 600))
    target.clear(1, 1, 1, 1)
    words = ("❤️🌸😀👨‍👩‍👧", "🐟🍉😀❤️", "🍜", "🐟🎉")
    painter.paint(page(THEMES["day"], words), View(Board(), 960, 600, 2.0, 0, 0), target)
    seen = np.frombuffer(target.read(components=3), np.uint8).reshape(600, 960, 3)[::-1]
    let_go(target)
    check_golden("emoji", seen)
