"""How long a game takes at its pace, reckoned without a clock: one person against robots, every wait added up.

The person takes 15 seconds for a decision; robots' moves come when the table lets them, and a second after the question
at the earliest, as the worker has it.
"""

from __future__ import annotations

from statistics import median

from msgspec import Struct

from malle.core import GameInfo, Luck, Seat
from malle.core.dealer import Dealer
from malle.runtime.timing.reading_time import ReadingTimer
from malle.runtime.timing.sentence_lengths import longest_sentence_lengths
from malle.table import ReadingSpeed, Setup, open_table

DECISION = 15.0
THINK = 1.0


class Game(Struct, frozen=True):
    """A game in seconds."""

    waits: tuple[float, ...]
    """Between two decisions of the person."""
    decisions: int
    seconds: float

    @property
    def median(self) -> float:
        """Half of the waits are not longer."""
        return median(self.waits)


def play(sheet: GameInfo, seed: int, tempo: ReadingSpeed = "usual", *, held: bool = True) -> Game:
    """A game of the usual size; the person plays as a robot would. Not `held`: as if robots waited for nobody."""
    seats = sheet.default_seats
    options = sheet.complete_options(seats, {})
    setup = Setup(table="t", game=sheet.name, version=sheet.version, seats=seats, options=options, seal="", tempo=tempo)
    table = open_table(setup, sheet.make_game(seats, options, None), Dealer(seed.to_bytes(32, "big"), "t"))
    luck, pace = Luck(seed), ReadingTimer(longest_sentence_lengths)
    now = waited = 0.0
    waits: list[float] = []
    decisions = 0

    def follow(step: object) -> None:
        pace.add_step(sheet, step, now)  # type: ignore[arg-type]

    for seat in range(seats):
        step = table.sit(Seat(seat), "robot" if seat else "person")
        table = step.table
        follow(step)
    asked = now
    while table.over is None:
        robots = [seat for seat in table.awaited if seat]
        if robots and (0 not in table.awaited or len(table.awaited) > 1):
            seat = robots[0]
            now = max(now, asked + THINK, pace.robots_may_move_at if held else 0.0)
        else:
            seat = Seat(0)
            waits.append(now - waited)
            decisions += 1
            now += DECISION
            waited = now
        view = table.view(seat)
        assert view is not None
        action = sheet.robot(table.game, view, table.legal(seat), luck)
        window = len(table.awaited) > 1
        step = table.act(seat, table.game.write(action), table.seq)
        table = step.table
        follow(step)
        if not window:
            asked = now
    return Game(tuple(waits), decisions, now)
