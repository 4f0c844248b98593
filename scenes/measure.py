"""Runs the published figures and judges what this program gives: published, ours, tolerance, verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scenes import figures
from scenes.figures import Figure, Judged
from scenes.picture import Picture
from scenes.registry import names as scene_names
from scenes.registry import scene_class

Row = dict[str, Any]
Paint = Callable[[Picture], NDArray[np.uint8]]
"""Paints a picture on the published board at 480x300: uint8 (300, 480, 3 or 4)."""

FRAMES = 24
SECONDS = 2.0
WARM = 3.0
"""Seconds that creatures live before the first frame; letters are watched from the start, with the lead."""
CHANGE = 10.0
"""Distance in colour (Euclidean, levels of 255) from which a pixel counts as changed. Ours: none is
published. Of 54 figures all are met at 10; at 5 areas of koi, octopus, jellyfish, jelly, wind and hero are
too large and pond's strength too small; at 20 strengths of octopus, caterpillar and pet are too large and
pond's area is too small (docs/decisions/0019-changed-pixels.md). Nothing is tuned to it."""
MOVED = 20
"""Changed pixels from which a comparison counts as moved."""


def measure(
    names: Iterable[str] | None = None, *, paint: Paint | None = None, single: bool = False
) -> list[Row]:
    """One row a figure: id, scene, condition, published, ours, tolerance, ok.

    ``names``: scenes, all that have figures by default (KeyError for one that has none). ``single``: scenes
    run in float32. ``paint``: needed for the figures taken from frames; without it, and for a creature that
    is not a scene yet, those are left out. A figure that nothing measures has ``ours`` None and is not ok.
    Figures of the category "fact" have no row. Raises KeyError for a value of no figure, or of a fact.
    """
    rows: list[Row] = []
    for name in figures.scenes() if names is None else names:
        seen = paint if name in scene_names() else None
        wanted = [f for f in figures.load(name) if not f.fact and (seen is not None or not f.captured)]
        found = _experiments(name)
        if seen is not None and any(f.captured for f in wanted):
            found |= capture(name, seen)
        stray = sorted(found.keys() - {f.id for f in wanted})
        if stray:
            told = ", ".join(stray)
            raise KeyError(f"scenes/figures/{name}.py measures {told}, not to be measured in {name}.toml")
        rows += [judge(f, found.get(f.id), single) for f in wanted]
    return rows


def judge(figure: Figure, ours: Any, single: bool = False) -> Row:
    """The row of one figure. ``ours``: number, list, bool, ``Judged`` or None."""
    tolerance = figure.tolerance
    if single and figure.tolerance_f32 is not None:
        tolerance = figure.tolerance_f32
    ok = _within(figure.published, ours, tolerance)
    condition = f"{figure.condition} ({figure.unit})" if figure.unit else figure.condition
    return {
        "id": figure.id,
        "scene": figure.scene,
        "condition": condition,
        "published": figure.published,
        "ours": _plain(ours.value if isinstance(ours, Judged) else ours),
        "tolerance": tolerance,
        "ok": ok,
    }


def _within(published: Any, ours: Any, tolerance: Any) -> bool:
    if ours is None:
        return False
    if isinstance(ours, Judged):
        return bool(ours.ok)
    if tolerance == "holds":
        return ours is True or ours is np.True_
    if tolerance == "exact":
        return _plain(ours) == published
    a = np.atleast_1d(np.asarray(ours, np.float64))
    if isinstance(tolerance, list):
        band = np.asarray(tolerance, np.float64)
        return bool(np.all((a >= band[..., 0]) & (a <= band[..., 1])))
    if isinstance(tolerance, str):
        raise TypeError(f"tolerance {tolerance!r} is a sentence: its measuring code must give a Judged")
    b = np.atleast_1d(np.asarray(published, np.float64))
    # The last digits of binary fractions must not decide (0.29 + 0.01 >= 0.3).
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= tolerance * (1 + 1e-9)))


def _plain(value: Any) -> Any:
    """A value that JSON can carry: NumPy numbers become Python's, NaN becomes None."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _experiments(name: str) -> dict[str, Any]:
    module = f"scenes.figures.{name}"
    return dict(import_module(module).measure()) if find_spec(module) else {}


def capture(name: str, paint: Paint) -> dict[str, float]:
    """The motion table's three figures of a scene, from 24 frames over two seconds.

    area: share of the board (%) that changed in any of the 23 comparisons; moved: comparisons with a change;
    strength: mean distance in colour of the changed pixels, levels of 255.
    """
    scene = scene_class(name)()
    start = WARM if scene.group == "creatures" else 0.0
    frames = []
    for k in range(FRAMES):
        while scene.ticks * scene.tick_seconds + 1e-9 < start + k * SECONDS / FRAMES:
            scene.tick()
        frames.append(np.asarray(paint(scene.picture()))[..., :3].astype(np.float32))
    change = np.sqrt(np.square(np.diff(np.stack(frames), axis=0)).sum(axis=-1))
    changed = change >= CHANGE
    return {
        f"{name}.motion.area": 100.0 * float(changed.any(axis=0).mean()),
        f"{name}.motion.moved": int((changed.sum(axis=(1, 2)) >= MOVED).sum()),
        f"{name}.motion.strength": float(change[changed].mean()) if changed.any() else 0.0,
    }
