"""`malle record`: tells a recorded game in sentences, or verifies it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from malle.core import Refused, Say
from malle.core.record import TABLE, Check, action_of, is_verified, read_record, replay_record, verify
from malle.games import sheet
from malle.games.boxes import titles_of
from malle.games.records import game_of
from malle.signing import check_signature
from malle.words import HOUSE, Words


def show(path: Path, *, language: str, edition: Path | None) -> None:
    """Print the whole game in sentences, including chance and secrets: records exist only after the end."""
    record = read_record(_text(path))
    game = game_of(record.header, edition)
    facts = sheet(record.header.game).of_version(record.header.version)
    words = Words(facts.folder, language, laid_over=titles_of(edition, facts.name, language))
    console = Console(highlight=False)
    console.rule(f"{words.say(Say('title'))} · {record.header.table}")
    states = iter(replay_record(record, game))
    state = next(states)
    for number, line in enumerate(record.lines, 1):
        if line.mover == TABLE:
            console.print(f"{number:5}  {line.text}", markup=False)
            continue
        after = next(states)
        heard = game.apply(state, line.mover, action_of(game, state, line))[1]
        sentences = " ".join(words.say(facts.telling.event(game, event)) for event in heard)
        console.print(f"{number:5}  {line.text:32}  {sentences}", markup=False, soft_wrap=True)
        state = after
    console.rule(record.result)


def verify_all(paths: Sequence[Path], *, language: str, edition: Path | None) -> int:
    """Verify records and print a table of checks for one record, or a line for each that fails and a total.
    Return the exit code: 1 if any record is refused. `edition` is the edition file of the games, or `None` for
    the usual one."""
    words = Words(HOUSE, language)
    console = Console(highlight=False)
    refused = 0
    for path in paths:
        checks = verify(_text(path), partial(game_of, edition=edition), check_signature)
        good = is_verified(checks)
        refused += not good
        verdict = words.say(Say("check-verified" if good else "check-refused"))
        if len(paths) == 1:
            console.print(_table(checks, words))
            console.print(verdict, style="green" if good else "red")
        elif not good:
            console.print(f"{path}: {verdict} {checks[-1].detail}", markup=False)
    if len(paths) > 1:
        console.print(f"{len(paths) - refused} passed, {refused} failed")
    return 1 if refused else 0


def _table(checks: Sequence[Check], words: Words) -> Table:
    """Return a table of checks: what was checked, whether it passed, and details."""
    found = Table(show_header=False)
    states = {True: "check-good", False: "check-bad", None: "check-unknown"}
    for check in checks:
        found.add_row(words.say(Say(f"check-{check.slug}")), words.say(Say(states[check.ok])), check.detail)
    return found


def _text(path: Path) -> str:
    """Return a file's text. `Refused` if it cannot be read, or is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not a text file") from error
