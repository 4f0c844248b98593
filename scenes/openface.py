"""A font face opened for shaping and drawing, at the weight that letters have."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from scenes.fontfiles import WEIGHT, Face, hb
from scenes.texterrors import BrokenFont

_MANY = 200
"""Letters looked at to find where a face's letters lie."""


@dataclass(frozen=True)
class Opened:
    """A face ready for shaping. ``middle``: em from the baseline up to the line through a box's centre."""

    face: Face
    font: Any
    upem: int
    middle: float

    def has(self, cluster: str) -> bool:
        """Whether every scalar that can be seen has a glyph of its own here."""
        return all(self.font.get_nominal_glyph(ord(c)) for c in cluster if not invisible(c))


def invisible(character: str) -> bool:
    """Scalars that fonts need not have: joiners, selectors, controls and spaces."""
    code = ord(character)
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp")
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
    )


@cache
def open_face(face: Face) -> Opened:
    """Open a face for shaping, at weight 800 where it has that axis. Raises BrokenFont."""
    try:
        harf = hb.Face(hb.Blob.from_file_path(face.path), face.index)
    except (hb.HarfBuzzError, OSError) as error:
        raise BrokenFont(
            f"font {face.path}: cannot be read ({error}); reinstall it or give another"
        ) from None
    font = hb.Font(harf)
    for axis in harf.axis_infos:
        if axis.tag == "wght":
            font.set_variation("wght", min(max(WEIGHT, axis.min_value), axis.max_value))
    return Opened(face, font, harf.upem, _middle(harf, font))


def _middle(harf: Any, font: Any) -> float:
    """The line that lies on the centre of a letter's box, as fillText's "middle" would have it.

    Faces with kana or hangul: the centre of the ideographic em box, from the typographic ascent and descent
    scaled so that they span one em (0.38 on most). Other faces with capitals: half a capital's height. All
    others: half way between the median top and bottom of their letters, so that these fill the box.
    """
    if font.get_nominal_glyph(0x3042) or font.get_nominal_glyph(0xAC00):
        table = harf.reference_table("OS/2").data
        up = int.from_bytes(table[68:70], "big", signed=True)
        down = int.from_bytes(table[70:72], "big", signed=True)
        return up / (up - down) - 0.5 if up > down else 0.38
    capital = font.get_nominal_glyph(ord("H"))
    letters = [capital] if capital else list(islice(_letters(harf, font), _MANY))
    extents = [e for e in map(font.get_glyph_extents, letters) if e and e.height]
    if not extents:
        return 0.38
    top, bottom = np.median([(e.y_bearing, e.y_bearing + e.height) for e in extents], axis=0)
    return float(top + bottom) / 2 / harf.upem


def _letters(harf: Any, font: Any) -> Any:
    for code in harf.unicodes:
        if unicodedata.category(chr(code)).startswith("L"):
            yield font.get_nominal_glyph(code)
