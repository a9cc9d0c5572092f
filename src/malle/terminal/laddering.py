"""`malle research ladder`: shows a progress bar, then the matrix of results, and writes a page with plots."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from malle.core import Refused, Say
from malle.core.mind import LEVELS
from malle.games import sheet
from malle.lab.deals import CHOOSING, REPORTING, Deals
from malle.lab.ladder import every_pair, share
from malle.lab.report import Section, page
from malle.lab.runners import runner
from malle.terminal.measuring import check_robots, play, writing
from malle.terminal.training import commit_of
from malle.words import Words


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Play every robot against every other, print the results, and write the page. Deals that are already in
    the progress file are not played again. `Refused` if the arguments are unusable."""
    facts, words = sheet(args.game), Words(sheet(args.game).folder, args.lang)
    robots = tuple(args.robots or [level for level in LEVELS if level in facts.levels])
    check_robots(args, robots, words)
    if len(set(robots)) < 2 or len(set(robots)) < len(robots) or args.deals > REPORTING - CHOOSING:
        raise Refused(words.say(Say("lab-each-once")))
    first, settled = CHOOSING if args.choosing else REPORTING, facts.settle_options(seats, options)
    plan = Deals(args.game, seats, settled, every_pair(robots), args.deals, first, str(args.edition or ""))
    console = Console(highlight=False)
    out: Path = args.out or Path(f"ladder-{args.game}-{seats}.html")
    ladder = play(plan, runner(args.workers, args.ray), out.with_suffix(".part"), words, console)
    section = Section(plan, ladder, words.say, _command(args, robots, seats), commit_of(facts.folder))
    head = words.say(Say("ladder-title", {"title": words.say(Say("title"))}))
    with writing(out, words):
        out.write_text(page(head, (), [section], args.lang), "utf-8")
    found = Table(title=words.say(Say("ladder-matrix")))
    found.add_column(words.say(Say("ladder-corner")))
    for name in robots:
        found.add_column(name, justify="right")
    for one in robots:
        cells = [ladder.cells.get((one, others)) for others in robots]
        found.add_row(one, *(share(cell.wins, cell.wins_within) if cell else "–" for cell in cells))
    console.print(found)
    console.print(str(out))


def _command(args: argparse.Namespace, robots: Iterable[str], seats: int) -> str:
    """Return the command line that makes the same page again."""
    words = ["malle", "lab", "ladder", args.game, *robots, "--seats", str(seats), "--deals", str(args.deals)]
    words += [word for option in args.option for word in ("--option", option)]
    words += ["--edition", args.edition.name] if args.edition else []
    return shlex.join([*words, "--choosing"] if args.choosing else words)
