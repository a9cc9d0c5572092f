"""`malle lab ladder`: shows a progress bar, then the matrix of results, and writes a page with
plots."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from malle.cli.research.common_options import check_robot_arguments, play_plan, refuse_write_errors
from malle.cli.research.train_command import git_commit
from malle.core import Message, Refused
from malle.core.robots.robot import LEVELS
from malle.games import load_game_info
from malle.i18n.translations import Translator
from malle.research.deals import FIRST_CHOOSING_DEAL, FIRST_REPORTING_DEAL, DealPlan
from malle.research.report import Section, render_page
from malle.research.runners import choose_runner
from malle.research.tournament import all_pairs, format_share


def run_ladder(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Play every robot against every other, print the matrix of results, and write the page with
    plots. Deals that are already in the progress file are not played again. Raise `Refused` if
    the arguments cannot be used."""
    info, words = load_game_info(args.game), Translator(load_game_info(args.game).folder, args.lang)
    robots = tuple(args.robots or [level for level in LEVELS if level in info.levels])
    check_robot_arguments(args, robots, words)
    if (
        len(set(robots)) < 2
        or len(set(robots)) < len(robots)
        or args.deals > FIRST_REPORTING_DEAL - FIRST_CHOOSING_DEAL
    ):
        raise Refused(words.translate(Message("lab-each-once")))
    first, settled = (
        FIRST_CHOOSING_DEAL if args.choosing else FIRST_REPORTING_DEAL,
        info.complete_options(seats, options),
    )
    plan = DealPlan(args.game, seats, settled, all_pairs(robots), args.deals, first, str(args.edition or ""))
    console = Console(highlight=False)
    out: Path = args.out or Path(f"ladder-{args.game}-{seats}.html")
    ladder = play_plan(plan, choose_runner(args.workers, args.ray), out.with_suffix(".part"), words, console)
    section = Section(plan, ladder, words.translate, _reproducing_command(args, robots, seats), git_commit(info.folder))
    page_title = words.translate(Message("ladder-title", {"title": words.translate(Message("title"))}))
    with refuse_write_errors(out, words):
        out.write_text(render_page(page_title, (), [section], args.lang), "utf-8")
    matrix = Table(title=words.translate(Message("ladder-matrix")))
    matrix.add_column(words.translate(Message("ladder-corner")))
    for name in robots:
        matrix.add_column(name, justify="right")
    for row_robot in robots:
        cells = [ladder.cells.get((row_robot, column_robot)) for column_robot in robots]
        matrix.add_row(row_robot, *(format_share(cell.wins, cell.wins_margin) if cell else "–" for cell in cells))
    console.print(matrix)
    console.print(str(out))


def _reproducing_command(args: argparse.Namespace, robots: Iterable[str], seats: int) -> str:
    """Return the command line that makes the same page again, for the page itself."""
    arguments = ["malle", "lab", "ladder", args.game, *robots, "--seats", str(seats), "--deals", str(args.deals)]
    arguments += [argument for option in args.option for argument in ("--option", option)]
    arguments += ["--edition", args.edition.name] if args.edition else []
    return shlex.join([*arguments, "--choosing"] if args.choosing else arguments)
