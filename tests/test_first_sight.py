"""What a visitor meets first: the good moment of a scene, its first frame, and a lure that is held still."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from scenes import registry
from scenes.board import Board, extended
from scenes.creature import Creature
from scenes.scene import CREATURE_TICK, Setting
from scenes.target import Target
from viewer.cast import GOOD_MOMENT

CREATURES = [n for n in registry.names() if registry.scene_class(n).group == "creatures"]


def ticked(name: str, seconds: float) -> Creature:
    scene = cast(type[Creature], registry.scene_class(name))()
    for _ in range(round(seconds / scene.tick_seconds)):
        scene.tick()
    return scene


@pytest.mark.parametrize("name", CREATURES)
def test_eyes_are_open_at_the_good_moment(name: str) -> None:
    """Stills and the contact sheet are taken then; so are the moments just about it."""
    scene = ticked(name, GOOD_MOMENT["creatures"] - 0.1)
    for _ in range(12):
        scene.tick()
        for layer in scene.picture().layers:
            if "eyes" in layer.name and not layer.name.startswith("lure"):
                size = np.asarray(layer.size)  # type: ignore[attr-defined]
                seen = size[:, 0] > 0
                assert (size[seen, -1] > 0.9 * size[seen, 0]).all(), layer.name


def heads(scene: Creature) -> np.ndarray:
    found = scene.heads()
    return found if len(found) else scene.mood.place  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize("name", CREATURES)
def test_nobody_is_left_outside_when_a_wide_board_becomes_a_usual_one(name: str, count: int) -> None:
    kind = cast(type[Creature], registry.scene_class(name))
    scene = kind(kind.Params.model_validate({"count": count}), Setting(board=extended(3000, 400)))
    scene.move(0, 2200.0, 40.0)
    for _ in range(200):
        scene.tick()
    scene.leave(0)
    spots = np.stack([np.full(count, 2200.0), np.linspace(40.0, 260.0, count)], -1)
    scene.carry(spots[: len(scene.heads())] - scene.heads())
    shapes = {layer.name: getattr(layer, "points", None) for layer in scene.picture().layers}
    scene.place(Setting(board=Board()))
    assert ((heads(scene) >= 0) & (heads(scene) <= [480, 300])).all()
    moved = {layer.name: getattr(layer, "points", None) for layer in scene.picture().layers}
    for part in ("body", "legs 1", "arms 1", "bell"):
        if shapes.get(part) is not None and count == 1 and name != "pet":
            ours = np.ptp(np.asarray(moved[part][0]), axis=0)  # type: ignore[index]
            np.testing.assert_allclose(ours, np.ptp(np.asarray(shapes[part][0]), axis=0), atol=0.5)  # type: ignore[index]
    for _ in range(30):
        scene.tick()
        assert scene.board.holds(scene.target.x, scene.target.y)
        assert ((heads(scene) >= -20) & (heads(scene) <= [500, 320])).all()


@pytest.mark.parametrize("name", ["koi", "pond"])
def test_flicked_koi_flee_within_the_board(name: str) -> None:
    """Wherever they are startled: most of a fish is never outside for long, its head never far."""
    rng = np.random.default_rng(1)
    for run in range(4):
        scene = ticked(name, 1.0 + 0.3 * run)
        middle, turn = scene.heads().mean(axis=0), rng.uniform(0, 2 * np.pi)
        for k in range(-4, 5):
            spot = middle + np.array([np.cos(turn), np.sin(turn)]) * 30.0 * k
            scene.move(0, *np.clip(spot, 1, [479, 299]))
            scene.tick()
        gone = np.zeros(len(scene.heads()), int)
        for _ in range(240):
            scene.tick()
            joints = np.asarray(scene.koi.points, float)  # type: ignore[attr-defined]
            outside = ((joints < 0) | (joints > [480, 300])).any(axis=-1)
            gone += outside.mean(axis=1) > 0.75
            assert (joints[:, 0] > -40).all()
            assert (joints[:, 0] < [520, 340]).all()
        assert gone.max() < 60, "a second at most"


HUNTERS = ("snake", "koi", "lizard", "spider", "jellyfish")


def ahead_of_face(scene: Creature) -> float:
    """How far the drawn lure is from the nearest face, as a share of what it has to be ahead of it."""
    face = scene.face()
    assert face is not None
    head, _, ahead, _ = face
    return float(np.hypot(*(np.array(scene.lure_place) - head))) / ahead


@pytest.mark.parametrize("name", HUNTERS)
@pytest.mark.parametrize("spot", [(240.0, 150.0), (470.0, 150.0), (8.0, 8.0), (240.0, 294.0)])
def test_a_lure_that_is_held_never_lies_on_a_face(name: str, spot: tuple[float, float]) -> None:
    scene = ticked(name, 0.0)
    assert ahead_of_face(scene) > 0.95, "from the first frame on"
    scene.move(0, *spot)
    near = []
    for tick in range(500):
        before = np.array(scene.lure_place)
        scene.tick()
        assert np.hypot(*(np.array(scene.lure_place) - before)) < 36.0, "it glides"
        if tick > 200:
            near.append(ahead_of_face(scene))
            assert scene.board.holds(*scene.lure_place)
    assert np.median(near) > 0.7
    # Koi circle, and jellyfish drift past: behind their faces it may cross them.
    if name not in ("koi", "jellyfish"):
        assert min(near) > 0.7


def test_the_target_itself_stays_the_articles() -> None:
    scene, plain = ticked("snake", 0.0), Target(7.0, CREATURE_TICK, Board())
    for _ in range(300):
        scene.tick()
        assert (scene.target.x, scene.target.y) == plain.tick()


def test_the_snake_starts_wholly_on_the_board() -> None:
    joints = np.asarray(ticked("snake", 0.0).points[0], float)  # type: ignore[attr-defined]
    assert ((joints > 20) & (joints < [460, 280])).all()


SPOTS = [(30.0, 150.0), (450.0, 150.0), (240.0, 30.0), (440.0, 60.0), (240.0, 280.0)]


@pytest.mark.parametrize("spot", SPOTS)
def test_a_pet_startled_near_an_edge_keeps_its_face_in_the_picture(spot: tuple[float, float]) -> None:
    scene = ticked("pet", 0.0)
    place = np.array(spot)
    inward = (np.array([240.0, 150.0]) - place) / np.hypot(*(np.array([240.0, 150.0]) - place))
    scene.mood.place[:] = place  # type: ignore[attr-defined]
    scene.mood.confine()  # type: ignore[attr-defined]
    for tick in range(120):
        scene.move(0, *(place + inward * max(180.0 - 14.0 * tick, 40.0)))
        scene.tick()
        eyes = scene.picture().layer("pet eyes")
        assert (eyes.center > 4).all()  # type: ignore[attr-defined]
        assert (eyes.center < [476, 296]).all()  # type: ignore[attr-defined]
        body = scene.body.center[0]  # type: ignore[attr-defined]
        assert (body > [20, 12]).all()
        assert (body < [460, 290]).all()
