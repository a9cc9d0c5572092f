"""The values of Rien à déclarer ?: state, actions, events, view."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.declarer.edition import Cards

Phase = Literal["lot", "take", "declare", "officer", "neighbour", "throw", "draw", "over"]
"""What happens next: the lot for the first officer, a card taken for a new hand, a declaration, the officer's
answer, the next traveller's answer, a card thrown away from an accepted hand, the card drawn in its place, or
nothing."""


class State(Struct, frozen=True, gc=False):
    """A state of the game. At most one hand is in play at a time: the travelling one."""

    phase: Phase
    round: int
    """The number of the round, counted from 1; 0 before the first officer is drawn."""
    officer: int
    """The officer's seat, or -1 before the first officer is drawn."""
    traveller: int
    """The seat that holds the hand, or -1 if there is none. While the next traveller decides, it is still the
    seat that declared."""
    purses: tuple[int, ...]
    pack: tuple[int, ...]
    """How many cards of each kind are in the pack. The pack has no order: a card is drawn at random when it
    is taken."""
    left: int
    """How many cards may still be taken in this round."""
    hand: Cards
    """The travelling hand."""
    claim: Cards | None
    """The articles declared, `(BAG,)` if the diplomatic bag is claimed, or `None` before the declaration."""
    first: int
    """The seat that took this hand from the pack as new cards, or -1 if there is none."""
    hands: tuple[Cards, ...]
    """The hand as each earlier traveller passed it on, in order. Those travellers remember it."""
    thrown: tuple[int, ...]
    """The cards thrown away from this hand, in order: one by each traveller after the first."""


# Actions


class Lot(Action, frozen=True):
    """Nature chooses this seat as the first officer."""

    seat: int


class Draw(Action, frozen=True):
    """Nature draws a card of this kind from the pack."""

    kind: int


class Declare(Action, frozen=True):
    """The traveller declares these articles, which are in order, and nothing else."""

    articles: Cards


class Claim(Action, frozen=True):
    """The traveller claims the diplomatic bag and declares nothing else."""


class Believe(Action, frozen=True):
    """The officer lets the hand pass."""


class Search(Action, frozen=True):
    """The officer has the hand shown to everybody."""


class Accept(Action, frozen=True):
    """The next traveller takes over the hand, which they have not seen until then."""


class Doubt(Action, frozen=True):
    """The next traveller informs, and the hand is shown to everybody."""


class Throw(Action, frozen=True):
    """The traveller throws away a card of the accepted hand, face up."""

    kind: int


ACTIONS = (Lot, Draw, Declare, Claim, Believe, Search, Accept, Doubt, Throw)


# Events


class OfficerDrawn(Event, frozen=True):
    """The lot has chosen the first officer. Everybody hears it."""

    reveals_secret: ClassVar[bool] = True
    seat: int


class RoundBegan(Event, frozen=True):
    """A round has begun with this officer. Everybody hears it."""

    round: int
    officer: int


class CardTaken(Event, frozen=True):
    """A traveller has taken a card from the pack. Everybody hears it, without the kind."""

    seat: int


class CardSeen(Event, frozen=True):
    """The card that a traveller has taken. Only that traveller hears it."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    kind: int


class Declared(Event, frozen=True):
    """A traveller has declared these articles. Everybody hears it."""

    needs_reading_time: ClassVar[bool] = True
    seat: int
    articles: Cards


class BagClaimed(Event, frozen=True):
    """A traveller has claimed the diplomatic bag. Everybody hears it."""

    needs_reading_time: ClassVar[bool] = True
    seat: int


class Believed(Event, frozen=True):
    """The officer (`seat`) has let the traveller's hand pass. Everybody hears it."""

    seat: int
    traveller: int


class Searched(Event, frozen=True):
    """The officer (`seat`) has had the traveller's hand shown. Everybody hears it and sees the hand."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    traveller: int
    hand: Cards
    true: bool
    claim: Cards
    """What the traveller had declared; `(BAG,)` for the diplomatic bag."""


class Accepted(Event, frozen=True):
    """The next traveller (`seat`) has accepted the traveller's hand. Everybody hears it."""

    seat: int
    traveller: int


class GotAway(Event, frozen=True):
    """A false declaration was accepted unseen. Only the liar (`seat`) hears it, with the hand and what was
    declared."""

    audience_field: ClassVar[str] = "seat"
    seat: int
    hand: Cards
    claim: Cards


class HandSeen(Event, frozen=True):
    """The hand that this seat has accepted. Only this seat hears it."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    hand: Cards


class Doubted(Event, frozen=True):
    """The next traveller (`seat`) has informed, and the traveller's hand is shown. Everybody hears it and
    sees the hand."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    traveller: int
    hand: Cards
    true: bool
    claim: Cards
    """What the traveller had declared; `(BAG,)` for the diplomatic bag."""


class Thrown(Event, frozen=True):
    """A traveller has thrown away a card of an accepted hand. Everybody hears it and sees the card."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    kind: int


Reason = Literal["duty", "fine", "compensation", "reward"]


class Paid(Event, frozen=True):
    """Money went from one purse to another. Everybody hears it."""

    needs_reading_time: ClassVar[bool] = True
    payer: int
    payee: int
    amount: int
    reason: Reason


class RoundEnded(Event, frozen=True):
    """The round is over: no card may be taken any more. A hand that is still in play is laid aside unseen."""

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
    """How many cards may still be taken in this round."""
    laid: tuple[int, ...]
    """The cards that lie face up in the open suitcase, by kind."""
    cards: int
    """How many cards the travelling hand has."""
    hand: Cards | None
    """The travelling hand if the viewer holds it now, otherwise `None`."""
    claim: Cards | None
    last: bool
    """True if a declaration has been made and it is the last of the round."""


class Memory(Struct, frozen=True):
    """What a viewer has seen of the travelling hand since it was taken from the pack."""

    first: int
    """The seat that took the hand from the pack, or -1 if there is none."""
    seen: tuple[tuple[int, Cards], ...]
    """Hands that the viewer held, passed on or accepted, as (how many travellers had passed it on before,
    cards)."""
    thrown: tuple[int, ...]
    """The cards thrown away from the hand, in order."""


class DeclarerView(View, frozen=True):
    """What a viewer knows of a state."""

    now: Now
    memory: Memory
