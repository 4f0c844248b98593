"""Writes a PNG strip by strip, so that a poster of any size needs the memory of one strip only."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2
"""The PNG filter that stores each row as its difference from the row above."""


class PngWriter:
    """An 8-bit PNG of ``size`` with 3 (RGB) or 4 (RGBA, not premultiplied) channels, sRGB.

    Use as a context manager; ``write`` takes the rows from the top. Raises OSError, and ValueError when
    the rows given are not those of the size.
    """

    def __init__(self, path: Path, size: tuple[int, int], channels: int) -> None:
        self._size, self._channels = size, channels
        self._rows = 0
        self._pack = zlib.compressobj(6)
        self._above = np.zeros(size[0] * channels, np.uint8)
        self._file = path.open("wb")
        self._file.write(_SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, {3: 2, 4: 6}[channels], 0, 0, 0))
        self._chunk(b"sRGB", b"\0")

    def write(self, rows: NDArray[np.uint8]) -> None:
        """Append rows (n, width, channels)."""
        flat = np.ascontiguousarray(rows).reshape(len(rows), -1)
        if flat.shape[1] != len(self._above) or self._rows + len(flat) > self._size[1]:
            raise ValueError(f"rows {rows.shape} do not fit a picture of {self._size}")
        lines = np.empty((len(flat), flat.shape[1] + 1), np.uint8)
        lines[:, 0] = _UP
        lines[0, 1:] = flat[0] - self._above
        np.subtract(flat[1:], flat[:-1], out=lines[1:, 1:])
        self._above = flat[-1].copy()
        self._rows += len(flat)
        self._chunk(b"IDAT", self._pack.compress(lines.tobytes()))

    def __enter__(self) -> PngWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._file:
            if kind is None:
                if self._rows != self._size[1]:
                    raise ValueError(f"{self._rows} rows were written of {self._size[1]}")
                self._chunk(b"IDAT", self._pack.flush())
                self._chunk(b"IEND", b"")

    def _chunk(self, kind: bytes, data: bytes) -> None:
        if data or kind == b"IEND":
            crc = zlib.crc32(kind + data)
            self._file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc))
