"""The wind of article 003, "08": value noise by height and time, and gusts that pass over the board.

What bends in the wind (``kernels.grass``) and what flies in it (``kernels.flutter``) read the same arrays.
"""

# pyright: reportInvalidTypeForm=false

import taichi as ti

FRONT, WAY = range(2)
"""Columns of ``gusts`` (m, 2): board px of the front; strength, negative if it goes to the left, 0: none."""
NUMBERS = (
    "phase", "strength", "bias", "scale", "drag", "gravity", "glide", "flutter", "follow", "damping",
    "gust", "lift", "gust_speed", "gust_rise", "left", "right", "top", "stage", "elbow", "lee", "luff",
)  # fmt: skip
(
    PHASE, STRENGTH, BIAS, SCALE, DRAG, GRAVITY, GLIDE, FLUTTER, FOLLOW, DAMPING,
    GUST, LIFT, GUST_SPEED, GUST_RISE, LEFT, RIGHT, TOP, STAGE, ELBOW, LEE, LUFF,
) = range(len(NUMBERS))  # fmt: skip
"""Columns of ``numbers``. ``phase``: lattice cells that time has passed. ``gust``, ``lift``: px/tick² of a
gust at its height. ``gust_speed``: px/tick; ``gust_rise``: ticks from its front to its height. ``left``,
``right``, ``top``: lines that letters stay within. ``stage``: board px down to the published board.
``elbow``: px/tick² by which letters in the air make room for one another; 0 while nobody has stirred them.
``lee``, ``luff``: px by which gusts may carry letters to the left (negative) and right of their wishes."""


@ti.func
def value_noise(lattice: ti.template(), u):
    """The lattice's values (k,), joined smoothly; it repeats after k cells."""
    count = lattice.shape[0]
    cell = ti.floor(u)
    i = ti.cast(cell, ti.i32) % count
    if i < 0:
        i += count
    t = u - cell
    t = t * t * (3 - 2 * t)
    a, b = lattice[i], lattice[(i + 1) % count]
    return a + (b - a) * t


@ti.func
def wind_at(lattice: ti.template(), numbers: ti.template(), y, later):
    """Sideways push, px/tick², at height ``y`` board px, ``later`` lattice cells from now."""
    u = (y - numbers[STAGE]) * numbers[SCALE] + numbers[PHASE] + later
    return (value_noise(lattice, u) * 2 - 1 + numbers[BIAS]) * numbers[STRENGTH]


@ti.func
def gust_at(gusts: ti.template(), numbers: ti.template(), x, early):
    """Gusts at ``x``, signed, ``early`` ticks before they are there; each has its strength at its height."""
    felt = x * 0
    for j in range(gusts.shape[0]):
        way = gusts[j, WAY]
        if way != 0:
            side = ti.select(way > 0, 1.0 + 0 * x, -1.0 + 0 * x)
            since = (gusts[j, FRONT] - x) * side / numbers[GUST_SPEED] + early
            if since > 0:
                s = since / numbers[GUST_RISE]
                felt += way * s * ti.exp(1 - s)
    return felt
