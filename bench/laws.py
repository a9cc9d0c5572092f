"""The cost of the laws: processor seconds of each check of `malle.testing` on each game, as CI runs them.

`make laws` (or `python -m bench.laws`) measures and rewrites the table in docs/testing.md. It ends with an
error if a check finds a violation, or if the laws take too long. The limits are 90 seconds for all games and
settings together, and 60 for the exact laws of one tiny edition. Processor time is used, so a busy machine
changes little.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from malle.core import Sheet
from malle.games import GAMES, sheet
from malle.testing import (
    Fault,
    check_contract,
    check_coupled,
    check_drawn,
    check_exact,
    check_ignorance,
    check_pure,
    check_sampled,
)

PAGE = Path(__file__).parents[1] / "docs" / "testing.md"
BEGIN, END = "<!-- laws -->\n", "<!-- end -->"
MOST, MOST_EXACT = 90, 60
PAIRS = 2_000
"""As many pairs as tests/test_games.py samples of each game."""


def sampled(facts: Sheet) -> list[Fault]:
    """Check the laws S1 to S3 with every number of seats; return the violations."""
    share = -(-PAIRS // len(facts.seats))
    games = (facts.make(seats, facts.settle_options(seats, {}), None) for seats in facts.seats)
    return [fault for game in games for fault in check_sampled(game, pairs=share, seed=game.seats)]


def exact(facts: Sheet) -> list[Fault]:
    """Check the laws E1 to E5 on the tiny edition; return the violations."""
    return check_exact(facts.tiny())


CHECKS: dict[str, Callable[[Sheet], list[Fault]]] = {
    "contract": check_contract,
    "drawing": check_drawn,
    "coupled rooms": check_coupled,
    "sampled": sampled,
    "ignorance": check_ignorance,
    "pure": check_pure,
}


def measure(facts: Sheet, check: Callable[[Sheet], list[Fault]], faults: list[Fault]) -> float:
    """Return the seconds of processor that a check takes, and append its violations to `faults`."""
    begun = process_time()
    faults += check(facts)
    return process_time() - begun


def table(rows: dict[str, list[float]]) -> str:
    """Return the Markdown table of seconds by game and check. The last number of a row is that of the exact
    laws."""
    lines = [f"| game | {' | '.join(CHECKS)} | together | exact laws |", f"| --- {'| --- ' * (len(CHECKS) + 2)}|"]
    sums = [sum(column) for column in zip(*rows.values(), strict=True)]
    for name, row in {**rows, "all": sums}.items():
        told = [f"{each:.1f}" for each in (*row[:-1], sum(row[:-1]))]
        last = f"{row[-1]:.1f}" if name in rows else f"{max(each[-1] for each in rows.values()):.1f} at the most"
        lines.append(f"| {name} | {' | '.join(told)} | {last} |")
    return "\n".join(lines)


def page(old: str, made: str) -> str:
    """Return the page with its table replaced by `made`."""
    before, _, rest = old.partition(BEGIN)
    return f"{before}{BEGIN}{made}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Measure, print, and write the page. Exit with 1 on a violation or if a limit is exceeded."""
    faults: list[Fault] = []
    rows = {}
    for name in GAMES:
        facts = sheet(name)
        rows[name] = [measure(facts, check, faults) for check in (*CHECKS.values(), exact)]
        print(name, *(f"{each:.1f}" for each in rows[name]), flush=True)
    PAGE.write_text(page(PAGE.read_text("utf-8"), table(rows)), "utf-8")
    together, longest = sum(sum(row[:-1]) for row in rows.values()), max(row[-1] for row in rows.values())
    print(
        f"{together:.1f} of {MOST} seconds; the longest exact laws {longest:.1f} of {MOST_EXACT}; {len(faults)} faults"
    )
    for fault in faults:
        print(fault)
    if faults or together > MOST or longest > MOST_EXACT:
        sys.exit(1)


if __name__ == "__main__":
    main()
