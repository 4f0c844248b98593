"""The jellyfish push, drift and trail as articles 000/004 say."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.bell import CLOSING, squeeze_at
from scenes.figures import experiment
from scenes.figures.jellyfish import stretch
from scenes.jellyfish import HIDDEN_TICK, SMALL_LAG, STRANDS, Jellyfish, JellyfishParams
from scenes.picture import mix
from scenes.scene import Setting


def test_bells_close_fast_and_open_slowly() -> None:
    phase = np.linspace(0, 1, 1001)
    squeeze = squeeze_at(phase)
    assert abs(phase[squeeze.argmax()] - CLOSING) < 1e-9
    assert squeeze.min() == 0.0
    assert abs(squeeze.max() - 1.0) < 1e-9
    assert (np.diff(squeeze[:300]) > 0).all()
    assert (np.diff(squeeze[301:]) < 0).all()


def test_one_cycle_pushes_as_much_as_published_and_only_while_it_closes() -> None:
    jelly = Jellyfish(JellyfishParams(water_drag=0.0, count=1))
    jelly.move(0, 240.0, 1.0)
    speeds = [0.0]
    for _ in range(72):
        jelly.tick()
        speeds.append(float(np.hypot(*jelly.velocity[0])))
    gained = np.diff(speeds)
    assert abs(speeds[30] - 160.0) < 2.0
    assert (gained[:21] > 0).all()
    assert gained[22:60].max() < 1e-6


def test_water_slows_a_bell_while_it_opens() -> None:
    jelly = Jellyfish(JellyfishParams(count=1))
    jelly.move(0, 240.0, 1.0)
    for _ in range(23):
        jelly.tick()
    before = np.hypot(*jelly.velocity[0])
    jelly.tick()
    assert math.isclose(np.hypot(*jelly.velocity[0]) / before, math.exp(-1.6 / 60), rel_tol=0.02)


def test_the_small_one_swims_the_same_eight_late() -> None:
    jelly = Jellyfish()
    path = []
    for _ in range(600):
        jelly.tick()
        path.append((jelly.target.x, jelly.target.y))
    late = jelly.crowd.path(jelly.target)[1]
    np.testing.assert_allclose(late, path[-1 - round(SMALL_LAG * 60)], atol=1e-6)
    assert jelly.crowd.size[1] < 0.7 < jelly.crowd.size[0]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=12), st.integers(1, 6))
def test_bells_stay_on_the_board_and_strands_hang_from_them(
    path: list[tuple[float, float]], count: int
) -> None:
    jelly = Jellyfish(JellyfishParams(count=count))
    for x, y in path:
        jelly.move(0, x, y)
        for _ in range(20):
            jelly.tick()
        assert (jelly.center > -40).all()
        assert (jelly.center < [520, 340]).all()
        np.testing.assert_array_equal(jelly.points[:, 0], jelly.root)
        step = np.diff(jelly.points.astype(float), axis=1)
        assert (np.hypot(step[..., 0], step[..., 1]) < 1.6 * jelly.gap[:, None] + 1.0).all()


def test_a_hidden_window_stretches_strands_only_if_the_step_is_not_cut() -> None:
    uncut, cut = (stretch(JellyfishParams(**experiment("jellyfish", e))) for e in ("uncut", "cut"))
    assert uncut[0] > 2 > 1.1 > cut[0]


def test_stretched_strands_come_back_and_nothing_else_is_touched() -> None:
    jelly = Jellyfish(JellyfishParams(hidden=2.4, dt_max=2.4))
    for _ in range(HIDDEN_TICK + 240):
        jelly.tick()
        picture = jelly.picture()
    assert all(np.isfinite(layer.points).all() for layer in picture.layers if hasattr(layer, "points"))  # type: ignore[attr-defined]
    step = np.diff(jelly.points.astype(float), axis=1)
    assert (np.hypot(step[..., 0], step[..., 1]) < 1.5 * jelly.gap[:, None]).all()


def test_a_press_tries_the_hidden_step_again() -> None:
    jelly = Jellyfish(JellyfishParams(hidden=2.4, dt_max=2.4))
    for _ in range(50):
        jelly.tick()
    jelly.press(0, 240.0, 150.0)
    before = jelly.points.astype(float)
    jelly.tick()
    assert np.abs(jelly.points - before).max() > 60
    plain = Jellyfish()
    plain.press(0, 240.0, 150.0)
    plain.tick()
    assert np.abs(plain.points - plain.before).max() < 10


def test_the_edge_leads_and_the_crown_follows() -> None:
    """While it closes, the frill is narrower than the crown is, as shares of their own widths."""
    jelly = Jellyfish(JellyfishParams(count=1))
    for _ in range(10):
        jelly.tick()
    drawn, _, right = jelly.look._place(jelly)
    across = np.abs((drawn[0] - jelly.center[0]) @ right[0])
    look = jelly.look
    share = across / np.maximum(np.abs(look.local[:, 0]), 1e-3)
    frill, crown = look.local[:, 1] < -5, (look.local[:, 1] > 28) & (np.abs(look.local[:, 0]) > 5)
    assert share[frill].max() < share[crown].min() - 0.05


def test_a_bell_looks_the_same_whichever_way_it_swims() -> None:
    """Turning the heading turns the drawn outline and nothing more."""
    jelly = Jellyfish(JellyfishParams(count=1))
    jelly.phase[:] = 0.2
    shapes = []
    for heading in np.linspace(-3, 3, 7):
        jelly.heading[:] = heading
        drawn, forward, right = jelly.look._place(jelly)
        shapes.append((drawn[0] - jelly.center[0]) @ np.stack([right[0], forward[0]], -1))
    for shape in shapes[1:]:
        np.testing.assert_allclose(shape, shapes[0], atol=1e-3)


def test_motes_never_jump_in_sight() -> None:
    """A mote that starts its way again has faded before: between two ticks none of any size moves far."""
    jelly = Jellyfish()
    before = None
    for _ in range(1200):
        jelly.tick()
        motes = jelly.picture().layer("motes")
        if before is not None:
            far = np.hypot(*(motes.center - before.center).T)  # type: ignore[attr-defined]
            seen = np.maximum(motes.size, before.size)[:, 0]  # type: ignore[attr-defined]
            assert (seen[far > 5.0] < 0.12).all()
        before = motes


def test_bells_part_when_they_share_a_place() -> None:
    jelly = Jellyfish(JellyfishParams(count=5))
    jelly.move(0, 240.0, 150.0)
    apart = []
    for tick in range(900):
        jelly.tick()
        if tick > 300:
            away = jelly.center[:, None] - jelly.center[None]
            apart.append(np.hypot(away[..., 0], away[..., 1])[np.triu_indices(5, 1)].min())
    assert np.quantile(apart, 0.1) > 12.0


def test_rest_mixes_into_life_without_a_jump_of_the_bells() -> None:
    jelly = Jellyfish(setting=Setting(calm=True))
    jelly.place(Setting())
    before = jelly.picture()
    centers = [jelly.center.copy()]
    for _ in range(60):
        jelly.tick()
        centers.append(jelly.center.copy())
    assert np.abs(np.diff(centers, axis=0)).max() < 5.0
    assert len(mix(before, jelly.picture(), 0.5).layers) == len(before.layers)
    assert jelly.points.shape[0] == 2 * STRANDS
