"""The scenes by name, in show order. A scene's module is imported when it is first asked for."""

from __future__ import annotations

import difflib
import sys
from importlib import import_module

from scenes.scene import Language, Scene

CREATURES = ("snake", "koi", "lizard", "octopus", "caterpillar", "jellyfish", "spider", "pet", "pond")
LETTERS = ("pile", "rope", "jelly", "dodge", "water", "shatter", "tilt", "wind", "hero")
GROUPS: dict[str, dict[Language, str]] = {
    "creatures": {"ja": "生き物", "ko": "생물", "en": "Creatures"},
    "letters": {"ja": "文字", "ko": "글자", "en": "Letters"},
}
WALL = "wall"
"""The scene that shows others: it is played and no scene of the show's own order."""
CLASSES = {
    "snake": "Snake",
    "koi": "Swim",
    "lizard": "Lizard",
    "octopus": "Octopus",
    "caterpillar": "Caterpillar",
    "jellyfish": "Jellyfish",
    "spider": "Spider",
    "pet": "Pet",
    "pond": "Pond",
    "pile": "Pile",
    "rope": "Rope",
    "jelly": "Jelly",
    "dodge": "Dodge",
    "tilt": "Tilt",
    "water": "Water",
    "shatter": "Shatter",
    "wind": "Wind",
    "hero": "Hero",
    WALL: "Wall",
}
"""Scenes that exist, with the class in the module of the same name."""


class UnknownScene(KeyError):
    """No scene of that name; the message says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])


def names() -> tuple[str, ...]:
    """Names of the scenes that exist, creatures first, each group in the articles' order."""
    return tuple(name for name in CREATURES + LETTERS if name in CLASSES)


def check(name: str) -> None:
    """Raise UnknownScene, naming the nearest match, for a scene that is not there. Imports nothing."""
    if name not in CLASSES:
        near = difflib.get_close_matches(name.lower(), names(), 1)
        hint = f"did you mean {near[0]}?" if near else f"scenes are {', '.join(names())}"
        raise UnknownScene(f"no scene {name!r}: {hint}")


def scene_class(name: str) -> type[Scene]:
    """The class of a scene. Raises UnknownScene."""
    check(name)
    found: type[Scene] = getattr(import_module(f"scenes.{name}"), CLASSES[name])
    return found


def known(name: str) -> type[Scene] | None:
    """The class of a scene whose module has been imported already, None of others. Imports nothing."""
    found: type[Scene] | None = getattr(sys.modules.get(f"scenes.{name}"), CLASSES.get(name, ""), None)
    return found
