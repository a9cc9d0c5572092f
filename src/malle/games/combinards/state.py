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
    announce, doubt         its price; whether the others doubt the price
    sell, refinery          a card sold at a place of sale; petrol sold at the refinery
    stop, station           petrol declared; cards given up at the police station
    denounce, customs       whether the others denounce the player at customs; the dice there
    control                 the card that a control draws from the hand of the player on turn
    inform, search          whom to denounce in a flying control; the card drawn from that hand
    outrage, bounty         the die of an informer who was wrong; of one who was right
    reward                  whether an informer who was right takes years off or money
    fly, tax, tax-roll      a flight; pay the tax or not; the dice for it
"""

CONTROL_CLEAN, CARD_JOINED, CARD_SHOWN, NO_PETROL = range(4)
TrailEntry = tuple[int, int, int]
"""One note about a hand, which everybody could have taken:

    (CONTROL_CLEAN, shown cards in the hand that are not illicit, generation)
                                    a control found no illicit card
    (CARD_JOINED, 0, generation)    a card joined the hand unseen
    (CARD_SHOWN, kind, generation)  an unknown card of the hand was seen
    (NO_PETROL, 0, generation)      the hand had no petrol

The generation of a card is the number of the reshuffle that it was last in; 0 if it was in none.
For `CONTROL_CLEAN` and `NO_PETROL` it is the number of reshuffles at that time.
"""
Trail = tuple[TrailEntry, ...]
"""The notes about a hand, in order. Empty if no control found the hand clean and nothing showed
it to be without petrol, or if all cards from that time are known by now."""

NO_CARD = -1
NO_SEAT = -1


class State(Struct, frozen=True, gc=False):
    """The whole state of a game. Sums are millions of francs. The fields from `known` on hold
    what everybody saw and could have written down."""

    phase: Phase
    round: int
    """Counted from 1; 0 until the cards are dealt."""
    first: int
    """The seat that began; `NO_SEAT` until it is known."""
    seat: int
    """The seat on turn."""
    alive: tuple[int, ...]
    """The seats still in the game, in order."""
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
    """The dice that were last thrown in this turn; empty if none were. In the phase `reward`,
    the informer's single die."""
    card: int
    """The card that a buyer took and has not paid yet; `NO_CARD` if there is none."""
    price: int
    """The price announced for it; 0 if none."""
    asked: tuple[int, ...]
    """Seats that still have to answer, when all other players are asked at once whether they
    doubt or denounce. Empty in all other phases."""
    yes: tuple[int, ...]
    """Seats that have answered yes to that question: they doubt, or they denounce."""
    target: int
    """The seat from whose hand a flying control draws a card; `NO_SEAT` in other turns."""
    given: int
    """Cards given up so far on this visit to the police station."""
    # What everybody saw and could have written down:
    known: bool
    """True if everybody knows the card being bought."""
    gone: Cards
    """Cards out of the game, because their player went out."""
    shown: tuple[Cards, ...]
    """By seat: the cards of the hand that everybody has seen, in it or on the way into it."""
    generation: int
    """How many times the cards under the pack have been shuffled into a new pack."""
    origin: tuple[int, ...]
    """By card: its generation, the number of the reshuffle that it was last in."""
    trails: tuple[Trail, ...]
    """By seat: the notes about the hand since a control found nothing in it, or since it was
    seen to have no petrol."""
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
    """Chance: the one die of an informer."""

    value: int


class Check(Action, frozen=True):
    """Chance: the card that a control or a flying control draws from a hand."""

    card: int


class Go(Action, frozen=True):
    """Go to this square, where one of the ways from a fork ends."""

    square: int


class Pass(Action, frozen=True):
    """Say no, or end what could be done more than once. At customs: denounce nobody."""


class Buy(Action, frozen=True):
    """Take the top card of the pack, to announce a price for it."""


class Announce(Action, frozen=True):
    """Announce a price for the card taken; it may be untrue."""

    price: int


class Trust(Action, frozen=True):
    """Answer a buyer that the announced price may stand."""


class Doubt(Action, frozen=True):
    """Answer a buyer that the card is to be shown."""


class Sell(Action, frozen=True):
    """Show and sell a card."""

    card: int


class Declare(Action, frozen=True):
    """Show a petrol card at a stop for the bonus, and thereby promise to sell it at the
    refinery."""

    card: int


class Give(Action, frozen=True):
    """Give up a card at the police station for years off the record."""

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
    """Have dice thrown instead of paying the tax."""


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
    """The card being bought, if the viewer is the buyer; otherwise `NO_CARD`."""
    answer: bool | None
    """The viewer's own answer to the question that all others are asked at once: true if they
    doubt or denounce. `None` if there is no such question, or if the viewer has not answered or
    is not asked."""
    hands: tuple[Cards, ...]
    """All hands by seat, once the game is over; empty before."""


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
