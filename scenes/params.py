"""Numbers of a scene, each with unit, range and a sentence: the one source for show files,
``--set``, panels and the handbook."""

from __future__ import annotations

import difflib
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError


def number(default: float, low: float, high: float, unit: str, doc: str) -> Any:
    """A number of a scene. ``low`` and ``high`` are inclusive; ``unit`` is the unit as people write it."""
    return Field(default=default, ge=low, le=high, description=doc, json_schema_extra={"unit": unit})


class Params(BaseModel):
    """Base of every scene's numbers. Unknown names and values out of range are refused by name."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True, allow_inf_nan=False)

    @classmethod
    def table(cls) -> list[dict[str, Any]]:
        """One row a number: name, unit, min, max, default, doc (the shape of ``ikimoji list --json``)."""
        rows = []
        for name, field in cls.model_fields.items():
            bounds = {type(m).__name__: m for m in field.metadata}
            extra = field.json_schema_extra
            rows.append(
                {
                    "name": name,
                    "unit": extra.get("unit", "") if isinstance(extra, dict) else "",
                    "min": getattr(bounds.get("Ge"), "ge", None),
                    "max": getattr(bounds.get("Le"), "le", None),
                    "default": field.default,
                    "doc": field.description or "",
                }
            )
        return rows


class ParamError(ValueError):
    """A number that a scene cannot take; the message names the place and the remedy."""


def build(kind: type[Params], scene: str, values: dict[str, Any]) -> Params:
    """Make a scene's numbers from text or numbers. Raises ParamError naming SCENE.PARAM and its range.

    Names may be written as in the articles (SEGMENT_GAP) or as here (segment_gap).
    """
    values = {name.lower(): value for name, value in values.items()}
    try:
        return kind(**values)
    except ValidationError as error:
        raise ParamError("; ".join(_explain(kind, scene, e) for e in error.errors())) from None


def _explain(kind: type[Params], scene: str, error: Any) -> str:
    name = str(error["loc"][0]) if error["loc"] else "?"
    rows = {row["name"]: row for row in kind.table()}
    if name not in rows:
        near = [n for n in rows if name in n] or difflib.get_close_matches(name, rows, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        return f"{scene}.{name}: no such number; {hint}it has {', '.join(rows) or 'none'}"
    row = rows[name]
    kind_of = "a whole number" if kind.model_fields[name].annotation is int else "a number"
    return (
        f"{scene}.{name} = {error.get('input')!r}: expected {kind_of} from {row['min']:g} "
        f"to {row['max']:g} {row['unit']}".rstrip()
    )
