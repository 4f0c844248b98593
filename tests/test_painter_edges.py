"""Edges are as smooth as a picture taken at eight times the size and scaled down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from scenes.board import view
from scenes.picture import Discs, Layer, Pattern, Picture, Ribbons, Skin, discs, floats, ribbons, shapes
from scenes.theme import THEMES
from viewer.context import let_go
from viewer.painter import Painter

pytestmark = pytest.mark.gl

TIMES = 8
ALLOWED = 3.0
"""Levels of 255 that edge pixels may be off on average."""
DAY = THEMES["day"]
BACK = tuple(float(v) for v in DAY.paper[:3])


@pytest.fixture
def painter(ctx: object) -> Iterator[Painter]:
    made = Painter(ctx)  # type: ignore[arg-type]
    yield made
    made.release()


Window = tuple[int, int, int, int]


def paint(painter: Painter, layer: Layer, size: tuple[int, int], window: Window) -> np.ndarray:
    """Pixels (h, w, 3) of a window x, y, w, h of the picture."""
    x, y, w, h = window
    target = painter.ctx.simple_framebuffer((w, h), 4)
    target.clear(*BACK, 1.0)
    painter.paint(Picture((layer,)), view(*size), target, (0, 0, w, h), origin=(x, y))
    pixels = np.frombuffer(target.read(components=3, alignment=1), np.uint8).reshape(h, w, 3)[::-1]
    let_go(target)
    return pixels.astype(np.float32)


def error(painter: Painter, layer: Layer, size: tuple[int, int], window: Window) -> tuple[float, int]:
    """Mean error over edge pixels in levels, and how many there are."""
    ours = paint(painter, layer, size, window)
    big = tuple(v * TIMES for v in size)
    fine = paint(painter, layer, big, tuple(v * TIMES for v in window))  # type: ignore[arg-type]
    h, w = ours.shape[:2]
    parts = fine.reshape(h, TIMES, w, TIMES, 3)
    edge = (parts.max(axis=(1, 3)) - parts.min(axis=(1, 3))).max(axis=-1) > 20
    off = np.abs(ours - parts.mean(axis=(1, 3)))[edge]
    return float(off.sum() / max(off.size, 1)), int(edge.sum())


rng = np.random.default_rng(20)
SPREAD = rng.uniform([20, 20], [460, 280], (60, 2))
WALKS = SPREAD[:, None] + np.cumsum(rng.normal(0, 7, (60, 4, 2)), axis=1)
RING = 2 * np.pi * np.arange(9) / 9
LOOPS = np.stack([np.cos(RING), 0.6 * np.sin(RING)], -1) * rng.uniform(6, 16, (40, 9, 1)) + SPREAD[:40, None]
TURN = rng.uniform(0, 6, 40)
SLIVER = np.array([[0.0, 0.0], [9.0, -2.0], [20.0, 0.0], [9.0, 2.0]])
SLIVERS = SPREAD[:40, None] + np.stack(
    [
        np.cos(TURN)[:, None] * SLIVER[:, 0] - np.sin(TURN)[:, None] * SLIVER[:, 1],
        np.sin(TURN)[:, None] * SLIVER[:, 0] + np.cos(TURN)[:, None] * SLIVER[:, 1],
    ],
    -1,
)
ALONG = np.linspace(0, 1, 24)
BODY = np.stack([60 + 340 * ALONG, 150 + 90 * np.sin(7 * ALONG)], -1)


def windows_of(layer: Any) -> list[Window]:
    """Windows of a 4K picture (8 px a board px) around three things of the layer."""
    places = layer.center if isinstance(layer, Discs) else layer.points[:, 0]
    if isinstance(layer, Ribbons) and layer.points.shape[1] > 10:
        places = layer.points[0, [2, 11, 20]]
    return [(int(8 * x) - 120, int(8 * y) - 70, 240, 140) for x, y in places[:3]]


def skin(pattern: Pattern) -> Skin:
    return Skin(
        pattern=pattern,
        mark=floats([DAY.butter]),
        mark2=floats([DAY.ink]),
        shade=floats([DAY.shade(DAY.coral)]),
        light=floats([DAY.light(DAY.coral)]),
        seed=floats([5.0]),
        scale=floats([30.0]),
    )


def body(pattern: Pattern | None) -> Layer:
    girth = np.linspace(13, 0.4, 24)
    marks = None if pattern is None else skin(pattern)
    return ribbons("body", BODY, girth, DAY.coral, ink=DAY.ink, ink_width=2.2, skin=marks)


LAYERS: dict[str, Callable[[], Layer]] = {
    "discs": lambda: discs(
        "discs",
        SPREAD,
        0.3 + 14 * np.abs(np.sin(SPREAD)),
        DAY.coral,
        angle=SPREAD[:, 0],
        ink=DAY.ink,
        ink_width=1.4,
    ),
    "dots": lambda: discs("dots", SPREAD, 0.3 + 1.5 * np.abs(np.sin(SPREAD[:, :1])), DAY.ink),
    "body": lambda: body(None),
    "strokes": lambda: ribbons("strokes", WALKS, 0.1 + 1.5 * np.abs(np.sin(WALKS[..., 0])), DAY.ink),
    "threads": lambda: ribbons("threads", WALKS, 0.15, DAY.ink),
    "shapes": lambda: shapes("shapes", LOOPS, DAY.sage, ink=DAY.ink, ink_width=1.4),
    "shaded": lambda: shapes("shaded", LOOPS, DAY.sage, shade=DAY.shade(DAY.sage)),
    "polygons": lambda: shapes("polygons", LOOPS, DAY.sage, corner=1.0, ink=DAY.ink, ink_width=1.4),
    "slivers": lambda: shapes("slivers", SLIVERS, DAY.ink, corner=[1, 0, 1, 0]),
    **{f"skin {p.name.lower()}": (lambda p=p: body(p)) for p in Pattern},
}


@pytest.mark.parametrize("name", LAYERS)
def test_edges_at_the_board_s_own_size(painter: Painter, name: str) -> None:
    off, pixels = error(painter, LAYERS[name](), (480, 300), (0, 0, 480, 300))
    assert pixels > 300
    assert off <= ALLOWED


@pytest.mark.parametrize("name", LAYERS)
def test_edges_at_4k(painter: Painter, name: str) -> None:
    layer = LAYERS[name]()
    errors = [error(painter, layer, (3840, 2400), window) for window in windows_of(layer)]
    pixels = sum(n for _, n in errors)
    assert pixels > 100
    assert sum(off * n for off, n in errors) / pixels <= ALLOWED


def sampled(inside: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    """Coverage (300, 480) of a figure by 8x8 points a pixel, from its plain definition."""
    at = (np.arange(480 * TIMES, dtype=np.float32) + 0.5) / TIMES
    x, y = np.meshgrid(at, at[: 300 * TIMES])
    return inside(x, y).reshape(300, TIMES, 480, TIMES).mean(axis=(1, 3))


def covered(painter: Painter, layer: Layer) -> np.ndarray:
    """Coverage (300, 480) that the painter gives a black layer."""
    pixels = paint(painter, layer, (480, 300), (0, 0, 480, 300))[..., 0]
    back = np.float32(round(BACK[0] * 255))
    return (back - pixels) / back


BLACK = np.array([0, 0, 0, 1], np.float32)


def test_a_disc_is_a_disc(painter: Painter) -> None:
    want = sampled(lambda x, y: (x - 100.3) ** 2 + (y - 90.8) ** 2 < 7.25**2)
    ours = covered(painter, discs("disc", [[100.3, 90.8]], [[7.25, 7.25]], BLACK))
    assert np.abs(ours - want)[(want > 0) & (want < 1)].mean() * 255 <= ALLOWED


def test_an_ellipse_is_an_ellipse(painter: Painter) -> None:
    c, s = np.cos(0.6), np.sin(0.6)

    def inside(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        u, v = c * (x - 200.2) + s * (y - 100.9), c * (y - 100.9) - s * (x - 200.2)
        return (u / 30.0) ** 2 + (v / 4.0) ** 2 < 1

    want = sampled(inside)
    ours = covered(painter, discs("disc", [[200.2, 100.9]], [[30.0, 4.0]], BLACK, angle=0.6))
    assert np.abs(ours - want)[(want > 0) & (want < 1)].mean() * 255 <= ALLOWED


@pytest.mark.parametrize("radius", [0.2, 0.8, 6.0])
def test_a_stroke_is_the_union_of_its_discs(painter: Painter, radius: float) -> None:
    a, b = np.array([50.4, 60.2]), np.array([220.1, 141.7])

    def inside(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        u = np.clip(((x - a[0]) * (b - a)[0] + (y - a[1]) * (b - a)[1]) / ((b - a) ** 2).sum(), 0, 1)
        return np.hypot(x - a[0] - u * (b - a)[0], y - a[1] - u * (b - a)[1]) < radius

    want = sampled(inside)
    ours = covered(painter, ribbons("stroke", [a, b], radius, BLACK))
    assert np.abs(ours - want)[(want > 0) & (want < 1)].mean() * 255 <= ALLOWED
    assert abs(ours.sum() / want.sum() - 1) < 0.02


def test_a_tapering_stroke_is_the_union_of_its_discs(painter: Painter) -> None:
    slope = 14 / 40

    def inside(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        # The disc that reaches closest lies this far back along the axis from the foot of the perpendicular.
        u = np.clip((x - 100 - slope * np.abs(y - 150) / np.sqrt(1 - slope**2)) / 40, 0, 1)
        return np.hypot(x - 100 - u * 40, y - 150) < 20 - 14 * u

    want = sampled(inside)
    ours = covered(painter, ribbons("stroke", [[100, 150], [140, 150]], [20.0, 6.0], BLACK))
    assert np.abs(ours - want)[(want > 0) & (want < 1)].mean() * 255 <= ALLOWED


def test_a_polygon_is_a_polygon(painter: Painter) -> None:
    corners = np.array([[60.3, 40.6], [290.5, 131.5], [180.25, 240.0], [150.0, 122.7]])

    def inside(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        found = np.zeros(x.shape, bool)
        for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, axis=0)):
            found ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
        return found

    want = sampled(inside)
    ours = covered(painter, shapes("polygon", corners, BLACK, corner=1.0))
    assert np.abs(ours - want)[(want > 0) & (want < 1)].mean() * 255 <= ALLOWED


@pytest.mark.parametrize("times", [1, 4, 16])
def test_a_round_body_has_no_facets(painter: Painter, times: int) -> None:
    """A ring of nine points is a circle at every scale: the outline stays within a third of a pixel."""
    ring = 2 * np.pi * np.arange(10) / 9
    points = np.stack([240 + 60 * np.cos(ring), 150 + 60 * np.sin(ring)], -1)
    layer = ribbons("ring", points, 8.0, BLACK)
    size = (480 * times, 300 * times)
    window = (int(240 * times), int(150 * times), 69 * times, 69 * times)
    pixels = 1 - paint(painter, layer, size, window)[..., 0] / (BACK[0] * 255)
    y, x = np.mgrid[0 : 69 * times, 0 : 69 * times] + 0.5
    angle, reach = np.arctan2(y, x), np.hypot(x, y) / times
    angles = np.linspace(0.35, 1.2, 40)
    for low in angles:
        part = (np.abs(angle - low) < 0.012) & (reach > 60)
        middle = pixels[part & (reach < 64)]
        if middle.size:
            assert middle.min() > 0.99
    outer = (pixels > 0.5) & (angle > 0.35) & (angle < 1.2)
    assert abs(reach[outer].max() - 68.0) < 0.35 / times + 0.12
    assert (pixels[(reach > 68.6) & (angle > 0.35) & (angle < 1.2)] < 0.02).all()
