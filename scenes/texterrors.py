"""What can go wrong between a word and its letters; every message names the place and the remedy."""

from __future__ import annotations

import re
import sys
import unicodedata


class TextError(ValueError):
    """A word cannot be shown; the message names the reason and the remedy."""


class UnknownFont(TextError):
    """No font file or family of that name."""


class BrokenFont(TextError):
    """A file that is no font, or one that is damaged."""


class MissingFont(TextError):
    """The machine has no font for a language at all."""


class MissingLetter(TextError):
    """No font has a letter. ``letter``: the grapheme cluster; ``code_points``: its scalars as U+XXXX."""

    def __init__(self, letter: str, reason: str = "no font on this machine has it") -> None:
        self.letter = letter
        self.code_points = " ".join(f"U+{ord(c):04X}" for c in letter)
        name = unicodedata.name(letter[0], "")
        known = f", {name}" if name else ""
        super().__init__(f"letter {letter!r} ({self.code_points}{known}): {reason}; {remedy(letter)}")


def is_emoji(cluster: str) -> bool:
    """Whether Unicode would have a cluster shown as a picture: by its nature or by VS16, and not by VS15."""
    import regex  # its tables are read where a word is, not when the program starts

    return "\ufe0e" not in cluster and bool(regex.search(r"\ufe0f|\p{Emoji_Presentation}", cluster))


_PACKAGES = (
    (r"CJK|HANGUL|HIRAGANA|KATAKANA|BOPOMOFO|IDEOGRAPH|FULLWIDTH|HALFWIDTH", "fonts-noto-cjk"),
    (r"CUNEIFORM|HIEROGLYPH|LINEAR [AB]|TANGUT", "fonts-noto-extra"),
)


def remedy(letter: str) -> str:
    """What to do about a letter that is missing."""
    name = unicodedata.name(letter[0], "")
    package = next((p for pattern, p in _PACKAGES if re.search(pattern, name)), "fonts-noto-core")
    if is_emoji(letter):
        package = "fonts-noto-color-emoji"
    where = {"darwin": "install a font that has it", "win32": "install a font that has it"}.get(
        sys.platform, f"install one that does (Debian/Ubuntu: apt install {package})"
    )
    return f"{where} or give one with --font"
