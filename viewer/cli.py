"""The command ``ikimoji``: finds the command, and turns every error into one message and an exit code.

0: done. 1: failed. 2: wrong usage. Standard output carries data only, messages go to standard error.
Commands are imported when they are called, so that ``ikimoji list`` starts no graphics.
"""

from __future__ import annotations

import difflib
import os
import sys
import time
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

import click

STARTED = time.monotonic_ns()

COMMANDS = {
    "play": "Play scenes, or a show file, in a window.",
    "check": "Check a show file.",
    "list": "Say which scenes there are.",
    "still": "Render one moment of a scene to a PNG.",
    "measure": "Measure the articles' published figures here.",
    "bench": "Measure speed, beside peers that take turns with ours.",
    "kiosk": "Play for visitors: fullscreen, locked, started anew when it dies.",
    "install": "Let a kiosk start with the machine.",
    "uninstall": "Take that away again.",
    "doctor": "Say what this machine has, and what is missing.",
}
"""Every command with its line in the help; each is the function ``command`` in viewer/commands/NAME.py."""

WRONG_USAGE = ("ParamError", "UnknownScene", "UnknownDisplay", "EmptyWord")
"""Errors, by class name, that say that what was asked for makes no sense."""

_MODULES = {"list": "listing"}
"""Module names where the command's own would hide one of Python's."""


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"viewer.commands.{_MODULES.get(cmd_name, cmd_name)}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in COMMANDS:
            ctx.fail(f"no command {name!r}: {_hint(name)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _hint(name: str) -> str:
    """What somebody who wrote ``ikimoji NAME`` may have meant."""
    from scenes import registry

    if name.lower() in registry.names():
        return f"did you mean ikimoji play {name.lower()}?"
    near = difflib.get_close_matches(name.lower(), COMMANDS, 1)
    return f"did you mean {near[0]}?" if near else f"commands are {', '.join(COMMANDS)}"


def _version() -> str:
    try:
        return version("ikimoji")
    except PackageNotFoundError:
        return "of a bare checkout"


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"ikimoji {_version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Living scenes: creatures that chase a target, words whose letters have weight.

    Without a command all scenes play in a window, one after another. F11 fills the screen.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(import_module("viewer.commands.play").command)


def say(message: str) -> None:
    """Tell the operator something: one message on standard error."""
    click.echo(f"ikimoji: {message}", err=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    fill_closed_streams()
    sys.exit(run(arguments))


def fill_closed_streams() -> None:
    """Open the standard streams that came closed to nowhere, or the next file opened would be one of them."""
    # Every file takes the lowest free descriptor: nowhere is opened until all three are taken.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit code."""
    try:
        code = cli.main(args=arguments, prog_name="ikimoji", standalone_mode=False)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        error.show()
        return 2 if isinstance(error, click.UsageError) else 1
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return 1
    except SystemExit:
        # Click leaves by itself in one case: whoever read standard output went away (`ikimoji list | head`).
        # It takes that for a failure, and we do not.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except Exception as error:
        if os.environ.get("IKIMOJI_DEBUG"):
            raise
        say(_explain(error))
        return 2 if type(error).__name__ in WRONG_USAGE else 1
    return code if isinstance(code, int) else 0


def _explain(error: Exception) -> str:
    """What to tell a person: our own errors speak for themselves, others say where they come from."""
    home = type(error).__module__.split(".")[0]
    if isinstance(error, OSError):
        return str(error)
    if home in ("viewer", "scenes", "kernels", "shaders"):
        return str(error)
    return f"{type(error).__name__}: {error} (IKIMOJI_DEBUG=1 shows where it comes from)"


if __name__ == "__main__":
    main()
