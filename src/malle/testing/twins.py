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
    """A twin after a move that its viewer heard like the true one, and what was done in it."""

    state: Any
    actions: tuple[Action, ...]
    """The mover's, then the outcomes of chance."""


class Refuted(Struct, frozen=True):
    """Nothing in the twin is heard alike: whoever looks knows now that it is not the true world."""

    why: str
    news: bool
    """Did they hear something that may rule out a world?"""


def table_at(game: AnyGame, state: Any) -> Table:
    """A table of people that stands at this rest state."""
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
    """The spectator and every seat."""
    return (None, *map(Seat, range(game.seats)))


def couple(game: AnyGame, twin: Any, viewer: Viewer, plies: Sequence[Ply], luck: Luck) -> Coupled | Refuted:
    """The twin after a move that the viewer hears as they heard the true one: in it the others do something, and nature
    deals something, drawn among all that is heard alike. What the viewer did themselves is the same in both."""
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
    heard = [event for ply in plies for event in heard_by(viewer, ply.heard)]
    return Refuted(f"{why}; heard {heard}", any(event.news for event in heard))


def _shuffled(turn: Chance, luck: Luck) -> Iterator[Action]:
    """The outcomes in a random order by weight: the first that is heard alike is drawn as nature would draw it."""
    left = [(outcome, weight) for outcome, weight in zip(turn.outcomes, turn.weights, strict=True) if weight]
    while left:
        at = luck.pick([weight for _, weight in left])
        yield left.pop(at)[0]
