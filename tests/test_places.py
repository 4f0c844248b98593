"""Where keys stand in a TOML text: every path that the standard parser finds has its line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from viewer.showfile.places import Path, line_of, places

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT = r'''title = "it"
"a.b" . 'c d' = 1 # [no]
d.e = """x
  ] = "
\"""" # y
f = [ 1, # ]
  [ "]", """
[g]""" ],
  { h = 2, i.j = [ ] } ]

[ k . "l" ] # m
n = 1979-05-27 07:32:00
[[p]]
[[p.q]]
r = {}
[p.s]
t = true
[[p]]
u = """"two quotes at the end""\u0022"""
[[p.q]]
[[p.q]]
v = -inf
'''
LINES = {
    ("title",): 1, ("a.b", "c d"): 2, ("d", "e"): 3, ("f",): 6, ("f", 0): 6, ("f", 1): 7, ("f", 1, 1): 7,
    ("f", 2): 9, ("f", 2, "h"): 9, ("f", 2, "i", "j"): 9, ("k", "l"): 11, ("k", "l", "n"): 12, ("p",): 13,
    ("p", 0): 13, ("p", 0, "q", 0): 14, ("p", 0, "q", 0, "r"): 15, ("p", 0, "s"): 16, ("p", 0, "s", "t"): 17,
    ("p", 1): 18, ("p", 1, "u"): 19, ("p", 1, "q", 0): 20, ("p", 1, "q", 1): 21, ("p", 1, "q", 1, "v"): 22,
}  # fmt: skip


def paths(data: Any, under: Path = ()) -> Iterator[Path]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*under, key)
        yield from paths(value, (*under, key))


def test_lines_of_a_text_with_everything_in_it() -> None:
    assert set(LINES) <= set(paths(tomllib.loads(TEXT)))
    found = places(TEXT)
    assert {path: found.get(path) for path in LINES} == LINES
    assert set(paths(tomllib.loads(TEXT))) <= set(found)
    assert places(TEXT.replace("\n", "\r\n")) == found


def test_what_is_not_there_stands_where_it_would() -> None:
    found = places("a = 1\n[[b]]\n[[b]]\nc = 2\n")
    assert line_of(found, ("b", 1, "name")) == 3
    assert line_of(found, ("b", 1, "c", "d")) == 4
    assert line_of(found, ("x",)) == 1


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
values = st.recursive(
    st.one_of(st.integers(-99, 99), st.booleans(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)


def written(value: Any, draw: Any) -> str:
    """A value in one of the ways in which TOML can write it, on lines of its own where it may be."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    gap = draw(st.sampled_from(("", " ", "\n", " # ]}'\"\n\t")))
    if isinstance(value, list):
        return "[" + gap + "".join(f"{written(v, draw)}{gap},{gap}" for v in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(k)} = {flat(v)}" for k, v in value.items()) + " }"
    ways = [quoted(value)]
    plain = all(c.isprintable() or c == "\t" for c in value)
    if plain and "'" not in value:
        ways += [f"'{value}'", f"'''{value}'''", f"'''\n{value}'''"]
    if plain and '"' not in value and "\\" not in value:
        ways += [f'"""{value}"""', f'"""{value}""""', f'"""\n{value}\\\n  """']
    return draw(st.sampled_from(ways))


def quoted(text: str) -> str:
    return json.dumps(text).replace("\x7f", "\\u007f") if all(ord(c) < 0x10000 for c in text) else long(text)


def long(text: str) -> str:
    return '"' + "".join(f"\\U{ord(c):08X}" for c in text) + '"'


def flat(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(k)} = {flat(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(flat, value)) + "]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


@given(
    st.lists(
        st.tuples(st.sampled_from(("one", "two words", "")), st.dictionaries(texts, values, max_size=4)),
        max_size=4,
    ),
    st.data(),
)
def test_every_key_of_any_text_has_its_line(tables: list[tuple[str, dict[str, Any]]], data: Any) -> None:
    lines, expected, count = [], {}, dict.fromkeys(("one", "two words", ""), 0)
    for name, table in tables:
        here = (name, count[name])
        count[name] += 1
        expected[here] = len(lines) + 1
        lines.append(f"[[ {quoted(name)} ]]")
        for key, value in table.items():
            expected[(*here, key)] = len(lines) + 1
            lines += f"{quoted(key)} = {written(value, data.draw)}".split("\n")
            lines += [""] * data.draw(st.integers(0, 1))
    text = "\n".join(lines)
    found = places(text)
    assert {path: found.get(path) for path in expected} == expected
    assert set(paths(tomllib.loads(text))) <= set(found)


def test_a_long_file() -> None:
    count = 20_000
    text = '[[scene]]\nname = "pond"\n' * count
    assert places(text)[("scene", count - 1, "name")] == 2 * count
