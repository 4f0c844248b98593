"""Data out: JSON alone on standard output, and files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from viewer.problem import Problem


@contextlib.contextmanager
def data_only() -> Iterator[Callable[[str], None]]:
    """While it lasts, everything printed by anybody (libraries in C too) goes to standard error.

    Gives a function that writes text to the real standard output, in UTF-8 whatever the terminal's encoding.
    Raises Problem where that is closed or full; BrokenPipeError where the reader has gone.
    """
    if sys.stdout is None:
        raise Problem("standard output is closed", "let it go somewhere: a terminal, a file, /dev/null")
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield lambda text: _write_all(kept, text.encode())
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def as_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def check_writable(path: Path) -> None:
    """Raise Problem if a file of that name cannot be written, before any work is done for it."""
    folder = path.parent
    try:
        if path.is_dir():
            raise Problem(f"cannot write {path}: it is a folder", "give the name of a file")
        if folder.exists() and not folder.is_dir():
            raise Problem(f"cannot write {path}: {folder} is a file", "give the name of a file in a folder")
        if not folder.is_dir():
            raise Problem(f"cannot write {path}: there is no folder {folder}", f"mkdir -p {folder}")
    except OSError as error:  # a name too long, a folder that may not be looked into
        raise Problem(f"cannot write {path}: {error.strerror}", "give another name") from error
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Problem(
            f"cannot write {path}: nothing can be written in {folder} ({error.strerror})",
            "choose another folder, or free it",
        ) from error


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary name beside ``path`` that takes its place when all went well. Raises Problem."""
    check_writable(path)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(0o666 & ~mask)
        beside.replace(path)
    except OSError as error:
        raise Problem(
            f"cannot write {path}: {error.strerror or error}", "choose another place, or free space"
        ) from error
    finally:
        beside.unlink(missing_ok=True)


def _write_all(descriptor: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except BrokenPipeError:
        raise  # whoever read has seen enough
    except OSError as error:
        raise Problem(
            f"cannot write to standard output: {error.strerror}", "free space, or send it elsewhere"
        ) from error
