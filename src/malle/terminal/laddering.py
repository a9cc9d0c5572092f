"""`malle lab ladder`: a progress bar, the matrix, and a page with plots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from malle.core import Refused, Say
from malle.core.mind import LEVELS
from malle.games import sheet
from malle.lab.ladder import CHOOSING, REPORTING, Rungs, climb, runner, tasks_of
from malle.lab.match import kinds
from malle.lab.report import page
from malle.terminal.training import commit_of
from malle.words import Words


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Plays every kind against every other, or goes on with it, and writes the page."""
    facts, known = sheet(args.game), kinds(args.game)
    robots = tuple(args.robots or [level for level in LEVELS if level in known])
    for name in robots:
        if name not in known:
            raise Refused(f"there is no robot {name!r} in {args.game}; there are {', '.join(known)}")
    if len(set(robots)) < 2 or len(set(robots)) < len(robots) or args.deals < 2:
        raise Refused("name two robots or more, each once, and at least two deals")
    first = CHOOSING if args.choosing else REPORTING
    rungs = Rungs(args.game, seats, facts.settle_options(seats, options), robots, args.deals, first)
    words, console = Words(facts.folder, args.lang), Console(highlight=False)
    out: Path = args.out or Path(f"ladder-{args.game}-{seats}.html")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words.say(Say("lab-progress")), total=len(tasks_of(rungs)))
        run_ = runner(args.workers)
        ladder = climb(rungs, out.with_suffix(".part"), run_, lambda n: progress.advance(task, n))
    command = f"malle lab ladder {args.game} {' '.join(repr(n) if ' ' in n else n for n in robots)} --seats {seats}"
    command += f" --deals {args.deals}" + (" --choosing" if args.choosing else "")
    made = {"command": command, "commit": commit_of(facts.folder), "lang": args.lang}
    out.write_text(page(rungs, ladder, words.say, title=words.say(Say("title")), **made), "utf-8")
    found = Table(title=words.say(Say("ladder-matrix")))
    found.add_column(words.say(Say("ladder-corner")))
    for name in robots:
        found.add_column(name, justify="right")
    for one in robots:
        row = []
        for others in robots:
            cell = ladder.cells.get((one, others))
            row.append(f"{100 * cell.wins:.1f} ± {100 * cell.wins_within:.1f} %" if cell else "–")
        found.add_row(one, *row)
    console.print(found)
    console.print(str(out))
