"""What a painter of one layer kind is, and the buffers that it keeps for each layer between paints."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import moderngl

from viewer.painter.frame import Frame
from viewer.painter.programs import Shaders

KEEP_PAINTS = 90
"""Paints after which the buffers of a layer that is no longer shown are released."""


class Releasable(Protocol):
    def release(self) -> None: ...


S = TypeVar("S", bound=Releasable)


class LayerPainter:
    """Paints all layers of one kind: ``paint``, and ``prepare`` where there is work off the target (or
    ``prepare_all``, where layers share that work)."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self.ctx = ctx
        self.shaders = shaders

    def prepare_all(self, layers: Sequence[Any], frame: Frame) -> None:
        """``prepare`` for those of a picture's layers that are of this kind."""
        for layer in layers:
            self.prepare(layer, frame)

    def prepare(self, layer: Any, frame: Frame) -> None:
        """Upload and draw to textures of its own, before anything is painted. May change the framebuffer."""

    def paint(self, layer: Any, frame: Frame) -> None:
        """Draw onto the target, which is current; premultiplied blending is on."""
        raise NotImplementedError

    def sweep(self, frame: Frame) -> None:
        """Release what has not been used for a while."""

    def release(self) -> None:
        """Release every GL object."""


class Slots(Generic[S]):
    """The buffers of each layer, by owner and name; those long unused are released."""

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._slots: dict[Hashable, S] = {}
        self._used: dict[Hashable, int] = {}

    def of(self, key: Hashable, number: int) -> S:
        """The slot of ``key``, made if new. ``number``: this paint's."""
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = self._make()
        self._used[key] = number
        return slot

    def sweep(self, number: int) -> None:
        """Release slots last used more than KEEP_PAINTS paints ago."""
        for key in [k for k, used in self._used.items() if number - used > KEEP_PAINTS]:
            self._slots.pop(key).release()
            del self._used[key]

    def release(self) -> None:
        for slot in self._slots.values():
            slot.release()
        self._slots.clear()
        self._used.clear()

    def __len__(self) -> int:
        return len(self._slots)
