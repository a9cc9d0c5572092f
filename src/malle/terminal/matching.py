"""`malle research match`: shows a progress bar, then a row for each robot that played."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from malle.core import Refused, Say
from malle.games import sheet
from malle.lab.deals import Deals
from malle.lab.ladder import points, share
from malle.lab.runners import runner
from malle.terminal.measuring import check_robots, play
from malle.words import Words


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Play each named robot against the last one named, and print the results. Deals that are already in the
    progress file are not played again. `Refused` if the arguments are unusable."""
    facts, words = sheet(args.game), Words(sheet(args.game).folder, args.lang)
    check_robots(args, args.robots, words)
    if len(args.robots) < 2 or args.first < 0:
        raise Refused(words.say(Say("lab-two-robots")))
    *ones, others = args.robots
    pairs = tuple(dict.fromkeys((one, others) for one in ones))
    settled, edition = facts.settle_options(seats, options), str(args.edition or "")
    console = Console(highlight=False)
    kept: Path = args.kept or _part(args, seats)
    plan = Deals(args.game, seats, settled, pairs, args.deals, args.first, edition)
    standings = play(plan, runner(args.workers, args.ray), kept, words, console).cells
    named = {"title": words.say(Say("title")), "others": others, "games": args.deals * seats, "seats": seats}
    found = Table(title=words.say(Say("lab-title", named)))
    found.add_column(words.say(Say("lab-robot")))
    heads = [Say("lab-wins"), Say("lab-ahead")]
    if facts.legs > 1:
        heads += [Say("lab-matches"), *(Say("lab-seat", {"seat": seat + 1}) for seat in range(seats))]
    for head in heads:
        found.add_column(words.say(head), justify="right")
    for (one, _), fared in standings.items():
        row = [share(fared.wins, fared.wins_within), points(fared.ahead, fared.ahead_within)]
        if facts.legs > 1:
            row.append(share(fared.matches, fared.matches_within))
            row += [
                f"{share(each.wins, each.wins_within)}\n{points(each.ahead, each.ahead_within)}" for each in fared.seats
            ]
        found.add_row(one, *row)
    console.print(found)
    if args.kept is None:
        kept.unlink(missing_ok=True)  # another match with the same deals may have removed it


def _part(args: argparse.Namespace, seats: int) -> Path:
    """Return the path of the progress file until the match is complete. It contains the first deal, so that
    two matches at a time use different files."""
    return Path("-".join(["match", args.game, str(seats), *args.robots, str(args.first)]).replace(" ", "-") + ".part")
