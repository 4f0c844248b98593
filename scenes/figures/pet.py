"""Measures the pet's published figures (articles 000/004, creature 08)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scenes.figures import experiment
from scenes.figures.chains import gap_error, largest_bend
from scenes.motion import wrap_angle
from scenes.pet import Pet, PetParams
from scenes.pet_mood import FOLLOW, STARTLE, WANDER

ROUND = 600
"""Ticks of one round of the demonstration."""


def measure() -> dict[str, Any]:
    """Figure id to value."""
    usual = _round(PetParams(**experiment("pet", "default")))
    nervous = _round(PetParams(**experiment("pet", "nervous")))
    distant = _round(PetParams(**experiment("pet", "long_arrival")))
    restless = _round(PetParams(**experiment("pet", "restless")), 2 * ROUND)
    gentle = _round(PetParams(), 2 * ROUND)
    fright, calmed, bored = usual["frights"][0], usual["calmed"][0], usual["bored"][0]
    return {
        "pet.08a.time": fright / 60,
        "pet.08a.speed": usual["speed"][fright],
        "pet.08a.distance": usual["distance"][fright],
        "pet.08b": calmed / 60,
        "pet.08b.ticks": calmed - fright,
        "pet.08c": bored / 60,
        "pet.08d": usual["flight"],
        "pet.08d.limit": usual["flight"] < 260.0,
        "pet.08.rest": _patience(),
        "pet.08.arrive": [_wanted(distance) for distance in (46.0, 101.0, 156.0)],
        "pet.08.tail": usual["tail"],
        "pet.08.nervous": len(nervous["frights"]) > 1,
        "pet.08.long_arrival": distant["before"] > usual["before"],
        "pet.08.restless": restless["turned"] > gentle["turned"],
    }


def _round(params: PetParams, ticks: int = ROUND) -> dict[str, Any]:
    pet = Pet(params)
    found: dict[str, Any] = {"frights": [], "calmed": [], "bored": [], "speed": {}, "distance": {}}
    state, flight, turned, gap, bend, before = FOLLOW, 0.0, 0.0, 0.0, 0.0, []
    for tick in range(1, ticks + 1):
        old = (pet.target.x, pet.target.y)
        place, way = pet.mood.place[0].copy(), float(pet.mood.wander[0])
        pet.tick()
        now = (pet.target.x, pet.target.y)
        found["speed"][tick] = math.dist(old, now) * 60
        found["distance"][tick] = math.dist(now, place)
        after = int(pet.mood.state[0])
        if after != state:
            found[{STARTLE: "frights", FOLLOW: "calmed", WANDER: "bored"}[after]].append(tick)
            state = after
        if state == STARTLE:
            flight = max(flight, float(np.hypot(*pet.mood.velocity[0])))
        elif not found["frights"]:
            before.append(found["distance"][tick])
        turned += abs(wrap_angle(float(pet.mood.wander[0]) - way))
        gap = max(gap, gap_error(pet.body.tail[0], params.tail_gap))
        bend = max(bend, largest_bend(pet.body.tail[0]))
    return found | {"flight": flight, "turned": turned, "tail": [gap, bend], "before": float(np.mean(before))}


def _patience() -> int:
    """Ticks that a target has to rest before the pet wanders."""
    pet = Pet()
    for _ in range(30):
        pet.tick()
    place = np.array([pet.target.x, pet.target.y])
    for tick in range(1, 200):
        pet.mood.tick(place, 0.0, place[None], tick, pet.tick_seconds)
        if pet.mood.state[0] == WANDER:
            return tick
    return 0


def _wanted(distance: float) -> float:
    pet = Pet()
    return float(np.hypot(*pet.mood.approach(pet.mood.place + np.array([distance, 0.0]))[0]))
