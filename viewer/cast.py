"""Scenes made from what the operator asked for: names, numbers, and everything else in a setting."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scenes import params, registry
from scenes.params import ParamError
from scenes.picture import Picture, mix
from scenes.scene import Scene, Setting

Overrides = Mapping[str, Mapping[str, Any]]
"""Numbers by scene and name."""


def parse_overrides(texts: Iterable[str], played: Collection[str]) -> dict[str, dict[str, Any]]:
    """``SCENE.PARAM=V`` texts as numbers by scene, each checked. Raises ParamError or UnknownScene.

    ``played``: the scenes that there will be; a number of any other is refused, as nobody would see it.
    """
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        target, equals, value = text.partition("=")
        scene, dot, name = target.strip().partition(".")
        if not (equals and dot and scene and name.strip()):
            raise ParamError(f"{text!r}: expected SCENE.PARAM=VALUE, such as snake.segment_gap=20")
        registry.scene_class(scene)
        if scene not in played:
            raise ParamError(f"{text!r}: {scene} is not played, only {', '.join(played)}")
        found.setdefault(scene, {})[name.strip()] = value.strip()
    for scene, values in found.items():
        params.build(registry.scene_class(scene).Params, scene, values)
    return found


def make(name: str, setting: Setting, overrides: Overrides | None = None) -> Scene:
    """The scene of that name. Raises UnknownScene, ParamError, or what its word or font lacks."""
    kind = registry.scene_class(name)
    return kind(params.build(kind.Params, name, dict((overrides or {}).get(name, {}))), setting)


def rehearse(name: str, setting: Setting, overrides: Overrides | None = None) -> Iterator[None]:
    """Compile all that a scene needs, in steps between which a loading picture can move."""
    yield from rehearsed(make(name, setting, overrides))


def rehearsed(scene: Scene) -> Iterator[None]:
    """The same for a scene that is not going to be shown."""
    yield
    scene.tick()
    yield
    scene.press(0, *scene.board.center)
    scene.tick()
    yield
    scene.picture()
    yield


GOOD_MOMENT = {"creatures": 4.0, "letters": 2.4, "wall": 4.0, "pile": 1.15}
"""Seconds after the start at which a scene, or one of the group, looks its best: a pile while it tumbles."""


def moment(scene: Scene, seconds: float | None = None) -> Picture:
    """The picture ``seconds`` (by default a good moment) after a fresh scene's start, between ticks too."""
    if seconds is None:
        seconds = GOOD_MOMENT.get(scene.name, GOOD_MOMENT[scene.group])
    exact = seconds / scene.tick_seconds
    whole = math.floor(exact + 1e-6)
    for _ in range(whole):
        scene.tick()
    before = scene.picture()
    share = exact - whole
    if share <= 1e-6:
        return before
    scene.tick()
    after = scene.picture()
    return mix(before, after, share)
