"""What stands still in a picture: its lowest layers that are the same objects tick after tick."""

from __future__ import annotations

from scenes.picture import Ground, Layer, Water

Layers = tuple[Layer, ...]


def still(layers: Layers, before: Layers) -> int:
    """How many of the lowest layers are the same objects as before, above an opaque ground that hides all.

    What looks through to the layers below it, where they are on the target, is never kept.
    """
    ground = layers[0] if layers else None
    if not isinstance(ground, Ground) or min(ground.top[3], ground.bottom[3]) < 1:
        return 0
    for count, (layer, old) in enumerate(zip(layers, before)):
        if layer is not old or isinstance(layer, Water):
            return count
    return min(len(layers), len(before))
