"""A word that is to be shown next: made ready a little at a time, while what is on goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from scenes.scene import Setting

Foresee = Callable[[Sequence[Any], float], bool]
"""Work for about so many seconds on letters that will soon be painted; returns whether all are ready."""
_END = object()


class Coming:
    """The letters of the word that ``scene`` (a LetterScene) will show in ``setting``."""

    def __init__(self, scene: Any, setting: Setting, foresee: Foresee) -> None:
        word = setting.word
        if word is None:
            from scenes.word import default_word

            word = default_word(scene.name, setting.language)
        self._glyphs: list[Any] = []
        self._steps = self._prepare(word, setting, scene)
        self._going = True
        self._foresee = foresee

    def work(self, seconds: float) -> bool:
        """Go on for about ``seconds``. Returns whether all is ready. Raises the kinds of ``TextError``."""
        until = time.perf_counter() + seconds
        while self._going:
            self._going = next(self._steps, _END) is not _END
            if time.perf_counter() >= until:
                return False
        return self._foresee(self._glyphs, until - time.perf_counter())

    def _prepare(self, word: str, setting: Setting, scene: Any) -> Iterator[None]:
        """Everything that is kept of a letter, one at a time; the scene itself is told at the end."""
        from scenes.word import glyphs_of, layout  # not before a start has its picture

        for glyph in glyphs_of(word, setting.font, setting.language):
            self._glyphs.append(glyph)
            yield
        letters = layout(
            word,
            limit=scene.limit,
            size=scene.em,
            font=setting.font,
            language=setting.language,
            board=setting.board,
        )
        yield
        for place, letter in enumerate(letters):
            scene.foresee(letter, place)
            yield


def word_of(setting: Setting) -> tuple[str | None, str | None, str]:
    """What a scene's word depends on."""
    return setting.word, setting.font, setting.language
