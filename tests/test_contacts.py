"""The pile's contact solver against an independent reference, and what must hold whatever happens to it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.bodies import (
    ANGLE,
    DEPTH,
    HALF_HEIGHT,
    HALF_WIDTH,
    INV_INERTIA,
    INV_MASS,
    SPIN,
    STAYED,
    VX,
    VY,
    A,
    B,
    X,
    Y,
)
from kernels.boxes import Boxes
from kernels.rules import Rules

ROOM = Rules(floor=276.0, left=8.0, right=472.0, top=-900.0)


def corners(body: np.ndarray) -> np.ndarray:
    """(4, 2) corners of one box, upper left one first, clockwise."""
    u = np.array([-1, 1, 1, -1]) * body[HALF_WIDTH]
    v = np.array([-1, -1, 1, 1]) * body[HALF_HEIGHT]
    turn = np.array(
        [[math.cos(body[ANGLE]), -math.sin(body[ANGLE])], [math.sin(body[ANGLE]), math.cos(body[ANGLE])]]
    )
    return body[[X, Y]] + np.stack([u, v], -1) @ turn.T


def axes(body: np.ndarray) -> np.ndarray:
    c, s = math.cos(body[ANGLE]), math.sin(body[ANGLE])
    return np.array([[c, s], [-s, c]])


def reference_contacts(bodies: np.ndarray, room: Rules) -> list[tuple]:
    """(a, b, place, normal, depth) in the published order, from projections of the corners."""
    found = []
    for a, body in enumerate(bodies):
        for p in corners(body):
            for n, depth in (
                ((0, -1), p[1] - room.floor),
                ((1, 0), room.left - p[0]),
                ((-1, 0), p[0] - room.right),
                ((0, 1), room.top - p[1]),
            ):
                if depth > 0:
                    found.append((a, -1, p, np.array(n, float), depth))
    for a, one in enumerate(bodies):
        for b, other in enumerate(bodies):
            if a == b:
                continue
            overlaps = []
            for n in np.concatenate([axes(other), axes(one)]):
                first, second = corners(one) @ n, corners(other) @ n
                if (one[[X, Y]] - other[[X, Y]]) @ n < 0:
                    n, first, second = -n, -first, -second
                overlaps.append((second.max() - first.min(), n, second.max()))
            least, n, face = min(overlaps, key=lambda o: o[0])
            if least <= 0:
                continue
            found += [
                (a, b, p, n, min(face - p @ n, least))
                for p in corners(one)
                if np.all(np.abs(axes(other) @ (p - other[[X, Y]])) < other[[HALF_WIDTH, HALF_HEIGHT]])
            ]
    return found


def reference_step(bodies: np.ndarray, room: Rules) -> list[float]:
    """One undivided tick in place; returns the pushing impulses."""
    bodies[:, VY] += room.gravity
    bodies[:, [X, Y, ANGLE]] += bodies[:, [VX, VY, SPIN]]
    contacts = reference_contacts(bodies, room)

    def velocity(i, p):
        if i < 0:
            return np.zeros(2)
        r = p - bodies[i, [X, Y]]
        return bodies[i, [VX, VY]] + bodies[i, SPIN] * np.array([-r[1], r[0]])

    def cross(i, p, d):
        r = p - bodies[i, [X, Y]]
        return r[0] * d[1] - r[1] * d[0]

    def yielding(i, p, d):
        return 0.0 if i < 0 else bodies[i, INV_MASS] + cross(i, p, d) ** 2 * bodies[i, INV_INERTIA]

    def push(i, p, j):
        if i >= 0:
            bodies[i, [VX, VY]] += j * bodies[i, INV_MASS]
            bodies[i, SPIN] += cross(i, p, j) * bodies[i, INV_INERTIA]

    state = []
    for a, b, p, n, _ in contacts:
        closing = -(velocity(a, p) - velocity(b, p)) @ n
        state.append([room.restitution * closing if closing > room.bounce_above else 0.0, 0.0, 0.0])
    for _ in range(room.rounds):
        for (a, b, p, n, _), s in zip(contacts, state):
            new = max(
                s[1]
                + (s[0] - (velocity(a, p) - velocity(b, p)) @ n) / (yielding(a, p, n) + yielding(b, p, n)),
                0,
            )
            push(a, p, n * (new - s[1]))
            push(b, p, -n * (new - s[1]))
            s[1] = new
            t = np.array([-n[1], n[0]])
            slide = (velocity(a, p) - velocity(b, p)) @ t / (yielding(a, p, t) + yielding(b, p, t))
            new = float(np.clip(s[2] - slide, -room.friction * s[1], room.friction * s[1]))
            push(a, p, t * (new - s[2]))
            push(b, p, -t * (new - s[2]))
            s[2] = new
    return [s[1] for s in state]


def scatter(n: int, seed: int, room: Rules) -> Boxes:
    """Boxes of mixed sizes thrown close together, many of them overlapping a little."""
    rng = np.random.default_rng(seed)
    boxes = Boxes(rng.uniform(16, 70, (n, 2)), room)
    side = math.ceil(math.sqrt(n))
    place = np.array([(i % side, i // side) for i in range(n)], float)
    boxes.body[:, X] = 70 + 42 * place[:, 0] + rng.uniform(-8, 8, n)
    boxes.body[:, Y] = 200 - 42 * place[:, 1] + rng.uniform(-8, 8, n)
    boxes.body[:, ANGLE] = rng.uniform(-3, 3, n)
    ground = place[:, 1] == 0
    boxes.body[ground, Y] += (
        room.floor - boxes.corners()[ground, :, 1].max(axis=1) + rng.uniform(-3, 1, ground.sum())
    )
    boxes.body[:, [VX, VY]] = rng.uniform(-3, 3, (n, 2))
    boxes.body[:, SPIN] = rng.uniform(-0.1, 0.1, n)
    return boxes


@pytest.mark.parametrize(("n", "seed"), [(1, 1), (2, 2), (5, 3), (9, 4), (23, 5), (60, 6)])
def test_contacts_and_impulses_agree_with_the_reference(n, seed):
    room = Rules(
        floor=276.0, left=8.0, right=472.0, top=-900.0, substeps=1, spin_damping=0, rocking=0, correction=0
    )
    boxes = scatter(n, seed, room)
    expected = boxes.body.astype(float).copy()
    impulses = reference_step(expected, room)
    wanted = reference_contacts(expected, room)
    boxes.tick()
    if boxes.contacts().shape[0] == 0:
        assert not wanted
        return
    found = boxes.contacts()
    tolerance = 1e-7 if runtime.real() is np.float64 else 2e-2
    assert [(int(c[A]), int(c[B])) for c in found] == [(a, b) for a, b, *_ in wanted]
    np.testing.assert_allclose(found[:, :2], [p for _, _, p, _, _ in wanted], atol=tolerance)
    np.testing.assert_allclose(found[:, 2:4], [n for _, _, _, n, _ in wanted], atol=tolerance)
    np.testing.assert_allclose(found[:, DEPTH], [d for *_, d in wanted], atol=tolerance)
    np.testing.assert_allclose(found[:, 5], impulses, atol=tolerance * 100, rtol=tolerance)
    np.testing.assert_allclose(
        boxes.body[:, [VX, VY, SPIN]], expected[:, [VX, VY, SPIN]], atol=tolerance * 10, rtol=tolerance
    )


@pytest.mark.parametrize(("n", "seed"), [(2, 11), (30, 12), (200, 13)])
@pytest.mark.parametrize("carry", [0.0, 1.0])
def test_neighbours_give_what_all_pairs_give_to_the_bit(n, seed, carry):
    """The same contacts in the same order, and the same bodies, tick after tick."""
    listed = scatter(n, seed, replace(ROOM, carry=carry))
    tried = scatter(n, seed, replace(ROOM, carry=carry, margin=0.0))
    for _ in range(60):
        listed.tick()
        tried.tick()
        assert np.array_equal(listed.contacts(), tried.contacts())
        assert np.array_equal(listed.body[:, : STAYED + 1], tried.body[:, : STAYED + 1])
        assert np.array_equal(listed.hits, tried.hits)


def test_neighbours_hold_where_bodies_are_moved_by_others_or_pressed_together():
    listed, tried = scatter(40, 14, ROOM), scatter(40, 14, replace(ROOM, margin=0.0))
    rng = np.random.default_rng(14)
    for tick in range(60):
        if tick % 7 == 0:
            place = rng.uniform((60, 60), (420, 260), (40, 2)) if tick % 2 else np.full((40, 2), 200.0)
            for boxes in (listed, tried):
                boxes.body[:, [X, Y]] = place + 0.1 * np.arange(40)[:, None]
                boxes.wake()
        listed.tick()
        tried.tick()
        assert np.array_equal(listed.body[:, : STAYED + 1], tried.body[:, : STAYED + 1])


def test_only_few_pairs_are_tried():
    boxes = scatter(400, 15, replace(ROOM, right=1e4))
    boxes.tick()
    listed = boxes.neighbours
    assert listed is not None
    assert len(boxes.contacts()) / 8 < listed < 400 * 24


def crossing(angle: float, room: Rules, **how) -> Boxes:
    boxes = Boxes(np.array([[120.0, 20.0], [20.0, 120.0]]), replace(room, gravity=0.0), **how)
    boxes.body[:, [X, Y]] = [[240, 150], [243, 146]]
    boxes.body[:, ANGLE] = angle
    return boxes


@pytest.mark.parametrize("angle", [0.0, 0.3, 0.785])
def test_crossed_boxes_are_found_where_asked_and_part(angle):
    still = replace(ROOM, correction=0.0)
    published, ours = crossing(angle, still), crossing(angle, still, crossed=True)
    published.tick()
    ours.tick()
    assert len(published.contacts()) == 0
    found = ours.contacts()
    assert len(found) == 4
    for body in ours.body:
        local = np.abs((found[:, :2] - body[[X, Y]]) @ axes(body).T)
        assert np.all(local <= body[[HALF_WIDTH, HALF_HEIGHT]] + 1e-3)
    ours = crossing(angle, ROOM, crossed=True)
    for _ in range(60):
        ours.tick()
    one, other = ours.body
    n = found[0, 2:4]
    gap = (one[[X, Y]] - other[[X, Y]]) @ n
    assert ((corners(other) - other[[X, Y]]) @ n).max() - gap - ((corners(one) - one[[X, Y]]) @ n).min() < 1.0


def test_crossed_boxes_touch_as_published_boxes_do_where_corners_are_inside():
    one, other = scatter(5, 3, ROOM), scatter(5, 3, ROOM)
    crossed = Boxes(2 * one.body[:, [HALF_WIDTH, HALF_HEIGHT]], ROOM, crossed=True)
    crossed.body[:] = other.body
    one.tick()
    crossed.tick()
    assert len(one.contacts()) > 0
    np.testing.assert_allclose(crossed.body[:, : STAYED + 1], one.body[:, : STAYED + 1], atol=1e-4)


def test_impulses_never_pull_and_friction_stays_in_its_cone():
    boxes = scatter(40, 8, ROOM)
    for _ in range(60):
        boxes.tick()
        c = boxes.contacts()
        assert np.all(c[:, 5] >= 0)
        assert np.all(np.abs(c[:, 6]) <= ROOM.friction * c[:, 5] * (1 + 1e-5) + 1e-9)
        np.testing.assert_allclose(np.hypot(c[:, 2], c[:, 3]), 1, atol=1e-5)


def test_momentum_is_kept_between_boxes():
    room = Rules(floor=1e6, left=-1e6, right=1e6, top=-1e6, gravity=0.0, spin_damping=0, rocking=0)
    boxes = scatter(12, 9, ROOM)
    boxes.rules = room
    mass = 1 / boxes.body[:, INV_MASS]
    before = (boxes.body[:, [VX, VY]] * mass[:, None]).sum(axis=0)
    touched = 0
    for _ in range(20):
        boxes.tick()
        touched += len(boxes.contacts())
    assert touched > 20
    np.testing.assert_allclose((boxes.body[:, [VX, VY]] * mass[:, None]).sum(axis=0), before, atol=1e-3)


def test_a_corner_beside_the_centre_turns_the_push_into_spin():
    boxes = Boxes(np.array([[60.0, 40.0]]), ROOM)
    boxes.body[0, [X, Y, ANGLE, VY]] = 240, 236, 0.3, 6.0
    while not boxes.on_floor:
        boxes.tick()
    assert abs(boxes.body[0, SPIN]) > 0.02
    level = Boxes(np.array([[60.0, 40.0]]), ROOM)
    level.body[0, [X, Y, VY]] = 240, 236, 6.0
    while not level.on_floor:
        level.tick()
    assert abs(level.body[0, SPIN]) < 1e-3
    assert level.body[0, VY] < -1.0


def test_stacked_boxes_never_nest():
    """Boxes of one width dropped on each other end beside or upon one another, not inside."""
    boxes = Boxes(np.tile([58.0, 52.2], (6, 1)), ROOM)
    boxes.body[:, X] = 240 + 3.0 * np.arange(6)
    boxes.body[:, Y] = 200 - 62.6 * np.arange(6)
    for _ in range(500):
        boxes.tick()
    c = boxes.body[:, :2]
    gap = np.hypot(*(c[:, None] - c[None]).transpose(2, 0, 1)) + 1e3 * np.eye(6)
    assert gap.min() > 40


speeds = st.floats(-1e4, 1e4, allow_nan=False)


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.tuples(speeds, speeds, st.floats(-20, 20)), min_size=3, max_size=3), st.integers(1, 12))
def test_nothing_leaves_its_room_whatever_the_flick(throws, ticks):
    boxes = BOXES
    boxes.body[:] = START
    boxes.body[:, [VX, VY, SPIN]] = throws
    boxes.wake()
    for _ in range(ticks):
        boxes.tick()
        assert np.all(np.isfinite(boxes.body))
        p = boxes.corners()
        beyond = 0.6 * 9.6 + 1e-3  # a sub-step's travel of the thinnest box
        assert p[..., 0].min() >= ROOM.left - beyond
        assert p[..., 0].max() <= ROOM.right + beyond
        assert p[..., 1].max() <= ROOM.floor + beyond
        assert p[..., 1].min() >= ROOM.top - beyond


BOXES = Boxes(np.array([[58.0, 52.2], [19.2, 49.6], [41.3, 49.6]]), ROOM)
BOXES.body[:, [X, Y]] = [[140, 249], [240, 250], [340, 250]]
START = BOXES.body.copy()


def test_a_fast_box_does_not_pass_through_another():
    for speed in (20.0, 60.0, 400.0):
        boxes = Boxes(np.array([[30.0, 30.0], [20.0, 120.0]]), ROOM)
        boxes.body[:, [X, Y]] = [[100, 216], [240, 216]]
        boxes.body[0, VX] = speed
        for _ in range(40):
            boxes.tick()
            assert boxes.body[0, X] < boxes.body[1, X]


def test_more_speed_takes_more_substeps_and_slow_ticks_take_two():
    boxes = Boxes(np.array([[58.0, 52.2]]), ROOM)
    boxes.body[0, [X, Y, VY]] = 240, 0, 20.0
    boxes.tick()
    assert boxes.substeps == 2
    boxes.body[0, VX] = 80.0
    boxes.tick()
    assert boxes.substeps > 4


def rest(boxes: Boxes, limit: int) -> int:
    for tick in range(limit):
        if boxes.still.all():
            return tick
        boxes.tick()
    return limit


@pytest.mark.parametrize("n", [1, 5, 60])
def test_a_pile_comes_to_complete_rest_and_stays(n):
    em = min(74.0, 400 / (1.1 * n))
    boxes = Boxes(np.tile([em, 0.9 * em], (n, 1)), ROOM)
    rng = np.random.default_rng(n)
    boxes.body[:, X] = 240 + rng.uniform(-0.14, 0.14, n) * 400
    boxes.body[:, Y] = 240 - 1.1 * em * np.arange(n)
    boxes.body[:, ANGLE] = rng.uniform(-0.4, 0.4, n)
    assert rest(boxes, 1500) < 1500
    still = boxes.body[:, : STAYED + 1].copy()
    for _ in range(200):
        boxes.tick()
    assert np.array_equal(boxes.body[:, : STAYED + 1], still)


def test_a_stack_does_not_creep_and_wakes_when_it_is_hit():
    boxes = Boxes(np.tile([60.0, 40.0], (4, 1)), ROOM)
    boxes.body[:3, X] = 240, 242, 239
    boxes.body[:3, Y] = 256, 216, 176
    boxes.body[3, [X, Y]] = 60, 256
    assert rest(boxes, 400) < 400
    np.testing.assert_allclose(boxes.body[:3, X], [240, 242, 239], atol=2.5)
    boxes.body[3, [VX, STAYED]] = 14.0, 0
    moved = boxes.body[:3, :2].copy()
    for _ in range(40):
        boxes.tick()
    assert np.abs(boxes.body[:3, :2] - moved).max() > 2.0
    assert rest(boxes, 600) < 600


def test_what_lies_on_a_box_that_is_taken_away_falls():
    boxes = Boxes(np.tile([60.0, 40.0], (2, 1)), ROOM)
    boxes.body[:, [X, Y]] = [[240, 256], [240, 216]]
    assert rest(boxes, 400) < 400
    boxes.body[0, [VX, STAYED]] = 25.0, 0  # only the lower one is told
    for _ in range(120):
        boxes.tick()
    assert boxes.body[1, Y] > 250


def test_no_boxes_and_senseless_sizes():
    Boxes(np.zeros((0, 2)), ROOM).tick()
    with pytest.raises(ValueError, match="greater than 0"):
        Boxes(np.array([[10.0, 0.0]]), ROOM)
