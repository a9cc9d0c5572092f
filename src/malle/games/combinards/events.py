"""What happens in Les Joyeux Combinards, as its audience hears it.

What a good memory is worth at this table (prices announced, petrol declared, cards seen and what they brought) fades:
the running log does not keep it.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from malle.core import Event
from malle.games.combinards.edition import Cards

BANK = -1
POT = -2
"""Payers and payees that are not seats."""


class FirstDrawn(Event, frozen=True):
    """The lot says who begins."""

    news: ClassVar[bool] = True
    seat: int


class CardDealt(Event, frozen=True):
    """To its owner alone: a card of the start."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    card: int


class Rolled(Event, frozen=True):
    """Two dice fell: for a move, for a tax, at customs."""

    news: ClassVar[bool] = True
    seat: int
    dice: tuple[int, int]


class DieRolled(Event, frozen=True):
    """An informer's die."""

    news: ClassVar[bool] = True
    seat: int
    value: int


class Moved(Event, frozen=True):
    """A pawn went along these squares; the last is where it stands."""

    seat: int
    source: int
    path: tuple[int, ...]


class Flown(Event, frozen=True):
    """A pawn flew from airport to airport."""

    seat: int
    source: int
    target: int


class Shuffled(Event, frozen=True):
    """The cards under the pack became a new one."""

    cards: int


class Passed(Event, frozen=True):
    """No, or no more."""

    seat: int


class CardTaken(Event, frozen=True):
    """A buyer took the top card."""

    seat: int


class CardSeen(Event, frozen=True):
    """To the buyer alone: what it is."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    card: int


class Announced(Event, frozen=True):
    """The price that a buyer names."""

    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    price: int


class Answered(Event, frozen=True):
    """Somebody has answered in a window. What, nobody hears before all have."""

    seat: int


class Bought(Event, frozen=True):
    """Nobody doubted: the announced price is paid, and the card kept."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    price: int


class GotAway(Event, frozen=True):
    """To the buyer alone: nobody doubted a price below the printed one."""

    fades: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    card: int
    price: int


class Doubted(Event, frozen=True):
    """The card was shown. True: it was announced at its printed price or above."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    buyer: int
    card: int
    price: int
    true: bool


class PricePaid(Event, frozen=True):
    """The printed price, by whoever was wrong."""

    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    amount: int


class Sold(Event, frozen=True):
    """A card was shown, and the bank paid."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    card: int
    amount: int


class PetrolDeclared(Event, frozen=True):
    """Petrol was shown at a stop, and the bonus paid."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    card: int
    amount: int


class GivenUp(Event, frozen=True):
    """A card was given up at the police station."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    card: int


class Denounced(Event, frozen=True):
    """Somebody was denounced: in a flying control, or at customs."""

    news: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    accused: int


class NotDenounced(Event, frozen=True):
    """Nobody denounced the player at customs."""

    news: ClassVar[bool] = True
    accused: int


class Judged(Event, frozen=True):
    """Whether a denunciation at customs had a cause."""

    stands: ClassVar[bool] = True
    accused: int
    right: bool


class ControlClean(Event, frozen=True):
    """A card was drawn from a hand and given back: not illicit."""

    news: ClassVar[bool] = True
    seat: int


class ControlSeen(Event, frozen=True):
    """To its owner alone: the card that was drawn and given back."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    card: int


class Confiscated(Event, frozen=True):
    """A card was found and went under the pack."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    stands: ClassVar[bool] = True
    seat: int
    card: int


Reason = Literal["tax", "charges", "refund", "indemnity", "fine", "customs", "reward"]


class Paid(Event, frozen=True):
    """Money that nobody needs to remember."""

    stands: ClassVar[bool] = True
    payer: int
    payee: int
    amount: int
    reason: Reason


class CardPaid(Paid, frozen=True):
    """The same where the sum names a card: it fades with the card."""

    fades: ClassVar[bool] = True


class YearsChanged(Event, frozen=True):
    """The police record."""

    stands: ClassVar[bool] = True
    seat: int
    change: int
    years: int


class CardYears(YearsChanged, frozen=True):
    """The same where the number of years names a card: it fades with the card."""

    fades: ClassVar[bool] = True


class TurnedOut(Event, frozen=True):
    """A player is out: unable to pay, or too many years."""

    stands: ClassVar[bool] = True
    seat: int
    why: Literal["money", "prison"]


class HandShown(Event, frozen=True):
    """All cards of a player who is out, or of anybody at the end."""

    news: ClassVar[bool] = True
    fades: ClassVar[bool] = True
    seat: int
    cards: Cards


EVENTS = (
    FirstDrawn, CardDealt, Rolled, DieRolled, Moved, Flown, Shuffled, Passed, CardTaken, CardSeen, Announced, Answered,
    Bought, GotAway, Doubted, PricePaid, Sold, PetrolDeclared, GivenUp, Denounced, NotDenounced, Judged, ControlClean,
    ControlSeen, Confiscated, Paid, CardPaid, YearsChanged, CardYears, TurnedOut, HandShown,
)  # fmt: skip
