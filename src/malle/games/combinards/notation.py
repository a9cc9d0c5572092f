"""Actions in notation: `buy`, `announce 5`, `sell ivory`, `go A0`, `denounce 3`, `dice 2 5`."""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Action, Malformed
from malle.games.combinards.lookup_tables import LookupTables
from malle.games.combinards.state import (
    Announce,
    Check,
    Declare,
    Denounce,
    Dice,
    Die,
    Draw,
    Fly,
    Give,
    Go,
    Lot,
    Sell,
    TakeMoney,
    TakeYears,
    Throw,
)  # fmt: skip


def format_action(tables: LookupTables, action: Action) -> str:
    """Return an action in notation. Seats count from 1; cards and squares have their names in the edition."""
    cards, squares = tables.numbers.cards, tables.board.square_names
    match action:
        case Draw(card) | Check(card) | Sell(card) | Declare(card) | Give(card):
            return f"{_class_word(action)} {cards[card].name}"
        case Go(square) | Fly(square):
            return f"{_class_word(action)} {squares[square]}"
        case Lot(seat):
            return f"first {seat + 1}"
        case Denounce(seat):
            return f"denounce {seat + 1}"
        case Announce(price):
            return f"announce {price}"
        case Dice(low, high):
            return f"dice {low} {high}"
        case Die(value):
            return f"die {value}"
        case Throw():
            return "roll"
        case TakeYears():
            return "years"
        case TakeMoney():
            return "money"
    return _class_word(action)


def actions_by_notation(tables: LookupTables) -> Mapping[str, Action]:
    """Return every action of the game by its notation."""
    return {format_action(tables, action): action for action in tables.alphabet()}


def parse_action(actions: Mapping[str, Action], text: str) -> Action:
    """Return the action that a line means, in capitals or not, with any spaces. `actions` comes
    from `actions_by_notation`. Raise `Malformed` if the line means none."""
    plain = " ".join(text.split()).lower()
    for word in (plain, _capitalise_last_word(plain)):
        if word in actions:
            return actions[word]
    raise Malformed(f"{text!r} is not an action; try `buy`, `announce 5`, `sell ivory`, `doubt`, `pass`")


def _capitalise_last_word(text: str) -> str:
    """Return the text with its last word in capitals, as the names of squares are: `go a0` becomes `go A0`."""
    head, _, last = text.rpartition(" ")
    return f"{head} {last.upper()}"


def _class_word(action: Action) -> str:
    """Return the name of the action's class in lower case, such as `sell`."""
    return type(action).__name__.lower()
