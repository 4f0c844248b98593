"""Which font faces this machine has: asked of fontconfig, else read from the well-known folders."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import uharfbuzz

hb: Any = uharfbuzz
"""HarfBuzz; its type stubs do not name its classes."""

WEIGHT = 800.0
"""The weight letters are wanted in (OpenType scale); article 003."""
BOLD = 600.0
"""From here on a face counts as bold."""
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")

# fontconfig's own weight scale and the OpenType weights that it stands for
_FC_SCALE = (0, 40, 50, 55, 75, 80, 100, 180, 200, 205, 210, 215)
_OT_SCALE = (100, 200, 300, 350, 380, 400, 500, 600, 700, 800, 900, 1000)


@dataclass(frozen=True)
class Face:
    """One face of a font file. ``names``: its family's names, the main one first. ``weight``: 1..1000, the
    reachable one nearest to WEIGHT where the font is variable."""

    path: str
    index: int
    names: tuple[str, ...]
    style: str
    weight: float
    italic: bool = False
    mono: bool = False

    @property
    def family(self) -> str:
        return self.names[0]

    def __str__(self) -> str:
        return f"{self.family} {self.style}".strip()

    @property
    def far(self) -> float:
        """How far from the wanted weight; of two equally far the heavier is nearer, as in CSS."""
        return abs(self.weight - WEIGHT) - (0.5 if self.weight > WEIGHT else 0.0)


@lru_cache(maxsize=1)
def system_faces() -> tuple[Face, ...]:
    """Every outline face installed, one entry a face. Empty when there is none."""
    faces = _ask_fontconfig()
    return tuple(faces) if faces else tuple(_scan(folders()))


def folders() -> list[Path]:
    """Where systems keep fonts, when fontconfig cannot be asked."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home / "AppData" / "Local"))
        root = os.environ.get("SystemRoot", r"C:\Windows")  # noqa: SIM112 (Windows spells it so)
        return [Path(root) / "Fonts", Path(local) / "Microsoft" / "Windows" / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    data = os.environ.get("XDG_DATA_HOME", str(home / ".local" / "share"))
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        Path(data) / "fonts",
        home / ".fonts",
    ]


def faces_of_file(path: str | Path) -> list[Face]:
    """The faces of one file, read with HarfBuzz. Empty when the file is no font that it can read.

    Raises OSError where the file cannot be read.
    """
    path = str(path)
    with open(path, "rb") as file:
        if file.read(4) not in (b"\0\1\0\0", b"OTTO", b"ttcf", b"true"):
            return []
    try:
        blob = hb.Blob.from_file_path(path)
        count = hb.Face(blob, 0).count
        return [_read(path, blob, index) for index in range(count)]
    except hb.HarfBuzzError:
        return []


def _read(path: str, blob: Any, index: int) -> Face:
    face = hb.Face(blob, index)
    font = hb.Font(face)
    ids = hb.OTNameIdPredefined
    families = (ids.TYPOGRAPHIC_FAMILY, ids.FONT_FAMILY)
    main = next((n for n in map(face.get_name, families) if n), Path(path).stem)
    names = [main]
    for entry in face.list_names():
        name = face.get_name(entry.name_id, entry.language) if entry.name_id in families else None
        if name and name not in names:
            names.append(name)
    style = face.get_name(ids.TYPOGRAPHIC_SUBFAMILY) or face.get_name(ids.FONT_SUBFAMILY) or ""
    weight = font.get_style_value(hb.StyleTag.WEIGHT)
    for axis in face.axis_infos:
        if axis.tag == "wght":
            weight = float(np.clip(WEIGHT, axis.min_value, axis.max_value))
    italic = font.get_style_value(hb.StyleTag.ITALIC) > 0 or "italic" in style.lower()
    return Face(path, index, tuple(names), style, weight, italic, "mono" in main.lower())


def _scan(places: list[Path]) -> list[Face]:
    faces: list[Face] = []
    for place in places:
        for path in sorted(p for p in place.rglob("*") if p.suffix.lower() in SUFFIXES):
            # a font that may not be read is as good as not installed
            with suppress(OSError):
                faces += faces_of_file(path)
    return faces


def _ask_fontconfig() -> list[Face]:
    line = "%{file}\t%{index}\t%{weight}\t%{slant}\t%{spacing}\t%{style}\t%{family}\n"
    command = ["fc-list", "--format", line]
    try:
        answer = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    best: dict[tuple[str, int], Face] = {}
    for row in answer.decode("utf-8", "replace").splitlines():
        fields = row.split("\t")
        if len(fields) != 7 or not fields[0].lower().endswith(SUFFIXES):
            continue
        face = _row(*fields)
        # a variable font has a row for each named instance: keep the one that is nearest to bold
        key = (face.path, face.index)
        if key not in best or face.far < best[key].far:
            best[key] = face
    return sorted(best.values(), key=lambda f: (f.path, f.index))


def _row(file: str, index: str, weight: str, slant: str, spacing: str, style: str, family: str) -> Face:
    names = tuple(name for name in family.split(",") if name) or (Path(file).stem,)
    ends = [float(w) for w in weight.strip("[]").split()] or [80.0]
    low, high = np.interp([ends[0], ends[-1]], _FC_SCALE, _OT_SCALE)
    return Face(
        path=file,
        index=int(index) & 0xFFFF,  # the high half numbers a variable font's instances
        names=names,
        style=style.split(",")[0],
        weight=float(np.clip(WEIGHT, low, high)),
        italic=slant not in ("", "0"),
        mono=spacing in ("90", "100", "110") or "mono" in names[0].lower(),
    )
