"""The contact sheet: rows that fill the paper, one number a scene, and one tile that fails alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from test_cli import run

from scenes import registry
from scenes.scene import Setting
from scenes.texterrors import MissingLetter
from viewer import sheet
from viewer.sheet import GAP, TOP, arrange

EVERY = registry.CREATURES + registry.LETTERS


@pytest.mark.parametrize("count", range(1, len(EVERY) + 1))
@pytest.mark.parametrize("first", ["creatures", "letters"])
def test_every_row_fills_the_width_and_nothing_overlaps(count: int, first: str) -> None:
    order = EVERY if first == "creatures" else EVERY[::-1]
    plan = arrange(order[:count])
    width, height = plan.size
    assert sorted(tile.name for tile in plan.tiles) == sorted(order[:count])
    taken = np.zeros((height, width), int)
    for tile in plan.tiles:
        taken[tile.y : tile.y + tile.height, tile.x : tile.x + tile.width] += 1
    assert taken.max() == 1
    assert taken.sum() == sum(tile.width * tile.height for tile in plan.tiles), "none lies beyond the sheet"
    assert not taken[:TOP].any()
    lengths = []
    for y in sorted({tile.y for tile in plan.tiles}):
        row = [tile for tile in plan.tiles if tile.y == y]
        assert row[0].x == GAP
        assert abs(row[-1].x + row[-1].width + GAP - width) < len(row)
        assert len({tile.height for tile in row}) == 1
        assert row[0].width / row[0].height < 4, "a board grows no wider"
        lengths.append(len(row))
    assert max(lengths) <= 3


def test_numbers_are_places_in_the_show_and_no_two_are_alike() -> None:
    names = ("pile", "snake", "koi", "lizard", "pond")
    plan = arrange(names)
    assert {tile.number: tile.name for tile in plan.tiles} == dict(enumerate(names, 1))
    assert [group for group, _ in plan.headings] == ["creatures", "letters"]
    assert arrange(["snake", "koi"]).headings == ()
    rows = [tile.y for tile in plan.tiles if tile.name != "pile"]
    assert sorted(map(rows.count, set(rows))) == [2, 2], "four are two and two, not three and one"


@pytest.mark.gl
def test_a_letter_that_no_font_has_costs_its_tile_alone(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    failed = sheet.write(out, ("snake", "pile"), Setting(word="\U0010fffd"), {}, "cpu")
    assert list(failed) == ["pile"]
    assert isinstance(failed["pile"], MissingLetter)
    assert Image.open(out).size == arrange(["snake"]).size
    with pytest.raises(MissingLetter):
        sheet.write(tmp_path / "none.png", ("pile",), Setting(word="\U0010fffd"), {}, "cpu")
    assert list(tmp_path.iterdir()) == [out]


def test_a_sheet_that_is_not_whole_is_written_told_and_1(tmp_path: Path) -> None:
    done = run("play", "snake", "pile", "--word", "\U0010fffd", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "U+10FFFD" in done.stderr
    assert "pile is left out" in done.stderr
    assert (tmp_path / "ikimoji-contact-sheet.png").exists()
