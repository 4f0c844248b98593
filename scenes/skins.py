"""What surfaces look like: the markings of bodies, and the finish of letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]


class Pattern(IntEnum):
    """Markings of a body, drawn in body space (along the spine, across the girth)."""

    PLAIN = 0
    SADDLES = 1
    """Rounded bands over the back: the snake."""
    PATCHES = 2
    """Patches from the instance's seed, scales, a face: the koi. Seeds below 1: its fins (lib/koi.glsl)."""
    STRIPE = 3
    """A stripe along the back with dots beside it: the lizard."""
    RINGS = 4
    """Alternating rings, one a segment: the caterpillar."""


@dataclass(frozen=True, kw_only=True)
class Skin:
    """Markings and tones of bodies. Colours (m, 4); ``seed`` and ``scale`` (m,).

    ``mark``: colour of the pattern. ``mark2``: its second colour (koi: ink patches). ``shade``: the darker
    band on the side away from the light (upper left). ``light``: the small light on the near side.
    ``scale``: pattern period along the spine, board px.
    """

    pattern: Pattern
    mark: Floats
    mark2: Floats
    shade: Floats
    light: Floats
    seed: Floats
    scale: Floats


@dataclass(frozen=True, kw_only=True)
class Finish:
    """How m letters take the light. Tones (m, 4) lie over the fill, alpha is their strength; numbers (m,).

    ``bevel``: board px over which the edge is rounded (0: flat). ``near``: tone of rounded edges that look to
    the light (upper left); ``far``: of those that look away, a shade on what is solid and a rim of light on
    what is translucent. ``core``: tone of the middle of strokes, full ``depth`` board px from the edge: a
    glow from within, or a thicker glaze. ``gloss``: tone of a soft band of light across the letter,
    ``glossed`` em from its centre toward the lower right, ``band`` em wide; slide it and the letter wobbles.
    """

    bevel: Floats
    near: Floats
    far: Floats
    core: Floats
    depth: Floats
    gloss: Floats
    glossed: Floats
    band: Floats


_CLEAR = (0.0, 0.0, 0.0, 0.0)
_NUMBERS: Mapping[str, Any] = {"bevel": 0.0, "depth": 6.0, "glossed": 0.0, "band": 0.16}


def finish(m: int, **values: ArrayLike) -> Finish:
    """A finish of m letters; what is left out is clear, each value is broadcast to its full shape.

    Raises TypeError for a name that ``Finish`` does not have.
    """
    full: dict[str, Any] = {}
    for name in ("near", "far", "core", "gloss"):
        full[name] = _full(values.pop(name, _CLEAR), (m, 4))
    for name, usual in _NUMBERS.items():
        full[name] = _full(values.pop(name, usual), (m,))
    if values:
        raise TypeError(f"a finish has no {', '.join(values)}; it has {', '.join(full)}")
    return Finish(**full)


def _full(values: ArrayLike, shape: tuple[int, ...]) -> Floats:
    return np.ascontiguousarray(np.broadcast_to(np.asarray(values, np.float32), shape))
