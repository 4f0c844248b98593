"""Composes a GLSL stage from its file and the ``lib/`` files that it includes. Strict, and text only.

A stage is ``NAME.vert`` or ``NAME.frag``. A line ``#include "lib/FILE.glsl"`` pulls a shared piece in,
once however often it is asked for. ``#version`` and ``#line`` are written here alone, so that a compiler's
message can be led back to the file and line that a person wrote (``explain``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
VERSION = "#version 330 core"
STAGES = (".vert", ".frag")

_INCLUDE = re.compile(r'#include "(lib/[a-z0-9_]+\.glsl)"')
_RESERVED = re.compile(r"\s*#\s*(include|version|line)\b")
# What drivers write before a message: "0:70012(5): ..." (Mesa), "0(70012) : ..." (NVIDIA), "ERROR: 0:70012:".
_PLACE = re.compile(r"\b\d+[:(](?P<line>\d{5,})\)?(\(\d+\))?")
SPAN = 10_000
"""Lines a file may have at most. Line 12 of file number 7 is compiled as line 70012: Mesa forgets the source
number that ``#line`` can carry, in expressions, but never the line."""


class ShaderError(Exception):
    """A shader file that cannot be composed, compiled or linked; the message names file and line."""


@dataclass(frozen=True)
class Source:
    """One composed stage. ``files``: every file in it, the stage's own first."""

    name: str
    text: str
    files: tuple[str, ...]


def all_files(folder: Path = FOLDER) -> tuple[str, ...]:
    """Every shader file of the folder, sorted, as paths relative to it."""
    found = [p for p in folder.rglob("*") if p.suffix in (*STAGES, ".glsl")]
    return tuple(sorted(p.relative_to(folder).as_posix() for p in found))


def load(name: str, defines: Mapping[str, object] | None = None, folder: Path = FOLDER) -> Source:
    """The stage ``name`` (for example ``ribbon.frag``) with its includes and ``#define`` lines in place.

    Raises ShaderError: no such file, an include that is misspelt, missing or in a circle, a directive that
    only the loader may write.
    """
    numbers = {file: i for i, file in enumerate(all_files(folder), 1)}
    if name not in numbers or name.startswith("lib/"):
        known = ", ".join(f for f in numbers if not f.startswith("lib/"))
        raise ShaderError(f"no shader file {name!r} in {folder} (there are: {known})")
    stage = {".vert": "VERTEX_STAGE", ".frag": "FRAGMENT_STAGE"}[Path(name).suffix]
    head = [
        VERSION,
        f"#define {stage}",
        *(f"#define {key} {value}" for key, value in (defines or {}).items()),
    ]
    used: list[str] = []
    body = _compose(name, folder, numbers, used, ())
    return Source(name, "\n".join([*head, *body]) + "\n", tuple(used))


def _compose(
    name: str, folder: Path, numbers: dict[str, int], used: list[str], above: tuple[str, ...]
) -> list[str]:
    used.append(name)
    base = numbers[name] * SPAN
    lines = [f"#line {base + 1}"]
    for at, line in enumerate((folder / name).read_text("utf-8").splitlines(), 1):
        if not _RESERVED.match(line):
            lines.append(line)
            continue
        place = f"{name}:{at}"
        include = _INCLUDE.fullmatch(line.rstrip())
        if not include:
            raise ShaderError(f'{place}: {line.strip()!r}: only #include "lib/NAME.glsl" may stand here')
        wanted = include[1]
        if wanted not in numbers:
            libs = ", ".join(f for f in numbers if f.startswith("lib/"))
            raise ShaderError(f"{place}: no file {wanted!r} (there are: {libs})")
        if wanted == name or wanted in above:
            raise ShaderError(f"{place}: {' -> '.join((*above, name, wanted))} includes itself")
        if wanted not in used:
            lines += _compose(wanted, folder, numbers, used, (*above, name))
            lines.append(f"#line {base + at + 1}")
        else:
            lines.append("")
    return lines


def explain(log: str, folder: Path = FOLDER) -> str:
    """A compiler's message with its places replaced by file and line (``lib/arc.glsl:12``)."""
    names = all_files(folder)

    def place(match: re.Match[str]) -> str:
        number, line = divmod(int(match["line"]), SPAN)
        return f"{names[number - 1]}:{line}" if 0 < number <= len(names) else match[0]

    return _PLACE.sub(place, log)
