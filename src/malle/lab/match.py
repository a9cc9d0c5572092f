"""Matches of robots: one of a kind against others of another, every deal from every seat on the same chance.

A deal is a seed for chance: who sits where differs, what a number of draws brings does not. What a deal
gives is the mean over the seats of the one; the interval is over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context

from msgspec import Struct

from malle.core import AnyGame, Luck, Over, Seat, Waiting
from malle.core.mind import AnyMind, Plain
from malle.core.play import Ply, heard_by, move, settle
from malle.games import load, sheet

LONGEST = 100_000


class Pairing(Struct, frozen=True):
    """Who plays whom, and how often."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    one: str
    others: str
    deals: int
    first: int = 0
    """The number of the first deal. Whoever chooses by some deals reports by others."""


class Sat(Struct, frozen=True):
    """What the one kind had of one seat, where seats differ."""

    wins: float
    wins_within: float
    ahead: float
    ahead_within: float


class Standing(Struct, frozen=True):
    """What the one kind had of it."""

    deals: int
    games: int
    wins: float
    """Its share of wins; a shared win counts in parts."""
    wins_within: float
    """Half of the 95 % interval over deals."""
    ahead: float
    """Its score less the mean of the others'."""
    ahead_within: float
    matches: float
    """Its share of deals in which it was ahead by all games together, one from each seat: a match, where a match is so
    many games. An even one counts half."""
    matches_within: float
    seats: tuple[Sat, ...]


def play_minds(game: AnyGame, minds: Sequence[AnyMind], seed: str) -> Over:
    """A whole game, each seat hearing what it may hear. Chance and each seat's luck come from the seed."""
    chance = Luck(f"{seed} chance")
    lucks = [Luck(f"{seed} {seat}") for seat in range(game.seats)]
    notes = [mind.notes(game, Seat(seat)) for seat, mind in enumerate(minds)]

    def hear(entries: tuple[Ply, ...]) -> None:
        for entry in entries:
            for seat, mind in enumerate(minds):
                notes[seat] = mind.hear(game, notes[seat], heard_by(Seat(seat), entry.heard))

    state, entries = settle(game, game.new(), chance.pick)
    hear(entries)
    for _ in range(LONGEST):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return turn
        assert isinstance(turn, Waiting)
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        action = minds[seat].choose(game, game.view(state, seat), legal, notes[seat], lucks[seat])
        state, entries = move(game, state, seat, action, chance.pick)
        hear(entries)
    raise AssertionError(f"{game.name} has not ended after {LONGEST} moves")


def match(plan: Pairing, *, workers: int = 1, progress: Callable[[int], None] | None = None) -> Standing:
    """One against the others, each deal from every seat. The same plan gives the same result, whatever the number of
    workers."""
    tasks = [(plan, deal) for deal in range(plan.first, plan.first + plan.deals)]
    played: list[list[tuple[float, float]]] = []
    for each in _played(tasks, workers):
        played.append(each)
        if progress is not None:
            progress(1)
    wins, ahead = ([[each[which] for each in deal] for deal in played] for which in (0, 1))
    matches = [(1 + (sum(deal) > 0) - (sum(deal) < 0)) / 2 for deal in ahead]
    return Standing(
        plan.deals,
        plan.deals * plan.seats,
        *interval([sum(deal) / plan.seats for deal in wins]),
        *interval([sum(deal) / plan.seats for deal in ahead]),
        *interval(matches),
        tuple(
            Sat(*interval([deal[seat] for deal in wins]), *interval([deal[seat] for deal in ahead]))
            for seat in range(plan.seats)
        ),
    )


def kinds(name: str) -> Mapping[str, AnyMind]:
    """The robots of a game, by name."""
    facts = sheet(name)
    levels: dict[str, AnyMind] = dict(facts.levels.items())
    kept = {each: Plain(robot) for each, robot in facts.robots.items()}
    return {"robot": Plain(facts.robot), **kept, **levels, **facts.minds}


def _played(tasks: list[tuple[Pairing, int]], workers: int) -> Iterator[list[tuple[float, float]]]:
    if workers == 1:
        yield from map(_deal, tasks)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_deal, tasks, chunksize=4)


@lru_cache(maxsize=8)
def game_of(name: str, seats: int, options: tuple[tuple[str, bool | int | str], ...]) -> AnyGame:
    """The same one for all deals: robots work out much of it once."""
    return load(name)(seats, dict(options), None)


def _deal(task: tuple[Pairing, int]) -> list[tuple[float, float]]:
    """From each seat: wins of the one, and how far ahead it was."""
    plan, deal = task
    game, robots = game_of(plan.game, plan.seats, tuple(plan.options.items())), kinds(plan.game)
    found: list[tuple[float, float]] = []
    for seat in range(plan.seats):
        minds = [robots[plan.one if each == seat else plan.others] for each in range(plan.seats)]
        over = play_minds(game, minds, f"{plan.game} {plan.seats} {deal}")
        won = 1 / over.places.count(1) if over.places[seat] == 1 else 0.0
        found.append((won, over.scores[seat] - (sum(over.scores) - over.scores[seat]) / (plan.seats - 1)))
    return found


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean, and half of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("inf")
    return mean, 1.96 * sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))
