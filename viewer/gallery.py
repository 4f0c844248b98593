"""Plays the gallery wall: its frames, and in them the players of other scenes of the show."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from scenes.panels import Panel, Panels
from scenes.picture import Layer, Picture
from scenes.scene import Setting
from scenes.wall import Wall
from scenes.wall_look import Piece
from viewer.clock import SECOND, Now
from viewer.player import Player, Report

SELDOM = SECOND // 30
"""ns after which a picture that nobody points at is played again at the latest; in every other frame, half of
them, if that is sooner. Nine at full rate would take a third of a frame's time."""
LEAST = SECOND // 70

Hanging = Callable[[int], Player | None]
"""The player of a scene of the show by its place, None while there is none yet."""


class Gallery(Player):
    """The wall of a show. ``tiles``: places in the show of what hangs on it, in order.

    Those players are the very ones that play when a picture is opened: each keeps its own clock, is contained
    when it fails, and goes on living in its frame when the wall is back.
    """

    scene: Wall

    def __init__(
        self,
        scene: Wall,
        tiles: Sequence[int],
        names: Sequence[str],
        hanging: Hanging,
        setting_of: Callable[[int], Setting],
        report: Report,
        now: Now = time.monotonic_ns,
    ) -> None:
        scene.hang([Piece(names[index]) for index in tiles])
        self.tiles = tuple(tiles)
        self.away: int | None = None
        """The tile whose picture is shown elsewhere now: it grows into the screen."""
        self._hanging = hanging
        self._setting_of = setting_of
        self._on: dict[int, int] = {}
        """The tile that each pointer is on."""
        self._panels: dict[int, Panel] = {}
        self._played: dict[int, int] = {}
        """When each was last played, ns."""
        self._frames = 0
        self._filled: tuple[Layer, tuple[Panel | None, ...], Layer] | None = None
        self._whole: tuple[Picture, Layer, Picture] | None = None
        self._now = now
        super().__init__(scene, report, now)

    def player_of(self, tile: int) -> Player | None:
        """Who plays in that frame."""
        return self._hanging(self.tiles[tile])

    def tile_of(self, player: Player) -> int | None:
        """The frame in which that one plays."""
        return next((tile for tile in range(len(self.tiles)) if self.player_of(tile) is player), None)

    def empty(self) -> list[int]:
        """Places in the show of what does not hang yet, those of the page that is seen first."""
        missing = [tile for tile in range(len(self.tiles)) if self.player_of(tile) is None]
        page = self.scene.plan.page
        return [self.tiles[tile] for tile in sorted(missing, key=lambda tile: page[tile] != self.scene.page)]

    def take(self) -> int | None:
        """The place in the show of the picture that somebody wants to open, told once."""
        tile = self._guard(self.scene.take)
        return None if tile is None else self.tiles[tile]

    def enter(self) -> None:
        """Open what the keyboard is at."""
        self._guard(self.scene.enter)

    def setting(self, tile: int) -> Setting:
        """The setting in which a scene plays in that frame."""
        return replace(self._setting_of(self.tiles[tile]), board=self.scene.plan.shape)

    # frames

    def frame(self) -> Picture:
        picture = super().frame()
        panels = self._play()
        at = next((i for i, layer in enumerate(picture.layers) if isinstance(layer, Panels)), None)
        if at is None:
            return picture
        layer = picture.layers[at]
        assert isinstance(layer, Panels)
        if self._filled is None or self._filled[0] is not layer or self._filled[1] != panels:
            self._filled = layer, panels, replace(layer, panels=panels)
        full = self._filled[2]
        if self._whole is None or self._whole[0] is not picture or self._whole[1] is not full:
            layers = (*picture.layers[:at], full, *picture.layers[at + 1 :])
            self._whole = picture, full, replace(picture, layers=layers)
        return self._whole[2]

    def _play(self) -> tuple[Panel | None, ...]:
        """What is in every frame now: those that are seen play, the others wait."""
        wall, found, placed = self.scene, list[Panel | None](), False
        self._frames += 1
        for tile in range(len(self.tiles)):
            player = self.player_of(tile)
            wall.there[tile] = player is not None
            wall.failed[tile] = bool(player and player.failure)
            if player is None or tile == self.away or not wall.is_seen(tile):
                if player and tile != self.away:
                    player.hold()
                found.append(None)
                continue
            wanted = self.setting(tile)
            if player.scene.setting != wanted and not player.failure and not placed:
                player.place(wanted)  # one a frame: nine at once would be felt
                placed = True
            player.paused = self.paused
            found.append(self._show(tile, player))
        return tuple(found)

    def _show(self, tile: int, player: Player) -> Panel:
        wall, panel, now = self.scene, self._panels.get(tile), self._now()
        near = tile in self._on.values() or (wall.ring and tile == wall.focus)
        passed = now - self._played.get(tile, 0)
        mine = (self._frames + tile) % 2 == 0 and passed >= LEAST
        if panel and panel.owner is player and not (near or mine or passed >= SELDOM or player.failure):
            return panel
        self._played[tile] = now
        picture, board = player.frame(sparing=not near), player.scene.board
        if panel is None or panel.picture is not picture or panel.board != board:
            panel = self._panels[tile] = Panel(picture, board, player)
        return panel

    def hold(self) -> None:
        super().hold()
        for tile in range(len(self.tiles)):
            player = self.player_of(tile)
            if player:
                player.hold()

    def reset(self) -> None:
        """A wall that failed has another chance; else nothing begins anew, least of all what hangs on it."""
        if self.failure:
            super().reset()

    # pointers reach the scenes in the frames

    def move(self, pointer: int, x: float, y: float) -> None:
        super().move(pointer, x, y)
        self._reach(pointer, x, y)

    def press(self, pointer: int, x: float, y: float) -> None:
        super().press(pointer, x, y)
        self._reach(pointer, x, y)

    def leave(self, pointer: int) -> None:
        super().leave(pointer)
        self._let_go(pointer)

    def go_off(self) -> None:
        super().go_off()
        for pointer in list(self._on):
            self._let_go(pointer)

    def _reach(self, pointer: int, x: float, y: float) -> None:
        tile = self.scene.hover.get(pointer)
        if self._on.get(pointer) not in (None, tile):
            self._let_go(pointer)
        player = None if tile is None else self.player_of(tile)
        if tile is not None and player is not None:
            self._on[pointer] = tile
            player.move(pointer, *self.scene.inside(tile, player.scene.board, x, y))

    def _let_go(self, pointer: int) -> None:
        tile = self._on.pop(pointer, None)
        player = None if tile is None else self.player_of(tile)
        if player is None:
            return
        player.leave(pointer)
        if tile not in self._on.values():
            player.scene.touched = False  # nobody is at it any more: it shows itself again


def contained(error: Exception) -> bool:
    """Whether a picture on the wall is at fault that a painting failed; its player is told then."""
    panel, cause = getattr(error, "panel", None), error.__cause__
    if not (isinstance(panel, Panel) and isinstance(panel.owner, Player) and isinstance(cause, Exception)):
        return False
    panel.owner.fail(cause, Picture(()))
    return True
