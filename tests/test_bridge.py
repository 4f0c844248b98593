"""The bridge from kernels to textures: every route gives the same numbers, and none disturbs the painter."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from viewer import bridge
from viewer.bridge import cuda, host

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.gl


def begin(task: str, arch: str, file: str = "", **environment: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "bridge_child.py"), task, arch, *([file] if file else [])],
        cwd=ROOT,
        env={key: value for key, value in env.items() if value},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(child: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = child.communicate(timeout=240)
    assert child.returncode == 0, f"exit {child.returncode}: {err[-2000:]}"
    return json.loads(out)


def test_shared_opengl_and_the_processor_paint_the_same_pond(tmp_path):
    arches = ("opengl", "cpu")
    children = [begin("picture", arch, str(tmp_path / f"{arch}.npy")) for arch in arches]
    facts = [end(child) for child in children]
    assert [fact["arch"] for fact in facts] == list(arches)
    assert [fact["route"] for fact in facts] == ["shared", "host"]
    assert all(fact["error"] == "GL_NO_ERROR" for fact in facts)
    shared, plain = (np.load(tmp_path / f"{arch}.npy").astype(float) for arch in arches)
    assert np.abs(shared - plain).mean() <= 1.0
    assert plain.std() > 8  # a picture, not a blank


def test_the_shared_route_copies_nothing_through_the_host():
    facts = end(begin("zero_copy", "opengl"))
    assert facts == {
        "route": "shared",
        "same": True,
        "peak": pytest.approx(5.0, abs=0.5),
        "carried": True,
        "back": True,
        "error": "GL_NO_ERROR",
    }


def test_launches_leave_the_painters_state_and_picture_alone():
    facts = end(begin("undisturbed", "opengl"))
    assert facts["kept"]
    assert facts["launch_changes"], "launches change nothing: the guard and this test are not needed any more"
    assert facts["worst"] == 0
    assert facts["error"] == "GL_NO_ERROR"


def test_kernels_bind_no_slot_that_a_driver_may_lack():
    """OpenGL 4.3 promises storage slots 0 to 7. Uniform slots above 0 belong to the painter."""
    touched = end(begin("slots", "opengl"))["touched"]
    assert len(touched) > 10
    wrong = {name: slots for name, slots in touched.items() if max(slots[0]) > 7 or slots[1] != [0]}
    assert not wrong, f"pack arrays: {wrong}"


def test_kernels_that_began_in_another_context_are_refused_with_the_remedy():
    said = end(begin("early", "opengl"))["said"]
    assert len(said) == 2
    assert all("Remedy" in message for message in said)


def test_an_older_opengl_paints_with_kernels_on_the_processor(tmp_path):
    old = {"MESA_GL_VERSION_OVERRIDE": "3.3", "MESA_GLSL_VERSION_OVERRIDE": "330"}
    child = begin("picture", "opengl", str(tmp_path / "old.npy"), **old)
    facts = end(child)
    assert facts == {"arch": "cpu", "route": "host", "error": "GL_NO_ERROR"}


def test_headless_opengl_beside_a_living_display(display, tmp_path):
    """Taichi would start GLX on it, and the X server would end the process."""
    facts = end(begin("picture", "opengl", str(tmp_path / "beside.npy"), DISPLAY=display))
    assert facts["arch"] == "opengl"


@pytest.mark.parametrize("display", ["", ":987"], ids=["no display", "a dead display"])
def test_opengl_without_any_context_or_display_does_not_crash(display):
    facts = end(begin("windowless", "opengl", DISPLAY=display, WAYLAND_DISPLAY="", EGL_PLATFORM=""))
    assert facts["arch"] == "opengl"
    assert facts["peak"] > 1


def test_numpy_arrays_fill_textures_whatever_their_layout(ctx):
    texture = ctx.texture((7, 5), 1, dtype="f4")
    values = np.random.default_rng(1).normal(size=(5, 7))
    carrier = bridge.Carrier(ctx)
    for array in (
        values.astype(np.float32),
        values,
        np.asfortranarray(values),
        np.repeat(values, 2, 1)[:, ::2],
    ):
        texture.write(np.zeros((5, 7), np.float32))
        carrier.upload(array, texture)
        got = np.frombuffer(texture.read(), np.float32).reshape(5, 7)
        assert np.array_equal(got, values.astype(np.float32))
    texture.release()


def test_a_grid_that_does_not_fit_is_named(ctx):
    carrier = bridge.Carrier(ctx)
    grid = np.zeros((5, 7), np.float32)
    for size, components, dtype in (((5, 7), 1, "f4"), ((7, 5), 4, "f4"), ((7, 5), 1, "f2")):
        texture = ctx.texture(size, components, dtype=dtype)
        with pytest.raises(ValueError, match=r"grid"):
            carrier.upload(grid, texture)
        texture.release()


# The CUDA route on a machine without CUDA: its driver is played by Python functions over host memory.


class FakeArray:
    """What the route needs of a Taichi ndarray of the cuda arch; its memory is NumPy's."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = np.ascontiguousarray(values, np.float32)
        self.shape = values.shape
        self.address = self.values.ctypes.data


