"""How much of the area of dense kanji is painted wrongly, against FreeType's own coverage: a table.

``PYTHONPATH=tests:. python tests/benchmarks/area.py [--count 200] [--px 16 200 2000]``, some minutes.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from test_glyph_painting import wrong_area

from kernels import runtime
from scenes.fonts import find, open_face
from scenes.shaping import outline_of
from viewer import context
from viewer.painter import Painter

FINER = {16: 16, 40: 16, 200: 4}
"""How many times finer FreeType draws, by size: it rounds points to 1/64 px."""


def densest(count: int) -> list[str]:
    """The kanji with the longest outlines in the face that words start from."""
    font = open_face(find(None, "ja")).font
    drawn = []
    for code in range(0x4E00, 0xA000):
        glyph = font.get_nominal_glyph(code)
        if glyph:
            drawn.append((len(outline_of(font, glyph)), chr(code)))
    return [letter for _, letter in sorted(drawn, reverse=True)[:count]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--px", type=int, nargs="+", default=[16, 200, 2000])
    asked = options.parse_args()
    runtime.start("cpu")
    painter = Painter(context.headless())
    letters = densest(asked.count)
    print(f"{len(letters)} densest kanji, {''.join(letters[:12])} first")
    print("px     mean %  median %  worst %  letter  over 0.5 %  seconds")
    for px in asked.px:
        begun = time.perf_counter()
        wrong = [100 * wrong_area(painter, one, (px, px), finer=FINER.get(px, 1)) for one in letters]
        worst, over = int(np.argmax(wrong)), sum(share > 0.5 for share in wrong)
        print(
            f"{px:<5}  {np.mean(wrong):6.3f}  {np.median(wrong):8.3f}  "
            f"{wrong[worst]:7.3f}  {letters[worst]:^5}"
            f"  {over:10}  {time.perf_counter() - begun:7.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
