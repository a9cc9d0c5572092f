"""`malle research train`: a robot learns by playing, and what it has learned is written into the game's folder."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from malle.core import AnyGame, Refused, Say
from malle.core.learnt import Learnt, doublings, learnt_path, load_learnt, write_learnt
from malle.core.sheet import Training
from malle.games import load, sheet
from malle.words import Words

SAVE_EVERY = 250
"""Games between two saves of what was learned so far, so that training can be interrupted and continued."""

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def run(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Train a robot and write its policy file, with how far it can be exploited, after each doubling of the
    games.

    Training continues from the `.part` file if there is one. Without games to learn from, only measure the
    existing policy. `Refused` if the game has no training, or if the numbers are unusable."""
    facts = sheet(args.game)
    if facts.training is None:
        raise Refused(f"the robots of {args.game} learn nothing")
    if min(args.games, args.exploit) < 0 or args.games + args.exploit == 0:
        raise Refused("--games and --exploit are numbers from 0 on, and one of them is more")
    game = load(args.game)(seats, facts.settle_options(seats, options), None)
    words, console = Words(facts.folder, args.lang), Console(highlight=False)
    path = args.out or learnt_path(facts.folder, seats)
    if not args.games:
        _measure(facts.training, game, path, args, console)
        return
    part = path.with_suffix(".part")
    learner = facts.training.learner(game, seed=args.seed, kept=part.read_bytes() if part.exists() else b"")
    if learner.games > args.games:
        raise Refused(f"{part.name} has {learner.games} games already: ask for more, or move it aside")
    measured = doublings(args.games)
    with Progress(*COLUMNS, console=console, transient=True) as progress:
        total = args.games + args.exploit * sum(each >= learner.games for each in measured)
        task = progress.add_task(words.say(Say("sim-progress")), total=total)
        progress.advance(task, learner.games)

        def on(number: int) -> None:
            progress.advance(task, number)

        while True:
            if learner.games in measured:
                exploited = within = None
                table = learner.table()
                if args.exploit:
                    *_, last = facts.training.exploit(game, table, games=args.exploit, seed=args.seed, progress=on)
                    exploited, within = last.ahead, last.within
                    console.print(f"{learner.games}: {exploited:+.1f} ± {within:.1f}")
                command = f"malle lab train {args.game} --seats {seats} --games {learner.games} --seed {args.seed}"
                known = Learnt(
                    command=command + (f" --exploit {args.exploit}" if args.exploit else ""),
                    commit=commit_of(facts.folder),
                    games=learner.games,
                    seed=args.seed,
                    exploited=exploited,
                    within=within,
                    choices=table,
                )
                path.write_text(write_learnt(known), "utf-8")
            if learner.games == args.games:
                break
            learner.play()
            on(1)
            if learner.games % SAVE_EVERY == 0 or learner.games == args.games:
                _save(part, learner.kept())
    console.print(f"{path.name}: {len(table)}" + (f", {exploited:+.1f}" if exploited is not None else ""))


def _measure(training: Training, game: AnyGame, path: Path, args: argparse.Namespace, console: Console) -> None:
    """Let an opponent learn to play against the existing policy. Print what they gain after each doubling of
    their games."""
    table, words = load_learnt(path).choices, Words(sheet(args.game).folder, args.lang)
    with Progress(*COLUMNS, console=console, transient=True) as progress:
        task = progress.add_task(words.say(Say("sim-progress")), total=args.exploit)
        for found in training.exploit(
            game, table, games=args.exploit, seed=args.seed, progress=lambda number: progress.advance(task, number)
        ):
            console.print(f"{found.games}: {found.ahead:+.1f} ± {found.within:.1f}")


def _save(path: Path, kept: bytes) -> None:
    """Write the file completely or not at all."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(kept)
    fresh.replace(path)


def commit_of(folder: Path) -> str:
    """Return the short commit id of the repository that contains the folder; empty if there is none."""
    words = ["git", "-C", str(folder), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
