"""The JSON schema of show files: for editors, for messages, and for the reference."""

from __future__ import annotations

from typing import Any

from scenes import registry
from viewer.showfile.models import ShowFile
from viewer.showfile.places import Path

Node = dict[str, Any]
"""A piece of a JSON schema."""


def node_at(schema: Node, path: Path) -> Node:
    """What a schema says of a path, references followed; {} where it says nothing."""
    node = _plain(schema, schema)
    for part in path:
        inner = node.get("items", {}) if isinstance(part, int) else node.get("properties", {}).get(part, {})
        node = _plain(schema, inner)
    return node


def _plain(schema: Node, node: Node) -> Node:
    """A node itself instead of a reference to it, and without the branch for what is not given."""
    if "$ref" in node:
        rest = {name: value for name, value in node.items() if name != "$ref"}
        return {**schema["$defs"][node["$ref"].rsplit("/", 1)[1]], **rest}
    branches = [branch for branch in node.get("anyOf", ()) if branch.get("type") != "null"]
    if not branches:
        return node
    rest = {name: value for name, value in node.items() if name != "anyOf"}
    if len(branches) == 1:
        return {**rest, **_plain(schema, branches[0])}
    return {**rest, "type": [branch["type"] for branch in branches]}


_KINDS = {
    "string": "text in quotes",
    "boolean": "true or false",
    "array": "a list in brackets",
    "object": "a table",
    "integer": "a whole number",
    "number": "a number",
}


def expected(node: Node, path: Path = ()) -> str:
    """What may stand there, in words."""
    kinds = node.get("type", ())
    if "enum" in node:
        texts = [str(value) for value in node["enum"]]
        return f"{', '.join(texts[:-1])} or {texts[-1]}" if len(texts) > 1 else texts[0]
    if "minimum" in node and "maximum" in node:
        what = f"{_KINDS[node['type']]} from {node['minimum']:g} to {node['maximum']:g}"
        return f"{what} {node.get('unit', '')}".rstrip()
    if kinds == "array" and "$ref" in node.get("items", {}):
        return f"[[{path[-1]}]] tables" if path else "tables"
    names = [_KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return " or ".join(names) or "a value"


def for_editors() -> Node:
    """The whole schema, with the numbers of each scene."""
    schema = _without_titles(ShowFile.model_json_schema())
    entry = schema["$defs"]["Entry"]
    entry["allOf"] = [
        {
            "if": {"properties": {"name": {"const": name}}, "required": ["name"]},
            "then": {"properties": {"params": {"$ref": f"#/$defs/{name}"}}},
        }
        for name in registry.names()
    ]
    for name in registry.names():
        numbers = _without_titles(registry.scene_class(name).Params.model_json_schema())
        schema["$defs"][name] = {**numbers, "description": f"numbers of {name}"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ikimoji show file",
        **schema,
    }


def _without_titles(node: Any) -> Any:
    """pydantic makes titles of names; editors show the names already."""
    if isinstance(node, list):
        return [_without_titles(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        name: _without_titles(value)
        for name, value in node.items()
        if not (name == "title" and isinstance(value, str))
    }
