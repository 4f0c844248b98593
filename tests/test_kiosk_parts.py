"""Lock, menu, log, place and signs of life of a kiosk, with no window."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import Dot, FakeClock

from scenes.labels import Line
from scenes.theme import THEMES
from viewer.keys import Stroke
from viewer.kiosk import driver, leash, pulse
from viewer.kiosk.journal import Journal, plain
from viewer.kiosk.lock import CHORD, TAPS, BadChord, Chord, Corner, Lock
from viewer.kiosk.menu import A_PAGE, BAN, IDLE, WORDS, Menu
from viewer.kiosk.minute import Minute, memory_mb
from viewer.kiosk.place import Place
from viewer.kiosk.pulse import Pulse
from viewer.kiosk.rules import RULES
from viewer.kiosk.stage import KioskStage
from viewer.show import Show

SIZE = (1280, 800)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def by_length(text: str, language: str) -> Line:
    return Line(tuple(text), tuple(range(len(text))), float(len(text)))


# the lock


def test_a_chord_is_read_and_a_wrong_one_refused() -> None:
    assert Chord.parse("ctrl + Alt+shift+k") == Chord.parse(CHORD)
    for wrong in ("K", "Ctrl+K", "Ctrl+Alt+", "Hyper+Alt+K", "Ctrl+Alt"):
        with pytest.raises(BadChord, match=r"chord|modifiers"):
            Chord.parse(wrong)


def test_the_chord_opens_once_when_held_and_not_when_struck() -> None:
    clock = Clock()
    lock = Lock(now=clock)
    answers = []
    for down in (True, False, *[True] * 30):
        answers.append(lock.held(down))
        clock.now += 0.1
    assert answers.count(True) == 1
    assert answers.index(True) >= 12, "not before a second has passed"


@pytest.mark.parametrize(
    ("corner", "place"),
    [
        ("top-left", (5, 5)),
        ("top-right", (1275, 5)),
        ("bottom-left", (5, 795)),
        ("bottom-right", (1275, 795)),
    ],
)
def test_five_quick_taps_in_the_corner_and_nothing_else(corner: Corner, place: tuple[int, int]) -> None:
    clock = Clock()
    lock = Lock(corner, clock)

    def taps(*places: tuple[float, float], every: float = 0.3) -> list[bool]:
        answers = []
        for x, y in places:
            clock.now += every
            answers.append(lock.tap(x, y, SIZE))
        return answers

    assert taps(*[place] * TAPS) == [False] * (TAPS - 1) + [True]
    assert not any(taps(*[place] * (TAPS - 1), (640, 400), place)), "one elsewhere starts anew"
    assert not any(taps(*[place] * 12, every=1.0)), "slow ones are a visitor's"
    assert not any(taps(*[(float("nan"), 0.0)] * 9))
    assert not Lock("none", clock).tap(*place, SIZE)


# the menu and the stage


def menu_of(clock: Clock, scenes: int = 3, pin: str = "", size: tuple[int, int] = SIZE) -> Menu:
    menu = Menu(THEMES["day"], "en", [f"scene {i}" for i in range(scenes)], by_length, pin, clock)
    menu.resize(*size)
    return menu


def test_every_word_is_there_in_every_language() -> None:
    for words in WORDS.values():
        assert set(words) == {"ja", "ko", "en"}
        assert all(words.values())


def test_the_pin_lets_in_and_wrong_ones_must_wait() -> None:
    clock = Clock()
    menu = menu_of(clock, pin="4711")
    menu.show()

    def enter(digits: str) -> None:
        for digit in digits:
            menu.digit(digit)

    for _ in range(3):
        assert menu.page == "pin"
        enter("4712")
    enter("4711")
    assert menu.page == "pin", "three wrong ones: none is taken for a while"
    clock.now += BAN + 1
    enter("4711")
    assert menu.page == "menu"


def test_a_menu_left_alone_closes() -> None:
    clock = Clock()
    menu = menu_of(clock)
    menu.show()
    clock.now += IDLE - 1
    menu.look()
    assert menu.open
    clock.now += 2
    menu.look()
    assert not menu.open


@pytest.mark.parametrize("size", [SIZE, (3840, 2160), (1080, 1920), (5120, 360), (200, 120), (1, 1)])
@pytest.mark.parametrize("page", ["pin", "menu", "scenes"])
def test_all_buttons_lie_in_the_window_and_apart(size: tuple[int, int], page: str) -> None:
    menu = menu_of(Clock(), 18, "1", size)
    menu.page = page  # type: ignore[assignment]
    boxes = np.array([(b.x, b.y, b.x + b.width, b.y + b.height) for b in menu.items])
    assert (boxes[:, :2] >= 0).all()
    assert (boxes[:, 2:] <= np.array(size)).all()
    assert len({menu.at(*item.center) for item in menu.items}) == len(menu.items), "none covers another"
    menu.picture()


def test_a_long_show_has_pages() -> None:
    menu = menu_of(Clock(), A_PAGE * 2 + 1)
    menu.show()
    menu.act("go to")
    seen = set()
    for _ in range(3):
        seen |= {item.name for item in menu.items if item.name.startswith("go ")}
        menu.act("more")
    assert len(seen) == A_PAGE * 2 + 1
    assert menu.items[0].name == "go 0", "and round again"


def stage_of(clock: FakeClock, pin: str = "") -> KioskStage:
    show = Show(["a", "b", "c"], lambda name, setting: Dot(None, setting), Dot().setting, pytest.fail, clock)
    stage = KioskStage(show, menu_of(Clock(), pin=pin), Lock(now=Clock()), now=clock)
    stage.resize(SIZE, SIZE)
    return stage


def test_visitors_have_the_arrows_and_nothing_else(clock: FakeClock) -> None:
    stage = stage_of(clock)
    for command in ("quit", "quit_windowed", "fullscreen", "next_scene", "activate_pause", "activate_reset"):
        stage.key(Stroke(command))  # type: ignore[arg-type]
    stage.key(Stroke("pick_scene", number=2))
    stage.key(Stroke("scene", "escape"))
    stage.key(Stroke("scene", "left"))
    scene = stage.show.player.scene
    assert isinstance(scene, Dot)
    assert scene.heard == [("key", "left")]
    assert stage.wants == []
    assert stage.show.index == 0
    assert not stage.show.player.paused


def test_the_operator_reaches_everything_by_touch(clock: FakeClock) -> None:
    stage = stage_of(clock)

    def touch(name: str) -> None:
        (place,) = [item.center for item in stage.menu.items if item.name == name]
        stage.finger_press(7, *place)
        stage.finger_release(7, *place)

    for _ in range(TAPS):
        stage.finger_press(1, 10, 10)
        stage.finger_release(1, 10, 10)
    assert stage.menu.page == "menu"
    heard = stage.show.player.scene.heard  # type: ignore[attr-defined]
    before = len(heard)
    touch("pause")
    assert stage.show.player.paused
    touch("next")
    assert stage.show.index == 1
    touch("previous")
    touch("go to")
    touch("go 2")
    assert stage.show.index == 2
    assert not stage.menu.open, "whoever chose a scene wants to see it"
    assert len(heard) == before, "no scene feels the operator's fingers"
    stage.open_menu()
    touch("reload")
    stage.open_menu()
    touch("quit")
    assert stage.wants == ["reload", "quit"]


def test_a_finger_that_slides_off_a_button_asks_for_nothing(clock: FakeClock) -> None:
    stage = stage_of(clock)
    stage.open_menu()
    stage.mouse_press(*next(item.center for item in stage.menu.items if item.name == "quit"))
    stage.mouse_release(2, 2)
    assert stage.wants == []


def test_a_dropped_scene_never_comes_back_and_the_last_one_is_an_error(clock: FakeClock) -> None:
    show = stage_of(clock).show
    show.drop(RuntimeError("a"))
    assert show.index == 1
    show.step(-1)
    assert show.index == 2
    show.drop(RuntimeError("c"))
    with pytest.raises(RuntimeError, match="b"):
        show.drop(RuntimeError("b"))


# place, pulse, leash, driver


def test_the_place_is_kept_and_a_scene_that_kills_is_passed_over(tmp_path: Path) -> None:
    names = ("a", "b", "c")
    assert Place.of(names, tmp_path).resume(names) == 0
    Place.of(names, tmp_path).set(1, "b")
    assert Place.of(names, tmp_path).resume(names) == 1
    assert Place.of(names, tmp_path).resume(names) == 2, "it has died there twice"
    assert Place.of(("x",), tmp_path).resume(("x",)) == 0, "of another show nothing is known"
    assert Place.of(names, tmp_path).resume(("c", "a")) == 0, "an edited show is entered at the same scene"
    assert Place.of(names, tmp_path).resume(("z",)) == 0
    next(tmp_path.glob("*.json")).write_text("{broken")
    place = Place.of(names, tmp_path)
    assert place.resume(names) == 0
    place.set(2, "c")
    place.clear()
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_told_once_and_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    place = Place.of(("a", "b"), tmp_path / "file")
    place.set(1, "b")
    place.set(0, "a")
    assert capsys.readouterr().err.count("first scene") == 1
    assert Place.of(("a", "b"), tmp_path / "file").resume(("a", "b")) == 0


def test_signs_of_life_are_few_and_in_systemds_words() -> None:
    clock, sent = Clock(), []
    beat = Pulse(sent.append, RULES, clock)
    beat.loading()
    beat.busy()
    assert sent == [f"EXTEND_TIMEOUT_USEC={RULES.start * 1e6:.0f}"], "a start has its own patience"
    sent.clear()
    for _ in range(600):
        clock.now += 1 / 60
        beat.shown("pond")
    assert sent[0] == "READY=1\nSTATUS=pond"
    assert 15 <= len(sent) <= 21
    assert set(sent[1:]) == {"WATCHDOG=1\nSTATUS=pond"}
    sent.clear()
    beat.busy()
    beat.shown("koi")
    assert [text.split("\n")[0] for text in sent] == [
        f"WATCHDOG_USEC={RULES.busy * 1e6:.0f}",
        f"WATCHDOG_USEC={RULES.silence * 1e6:.0f}",
    ]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
def test_systemds_socket_hears_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with pulse.sender() as send:
            assert send
            Pulse(send).shown("pond")
            assert systemd.recv(100) == b"READY=1\nSTATUS=pond"
            systemd.close()
            send("WATCHDOG=1")  # nobody listens any more: no error
    assert "NOTIFY_SOCKET" not in os.environ, "what we start is not to speak for us"


def test_nobody_watches_a_show_played_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv(pulse.PIPE, raising=False)
    monkeypatch.delenv(leash.PARENT, raising=False)
    with pulse.sender() as send:
        assert send is None
    leash.tie()


def test_a_driver_that_was_reset_is_an_error() -> None:
    """Fault 21."""
    driver.check(lambda: 0)
    with pytest.raises(driver.LostContext, match="another program"):
        driver.check(lambda: 0x8254)
    assert driver.reset_status(lambda name: None)() == 0, "a driver that cannot tell counts as sound"


@pytest.mark.gl
def test_a_real_driver_is_sound(ctx: object) -> None:
    from viewer.sdl import sdl2

    driver.check(driver.reset_status(sdl2.SDL_GL_GetProcAddress))


# the log


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_log_is_json_and_stays_small(tmp_path: Path) -> None:
    journal = Journal("show", tmp_path, size=2000, files=3)
    for number in range(300):
        journal.note("minute", scene="池", number=number, nothing=None)
    journal.close()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    assert all(file.stat().st_size <= 2000 for file in files)
    last = lines(journal.path)[-1]
    assert last.pop("time").endswith("Z")
    assert last == {"event": "minute", "scene": "池", "number": 299}


def test_a_log_that_cannot_be_written_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    journal = Journal("show", tmp_path / "file")
    for _ in range(3):
        journal.note("start")
    assert capsys.readouterr().err.count("nothing is logged") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "show.jsonl").symlink_to("/dev/full")
    journal = Journal("show", tmp_path)
    for _ in range(3):
        journal.note("start")
    assert capsys.readouterr().err.count("nothing is logged") == 1


def test_no_home_folder_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/jane"))
    assert plain("failed at /home/jane/show/pond.py:3") == "failed at ~/show/pond.py:3"


def test_a_minute_in_numbers() -> None:
    clock = Clock()
    minute = Minute(clock)
    for number in range(3650):
        clock.now += 1 / 60 if number % 100 else 0.05
        minute.frame(shown=bool(number % 2))
        facts = minute.take()
        if facts:
            break
    assert facts
    assert 3400 < facts["frames"] <= 3600
    assert facts["frame_ms"] == {"p50": 16.7, "p95": 16.7, "p99": pytest.approx(33, abs=17), "max": 50.0}
    assert facts["memory_mb"] == pytest.approx(memory_mb(), rel=0.5)
    assert minute.take() is None


def test_time_out_of_sight_is_no_frame() -> None:
    clock = Clock()
    minute = Minute(clock)
    minute.frame(True)
    clock.now += 1
    minute.pause()
    clock.now += 60
    minute.frame(True)
    facts = minute.take()
    assert facts
    assert facts["frame_ms"]["max"] == 0.0


def test_the_rules_leave_room_for_a_scene_that_compiles() -> None:
    assert RULES.busy > RULES.silence
    assert replace(RULES).most >= 3
