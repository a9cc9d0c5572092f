"""Play a game through its methods: resolve chance, make moves, replay logs. Pure, except for the `pick` that is
passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from malle.core.errors import Bug
from malle.core.game import NATURE, Action, AnyGame, Chance, Event, Seat, Viewer, Waiting
from malle.core.game_info import Robot
from malle.core.randomness import Luck

PickIndex = Callable[[Sequence[int]], int]
"""Draws an index by integer weights: `Luck.pick` in simulations, the dealer's `pick` at a table."""


class Ply(Struct, frozen=True):
    """One action of a seat or one outcome of chance, with its events, each for its own audience. A
    record has one line for each. Also called an entry here."""

    mover: Seat
    action: Action
    events: tuple[Event, ...]


def resolve_chance(game: AnyGame, state: Any, pick: PickIndex) -> tuple[Any, tuple[Ply, ...]]:
    """Apply chance until a seat is awaited or the game is over. Return the state and the entries
    made, perhaps none."""
    entries: list[Ply] = []
    while isinstance(turn := game.turn(state), Chance):
        outcome = turn.outcomes[pick(turn.weights)]
        state, events = game.apply(state, NATURE, outcome)
        entries.append(Ply(NATURE, outcome, events))
    return state, tuple(entries)


def make_move(game: AnyGame, state: Any, seat: Seat, action: Action, pick: PickIndex) -> tuple[Any, tuple[Ply, ...]]:
    """Apply a seat's action and the chance that follows it. Return the new state and the plies: the
    seat's, then those of chance. `Illegal` if the rules do not allow the action."""
    state, events = game.apply(state, seat, action)
    first = Ply(seat, action, events)
    state, chance = resolve_chance(game, state, pick)
    return state, (first, *chance)


def replay_actions(game: AnyGame, actions: Iterable[tuple[Seat, Action]], state: Any = None) -> Any:
    """Return the state after these actions, in order; outcomes of chance are among them. It starts
    from `state`, or from the game's first state if `None`."""
    state = game.new() if state is None else state
    for mover, action in actions:
        state, _ = game.apply(state, mover, action)
    return state


def events_for_viewer(viewer: Viewer, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return those of one entry's events that a viewer hears: the ones for everybody, and the ones
    for that seat alone. The result may be empty."""
    return tuple(
        [event for event in events if not event.audience_field or getattr(event, event.audience_field) == viewer]
    )


def describe_audience_fault(game: AnyGame, event: Event) -> str:
    """Return what is wrong with an event's audience, or an empty string if nothing is.

    Two faults are found: the event's class is not one of the game's, or the only hearer that it
    names is not a seat.
    """
    kind = type(event)
    if kind not in game.codec.event_classes:
        return f"{kind.__name__} is not in the game's list of events"
    if kind.audience_field and getattr(event, kind.audience_field, NATURE) not in range(game.seats):
        return f"{kind.__name__} is for one seat, and {kind.audience_field} names none"
    return ""


ChooseAction = Callable[[Any, Seat], Action]
"""Chooses an action for a seat, given the complete state. Robots must not see the state:
`robot_chooser` gives them the seat's view only."""


def play_game(
    game: AnyGame,
    choose_action: ChooseAction,
    pick: PickIndex,
    *,
    on_entries: Callable[[Sequence[Ply]], None] | None = None,
    limit: int = 100_000,
) -> tuple[Any, tuple[Ply, ...]]:
    """Play a whole game. Return the last state and all entries.

    Where several seats are awaited, the first in `Waiting.seats` acts. `on_entries`, if given, is
    called with the entries of the initial chance, then with those of each move. `Bug` if there are
    more than `limit` entries.
    """
    state, first = resolve_chance(game, game.new(), pick)
    entries = list(first)
    if on_entries is not None:
        on_entries(first)
    while isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        state, new_entries = make_move(game, state, seat, choose_action(state, seat), pick)
        entries += new_entries
        if on_entries is not None:
            on_entries(new_entries)
        if len(entries) > limit:
            raise Bug(f"{game.name}: the game has not ended after {limit} entries")
    return state, tuple(entries)


def robot_chooser(game: AnyGame, robot: Robot[Any, Any], luck: Luck) -> ChooseAction:
    """Return a chooser that puts the same robot in every seat. It gives the robot the seat's view and legal
    actions only."""

    def act(state: Any, seat: Seat) -> Action:
        return robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)

    return act


def random_chooser(game: AnyGame, luck: Luck) -> ChooseAction:
    """Return a chooser for all seats that picks any legal action with equal probability."""

    def act(state: Any, seat: Seat) -> Action:
        return luck.choice(game.legal(state, seat))

    return act
