"""The keys of a show file, each with its default, unit, range and a sentence.

They are the one source: `ikimoji check`, the reference in docs/ and the JSON schema for editors follow from
them. What the program cannot play has no key here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from scenes import registry
from scenes.board import Fit
from scenes.scene import Language
from viewer.kiosk.lock import CHORD, CORNERS, PIN, Chord, Corner
from viewer.resolution import AS_NEEDED, LEAST, share_of
from viewer.showfile.hours import SPAN, Span, read_span, read_zone
from viewer.spans import WIDEST_BEZEL
from viewer.transition import Way


def key(default: Any, doc: str, unit: str = "", **limits: Any) -> Any:
    """A key of a show file."""
    extra: Any = {"unit": unit} if unit else None
    return Field(default, description=doc, json_schema_extra=extra, **limits)


def _known(name: str) -> str:
    try:
        registry.check(name)
    except registry.UnknownScene as error:
        raise ValueError(str(error)) from None
    return name


def _zone(name: str) -> str:
    read_zone(name)
    return name


def _chord(text: str) -> str:
    if text.lower() != "none":
        Chord.parse(text)
    return text


def _pin(text: str) -> str:
    if not re.fullmatch(PIN, text):
        raise ValueError(f"{text!r}: expected digits in quotes, at most 12")
    return text


def _share(share: str | float) -> str | float:
    share_of(share)
    return share


def _span(text: str) -> str:
    read_span(text)
    return text


SHARE: Any = {
    "anyOf": [{"const": AS_NEEDED, "type": "string"}, {"type": "number", "minimum": LEAST, "maximum": 1.0}]
}
Share = Annotated[str | float, AfterValidator(_share), WithJsonSchema(SHARE)]
SceneName = Annotated[
    str, AfterValidator(_known), Field(json_schema_extra={"enum": [registry.WALL, *registry.names()]})
]
Bezel = Annotated[int, Field(ge=0, le=WIDEST_BEZEL)]
Seconds = Annotated[float, Field(ge=1.0, le=86_400.0)]
ThemeName = Literal["day", "night"]


class Part(BaseModel):
    """A table of the file. Unknown keys are refused; a number is a number, not text of one."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Defaults(Part):
    """What holds for every scene that does not say otherwise."""

    dwell: Seconds = key(20.0, "how long a scene plays when nobody touches it", "s")
    theme: ThemeName = key("day", "the colours: day, or night for dark rooms")
    language: Language | None = key(
        None, "default words, buttons and letter forms; the system's if not given"
    )
    word: str | None = key(None, "the word that letters show; each scene's own if not given", min_length=1)
    font: str | None = key(None, "a font file or the name of a family; found if not given", min_length=1)


class Entry(Part):
    """A scene of the show. They play in the order of the file; one may come several times."""

    name: SceneName = Field(
        description='the scene, as `ikimoji list` names it; or "wall": a gallery in which all others of '
        "the show live in frames, and open where they are pressed"
    )
    dwell: Seconds | None = key(None, "how long it plays when nobody touches it", "s")
    theme: ThemeName | None = key(None, "its colours")
    language: Language | None = key(None, "its language")
    word: str | None = key(None, "the word that its letters show", min_length=1)
    font: str | None = key(None, "a font file or the name of a family", min_length=1)
    transition: Way | None = key(None, "how it comes on, in the time that this takes by itself")
    params: dict[str, Any] = Field(
        default_factory=dict, description="its numbers, as `ikimoji list` names them, with unit and range"
    )


class Attract(Part):
    """What happens when nobody is there any more."""

    home: SceneName | None = key(
        None, "the scene to return to (the first of that name); the first if not given"
    )
    return_after: float = key(
        60.0,
        "how long after the last touch the show returns home; until then the scene stays that was touched. "
        "0: never, a touch only starts the dwell anew",
        "s",
        ge=0.0,
        le=86_400.0,
    )


class Transition(Part):
    """How one scene follows another; where motion is reduced it is always a cut."""

    kind: Way = key(
        "ripple",
        "ripple: the next spreads behind a ring of water, from where somebody touched; ink: the next stands "
        "where ink has run over the picture; crossfade: one fades into the other; cut: the next is there at "
        "once",
    )
    seconds: float | None = key(
        None, "how long it takes; if not given, a ripple 1.1, ink 1.5, a crossfade 0.6", "s", ge=0.05, le=5.0
    )

    @model_validator(mode="after")
    def _a_cut_takes_no_time(self) -> Transition:
        if self.kind == "cut" and self.seconds is not None:
            raise ValueError("a cut takes no time; leave out seconds, or give another kind")
        return self


class Hours(Part):
    """When the show plays; outside it the screen is dark. Always if not given."""

    open: list[Annotated[str, AfterValidator(_span), Field(json_schema_extra={"pattern": SPAN})]] = key(
        ["00:00-24:00"],
        'spans such as "09:30-21:00", "mon-fri 10:00-18:00" or "fri,sat 18:00-02:00" (a span beyond midnight '
        "belongs to the day on which it starts)",
        min_length=1,
    )
    zone: Annotated[str, AfterValidator(_zone)] | None = key(
        None, "time zone such as Asia/Tokyo; the machine's if not given"
    )

    @property
    def spans(self) -> list[Span]:
        return [read_span(text) for text in self.open]


class Screen(Part):
    """The screen and what stands on it beside the scenes."""

    monitor: str | int | None = key(
        None,
        "the screen to open on, by number or name as `ikimoji doctor` lists them; several with commas, or "
        '"all", are filled by one picture together',
    )
    bezel: Annotated[list[Bezel], Field(min_length=2, max_length=2)] = key(
        [0, 0], "what of the picture lies behind the frames of neighbouring screens, across and down", "px"
    )
    fullscreen: bool = key(False, "fill that screen")
    fit: Fit = key("extend", "extend: the world fills the screen; contain: bars; cover: cut")
    resolution: Share = key(
        AS_NEEDED,
        f"share of the screen's resolution, from {LEAST} to 1, at which what moves is painted (letters have "
        "all of it); auto: less than 1 only where frames would come late",
    )
    buttons: bool = key(True, "the buttons at the lower edge")
    idle_cursor: float = key(
        3.0, "how long after it last moved the mouse cursor is hidden; 0: never", "s", ge=0.0, le=3600.0
    )


class Kiosk(Part):
    """How `ikimoji kiosk` lets the operator in; `ikimoji play` locks nothing."""

    chord: Annotated[str, AfterValidator(_chord)] = key(
        CHORD, 'keys that open the operator\'s menu when they are held for a second; "none" for no keys'
    )
    corner: Corner = key(CORNERS[0], "where five quick taps open it, too")
    pin: Annotated[str, AfterValidator(_pin), Field(json_schema_extra={"pattern": PIN})] = key(
        "", "digits that the menu asks for, none if empty; who can read the file can read them"
    )


class ShowFile(Part):
    """A show: its scenes in order, and what holds for all of them."""

    defaults: Defaults = Field(default_factory=Defaults)
    scene: list[Entry] = Field(description="one [[scene]] for each scene, in order", min_length=1)
    attract: Attract = Field(default_factory=Attract)
    transition: Transition = Field(default_factory=Transition)
    hours: Hours | None = Field(default=None)
    screen: Screen = Field(default_factory=Screen)
    kiosk: Kiosk = Field(default_factory=Kiosk)
