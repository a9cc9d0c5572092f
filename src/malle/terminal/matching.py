"""`malle lab match`: a progress bar, then a row for each robot that played."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from malle.core import Refused, Say
from malle.games import sheet
from malle.lab.match import Pairing, kinds, match
from malle.words import Words


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Plays each of the named robots against the last one named."""
    known = kinds(args.game)
    for name in args.robots:
        if name not in known:
            raise Refused(f"there is no robot {name!r} in {args.game}; there are {', '.join(known)}")
    if len(args.robots) < 2 or args.deals < 2 or args.first < 0:
        raise Refused("name two robots or more, and at least two deals; the first deal has a number from 0 on")
    *ones, others = args.robots
    words = Words(sheet(args.game).folder, args.lang)
    settled = sheet(args.game).settle_options(seats, options)
    console = Console(highlight=False)
    named = {"title": words.say(Say("title")), "others": others, "games": args.deals * seats, "seats": seats}
    found = Table(title=words.say(Say("lab-title", named)))
    found.add_column(words.say(Say("lab-robot")))
    legs = sheet(args.game).legs > 1
    heads = [Say("lab-wins"), Say("lab-ahead")]
    heads += [Say("lab-matches"), *(Say("lab-seat", {"seat": seat + 1}) for seat in range(seats))] if legs else []
    for head in heads:
        found.add_column(words.say(head), justify="right")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words.say(Say("lab-progress")), total=args.deals * len(ones))
        for one in ones:
            plan = Pairing(args.game, seats, settled, one, others, args.deals, args.first)
            result = match(plan, workers=args.workers, progress=lambda n: progress.advance(task, n))
            row = [_share(result.wins, result.wins_within), _points(result.ahead, result.ahead_within)]
            if legs:
                row.append(_share(result.matches, result.matches_within))
                row += [
                    f"{_share(each.wins, each.wins_within)}\n{_points(each.ahead, each.ahead_within)}"
                    for each in result.seats
                ]
            found.add_row(one, *row)
    console.print(found)


def _share(value: float, within: float) -> str:
    return f"{100 * value:.1f} ± {100 * within:.1f} %"


def _points(value: float, within: float) -> str:
    return f"{value:+.1f} ± {within:.1f}"
