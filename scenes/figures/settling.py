"""How much movement a word computes at once where motion is reduced."""

from __future__ import annotations

from dataclasses import replace

from scenes.letter_scene import LetterScene
from scenes.scene import LETTER_TICK


def settled(made: LetterScene) -> int:
    """ms of movement, told by counting the steps that ``made`` takes when it is asked to keep still."""
    count, step = 0, made.step

    def counted() -> None:
        nonlocal count
        count += 1
        step()

    made.step = counted
    made.place(replace(made.setting, calm=True))
    return round(count * 1000 * LETTER_TICK)
