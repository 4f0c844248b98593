"""Launching small kernels cheaply: Taichi's own call costs 50-90 us of Python for a few arrays, this one 10.

On the CPU a kernel reads NumPy arrays where they lie, so a call is wholly described by the addresses, shapes
and types of its arrays and the values of its numbers. Calls that come again (every tick of a scene) reuse
the arguments that Taichi prepared the first time. On a GPU, where the cost lies elsewhere, and for kernels
that return something, this is the plain call.

Threads, measured on Taichi 1.7.4: a parallel loop gives each thread at least ``TURNS`` turns, whatever
``block_dim`` says, so shorter loops run in one thread and only pay for waking it (20-100 us). Write
``ti.loop_config(serialize=True)`` before the outermost loop of a kernel for a handful of things, and keep a
second kernel for loops longer than ``TURNS``.
"""

from typing import Any

import numpy as np
from taichi.lang import impl
from taichi.types import primitive_types

from kernels import runtime

TURNS = 512
"""Fewest turns of a parallel loop that Taichi gives to one thread on the CPU."""

MOST_ARRAYS = 6
"""Arrays that a kernel may take: OpenGL 4.3 promises eight storage slots, and Taichi's own come before."""

_LIMIT = 512
"""Calls remembered; beyond it all are forgotten, so arrays made anew each tick cannot fill the memory."""

_bound: dict[tuple[Any, ...], tuple[Any, Any, Any]] = {}


def launch(kernel: Any, *args: Any, again: bool = True) -> Any:
    """``kernel(*args)`` for NumPy arrays, Taichi ndarrays and numbers (template arguments: whole numbers).

    Every kernel is launched through here, whichever thread wants it. ``again``: calls with these very
    arrays will come again; of others nothing is kept.

    Raises WrongThread from any thread but the runtime's, and whatever Taichi raises for arguments that do
    not fit the kernel.
    """
    if runtime.ensure().gpu_arrays:
        return kernel(*args)
    aside = runtime.borrower()
    if aside is not None:  # read the kernel's Python here, which takes longest
        kernel._primal.ensure_compiled(*args)
        return aside.ask(lambda: launch(kernel, *args, again=again))
    key = (kernel, *[_describe(value) for value in args])
    found = _bound.get(key) if again else None
    if found is None:
        if runtime.is_reading() and not _is_compiled(kernel, args):
            runtime.undisturbed()
        found = _bind(kernel, args)
        if found is None:
            return kernel(*args)
        if again:
            if len(_bound) >= _LIMIT:
                _bound.clear()
            _bound[key] = found
    program, compiled, context = found
    program.launch_kernel(compiled, context)
    return None


def _describe(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.__array_interface__["data"][0], value.shape, value.strides, value.dtype.char
    return value


def _bind(kernel: Any, args: tuple[Any, ...]) -> tuple[Any, Any, Any] | None:
    """(program, compiled kernel, prepared arguments), None if this call has to be a plain one."""
    plain = kernel._primal
    if plain.return_type is not None or not all(_simple(value) for value in args):
        return None
    made = plain.compiled_kernels[plain.ensure_compiled(*args)]
    context = made.make_launch_context()
    # A template argument is compiled in, not handed over; the key of the call has it.
    handed = [i for i in range(len(args)) if i not in plain.template_slot_locations]
    for i, at in enumerate(handed):
        value = args[at]
        wanted = id(plain.arguments[at].annotation)
        if isinstance(value, np.ndarray):
            address = value.__array_interface__["data"][0]
            context.set_arg_external_array_with_shape((i,), address, value.nbytes, value.shape, 0)
        elif wanted in primitive_types.real_type_ids:
            context.set_arg_float((i,), float(value))
        elif wanted in primitive_types.integer_type_ids and isinstance(value, (int, np.integer)):
            context.set_arg_int((i,), int(value))
        else:
            return None
    program: Any = impl.get_runtime().prog
    compiled = program.compile_kernel(program.config(), program.get_device_caps(), made)
    return program, compiled, context


def _is_compiled(kernel: Any, args: tuple[Any, ...]) -> bool:
    """Whether it need not be read for arguments of these kinds: only their values are new."""
    plain = kernel._primal
    instance, _ = plain.mapper.lookup(args)
    return (plain.func, instance, plain.autodiff_mode) in plain.compiled_kernels


def _simple(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.flags.c_contiguous
    return isinstance(value, (int, float, np.integer, np.floating))
