"""Individuals drawn one above the other, each as a whole: not all bodies first and then all faces.

A look draws its kind in batches, one layer for all bodies, one for all eyes. Where two individuals overlap,
the eyes of the lower one would lie on the upper one. A ``Stack`` cuts finished layers by individual and puts
them together anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np

from scenes.picture import Discs, Layer, Ribbons, Shapes, Skin

GROUPS = 8
"""Layers are cut into this many groups at most; a group's members are far from one another in a gathering."""
MANY = 64
"""Beyond this many, individuals are so small that nobody could tell, and nothing is cut."""
_SHARED = {"corner"}
"""Arrays that all instances of a layer have in common."""
_NAMES = {
    kind: tuple(f.name for f in fields(kind) if f.name not in {"name", "pattern", *_SHARED})
    for kind in (Ribbons, Discs, Shapes, Skin)
}
Rows = slice | np.ndarray


class Stack:
    """Cuts the layers of ``count`` individuals.

    ``parts``: for layers whose instances are not sorted by individual first: how many runs over all
    individuals they are made of, by a word of their name (eyes: white, pupil and light are 3 runs).
    ``below``: words of the names of layers that lie on the ground, under everybody (shadows, dust).
    """

    def __init__(
        self, count: int, parts: Mapping[str, int] | None = None, below: Iterable[str] = ("shadow",)
    ) -> None:
        self.count = count
        self.parts = {"eyes": 3, **(parts or {})}
        self.below = tuple(below)
        groups = min(count, GROUPS) if count <= MANY else 1
        self.groups = np.array_split(np.arange(count), groups)
        self._rows: dict[tuple[str, int], Rows] = {}
        self._cut: dict[tuple[str, str, int], tuple[np.ndarray, np.ndarray]] = {}

    def pile(
        self,
        layers: Iterable[Layer],
        near: np.ndarray | None = None,
        *,
        place: np.ndarray | None = None,
        reach: np.ndarray | None = None,
    ) -> tuple[Layer, ...]:
        """The same layers, individual above individual: the later above the earlier, or, where there are few
        enough, whoever is higher in ``near`` (count,). Nothing is cut while no circles of ``reach`` (count,)
        px about ``place`` (count, 2) overlap, if they are given."""
        layers = tuple(layers)
        if len(self.groups) == 1 or (place is not None and reach is not None and _apart(place, reach)):
            return layers
        order = np.arange(len(self.groups))
        if near is not None and len(self.groups) == self.count:
            order = np.argsort(near, kind="stable")
        floor, own = [], []
        for layer in layers:
            (floor if any(word in layer.name for word in self.below) else own).append(layer)
        return (*floor, *(self._of(layer, int(g)) for g in order for layer in own))

    def _of(self, layer: Layer, group: int) -> Layer:
        """What of a layer belongs to a group."""
        rows = self._find(layer, group)
        changed = self._take(layer, layer.name, group, rows)
        skin = getattr(layer, "skin", None)
        if skin is not None:
            changed["skin"] = replace(skin, **self._take(skin, f"{layer.name} skin", group, rows))
        made = object.__new__(type(layer))
        made.__dict__.update(layer.__dict__)
        made.__dict__.update(changed, name=f"{layer.name} {group + 1}")
        return made

    def _find(self, layer: Layer, group: int) -> Rows:
        """Instances of a layer that belong to a group."""
        key = layer.name, group
        if key not in self._rows:
            total = len(layer.fill)  # type: ignore[attr-defined]
            runs = next((n for word, n in self.parts.items() if word in layer.name), 1)
            each, left = divmod(total, runs * self.count)
            if left:
                raise ValueError(f"layer {layer.name!r}: {total} instances are not {self.count} alike")
            members = self.groups[group]
            first, last = int(members[0]) * each, (int(members[-1]) + 1) * each
            run = np.arange(runs)[:, None] * (each * self.count)
            self._rows[key] = slice(first, last) if runs == 1 else (run + np.arange(first, last)).ravel()
        return self._rows[key]

    def _take(self, thing: Any, name: str, group: int, rows: Rows) -> dict[str, np.ndarray]:
        """Rows of all arrays; the same objects as the last time where the arrays are."""
        taken = {}
        for field in _NAMES[type(thing)]:
            whole = getattr(thing, field)
            if not isinstance(whole, np.ndarray):
                continue
            key = name, field, group
            known = self._cut.get(key)
            if known is None or known[0] is not whole:
                known = self._cut[key] = whole, whole[rows]
            taken[field] = known[1]
        return taken


def _apart(place: np.ndarray, reach: np.ndarray) -> bool:
    to = place[:, None] - place
    close = (to * to).sum(axis=-1) < (reach[:, None] + reach) ** 2
    return bool(close.sum() == len(place))
