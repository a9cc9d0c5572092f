"""Controls, flying controls, customs and dice: a card drawn from a hand, or a player denounced.

The functions take a state and return the next one. They append what is heard to `events`.
"""

from __future__ import annotations

from msgspec.structs import replace

from malle.core import NATURE, Illegal, Seat
from malle.games.combinards.edition import ILLICIT
from malle.games.combinards.events import (
    BANK,
    POT,
    Confiscated,
    ControlClean,
    ControlSeen,
    Denounced,
    DieRolled,
    Judged,
    NotDenounced,
)  # fmt: skip
from malle.games.combinards.ledger import (
    lose,
    note_clean,
    note_dry,
    pay,
    petrol,
    put,
    receive,
    remitted,
    sentence,
    set_years,
    tell,
)  # fmt: skip
from malle.games.combinards.squares import end_turn, enter, move
from malle.games.combinards.state import Check, Denounce, Dice, Die, State, TakeMoney, TakeYears
from malle.games.combinards.tables import Said, Tables
from malle.games.combinards.trade import need

# -- a card of a hand


def check(tables: Tables, state: State, said: Said, mover: Seat, action: Check) -> State:
    """Draw a card of a hand in a control or a flying control. An illicit card is confiscated, and costs
    its fine and its years. Any other card is given back. In a flying control the die of the informer
    follows."""
    if mover != NATURE or state.phase not in ("control", "search"):
        raise Illegal("no card is drawn from a hand now")
    flying = state.phase == "search"
    seat, card = state.target if flying else state.seat, action.card
    if card not in state.hands[seat]:
        raise Illegal("the hand has no such card")
    if tables.kind[card] != ILLICIT:
        tell(said, ControlClean(seat))
        tell(said, ControlSeen(seat, card))
        state = note_clean(tables, state, seat)
        return enter(state, "outrage") if flying else end_turn(tables, state, said)
    goods = tables.numbers.cards[card]
    tell(said, Confiscated(seat, card))
    state = lose(tables, state, seat, card)
    state = pay(tables, state, said, seat, (BANK, goods.fine, "fine"))
    if seat in state.alive:
        state = sentence(tables, state, said, seat, goods.years, card=True)
    if flying and len(state.alive) > 1:
        return enter(state, "bounty")
    return end_turn(tables, state, said)


def inform(tables: Tables, state: State, said: Said, mover: Seat, action: Denounce) -> State:
    """Denounce another player in a flying control: a card of that player's hand will be drawn."""
    need(state, mover, "inform")
    if action.seat == mover or action.seat not in state.alive or not state.hands[action.seat]:
        raise Illegal("another player who holds cards can be denounced")
    tell(said, Denounced(mover, action.seat))
    return replace(state, phase="search", target=action.seat)


def die(tables: Tables, state: State, said: Said, mover: Seat, action: Die) -> State:
    """Throw the informer's die. After a wrong denunciation it gives years for contempt of court. After
    a right one it is the reward: money, or the informer's choice of money and years off if the informer
    has years on record."""
    if mover != NATURE or state.phase not in ("outrage", "bounty") or action not in tables.die:
        raise Illegal("no die is thrown now")
    seat, value = state.seat, action.value
    tell(said, DieRolled(seat, value))
    if state.phase == "outrage":
        return end_turn(tables, sentence(tables, state, said, seat, value), said)
    if state.years[seat]:
        return replace(state, phase="reward", dice=(value,))
    return end_turn(tables, receive(state, said, seat, value, "reward"), said)  # a clean record: it becomes money


def take_years(tables: Tables, state: State, said: Said, mover: Seat, action: TakeYears) -> State:
    """Take the reward as years off the record, and end the turn."""
    need(state, mover, "reward")
    years = state.years[mover]
    return end_turn(tables, set_years(state, said, mover, years - remitted(years, state.dice[0])), said)


def take_money(tables: Tables, state: State, said: Said, mover: Seat, action: TakeMoney) -> State:
    """Take the reward as money, and end the turn."""
    need(state, mover, "reward")
    return end_turn(tables, receive(state, said, mover, state.dice[0], "reward"), said)


# -- customs


def settle_customs(tables: Tables, state: State, said: Said, denouncer: int | None) -> State:
    """End the window at customs once all have answered. `denouncer` is the first one after the accused,
    or `None`.

    A denunciation costs the accused the fine if a promise is open; otherwise the denouncer pays the
    accused. If no petrol was declared on this visit, the dice follow.
    """
    seat = state.seat
    promise = state.promises[seat]
    if denouncer is None:
        tell(said, NotDenounced(seat))
    else:
        tell(said, Denounced(denouncer, seat))
        tell(said, Judged(seat, bool(promise)))
        if promise:
            return end_turn(tables, _break_promise(tables, state, said), said)
        state = pay(tables, state, said, denouncer, (seat, tables.slander, "indemnity"))
    if promise is None and len(state.alive) > 1:
        return enter(state, "customs")  # no petrol was declared on this visit
    return end_turn(tables, state, said)


def _break_promise(tables: Tables, state: State, said: Said) -> State:
    """Confiscate every petrol card in the accused player's hand, declared or not, and charge the fine
    for all of them. The cards go under the pack."""
    seat = state.seat
    cards = petrol(tables, state.hands[seat])
    for card in cards:
        tell(said, Confiscated(seat, card))
        state = lose(tables, state, seat, card)
    state = note_dry(state, seat)
    state = replace(state, promises=put(state.promises, seat, None))
    return pay(tables, state, said, seat, (BANK, sum(tables.numbers.cards[card].fine for card in cards), "fine"))


# -- dice


def dice(tables: Tables, state: State, said: Said, mover: Seat, action: Dice) -> State:
    """Throw two dice: for a move, for a tax or at customs."""
    phase, seat, roll = state.phase, state.seat, action.low + action.high
    if mover != NATURE or phase not in _DICE or not 1 <= action.low <= action.high <= tables.numbers.faces:
        raise Illegal("no dice are thrown now")
    fell = (action.low, action.high)
    said.append(tables.rolled[seat, action.low, action.high])
    if phase == "tax-roll":
        if roll > tables.numbers.tax_free:
            state = pay(tables, state, said, seat, (POT, roll, "tax"))
        return end_turn(tables, state, said)
    if phase == "customs" and roll < tables.numbers.customs_move:
        due = tables.numbers.customs_due * len(state.hands[seat])
        return end_turn(tables, pay(tables, state, said, seat, (BANK, due, "customs")), said)
    ways = tables.board.ways[state.at[seat]][roll]
    if len(ways) > 1:
        return replace(state, phase="fork", dice=fell)
    return move(tables, state, said, ways[0], fell)


_DICE = frozenset({"roll", "tax-roll", "customs"})
