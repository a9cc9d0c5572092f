"""The page that tells how strong the robots are: every level against every other, of several games.

`make ladders` runs it. A ladder is written as GAME:SEATS:DEALS. Played deals are kept, so an interrupted run
can go on. A later run with more deals uses them too, as long as rules and robots are the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console

from malle.core import Say
from malle.core.mind import LEVELS
from malle.games import GAMES, sheet
from malle.lab.deals import REPORTING, Deals
from malle.lab.ladder import every_pair
from malle.lab.report import Section, page
from malle.lab.runners import runner
from malle.terminal.measuring import play
from malle.terminal.training import commit_of
from malle.words import Words

KEPT = Path("var/ladders")


def main(argv: Sequence[str] | None = None) -> None:
    """Play the deals that are missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ladders", nargs="+", metavar="GAME:SEATS:DEALS")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kept", type=Path, default=KEPT)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--lang", default="en")
    args = parser.parse_args(argv)
    args.kept.mkdir(parents=True, exist_ok=True)
    plans = [_plan(*text.split(":")) for text in args.ladders]
    sections = [_section(plan, args.kept, args.workers, args.lang) for plan in plans]
    say = Words(sheet(GAMES[0]).folder, args.lang).say
    before = [say(Say("ladders-before")), say(Say("ladders-left", {"names": _left(plans, args.lang)}))]
    args.out.write_text(page(say(Say("ladders-title")), before, sections, args.lang), "utf-8")


def _plan(game: str, seats: str, deals: str) -> Deals:
    """Return the plan of a ladder: every level against every other, with default options."""
    options = sheet(game).settle_options(int(seats), {})
    return Deals(game, int(seats), options, every_pair(LEVELS), int(deals), REPORTING)


def _section(plan: Deals, kept: Path, workers: int, language: str) -> Section:
    """Play a ladder and return its section of the page."""
    folder = sheet(plan.game).folder
    words = Words(folder, language)
    console = Console(highlight=False)
    ladder = play(plan, runner(workers), kept / f"{plan.game}-{plan.seats}.part", words, console)
    console.print(f"{plan.game}, {plan.seats}")
    command = f"malle lab ladder {plan.game} --seats {plan.seats} --deals {plan.deals}"
    return Section(plan, ladder, words.say, command, commit_of(folder))


def _left(plans: Iterable[Deals], language: str) -> str:
    """Return the games and numbers of players without a ladder, in words, so that readers do not take the
    page for complete."""
    played = {(plan.game, plan.seats) for plan in plans}
    left = {name: [str(each) for each in sheet(name).seats if (name, each) not in played] for name in GAMES}
    titles = {name: Words(sheet(name).folder, language).say(Say("title")) for name in GAMES}
    return " · ".join(f"{titles[name]} ({', '.join(seats)})" for name, seats in left.items() if seats) or "–"


if __name__ == "__main__":
    main()
