"""What ribbons and shapes have in common: layers of points that are baked to arcs, then drawn one by one.

The layers of a picture that moved are baked together. One that lies still for a while gets a texture of its
own, so that it is baked no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import moderngl

from viewer.painter.bakes import Bake, Batch, Rows
from viewer.painter.frame import Frame
from viewer.painter.layer import LayerPainter, Slots
from viewer.painter.programs import Shaders
from viewer.painter.store import Styles

PATIENCE = 8
"""Bakes that a layer takes part in without having moved: what rests for a moment stays with the others."""


class ArcSlot:
    """Buffers of one layer, the layer that is in them, and where its arcs lie."""

    def __init__(self, ctx: moderngl.Context, columns: Sequence[tuple[str, int]]) -> None:
        self.styles = Styles(ctx, columns)
        self.layer: Any = None
        self.own: Batch | None = None
        self.batch: Batch | None = None
        self.turn = self.first = self.quiet = 0
        self.variant = 0
        """Which of its kind's programs draws it."""

    @property
    def baked(self) -> bool:
        """Whether its arcs are where they were put."""
        return self.batch is not None and self.batch.turn == self.turn

    def release(self) -> None:
        self.styles.release()
        if self.own is not None:
            self.own.release()
        self.own = self.batch = None


class ArcPainter(LayerPainter):
    """One draw call a layer; for all layers of a picture that moved one upload, and one draw call a bake."""

    COLUMNS: ClassVar[tuple[tuple[str, int], ...]]
    """Numbers of an instance: attributes of the shaders."""
    BAKES: ClassVar[tuple[Bake, ...]]
    LEAST: ClassVar[int]
    """Points that an instance needs."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        super().__init__(ctx, shaders)
        self.slots = Slots(lambda: ArcSlot(ctx, self.COLUMNS))
        self._make = partial(Batch, ctx, shaders, self.BAKES)
        self.batches = Slots(self._make)
        for bake in self.BAKES:
            shaders.program("pieces", bake.fragment)

    def moved(self, layer: Any, old: Any) -> bool:
        """Whether the points of ``layer`` are others than those of ``old``."""
        raise NotImplementedError

    def fill(self, layer: Any, rows: Rows) -> None:
        """Put the points into ``rows`` (m n, 4)."""
        raise NotImplementedError

    def style(self, layer: Any, old: Any, slot: ArcSlot) -> None:
        """Send what of the instances' numbers is other than ``old``'s (None: all)."""
        raise NotImplementedError

    def prepare_all(self, layers: Sequence[Any], frame: Frame) -> None:
        batch = self.batches.of(frame.owner, frame.number)
        found: list[tuple[ArcSlot, Any, bool]] = []
        for layer in layers:
            m, n = layer.points.shape[:2]
            if m == 0 or n < self.LEAST:
                continue
            slot = self.slots.of(frame.key(layer), frame.number)
            old, slot.layer = slot.layer, None  # until all of it is up: an upload may fail
            fresh = not slot.baked or old is None or (old is not layer and self.moved(layer, old))
            if old is not layer:
                self.style(layer, old if slot.styles.count == m else None, slot)
            if fresh:
                slot.quiet, slot.batch = 0, None
            else:
                slot.layer = layer
            found.append((slot, layer, fresh))
        if any(fresh for _, _, fresh in found):
            together = []
            for slot, layer, fresh in found:
                if slot.batch is batch:  # its arcs give way to the new ones
                    slot.quiet += 1
                if slot.quiet > PATIENCE and slot.batch is batch:
                    slot.own = slot.own or self._make()
                    self._bake(slot.own, [(slot, layer)])
                elif fresh or slot.batch is batch:
                    together.append((slot, layer))
            self._bake(batch, together)

    def _bake(self, batch: Batch, jobs: Sequence[tuple[ArcSlot, Any]]) -> None:
        for slot, _ in jobs:
            slot.layer = slot.batch = None
        shapes = [layer.points.shape[:2] for _, layer in jobs]
        firsts = batch.bake(shapes, [partial(self.fill, layer) for _, layer in jobs])
        for (slot, layer), first in zip(jobs, firsts):
            slot.layer, slot.batch, slot.turn, slot.first = layer, batch, batch.turn, first
            if slot.own is not None and slot.own is not batch:
                slot.own.release()
                slot.own = None

    def sweep(self, frame: Frame) -> None:
        self.slots.sweep(frame.number)
        self.batches.sweep(frame.number)

    def release(self) -> None:
        self.slots.release()
        self.batches.release()
