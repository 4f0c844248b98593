"""From a file to a show: read, checked key by key, and then word by word, in small steps.

The steps let a show that plays take up an edited file between its frames.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from scenes import registry
from scenes.letter_scene import LetterScene
from scenes.scene import Scene, Setting
from scenes.texterrors import BrokenFont, TextError, UnknownFont
from scenes.word import default_word, glyphs_of, layout
from viewer.showfile.acts import Act, acts_of
from viewer.showfile.messages import Fault, ShowFileError, dotted, faults_of
from viewer.showfile.models import ShowFile
from viewer.showfile.places import Path, line_of, places

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pyright: ignore[reportMissingImports]

LARGEST = 1_000_000
"""Bytes; more is no show file."""


@dataclass(frozen=True)
class Show:
    """A show file that can be played, and the scenes that it asks for."""

    file: FilePath
    text: str
    wishes: ShowFile
    acts: tuple[Act, ...]

    def first_of(self, name: str, setting: Setting) -> Scene:
        """The scene of that name as the show first plays it, on the board of ``setting``."""
        act = next(act for act in self.acts if act.name == name)
        return act.make(act.setting(setting))


def read(file: FilePath, language: str) -> Show:
    """The show of a file. ``language``: the system's. Raises ShowFileError with everything that is wrong."""

    def all_steps() -> Generator[None, None, None]:
        found.append((yield from reading(file, language)))

    found: list[Show] = []
    for _ in all_steps():
        pass
    return found[0]


def reading(file: FilePath, language: str) -> Generator[None, None, Show]:
    """Read in steps of some ms. Returns the show. Raises ShowFileError."""
    name = str(file)
    text = _text_of(file)
    data = _data_of(name, text)
    where = places(text)
    yield
    try:
        wishes = ShowFile.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, ShowFile, where)
        raise ShowFileError(name, faults + _number_faults(data, where)) from None
    yield
    faults = _number_faults(data, where) + _home_faults(wishes, where)
    acts = acts_of(wishes, file.parent, language)
    for number, act in enumerate(acts):
        faults += yield from _word_faults(wishes, min(number, len(wishes.scene) - 1), act, where)
    if faults:
        raise ShowFileError(name, list(dict.fromkeys(faults)))
    return Show(file, text, wishes, acts)


def _text_of(file: FilePath) -> str:
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise ShowFileError(str(file), [Fault(1, "", f"cannot be read: {error.strerror}")]) from None
    if len(raw) > LARGEST:
        raise ShowFileError(str(file), [Fault(1, "", f"is larger than {LARGEST:,} bytes: no show file")])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ShowFileError(str(file), [Fault(line, "", "is not UTF-8 text; save it as UTF-8")]) from None


def _data_of(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = re.fullmatch(
            r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL
        )
        what = told[1] if told else str(error)
        line = int(told[2]) if told and told[2] else text.count("\n") + 1
        column = f" at column {told[3]}" if told and told[3] else ""
        hint = 'a line is KEY = VALUE, a table [NAME], texts stand in quotes "..."'
        raise ShowFileError(name, [Fault(line, "", f"is no valid TOML{column}: {what}; {hint}")]) from None
    except RecursionError:
        raise ShowFileError(
            name, [Fault(1, "", "is no valid TOML: brackets in brackets without end")]
        ) from None


def _number_faults(data: Mapping[str, Any], where: Mapping[Path, int]) -> list[Fault]:
    """What is wrong with the numbers of the scenes that are known, whatever else is wrong."""
    found: list[Fault] = []
    entries, known = data.get("scene"), (registry.WALL, *registry.names())
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        params = entry.get("params") if isinstance(entry, dict) else None
        if not isinstance(params, dict) or entry.get("name") not in known:
            continue
        kind = registry.scene_class(entry["name"]).Params
        try:
            kind.model_validate(params, strict=True)
        except ValidationError as error:
            found += faults_of(error, kind, where, ("scene", index, "params"))
    return found


def _home_faults(wishes: ShowFile, where: Mapping[Path, int]) -> list[Fault]:
    home, played = wishes.attract.home, dict.fromkeys(entry.name for entry in wishes.scene)
    if home is None or home in played:
        return []
    what = f"{home} is not played; name one of {', '.join(played)}"
    return [Fault(line_of(where, ("attract", "home")), "attract.home", what)]


def _word_faults(
    wishes: ShowFile, number: int, act: Act, where: Mapping[Path, int]
) -> Generator[None, None, list[Fault]]:
    """What is wrong with a scene's word and font; a step for each letter."""
    entry = wishes.scene[number]
    kind = registry.scene_class(act.name)
    yield
    if not issubclass(kind, LetterScene):
        given = [key for key in ("word", "font") if getattr(entry, key) is not None]
        return [
            _fault(number, key, f"{act.name} shows no word; leave {key} out here", where) for key in given
        ]
    word = act.word if act.word is not None else default_word(act.name, act.language)
    try:
        for _ in glyphs_of(word, act.font, act.language):
            yield
        layout(word, limit=kind.limit, size=kind.em, font=act.font, language=act.language)
    except TextError as error:
        return [_fault(number, _blame(error), _as_keys(str(error)), where, wishes)]
    return []


def _blame(error: TextError) -> str:
    return "font" if isinstance(error, (UnknownFont, BrokenFont)) else "word"


def _as_keys(message: str) -> str:
    """A message of the letters, which names options of the command line, with the file's keys."""
    return re.sub(r"--word (\w+)", r'word = "\1"', message).replace("--font", "font")


def _fault(
    number: int, key: str, what: str, where: Mapping[Path, int], wishes: ShowFile | None = None
) -> Fault:
    """A fault at a key of a scene, or at that of the defaults where the scene took it from there."""
    path: Path = ("scene", number, key)
    if wishes is not None and getattr(wishes.scene[number], key) is None:
        if getattr(wishes.defaults, key) is None:
            return Fault(line_of(where, path), dotted(path), what)
        what = f"{what} (in scene[{number + 1}])"
        path = ("defaults", key)
    return Fault(line_of(where, path), dotted(path), what)
