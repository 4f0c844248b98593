"""Shatter: pieces that make up their letter, hard and soft landings, shards that fly, topple and lie."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.cutting import AREA, DIRECTIONS, MIDDLE_X, MIDDLE_Y, SEED, cells, cut
from kernels.shards import (
    ANGLE,
    ATTACHED,
    FLOOR,
    LYING,
    RADIUS,
    SPIN,
    STATE,
    VX,
    VY,
    X,
    Y,
    collide,
    step_shards,
)
from scenes import pieces
from scenes.board import Board
from scenes.glyphs import area
from scenes.letters import Shards
from scenes.picture import Glyphs
from scenes.pieces import break_up
from scenes.scene import Setting
from scenes.shatter import BROKEN, CRACK_TICKS, CRACKED, WHOLE, Shatter, ShatterParams
from scenes.theme import THEMES
from scenes.word import layout

seeds = st.integers(0, 2**32 - 1)
SENTENCE = ("むかしむかしあるところにおじいさんとおばあさんがすんでいました" * 7)[:200]


def run(scene: Shatter, ticks: int) -> Shatter:
    for _ in range(ticks):
        scene.tick()
    return scene


def settled(**numbers: Any) -> Shatter:
    """Handed over, and all at rest."""
    scene = Shatter(ShatterParams(**numbers))
    scene.touch()
    return run(scene, 300)


def spread(scene: Shatter) -> tuple[np.ndarray, ...]:
    """How far left, up, right and down each flying or lying shard's ink is, board px."""
    s = scene.shards[scene.shards[:, STATE] != ATTACHED]
    reach = scene.reach[scene.shards[:, STATE] != ATTACHED]
    ends = []
    for turn in (np.pi, -np.pi / 2, 0.0, np.pi / 2):
        at = (turn - s[:, ANGLE]) / (2 * np.pi / DIRECTIONS) % DIRECTIONS
        d = at.astype(int) % DIRECTIONS
        t, rows = at - np.floor(at), np.arange(len(s))
        ends.append(reach[rows, d] * (1 - t) + reach[rows, (d + 1) % DIRECTIONS] * t)
    return s[:, X] - ends[0], s[:, Y] - ends[1], s[:, X] + ends[2], s[:, Y] + ends[3], s[:, FLOOR]


def inside(scene: Shatter) -> bool:
    left, up, right, down, floor = spread(scene)
    ok = (left >= -1e-3).all() and (right <= scene.board.width + 1e-3).all() and (down <= floor + 1e-3).all()
    return bool(np.isfinite(scene.shards).all() and ok and (up >= -1.0).all())


def polygon(corners: np.ndarray) -> float:
    x, y = corners.T
    return 0.5 * float(np.abs((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()))


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(1, 14), st.integers(5, 40), st.integers(5, 40))
def test_a_cut_is_the_plain_rule_at_any_size(seed: int, k: int, rows: int, columns: int):
    rng = np.random.default_rng(seed)
    wave = rng.normal(0, 2, 4)
    y, x = np.mgrid[:rows, :columns] * 0.1
    field = (0.05 * np.sin(wave[0] * x + wave[1]) + 0.05 * np.cos(wave[2] * y + wave[3])).astype(np.float32)
    at = rng.uniform(0, 0.1 * max(rows, columns), (k, 2))
    table = cut(field, np.array([0.0, 0.0, 0.1]), at)
    share = np.clip(0.5 - field / np.float32(0.1), 0, 1)
    share[share <= 8 / 255] = 0
    nearest = ((x[..., None] - at[:, 0]) ** 2 + (y[..., None] - at[:, 1]) ** 2).argmin(axis=-1)
    for seed_ in range(k):
        mine = table[table[:, SEED] == seed_]
        weight = share * (nearest == seed_)
        assert mine[:, AREA].sum() == pytest.approx(weight.sum() * 0.01, abs=2e-4)
        if weight.sum() > 1:
            middle = np.average(mine[:, [MIDDLE_X, MIDDLE_Y]], axis=0, weights=mine[:, AREA])
            want = [(weight * x).sum() / weight.sum(), (weight * y).sum() / weight.sum()]
            np.testing.assert_allclose(middle, want, atol=2e-2)


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(1, 5), st.integers(1, 14))
def test_cells_are_convex_hold_what_is_nearest_and_fill_the_box(seed: int, n: int, k: int):
    rng = np.random.default_rng(seed)
    at = rng.uniform(-0.5, 0.5, (n, k, 2))
    made = cells(at, np.tile([-0.6, -0.7, 0.8, 0.6], (n, 1)))
    for corners, own in zip(made, at):
        assert sum(polygon(c) for c in corners) == pytest.approx(1.4 * 1.3, rel=1e-4)
        for i, cell in enumerate(corners):
            inner = cell.mean(axis=0) * 0.2 + cell[rng.integers(len(cell), size=9)] * 0.8
            far = np.hypot(*(inner[:, None] - own[None]).transpose(2, 0, 1))
            assert (far[:, i] <= far.min(axis=1) + 1e-4).all()


