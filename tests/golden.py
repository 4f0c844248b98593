"""Golden pictures: what was once looked at and found good, compared on the software renderer.

``check_golden(name, pixels)`` compares with ``goldens/NAME.png`` and leaves a picture of the difference in
``goldens/diff/``. ``make golden`` writes them anew (IKIMOJI_GOLDEN=write): look at each before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

FOLDER = Path(__file__).resolve().parent / "goldens"
MEAN = 0.5
"""Levels that pictures of the same driver may differ on average: rounding, no more."""
LEVELS = 24
"""A pixel that differs by more than this counts as another pixel."""
SHARE = 0.0008
"""Share of pixels that may be others."""


def check_golden(name: str, pixels: np.ndarray, *, mean: float = MEAN, share: float = SHARE) -> None:
    """Compare ``pixels`` (h, w, 3 or 4) uint8 with the golden picture, or write it when asked to.

    Fails with the numbers and the place of the difference picture: golden, ours, five times the difference.
    """
    path = FOLDER / f"{name}.png"
    ours = np.ascontiguousarray(pixels[..., :3])
    if os.environ.get("IKIMOJI_GOLDEN") in ("write", "update"):
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(ours).save(path, optimize=True)
        return
    if not path.exists():
        pytest.fail(
            f"no golden picture {name}.png: make it with `make golden ARGS='-k {path.stem}'`, and look at it"
        )
    golden = np.asarray(Image.open(path).convert("RGB"))
    if golden.shape != ours.shape:
        pytest.fail(
            f"{path.name} is {golden.shape[1]}x{golden.shape[0]}, ours {ours.shape[1]}x{ours.shape[0]}"
        )
    off = np.abs(golden.astype(np.int16) - ours.astype(np.int16))
    others = float((off.max(axis=-1) > LEVELS).mean())
    if off.mean() <= mean and others <= share:
        return
    diff = FOLDER / "diff" / f"{name}.png"
    diff.parent.mkdir(parents=True, exist_ok=True)
    loud = np.clip(off * 5, 0, 255).astype(np.uint8)
    Image.fromarray(np.concatenate([golden, ours, loud], axis=1)).save(diff)
    pytest.fail(
        f"{name}: {off.mean():.2f} levels off on average (allowed {mean}), {others:.3%} other pixels "
        f"(allowed {share:.3%}); see {diff}"
    )
