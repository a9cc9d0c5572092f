"""Money, years and cards changing place, and the notes that everybody could take about it.

Every function takes a state and returns the next one. Functions append what is heard to `events`.
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
    """Return the tuple with the value at `index` replaced."""
    return (*values[:at], value, *values[at + 1 :])


def tell(said: Said, event: Event) -> None:
    """Append an event to the events of the log entry."""
    said.append(event)


# -- money and years


def gain(state: State, seat: int, amount: int) -> State:
    """Change the seat's cash by `amount`, which may be negative. No event is added."""
    return replace(state, cash=put(state.cash, seat, state.cash[seat] + amount))


def receive(state: State, said: Said, seat: int, amount: int, reason: Reason) -> State:
    """Pay the seat from the bank. A payment of 0 adds no event."""
    if amount:
        tell(said, Paid(BANK, seat, amount, reason))
    return gain(state, seat, amount)


def pay(
    tables: Tables, state: State, said: Said, payer: int, *bill: tuple[int, int, Reason | Literal["price"]]
) -> State:
    """Pay a bill of (payee, sum, reason), in the order given; payees that are players come first. A
    player who cannot pay it all gives all cash and is out."""
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
    """Add years to the police record; more than `prison` years put the player out. `tells_card` is true
    if the years tell which card they are for."""
    state = set_years(state, said, seat, state.years[seat] + years, card=card)
    return leave(tables, state, said, seat, "prison") if state.years[seat] > tables.numbers.prison else state


def set_years(state: State, said: Said, seat: int, years: int, *, card: bool = False) -> State:
    """Set the police record of a seat. With `tells_card` the event is shown once. No event is added if
    nothing changes."""
    if change := years - state.years[seat]:
        tell(said, (CardYears if card else YearsChanged)(seat, change, years))
    return replace(state, years=put(state.years, seat, years))


def remitted(years: int, off: int) -> int:
    """Return how many years a remission takes off a record of `years`: the record never falls below 0."""
    return min(years, off)


def leave(tables: Tables, state: State, said: Said, seat: int, why: Literal["money", "prison"]) -> State:
    """Put a player out of the game, unless the player is out already. The cash goes to the bank. The
    hand is shown and leaves the game; with the option `return` it goes under the pack."""
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
    """Put cards that all have seen under the pack. Their order is kept only with the option `booklet`."""
    under = (*state.under, *cards)
    return replace(state, under=under if tables.booklet else tuple(sorted(under)))


def shuffle(tables: Tables, state: State, said: Said) -> State:
    """Shuffle the cards under the pack into a new one, if the pack is used up. With the option
    `booklet` nothing is shuffled."""
    if state.bag or tables.booklet:
        return state
    tell(said, Shuffled(len(state.under)))
    generation = state.generation + 1
    origin = list(state.origin)
    for card in state.under:
        origin[card] = generation
    return replace(state, bag=state.under, under=(), generation=generation, origin=tuple(origin))


def lose(tables: Tables, state: State, seat: int, card: int) -> State:
    """Show a card of a hand to all and put it under the pack."""
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
    """Show a card of a hand to all. It stays in the hand."""
    shown = state.shown[seat]
    if card in shown:
        return state
    state = replace(state, shown=put(state.shown, seat, with_card(shown, card)))
    return note(state, seat, (GONE, tables.kind[card], state.origin[card]))


def join(state: State, seat: int, card: int, *, seen: bool) -> State:
    """Add a card to a hand. `seen_by_all` is true if everybody has seen the card."""
    state = replace(state, hands=put(state.hands, seat, with_card(state.hands[seat], card)))
    if seen:
        return replace(state, shown=put(state.shown, seat, with_card(state.shown[seat], card)))
    return note(state, seat, (DRAWN, 0, state.origin[card]))


# -- what can be noted of a hand


def note(state: State, seat: int, trace: Trace) -> State:
    """Add an entry to the trail of a hand.

    A trail begins only with a clean control or with a hand that had no petrol; before, nothing needs to
    be noted. It is cleared once no unknown card of the hand can have been there at the last such entry.
    """
    trail = state.trails[seat]
    if not trail and trace[0] in (DRAWN, GONE):
        return state
    trail = (*trail, trace)
    if trace[0] == GONE and not _matters(state, seat, trail):
        trail = ()
    return replace(state, trails=put(state.trails, seat, trail))


def note_clean(tables: Tables, state: State, seat: int) -> State:
    """Note that a control found nothing illicit in a hand, unless everybody knows all its cards. The
    more lawful cards a hand holds, the likelier that is."""
    shown = state.shown[seat]
    if len(shown) == len(state.hands[seat]):
        return state
    lawful = sum(tables.kind[card] != ILLICIT for card in shown)
    return note(state, seat, (CLEAN, lawful, state.generation))


def note_dry(state: State, seat: int) -> State:
    """Note that a hand has no petrol left, unless everybody knows all its cards."""
    if len(state.shown[seat]) == len(state.hands[seat]):
        return state
    return note(state, seat, (DRY, 0, state.generation))


def hidden(state: State, seat: int) -> Cards:
    """Return the cards of a hand that only its owner knows."""
    shown = state.shown[seat]
    return tuple(card for card in state.hands[seat] if card not in shown)


def petrol(tables: Tables, hand: Cards) -> Cards:
    """Return the petrol cards of a hand."""
    return tuple(card for card in hand if tables.kind[card] == PETROL)


def _matters(state: State, seat: int, trail: Trail) -> bool:
    """Return whether an unknown card of the hand can have been there when a control last told something
    about it."""
    last = max(generation for op, _, generation in trail if op in (CLEAN, DRY))
    return any(state.origin[card] <= last for card in hidden(state, seat))