def test_wrong_shapes_are_refused_by_name():
    real = runtime.real()
    with pytest.raises(ValueError, match="frame"):
        cut(np.zeros((4, 4), np.float32), np.zeros(2), np.zeros((3, 2)))
    with pytest.raises(ValueError, match="16 seeds"):
        cells(np.zeros((1, 16, 2)), np.zeros((1, 4)))
    with pytest.raises(ValueError, match="reach"):
        step_shards(np.zeros((3, 10), real), np.zeros((3, 4), real), np.zeros(7, real))
    with pytest.raises(ValueError, match="order"):
        collide(np.zeros((3, 10), real), np.zeros(3))


@pytest.mark.parametrize("word", ["こなごな", "산산조각", "PIECES", "鬱", "・", "i"])
def test_pieces_make_up_their_letter_and_each_lies_in_its_own_cell(word: str):
    letters = layout(word, language="ja")
    made = break_up(letters, 12, 1.0)
    for i, letter in enumerate(letters):
        mine = made.owner == i
        assert mine.any()
        assert made.area[mine].sum() / letter.size**2 == pytest.approx(area(letter.glyph.curves), rel=0.01)
        assert len(np.unique(made.number[mine])) <= 12
        total = sum(polygon(cell) for cell in made.cell[mine])
        x0, y0, x1, y1 = letter.glyph.box
        assert total <= (x1 - x0 + 0.5) * (y1 - y0 + 0.5) * 1.001, "cells do not overlap"


