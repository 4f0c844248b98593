"""From board pixels to OpenGL's clip space. The one place that uses pyrr.

pyrr multiplies rows by matrices (a point is ``[x, y, z, 1] @ matrix``), so the first step stands first. It is
asked for float64 throughout; who needs float32 rounds once, at the end.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyrr
from numpy.typing import NDArray

from scenes.board import View

matrix44: Any = pyrr.matrix44
"""Without type hints of its own."""


@lru_cache(maxsize=64)
def board_to_clip(
    view: View, origin: tuple[float, float], width: float, height: float
) -> NDArray[np.float64]:
    """The matrix (4, 4) that takes board px to clip space (-1 to 1, y up), for row vectors.

    ``width``, ``height``: px of the rectangle that is painted, both above 0; ``origin``: the pixel of the
    whole picture (laid out by ``view``) at its upper left corner. Read only, as it is remembered.
    """
    size = matrix44.create_from_scale([view.scale, view.scale, 1.0], dtype=np.float64)
    place = matrix44.create_from_translation(
        [view.left - origin[0], view.top - origin[1], 0.0], dtype=np.float64
    )
    # y runs down on the board and up in clip space: the rectangle's lower edge is given as its height.
    screen = matrix44.create_orthogonal_projection(0.0, width, height, 0.0, -1.0, 1.0, dtype=np.float64)
    matrix = size @ place @ screen
    matrix.setflags(write=False)
    return matrix
