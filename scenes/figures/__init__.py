"""The published figures as data: one TOML file a scene, one ``[[figure]]`` each.

A figure states ``id`` (scene first: "pile.01.a"), ``condition``, ``published``, ``tolerance``, ``unit``,
``category`` (exact, exact* = exact once one hidden constant is known, calibrated, fact) and ``sure`` (how
sure it is that the measured model is the article's own). A ``fact`` only restates the article's own numbers:
it stands here for the record, is not measured, and counts in no total. ``[experiments.NAME]`` holds the
numbers that a figure of ``experiment = "NAME"`` was taken with. How each is measured is code in
``scenes/figures/<scene>.py``: ``measure() -> dict[figure id, number | list | bool | Judged]``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pyright: ignore[reportMissingImports]

CATEGORIES = ("exact", "exact*", "calibrated", "fact")
SURE = ("high", "medium", "low")


class Judged(NamedTuple):
    """A measured value whose verdict no tolerance expresses: its ``tolerance`` is then a sentence."""

    value: Any
    ok: bool


@dataclass(frozen=True)
class Figure:
    """One published figure.

    ``published``: a number, a list, or a sentence. ``tolerance``: a number (absolute, each element), ``[low,
    high]`` (a band, each element), ``[[low, high], ...]`` (a band an element), "exact", "holds" (ours must be
    true) or another sentence (the measuring code gives a verdict: ``Judged``). ``tolerance_f32`` replaces it
    when scenes run in float32. ``captured``: taken from painted frames, see ``scenes.measure.capture``.
    """

    id: str
    scene: str
    condition: str
    published: Any
    tolerance: Any
    unit: str
    category: str
    sure: str
    tolerance_f32: Any = None
    experiment: str = "default"
    captured: bool = False

    @property
    def fact(self) -> bool:
        """Whether it only restates what the article was written with: nothing to measure."""
        return self.category == "fact"


def scenes() -> tuple[str, ...]:
    """Names of the scenes that have published figures, sorted."""
    return tuple(sorted(f.name[:-5] for f in files(__name__).iterdir() if f.name.endswith(".toml")))


@cache
def _document(scene: str) -> dict[str, Any]:
    path = files(__name__) / f"{scene}.toml"
    if not path.is_file():
        raise KeyError(f"no published figures for {scene!r}: there are some for {', '.join(scenes())}")
    return tomllib.loads(path.read_text("utf-8"))


def load(scene: str) -> tuple[Figure, ...]:
    """A scene's figures in the file's order. Raises KeyError for a scene without figures."""
    return tuple(Figure(scene=scene, **row) for row in _document(scene)["figure"])


def experiment(scene: str, name: str) -> dict[str, Any]:
    """The numbers of a named experiment, by parameter name. Raises KeyError naming those that exist."""
    known = _document(scene).get("experiments", {})
    if name not in known:
        raise KeyError(f"{scene}: no experiment {name!r}: there are {', '.join(known)}")
    return dict(known[name])


def experiments(scene: str) -> dict[str, dict[str, Any]]:
    """A scene's named experiments: for each the numbers that differ from its own, by parameter name."""
    return {
        name: dict(numbers) for name, numbers in _document(scene).get("experiments", {}).items() if numbers
    }
