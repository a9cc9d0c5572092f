"""New challenges, each proved solvable and measured.

Run as a module it has three commands:

- without an argument: write a new year of daily challenges, in weeks that go from easy on Monday to hard on Sunday;
- `solutions`: write a solution of each challenge that has none;
- `efforts [PROCESSES]`: measure the daily challenges again, make easier those whose difficulty cannot be measured, and
  distribute them over the weeks again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from multiprocessing import get_context

import msgspec

from malle.core import Luck
from malle.games.combinus.edition import JOKER
from malle.games.combinus.solitaire.challenge import (
    Board,
    Challenge,
    classic_edition,
    given_poses,
    solves_challenge,
    twelve_challenges,
    write_board,
)
from malle.games.combinus.solitaire.daily import DAYS_PATH, daily_challenges
from malle.games.combinus.solitaire.difficulty import measure_difficulty
from malle.games.combinus.solitaire.solutions import SOLUTIONS_PATH, load_solutions
from malle.games.combinus.solitaire.solver import solve

WEEKS_PER_YEAR = 52
MAX_DIFFICULTY = 3_000
"""The most difficulty that a daily challenge may have. Above it, too many attempts are given up
for a good measurement."""


def generate_challenge(luck: Luck, name: str, *, tries: int | None = None) -> Challenge:
    """Return a new random challenge that has a solution, and measure its difficulty. If it is above
    `MAX_DIFFICULTY`, more tiles of the solution are given until it is not. `tries` is as in
    `measure_difficulty`."""
    while True:
        drawn = _draw_challenge(luck, name)
        answer = solve(drawn, seconds=3.0, seed=luck.randrange(1 << 30))
        if answer.solvable == "yes":
            return with_difficulty(_with_given_tiles(drawn, answer.board, luck), answer.board, luck, tries=tries)


def with_difficulty(challenge: Challenge, board: Board, luck: Luck, *, tries: int | None = None) -> Challenge:
    """Return the challenge with its difficulty measured. While the difficulty is above
    `MAX_DIFFICULTY`, tiles of the solution `board` are added to the given ones, and it is
    measured again."""
    numbers, grid = classic_edition()
    while (effort := measure_difficulty(challenge, tries=tries)) > MAX_DIFFICULTY:
        lies = given_poses(challenge)
        cell = luck.choice([cell for cell in range(grid.cell_count) if cell not in lies and cell != grid.centre_cell])
        more = {numbers.cell_names[cell]: grid.pose_codes[board[cell]]}
        challenge = msgspec.structs.replace(challenge, given={**challenge.given, **more})
    return msgspec.structs.replace(challenge, effort=effort)


def _draw_challenge(luck: Luck, name: str) -> Challenge:
    """Return a random challenge: a frame with some order in it, and perhaps a tile in the centre."""
    centre = ("", JOKER, "----")[luck.pick((3, 5, 2))]
    return Challenge(name=name, centre=centre, frames=(" ".join(_draw_borders(luck)),))


def _draw_borders(luck: Luck) -> tuple[str, str, str, str]:
    """Return four random borders: all alike, opposite ones alike, neighbours alike, or two opposite ones
    free."""
    first_border, second_border = _draw_border(luck), _draw_border(luck)
    free = "?" * len(first_border)
    return (
        (first_border, first_border, first_border, first_border),
        (first_border, second_border, first_border, second_border),
        (first_border, first_border, second_border, second_border),
        (first_border, free, second_border, free),
    )[luck.pick((3, 4, 3, 2))]


def _draw_border(luck: Luck) -> str:
    """Return a random pattern for a border, mostly one that is its own mirror image."""
    numbers, _ = classic_edition()
    half = "".join(luck.choice("#.") for _ in range(numbers.columns))
    return half[:3] + half[1::-1] if luck.random() < 0.7 else half


def _with_given_tiles(challenge: Challenge, board: tuple[int, ...], luck: Luck) -> Challenge:
    """Return the challenge, in half of all cases with two, four or six tiles of the solution
    `board` given."""
    numbers, grid = classic_edition()
    number = luck.choice((0, 0, 0, 2, 4, 6))
    cells = luck.sample([cell for cell in range(grid.cell_count) if cell != grid.centre_cell], number)
    given = {numbers.cell_names[cell]: grid.pose_codes[board[cell]] for cell in sorted(cells)}
    return msgspec.structs.replace(challenge, given=given)


def generate_year(seed: int, progress: Callable[[int], object] = lambda _: None) -> list[Challenge]:
    """Return 52 weeks of challenges without repeats, named by day. `progress` is called after
    each challenge made, with its number, from 0."""
    luck = Luck(seed)
    known = {(challenge.centre, challenge.frames) for challenge in twelve_challenges()}
    found: dict[tuple[object, ...], Challenge] = {}
    for number in count():
        if len(found) == 7 * WEEKS_PER_YEAR:
            break
        challenge = generate_challenge(luck, "")
        key = (challenge.centre, challenge.frames, tuple(challenge.given))
        if challenge.given or key[:2] not in known:
            found.setdefault(key, challenge)
        progress(number)
    return list(_with_day_names(order_by_weekday(list(found.values()), luck)))


def order_by_weekday(challenges: list[Challenge], luck: Luck) -> Iterator[Challenge]:
    """Return the challenges in the order of days, in full weeks. Every weekday gets harder
    challenges than the weekday before; within a weekday the order is random. The hardest, beyond
    the last full week, are left out."""
    weeks = len(challenges) // 7
    ranked = sorted(challenges, key=lambda challenge: challenge.effort)
    days = [ranked[day * weeks : (day + 1) * weeks] for day in range(7)]
    for each in days:
        luck.shuffle(each)
    return (challenge for week in zip(*days, strict=True) for challenge in week)


def _with_day_names(challenges: Iterator[Challenge]) -> Iterator[Challenge]:
    """Yield the challenges with the names `day-1`, `day-2` and so on."""
    for number, challenge in enumerate(challenges, 1):
        yield msgspec.structs.replace(challenge, name=f"day-{number}")


def write_solutions(seconds: float) -> None:
    """Solve the challenges that have no right solution yet, and write all solutions to the file.
    `seconds` is the time limit for each; what is not solved in time is left out."""
    known = dict(load_solutions()) if SOLUTIONS_PATH.exists() else {}
    boards = {}
    for challenge in (*twelve_challenges(), *daily_challenges()):
        board = known.get(challenge.name, ())
        if not board or not solves_challenge(challenge, board):
            board = solve(challenge, seconds=seconds).board
            print(challenge.name, "solved" if board else "not solved in time", flush=True)
        if board:
            boards[challenge.name] = board
    _write_solutions_file(boards)


def remeasure_challenge(name: str) -> Challenge:
    """Return the daily challenge with this name, measured again. If it is too hard, tiles of its
    stored solution are given."""
    challenge = next(each for each in daily_challenges() if each.name == name)
    return with_difficulty(challenge, load_solutions()[name], Luck(name))


def remeasure_year(workers: int) -> None:
    """Measure all daily challenges again in `workers` processes, and write them in a new order
    by difficulty, with their solutions."""
    known, found = load_solutions(), []
    with get_context("spawn").Pool(workers) as pool:
        for challenge in pool.imap(remeasure_challenge, [challenge.name for challenge in daily_challenges()]):
            found.append(challenge)
            print(challenge.name, challenge.effort, flush=True)
    order = list(order_by_weekday(found, Luck(1978)))
    boards = {each.name: known[each.name] for each in twelve_challenges()}
    boards |= {f"day-{number}": known[each.name] for number, each in enumerate(order, 1)}
    _write_days_file(list(_with_day_names(iter(order))))
    _write_solutions_file(boards)


def _write_solutions_file(boards: Mapping[str, Board]) -> None:
    """Write the solutions file, with one line for each challenge."""
    lines = [f'"{name}": "{write_board(board)}"' for name, board in boards.items()]
    SOLUTIONS_PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _write_days_file(challenges: list[Challenge]) -> None:
    """Write the file of daily challenges, with one line for each."""
    lines = ",\n".join(msgspec.json.encode(challenge).decode() for challenge in challenges)
    DAYS_PATH.write_text(f"[\n{lines}\n]\n", "utf-8")


def main(arguments: list[str]) -> None:
    """Run the command that the arguments name (see the top of this file); any others write a new
    year."""
    if arguments == ["solutions"]:
        write_solutions(120.0)
    elif arguments[:1] == ["efforts"]:
        remeasure_year(int(arguments[1]) if len(arguments) > 1 else 1)
    else:
        _write_days_file(generate_year(1978, lambda number: print(f"\r{number}", end="", flush=True)))


if __name__ == "__main__":
    main(sys.argv[1:])
