"""``ikimoji check``: whether a show file can be played, and everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import click

from viewer.commands.options import system_language
from viewer.output import data_only


@click.command("check")
@click.argument("show", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="SHOW.toml")
@click.pass_context
def command(ctx: click.Context, show: Path) -> None:
    """Check a show file: every error with its line, its key and what to do about it.

    Every scene is made once, with its numbers, word and font. The exit code is 1 if anything is wrong.
    """
    from viewer.cli import say
    from viewer.showfile.messages import ShowFileError
    from viewer.showfile.rehearsal import rehearse

    with data_only() as write:
        try:
            found = rehearse(show, system_language())
        except ShowFileError as error:
            click.echo(error.listed, err=True)
            say(f"{show} cannot be played: {error.count}")
            ctx.exit(1)
        seconds = sum(act.dwell for act in found.acts)
        write(f"{show}: ok, {_count(len(found.acts), 'scene')} in {seconds:g} s\n")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
