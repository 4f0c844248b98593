"""Choosing a font: the one asked for, the machine's boldest CJK family, and stand-ins letter by letter.

Letters are drawn in weight 800 (article 003) or the nearest bold. A letter that no font has is an
error with its name and the remedy, never a silent box.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from scenes.colorfonts import color_faces
from scenes.fontfiles import BOLD, SUFFIXES, Face, faces_of_file, system_faces
from scenes.openface import open_face
from scenes.texterrors import BrokenFont, MissingFont, TextError, UnknownFont, is_emoji, remedy

REGION = {"ja": "JP", "ko": "KR", "en": "JP"}
"""Which region's letter forms a language takes out of a pan-CJK font."""
SAMPLE = {"ja": "つ入龍", "ko": "한글쌓", "en": "つAg"}
"""Letters that a face must have to carry a language (English shares its family with Japanese)."""
PREFERRED = {
    "ja": (
        "Noto Sans CJK JP",
        "Noto Sans JP",
        "Source Han Sans JP",
        "Source Han Sans",
        "Hiragino Sans",
        "Hiragino Kaku Gothic StdN",
        "Hiragino Kaku Gothic ProN",
        "BIZ UDPGothic",
        "Yu Gothic",
        "Meiryo",
        "IPAexGothic",
        "VL Gothic",
    ),
    "ko": (
        "Noto Sans CJK KR",
        "Noto Sans KR",
        "Source Han Sans KR",
        "Source Han Sans K",
        "Apple SD Gothic Neo",
        "Pretendard",
        "Malgun Gothic",
        "NanumSquare",
        "NanumGothic",
    ),
}
PREFERRED["en"] = PREFERRED["ja"]
LIKE, FARTHEST_GUESS = 0.6, 0.15
"""A guess for a family that is not there is at least so alike (0..1), and so near to the best guess."""
_SERIF = re.compile(r"serif|mincho|myungjo|batang|ming|song|roman|naskh|nastaliq", re.IGNORECASE)
_NARROW = re.compile(r"condensed|narrow|compressed|looped", re.IGNORECASE)


@lru_cache(maxsize=32)
def find(font: str | None = None, language: str = "ja") -> Face:
    """The face that a word starts from: a FILE, a FAMILY, or the boldest CJK family of the machine.

    Raises UnknownFont, BrokenFont or MissingFont with the remedy.
    """
    if font is None or not font.strip():
        return _bold_cjk(language)
    path = Path(font).expanduser()
    if path.is_file() or path.suffix.lower() in SUFFIXES or os.sep in font:
        return _from_file(path, language)
    return _from_family(font, language)


def _region(face: Face, language: str) -> tuple[int, bool]:
    region = REGION.get(language, "JP")
    return (0 if any(n.endswith(f" {region}") for n in face.names) else 1), face.mono


def _from_file(path: Path, language: str) -> Face:
    if not path.is_file():
        raise UnknownFont(f"font file {path}: there is no such file; check the path, or give a family name")
    try:
        faces = faces_of_file(path)
    except OSError as error:
        raise BrokenFont(f"font file {path}: cannot be read ({error.strerror})") from None
    if not faces:
        raise BrokenFont(f"font file {path}: not a TrueType or OpenType font (.ttf .otf .ttc .otc)")
    _check_tables(path)
    face = min(faces, key=lambda f: (f.italic, *_region(f, language), f.far, f.index))
    if not open_face(face).font.face.unicodes:
        raise BrokenFont(f"font file {path}: has no letters; it is damaged or a symbol font without Unicode")
    return face


