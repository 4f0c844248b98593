"""What moves painted at a share of the resolution: in place, crisp, what stands still untouched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gl_objects import live

from kernels import runtime
from scenes import registry
from scenes.board import Board, view
from scenes.panels import Panel, Panels
from scenes.picture import Ground, Layer, Picture, discs, floats, shapes
from scenes.scene import Setting
from scenes.theme import THEMES
from viewer import cast
from viewer.canvas import Canvas
from viewer.painter import Painter
from viewer.painter.layer import KEEP_PAINTS
from viewer.painter.scaled import LETTERS, scaled
from viewer.resolution import STEPS

THEME = THEMES["day"]
SHARES = STEPS[1:]
SIZES = [(480, 300), (333, 211), (211, 333), (640, 80)]


class Easel:
    def __init__(self, ctx: Any) -> None:
        self.painter, self.canvas = Painter(ctx), Canvas(ctx)

    def paint(self, picture: Picture, where: Any, share: float, owner: str = "") -> np.ndarray:
        size = where.width, where.height
        target = self.canvas.of_size(size)
        target.clear(1.0, 0.0, 1.0, 1.0)
        self.painter.paint(picture, where, target, owner=owner or share, share=share)
        rows = np.frombuffer(target.read(components=4), np.uint8).reshape(size[1], size[0], 4)
        return rows[::-1].astype(int)

    def release(self) -> None:
        self.canvas.release()
        self.painter.release()


@pytest.fixture
def easel(ctx: Any) -> Iterator[Easel]:
    easel = Easel(ctx)
    yield easel
    easel.release()


def paper() -> Ground:
    return Ground(name="ground", top=THEME.paper, bottom=THEME.sage, patch=THEME.sand)


def ring(x: float, y: float, name: str = "ring") -> Layer:
    return discs(name, [(x, y)], [[40.0, 30.0]], THEME.coral, ink=THEME.ink, ink_width=2.2)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("size", SIZES)
def test_all_lies_where_it_does_at_full_size(easel: Easel, size: tuple[int, int], share: float) -> None:
    """To a quarter of a pixel: the centre of mass of ink, and each edge of a box."""
    where = view(*size)
    w, h = where.board.width, where.board.height
    x0, x1, y0, y1 = 0.3 * w, 0.7 * w, 0.25 * h, 0.8 * h
    box = shapes("box", [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], THEME.ink, corner=1.0)
    plain = Ground(name="ground", top=THEME.paper, bottom=THEME.paper, patch=THEME.paper, grain=0.0)
    full, less = (easel.paint(Picture((plain, box)), where, s) for s in (1.0, share))
    for axis in (0, 1):
        dark = [(240 - picture[..., 0]).clip(0).sum(axis) for picture in (full, less)]
        at = [np.average(np.arange(len(d)), weights=d) for d in dark]
        assert at[0] == pytest.approx(at[1], abs=0.25)
    assert dark[0].sum() == pytest.approx(dark[1].sum(), rel=0.03)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("size", SIZES)
def test_every_corner_is_covered(easel: Easel, size: tuple[int, int], share: float) -> None:
    where = view(*size)
    full, less = (easel.paint(Picture((paper(), ring(50, 50))), where, s) for s in (1.0, share))
    assert (less[..., 3] == 255).all()
    for y in (0, -1):
        for x in (0, -1):
            assert np.abs(full[y, x] - less[y, x]).max() < 12
    assert np.abs(full - less).mean() < 2.5


@pytest.mark.parametrize("fit", ["contain", "cover"])
def test_bars_stay_where_they_are(easel: Easel, fit: Any) -> None:
    where = view(400, 160, fit, Board())
    full, less = (easel.paint(Picture((paper(), ring(240, 150))), where, s) for s in (1.0, 0.5))
    for column in (0, 30, 100, 200, 370, 399):
        assert np.abs(full[80, column] - less[80, column]).mean() < 30, column
    x0, _, x1, _ = where.shown
    bars = np.r_[0 : max(x0 - 2, 0), min(x1 + 2, 400) : 400]
    assert np.abs(full[:, bars] - less[:, bars]).max(initial=0) <= 1


def letters() -> Layer:
    """A word that lies on the board."""
    runtime.start("cpu")
    picture = cast.moment(cast.make("hero", Setting(language="en")), 2.0)
    return next(layer for layer in picture.layers if layer.name == "letters")


@pytest.mark.parametrize("size", [(480, 300), (800, 200), (200, 800)])
def test_letters_between_what_moves_are_covered_by_nothing(easel: Easel, size: tuple[int, int]) -> None:
    """Also beside bars: what lay below the letters is not laid over them once more."""
    where, word = view(*size, fit="contain", board=Board()), letters()
    plain = Ground(name="ground", top=THEME.paper, bottom=THEME.paper, patch=THEME.paper, grain=0.0)

    def shown(share: float, *above: Layer) -> np.ndarray:
        for at in (239.0, 240.0):
            below = discs("below", [(at, 150.0)], [[230.0, 140.0]], THEME.coral)
            found = easel.paint(Picture((plain, below, word, *above)), where, share)
        return found

    without, less = shown(0.5), shown(0.5, ring(470, 290))
    x0, y0, x1, y1 = where.shown
    middle = np.s_[y0 : y0 + (y1 - y0) * 3 // 4, x0 : x0 + (x1 - x0) * 3 // 4]
    assert np.abs(shown(1.0)[middle] - (242, 139, 116, 255)).max() > 100, "there are letters"
    assert np.abs(shown(1.0) - shown(1.0, ring(470, 290)))[middle].max() == 0
    assert np.abs(without - less)[middle].max() == 0


def test_letters_within_a_picture_within_the_picture_are_as_crisp(easel: Easel) -> None:
    where, word = view(960, 600), letters()
    box = floats([[20.0, 30.0, 200.0, 125.0], [250.0, 30.0, 200.0, 125.0], [20.0, 160.0, 200.0, 125.0]])
    plain = Ground(name="ground", top=THEME.paper, bottom=THEME.paper, patch=THEME.paper, grain=0.0)

    def shown(share: float, without: bool = False) -> np.ndarray:
        for at in (470.0, 471.0):
            pictures = [
                (plain, ring(at, 290), *(() if without else (word,)), ring(at, 20, "above")),
                (plain, ring(at - 230, 150)),
                (word,),
            ]
            panels = tuple(Panel(Picture(p), Board(), k) for k, p in enumerate(pictures))
            found = easel.paint(Picture((plain, Panels(name="panels", box=box, panels=panels))), where, share)
        return found

    full, less = shown(1.0), shown(0.5)
    inside = np.s_[80:290, 50:360]  # of the first, but for its rings
    assert np.abs(full - shown(1.0, without=True))[inside].max() > 100, "there are letters"
    assert np.abs(full - less)[inside].max() <= 1
    assert np.array_equal(full[314:], less[314:])
    assert not np.array_equal(full[:, 500:], less[:, 500:])
    assert np.abs(full - less).mean() < 2


def test_water_within_a_picture_within_the_picture_looks_through_to_what_is_below(easel: Easel) -> None:
    runtime.start("cpu")
    scene = registry.scene_class("pond")(setting=Setting())
    for _ in range(20):
        scene.tick()
    where, panel = view(960, 600), Panel(scene.picture(), Board(), "pond")
    box = floats([[20.0, 30.0, 320.0, 200.0]])
    full, less = (
        easel.paint(Picture((paper(), Panels(name="panels", box=box, panels=(panel,)))), where, share)
        for share in (1.0, 0.5)
    )
    assert np.abs(full - less).mean() < 2


def test_a_part_of_the_target_has_all_of_the_resolution(easel: Easel) -> None:
    """As a picture that grows out of the wall has: only what fills the target can be painted smaller."""
    where = view(480, 300)
    target = easel.canvas.of_size((480, 300))
    seen = []
    for share in (1.0, 0.5):
        target.clear()
        picture = Picture((paper(), ring(200, 150)))
        easel.painter.paint(picture, where, target, (40, 30, 300, 200), origin=(40, 30), share=share)
        seen.append(target.read())
    assert seen[0] == seen[1]


def test_what_stands_still_has_all_of_the_resolution(easel: Easel) -> None:
    where, ground, stone = view(480, 300), paper(), ring(100, 80, "stone")

    def shown(share: float) -> np.ndarray:
        for at in (300.0, 320.0, 340.0):
            found = easel.paint(Picture((ground, stone, ring(at, 200))), where, share)
        return found

    full, less = shown(1.0), shown(0.5)
    assert np.array_equal(full[:130], less[:130])
    assert not np.array_equal(full[130:], less[130:])


@pytest.mark.parametrize("name", ["pile", "rope", "wind"])
def test_letters_have_all_of_it_and_outlines_nearly(easel: Easel, name: str) -> None:
    runtime.start("cpu")
    where = view(960, 600)
    scene = registry.scene_class(name)(setting=Setting(board=where.board, language="en"))
    pictures = []
    for _ in range(60):
        scene.tick()
        pictures.append(scene.picture())

    def shown(share: float) -> np.ndarray:
        for picture in pictures[-3:]:
            found = easel.paint(picture, where, share)
            while easel.painter._letters and easel.painter._letters.waiting:
                easel.painter.refine(1.0)
            found = easel.paint(picture, where, share)
        return found[..., :3]

    full, less = shown(1.0), shown(0.5)
    apart = np.abs(full - less)
    assert apart.mean() < 1.2
    assert np.percentile(apart, 99) < 40
    letters = [tuple(layer for layer in p.layers if isinstance(layer, (Ground, *LETTERS))) for p in pictures]
    pictures = [Picture(layers) for layers in letters]
    assert np.array_equal(shown(1.0), shown(0.5)), "letters on the ground are the same to the texel"


@pytest.mark.parametrize("share", SHARES)
def test_an_outline_is_as_dark_and_hardly_wider(easel: Easel, share: float) -> None:
    """One that is 7 px wide; and no halo beside it."""
    where = view(1536, 960)
    plain = Ground(name="ground", top=THEME.paper, bottom=THEME.paper, patch=THEME.paper, grain=0.0)
    full, less = (easel.paint(Picture((plain, ring(240, 150))), where, s)[..., 0] for s in (1.0, share))
    row = 480
    assert less[row].min() <= full[row].min() + 6
    assert less.max() <= full.max() + 1, "nothing beside the ink is brighter than the paper"
    half = (int(full[row].max()) + int(full[row].min())) / 2
    wide = [(picture[row, :768] < half).sum() for picture in (full, less)]
    assert abs(wide[0] - wide[1]) <= 1
    between = [((p[row] > full.min() + 25) & (p[row] < 200)).sum() for p in (full, less)]
    assert between[1] <= between[0] + 10, "four edges, none more than some pixels wide"


def test_water_looks_through_to_what_is_below_at_every_share(easel: Easel) -> None:
    runtime.start("cpu")
    where = view(480, 300)
    scene = registry.scene_class("pond")(setting=Setting(board=where.board))
    scene.press(0, 200.0, 150.0)
    for _ in range(20):
        scene.tick()
    picture = scene.picture()
    full, less = easel.paint(picture, where, 1.0), easel.paint(picture, where, 0.5)
    assert np.abs(full - less).mean() < 4
    assert np.array_equal(less, easel.paint(picture, where, 0.5)), "and the same when it is kept"


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (7, 16), (16, 33)])
def test_the_smallest_windows_do_no_harm(easel: Easel, size: tuple[int, int]) -> None:
    for share in SHARES:
        assert (easel.paint(Picture((paper(), ring(50, 50))), view(*size), share)[..., 3] == 255).all()
    assert scaled(view(*size), 0.5).width >= 1


def test_at_full_resolution_nothing_of_it_takes_part_or_stays(easel: Easel) -> None:
    where, picture = view(300, 200), Picture((paper(), ring(50, 50)))
    scaled = easel.painter.scaled
    first = easel.paint(picture, where, 1.0)
    assert scaled.small.texture is None
    easel.paint(picture, where, 0.5)
    assert scaled.small.texture is not None
    assert np.array_equal(first, easel.paint(picture, where, 1.0))
    for _ in range(KEEP_PAINTS + 64):
        easel.paint(picture, where, 1.0)
    assert scaled.small.texture is scaled.covered.texture is None
    assert not np.array_equal(first, easel.paint(picture, where, 0.5)), "and it comes again"


def test_resizes_and_shares_leave_nothing_behind(ctx: Any) -> None:
    before = live(ctx)
    easel = Easel(ctx)
    for size in ((300, 200), (100, 80), (517, 301)):
        for share in STEPS:
            easel.paint(Picture((paper(), ring(50, 50))), view(*size), share)
    easel.release()
    assert live(ctx) == before


def test_a_picture_within_the_picture_lies_where_it_does_at_full_size(easel: Easel) -> None:
    """Its letters are as large as they are, and what moves around them is where they are."""
    runtime.start("cpu")
    inner = cast.moment(cast.make("pile", Setting(language="en")), 1.0)
    where, box = view(960, 600), floats([(40.0, 30.0, 320.0, 200.0)])
    picture = Picture((paper(), Panels(name="panels", box=box, panels=(Panel(inner, Board(), "inner"),))))
    full, less = [(easel.paint(picture, where, 1.0), easel.paint(picture, where, 0.5)) for _ in range(3)][-1]
    assert np.abs(full - less).mean() < 2.5
    outside = np.ones(full.shape[:2], bool)
    outside[59:461, 79:721] = False  # its border, half a texel wide
    assert np.abs(full - less)[outside].max() <= 1, "nothing of it beside its frame, and the ground as sharp"


def test_a_painter_that_is_released_leaves_nothing(ctx: Any) -> None:
    before = live(ctx)
    painter = Painter(ctx)
    painter.warm()
    painter.wipe.of_size((30, 20))
    painter.release()
    assert live(ctx) == before
