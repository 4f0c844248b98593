"""A real window with the dot in it, driven by lines on standard input; a process of its own for tests.

Windows of one process share its GL, and X errors end a process: so no window is opened inside pytest.
Every line on standard output is JSON: {"said": ...} for messages, {"state": ...} for each answer.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from typing import Any

import numpy as np
from conftest import Dot

from scenes.picture import Layer, Picture
from scenes.scene import Setting
from viewer import cast, loop
from viewer.sdl import sdl2

requests: queue.Queue[list[str]] = queue.Queue()


def tell(**data: Any) -> None:
    print(json.dumps(data), flush=True)


class Watched(loop.Loop):
    """A loop that answers requests once a round, seen or not."""

    frames = 0
    """Rounds in which the window could be seen."""
    watching = False
    blank = between = 0
    """Pictures of one colour, and of two scenes, since they were watched for."""
    still = 0
    """Rounds since the screen was given another picture."""
    most_ticks = 0
    """Ticks of the round that did most of them, since the last time of asking."""
    away = False
    """Whether the window was away in the round before."""
    ticks_on_return = -1
    """Ticks of the first round after the window was away."""

    def run(self) -> None:
        super().run()
        assert self.window.ctx.error == "GL_NO_ERROR"

    def _live_frame(self, stage: Any) -> None:
        self.frames += 1
        scene, swaps = stage.show.player.scene, self.window.frames
        ticks = scene.ticks
        super()._live_frame(stage)
        self.still = self.still + 1 if self.window.frames == swaps else 0
        if stage.show.player.scene is scene:
            self.most_ticks = max(self.most_ticks, scene.ticks - ticks)
            if self.away:
                self.ticks_on_return = scene.ticks - ticks
        self.away = False
        if self.watching and self.window.frames > swaps:
            self._swapped()

    def _do_wishes(self, stage: Any) -> None:
        super()._do_wishes(stage)
        self.away = self.away or not self.window.seen
        while not requests.empty():
            name, *args = requests.get()
            getattr(self, f"do_{name}")(*args)

    def do_state(self) -> None:
        stage, window = self.stage, self.window
        assert stage
        scene: Any = stage.show.player.scene
        buttons = {button.name: button.center for button in stage.hud.buttons} if stage.hud else {}
        tell(
            state={
                "heard": scene.heard,
                "ticks": scene.ticks,
                "resets": scene.resets,
                "x": scene.x,
                "paused": stage.show.player.paused,
                "focus": stage.hud.focus if stage.hud else "",
                "ring": bool(stage.hud and stage.hud.ring),
                "failure": stage.show.player.failure,
                "blank": self.blank,
                "between": self.between,
                "buttons": buttons,
                "size": window.size,
                "buffer": window.buffer_size,
                "position": window.position,
                "seen": window.seen,
                "fullscreen": window.fullscreen,
                "frames": self.frames,
                "swaps": window.frames,
                "still": self.still,
                "most_ticks": self.most_ticks,
                "ticks_on_return": self.ticks_on_return,
                "title": window.title,
                "share": self.pace.share,
                "layers": [layer.name for layer in stage.show.player.after.layers],
                "asked": window.gl_version,
                "board": [scene.board.width, scene.board.height],
                "index": stage.show.index,
                "scale": stage.view.scale,
                "left": stage.view.left,
                "top": stage.view.top,
                "xid": self.x_window(),
            }
        )

    def x_window(self) -> int:
        """The window's number at the X server."""
        info = sdl2.SDL_SysWMinfo()
        sdl2.SDL_GetVersion(info.version)
        sdl2.SDL_GetWindowWMInfo(self.window._window, info)
        return info.info.x11.window

    def do_anew(self) -> None:
        """Everything as if the window had just been opened."""
        stage, window = self.stage, self.window
        assert stage
        assert stage.hud
        if window.fullscreen:
            window.toggle_fullscreen()
        sdl2.SDL_RestoreWindow(window._window)
        sdl2.SDL_ShowWindow(window._window)
        sdl2.SDL_SetWindowSize(window._window, 960, 600)
        stage.show.pick(0)
        stage.show.touched()  # else it goes on by itself, 20 s after somebody last did anything
        stage.show.player.paused = False
        stage.show.player.reset()
        stage.hud.point("board")
        stage.cancel()

    def _swapped(self) -> None:
        """Count pictures of one colour only, and those in which one scene gives way to another."""
        assert self.stage
        surface = self.window.surface.framebuffer
        assert surface
        colors = np.frombuffer(surface.read(components=3), np.uint8).reshape(-1, 3)
        self.blank += int(not np.ptp(colors, axis=0).any())
        self.between += int(self.stage.transition is not None)

    def do_weigh(self, cost: str) -> None:
        """From now on every frame is said to take so many seconds at full resolution."""
        pace, seconds = self.pace, float(cost)
        pace.gauge.take = lambda: seconds * pace.share**2  # type: ignore[method-assign]

    def do_watch(self) -> None:
        self.watching, self.blank, self.between = True, 0, 0

    def do_spoil(self) -> None:
        """The buttons are of a kind that no painter can paint."""
        assert self.stage
        assert self.stage.hud
        self.stage.hud.picture = lambda: Picture((Layer(name="hud of old"),))

    def do_forget(self) -> None:
        assert self.stage
        scene: Any = self.stage.show.player.scene
        scene.heard.clear()
        self.most_ticks = 0

    def do_end(self) -> None:
        self.window.close()

    def do_size(self, width: str, height: str) -> None:
        sdl2.SDL_SetWindowSize(self.window._window, int(width), int(height))

    def do_hide(self) -> None:
        sdl2.SDL_HideWindow(self.window._window)

    def do_show(self) -> None:
        sdl2.SDL_ShowWindow(self.window._window)

    def do_expose(self) -> None:
        event = sdl2.SDL_Event()
        event.type = event.window.type = sdl2.SDL_WINDOWEVENT
        event.window.event = sdl2.SDL_WINDOWEVENT_EXPOSED
        event.window.windowID = sdl2.SDL_GetWindowID(self.window._window)
        sdl2.SDL_PushEvent(event)

    def do_finger(self, what: str, finger: str, x: str, y: str) -> None:
        event = sdl2.SDL_Event()
        kinds = {"down": sdl2.SDL_FINGERDOWN, "move": sdl2.SDL_FINGERMOTION, "up": sdl2.SDL_FINGERUP}
        event.type = event.tfinger.type = kinds[what]
        event.tfinger.touchId, event.tfinger.fingerId = 1, int(finger)
        event.tfinger.x = float(x) / self.window.width
        event.tfinger.y = float(y) / self.window.height
        sdl2.SDL_PushEvent(event)

    def do_fail(self) -> None:
        assert self.stage
        scene: Any = self.stage.show.player.scene
        scene.fail_at = scene.ticks + 1

    def do_unpaintable(self, index: str) -> None:
        """The scene of that place gives pictures that no painter can paint, once."""
        assert self.stage
        show = self.stage.show
        make = show._make

        def broken(name: str, setting: Setting) -> Any:
            scene = make(name, setting)
            if name == show.names[int(index)]:
                paintable = scene.picture
                scene.picture = lambda: Picture((Layer(name="unheard of"),))

                def reset() -> None:
                    if show.player.scene is scene:  # not while it is made ready
                        scene.picture = paintable
                    type(scene).reset(scene)

                scene.reset = reset
            return scene

        if show._ahead is not None:  # it may be on its way already
            show._ahead.finish()
            show._ahead = None
        show._make = broken
        show._players.pop(int(index), None)


def listen() -> None:
    for line in sys.stdin:
        requests.put(line.split())
    requests.put(["end"])


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    cast.make = lambda name, setting, overrides=None: Dot(None, setting)  # type: ignore[assignment]
    names = tuple(f"dot{i}" for i in range(count))
    monitor = sys.argv[2] if len(sys.argv) > 2 else None
    bezel = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    options = loop.Options(
        names=names,
        setting=Setting(language="en"),
        size=(960, 600),
        arch="cpu",
        monitor=monitor,
        bezel=(bezel, bezel),
        fullscreen=monitor is not None,
    )
    threading.Thread(target=listen, daemon=True).start()
    loop.run(options, lambda text: tell(said=text), Watched)
    tell(said="closed")


if __name__ == "__main__":
    main()