def _check_tables(path: Path) -> None:
    """Refuse a file cut short, which HarfBuzz would take as a font of empty letters."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(12)
        starts = [0]
        if head[:4] == b"ttcf":
            count = int.from_bytes(head[8:12], "big")
            starts = [int.from_bytes(file.read(4), "big") for _ in range(min(count, 64))]
        for start in starts:
            file.seek(start + 4)
            tables = int.from_bytes(file.read(2), "big")
            file.seek(start + 12)
            for record in (file.read(16) for _ in range(tables)):
                end = int.from_bytes(record[8:12], "big") + int.from_bytes(record[12:16], "big")
                if len(record) < 16 or end > size:
                    raise BrokenFont(f"font file {path}: cut short at {size} bytes; copy or install it again")


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


def _from_family(family: str, language: str) -> Face:
    wanted = {_plain(family), _plain(f"{family} {REGION.get(language, 'JP')}")}
    found = [f for f in system_faces() if wanted & {_plain(n) for n in f.names} or _plain(str(f)) in wanted]
    if not found:
        near = _near(family)
        hint = f"did you mean {', '.join(near)}?" if near else "`fc-list : family` lists those installed."
        raise UnknownFont(f"font family {family!r} is not installed: {hint} A file's path may be given, too")
    exact = [f for f in found if _plain(str(f)) == _plain(family)]
    return min(exact or found, key=lambda f: (f.italic, *_region(f, language), f.far, f.path, f.index))


def _near(family: str) -> list[str]:
    """Up to three installed families that are spelt most like it, those with a bold face first."""
    wanted, heaviest = _plain(family), dict[str, float]()
    alike: dict[str, float] = {}
    for face in system_faces():
        # by whichever of its names is nearest, but shown by its main one
        spelt = max(difflib.SequenceMatcher(None, wanted, _plain(name)).ratio() for name in face.names)
        alike[face.family] = max(alike.get(face.family, 0.0), spelt)
        heaviest[face.family] = max(heaviest.get(face.family, 0.0), face.weight)
    best = sorted((f for f in alike if alike[f] >= LIKE), key=lambda f: -alike[f])[:3]
    # A family that is hardly like the best one is no better for being bold.
    best = [f for f in best if alike[f] >= alike[best[0]] - FARTHEST_GUESS]
    return sorted(best, key=lambda f: (heaviest[f] < BOLD, -alike[f]))


def _bold_cjk(language: str) -> Face:
    sample = SAMPLE.get(language, SAMPLE["ja"])
    found = next((face for face in _ranked(language) if _covers(face, sample)), None)
    if found:
        return found
    if language == "en" and (plain := next(iter(stand_ins("A", language)), None)) is not None:
        return plain
    what = {"ja": "Japanese", "ko": "Korean"}.get(language, "text")
    raise MissingFont(f"no {what} font on this machine; {remedy(SAMPLE.get(language, 'A')[0])}")


@lru_cache(maxsize=8)
def _ranked(language: str) -> tuple[Face, ...]:
    """All faces, best first for a language: bold before light, known families first, upright sans first."""
    rank = {name: i for i, name in enumerate(PREFERRED.get(language, ()))}

    def key(face: Face) -> tuple[Any, ...]:
        known = min((rank[n] for n in face.names if n in rank), default=len(rank))
        name = face.family
        return (
            face.weight < BOLD,
            face.italic,
            known,
            face.mono,
            bool(_SERIF.search(name)),
            bool(_NARROW.search(str(face))),
            not name.startswith("Noto Sans"),
            _region(face, language),
            face.far,
            name,
            face.path,
        )

    return tuple(sorted(system_faces(), key=key))


@lru_cache(maxsize=1024)
def stand_ins(cluster: str, language: str) -> tuple[Face, ...]:
    """Faces that have every letter of a cluster, best first; picture fonts first for an emoji, else last."""
    emoji = is_emoji(cluster)
    faces: Iterable[Face] = sorted(
        _ranked(language),
        key=lambda f: ("emoji" in f.family.lower() or "symbol" in f.family.lower()) != emoji,
    )
    return tuple(face for face in faces if _covers(face, cluster))


def _covers(face: Face, cluster: str) -> bool:
    try:
        return open_face(face).has(cluster)
    except BrokenFont:
        return False  # a damaged system font must not stop a show that another can carry


def describe() -> dict[str, Any]:
    """What ``ikimoji doctor`` says of fonts.

    For each of ja, ko, en: {"family", "style", "weight", "bold", "file"}, or None where the machine has no
    font for it. "emoji": the family with emoji in colour, or None. "faces": how many are installed.
    "missing": [{"what", "remedy", "optional"}]; letters are drawn without what is optional.
    """
    told: dict[str, Any] = {"faces": len(system_faces()), "missing": []}
    for language in ("ja", "ko", "en"):
        told[language] = None
        try:
            face = find(None, language)
        except TextError as error:
            told["missing"].append({"what": f"font for {language}", "remedy": str(error), "optional": False})
            continue
        told[language] = {
            "family": face.family,
            "style": face.style,
            "weight": face.weight,
            "bold": face.weight >= BOLD,
            "file": face.path,
        }
        if face.weight < BOLD:
            what = f"bold font for {language} ({face} is the nearest)"
            told["missing"].append({"what": what, "remedy": remedy(SAMPLE[language][0]), "optional": True})
    told["emoji"] = next((face.family for face in color_faces()), None)
    if told["emoji"] is None:
        lack = {"what": "font with emoji in colour", "remedy": remedy("😀"), "optional": True}
        told["missing"].append(lack)
    return told
