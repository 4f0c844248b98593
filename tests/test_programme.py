"""A show by its file: each scene's own setting and time, home when all left, and edits while it plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from conftest import Dot, FakeClock

from scenes.board import Board
from scenes.scene import Setting
from viewer.programme import Programme
from viewer.showfile.acts import Act
from viewer.showfile.models import Attract


class Word(Dot):
    group = "letters"


class Playing:
    """A programme, a clock, and somebody who watches it."""

    def __init__(self, clock: FakeClock, acts: list[Act], **attract: Any) -> None:
        self.clock = clock
        self.said: list[str] = []
        self.unmakable: set[str] = set()
        self.show = Programme(
            acts, Attract.model_validate(attract), self.perform, Setting(), self.said.append, clock
        )

    def perform(self, act: Act, setting: Setting) -> Dot:
        if act.name in self.unmakable:
            raise ValueError(f"no {act.name} today")
        return Word(None, setting) if act.word else Dot(None, setting)

    def watch(self, seconds: float) -> None:
        for _ in range(round(seconds * 20)):
            self.clock.pass_seconds(0.05)
            self.show.frame()

    @property
    def on(self) -> str:
        return self.show.acts[self.show.index].name


def act(name: str, dwell: float = 10.0, **more: Any) -> Act:
    given = {"theme": "day", "language": "en", "word": None, "font": None, "params": (), **more}
    return Act(name, dwell, **given)


THREE = [act("snake", 5.0), act("koi", 8.0, theme="night", language="ko"), act("pond")]


@pytest.fixture
def playing(clock: FakeClock) -> Playing:
    return Playing(clock, THREE, home="koi", return_after=30.0)


def test_every_scene_has_its_own_time_and_setting(playing: Playing) -> None:
    seen = []
    for _ in range(24):
        seen.append((playing.on, playing.show.setting.theme.name, playing.show.player.scene.setting.language))
        playing.watch(1.0)
    names = [name for name, _, _ in seen]
    assert [names.count(name) for name in ("snake", "koi", "pond")] == pytest.approx([5, 8, 10], abs=1)
    assert set(seen) == {("snake", "day", "en"), ("koi", "night", "ko"), ("pond", "day", "en")}
    assert playing.said == []


def test_another_board_holds_for_every_scene(playing: Playing) -> None:
    wide = Board(960, 300)
    playing.show.place(replace(playing.show.setting, board=wide, calm=True))
    for _ in THREE:
        scene = playing.show.player.scene
        assert (scene.board, scene.setting.calm) == (wide, True)
        playing.show.step(1)
    assert {scene.setting.theme.name for scene in [p.scene for p in playing.show._players.values()]} == {
        "day",
        "night",
    }


def test_a_touched_scene_stays_until_all_have_left_and_then_the_show_goes_home(playing: Playing) -> None:
    playing.show.pick(2)
    for _ in range(10):
        playing.show.touched()
        playing.watch(15.0)
    assert playing.on == "pond", "far beyond its dwell"
    playing.show.touched()
    playing.watch(29.0)
    assert playing.on == "pond"
    playing.watch(2.0)
    assert playing.on == "koi", "30 s after the last touch"
    playing.watch(6.0)
    assert playing.on == "koi"
    playing.watch(3.0)
    assert playing.on == "pond", "from there it goes on by itself"


def test_home_itself_starts_afresh(playing: Playing) -> None:
    playing.show.pick(1)
    scene: Any = playing.show.player.scene
    playing.show.touched()
    playing.show.player.press(0, 5, 5)
    playing.watch(29.0)
    assert scene.touched
    resets = scene.resets
    playing.watch(2.0)
    assert playing.on == "koi"
    assert scene.resets == resets + 1
    assert not scene.touched, "its demo runs again"


def test_a_visitor_who_paused_and_left_stops_nothing(playing: Playing) -> None:
    playing.show.touched()
    playing.show.player.paused = True
    playing.watch(31.0)
    assert playing.on == "koi"
    assert not playing.show.player.paused


def test_without_a_return_a_touch_only_begins_the_dwell_anew(clock: FakeClock) -> None:
    playing = Playing(clock, THREE, return_after=0.0)
    playing.watch(4.0)
    playing.show.touched()
    playing.watch(4.0)
    assert playing.on == "snake"
    playing.watch(2.0)
    assert playing.on == "koi"


def test_a_hidden_hour_brings_nobody_home(playing: Playing) -> None:
    playing.show.touched()
    playing.watch(1.0)
    playing.show.hold()
    playing.clock.pass_seconds(3600)
    playing.show.frame()
    assert playing.on == "snake"


# edits while it plays


def test_what_is_on_goes_on_without_a_jump(playing: Playing) -> None:
    playing.watch(3.0)
    scene: Any = playing.show.player.scene
    x, ticks, resets, changes = scene.x, scene.ticks, scene.resets, playing.show.changes
    picture = playing.show.player.after
    playing.show.take_over([act("lizard"), act("snake", 7.0), act("pet")], Attract())
    assert playing.on == "snake"
    assert playing.show.player.scene is scene
    assert (scene.x, scene.ticks, scene.resets, playing.show.changes) == (x, ticks, resets, changes)
    assert playing.show.player.after is picture
    playing.watch(3.0)
    assert playing.on == "snake", "its time goes on, and is longer now"
    playing.watch(2.0)
    assert playing.on == "pet"


def test_scenes_that_stay_are_kept_and_others_let_go(playing: Playing) -> None:
    for _ in range(3):
        playing.show.step(1)
    before = {p.scene for p in playing.show._players.values()}
    playing.show.take_over([THREE[2], THREE[0]], Attract())
    assert {p.scene for p in playing.show._players.values()} < before
    assert len(playing.show._players) == 2
    assert playing.on == "snake"
    playing.show.step(1)
    assert playing.show.player.scene in before


def test_the_same_scene_twice_keeps_its_place(clock: FakeClock) -> None:
    twins = [act("koi", theme="night"), act("koi"), act("koi", theme="night")]
    playing = Playing(clock, twins)
    playing.show.pick(2)
    scene = playing.show.player.scene
    playing.show.take_over([*twins, act("pond")], Attract())
    assert playing.show.index == 2
    assert playing.show.player.scene is scene
    playing.show.take_over(twins[1:], Attract())
    assert playing.show.index == 1
    assert playing.show.player.scene is scene


def test_another_colour_comes_to_the_scene_that_is_on(playing: Playing) -> None:
    playing.watch(1.0)
    scene = playing.show.player.scene
    playing.show.take_over([replace(THREE[0], theme="night"), *THREE[1:]], Attract())
    assert playing.show.player.scene is scene
    assert scene.setting.theme.name == playing.show.setting.theme.name == "night"


def test_other_numbers_make_it_anew(playing: Playing) -> None:
    playing.watch(1.0)
    scene = playing.show.player.scene
    playing.show.take_over([replace(THREE[0], params=(("segment_gap", 20),)), *THREE[1:]], Attract())
    assert playing.on == "snake"
    assert playing.show.player.scene is not scene


def test_a_scene_that_is_gone_gives_way_to_what_stands_there(playing: Playing) -> None:
    playing.show.pick(2)
    playing.show.take_over([act("pet"), act("lizard")], Attract())
    assert playing.on == "lizard"


def test_a_touched_scene_stays_touched(playing: Playing) -> None:
    playing.show.touched()
    playing.watch(1.0)
    playing.show.take_over(THREE, Attract(home="pond", return_after=20.0))
    playing.watch(18.0)
    assert playing.on == "snake"
    playing.watch(2.0)
    assert playing.on == "pond"


def test_if_nothing_of_it_can_be_made_all_is_as_before(playing: Playing) -> None:
    playing.watch(2.0)
    scene: Any = playing.show.player.scene
    playing.unmakable = {"pet", "lizard"}
    with pytest.raises(ValueError, match="today"):
        playing.show.take_over([act("pet"), act("lizard")], Attract())
    assert playing.show.player.scene is scene
    ticks = scene.ticks
    playing.watch(1.0)
    assert scene.ticks > ticks
    playing.watch(3.0)
    assert playing.on == "koi"


def test_a_scene_that_could_not_be_made_gets_another_chance(clock: FakeClock) -> None:
    playing = Playing(clock, [act("snake"), act("koi")])
    playing.unmakable = {"koi"}
    playing.show.step(1)
    assert playing.on == "snake"
    assert "koi cannot be shown" in playing.said[0]
    assert playing.show.setting == THREE[0].setting(Setting()), "that of the scene that is on"
    playing.unmakable = set()
    playing.show.take_over([act("snake"), act("koi")], Attract())
    playing.show.step(1)
    assert playing.on == "koi"


def test_who_is_at_the_wall_stays_there_wherever_it_hangs_now(clock: FakeClock) -> None:
    """A wall is made anew with what hangs on it, but it is the wall that is on."""
    playing = Playing(clock, [act("wall"), act("snake"), act("koi")])
    assert playing.on == "wall"
    playing.show.take_over([act("snake"), act("koi"), act("wall")], Attract())
    assert playing.on == "wall"
    playing.show.take_over([act("snake"), act("koi")], Attract())
    assert playing.on == "koi"
