"""What `malle lab match` and `malle lab ladder` share: robots by name, one progress bar, and what is kept."""

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
    """`Refused` if one of them is not there, or too little is to be played."""
    need_robots(sheet(args.game), robots, words)
    if args.ray and args.edition:  # the file is on this machine
        raise Refused(words.say(Say("lab-ray-edition")))
    if args.deals < 2:
        raise Refused(words.say(Say("lab-two-deals")))


def need_robots(facts: Sheet, robots: Iterable[str], words: Words) -> None:
    """`Refused` lists those there are if one of them is not there."""
    known = kinds_of(facts)
    for name in robots:
        if name not in known:
            asked = {"name": name, "game": facts.name, "known": ", ".join(known)}
            raise Refused(words.say(Say("lab-no-robot", asked)))


@contextmanager
def writing(file: Path, words: Words) -> Iterator[None]:
    """`Refused` with a sentence if this file cannot be written, since its folder is not there, or the disk is full."""
    try:
        yield
    except OSError as error:
        told = {"file": str(file), "why": str(error.strerror or error)}
        raise Refused(words.say(Say("lab-not-written", told))) from error


def play(plan: Deals, run: Run, kept: Path, words: Words, console: Console) -> Ladder:
    """Plays what is not kept yet. Whoever breaks it off is told how to go on."""
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
    if error.other:
        return Say("lab-ray-other", {"address": error.address})
    if error.address:
        return Say("lab-ray-away", {"address": error.address, "why": error.why})
    return Say("lab-no-ray")
