"""New challenges, each proved solvable and measured.

`python -m malle.games.combinus.solitaire.generate` writes the challenges of the day anew: a year of weeks that go from
easy on Monday to hard on Sunday. With `solutions` it writes a solution of each challenge that has none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from malle.core import Luck
from malle.games.combinus.edition import JOKER
from malle.games.combinus.solitaire.challenge import Challenge, box, solved, twelve, write_board
from malle.games.combinus.solitaire.daily import DAYS, year
from malle.games.combinus.solitaire.effort import measure
from malle.games.combinus.solitaire.known import SOLUTIONS, solutions
from malle.games.combinus.solitaire.solver import solve

WEEKS = 52


def new_challenge(luck: Luck, name: str) -> Challenge:
    """A challenge that has a solution, with its difficulty measured."""
    while True:
        drawn = _draw(luck, name)
        answer = solve(drawn, seconds=3.0, seed=luck.randrange(1 << 30))
        if answer.solvable == "yes":
            helped = _with_given(drawn, answer.board, luck)
            return msgspec.structs.replace(helped, effort=measure(helped))


def _draw(luck: Luck, name: str) -> Challenge:
    """A frame with some order in it, and perhaps a tile in the centre."""
    centre = ("", JOKER, "----")[luck.pick((3, 5, 2))]
    return Challenge(name=name, centre=centre, frames=(" ".join(_frame(luck)),))


def _frame(luck: Luck) -> tuple[str, str, str, str]:
    """Four borders alike, opposite ones alike, neighbours alike, or two that say nothing."""
    one, other = _border(luck), _border(luck)
    free = "?" * len(one)
    return (
        (one, one, one, one),
        (one, other, one, other),
        (one, one, other, other),
        (one, free, other, free),
    )[luck.pick((3, 4, 3, 2))]


def _border(luck: Luck) -> str:
    """Mostly patterns that are their own mirror image."""
    numbers, _ = box()
    half = "".join(luck.choice("#.") for _ in range(numbers.columns))
    return half[:3] + half[1::-1] if luck.random() < 0.7 else half


def _with_given(challenge: Challenge, board: tuple[int, ...], luck: Luck) -> Challenge:
    """In every other challenge some tiles of a solution lie there from the start."""
    numbers, grid = box()
    number = luck.choice((0, 0, 0, 2, 4, 6))
    cells = luck.sample([cell for cell in range(grid.size) if cell != grid.centre], number)
    given = {numbers.cells[cell]: grid.codes[board[cell]] for cell in sorted(cells)}
    return msgspec.structs.replace(challenge, given=given)


def a_year(seed: int, tell: Callable[[int], object] = lambda _: None) -> list[Challenge]:
    """52 weeks, no challenge twice: sorted by difficulty and dealt out so that weeks rise from Monday to Sunday."""
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
    ranked = sorted(found.values(), key=lambda challenge: challenge.effort)
    days = [ranked[day * WEEKS : (day + 1) * WEEKS] for day in range(7)]
    for each in days:
        luck.shuffle(each)
    return list(_named(challenge for week in zip(*days, strict=True) for challenge in week))


def _named(challenges: Iterator[Challenge]) -> Iterator[Challenge]:
    for number, challenge in enumerate(challenges, 1):
        yield msgspec.structs.replace(challenge, name=f"day-{number}")


def write_solutions(seconds: float) -> None:
    """Solves what has no solution yet, and writes all of them, a line each."""
    known = dict(solutions()) if SOLUTIONS.exists() else {}
    lines = []
    for challenge in (*twelve(), *year()):
        board = known.get(challenge.name, ())
        if not board or not solved(challenge, board):
            board = solve(challenge, seconds=seconds).board
            print(challenge.name, "solved" if board else "not solved in time", flush=True)
        if board:
            lines.append(f'"{challenge.name}": "{write_board(board)}"')
    SOLUTIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _write_year() -> None:
    made = a_year(1978, lambda number: print(f"\r{number}", end="", flush=True))
    lines = ",\n".join(msgspec.json.encode(challenge).decode() for challenge in made)
    DAYS.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    write_solutions(120.0) if sys.argv[1:] == ["solutions"] else _write_year()
