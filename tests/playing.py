"""Tables that one process plays alone: sessions run without a page, by a clock of their own."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from malle.runtime.table_session import TableSession

CASES = [
    (game, seats, level)
    for game, seats in (("declarer", 3), ("chasse", 2), ("combinards", 3), ("combinus", 2))
    for level in ("novice", "regular", "wily")
]


class Played:
    """A session with its log, what the page was sent, and the messages whose lengths it was asked."""

    def __init__(self, log: list[str], length: int = 40) -> None:
        self.now = 0.0
        self.kept: list[str] = []
        self.sent: list[Any] = []
        self.said: list[str] = []
        self.length = length
        self._keys = 0
        self.session = TableSession(log, self._keep, self._send, clock=lambda: self.now)
        self.log = self.kept or list(log)

    def _keep(self, number: int, line: str, said: str) -> None:
        self.kept.append(line)
        self.said.append(said)

    def _send(self, text: str) -> None:
        self.sent.append(json.loads(text))

    def say(self, seat: int | None, kind: str, **what: Any) -> Any:
        """A message with a key of its own; the answer, if it is one that is answered."""
        self._keys += 1
        key = str(UUID(int=self._keys))
        keyed = {} if kind in ("hello", "seen") else {"key": what.pop("key", key)}
        before = len(self.sent)
        self.session.hear(seat, json.dumps({"type": kind, **what, **keyed}))
        self.shown()
        return next((each for each in self.sent[before:] if each["type"] != "state"), None)

    def shown(self) -> None:
        """What was kept is safe."""
        said = json.loads(self.said[-1]) if self.said else []
        self.session.shown([self.length] * len(said))

    def robots(self) -> None:
        """Robots move until somebody else is asked, or the game is over."""
        while True:
            before = len(self.kept)
            left = self.session.turn()
            self.now += left or 0.0
            if left is None and len(self.kept) == before:
                return
            self.shown()


def opening(
    game: str, seats: int, level: str = "novice", seed: int = 1, people: tuple[int, ...] = (), **more: Any
) -> str:
    """The first line of a log."""
    wish = {"game": game, "seats": seats, "level": level, "people": people, "seed": f"{seed:064x}", "table": f"t{seed}"}
    return json.dumps(wish | more)


def record(game: str, seats: int, level: str, seed: int) -> str:
    """The record of a game that robots play."""
    played = Played([opening(game, seats, level, seed)])
    played.robots()
    return played.session.record()
