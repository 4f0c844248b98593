"""The gallery wall with all its pictures made at once: for stills, and for who measures it."""

from __future__ import annotations

from dataclasses import replace

from scenes import registry
from scenes.picture import Picture
from scenes.scene import Setting
from scenes.wall import Wall
from viewer import cast
from viewer.cast import GOOD_MOMENT, Overrides
from viewer.clock import SECOND
from viewer.gallery import Gallery
from viewer.player import Player, Report

RATE = 120
"""Frames a second in which time passes: enough for every tick of every scene."""


class Time:
    """Monotonic nanoseconds that pass only when told to."""

    def __init__(self) -> None:
        self.frames = 0

    def __call__(self) -> int:
        return self.frames * SECOND // RATE


def hang_all(
    setting: Setting, overrides: Overrides, report: Report, time: Time, zoom: float = 2.0, page: int = 0
) -> Gallery:
    """A wall of every scene that lives, open at a ``page``. What cannot be made is told, and leaves a gap.

    ``zoom``: window units a board px.
    """
    names = registry.names()
    players: dict[int, Player] = {}
    wall = Wall(None, setting)
    wall.zoom = zoom
    gallery = Gallery(wall, range(len(names)), names, players.get, lambda _: setting, report, time)
    for index, name in enumerate(names):
        try:
            scene = cast.make(name, replace(setting, board=wall.plan.shape), overrides)
        except Exception as error:  # a letter that no font has must not cost the other pictures
            report(f"{name} is left out: {error}")
            continue
        players[index] = Player(scene, report, time)
    wall.prepare()  # with the titles of what has been read by now
    wall.turn_by(page)
    wall.at = float(wall.page)
    wall.risen[:] = 1.0
    gallery.frame()
    return gallery


def moment(gallery: Gallery, time: Time, seconds: float | None = None) -> Picture:
    """The wall so many ``seconds`` (by default a good moment) after it was hung."""
    picture = gallery.frame()
    for _ in range(round((GOOD_MOMENT["wall"] if seconds is None else seconds) * RATE)):
        time.frames += 1
        picture = gallery.frame()
    return picture
