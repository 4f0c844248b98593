"""``ikimoji uninstall``: takes away what ``ikimoji install`` wrote."""

from __future__ import annotations

import click

from viewer.kiosk import unit


@click.command("uninstall")
def command() -> None:
    """Stop the installed show, and let it start with the machine no more."""
    from viewer.cli import say
    from viewer.commands.install import systemctl_user

    places = [unit.unit_folder() / name for name in (unit.KIOSK, unit.MAINTENANCE)]
    found = [path for path in (*places, unit.autostart_folder() / unit.DESKTOP) if path.exists()]
    if not found:
        say("nothing is installed for this user")
        return
    systemd = unit.booted() and places[0] in found
    if systemd:
        systemctl_user("disable", "--now", unit.KIOSK)
        if places[1] in found:
            systemctl_user("stop", unit.MAINTENANCE)
    for path in found:
        path.unlink()
        say(f"removed {path}")
    if systemd:
        systemctl_user("daemon-reload")
