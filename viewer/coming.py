"""A word that is to be shown next: made ready a little at a time, while what is on goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from scenes.scene import Setting

Foresee = Callable[[Sequence[Any], float], bool]
"""Work for about so many seconds on letters that will soon be painted; returns whether all are ready."""


class Coming:
    """The letters of the word that ``scene`` will show in ``setting``."""

    def __init__(self, scene: str, setting: Setting, foresee: Foresee) -> None:
        from scenes.word import default_word, glyphs_of, layout  # not before a start has its picture

        word = setting.word if setting.word is not None else default_word(scene, setting.language)
        self._outlines: Iterator[Any] | None = glyphs_of(word, setting.font, setting.language)
        self._check = partial(layout, word, font=setting.font, language=setting.language)
        self._glyphs: list[Any] = []
        self._foresee = foresee

    def work(self, seconds: float) -> bool:
        """Go on for about ``seconds``. Returns whether all is ready. Raises the kinds of ``TextError``."""
        until = time.perf_counter() + seconds
        while self._outlines is not None:
            glyph = next(self._outlines, None)
            if glyph is None:
                self._outlines = None
                self._check()
            else:
                self._glyphs.append(glyph)
            if time.perf_counter() >= until:
                return False
        return self._foresee(self._glyphs, until - time.perf_counter())


def word_of(setting: Setting) -> tuple[str | None, str | None, str]:
    """What a scene's word depends on."""
    return setting.word, setting.font, setting.language
