"""What a show file asks of each scene, with its defaults filled in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from scenes import params, registry
from scenes.scene import Language, Scene, Setting
from scenes.theme import THEMES
from viewer.showfile.models import Entry, ShowFile
from viewer.transition import Way


@dataclass(frozen=True)
class Act:
    """One scene of a show. ``params``: what differs from the scene's own numbers, sorted by name."""

    name: str
    dwell: float
    theme: str
    language: Language
    word: str | None
    font: str | None
    params: tuple[tuple[str, Any], ...]
    way: Way | None = None
    """How it comes on, where the show says it of this one."""

    def setting(self, base: Setting) -> Setting:
        """The setting for it, with board and calm of ``base``."""
        return replace(base, theme=THEMES[self.theme], language=self.language, word=self.word, font=self.font)

    def make(self, setting: Setting) -> Scene:
        """The scene itself. Raises ParamError, or what its word or font lacks."""
        kind = registry.scene_class(self.name)
        return kind(params.build(kind.Params, self.name, dict(self.params)), setting)

    def same_scene(self, other: Act) -> bool:
        """Whether the very same scene can go on in the other's setting."""
        return (self.name, self.params) == (other.name, other.params)


def acts_of(wishes: ShowFile, folder: Path, language: str) -> tuple[Act, ...]:
    """The acts of a show, those of the file first. Font files are looked for beside the show file;
    ``language``: the system's."""
    base = wishes.defaults
    made = []
    entries = list(wishes.scene)
    if all(entry.name == registry.WALL for entry in entries):
        entries += [Entry(name=name) for name in registry.names()]  # a wall of nothing else shows every scene
    for entry in entries:
        words = registry.scene_class(entry.name).group == "letters"
        font = entry.font if entry.font is not None else base.font
        made.append(
            Act(
                name=entry.name,
                dwell=entry.dwell if entry.dwell is not None else base.dwell,
                theme=entry.theme or base.theme,
                language=cast(Language, entry.language or base.language or language),
                word=(entry.word if entry.word is not None else base.word) if words else None,
                font=_found(font, folder) if words else None,
                params=tuple(sorted(entry.params.items())),
                way=entry.transition,
            )
        )
    return tuple(made)


def _found(font: str | None, folder: Path) -> str | None:
    """A font file beside the show file by its whole path; anything else as it is."""
    return str(folder / font) if font is not None and (folder / font).is_file() else font
