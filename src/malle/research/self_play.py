"""Play whole games between robots with memories, and list the kinds of robots that a game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from malle.core import Action, AnyGame, GameInfo, Luck, Over, Refused, Seat
from malle.core.play import PickIndex, Ply, events_for_viewer, play_game
from malle.core.robots.robot import AnyRobot, SearchRobot, StatelessRobot
from malle.games import load_game, load_game_info


def play_robots(game: AnyGame, robots: Sequence[AnyRobot], seed: str) -> Over:
    """Play a whole game between robots, one for each seat, and return how it ended.

    Chance and each seat's luck come from `seed`. Each robot hears only what its seat may hear.
    """
    lucks = [Luck(f"{seed} {seat}") for seat in range(game.seats)]
    over, _ = play_robots_with_luck(game, robots, lucks, Luck(f"{seed} chance").pick)
    return over


def play_robots_with_luck(
    game: AnyGame, robots: Sequence[AnyRobot], lucks: Sequence[Luck], pick: PickIndex
) -> tuple[Over, tuple[Ply, ...]]:
    """Play a whole game with a given luck for each seat, and `pick` for chance. Return how the game
    ended, and all log entries. Each robot hears only what its seat may hear."""
    memories = [mind.new_memory(game, Seat(seat)) for seat, mind in enumerate(robots)]
    seats_with_memory = [seat for seat, mind in enumerate(robots) if type(mind) not in (StatelessRobot, SearchRobot)]

    def hear(entries: Sequence[Ply]) -> None:
        """Let each robot that keeps a memory observe what its seat heard of each entry."""
        for entry in entries:
            for seat in seats_with_memory:
                memories[seat] = robots[seat].observe(game, memories[seat], events_for_viewer(Seat(seat), entry.events))

    def act(state: object, seat: Seat) -> Action:
        """Return the action of the robot at `seat`, from its view and its memory alone."""
        legal = tuple(game.legal(state, seat))
        return robots[seat].choose(game, game.view(state, seat), legal, memories[seat], lucks[seat])

    state, entries = play_game(game, act, pick, on_entries=hear if seats_with_memory else None)
    over = game.turn(state)
    assert isinstance(over, Over)
    return over, entries


def robot_kinds(name: str) -> Mapping[str, tuple[AnyRobot, ...]]:
    """Return the robots of a game by the name of their kind: `robot`, benchmark robots, levels, and
    research robots. A level is one kind, with all its styles."""
    return robot_kinds_of_info(load_game_info(name))


def robot_kinds_of_info(info: GameInfo) -> Mapping[str, tuple[AnyRobot, ...]]:
    """Return the robots that a `GameInfo` declares, by the name of their kind: see
    `robot_kinds`."""
    levels = {str(level): info.robots_of_level(level) for level in info.levels}
    kept = {each: (StatelessRobot(robot),) for each, robot in info.benchmark_robots.items()}
    return {
        "robot": (StatelessRobot(info.robot),),
        **kept,
        **levels,
        **{each: (mind,) for each, mind in info.research_robots.items()},
    }


def robots_of_kind(info: GameInfo, name: str) -> tuple[AnyRobot, ...]:
    """Return the robots of the kind `name`: several if it is a level with styles. If there is no
    such kind, `Refused` lists those that exist."""
    known = robot_kinds_of_info(info)
    if name not in known:
        raise Refused(f"{info.name} has no robot {name!r}; it has {', '.join(known)}")
    return known[name]


@lru_cache(maxsize=8)
def cached_game(name: str, seats: int, options: tuple[tuple[str, bool | int | str], ...], edition: str) -> AnyGame:
    """Return a game, the same object for the same arguments, because robots compute much of it
    once. The eight games used last are kept.

    `edition` is the path of an edition file; empty means the usual edition.
    """
    return load_game(name)(seats, dict(options), Path(edition) if edition else None)
