"""Money, years and cards that change place, and the notes that everybody could take about a hand.

Functions that take a state return the next one. They append what is heard to `events`.
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
    PaymentReason,
    PricePaid,
    Shuffled,
    TurnedOut,
    YearsChanged,
)
from malle.games.combinards.lookup_tables import EventList, LookupTables
from malle.games.combinards.state import CARD_JOINED, CARD_SHOWN, CONTROL_CLEAN, NO_PETROL, State, Trail, TrailEntry

T = TypeVar("T")


def replace_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple with the same values, but `value` at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def add_event(events: EventList, event: Event) -> None:
    """Append an event to the events of the log entry."""
    events.append(event)


# -- money and years


def change_cash(state: State, seat: int, amount: int) -> State:
    """Change the seat's cash by `amount`, which may be negative. No event is added."""
    return replace(state, cash=replace_at(state.cash, seat, state.cash[seat] + amount))


def pay_from_bank(state: State, events: EventList, seat: int, amount: int, reason: PaymentReason) -> State:
    """Pay the seat from the bank. A payment of 0 adds no event."""
    if amount:
        add_event(events, Paid(BANK, seat, amount, reason))
    return change_cash(state, seat, amount)


def pay_bill(
    tables: LookupTables,
    state: State,
    events: EventList,
    payer: int,
    *bill: tuple[int, int, PaymentReason | Literal["price"]],
) -> State:
    """Pay the items of a bill, each (payee, sum, reason), in the order given; the caller lists
    players before bank and pot. Each item is paid as far as the payer's cash goes. A payer who
    cannot pay all of it is put out of the game."""
    short = False
    for payee, due, reason in bill:
        amount = min(due, state.cash[payer])
        short |= amount < due
        if not amount:
            continue
        state = change_cash(state, payer, -amount)
        if payee == POT:
            state = replace(state, pot=state.pot + amount)
        elif payee != BANK:
            state = change_cash(state, payee, amount)
        if reason == "price":
            add_event(events, PricePaid(payer, amount))
        else:
            add_event(events, (CardPaid if reason == "fine" else Paid)(payer, payee, amount, reason))
    return put_player_out(tables, state, events, payer, "money") if short else state


def add_years(
    tables: LookupTables, state: State, events: EventList, seat: int, years: int, *, tells_card: bool = False
) -> State:
    """Add years to a seat's police record; more than `prison` years put the player out of the
    game. For `tells_card` see `set_years`."""
    state = set_years(state, events, seat, state.years[seat] + years, tells_card=tells_card)
    return put_player_out(tables, state, events, seat, "prison") if state.years[seat] > tables.numbers.prison else state


def set_years(state: State, events: EventList, seat: int, years: int, *, tells_card: bool = False) -> State:
    """Set a seat's police record to `years`. Add an event unless that is what it was.
    `tells_card` says that the years tell which card they are for; the event (`CardYears`) then
    does not stay in the log."""
    if change := years - state.years[seat]:
        add_event(events, (CardYears if tells_card else YearsChanged)(seat, change, years))
    return replace(state, years=replace_at(state.years, seat, years))


def years_remitted(years: int, remission: int) -> int:
    """Return how many years a remission takes off a record of `years`: the record never falls below 0."""
    return min(years, remission)


def put_player_out(
    tables: LookupTables, state: State, events: EventList, seat: int, why: Literal["money", "prison"]
) -> State:
    """Put a player out of the game; nothing changes if the player is out already. The cash goes
    to the bank. The hand is shown and leaves the game; with the option `return` it goes under
    the pack."""
    if seat not in state.alive:
        return state
    hand = state.hands[seat]
    add_event(events, TurnedOut(seat, why))
    if hand:
        add_event(events, HandShown(seat, hand))
    state = replace(
        state,
        alive=tuple(each for each in state.alive if each != seat),
        cash=replace_at(state.cash, seat, 0),
        hands=replace_at(state.hands, seat, ()),
        shown=replace_at(state.shown, seat, ()),
        trails=replace_at(state.trails, seat, ()),
        promises=replace_at(state.promises, seat, None),
        gone=state.gone if tables.returns_lost_hands else tuple(sorted((*state.gone, *hand))),
    )
    return put_under(tables, state, hand) if tables.returns_lost_hands else state


# -- cards


def put_under(tables: LookupTables, state: State, cards: Cards) -> State:
    """Put cards that all have seen under the pack. Their order is kept only with the option
    `booklet`; otherwise the cards there are sorted."""
    under = (*state.under, *cards)
    return replace(state, under=under if tables.is_pack_ordered else tuple(sorted(under)))


