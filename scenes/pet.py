"""08 The pet: it wanders, follows and takes fright, and all of it shows its mood (articles 000/004)."""

from __future__ import annotations

import math

import numpy as np

from scenes.creature import Creature
from scenes.crowd import Crowd
from scenes.pet_body import BUILD, PetBody
from scenes.pet_look import PetLook
from scenes.pet_mood import WANDER, Mood, MoodParams, demo_pace
from scenes.picture import Picture, named
from scenes.room import Room
from scenes.scene import Control, Language, Setting
from scenes.yarn import Yarn

ELBOW_ROOM = 76.0
"""Board px that pets of size 1 like to keep from one another."""
SMALLEST = 0.55
REST_HEADING = 1.05
"""Radians: at rest it looks at us, a little to the right."""
STATUS: tuple[dict[Language, str], ...] = (
    {"ja": "うろうろ中", "ko": "배회 중", "en": "wandering"},
    {"ja": "ついていく中", "ko": "따라가는 중", "en": "following"},
    {"ja": "驚いて逃げる中", "ko": "놀라 달아나는 중", "en": "startled, running away"},
)
"""The status line by state."""


class PetParams(MoodParams):
    """Numbers of the pet, as published."""


class Pet(Creature):
    """Pets in a room that chase a ball of wool. Their rules are in ``mood``, what is seen in ``body``."""

    name = "pet"
    title = {"ja": "気分屋のペット", "ko": "기분파 반려 생물", "en": "Pet with moods"}
    description = {
        "ja": "敷物の上で丸いペットが毛糸玉についていき、驚くと逃げ、退屈するとうろついてあくびをする。",
        "ko": "깔개 위에서 둥근 반려 생물이 털실 공을 따라가다 놀라면 달아나고 심심하면 배회하며 하품한다.",
        "en": "A round pet follows a ball of wool, flees when startled, and wanders yawning when bored.",
    }
    controls = (
        Control(
            "pointer",
            {
                "ja": "ゆっくり動かすとついてくる。止めるとうろつき、近くで速く振ると驚いて逃げる",
                "ko": "천천히 움직이면 따라온다. 멈추면 배회하고, 가까이에서 빠르게 휘두르면 놀라 달아난다",
                "en": "move slowly and it follows; stop and it wanders; flick past it and it takes fright",
            },
        ),
    )
    Params = PetParams
    pace = staticmethod(demo_pace)

    def prepare(self) -> None:
        p = self.params
        self.lap = p.lap
        self.room = Room(self.theme, self.board)
        self.crowd = Crowd(p.count, room=ELBOW_ROOM, lap=p.lap, smallest=SMALLEST, seed=12)
        self.look = PetLook(self.theme, BUILD * self.crowd.size, self.crowd.seed)
        self.yarn = Yarn(self.theme)
        if hasattr(self, "mood"):
            self.mood.fit(self.board)
            self.yarn.lay(self.target.x, self.target.y)

    def settle(self) -> None:
        self.mood = Mood(self.params, self.crowd.size, self.crowd.seed, self.board)
        self.body = PetBody(self.mood)
        middle = np.array(self.board.center)
        self.mood.place[:] = middle if self.params.count == 1 else middle + self._ring() * 1.25
        self.mood.confine()
        self.body.reset(self.mood, np.full(self.params.count, 0.55))
        self.yarn.lay(self.target.x, self.target.y)
        self.room.hush()
        self.last = np.array([self.target.x, self.target.y])

    def rest(self) -> None:
        count, middle = self.params.count, np.array(self.board.center)
        self.mood = Mood(self.params, self.crowd.size, self.crowd.seed, self.board)
        self.mood.place[:] = middle + (0.0 if count == 1 else self._ring() * 1.25)
        self.mood.confine()
        self.mood.state[:] = WANDER
        heading = np.full(count, REST_HEADING)
        heading[1:] = math.pi * (0.2 + 0.6 * self.crowd.seed[1:])
        self.body.reset(self.mood, heading)
        self.body.sit(self.mood)
        if not self.target.pointers:
            self.target.x, self.target.y = middle + np.array([64.0, 30.0])
        self.yarn.lay(self.target.x, self.target.y)

    def _ring(self) -> np.ndarray:
        """Each one's place (count, 2) in the gathering round the ball, as a step from its middle."""
        turn = self.crowd.turn
        return np.stack([np.cos(turn), np.sin(turn)], -1) * self.crowd.reach[:, None]

    def shift(self, dx: float, dy: float) -> None:
        offset = np.array([dx, dy])
        self.mood.place += offset
        self.mood.confine()
        self.body.shift(offset)

    def place(self, setting: Setting) -> None:
        super().place(setting)
        # What a change of the room did to the ball is not a motion that startles anybody.
        self.last = np.array([self.target.x, self.target.y])

    def live(self) -> None:
        now = np.array([self.target.x, self.target.y])
        speed = math.hypot(*(now - self.last)) / self.tick_seconds
        self.last = now
        goal, push = now[None], None
        if self.params.count > 1:
            goal, push = self.mood.folded(now + self._ring()), self.crowd.elbows.find(self.mood.place)
        self.mood.tick(now, speed, goal, self.ticks, self.tick_seconds, push)
        self.body.tick(self.mood, now, speed, self.ticks, self.tick_seconds)
        self.yarn.roll(*now)
        self.room.tick(float(np.hypot(*(self.mood.place - self.room.hole).T).min()))

    @property
    def status(self) -> str:
        """What the first pet is doing, in the setting's language; nothing while all rest."""
        if self.setting.calm:
            return ""
        return STATUS[int(self.mood.state[0])][self.setting.language]

    def picture(self) -> Picture:
        breathe = not self.setting.calm
        x, y = self.target.x, self.target.y
        ball = np.array([x, y])
        lure = self.yarn.layers(x, y, not breathe)
        pets = self.look.layers(self.body, self.mood, ball, self.ticks, breathe)
        # Who stands farther down the room is nearer to us.
        to = self.mood.place - ball
        behind = to[int(np.argmin((to * to).sum(axis=1))), 1] > -4
        place = (
            *self.room.still,
            self.room.shade(self.ticks, breathe),
            self.room.watcher(self.mood.place[0], self.ticks, breathe),
        )
        layers = (
            *place,
            lure[0],
            *(lure[1:] + pets if behind else pets + lure[1:]),
        )
        cut, self.cut = self.cut, False
        return Picture(
            layers,
            cut=cut,
            alt={"head": tuple(self.mood.place[0].tolist()), "target": (x, y), "status": self.status},
            scenery=named(place),
        )
