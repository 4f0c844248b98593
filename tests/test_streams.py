"""Standard streams and surroundings that are closed, full or not there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import ROOT
from test_cli import NO_DISPLAY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell's redirections")


def shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a shell line in which $IKIMOJI is the program."""
    surroundings = {**os.environ, **NO_DISPLAY, "PYTHONPATH": str(ROOT), **env}
    program = f"{sys.executable} -m viewer"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("$IKIMOJI", program)],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_closed_standard_output_is_said() -> None:
    done = shell("$IKIMOJI list >&-")
    assert done.returncode == 1
    assert done.stderr.startswith("ikimoji: standard output is closed")


def test_nothing_is_written_in_the_place_of_a_closed_stream() -> None:
    code = "import os; from viewer.cli import fill_closed_streams as f; f(); print(os.open('/', 0) > 2)"
    done = shell(f'{sys.executable} -c "{code}" 0<&- 2>&-')
    assert done.stdout == "True\n"
    done = shell("$IKIMOJI list --json 2>&-")
    assert done.returncode == 0
    assert done.stdout.startswith("[")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_behind_standard_output_is_said() -> None:
    done = shell("$IKIMOJI list --json >/dev/full")
    assert done.returncode == 1
    assert done.stderr.startswith("ikimoji: cannot write to standard output: No space left")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    done = shell("$IKIMOJI list --json | head -1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "[\n", "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_any_terminal_is_given_the_words(encoding: str) -> None:
    done = shell("$IKIMOJI list --lang ja", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "蛇" in done.stdout


@pytest.mark.parametrize("home", ["-u HOME", "HOME="])
def test_kernels_start_without_a_home_and_without_a_cache(home: str) -> None:
    code = "import os; from kernels import runtime; runtime.start('cpu'); print(os.environ['HOME'])"
    done = shell(f'env {home} XDG_CACHE_HOME=/proc {sys.executable} -c "{code}"')
    assert done.returncode == 0, done.stderr
    assert os.path.isabs(done.stdout.strip())
