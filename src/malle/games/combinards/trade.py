"""Buying and selling: cards bought, announced, doubted, sold, declared and given up.

The functions take a state and return the next one. They append what is heard to `events`.
"""

from __future__ import annotations

from msgspec.structs import replace

from malle.core import NATURE, Illegal, NotYourTurn, Seat
from malle.games.combinards.edition import with_card
from malle.games.combinards.events import (
    BANK,
    Announced,
    Bought,
    CardSeen,
    CardTaken,
    Doubted,
    GivenUp,
    GotAway,
    PetrolDeclared,
    Sold,
)  # fmt: skip
from malle.games.combinards.ledger import (
    add_event,
    add_to_hand,
    change_cash,
    pay_bill,
    replace_at,
    return_card_to_pack,
    set_years,
    show_card,
    shuffle_if_used_up,
    years_remitted,
)
from malle.games.combinards.lookup_tables import EventList, LookupTables
from malle.games.combinards.squares import ask_all_others, end_turn, enter_phase, offer_purchase
from malle.games.combinards.state import NO_CARD, Announce, Buy, Declare, Draw, Give, Sell, State

# -- buying


def apply_buy(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Buy) -> State:
    """Start a purchase, before the player sees the card. If the pack is used up, a new one is
    shuffled first. Chance draws the card next."""
    require_phase(state, mover, "buy")
    add_event(events, CardTaken(mover))
    return enter_phase(shuffle_if_used_up(tables, state, events), "draw")


def apply_draw(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Draw) -> State:
    """Give the buyer the card that chance drew; only the buyer sees it. With the option
    `booklet`, once the pack is used up, cards come from under it in the order they went there.
    Such a card is known to everybody."""
    card = action.card
    if mover != NATURE or state.phase != "draw" or card not in (state.bag or state.under[:1]):
        raise Illegal("the pack does not give that card now")
    if state.bag:
        at = state.bag.index(card)
        state = replace(state, phase="announce", bag=state.bag[:at] + state.bag[at + 1 :], card=card)
    else:
        state = replace(state, phase="announce", under=state.under[1:], card=card, known=True)
    add_event(events, CardSeen(state.seat, card))
    return state


def apply_announce(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Announce) -> State:
    """Announce a price, and ask all other players whether they doubt it. It may be any price
    from 1 that the buyer could pay, true or not."""
    require_phase(state, mover, "announce")
    most = min(state.cash[mover], len(tables.announce_actions))
    if not 1 <= action.price <= most:
        raise Illegal(f"a price is a whole number from 1 to {most}")
    add_event(events, Announced(mover, action.price))
    return replace(ask_all_others(state, "doubt"), price=action.price)


def settle_doubt(tables: LookupTables, state: State, events: EventList, doubter: int | None) -> State:
    """End a purchase, and the turn, once all have answered. `doubter` is the first doubter in order
    of play after the buyer, or `None`.

    Without a doubt the buyer pays the announced price and keeps the card. After a doubt the card is
    shown. The doubter was wrong if the announced price was at least the printed one, otherwise the
    buyer. The player who was wrong pays the printed price, and the other one gets the card. A buyer
    who was right also receives the indemnity from the doubter.
    """
    buyer, card, price = state.seat, state.card, state.price
    printed, seen = tables.numbers.cards[card].price, state.known
    state = replace(state, card=NO_CARD, price=0, known=False)
    if doubter is None:
        add_event(events, Bought(buyer, price))
        if price < printed:
            add_event(events, GotAway(buyer, card, price))
        state = add_to_hand(change_cash(state, buyer, -price), buyer, card, seen_by_all=seen)
        return end_turn(tables, state, events)
    true = price >= printed
    add_event(events, Doubted(doubter, buyer, card, price, true))
    if true:
        state = add_to_hand(state, buyer, card, seen_by_all=True)
        bill = (buyer, tables.numbers.indemnity, "indemnity"), (BANK, printed, "price")
        state = pay_bill(tables, state, events, doubter, *bill)  # type: ignore[arg-type]
    else:
        state = add_to_hand(state, doubter, card, seen_by_all=True)
        state = pay_bill(tables, state, events, buyer, (BANK, printed, "price"))
    return end_turn(tables, state, events)


# -- selling


def apply_sell(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Sell) -> State:
    """Sell a card to the bank, which all see. At a place of sale it is one card, and on the
    inner ring a purchase may follow. At a refinery the turn goes on until the player passes or
    has no card left."""
    if mover != state.seat or state.phase not in ("sell", "refinery"):
        require_phase(state, mover, "sell")
    card, square = action.card, state.at[mover]
    if card not in state.hands[mover] or card not in tables.sales_by_square[square]:
        raise Illegal("you have no such card that is sold here")
    amount = tables.sales_by_square[square][card]
    add_event(events, Sold(mover, card, amount))
    state = return_card_to_pack(tables, change_cash(state, mover, amount), mover, card)
    if state.phase == "refinery":
        return state if state.hands[mover] else end_turn(tables, state, events)
    if tables.board.ring_of_square[square] == 0:
        return offer_purchase(tables, state, events)
    return end_turn(tables, state, events)


def apply_declare(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Declare) -> State:
    """Declare a petrol card at a stop: the player shows it, receives the bonus, and promises to sell it."""
    require_phase(state, mover, "stop")
    card, promise = action.card, state.promises[mover] or ()
    if card not in state.hands[mover] or tables.numbers.cards[card].kind != "petrol" or card in promise:
        raise Illegal("you have no such petrol to declare")
    amount = tables.numbers.cards[card].bonus
    add_event(events, PetrolDeclared(mover, card, amount))
    state = show_card(tables, change_cash(state, mover, amount), mover, card)
    return replace(state, promises=replace_at(state.promises, mover, with_card(promise, card)))


def apply_give(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Give) -> State:
    """Give up a card at the police station, and take its remission (years) off the record. The
    turn ends after `given_up` cards, or when the player has no more years or cards."""
    require_phase(state, mover, "station")
    if action.card not in state.hands[mover]:
        raise Illegal("you have no such card")
    add_event(events, GivenUp(mover, action.card))
    state = return_card_to_pack(tables, state, mover, action.card)
    years = state.years[mover]
    off = years_remitted(years, tables.numbers.cards[action.card].remission)
    state = set_years(state, events, mover, years - off, tells_card=True)
    state = replace(state, given=state.given + 1)
    if state.given < tables.numbers.given_up and state.years[mover] and state.hands[mover]:
        return state
    return end_turn(tables, state, events)


def require_phase(state: State, mover: Seat, phase: str) -> None:
    """Raise `NotYourTurn` unless the mover is on turn, and `Illegal` unless the state is in this
    phase."""
    if mover != state.seat:
        raise NotYourTurn
    if state.phase != phase:
        raise Illegal("that is not what is being decided")
