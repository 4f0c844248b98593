"""The reference of show files, made from their models: docs/show-file.md and docs/show.schema.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from viewer.showfile.models import ShowFile
from viewer.showfile.schema import Node, expected, for_editors, node_at

HEAD = """# The show file

<!-- Made by scripts/show_reference.py from viewer/showfile/models.py; do not edit. -->

A show file says what plays, for how long and in what words: [examples/lobby.toml](../examples/lobby.toml)
is one. It is [TOML](https://toml.io): a line is `key = value`, a table begins with its name in brackets.

```sh
ikimoji check examples/lobby.toml    # every error with line, key and remedy
ikimoji play examples/lobby.toml
```

Only `[[scene]]` is needed; everything else has a default. A key that is not listed here is an error. Scenes
are counted from 1 in messages: `scene[2].word` is the word of the second. A font file is looked for beside
the show file first.

**While it plays** the file may be edited: what it says is taken up within a second, and the scene that is on
goes on without a jump if its own entry stayed as it was. What cannot be played is told on standard error and
in a line at the upper edge of the screen, and the show goes on as it was.

**Hours** follow the clock on the wall, also on the two days of the year when it changes: a time that comes
twice means the first of them, one that is left out the moment of the jump. Outside them the screen is black,
touches do nothing, and the system may switch the screen off.

**The command line** wins over `[screen]` and `[kiosk]` where both say something: `--fullscreen`, `--monitor`,
`--bezel`, `--fit`, `--resolution`, and `--chord`, `--corner`, `--pin` of `ikimoji kiosk`.

**Editors** that know JSON schema offer keys and mark errors while you write, with this as the first line:

```toml
#:schema show.schema.json
```
"""

MOST = 8
"""Words that are listed one by one; more are names of scenes."""


def page() -> str:
    """docs/show-file.md."""
    schema = ShowFile.model_json_schema()
    return "\n".join([HEAD, *(_table(schema, name) for name in schema["properties"])]).rstrip() + "\n"


def write(folder: Path) -> list[Path]:
    """Write both files into ``folder``; which."""
    made = {"show-file.md": page(), "show.schema.json": editors()}
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in made]


def editors() -> str:
    """docs/show.schema.json."""
    return json.dumps(for_editors(), ensure_ascii=False, indent=1) + "\n"


def _table(schema: Node, name: str) -> str:
    node = node_at(schema, (name,))
    heading = f"[{name}]"
    if node.get("type") == "array":
        node, heading = node_at(schema, (name, 0)), f"[[{name}]]"
    lines = [
        f"## `{heading}`",
        "",
        node["description"],
        "",
        "| key | value | default | |",
        "| --- | --- | --- | --- |",
    ]
    for key in node["properties"]:
        at = node_at(node | {"$defs": schema["$defs"]}, (key,))
        needed = key in node.get("required", ())
        told = at.get("description", "")
        value = "the name of a scene" if len(at.get("enum", ())) > MOST else expected(at)
        cells = (f"`{key}`", value, "needed" if needed else _default(at), told)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, ""])


def _default(node: Node) -> str:
    value: Any = node.get("default")
    return "" if value is None else f"`{json.dumps(value, ensure_ascii=False)}`"
