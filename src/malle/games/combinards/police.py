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
from malle.games.combinards.ledger import (  # fmt: skip
    add_event,
    add_years,
    note_clean_control,
    note_no_petrol,
    pay_bill,
    pay_from_bank,
    petrol_cards,
    replace_at,
    return_card_to_pack,
    set_years,
    years_remitted,
)
from malle.games.combinards.lookup_tables import EventList, LookupTables
from malle.games.combinards.squares import end_turn, enter_phase, move_pawn
from malle.games.combinards.state import Check, Denounce, Dice, Die, State, TakeMoney, TakeYears
from malle.games.combinards.trade import require_phase

# -- a card of a hand


def apply_check(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Check) -> State:
    """Take the card that chance drew from a hand, in a control or a flying control. An illicit
    card is confiscated, and costs its owner the fine and the years. Any other card is given
    back. After a control the turn ends. After a flying control the informer's die follows,
    unless an illicit card left a single player in the game."""
    if mover != NATURE or state.phase not in ("control", "search"):
        raise Illegal("no card is drawn from a hand now")
    flying = state.phase == "search"
    seat, card = state.target if flying else state.seat, action.card
    if card not in state.hands[seat]:
        raise Illegal("the hand has no such card")
    if tables.card_kinds[card] != ILLICIT:
        add_event(events, ControlClean(seat))
        add_event(events, ControlSeen(seat, card))
        state = note_clean_control(tables, state, seat)
        return enter_phase(state, "outrage") if flying else end_turn(tables, state, events)
    goods = tables.numbers.cards[card]
    add_event(events, Confiscated(seat, card))
    state = return_card_to_pack(tables, state, seat, card)
    state = pay_bill(tables, state, events, seat, (BANK, goods.fine, "fine"))
    if seat in state.alive:
        state = add_years(tables, state, events, seat, goods.years, tells_card=True)
    if flying and len(state.alive) > 1:
        return enter_phase(state, "bounty")
    return end_turn(tables, state, events)


def apply_inform(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Denounce) -> State:
    """Denounce another player in a flying control: chance draws a card of that player's hand
    next. Raise `Illegal` if that player has no cards."""
    require_phase(state, mover, "inform")
    if action.seat == mover or action.seat not in state.alive or not state.hands[action.seat]:
        raise Illegal("another player who holds cards can be denounced")
    add_event(events, Denounced(mover, action.seat))
    return replace(state, phase="search", target=action.seat)


def apply_die(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Die) -> State:
    """Apply the informer's die. After a wrong denunciation it is added to the informer's record,
    as years for contempt of court. After a right one it is the reward: money, or the informer's
    choice of money and years off if the informer has years on record."""
    if mover != NATURE or state.phase not in ("outrage", "bounty") or action not in tables.die_actions:
        raise Illegal("no die is thrown now")
    seat, value = state.seat, action.value
    add_event(events, DieRolled(seat, value))
    if state.phase == "outrage":
        return end_turn(tables, add_years(tables, state, events, seat, value), events)
    if state.years[seat]:
        return replace(state, phase="reward", dice=(value,))
    return end_turn(
        tables, pay_from_bank(state, events, seat, value, "reward"), events
    )  # a clean record: it becomes money


def apply_take_years(tables: LookupTables, state: State, events: EventList, mover: Seat, action: TakeYears) -> State:
    """Take the informer's reward as years off the record, and end the turn."""
    require_phase(state, mover, "reward")
    years = state.years[mover]
    return end_turn(tables, set_years(state, events, mover, years - years_remitted(years, state.dice[0])), events)


def apply_take_money(tables: LookupTables, state: State, events: EventList, mover: Seat, action: TakeMoney) -> State:
    """Take the informer's reward as money, as many millions as the die shows, and end the turn."""
    require_phase(state, mover, "reward")
    return end_turn(tables, pay_from_bank(state, events, mover, state.dice[0], "reward"), events)


# -- customs


def settle_customs(tables: LookupTables, state: State, events: EventList, denouncer: int | None) -> State:
    """Close the question at customs, once all have answered whether they denounce the player on
    turn (the accused). `denouncer` is the first in order of play after that player who said yes, or
    `None`.

    A promise is open if the accused declared petrol and has not sold all of it. With an open
    promise, a denunciation costs the accused all petrol in hand and the fine, and ends the turn.
    Without one, the denouncer pays the accused. Then, if no petrol was declared on this visit,
    customs dice are thrown; otherwise the turn ends.
    """
    seat = state.seat
    promise = state.promises[seat]
    if denouncer is None:
        add_event(events, NotDenounced(seat))
    else:
        add_event(events, Denounced(denouncer, seat))
        add_event(events, Judged(seat, bool(promise)))
        if promise:
            return end_turn(tables, _punish_broken_promise(tables, state, events), events)
        state = pay_bill(tables, state, events, denouncer, (seat, tables.false_denunciation_cost, "indemnity"))
    if promise is None and len(state.alive) > 1:
        return enter_phase(state, "customs")  # no petrol was declared on this visit
    return end_turn(tables, state, events)


def _punish_broken_promise(tables: LookupTables, state: State, events: EventList) -> State:
    """Confiscate every petrol card in the hand of the player on turn, declared or not, and
    charge the fines of all of them. The cards go under the pack, and the promise ends."""
    seat = state.seat
    cards = petrol_cards(tables, state.hands[seat])
    for card in cards:
        add_event(events, Confiscated(seat, card))
        state = return_card_to_pack(tables, state, seat, card)
    state = note_no_petrol(state, seat)
    state = replace(state, promises=replace_at(state.promises, seat, None))
    return pay_bill(tables, state, events, seat, (BANK, sum(tables.numbers.cards[card].fine for card in cards), "fine"))


# -- dice


def apply_dice(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Dice) -> State:
    """Apply the two dice that chance threw, and add the event. For a tax, a roll above
    `tax_free` is paid into the pot. At customs, a roll below `customs_move` costs dues for each
    card in hand. Every other roll is a move; if it passes a fork, the player chooses the way."""
    phase, seat, roll = state.phase, state.seat, action.low + action.high
    if mover != NATURE or phase not in _DICE_PHASES or not 1 <= action.low <= action.high <= tables.numbers.faces:
        raise Illegal("no dice are thrown now")
    fell = (action.low, action.high)
    events.append(tables.rolled_events[seat, action.low, action.high])
    if phase == "tax-roll":
        if roll > tables.numbers.tax_free:
            state = pay_bill(tables, state, events, seat, (POT, roll, "tax"))
        return end_turn(tables, state, events)
    if phase == "customs" and roll < tables.numbers.customs_move:
        due = tables.numbers.customs_due * len(state.hands[seat])
        return end_turn(tables, pay_bill(tables, state, events, seat, (BANK, due, "customs")), events)
    ways = tables.board.paths_by_roll[state.at[seat]][roll]
    if len(ways) > 1:
        return replace(state, phase="fork", dice=fell)
    return move_pawn(tables, state, events, ways[0], fell)


_DICE_PHASES = frozenset({"roll", "tax-roll", "customs"})
