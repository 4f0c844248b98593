"""How pictures hang on the gallery wall: pages, rows, and where everything lies. Arithmetic only.

A picture has the shape of the whole board, if that is no extreme one: so it grows into the screen without
turning into another picture. Everything is board px, y down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scenes.board import HEIGHT, WIDTH, Board

Box = tuple[float, float, float, float]
"""x, y, width, height."""

A_PAGE = 9
"""Pictures a page on usual boards."""
A_STRIP = 18
"""The same on a board at least so wide (or so high) that more of them have room side by side."""
STRIP = 2.2
SHAPES = 0.5, 2.4
"""Width over height of a picture: the board's own between these."""

MAT = 3.2
"""Pale border between picture and frame."""
GAP = 7.0
"""Between frames, at least."""
AIR = 22.0
"""Between frames, at most: what is left over goes to the wall's edges."""
EDGE = 12.0
"""Between frames and the edges of the wall, at least."""
SIDE = 20.0
"""The same at the sides, where the way to other pages is."""
TEXT = 6.2
"""Size of the captions, and that of a page's title."""
TITLE = 9.5
LEGIBLE = 9.0
"""Window units below which no letter is set."""
MOST_TEXT = 12.0
"""Captions larger than this would take the pictures' place: there are none then."""
LEADING = 1.9
"""Height of a line over the size of its letters."""
RAIL = 4.0
"""Between the line under a page's title and the frames."""
DOTS = 15.0
"""Height of the strip of dots, one a page."""


@dataclass(frozen=True)
class Space:
    """What a wall has to hang on: its board, how large it is seen, and what is taken of its lower edge.

    ``zoom``: window units a board px. ``foot``: board px.
    """

    board: Board
    zoom: float = 2.0
    foot: float = 0.0


@dataclass(frozen=True)
class Plan:
    """Where everything lies. A picture's box is where it hangs on its own page, ``page`` says on which.

    ``text``, ``title``: sizes of letters, 0 for none.
    """

    boxes: tuple[Box, ...]
    page: tuple[int, ...]
    pages: tuple[tuple[int, ...], ...]
    shape: Board
    """The board of every picture."""
    mat: float
    text: float
    title: float
    title_at: tuple[float, float]
    """Left end and middle of the page's title."""
    dots_y: float

    @property
    def arrows(self) -> float:
        """How far from the left and right edges the way to other pages reaches."""
        return SIDE


def paged(groups: Sequence[str], board: Board) -> tuple[tuple[int, ...], ...]:
    """Which pictures hang on which page: each group apart, if the show keeps them so and they need pages."""
    count = len(groups)
    aspect = board.width / board.height
    most = A_STRIP if max(aspect, 1 / aspect) > STRIP else A_PAGE
    if count <= most:
        return (tuple(range(count)),) if count else ()
    runs: list[list[int]] = []
    for index, group in enumerate(groups):
        if runs and groups[runs[-1][-1]] == group:
            runs[-1].append(index)
        else:
            runs.append([index])
    if len(runs) > 2:
        runs = [list(range(count))]
    return tuple(page for run in runs for page in _even(run, most))


def _even(run: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """As few pages as possible, as even as possible."""
    pages, at, found = -(-len(run) // most), 0, []
    for k in range(pages):
        size = -(-(len(run) - at) // (pages - k))
        found.append(tuple(run[at : at + size]))
        at += size
    return found


def plan(groups: Sequence[str], space: Space) -> Plan:
    """Hang pictures of those groups (one each) on a wall."""
    board, pages = space.board, paged(groups, space.board)
    text = max(TEXT, LEGIBLE / space.zoom)
    text = text if text <= MOST_TEXT else 0.0
    title = max(TITLE, 1.2 * text) if text else 0.0
    top = EDGE / 2 + title * LEADING + RAIL if title else EDGE
    bottom = max(DOTS if len(pages) > 1 else EDGE, space.foot)
    room = (board.width - 2 * SIDE, board.height - top - bottom)
    fullest = max(map(len, pages), default=1)
    grid = max((_grid(columns, fullest, room, text, board) for columns in range(1, fullest + 1)), key=_scale)
    boxes: dict[int, Box] = {}
    for page in pages:
        for index, box in zip(page, _hung(len(page), grid, room, text)):
            boxes[index] = (SIDE + box[0], top + box[1], box[2], box[3])
    _, _, width, height = grid
    left = min((box[0] for box in boxes.values()), default=SIDE) - MAT
    return Plan(
        boxes=tuple(boxes[i] for i in range(len(groups))),
        page=tuple(next(k for k, page in enumerate(pages) if i in page) for i in range(len(groups))),
        pages=pages,
        shape=picture_board(board, width / height if height > 0 else 1.0),
        mat=MAT,
        text=text,
        title=title,
        title_at=(left, EDGE / 2 + title * LEADING / 2),
        dots_y=board.height - bottom / 2,
    )


def picture_board(board: Board, aspect: float) -> Board:
    """The board of a picture of that aspect; the wall's own where the shapes are the same."""
    if math.isclose(aspect, board.width / board.height, rel_tol=1e-6):
        return board
    return Board(HEIGHT * aspect, HEIGHT) if aspect >= WIDTH / HEIGHT else Board(WIDTH, WIDTH / aspect)


Grid = tuple[int, int, float, float]
"""Columns, rows, and width and height of a picture."""


def _grid(columns: int, count: int, room: tuple[float, float], text: float, board: Board) -> Grid:
    rows = -(-count // columns)
    around = 2 * MAT
    width = (room[0] - (columns - 1) * GAP) / columns - around
    height = (room[1] - (rows - 1) * GAP) / rows - around - text * LEADING
    width, height = max(width, 1.0), max(height, 1.0)
    own = board.width / board.height
    # Elsewhere one side of a picture's board is that of the whole: less of it changes when it grows.
    published = WIDTH / HEIGHT
    least, most = (published, SHAPES[1]) if own > published else (SHAPES[0], published)
    if SHAPES[0] <= own <= SHAPES[1]:
        least = most = own
    aspect = min(max(width / height, least), most)
    return columns, rows, min(width, height * aspect), min(height, width / aspect)


def _scale(grid: Grid) -> tuple[float, float, int]:
    """What makes a grid the better one: larger published boards; then fewer empty places."""
    columns, rows, width, height = grid
    return round(min(width / WIDTH, height / HEIGHT), 9), -columns * rows, columns


def _hung(count: int, grid: Grid, room: tuple[float, float], text: float) -> list[Box]:
    """Boxes of ``count`` pictures in the middle of the room, a row that is not full in the middle too."""
    columns, rows, width, height = grid
    wide, high = width + 2 * MAT, height + 2 * MAT + text * LEADING
    gap_x = _gap(room[0] - columns * wide, columns)
    gap_y = _gap(room[1] - rows * high, rows)
    needed = -(-count // columns)
    top = (room[1] - rows * high - (rows - 1) * gap_y) / 2 + (rows - needed) * (high + gap_y) / 2
    boxes = []
    for index in range(count):
        row, column = divmod(index, columns)
        members = min(columns, count - row * columns)
        left = (room[0] - members * wide - (members - 1) * gap_x) / 2
        boxes.append((left + column * (wide + gap_x) + MAT, top + row * (high + gap_y) + MAT, width, height))
    return boxes


def _gap(left_over: float, count: int) -> float:
    return min(max(left_over / (count + 1), GAP), AIR) if count > 1 else 0.0
