"""Many individuals: found neighbours against plain NumPy, and the herd's own rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.crowd import ElbowRoom
from scenes.board import Board
from scenes.crowd import Crowd
from scenes.scene import CREATURE_TICK
from scenes.target import Target


def pushes(places: np.ndarray, room: np.ndarray) -> np.ndarray:
    apart = places[:, None] - places[None, :]
    d = np.hypot(apart[..., 0], apart[..., 1])
    want = (room[:, None] + room[None, :]) / 2
    near = (d < want) & ~np.eye(len(places), dtype=bool)
    share = np.where(near, 1 - d / want, 0) / np.maximum(d, 1e-12)
    return (apart * share[..., None]).sum(axis=1)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 600), st.floats(5, 90))
def test_pushes_against_numpy(seed: int, count: int, room: float) -> None:
    rng = np.random.default_rng(seed)
    places = rng.uniform(-100, 500, (count, 2))
    rooms = rng.uniform(0.4, 1.0, count) * room
    found = ElbowRoom(rooms).find(places)
    tolerance = 1e-9 if found.dtype == np.float64 else 2e-2
    np.testing.assert_allclose(found, pushes(places, rooms), atol=tolerance)


def test_two_in_one_place_part() -> None:
    push = ElbowRoom(np.array([20.0, 20.0])).find(np.array([[5.0, 5.0], [5.0, 5.0]]))
    assert np.isfinite(push).all()
    assert push[0] @ push[1] < 0


def test_one_alone_gets_exactly_the_target() -> None:
    crowd, target = Crowd(1, room=40.0, lap=7.0), Target(7.0, CREATURE_TICK, Board())
    for _ in range(50):
        target.tick()
    assert crowd.aims(target, np.zeros((1, 2))).tolist() == [[target.x, target.y]]
    assert crowd.size.tolist() == [1.0]


@pytest.mark.parametrize("count", [2, 3, 40, 1000])
def test_individuals_differ_and_the_first_is_the_published_one(count: int) -> None:
    crowd = Crowd(count, room=40.0, lap=7.0)
    assert crowd.lag[0] == 0.0
    assert len(np.unique(crowd.lag)) == count
    assert len(np.unique(crowd.seed)) == count
    assert (crowd.size > 0).all()
    assert crowd.size.max() == crowd.size[0]


@pytest.mark.parametrize("board", [Board(), Board(480, 850), Board(1000, 300)])
def test_a_dozen_swing_along_eights_of_their_own_on_the_board(board: Board) -> None:
    crowd, target = Crowd(12, room=40.0, lap=7.0), Target(7.0, CREATURE_TICK, board)
    paths = []
    for _ in range(round(target.lap_ticks)):
        target.tick()
        paths.append(crowd.path(target))
    lap = np.array(paths)
    assert (lap >= 0).all()
    assert (lap <= [board.width, board.height]).all()
    np.testing.assert_allclose(lap[:, 0], [target.eight(-k * CREATURE_TICK) for k in range(len(lap))][::-1])
    middles = (lap.max(axis=0) + lap.min(axis=0))[1:] / 2
    apart = np.hypot(*(middles[:, None] - middles).transpose(2, 0, 1)) + 1e9 * np.eye(11)
    assert apart.min() > 18.0
    one, other = np.triu_indices(12, 1)
    gaps = np.hypot(*(lap[:, one] - lap[:, other]).transpose(2, 0, 1))
    assert (gaps < 25.0).mean() < 0.05, "they meet now and then, and do not lie on one another"


@pytest.mark.parametrize("published", [1, 2, 3])
def test_the_published_number_shares_the_common_eight(published: int) -> None:
    target = Target(7.0, CREATURE_TICK, Board())
    crowd = Crowd(published, room=40.0, lap=7.0, published=published)
    for k, place in enumerate(crowd.path(target)):
        there = target.eight(-float(crowd.lag[k])) + crowd.drift[k]
        np.testing.assert_allclose(place, there, atol=1e-6)


def test_bodies_start_on_the_board() -> None:
    target = Target(7.0, CREATURE_TICK, Board())
    for count in (1, 12, 40):
        crowd = Crowd(count, room=40.0, lap=7.0)
        way = crowd.headings(target, 220.0)
        tail = crowd.path(target) - np.stack([np.cos(way), np.sin(way)], -1) * 220.0 * crowd.size[:, None]
        assert (tail > 0).all()
        assert (tail < [480, 300]).all()


def test_places_of_the_wrong_number_are_refused() -> None:
    with pytest.raises(ValueError, match=r"places must be \(2, 2\)"):
        ElbowRoom(np.array([20.0, 20.0])).find(np.zeros((3, 2)))
