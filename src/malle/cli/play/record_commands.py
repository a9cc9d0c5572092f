"""`malle record`: tells a recorded game in sentences, or verifies it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from malle.core import Message, Refused
from malle.core.record import (
    TABLE_MOVER,
    CheckResult,
    action_of_line,
    is_verified,
    parse_record,
    replay_record,
    verify_record,
)
from malle.games import load_game_info
from malle.games.custom_editions import edition_messages
from malle.games.golden_records import game_of_record
from malle.i18n.translations import SHARED_FOLDER, Translator
from malle.protocol.record_signature import check_signature


def show_record(path: Path, *, language: str, edition: Path | None) -> None:
    """Print the whole game in sentences, including chance and secrets: records exist only after
    the end. `edition` is the edition file with which it was played, or `None` for the standard
    one. Raise `Refused` if a file cannot be read."""
    record = parse_record(_read_text(path))
    game = game_of_record(record.header, edition)
    info = load_game_info(record.header.game).for_version(record.header.version)
    words = Translator(info.folder, language, overrides=edition_messages(edition, info.name, language))
    console = Console(highlight=False)
    console.rule(f"{words.translate(Message('title'))} · {record.header.table}")
    states = iter(replay_record(record, game))
    state = next(states)
    for number, line in enumerate(record.lines, 1):
        if line.mover == TABLE_MOVER:
            console.print(f"{number:5}  {line.text}", markup=False)
            continue
        after = next(states)
        heard = game.apply(state, line.mover, action_of_line(game, state, line))[1]
        sentences = " ".join(words.translate(info.messages.event_message(game, event)) for event in heard)
        console.print(f"{number:5}  {line.text:32}  {sentences}", markup=False, soft_wrap=True)
        state = after
    console.rule(record.result)


def verify_records(paths: Sequence[Path], *, language: str, edition: Path | None) -> int:
    """Verify record files. For a single one, print a table of its checks; for several, print a
    line for each that fails, and totals. Return 1 if any of them fails, else 0. `edition` is the
    edition file with which they were played, or `None` for the standard one. Raise `Refused` if
    a file cannot be read."""
    words = Translator(SHARED_FOLDER, language)
    console = Console(highlight=False)
    refused = 0
    for path in paths:
        checks = verify_record(_read_text(path), partial(game_of_record, edition=edition), check_signature)
        passed = is_verified(checks)
        refused += not passed
        verdict = words.translate(Message("check-verified" if passed else "check-refused"))
        if len(paths) == 1:
            console.print(_checks_table(checks, words))
            console.print(verdict, style="green" if passed else "red")
        elif not passed:
            console.print(f"{path}: {verdict} {checks[-1].detail}", markup=False)
    if len(paths) > 1:
        console.print(f"{len(paths) - refused} passed, {refused} failed")
    return 1 if refused else 0


def _checks_table(checks: Sequence[CheckResult], words: Translator) -> Table:
    """Return a table with a row for each check: what was checked, whether it passed (or is
    unknown), and details."""
    table = Table(show_header=False)
    states = {True: "check-good", False: "check-bad", None: "check-unknown"}
    for check in checks:
        table.add_row(
            words.translate(Message(f"check-{check.slug}")), words.translate(Message(states[check.ok])), check.detail
        )
    return table


def _read_text(path: Path) -> str:
    """Return a file's text. Raise `Refused` if it cannot be read, or is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not a text file") from error
