"""Why a show ended, as exit codes: who watches it (our keeper, or systemd) acts on them."""

from __future__ import annotations

QUIT = 0
"""The operator quit, or the system asked for an orderly end."""
FAILED = 1
"""An error that nobody expected; the log has it."""
USAGE = 2
"""What was asked for makes no sense (a scene or show that is not there). Starting anew cannot help."""
NO_WINDOW = 3
"""No display, or no OpenGL on it: at start, or because the session ended."""
LOST_CONTEXT = 4
"""The graphics driver was reset and took our context with it."""
NO_SCENE = 5
"""Every scene of the show failed."""
ORPHANED = 6
"""Whoever watched the show is gone."""
BLANK = 7
"""The screen showed one single colour for too long."""
RELOAD = 10
"""The operator asked for everything anew; no fault."""

MEANING = {
    QUIT: "quit",
    FAILED: "failed",
    USAGE: "wrong usage",
    NO_WINDOW: "no window",
    LOST_CONTEXT: "graphics context lost",
    NO_SCENE: "no scene can be shown",
    ORPHANED: "watcher gone",
    BLANK: "nothing on the picture",
    RELOAD: "reload",
}


def meaning(code: int) -> str:
    """What an exit code says, in words; negative ones are signals, as ``subprocess`` tells them."""
    if code < 0:
        return f"killed by signal {-code}"
    return MEANING.get(code, f"exit code {code}")
