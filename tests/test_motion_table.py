"""The articles' motion tables, from 24 really painted pictures of every scene over two seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from kernels import runtime
from scenes import figures
from scenes.board import HEIGHT, WIDTH, Board
from scenes.measure import capture, judge
from scenes.picture import Picture
from scenes.registry import names
from viewer import still
from viewer.painter import Painter

pytestmark = pytest.mark.gl
SCENES = [name for name in names() if name in figures.scenes()]


@pytest.fixture(scope="module")
def paint(_headless: Any) -> Iterator[Callable[[Picture], np.ndarray]]:
    """One painter for all scenes, on the published board."""
    runtime.start("cpu")
    painter = Painter(_headless)
    yield lambda picture: still.render(picture, (WIDTH, HEIGHT), board=Board(), painter=painter)
    painter.release()


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_moves_as_much_as_was_published(paint: Callable[[Picture], np.ndarray], name: str) -> None:
    found = capture(name, paint)
    rows = [judge(f, found[f.id]) for f in figures.load(name) if f.captured and not f.fact]
    assert len(rows) == 3
    off = [f"{r['id']}: {r['published']}, ours {r['ours']}, {r['tolerance']}" for r in rows if not r["ok"]]
    assert not off, "\n".join(off)
