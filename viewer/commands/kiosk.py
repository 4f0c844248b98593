"""``ikimoji kiosk``: a show that fills the screen, locked, watched, and started anew when it dies."""

from __future__ import annotations

import contextlib
import faulthandler
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scenes import registry
from viewer import cast
from viewer.commands.options import (
    bezel_option,
    monitor_option,
    resolution_option,
    say_unused,
    scene_options,
    setting_of,
    system_language,
)
from viewer.commands.shows import OF_SCREEN, is_given, names_of, show_of
from viewer.kiosk import exits
from viewer.kiosk.lock import CHORD, CORNERS, PIN, BadChord, Chord, Corner

if TYPE_CHECKING:
    from viewer.showfile.reading import Show

T = TypeVar("T")


class ChordType(click.ParamType):
    """Modifiers and a key, such as Ctrl+Alt+Shift+K; or none."""

    name = "chord"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        try:
            if value.lower() != "none":
                Chord.parse(value)
        except BadChord as error:
            self.fail(str(error), param, ctx)
        return value


class PinType(click.ParamType):
    """Digits."""

    name = "digits"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        if not re.fullmatch(PIN, value):
            self.fail("expected digits, at most 12", param, ctx)
        return value


@click.command("kiosk")
@click.argument("scenes", nargs=-1, metavar="[SHOW.toml | SCENE...]")
@monitor_option
@bezel_option
@resolution_option
@click.option(
    "--chord",
    type=ChordType(),
    default=CHORD,
    show_default=True,
    help="Keys that open the operator's menu when held for a second; none for no keys.",
)
@click.option(
    "--corner",
    type=click.Choice(CORNERS),
    default=CORNERS[0],
    show_default=True,
    help="Where five quick taps open it, too.",
)
@click.option("--pin", type=PinType(), default="", envvar="IKIMOJI_PIN", help="Digits that the menu wants.")
@click.option("--alone", is_flag=True, help="Play in this process: systemd or another watches it.")
@click.option("--maintenance", metavar="WHY", help="Only show the maintenance screen.")
@scene_options
@click.pass_context
def command(
    ctx: click.Context,
    scenes: tuple[str, ...],
    monitor: str | None,
    bezel: tuple[int, int],
    resolution: float | None,
    chord: str,
    corner: Corner,
    pin: str,
    alone: bool,
    maintenance: str | None,
    lang: str | None,
    word: str | None,
    font: str | None,
    numbers: tuple[str, ...],
    reduced_motion: str,
    theme: str,
    fit: str,
    arch: str,
) -> None:
    """Play a show file or SCENEs for visitors: fullscreen, no buttons, and nothing that they can leave it by.

    A show that crashes, hangs or shows no new picture is started again at the same scene; after too many
    failures in an hour a maintenance screen stands in, and the show is tried again later.

    Exit codes: 0 the operator quit, 1 failed, 2 wrong usage; with --alone also 3 no window, 4 the graphics
    context was lost, 5 no scene could be shown, 6 the watcher is gone, 7 nothing was on the picture,
    10 start me anew.
    """
    from viewer.cli import STARTED, say
    from viewer.kiosk import leash
    from viewer.kiosk.journal import Journal, folder

    if maintenance is not None:
        from viewer.kiosk import maintenance as screen

        leash.tie()
        if monitor is None and scenes:
            with contextlib.suppress(Exception):  # it may be the file that is broken
                monitor = _monitor_of(show_of(ctx, scenes))
        screen.show(maintenance, str(folder()), monitor, say=say)
        return
    try:
        show = show_of(ctx, scenes)
    except Exception as error:
        if type(error).__name__ != "ShowFileError":
            raise
        say(str(error))
        ctx.exit(exits.USAGE)  # starting anew cannot help
    names = names_of(show, scenes)
    for name in names:
        registry.check(name)
    overrides = cast.parse_overrides(numbers, names)
    mark = [str(show.file.resolve())] if show else list(names)
    if not alone:
        say_unused(names, word, font)
        ctx.exit(_keep(mark, show.file if show else None))
    setting = setting_of(lang, word, font, reduced_motion, theme)

    from viewer import loop
    from viewer.cursor import IDLE
    from viewer.kiosk.loop import Kiosk
    from viewer.kiosk.place import Place
    from viewer.kiosk.pulse import Pulse
    from viewer.kiosk.run import play

    leash.tie()
    faulthandler.enable()
    place = Place.of(mark)
    first = place.resume(names)
    options = loop.Options(
        names=_from(names, first),
        setting=setting,
        overrides=overrides,
        fullscreen=True,
        monitor=monitor,
        bezel=bezel,
        fit=fit,  # type: ignore[arg-type]
        resolution=resolution,
        arch=arch,
        buttons=False,
        idle_cursor=IDLE,
        memory=folder() / "screens.json",
        follow_calm=reduced_motion == "auto",
        started=STARTED,
    )
    if show:
        wanted = show.wishes.kiosk
        chord = chord if is_given(ctx, "chord") else wanted.chord
        corner = corner if is_given(ctx, "corner") else wanted.corner
        pin = pin or wanted.pin
    keys = None if chord.lower() == "none" else Chord.parse(chord)
    kiosk = Kiosk(Journal("show"), Pulse(), place, keys, corner, pin, first)
    if show is None:
        ctx.exit(play(options, kiosk, say))

    from viewer.showloop import ShowLoop, options_of

    given = ["fullscreen", "buttons", *(name for name in OF_SCREEN if is_given(ctx, name))]
    home = show.wishes.attract.home or names[0]
    attract = show.wishes.attract.model_copy(update={"home": home})
    wishes = show.wishes.model_copy(update={"attract": attract})
    source = replace(show, acts=_from(show.acts, first), wishes=wishes)
    options = options_of(source, options, given)
    ctx.exit(play(options, kiosk, say, ShowLoop, source=source, language=setting.language, given=given))


def _from(whole: Sequence[T], first: int) -> tuple[T, ...]:
    """The same round, begun at another place: a show goes round, so it may start anywhere."""
    return (*whole[first:], *whole[:first])


def _monitor_of(show: Show | None) -> str | None:
    """The screens that a show file names."""
    named = show.wishes.screen.monitor if show else None
    return None if named is None else str(named)


def _fault_of(file: Path | None) -> str:
    """What is wrong with a show file now, '' if nothing is, or there is none."""
    if file is None:
        return ""
    from viewer.showfile.messages import ShowFileError
    from viewer.showfile.reading import read

    try:
        read(file, system_language())
    except ShowFileError as error:
        first = (str(error).splitlines()[1:] or [str(error)])[0]  # without the heading
        return first.strip().replace(str(file), file.name)
    except Exception as error:
        return f"{file.name}: {error}"
    return ""


def _keep(mark: list[str], file: Path | None) -> int:
    """Watch over a process of the same command line that plays."""
    from viewer.cli import say
    from viewer.kiosk import unit
    from viewer.kiosk.journal import Journal
    from viewer.kiosk.keeper import Keeper
    from viewer.kiosk.place import Place

    Place.of(mark).clear()
    run = unit.program()
    words = sys.argv[1:]
    words = words[words.index("kiosk") + 1 :] if "kiosk" in words else words
    journal = Journal("keeper")
    journal.note("keeper starts")
    keeper = Keeper(
        [*run, "kiosk", "--alone", *words],
        lambda why: [*run, "kiosk", "--maintenance", _fault_of(file) or why, *unit.screen_of(words)],
        journal,
        say,
        file=file,
    )
    code = keeper.run()
    journal.note("keeper ends", why=exits.meaning(code))
    return code
