"""`malle lab train`: a robot learns by playing, and what it has learnt is written beside the game."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from malle.core import Refused, Say
from malle.core.learnt import Learnt, learnt_path, write_learnt
from malle.games import load, sheet
from malle.words import Words


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Trains, measures by how much the table can be exploited, and writes it."""
    facts = sheet(args.game)
    if facts.training is None:
        raise Refused(f"the robots of {args.game} learn nothing")
    if args.games < 1 or args.exploit < 0:
        raise Refused("--games is a number from 1 on, and --exploit from 0 on")
    game = load(args.game)(seats, facts.settle_options(seats, options), None)
    words, console = Words(facts.folder, args.lang), Console(highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    exploited: float | None = None
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words.say(Say("sim-progress")), total=args.games + args.exploit)

        def on(number: int) -> None:
            progress.advance(task, number)

        table = facts.training.train(game, games=args.games, seed=args.seed, progress=on)
        if args.exploit:
            exploited = facts.training.exploit(game, table, games=args.exploit, seed=args.seed, progress=on)
    command = f"malle lab train {args.game} --seats {seats} --games {args.games} --seed {args.seed}"
    learnt = Learnt(
        command=command + (f" --exploit {args.exploit}" if args.exploit else ""),
        commit=_commit(facts.folder),
        games=args.games,
        seed=args.seed,
        exploited=exploited,
        choices=table,
    )
    path = args.out or learnt_path(facts.folder, seats)
    path.write_text(write_learnt(learnt), "utf-8")
    console.print(f"{path.name}: {len(table)}" + (f", {exploited:+.1f}" if exploited is not None else ""))


def _commit(folder: Path) -> str:
    """Of the source, if it lies in a repository."""
    words = ["git", "-C", str(folder), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
