"""What does not change during a game, built once: numbers, board, all actions and some events."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from typing import Any

from malle.core import Action, Chance, Event, Seat, Waiting
from malle.games.combinards.board import Board
from malle.games.combinards.edition import KINDS, Cards, Numbers
from malle.games.combinards.events import Rolled
from malle.games.combinards.state import (
    Announce,
    Buy,
    Check,
    Declare,
    Denounce,
    Dice,
    Die,
    Doubt,
    Draw,
    Fly,
    Give,
    Go,
    Lot,
    Pass,
    Pay,
    Sell,
    TakeMoney,
    TakeYears,
    Throw,
    Trust,
)  # fmt: skip

PASS, BUY, TRUST, DOUBT, PAY, THROW = Pass(), Buy(), Trust(), Doubt(), Pay(), Throw()
TAKE_YEARS, TAKE_MONEY = TakeYears(), TakeMoney()

Said = list[Event]
"""The events of the log entry that is being applied, so far."""


class Tables:
    """What a game looks up: built once for a number of seats, options and an edition."""

    def __init__(self, seats: int, options: Mapping[str, Any], numbers: Numbers) -> None:
        self.seats = seats
        self.numbers = numbers
        self.board = board = Board(numbers)
        self.goal = {"cash": numbers.goal, "gain": numbers.goal + numbers.cash, "short": numbers.short}[options["goal"]]
        self.booklet: bool = options["booklet"]
        self.slander = 0 if options["free"] else numbers.indemnity
        """What a denunciation at customs without a cause costs."""
        self.return_hand: bool = options["return"]
        self.rounds: int = options["rounds"]

        cards = numbers.cards
        self.pack: Cards = tuple(range(len(cards)))
        self.kind = tuple(KINDS.index(card.kind) for card in cards)
        self.sales = tuple(
            {i: card.sales[kind] for i, card in enumerate(cards) if kind in card.sales} for kind in board.kinds
        )
        """By square: what the bank pays there for each card that it buys."""

        self.waiting = tuple(Waiting((Seat(seat),)) for seat in range(seats))
        self.lots = tuple(Lot(seat) for seat in range(seats))
        self.draws = tuple(Draw(card) for card in self.pack)
        self.checks = tuple(Check(card) for card in self.pack)
        self.sells = tuple(Sell(card) for card in self.pack)
        self.declares = tuple(Declare(card) for card in self.pack)
        self.gives = tuple(Give(card) for card in self.pack)
        self.denounces = tuple(Denounce(seat) for seat in range(seats))
        self.goes = tuple(Go(square) for square in range(len(board.kinds)))
        self.flights = tuple(Fly(square) for square in range(len(board.kinds)))
        self.forks = tuple(
            tuple(tuple(self.goes[path[-1]] for path in paths if path) for paths in ways) for ways in board.ways
        )
        """The actions at a fork, by square and roll."""
        # A price above the goal never makes sense, so the goal is the highest price; the list must end somewhere.
        self.announces = tuple(Announce(price) for price in range(1, max(self.goal, numbers.cash) + 1))
        faces = range(1, numbers.faces + 1)
        pairs = tuple(combinations_with_replacement(faces, 2))
        self.dice = tuple(Dice(low, high) for low, high in pairs)
        self.dice_weights = tuple(1 if low == high else 2 for low, high in pairs)
        self.die = tuple(Die(value) for value in faces)
        ones = (1,) * max(len(self.die), seats)
        self.dice_chance = Chance(self.dice, self.dice_weights)
        self.die_chance = Chance(self.die, ones[: len(self.die)])
        self.lot_chance = Chance(self.lots, ones[:seats])
        everybody = range(seats)
        subsets = (each for size in range(1, seats) for each in combinations(everybody, size))
        self.windows = {subset: Waiting(tuple(map(Seat, subset))) for subset in subsets}
        """The turn in a window, by the seats that have not answered yet."""
        self.rolled = {
            (seat, *pair): Rolled(seat, pair) for seat in everybody for pair in pairs
        }  # fmt: skip
        self.ones = (1,) * max(len(cards), seats, numbers.faces)

    def alphabet(self) -> tuple[Action, ...]:
        """Return all actions that can ever occur, outcomes of chance included. Their order never changes."""
        board = self.board
        forks = {path[-1] for ways in board.ways for paths in ways if len(paths) > 1 for path in paths}
        petrol = [card for card in self.pack if self.numbers.cards[card].kind == "petrol"]
        return (
            *self.lots, *self.draws, *self.dice, *self.die, *self.checks,
            *(self.goes[square] for square in sorted(forks)), PASS, BUY, *self.announces, TRUST, DOUBT, *self.sells,
            *(self.declares[card] for card in petrol), *self.gives, *self.denounces,
            *(self.flights[square] for square in board.airports), PAY, THROW, TAKE_YEARS, TAKE_MONEY,
        )  # fmt: skip
