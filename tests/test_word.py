"""A word becomes bodies: the layout figures of article 003, clusters of every script, and odd words."""

from __future__ import annotations

import numpy as np
import pytest
from font_factory import make_font

from scenes.board import Board
from scenes.glyphs import area, bounds, glyph_of
from scenes.lines import PITCH
from scenes.shaping import shape
from scenes.word import DEPTH, GAP, HEIGHT, MIN_WIDTH, WORDS, EmptyWord, LongWord, default_word, layout, row

COUNTS = {
    "pile": 6,
    "rope": 5,
    "jelly": 4,
    "dodge": 5,
    "water": 5,
    "shatter": 4,
    "tilt": 6,
    "wind": 4,
    "hero": 5,
}
"""Letters of the Korean words that the article measured with."""


def texts(word: str, **options) -> list[str]:
    return [letter.glyph.text for letter in layout(word, **options)]


def test_figure_01f_japanese_is_not_shrunk():
    letters = layout(default_word("pile", "ja"), language="ja")
    assert [letter.glyph.text for letter in letters] == list("つみかさね")
    for letter in letters:
        assert letter.size == pytest.approx(74)
        assert letter.width == pytest.approx(74)
        assert letter.height == pytest.approx(66.6)
    steps = np.diff([letter.x for letter in letters])
    np.testing.assert_allclose(steps, 1.1 * 74)
    assert np.mean([letter.x for letter in letters]) == pytest.approx(240)
    assert {letter.y for letter in letters} == {150.0}


def test_figure_01f_korean_stand_in_shrinks_to_58_px():
    # six letters of 1.0 em and one space of 0.3 em: what the figures' own geometry was inferred to be
    size, centers = row([1, 1, 1, 1, 0.3, 1, 1], 400, 74)
    assert size == pytest.approx(58.0, abs=0.05)
    assert size * HEIGHT == pytest.approx(52.2, abs=0.05)
    assert centers[0] - size / 2 == pytest.approx(-200)
    assert centers[-1] + size / 2 == pytest.approx(200)


def test_figure_04_pitch_is_72_6_px_at_66_px():
    letters = layout(default_word("dodge", "ja"), size=66, language="ja")
    np.testing.assert_allclose(np.diff([letter.x for letter in letters]), 72.6)


@pytest.mark.parametrize("scene", WORDS)
@pytest.mark.parametrize("language", ["ja", "ko", "en"])
def test_default_words_fit_their_row(scene, language):
    letters = layout(default_word(scene, language), language=language)
    left = min(letter.x - letter.width / 2 for letter in letters)
    right = max(letter.x + letter.width / 2 for letter in letters)
    assert right - left <= 400 + 1e-6
    assert left + right == pytest.approx(480)
    if language == "ko":
        assert len(letters) == COUNTS[scene]


def test_letters_narrower_than_the_minimum_get_the_minimum(tmp_path):
    font = make_font(
        tmp_path / "f.ttf",
        {"i": (200, [(80, 0, 120, 700)]), "I": (348, [(100, 0, 248, 700)]), "A": (750, [(0, 0, 750, 700)])},
    )
    thin, capital, wide = layout("iIA", font=str(font), size=55.1, language="en")
    assert thin.width == pytest.approx(MIN_WIDTH * 55.1)
    assert capital.width == pytest.approx(19.2, abs=0.05)
    assert wide.width == pytest.approx(41.3, abs=0.05)
    assert capital.x - thin.x == pytest.approx((0.34 / 2 + 0.1 + 0.348 / 2) * 55.1)
    # the thin letter stays in the middle of its widened box
    assert sum(thin.glyph.box[::2]) == pytest.approx(0, abs=1e-6)


def test_real_latin_letters_keep_their_own_widths():
    wide, thin = layout("Wl", language="en")
    assert wide.width > 2 * thin.width >= 2 * MIN_WIDTH * 74


def test_spaces_take_room_but_have_no_body():
    close, apart = layout("つみ"), layout("つ　み")
    assert len(apart) == 2
    room = (apart[1].x - apart[0].x) - (close[1].x - close[0].x)
    assert room == pytest.approx((1.0 + GAP) * 74)
    assert texts(" つ\tみ\n") == ["つ", "み"]


@pytest.mark.parametrize("word", ["", " ", "\n\t　", "\u200d", "\ufe0f", "\u00ad\u200b", "\u3164\u2800"])
def test_words_without_letters_are_refused(word):
    with pytest.raises(EmptyWord, match="no letters"):
        layout(word)


def test_controls_count_as_nothing():
    assert [letter.glyph.text for letter in layout("a\x01b\x7f", language="en")] == ["a", "b"]


