"""Words of the program set in lines, for whoever paints buttons; scenes set theirs by the same."""

from scenes.labels import Line, Lines, Typeset, typeset, typeset_or_nothing

__all__ = ["Line", "Lines", "Typeset", "typeset", "typeset_or_nothing"]
