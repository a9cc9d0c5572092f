"""`malle lab match`: shows a progress bar, then a row for each robot that played."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from malle.cli.research.common_options import check_robot_arguments, play_plan
from malle.core import Message, Refused
from malle.games import load_game_info
from malle.i18n.translations import Translator
from malle.research.deals import DealPlan
from malle.research.runners import choose_runner
from malle.research.tournament import format_points, format_share


def run_match(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Play each named robot against the last one named, and print the results. Deals that are
    already in the progress file are not played again. The file is deleted at the end unless
    `--kept` named it. Raise `Refused` if the arguments cannot be used."""
    info, words = load_game_info(args.game), Translator(load_game_info(args.game).folder, args.lang)
    check_robot_arguments(args, args.robots, words)
    if len(args.robots) < 2 or args.first < 0:
        raise Refused(words.translate(Message("lab-two-robots")))
    *challengers, opponent = args.robots
    pairs = tuple(dict.fromkeys((robot, opponent) for robot in challengers))
    settled, edition = info.complete_options(seats, options), str(args.edition or "")
    console = Console(highlight=False)
    progress_file: Path = args.kept or _default_progress_file(args, seats)
    plan = DealPlan(args.game, seats, settled, pairs, args.deals, args.first, edition)
    standings = play_plan(plan, choose_runner(args.workers, args.ray), progress_file, words, console).cells
    title_arguments = {
        "title": words.translate(Message("title")),
        "others": opponent,
        "games": args.deals * seats,
        "seats": seats,
    }
    table = Table(title=words.translate(Message("lab-title", title_arguments)))
    table.add_column(words.translate(Message("lab-robot")))
    heads = [Message("lab-wins"), Message("lab-ahead")]
    if info.games_per_match > 1:
        heads += [Message("lab-matches"), *(Message("lab-seat", {"seat": seat + 1}) for seat in range(seats))]
    for head in heads:
        table.add_column(words.translate(head), justify="right")
    for (robot, _), standing in standings.items():
        row = [format_share(standing.wins, standing.wins_margin), format_points(standing.lead, standing.lead_margin)]
        if info.games_per_match > 1:
            row.append(format_share(standing.match_wins, standing.match_wins_margin))
            row += [
                f"{format_share(seat.wins, seat.wins_margin)}\n{format_points(seat.lead, seat.lead_margin)}"
                for seat in standing.seats
            ]
        table.add_row(robot, *row)
    console.print(table)
    if args.kept is None:
        progress_file.unlink(missing_ok=True)  # another match with the same deals may have removed it


def _default_progress_file(args: argparse.Namespace, seats: int) -> Path:
    """Return the path of the progress file if `--kept` names none. It contains the number of the
    first deal, so that matches with different deals use different files."""
    return Path("-".join(["match", args.game, str(seats), *args.robots, str(args.first)]).replace(" ", "-") + ".part")
