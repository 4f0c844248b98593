"""Programs compiled from shader files, each once a context."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import moderngl

from scenes.picture import Pattern
from shaders.loader import ShaderError, Source, explain, load

FRAME_BINDING = 5
"""Uniform block slot of lib/frame.glsl. Not 0: a Taichi launch overwrites that one."""


def names(enum: type[IntEnum], prefix: str) -> dict[str, int]:
    """``#define`` lines for an enum of scenes, so that its numbers live once."""
    return {f"{prefix}_{member.name}": int(member) for member in enum}


class Form(IntEnum):
    """What has become of a letter (glyph.vert, glyph.frag)."""

    PRINT = 0
    SOFT = 1
    SHARD = 2
    DIPPED = 3


TEXTURE_BITS = 10
"""Arrays are folded into texture rows of 2 to this power (lib/fetch.glsl)."""

ENLARGE_TILE = 16
"""Texels across a tile of what is painted small (viewer/painter/scaled.py)."""

DEFINES: dict[str, object] = {
    **names(Pattern, "PATTERN"),
    **names(Form, "FORM"),
    "TEXTURE_BITS": TEXTURE_BITS,
    "ENLARGE_TILE": ENLARGE_TILE,
}


class Shaders:
    """Compiles ``NAME.vert`` + ``FRAGMENT.frag`` on first use and keeps the program.

    A choice that holds for a whole draw call is a ``#define`` and a program of its own, not an ``if``:
    software renderers carry out both branches of every ``if``.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self._programs: dict[tuple[Any, ...], moderngl.Program] = {}

    def program(self, vertex: str, fragment: str | None = None, **choices: int) -> moderngl.Program:
        """The program of ``vertex``.vert and ``fragment``.frag (the same name by default).

        ``choices``: further ``#define`` lines. Raises ShaderError with the file and line of the fault.
        """
        key = (vertex, fragment or vertex, *choices.items())
        program = self._programs.get(key)
        if program is None:
            defines = {**DEFINES, **choices}
            stages = load(f"{key[0]}.vert", defines), load(f"{key[1]}.frag", defines)
            program = self._programs[key] = self._compile(*stages)
        return program

    def _compile(self, vertex: Source, fragment: Source) -> moderngl.Program:
        try:
            program = self.ctx.program(vertex_shader=vertex.text, fragment_shader=fragment.text)
        except moderngl.Error as error:
            raise ShaderError(f"{vertex.name} + {fragment.name}: {explain(str(error))}") from error
        if "Frame" in program:
            program["Frame"].binding = FRAME_BINDING  # type: ignore[union-attr]
        return program

    def release(self) -> None:
        for program in self._programs.values():
            program.release()
        self._programs.clear()