class FakeDriver:
    """libcuda's functions; ``broken`` fails, and ``calls`` keeps the order of all that were made."""

    def __init__(self, ctx: Any, broken: str = "", pooled: bool = False) -> None:
        self.ctx, self.broken, self.pooled = ctx, broken, pooled
        self.calls: list[str] = []
        self.mapped = np.zeros(0, np.uint8)
        self.buffers: dict[int, Any] = {}
        self.depth = 0
        self.size = 48
        """Bytes of the buffer that is mapped next."""
        for name in cuda._PROTOTYPES:
            setattr(self, name, self._function(name))

    def _function(self, name: str) -> Any:
        def call(*arguments: Any) -> int:
            if name != "cuGetErrorName":
                self.calls.append(name)
            if name == self.broken:
                return 219
            return getattr(self, "_" + name, lambda *_: 0)(*arguments) or 0

        return call

    def _cuGetErrorName(self, code: int, text: Any) -> None:
        text._obj.value = b"CUDA_ERROR_INVALID_GRAPHICS_CONTEXT"

    def _cuPointerGetAttribute(self, out: Any, attribute: int, address: int) -> int:
        out._obj.value = 0 if self.pooled else 77
        return 1 if self.pooled else 0

    def _cuDevicePrimaryCtxRetain(self, out: Any, device: int) -> None:
        out._obj.value = 78

    def _cuCtxPushCurrent_v2(self, context: Any) -> None:
        assert context.value == (78 if self.pooled else 77)
        self.depth += 1

    def _cuCtxPopCurrent_v2(self, out: Any) -> None:
        self.depth -= 1

    def _cuGraphicsGLRegisterBuffer(self, out: Any, name: int, flags: int) -> None:
        assert self.depth == 1
        assert flags == 2
        out._obj.value = 1000 + name

    def _cuGraphicsResourceGetMappedPointer_v2(self, pointer: Any, size: Any, resource: Any) -> None:
        buffer = self.buffers.setdefault(
            resource.value, self.ctx.external_buffer(resource.value - 1000, self.size)
        )
        self.mapped = np.zeros(buffer.size, np.uint8)
        pointer._obj.value, size._obj.value = self.mapped.ctypes.data, buffer.size

    def _cuMemcpyDtoD_v2(self, target: int, source: int, size: int) -> None:
        ctypes.memmove(target, source, size)

    def _cuGraphicsUnmapResources(self, count: int, resource: Any, stream: Any) -> None:
        if resource._obj.value in self.buffers:
            self.buffers[resource._obj.value].write(self.mapped)


@pytest.fixture
def cuda_array(monkeypatch) -> FakeArray:
    array = FakeArray(np.arange(12).reshape(3, 4))
    monkeypatch.setattr(cuda.memory, "cuda_address", lambda a: a.address)
    monkeypatch.setattr(cuda.runtime, "sync", lambda: None)
    monkeypatch.setattr(host.runtime, "host", lambda a: a.values)
    monkeypatch.setattr(host, "_said", set())
    return array


def carried(ctx: Any, carrier: Any, array: FakeArray) -> np.ndarray:
    texture = ctx.texture((4, 3), 1, dtype="f4")
    carrier.upload(array, texture)
    got = np.frombuffer(texture.read(), np.float32).reshape(3, 4).copy()
    texture.release()
    return got


@pytest.mark.parametrize("pooled", [False, True], ids=["own context", "memory from a pool"])
def test_cuda_copies_on_the_card_and_registers_a_buffer_once(ctx, cuda_array, pooled):
    driver = FakeDriver(ctx, pooled=pooled)
    carrier = cuda.CudaCarrier(ctx, driver)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(3):
            cuda_array.values += 1
            assert np.array_equal(carried(ctx, carrier, cuda_array), cuda_array.values)
    assert carrier.route == "cuda"
    assert driver.calls.count("cuGraphicsGLRegisterBuffer") == 1
    assert driver.calls.count("cuGraphicsMapResources") == driver.calls.count("cuGraphicsUnmapResources") == 3
    assert driver.calls.count("cuDevicePrimaryCtxRetain") == int(pooled)
    carrier.release()
    assert driver.calls.count("cuGraphicsUnregisterResource") == 1
    assert driver.depth == 0


def test_cuda_keeps_buffers_of_few_sizes(ctx, cuda_array):
    """Grids follow the board, and that every resize of a window."""
    driver = FakeDriver(ctx)
    carrier = cuda.CudaCarrier(ctx, driver)
    for columns in range(1, 12):
        array, texture = FakeArray(np.ones((1, columns))), ctx.texture((columns, 1), 1, dtype="f4")
        driver.size = 4 * columns
        carrier.upload(array, texture)
        texture.release()
    made, gone = (driver.calls.count(f"cuGraphics{a}") for a in ("GLRegisterBuffer", "UnregisterResource"))
    assert made == 11
    assert made - gone <= host.KEPT
    carrier.release()
    assert carrier.route == "cuda"
    assert driver.depth == 0


@pytest.mark.parametrize(
    "broken",
    [
        "cuInit",
        "cuCtxPushCurrent_v2",
        "cuGraphicsGLRegisterBuffer",
        "cuGraphicsMapResources",
        "cuGraphicsResourceGetMappedPointer_v2",
        "cuMemcpyDtoD_v2",
    ],
)
def test_any_cuda_failure_turns_to_the_host_and_says_so_once(ctx, cuda_array, broken):
    driver = FakeDriver(ctx, broken)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        carrier = cuda.CudaCarrier(ctx, driver)
        for _ in range(3):
            cuda_array.values += 1
            assert np.array_equal(carried(ctx, carrier, cuda_array), cuda_array.values)
    assert [one.category for one in said] == [bridge.BridgeWarning]
    assert f"{broken} gave CUDA_ERROR" in str(said[0].message)
    assert "Remedy" in str(said[0].message)
    assert carrier.route == "host"
    assert driver.depth == 0
    assert driver.calls.count(broken) == 1


def test_without_a_cuda_driver_the_host_carries(ctx, cuda_array):
    with pytest.warns(bridge.BridgeWarning, match="through the host"):
        carrier = cuda.CudaCarrier(ctx, object())
    assert np.array_equal(carried(ctx, carrier, cuda_array), cuda_array.values)
