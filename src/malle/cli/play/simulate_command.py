"""`malle simulate`: shows a progress bar, then a table of figures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from malle.cli.research.common_options import require_known_robots
from malle.core import Message, Refused
from malle.core.record import Record, format_record
from malle.games import load_game_info
from malle.games.custom_editions import edition_messages
from malle.i18n.translations import Translator
from malle.protocol.record_signature import RecordSigner
from malle.research.simulate import SimulationPlan, SimulationSummary, info_of_plan, robots_by_seat, simulate


def run_simulation(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Play the games with robots, print the figures, and write a signed record of each game if
    `--records` names a folder. Raise `Refused` if the arguments cannot be used."""
    if args.games < 1:
        raise Refused(f"--games is at least 1, not {args.games}")
    words = Translator(
        load_game_info(args.game).folder, args.lang, overrides=edition_messages(args.edition, args.game, args.lang)
    )
    plan = SimulationPlan(
        args.game,
        seats,
        options,
        args.games,
        args.seed,
        bool(args.records),
        str(args.edition or ""),
        tuple(args.robots.split(",")) if args.robots else (),
        args.rules,
    )
    info = info_of_plan(plan)
    plan = msgspec.structs.replace(plan, options=info.complete_options(seats, options))
    require_known_robots(info, robots_by_seat(plan), words)
    console = Console(highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words.translate(Message("sim-progress")), total=plan.games)
        figures, played = simulate(plan, workers=args.workers, progress=lambda n: progress.advance(task, n))
    console.print(figures_table(plan, figures, words))
    if args.records:
        _write_records(args.records, [game.record for game in played if game.record is not None])


def figures_table(plan: SimulationPlan, figures: SimulationSummary, words: Translator) -> Table:
    """Return a table with a row for each figure: length, decisions, each seat's wins and mean
    score, the game's own figures, and games a second."""
    say = words.translate
    args = {"title": say(Message("title")), "games": figures.games, "seats": plan.seats}
    rich_table = Table(title=say(Message("sim-title", args)))  # type: ignore[arg-type]
    rich_table.add_column(say(Message("sim-figure")))
    rich_table.add_column(say(Message("sim-value")), justify="right")
    median, least, most = figures.entries
    rich_table.add_row(say(Message("sim-length")), f"{median} ({least} – {most})")
    rich_table.add_row(
        say(Message("sim-decisions")), "{} ({} – {})".format(figures.decisions, *figures.decisions_interval)
    )
    rich_table.add_section()
    for seat, (share, robot) in enumerate(zip(figures.wins, robots_by_seat(plan), strict=True)):
        robot_suffix = f" · {robot}" if plan.robots else ""
        label = say(Message("sim-wins", {"seat": seat + 1})) + robot_suffix
        rich_table.add_row(label, _share_text(round(share * figures.games), figures.games))
    digits = 2 if max(map(abs, figures.scores)) < 10 else 0
    for seat, score in enumerate(figures.scores):
        rich_table.add_row(say(Message("sim-score", {"seat": seat + 1})), f"{score:.{digits}f}")
    rich_table.add_section()
    for name, (times, chances) in figures.statistics.items():
        rich_table.add_row(say(Message(f"figure-{name}")), _share_text(times, chances))
    rich_table.add_section()
    rich_table.add_row(say(Message("sim-speed")), f"{figures.games / figures.seconds:.1f}")
    return rich_table


def _share_text(times: int, chances: int) -> str:
    """Return `times` out of `chances` in per cent, ± half of its 95 % interval, or "–" if there
    were no chances."""
    if not chances:
        return "–"
    share = times / chances
    half_width = 1.96 * (share * (1 - share) / chances) ** 0.5
    return f"{100 * share:.1f} % ± {100 * half_width:.1f}"


def _write_records(folder: Path, records: list[Record]) -> None:
    """Sign records with a new key, and write each to a file in `folder`, named after its table.
    The folder is created if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    host = RecordSigner()
    for record in records:
        header = msgspec.structs.replace(record.header, host=host.public_key)
        text = format_record(msgspec.structs.replace(record, header=header), host.sign)
        (folder / f"{record.header.table}.txt").write_text(text, "utf-8")
