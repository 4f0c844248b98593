"""The koi of stream and pond: swimming, feeding, fright, and what floats over them (000/004, 02, 09)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes import feeding, school
from scenes.feeding import FALL_TICKS, FLOAT_TICKS, MOST, PINCH, SINK_TICKS, Food
from scenes.koi import Swim, SwimParams
from scenes.koi_look import BODY, FEELERS, FIN_SHADES, PARTS, TAIL
from scenes.picture import Discs, Ribbons, Shapes, shapes
from scenes.pond import Pond, PondParams
from scenes.scene import Setting
from scenes.school import CALM_TICKS, FLICK_SPEED, PASS_TICKS, Flicks, Fright
from scenes.stacked import stacked
from scenes.theme import THEMES
from scenes.wakes import Wakes

DAY = THEMES["day"]


def flick(scene: Swim | Pond, start: tuple[float, float], end: tuple[float, float], ticks: int = 8) -> None:
    for k in range(ticks + 1):
        t = k / ticks
        scene.move(0, start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
        scene.tick()


def test_one_koi_starts_as_the_published_lap_does() -> None:
    swim = Swim()
    assert swim.koi.size.tolist() == [1.0]
    np.testing.assert_allclose(swim.koi.points[0, 0], [240.0, 150.0])
    assert swim.koi.heading[0] == 0.0
    assert swim.koi.speed[0] == 85.0


def parts(scene: Swim | Pond) -> np.ndarray:
    """Points and half widths (count, PARTS, POINTS, 3) of each fish in turn, the first one first."""
    layer = scene.picture().layer("koi")
    assert isinstance(layer, Ribbons)
    both = np.concatenate([layer.points, layer.radius[..., None]], axis=-1)
    return both.reshape(-1, PARTS, *both.shape[1:])[::-1]


def test_koi_size_makes_the_body_thicker() -> None:
    thin, thick = (parts(Swim(SwimParams(koi_size=size)))[:, BODY, :, 2] for size in (12.0, 24.0))
    assert thick.max() > 1.8 * thin.max()


def test_the_shadow_opens_with_the_outer_fin() -> None:
    swim = Swim()
    swim.move(0, 240.0, 290.0)
    for _ in range(40):
        swim.tick()
    fish = parts(swim)[0]
    fins, shadows = fish[6:8], fish[FIN_SHADES]
    off = shadows[..., :2] - fins[..., :2]
    np.testing.assert_allclose(off, np.broadcast_to(off[0, 0], off.shape), atol=1e-3)
    np.testing.assert_array_equal(shadows[..., 2], fins[..., 2])
    assert swim.koi.fin_left[0] > swim.koi.fin_right[0]
    right, left = fins[..., 2].max(axis=1)
    assert left > right + 0.5, "the outer fin is spread"
    body, tip = np.asarray(swim.koi.points[0, 2], float), fins[:, -1, :2]
    right, left = np.hypot(*(tip - body).T)
    assert left > right + 1.0, "and stands out"


def test_the_body_flows_into_the_tail_fin() -> None:
    """One silhouette: the body ends inside the fin, which begins inside the body and is no wider there."""
    swim = Swim()
    for _ in range(240):
        swim.tick()
        body, tail = parts(swim)[0][[BODY, TAIL]]
        end, root = body[-1, :2], tail[0, :2]
        assert np.hypot(*(tail[:, :2] - end).T).min() < 3.0
        joint = np.asarray(swim.koi.points[0, -1])
        assert np.hypot(*(root - joint)) < 8.0
        assert body[-1, 2] < 0.5 < body[-2, 2]


def test_a_whole_koi_lies_over_another() -> None:
    """Parts are painted fish by fish: nothing of a lower one lies over the body of a higher one."""
    pond = Pond()
    layer = pond.picture().layer("koi")
    assert isinstance(layer, Ribbons)
    heads = layer.points.reshape(-1, PARTS, *layer.points.shape[1:])[:, BODY, 0]
    first = np.asarray(pond.koi.points[:, 0])
    for drawn, fish in zip(heads, range(len(first))[::-1]):
        assert np.hypot(*(first - drawn).T).argmin() == fish


def test_a_koi_above_hides_the_eyes_of_one_below() -> None:
    pond = Pond()
    for fish in range(3):
        pond.koi.pose(pond.koi.points, pond.koi.heading)
        pond.koi.points[fish] = pond.koi.points[fish] + [400.0 * fish, 0.0]
    eyes = pond.picture().layer("koi eyes")
    assert isinstance(eyes, Discs)
    pond.koi.points[1] = pond.koi.points[0]
    hidden = pond.picture().layer("koi eyes")
    assert isinstance(hidden, Discs)
    np.testing.assert_allclose(hidden.size[2:4], 0.0, atol=1e-6)
    np.testing.assert_array_equal(hidden.size[[0, 1, 4, 5]], eyes.size[[0, 1, 4, 5]])


def test_a_mouth_opens_as_lips_put_forward() -> None:
    swim = Swim()
    shut = parts(swim)[0, FEELERS, :, 2]
    swim.shoal.food.gape[:] = 1.0
    wide = parts(swim)[0, FEELERS, :, 2]
    assert wide.max() > shut.max() + 1.5
    np.testing.assert_array_equal(wide[[0, -1]], shut[[0, -1]])


@pytest.mark.parametrize("kind", [Swim, Pond])
def test_a_press_drops_food_and_the_koi_eat_it_all(kind: type[Swim | Pond]) -> None:
    scene = kind()
    scene.press(0, 330.0, 120.0)
    scene.release(0, 330.0, 120.0)
    food = scene.shoal.food
    assert (food.age != feeding.FREE).sum() == PINCH
    left, gaped = [], 0.0
    for _ in range(900):
        scene.tick()
        left.append(int((food.age != feeding.FREE).sum()))
        gaped = max(gaped, float(food.gape.max()))
    assert max(left[:FALL_TICKS]) == PINCH, "nothing is eaten in the air"
    assert left[-1] == 0
    assert gaped == 1.0
    assert food.gape.max() < 0.02, "mouths close again"


def test_they_race_for_food() -> None:
    def time_to_eat(hungry: bool) -> int:
        swim = Swim()
        swim.shoal.food.drop(430.0, 60.0)
        for tick in range(900):
            swim.tick()
            if len(swim.shoal.food.eaten) if hungry else np.hypot(*(swim.koi.points[0, 0] - [430, 60])) < 12:
                return tick
        return 900

    assert time_to_eat(True) < 200


def test_the_nearest_mouth_gets_it_and_each_pellet_is_eaten_once() -> None:
    food = Food(DAY, np.array([1.0, 1.0]))
    food.drop(100.0, 100.0)
    mouths = np.array([[100.0, 100.0], [140.0, 100.0]])
    eaten = 0
    for _ in range(FALL_TICKS + 60):
        food.tick(mouths, np.zeros(2))
        eaten += len(food.eaten)
    assert 0 < eaten <= PINCH
    assert eaten == PINCH - int((food.age != feeding.FREE).sum())


def test_food_that_nobody_wants_goes_under() -> None:
    food = Food(DAY, np.array([1.0]))
    food.drop(50.0, 50.0)
    before = 1.0
    for tick in range(FALL_TICKS + FLOAT_TICKS + SINK_TICKS + 40):
        food.tick(np.array([[400.0, 200.0]]), np.zeros(2))
        (layer,) = food.layers(tick)
        assert isinstance(layer, Discs)
        alpha = float(layer.fill[MOST, 3])
        assert abs(alpha - before) < 0.26 or tick == 0, "it fades, it does not pop"
        before = alpha
    assert (food.age == feeding.FREE).all()
    assert food.layers(0)[0] is food.empty


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300), st.integers(0, 30)), max_size=20))
def test_a_table_of_food_never_overflows(presses: list[tuple[float, float, int]]) -> None:
    swim = Swim()
    for x, y, ticks in presses:
        swim.press(0, x, y)
        assert (swim.shoal.food.age != feeding.FREE).sum() <= MOST
        for _ in range(ticks):
            swim.tick()
    assert np.isfinite(swim.shoal.food.place).all()


@pytest.mark.parametrize("kind", [Swim, Pond])
def test_calm_koi_get_no_food_and_what_was_there_is_gone(kind: type[Swim | Pond]) -> None:
    scene = kind(setting=Setting(calm=True))
    scene.press(0, 200.0, 150.0)
    assert (scene.shoal.food.age == feeding.FREE).all()
    scene = kind()
    scene.press(0, 200.0, 150.0)
    scene.place(Setting(calm=True))
    assert (scene.shoal.food.age == feeding.FREE).all()


def test_a_slow_pointer_frightens_nobody_and_a_fast_one_does() -> None:
    for speed, startled in ((0.6, False), (1.6, True)):
        swim = Swim()
        step = speed * FLICK_SPEED / 60
        x, y = swim.koi.points[0, 0]
        for k in range(8):
            swim.move(0, float(x - 60 + step * k), float(y + 30))
            swim.tick()
        assert (swim.shoal.fright.alarm[0] > 0) == startled


def test_a_pointer_that_appears_is_not_a_flick() -> None:
    flicks = Flicks()
    assert not flicks.tick({})
    assert not flicks.tick({0: (240.0, 150.0)})
    assert not flicks.tick({0: (242.0, 150.0), 1: (20.0, 20.0)})
    assert not flicks.tick({1: (20.0, 20.0)})
    assert not flicks.tick({0: (470.0, 290.0), 1: (20.0, 20.0)}), "it came back elsewhere"


def test_a_startled_koi_flees_from_the_pointer_and_calms_down() -> None:
    swim = Swim()
    for _ in range(100):
        swim.tick()
    x, y = (float(v) for v in swim.koi.points[0, 0])
    flick(swim, (max(x - 80, 5), y + 20), (min(x + 120, 475), y + 20))
    assert swim.shoal.fright.alarm[0] > 0
    pointer = np.array(swim.target.held)
    fast, far = 0.0, 0.0
    for _ in range(40):
        swim.tick()
        fast = max(fast, float(swim.koi.speed[0]))
        far = max(far, float(np.hypot(*(swim.koi.points[0, 0] - pointer))))
    assert fast > 1.3 * swim.params.swim_speed
    assert far > 90.0
    for _ in range(CALM_TICKS):
        swim.tick()
    assert swim.shoal.fright.alarm[0] == 0


def test_fright_passes_from_one_to_the_next() -> None:
    """A line of fish, each within hearing of the next only: the wave runs along it, no one is skipped."""
    count, step = 12, 0.8 * school.HEARING
    heads = np.zeros((count, 2))
    heads[:, 0] = step * np.arange(count)
    fright = Fright(np.ones(count))
    fright.startle(heads, (-20.0, 30.0), (-19.0, 30.0))
    when = np.full(count, -1)
    when[fright.since == 0] = 0
    for tick in range(1, PASS_TICKS * count + 5):
        fright.tick(heads, {})
        when[(fright.since == 0) & (when < 0)] = tick
    assert (when >= 0).all()
    first = int((when == 0).sum())
    assert 1 <= first <= 2
    assert (np.diff(when[first - 1 :]) == PASS_TICKS).all()


def test_fright_dies_out() -> None:
    rng = np.random.default_rng(5)
    heads = rng.uniform(0, 400, (60, 2))
    fright = Fright(np.ones(60))
    fright.startle(heads, (0.0, 0.0), (400.0, 400.0))
    scared = []
    for _ in range(3 * CALM_TICKS):
        fright.tick(heads, {})
        scared.append(int((fright.alarm > 0).sum()))
    assert scared[-1] == 0, "nobody startles the one who startled it"
    assert (np.hypot(*fright.away.T) < 1.001).all()


@pytest.mark.parametrize("kind", [Swim, Pond])
def test_a_startled_school_stays_on_the_board_and_within_its_bends(kind: type[Swim | Pond]) -> None:
    scene = Swim(SwimParams(count=30)) if kind is Swim else Pond(PondParams(count=30))
    for k in range(6):
        flick(scene, (40.0 + 60 * k, 20.0), (440.0 - 60 * k, 280.0), 5)
        for _ in range(30):
            scene.tick()
        heads = np.asarray(scene.koi.points[:, 0])
        assert (heads > -120).all()
        assert (heads < [600, 420]).all()
        assert np.abs(scene.koi.bends()).max() <= scene.params.max_bend + 1e-3


def test_tails_leave_crescents_and_the_pool_keeps_its_size() -> None:
    swim = Swim(SwimParams(count=40))
    for _ in range(200):
        swim.tick()
    arcs = swim.picture().layer("wake arcs")
    assert isinstance(arcs, Ribbons)
    assert (arcs.fill[:, 3] > 0.05).any()
    wakes = Wakes(DAY, 1)
    for _ in range(50):
        wakes.shed(np.zeros((5, 2)), np.zeros(5), np.ones(5))
        wakes.tick()
    assert len(wakes.arc_age) == wakes.most


def test_no_crescent_pops() -> None:
    swim = Swim()
    before = None
    for _ in range(300):
        swim.tick()
        arcs = swim.picture().layer("wake arcs")
        assert isinstance(arcs, Ribbons)
        if before is not None:
            assert np.abs(arcs.fill[:, 3] - before).max() < 0.2
        before = arcs.fill[:, 3]


def test_stacked_layers_keep_their_order_and_refuse_other_corners() -> None:
    low = shapes("low", np.zeros((2, 4, 2)), DAY.coral)
    high = shapes("high", np.ones((3, 4, 2)), DAY.sage, ink_width=1.0)
    both = stacked("both", low, high)
    assert both.name == "both"
    np.testing.assert_array_equal(both.points[:, 0, 0], [0, 0, 1, 1, 1])
    np.testing.assert_array_equal(both.ink_width, [0, 0, 1, 1, 1])
    assert both.corner is low.corner
    with pytest.raises(ValueError, match="both: shapes in one layer"):
        stacked("both", low, shapes("cut", np.ones((3, 4, 2)), DAY.sage, corner=1.0))


def test_petals_give_way_to_a_body_and_drift_on() -> None:
    swim = Swim()
    stream = swim.stream
    far = np.full((1, 2), -1e5)
    for _ in range(400):
        stream.tick(far, np.ones(1))
    start = stream.petal[0].copy()
    body = np.ascontiguousarray((start - [0.0, 6.0])[None])
    for _ in range(20):
        stream.tick(body, np.array([8.0]))
    assert stream.petal[0, 1] - start[1] > 4.0
    for _ in range(2000):
        stream.tick(far, np.ones(1))
    assert np.isfinite(stream.petal).all()
    assert np.abs(stream.speed).max() < 50.0


def test_petals_come_round_unseen() -> None:
    swim = Swim()
    before = None
    for _ in range(1500):
        swim.stream.tick(np.full((1, 2), -1e5), np.ones(1))
        _, above = swim.stream.afloat(0, True)
        petals = next(layer for layer in above if layer.name == "petals")
        assert isinstance(petals, Shapes)
        now = petals.center.copy(), petals.fill[:, 3].copy()
        if before is not None:
            jumped = np.abs(now[0] - before[0]).max(axis=1) > 20
            assert (now[1][jumped] == 0).all()
            assert (before[1][jumped] == 0).all()
        before = now


def test_pellets_that_land_in_the_pond_make_rings() -> None:
    pond = Pond(PondParams(wake_gain=0.0, touch=0.0))
    pond.press(0, 60.0, 150.0)
    pond.release(0, 60.0, 150.0)
    for _ in range(FALL_TICKS + 10):
        pond.tick()
    assert np.abs(np.asarray(pond.waves.height)).max() > 0.05
