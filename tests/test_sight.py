"""A kiosk looks at its own picture: of one colour for too long, nothing is on it."""

from __future__ import annotations

import moderngl
import pytest

from viewer.kiosk import sight
from viewer.kiosk.sight import BlankPicture, Sight


@pytest.mark.gl
def test_a_picture_of_one_colour_is_seen(ctx: moderngl.Context) -> None:
    now = [0.0]
    seen = Sight(lambda: now[0])
    target = ctx.framebuffer([ctx.texture((64, 40), 4)])

    def look(red: float) -> None:
        target.clear(red, 0.5, 0.5, 1.0)
        now[0] += sight.EVERY
        seen.look(target)

    look(0.2)
    look(0.2)
    target.clear(1.0, 0.0, 0.0, 1.0, viewport=(20, 0, 8, 40))
    now[0] += sight.EVERY
    seen.look(target)  # something is there: counted anew
    look(0.2)
    look(0.9)
    seen.look(target)  # too soon after the last look to count
    with pytest.raises(BlankPicture, match="20 s"):
        look(0.2)
    target.release()
    tiny = ctx.framebuffer([ctx.texture((8, 400), 4)])
    assert not sight.is_blank(tiny), "a sliver of a window need show nothing"
    tiny.release()
