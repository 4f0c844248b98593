"""What every scene keeps, whatever happens to it: it runs, resets, takes every input, and is determined."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_bridge import begin, end

from kernels import runtime
from scenes import registry
from scenes.board import Board, extended
from scenes.params import ParamError, build
from scenes.picture import Glyphs, Ground, Layer, Picture, Water, mix
from scenes.scene import KEYS, Scene, Setting
from scenes.theme import THEMES

SCENES = registry.names()
BOARDS = {"published": Board(), "wide": extended(3200, 900), "portrait": extended(1080, 1920)}


def make(name: str, setting: Setting | None = None) -> Scene:
    return registry.scene_class(name)(setting=setting)


def numbers(layer: Layer) -> dict[str, np.ndarray]:
    found = {f.name: getattr(layer, f.name) for f in fields(layer)}
    if isinstance(layer, Water):
        found["height"] = runtime.host(layer.height)
    return {key: value for key, value in found.items() if isinstance(value, np.ndarray)}


def check(picture: Picture) -> None:
    names = [layer.name for layer in picture.layers]
    assert len(set(names)) == len(names)
    for layer in picture.layers:
        for key, value in numbers(layer).items():
            assert np.isfinite(value).all(), f"{layer.name}.{key}"
            assert key == "height" or value.dtype == np.float32, f"{layer.name}.{key} is {value.dtype}"


def state(scene: Scene) -> list[np.ndarray]:
    return [v.copy() for layer in scene.picture().layers for v in numbers(layer).values()]


PLACES = re.compile(r"shelf|plank|stone|pebble|weed|sand|wall|rug|leaves|hill|bark|ridge|grass|water")


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_knows_its_place_from_who_lives_there(name: str) -> None:
    scene = make(name)
    for _ in range(90):
        scene.tick()
    picture = scene.picture()
    assert picture.scenery < {layer.name for layer in picture.layers}
    actors = [layer.name for layer in picture.actors().layers]
    assert actors
    assert picture.actors().alt == picture.alt
    assert not any(isinstance(layer, Ground | Water) for layer in picture.actors().layers)
    assert not [n for n in actors if PLACES.search(n)], "scenery that the scene does not name"
    assert mix(picture, replace(picture), 0.5).scenery == picture.scenery


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SCENES)
def test_runs_on_every_board_and_theme(name: str, theme: str, board: str) -> None:
    scene = make(name, Setting(board=BOARDS[board], theme=THEMES[theme]))
    assert scene.picture().cut
    for _ in range(90):
        scene.tick()
    check(scene.picture())
    assert not scene.picture().cut


@pytest.mark.parametrize("name", SCENES)
def test_facts_are_there_in_three_languages(name: str) -> None:
    kind = registry.scene_class(name)
    assert kind.name == name
    for text in (kind.title, kind.description, *(c.effect for c in kind.controls)):
        assert set(text) == {"ja", "ko", "en"}
        assert all(text.values())
    for row in kind.Params.table():
        assert row["doc"]
        assert row["min"] <= row["default"] <= row["max"], row["name"]


@pytest.mark.parametrize("name", SCENES)
def test_same_inputs_give_the_same_state(name: str) -> None:
    def run() -> list[np.ndarray]:
        scene = make(name)
        for tick in range(150):
            if tick == 40:
                scene.press(0, 210.0, 180.0)
            if tick == 60:
                scene.release(0, 260.0, 170.0)
                scene.key("right")
            scene.tick()
        return state(scene)

    for a, b in zip(run(), run(), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", SCENES)
def test_reset_gives_the_first_moment_again(name: str) -> None:
    scene = make(name)
    first = state(scene)
    for _ in range(100):
        scene.tick()
    scene.reset()
    assert scene.picture().cut
    scene.reset()
    for a, b in zip(first, state(scene), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", SCENES)
def test_calm_scene_stays_still_but_looks(name: str) -> None:
    scene = make(name, Setting(calm=True))
    scene.tick()
    before = {layer.name: numbers(layer) for layer in scene.picture().layers}
    for _ in range(60):
        scene.tick()
    after = scene.picture()
    for layer in after.layers:
        for key, value in numbers(layer).items():
            np.testing.assert_array_equal(before[layer.name][key], value, err_msg=f"{layer.name}.{key}")
    if scene.group == "creatures":
        scene.move(0, 40.0, 60.0)
        scene.tick()
        moved = {
            layer.name
            for layer in scene.picture().layers
            for key, value in numbers(layer).items()
            if not np.array_equal(value, before[layer.name][key])
        }
        assert any("eyes" in layer for layer in moved)
        assert all("eyes" in layer or "lure" in layer for layer in moved), moved


@pytest.mark.parametrize("name", SCENES)
def test_calm_can_come_and_go_while_it_runs(name: str) -> None:
    scene = make(name)
    for _ in range(50):
        scene.tick()
    scene.place(replace(scene.setting, calm=True))
    still = state(scene)
    scene.tick()
    for a, b in zip(still, state(scene), strict=True):
        np.testing.assert_array_equal(a, b)
    scene.place(replace(scene.setting, calm=False))
    for _ in range(30):
        scene.tick()
    check(scene.picture())


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_never_changed_afterwards(name: str) -> None:
    scene = make(name)
    for _ in range(30):
        scene.tick()
    picture = scene.picture()
    layers = [layer for layer in picture.layers if not isinstance(layer, Water)]
    copies = [{key: value.copy() for key, value in numbers(layer).items()} for layer in layers]
    for _ in range(5):
        scene.tick()
        scene.picture()
    for layer, copy in zip(layers, copies, strict=True):
        for key, value in numbers(layer).items():
            np.testing.assert_array_equal(value, copy[key], err_msg=f"{layer.name}.{key}")


@pytest.mark.parametrize("name", SCENES)
def test_still_layers_are_the_same_objects(name: str) -> None:
    scene = make(name)
    scene.tick()
    before = {layer.name: layer for layer in scene.picture().layers}
    scene.tick()
    after = scene.picture()
    unchanged = [layer.name for layer in after.layers if layer is before.get(layer.name)]
    assert any(isinstance(after.layer(name), Ground) for name in unchanged)


@pytest.mark.parametrize("name", SCENES)
def test_pictures_mix(name: str) -> None:
    scene = make(name)
    for _ in range(20):
        scene.tick()
    before = scene.picture()
    scene.tick()
    after = scene.picture()
    check(mix(before, after, 0.3))
    assert mix(before, after, 1.0) is after
    glyph_layers = [layer for layer in mix(before, after, 0.5).layers if isinstance(layer, Glyphs)]
    assert len(glyph_layers) == sum(isinstance(layer, Glyphs) for layer in after.layers)


inputs = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(("move", "press", "release")),
            st.integers(0, 4),
            st.floats(-1e6, 1e6, allow_nan=False),
            st.floats(-1e6, 1e6, allow_nan=False),
        ),
        st.tuples(
            st.sampled_from(("move", "press")), st.integers(0, 2), st.floats(0, 480), st.floats(0, 300)
        ),
        st.tuples(st.just("leave"), st.integers(0, 4)),
        st.tuples(st.just("key"), st.sampled_from(KEYS)),
        st.tuples(st.just("reset")),
        st.tuples(st.just("tick"), st.integers(1, 20)),
    ),
    max_size=60,
)


@pytest.mark.parametrize("name", SCENES)
@settings(max_examples=12, deadline=None)
@given(storm=inputs)
def test_a_storm_of_input_breaks_nothing(name: str, storm: list[tuple]) -> None:  # type: ignore[type-arg]
    scene = make(name)
    for what, *details in storm:
        if what == "tick":
            for _ in range(details[0]):
                scene.tick()
        else:
            getattr(scene, what)(*details)
    scene.tick()
    check(scene.picture())


@pytest.mark.parametrize("name", SCENES)
def test_every_number_at_both_ends_runs(name: str) -> None:
    kind = registry.scene_class(name)
    for row in kind.Params.table():
        for limit in ("min", "max"):
            scene = kind(params=build(kind.Params, name, {row["name"]: row[limit]}))
            for _ in range(25):
                scene.tick()
            check(scene.picture())


@pytest.mark.parametrize("name", SCENES)
def test_resizing_the_board_keeps_a_scene_alive(name: str) -> None:
    scene = make(name)
    for board in (extended(1920, 1080), extended(100, 2000), extended(3000, 500), Board()):
        for _ in range(10):
            scene.tick()
        scene.place(replace(scene.setting, board=board))
        assert scene.picture().cut
        check(scene.picture())


LONG_WORD = "きのう拾った葉を窓辺に並べておいたら朝の光が一枚ずつ色を変えながら通って行ったね"
WIDE, DX = Board(700.0, 300.0), 110.0


def places(scene: Scene) -> np.ndarray:
    """(n, 2) board px: where the moving parts are, as the picture tells people."""
    found: list[tuple[float, float]] = []

    def collect(value: Any) -> None:
        if isinstance(value, str | float | int):
            return
        items = [item for item in value if not isinstance(item, str)]
        if len(items) == 2 and all(np.isscalar(item) for item in items):
            found.append((float(items[0]), float(items[1])))
        else:
            for item in items:
                collect(item)

    for value in scene.picture().alt.values():
        collect(value)
    return np.array(found)


def run(scene: Scene, ticks: int) -> Scene:
    for _ in range(ticks):
        scene.tick()
    check(scene.picture())
    return scene


@pytest.mark.parametrize("name", SCENES)
def test_another_light_changes_no_movement(name: str) -> None:
    plain, placed = run(make(name), 50), run(make(name), 50)
    placed.place(replace(placed.setting, theme=THEMES["night"]))
    np.testing.assert_array_equal(places(run(plain, 60)), places(run(placed, 60)))


@pytest.mark.parametrize("name", SCENES)
def test_a_wider_board_moves_everybody_along_and_life_goes_on(name: str) -> None:
    plain, placed = run(make(name), 50), run(make(name), 50)
    placed.place(replace(placed.setting, board=WIDE))
    np.testing.assert_allclose(places(placed) - places(plain), [[DX, 0.0]] * len(places(plain)), atol=1e-3)
    before = places(placed)
    plain, placed = run(plain, 60), run(placed, 60)
    if placed.group == "creatures":  # the eight that they follow is wider too
        assert (np.abs(places(placed) - before) <= [420.0, 220.0]).all()
        assert (np.abs(places(placed) - WIDE.center) < WIDE.center).all()
        return
    way = places(placed) - places(plain)
    np.testing.assert_allclose(way[:, 0], DX, atol=1e-3)
    # Only the water is another: its waves go on where there was a wall.
    np.testing.assert_allclose(way[:, 1], 0.0, atol=3.0 if name == "water" else 1e-3)


@pytest.mark.parametrize("name", SCENES)
def test_motion_that_was_reduced_for_a_while_goes_on_near_its_rest(name: str) -> None:
    scene = run(make(name), 50)
    scene.touched = True  # a word's demo would start over
    scene.place(replace(scene.setting, calm=True))
    resting = places(run(scene, 3))
    scene.place(replace(scene.setting, calm=False))
    assert np.hypot(*(places(run(scene, 1)) - resting).T).max() < 30.0
    run(scene, 59)


@pytest.mark.parametrize("name", [n for n in SCENES if registry.scene_class(n).group == "letters"])
def test_a_sentence_is_placed_anew_as_well(name: str) -> None:
    scene = run(make(name, Setting(word=LONG_WORD, language="ja")), 40)
    assert len(LONG_WORD) == 40
    before = places(scene)
    assert len(before) >= 40
    scene.place(replace(scene.setting, board=WIDE))
    np.testing.assert_allclose(places(scene) - before, [[DX, 0.0]] * len(before), atol=1e-3)
    for change in ({"theme": THEMES["night"]}, {"calm": True}, {"calm": False}):
        scene.place(replace(scene.setting, **change))
        run(scene, 20)
    assert len(places(scene)) == len(before)
    assert (np.abs(places(scene)[:, 0] - WIDE.center[0]) < WIDE.center[0]).all()


@pytest.mark.gl
def test_every_scene_lives_in_single_precision_too() -> None:
    """On kernels of OpenGL, in a process of its own."""
    facts = end(begin("lives", "opengl"))
    assert facts["arch"] == "opengl"
    assert facts["real"] == "float32"
    assert set(facts["scenes"]) == set(SCENES)
    assert not {name: said for name, said in facts["scenes"].items() if said}


def test_unknown_scene_names_the_nearest() -> None:
    with pytest.raises(registry.UnknownScene, match="did you mean snake"):
        registry.scene_class("snaek")


def test_wrong_numbers_are_named_with_their_range() -> None:
    kind = registry.scene_class("snake").Params
    with pytest.raises(ParamError, match=r"snake\.segment_gap = 1000.0: expected a number from 4 to 30 px"):
        build(kind, "snake", {"SEGMENT_GAP": 1000.0})
    with pytest.raises(ParamError, match=r"snake\.gap: no such number; did you mean segment_gap\? it has"):
        build(kind, "snake", {"gap": 1})
    with pytest.raises(ParamError, match="expected a number"):
        build(kind, "snake", {"segment_gap": "wide"})
