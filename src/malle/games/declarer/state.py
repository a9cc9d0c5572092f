"""The values of Rien à déclarer ?: state, actions, events, view."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.declarer.edition import Cards

Phase = Literal["lot", "take", "declare", "officer", "neighbour", "throw", "draw", "over"]
"""What happens next.

`lot`: the first officer is drawn by lot. `take`: a card of a new hand is taken. `declare`: the
traveller declares. `officer`: the officer answers. `neighbour`: the next traveller answers.
`throw`: a card of an accepted hand is thrown away. `draw`: a card is drawn in its place. `over`:
the game has ended.
"""


class State(Struct, frozen=True, gc=False):
    """The whole state of a game.

    At most one hand is in play at a time. It is called the travelling hand, because each traveller
    who accepts it passes it on.
    """

    phase: Phase
    round: int
    """The number of the round, counted from 1; 0 before the first officer is drawn."""
    officer: int
    """The officer's seat, or -1 before the first officer is drawn."""
    traveller: int
    """The seat that holds the hand, or -1 if there is none. While the next traveller decides, it is still the
    seat that declared."""
    purses: tuple[int, ...]
    """The money of each seat, in francs; negative for a debt."""
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
    """The seat that took the travelling hand from the pack as new cards, or -1 if there is no such
    hand."""
    hands: tuple[Cards, ...]
    """The travelling hand as each earlier traveller passed it on, in order.

    Giver and receiver remember it.
    """
    thrown: tuple[int, ...]
    """The kinds of the cards thrown away from the travelling hand, in order: one by each traveller
    but the first."""


# Actions


class Lot(Action, frozen=True):
    """Nature chooses this seat as the first officer."""

    seat: int


class Draw(Action, frozen=True):
    """Nature draws a card of this kind from the pack."""

    kind: int


class Declare(Action, frozen=True):
    """The traveller declares these articles, in ascending order of kind, and nothing else; possibly
    none."""

    articles: Cards


class Claim(Action, frozen=True):
    """The traveller claims the diplomatic bag and declares nothing else."""


class Believe(Action, frozen=True):
    """The officer believes the declaration and lets the hand pass unseen."""


class Search(Action, frozen=True):
    """The officer doubts the declaration and has the hand shown to everybody."""


class Accept(Action, frozen=True):
    """The next traveller accepts the hand unseen, and takes it over.

    If no card is left to take, nobody takes the hand over: it is laid aside unseen, and the round
    ends.
    """


class Doubt(Action, frozen=True):
    """The next traveller informs (tells the officer that the declaration is false); everybody sees
    the hand."""


class Throw(Action, frozen=True):
    """The traveller throws away a card of this kind from the hand that they accepted, face up."""

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
    """A traveller (`seat`) has taken a card of this kind. Only that traveller hears it."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    kind: int


class Declared(Event, frozen=True):
    """A traveller (`seat`) has declared these articles, and no others. Everybody hears it."""

    needs_reading_time: ClassVar[bool] = True
    seat: int
    articles: Cards


class BagClaimed(Event, frozen=True):
    """A traveller (`seat`) has claimed to hold the diplomatic bag. Everybody hears it."""

    needs_reading_time: ClassVar[bool] = True
    seat: int


class Believed(Event, frozen=True):
    """The officer (`seat`) has let the traveller's hand pass unseen. Everybody hears it."""

    seat: int
    traveller: int


class Searched(Event, frozen=True):
    """The officer (`seat`) has searched: the traveller's hand is shown.

    Everybody hears it and sees the hand.
    """

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    traveller: int
    hand: Cards
    true: bool
    """Whether the declaration was true."""
    claim: Cards
    """What the traveller had declared; `(BAG,)` for the diplomatic bag."""


class Accepted(Event, frozen=True):
    """The next traveller (`seat`) has accepted the hand of `traveller` unseen.

    Everybody hears it.
    """

    seat: int
    traveller: int


class GotAway(Event, frozen=True):
    """A false declaration was believed and accepted, so the lie passed.

    Only the liar (`seat`) hears it, with their hand and what they had declared.
    """

    audience_field: ClassVar[str] = "seat"
    seat: int
    hand: Cards
    claim: Cards


class HandSeen(Event, frozen=True):
    """A traveller (`seat`) sees the hand that they have accepted. Only this seat hears it."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    hand: Cards


class Doubted(Event, frozen=True):
    """The next traveller (`seat`) has informed on `traveller`, whose hand is shown.

    Everybody hears it and sees the hand.
    """

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    traveller: int
    hand: Cards
    true: bool
    """Whether the declaration was true."""
    claim: Cards
    """What the traveller had declared; `(BAG,)` for the diplomatic bag."""


class Thrown(Event, frozen=True):
    """A traveller (`seat`) has thrown away a card of an accepted hand.

    Everybody hears it and sees the card.
    """

    reveals_secret: ClassVar[bool] = True
    seat: int
    kind: int


Reason = Literal["duty", "fine", "compensation", "reward"]
"""Why money is paid.

`duty`: on what was declared. `fine`: by a liar who was found out. `compensation`: to a traveller
wrongly searched or informed on. `reward`: to the next traveller who informed rightly.
"""


class Paid(Event, frozen=True):
    """Money, in francs, went from one player's purse to another's, for this reason.

    Everybody hears it.
    """

    needs_reading_time: ClassVar[bool] = True
    payer: int
    payee: int
    amount: int
    reason: Reason


class RoundEnded(Event, frozen=True):
    """The round is over, because no card may be taken any more.

    If the last hand was accepted, it is laid aside unseen.
    """

    round: int


EVENTS = (
    OfficerDrawn, RoundBegan, CardTaken, CardSeen, Declared, BagClaimed, Believed, Searched, Accepted, GotAway,
    HandSeen, Doubted, Thrown, Paid, RoundEnded,
)  # fmt: skip


# The view


class Now(Struct, frozen=True):
    """What a viewer sees on the table at the moment. Fields without a text are those of `State`."""

    phase: Phase
    round: int
    officer: int
    traveller: int
    purses: tuple[int, ...]
    left: int
    """How many cards may still be taken in this round."""
    laid: tuple[int, ...]
    """How many cards of each kind lie face up in the open suitcase: neither in the pack nor in the
    hand."""
    cards: int
    """How many cards the travelling hand has."""
    hand: Cards | None
    """The travelling hand if the viewer holds it now, otherwise `None`."""
    claim: Cards | None
    last: bool
    """Whether a declaration has been made and is the last of the round."""


class Memory(Struct, frozen=True):
    """What a viewer may remember of the travelling hand since it was taken from the pack."""

    first: int
    """The seat that took the hand from the pack, or -1 if there is none."""
    seen: tuple[tuple[int, Cards], ...]
    """The travelling hand at each stage at which this viewer saw it, as (stage, hand).

    The stage is the number of travellers who had passed the hand on before.
    """
    thrown: tuple[int, ...]
    """The kinds of the cards thrown away from the hand, in order."""


class DeclarerView(View, frozen=True):
    """What a viewer knows: what is on the table now, and what the viewer may remember."""

    now: Now
    memory: Memory
