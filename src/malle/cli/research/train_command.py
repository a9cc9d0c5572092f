"""`malle lab train`: a robot learns by playing, and what it has learned is written into the
game's folder."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from malle.core import AnyGame, Message, Refused
from malle.core.game_info import Training
from malle.core.robots.learned_policy import LearnedPolicy, format_policy, load_policy, measuring_points, policy_path
from malle.games import load_game, load_game_info
from malle.i18n.translations import Translator

SAVE_EVERY_GAMES = 250
"""Games between two saves of what was learned so far, so that training can be interrupted and continued."""

PROGRESS_COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def run_training(args: argparse.Namespace, seats: int, options: dict[str, Any]) -> None:
    """Train a robot, and write its policy file after a sixteenth, an eighth, a quarter, half and
    all of the games. With `--exploit`, each time also measure how far an opponent who learns
    against the policy comes ahead.

    Training continues from the `.part` file if there is one. With `--games 0`, only the existing
    policy is measured. Raise `Refused` if the robots of the game learn nothing, or if the
    numbers cannot be used."""
    info = load_game_info(args.game)
    if info.training is None:
        raise Refused(f"the robots of {args.game} learn nothing")
    if min(args.games, args.exploit) < 0 or args.games + args.exploit == 0:
        raise Refused("--games and --exploit are numbers from 0 on, and one of them is more")
    game = load_game(args.game)(seats, info.complete_options(seats, options), None)
    words, console = Translator(info.folder, args.lang), Console(highlight=False)
    path = args.out or policy_path(info.folder, seats)
    if not args.games:
        _measure_exploitability(info.training, game, path, args, console)
        return
    progress_file = path.with_suffix(".part")
    learner = info.training.make_learner(
        game, seed=args.seed, checkpoint=progress_file.read_bytes() if progress_file.exists() else b""
    )
    if learner.games_played > args.games:
        raise Refused(f"{progress_file.name} has {learner.games_played} games already: ask for more, or move it aside")
    game_counts = measuring_points(args.games)
    with Progress(*PROGRESS_COLUMNS, console=console, transient=True) as progress:
        total = args.games + args.exploit * sum(each >= learner.games_played for each in game_counts)
        task = progress.add_task(words.translate(Message("sim-progress")), total=total)
        progress.advance(task, learner.games_played)

        def advance_progress(number: int) -> None:
            progress.advance(task, number)

        while True:
            if learner.games_played in game_counts:
                exploited = within = None
                table = learner.policy()
                if args.exploit:
                    *_, last = info.training.measure_exploitability(
                        game, table, games=args.exploit, seed=args.seed, progress=advance_progress
                    )
                    exploited, within = last.points_ahead, last.margin
                    console.print(f"{learner.games_played}: {exploited:+.1f} ± {within:.1f}")
                command = (
                    f"malle lab train {args.game} --seats {seats} --games {learner.games_played} --seed {args.seed}"
                )
                policy_file = LearnedPolicy(
                    command=command + (f" --exploit {args.exploit}" if args.exploit else ""),
                    commit=git_commit(info.folder),
                    games=learner.games_played,
                    seed=args.seed,
                    exploited=exploited,
                    within=within,
                    choices=table,
                )
                path.write_text(format_policy(policy_file), "utf-8")
            if learner.games_played == args.games:
                break
            learner.play_game()
            advance_progress(1)
            if learner.games_played % SAVE_EVERY_GAMES == 0 or learner.games_played == args.games:
                _write_atomically(progress_file, learner.checkpoint())
    console.print(f"{path.name}: {len(table)}" + (f", {exploited:+.1f}" if exploited is not None else ""))


def _measure_exploitability(
    training: Training, game: AnyGame, path: Path, args: argparse.Namespace, console: Console
) -> None:
    """Train an opponent against the policy in `path` alone. Print the opponent's lead after each
    doubling of its training games."""
    table, words = load_policy(path).choices, Translator(load_game_info(args.game).folder, args.lang)
    with Progress(*PROGRESS_COLUMNS, console=console, transient=True) as progress:
        task = progress.add_task(words.translate(Message("sim-progress")), total=args.exploit)
        for exploited in training.measure_exploitability(
            game, table, games=args.exploit, seed=args.seed, progress=lambda number: progress.advance(task, number)
        ):
            console.print(f"{exploited.games}: {exploited.points_ahead:+.1f} ± {exploited.margin:.1f}")


def _write_atomically(path: Path, data: bytes) -> None:
    """Write the file completely or not at all, replacing an existing one."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)


def git_commit(folder: Path) -> str:
    """Return the short commit id of the git repository that contains the folder. Return an empty
    string if there is none or git is missing."""
    command = ["git", "-C", str(folder), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
