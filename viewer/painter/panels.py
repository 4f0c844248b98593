"""Paints pictures within a picture, each as if it were alone, in the pixels of its box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.panels import Panel, Panels, inner_view
from viewer.painter.frame import Frame

if TYPE_CHECKING:
    from viewer.painter import Painter


class PanelFault(Exception):
    """A nested picture could not be painted; the cause says why."""

    def __init__(self, panel: Panel) -> None:
        super().__init__("a picture within the picture cannot be painted")
        self.panel = panel


def paint_panels(painter: Painter, layer: Panels, frame: Frame) -> None:
    """Paint what lies in the frame's region. Raises PanelFault."""
    x, y, width, height = frame.shown
    ox, oy = x - frame.region[0] + frame.origin[0], y - frame.region[1] + frame.origin[1]
    for box, panel in zip(layer.box, layer.panels):
        if panel is None:
            continue
        view, (left, top, wide, high) = inner_view(frame.view, box, panel.board)
        x0, y0 = max(left, ox), max(top, oy)
        x1, y1 = min(left + wide, ox + width), min(top + high, oy + height)
        if x1 <= x0 or y1 <= y0:
            continue
        region = (x0 - ox + x, y0 - oy + y, x1 - x0, y1 - y0)
        owner = panel.owner if panel.part is None else (panel.part, panel.owner)
        try:
            painter.paint(
                panel.picture, view, frame.target, region, origin=(x0, y0), owner=owner, nested=True
            )
        except Exception as error:
            raise PanelFault(panel) from error
