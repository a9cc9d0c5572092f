"""The types of Les Joyeux Combinards: state, actions and view. Events are in events.py."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from malle.core import Action, View
from malle.games.combinards.edition import Cards

Phase = Literal[
    "lot", "deal", "roll", "fork", "buy", "draw", "announce", "doubt", "sell", "refinery", "stop", "denounce",
    "customs", "station", "control", "inform", "search", "outrage", "bounty", "reward", "fly", "tax", "tax-roll",
    "over",
]  # fmt: skip
"""What happens next.

    lot, deal               who begins; the cards of the start
    roll, fork              the dice; the way chosen at a fork
    buy, draw               whether to buy a card; the card
    announce, doubt         its price; the answers of the others
    sell, refinery          a card sold; petrol sold
    stop, station           petrol declared; cards given up at the police station
    denounce, customs       the answers of the others at customs; the dice there
    control                 the card that a control draws from one's own hand
    inform, search          whom to denounce in a flying control; the card drawn from that hand
    outrage, bounty         the die of an informer who was wrong; of one who was right
    reward                  years or money
    fly, tax, tax-roll      a flight; pay the tax or not; the dice for it
"""

CONTROL_CLEAN, CARD_JOINED, CARD_SHOWN, NO_PETROL = range(4)
TrailEntry = tuple[int, int, int]
"""One note about a hand, which everybody could have taken:

    (CONTROL_CLEAN, known lawful cards in the hand, generation)   a control found no illicit card
    (CARD_JOINED, 0, generation)                                  a card joined the hand unseen
    (CARD_SHOWN, kind, generation)                                an unknown card of the hand was seen
    (NO_PETROL, 0, generation)                                    the hand had no petrol

The generation of a card is the number of the reshuffle that it was last in; 0 if it was in none. For
`CONTROL_CLEAN` and `NO_PETROL` it is the number of reshuffles at that time.
"""
Trail = tuple[TrailEntry, ...]
"""The notes about a hand, in order. Empty where nothing noted can matter any more."""

NO_CARD = -1
NO_SEAT = -1


class State(Struct, frozen=True, gc=False):
    """The whole state of a game. The fields from `known` on hold what everybody saw and could have
    written down."""

    phase: Phase
    round: int
    """Counted from 1; 0 until it is known who begins."""
    first: int
    """The seat that began."""
    seat: int
    """The seat on turn."""
    alive: tuple[int, ...]
    """The seats still in the game."""
    at: tuple[int, ...]
    """The square of each pawn."""
    cash: tuple[int, ...]
    years: tuple[int, ...]
    hands: tuple[Cards, ...]
    pot: int
    bag: Cards
    """The cards of the pack whose order is not decided: any of them may be the next card."""
    under: Cards
    """Cards that went under the pack, seen by all. In that order with the option `booklet`, otherwise
    sorted."""
    dice: tuple[int, ...]
    """The dice as they last fell in this turn."""
    card: int
    """The card that a buyer took and has not paid yet; `NO_CARD` if there is none."""
    price: int
    """The price announced for it; 0 if none."""
    asked: tuple[int, ...]
    """Seats whose answer in an open window is still missing."""
    yes: tuple[int, ...]
    """Seats that have said yes in the window: they doubt, or they denounce."""
    target: int
    """The seat whose hand a flying control looks into."""
    given: int
    """Cards given up so far on this visit to the police station."""
    # What everybody saw and could have written down:
    known: bool
    """True if everybody knows the card being bought."""
    gone: Cards
    """Cards out of the game."""
    shown: tuple[Cards, ...]
    """By seat: the cards of the hand that everybody has seen, in it or on the way into it."""
    generation: int
    """How many times the pack has been shuffled again."""
    origin: tuple[int, ...]
    """The generation of each card."""
    trails: tuple[Trail, ...]
    """By seat: the notes about the hand, since a control found nothing in it, as far as they can still
    matter."""
    promises: tuple[Cards | None, ...]
    """By seat: petrol declared on this visit to an outer circuit and not yet sold. `None` if none was
    declared; empty if all of it was sold."""


# Actions


class Lot(Action, frozen=True):
    """Chance: this seat begins."""

    seat: int


class Draw(Action, frozen=True):
    """Chance: the card taken from the pack."""

    card: int


class Dice(Action, frozen=True):
    """Chance: two dice, the lower one first."""

    low: int
    high: int


class Die(Action, frozen=True):
    """Chance: one die."""

    value: int


class Check(Action, frozen=True):
    """Chance: the card that a control draws from a hand."""

    card: int


class Go(Action, frozen=True):
    """Go to this square at a fork."""

    square: int


class Pass(Action, frozen=True):
    """Say no, or end what could be done more than once. At customs: denounce nobody."""


class Buy(Action, frozen=True):
    """Take the top card."""


class Announce(Action, frozen=True):
    """Announce a price for the card taken."""

    price: int


class Trust(Action, frozen=True):
    """Let the announced price stand."""


class Doubt(Action, frozen=True):
    """Have the card shown."""


class Sell(Action, frozen=True):
    """Show and sell a card."""

    card: int


class Declare(Action, frozen=True):
    """Show petrol at a stop, and promise to sell it at a refinery."""

    card: int


class Give(Action, frozen=True):
    """Give up a card at the police station."""

    card: int


class Denounce(Action, frozen=True):
    """Denounce a player, at customs or in a flying control."""

    seat: int


class Fly(Action, frozen=True):
    """Fly to this airport."""

    square: int


class Pay(Action, frozen=True):
    """Pay the tax."""


class Throw(Action, frozen=True):
    """Throw the dice for the tax."""


class TakeYears(Action, frozen=True):
    """Take the informer's reward as years off the record."""


