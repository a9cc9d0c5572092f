"""Pairs of worlds that the customs cannot tell apart, played side by side: the plates lie elsewhere, and they hear and
see the same. A robot with the same luck must choose the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from malle.core import Action, Event, Luck, Seat, Waiting, load_edition
from malle.core.play import events_for_viewer
from malle.core.robots.robot import AnyRobot
from malle.games.chasse import GAME_INFO
from malle.games.chasse.edition import CLASSIC, CUSTOMS, OFF_BOARD, SMUGGLER, Numbers
from malle.games.chasse.research_smugglers import RESEARCH_SMUGGLERS
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Hide, State

Ears = Callable[[Seat, tuple[Event, ...]], tuple[Event, ...]]


class Pairs(Struct):
    """How many decisions of the customs were made twice, and the notation of those that differ."""

    count: int
    differ: list[str]


class World:
    """One of two: a game of its own, and what the customs heard of it."""

    def __init__(self, mind: AnyRobot, ears: Ears) -> None:
        # Not `load`: a pair shares nothing but what the robot itself keeps.
        self.game = Chasse(GAME_INFO.complete_options(2, {}), load_edition(CLASSIC, Numbers))
        self.mind = mind
        self.state: State = self.game.new()
        self.notes: Any = mind.new_memory(self.game, Seat(CUSTOMS))
        self._ears = ears

    def legal(self) -> tuple[Action, ...]:
        """What whoever is awaited may do."""
        turn = self.game.turn(self.state)
        return tuple(self.game.legal(self.state, turn.seats[0])) if isinstance(turn, Waiting) else ()

    def choose(self, seed: str) -> Action:
        """What the customs do."""
        legal = self.legal()
        view = self.game.view(self.state, Seat(CUSTOMS))
        return self.mind.choose(self.game, view, legal, self.notes, Luck(seed))

    def play(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Plays it, and lets the customs hear it."""
        self.state, heard = self.game.apply(self.state, seat, action)
        self.notes = self.mind.observe(self.game, self.notes, self._ears(Seat(CUSTOMS), heard))
        return events_for_viewer(Seat(CUSTOMS), heard)


def pairs(mind: AnyRobot, wanted: int, *, ears: Ears = events_for_viewer) -> Pairs:
    """So many decisions, each made in two worlds; smugglers of all manners take turns."""
    found, number = Pairs(0, []), 0
    while found.count < wanted:
        for name in RESEARCH_SMUGGLERS:
            if found.count < wanted:
                _game(mind, name, f"{name} {number}", wanted, ears, found)
        number += 1
    return found


def _game(mind: AnyRobot, name: str, seed: str, wanted: int, ears: Ears, found: Pairs) -> None:
    """A game, and beside it one in which the plates lay elsewhere all along."""
    one, luck = World(mind, ears), Luck(seed)
    before, moves, placed = one.state, list[tuple[Seat, Action]](), tuple[int, ...]()
    while one.state.phase != "over":
        before = one.state
        seat = Seat(CUSTOMS if before.phase == "customs" else SMUGGLER)
        if before.phase == "smuggler" and not placed:
            placed = before.plates
        view = one.game.view(before, seat)
        action = (
            one.choose(f"{seed} {len(moves)}")
            if seat == CUSTOMS
            else RESEARCH_SMUGGLERS[name].choose(one.game, view, one.legal(), None, luck)
        )
        moves.append((seat, action))
        one.play(seat, action)
    imagined = one.game.imagine(one.game.view(before, Seat(CUSTOMS)), luck).plates
    gone = [square == OFF_BOARD for square in before.smugglers]
    elsewhere = tuple(placed[pawn] if gone[pawn] else imagined[pawn] for pawn in range(len(placed)))
    if elsewhere != placed:
        _beside(mind, elsewhere, moves, seed, wanted, ears, found)


def _beside(
    mind: AnyRobot,
    elsewhere: tuple[int, ...],
    moves: list[tuple[Seat, Action]],
    seed: str,
    wanted: int,
    ears: Ears,
    found: Pairs,
) -> None:
    """The same moves in another world. What the customs choose there is compared."""
    two = World(mind, ears)
    hides = iter([Hide(pawn) for pawn, plates in enumerate(elsewhere) for _ in range(plates)])
    for number, (seat, action) in enumerate(moves):
        if seat == CUSTOMS and found.count < wanted:
            chosen = two.choose(f"{seed} {number}")
            found.count += 1
            if chosen != action:
                found.differ.append(f"{two.game.write(action)} / {two.game.write(chosen)}")
        two.play(seat, next(hides) if isinstance(action, Hide) else action)
