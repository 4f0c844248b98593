"""Where a Taichi array lies, for those who carry it elsewhere without a copy through the host."""

from __future__ import annotations

from typing import Any

from taichi.lang import impl


def gl_name(array: Any) -> int:
    """The OpenGL buffer behind an ndarray of the opengl arch. Call ``runtime.sync`` before use."""
    return int(array.arr.device_allocation().alloc_id)


def cuda_address(array: Any) -> int:
    """The device address of an ndarray of the cuda arch. Call ``runtime.sync`` before use."""
    program = impl.get_runtime().prog
    if program is None:
        raise RuntimeError("Taichi is not running: call kernels.runtime.start() first")
    return int(program.get_ndarray_data_ptr_as_int(array.arr))
