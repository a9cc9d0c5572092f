"""Whole games of minds, each seat hearing what it may hear, and the kinds of robots that a game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from malle.core import Action, AnyGame, Luck, Over, Refused, Seat, Sheet
from malle.core.mind import AnyMind, Plain, Searching
from malle.core.play import Pick, Ply, heard_by, play_game
from malle.games import load, sheet


def play_minds(game: AnyGame, minds: Sequence[AnyMind], seed: str) -> Over:
    """A whole game, each seat hearing what it may hear. Chance and each seat's luck come from the seed."""
    lucks = [Luck(f"{seed} {seat}") for seat in range(game.seats)]
    over, _ = play_out(game, minds, lucks, Luck(f"{seed} chance").pick)
    return over


def play_out(
    game: AnyGame, minds: Sequence[AnyMind], lucks: Sequence[Luck], pick: Pick
) -> tuple[Over, tuple[Ply, ...]]:
    """The same with the luck of each seat, and whoever picks for nature; how it ended, and the log."""
    notes = [mind.notes(game, Seat(seat)) for seat, mind in enumerate(minds)]
    listening = [seat for seat, mind in enumerate(minds) if type(mind) not in (Plain, Searching)]

    def hear(entries: Sequence[Ply]) -> None:
        for entry in entries:
            for seat in listening:
                notes[seat] = minds[seat].hear(game, notes[seat], heard_by(Seat(seat), entry.heard))

    def act(state: object, seat: Seat) -> Action:
        legal = tuple(game.legal(state, seat))
        return minds[seat].choose(game, game.view(state, seat), legal, notes[seat], lucks[seat])

    state, entries = play_game(game, act, pick, hear=hear if listening else None)
    over = game.turn(state)
    assert isinstance(over, Over)
    return over, entries


def kinds(name: str) -> Mapping[str, tuple[AnyMind, ...]]:
    """The robots of a game, by name: of a level, all tempers."""
    return kinds_of(sheet(name))


def kinds_of(facts: Sheet) -> Mapping[str, tuple[AnyMind, ...]]:
    """The same by its sheet."""
    levels = {str(level): facts.tempers_of(level) for level in facts.levels}
    kept = {each: (Plain(robot),) for each, robot in facts.robots.items()}
    return {"robot": (Plain(facts.robot),), **kept, **levels, **{each: (mind,) for each, mind in facts.minds.items()}}


def kind_called(facts: Sheet, name: str) -> tuple[AnyMind, ...]:
    """The robots of one kind, one for each temper. `Refused` lists the kinds."""
    known = kinds_of(facts)
    if name not in known:
        raise Refused(f"{facts.name} has no robot {name!r}; it has {', '.join(known)}")
    return known[name]


@lru_cache(maxsize=8)
def game_of(name: str, seats: int, options: tuple[tuple[str, bool | int | str], ...], edition: str) -> AnyGame:
    """The same one for all deals: robots work out much of it once. An edition is a file; empty: the usual one."""
    return load(name)(seats, dict(options), Path(edition) if edition else None)
