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
from malle.games.combinards.ledger import disclose, gain, join, lose, pay, put, remitted, set_years, shuffle, tell
from malle.games.combinards.squares import end_turn, enter, open_window, purchase
from malle.games.combinards.state import NO_CARD, Announce, Buy, Declare, Draw, Give, Sell, State
from malle.games.combinards.tables import Said, Tables

# -- buying


def buy(tables: Tables, state: State, said: Said, mover: Seat, action: Buy) -> State:
    """Start a purchase. The player decides before seeing the card."""
    need(state, mover, "buy")
    tell(said, CardTaken(mover))
    return enter(shuffle(tables, state, said), "draw")


def draw(tables: Tables, state: State, said: Said, mover: Seat, action: Draw) -> State:
    """Draw the buyer's card, which only the buyer sees. Cards that are drawn in the order they went
    under the pack are known to everybody."""
    card = action.card
    if mover != NATURE or state.phase != "draw" or card not in (state.bag or state.under[:1]):
        raise Illegal("the pack does not give that card now")
    if state.bag:
        at = state.bag.index(card)
        state = replace(state, phase="announce", bag=state.bag[:at] + state.bag[at + 1 :], card=card)
    else:
        state = replace(state, phase="announce", under=state.under[1:], card=card, known=True)
    tell(said, CardSeen(state.seat, card))
    return state


def announce(tables: Tables, state: State, said: Said, mover: Seat, action: Announce) -> State:
    """Announce a price and ask all others. It may be any price that the buyer could pay; truth is not
    required."""
    need(state, mover, "announce")
    most = min(state.cash[mover], len(tables.announces))
    if not 1 <= action.price <= most:
        raise Illegal(f"a price is a whole number from 1 to {most}")
    tell(said, Announced(mover, action.price))
    return replace(open_window(state, "doubt"), price=action.price)


def settle_doubt(tables: Tables, state: State, said: Said, doubter: int | None) -> State:
    """End a purchase once all have answered. `doubter` is the first doubter after the buyer, or `None`.

    Without a doubt the buyer pays the announced price and keeps the card. After a doubt the card is
    shown, and the player who was wrong pays the printed price. The card goes to the player who was
    right; a buyer who was right also receives the indemnity.
    """
    buyer, card, price = state.seat, state.card, state.price
    printed, seen = tables.numbers.cards[card].price, state.known
    state = replace(state, card=NO_CARD, price=0, known=False)
    if doubter is None:
        tell(said, Bought(buyer, price))
        if price < printed:
            tell(said, GotAway(buyer, card, price))
        state = join(gain(state, buyer, -price), buyer, card, seen=seen)
        return end_turn(tables, state, said)
    true = price >= printed
    tell(said, Doubted(doubter, buyer, card, price, true))
    if true:
        state = join(state, buyer, card, seen=True)
        bill = (buyer, tables.numbers.indemnity, "indemnity"), (BANK, printed, "price")
        state = pay(tables, state, said, doubter, *bill)  # type: ignore[arg-type]
    else:
        state = join(state, doubter, card, seen=True)
        state = pay(tables, state, said, buyer, (BANK, printed, "price"))
    return end_turn(tables, state, said)


# -- selling


def sell(tables: Tables, state: State, said: Said, mover: Seat, action: Sell) -> State:
    """Sell a card. At a place of sale it is one card, and on the inner ring a purchase may follow. At a
    refinery the player may sell any number of petrol cards."""
    if mover != state.seat or state.phase not in ("sell", "refinery"):
        need(state, mover, "sell")
    card, square = action.card, state.at[mover]
    if card not in state.hands[mover] or card not in tables.sales[square]:
        raise Illegal("you have no such card that is sold here")
    amount = tables.sales[square][card]
    tell(said, Sold(mover, card, amount))
    state = lose(tables, gain(state, mover, amount), mover, card)
    if state.phase == "refinery":
        return state if state.hands[mover] else end_turn(tables, state, said)
    if tables.board.ring[square] == 0:
        return purchase(tables, state, said)
    return end_turn(tables, state, said)


def declare(tables: Tables, state: State, said: Said, mover: Seat, action: Declare) -> State:
    """Declare a petrol card at a stop: the player shows it, receives the bonus, and promises to sell it."""
    need(state, mover, "stop")
    card, promise = action.card, state.promises[mover] or ()
    if card not in state.hands[mover] or tables.numbers.cards[card].kind != "petrol" or card in promise:
        raise Illegal("you have no such petrol to declare")
    amount = tables.numbers.cards[card].bonus
    tell(said, PetrolDeclared(mover, card, amount))
    state = disclose(tables, gain(state, mover, amount), mover, card)
    return replace(state, promises=put(state.promises, mover, with_card(promise, card)))


def give(tables: Tables, state: State, said: Said, mover: Seat, action: Give) -> State:
    """Give up a card at the police station and take its remission off the record. The turn ends after
    `given_up` cards, or when the player has no more years or cards."""
    need(state, mover, "station")
    if action.card not in state.hands[mover]:
        raise Illegal("you have no such card")
    tell(said, GivenUp(mover, action.card))
    state = lose(tables, state, mover, action.card)
    years = state.years[mover]
    off = remitted(years, tables.numbers.cards[action.card].remission)
    state = set_years(state, said, mover, years - off, card=True)
    state = replace(state, given=state.given + 1)
    if state.given < tables.numbers.given_up and state.years[mover] and state.hands[mover]:
        return state
    return end_turn(tables, state, said)


def need(state: State, mover: Seat, phase: str) -> None:
    """Raise `NotYourTurn` unless the player is on turn, and `Illegal` unless the state is in this phase."""
    if mover != state.seat:
        raise NotYourTurn
    if state.phase != phase:
        raise Illegal("that is not what is being decided")
