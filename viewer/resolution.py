"""The share of the screen's resolution at which what moves is painted, so that frames come in time.

Arithmetic only: what a frame cost and what it may cost go in, a step comes out. The share falls where half a
second of frames was too slow, and rises only after a rest, which doubles each time a step was too much.
"""

from __future__ import annotations

from collections import deque
from statistics import median

AS_NEEDED = "auto"
STEPS = (1.0, 0.85, 0.7, 0.6, 0.5)
LEAST = STEPS[-1]
FRAMES, FEWEST, LONG_ENOUGH = 24, 5, 0.5
"""Frames that are judged together, or the fewest if they took so many seconds."""
SETTLING = 4
"""Frames after a change that do not count: textures are made anew."""
AWAY = 1.0
"""Seconds without a frame (another scene was on, the window hidden) after which frames are judged afresh."""
FULL = 0.95
"""Share of the time there is above which a frame is too slow."""
EASY = 0.75
"""Share of it that a frame may be expected to take after a rise."""
REST, LONGEST = 10.0, 320.0
"""Seconds of easy frames before a rise, at first and at most."""
HELPS = 0.9
"""If the least share left more than this of a frame's cost, it is of no use: pixels do not take the time."""
GROWN = 1.1
"""A frame that costs so much more than before a fall has more to paint, and says nothing of its use."""


def share_of(written: str | float) -> float | None:
    """A share as people write it: a number, or auto (None). Raises ValueError that says what is expected."""
    try:
        share = float(written)
    except ValueError:
        share = 0.0
    if written == AS_NEEDED:
        return None
    if not LEAST <= share <= 1.0:
        raise ValueError(f'{written!r}: expected "{AS_NEEDED}", or a number from {LEAST} to 1, such as 0.7')
    return share


class Resolution:
    """``share``: the present step. ``start``: the step to begin with; a ``fixed`` one stays."""

    def __init__(self, start: float = STEPS[0], fixed: float | None = None) -> None:
        self.fixed = fixed
        self._step = min(range(len(STEPS)), key=lambda i: abs(STEPS[i] - start))
        self._costs: deque[tuple[float, float]] = deque(maxlen=FRAMES)
        self._settling = SETTLING
        self._changed = self._last = float("-inf")
        """When the step was changed, or its rest began anew; and when the last frame was."""
        self._rose = False
        self._before: tuple[float, float] | None = None
        """Share and cost before a fall whose use is not known yet."""
        self._rests = [REST] * len(STEPS)
        """How long frames must have been easy before each step is tried."""
        self._hard = [float("-inf")] * len(STEPS)
        """When each step was last too much, by what frames cost then."""
        self._useless, self._shun = float("-inf"), 6 * REST

    @property
    def share(self) -> float:
        return STEPS[self._step] if self.fixed is None else self.fixed

    def frame(self, cost: float, room: float, now: float) -> None:
        """A frame took ``cost`` seconds to paint, of ``room`` that it may. ``now``: monotonic seconds."""
        if self.fixed is not None:
            return
        if now - self._last > AWAY + cost:
            self._changed, self._settling, self._before = now, SETTLING, None
            self._costs.clear()
        self._last = now
        if self._settling:
            self._settling -= 1
            return
        self._costs.append((now, cost))
        if len(self._costs) < FRAMES and (len(self._costs) < FEWEST or now - self._costs[0][0] < LONG_ENOUGH):
            return
        usual = median(cost for _, cost in self._costs)
        for step in range(self._step):
            if self._expected(usual, step) > EASY * room:
                self._hard[step] = now
        before, self._before = self._before, None
        if before and self._is_in_vain(usual, *before):
            self._useless, self._shun = now + self._shun, min(2 * self._shun, LONGEST)
            self._go(0, now)
        elif now >= self._useless and self._slow(room):
            self._fall(usual, room, now)
        else:
            self._rise(now)

    def _expected(self, cost: float, step: int) -> float:
        """A frame's cost at another step, if all of it went by the pixels: never less than that on a rise."""
        return cost * (STEPS[step] / STEPS[self._step]) ** 2

    def _slow(self, room: float) -> bool:
        """Whether three frames of four were too slow."""
        costs = sorted(cost for _, cost in self._costs)
        return costs[len(costs) // 4] > FULL * room

    def _is_in_vain(self, cost: float, share: float, before: float) -> bool:
        """Whether not even the least share would make frames much faster than the last fall began from."""
        by_pixels = (before - cost) / (share**2 - STEPS[self._step] ** 2)
        most, least = (before + by_pixels * (s**2 - share**2) for s in (STEPS[0], STEPS[-1]))
        return cost < GROWN * before and least > HELPS * most

    def _fall(self, cost: float, room: float, now: float) -> None:
        last, step = len(STEPS) - 1, self._step
        if step == last:
            return
        soon = now - self._changed < 2 * self._rests[step]
        if self._rose:
            self._rests[step] = min(2 * self._rests[step], LONGEST) if soon else REST
        self._before = STEPS[step], cost
        wanted = (i for i in range(step + 1, last) if self._expected(cost, i) <= FULL * room)
        self._go(next(wanted, last), now)

    def _rise(self, now: float) -> None:
        for step in (i for i in range(self._step) if self._hard[i] < now):
            if now - max(self._changed, self._hard[step]) >= self._rests[step]:
                self._go(step, now)
                self._rose = True
                return
            if self._rests[step] == REST:
                return  # one rise to it, a little later, is better than two

    def _go(self, step: int, now: float) -> None:
        if step != self._step:
            self._step, self._changed, self._rose = step, now, False
            self._settling = SETTLING
        self._costs.clear()
