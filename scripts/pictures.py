"""Makes the README's picture anew: the contact sheet that is rendered without a display, scaled down."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 1240
"""Px; the page shows it at half of that, so it is sharp on a hi-DPI screen."""


def contact_sheet(folder: Path, *options: str) -> Image.Image:
    """The sheet, rendered by the command itself in ``folder``."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["PYTHONPATH"] = str(ROOT)
    subprocess.run(
        [sys.executable, "-m", "viewer", "play", *options], cwd=folder, env=environment, check=True
    )
    return Image.open(folder / "ikimoji-contact-sheet.png").convert("RGB")


def main() -> None:
    """Write docs/pictures/show.png."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sheet = contact_sheet(Path(folder), "--lang", "en")
        size = WIDTH, round(WIDTH * sheet.height / sheet.width)
        sheet.resize(size, Image.Resampling.LANCZOS).save(PICTURES / "show.png", optimize=True)
    print(PICTURES / "show.png")


if __name__ == "__main__":
    main()
