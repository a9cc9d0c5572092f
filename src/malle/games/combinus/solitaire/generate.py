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
from malle.games.combinus.solitaire.challenge import Board, Challenge, box, given, solved, twelve, write_board
from malle.games.combinus.solitaire.daily import DAYS, year
from malle.games.combinus.solitaire.effort import measure
from malle.games.combinus.solitaire.known import SOLUTIONS, solutions
from malle.games.combinus.solitaire.solver import solve

WEEKS = 52
HARDEST = 3_000
"""The most difficulty that a daily challenge may have. Closer to the limit of an attempt, most attempts are
given up."""


def new_challenge(luck: Luck, name: str, *, tries: int | None = None) -> Challenge:
    """Return a new challenge that has a solution, with its difficulty measured. `tries` is as in
    `measure_difficulty`."""
    while True:
        drawn = _draw(luck, name)
        answer = solve(drawn, seconds=3.0, seed=luck.randrange(1 << 30))
        if answer.solvable == "yes":
            return measured(_with_given(drawn, answer.board, luck), answer.board, luck, tries=tries)


def measured(challenge: Challenge, board: Board, luck: Luck, *, tries: int | None = None) -> Challenge:
    """Return the challenge with its difficulty. While it is above `MAX_DIFFICULTY`, tiles of the solution
    `board` are added to the given ones."""
    numbers, grid = box()
    while (effort := measure(challenge, tries=tries)) > HARDEST:
        lies = given(challenge)
        cell = luck.choice([cell for cell in range(grid.size) if cell not in lies and cell != grid.centre])
        more = {numbers.cells[cell]: grid.codes[board[cell]]}
        challenge = msgspec.structs.replace(challenge, given={**challenge.given, **more})
    return msgspec.structs.replace(challenge, effort=effort)


def _draw(luck: Luck, name: str) -> Challenge:
    """Return a random challenge: a frame with some order in it, and perhaps a tile in the centre."""
    centre = ("", JOKER, "----")[luck.pick((3, 5, 2))]
    return Challenge(name=name, centre=centre, frames=(" ".join(_frame(luck)),))


def _frame(luck: Luck) -> tuple[str, str, str, str]:
    """Return four random borders: all alike, opposite ones alike, neighbours alike, or two opposite ones
    free."""
    one, other = _border(luck), _border(luck)
    free = "?" * len(one)
    return (
        (one, one, one, one),
        (one, other, one, other),
        (one, one, other, other),
        (one, free, other, free),
    )[luck.pick((3, 4, 3, 2))]


def _border(luck: Luck) -> str:
    """Return a random pattern for a border, mostly one that is its own mirror image."""
    numbers, _ = box()
    half = "".join(luck.choice("#.") for _ in range(numbers.columns))
    return half[:3] + half[1::-1] if luck.random() < 0.7 else half


def _with_given(challenge: Challenge, board: tuple[int, ...], luck: Luck) -> Challenge:
    """Return the challenge, in half of all cases with two, four or six tiles of a solution given."""
    numbers, grid = box()
    number = luck.choice((0, 0, 0, 2, 4, 6))
    cells = luck.sample([cell for cell in range(grid.size) if cell != grid.centre], number)
    given = {numbers.cells[cell]: grid.codes[board[cell]] for cell in sorted(cells)}
    return msgspec.structs.replace(challenge, given=given)


def a_year(seed: int, tell: Callable[[int], object] = lambda _: None) -> list[Challenge]:
    """Return 52 weeks of challenges without repeats, named by day. `progress` is called with a running number
    after each challenge made."""
    luck = Luck(seed)
    known = {(challenge.centre, challenge.frames) for challenge in twelve()}
    found: dict[tuple[object, ...], Challenge] = {}
    for number in count():
        if len(found) == 7 * WEEKS:
            break
        challenge = new_challenge(luck, "")
        key = (challenge.centre, challenge.frames, tuple(challenge.given))
        if challenge.given or key[:2] not in known:
            found.setdefault(key, challenge)
        tell(number)
    return list(_named(dealt(list(found.values()), luck)))


def dealt(challenges: list[Challenge], luck: Luck) -> Iterator[Challenge]:
    """Return the challenges in the order of days, in full weeks. Every weekday gets harder ones than the
    weekday before; within a weekday the order is random. Challenges beyond the last full week are left out."""
    weeks = len(challenges) // 7
    ranked = sorted(challenges, key=lambda challenge: challenge.effort)
    days = [ranked[day * weeks : (day + 1) * weeks] for day in range(7)]
    for each in days:
        luck.shuffle(each)
    return (challenge for week in zip(*days, strict=True) for challenge in week)


def _named(challenges: Iterator[Challenge]) -> Iterator[Challenge]:
    """Yield the challenges with the names `day-1`, `day-2` and so on."""
    for number, challenge in enumerate(challenges, 1):
        yield msgspec.structs.replace(challenge, name=f"day-{number}")


def write_solutions(seconds: float) -> None:
    """Solve the challenges that have no right solution yet, and write all solutions. `seconds` is the limit
    for each; what is not solved in time is left out."""
    known = dict(solutions()) if SOLUTIONS.exists() else {}
    boards = {}
    for challenge in (*twelve(), *year()):
        board = known.get(challenge.name, ())
        if not board or not solved(challenge, board):
            board = solve(challenge, seconds=seconds).board
            print(challenge.name, "solved" if board else "not solved in time", flush=True)
        if board:
            boards[challenge.name] = board
    _write_boards(boards)


def measured_anew(name: str) -> Challenge:
    """Return the daily challenge with this name, measured again and made easier if needed."""
    challenge = next(each for each in year() if each.name == name)
    return measured(challenge, solutions()[name], Luck(name))


def write_efforts(workers: int) -> None:
    """Measure all daily challenges again in `workers` processes, and write them in a new order, with their
    solutions."""
    known, found = solutions(), []
    with get_context("spawn").Pool(workers) as pool:
        for challenge in pool.imap(measured_anew, [challenge.name for challenge in year()]):
            found.append(challenge)
            print(challenge.name, challenge.effort, flush=True)
    order = list(dealt(found, Luck(1978)))
    boards = {each.name: known[each.name] for each in twelve()}
    boards |= {f"day-{number}": known[each.name] for number, each in enumerate(order, 1)}
    _write(list(_named(iter(order))))
    _write_boards(boards)


def _write_boards(boards: Mapping[str, Board]) -> None:
    """Write the solutions file, with one line for each challenge."""
    lines = [f'"{name}": "{write_board(board)}"' for name, board in boards.items()]
    SOLUTIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _write(challenges: list[Challenge]) -> None:
    """Write the file of daily challenges, with one line for each."""
    lines = ",\n".join(msgspec.json.encode(challenge).decode() for challenge in challenges)
    DAYS.write_text(f"[\n{lines}\n]\n", "utf-8")


def main(words: list[str]) -> None:
    """Run the command that the arguments name."""
    if words == ["solutions"]:
        write_solutions(120.0)
    elif words[:1] == ["efforts"]:
        write_efforts(int(words[1]) if len(words) > 1 else 1)
    else:
        _write(a_year(1978, lambda number: print(f"\r{number}", end="", flush=True)))


if __name__ == "__main__":
    main(sys.argv[1:])
