"""What a Taichi launch changes in the GL context it shares, kept and put back."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import moderngl

from viewer.glcall import FUNCTION

_CURRENT_PROGRAM = 0x8B8D
_STORAGE_BUFFER, _STORAGE_BINDING = 0x90D2, 0x90D3
_UNIFORM_BUFFER, _UNIFORM_BINDING = 0x8A11, 0x8A28
_UNPACK_BUFFER, _UNPACK_BINDING = 0x88EC, 0x88EF
_ARRAY_BUFFER, _ARRAY_BINDING = 0x8892, 0x8894
_STORAGE_SLOTS = range(8)
"""Launches bind arrays from slot 2 on, results and temporaries before them; MOST_ARRAYS keeps all below 8,
which is what every driver has."""
_UNIFORM_SLOTS = range(1)
"""The numbers and shapes that a kernel is given."""

_PROTOTYPES = {
    "glGetIntegerv": (ctypes.c_uint, ctypes.c_void_p),
    "glGetIntegeri_v": (ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p),
    "glUseProgram": (ctypes.c_uint,),
    "glIsBuffer": (ctypes.c_uint,),
    "glBindBuffer": (ctypes.c_uint, ctypes.c_uint),
    "glBindBufferBase": (ctypes.c_uint, ctypes.c_uint, ctypes.c_uint),
}


class _Calls:
    """The few GL functions that moderngl has no words for, through its own loader."""

    def __init__(self, ctx: moderngl.Context) -> None:
        load = ctx.mglo._context.load  # type: ignore[attr-defined]
        self._number = ctypes.c_int()
        self._address = ctypes.addressof(self._number)
        functions = {
            name: FUNCTION(ctypes.c_ubyte if name == "glIsBuffer" else None, *types)(load(name))
            for name, types in _PROTOTYPES.items()
        }
        self._get, self._get_slot = functions["glGetIntegerv"], functions["glGetIntegeri_v"]
        self.use_program, self.bind = functions["glUseProgram"], functions["glBindBuffer"]
        self.bind_slot, self._is_buffer = functions["glBindBufferBase"], functions["glIsBuffer"]

    def get(self, name: int) -> int:
        self._get(name, self._address)
        return self._number.value

    def get_slot(self, name: int, slot: int) -> int:
        self._get_slot(name, slot, self._address)
        return self._number.value

    def alive(self, buffer: int) -> int:
        """The buffer's name, 0 if it was freed meanwhile (launches free their own arguments)."""
        return buffer if buffer and self._is_buffer(buffer) else 0


_calls: weakref.WeakKeyDictionary[moderngl.Context, _Calls] = weakref.WeakKeyDictionary()


@contextmanager
def undisturbed(ctx: moderngl.Context) -> Iterator[None]:
    """Kernels may be launched and synchronised within; afterwards ``ctx`` is as it was before.

    Launches are recorded and may reach GL only at the next ``runtime.sync``: call it inside. The program, the
    storage and uniform bindings and the array and unpack buffers are put back; a launch changes no more.
    Costs about 50 microseconds. Needs OpenGL 4.3, as the launches do.
    """
    calls = _calls.get(ctx)
    if calls is None:
        calls = _calls[ctx] = _Calls(ctx)
    program = calls.get(_CURRENT_PROGRAM)
    plain = [
        (target, calls.get(binding))
        for target, binding in (
            (_STORAGE_BUFFER, _STORAGE_BINDING),
            (_UNIFORM_BUFFER, _UNIFORM_BINDING),
            (_ARRAY_BUFFER, _ARRAY_BINDING),
            (_UNPACK_BUFFER, _UNPACK_BINDING),
        )
    ]
    slots = [(_STORAGE_BUFFER, slot, calls.get_slot(_STORAGE_BINDING, slot)) for slot in _STORAGE_SLOTS]
    slots += [(_UNIFORM_BUFFER, slot, calls.get_slot(_UNIFORM_BINDING, slot)) for slot in _UNIFORM_SLOTS]
    try:
        yield
    finally:
        for target, slot, name in slots:
            calls.bind_slot(target, slot, calls.alive(name))
        for target, name in plain:  # after the slots: binding a slot binds the plain target too
            calls.bind(target, calls.alive(name))
        calls.use_program(program)
