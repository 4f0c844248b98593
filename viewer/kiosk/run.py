"""Plays a kiosk's show in this process, and says by an exit code how it ended."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from viewer import loop, sdl
from viewer.kiosk import exits
from viewer.kiosk.driver import LostContext
from viewer.kiosk.loop import Kiosk, KioskLoop, NoScene, key_code
from viewer.kiosk.pulse import Pulse, sender
from viewer.kiosk.sight import BlankPicture
from viewer.problem import Problem


def play(
    options: loop.Options,
    kiosk: Kiosk,
    say: Callable[[str], None],
    kind: type[loop.Loop] = loop.Loop,
    **more: Any,
) -> int:
    """Play until the operator or a fault ends it; the exit code.

    ``kind``: the loop to lock and watch, made with ``more``. ``kiosk.pulse`` is found here.
    """
    journal = kiosk.journal

    def report(text: str) -> None:
        say(text)
        journal.note("message", text=text)

    if kiosk.chord is not None and key_code(kiosk.chord) == 0:
        say(f"no key {kiosk.chord.key!r}: name a letter, a digit or a key such as F12")
        return exits.USAGE
    locked = type("Locked", (KioskLoop, kind), {"kiosk": kiosk})
    with sender() as send:
        kiosk.pulse = Pulse(send)
        journal.note("start", scene=options.names[0], scenes=len(options.names))
        code = _play(options, kiosk, report, partial(locked, **more))
        kiosk.pulse.stopping()
    journal.note("end", why=exits.meaning(code))
    journal.close()
    if code in (exits.QUIT, exits.RELOAD):
        kiosk.place.clear()
    return code


def _play(
    options: loop.Options, kiosk: Kiosk, report: Callable[[str], None], kind: Callable[..., loop.Loop]
) -> int:
    try:
        sdl.need_display()
        loop.run(options, report, kind)
    except KeyboardInterrupt:
        return exits.QUIT
    except LostContext as error:
        report(str(error))
        return exits.LOST_CONTEXT
    except BlankPicture as error:
        report(str(error))
        return exits.BLANK
    except NoScene as error:
        report(str(error))
        return exits.NO_SCENE
    except Problem as error:
        report(str(error))
        return exits.NO_WINDOW
    except Exception as error:
        places = _places(error)
        kiosk.journal.note("fault", what=f"{type(error).__name__}: {error}", where=places)
        raise
    return kiosk.code


def _places(error: BaseException) -> Sequence[str]:
    """Where an error came through, innermost last, without folders."""
    return [
        f"{frame.filename.replace(chr(92), '/').rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-8:]
    ]
