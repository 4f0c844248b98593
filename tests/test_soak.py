"""A short soak: a show treated badly for some simulated days shows no fault (faults 5, 10, 18, 19)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.window


def test_a_short_soak_finds_nothing() -> None:
    if not shutil.which("Xvfb"):
        pytest.skip("no Xvfb (apt install xvfb)")
    soak = Path(__file__).with_name("soak.py")
    done = subprocess.run(
        [sys.executable, str(soak), "--switches", "19", "--resizes", "60", "--days", "2"],
        env={**os.environ, "DISPLAY": ""},  # it makes a display of its own
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    assert found["did"]["switches"] >= 19
    assert found["did"]["resizes"] >= 60
    assert found["days"] >= 2
    assert found["looks"] > 50
    assert not any(found["bad"].values()), found["bad"]
    assert found["surprises"] == []
    assert found["gl_error"] == "GL_NO_ERROR"
