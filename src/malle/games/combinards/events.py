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
    """The lot drew the seat that begins."""

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
    """The die of an informer fell."""

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
    """The player on turn said no, or ended what could be done more than once."""

    seat: int


class CardTaken(Event, frozen=True):
    """A buyer took the top card."""

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
    """A player has answered in a window. Nobody hears what, until all have answered."""

    seat: int


class Bought(Event, frozen=True):
    """Nobody doubted: the buyer paid the announced price and keeps the card."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    price: int


class GotAway(Event, frozen=True):
    """Nobody doubted a price below the printed one. Only the buyer hears it."""

    shown_once: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    card: int
    price: int


class Doubted(Event, frozen=True):
    """A player doubted and the card was shown. `true` means that the announced price was at least the
    printed one."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    buyer: int
    card: int
    price: int
    true: bool


class PricePaid(Event, frozen=True):
    """The player who was wrong in a doubt paid this much of the printed price to the bank."""

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
    """A player showed petrol at a stop and received the bonus."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int
    amount: int


class GivenUp(Event, frozen=True):
    """A player gave up a card at the police station."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int


class Denounced(Event, frozen=True):
    """A player denounced another: in a flying control, or at customs."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    accused: int


class NotDenounced(Event, frozen=True):
    """Nobody denounced the player at customs."""

    reveals_secret: ClassVar[bool] = True
    accused: int


class Judged(Event, frozen=True):
    """A denunciation at customs was judged. `right` means that a promise was still open."""

    needs_reading_time: ClassVar[bool] = True
    accused: int
    right: bool


class ControlClean(Event, frozen=True):
    """A control drew a card of this seat, found that it was not illicit, and gave it back. The event
    does not hold the card."""

    reveals_secret: ClassVar[bool] = True
    seat: int


class ControlSeen(Event, frozen=True):
    """The card that a control drew and gave back. Only its owner hears it."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    card: int


class Confiscated(Event, frozen=True):
    """A card of this seat was found and went under the pack."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    card: int


PaymentReason = Literal["tax", "charges", "refund", "indemnity", "fine", "customs", "reward"]


class Paid(Event, frozen=True):
    """Money changed hands, and the sum tells nothing about a card."""

    needs_reading_time: ClassVar[bool] = True
    payer: int
    payee: int
    amount: int
    reason: PaymentReason


class CardPaid(Paid, frozen=True):
    """Money changed hands, and the sum tells which card it was for. So the event is shown once, like
    the card."""

    shown_once: ClassVar[bool] = True


class YearsChanged(Event, frozen=True):
    """The police record of a seat changed by `change`, to `years`."""

    needs_reading_time: ClassVar[bool] = True
    seat: int
    change: int
    years: int


class CardYears(YearsChanged, frozen=True):
    """A police record changed, and the change tells which card it was for. So the event is shown once,
    like the card."""

    shown_once: ClassVar[bool] = True


class TurnedOut(Event, frozen=True):
    """A player is out of the game: unable to pay, or too many years of prison."""

    needs_reading_time: ClassVar[bool] = True
    seat: int
    why: Literal["money", "prison"]


class HandShown(Event, frozen=True):
    """All cards of a player who is out, or of any player at the end."""

    reveals_secret: ClassVar[bool] = True
    shown_once: ClassVar[bool] = True
    seat: int
    cards: Cards


EVENTS = (
    FirstDrawn, CardDealt, Rolled, DieRolled, Moved, Flown, Shuffled, Passed, CardTaken, CardSeen, Announced, Answered,
    Bought, GotAway, Doubted, PricePaid, Sold, PetrolDeclared, GivenUp, Denounced, NotDenounced, Judged, ControlClean,
    ControlSeen, Confiscated, Paid, CardPaid, YearsChanged, CardYears, TurnedOut, HandShown,
)  # fmt: skip
