"""``ikimoji install``: makes a kiosk's show start with the machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click

from viewer.kiosk import unit
from viewer.problem import Problem

OWN = {"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]}


@click.command("install", context_settings=OWN)
@click.option("--print", "only_print", is_flag=True, help="Print what would be written, and write nothing.")
@click.argument(
    "arguments", nargs=-1, type=click.UNPROCESSED, metavar="[SHOW.toml | SCENE...] [OPTIONS OF kiosk]"
)
def command(arguments: tuple[str, ...], only_print: bool) -> None:
    """Start `ikimoji kiosk` with this show and these options whenever this user's desktop session starts.

    Where there is systemd, two user units are written and enabled: it starts the show anew when it dies or
    shows no new picture. Elsewhere it is an autostart entry, and the kiosk watches over itself.
    """
    from viewer.cli import say
    from viewer.output import data_only, whole_file

    words = [str(Path(word).resolve()) if Path(word).is_file() else word for word in arguments]
    _check(words)
    systemd = unit.booted() or (only_print and shutil.which("systemctl") is not None)
    if systemd:
        systemctl = shutil.which("systemctl") or "/usr/bin/systemctl"
        place, files = unit.unit_folder(), unit.units(words, unit.program(), systemctl, unit.version())
    elif sys.platform.startswith("linux"):
        place, files = unit.autostart_folder(), {unit.DESKTOP: unit.desktop_entry(words, unit.program())}
    else:
        raise Problem(
            "install knows systemd and autostart entries (Linux) only",
            "let the system start `ikimoji kiosk` at log-in: it watches over itself",
        )
    if only_print:
        with data_only() as write:
            write("\n".join(f"# {place / name}\n{text}" for name, text in files.items()))
        return
    place.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        with whole_file(place / name) as path:
            path.write_text(text, "utf-8")
        say(f"wrote {place / name}")
    if systemd:
        systemctl_user("daemon-reload")
        systemctl_user("enable", unit.KIOSK)
        say(f"it starts with the next session; at once: systemctl --user start {unit.KIOSK}")
    else:
        say("it starts with the next session")


def _check(words: list[str]) -> None:
    """Refuse now what the kiosk would refuse every time it starts."""
    from scenes import registry
    from viewer import cast
    from viewer.commands.kiosk import command as kiosk
    from viewer.commands.shows import show_of

    with kiosk.make_context("kiosk", list(words), parent=click.get_current_context()) as asked:
        names = asked.params["scenes"] or registry.names()
        show = show_of(asked, names)
    names = tuple(act.name for act in show.acts) if show else names
    for name in names:
        registry.check(name)
    cast.parse_overrides(asked.params["numbers"], names)


def systemctl_user(*words: str) -> None:
    """Tell this user's systemd something. Raises Problem."""
    done = subprocess.run(["systemctl", "--user", *words], capture_output=True, text=True)
    if done.returncode:
        raise Problem(
            f"systemctl --user {' '.join(words)} failed: {done.stderr.strip() or done.returncode}",
            "do it as the user whose session shows the kiosk, in that session (not by sudo)",
        )
