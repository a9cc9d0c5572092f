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

EventList = list[Event]
"""The events of the log entry that is being applied, so far."""


class LookupTables:
    """What a game looks up: built once by `Combinards`, for a number of seats, options and an
    edition."""

    def __init__(self, seats: int, options: Mapping[str, Any], numbers: Numbers) -> None:
        """Compute the tables."""
        self.seats = seats
        self.numbers = numbers
        self.board = board = Board(numbers)
        self.goal_cash = {"cash": numbers.goal, "gain": numbers.goal + numbers.cash, "short": numbers.short}[
            options["goal"]
        ]
        self.is_pack_ordered: bool = options["booklet"]
        self.false_denunciation_cost = 0 if options["free"] else numbers.indemnity
        """What a denunciation at customs without an open promise costs; 0 with the option
        `free`."""
        self.returns_lost_hands: bool = options["return"]
        self.max_rounds: int = options["rounds"]

        cards = numbers.cards
        self.all_cards: Cards = tuple(range(len(cards)))
        self.card_kinds = tuple(KINDS.index(card.kind) for card in cards)
        self.sales_by_square = tuple(
            {i: card.sales[kind] for i, card in enumerate(cards) if kind in card.sales} for kind in board.square_kinds
        )
        """By square: what the bank pays there for each card that it buys."""

        self.waiting_by_seat = tuple(Waiting((Seat(seat),)) for seat in range(seats))
        self.lot_actions = tuple(Lot(seat) for seat in range(seats))
        self.draw_actions = tuple(Draw(card) for card in self.all_cards)
        self.check_actions = tuple(Check(card) for card in self.all_cards)
        self.sell_actions = tuple(Sell(card) for card in self.all_cards)
        self.declare_actions = tuple(Declare(card) for card in self.all_cards)
        self.give_actions = tuple(Give(card) for card in self.all_cards)
        self.denounce_actions = tuple(Denounce(seat) for seat in range(seats))
        self.go_actions = tuple(Go(square) for square in range(len(board.square_kinds)))
        self.fly_actions = tuple(Fly(square) for square in range(len(board.square_kinds)))
        self.fork_actions = tuple(
            tuple(tuple(self.go_actions[path[-1]] for path in paths if path) for paths in ways)
            for ways in board.paths_by_roll
        )
        """By square and roll: the actions that choose a way at a fork, in the order of
        `Board.paths_by_roll`."""
        # A price above the goal never makes sense, so the goal is the highest price; the list must end somewhere.
        self.announce_actions = tuple(Announce(price) for price in range(1, max(self.goal_cash, numbers.cash) + 1))
        faces = range(1, numbers.faces + 1)
        pairs = tuple(combinations_with_replacement(faces, 2))
        self.dice_actions = tuple(Dice(low, high) for low, high in pairs)
        self.dice_weights = tuple(1 if low == high else 2 for low, high in pairs)
        self.die_actions = tuple(Die(value) for value in faces)
        ones = (1,) * max(len(self.die_actions), seats)
        self.dice_chance = Chance(self.dice_actions, self.dice_weights)
        self.die_chance = Chance(self.die_actions, ones[: len(self.die_actions)])
        self.lot_chance = Chance(self.lot_actions, ones[:seats])
        everybody = range(seats)
        subsets = (each for size in range(1, seats) for each in combinations(everybody, size))
        self.waiting_by_seats = {subset: Waiting(tuple(map(Seat, subset))) for subset in subsets}
        """The turn while several players are asked at once, by the seats that have not answered
        yet."""
        self.rolled_events = {
            (seat, *pair): Rolled(seat, pair) for seat in everybody for pair in pairs
        }  # fmt: skip
        self.equal_weights = (1,) * max(len(cards), seats, numbers.faces)

    def alphabet(self) -> tuple[Action, ...]:
        """Return all actions that can ever occur, outcomes of chance included. For one edition
        and set of options their order never changes."""
        board = self.board
        forks = {path[-1] for ways in board.paths_by_roll for paths in ways if len(paths) > 1 for path in paths}
        petrol = [card for card in self.all_cards if self.numbers.cards[card].kind == "petrol"]
        return (
            *self.lot_actions,
            *self.draw_actions,
            *self.dice_actions,
            *self.die_actions,
            *self.check_actions,
            *(self.go_actions[square] for square in sorted(forks)),
            PASS,
            BUY,
            *self.announce_actions,
            TRUST,
            DOUBT,
            *self.sell_actions,
            *(self.declare_actions[card] for card in petrol),
            *self.give_actions,
            *self.denounce_actions,
            *(self.fly_actions[square] for square in board.airports),
            PAY,
            THROW,
            TAKE_YEARS,
            TAKE_MONEY,
        )
