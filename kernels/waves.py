"""A pond's surface: a grid of heights on which waves run (articles 000/004, scene 09).

On the CPU the step is written for LLVM's vectoriser (docs/decisions/0008-wave-step.md has the measurements):
flat arrays, eight or sixteen neighbouring cells at a time, and a mask that proves indices small and positive.
"""

# pyright: reportInvalidTypeForm=false

import numpy as np
import taichi as ti

from kernels import runtime
from kernels.launch import TURNS, launch

BLOCK = 16
"""Cells of a row that are computed together: two AVX registers, four of NEON."""
MOST_CELLS = 1 << 28
"""Largest grid: indices below it stay exact under the mask."""
_MASK = MOST_CELLS - 1


class WaveGrid:
    """Heights of a water surface in a fixed frame, advanced one tick at a time.

    ``height`` and ``previous`` are (rows, columns) float32, the surface now and one step ago: NumPy on the
    CPU, Taichi ndarrays on a GPU (``runtime.host`` copies). They swap roles at each step, so ask anew every
    tick. The outermost cells are never written and stay 0: waves are thrown back from the edge.
    ``damp`` is the share of a wave that is left after a step; ``steps`` counts the steps taken.
    """

    def __init__(self, columns: int, rows: int, damp: float = 0.985) -> None:
        if columns < 3 or rows < 3:
            raise ValueError(f"a wave grid needs at least 3x3 cells, not {columns}x{rows}")
        if columns * rows > MOST_CELLS:
            raise ValueError(f"a wave grid has at most {MOST_CELLS} cells, not {columns}x{rows}")
        if not 0 <= damp <= 1:
            raise ValueError(f"damp must lie in 0..1, not {damp}: above 1 waves grow for ever")
        self.columns = columns
        self.rows = rows
        self.damp = damp
        self.steps = 0
        self.height = runtime.grid((rows, columns))
        self.previous = runtime.grid((rows, columns))

    def step(self) -> None:
        """One step of the wave equation; ``height`` becomes ``previous``."""
        if runtime.ensure().gpu_arrays:
            launch(_step_gpu, self.height, self.previous, self.damp)
        else:
            kernel = _step_serial if self.rows <= TURNS else _step_parallel
            now, before = self.height.reshape(-1), self.previous.reshape(-1)
            launch(kernel, now, before, self.damp, self.columns, self.rows)
        self.height, self.previous = self.previous, self.height
        self.steps += 1

    def stir(self, cells: np.ndarray) -> None:
        """Lift 3x3 cells around each of many places at once.

        ``cells`` (n, 3): column, row and amount (height added to each of the nine cells); column and row are
        rounded down. Places off the grid and on its border change nothing. Overlapping places add up.
        """
        self._check(cells, 3, "stir")
        if len(cells):
            launch(_stir, self.height, np.ascontiguousarray(cells, np.float32))

    def poke(self, column: float, row: float, radius: float, amount: float) -> None:
        """A smooth drop: ``amount`` high in its middle (may be negative), 0 from ``radius`` cells on."""
        self.drops(np.array([[column, row, radius, amount]], np.float32))

    def drops(self, drops: np.ndarray) -> None:
        """Many smooth drops in one launch: (n, 4) of column, row, radius, amount, as ``poke``."""
        self._check(drops, 4, "drops")
        if (drops[:, 2] <= 0).any():
            raise ValueError(f"a drop's radius must be above 0: {drops.tolist()}")
        if len(drops):
            launch(_poke, self.height, np.ascontiguousarray(drops, np.float32))

    def sample(self, cells: np.ndarray) -> np.ndarray:
        """Heights (n,) float32 in the cells that hold the places (n, 2) of column and row; 0 off the grid."""
        self._check(cells, 2, "sample")
        heights = np.zeros(len(cells), np.float32)
        if len(cells):
            launch(_sample, self.height, np.ascontiguousarray(cells, np.float32), heights)
        return heights

    def fill(self, height: np.ndarray) -> None:
        """Set the surface to ``height`` (rows, columns), at rest: as it was a step ago too."""
        if height.shape != (self.rows, self.columns):
            raise ValueError(f"fill takes {(self.rows, self.columns)}, not {height.shape}")
        for array in (self.height, self.previous):
            if isinstance(array, np.ndarray):
                array[:] = height
            else:
                array.from_numpy(np.ascontiguousarray(height, np.float32))

    def clear(self) -> None:
        """Still water."""
        for array in (self.height, self.previous):
            array.fill(0.0)

    def _check(self, rows: np.ndarray, width: int, name: str) -> None:
        runtime.ensure()
        if rows.ndim != 2 or rows.shape[1] != width:
            raise ValueError(f"{name} takes (n, {width}), not {rows.shape}")
        if not np.isfinite(rows).all():
            raise ValueError(f"{name} got a number that is not finite: {rows.tolist()}")


