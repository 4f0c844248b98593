"""The route from a CUDA array into GL: a copy on the card, without the host.

CUDA's driver interface is used (``libcuda``, which comes with the graphics driver and is what Taichi uses),
not the runtime library, which few machines have. Source of the calls: CUDA Driver API reference, "OpenGL
Interoperability". Any trouble (GL on another card, no interoperability) turns to the copy through the host.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import moderngl

from kernels import memory, runtime
from viewer.bridge.host import KEPT, Carrier, warn_once

_WRITE_DISCARD = 2
"""CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD: CUDA only writes, and all of it."""
_POINTER_CONTEXT = 1
"""CU_POINTER_ATTRIBUTE_CONTEXT"""

_PROTOTYPES: dict[str, tuple[Any, ...]] = {
    "cuInit": (ctypes.c_uint,),
    "cuDeviceGet": (ctypes.c_void_p, ctypes.c_int),
    "cuDevicePrimaryCtxRetain": (ctypes.c_void_p, ctypes.c_int),
    "cuPointerGetAttribute": (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64),
    "cuCtxPushCurrent_v2": (ctypes.c_void_p,),
    "cuCtxPopCurrent_v2": (ctypes.c_void_p,),
    "cuGraphicsGLRegisterBuffer": (ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint),
    "cuGraphicsUnregisterResource": (ctypes.c_void_p,),
    "cuGraphicsMapResources": (ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p),
    "cuGraphicsUnmapResources": (ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p),
    "cuGraphicsResourceGetMappedPointer_v2": (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p),
    "cuMemcpyDtoD_v2": (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_size_t),
    "cuGetErrorName": (ctypes.c_int, ctypes.c_void_p),
}


class CudaError(RuntimeError):
    """A CUDA call failed; the message names the call and CUDA's own name of the error."""


class Driver:
    """The CUDA driver's functions that the route needs, each raising CudaError when it fails."""

    def __init__(self, library: Any = None) -> None:
        """``library`` stands in for libcuda. Raises CudaError when there is none or it lacks a function."""
        name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
        try:
            if library is None:
                library = ctypes.WinDLL(name) if sys.platform == "win32" else ctypes.CDLL(name)
            self._functions = {symbol: getattr(library, symbol) for symbol in _PROTOTYPES}
        except (OSError, AttributeError) as error:
            raise CudaError(f"{name} cannot be used: {error}") from error
        for symbol, function in self._functions.items():
            function.argtypes, function.restype = _PROTOTYPES[symbol], ctypes.c_int
        self._primary: ctypes.c_void_p | None = None
        self("cuInit", 0)

    def __call__(self, symbol: str, *arguments: Any) -> None:
        code = self._functions[symbol](*arguments)
        if code != 0:
            text = ctypes.c_char_p()
            self._functions["cuGetErrorName"](code, ctypes.byref(text))
            raise CudaError(f"{symbol} gave {(text.value or b'unknown error').decode()} ({code})")

    @contextmanager
    def context_of(self, address: int) -> Iterator[None]:
        """The CUDA context in which the array at ``address`` lives, current within."""
        context = ctypes.c_void_p()
        try:
            self("cuPointerGetAttribute", ctypes.byref(context), _POINTER_CONTEXT, address)
        except CudaError:
            context.value = None
        if not context.value:  # memory from a pool belongs to no context: the device's own serves
            context = self._primary_context()
        self("cuCtxPushCurrent_v2", context)
        try:
            yield
        finally:
            self("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def _primary_context(self) -> ctypes.c_void_p:
        if self._primary is None:
            device, context = ctypes.c_int(), ctypes.c_void_p()
            self("cuDeviceGet", ctypes.byref(device), 0)
            self("cuDevicePrimaryCtxRetain", ctypes.byref(context), device.value)
            self._primary = context
        return self._primary


@dataclass
class _Stage:
    """A GL buffer that CUDA can write: ``resource`` is CUDA's handle of it."""

    buffer: moderngl.Buffer
    resource: ctypes.c_void_p
    address: int
    """Some array's address, to find the CUDA context again at release."""


class CudaCarrier(Carrier):
    """A copy on the card into a GL buffer, then into the texture; through the host after any failure."""

    def __init__(self, ctx: moderngl.Context, library: Any = None) -> None:
        super().__init__(ctx)
        self._stages: dict[int, _Stage] = {}
        self._driver: Driver | None = None
        try:
            self._driver = Driver(library)
        except CudaError as error:
            self._give_up(error)

    @property
    def route(self) -> str:  # type: ignore[override]
        return "cuda" if self._driver else "host"

    def release(self) -> None:
        for stage in self._stages.values():
            if self._driver:
                try:
                    with self._driver.context_of(stage.address):
                        self._driver("cuGraphicsUnregisterResource", stage.resource)
                except CudaError as error:
                    warn_once(f"CUDA did not let go of a GL buffer: {error}")
            stage.buffer.release()
        self._stages.clear()

    def _carry(self, array: Any, texture: moderngl.Texture) -> None:
        if self._driver:
            try:
                self._copy_on_card(self._driver, array, texture)
                return
            except CudaError as error:
                self._give_up(error)
        super()._carry(array, texture)

    def _copy_on_card(self, driver: Driver, array: Any, texture: moderngl.Texture) -> None:
        runtime.sync()
        address = memory.cuda_address(array)
        rows, columns = array.shape
        size = rows * columns * 4
        with driver.context_of(address):
            stage = self._stage(driver, size, address)
            driver("cuGraphicsMapResources", 1, ctypes.byref(stage.resource), None)
            try:
                target, room = ctypes.c_uint64(), ctypes.c_size_t()
                driver(
                    "cuGraphicsResourceGetMappedPointer_v2",
                    ctypes.byref(target),
                    ctypes.byref(room),
                    stage.resource,
                )
                if room.value < size:
                    raise CudaError(f"the mapped GL buffer has {room.value} bytes, {size} are needed")
                driver("cuMemcpyDtoD_v2", target.value, address, size)
            finally:
                # Unmapping orders the copy before GL's use of the buffer.
                driver("cuGraphicsUnmapResources", 1, ctypes.byref(stage.resource), None)
        texture.write(stage.buffer)

    def _stage(self, driver: Driver, size: int, address: int) -> _Stage:
        """The GL buffer of ``size`` bytes, made and registered at first use (the context must be current)."""
        if size not in self._stages:
            if len(self._stages) >= KEPT:
                self.release()
            buffer = self.ctx.buffer(reserve=size, dynamic=True)
            resource = ctypes.c_void_p()
            try:
                driver("cuGraphicsGLRegisterBuffer", ctypes.byref(resource), buffer.glo, _WRITE_DISCARD)
            except CudaError:
                buffer.release()
                raise
            self._stages[size] = _Stage(buffer, resource, address)
        return self._stages[size]

    def _give_up(self, error: CudaError) -> None:
        warn_once(
            f"arrays go from CUDA to OpenGL through the host, which is slower: {error}. "
            "Remedy: let the program's OpenGL run on the same NVIDIA card, or use --arch opengl"
        )
        self.release()
        self._driver = None
