"""Several layers of one kind as one, such as shadows and what casts them: one draw call instead of two."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar

import numpy as np

from scenes.picture import Discs, Ribbons, Shapes

S = TypeVar("S", Discs, Ribbons, Shapes)


def stacked(name: str, *layers: S) -> S:
    """Layers of one kind, of one number of points and of plain skins as one, painted in the order given.

    Pose it with arrays that are stacked in the same way. Raises ValueError for shapes of other corners.
    """
    first = layers[0]
    joined = {}
    for f in fields(first):
        arrays = [getattr(layer, f.name) for layer in layers]
        if f.name == "corner":
            if not all(np.array_equal(arrays[0], other) for other in arrays):
                raise ValueError(f"{name}: shapes in one layer share their corners")
        elif isinstance(arrays[0], np.ndarray):
            joined[f.name] = np.ascontiguousarray(np.concatenate(arrays))
    return replace(first, name=name, **joined)