def test_a_long_word_shrinks_as_a_whole():
    letters = layout("つみかさね" * 3)
    assert letters[0].size == pytest.approx(400 / (15 + 14 * GAP))
    assert {round(letter.height / letter.size, 6) for letter in letters} == {HEIGHT}
    assert {letter.y for letter in letters} == {150.0}


@pytest.mark.parametrize(
    "word", ["つみかさね" * 40, "the quick brown fox jumps " * 8, "다람쥐 헌 쳇바퀴에 " * 12]
)
def test_a_sentence_is_set_in_even_rows_that_stay_on_the_board(word):
    letters = layout(word, language="ja")
    rows = {}
    for letter in letters:
        rows.setdefault(round(letter.y, 3), []).append(letter)
    assert "".join(t.glyph.text for t in letters) == "".join(word.split())  # reading order, all of it
    assert letters[0].size > 10
    lines = [[t.glyph.text for t in row] for _, row in sorted(rows.items())]
    wide = [row[-1].x + row[-1].width / 2 - row[0].x + row[0].width / 2 for _, row in sorted(rows.items())]
    assert max(wide) <= 400 + 1e-6
    assert min(wide[:-1]) > 0.7 * max(wide)
    assert len(lines) * PITCH * letters[0].size <= DEPTH + 1e-6
    if " " in word:
        words = tuple(set(word.split()))
        assert all("".join(line).startswith(words) for line in lines)


def test_rows_of_a_right_to_left_sentence_each_start_at_the_right(tmp_path):
    font = make_font(tmp_path / "f.ttf", {c: (600, [(0, 0, 500, 700)]) for c in "אבגד "})
    letters = layout("אבגד " * 12, font=str(font))
    rows = {}
    for letter in letters:
        rows.setdefault(round(letter.y, 3), []).append(letter.x)
    assert len(rows) > 1
    assert all(row == sorted(row, reverse=True) for row in rows.values())


def test_more_letters_than_anybody_could_read_are_refused_with_a_number():
    with pytest.raises(LongWord, match=r"5000 letters.*at most about 2\d{3} letters"):
        layout("あ" * 5000)


def test_one_letter_lies_on_the_centre_of_any_board():
    (letter,) = layout("鬱", board=Board(800, 200))
    assert (letter.x, letter.y) == (400, 100)


def test_clusters_are_single_bodies():
    assert texts("か\u3099き") == ["が", "き"]  # composed as Unicode has it
    assert texts("か\u309aき") == ["か\u309a", "き"]  # no composed form: still one letter
    assert texts("\u1112\u1161\u11ab글") == ["한", "글"]
    assert texts("क्षत्रिय") == ["क्ष", "त्रि", "य"]
    assert texts("กำลัง") == ["กำ", "ลั", "ง"]
    assert texts("नमस्ते", language="en")[0] == "न"


def test_latin_ligatures_and_kerning_do_not_join_letters():
    assert texts("office", language="en") == list("office")
    pair = layout("AV", language="en")
    assert pair[0].width == layout("A", language="en")[0].width


def test_arabic_joins_and_runs_from_the_right():
    letters = layout("\u0628\u0628\u0628")
    assert len(letters) == 3
    assert letters[0].x > letters[1].x > letters[2].x
    assert len({letter.glyph for letter in letters}) == 3  # initial, medial and final forms
    assert layout("\u0628")[0].glyph not in {letter.glyph for letter in letters}


def test_a_ligature_that_the_script_demands_is_one_body():
    assert texts("\u0633\u0644\u0627\u0645") == ["\u0633", "\u0644\u0627", "\u0645"]


def test_mixed_directions_keep_their_order():
    letters = layout("Ab \u05d0\u05d1 12", language="en")
    assert [letter.glyph.text for letter in letters] == ["A", "b", "\u05d0", "\u05d1", "1", "2"]
    order = [letter.glyph.text for letter in sorted(letters, key=lambda letter: letter.x)]
    assert order == ["A", "b", "1", "2", "\u05d1", "\u05d0"]  # the number stands in the Hebrew
    letters = layout("\u05d0\u05d1 12", language="en")
    order = [letter.glyph.text for letter in sorted(letters, key=lambda letter: letter.x)]
    assert order == ["1", "2", "\u05d1", "\u05d0"]


