"""Makes the reference of show files anew: docs/show-file.md and docs/show.schema.json."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from viewer.showfile.reference import write  # noqa: E402

if __name__ == "__main__":
    for path in write(ROOT / "docs"):
        print(path)
