"""What a scene shows: plain arrays in board pixels, painted in the order of the list.

A scene builds a picture once per tick and never draws. Arrays handed to a picture are never
changed afterwards (a scene copies what it goes on mutating), but for the grids of ``Water``: they are
the kernel's own, and of water only the last picture can be painted. An array that is the *same object* as
in the picture before is taken as unchanged, so still things (a meadow, pebbles) are uploaded once.

Shapes in the docstrings: m instances, n points each. Colours are float32 (m, 4), not premultiplied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scenes.skins import Finish, Skin
from scenes.skins import Pattern as Pattern

Floats = NDArray[np.float32]


def floats(values: ArrayLike) -> Floats:
    """A fresh C-contiguous float32 array."""
    return np.array(values, np.float32, order="C")


@dataclass(frozen=True, kw_only=True)
class Layer:
    """One batch of like things. ``name`` is unique within a picture and pairs layers between ticks."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Ground(Layer):
    """The paper under everything; covers the board. Bars beside a board take their colour from it.

    ``top``, ``bottom``: colours (4,) of a quiet vertical gradient. ``patch``: colour (4,) of soft, large
    tonal patches (alpha is their strength), about ``patch_size`` board px wide. ``grain``: strength
    of the still paper grain, 0..1. ``seed`` moves the patches.
    """

    top: Floats
    bottom: Floats
    patch: Floats
    patch_size: float = 120.0
    grain: float = 0.35
    seed: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Ribbons(Layer):
    """Bodies and strokes: one closed smooth outline along a curve through the points, round ends.

    ``points`` (m, n, 2), head first; the head end lies on top where a body crosses itself.
    ``radius`` (m, n): half width at each point, board px; may go to 0 (a thread). ``fill`` (m, 4).
    ``ink`` (m, 4) and ``ink_width`` (m,): outline drawn inside the edge; width 0 for none.
    ``softness`` (m,): 0 for a sharp edge, else the blur's half width in board px (shadows).
    ``skin``: markings, or None.
    A stroke is a ribbon with no ink. Points that fall together make a disc, never a NaN.
    """

    points: Floats
    radius: Floats
    fill: Floats
    ink: Floats
    ink_width: Floats
    softness: Floats
    skin: Skin | None = None


@dataclass(frozen=True, kw_only=True)
class Discs(Layer):
    """Ellipses. ``center`` (m, 2), ``size`` (m, 2) semi-axes, ``angle`` (m,) radians clockwise,
    ``fill``/``ink`` (m, 4), ``ink_width`` (m,) drawn inside the edge, ``softness`` (m,) board px."""

    center: Floats
    size: Floats
    angle: Floats
    fill: Floats
    ink: Floats
    ink_width: Floats
    softness: Floats


@dataclass(frozen=True, kw_only=True)
class Shapes(Layer):
    """Closed shapes (fins, leaves, bells, polygons), star-shaped as seen from ``center``.

    ``points`` (m, n, 2): the loop, either direction. ``corner`` (n,): 0 runs smoothly through the point,
    1 is a sharp corner. ``center`` (m, 2). ``fill``/``ink`` (m, 4); ``ink_width`` (m,), inside the edge;
    ``softness`` (m,) board px. ``shade`` (m, 4): tone of the lower right part (alpha 0 for none).
    """

    points: Floats
    corner: Floats
    center: Floats
    fill: Floats
    ink: Floats
    ink_width: Floats
    softness: Floats
    shade: Floats


@dataclass(frozen=True, kw_only=True)
class Glyphs(Layer):
    """Letters. ``glyph``: m outlines (``scenes.glyphs.Glyph``); ``center`` (m, 2): board place of the box's
    centre; ``angle`` (m,) radians clockwise; ``size`` (m, 2): board px per em, across and down;
    ``fill`` (m, 4); ``under`` (m, 4): the dark copy's colour; ``offset`` (m, 2): where it lies, board px
    (alpha 0: none); ``softness`` (m,): blur of the dark copy, board px. ``finish``: how they take the
    light, or None for flat print. Letters that bend, break or stand in water: ``scenes.letters``.
    """

    glyph: tuple[Any, ...]
    center: Floats
    angle: Floats
    size: Floats
    fill: Floats
    under: Floats
    offset: Floats
    softness: Floats
    finish: Finish | None = None


