"""What a visitor meets first: the good moment of a scene, its first frame, and a lure that is held still."""

from __future__ import annotations

import numpy as np
import pytest

from scenes import registry
from scenes.scene import Scene
from viewer import cast

CREATURES = [n for n in registry.names() if registry.scene_class(n).group == "creatures"]


def ticked(name: str, seconds: float) -> Scene:
    scene = registry.scene_class(name)()
    for _ in range(round(seconds / scene.tick_seconds)):
        scene.tick()
    return scene


@pytest.mark.parametrize("name", CREATURES)
def test_eyes_are_open_at_the_good_moment(name: str) -> None:
    """Stills and the contact sheet are taken then; so are the moments just about it."""
    scene = ticked(name, cast.GOOD_MOMENT["creatures"] - 0.1)
    for _ in range(12):
        scene.tick()
        for layer in scene.picture().layers:
            if "eyes" in layer.name and not layer.name.startswith("lure"):
                size = np.asarray(layer.size)  # type: ignore[attr-defined]
                seen = size[:, 0] > 0
                assert (size[seen, -1] > 0.9 * size[seen, 0]).all(), layer.name
