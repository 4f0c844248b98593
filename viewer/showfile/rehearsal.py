"""A show file read, and each of its scenes made once."""

from __future__ import annotations

from pathlib import Path

from scenes.scene import Setting
from viewer.showfile.acts import Act
from viewer.showfile.messages import Fault, ShowFileError
from viewer.showfile.places import line_of, places
from viewer.showfile.reading import Show, read


def rehearse(file: Path, language: str) -> Show:
    """The show of a file, all of whose scenes can be made here. Raises ShowFileError."""
    show = read(file, language)
    where = places(show.text)
    faults = [
        Fault(line_of(where, ("scene", index)), f"scene[{index + 1}]", why)
        for index, act in enumerate(show.acts)
        if (why := _why_not(act))
    ]
    if faults:
        raise ShowFileError(str(file), faults)
    return show


def _why_not(act: Act) -> str:
    try:
        act.make(act.setting(Setting()))
    except Exception as error:
        return f"{act.name} cannot be shown: {type(error).__name__}: {error}"
    return ""