class TakeMoney(Action, frozen=True):
    """Take the informer's reward as money."""


ACTIONS = (
    Lot, Draw, Dice, Die, Check, Go, Pass, Buy, Announce, Trust, Doubt, Sell, Declare, Give, Denounce, Fly, Pay, Throw,
    TakeYears, TakeMoney,
)  # fmt: skip


# The view


class Now(Struct, frozen=True):
    """What lies on the table before a viewer. Fields that `State` has too mean the same here."""

    phase: Phase
    round: int
    seat: int
    alive: tuple[int, ...]
    at: tuple[int, ...]
    cash: tuple[int, ...]
    years: tuple[int, ...]
    cards: tuple[int, ...]
    """The number of cards in each hand."""
    pot: int
    pack: int
    """The number of cards in the pack."""
    under: int
    """The number of cards under the pack."""
    dice: tuple[int, ...]
    price: int
    """The announced price that is being decided; 0 if none."""
    target: int
    given: int
    hand: Cards | None
    """The viewer's own hand; `None` for spectators."""
    card: int
    """The card being bought, for the buyer only; otherwise `NO_CARD`."""
    answer: bool | None
    """The viewer's own answer in an open window; `None` if there is none yet."""
    hands: tuple[Cards, ...]
    """All hands, once the game is over; empty before."""


class Memory(Struct, frozen=True):
    """The part of a view that is the same for every viewer: what everybody saw and could have written
    down. Fields that `State` has too mean the same here."""

    first: int
    card: int
    """The card being bought, if everybody knows it; otherwise `NO_CARD`."""
    under: Cards
    gone: Cards
    shown: tuple[Cards, ...]
    hidden: tuple[tuple[int, ...], ...]
    """By seat: the generations of the cards in the hand that only its owner knows, sorted."""
    generation: int
    origin: tuple[int, ...]
    trails: tuple[Trail, ...]
    promises: tuple[Cards | None, ...]


class CombinardsView(View, frozen=True):
    """All that a viewer knows."""

    now: Now
    memory: Memory
