"""`malle simulate`: shows a progress bar, then a table of figures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from malle.core import Refused, Say
from malle.core.record import Record, write_record
from malle.games import sheet
from malle.games.boxes import titles_of
from malle.lab.simulate import Figures, Plan, of_rules, seated, simulate
from malle.signing import Host
from malle.terminal.measuring import need_robots
from malle.words import Words


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Play the games, print the figures, and write the records if a folder was given. `Refused` if the
    arguments are unusable."""
    if args.games < 1:
        raise Refused(f"--games is at least 1, not {args.games}")
    words = Words(sheet(args.game).folder, args.lang, laid_over=titles_of(args.edition, args.game, args.lang))
    plan = Plan(
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
    facts = of_rules(plan)
    plan = msgspec.structs.replace(plan, options=facts.settle_options(seats, options))
    need_robots(facts, seated(plan), words)
    console = Console(highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words.say(Say("sim-progress")), total=plan.games)
        figures, played = simulate(plan, workers=args.workers, progress=lambda n: progress.advance(task, n))
    console.print(table(plan, figures, words))
    if args.records:
        _write_records(args.records, [one.record for one in played if one.record is not None])


def table(plan: Plan, figures: Figures, words: Words) -> Table:
    """Return a table with a row for each figure: length, wins, scores, the game's own figures, speed."""
    say = words.say
    args = {"title": say(Say("title")), "games": figures.games, "seats": plan.seats}
    found = Table(title=say(Say("sim-title", args)))  # type: ignore[arg-type]
    found.add_column(say(Say("sim-figure")))
    found.add_column(say(Say("sim-value")), justify="right")
    median, least, most = figures.entries
    found.add_row(say(Say("sim-length")), f"{median} ({least} – {most})")
    found.add_row(say(Say("sim-decisions")), "{} ({} – {})".format(figures.decisions, *figures.between))
    found.add_section()
    for seat, (share, robot) in enumerate(zip(figures.wins, seated(plan), strict=True)):
        named = f" · {robot}" if plan.robots else ""
        label = say(Say("sim-wins", {"seat": seat + 1})) + named
        found.add_row(label, _share(round(share * figures.games), figures.games))
    digits = 2 if max(map(abs, figures.scores)) < 10 else 0
    for seat, score in enumerate(figures.scores):
        found.add_row(say(Say("sim-score", {"seat": seat + 1})), f"{score:.{digits}f}")
    found.add_section()
    for name, (times, chances) in figures.shares.items():
        found.add_row(say(Say(f"figure-{name}")), _share(times, chances))
    found.add_section()
    found.add_row(say(Say("sim-speed")), f"{figures.games / figures.seconds:.1f}")
    return found


def _share(times: int, chances: int) -> str:
    """Return a share in per cent with half of its 95 % interval; "–" if there were no chances."""
    if not chances:
        return "–"
    share = times / chances
    half = 1.96 * (share * (1 - share) / chances) ** 0.5
    return f"{100 * share:.1f} % ± {100 * half:.1f}"


def _write_records(folder: Path, records: list[Record]) -> None:
    """Write signed records into a folder, which is created if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    host = Host()
    for record in records:
        header = msgspec.structs.replace(record.header, host=host.public)
        text = write_record(msgspec.structs.replace(record, header=header), host.sign)
        (folder / f"{record.header.table}.txt").write_text(text, "utf-8")
