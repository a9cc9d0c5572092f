"""Twins: a twin is another world that a viewer cannot tell from the true one. It is moved so that
the viewer hears the same in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from malle.core import NATURE, Action, AnyGame, Chance, Luck, Over, Seat, Viewer, Waiting
from malle.core.dealer import Dealer
from malle.core.play import Ply, events_for_viewer
from malle.table import Setup, Table
from malle.table.table import SeatKind


class MovedTwin(Struct, frozen=True):
    """A twin (another world that fits the viewer's view) after a move that the viewer heard like
    the true one. Returned by `move_twin`."""

    state: Any
    """The rest state of the twin after the move."""
    actions: tuple[Action, ...]
    """The actions made in the twin: the seat's action, then the outcomes of chance."""


class RefutedTwin(Struct, frozen=True):
    """Returned by `move_twin` if no move in the twin sounds to the viewer like the true one, so the
    viewer can rule the twin out."""

    reason: str
    """Why there is no such move, with the events that the viewer heard in the true world."""
    heard_news: bool
    """Whether one of the events that the viewer heard has `reveals_secret`, so that it may lawfully
    rule out a world."""


def table_at(game: AnyGame, state: Any) -> Table:
    """Return a table at this rest state, with a person in every seat. It has neither a real seed
    nor a seal."""
    setup = Setup(
        table="", game=game.name, version=game.version, seats=game.seats, options=dict(game.options), seal=""
    )  # fmt: skip
    turn = game.turn(state)
    assert isinstance(turn, Waiting | Over)
    awaited = turn.seats if isinstance(turn, Waiting) else ()
    since = tuple(1 if seat in awaited else -1 for seat in range(game.seats))
    return Table(setup, game, Dealer(bytes(32), ""), 1, state, turn, (_SEAT_KIND,) * game.seats, since)


_SEAT_KIND: SeatKind = "person"


def all_viewers(game: AnyGame) -> tuple[Viewer, ...]:
    """Return all viewers of a game: the spectator, then every seat."""
    return (None, *map(Seat, range(game.seats)))


def move_twin(game: AnyGame, twin: Any, viewer: Viewer, plies: Sequence[Ply], luck: Luck) -> MovedTwin | RefutedTwin:
    """Make a move in the twin that the viewer hears like the true one, and return the new twin.
    Return a `RefutedTwin` if there is no such move.

    `plies` are the log entries of the true move: a seat's action and the chance after it. An action
    of the viewer is the same in both worlds. Actions of other seats and of chance are drawn among
    all that the viewer hears alike."""
    actions: list[Action] = []
    for number, ply in enumerate(plies):
        wanted_events = events_for_viewer(viewer, ply.events)
        turn = game.turn(twin)
        options: Iterable[Action]
        if ply.mover == NATURE:
            if not isinstance(turn, Chance):
                return _refute_twin(viewer, plies, f"entry {number} is chance, and none is due in the twin")
            options = _weighted_shuffle(turn, luck)
        elif ply.mover == viewer:
            options = [ply.action]
        else:
            legal = list(game.legal(twin, ply.mover))
            luck.shuffle(legal)
            options = legal
        for action in options:
            after, heard = game.apply(twin, ply.mover, action)
            if events_for_viewer(viewer, heard) == wanted_events:
                break
        else:
            return _refute_twin(viewer, plies, f"nothing in the twin is heard as {wanted_events}")
        twin = after
        actions.append(action)
    if isinstance(game.turn(twin), Chance):
        return _refute_twin(viewer, plies, "the move writes more entries in the twin")
    return MovedTwin(twin, tuple(actions))


def _refute_twin(viewer: Viewer, plies: Sequence[Ply], reason: str) -> RefutedTwin:
    """Return a `RefutedTwin` with this reason and the events that the viewer heard in the true
    world. Its `heard_news` is true if one of these events has `reveals_secret`."""
    heard = [event for ply in plies for event in events_for_viewer(viewer, ply.events)]
    return RefutedTwin(f"{reason}; heard {heard}", any(event.reveals_secret for event in heard))


def _weighted_shuffle(turn: Chance, luck: Luck) -> Iterator[Action]:
    """Yield the possible outcomes of chance in a random order by weight. So the first outcome that
    the viewer hears alike is drawn with the right conditional probability."""
    remaining = [(outcome, weight) for outcome, weight in zip(turn.outcomes, turn.weights, strict=True) if weight]
    while remaining:
        index = luck.pick([weight for _, weight in remaining])
        yield remaining.pop(index)[0]
