"""Choosing fonts: by file, by family, by language, letter by letter, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from font_factory import make_font

from scenes import colorfonts, fontfiles, fonts, shaping
from scenes.fonts import describe, find
from scenes.texterrors import BrokenFont, MissingFont, MissingLetter, UnknownFont
from scenes.word import layout

CJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
BOX = (600, [(50, 0, 550, 700)])


@pytest.fixture
def only(monkeypatch):
    """A machine that has only the fonts of a folder, and no fontconfig."""

    def use(folder: Path) -> None:
        monkeypatch.setattr(fontfiles, "_ask_fontconfig", list)
        monkeypatch.setattr(fontfiles, "folders", lambda: [folder])
        forget()

    yield use
    monkeypatch.undo()
    forget()


def forget() -> None:
    fontfiles.system_faces.cache_clear()
    kept = (fonts.find, fonts._ranked, fonts.stand_ins, shaping._face_for, colorfonts.color_faces)
    for remembered in kept:
        remembered.cache_clear()


def test_language_chooses_the_face_of_a_collection():
    assert find(None, "ja").names[0] == "Noto Sans CJK JP"
    assert find(None, "ko").names[0] == "Noto Sans CJK KR"
    for language, family in (("ja", "Noto Sans CJK JP"), ("ko", "Noto Sans CJK KR")):
        assert find(CJK, language).family == family
        assert find("Noto Sans CJK", language).family == family
        assert find(None, language).weight >= fonts.BOLD


def test_family_by_name_takes_its_boldest_upright_face():
    face = find("dejavu  sans", "en")
    assert (face.family, face.weight, face.italic) == ("DejaVu Sans", 700, False)
    assert find("Noto Sans CJK KR", "ja").family == "Noto Sans CJK KR"
    assert find("Noto Sans CJK JP Regular", "ja").weight == 400


def test_a_family_stands_in_only_for_letters_that_it_has():
    shaped = shaping.shape("Aか", "DejaVu Sans", "ja")
    assert [c.face.family for c in shaped] == ["DejaVu Sans", "Noto Sans CJK JP"]


@pytest.mark.parametrize(
    ("letter", "family"),
    [
        ("न", "Noto Sans Devanagari"),
        ("ไ", "Noto Sans Thai"),
        ("ع", "Noto Sans Arabic"),
        ("Ж", "Noto Sans CJK JP"),
    ],
)
def test_other_scripts_come_from_a_matching_bold_sans(letter, family):
    (shaped,) = shaping.shape(letter)
    assert shaped.face.family == family
    assert shaped.face.weight >= fonts.BOLD


@pytest.mark.parametrize("letter", ["\U0010fffd", "\ue123"])
def test_a_letter_that_no_font_has_is_named_with_its_remedy(letter):
    with pytest.raises(MissingLetter) as told:
        layout("か" + letter)
    message = str(told.value)
    assert f"U+{ord(letter):04X}" in message
    assert "--font" in message
    assert "apt install fonts-" in message


def test_unknown_family_names_its_neighbours():
    with pytest.raises(UnknownFont, match=r"'Noto Sanz CJK JP' is not installed.*Noto Sans CJK JP"):
        find("Noto Sanz CJK JP")


def test_a_misspelt_family_is_guessed_best_first_and_bold_before_light(monkeypatch):
    installed = [("Noto Sans", 400), ("Noto Sans CJK JP", 400), ("Noto Sans CJK JP", 900), ("Nota Sans", 700)]
    faces = tuple(
        fontfiles.Face(f"{f}{w}.otf", 0, (f,), "", float(w)) for f, w in [*installed, ("Comic", 700)]
    )
    monkeypatch.setattr(fonts, "system_faces", lambda: faces)
    find.cache_clear()
    for typo, guess in {
        "noto sans cjk pj": "mean Noto Sans CJK JP?",
        "Notto Sans": "mean Nota Sans, Noto Sans?",
        "comik": "mean Comic?",
        "xyz": "fc-list",
    }.items():
        with pytest.raises(UnknownFont) as error:
            find(typo, "ja")
        assert guess in str(error.value)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(UnknownFont, match=r"no/such\.ttf: there is no such file"):
        find(str(tmp_path / "no/such.ttf"))


@pytest.mark.parametrize("content", [b"", b"\0\1\0\0", b"OTTO", b"ttcf", b"<html>no font</html>", bytes(400)])
def test_a_file_that_is_no_font_is_named(tmp_path, content):
    file = tmp_path / "broken.otf"
    file.write_bytes(content)
    with pytest.raises(BrokenFont, match=r"broken\.otf"):
        find(str(file))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_font_cut_short_is_named(tmp_path, share):
    whole = make_font(tmp_path / "whole.ttf", dict.fromkeys("abc", BOX)).read_bytes()
    file = tmp_path / "short.ttf"
    file.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(BrokenFont, match=r"short\.ttf"):
        layout("a", font=str(file))


def test_a_font_without_letters_is_named(tmp_path):
    with pytest.raises(BrokenFont, match="has no letters"):
        find(str(make_font(tmp_path / "empty.ttf", {})))


def test_a_font_that_may_not_be_read_is_named(tmp_path, monkeypatch):
    file = make_font(tmp_path / "secret.ttf", {"a": BOX})

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(fonts, "faces_of_file", refuse)
    with pytest.raises(BrokenFont, match=r"secret\.ttf: cannot be read \(Permission denied\)"):
        find(str(file))


def test_a_variable_font_is_set_to_800(tmp_path):
    file = make_font(tmp_path / "v.ttf", {"a": (1000, [(100, 0, 300, 700)])}, weight=100, widths_grow=True)
    assert find(str(file)).weight == 800
    x0, _, x1, _ = layout("a", font=str(file))[0].glyph.box
    assert x1 - x0 == pytest.approx(0.2 + 0.4 * 700 / 800, abs=1e-3)


def test_folders_are_read_where_fontconfig_is_not_there(tmp_path, only):
    make_font(
        tmp_path / "light.ttf", dict.fromkeys("つ入龍", BOX), family="Test Kanji", style="Light", weight=300
    )
    make_font(
        tmp_path / "black.ttf", dict.fromkeys("つ入龍", BOX), family="Test Kanji", style="Black", weight=900
    )
    make_font(
        tmp_path / "latin.ttf", dict.fromkeys("A", BOX), family="Test Latin", style="ExtraBold", weight=800
    )
    (tmp_path / "notes.ttf").write_text("not a font")
    only(tmp_path)
    assert [f.style for f in fontfiles.system_faces()] == ["Black", "ExtraBold", "Light"]
    assert str(find(None, "ja")) == "Test Kanji Black"
    assert layout("Aつ")[0].glyph.text == "A"
    with pytest.raises(MissingFont, match=r"no Korean font.*fonts-noto-cjk"):
        find(None, "ko")


def test_a_bold_font_goes_before_a_light_one_of_a_known_family(tmp_path, only):
    make_font(
        tmp_path / "a.ttf", dict.fromkeys("つ入龍", BOX), family="Noto Sans JP", style="Thin", weight=100
    )
    make_font(tmp_path / "b.ttf", dict.fromkeys("つ入龍", BOX), family="Unheard Of", style="Bold", weight=700)
    only(tmp_path)
    assert find(None, "ja").family == "Unheard Of"


def test_a_machine_without_fonts_says_what_to_install(tmp_path, only):
    only(tmp_path)
    with pytest.raises(MissingFont, match="fonts-noto-cjk"):
        layout("か")
    told = describe()
    assert told["ja"] is None
    assert told["faces"] == 0
    assert any("fonts-noto-cjk" in entry["remedy"] for entry in told["missing"])


def test_english_needs_no_cjk_font(tmp_path, only):
    make_font(tmp_path / "latin.ttf", dict.fromkeys("ABC", BOX), family="Test Latin")
    only(tmp_path)
    assert len(layout("ABC", language="en")) == 3


def test_a_damaged_system_font_does_not_stop_the_others(tmp_path, only):
    good = make_font(tmp_path / "z good.ttf", dict.fromkeys("つ入龍", BOX), family="Test Kanji")
    (tmp_path / "a cut.ttf").write_bytes(good.read_bytes()[:300])
    only(tmp_path)
    assert find(None, "ja").path.endswith("z good.ttf")


def test_doctor_is_told_the_family_and_file():
    told = describe()
    assert told["missing"] == []
    assert told["ja"] == {
        "family": "Noto Sans CJK JP",
        "style": "Bold",
        "weight": 700.0,
        "bold": True,
        "file": CJK,
    }
    assert told["ko"]["family"] == "Noto Sans CJK KR"
    assert told["faces"] > 10
