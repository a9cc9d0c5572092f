"""Play whole games between robots with memories, and list the kinds of robots that a game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from malle.core import Action, AnyGame, Luck, Over, Refused, Seat, Sheet
from malle.core.mind import AnyMind, Plain, Searching
from malle.core.play import Pick, Ply, heard_by, play_game
from malle.games import load, sheet


def play_minds(game: AnyGame, minds: Sequence[AnyMind], seed: str) -> Over:
    """Play a whole game between robots, one for each seat, and return how it ended.

    Chance and each seat's luck come from `seed`. Each robot hears only what its seat may hear.
    """
    lucks = [Luck(f"{seed} {seat}") for seat in range(game.seats)]
    over, _ = play_out(game, minds, lucks, Luck(f"{seed} chance").pick)
    return over


def play_out(
    game: AnyGame, minds: Sequence[AnyMind], lucks: Sequence[Luck], pick: Pick
) -> tuple[Over, tuple[Ply, ...]]:
    """Play a whole game with a given luck for each seat, and `pick` for chance. Returns how it ended, and the
    log."""
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
    """Return the kinds of robots of a game by name. A level is one kind, with all its styles."""
    return kinds_of(sheet(name))


def kinds_of(facts: Sheet) -> Mapping[str, tuple[AnyMind, ...]]:
    """Return the kinds of robots that a `GameInfo` declares, by name."""
    levels = {str(level): facts.tempers_of(level) for level in facts.levels}
    kept = {each: (Plain(robot),) for each, robot in facts.robots.items()}
    return {"robot": (Plain(facts.robot),), **kept, **levels, **{each: (mind,) for each, mind in facts.minds.items()}}


def kind_called(facts: Sheet, name: str) -> tuple[AnyMind, ...]:
    """Return the robots of one kind, one for each style. `Refused` lists the kinds that exist."""
    known = kinds_of(facts)
    if name not in known:
        raise Refused(f"{facts.name} has no robot {name!r}; it has {', '.join(known)}")
    return known[name]


@lru_cache(maxsize=8)
def game_of(name: str, seats: int, options: tuple[tuple[str, bool | int | str], ...], edition: str) -> AnyGame:
    """Return a game, the same object for the same arguments, because robots compute much of it once.

    `edition` is the path of a file; empty means the usual edition.
    """
    return load(name)(seats, dict(options), Path(edition) if edition else None)
