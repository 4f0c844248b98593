"""Hours of the day, minute by minute, also over the two nights in which clocks change."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from viewer.showfile.hours import is_open, read_span, read_zone

BERLIN = ZoneInfo("Europe/Berlin")
SPRING = datetime(2026, 3, 29, tzinfo=BERLIN)
"""02:00 CET becomes 03:00 CEST."""
AUTUMN = datetime(2026, 10, 25, tzinfo=BERLIN)
"""03:00 CEST becomes 02:00 CET."""


def utc(year: int, month: int, day: int, hour: int, minute: int = 0) -> float:
    return datetime(year, month, day, hour, minute, tzinfo=timezone.utc).timestamp()


def turns(texts: list[str], start: float, minutes: int, zone: ZoneInfo | None) -> list[str]:
    """When the show opens (+) and closes (-) in that time, in UTC; its state at the start first."""
    spans = [read_span(text) for text in texts]
    was, found = is_open(spans, start, zone), []
    found.append("+" if was else "-")
    for minute in range(1, minutes + 1):
        now = start + 60 * minute
        if is_open(spans, now, zone) != was:
            was = not was
            found.append(f"{'+' if was else '-'}{datetime.fromtimestamp(now, timezone.utc):%H:%M}")
    return found


DAY = 24 * 60


@pytest.mark.parametrize(
    ("night", "minutes", "span", "expected"),
    [
        # An ordinary span keeps to the clock on the wall: an hour earlier in UTC after the change.
        (SPRING, 23 * 60, "09:00-21:00", ["-", "+07:00", "-19:00"]),
        (AUTUMN, 25 * 60, "09:00-21:00", ["-", "+08:00", "-20:00"]),
        # 02:30 does not come in spring: the jump (01:00 UTC) counts. It comes twice in autumn: the first.
        (SPRING, 23 * 60, "02:30-21:00", ["-", "+01:00", "-19:00"]),
        (SPRING, 23 * 60, "00:30-02:30", ["-", "+23:30", "-01:00"]),
        (AUTUMN, 25 * 60, "02:30-21:00", ["-", "+00:30", "-20:00"]),
        (AUTUMN, 25 * 60, "00:30-02:30", ["-", "+22:30", "-00:30"]),
        # Nothing opens where both ends fall into what is left out, and both changes lie within a whole day.
        (SPRING, 23 * 60, "02:10-02:50", ["-"]),
        (AUTUMN, 25 * 60, "02:10-02:50", ["-", "+00:10", "-00:50"]),
        (SPRING, 23 * 60, "00:00-24:00", ["+"]),
        (AUTUMN, 25 * 60, "00:00-24:00", ["+"]),
    ],
)
def test_over_both_changes_a_show_opens_and_closes_once(
    night: datetime, minutes: int, span: str, expected: list[str]
) -> None:
    assert turns([span], night.timestamp(), minutes - 1, BERLIN) == expected


def test_the_night_of_the_change_is_as_long_as_it_is() -> None:
    """A party from Saturday evening to five: seven hours of night in spring, nine in autumn."""
    span = ["sat 22:00-05:00"]
    assert turns(span, SPRING.timestamp() - 3 * 3600, 9 * 60, BERLIN) == ["-", "+21:00", "-03:00"]
    assert turns(span, AUTUMN.timestamp() - 3 * 3600, 11 * 60, BERLIN) == ["-", "+20:00", "-04:00"]


def test_a_span_beyond_midnight_belongs_to_the_day_on_which_it_starts() -> None:
    spans = ["fri 18:00-02:00"]
    friday = utc(2026, 11, 6, 12)
    zone = ZoneInfo("UTC")
    assert turns(spans, friday, 2 * DAY, zone) == ["-", "+18:00", "-02:00"]
    assert turns(spans, utc(2026, 11, 5, 12), DAY - 1, zone) == ["-"]


def test_days_and_several_spans() -> None:
    zone = ZoneInfo("UTC")
    spans = ["mon-wed,fri 10:00-12:00", "fri-mon 14:00-15:00"]
    open_on = [
        len([t for t in turns(spans, utc(2026, 11, day, 0), DAY - 1, zone) if t.startswith("+")])
        for day in range(2, 9)  # a Monday first
    ]
    assert open_on == [2, 1, 1, 0, 2, 1, 1]


@pytest.fixture
def machine_in_berlin() -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
    time.tzset()
    yield
    os.environ.pop("TZ")
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system sets its zone in another way")
@pytest.mark.usefixtures("machine_in_berlin")
def test_without_a_zone_the_machines_own_rules_hold() -> None:
    for night, minutes in ((SPRING, 23 * 60), (AUTUMN, 25 * 60)):
        for span in ("02:30-21:00", "00:30-02:30", "02:10-02:50", "09:00-21:00"):
            start = night.timestamp()
            assert turns([span], start, minutes, None) == turns([span], start, minutes, BERLIN)


@pytest.mark.parametrize(
    "text",
    [
        *("", "9:00-10:00", "09:00", "09:00-25:00", "09:00-24:30", "24:00-09:00", "08:00-08:00"),
        *("mo 09:00-10:00", "mon- 09:00-10:00", "mon 09:00 - 10:00", "09:00-10:00\n", "MON 09:00-10:00"),
    ],
)
def test_what_is_no_span_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"write .*0:00|for a whole day write"):
        read_span(text)


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Europe", "/etc/localtime"])
def test_an_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        read_zone(name)


def test_a_machine_without_time_zones_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.showfile.hours.available_timezones", set)
    with pytest.raises(ValueError, match="install tzdata"):
        read_zone("Mars/Olympus")