@dataclass(frozen=True, kw_only=True)
class Water(Layer):
    """A lit surface over all layers before it, which are refracted; later layers lie above it.

    ``height``, ``previous``: the surface now and a tick ago, (rows, columns) float32: NumPy or a Taichi
    ndarray (carried to GL by the bridge). ``cell``: board px per cell. ``refract``: cells of shift
    per unit of slope. ``tint``: colour (4,), alpha is depth's strength. ``light``: colour (4,) of
    glints and caustics. ``moment`` is filled by ``mix``: 0 shows ``previous``, 1 ``height``.
    ``drift``: two phases (2,) in turns for the slow caustic light; they wrap without a seam.
    ``stamp``: which tick's surface it is: the arrays live on, so a scene makes this layer anew each tick, and
    what ``mix`` makes of it keeps the stamp.
    """

    height: Any
    previous: Any
    cell: float
    refract: float
    tint: Floats
    light: Floats
    drift: Floats
    moment: float = 1.0
    stamp: object = field(default_factory=object, compare=False, repr=False)


@dataclass(frozen=True)
class Picture:
    """Layers from back to front. ``cut``: nothing is interpolated between this picture and the one before.

    ``alt``: the moving parts in words for people and tests (positions by name), not painted.
    ``scenery``: names of the layers that are the place and not who lives in it (a shelf, stones, weed, the
    water's surface); Ground layers are scenery without being named.
    Raises ValueError where two layers have one name: the second would take the first one's place.
    """

    layers: tuple[Layer, ...]
    cut: bool = False
    alt: dict[str, Any] = field(default_factory=dict)
    scenery: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        names = [layer.name for layer in self.layers]
        if len(set(names)) < len(names):
            twins = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"layers of one picture need names of their own: {twins} came twice")

    def actors(self) -> Picture:
        """Only who lives here, with their shadows and traces: what a transparent still shows."""
        kept = (a for a in self.layers if not isinstance(a, Ground) and a.name not in self.scenery)
        return replace(self, layers=tuple(kept))

    def layer(self, name: str) -> Layer:
        """The layer of that name. Raises KeyError."""
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise KeyError(name)


def named(*groups: Iterable[Layer]) -> frozenset[str]:
    """The names of those layers, for ``Picture.scenery``."""
    return frozenset(layer.name for group in groups for layer in group)


L = TypeVar("L", bound=Layer)
_ANGLES = {"angle"}


def mix(before: Picture, after: Picture, share: float) -> Picture:
    """The picture a ``share`` (0..1) of the way between two ticks.

    Layers pair by name; those that are new, or whose counts changed, are shown as they are after.
    """
    if after.cut or share >= 1.0:
        return after
    old = {layer.name: layer for layer in before.layers}
    layers = tuple(_mix_layer(old.get(layer.name), layer, share) for layer in after.layers)
    return replace(after, layers=layers)


def _mix_layer(a: Layer | None, b: L, share: float) -> L:
    if a is None or a is b or type(a) is not type(b):
        return b
    if isinstance(b, Water):
        drift = b.drift + _turn(a.drift - b.drift) * np.float32(1 - share)  # type: ignore[attr-defined]
        return replace(b, moment=share, drift=drift)  # type: ignore[return-value]
    changed = _mix_arrays(a, b, share)
    return replace(b, **changed) if changed else b


def _mix_arrays(a: Any, b: Any, share: float) -> dict[str, Any]:
    """The arrays of ``b`` that differ from ``a``'s, on the way; none where their shapes do not pair."""
    changed: dict[str, Any] = {}
    for f in fields(b):
        old, new = getattr(a, f.name), getattr(b, f.name)
        if old is new:
            continue
        if isinstance(new, Finish) and isinstance(old, Finish):
            changed[f.name] = replace(new, **_mix_arrays(old, new, share))
        if not isinstance(new, np.ndarray):
            continue
        if not isinstance(old, np.ndarray) or old.shape != new.shape:
            return {}
        step = new - old
        if f.name in _ANGLES:
            step = np.remainder(step + np.float32(np.pi), np.float32(2 * np.pi)) - np.float32(np.pi)
        changed[f.name] = old + step * np.float32(share)
    return changed


def _turn(d: Floats) -> Floats:
    return d - np.round(d)


def _spread(values: ArrayLike, m: int, tail: tuple[int, ...] = ()) -> Floats:
    array = np.asarray(values, np.float32)
    return np.ascontiguousarray(np.broadcast_to(array, (m, *tail)))


NO_COLOR = np.zeros(4, np.float32)


