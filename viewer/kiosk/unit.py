"""Starting with the machine: systemd user units where there is systemd, an autostart entry elsewhere.

The units follow the same rules as our keeper (``rules``). See systemd.service(5) and systemd.unit(5).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from viewer.kiosk import exits
from viewer.kiosk.rules import RULES, Rules

KIOSK = "ikimoji-kiosk.service"
MAINTENANCE = "ikimoji-maintenance.service"
DESKTOP = "ikimoji-kiosk.desktop"
STEPS_SINCE = 254
"""The first systemd that makes waits longer from restart to restart."""


def program() -> list[str]:
    """The command line of this very program, absolute."""
    beside = shutil.which("ikimoji", path=str(Path(sys.executable).parent))
    return [beside] if beside else [sys.executable, "-m", "viewer"]


def units(
    arguments: Sequence[str], run: Sequence[str], systemctl: str, version: int, rules: Rules = RULES
) -> dict[str, str]:
    """The text of each unit by file name. ``arguments``: those of ``ikimoji kiosk``; ``run``: the program."""
    steps = ""
    if version >= STEPS_SINCE:
        steps = f"RestartSteps={rules.most}\nRestartMaxDelaySec={rules.longest_wait:g}\n"
    kiosk = f"""\
# Written by `ikimoji install`; `ikimoji uninstall` takes it away again.
[Unit]
Description=Ikimoji, a show of living scenes
PartOf=graphical-session.target
After=graphical-session.target
# After so many deaths in an hour a maintenance screen stands in.
StartLimitIntervalSec={rules.within:g}
StartLimitBurst={rules.most}
OnFailure={MAINTENANCE}

[Service]
# It says READY with its first live picture, and WATCHDOG only after pictures that were really shown.
Type=notify
NotifyAccess=main
ExecStart={_line([*run, "kiosk", "--alone", *arguments])}
TimeoutStartSec={rules.start:g}
WatchdogSec={rules.silence:g}
WatchdogSignal=SIGKILL
TimeoutStopSec={rules.stop:g}
Restart=on-failure
RestartSec={rules.first_wait:g}
{steps}RestartForceExitStatus={exits.RELOAD}
RestartPreventExitStatus={exits.USAGE}

[Install]
WantedBy=graphical-session.target
"""
    maintenance = f"""\
# Written by `ikimoji install`; `ikimoji uninstall` takes it away again.
[Unit]
Description=Maintenance screen of Ikimoji
PartOf=graphical-session.target

[Service]
# It stands until somebody holds it or its time is over; then the show is tried again.
Type=oneshot
TimeoutStartSec=infinity
ExecStart={_line([*run, "kiosk", "--maintenance", "too many failures", *screen_of(arguments)])}
ExecStart={_line([systemctl, "--user", "reset-failed", KIOSK])}
ExecStart={_line([systemctl, "--user", "start", "--no-block", KIOSK])}
Restart=on-failure
RestartSec={rules.longest_wait:g}
"""
    return {KIOSK: kiosk, MAINTENANCE: maintenance}


def desktop_entry(arguments: Sequence[str], run: Sequence[str]) -> str:
    """An autostart entry (Desktop Application Autostart Specification): our own keeper does the rest."""
    line = " ".join(_desktop_word(word) for word in [*run, "kiosk", *arguments])
    return f"""\
[Desktop Entry]
Type=Application
Name=Ikimoji
Comment=Written by ikimoji install; ikimoji uninstall takes it away again
Exec={line}
Terminal=false
"""


def booted() -> bool:
    """Whether this system runs on systemd, see sd_booted(3)."""
    return Path("/run/systemd/system").is_dir() and shutil.which("systemctl") is not None


def version() -> int:
    """Of systemd, 0 where there is none."""
    try:
        said = subprocess.run(["systemctl", "--version"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = re.match(r"systemd (\d+)", said)
    return int(found[1]) if found else 0


def config() -> Path:
    """The user's folder of settings."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def unit_folder() -> Path:
    return config() / "systemd" / "user"


def autostart_folder() -> Path:
    return config() / "autostart"


def screen_of(arguments: Sequence[str]) -> list[str]:
    """The part of the kiosk's arguments that says on which screen: the option, else the show file."""
    for at, word in enumerate(arguments):
        if word == "--monitor":
            return list(arguments[at : at + 2])
        if word.startswith("--monitor="):
            return [word]
    return [word for word in arguments if word.lower().endswith(".toml")]


def _line(words: Sequence[str]) -> str:
    return " ".join(_word(word) for word in words)


def _word(word: str) -> str:
    """A word for ExecStart: percent and dollar mean something there, and a blank parts words."""
    plain = word.replace("%", "%%").replace("$", "$$")
    if re.fullmatch(r"[\w@%+=:,./$-]+", plain):
        return plain
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _desktop_word(word: str) -> str:
    """A word for Exec of a desktop entry, see its specification: quoted, then escaped as a string."""
    word = word.replace("%", "%%")
    if re.fullmatch(r"[\w@%+=:,./-]+", word):
        return word
    quoted = re.sub(r'(["`$\\])', r"\\\1", word)
    return '"' + quoted.replace("\\", "\\\\") + '"'
