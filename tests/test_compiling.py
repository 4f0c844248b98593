"""Kernels are read fast, and a wrong one is still told by its place."""

import textwrap

import numpy as np
import pytest
import taichi as ti

from kernels import runtime


@ti.kernel
def double(values: ti.types.ndarray(ti.f64, 1)):  # pyright: ignore
    for i in range(values.shape[0]):
        values[i] *= 2.0


@ti.kernel
def wrong(values: ti.types.ndarray(ti.f64, 1)):  # pyright: ignore
    for i in range(values.shape[0]):
        values[i] = values[i] + values[i] + values[i] + values[i] + values[i] + there_is_no_such_name  # noqa: F821  # pyright: ignore


@pytest.fixture(autouse=True)
def _cpu():
    if runtime.start("cpu").arch != "cpu":
        pytest.skip("double precision arrays are for the CPU")


def test_no_expression_is_wrapped_while_a_kernel_is_read(monkeypatch):
    plain, widths = textwrap.TextWrapper.wrap, []

    def wrap(self, text):
        widths.append(self.width)
        return plain(self, text)

    monkeypatch.setattr(textwrap.TextWrapper, "wrap", wrap)
    values = np.ones(3)
    double(values)
    np.testing.assert_array_equal(values, 2)
    assert widths, "the kernel was read"
    assert 80 not in widths


def test_a_wrong_kernel_is_told_by_file_line_and_place():
    with pytest.raises(ti.TaichiCompilationError) as told:
        wrong(np.ones(3))
    text = str(told.value)
    assert "test_compiling.py" in text
    assert "in wrong" in text
    assert "there_is_no_such_name" in text
    assert "^^^^" in text
