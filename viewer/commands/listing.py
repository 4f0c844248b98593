"""``ikimoji list``: the scenes, what they answer to, and their numbers."""

from __future__ import annotations

from typing import Any

import click

from scenes import registry
from scenes.scene import Language
from viewer.commands.options import LANGUAGES, system_language
from viewer.output import as_json, data_only


def rows() -> list[dict[str, Any]]:
    """One row a scene, in the shape that ``--json`` prints."""
    found = []
    for name in registry.names():
        kind = registry.scene_class(name)
        found.append(
            {
                "name": name,
                "group": kind.group,
                "title": dict(kind.title),
                "description": dict(kind.description),
                "controls": [{"input": c.input, "effect": dict(c.effect)} for c in kind.controls],
                "params": kind.Params.table(),
            }
        )
    return found


@click.command("list")
@click.option("--json", "as_data", is_flag=True, help="Data for programs, in all languages.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language (the system's by default).")
def command(as_data: bool, lang: Language | None) -> None:
    """Say which scenes there are, what they answer to, and their numbers."""
    with data_only() as write:
        found = rows()
        write(as_json(found) if as_data else _readable(found, lang or system_language()))


def _readable(found: list[dict[str, Any]], language: Language) -> str:
    lines = []
    for row in found:
        lines.append(f"{row['name']}  {row['title'][language]}")
        lines.append(f"    {row['description'][language]}")
        lines += [f"    {c['input']}: {c['effect'][language]}" for c in row["controls"]]
        for p in row["params"]:
            what = f"{row['name']}.{p['name']} = {p['default']:g} {p['unit']}".rstrip()
            lines.append(f"    {what} ({p['min']:g} to {p['max']:g}): {p['doc']}")
        lines.append("")
    return "\n".join(lines)
