"""Which letter a pointer means: the box it is in, or the nearest, told from boxes as they lie."""

from __future__ import annotations

import numpy as np
import pytest

from scenes.pick import nearest

CENTER = np.array([[100.0, 100.0], [160.0, 100.0], [160.0, 112.0]])
HALF = np.array([[20.0, 10.0], [20.0, 10.0], [20.0, 10.0]])


@pytest.mark.parametrize(
    ("at", "letter", "away"),
    [((118, 105), 0, 0), ((130, 100), 0, 10), ((160, 103), 1, 0), ((160, 111), 2, 0), ((196, 130), 2, 17.9)],
)
def test_the_box_under_a_pointer_or_the_nearest(at, letter, away):
    i, distance = nearest(CENTER, np.zeros(3), HALF, *at)
    assert i == letter
    assert distance == pytest.approx(away, abs=0.05)


def test_a_box_is_as_it_lies():
    upright = np.array([np.pi / 2, 0.0, 0.0])
    assert nearest(CENTER, upright, HALF, 100.0, 119.0) == (0, 0.0)
    assert nearest(CENTER, upright, HALF, 118.0, 100.0) == (0, pytest.approx(8.0))
