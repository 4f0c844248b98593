"""What is wrong in a show file, in words that an operator can act on: place, key, fault, remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from viewer.showfile.places import Path, line_of
from viewer.showfile.schema import Node, expected, node_at


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong. ``line`` from 1; ``key`` as in ``scene[2].word`` (scenes counted from 1)."""

    line: int
    key: str
    what: str

    def at(self, file: str) -> str:
        """The message as compilers write theirs, so that editors can jump to it."""
        return (
            f"{file}:{self.line}: {self.key}: {self.what}" if self.key else f"{file}:{self.line}: {self.what}"
        )


class ShowFileError(ValueError):
    """A show file that cannot be played. ``faults``: all that was found, in the file's order."""

    def __init__(self, file: str, faults: Iterable[Fault]) -> None:
        self.file = file
        self.faults = sorted(faults, key=lambda fault: fault.line)
        super().__init__(f"{file} cannot be played ({self.count}):\n{self.listed}")

    @property
    def listed(self) -> str:
        """One line for each fault."""
        return "\n".join(fault.at(self.file) for fault in self.faults)

    @property
    def count(self) -> str:
        """How many there are, in words."""
        return "1 error" if len(self.faults) == 1 else f"{len(self.faults)} errors"


def dotted(path: Path) -> str:
    """A path as people write it, places counted from 1."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def faults_of(
    error: ValidationError, model: type[BaseModel], places: Mapping[Path, int], under: Path = ()
) -> list[Fault]:
    """The faults that pydantic found in ``model``, whose data stands ``under`` that path of the file."""
    schema = model.model_json_schema()
    found: dict[tuple[Path, str], Fault] = {}
    for each in error.errors():
        inner = each["loc"]
        if inner and inner[-1] in ("str", "int", "float") and each["type"] != "extra_forbidden":
            inner = inner[:-1]  # pydantic names the kinds of a union, which no file knows
        path, what = (*under, *inner), _what(each, schema, inner)
        found.setdefault((path, what), Fault(line_of(places, path), dotted(path), what))
    return list(found.values())


def _what(error: Any, schema: Node, path: Path) -> str:
    kind = error["type"]
    if kind == "extra_forbidden":
        return f"no such key; {near(str(path[-1]), list(node_at(schema, path[:-1]).get('properties', ())))}"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    wanted = expected(node_at(schema, path), path)
    if kind == "missing":
        return f"is missing; expected {wanted}"
    if kind in ("too_short", "string_too_short"):
        return f"is empty; expected {wanted}"
    return f"{_shown(error['input'])}: expected {wanted}"


def near(name: str, known: list[str]) -> str:
    """What somebody who wrote ``name`` may have meant."""
    found = difflib.get_close_matches(name.lower(), known, 1) or [k for k in known if name.lower() in k]
    return f"did you mean {found[0]}?" if found else f"keys here are {', '.join(known) or 'none'}"


def _shown(value: Any) -> str:
    """A value, as the file has it or nearly so."""
    text = ("true" if value else "false") if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
