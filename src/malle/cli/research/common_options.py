"""Shared parts of `malle lab match` and `malle lab ladder`: robots by name, progress bar,
progress file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from malle.core import GameInfo, Message, Refused
from malle.games import load_game_info
from malle.i18n.translations import Translator
from malle.research.deals import DealPlan, OriginMismatch, RunTasks
from malle.research.runners import RayUnavailable
from malle.research.self_play import robot_kinds_of_info
from malle.research.tournament import Tournament, pairs_to_play, play_tournament


def check_robot_arguments(args: argparse.Namespace, robots: Iterable[str], words: Translator) -> None:
    """Raise `Refused` if a robot is unknown, if Ray is asked to play a custom edition, or if
    there are fewer than two deals. `robots` are their names."""
    require_known_robots(load_game_info(args.game), robots, words)
    if args.ray and args.edition:  # Ray's workers cannot read a file of this machine
        raise Refused(words.translate(Message("lab-ray-edition")))
    if args.deals < 2:
        raise Refused(words.translate(Message("lab-two-deals")))


def require_known_robots(game_info: GameInfo, robots: Iterable[str], words: Translator) -> None:
    """Raise `Refused` if a name in `robots` is no robot of the game; the sentence lists the
    known ones."""
    known = robot_kinds_of_info(game_info)
    for name in robots:
        if name not in known:
            arguments = {"name": name, "game": game_info.name, "known": ", ".join(known)}
            raise Refused(words.translate(Message("lab-no-robot", arguments)))


@contextmanager
def refuse_write_errors(file: Path, words: Translator) -> Iterator[None]:
    """Turn an `OSError` in the context into `Refused`, with the sentence that `file` could not
    be written."""
    try:
        yield
    except OSError as error:
        arguments = {"file": str(file), "why": str(error.strerror or error)}
        raise Refused(words.translate(Message("lab-not-written", arguments))) from error


def play_plan(plan: DealPlan, runner: RunTasks, progress_file: Path, words: Translator, console: Console) -> Tournament:
    """Play the deals of the plan that the progress file does not contain yet, add them to it,
    and return all results. Raise `Refused` if the file belongs to another plan or cannot be
    written, if Ray cannot be used, or on Ctrl-C. The last sentence then says how to continue."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with refuse_write_errors(progress_file, words), Progress(*columns, console=console, transient=True) as progress:
            bar = progress.add_task(
                words.translate(Message("lab-progress")), total=plan.deals_per_pair * len(pairs_to_play(plan))
            )
            return play_tournament(plan, runner, progress_file, lambda number: progress.advance(bar, number))
    except OriginMismatch:
        raise Refused(words.translate(Message("lab-other-origin", {"file": str(progress_file)}))) from None
    except RayUnavailable as error:
        raise Refused(words.translate(_no_ray_message(error))) from error
    except KeyboardInterrupt:
        raise Refused(words.translate(Message("lab-broken-off", {"file": str(progress_file)}))) from None


def _no_ray_message(error: RayUnavailable) -> Message:
    """Return the message that explains why Ray cannot be used: another version, no answer at its
    address, or not installed."""
    if error.is_other_version:
        return Message("lab-ray-other", {"address": error.address})
    if error.address:
        return Message("lab-ray-away", {"address": error.address, "why": error.reason})
    return Message("lab-no-ray")
