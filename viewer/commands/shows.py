"""Show files on the command line: which argument is one, and which options say what the file says better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from scenes import registry
from viewer.commands.options import system_language

if TYPE_CHECKING:
    from viewer.showfile.reading import Show

IN_THE_FILE = {
    "word": '--word: write word = "..." under its [[scene]] or [defaults]',
    "font": '--font: write font = "..." under its [[scene]] or [defaults]',
    "lang": '--lang: write language = "..." under its [[scene]] or [defaults]',
    "theme": '--theme: write theme = "..." under its [[scene]] or [defaults]',
    "numbers": "--set: write params = { NAME = VALUE } under its [[scene]]",
}
"""Options of which a show file has one for every scene."""

OF_SCREEN = ("monitor", "bezel", "fit", "resolution")
"""Options that count more than what a show file says of the screen."""


def is_given(ctx: click.Context, option: str) -> bool:
    """Whether somebody wrote it on the command line."""
    return ctx.get_parameter_source(option) == ParameterSource.COMMANDLINE


def names_of(show: Show | None, scenes: Sequence[str]) -> tuple[str, ...]:
    """What is played: the show's, else the scenes that were named; a wall of nothing shows every scene."""
    if show is not None:
        return tuple(act.name for act in show.acts)
    if all(name == registry.WALL for name in scenes):
        return (registry.WALL, *registry.names())
    return tuple(scenes)


def show_of(ctx: click.Context, arguments: Sequence[str]) -> Show | None:
    """The show whose file is named; None if scenes are. Raises UsageError and ShowFileError."""
    files = [text for text in arguments if text.lower().endswith(".toml") or "/" in text or "\\" in text]
    if not files:
        return None
    if len(arguments) > 1:
        raise click.UsageError(f"{files[0]}: play one show file, or scenes")
    file = Path(files[0])
    if not file.is_file():
        raise click.UsageError(f"{files[0]}: there is no such file")
    for option, instead in IN_THE_FILE.items():
        if is_given(ctx, option):
            raise click.UsageError(f"{files[0]} says this for each scene; instead of {instead}")
    from viewer.showfile.reading import read

    return read(file, system_language())
