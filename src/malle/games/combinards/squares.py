"""Turns, moves, and what happens when a pawn lands on a square.

The functions take a state and return the next one. They append what is heard to `events`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from malle.games.combinards.edition import ROAD
from malle.games.combinards.events import POT, HandShown, Moved, Paid
from malle.games.combinards.ledger import add_event, change_cash, pay_bill, replace_at
from malle.games.combinards.lookup_tables import EventList, LookupTables
from malle.games.combinards.state import NO_CARD, NO_SEAT, Phase, State

LandingRule = Callable[[LookupTables, State, EventList], State]

# -- the end of a turn


def end_turn(tables: LookupTables, state: State, events: EventList) -> State:
    """End the turn. The game ends if one player is left, a player has won, or the last round is
    over; otherwise the next player still in the game is to roll."""
    alive, seat = state.alive, state.seat
    if len(alive) == 1 or winners(tables, state):
        return end_game(state, events)
    after = alive[0]
    for each in alive:
        if each > seat:
            after = each
            break
    first, seats = state.first, tables.seats
    number = state.round + ((after - first) % seats <= (seat - first) % seats)
    if tables.max_rounds and number > tables.max_rounds:
        return end_game(state, events)
    return replace(
        state, phase="roll", round=number, seat=after, dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NO_SEAT,
        given=0, known=False,
    )  # fmt: skip


def winners(tables: LookupTables, state: State) -> tuple[int, ...]:
    """Return the seats with the goal in cash and a clean police record; empty if nobody has won."""
    goal, cash, years = tables.goal_cash, state.cash, state.years
    if max(cash) < goal:
        return ()
    return tuple(seat for seat in state.alive if cash[seat] >= goal and not years[seat])


def end_game(state: State, events: EventList) -> State:
    """Return the final state, and show the hands of all players who are still in the game."""
    for seat in state.alive:
        if state.hands[seat]:
            add_event(events, HandShown(seat, state.hands[seat]))
    return replace(
        state, phase="over", dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NO_SEAT, given=0, known=False,
        shown=state.hands, trails=((),) * len(state.hands),
    )  # fmt: skip


# -- moves


def move_pawn(
    tables: LookupTables, state: State, events: EventList, path: tuple[int, ...], dice: tuple[int, ...]
) -> State:
    """Move the pawn of the player on turn along the path, and apply the rule of the square it
    reaches. A promise to sell petrol ends when the pawn leaves the circuit. `dice` are kept in
    the state."""
    seat, square = state.seat, path[-1]
    add_event(events, Moved(seat, state.at[seat], path))
    ring = tables.board.ring_of_square
    promises = state.promises
    if promises[seat] is not None and ring[square] != ring[state.at[seat]]:
        promises = replace_at(promises, seat, None)
    state = replace(state, at=replace_at(state.at, seat, square), dice=dice, promises=promises)
    return LANDING_RULES.get(tables.board.square_kinds[square], land_on_sale_place)(tables, state, events)


def enter_phase(state: State, phase: Phase) -> State:
    """Return the state in this phase, otherwise unchanged."""
    return replace(state, phase=phase)


def ask_all_others(state: State, phase: Phase) -> State:
    """Return the state in this phase, in which all players but the one on turn are asked at
    once, and nobody has said yes yet."""
    return replace(state, phase=phase, asked=tuple(seat for seat in state.alive if seat != state.seat), yes=())


# -- landing: one function for each kind of square


def land_on_road(tables: LookupTables, state: State, events: EventList) -> State:
    """End the turn: nothing happens on the start or on a stretch of road."""
    return end_turn(tables, state, events)


def offer_purchase(tables: LookupTables, state: State, events: EventList) -> State:
    """Offer the player on turn a purchase, if they have cash and a card is left in the pack or
    among the cards laid under it; otherwise end the turn."""
    if state.cash[state.seat] and (state.bag or state.under):
        return enter_phase(state, "buy")
    return end_turn(tables, state, events)


def land_on_sale_place(tables: LookupTables, state: State, events: EventList) -> State:
    """Let the player on turn sell at a place of sale. They are asked if they hold any card, even
    if none can be sold here: otherwise the question would tell about the hand. With an empty
    hand the turn ends."""
    return _enter_phase_if_cards_held(tables, state, events, "sell")


def land_on_refinery(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask the player on turn which petrol to sell, if they hold any card, even if it is no
    petrol; otherwise end the turn."""
    return _enter_phase_if_cards_held(tables, state, events, "refinery")


def land_on_stop(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask the player on turn which petrol to declare, if they hold any card, even if it is no
    petrol; otherwise end the turn."""
    return _enter_phase_if_cards_held(tables, state, events, "stop")


def land_on_police_station(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask the player on turn which cards to give up, if they have years on record and cards;
    otherwise end the turn."""
    if not state.years[state.seat]:
        return end_turn(tables, state, events)
    return _enter_phase_if_cards_held(tables, state, events, "station")


def land_on_control(tables: LookupTables, state: State, events: EventList) -> State:
    """Have chance draw a card of the hand of the player on turn; with an empty hand the turn
    ends."""
    return _enter_phase_if_cards_held(tables, state, events, "control")


def land_on_flying_control(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask the player on turn whom to denounce, if another player holds cards; otherwise end the
    turn."""
    if any(state.hands[seat] for seat in state.alive if seat != state.seat):
        return enter_phase(state, "inform")
    return end_turn(tables, state, events)


def land_on_customs(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask all other players whether they denounce the player on turn. They are asked even if
    that player declared no petrol."""
    return ask_all_others(state, "denounce")


def land_on_airport(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask the player on turn where to fly, if there is another airport; otherwise end the turn."""
    if len(tables.board.airports) > 1:
        return enter_phase(state, "fly")
    return end_turn(tables, state, events)


def land_on_tax(tables: LookupTables, state: State, events: EventList) -> State:
    """Ask the player on turn whether to pay the tax or throw dice for it. A player who cannot
    pay the tax must throw."""
    return enter_phase(state, "tax" if state.cash[state.seat] >= tables.numbers.tax else "tax-roll")


def land_on_bank_charges(tables: LookupTables, state: State, events: EventList) -> State:
    """Have the player on turn pay the bank charges into the pot, and end the turn."""
    state = pay_bill(tables, state, events, state.seat, (POT, tables.numbers.charges, "charges"))
    return end_turn(tables, state, events)


def land_on_refund(tables: LookupTables, state: State, events: EventList) -> State:
    """Give the pot to the player on turn, and end the turn. An empty pot adds no event."""
    if state.pot:
        add_event(events, Paid(POT, state.seat, state.pot, "refund"))
        state = replace(change_cash(state, state.seat, state.pot), pot=0)
    return end_turn(tables, state, events)


def _enter_phase_if_cards_held(tables: LookupTables, state: State, events: EventList, phase: Phase) -> State:
    """Enter the phase if the player on turn holds cards; otherwise end the turn."""
    return enter_phase(state, phase) if state.hands[state.seat] else end_turn(tables, state, events)


LANDING_RULES: Mapping[str, LandingRule] = {
    "start": land_on_road,
    ROAD: land_on_road,
    "purchase": offer_purchase,
    "refinery": land_on_refinery,
    "stop": land_on_stop,
    "police-station": land_on_police_station,
    "control": land_on_control,
    "flying-control": land_on_flying_control,
    "customs": land_on_customs,
    "airport": land_on_airport,
    "income-tax": land_on_tax,
    "levy": land_on_tax,
    "bank-charges": land_on_bank_charges,
    "refund": land_on_refund,
}
"""What happens on landing, by kind of square. Every kind that is not listed is a place of sale."""