@ti.kernel
def _step_gpu(now: ti.types.ndarray(ti.f32, 2), before: ti.types.ndarray(ti.f32, 2), damp: ti.f32):
    for y, x in ti.ndrange((1, now.shape[0] - 1), (1, now.shape[1] - 1)):
        around = now[y, x - 1] + now[y, x + 1] + now[y - 1, x] + now[y + 1, x]
        before[y, x] = (around * ti.f32(0.5) - before[y, x]) * damp


@ti.func
def _step_row(now: ti.template(), before: ti.template(), damp: ti.f32, columns: ti.i32, y: ti.i32):
    """Row ``y`` of flat grids, its first and last cell untouched."""
    blocks = (columns - 2) // BLOCK
    for b in range(blocks):
        # Masked, an index is known to be positive and small, so LLVM sees that at, at + 1, ... lie side by
        # side; loaded before any is stored, the cells cannot overlap. Both are needed for vector code.
        at = (y * columns + b * BLOCK) & _MASK
        above = (at - columns) & _MASK
        below = (at + columns) & _MASK
        new = ti.Vector([ti.f32(0.0)] * BLOCK)
        for k in ti.static(range(BLOCK)):
            around = now[at + k] + now[at + (k + 2)] + now[above + (k + 1)] + now[below + (k + 1)]
            new[k] = (around * ti.f32(0.5) - before[at + (k + 1)]) * damp
        for k in ti.static(range(BLOCK)):
            before[at + (k + 1)] = new[k]
    for x in range(1 + blocks * BLOCK, columns - 1):
        i = y * columns + x
        around = now[i - 1] + now[i + 1] + now[i - columns] + now[i + columns]
        before[i] = (around * ti.f32(0.5) - before[i]) * damp


@ti.kernel
def _step_serial(
    now: ti.types.ndarray(ti.f32, 1),
    before: ti.types.ndarray(ti.f32, 1),
    damp: ti.f32,
    columns: int,
    rows: int,
):
    ti.loop_config(serialize=True)
    for y in range(1, rows - 1):
        _step_row(now, before, damp, columns, y)


@ti.kernel
def _step_parallel(
    now: ti.types.ndarray(ti.f32, 1),
    before: ti.types.ndarray(ti.f32, 1),
    damp: ti.f32,
    columns: int,
    rows: int,
):
    for y in range(1, rows - 1):
        _step_row(now, before, damp, columns, y)


@ti.kernel
def _stir(height: ti.types.ndarray(ti.f32, 2), cells: ti.types.ndarray(ti.f32, 2)):
    # In sequence: places may overlap, and sums of floats must not depend on the order of threads.
    ti.loop_config(serialize=True)
    for n in range(cells.shape[0]):
        column = ti.floor(cells[n, 0], ti.i32)
        row = ti.floor(cells[n, 1], ti.i32)
        for y in range(ti.max(row - 1, 1), ti.min(row + 2, height.shape[0] - 1)):
            for x in range(ti.max(column - 1, 1), ti.min(column + 2, height.shape[1] - 1)):
                height[y, x] += cells[n, 2]


@ti.kernel
def _sample(
    height: ti.types.ndarray(ti.f32, 2),
    cells: ti.types.ndarray(ti.f32, 2),
    heights: ti.types.ndarray(ti.f32, 1),
):
    ti.loop_config(serialize=True)
    for n in range(cells.shape[0]):
        column = ti.floor(cells[n, 0], ti.i32)
        row = ti.floor(cells[n, 1], ti.i32)
        if 0 <= column < height.shape[1] and 0 <= row < height.shape[0]:
            heights[n] = height[row, column]


@ti.kernel
def _poke(height: ti.types.ndarray(ti.f32, 2), drops: ti.types.ndarray(ti.f32, 2)):
    ti.loop_config(serialize=True)
    for n in range(drops.shape[0]):
        column, row, radius, amount = drops[n, 0], drops[n, 1], drops[n, 2], drops[n, 3]
        top, bottom = ti.floor(row - radius, ti.i32), ti.ceil(row + radius, ti.i32)
        left, right = ti.floor(column - radius, ti.i32), ti.ceil(column + radius, ti.i32)
        for y in range(ti.max(top, 1), ti.min(bottom + 1, height.shape[0] - 1)):
            for x in range(ti.max(left, 1), ti.min(right + 1, height.shape[1] - 1)):
                away = ti.math.length(ti.Vector([x - column, y - row])) / radius
                if away < 1:
                    height[y, x] += amount * (ti.cos(away * ti.f32(np.pi)) + 1) * ti.f32(0.5)
