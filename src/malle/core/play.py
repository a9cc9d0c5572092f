"""Playing a game through its verbs: chance settled, moves made, logs replayed. Pure but for the picker passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from malle.core.contract import NATURE, Action, AnyGame, Chance, Event, Seat, Viewer, Waiting
from malle.core.errors import Bug
from malle.core.luck import Luck
from malle.core.sheet import Robot

Pick = Callable[[Sequence[int]], int]
"""Draws an index by integer weights: `Luck.pick` in simulations, the dealer's at a table."""


class Ply(Struct, frozen=True):
    """One line of the log: who did what, and what happened, each event for its audience."""

    mover: Seat
    action: Action
    heard: tuple[Event, ...]


def settle(game: AnyGame, state: Any, pick: Pick) -> tuple[Any, tuple[Ply, ...]]:
    """Lets nature act until a seat is awaited or the game is over."""
    entries: list[Ply] = []
    while isinstance(turn := game.turn(state), Chance):
        outcome = turn.outcomes[pick(turn.weights)]
        state, heard = game.apply(state, NATURE, outcome)
        entries.append(Ply(NATURE, outcome, heard))
    return state, tuple(entries)


def move(game: AnyGame, state: Any, seat: Seat, action: Action, pick: Pick) -> tuple[Any, tuple[Ply, ...]]:
    """A seat's action and the chance that follows it."""
    state, heard = game.apply(state, seat, action)
    first = Ply(seat, action, heard)
    state, chance = settle(game, state, pick)
    return state, (first, *chance)


def replay(game: AnyGame, moves: Iterable[tuple[Seat, Action]], state: Any = None) -> Any:
    """The state after these entries, chance included, from the first state or from one that is given."""
    state = game.new() if state is None else state
    for mover, action in moves:
        state, _ = game.apply(state, mover, action)
    return state


def heard_by(viewer: Viewer, heard: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of one entry that reach a viewer. An entry with none for them is an empty tuple: it still counts."""
    return tuple([event for event in heard if not event.hears or getattr(event, event.hears) == viewer])


def audience_fault(game: AnyGame, event: Event) -> str:
    """What is wrong with an event's audience: its class is none of the game's, or its hearer no seat. Empty if nothing
    is."""
    kind = type(event)
    if kind not in game.codec.heard:
        return f"{kind.__name__} is not in the game's list of events"
    if kind.hears and getattr(event, kind.hears, NATURE) not in range(game.seats):
        return f"{kind.__name__} is for one seat, and {kind.hears} names none"
    return ""


Act = Callable[[Any, Seat], Action]
"""Chooses a seat's action in a state. Robots are wrapped so that they see the seat's view alone."""


def play_game(
    game: AnyGame, act: Act, pick: Pick, *, hear: Callable[[Sequence[Ply]], None] | None = None, limit: int = 100_000
) -> tuple[Any, tuple[Ply, ...]]:
    """A whole game. Where several seats are awaited they answer in seat order. `hear` is told the entries of each move.
    `Bug` after `limit` entries."""
    state, first = settle(game, game.new(), pick)
    entries = list(first)
    if hear is not None:
        hear(first)
    while isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        state, made = move(game, state, seat, act(state, seat), pick)
        entries += made
        if hear is not None:
            hear(made)
        if len(entries) > limit:
            raise Bug(f"{game.name}: the game has not ended after {limit} entries")
    return state, tuple(entries)


def robot_acts(game: AnyGame, robot: Robot[Any, Any], luck: Luck) -> Act:
    """A robot in every seat, each given its seat's view and legal actions and nothing else."""

    def act(state: Any, seat: Seat) -> Action:
        return robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)

    return act


def random_acts(game: AnyGame, luck: Luck) -> Act:
    """Any legal action, all alike."""

    def act(state: Any, seat: Seat) -> Action:
        return luck.choice(game.legal(state, seat))

    return act
