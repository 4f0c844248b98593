"""A body of clear liquid seen from the side, as a layer: its surface, its depth and the light in it."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from scenes.picture import NO_COLOR, Floats, Layer, floats


@dataclass(frozen=True, kw_only=True)
class Liquid(Layer):
    """Everything below a line, to the lower edge of the board.

    ``line`` (k,): board y of the surface at k places evenly from x = ``span[0]`` to ``span[1]`` (2,) board
    px, smooth between them, level beyond. ``top``, ``deep`` (4,): its tones at the surface and ``depth``
    board px below. ``rim`` (4,): the bright line along the surface, ``rim_width`` board px wide. ``light``
    (4,): shafts of light that lean through it; ``angle`` (3,): their phases, radians. ``far`` (4,): tone of
    the surface seen from above, up to its far edge ``back`` board px higher (0: none); ``level``: board y of
    the surface at rest, about which the far edge moves less than the near one.
    """

    line: Floats
    span: Floats
    top: Floats
    deep: Floats
    depth: float
    rim: Floats
    rim_width: float
    light: Floats
    angle: Floats
    far: Floats
    back: float
    level: float


def liquid(
    name: str,
    line: ArrayLike,
    span: ArrayLike,
    top: ArrayLike,
    deep: ArrayLike,
    *,
    depth: float = 120.0,
    rim: ArrayLike = NO_COLOR,
    rim_width: float = 1.6,
    light: ArrayLike = NO_COLOR,
    angle: ArrayLike = (0.0, 0.0, 0.0),
    far: ArrayLike = NO_COLOR,
    back: float = 0.0,
    level: float = 0.0,
) -> Liquid:
    """A liquid; what is left out is clear. Raises ValueError where the line has fewer than two places."""
    surface = floats(line).reshape(-1)
    if len(surface) < 2:
        raise ValueError("the surface of a liquid needs two places at least")
    return Liquid(
        name=name,
        line=surface,
        span=floats(span),
        top=floats(top),
        deep=floats(deep),
        depth=depth,
        rim=floats(rim),
        rim_width=rim_width,
        light=floats(light),
        angle=floats(angle),
        far=floats(far),
        back=back,
        level=level,
    )