def pose(layer: L, **arrays: ArrayLike) -> L:
    """The same layer with some arrays anew; the others stay the same objects, so they are not uploaded.

    A scene builds its layers once and poses them every tick. Shapes must stay as they were.
    """
    made = object.__new__(type(layer))
    # What ``replace`` does, without its 5 us a layer: a scene poses some forty of them a tick.
    fields_ = made.__dict__
    fields_.update(layer.__dict__)
    for name, value in arrays.items():
        if name not in fields_:
            raise TypeError(f"{type(layer).__name__} has no array {name!r}")
        fields_[name] = np.ascontiguousarray(value, np.float32)
    return made


def ribbons(
    name: str,
    points: ArrayLike,
    radius: ArrayLike,
    fill: ArrayLike,
    *,
    ink: ArrayLike = NO_COLOR,
    ink_width: ArrayLike = 0.0,
    softness: ArrayLike = 0.0,
    skin: Skin | None = None,
) -> Ribbons:
    """Ribbons with every argument broadcast to its full shape."""
    p = floats(points)
    p = p[None] if p.ndim == 2 else p
    m, n = p.shape[:2]
    return Ribbons(
        name=name,
        points=p,
        radius=_spread(radius, m, (n,)),
        fill=_spread(fill, m, (4,)),
        ink=_spread(ink, m, (4,)),
        ink_width=_spread(ink_width, m),
        softness=_spread(softness, m),
        skin=skin,
    )


def discs(
    name: str,
    center: ArrayLike,
    size: ArrayLike,
    fill: ArrayLike,
    *,
    angle: ArrayLike = 0.0,
    ink: ArrayLike = NO_COLOR,
    ink_width: ArrayLike = 0.0,
    softness: ArrayLike = 0.0,
) -> Discs:
    """Discs with every argument broadcast; ``size`` may be radii (m,) or semi-axes (m, 2)."""
    c = floats(center).reshape(-1, 2)
    m = len(c)
    s = np.asarray(size, np.float32)
    if s.ndim == 1 and s.shape != (2,):
        s = s[:, None]
    elif s.ndim == 1 and m == 2 and s.shape == (2,):
        raise ValueError("disc sizes of two discs are ambiguous: give them as (2, 1) or (2, 2)")
    return Discs(
        name=name,
        center=c,
        size=_spread(s, m, (2,)),
        angle=_spread(angle, m),
        fill=_spread(fill, m, (4,)),
        ink=_spread(ink, m, (4,)),
        ink_width=_spread(ink_width, m),
        softness=_spread(softness, m),
    )


def shapes(
    name: str,
    points: ArrayLike,
    fill: ArrayLike,
    *,
    corner: ArrayLike = 0.0,
    center: ArrayLike | None = None,
    ink: ArrayLike = NO_COLOR,
    ink_width: ArrayLike = 0.0,
    softness: ArrayLike = 0.0,
    shade: ArrayLike = NO_COLOR,
) -> Shapes:
    """Shapes with every argument broadcast; ``center`` defaults to the mean of the points."""
    p = floats(points)
    p = p[None] if p.ndim == 2 else p
    m, n = p.shape[:2]
    return Shapes(
        name=name,
        points=p,
        corner=_spread(corner, n),
        center=p.mean(axis=1) if center is None else _spread(center, m, (2,)),
        fill=_spread(fill, m, (4,)),
        ink=_spread(ink, m, (4,)),
        ink_width=_spread(ink_width, m),
        softness=_spread(softness, m),
        shade=_spread(shade, m, (4,)),
    )


def glyphs(
    name: str,
    glyph: Iterable[Any],
    center: ArrayLike,
    size: ArrayLike,
    fill: ArrayLike,
    *,
    angle: ArrayLike = 0.0,
    under: ArrayLike = NO_COLOR,
    offset: ArrayLike = (1.4, 2.8),
    softness: ArrayLike = 0.0,
    finish: Finish | None = None,
) -> Glyphs:
    """Glyphs with every argument broadcast; ``size`` is board px per em, one number, (m, 1) or (m, 2)."""
    outlines = tuple(glyph)
    m = len(outlines)
    return Glyphs(
        name=name,
        glyph=outlines,
        center=_spread(center, m, (2,)),
        angle=_spread(angle, m),
        size=_spread(size, m, (2,)),
        fill=_spread(fill, m, (4,)),
        under=_spread(under, m, (4,)),
        offset=_spread(offset, m, (2,)),
        softness=_spread(softness, m),
        finish=finish,
    )
