"""Another word while a show runs: nothing waits for its letters, and in the end they are as fine as ever."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from test_glyph_painting import paint, square
from uniseg.linebreak import line_break_boundaries

from kernels import runtime
from scenes.board import Board
from scenes.glyphs import Glyph
from scenes.lines import units
from scenes.picture import Ground, Picture, glyphs
from scenes.scene import Setting
from scenes.word import glyphs_of, layout
from viewer import cast
from viewer.painter import Painter
from viewer.painter.atlas import COARSE, MANY, FieldAtlas
from viewer.painter.bands import FieldWork
from viewer.show import Show

SIZE = (480, 300)
GROUND = Ground(name="ground", top=np.ones(4), bottom=np.ones(4), patch=np.zeros(4), grain=0.0)


@pytest.fixture(autouse=True)
def _processor() -> None:
    runtime.start("cpu")


@pytest.fixture
def painter(ctx: Any) -> Any:
    painter = Painter(ctx)
    yield painter
    painter.release()


def row(word: str, ground: bool = False) -> Picture:
    letters = layout(word)
    places = [(letter.x, letter.y) for letter in letters]
    ink = glyphs("word", [one.glyph for one in letters], places, letters[0].size, (0.1, 0.1, 0.1, 1))
    return Picture((GROUND, ink) if ground else (ink,))


@pytest.mark.parametrize("rows", [64, 256, 512])
def test_a_field_in_bands_is_the_field(rows):
    glyph = layout("鬱")[0].glyph
    whole, box = glyph.field(rows, keep=False)
    work = FieldWork(glyph, rows)
    steps = 1
    while not work.step():
        steps += 1
    assert steps > rows // 128
    assert work.box == box
    np.testing.assert_allclose(work.field, whole, atol=1e-3)
    assert ((work.field < 0) == (whole.astype(np.float16) < 0)).mean() > 0.9999


@pytest.mark.gl
def test_in_a_hurry_letters_are_coarse_at_first_and_as_fine_as_ever_at_last(ctx):
    letter = square()
    patient, hurried = FieldAtlas(ctx), FieldAtlas(ctx)
    hurried.hurried = True
    for atlas in (patient, hurried):
        atlas.need({letter: 500.0}, 1)
    assert hurried.entry(letter).rows == COARSE[0]
    assert hurried.waiting == 1
    generation, slices = hurried.generation, 0
    while hurried.waiting:
        slices += 1
        finer = hurried.refine(0.0)
        assert finer == (hurried.waiting == 0)
    assert slices > 3
    assert hurried.generation == generation + 1
    assert hurried.entry(letter).rows == patient.entry(letter).rows == 512
    np.testing.assert_allclose(hurried.entry(letter).field, patient.entry(letter).field, atol=1e-3)
    hurried.need({letter: 500.0}, 2)
    assert not hurried.waiting
    hurried.need({letter: 1200.0}, 3)  # a larger window: what there is stays in use until it is finer
    assert (hurried.entry(letter).rows, hurried.waiting) == (512, 1)
    for atlas in (patient, hurried):
        atlas.release()


@pytest.mark.gl
def test_letters_that_are_foreseen_are_there_when_they_are_shown(ctx):
    atlas = FieldAtlas(ctx)
    atlas.hurried = True
    letters = [square(0.1 + 0.005 * i) for i in range(MANY + 5)]
    calls = 1
    while not atlas.foresee(letters, 0.0):
        calls += 1
    assert calls == len(letters)
    built = atlas.built
    assert {atlas.entry(letter).rows for letter in letters} == {COARSE[1]}
    atlas.need(dict.fromkeys(letters, 30.0), 500)
    assert atlas.built == built
    assert atlas.waiting == len(letters)
    atlas.release()


@pytest.mark.gl
@pytest.mark.parametrize("word", ["鬱夏", "❤️🍜"])
def test_the_picture_in_a_hurry_becomes_that_of_a_still(painter, word):
    picture = row(word, ground=True)
    true = paint(painter, picture, SIZE)
    painter.release()
    quick = Painter(painter.ctx)
    quick.hurry()
    first = paint(quick, picture, SIZE)
    assert quick._letters.waiting  # type: ignore[union-attr]
    assert np.abs(first - true).mean() < 0.002  # but for corners it can be read at once
    for _ in range(4):  # what stands still is kept, but not before it is fine
        paint(quick, picture, SIZE)
    for _ in range(2000):
        if not quick.refine(0.0) and not quick._letters.waiting:  # type: ignore[union-attr]
            break
    last = paint(quick, picture, SIZE)
    assert np.abs(last - true).max() <= 2 / 255
    assert not quick.refine(1.0)
    quick.release()


class Reports(list):
    def __call__(self, message: str) -> None:
        self.append(message)


@pytest.fixture
def show() -> Show:
    reports = Reports()
    show = Show(["dodge"], lambda name, setting: cast.make(name, setting), Setting(), reports)
    show.reports = reports  # type: ignore[attr-defined]
    return show


def shown(show: Show) -> str:
    scene: Any = show.player.scene
    return "".join(letter.glyph.text for letter in scene.letters)


def test_another_word_comes_when_it_is_ready_and_the_old_one_goes_on_meanwhile(show):
    asked: list[list[Glyph]] = []

    def foresee(letters: Any, seconds: float) -> bool:
        asked.append(list(letters))
        return len(asked) == 3

    show.foresee = foresee
    before, scene = shown(show), show.player.scene
    show.place(replace(show.setting, word="変わる言葉"))
    assert show.setting.word == "変わる言葉"
    show.place(replace(show.setting, board=Board(640, 300)))  # and a resize on the way
    assert (shown(show), scene.board) == (before, Board(640, 300))
    ticks = scene.ticks
    for _ in range(200):
        show.frame()
        scene.tick()
        if len(asked) < 3:
            assert shown(show) == before
    assert shown(show) == "変わる言葉"
    assert scene.ticks > ticks
    assert [glyph.text for glyph in asked[-1]] == list("変わる言葉")
    assert scene.setting == show.setting


def test_a_word_that_cannot_be_shown_is_told_and_the_old_one_stays(show):
    show.foresee = lambda letters, seconds: True
    before = shown(show)
    show.place(replace(show.setting, word="あ\U000fffff"))
    for _ in range(20):
        show.frame()
    assert shown(show) == before
    assert not show.player.failure
    assert show.setting.word is None
    assert len(show.reports) == 1  # type: ignore[attr-defined]
    assert "U+FFFFF" in show.reports[0]  # type: ignore[attr-defined]


def test_a_scene_whose_letters_cannot_be_made_ready_goes_on_as_it_was(show, monkeypatch):
    def fail(letter, place):
        raise RuntimeError("no shards of that")

    show.foresee = lambda letters, seconds: True
    monkeypatch.setattr(show.player.scene, "foresee", fail)
    before = shown(show)
    show.place(replace(show.setting, word="変化"))
    for _ in range(20):
        show.frame()
    assert shown(show) == before
    assert not show.player.failure
    assert "no shards of that" in show.reports[0]  # type: ignore[attr-defined]


def test_an_empty_word_is_told_too(show):
    show.foresee = lambda letters, seconds: True
    show.place(replace(show.setting, word="  "))
    for _ in range(5):
        show.frame()
    assert not show.player.failure
    assert "no letters" in show.reports[0]  # type: ignore[attr-defined]


def test_the_scene_is_told_of_each_letter_before_the_word_comes(show, monkeypatch):
    told: list[tuple[str, int]] = []
    foresee = lambda letter, place: told.append((letter.glyph.text, place))  # noqa: E731
    monkeypatch.setattr(show.player.scene, "foresee", foresee)
    show.foresee = lambda letters, seconds: len(told) == 2 or pytest.fail("the scene comes first")
    show.place(replace(show.setting, word="変化"))
    for _ in range(20):
        show.frame()
    assert told == [("変", 0), ("化", 1)]
    assert shown(show) == "変化"


def test_glyphs_come_one_by_one_and_are_those_of_the_layout():
    word = "夏 A❤️ب"
    assert list(glyphs_of(word)) == [letter.glyph for letter in layout(word)]


def test_rows_end_where_unicode_lets_them_whatever_is_read_at_once():
    chance = random.Random(4)
    letters = [*"あいうっゃー。、「」々カタッ・漢字龍abcXYZ12,.!?()-'\"", *"\u3000    "]
    for _ in range(400):
        texts = [chance.choice(letters) for _ in range(chance.randint(1, 40))]
        ends = [end for end in line_break_boundaries("".join(texts)) if end]
        assert [unit[-1] + 1 for unit in units(texts)] == ends