def test_what_does_not_hang_together_parts_where_a_line_parts_it():
    """Cells that hold both strokes of 二 make two pieces, none of which spans the gap."""
    letters = layout("二二二二二二")
    made = break_up(letters, 2, 0.3)
    tall = made.reach[:, DIRECTIONS // 4] + made.reach[:, 3 * DIRECTIONS // 4]
    assert (tall < 0.4 * letters[0].size).all()
    each = np.bincount(made.owner)
    assert (each >= 2).all()
    assert each.max() > 2, "with two seeds, somewhere a cell holds both"


def test_the_article_s_landings_to_the_digit():
    scene = settled()
    np.testing.assert_array_equal(scene.first, [18.5, 8.0, 19.5, 8.0])
    np.testing.assert_array_equal(scene.stage == BROKEN, [True, False, True, False])
    assert scene.state == "some"


def test_cracks_are_seen_for_a_moment_before_anything_flies():
    scene = Shatter()
    scene.touch()
    for _ in range(60):
        scene.tick()
        if scene.stage[0] == CRACKED:
            break
    shown = 0
    while scene.stage[0] == CRACKED:
        layer = scene.picture().layer("shards")
        assert isinstance(layer, Shards)
        mine = scene.owner == 0
        want = scene.center[0] + scene.about[mine] * scene.sizes[0]
        np.testing.assert_allclose(layer.center[mine], want, atol=1e-3)
        cracks = layer.edge[mine].copy()
        shown += 1
        scene.tick()
    assert shown == CRACK_TICKS + 1 or shown == CRACK_TICKS
    after = scene.picture().layer("shards")
    assert isinstance(after, Shards)
    assert not np.array_equal(after.edge[mine], cracks)


def test_shards_fly_outward_as_fast_as_the_landing_was_hard():
    def parted(slam: float) -> tuple[np.ndarray, np.ndarray]:
        scene = settled(slam=slam)
        scene._slam(np.arange(4) == 1)
        while scene.stage[1] != BROKEN:
            scene.tick()
        mine = scene.owner == 1
        way = scene.shards[mine, X : Y + 1] - scene.center[1]
        return scene.shards[mine, VX : VY + 1], way

    slow, way = parted(12.0)
    fast, _ = parted(24.0)
    assert np.hypot(*fast.T).mean() > 1.5 * np.hypot(*slow.T).mean()
    outward = (slow[:, 0] * way[:, 0] > 0).mean()
    assert outward > 0.8


def test_spin_keeps_within_its_limit_and_everything_comes_to_rest():
    scene = Shatter()
    scene.touch()
    for _ in range(160):
        scene.tick()
        assert np.abs(scene.shards[:, SPIN]).max() <= 0.32 + 1e-9
    assert scene.at_rest
    lying = scene.shards[scene.shards[:, STATE] == LYING]
    assert len(lying)
    assert not lying[:, [VX, VY, SPIN]].any()
    _, _, _, down, floor = spread(scene)
    np.testing.assert_allclose(down, floor, atol=0.6)
    before = scene.shards.copy()
    run(scene, 60)
    np.testing.assert_array_equal(scene.shards, before)


def test_a_press_slams_the_letter_there_and_down_slams_them_all():
    scene = settled()
    x, y = scene.center[1]
    scene.press(0, float(x), float(y))
    run(scene, 30)
    np.testing.assert_array_equal(scene.stage == BROKEN, [True, True, True, False])
    assert scene.key("down")
    run(scene, 40)
    assert scene.state == "all"
    assert not scene.key("up")
    assert scene.key("down"), "nothing is left to slam, and nothing happens"


def test_a_letter_bears_a_slam_below_the_threshold():
    scene = settled(slam=5.0)
    scene.key("down")
    run(scene, 60)
    np.testing.assert_array_equal(scene.stage, [BROKEN, WHOLE, BROKEN, WHOLE])


def test_lying_shards_jump_from_a_press_beside_them_and_lie_again():
    scene = settled()
    lying = np.flatnonzero(scene.shards[:, STATE] == LYING)
    x, y = scene.shards[lying[0], X : Y + 1]
    scene.press(0, float(x), float(y) + 3)
    run(scene, 3)
    assert not scene.at_rest
    run(scene, 200)
    assert scene.at_rest
    assert inside(scene)


def test_shards_that_collide_do_not_lie_in_one_another():
    def deep(collisions: int) -> int:
        scene = Shatter(ShatterParams(collisions=collisions), Setting(word="粉粉粉粉"))
        scene.touch()
        scene.key("down")
        run(scene, 400)
        assert inside(scene)
        s = scene.shards
        far = np.hypot(*(s[:, None, X : Y + 1] - s[None, :, X : Y + 1]).transpose(2, 0, 1))
        return int(np.triu(far < 0.8 * np.maximum(s[:, None, RADIUS], s[None, :, RADIUS]), 1).sum())

    assert deep(1) <= 0.5 * deep(0)


def test_another_word_or_size_makes_other_shards():
    scene = settled()
    before = scene.area.sum()
    scene.place(Setting(word="石石石石石石石石"))
    assert (scene.stage == WHOLE).all()
    assert len(np.unique(scene.owner)) == 8
    assert scene.sizes[0] < 50
    assert scene.cell.shape[0] == len(scene.owner) == len(scene.shards)
    scene.place(Setting())
    assert scene.area.sum() == pytest.approx(before)


def test_whole_letters_and_shards_are_never_drawn_both():
    scene = settled()
    picture = scene.picture()
    letters, shards = picture.layer("letters"), picture.layer("shards")
    assert isinstance(letters, Glyphs)
    assert isinstance(shards, Shards)
    assert len(letters.glyph) == 2
    on_board = (np.abs(shards.center) < 1e3).all(axis=1)
    np.testing.assert_array_equal(on_board, np.isin(scene.owner, [0, 2]))


def test_reduced_motion_shows_the_end_and_answers_with_an_end():
    scene = run(Shatter(setting=Setting(calm=True)), 5)
    assert scene.at_rest
    assert scene.state == "some"
    x, y = scene.center[3]
    scene.press(0, float(x), float(y))
    scene.tick()
    assert scene.at_rest
    assert scene.stage[3] == BROKEN


def test_shards_and_their_reach_have_the_devices_precision(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runtime, "real", lambda: np.float32)
    scene = run(Shatter(), 60)
    assert scene.shards.dtype == scene.reach.dtype == np.float32
    assert (scene.stage == BROKEN).any()
    assert np.isfinite(scene.shards).all()


def test_a_larger_board_carries_shards_and_letters_along():
    scene = settled()
    before, center = scene.shards.copy(), scene.center.copy()
    scene.place(Setting(board=Board(800, 500)))
    np.testing.assert_allclose(scene.shards[:, X] - before[:, X], 160)
    np.testing.assert_allclose(scene.shards[:, FLOOR] - before[:, FLOOR], 200)
    np.testing.assert_allclose(scene.center - center, np.tile([160, 200], (4, 1)))
    assert inside(scene)


@pytest.mark.parametrize("word", ["あ", SENTENCE])
def test_one_letter_and_two_hundred(word: str):
    scene = Shatter(setting=Setting(word=word))
    assert len(scene.letters) == len(word)
    scene.touch()
    run(scene, 260)
    assert scene.at_rest
    assert inside(scene)


@pytest.mark.parametrize("collisions", [0, 1])
def test_a_thousand_hardest_blows_leave_nothing_outside(collisions: int):
    scene = Shatter(ShatterParams(slam=60.0, kick=30.0, burst=1.0, burst_up=1.0, collisions=collisions))
    rng = np.random.default_rng(11)
    for k in range(1000):
        scene.press(0, float(rng.uniform(0, 480)), float(rng.uniform(150, 300)))
        if k % 50 == 0:
            scene.key("down")
        run(scene, int(rng.integers(0, 3)))
        assert inside(scene)
    run(scene, 400)
    assert scene.at_rest


def test_a_word_that_was_foreseen_is_cut_beforehand():
    scene = Shatter(setting=Setting(word="A"))
    setting = replace(scene.setting, word="BREAK")
    for place, letter in enumerate(layout("BREAK", limit=scene.limit, size=scene.em)):
        scene.foresee(letter, place)
    cut = pieces._table.cache_info().misses
    scene.place(setting)
    assert [letter.glyph.text for letter in scene.letters] == list("BREAK")
    assert pieces._table.cache_info().misses == cut


def test_another_word_keeps_the_floor():
    scene = Shatter(setting=Setting(word="A"))
    floor = scene.look.scenery
    scene.place(replace(scene.setting, word="BREAK"))
    assert scene.look.scenery is floor
    scene.place(replace(scene.setting, theme=THEMES["night"]))
    assert scene.look.scenery is not floor
