"""Writes the page that tells how strong the robots are: every level against every other, of several
games.

`make ladders` runs it. A ladder is a tournament of all levels, written as GAME:SEATS:DEALS. Played
deals are kept, so an interrupted run can go on. A later run with more deals uses them too, as long
as rules and robots are the same."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console

from malle.cli.research.common_options import play_plan
from malle.cli.research.train_command import git_commit
from malle.core import Message
from malle.core.robots.robot import LEVELS
from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import Translator
from malle.research.deals import FIRST_REPORTING_DEAL, DealPlan
from malle.research.report import Section, render_page
from malle.research.runners import choose_runner
from malle.research.tournament import all_pairs

KEPT = Path("var/ladders")


def main(argv: Sequence[str] | None = None) -> None:
    """Play the deals of all ladders that are missing, and write the page."""
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
    say = Translator(load_game_info(OWN_GAMES[0]).folder, args.lang).translate
    before = [say(Message("ladders-before")), say(Message("ladders-left", {"names": _left(plans, args.lang)}))]
    args.out.write_text(render_page(say(Message("ladders-title")), before, sections, args.lang), "utf-8")


def _plan(game: str, seats: str, deals: str) -> DealPlan:
    """Return the plan of a ladder: every level against every other, with default options and the
    deals reserved for reports."""
    options = load_game_info(game).complete_options(int(seats), {})
    return DealPlan(game, int(seats), options, all_pairs(LEVELS), int(deals), FIRST_REPORTING_DEAL)


def _section(plan: DealPlan, kept: Path, workers: int, language: str) -> Section:
    """Play what is missing of a ladder and return its section of the page. Played deals are kept in
    a file in the folder `kept`."""
    folder = load_game_info(plan.game).folder
    words = Translator(folder, language)
    console = Console(highlight=False)
    ladder = play_plan(plan, choose_runner(workers), kept / f"{plan.game}-{plan.seats}.part", words, console)
    console.print(f"{plan.game}, {plan.seats}")
    command = f"malle lab ladder {plan.game} --seats {plan.seats} --deals {plan.deals_per_pair}"
    return Section(plan, ladder, words.translate, command, git_commit(folder))


def _left(plans: Iterable[DealPlan], language: str) -> str:
    """Return in words the games and numbers of players for which there is no ladder, so that
    readers do not take the page for complete. Return "–" if none is left."""
    played = {(plan.game, plan.seats) for plan in plans}
    left = {
        name: [str(each) for each in load_game_info(name).seats if (name, each) not in played] for name in OWN_GAMES
    }
    titles = {name: Translator(load_game_info(name).folder, language).translate(Message("title")) for name in OWN_GAMES}
    return " · ".join(f"{titles[name]} ({', '.join(seats)})" for name, seats in left.items() if seats) or "–"


if __name__ == "__main__":
    main()
