"""Individuals that overlap are drawn one above the other, each as a whole."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from scenes.eyes import Eyes
from scenes.picture import Discs, Layer, Ribbons, Shapes, discs, pose
from scenes.registry import scene_class
from scenes.stack import GROUPS, MANY, Stack
from scenes.theme import THEMES

PILED = ("snake", "lizard", "octopus", "caterpillar", "jellyfish", "spider", "pet")


def bodies(count: int) -> Discs:
    return discs(
        "bodies", np.arange(count)[:, None] * [10.0, 1.0], np.full((count, 1), 4.0), THEMES["day"].sage
    )


def test_eyes_of_the_lower_lie_under_the_body_of_the_upper() -> None:
    body, eyes = bodies(3), Eyes("eyes", THEMES["day"], np.ones(6))
    at = np.repeat(np.arange(3)[:, None] * [10.0, 1.0], 2, 0)
    piled = Stack(3).pile((body, eyes.at(at, (1e6, 1.0))), near=np.array([2.0, 0.0, 1.0]))
    assert [layer.name for layer in piled] == [
        "bodies 2",
        "eyes 2",
        "bodies 3",
        "eyes 3",
        "bodies 1",
        "eyes 1",
    ]
    for layer, who in zip(piled, (1, 1, 2, 2, 0, 0)):
        assert isinstance(layer, Discs)
        assert np.abs(layer.center[:, 0] - 10.0 * who).max() < 1.0
        assert len(layer.center) == (6 if layer.name.startswith("eyes") else 1)


def test_what_does_not_change_stays_the_same_object() -> None:
    body, stack = bodies(4), Stack(4)
    first = stack.pile((body,))
    second = stack.pile((pose(body, center=body.center + 1.0),))
    for a, b in zip(first, second):
        assert isinstance(a, Discs)
        assert isinstance(b, Discs)
        assert a.fill is b.fill
        assert a.size is b.size
        np.testing.assert_allclose(b.center, a.center + 1.0)


def test_one_and_very_many_are_left_alone() -> None:
    for count in (1, MANY + 1):
        layers = (bodies(count),)
        assert Stack(count).pile(layers)[0] is layers[0]
    assert len(Stack(MANY).pile((bodies(MANY),))) == GROUPS


def test_those_apart_are_not_cut() -> None:
    layers, stack = (bodies(2),), Stack(2)
    near, far = np.array([[0.0, 0.0], [3.0, 0.0]]), np.array([[0.0, 0.0], [9.0, 0.0]])
    reach = np.array([2.0, 2.0])
    assert len(stack.pile(layers, place=near, reach=reach)) == 2
    assert stack.pile(layers, place=far, reach=reach)[0] is layers[0]


def test_a_layer_that_nobody_owns_is_named() -> None:
    with pytest.raises(ValueError, match="'bodies': 7 instances are not 3 alike"):
        Stack(3).pile((bodies(7),))


@pytest.mark.parametrize("name", PILED)
@pytest.mark.parametrize("count", [3, 11])
def test_a_pile_shows_all_that_a_batch_shows(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = scene_class(name)
    scene = kind(params=kind.Params.model_validate({"count": count}))
    # Where they gather they overlap.
    scene.move(0, 240.0, 150.0)
    for _ in range(90):
        scene.tick()
    piled = scene.picture().layers
    monkeypatch.setattr(Stack, "pile", lambda self, layers, near=None, **apart: tuple(layers))
    batch = scene.picture().layers
    assert len(piled) > len(batch)
    assert len({layer.name for layer in piled}) == len(piled), "names are unique"
    whole = {layer.name: layer for layer in batch}
    parts: dict[str, list[Layer]] = defaultdict(list)
    for layer in piled:
        base = layer.name if layer.name in whole else layer.name.rsplit(" ", 1)[0]
        parts[base].append(layer)
    assert parts.keys() == whole.keys()
    for base, pieces in parts.items():
        layer = whole[base]
        if not isinstance(layer, Ribbons | Discs | Shapes):
            continue
        place = "center" if isinstance(layer, Discs) else "points"
        shown = np.concatenate([getattr(piece, place).reshape(len(piece.fill), -1) for piece in pieces])  # type: ignore[attr-defined]
        every = getattr(layer, place).reshape(len(layer.fill), -1)
        np.testing.assert_array_equal(np.sort(shown, axis=0), np.sort(every, axis=0))
