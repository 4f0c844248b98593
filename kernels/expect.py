"""Arguments of kernels, checked before a launch: a wrong shape is an error with a name, never a crash."""

import numpy as np


def expect(dtype: type[np.generic] | np.dtype, **wanted: tuple[np.ndarray, tuple[int, ...]]) -> None:
    """Each ``name=(array, shape)`` must be contiguous, of that shape and of ``dtype``; else ValueError."""
    for name, (array, shape) in wanted.items():
        if array.shape != shape or array.dtype != dtype:
            raise ValueError(
                f"{name} must be {shape} {np.dtype(dtype).name}, not {array.shape} {array.dtype}"
            )
        if not array.flags.c_contiguous:
            raise ValueError(f"{name} must be contiguous: kernels work on it in place")
