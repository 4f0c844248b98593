"""Where the show is, kept across its deaths: a file in the folder that the system empties at log-out."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

MOST_DEATHS = 2
"""A scene in which the show died so often in a row gives way to the next one."""


@dataclass
class Place:
    """The scene that is on, by its place in the show and by name; ``deaths``: how often it was the last."""

    path: Path
    index: int = 0
    scene: str = ""
    deaths: int = 0
    _told: bool = False

    @classmethod
    def of(cls, show: Sequence[str], folder: Path | None = None) -> Place:
        """The place in that show (whatever identifies it), with nothing read yet."""
        mark = hashlib.sha256("\0".join(show).encode()).hexdigest()[:12]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a session without a folder of its own: another one will do
            here = folder or platformdirs.user_runtime_path("ikimoji", appauthor=False)
        return cls(here / f"{mark}.json")

    def resume(self, names: Sequence[str]) -> int:
        """Where to start: at the scene of the last death, else at 0. A scene that kills is passed over."""
        try:
            data = json.loads(self.path.read_text("utf-8"))
            index, scene, deaths = int(data["index"]), str(data["scene"]), int(data["deaths"]) + 1
        except (OSError, ValueError, KeyError, TypeError):
            return self.index
        if scene not in names:
            return self.index  # the show was edited
        if not (0 <= index < len(names) and names[index] == scene):
            index = names.index(scene)
        if deaths >= MOST_DEATHS:
            index, deaths = (index + 1) % len(names), 0
        self.set(index, names[index], deaths)
        return index

    def set(self, index: int, scene: str, deaths: int = 0) -> None:
        """Another scene is on, or this one has proved sound."""
        if (index, scene, deaths) == (self.index, self.scene, self.deaths):
            return
        self.index, self.scene, self.deaths = index, scene, deaths
        beside = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps({"index": index, "scene": scene, "deaths": deaths}), "utf-8")
            beside.replace(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                beside.unlink()
            if not self._told:
                self._told = True
                remedy = "a restart would begin at the first scene; free space there"
                print(f"ikimoji: cannot write {self.path}: {error}; {remedy}", file=sys.stderr)

    def clear(self) -> None:
        """The show ended in good order: it begins at its beginning next time."""
        with contextlib.suppress(OSError):  # most often it was never written
            self.path.unlink()
