"""Turns, moves, and what happens when a pawn lands on a square.

The functions take a state and return the next one. They append what is heard to `events`.
"""

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
    """End the turn. The game ends if one player is left, a player has won, or the last round is over;
    otherwise the next player is to roll."""
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
    """Return the seats with the goal in cash and a clean record; empty if nobody has won."""
    goal, cash, years = tables.goal, state.cash, state.years
    if max(cash) < goal:
        return ()
    return tuple(seat for seat in state.alive if cash[seat] >= goal and not years[seat])


def end_game(state: State, said: Said) -> State:
    """Return the final state, and show the hands of all players who are still in."""
    for seat in state.alive:
        if state.hands[seat]:
            tell(said, HandShown(seat, state.hands[seat]))
    return replace(
        state, phase="over", dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NOBODY, given=0, known=False,
        shown=state.hands, trails=((),) * len(state.hands),
    )  # fmt: skip


# -- moves


def move(tables: Tables, state: State, said: Said, path: tuple[int, ...], dice: tuple[int, ...]) -> State:
    """Move the pawn of the player on turn along the path, and apply the square it reaches. A promise to
    sell petrol ends when the pawn leaves the circuit."""
    seat, square = state.seat, path[-1]
    tell(said, Moved(seat, state.at[seat], path))
    ring = tables.board.ring
    promises = state.promises
    if promises[seat] is not None and ring[square] != ring[state.at[seat]]:
        promises = put(promises, seat, None)
    state = replace(state, at=put(state.at, seat, square), dice=dice, promises=promises)
    return LANDING.get(tables.board.kinds[square], place)(tables, state, said)


def enter(state: State, phase: Phase) -> State:
    """Return the state in another phase: what is decided next."""
    return replace(state, phase=phase)


def open_window(state: State, phase: Phase) -> State:
    """Return the state in a window: all other players are asked at the same time, and nobody has said
    yes yet."""
    return replace(state, phase=phase, asked=tuple(seat for seat in state.alive if seat != state.seat), yes=())


# -- landing: one function for each kind of square


def start(tables: Tables, state: State, said: Said) -> State:
    """End the turn: nothing happens on the start or on a stretch of road."""
    return end_turn(tables, state, said)


def purchase(tables: Tables, state: State, said: Said) -> State:
    """Offer a purchase if the player has cash and a card is left in or under the pack; otherwise end
    the turn."""
    if state.cash[state.seat] and (state.bag or state.under):
        return enter(state, "buy")
    return end_turn(tables, state, said)


def place(tables: Tables, state: State, said: Said) -> State:
    """Ask for a sale at a place of sale. Any player who holds cards is asked, whether or not one sells
    here: the question must tell nothing. With an empty hand the turn ends."""
    return _if_cards(tables, state, said, "sell")


def refinery(tables: Tables, state: State, said: Said) -> State:
    """Ask which petrol to sell, if the player holds any cards; otherwise end the turn."""
    return _if_cards(tables, state, said, "refinery")


def stop(tables: Tables, state: State, said: Said) -> State:
    """Ask which petrol to declare, if the player holds any cards; otherwise end the turn."""
    return _if_cards(tables, state, said, "stop")


def station(tables: Tables, state: State, said: Said) -> State:
    """Ask which cards to give up, if the player has years on record and cards; otherwise end the turn."""
    if not state.years[state.seat]:
        return end_turn(tables, state, said)
    return _if_cards(tables, state, said, "station")


def control(tables: Tables, state: State, said: Said) -> State:
    """Have a card of the player's hand drawn; with an empty hand the turn ends."""
    return _if_cards(tables, state, said, "control")


def flying(tables: Tables, state: State, said: Said) -> State:
    """Ask whom to denounce, if another player holds cards; otherwise end the turn."""
    if any(state.hands[seat] for seat in state.alive if seat != state.seat):
        return enter(state, "inform")
    return end_turn(tables, state, said)


def customs(tables: Tables, state: State, said: Said) -> State:
    """Ask all others whether they denounce. They are asked with or without petrol: the question must
    tell nothing."""
    return open_window(state, "denounce")


def airport(tables: Tables, state: State, said: Said) -> State:
    """Ask where to fly, if there is another airport; otherwise end the turn."""
    if len(tables.board.airports) > 1:
        return enter(state, "fly")
    return end_turn(tables, state, said)


def tax(tables: Tables, state: State, said: Said) -> State:
    """Ask whether to pay the tax or throw dice for it. A player who cannot pay the tax must throw."""
    return enter(state, "tax" if state.cash[state.seat] >= tables.numbers.tax else "tax-roll")


def charges(tables: Tables, state: State, said: Said) -> State:
    """Pay the bank charges into the pot, and end the turn."""
    state = pay(tables, state, said, state.seat, (POT, tables.numbers.charges, "charges"))
    return end_turn(tables, state, said)


def refund(tables: Tables, state: State, said: Said) -> State:
    """Give the pot to the player, and end the turn."""
    if state.pot:
        tell(said, Paid(POT, state.seat, state.pot, "refund"))
        state = replace(gain(state, state.seat, state.pot), pot=0)
    return end_turn(tables, state, said)


def _if_cards(tables: Tables, state: State, said: Said, phase: Phase) -> State:
    """Enter the phase if the player on turn holds cards; otherwise end the turn."""
    return enter(state, phase) if state.hands[state.seat] else end_turn(tables, state, said)


LANDING: Mapping[str, Landing] = {
    "start": start, ROAD: start, "purchase": purchase, "refinery": refinery, "stop": stop, "police-station": station,
    "control": control, "flying-control": flying, "customs": customs, "airport": airport, "income-tax": tax,
    "levy": tax, "bank-charges": charges, "refund": refund,
}  # fmt: skip
"""What happens on landing, by kind of square. Every kind that is not listed is a place of sale."""
