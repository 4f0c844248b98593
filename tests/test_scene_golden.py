"""One golden picture of every scene: a still that was looked at and found good.

A scene that is new to the registry has none, and its test says how to make it. A scene whose look was changed
on purpose gets a new one the same way: ``make golden ARGS="-k NAME"``, and look at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import golden
import numpy as np
import pytest
from golden import check_golden

from kernels import runtime
from scenes.board import HEIGHT, WIDTH
from scenes.registry import names, scene_class
from viewer import still
from viewer.painter import Painter

pytestmark = [pytest.mark.gl, pytest.mark.golden]
SECONDS = {"creatures": 4.0, "letters": 1.2}
"""The moment that is kept, after the start: creatures in full swing, letters on their way."""


@pytest.fixture(scope="module")
def painter(_headless: Any) -> Iterator[Painter]:
    runtime.start("cpu")
    made = Painter(_headless)
    yield made
    made.release()


@pytest.mark.parametrize("name", names())
def test_a_scene_looks_as_it_did(painter: Painter, name: str) -> None:
    kind = scene_class(name)
    scene = kind()
    for _ in range(round(SECONDS[kind.group] / kind.tick_seconds)):
        scene.tick()
    pixels = still.render(scene.picture(), (WIDTH, HEIGHT), board=scene.board, painter=painter)
    check_golden(f"scenes/{name}", pixels)


def test_a_picture_that_is_missing_or_other_fails_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.delenv("IKIMOJI_GOLDEN", raising=False)
    pixels = np.random.default_rng(3).integers(60, 200, (30, 40, 4), np.uint8)
    with pytest.raises(pytest.fail.Exception, match=r"no golden picture scenes/cat\.png.*make golden"):
        check_golden("scenes/cat", pixels)
    monkeypatch.setenv("IKIMOJI_GOLDEN", "write")
    check_golden("scenes/cat", pixels)
    monkeypatch.delenv("IKIMOJI_GOLDEN")
    check_golden("scenes/cat", pixels)
    spot = pixels.copy()
    spot[3, 4:7, 0] += 40
    for other in (pixels + 2, spot):
        with pytest.raises(pytest.fail.Exception, match="levels off"):
            check_golden("scenes/cat", other)
        assert (tmp_path / "diff" / "scenes" / "cat.png").exists()
    with pytest.raises(pytest.fail.Exception, match="40x30, ours 30x30"):
        check_golden("scenes/cat", pixels[:, :30])
