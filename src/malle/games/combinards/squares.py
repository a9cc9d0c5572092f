"""Turns, moves, and what each square begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from malle.games.combinards.edition import ROAD
from malle.games.combinards.events import POT, HandShown, Moved, Paid
from malle.games.combinards.ledger import gain, pay, put, tell
from malle.games.combinards.state import NO_CARD, NOBODY, Phase, State
from malle.games.combinards.tables import Said, Tables

Landing = Callable[[Tables, State, Said], State]

# -- the end of a turn


def end_turn(tables: Tables, state: State, said: Said) -> State:
    """Somebody may have won; else the next player rolls."""
    alive, seat = state.alive, state.seat
    if len(alive) == 1 or winners(tables, state):
        return end_game(state, said)
    after = alive[0]
    for each in alive:
        if each > seat:
            after = each
            break
    first, seats = state.first, tables.seats
    number = state.round + ((after - first) % seats <= (seat - first) % seats)
    if tables.rounds and number > tables.rounds:
        return end_game(state, said)
    return replace(
        state, phase="roll", round=number, seat=after, dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NOBODY,
        given=0, known=False,
    )  # fmt: skip


def winners(tables: Tables, state: State) -> tuple[int, ...]:
    """Those with the goal in cash and a clean record."""
    goal, cash, years = tables.goal, state.cash, state.years
    if max(cash) < goal:
        return ()
    return tuple(seat for seat in state.alive if cash[seat] >= goal and not years[seat])


def end_game(state: State, said: Said) -> State:
    """All hands are shown."""
    for seat in state.alive:
        if state.hands[seat]:
            tell(said, HandShown(seat, state.hands[seat]))
    return replace(
        state, phase="over", dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NOBODY, given=0, known=False,
        shown=state.hands, trails=((),) * len(state.hands),
    )  # fmt: skip


# -- moves


def move(tables: Tables, state: State, said: Said, path: tuple[int, ...], dice: tuple[int, ...]) -> State:
    """The pawn goes along the path, and the square it reaches counts. Leaving a circuit ends the promise made there."""
    seat, square = state.seat, path[-1]
    tell(said, Moved(seat, state.at[seat], path))
    ring = tables.board.ring
    promises = state.promises
    if promises[seat] is not None and ring[square] != ring[state.at[seat]]:
        promises = put(promises, seat, None)
    state = replace(state, at=put(state.at, seat, square), dice=dice, promises=promises)
    return LANDING.get(tables.board.kinds[square], place)(tables, state, said)


def enter(state: State, phase: Phase) -> State:
    """What is decided next."""
    return replace(state, phase=phase)


def open_window(state: State, phase: Phase) -> State:
    """Everybody else is asked at once."""
    return replace(state, phase=phase, asked=tuple(seat for seat in state.alive if seat != state.seat), yes=())


# -- landing, one function a kind of square


def start(tables: Tables, state: State, said: Said) -> State:
    """Nothing happens here."""
    return end_turn(tables, state, said)


def purchase(tables: Tables, state: State, said: Said) -> State:
    """One card may be bought, with money and while there are cards."""
    if state.cash[state.seat] and (state.bag or state.under):
        return enter(state, "buy")
    return end_turn(tables, state, said)


def place(tables: Tables, state: State, said: Said) -> State:
    """A place of sale. Whoever holds cards is asked, whether or not one sells here: the question tells nothing."""
    return _if_cards(tables, state, said, "sell")


def refinery(tables: Tables, state: State, said: Said) -> State:
    """Petrol may be sold."""
    return _if_cards(tables, state, said, "refinery")


def stop(tables: Tables, state: State, said: Said) -> State:
    """Petrol may be declared."""
    return _if_cards(tables, state, said, "stop")


def station(tables: Tables, state: State, said: Said) -> State:
    """Cards may be given up by whoever has years to lose."""
    if not state.years[state.seat]:
        return end_turn(tables, state, said)
    return _if_cards(tables, state, said, "station")


def control(tables: Tables, state: State, said: Said) -> State:
    """A card of the hand is drawn; an empty hand has nothing to fear."""
    return _if_cards(tables, state, said, "control")


def flying(tables: Tables, state: State, said: Said) -> State:
    """Somebody who holds cards may be denounced."""
    if any(state.hands[seat] for seat in state.alive if seat != state.seat):
        return enter(state, "inform")
    return end_turn(tables, state, said)


def customs(tables: Tables, state: State, said: Said) -> State:
    """The others are asked first, petrol or not, or else the question itself would tell."""
    return open_window(state, "denounce")


def airport(tables: Tables, state: State, said: Said) -> State:
    """A flight to any other airport."""
    if len(tables.board.airports) > 1:
        return enter(state, "fly")
    return end_turn(tables, state, said)


def tax(tables: Tables, state: State, said: Said) -> State:
    """Pay or throw the dice; whoever has not enough to pay must throw."""
    return enter(state, "tax" if state.cash[state.seat] >= tables.numbers.tax else "tax-roll")


def charges(tables: Tables, state: State, said: Said) -> State:
    """To the pot."""
    state = pay(tables, state, said, state.seat, (POT, tables.numbers.charges, "charges"))
    return end_turn(tables, state, said)


def refund(tables: Tables, state: State, said: Said) -> State:
    """The pot is taken."""
    if state.pot:
        tell(said, Paid(POT, state.seat, state.pot, "refund"))
        state = replace(gain(state, state.seat, state.pot), pot=0)
    return end_turn(tables, state, said)


def _if_cards(tables: Tables, state: State, said: Said, phase: Phase) -> State:
    return enter(state, phase) if state.hands[state.seat] else end_turn(tables, state, said)


LANDING: Mapping[str, Landing] = {
    "start": start, ROAD: start, "purchase": purchase, "refinery": refinery, "stop": stop, "police-station": station,
    "control": control, "flying-control": flying, "customs": customs, "airport": airport, "income-tax": tax,
    "levy": tax, "bank-charges": charges, "refund": refund,
}  # fmt: skip
"""By kind of square; every other kind is a place of sale."""
