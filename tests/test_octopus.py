"""The octopus reaches as articles 000/004 say, whatever leads it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import runtime
from kernels.arms import arm_form, dress_arms
from scenes.figures import experiment
from scenes.figures.octopus import gap_errors, lap
from scenes.octopus import ARMS, MARGIN, TOUCH, Octopus, OctopusParams
from scenes.scene import Setting
from scenes.theme import THEMES


def slack() -> float:
    return 1e-9 if runtime.real() is np.float64 else 1e-3


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 480), st.floats(0, 300)), min_size=1, max_size=15))
def test_gaps_hold_and_roots_are_nailed_wherever_it_is_led(path: list[tuple[float, float]]) -> None:
    octopus = Octopus(OctopusParams(count=2))
    for x, y in path:
        octopus.move(0, x, y)
        for _ in range(5):
            octopus.tick()
            assert np.abs(octopus.points[:, :, 0] - octopus.body[:, None] - octopus.roots).max() < slack()
        for i, size in enumerate(octopus.crowd.size):
            assert gap_errors(octopus.points[i], octopus.params.tentacle_gap * size) < slack()


def test_a_tip_is_at_its_aim_or_the_arm_is_straight_toward_it() -> None:
    octopus = Octopus()
    near: list[float] = []
    for _ in range(600):
        octopus.tick()
        root, tip = octopus.points[0, :, 0], octopus.points[0, :, -1]
        to = octopus.aim[0] - root
        far = np.hypot(*to.T)
        away = np.hypot(*(tip - octopus.aim[0]).T)
        assert away[far < 110.0].max(initial=0.0) < 6.0, "four passes from the shape of the frame before"
        near.extend(away[far < 110.0])
        for k in np.nonzero(far >= 110.0)[0]:
            np.testing.assert_allclose(tip[k], root[k] + to[k] / far[k] * 110.0, atol=100 * slack())
    assert np.median(near) < 0.5


def test_more_passes_bring_more_tips_home() -> None:
    tips = [
        lap(OctopusParams(**experiment("octopus", e)))["tips"] for e in ("one_pass", "default", "many_passes")
    ]
    assert tips == sorted(tips)


def test_body_keeps_its_margin_and_stays_above_the_target() -> None:
    octopus = Octopus()
    for _ in range(480):
        octopus.tick()
        assert (octopus.body[0] >= MARGIN - 1e-6).all()
        assert (octopus.body[0] <= np.array([480.0, 300.0]) - MARGIN + 1e-6).all()
    octopus.move(0, 240.0, 220.0)
    for _ in range(200):
        octopus.tick()
    assert np.abs(octopus.body[0] - [240.0, 135.0]).max() < 1.0


def test_tips_curl_when_they_arrive_and_open_when_they_cannot() -> None:
    octopus = Octopus(OctopusParams(sway_amp=0.0))
    octopus.move(0, 240.0, 220.0)
    for _ in range(240):
        octopus.tick()
    near = octopus.error[0] < TOUCH
    assert near.sum() >= 5
    assert (octopus.curl[0, near] > 0.9).all()
    wide = Octopus(OctopusParams(sway_amp=0.0, body_above=160.0))
    wide.move(0, 240.0, 280.0)
    for _ in range(240):
        wide.tick()
    assert (wide.error[0] > TOUCH).all()
    assert wide.curl[0].max() < 0.1


def test_under_the_surface_it_goes_beside_its_target_and_keeps_its_face_clear() -> None:
    octopus = Octopus()
    for _ in range(480):
        octopus.tick()
        to = np.array([octopus.target.x, octopus.target.y]) - octopus.body[0]
        assert np.hypot(*to) > 40.0
        eyes = octopus.picture().layer("eyes").center[:2]  # type: ignore[attr-defined]
        for k in range(ARMS):
            away = np.hypot(*(octopus.shown[0, k, :, None] - eyes).transpose(2, 0, 1))
            assert away.min() > 8.0, "no arm crosses an eye"


def test_it_changes_sides_once_and_slowly() -> None:
    octopus = Octopus(OctopusParams(sway_amp=0.0))
    octopus.move(0, 420.0, 20.0)
    for _ in range(240):
        octopus.tick()
    assert octopus.body[0, 0] < 420.0
    for x in (250.0, 230.0, 250.0, 230.0):
        octopus.move(0, x, 20.0)
        for _ in range(60):
            octopus.tick()
            assert octopus.side_wish[0] == -1.0
    octopus.move(0, 60.0, 20.0)
    before = octopus.body.copy()
    for _ in range(240):
        octopus.tick()
        assert np.abs(octopus.body - before).max() < 30.0
        before = octopus.body.copy()
    assert octopus.body[0, 0] > 60.0


def test_it_blushes_when_the_target_comes_close() -> None:
    octopus = Octopus(OctopusParams(body_above=85.0))
    octopus.move(0, 240.0, 250.0)
    for _ in range(240):
        octopus.tick()
    pale = octopus.picture().layer("mantle").fill.copy()  # type: ignore[attr-defined]
    assert octopus.blush[0] < 0.2
    # Right upon it: it goes where there is room, and is red until it is there.
    octopus.move(0, *octopus.body[0].tolist())
    for _ in range(24):
        octopus.tick()
    assert octopus.blush[0] > 0.6
    assert np.abs(octopus.picture().layer("mantle").fill - pale).max() > 0.1  # type: ignore[attr-defined]


def test_flesh_follows_the_bones_and_comes_to_rest_on_them() -> None:
    octopus = Octopus(OctopusParams(sway_amp=0.0))
    octopus.move(0, 300.0, 210.0)
    for _ in range(400):
        octopus.tick()
    assert np.abs(octopus.shown - octopus.points).max() < 0.05
    octopus.place(Setting(calm=True))
    octopus.place(Setting())
    jumps, before = [], octopus.shown.copy()
    for _ in range(40):
        octopus.tick()
        jumps.append(float(np.abs(octopus.shown - before).max()))
        before = octopus.shown.copy()
    assert max(jumps) < 60.0, "arms do not snap back to life"
    assert octopus.picture().layer("arm 0") is not None


def test_weed_gives_way_and_swings_back() -> None:
    octopus = Octopus()
    weed = octopus.sea.feelers[0].astype(float)
    body, radius = weed[None] + np.array([8.0, 0.0]), np.ones(1, runtime.real())
    for _ in range(60):
        octopus.sea.tick(body, radius)
    assert octopus.sea.lean[0] < -8.0
    for _ in range(400):
        octopus.sea.tick(np.array([[-1e4, -1e4]]), radius)
    assert np.abs(octopus.sea.lean).max() < 0.1


@pytest.mark.parametrize("theme", THEMES)
def test_many_octopuses_differ_and_keep_apart(theme: str) -> None:
    octopus = Octopus(OctopusParams(count=6), Setting(theme=THEMES[theme]))
    octopus.move(0, 240.0, 150.0)
    for _ in range(400):
        octopus.tick()
    away = octopus.body[:, None] - octopus.body[None]
    apart = np.hypot(away[..., 0], away[..., 1])[np.triu_indices(6, 1)]
    assert apart.min() > 20.0
    assert len(np.unique(octopus.crowd.size)) == 6


def test_dressed_arms_start_at_roots_and_pass_tips() -> None:
    real = runtime.real()
    for count in (2, 70):
        joints = np.zeros((count, ARMS, 12, 2), real)
        joints[..., 1] = 10.0 * np.arange(12)
        spine, cups = np.zeros((ARMS, count, 18, 2), np.float32), np.zeros((ARMS, count, 8, 2), np.float32)
        body = np.tile(np.array([0.0, 0.0, 1.0], real), (count, 1))
        form = arm_form(0.9, 4.0, 0.4, np.ones(ARMS), np.full(18, 5.0)).astype(real)
        dress_arms(joints, body, np.zeros((count, ARMS), real), form, spine, cups)
        np.testing.assert_array_equal(spine[:, :, 1], 0.0)
        np.testing.assert_allclose(spine[:, :, 12, 1], 110.0)
        assert (spine[:, :, -1, 1] > 115.0).all()
        np.testing.assert_allclose(cups[..., 0], -2.0, atol=1e-5)
    with pytest.raises(ValueError, match="form must be"):
        dress_arms(joints, body, np.zeros((70, ARMS), real), form[:-1], spine, cups)
