"""Options that several commands share, and what they become."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from typing import Any, TypeVar, cast
from unicodedata import category

import click

from kernels.archs import ARCHS, AUTO
from scenes import registry
from scenes.board import FITS, Board
from scenes.scene import Language, Setting
from scenes.theme import THEMES
from viewer.resolution import AS_NEEDED, LEAST, share_of
from viewer.spans import WIDEST_BEZEL

F = TypeVar("F", bound=Callable[..., Any])

LANGUAGES = ("ja", "ko", "en")
MOST_PIXELS = 4_000_000_000
LONGEST = 100_000
"""Px; a picture has at most this side, and in all at most MOST_PIXELS."""


class Bezel(click.ParamType):
    """PX or PX,PX: across and down."""

    name = "PX[,PX]"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,4})(?:,(\d{1,4}))?", value.strip())
        if not match or max(int(match[1]), int(match[2] or 0)) > WIDEST_BEZEL:
            self.fail(f"{value!r}: expected px from 0 to {WIDEST_BEZEL}, such as 24 or 24,30", param, ctx)
        return int(match[1]), int(match[2] or match[1])


class Share(click.ParamType):
    """auto, or a number from 0.5 to 1."""

    name = f"{AS_NEEDED}|{LEAST}..1"

    def convert(self, value: Any, param: Any, ctx: Any) -> float | None:
        try:
            return share_of(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


resolution_option = click.option(
    "--resolution",
    type=Share(),
    default=AS_NEEDED,
    show_default=True,
    help="Share of the screen's resolution at which what moves is painted; auto: less than 1 only where "
    "frames would come late.",
)
monitor_option = click.option(
    "--monitor",
    metavar="N|NAME|all",
    help="The screen to open on, by number or name; several with commas, or all, are filled together.",
)
bezel_option = click.option(
    "--bezel",
    type=Bezel(),
    default=(0, 0),
    metavar="PX[,PX]",
    help="What of the picture lies behind the frames between several screens.",
)


class Size(click.ParamType):
    """WIDTHxHEIGHT, such as 1920x1080."""

    name = "WxH"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,9})[x×X](\d{1,9})", value.strip())
        if not match:
            self.fail(f"{value!r}: expected WIDTHxHEIGHT, such as 1920x1080", param, ctx)
        width, height = int(match[1]), int(match[2])
        if not (1 <= width <= LONGEST and 1 <= height <= LONGEST and width * height <= MOST_PIXELS):
            self.fail(
                f"{value!r}: each side from 1 to {LONGEST} px, and at most {MOST_PIXELS:,} px in all",
                param,
                ctx,
            )
        return width, height


arch_option = click.option(
    "--arch",
    type=click.Choice((AUTO, *ARCHS)),
    default=AUTO,
    show_default=True,
    help="What runs the kernels.",
)


def scene_options(function: F) -> F:
    """What a scene is made from: language, word, font, numbers, motion, theme, fit, processor."""
    for option in reversed(
        (
            click.option("--lang", type=click.Choice(LANGUAGES), help="Language (the system's by default)."),
            click.option("--word", help="The word that letters show."),
            click.option("--font", help="A font file, or the name of a family."),
            click.option(
                "--set", "numbers", multiple=True, metavar="SCENE.PARAM=V", help="A number of a scene."
            ),
            click.option(
                "--reduced-motion",
                type=click.Choice(("auto", "on", "off")),
                default="auto",
                show_default=True,
                help="Still poses instead of motion; auto asks the system.",
            ),
            click.option("--theme", type=click.Choice(tuple(THEMES)), default="day", show_default=True),
            click.option(
                "--fit",
                type=click.Choice(FITS),
                default="extend",
                show_default=True,
                help="extend: the world fills the picture; contain: bars; cover: cut.",
            ),
            arch_option,
        )
    ):
        function = option(function)
    return function


def system_language() -> Language:
    """The language of the system's messages if it is one of ours, else English (C, POSIX and nothing too)."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = re.split(r"[_.@-]", next(filter(None, named), ""))[0].lower()
    return cast(Language, found) if found in LANGUAGES else "en"


def say_unused(names: Collection[str], word: str | None, font: str | None) -> None:
    """Tell who gave a word or a font that none of these scenes shows it."""
    from viewer.cli import say

    given = [option for option, value in (("--word", word), ("--font", font)) if value is not None]
    if given and all(registry.scene_class(name).group != "letters" for name in names):
        say(f"{' and '.join(given)} without effect: {', '.join(names)} shows no word")


def is_blank(word: str) -> bool:
    """Whether a word has nothing that can be seen: spaces, joiners and controls only."""
    return all(character.isspace() or category(character) in ("Cc", "Cf") for character in word)


def setting_of(
    lang: str | None,
    word: str | None,
    font: str | None,
    reduced_motion: str,
    theme: str,
    board: Board | None = None,
) -> Setting:
    """The setting of those options. Raises UsageError for a word without letters."""
    if word is not None and is_blank(word):
        raise click.UsageError(f"--word {word!r} has no letters: give at least one, such as --word Hello")
    if word is not None and any("\ud800" <= character <= "\udfff" for character in word):
        raise click.UsageError(f"--word {word!r} is not text: send it in the terminal's encoding (UTF-8)")
    from viewer.calm import wants_calm

    return Setting(
        board=board or Board(),
        theme=THEMES[theme],
        language=cast(Language, lang) if lang else system_language(),
        word=word,
        font=font,
        calm=wants_calm() if reduced_motion == "auto" else reduced_motion == "on",
    )