def shuffle_if_used_up(tables: LookupTables, state: State, events: EventList) -> State:
    """If the pack is used up, make the cards under it the new pack, in unknown order. With the
    option `booklet` the state stays as it is."""
    if state.bag or tables.is_pack_ordered:
        return state
    add_event(events, Shuffled(len(state.under)))
    generation = state.generation + 1
    origin = list(state.origin)
    for card in state.under:
        origin[card] = generation
    return replace(state, bag=state.under, under=(), generation=generation, origin=tuple(origin))


def return_card_to_pack(tables: LookupTables, state: State, seat: int, card: int) -> State:
    """Show a card of a hand to all and put it under the pack. If the seat had promised to sell
    it, the card leaves the promise."""
    state = show_card(tables, state, seat, card)
    promise = state.promises[seat]
    return put_under(
        tables,
        replace(
            state,
            hands=replace_at(state.hands, seat, without_card(state.hands[seat], card)),
            shown=replace_at(state.shown, seat, without_card(state.shown[seat], card)),
            promises=replace_at(state.promises, seat, without_card(promise, card))
            if promise and card in promise
            else state.promises,
        ),
        (card,),
    )


def show_card(tables: LookupTables, state: State, seat: int, card: int) -> State:
    """Show a card of a hand to all, and note that in the trail. The card stays in the hand. If
    all have seen it before, nothing changes."""
    shown = state.shown[seat]
    if card in shown:
        return state
    state = replace(state, shown=replace_at(state.shown, seat, with_card(shown, card)))
    return add_trail_entry(state, seat, (CARD_SHOWN, tables.card_kinds[card], state.origin[card]))


def add_to_hand(state: State, seat: int, card: int, *, seen_by_all: bool) -> State:
    """Add a card to a hand. If everybody has seen the card (`seen_by_all`) it is among those
    shown; otherwise the trail notes that a card joined."""
    state = replace(state, hands=replace_at(state.hands, seat, with_card(state.hands[seat], card)))
    if seen_by_all:
        return replace(state, shown=replace_at(state.shown, seat, with_card(state.shown[seat], card)))
    return add_trail_entry(state, seat, (CARD_JOINED, 0, state.origin[card]))


# -- what can be noted of a hand


def add_trail_entry(state: State, seat: int, entry: TrailEntry) -> State:
    """Add an entry to the trail of a hand: the notes that everybody could take about it.

    A trail begins only with a clean control or with a hand that had no petrol; before, nothing
    needs to be noted. A `CARD_SHOWN` entry may clear it: if no unknown card of the hand can have
    been there at the last clean control, or when the hand last had no petrol.
    """
    trail = state.trails[seat]
    if not trail and entry[0] in (CARD_JOINED, CARD_SHOWN):
        return state
    trail = (*trail, entry)
    if entry[0] == CARD_SHOWN and not _trail_matters(state, seat, trail):
        trail = ()
    return replace(state, trails=replace_at(state.trails, seat, trail))


def note_clean_control(tables: LookupTables, state: State, seat: int) -> State:
    """Note in the trail that a control found nothing illicit in a hand, unless everybody knows
    all its cards. The entry counts the shown cards that are not illicit: the more of them, the
    likelier a clean control."""
    shown = state.shown[seat]
    if len(shown) == len(state.hands[seat]):
        return state
    lawful = sum(tables.card_kinds[card] != ILLICIT for card in shown)
    return add_trail_entry(state, seat, (CONTROL_CLEAN, lawful, state.generation))


def note_no_petrol(state: State, seat: int) -> State:
    """Note in the trail that a hand has no petrol left, unless everybody knows all its cards."""
    if len(state.shown[seat]) == len(state.hands[seat]):
        return state
    return add_trail_entry(state, seat, (NO_PETROL, 0, state.generation))


def hidden_cards(state: State, seat: int) -> Cards:
    """Return the cards of a hand that only its owner knows."""
    shown = state.shown[seat]
    return tuple(card for card in state.hands[seat] if card not in shown)


def petrol_cards(tables: LookupTables, hand: Cards) -> Cards:
    """Return the petrol cards of a hand."""
    return tuple(card for card in hand if tables.card_kinds[card] == PETROL)


def _trail_matters(state: State, seat: int, trail: Trail) -> bool:
    """Return whether an unknown card of the hand can have been there at the last clean control
    in the trail, or when the hand last had no petrol. The trail must have such an entry."""
    last = max(generation for op, _, generation in trail if op in (CONTROL_CLEAN, NO_PETROL))
    return any(state.origin[card] <= last for card in hidden_cards(state, seat))
