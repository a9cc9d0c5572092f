"""The values of Rien à déclarer ?: state, actions, events, view."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.declarer.edition import Cards

Phase = Literal["lot", "take", "declare", "officer", "neighbour", "throw", "draw", "over"]
"""What happens next: the lot for the first officer, a hand being taken, a declaration, the officer's answer, the next
traveller's answer, a card thrown away from an accepted hand, the card drawn in its place, nothing more."""


class State(Struct, frozen=True, gc=False):
    """Where the game stands. Only one hand is ever alive: the one that travels."""

    phase: Phase
    round: int
    """1 … ; 0 before the first officer is drawn."""
    officer: int
    traveller: int
    """Whose hand it is; while the next traveller decides, still the one who declared it."""
    purses: tuple[int, ...]
    pack: tuple[int, ...]
    """Cards in the pack, by kind. Nobody has ordered them, so the pack is one bag."""
    left: int
    """Cards that may still be taken in this round."""
    hand: Cards
    claim: Cards | None
    """The articles declared; (BAG,) for the diplomatic bag; None before the declaration."""
    first: int
    """Who took this hand from the pack, four cards at once."""
    hands: tuple[Cards, ...]
    """This hand as each traveller before passed it on: what they remember."""
    thrown: tuple[int, ...]
    """The card each traveller after the first threw away from it."""


# Actions


class Lot(Action, frozen=True):
    """Nature: this seat is the first officer."""

    seat: int


class Draw(Action, frozen=True):
    """Nature: the card taken from the pack."""

    kind: int


class Declare(Action, frozen=True):
    """These articles, sorted, and nothing else to declare."""

    articles: Cards


class Claim(Action, frozen=True):
    """The diplomatic bag: nothing to declare, nothing to show."""


class Believe(Action, frozen=True):
    """The officer lets the hand pass."""


class Search(Action, frozen=True):
    """The officer has the hand shown."""


class Accept(Action, frozen=True):
    """The next traveller takes the hand, unseen till now."""


class Doubt(Action, frozen=True):
    """The next traveller turns informer: the hand is shown."""


class Throw(Action, frozen=True):
    """A card of the accepted hand is thrown away, face up."""

    kind: int


ACTIONS = (Lot, Draw, Declare, Claim, Believe, Search, Accept, Doubt, Throw)


# Events


class OfficerDrawn(Event, frozen=True):
    """The lot fell on the first officer."""

    news: ClassVar[bool] = True
    seat: int


class RoundBegan(Event, frozen=True):
    """A round with this officer."""

    round: int
    officer: int


class CardTaken(Event, frozen=True):
    """A traveller took a card from the pack."""

    seat: int


class CardSeen(Event, frozen=True):
    """To the traveller alone: the card they took."""

    news: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    kind: int


class Declared(Event, frozen=True):
    """A declaration."""

    stands: ClassVar[bool] = True
    seat: int
    articles: Cards


class BagClaimed(Event, frozen=True):
    """A claim to hold the diplomatic bag."""

    stands: ClassVar[bool] = True
    seat: int


class Believed(Event, frozen=True):
    """The officer let the hand pass."""

    seat: int
    traveller: int


class Searched(Event, frozen=True):
    """The hand was shown at the officer's wish."""

    news: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    traveller: int
    hand: Cards
    true: bool
    claim: Cards
    """What had been said of it."""


class Accepted(Event, frozen=True):
    """The next traveller did not doubt."""

    seat: int
    traveller: int


class GotAway(Event, frozen=True):
    """To the liar alone: nobody looked, so that the hand goes on with what was said of it."""

    hears: ClassVar[str] = "seat"
    seat: int
    hand: Cards
    claim: Cards


class HandSeen(Event, frozen=True):
    """To the one who accepted it alone: the hand."""

    news: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    hand: Cards


class Doubted(Event, frozen=True):
    """The hand was shown at the informer's wish."""

    news: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    traveller: int
    hand: Cards
    true: bool
    claim: Cards
    """What had been said of it."""


class Thrown(Event, frozen=True):
    """A card of an accepted hand was thrown away."""

    news: ClassVar[bool] = True
    seat: int
    kind: int


Reason = Literal["duty", "fine", "compensation", "reward"]


class Paid(Event, frozen=True):
    """Money went from purse to purse."""

    stands: ClassVar[bool] = True
    payer: int
    payee: int
    amount: int
    reason: Reason


class RoundEnded(Event, frozen=True):
    """The pack is used up; a hand still alive is laid aside unseen."""

    round: int


EVENTS = (
    OfficerDrawn, RoundBegan, CardTaken, CardSeen, Declared, BagClaimed, Believed, Searched, Accepted, GotAway,
    HandSeen, Doubted, Thrown, Paid, RoundEnded,
)  # fmt: skip


# The view


class Now(Struct, frozen=True):
    """What lies on the table before a viewer."""

    phase: Phase
    round: int
    officer: int
    traveller: int
    purses: tuple[int, ...]
    left: int
    """Cards that may still be taken in this round."""
    laid: tuple[int, ...]
    """Cards lying face up in the open suitcase, by kind."""
    cards: int
    """How many cards the travelling hand has."""
    hand: Cards | None
    """Their faces, for the one who holds them."""
    claim: Cards | None
    last: bool
    """Is this declaration the round's last?"""


class Memory(Struct, frozen=True):
    """What a viewer saw of the travelling hand since it was taken, and could have written down."""

    first: int
    seen: tuple[tuple[int, Cards], ...]
    """Hands they held or passed: (how many had passed it on before, cards)."""
    thrown: tuple[int, ...]
    """Cards thrown away from it, in order."""


class DeclarerView(View, frozen=True):
    """A viewer's knowledge."""

    now: Now
    memory: Memory
