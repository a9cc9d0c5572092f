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

from malle.core import GameInfo
from malle.games import OWN_GAMES, load_game_info
from malle.testing import (
    Violation,
    check_contract,
    check_exact_laws,
    check_paired_rooms,
    check_purity,
    check_sampled_laws,
    check_scenes,
    check_secrecy_baseline,
)

PAGE = Path(__file__).parents[1] / "docs" / "testing.md"
BEGIN, END = "<!-- laws -->\n", "<!-- end -->"
MOST, MOST_EXACT = 90, 60
"""The limits in seconds of processor: all checks but the exact laws, over all games; the exact laws
of one tiny edition."""
PAIRS = 2_000
"""Pairs of worlds for the sampled laws of each game, as many as in tests/test_games.py."""


def sampled(facts: GameInfo) -> list[Violation]:
    """Check the laws S1 to S3 with every number of seats, `PAIRS` pairs in all; return the
    violations."""
    share = -(-PAIRS // len(facts.seats))
    games = (facts.make_game(seats, facts.complete_options(seats, {}), None) for seats in facts.seats)
    return [fault for game in games for fault in check_sampled_laws(game, pairs=share, seed=game.seats)]


def exact(facts: GameInfo) -> list[Violation]:
    """Check the laws E1 to E6 on the tiny edition; return the violations."""
    return check_exact_laws(facts.make_tiny_game())


CHECKS: dict[str, Callable[[GameInfo], list[Violation]]] = {
    "contract": check_contract,
    "drawing": check_scenes,
    "coupled rooms": check_paired_rooms,
    "sampled": sampled,
    "ignorance": check_secrecy_baseline,
    "pure": check_purity,
}
"""By the heading of its column: each check but the exact laws."""


def measure(facts: GameInfo, check: Callable[[GameInfo], list[Violation]], faults: list[Violation]) -> float:
    """Return the seconds of processor time that a check takes, and append its violations to
    `faults`."""
    begun = process_time()
    faults += check(facts)
    return process_time() - begun


def table(rows: dict[str, list[float]]) -> str:
    """Return the Markdown table of seconds by game and check. `rows` holds for each game the
    seconds of `CHECKS` in order, then those of the exact laws."""
    lines = [f"| game | {' | '.join(CHECKS)} | together | exact laws |", f"| --- {'| --- ' * (len(CHECKS) + 2)}|"]
    sums = [sum(column) for column in zip(*rows.values(), strict=True)]
    for name, row in {**rows, "all": sums}.items():
        told = [f"{each:.1f}" for each in (*row[:-1], sum(row[:-1]))]
        last = f"{row[-1]:.1f}" if name in rows else f"{max(each[-1] for each in rows.values()):.1f} at the most"
        lines.append(f"| {name} | {' | '.join(told)} | {last} |")
    return "\n".join(lines)


def page(old: str, made: str) -> str:
    """Return the text of the page with the table between its two marks replaced by `made`."""
    before, _, rest = old.partition(BEGIN)
    return f"{before}{BEGIN}{made}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Measure all games, print, and rewrite the page. Exit with 1 on a violation or if a limit is
    exceeded; the page is written in any case."""
    faults: list[Violation] = []
    rows = {}
    for name in OWN_GAMES:
        facts = load_game_info(name)
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
