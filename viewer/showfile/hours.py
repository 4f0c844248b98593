"""Hours of the day: spans of local time as people write them, right on the days when clocks change.

A span is resolved to two instants. A time that comes twice (clocks go back) means the first of them, and one
that does not come (clocks go forward) the moment of the jump: so a show opens and closes once a day, always.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = "|".join(DAYS)
_TIME = r"([01]\d|2[0-4]):([0-5]\d)"
SPAN = rf"^((({_DAY})(-({_DAY}))?)(,({_DAY})(-({_DAY}))?)* )?{_TIME}-{_TIME}$"
"""How a span is written, for the program and for editors."""
_EXAMPLE = '"09:30-21:00" or "mon-fri 10:00-18:00"'
_WHOLE_DAY = 24 * 60


@dataclass(frozen=True)
class Span:
    """``start`` and ``end`` in minutes of the day on which it starts, the end up to 48 h; Monday is day 0."""

    start: int
    end: int
    days: frozenset[int]


def read_span(text: str) -> Span:
    """The span of a text. Raises ValueError with an example."""
    if not re.fullmatch(SPAN, text):
        raise ValueError(f"{text!r} is no span of hours; write {_EXAMPLE}")
    days, _, times = text.rpartition(" ")
    start, end = (_minutes(t) for t in times.split("-"))
    if max(start, end) > _WHOLE_DAY or start == _WHOLE_DAY:
        raise ValueError(f"{text!r}: a day has 24:00 hours; write {_EXAMPLE}")
    if start == end:
        raise ValueError(f"{text!r} has no length; for a whole day write 00:00-24:00")
    return Span(start, end if end > start else end + _WHOLE_DAY, frozenset(_days(days)))


def read_zone(name: str) -> ZoneInfo:
    """The time zone of that name. Raises ValueError."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        if not available_timezones():
            raise ValueError(
                "this machine knows no time zones; install tzdata (by apt, or by pip on Windows), or leave "
                "zone out for the machine's own"
            ) from None
        raise ValueError(f"no time zone {name!r}; names are such as Asia/Tokyo or Europe/Berlin") from None


def is_open(spans: Iterable[Span], at: float, zone: tzinfo | None = None) -> bool:
    """Whether one of the spans holds the moment ``at`` (seconds since 1970). ``zone`` None: the machine's."""
    today = datetime.fromtimestamp(at, zone).date()
    return any(
        _instant(day, span.start, zone) <= at < _instant(day, span.end, zone)
        for span in spans
        for day in (today - timedelta(days=1), today)
        if day.weekday() in span.days
    )


def _instant(day: date, minutes: int, zone: tzinfo | None) -> float:
    """The first moment (seconds since 1970) at which clocks show that time, or have jumped over it."""
    wall = datetime(day.year, day.month, day.day, tzinfo=zone) + timedelta(minutes=minutes)
    early, late = sorted(wall.replace(fold=fold).timestamp() for fold in (0, 1))
    if early == late or _shows(early, zone) == wall.replace(tzinfo=None):
        return early
    while late - early > 1:  # clocks jump between the two
        middle = (early + late) // 2
        if _shows(middle, zone) < wall.replace(tzinfo=None):
            early = middle
        else:
            late = middle
    return late


def _shows(at: float, zone: tzinfo | None) -> datetime:
    """What clocks show at that moment."""
    return datetime.fromtimestamp(at, zone).replace(tzinfo=None, fold=0)


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def _days(text: str) -> Iterable[int]:
    if not text:
        yield from range(7)
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        start = DAYS.index(first)
        length = (DAYS.index(last or first) - start) % 7
        yield from ((start + i) % 7 for i in range(length + 1))
