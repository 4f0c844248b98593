"""What the pile does, seen from outside: its fall, its rest, its answers to hands and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernels.bodies import ANGLE, DEPTH, HALF_HEIGHT, HALF_WIDTH, SPIN, VX, VY, X, Y
from scenes.board import Board, extended
from scenes.letter_scene import DEMO, SETTLE_TICKS
from scenes.picture import Glyphs
from scenes.pile import Pile
from scenes.scene import LETTER_TICK, Key, Setting
from scenes.theme import THEMES


def ticked(scene: Pile, ticks: int) -> Pile:
    for _ in range(ticks):
        scene.tick()
    return scene


def settled(limit: int = 1500, **setting) -> Pile:
    """A pile that somebody has touched and that lies still."""
    scene = Pile(setting=Setting(**setting))
    scene.touched = True
    for _ in range(limit):
        scene.tick()
        if scene.at_rest:
            return scene
    pytest.fail(f"not at rest after {limit} ticks")


def same(a, b) -> bool:
    """Whether two pictures show the same, layer by layer."""
    return len(a.layers) == len(b.layers) and all(
        p is q
        or all(np.array_equal(getattr(p, f), getattr(q, f)) for f in vars(p) if f not in ("name", "glyph"))
        for p, q in zip(a.layers, b.layers)
    )


def test_letters_hang_still_and_then_fall():
    scene = Pile()
    start = scene.centers.copy()
    ticked(scene, 12)
    assert np.array_equal(scene.centers, start)
    ticked(scene, 4)
    assert np.all(scene.centers[:, 1] > start[:, 1])
    ticked(scene, 31)
    assert not scene.boxes.on_floor
    ticked(scene, 2)
    assert scene.boxes.on_floor


def test_the_start_is_the_articles():
    scene = Pile()
    p, n = scene.params, len(scene.letters)
    assert n == 5
    assert np.all(np.abs(scene.boxes.body[:, ANGLE]) <= p.tilt)
    np.testing.assert_allclose(np.diff(scene.centers[:, 1]), -1.2 * 66.6, rtol=1e-6)
    np.testing.assert_allclose(np.diff(scene.centers[:, 0]), 0.28 * 81.4, rtol=1e-6)
    np.testing.assert_allclose(scene.boxes.body[0, ANGLE], 0.249907, atol=1e-6)


def test_a_landing_on_a_corner_spins():
    scene, spin = Pile(), 0.0
    for _ in range(200):
        scene.tick()
        spin = max(spin, float(np.abs(scene.boxes.body[:, SPIN]).max()))
    assert np.radians(5) < spin < np.radians(45)


@pytest.mark.parametrize("language", ["ja", "ko", "en"])
def test_default_words_pile_up_before_the_demo_ends(language):
    scene = ticked(Pile(setting=Setting(language=language)), int(DEMO / LETTER_TICK) - 1)
    assert scene.at_rest
    assert scene.height > 1.2 * scene.letters[0].height


@pytest.mark.parametrize("word", ["つみかさね", "積もる文字が静かになる" * 5 + "棚の上で"])
def test_the_picture_stops_changing(word):
    scene = settled(word=word)
    assert len(scene.letters) in (5, 59)
    ticked(scene, 60)  # the last dust
    first = scene.picture()
    ticked(scene, 120)
    assert same(first, scene.picture())


def test_an_untouched_word_is_dropped_again_for_ever():
    scene = Pile()
    drops = []
    for tick in range(1, 650):
        scene.tick()
        if scene.age == 0:
            drops.append(tick)
            assert scene.cut
            assert scene.picture().cut
            assert not scene.picture().cut
    assert drops == [213, 426, 639]


def test_the_first_input_ends_the_demo():
    scene = ticked(Pile(), 150)
    assert not scene.touched
    scene.press(0, 240, 270)
    assert scene.touched
    ticked(scene, 300)
    assert scene.age > 300
    for key in ("left", "right", "up"):
        scene = Pile()
        assert scene.key(key)
        assert scene.touched
    scene = Pile()
    assert not scene.key("escape")
    scene.move(0, 100, 100)  # a pointer that only hovers is no input
    assert not scene.touched


def test_untouched_drops_end_alike():
    a, b = ticked(Pile(), 205), ticked(Pile(), 205 + 213)
    assert np.array_equal(a.boxes.body, b.boxes.body)
    assert np.array_equal(ticked(Pile(), 100).boxes.body, ticked(Pile(), 100).boxes.body)


def test_a_press_flicks_the_letter_there_away_from_the_place():
    scene = settled()
    x, y = scene.centers[0]
    scene.press(0, x + 20, y + 5)
    body = scene.boxes.body
    assert body[0, VX] < -1
    assert body[0, VY] < -4
    assert body[0, SPIN] < 0  # pushed up on its right side, it turns to the left
    assert np.all(body[1:, [VX, VY]] == 0)
    ticked(scene, 6)
    assert scene.centers[0, 1] < y - 10


def test_a_press_anywhere_reaches_a_letter():
    for x, y in ((5, 5), (475, 5), (240, 20), (240, 299)):
        scene = settled()
        before = scene.boxes.body.copy()
        scene.press(0, x, y)
        assert (np.abs(scene.boxes.body - before)[:, VY] > 1).sum() == 1


def test_a_drag_flicks_each_letter_on_its_way_once():
    scene = settled()
    scene.press(1, 20, 20)
    ticked(scene, 400)
    y = float(scene.centers[0, 1])
    x0, x1 = scene.centers[0, 0] - 50, scene.centers[1, 0] + 50
    scene.move(1, x0, y)
    ticked(scene, 12)
    thrown = set()
    for x in np.linspace(x0, x1, 60):
        before = scene.boxes.body[:, VY].copy()
        scene.move(1, float(x), y)
        thrown |= set(np.flatnonzero(scene.boxes.body[:, VY] < before - 1).tolist())
    assert {0, 1} <= thrown
    scene.release(1, x1, y)
    before = scene.boxes.body.copy()
    scene.move(1, x0, y)
    assert np.array_equal(scene.boxes.body, before)


def test_keys_sway_and_lift():
    for key, axis, sign in (("left", VX, -1), ("right", VX, 1), ("up", VY, -1)):
        scene = settled()
        assert scene.key(key)
        assert np.all(scene.boxes.body[:, axis] * sign > 1)
        ticked(scene, 500)
        assert scene.at_rest


def test_a_held_key_keeps_every_letter_in_reach():
    scene = Pile()
    for tick in range(400):
        scene.key(("up", "left", "up", "right")[tick // 3 % 4])
        scene.tick()
        assert np.all(np.isfinite(scene.boxes.body))
        assert np.all((scene.centers[:, 0] > 0) & (scene.centers[:, 0] < 480))
        assert np.all(scene.centers[:, 1] > -2000)
    for _ in range(1500):
        scene.tick()
        if scene.at_rest:
            break
    assert scene.at_rest
    assert np.all(scene.centers[:, 1] > 0)


def test_calm_shows_the_end_at_once_and_after_each_input():
    scene = Pile(setting=Setting(calm=True))
    moving = Pile()
    moving.touched = True
    ticked(moving, SETTLE_TICKS)
    assert np.array_equal(scene.boxes.body, moving.boxes.body)
    before = scene.centers.copy()
    ticked(scene, 400)
    assert np.array_equal(scene.centers, before)
    first = scene.picture()
    scene.press(0, *scene.centers[0])
    scene.tick()
    assert np.any(scene.centers != before)
    assert scene.at_rest
    shown = scene.picture()
    assert shown.cut
    assert not same(first, shown)
    ticked(scene, 10)
    assert same(shown, scene.picture())


def test_calm_can_come_and_go():
    scene = ticked(Pile(), 60)
    scene.place(Setting(calm=True))
    assert scene.at_rest
    scene.place(Setting())
    ticked(scene, 300)
    assert scene.age > 0


def test_a_new_board_or_theme_carries_the_pile_along():
    scene = settled()
    before = scene.centers.copy()
    scene.place(Setting(theme=THEMES["night"]))
    np.testing.assert_allclose(scene.centers, before)
    wide = extended(1920, 1080)
    scene.place(Setting(board=wide))
    np.testing.assert_allclose(scene.centers - before, [[(wide.width - 480) / 2, 0]] * 5, atol=1e-4)
    scene.place(Setting(board=Board()))
    for _ in range(600):
        scene.tick()
    assert scene.at_rest
    assert scene.boxes.corners()[..., 0].max() < 480
    scene.place(Setting(language="en"))
    assert len(scene.letters) == 7
    assert scene.age == 0


@pytest.mark.parametrize("size", [(1080, 1920), (5120, 1440), (3840, 2160)])
def test_every_board_starts_above_its_edge_and_ends_on_its_shelf(size):
    board = extended(*size)
    scene = Pile(setting=Setting(board=board))
    scene.touched = True
    assert scene.boxes.corners()[..., 1].max() < 30
    for _ in range(1500):
        scene.tick()
        if scene.at_rest:
            break
    p = scene.boxes.corners()
    assert scene.at_rest
    assert board.height - 27 < p[..., 1].max() < board.height - 20
    assert p[..., 0].min() > 0
    assert p[..., 0].max() < board.width


def test_still_layers_and_a_resting_picture_are_the_same_objects():
    scene = ticked(Pile(), 60)
    a = scene.picture()
    b = ticked(scene, 1).picture()
    for name in ("wall", "shade", "plank", "grain", "edges"):
        assert a.layer(name) is b.layer(name)
    rest = settled()
    ticked(rest, 60)
    rest.picture()  # the first after a cut
    assert rest.picture() is ticked(rest, 5).picture()


def test_dust_rises_at_hard_landings_only_and_settles():
    scene = Pile()
    ticked(scene, 46)
    assert not scene.look.dust.puffs[:, 5].any()
    ticked(scene, 6)
    assert scene.look.dust.puffs[:, 5].any()
    place = scene.look.dust.puffs[scene.look.dust.puffs[:, 5] > 0, :2]
    assert np.all(np.abs(place[:, 1] - scene.floor) < 12)
    ticked(settled(), 60)
    assert settled().look.quiet or ticked(settled(), 60).look.quiet


def test_words_of_one_letter_and_of_spaces_in_between():
    scene = settled(word="木")
    assert len(scene.letters) == 1
    scene = settled(word="a  b", language="en")
    assert len(scene.letters) == 2
    assert scene.centers[0, 0] != scene.centers[1, 0]


def test_start_positions_follow_the_numbers():
    scene = Pile(Pile.Params(pull=1.0, tilt=0.0, drop=100.0))
    np.testing.assert_allclose(np.diff(scene.boxes.body[:, X]), 81.4, rtol=1e-6)
    assert np.all(scene.boxes.body[:, ANGLE] == 0)
    np.testing.assert_allclose(scene.boxes.body[0, Y], 276 - 100 - 33.3, rtol=1e-6)


def test_the_status_says_what_is_going_on():
    scene = Pile(setting=Setting(language="en"))
    assert scene.status == "showing itself"
    scene.press(0, 100, 100)
    assert scene.status == "piling up"
    ticked(scene, 700)
    assert scene.status == "at rest"


def test_reset_brings_the_demo_back():
    scene = settled()
    scene.press(0, 240, 270)
    ticked(scene, 300)
    scene.reset()
    assert not scene.touched
    assert scene.picture().cut
    ages = [ticked(scene, 1).age for _ in range(220)]
    assert ages.count(0) == 1
    assert np.array_equal(ticked(scene, 100).boxes.body[:, :4], ticked(Pile(), 107).boxes.body[:, :4])


HARDEST = Pile.Params(flick=60.0, gravity=4.0, sway=40.0, lift=40.0)


@pytest.mark.parametrize("contacts", [0, 1, 2])
def test_a_thousand_hardest_flicks_leave_every_letter_between_the_walls(contacts):
    scene = Pile(HARDEST.model_copy(update={"contacts": contacts}), Setting(word="いI木", language="ja"))
    rng = np.random.default_rng(1)
    deep = 0.6 * scene.boxes.body[:, [HALF_WIDTH, HALF_HEIGHT]].min() + 1e-3
    for flick in range(1000 if contacts == 0 else 200):
        scene.press(0, *rng.uniform((0, 0), (480, 300)))
        if flick % 5 == 0:
            scene.key(KEYS[flick // 5 % 3])
        scene.tick()
        assert np.all(np.isfinite(scene.boxes.body))
        x, y = scene.boxes.body[:, [X, Y]].T
        c, s = np.abs(np.cos(scene.boxes.body[:, ANGLE])), np.abs(np.sin(scene.boxes.body[:, ANGLE]))
        across, down = scene.boxes.body[:, [HALF_WIDTH, HALF_HEIGHT]].T
        reach = np.stack([across * c + down * s, across * s + down * c])
        if contacts == 2:  # the ink reaches less far than the box around it
            reach *= 0
        assert np.all(x - reach[0] >= scene.walls[0] - deep)
        assert np.all(x + reach[0] <= scene.walls[1] + deep)
        assert np.all(y + reach[1] <= scene.floor + deep)


KEYS: tuple[Key, ...] = ("left", "right", "up")


@pytest.mark.parametrize("word", ["しりとり", "GRAVITY"])
def test_ink_lies_on_the_shelf_and_on_ink_where_asked(word):
    """With outlines, the lowest ink touches the shelf, and no letter is left inside another."""
    scene = Pile(Pile.Params(contacts=2), Setting(word=word))
    scene.touched = True
    for _ in range(900):
        scene.tick()
        if scene.at_rest:
            break
    assert scene.at_rest
    seen = scene.picture().layer("letters")
    assert isinstance(seen, Glyphs)
    places, angles = np.asarray(seen.center), np.asarray(seen.angle)
    lowest = []
    for letter, place, angle in zip(scene.letters, places, angles):
        c, s = np.cos(angle), np.sin(angle)
        ink = letter.glyph.curves[:, 0] * letter.size
        lowest.append(float((place[1] + ink[:, 0] * s + ink[:, 1] * c).max()))
    assert abs(max(lowest) - scene.floor) < 1.0
    depth = scene.boxes.contacts()[:, DEPTH]
    assert depth.max() < 0.03 * scene.letters[0].size


def test_a_resting_sentence_shows_one_picture_for_ever():
    scene = settled(word="積もる文字が静かになる" * 5 + "棚の上で")
    ticked(scene, 60)
    scene.picture()
    first = scene.picture()
    for _ in range(50):
        assert ticked(scene, 1).picture() is first


@pytest.mark.parametrize("word", ["AB", "つみき", "長い長い言葉"])
def test_another_word_while_it_falls(word: str) -> None:
    pile = Pile(setting=Setting(word="abcd"))
    for _ in range(60):
        pile.tick()
    pile.place(replace(pile.setting, word=word))
    pile.tick()
    assert len(pile.letters) == len(word)
    pile.picture()
