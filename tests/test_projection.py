"""Board pixels land where the view says, on every part of a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.board import FITS, view
from viewer.projection import board_to_clip

sides = st.integers(1, 20_000)


@given(sides, sides, st.sampled_from(FITS), st.floats(-900, 900), st.floats(-900, 900))
def test_a_board_place_is_shown_at_its_pixel(width: int, height: int, fit: str, x: float, y: float) -> None:
    where = view(width, height, fit)  # type: ignore[arg-type]
    clip = np.array([x, y, 0.0, 1.0]) @ board_to_clip(where, (0, 0), width, height)
    px, py = where.to_pixels(x, y)
    assert clip[0] == pytest.approx(2 * px / width - 1, rel=1e-9, abs=1e-9)
    assert clip[1] == pytest.approx(1 - 2 * py / height, rel=1e-9, abs=1e-9)
    assert clip[3] == 1


def test_a_tile_shows_its_part_of_the_whole() -> None:
    where = view(8000, 5000)
    corner = np.array([*where.to_board(4096, 1024), 0.0, 1.0])
    assert (corner @ board_to_clip(where, (4096, 1024), 512, 256))[:2] == pytest.approx([-1, 1])
    far = np.array([*where.to_board(4096 + 512, 1024 + 256), 0.0, 1.0])
    assert (far @ board_to_clip(where, (4096, 1024), 512, 256))[:2] == pytest.approx([1, -1])


def test_tiles_of_one_size_are_scaled_to_the_bit_alike() -> None:
    where = view(7680, 4320)
    scales = {board_to_clip(where, (x, y), 4096, 4096)[:3, :3].tobytes() for x in (0, 3000) for y in (0, 77)}
    assert len(scales) == 1


def test_pyrr_stays_behind_one_module() -> None:
    root = Path(__file__).resolve().parents[1]
    users = {
        path.relative_to(root).as_posix()
        for folder in ("kernels", "scenes", "shaders", "viewer")
        for path in (root / folder).rglob("*.py")
        if "pyrr" in path.read_text("utf-8")
    }
    assert users == {"viewer/projection.py"}


def test_the_matrix_is_double_and_cannot_be_changed() -> None:
    matrix = board_to_clip(view(640, 400), (0, 0), 640, 400)
    assert matrix.dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 1.0
