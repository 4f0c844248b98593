"""What the words share: a reset restores the demo, and letters of before fade where they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scenes import registry
from scenes.board import Board
from scenes.letter_ink import LEAVE_TICKS
from scenes.letter_scene import LetterScene
from scenes.scene import Setting

WORDS = [name for name in registry.LETTERS if name in registry.names()]
FADES = [name for name in WORDS if name in ("pile", "dodge", "water", "hero")]
"""Those whose letters of before fade; others draw them back or let them go another way."""


def make(name: str, ticks: int = 0, setting: Setting | None = None) -> LetterScene:
    scene = registry.scene_class(name)(setting=setting)
    assert isinstance(scene, LetterScene)
    for _ in range(ticks):
        scene.tick()
    return scene


def shown(scene: LetterScene) -> set[str]:
    return {layer.name for layer in scene.picture().layers}


@pytest.mark.parametrize("name", WORDS)
def test_a_reset_brings_the_demo_back(name):
    scene = make(name, 30)
    scene.press(0, 240.0, 150.0)
    for key in ("up", "down", "left", "right"):
        scene.key(key)
    assert scene.touched
    assert not scene.demo
    scene.reset()
    assert scene.demo
    assert scene.state in ("", "demo")


@pytest.mark.parametrize("name", FADES)
def test_after_a_reset_the_letters_of_before_fade(name):
    scene = make(name, 80)
    scene.reset()
    assert "leaving" in shown(scene)
    for _ in range(LEAVE_TICKS + 1):
        scene.tick()
    assert "leaving" not in shown(scene)
    scene.reset()
    scene.reset()
    assert "leaving" not in shown(scene), "nothing has been shown since"


@pytest.mark.parametrize("name", FADES)
def test_another_word_does_not_bring_the_old_ones_shapes(name):
    scene = make(name, 80)
    scene.place(replace(scene.setting, word="AB"))
    assert "leaving" not in shown(scene)


@pytest.mark.parametrize("name", FADES)
def test_what_fades_goes_along_with_a_growing_board_and_ends_when_calm(name):
    scene = make(name, 80)
    scene.reset()
    assert scene.ink.gone is not None
    before = scene.ink.gone[0]
    scene.place(replace(scene.setting, board=Board(680, 300)))
    assert scene.ink.gone is not None
    np.testing.assert_allclose(scene.ink.gone[0] - before, np.array([[100.0, 0.0]] * len(before)))
    scene.place(replace(scene.setting, calm=True))
    assert "leaving" not in shown(scene)
