"""What happens in Les Joyeux Combinards, as its audience hears it. Everybody hears an event unless its
class names an audience field.

A good memory is worth something in this game: prices announced, petrol declared, cards seen and what
they brought. Such events are shown once: the log of a running game does not keep them.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from malle.core import Event
from malle.games.combinards.edition import Cards

BANK = -1
POT = -2
"""Payers and payees that are not seats are `BANK` or `POT`."""


class FirstDrawn(Event, frozen=True):
    """The lot drew the seat that begins. Everybody hears it."""

    reveals_secret: ClassVar[bool] = True
    seat: int


class CardDealt(Event, frozen=True):
    """The seat received this card at the start. Only the seat hears it."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    card: int


class Rolled(Event, frozen=True):
    """Two dice fell: for a move, for a tax or at customs."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    dice: tuple[int, int]


class DieRolled(Event, frozen=True):
    """An informer (who denounced somebody in a flying control) threw the die. Everybody hears
    it."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    value: int


class Moved(Event, frozen=True):
    """A pawn went along these squares. It stops on the last one."""

    seat: int
    source: int
    path: tuple[int, ...]


class Flown(Event, frozen=True):
    """A pawn flew from one airport to another."""

    seat: int
    source: int
    target: int


class Shuffled(Event, frozen=True):
    """The cards under the pack were shuffled into a new pack of `cards` cards."""

    cards: int


class Passed(Event, frozen=True):
    """The player on turn said no to an offer, or ended what could be done more than once."""

    seat: int


class CardTaken(Event, frozen=True):
    """A buyer took the top card. Which card it is, `CardSeen` tells the buyer alone."""

    seat: int


class CardSeen(Event, frozen=True):
    """Which card the buyer took. Only the buyer hears it."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    card: int


class Announced(Event, frozen=True):
    """A buyer announced a price."""

    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    price: int


class Answered(Event, frozen=True):
    """A player has answered whether they doubt a price, or denounce the player at customs.
    Nobody hears the answer until all have answered."""

    seat: int


class Bought(Event, frozen=True):
    """Nobody doubted: the buyer paid the announced price and keeps the card."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    price: int


class GotAway(Event, frozen=True):
    """Nobody doubted a price below the printed one. Only the buyer, who lied, hears it."""

    shown_once: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    card: int
    price: int


class Doubted(Event, frozen=True):
    """The player `seat` doubted the price of `buyer`, and the card was shown to all. `true`
    means that the announced price was at least the printed one."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    buyer: int
    card: int
    price: int
    true: bool


class PricePaid(Event, frozen=True):
    """The player who was wrong in a doubt paid the bank the printed price, or all cash if that
    was less."""

    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    amount: int


class Sold(Event, frozen=True):
    """A player showed a card and sold it to the bank for `amount`."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int
    amount: int


class PetrolDeclared(Event, frozen=True):
    """A player showed petrol at a stop, promised to sell it, and received `amount` as bonus."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int
    amount: int


class GivenUp(Event, frozen=True):
    """A player gave up a card at the police station; all see it."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int


class Denounced(Event, frozen=True):
    """The player `seat` denounced the player `accused`, in a flying control or at customs."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    accused: int


class NotDenounced(Event, frozen=True):
    """Nobody denounced the player at customs."""

    reveals_secret: ClassVar[bool] = True
    accused: int


class Judged(Event, frozen=True):
    """A denunciation at customs was judged. `right` means that the accused had declared petrol
    and not yet sold all of it."""

    needs_reading_time: ClassVar[bool] = True
    accused: int
    right: bool


class ControlClean(Event, frozen=True):
    """A control drew a card of this seat, found that it was not illicit, and gave it back. The event
    does not hold the card."""

    reveals_secret: ClassVar[bool] = True
    seat: int


class ControlSeen(Event, frozen=True):
    """Tells the owner which card a control drew from their hand and gave back. Nobody else hears
    it."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    card: int


class Confiscated(Event, frozen=True):
    """A control found this illicit card, or customs took this petrol card. It went under the
    pack; all see it."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int


PaymentReason = Literal["tax", "charges", "refund", "indemnity", "fine", "customs", "reward"]


class Paid(Event, frozen=True):
    """Money went from one player, the bank or the pot to another, for this reason. The sum tells
    nothing about a card. Everybody hears it."""

    needs_reading_time: ClassVar[bool] = True
    payer: int
    payee: int
    amount: int
    reason: PaymentReason


class CardPaid(Paid, frozen=True):
    """A payment (a fine) whose sum tells which card it was for. So the event is shown once, like
    the card."""

    shown_once: ClassVar[bool] = True


class YearsChanged(Event, frozen=True):
    """The police record of a seat changed by `change` years, which may be negative, and is now
    `years`."""

    needs_reading_time: ClassVar[bool] = True
    seat: int
    change: int
    years: int


class CardYears(YearsChanged, frozen=True):
    """The police record of a seat changed, and the change tells which card it was for. So the
    event is shown once, like the card."""

    shown_once: ClassVar[bool] = True


class TurnedOut(Event, frozen=True):
    """A player went out of the game: unable to pay, or with too many years of prison."""

    needs_reading_time: ClassVar[bool] = True
    seat: int
    why: Literal["money", "prison"]


class HandShown(Event, frozen=True):
    """All cards of one hand were shown to everybody: of a player who was put out of the game, or at
    the end of each player still in it. An empty hand is not shown."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    seat: int
    cards: Cards


EVENTS = (
    FirstDrawn, CardDealt, Rolled, DieRolled, Moved, Flown, Shuffled, Passed, CardTaken, CardSeen, Announced, Answered,
    Bought, GotAway, Doubted, PricePaid, Sold, PetrolDeclared, GivenUp, Denounced, NotDenounced, Judged, ControlClean,
    ControlSeen, Confiscated, Paid, CardPaid, YearsChanged, CardYears, TurnedOut, HandShown,
)  # fmt: skip
