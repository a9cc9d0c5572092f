"""Money, years and cards changing place, and what the whole table could note of it.

Every function takes a state and gives the next one; what is heard is added to `said`.
"""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec.structs import replace

from malle.core import Event
from malle.games.combinards.edition import ILLICIT, PETROL, Cards, with_card, without_card
from malle.games.combinards.events import (
    BANK,
    POT,
    CardPaid,
    CardYears,
    HandShown,
    Paid,
    PricePaid,
    Reason,
    Shuffled,
    TurnedOut,
    YearsChanged,
)
from malle.games.combinards.state import CLEAN, DRAWN, DRY, GONE, State, Trace, Trail
from malle.games.combinards.tables import Said, Tables

T = TypeVar("T")


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one value changed."""
    return (*values[:at], value, *values[at + 1 :])


def tell(said: Said, event: Event) -> None:
    """Its audience hears it."""
    said.append(event)


# -- money and years


def gain(state: State, seat: int, amount: int) -> State:
    """The seat has so much more, or less."""
    return replace(state, cash=put(state.cash, seat, state.cash[seat] + amount))


def receive(state: State, said: Said, seat: int, amount: int, reason: Reason) -> State:
    """The bank pays."""
    if amount:
        tell(said, Paid(BANK, seat, amount, reason))
    return gain(state, seat, amount)


def pay(
    tables: Tables, state: State, said: Said, payer: int, *bill: tuple[int, int, Reason | Literal["price"]]
) -> State:
    """Pays in the order of the bill, players first. Whoever cannot pay it all gives what they have, and is out."""
    short = False
    for payee, due, reason in bill:
        amount = min(due, state.cash[payer])
        short |= amount < due
        if not amount:
            continue
        state = gain(state, payer, -amount)
        if payee == POT:
            state = replace(state, pot=state.pot + amount)
        elif payee != BANK:
            state = gain(state, payee, amount)
        if reason == "price":
            tell(said, PricePaid(payer, amount))
        else:
            tell(said, (CardPaid if reason == "fine" else Paid)(payer, payee, amount, reason))
    return leave(tables, state, said, payer, "money") if short else state


def sentence(tables: Tables, state: State, said: Said, seat: int, years: int, *, card: bool = False) -> State:
    """So many years more on the police record, by a card or by a die; too many, and the player is out."""
    state = set_years(state, said, seat, state.years[seat] + years, card=card)
    return leave(tables, state, said, seat, "prison") if state.years[seat] > tables.numbers.prison else state


def set_years(state: State, said: Said, seat: int, years: int, *, card: bool = False) -> State:
    """The record stands at so many years. A change that names a card fades."""
    if change := years - state.years[seat]:
        tell(said, (CardYears if card else YearsChanged)(seat, change, years))
    return replace(state, years=put(state.years, seat, years))


def remitted(years: int, off: int) -> int:
    """How many of these years come off a record: it never falls below none."""
    return min(years, off)


def leave(tables: Tables, state: State, said: Said, seat: int, why: Literal["money", "prison"]) -> State:
    """A player is out, unless out already: cash to the bank, the hand shown and out of the game."""
    if seat not in state.alive:
        return state
    hand = state.hands[seat]
    tell(said, TurnedOut(seat, why))
    if hand:
        tell(said, HandShown(seat, hand))
    state = replace(
        state,
        alive=tuple(each for each in state.alive if each != seat),
        cash=put(state.cash, seat, 0),
        hands=put(state.hands, seat, ()),
        shown=put(state.shown, seat, ()),
        trails=put(state.trails, seat, ()),
        promises=put(state.promises, seat, None),
        gone=state.gone if tables.return_hand else tuple(sorted((*state.gone, *hand))),
    )
    return put_under(tables, state, hand) if tables.return_hand else state


# -- cards


def put_under(tables: Tables, state: State, cards: Cards) -> State:
    """Cards that all have seen go under the pack."""
    under = (*state.under, *cards)
    return replace(state, under=under if tables.booklet else tuple(sorted(under)))


def shuffle(tables: Tables, state: State, said: Said) -> State:
    """Whenever the pack is used up, the cards under it are shuffled into a new one: nobody knows their order."""
    if state.bag or tables.booklet:
        return state
    tell(said, Shuffled(len(state.under)))
    generation = state.generation + 1
    origin = list(state.origin)
    for card in state.under:
        origin[card] = generation
    return replace(state, bag=state.under, under=(), generation=generation, origin=tuple(origin))


def lose(tables: Tables, state: State, seat: int, card: int) -> State:
    """A card is shown to all and goes from a hand under the pack."""
    state = disclose(tables, state, seat, card)
    promise = state.promises[seat]
    return put_under(
        tables,
        replace(
            state,
            hands=put(state.hands, seat, without_card(state.hands[seat], card)),
            shown=put(state.shown, seat, without_card(state.shown[seat], card)),
            promises=put(state.promises, seat, without_card(promise, card))
            if promise and card in promise
            else state.promises,
        ),
        (card,),
    )


def disclose(tables: Tables, state: State, seat: int, card: int) -> State:
    """A card is seen by all and stays in the hand."""
    shown = state.shown[seat]
    if card in shown:
        return state
    state = replace(state, shown=put(state.shown, seat, with_card(shown, card)))
    return note(state, seat, (GONE, tables.kind[card], state.origin[card]))


def join(state: State, seat: int, card: int, *, seen: bool) -> State:
    """A card joins a hand, seen by all or only by its owner."""
    state = replace(state, hands=put(state.hands, seat, with_card(state.hands[seat], card)))
    if seen:
        return replace(state, shown=put(state.shown, seat, with_card(state.shown[seat], card)))
    return note(state, seat, (DRAWN, 0, state.origin[card]))


# -- what can be noted of a hand


def note(state: State, seat: int, trace: Trace) -> State:
    """Adds to what can be noted of a hand; without a control that found nothing, nothing needs to be noted. Once none
    of the cards that were there at the last control can be left, the trail no longer matters."""
    trail = state.trails[seat]
    if not trail and trace[0] in (DRAWN, GONE):
        return state
    trail = (*trail, trace)
    if trace[0] == GONE and not _matters(state, seat, trail):
        trail = ()
    return replace(state, trails=put(state.trails, seat, trail))


def note_clean(tables: Tables, state: State, seat: int) -> State:
    """A control found nothing: the more lawful cards, the likelier."""
    shown = state.shown[seat]
    if len(shown) == len(state.hands[seat]):
        return state
    lawful = sum(tables.kind[card] != ILLICIT for card in shown)
    return note(state, seat, (CLEAN, lawful, state.generation))


def note_dry(state: State, seat: int) -> State:
    """The hand has no petrol left."""
    if len(state.shown[seat]) == len(state.hands[seat]):
        return state
    return note(state, seat, (DRY, 0, state.generation))


def hidden(state: State, seat: int) -> Cards:
    """The cards of a hand that its owner alone knows."""
    shown = state.shown[seat]
    return tuple(card for card in state.hands[seat] if card not in shown)


def petrol(tables: Tables, hand: Cards) -> Cards:
    """The petrol in a hand."""
    return tuple(card for card in hand if tables.kind[card] == PETROL)


def _matters(state: State, seat: int, trail: Trail) -> bool:
    last = max(generation for op, _, generation in trail if op in (CLEAN, DRY))
    return any(state.origin[card] <= last for card in hidden(state, seat))
