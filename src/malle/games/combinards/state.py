"""The values of Les Joyeux Combinards: state, actions, view. Events are in events.py."""

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

lot, deal: who begins, and the cards of the start. roll, fork: the dice, and the way chosen at a fork.
buy, draw, announce, doubt: a purchase wanted or not, the card, its price, the others' answers.
sell, refinery, stop, station: cards sold, petrol sold, petrol declared, cards given up.
denounce, customs: the others' answers at customs, and the dice there. control: a card of one's own hand.
inform, search: a flying control wanted or not, a card of that hand; outrage, bounty: the die of an informer who
was wrong or right; reward: years or money. fly: a flight. tax, tax-roll: the tax, or the dice for it."""

CLEAN, DRAWN, GONE, DRY = range(4)
Trace = tuple[int, int, int]
"""What the table could note of one hand: (CLEAN, lawful cards known to be in it, generation): a control found nothing;
(DRAWN, 0, generation): a card joined it unseen; (GONE, kind, generation): a card of it was seen; (DRY, 0, generation):
it had no petrol. A card's generation is the shuffle it was last in."""
Trail = tuple[Trace, ...]

NO_CARD = -1
NOBODY = -1


class State(Struct, frozen=True, gc=False):
    """Where the game stands. The last part is what everybody saw and could have written down."""

    phase: Phase
    round: int
    """1 … ; 0 before it is known who begins."""
    first: int
    """Who began."""
    seat: int
    """Whose turn it is."""
    alive: tuple[int, ...]
    """The seats still in the game."""
    at: tuple[int, ...]
    """The square of each pawn."""
    cash: tuple[int, ...]
    years: tuple[int, ...]
    hands: tuple[Cards, ...]
    pot: int
    bag: Cards
    """The pack as far as nobody has ordered it: any of these may be the next card."""
    under: Cards
    """Cards that went under the pack, seen by all; in order, if they are drawn in order."""
    dice: tuple[int, ...]
    """As they last fell in this turn."""
    card: int
    """Taken by a buyer who has not yet paid."""
    price: int
    """Announced for it."""
    asked: tuple[int, ...]
    """Seats whose answer is still awaited in a window."""
    yes: tuple[int, ...]
    """Seats that have said yes in it: I doubt, I denounce."""
    target: int
    """Whose hand a flying control looks into."""
    given: int
    """Cards given up at this stop in a police station."""
    # What everybody saw:
    known: bool
    """Everybody knows the card being bought."""
    gone: Cards
    """Cards out of the game."""
    shown: tuple[Cards, ...]
    """Cards that everybody has seen go into a hand, or in it, and that are still there."""
    generation: int
    """How many times the pack has been shuffled anew."""
    origin: tuple[int, ...]
    """The generation of each card."""
    trails: tuple[Trail, ...]
    """What was noted of each hand since a control found nothing in it, as far as it can still matter."""
    promises: tuple[Cards | None, ...]
    """Petrol declared on this visit to an outer circuit and not yet sold; None: none was declared."""


# Actions


class Lot(Action, frozen=True):
    """Nature: this seat begins."""

    seat: int


class Draw(Action, frozen=True):
    """Nature: the card taken from the pack."""

    card: int


class Dice(Action, frozen=True):
    """Nature: two dice, the lower one first."""

    low: int
    high: int


class Die(Action, frozen=True):
    """Nature: one die."""

    value: int


class Check(Action, frozen=True):
    """Nature: the card of a hand that a control draws."""

    card: int


class Go(Action, frozen=True):
    """At a fork: to this square."""

    square: int


class Pass(Action, frozen=True):
    """No, or no more."""


class Buy(Action, frozen=True):
    """Take the top card."""


class Announce(Action, frozen=True):
    """Name a price for it."""

    price: int


class Trust(Action, frozen=True):
    """The announced price may stand."""


class Doubt(Action, frozen=True):
    """The card is to be shown."""


class Sell(Action, frozen=True):
    """Show a card where it is sold."""

    card: int


class Declare(Action, frozen=True):
    """Show petrol at a stop, and promise to sell it at a refinery."""

    card: int


class Give(Action, frozen=True):
    """Give a card up at the police station."""

    card: int


class Denounce(Action, frozen=True):
    """Accuse a player, at customs or in a flying control."""

    seat: int


class Fly(Action, frozen=True):
    """To this airport."""

    square: int


class Pay(Action, frozen=True):
    """Pay the tax."""


class Throw(Action, frozen=True):
    """Throw the dice for the tax."""


class TakeYears(Action, frozen=True):
    """The informer's reward: years off the record."""


class TakeMoney(Action, frozen=True):
    """The informer's reward: money."""


ACTIONS = (
    Lot, Draw, Dice, Die, Check, Go, Pass, Buy, Announce, Trust, Doubt, Sell, Declare, Give, Denounce, Fly, Pay, Throw,
    TakeYears, TakeMoney,
)  # fmt: skip


# The view


class Now(Struct, frozen=True):
    """What lies on the table before a viewer."""

    phase: Phase
    round: int
    seat: int
    alive: tuple[int, ...]
    at: tuple[int, ...]
    cash: tuple[int, ...]
    years: tuple[int, ...]
    cards: tuple[int, ...]
    """How many cards each hand has."""
    pot: int
    pack: int
    """Cards in the pack."""
    under: int
    """Cards under it."""
    dice: tuple[int, ...]
    price: int
    """Being announced; 0: none."""
    target: int
    given: int
    hand: Cards | None
    """The viewer's own."""
    card: int
    """The card being bought, for the buyer alone."""
    answer: bool | None
    """The viewer's own answer in an open window; None: none yet."""
    hands: tuple[Cards, ...]
    """Everybody's, once the game is over."""


class Memory(Struct, frozen=True):
    """What everybody saw and could have written down, alike for all viewers: see State."""

    first: int
    card: int
    """The card being bought, if everybody knows it."""
    under: Cards
    gone: Cards
    shown: tuple[Cards, ...]
    hidden: tuple[tuple[int, ...], ...]
    """The generations of the other cards of each hand."""
    generation: int
    origin: tuple[int, ...]
    trails: tuple[Trail, ...]
    promises: tuple[Cards | None, ...]


class CombinardsView(View, frozen=True):
    """A viewer's knowledge."""

    now: Now
    memory: Memory
