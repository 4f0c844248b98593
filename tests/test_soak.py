"""The soak, made short: three scenes that have most to do with the card, for some minutes of a bad day."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import virtual_display

pytestmark = pytest.mark.window

SHORT = "--scenes wall pond shatter --switches 25 --plays 10 --resizes 30 --widest 800 --days 0.3 --edits 50"


def test_nothing_goes_wrong_in_a_bad_day_made_short() -> None:
    with virtual_display() as display:
        ended = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("soak.py")), *SHORT.split()],
            env={**os.environ, "DISPLAY": display},
            stdout=subprocess.PIPE,
            timeout=600,
            check=False,
        )
    found = json.loads(ended.stdout)
    did = found["did"]
    enough = {"switches": 25, "resizes": 30, "edits": 4}
    assert all(did[name] >= least for name, least in enough.items()), found
    assert found["looks"] >= 30, found
    assert not any(found["bad"].values()), found
    assert not found["surprises"], found
    assert found["gl_error"] == "GL_NO_ERROR", found
    # Each of these is counted when all scenes have been on once more: what leaks grows from one to the next.
    early, late = found["gl_objects"][-4:-2], found["gl_objects"][-2:]
    assert min(late) <= 1.1 * max(early), found
    memory = found["memory_mb"]
    assert memory[-1] - memory[0] < 20 * len(memory), found
    assert ended.returncode == 0
