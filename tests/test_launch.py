"""The cheap launch does what Taichi's own call does."""

import pkgutil
import threading
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
import taichi as ti
from taichi.lang import impl

import kernels
from kernels import launch as launching
from kernels import runtime
from kernels.bodies import VX, X
from kernels.boxes import Boxes
from kernels.launch import launch
from kernels.rules import Rules


@ti.kernel
def scale(values: ti.types.ndarray(), factor: ti.f64, times: ti.i32):  # pyright: ignore
    ti.loop_config(serialize=True)
    for i in range(values.shape[0]):
        for _ in range(times):
            values[i] *= factor


@ti.kernel
def tripled(values: ti.types.ndarray()):  # pyright: ignore
    for i in range(values.shape[0]):
        values[i] *= 3


@ti.kernel
def total(values: ti.types.ndarray(ti.f32, 1)) -> ti.f32:  # pyright: ignore
    found = ti.f32(0.0)
    ti.loop_config(serialize=True)
    for i in range(values.shape[0]):
        found += values[i]
    return found


@ti.kernel
def raised(values: ti.types.ndarray(), power: ti.template(), plus: ti.f64, most: ti.types.ndarray()):  # pyright: ignore
    ti.loop_config(serialize=True)
    for i in range(values.shape[0]):
        for _ in ti.static(range(power)):
            values[i] *= values[i]
        values[i] = ti.min(values[i] + plus, most[0])


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    if runtime.start("cpu").arch != "cpu":
        pytest.skip("prepared launches are for the CPU")
    monkeypatch.setattr(launching, "_bound", {})


def test_a_call_that_comes_again_is_prepared_once():
    values = np.array([1.0, 2.0, 3.0])
    for _ in range(4):
        launch(scale, values, 2.0, 1)
    np.testing.assert_array_equal(values, [16, 32, 48])
    assert len(launching._bound) == 1  # Taichi's inside is as this module expects, or nothing would be kept


def test_other_numbers_types_and_shapes_are_other_calls():
    values = np.array([1.0, 2.0, 3.0])
    launch(scale, values, 2.0, 1)
    launch(scale, values, 3, 2)
    launch(scale, values[:2], 2.0, 1)
    np.testing.assert_array_equal(values, [36, 72, 54])
    narrow = values.astype(np.float32)
    launch(scale, narrow, 0.5, np.int64(1))
    np.testing.assert_array_equal(narrow, [18, 36, 27])
    assert len(launching._bound) == 4


def test_a_template_argument_is_compiled_in_and_the_others_keep_their_places():
    values, most = np.array([1.0, 2.0, 3.0]), np.array([50.0])
    for _ in range(2):
        launch(raised, values, 1, 1.0, most)
    np.testing.assert_array_equal(values, [5, 26, 50])
    assert len(launching._bound) == 1
    launch(raised, values, 0, -1.0, most)
    launch(raised, values, 2, 0.0, most)
    np.testing.assert_array_equal(values, [50, 50, 50])
    assert len(launching._bound) == 3


def test_a_pile_of_boxes_goes_on_with_the_arguments_of_its_first_tick():
    rules = Rules(floor=900.0, left=0.0, right=300.0, top=-500.0)
    boxes = Boxes(np.full((3, 2), 20.0), rules)
    boxes.body[:, X] = 50.0, 100.0, 150.0
    for tick in range(30):
        if tick >= 20:  # a box that is turned gets new numbers each tick
            boxes.rules = replace(rules, sideways=0.01 * tick)
        boxes.tick()
    assert len(launching._bound) == 1
    assert boxes.body[0, VX] > 1.0


def test_an_array_at_the_place_of_an_old_one_is_the_new_one():
    room = np.ones(8)
    launch(scale, room.view(np.float32)[:8], 2.0, 0)
    launch(scale, room, 5.0, 1)
    launch(scale, room[:8].view(np.float64), 5.0, 1)
    np.testing.assert_array_equal(room, 25)


def test_many_different_calls_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(launching, "_LIMIT", 10)
    values = np.ones(3)
    for n in range(35):
        launch(scale, values, 1.0 + n / 64, 1)
        assert len(launching._bound) <= 10
    assert values[0] == pytest.approx(np.prod(1 + np.arange(35) / 64))


def test_what_cannot_be_prepared_is_called_plainly():
    assert launch(total, np.arange(5, dtype=np.float32)) == 10
    turned = np.asfortranarray(np.ones((3, 2), np.float32))
    with pytest.raises(ti.TaichiCompilationError):  # one index for two: Taichi's own complaint
        launch(scale, turned, 2.0, 1)
    assert not launching._bound


def test_what_does_not_fit_is_refused_as_by_taichi():
    with pytest.raises(ValueError, match="dtype"):
        launch(total, np.arange(5.0))
    with pytest.raises(ti.TaichiRuntimeTypeError):
        launch(scale, np.ones(3), 2.0, 1.5)
    with pytest.raises(ValueError, match=r"[Nn]on contiguous"):
        launch(scale, np.ones(6)[::2], 2.0, 1)


def test_every_kernel_takes_few_enough_arrays():
    """More than OpenGL promises storage slots for would fail on some drivers, at the first launch."""
    counts = {}
    for module in pkgutil.iter_modules(kernels.__path__):
        for name, thing in vars(import_module(f"kernels.{module.name}")).items():
            plain = getattr(thing, "_primal", None)
            if plain is not None:
                arrays = [a for a in plain.arguments if isinstance(a.annotation, type(ti.types.ndarray()))]
                counts[f"{module.name}.{name}"] = len(arrays)
    assert len(counts) > 20
    assert max(counts.values()) > 4
    assert {name: n for name, n in counts.items() if n > launching.MOST_ARRAYS} == {}


class Reading:
    """A thread that is in the middle of a kernel, for so many more slices."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, slices: int, fault: bool = False) -> None:
        self.slices, self.fault, self.worked = slices, fault, 0
        self.thread = threading.Thread()
        monkeypatch.setattr(runtime, "_aside", self)
        monkeypatch.setattr(impl.get_runtime(), "inside_kernel", True)

    def work(self, seconds: float) -> bool:
        assert seconds < 0.05, "no longer than that kernel takes"
        self.worked += 1
        if self.worked == self.slices:
            impl.get_runtime().inside_kernel = False
            if self.fault:
                raise ValueError("the scene to come is broken")
        return False


def test_other_numbers_do_not_wait_for_a_kernel_that_is_read_meanwhile(monkeypatch):
    values = np.array([1.0])
    launch(scale, values, 2.0, 1)
    reading = Reading(monkeypatch, 1000)
    launch(scale, values, 3.0, 1)
    launch(scale, np.array([1.0, 2.0]), 5.0, 2)
    assert reading.worked == 0
    np.testing.assert_array_equal(values, [6.0])


@pytest.mark.parametrize("fault", [False, True])
def test_a_kernel_that_must_be_read_waits_for_the_other_and_no_longer(monkeypatch, fault):
    reading = Reading(monkeypatch, 3, fault)
    values = np.array([1.0], np.float16 if fault else np.int64)
    launch(tripled, values)
    assert reading.worked == 3, "and a fault of the other is not this scene's"
    assert values[0] == 3
