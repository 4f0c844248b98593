"""From window pixels to the board, at every pixel ratio and fit; one press per press, one id per finger."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from conftest import Dot, FakeClock

from scenes.board import FITS, Board, view
from scenes.labels import Line
from scenes.scene import Scene, Setting
from scenes.theme import THEMES
from viewer.hud import Hud
from viewer.keys import Stroke, stroke
from viewer.pointers import MOUSE, Lens, Pointers
from viewer.sdl import sdl2
from viewer.show import Show
from viewer.stage import Stage

RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)
WINDOWS = ((1280, 800), (1920, 1080), (3440, 960), (540, 960), (317, 211), (64, 48))


def no_text(text: str, language: str) -> Line:
    return Line()


@pytest.fixture
def stage(make_dot: Callable[..., Scene], clock: FakeClock) -> Stage:
    return make_stage(make_dot, clock)


def make_stage(make: Callable[..., Scene], clock: FakeClock, count: int = 1, fit: str = "extend") -> Stage:
    show = Show([f"s{i}" for i in range(count)], make, Setting(), pytest.fail, clock)
    hud = Hud(THEMES["day"], "en", count > 1, no_text)
    made = Stage(show, hud, fit, clock)  # type: ignore[arg-type]
    made.resize((1280, 800), (1280, 800))
    made.frame()
    return made


def heard(stage: Stage) -> list[tuple]:
    scene = stage.show.player.scene
    assert isinstance(scene, Dot)
    return scene.heard


@pytest.mark.parametrize("fit", FITS)
@pytest.mark.parametrize("ratio", RATIOS)
def test_the_pointer_lies_where_the_window_shows_it(
    fit: str, ratio: float, make_dot: Callable[..., Scene], clock: FakeClock
) -> None:
    """Fault 3: within 2 window px at every ratio, window size and fit."""
    for width, height in WINDOWS:
        buffer = round(width * ratio), round(height * ratio)
        stage = make_stage(make_dot, clock, fit=fit)
        stage.resize((width, height), buffer)
        clock.pass_seconds(1)
        stage.frame()
        lens, board = stage.lens, stage.show.player.scene.board
        for u, v in itertools.product((0.02, 0.31, 0.5, 0.77, 0.98), repeat=2):
            bx, by = u * board.width, v * board.height
            px, py = stage.view.to_pixels(bx, by)  # where the painter puts it
            wx, wy = px / (buffer[0] / width), py / (buffer[1] / height)  # where a person sees it
            gx, gy = lens.to_board(wx, wy)
            assert abs(gx - bx) * stage.view.scale / ratio < 2
            assert abs(gy - by) * stage.view.scale / ratio < 2


def test_an_extended_board_has_no_bars(make_dot: Callable[..., Scene], clock: FakeClock) -> None:
    stage = make_stage(make_dot, clock)
    for size in WINDOWS:
        stage.resize(size, size)
        clock.pass_seconds(1)
        stage.frame()
        seen = stage.view
        assert (seen.left, seen.top) == pytest.approx((0, 0), abs=1e-6)
        assert seen.to_pixels(seen.board.width, seen.board.height) == pytest.approx(size)


def test_a_mouse_hovers_presses_drags_out_and_lets_go(stage: Stage) -> None:
    stage.mouse_move(100, 100)
    stage.mouse_press(100, 100)
    stage.mouse_move(-50, 100)
    stage.mouse_leave()
    stage.mouse_release(-50, 100)
    kinds = [(event[0], event[1]) for event in heard(stage)]
    assert kinds == [("move", 0), ("press", 0), ("move", 0), ("release", 0), ("leave", 0)]
    assert heard(stage)[2][2] < 0, "a drag is followed beyond the edge"


def test_a_hovering_mouse_that_leaves_is_gone_once(stage: Stage) -> None:
    stage.mouse_move(100, 100)
    stage.mouse_leave()
    stage.mouse_leave()
    assert [event[0] for event in heard(stage)] == ["move", "leave"]


def test_one_press_per_press(stage: Stage) -> None:
    stage.mouse_press(100, 100)
    stage.mouse_press(101, 100)
    stage.mouse_release(101, 100)
    stage.mouse_release(101, 100)
    assert [event[0] for event in heard(stage)] == ["press", "release"]


def test_every_finger_is_a_pointer_of_its_own(stage: Stage) -> None:
    """Fault 12."""
    for finger in ("a", "b", "c"):
        stage.finger_press((7, finger), 100, 100)
    stage.finger_release((7, "b"), 100, 100)
    stage.finger_press((7, "d"), 200, 100)
    pressed = [event[1] for event in heard(stage) if event[0] == "press"]
    assert pressed == [1, 2, 3, 2], "a free id is taken again, ids in use are not"
    assert ("leave", 2) in heard(stage), "a lifted finger is gone"
    assert MOUSE not in pressed


def test_a_finger_told_again_as_a_mouse_is_one_press(stage: Stage) -> None:
    """Faults 13 and 14."""
    stage.finger_press((7, 1), 300, 300)
    stage.mouse_move(300, 300)
    stage.mouse_press(302, 299)
    stage.finger_move((7, 1), 340, 300)
    stage.mouse_move(340, 300)
    stage.mouse_release(340, 300)
    stage.finger_release((7, 1), 340, 300)
    assert [event[:2] for event in heard(stage)] == [("press", 1), ("move", 1), ("release", 1), ("leave", 1)]


def test_a_hand_and_a_mouse_far_apart_are_two(stage: Stage) -> None:
    stage.finger_press((7, 1), 300, 300)
    stage.mouse_press(600, 300)
    assert [event[:2] for event in heard(stage)] == [("press", 1), ("press", 0)]


def test_the_bars_are_not_the_board(make_dot: Callable[..., Scene], clock: FakeClock) -> None:
    stage = make_stage(make_dot, clock, fit="contain")
    stage.resize((1600, 600), (1600, 600))
    stage.mouse_move(10, 300)
    stage.mouse_press(10, 300)
    stage.mouse_release(10, 300)
    assert heard(stage) == []
    stage.mouse_move(800, 300)
    stage.mouse_move(10, 300)
    assert [event[0] for event in heard(stage)] == ["move", "leave"]


def test_hiding_takes_everybody_off_the_board(stage: Stage) -> None:
    stage.mouse_move(100, 100)
    stage.finger_press((7, 1), 300, 300)
    stage.hide()
    assert heard(stage)[-2:] == [("leave", 0), ("leave", 1)]
    stage.finger_press((7, 9), 300, 300)
    assert heard(stage)[-1][:2] == ("press", 1)


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (0, 600), (2, 3000), (15, 15)])
def test_any_size_at_all(stage: Stage, clock: FakeClock, size: tuple[int, int]) -> None:
    """Fault 5: and the state is kept."""
    scene = stage.show.player.scene
    board, resets = scene.board, scene.resets  # type: ignore[attr-defined]
    stage.resize(size, size)
    clock.pass_seconds(1)
    stage.frame()
    stage.mouse_move(0, 0)
    stage.mouse_press(0.5, 0.5)
    stage.mouse_release(0.5, 0.5)
    stage.resize((1280, 800), (1280, 800))
    clock.pass_seconds(1)
    stage.frame()
    assert scene.board == board
    assert scene.resets == resets  # type: ignore[attr-defined]


def test_a_storm_of_sizes_places_the_scene_once(stage: Stage, clock: FakeClock) -> None:
    scene = stage.show.player.scene
    resets = scene.resets  # type: ignore[attr-defined]
    for width in range(400, 1400, 7):
        stage.resize((width, 700), (width, 700))
        clock.pass_seconds(0.016)
        stage.frame()
        assert stage.view.width == width
    clock.pass_seconds(0.5)
    stage.frame()
    assert scene.resets == resets + 1  # type: ignore[attr-defined]
    assert stage.view.left == pytest.approx(0, abs=1e-6)


class TestButtons:
    def place(self, stage: Stage, name: str) -> tuple[float, float]:
        assert stage.hud
        return next(button.center for button in stage.hud.buttons if button.name == name)

    def test_they_lie_at_the_lower_right_and_apart(self, stage: Stage) -> None:
        assert stage.hud
        for size in ((1280, 800), (3840, 2160), (400, 300), (320, 560)):
            stage.resize(size, size)
            pause, reset = stage.hud.buttons
            assert pause.x + pause.width < reset.x
            assert size[0] - 90 < reset.x + reset.width < size[0]
            assert size[1] - 90 < reset.y + reset.height < size[1]

    def test_pause_and_reset_by_pointer(self, stage: Stage) -> None:
        for press, release in (
            (stage.mouse_press, stage.mouse_release),
            (lambda *p: stage.finger_press(1, *p), lambda *p: stage.finger_release(1, *p)),
        ):
            where = self.place(stage, "pause")
            press(*where)
            assert not stage.show.player.paused, "on release, not on press"
            release(*where)
            assert stage.show.player.paused
            press(*where)
            release(*where)
            assert not stage.show.player.paused
        resets = stage.show.player.scene.resets  # type: ignore[attr-defined]
        stage.mouse_press(*self.place(stage, "reset"))
        stage.mouse_release(*self.place(stage, "reset"))
        assert stage.show.player.scene.resets == resets + 1  # type: ignore[attr-defined]
        assert not any(event[0] in ("press", "release") for event in heard(stage))

    def test_a_finger_on_a_button_takes_no_other_with_it_when_the_scene_changes(
        self, make_dot: Callable[..., Scene], clock: FakeClock
    ) -> None:
        stage = make_stage(make_dot, clock, count=2)
        stage.finger_press("a", *self.place(stage, "pause"))
        stage.finger_press("b", 400.0, 300.0)
        stage.show.step(1)
        stage.frame()
        stage.finger_move("b", 410.0, 300.0)
        stage.finger_release("b", 410.0, 300.0)
        stage.finger_press("b", 420.0, 300.0)
        assert [event[0] for event in heard(stage) if event[0] != "leave"] == ["move", "press"]
        stage.finger_release("a", *self.place(stage, "pause"))
        assert not stage.show.player.paused

    def test_sliding_off_a_button_takes_it_back(self, stage: Stage) -> None:
        stage.mouse_press(*self.place(stage, "pause"))
        stage.mouse_move(100, 100)
        stage.mouse_release(100, 100)
        assert not stage.show.player.paused

    def test_the_tab_walks_pause_reset_board(self, stage: Stage) -> None:
        hud = stage.hud
        assert hud
        assert (hud.focus, hud.ring) == ("board", False)
        seen = []
        for _ in range(3):
            stage.key(Stroke("next_focus"))
            seen.append((hud.focus, hud.ring))
        assert seen == [("pause", True), ("reset", True), ("board", True)]
        stage.key(Stroke("previous_focus"))
        assert hud.focus == "reset"
        stage.mouse_press(100, 100)
        assert (hud.focus, hud.ring) == ("board", False), "no ring for pointers"

    def test_enter_and_space_press_the_focused_button(self, stage: Stage) -> None:
        player = stage.show.player
        for symbol in (sdl2.SDLK_RETURN, sdl2.SDLK_SPACE):
            stage.hud.point("pause")  # type: ignore[union-attr]
            before = player.paused
            self.type(stage, symbol)
            assert player.paused is not before
        resets = player.scene.resets  # type: ignore[attr-defined]
        stage.hud.point("reset")  # type: ignore[union-attr]
        self.type(stage, sdl2.SDLK_SPACE)
        assert player.scene.resets == resets + 1  # type: ignore[attr-defined]

    def test_on_the_board_enter_resets_and_space_pauses(self, stage: Stage) -> None:
        player = stage.show.player
        resets = player.scene.resets  # type: ignore[attr-defined]
        self.type(stage, sdl2.SDLK_SPACE)
        assert player.paused
        self.type(stage, sdl2.SDLK_RETURN)
        assert player.scene.resets == resets + 1  # type: ignore[attr-defined]
        assert player.paused

    def test_several_scenes_have_two_more(self, make_dot: Callable[..., Scene], clock: FakeClock) -> None:
        stage = make_stage(make_dot, clock, 3)
        for size in ((1280, 800), (300, 400)):
            stage.resize(size, size)
            boxes = stage.hud.buttons  # type: ignore[union-attr]
            assert [box.name for box in boxes] == ["pause", "reset", "previous", "next"]
            for a, b in itertools.combinations(boxes, 2):
                apart_x = a.x + a.width <= b.x or b.x + b.width <= a.x
                assert apart_x or a.y + a.height <= b.y or b.y + b.height <= a.y
        stage.mouse_press(*self.place(stage, "next"))
        stage.mouse_release(*self.place(stage, "next"))
        assert stage.show.index == 1
        self.type(stage, sdl2.SDLK_PAGEUP)
        self.type(stage, sdl2.SDLK_PAGEUP)
        assert stage.show.index == 2
        self.type(stage, sdl2.SDLK_1)
        assert stage.show.index == 0

    def type(self, stage: Stage, symbol: int, modifiers: int = 0) -> None:
        asked = stroke(symbol, modifiers)
        assert asked
        stage.key(asked)


class TestKeys:
    @pytest.mark.parametrize("name", ["left", "right", "up", "down", "escape"])
    def test_arrows_and_escape_go_to_the_scene(self, stage: Stage, name: str) -> None:
        asked = stroke(getattr(sdl2, f"SDLK_{name.upper()}"))
        assert asked
        stage.key(asked)
        assert heard(stage) == [("key", name)]

    def test_held_keys(self) -> None:
        assert stroke(sdl2.SDLK_LEFT, repeat=True)
        assert stroke(sdl2.SDLK_TAB, repeat=True)
        for symbol in (sdl2.SDLK_SPACE, sdl2.SDLK_RETURN, sdl2.SDLK_F11, sdl2.SDLK_q, sdl2.SDLK_ESCAPE):
            assert stroke(symbol, repeat=True) is None

    def test_wrong_keys_do_nothing(self) -> None:
        known = {
            *(sdl2.SDLK_LEFT, sdl2.SDLK_RIGHT, sdl2.SDLK_UP, sdl2.SDLK_DOWN, sdl2.SDLK_ESCAPE),
            *(sdl2.SDLK_RETURN, sdl2.SDLK_KP_ENTER, sdl2.SDLK_SPACE, sdl2.SDLK_TAB, sdl2.SDLK_F11),
            *(
                sdl2.SDLK_PAGEDOWN,
                sdl2.SDLK_PAGEUP,
                sdl2.SDLK_HOME,
                sdl2.SDLK_BACKSPACE,
                sdl2.SDLK_q,
                *range(sdl2.SDLK_0, sdl2.SDLK_9 + 1),
            ),
        }
        symbols = [value for name, value in vars(sdl2).items() if name.startswith("SDLK_")]
        assert len(symbols) > 200
        assert {symbol for symbol in symbols if stroke(symbol)} == known
        for symbol in known - {sdl2.SDLK_q}:
            assert stroke(symbol, sdl2.KMOD_LCTRL) is None
            assert stroke(symbol, sdl2.KMOD_LALT) is None

    def test_leaving(self, stage: Stage) -> None:
        stage.key(stroke(sdl2.SDLK_q))  # type: ignore[arg-type]
        assert stage.wants == ["quit"]
        stage.wants.clear()
        stage.fullscreen = True
        stage.key(stroke(sdl2.SDLK_q))  # type: ignore[arg-type]
        assert stage.wants == []
        stage.key(stroke(sdl2.SDLK_q, sdl2.KMOD_LCTRL))  # type: ignore[arg-type]
        assert stage.wants == ["quit"]

    def test_a_kiosk_has_no_buttons(self, make_dot: Callable[..., Scene], clock: FakeClock) -> None:
        show = Show(["s"], make_dot, Setting(), pytest.fail, clock)
        stage = Stage(show, None, "extend", clock)
        stage.resize((800, 600), (800, 600))
        clock.pass_seconds(1)
        assert len(stage.frame()) == 1
        stage.key(Stroke("next_focus"))
        stage.mouse_press(780, 580)
        stage.mouse_release(780, 580)
        assert [event[0] for event in heard(stage)] == ["press", "release"]


def test_lens_and_pointers_know_no_window() -> None:
    """The way from window to board by hand: 2 px per unit, contain, a 960x600 board picture in 1000x600."""
    lens = Lens(view(1000, 600, "contain", Board()), (2.0, 2.0))
    assert lens.to_board(10.0, 0.0) == pytest.approx((0.0, 0.0))
    assert lens.to_board(250.0, 150.0) == pytest.approx((240.0, 150.0))
    assert Pointers().finger("x", 0, 0) == 1
