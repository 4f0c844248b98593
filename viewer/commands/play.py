"""``ikimoji play``: scenes in a window; without a display, a contact sheet of them."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import click

from scenes import registry
from viewer import cast
from viewer.commands.options import (
    Size,
    bezel_option,
    monitor_option,
    resolution_option,
    say_unused,
    scene_options,
    setting_of,
)
from viewer.commands.shows import OF_SCREEN, is_given, names_of, show_of

SHEET = "ikimoji-contact-sheet.png"


@click.command("play")
@click.argument("scenes", nargs=-1, metavar="[SHOW.toml | SCENE...]")
@click.option("--fullscreen", is_flag=True, help="Fill the screen (F11 toggles).")
@monitor_option
@bezel_option
@resolution_option
@click.option("--size", type=Size(), help="The window's size.")
@scene_options
@click.pass_context
def command(
    ctx: click.Context,
    scenes: tuple[str, ...],
    fullscreen: bool,
    monitor: str | None,
    bezel: tuple[int, int],
    resolution: float | None,
    size: tuple[int, int] | None,
    lang: str | None,
    word: str | None,
    font: str | None,
    numbers: tuple[str, ...],
    reduced_motion: str,
    theme: str,
    fit: str,
    arch: str,
) -> None:
    """Play SCENEs in a window, several in turns; by default all, after a gallery wall. Or play a show file.

    Space pauses, Enter starts over, Tab walks over the buttons, Page Up and Page Down choose the scene (1 to
    9 and 0 the first ten), Home leads to the wall, F11 fills the screen, Q or Ctrl+Q leaves. Without a
    display: a contact sheet.
    """
    from viewer.cli import STARTED, say

    show = show_of(ctx, scenes)
    names = names_of(show, scenes)
    for name in names:
        registry.check(name)
    overrides = cast.parse_overrides(numbers, names)
    say_unused(names, word, font)
    setting = setting_of(lang, word, font, reduced_motion, theme)
    from viewer import loop, sdl

    options = loop.Options(
        names=tuple(names),
        setting=setting,
        overrides=overrides,
        size=size,
        fullscreen=fullscreen,
        monitor=monitor,
        bezel=bezel,
        fit=fit,  # type: ignore[arg-type]
        resolution=resolution,
        arch=arch,
        follow_calm=reduced_motion == "auto",
        started=STARTED,
    )
    kind = None
    if show:
        from viewer.showloop import ShowLoop, options_of

        given = [name for name in ("fullscreen", *OF_SCREEN) if is_given(ctx, name)]
        options = options_of(show, options, given)
        kind = partial(ShowLoop, source=show, language=setting.language, given=given)
    try:
        sdl.need_display()
        loop.run(options, say, kind)
    except KeyboardInterrupt:
        say("bye")
    except sdl.NoDisplay as problem:
        if options.fullscreen or options.monitor is not None:
            raise  # whoever names a screen would take a file for success
        path = _sheet_path()
        from viewer import sheet

        make = None if show is None else show.first_of
        names = tuple(name for name in names if name != registry.WALL) or registry.names()
        failed = sheet.write(path, names, options.setting, overrides, arch=arch, make=make)
        shown = [name for name in names if name not in failed]
        say(f"{problem}\n  wrote a contact sheet of {', '.join(shown)} instead: {path}")
        for name, error in failed.items():
            say(f"{name} is left out: {error}")
        if failed:
            click.get_current_context().exit(1)


def _sheet_path() -> Path:
    """Here, or in the temporary folder where nothing can be written here."""
    here = Path.cwd() / SHEET
    try:
        with tempfile.TemporaryFile(dir=here.parent):
            return here
    except OSError:
        return Path(tempfile.gettempdir()) / SHEET