@pytest.mark.parametrize(
    ("word", "seen"),
    [
        ("abc אבג דה xyz", "abcהדגבאxyz"),
        ("العربية ١٢٣ 12 abc", "abc12١٢٣ةيبرعلا"),
        ("אב 12:30 ג", "ג12:30בא"),
        ("A -5% ש", "A-5%ש"),
        ("1 אב", "בא1"),
        ("אב!", "!בא"),
    ],
)
def test_what_is_read_from_the_right_stands_as_unicode_has_it(word, seen):
    letters = sorted(layout(word, language="en"), key=lambda letter: letter.x)
    assert "".join(letter.glyph.text for letter in letters) == seen


FAMILY, FLAG, HEART = "👨\u200d👩\u200d👧", "🇯🇵", "❤\ufe0f"


@pytest.fixture
def emoji_font(tmp_path):
    block = (1000, [(100, -100, 900, 800)])
    letters = dict.fromkeys("👨👩👧❤🇯🇵", block) | {"\u200d": (0, [])}
    features = """
        feature ccmp { sub u1F468 u200D u1F469 u200D u1F467 by family; sub u1F1EF u1F1F5 by flag; } ccmp;
    """
    extra = {"family": (1200, [(100, -100, 1100, 800)]), "flag": (1000, [(100, 0, 900, 600)])}
    return str(make_font(tmp_path / "emoji.ttf", letters, features=features, extra=extra))


def test_emoji_sequences_are_one_body_each(emoji_font):
    letters = layout(FAMILY + FLAG + HEART, font=emoji_font)
    assert [letter.glyph.text for letter in letters] == [FAMILY, FLAG, HEART]
    assert letters[0].width / letters[0].size == pytest.approx(1.2)
    assert [len(letter.glyph.curves) for letter in letters] == [4, 4, 4]


def test_the_same_letter_is_the_same_glyph():
    first, second = layout("ぷにぷに")[::2]
    assert first.glyph is second.glyph
    assert layout("ぷ")[0].glyph is first.glyph


def test_kanji_take_the_form_of_their_language():
    japanese, korean = (layout("海", language=language)[0].glyph for language in ("ja", "ko"))
    assert japanese is not korean
    assert (
        japanese.curves.shape != korean.curves.shape or np.abs(japanese.curves - korean.curves).max() > 0.01
    )


@pytest.mark.parametrize("text", ["か", "鬱", "쌓", "A", "क्ष", "\u0644\u0627", "g"])
def test_outlines_are_closed_loops_of_one_sense(text):
    glyph = glyph_of(shape(text)[0])
    curves = glyph.curves
    assert curves.dtype == np.float32
    starts, ends = ({tuple(p) for p in curves[:, n]} for n in (0, 2))
    assert starts == ends  # to the bit
    assert area(curves) > 0
    x0, y0, x1, y1 = glyph.box
    assert -1 < x0 < x1 < 1
    assert -1 < y0 < y1 < 1
    assert bounds(curves) == glyph.box


@pytest.mark.parametrize("text", ["口", "日", "あ", "한", "H", "X"])
def test_letters_lie_on_the_centre_of_their_box(text):
    x0, y0, x1, y1 = layout(text)[0].glyph.box
    assert abs(x0 + x1) / 2 < 0.04
    assert abs(y0 + y1) / 2 < 0.04


@pytest.mark.parametrize("word", ["नमक", "กขค", "\u0633\u0639\u0628", "אבג"])
def test_other_scripts_fill_the_height_of_their_boxes(word):
    letters = layout(word)
    assert abs(np.mean([sum(letter.glyph.box[1::2]) / 2 for letter in letters])) < 0.08


def test_overlaps_are_removed(tmp_path):
    font = make_font(tmp_path / "f.ttf", {"+": (1000, [(100, 400, 900, 600), (400, 100, 600, 900)])})
    glyph = layout("+", font=str(font))[0].glyph
    assert len(glyph.curves) == 12
    assert area(glyph.curves) == pytest.approx(0.16 + 0.16 - 0.04, abs=1e-6)
    field, _ = glyph.field(100)
    assert field.min() == pytest.approx(-0.1 * 2**0.5, abs=0.01)  # the middle of the cross is deepest inside


def test_overlaps_between_the_glyphs_of_a_cluster_are_removed(tmp_path):
    letters = {"b": (1000, [(100, 0, 900, 500)]), "\u0301": (0, [(-600, 400, -400, 800)])}
    features = """
        markClass u0301 <anchor -500 400> @TOP;
        feature mark { pos base u0062 <anchor 500 400> mark @TOP; } mark;
    """
    font = make_font(tmp_path / "f.ttf", letters, features=features)
    glyph = layout("b\u0301", font=str(font))[0].glyph
    assert len(glyph.curves) == 8
    assert area(glyph.curves) == pytest.approx(0.8 * 0.5 + 0.2 * 0.3, abs=1e-6)
