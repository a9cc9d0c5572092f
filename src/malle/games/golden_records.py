"""Make the game of a record from the record's header."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from malle.core import AnyGame, GameInfo, Refused
from malle.core.record import Header
from malle.games import load_game_info


def edition_name_for_record(info: GameInfo, path: Path | None) -> str:
    """Return the name that a record gives to its edition: `usual` if `path` is `None`, otherwise the name in
    the file.

    Without `edition_info` the game cannot read the name, and the file's name stands for it.
    """
    if path is None:
        return "usual"
    return info.edition_info.read_edition(path).name if info.edition_info is not None else path.stem


def game_of_record(
    header: Header, edition: Path | None = None, find_info: Callable[[str], GameInfo] = load_game_info
) -> AnyGame:
    """Make the game of a record, by the version of the rules that it was played on.

    `edition` is the file that it was played with; `None` means the usual edition. `Refused` if the
    file's digest is not the one in the header, `NoSuchRules` if that version is not here.
    """
    info = find_info(header.game).for_version(header.version)
    game = info.make_game(header.seats, info.complete_options(header.seats, header.options), edition)
    digest = header.edition.rpartition(" ")[2]
    if game.edition != digest:
        raise Refused(f"the record was played with the edition {header.edition!r}, this is {game.edition}")
    return game
