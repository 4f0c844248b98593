"""Makes Taichi read kernels faster: half of that time it wraps lines for messages that nobody sees."""

from __future__ import annotations

from taichi.lang.ast import ast_transformer_utils


class _Unwrapped:
    """In place of a TextWrapper: a line of source stays one line."""

    def __init__(self, width: int = 0) -> None:
        """``width`` is taken, as a TextWrapper takes it, and not heeded."""

    def wrap(self, text: str) -> list[str]:
        """The text in lines, none where there is nothing to see."""
        return [text] if text.strip() else []


def hurry() -> None:
    """Let Taichi note where each expression stands without wrapping it to 80 columns.

    It does so for every expression of a kernel, cached or not, in case that it must complain; complaints
    name file, line and place as before. A Taichi whose inside is another one is left alone.
    """
    if hasattr(ast_transformer_utils, "TextWrapper"):
        ast_transformer_utils.TextWrapper = _Unwrapped  # type: ignore[misc]
