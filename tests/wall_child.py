"""A real window with a gallery wall on which dots hang, driven as window_child.py is.

The first argument says how many dots.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from conftest import Dot
from window_child import Watched, listen, tell

from scenes import registry
from scenes.scene import Setting
from scenes.wall import Wall
from viewer import cast, loop


class WatchedWall(Watched):
    def do_state(self) -> None:
        stage, window = self.stage, self.window
        assert stage
        show = stage.show
        home: Any = next(player for index, player in show._players.items() if index == show.wall)
        wall, view = home.scene, stage.view_of(home)
        middles = []
        for tile in range(len(wall.pieces)):
            x, y, width, height = wall.box(tile)
            px, py = view.to_pixels(x + width / 2, y + height / 2)
            middles.append((px / stage.ratio[0], py / stage.ratio[1]))
        players = [home.player_of(tile) for tile in range(len(wall.pieces))]
        scenes: list[Any] = [player.scene if player else None for player in players]
        tell(
            state={
                "on": show.names[show.index],
                "page": wall.page,
                "settled": wall.at == wall.page and stage.transition is None and not wall.lift.any(),
                "middles": middles,
                "hung": sum(player is not None for player in players),
                "heard": [scene.heard if scene else [] for scene in scenes],
                "ticks": [scene.ticks if scene else 0 for scene in scenes],
                "same": [id(scene) for scene in scenes],
                "buttons": {b.name: b.center for b in stage.hud.buttons} if stage.hud else {},
                "failure": show.player.failure,
                "xid": self.x_window(),
                "position": window.position,
                "size": window.size,
            }
        )


def main() -> None:
    def make(name: str, setting: Setting, overrides: Any = None) -> Any:
        return Wall(None, setting) if name == registry.WALL else Dot(None, setting)

    cast.make = make  # type: ignore[assignment]
    names = (registry.WALL, *(f"dot{i}" for i in range(int(sys.argv[1]))))
    options = loop.Options(names=names, setting=Setting(language="en"), size=(960, 600), arch="cpu")
    threading.Thread(target=listen, daemon=True).start()
    loop.run(options, lambda text: tell(said=text), WatchedWall)
    tell(said="closed")


if __name__ == "__main__":
    main()
