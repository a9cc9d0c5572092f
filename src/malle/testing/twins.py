"""Twins: another world that a viewer cannot tell from the true one, moved so that they hear the same in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from malle.core import NATURE, Action, AnyGame, Chance, Luck, Over, Seat, Viewer, Waiting
from malle.core.dealer import Dealer
from malle.core.play import Ply, heard_by
from malle.table import Setup, Table
from malle.table.table import Kind


class Coupled(Struct, frozen=True):
    """A twin after a move that its viewer heard like the true one, with the actions made in it."""

    state: Any
    actions: tuple[Action, ...]
    """The seat's action, then the outcomes of chance."""


class Refuted(Struct, frozen=True):
    """The viewer can now rule out the twin: no move in it sounds like the true one."""

    why: str
    news: bool
    """Whether the viewer heard news, which may lawfully rule out a world."""


def table_at(game: AnyGame, state: Any) -> Table:
    """Return a table at this rest state, with a person in every seat."""
    setup = Setup(
        table="", game=game.name, version=game.version, seats=game.seats, options=dict(game.options), seal=""
    )  # fmt: skip
    turn = game.turn(state)
    assert isinstance(turn, Waiting | Over)
    awaited = turn.seats if isinstance(turn, Waiting) else ()
    since = tuple(1 if seat in awaited else -1 for seat in range(game.seats))
    return Table(setup, game, Dealer(bytes(32), ""), 1, state, turn, (_SITTER,) * game.seats, since)


_SITTER: Kind = "person"


def viewers_of(game: AnyGame) -> tuple[Viewer, ...]:
    """Return all viewers of a game: the spectator, then every seat."""
    return (None, *map(Seat, range(game.seats)))


def couple(game: AnyGame, twin: Any, viewer: Viewer, plies: Sequence[Ply], luck: Luck) -> Coupled | Refuted:
    """Make a move in the twin that the viewer hears like the true one, and return the new twin, or why there
    is none.

    The viewer's own actions are the same in both. Actions of other seats and of chance are drawn among all
    that the viewer hears alike."""
    actions: list[Action] = []
    for number, ply in enumerate(plies):
        wanted = heard_by(viewer, ply.heard)
        turn = game.turn(twin)
        options: Iterable[Action]
        if ply.mover == NATURE:
            if not isinstance(turn, Chance):
                return _refuted(viewer, plies, f"entry {number} is chance, and none is due in the twin")
            options = _shuffled(turn, luck)
        elif ply.mover == viewer:
            options = [ply.action]
        else:
            legal = list(game.legal(twin, ply.mover))
            luck.shuffle(legal)
            options = legal
        for action in options:
            after, heard = game.apply(twin, ply.mover, action)
            if heard_by(viewer, heard) == wanted:
                break
        else:
            return _refuted(viewer, plies, f"nothing in the twin is heard as {wanted}")
        twin = after
        actions.append(action)
    if isinstance(game.turn(twin), Chance):
        return _refuted(viewer, plies, "the move writes more entries in the twin")
    return Coupled(twin, tuple(actions))


def _refuted(viewer: Viewer, plies: Sequence[Ply], why: str) -> Refuted:
    """Return a refutation for this reason, with the events that the viewer heard in the true world."""
    heard = [event for ply in plies for event in heard_by(viewer, ply.heard)]
    return Refuted(f"{why}; heard {heard}", any(event.news for event in heard))


def _shuffled(turn: Chance, luck: Luck) -> Iterator[Action]:
    """Yield the outcomes in a random order by weight. So the first one heard alike has the right conditional
    probability."""
    left = [(outcome, weight) for outcome, weight in zip(turn.outcomes, turn.weights, strict=True) if weight]
    while left:
        at = luck.pick([weight for _, weight in left])
        yield left.pop(at)[0]
