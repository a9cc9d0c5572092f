"""Robots are honest: what their seat cannot know makes no difference to what they choose.

At decisions of games between robots, the world is exchanged for another that the seat cannot tell from it: the same
view, the same things heard. With the same luck every robot must choose the same in the true world, in the other, and
in the true one again. The third choice finds robots that remember a world they were shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, GameInfo, Luck, Seat, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.robots.robot import AnyRobot, choose_action
from malle.core.robots.search import SearchEffort
from malle.testing.violations import Violation, Violations

LAW = "honest"
SEARCH_FUTURES = 2
"""Number of possible futures that a searching robot examines here. Few are enough: what it may look
at does not depend on the number."""

MAX_GAMES = 60
"""Most games played in search of decisions in the required phases."""

KnowledgeReader = Callable[[AnyGame, Any, Seat, Any, int], object]
"""Takes (game, state, seat, the seat's memory, seed). Returns what a robot makes of what the seat
knows, for example its choice, to be compared between worlds."""


class WorldComparisons(Struct):
    """The result of `compare_worlds`: how many decisions were compared, and what differed."""

    compared_by_phase: Counter[str]
    """By phase: decisions compared in two different worlds."""
    same_world_by_phase: Counter[str]
    """By phase: decisions where the imagined world was the true one. Only what a robot remembers
    can differ there."""
    differences: list[str]
    """A sentence for each difference."""


def choice_reader(robot: AnyRobot) -> KnowledgeReader:
    """Return a `KnowledgeReader` whose result is the action that this robot chooses."""

    def read_choice(game: AnyGame, state: Any, seat: Seat, memory: Any, seed: int) -> object:
        """Return the action that the robot chooses in this state."""
        view, legal = game.view(state, seat), tuple(game.legal(state, seat))
        return choose_action(game, robot, view, legal, memory, Luck(seed), SearchEffort(SEARCH_FUTURES))

    return read_choice


def compare_worlds(
    game: AnyGame,
    readers: Mapping[str, tuple[KnowledgeReader, AnyRobot]],
    playing_robots: Sequence[AnyRobot],
    wanted: int,
    seed: str,
    *,
    required_phases: Collection[str] = (),
) -> WorldComparisons:
    """Compare what readers make of `wanted` decisions, each in two worlds that the deciding seat
    cannot tell apart. Return what was compared and what differed.

    Robots drawn from `playing_robots` play the games. Each of `readers` has a name and the robot
    whose memory the reader gets. Decisions with a single legal action are left out. Phases in
    `required_phases` that still have no comparison are sought for up to `MAX_GAMES` games. The
    search ends early if `2 * wanted` decisions were met where the imagined world was the true one,
    and none where it differed."""
    comparisons, game_number = WorldComparisons(Counter(), Counter(), []), 0
    share_per_seat = -(-wanted // game.seats)

    def lacks_phase() -> bool:
        """Return whether some required phase has no comparison yet."""
        return not all(comparisons.compared_by_phase[phase] for phase in required_phases)

    while (comparisons.compared_by_phase.total() < wanted or (lacks_phase() and game_number < MAX_GAMES)) and (
        comparisons.compared_by_phase or comparisons.same_world_by_phase.total() < 2 * wanted
    ):
        # Each seat gets an equal share of the comparisons, because seats may know different things.
        limits = (
            min(wanted, comparisons.compared_by_phase.total() + share_per_seat),
            comparisons.same_world_by_phase.total() + share_per_seat,
        )
        _play_and_compare(
            game,
            readers,
            playing_robots,
            ComparisonGoal(comparisons, *limits, required_phases),
            f"{seed} {game_number}",
            Seat(game_number % game.seats),
        )
        game_number += 1
    return comparisons


class ComparisonGoal(Struct):
    """What is still to be compared in one game, measured by the totals over all games so far."""

    comparisons: WorldComparisons
    max_compared: int
    """Total of decisions compared in two worlds at which this game is full."""
    max_same_world: int
    """Total of decisions with a single world at which this game is full."""
    required_phases: Collection[str]
    """Phases that need at least one comparison, even if the game is full."""

    @property
    def is_full(self) -> bool:
        """Whether one of the two totals (compared in two worlds, single world) has reached its
        limit."""
        return (
            self.comparisons.compared_by_phase.total() >= self.max_compared
            or self.comparisons.same_world_by_phase.total() >= self.max_same_world
        )

    @property
    def is_done(self) -> bool:
        """Whether the game can be stopped: it is full, and no required phase lacks a comparison."""
        return self.is_full and all(self.comparisons.compared_by_phase[phase] for phase in self.required_phases)

    def wants_phase(self, phase: str) -> bool:
        """Return whether a decision of this phase should be compared: the game is not full, or the
        phase is required and has no comparison yet."""
        return not self.is_full or (phase in self.required_phases and not self.comparisons.compared_by_phase[phase])


def _play_and_compare(
    game: AnyGame,
    readers: Mapping[str, tuple[KnowledgeReader, AnyRobot]],
    playing_robots: Sequence[AnyRobot],
    goal: ComparisonGoal,
    seed: str,
    viewer: Seat,
) -> None:
    """Play one game between robots, and compare the readers at the decisions of one seat, `viewer`.
    The game stops early once `goal` is reached."""
    luck = Luck(seed)
    robots = [luck.choice(playing_robots) for _ in range(game.seats)]
    memories = [robot.new_memory(game, Seat(seat)) for seat, robot in enumerate(robots)]
    # Each world has its own memory for a reader, so the two share only what the robot object itself keeps.
    reader_memories = {name: [robot.new_memory(game, viewer) for _ in range(2)] for name, (_, robot) in readers.items()}
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            for seat, robot in enumerate(robots):
                memories[seat] = robot.observe(game, memories[seat], events_for_viewer(Seat(seat), entry.events))
            heard = events_for_viewer(viewer, entry.events)
            for name, (_, robot) in readers.items():
                reader_memories[name] = [robot.observe(game, memory, heard) for memory in reader_memories[name]]
        turn = game.turn(state)
        if not isinstance(turn, Waiting) or goal.is_done:
            return
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        view = game.view(state, seat)
        if seat == viewer and len(legal) > 1 and goal.wants_phase(game.phase(view)):
            _compare_decision(game, readers, state, viewer, reader_memories, luck, goal.comparisons)
        action = choose_action(game, robots[seat], view, legal, memories[seat], luck, SearchEffort(SEARCH_FUTURES))
        state, entries = make_move(game, state, seat, action, luck.pick)


def _compare_decision(
    game: AnyGame,
    readers: Mapping[str, tuple[KnowledgeReader, AnyRobot]],
    state: Any,
    viewer: Seat,
    reader_memories: Mapping[str, list[Any]],
    luck: Luck,
    comparisons: WorldComparisons,
) -> None:
    """Imagine another world at this decision. Run every reader in the true world, in the other, and
    again in the true one; add the counts and any difference to `comparisons`."""
    view, seed = game.view(state, viewer), luck.getrandbits(64)
    twin, phase = game.imagine(view, luck), game.phase(view)
    (comparisons.same_world_by_phase if twin == state else comparisons.compared_by_phase)[phase] += 1
    for name, (read, _) in readers.items():
        true_memory, twin_memory = reader_memories[name]
        first = read(game, state, viewer, true_memory, seed)
        second = read(game, twin, viewer, twin_memory, seed)
        third = read(game, state, viewer, true_memory, seed)
        if not first == second == third:
            comparisons.differences.append(f"{name}, {phase}: {first} and {second}")


def robots_by_name(game_info: GameInfo) -> dict[str, AnyRobot]:
    """Return a game's robots by name: the level for its default robot, the level with a number for
    each further style of play."""
    return {
        f"{level}{number or ''}": robot
        for level in game_info.levels
        for number, robot in enumerate(game_info.robots_of_level(level))
    }


def check_robot_honesty(game_info: GameInfo, *, pairs: int = 30, seed: int = 1) -> list[Violation]:
    """Check that robots choose alike in worlds that their seat cannot tell apart: at all levels,
    for every number of players. Return the violations; none if the game has no levels. `pairs`
    decisions are compared for each number of players, fewer if seats know everything."""
    violations = Violations()
    robots = robots_by_name(game_info)
    readers = {name: (choice_reader(mind), mind) for name, mind in robots.items()}
    for seats in game_info.seats if robots else ():
        game = game_info.make_game(seats, game_info.complete_options(seats, {}), None)
        for difference in compare_worlds(
            game, readers, tuple(robots.values()), pairs, f"{game_info.name} {seats} {seed}"
        ).differences:
            violations.add(LAW, f"{game_info.name} with {seats}: {difference}")
    return violations.reported
