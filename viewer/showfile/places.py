"""Where the keys of a TOML text stand: a line for every key and every element of an array.

The standard parser says what a text means, but not where. This one only walks over a text that the standard
parser has taken already: so it need not know what is allowed, only where things end.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Keys and indices (from 0), as in the data."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SCALAR = re.compile(r"[^,\]}\n#]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:\\.|[^"\\])*"|' r"'[^']*'", re.DOTALL
)
_ESCAPE = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([btnfr"\\]))')
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def places(text: str) -> dict[Path, int]:
    """The line (from 1) of each path of a valid TOML text; a table's is that of its first mention."""
    return _Walk(text.replace("\r\n", "\n")).found


def line_of(found: Mapping[Path, int], path: Path) -> int:
    """The line of a path; where it is not there, of what it would stand in, and 1 for the whole file."""
    for length in range(len(path), 0, -1):
        if path[:length] in found:
            return found[path[:length]]
    return 1


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.at = 0
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        """How many tables each array of tables has so far."""
        table: Path = ()
        self._blank()
        while self.at < len(text):
            if self._take("[["):
                line, keys = self._line, self._keys()
                outer = self._resolve(keys[:-1])
                array = (*outer, keys[-1])
                number = self.counts.get(array, 0)
                self.counts[array] = number + 1
                table = (*array, number)
                self._note(outer, keys[-1:], line)
                self.found[table] = line
                self._take("]]")
            elif self._take("["):
                line, keys = self._line, self._keys()
                table = self._resolve(keys)
                for length in range(1, len(keys) + 1):
                    self.found.setdefault(self._resolve(keys[:length]), line)
                self._take("]")
            else:
                self._pair(table)
            self._blank()

    @property
    def _line(self) -> int:
        return bisect_left(self.breaks, self.at) + 1

    def _take(self, token: str) -> bool:
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def _blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _resolve(self, keys: Path) -> Path:
        """Keys of a header, with the index of the last table after each array of tables."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        return path

    def _note(self, table: Path, keys: Path, line: int) -> None:
        for length in range(1, len(keys) + 1):
            self.found.setdefault((*table, *keys[:length]), line)

    def _keys(self) -> Path:
        """A key with its dots."""
        keys: list[str | int] = []
        while True:
            self._blank()
            bare = _BARE.match(self.text, self.at)
            if bare:
                keys.append(bare[0])
                self.at = bare.end()
            else:
                keys.append(self._string())
            self._blank()
            if not self._take("."):
                return tuple(keys)

    def _string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if not found:
            raise ValueError(f"no key at character {self.at}")  # not a text that the parser has taken
        self.at = found.end()
        if found[0].startswith("'"):
            return found[0].strip("'")
        return _ESCAPE.sub(lambda m: _ESCAPED[m[3]] if m[3] else chr(int(m[1] or m[2], 16)), found[0][1:-1])

    def _pair(self, table: Path) -> None:
        line, keys = self._line, self._keys()
        self._note(table, keys, line)
        self._take("=")
        self._value((*table, *keys))

    def _value(self, path: Path) -> None:
        self._blank()
        if self._take("["):
            self._blank()
            number = 0
            while not self._take("]"):
                self.found[(*path, number)] = self._line
                self._value((*path, number))
                number += 1
                self._blank()
                self._take(",")
                self._blank()
        elif self._take("{"):
            self._blank()
            while not self._take("}"):
                self._pair(path)
                self._blank()
                self._take(",")
                self._blank()
        else:
            found = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            if not found:
                raise ValueError(f"no value at character {self.at}")
            self.at = found.end()
