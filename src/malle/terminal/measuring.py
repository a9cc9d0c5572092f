"""Shared parts of `malle research match` and `malle research ladder`: robots by name, progress bar, progress file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from malle.core import Refused, Say, Sheet
from malle.games import sheet
from malle.lab.deals import Deals, OtherOrigin, Run
from malle.lab.ladder import Ladder, climb, pairs_to_play
from malle.lab.minds import kinds_of
from malle.lab.runners import NoRay
from malle.words import Words


def check_robots(args: argparse.Namespace, robots: Iterable[str], words: Words) -> None:
    """Raise `Refused` if a robot is unknown, if Ray is asked to play a custom edition, or if there are fewer
    than two deals."""
    need_robots(sheet(args.game), robots, words)
    if args.ray and args.edition:  # Ray's workers cannot read a file of this machine
        raise Refused(words.say(Say("lab-ray-edition")))
    if args.deals < 2:
        raise Refused(words.say(Say("lab-two-deals")))


def need_robots(facts: Sheet, robots: Iterable[str], words: Words) -> None:
    """Raise `Refused` if a robot is unknown; the sentence lists the known ones."""
    known = kinds_of(facts)
    for name in robots:
        if name not in known:
            asked = {"name": name, "game": facts.name, "known": ", ".join(known)}
            raise Refused(words.say(Say("lab-no-robot", asked)))


@contextmanager
def writing(file: Path, words: Words) -> Iterator[None]:
    """Turn an `OSError` of the block into `Refused` with a sentence about this file."""
    try:
        yield
    except OSError as error:
        told = {"file": str(file), "why": str(error.strerror or error)}
        raise Refused(words.say(Say("lab-not-written", told))) from error


def play(plan: Deals, run: Run, kept: Path, words: Words, console: Console) -> Ladder:
    """Play the deals of the plan that the progress file does not contain yet, and return all results.
    `Refused` if the file belongs to another plan or cannot be written, if Ray is missing, or on Ctrl-C; the
    sentence says how to continue."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with writing(kept, words), Progress(*columns, console=console, transient=True) as progress:
            bar = progress.add_task(words.say(Say("lab-progress")), total=plan.deals * len(pairs_to_play(plan)))
            return climb(plan, run, kept, lambda number: progress.advance(bar, number))
    except OtherOrigin:
        raise Refused(words.say(Say("lab-other-origin", {"file": str(kept)}))) from None
    except NoRay as error:
        raise Refused(words.say(_no_ray(error))) from error
    except KeyboardInterrupt:
        raise Refused(words.say(Say("lab-broken-off", {"file": str(kept)}))) from None


def _no_ray(error: NoRay) -> Say:
    """Return the message that explains why Ray cannot be used."""
    if error.other:
        return Say("lab-ray-other", {"address": error.address})
    if error.address:
        return Say("lab-ray-away", {"address": error.address, "why": error.why})
    return Say("lab-no-ray")
