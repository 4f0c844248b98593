"""A real window that plays a show file, with dots for scenes, driven as window_child.py is.

Arguments: any number (unused), then the show file. ``wall N`` sets the clock on the wall to N (s since 1970).
"""

from __future__ import annotations

import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

from conftest import Dot
from window_child import Watched, listen, tell

from scenes.scene import Setting
from viewer import loop
from viewer.sdl import sdl2
from viewer.showfile.acts import Act
from viewer.showfile.reading import read
from viewer.showloop import ShowLoop, options_of

wall = [0.0]


class WatchedShow(Watched, ShowLoop):
    cursor_shown = True
    appearances = 0
    """How often the cursor came back."""

    def _do_wishes(self, stage: Any) -> None:
        super()._do_wishes(stage)
        before, self.cursor_shown = self.cursor_shown, sdl2.SDL_ShowCursor(sdl2.SDL_QUERY) == sdl2.SDL_ENABLE
        self.appearances += self.cursor_shown and not before

    def do_show(self) -> None:
        """What is on, as the file calls it, and how."""
        assert self.stage
        show: Any = self.stage.show
        screensaver = bool(sdl2.SDL_IsScreenSaverEnabled())
        tell(
            state={
                "names": show.names,
                "on": show.names[show.index],
                "identity": id(show.player.scene),
                "ticks": show.player.scene.ticks,
                "theme": show.setting.theme.name,
                "notice": self.stage.notice is not None,
                "dark": self.dark,
                "swaps": self.window.frames,
                "screensaver": screensaver,
                "cursor": self.cursor_shown,
                "appearances": self.appearances,
                "fit": self.stage.fit,
            }
        )

    def do_wall(self, seconds: str) -> None:
        wall[0] = float(seconds)
        self._next_look = 0.0


def main() -> None:
    Act.make = lambda self, setting: Dot(None, setting)  # type: ignore[method-assign,assignment]
    source = read(Path(sys.argv[2]), "en")
    options = loop.Options(names=("",), setting=Setting(language="en"), size=(960, 600), arch="cpu")
    options = options_of(source, options, ())
    threading.Thread(target=listen, daemon=True).start()
    kind = partial(WatchedShow, source=source, language="en", wall=lambda: wall[0])
    loop.run(options, lambda text: tell(said=text), kind)


if __name__ == "__main__":
    main()
